//! The room's part of a link: done as it says, and written as the room is. How it is spelt is the library's
//! (`nearfar_inspect::link`).

use std::time::Duration;

use leptos::prelude::*;
use nearfar::settings::{Choice, Room};
use nearfar_inspect::link::{FIRST_IDS, Linked, Named};
use nearfar_inspect::room::asked::Asked;
use wasm_bindgen::JsValue;

use super::files;
use super::forward_pass::ForwardPass;
use super::state::InspectState;
use crate::kit::{RoomLink, follow_settings};
use crate::page;
use crate::reactive::effect;

/// The page's name for the text.
const SETTING: &str = "inspect";
/// What moves is written once it has rested for so long.
const PAUSE: Duration = Duration::from_millis(300);

/// Does as the link says, at the start and whenever another comes; writes what is shown.
pub fn follow(room: InspectState, pass: ForwardPass) {
    let (link, text) = RoomLink::new(SETTING, PAUSE);
    // The room may have been fetched for another one, which shows a model: then there is no visitor.
    let has_begun = StoredValue::new(false);
    let take = move |text: &str| {
        let (linked, misread) = Linked::from_text(text);
        room.chosen_view.set(linked.shows());
        room.asked.set(Asked::new(&linked, misread));
        let is_open = untrack(|| room.is_open()) && room.named() == linked.file;
        let report = room.report.get_untracked().filter(|_| is_open);
        let Linked { file, looked, ids, .. } = linked;
        let ids = ids.unwrap_or_else(|| FIRST_IDS.to_owned());
        if pass.ids.with_untracked(|known| *known != ids) {
            pass.ids.set(ids);
        }
        pass.change_looks(|looks| looks.look(file.clone(), looked, report.as_deref()));
        match file {
            _ if is_open => room.show_asked(),
            // As undo and the browser's history want it.
            file if room.happens(|desk| desk.come_back(&file)) => {}
            Named::Site(address) => files::open_address(room, address, false),
            Named::Example if has_begun.get_value() => files::open_example(room),
            Named::Own(_) | Named::Example => {}
        }
    };
    take(&text);
    link.follow(Room::Inspect, take);
    let begin = move |settings: &JsValue| {
        let is_here = page::text_of(settings, "room") == Room::Inspect.name();
        if is_here && !has_begun.get_value() {
            has_begun.set_value(true);
            if room.asked.with_untracked(Asked::is_example) {
                files::open_example(room);
            }
        }
    };
    begin(&page::settings());
    follow_settings(Room::Inspect, begin);
    effect(move || {
        room.chosen_view.track();
        room.shown.track();
        pass.looks.get();
        pass.ids.track();
        // What is asked for stays in the link until it comes, or something else does.
        let comes = room.asked.with(|asked| asked.awaited().is_some()) || room.is_busy();
        if comes || !room.is_open() {
            return link.cancel();
        }
        link.write_soon(move || {
            let file = room.named();
            let looked = pass.looks.with_untracked(|looks| looks.looked(&file));
            let (view, shown) = (room.chosen_view.get_untracked(), room.shown.get_untracked());
            let opened = room.opened.get_untracked();
            let ids = pass.ids.get_untracked();
            Linked::of(file, view, (opened.as_deref(), shown), looked, ids).to_text()
        });
    });
}
