//! A room's part of a link: a text that the page keeps among its settings. How it is spelt is the business of the room's
//! crate.

use std::time::Duration;

use leptos::prelude::*;
use nearfar::settings::Room;
use nearfar_kit::Mirror;

use super::Debounce;
use crate::page::{self, follow_settings};

/// Handles only, copied into every component.
#[derive(Clone, Copy)]
pub struct RoomLink {
    setting: &'static str,
    /// What the page is known to have.
    known: StoredValue<Mirror<String>>,
    writing: Debounce,
}

impl RoomLink {
    /// Of the page's setting of this name, and its text of now. What the room writes is handed over once nothing more was
    /// for `pause`.
    pub fn new(setting: &'static str, pause: Duration) -> (RoomLink, String) {
        let text = page::setting(setting);
        let known = StoredValue::new(Mirror::new(text.clone()));
        (RoomLink { setting, known, writing: Debounce::new(pause) }, text)
    }

    /// From now on `take` gets every other text that the page has while the room is seen: of another link, of undo, of a
    /// script. It is newer than what waits to be written.
    pub fn follow(self, room: Room, take: impl Fn(&str) + 'static) {
        follow_settings(room, move |settings| {
            let text = page::text_of(settings, self.setting);
            if self.known.try_update_value(|known| known.learn(text.clone())) == Some(true) {
                self.writing.cancel();
                take(&text);
            }
        });
    }

    /// Hands the page the `text` of then, soon.
    pub fn write_soon(self, text: impl FnOnce() -> String + 'static) {
        self.writing.soon(move || {
            let text = text();
            if self.known.try_update_value(|known| known.learn(text.clone())) == Some(true) {
                page::set_setting(self.setting, &text);
            }
        });
    }

    /// What waits to be written is not.
    pub fn cancel(self) {
        self.writing.cancel();
    }
}
