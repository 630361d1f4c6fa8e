//! What the page, its rooms and its workers have in common when they speak to each other.
//!
//! 1. [`Conversation`]: one worker as those who ask it see it: which requests wait, which answers count, when
//!    a timeout is over, what a worker that is started again is sent. No clock, and messages of any kind.
//! 2. [`Debounce`]: something is done once all rests. No timer.
//! 3. [`Mirror`]: what another program is known to have, so that its news are told from an echo.
//! 4. [`Parts`]: who is told when a part of the settings has changed.
//! 5. [`Turns`]: whose turn it is where what is mounted comes place by place.
//! 6. [`Queue`]: what waits for its turn, in order.
//! 7. [`Message`]: numbers, texts and arrays for programs that carry no reader of JSON.
//! 8. [`f32s`], [`f64s`]: numbers out of bytes.
//! 9. `envelope`: every message as it travels (in the browser only).
//!
//! Times are milliseconds of any clock that does not go back.

mod conversation;
mod debounce;
#[cfg(target_arch = "wasm32")]
pub mod envelope;
mod message;
mod mirror;
mod numbers;
mod parts;
mod queue;
mod turns;

pub use conversation::{Answers, Conversation, Ended, Heard, Stays, Timeout};
pub use debounce::{Debounce, Wake};
pub use message::Message;
pub use mirror::Mirror;
pub use numbers::{f32s, f64s};
pub use parts::{HasChanged, Parts};
pub use queue::Queue;
pub use turns::Turns;

/// What kind of message it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A worker is there, which it says before anything else.
    Hello,
    /// A request, or an answer.
    Body,
    /// A worker met an error of its own and ends; the body is a text that says why.
    Fatal,
}

impl Kind {
    /// The number that travels.
    pub fn number(self) -> f64 {
        match self {
            Kind::Hello => 0.0,
            Kind::Body => 1.0,
            Kind::Fatal => 2.0,
        }
    }

    /// The kind of that number; `None` where it is none.
    pub fn from_number(number: f64) -> Option<Kind> {
        [Kind::Hello, Kind::Body, Kind::Fatal].into_iter().find(|kind| kind.number() == number)
    }
}

/// The id of what belongs to no request.
pub const UNASKED: u32 = 0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_travels_as_a_number() {
        for kind in [Kind::Hello, Kind::Body, Kind::Fatal] {
            assert_eq!(Kind::from_number(kind.number()), Some(kind));
        }
        assert_eq!(Kind::from_number(3.0), None);
        assert_eq!(Kind::from_number(f64::NAN), None);
    }
}
