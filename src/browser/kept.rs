//! What the browser keeps for the page under a name, where it allows that. Nobody waits for it, and where nothing is kept
//! the page goes on as on a first visit.

use wasm_bindgen::JsValue;
use web_sys::Storage;

use super::values::{get, set};
use super::window;

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

    /// For this tab, in which the page may be loaded anew; where the browser refuses that, for this visit: the programs of
    /// the page share its window.
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
        let stored = || self.storage()?.get_item(self.name).ok().flatten();
        get(&window(), self.name).as_string().or_else(stored)
    }

    /// Keeps another text.
    pub fn put(self, text: &str) {
        let is_stored = self.storage().is_some_and(|to| to.set_item(self.name, text).is_ok());
        self.hold(if is_stored || !self.in_tab { JsValue::UNDEFINED } else { text.into() });
    }

    /// Keeps nothing.
    pub fn forget(self) {
        if let Some(storage) = self.storage() {
            let _ = storage.remove_item(self.name);
        }
        self.hold(JsValue::UNDEFINED);
    }

    fn hold(self, text: JsValue) {
        set(&window(), self.name, &text);
    }
}
