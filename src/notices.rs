//! What the page tells in banners ([`nearfar::notices`]).

use leptos::prelude::*;

pub use nearfar::notices::{Cause, Notice};

use crate::state::Store;

impl Store {
    pub fn notify(self, cause: Cause, text: impl Into<String>, is_error: bool) {
        self.tell(Notice { cause, text: text.into(), is_error });
    }

    /// As [`Store::notify`].
    pub fn tell(self, notice: Notice) {
        self.notices.update(|notices| notices.tell(notice));
    }

    /// What was told of a cause no longer holds.
    pub fn settle_notice(self, cause: Cause) {
        self.notices.maybe_update(|notices| notices.settle(cause));
    }
}
