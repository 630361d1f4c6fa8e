//! What the browser keeps for the page under a name, where it allows that. Nobody waits for it, and where nothing is kept
//! the page goes on as on a first visit.

use leptos::prelude::window;
use web_sys::Storage;

use crate::values::get;

/// A text that is kept.
#[derive(Clone, Copy)]
pub struct Kept {
    name: &'static str,
    /// Until the tab is closed; else for every visit.
    in_tab: bool,
}

impl Kept {
    /// For every visit.
    pub const fn of_visits(name: &'static str) -> Kept {
        Kept { name, in_tab: false }
    }

    /// Whether another tab wrote it, which a `storage` event says.
    pub fn is_of(self, event: &web_sys::Event) -> bool {
        get(event, "key").as_string().as_deref() == Some(self.name)
    }

    /// For this tab, in which the page may be loaded anew.
    pub const fn of_tab(name: &'static str) -> Kept {
        Kept { name, in_tab: true }
    }

    fn storage(self) -> Option<Storage> {
        let kept = if self.in_tab { window().session_storage() } else { window().local_storage() };
        kept.ok().flatten()
    }

    /// Whether the browser keeps anything for the page.
    pub fn is_possible(self) -> bool {
        self.storage().is_some()
    }

    /// The text, if there is one.
    pub fn get(self) -> Option<String> {
        self.storage()?.get_item(self.name).ok().flatten()
    }

    /// Keeps another text.
    pub fn put(self, text: &str) {
        if let Some(storage) = self.storage() {
            let _ = storage.set_item(self.name, text);
        }
    }

    /// Keeps nothing.
    pub fn forget(self) {
        if let Some(storage) = self.storage() {
            let _ = storage.remove_item(self.name);
        }
    }
}
