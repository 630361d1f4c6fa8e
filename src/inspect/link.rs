//! The room's part of a link as the page keeps it among its settings: done as it says, and written as the room is.
//! How it is spelt is the library's (`nearfar_inspect::link`).

use std::time::Duration;

use leptos::prelude::*;
use nearfar::settings::{Choice, Room};
use nearfar_inspect::link::{Linked, Named};
use nearfar_inspect::protocol::Opened;
use nearfar_kit::Mirror;
use wasm_bindgen::JsValue;

use super::files;
use super::forward_pass::ForwardPass;
use super::state::InspectState;
use crate::kit::{Debounce, follow_settings};
use crate::page;
use crate::reactive::effect;

/// The page's name for the text.
const SETTING: &str = "inspect";
/// What moves is written once it has rested for so long.
const PAUSE: Duration = Duration::from_millis(300);

/// Does as the link says, at the start and whenever another comes; writes what is shown. Gives what of the link was not
/// understood, in a sentence.
pub fn follow(room: InspectState, pass: ForwardPass) -> RwSignal<Option<String>> {
    let odd = RwSignal::new(None::<String>);
    let known = StoredValue::new(Mirror::new(String::new()));
    let apply = move |linked: Linked| {
        room.chosen_view.set(linked.shows());
        let Linked { file, tensor, looked, .. } = linked;
        let is_open = untrack(|| room.is_open()) && room.named() == file;
        pass.look(file.clone(), looked, is_open);
        room.awaited.set(match &file {
            Named::Own(name) if !is_open => Some(name.clone()),
            _ => None,
        });
        room.wanted.set_value(tensor.clone());
        match (file, tensor) {
            (Named::Site(address), _) if !is_open => files::open_address(room, address),
            (_, Some(name)) => _ = room.select(&name),
            (_, None) => {}
        }
    };
    let has_begun = StoredValue::new(false);
    let hear = move |settings: &JsValue| {
        let text = page::text_of(settings, SETTING);
        let (linked, parts) = Linked::from_text(&text);
        let is_example = linked.file == Named::Example;
        if known.try_update_value(|known| known.learn(text)) == Some(true) {
            odd.set((!parts.is_empty()).then(|| texts::inspect::link_odd(parts.join(", "))));
            apply(linked);
        }
        // The room may have been fetched for another one, which shows a model: then there is no visitor.
        let is_here = page::text_of(settings, "room") == Room::Inspect.name();
        if is_here && !has_begun.get_value() {
            has_begun.set_value(true);
            if is_example {
                files::open_example(room);
            }
        }
    };
    hear(&page::settings());
    follow_settings(Room::Inspect, hear);
    let pause = Debounce::new(PAUSE);
    effect(move || {
        room.chosen_view.track();
        room.shown.track();
        pass.looks.track();
        // What is asked for stays in the link until it comes, or something else does.
        if room.awaited.with(Option::is_some) || !room.is_open() {
            return pause.cancel();
        }
        pause.soon(move || {
            let file = room.named();
            let looked = pass.looks.with_untracked(|looks| looks.looked(&file));
            let (view, shown) = (room.chosen_view.get_untracked(), room.shown.get_untracked());
            let linked = |opened: Option<&Opened>| Linked::of(file, view, (opened, shown), looked);
            let text = room.opened.with_untracked(|opened| linked(opened.as_deref())).to_text();
            if known.try_update_value(|known| known.learn(text.clone())) == Some(true) {
                page::set_setting(SETTING, &text);
            }
        });
    });
    odd
}
