//! A group of elements that is one stop of the Tab key: arrow keys, Home and End go from one to the next.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};

/// Where an arrow, Home or End leads from the place `now` of `count`; `None` for any other key.
fn target(key: &str, now: u32, count: u32) -> Option<u32> {
    let last = count.checked_sub(1)?;
    Some(match key {
        "ArrowRight" | "ArrowDown" => (now + 1).min(last),
        "ArrowLeft" | "ArrowUp" => now.saturating_sub(1),
        "Home" => 0,
        "End" => last,
        _ => return None,
    })
}

/// Makes the first child of a group its stop of the Tab key where it has none.
pub fn keep_one_stop(group: &Element) {
    if let (Ok(None), Some(first)) =
        (group.query_selector("[tabindex='0']"), group.first_element_child())
    {
        let _ = first.set_attribute("tabindex", "0");
    }
}

/// Moves the focus among the children of a group. For the group's `keydown`.
pub fn on_key(event: &KeyboardEvent) {
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let group = event.current_target().and_then(|target| target.dyn_into::<Element>().ok());
    let Some(children) = group.map(|group| group.children()) else { return };
    let focused = document().active_element();
    let place = (0..children.length()).find(|&place| children.item(place) == focused);
    let next = place.and_then(|place| target(&event.key(), place, children.length()));
    let Some(next) = next else { return };
    event.prevent_default();
    event.stop_propagation();
    for place in 0..children.length() {
        if let Some(child) = children.item(place) {
            let stop = if place == next { "0" } else { "-1" };
            let _ = child.set_attribute("tabindex", stop);
        }
    }
    let child = children.item(next).and_then(|child| child.dyn_into::<HtmlElement>().ok());
    if let Some(child) = child {
        let _ = child.focus();
    }
}
