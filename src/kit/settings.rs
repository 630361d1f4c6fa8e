//! The page's settings as a room that is a program of its own hears of them.

use nearfar::settings::{Choice, Room};
use wasm_bindgen::JsValue;

use crate::page;
use crate::reactive::on_window;

/// From now on `hear` gets all settings of the page whenever they change while the room is what the page
/// shows, and when it comes back to it.
pub fn follow_settings(room: Room, hear: impl Fn(&JsValue) + 'static) {
    on_window(page::CHANGED, move |_| {
        let settings = page::settings();
        if page::text_of(&settings, "room") == room.name() {
            hear(&settings);
        }
    });
}
