//! What the page tells in banners: of one cause one at a time.

use leptos::prelude::*;

use crate::state::Store;

/// What a notice is about. Of one cause the last notice stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The link that was opened.
    Link,
    /// A file that was opened.
    File,
    /// A sentence that is too long.
    Sentence,
    /// The workers of a long sentence.
    Workers,
    /// A picture that was saved.
    Picture,
    /// A link that was copied.
    Share,
}

/// Something to tell the user.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    pub cause: Cause,
    pub text: String,
    /// Whether it went wrong.
    pub is_error: bool,
}

impl Store {
    pub fn notify(self, cause: Cause, text: impl Into<String>, is_error: bool) {
        self.tell(Notice { cause, text: text.into(), is_error });
    }

    /// As [`Store::notify`].
    pub fn tell(self, notice: Notice) {
        self.settle_notice(notice.cause);
        self.notices.update(|notices| notices.push(notice));
    }

    /// What was told of a cause no longer holds.
    pub fn settle_notice(self, cause: Cause) {
        if self.notices.with_untracked(|notices| notices.iter().any(|known| known.cause == cause)) {
            self.notices.update(|notices| notices.retain(|known| known.cause != cause));
        }
    }
}
