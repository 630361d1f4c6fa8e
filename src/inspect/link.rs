//! The room's part of a link: one text, which the page keeps among its settings. A file of the site
//! is named by its path; a file of the user's is not in it.

use std::time::Duration;

use form_urlencoded::{Serializer, parse};
use leptos::prelude::*;
use nearfar::settings::{Choice, Room};
use nearfar_kit::Mirror;
use wasm_bindgen::JsValue;

use super::files;
use super::state::{InspectState, View};
use crate::kit::{Debounce, follow_settings};
use crate::page;
use crate::reactive::effect;

/// The page's name for the text.
const SETTING: &str = "inspect";
/// What moves is written once it has rested for so long.
const PAUSE: Duration = Duration::from_millis(300);

/// What a link restores.
#[derive(Clone, Debug, Default, PartialEq)]
struct Linked {
    /// The file of the site that is open.
    open: Option<String>,
    view: Option<View>,
    /// The name of the tensor that is looked at, where it is not the first.
    tensor: Option<String>,
}

impl Linked {
    fn to_text(&self) -> String {
        let mut text = Serializer::new(String::new());
        if let Some(open) = &self.open {
            text.append_pair("open", open);
        }
        if let Some((_, name, _)) = View::ALL.iter().find(|(view, ..)| Some(*view) == self.view) {
            text.append_pair("view", name);
        }
        if let Some(tensor) = &self.tensor {
            text.append_pair("tensor", tensor);
        }
        text.finish()
    }

    /// What is not understood is left out.
    fn from_text(text: &str) -> Linked {
        let mut linked = Linked::default();
        for (name, value) in parse(text.as_bytes()) {
            match name.as_ref() {
                "open" => linked.open = Some(value.into_owned()),
                "view" => {
                    let view = View::ALL.iter().find(|(_, name, _)| *name == value);
                    linked.view = view.map(|(view, ..)| *view);
                }
                "tensor" => linked.tensor = Some(value.into_owned()),
                _ => {}
            }
        }
        linked
    }
}

fn now(room: InspectState) -> Linked {
    let open = room.address.get_value().filter(|_| !room.is_example.get_untracked());
    let shown = room.shown.get_untracked().filter(|place| *place > 0 && open.is_some());
    let tensor = room
        .opened
        .with_untracked(|opened| Some(opened.as_ref()?.tensors.get(shown?)?.name.clone()));
    let tensor = tensor.filter(|name| name.len() < 500);
    Linked { open, view: room.chosen_view.get_value(), tensor }
}

/// Does as the link says, at the start and whenever another comes; writes what is shown.
pub fn follow(room: InspectState) {
    let known = StoredValue::new(Mirror::new(String::new()));
    let wanted = StoredValue::new(None::<String>);
    let apply = move |settings: &JsValue| {
        let text = page::text_of(settings, SETTING);
        if known.try_update_value(|known| known.learn(text.clone())) != Some(true) {
            return;
        }
        let linked = Linked::from_text(&text);
        // A tensor is named where tensors are looked at.
        let of_tensor = linked.tensor.as_ref().map(|_| View::Tensors);
        room.show_wanted(linked.view.or(of_tensor));
        wanted.set_value(linked.tensor.clone());
        match linked.open {
            Some(address) if room.address.get_value().as_ref() != Some(&address) => {
                files::open_address(room, address);
            }
            _ => {
                if let Some(name) = linked.tensor {
                    room.select(&name);
                }
            }
        }
    };
    // The room may have been fetched for another one, which shows a model: then there is no visitor.
    let has_begun = StoredValue::new(false);
    let begin = move |settings: &JsValue| {
        let is_here = page::text_of(settings, "room") == Room::Inspect.name();
        if is_here && !has_begun.get_value() {
            has_begun.set_value(true);
            if known.with_value(|known| Linked::from_text(known.known()).open.is_none()) {
                files::open_example(room);
            }
        }
    };
    let settings = page::settings();
    apply(&settings);
    begin(&settings);
    follow_settings(Room::Inspect, move |settings| {
        apply(settings);
        begin(settings);
    });
    effect(move || {
        if room.opened.with(Option::is_some)
            && let Some(name) = wanted.try_update_value(Option::take).flatten()
        {
            untrack(|| room.select(&name));
        }
    });
    let pause = Debounce::new(PAUSE);
    effect(move || {
        room.view.track();
        room.shown.track();
        if room.opened.with(Option::is_none) {
            return;
        }
        pause.soon(move || {
            let text = now(room).to_text();
            if known.try_update_value(|known| known.learn(text.clone())) == Some(true) {
                page::set_setting(SETTING, &text);
            }
        });
    });
}
