//! What need not follow every change of a long sentence: the many small pictures, the bars of the tokens,
//! the answers. Up to [`LIVE`] tokens they follow every change. Beyond, they wait until typing and
//! sliders rest, and come then a few at a time, so that no key and no drag waits for them. Figures always do.

use std::time::Duration;

use leptos::prelude::*;
use nearfar::lab::LIVE;

use crate::kit::now;
use crate::state::Store;

/// A task goes on with what waits for so many milliseconds, then the browser gets its turn.
const TURN: f64 = 8.0;

/// What waits for its turn.
pub type Queue = nearfar_kit::Queue<Box<dyn FnOnce()>>;

impl Store {
    /// In an effect: follows the weights, or of a long sentence their rest, and runs `run`, then or
    /// when its turn comes. What `run` uses may be gone by then.
    pub fn at_rest(self, run: impl FnOnce() + 'static) {
        match self.follow_at_rest(Store::follow_weights) {
            true => self.in_turn(run),
            false => run(),
        }
    }

    /// Runs `run` when its turn comes, after what waits already. What it uses may be gone by then.
    pub fn in_turn(self, run: impl FnOnce() + 'static) {
        if self.queue.try_update_value(|queue| queue.push(Box::new(run))) == Some(true) {
            self.wait_for_turn();
        }
    }

    /// Follows the weights or the tokens, or of a long sentence their rest: whether that is followed.
    pub fn follow_at_rest(self, follow: fn(Store)) -> bool {
        let waits = self.lab_now(|lab| lab.tokens().len()) > LIVE;
        if waits {
            self.follow_settled();
        } else {
            follow(self);
        }
        waits
    }

    fn wait_for_turn(self) {
        set_timeout(move || self.take_turn(), Duration::ZERO);
    }

    fn take_turn(self) {
        let end = now() + TURN;
        while let Some(next) = self.queue.try_update_value(Queue::pop).flatten() {
            next();
            if now() >= end {
                return self.wait_for_turn();
            }
        }
    }
}
