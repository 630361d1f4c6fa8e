//! A group of elements that is one stop of the Tab key: arrow keys, Home and End go from one to the next.

use leptos::prelude::*;
use nearfar::shortcuts::place_after;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};

/// The buttons of a group, those that open a panel in it, and the options of a list. What comes and goes is no child of
/// the group: it is a stop of its own, so that the group's never goes with it.
const BUTTONS: &str =
    ":scope>button,:scope>.drop>button,:scope>[role=option],:scope>li>[role=option]";

fn buttons(group: &Element) -> Vec<HtmlElement> {
    let Ok(found) = group.query_selector_all(BUTTONS) else { return Vec::new() };
    let all = (0..found.length()).filter_map(|place| found.item(place));
    all.filter_map(|button| button.dyn_into().ok()).collect()
}

/// Makes one button of a group its stop of the Tab key: the one that was, or the first.
pub fn keep_one_stop(group: &Element) {
    let buttons = buttons(group);
    let is_stop = |button: &HtmlElement| button.get_attribute("tabindex").as_deref() == Some("0");
    let stop = buttons.iter().position(is_stop).unwrap_or_default();
    for (place, button) in buttons.iter().enumerate() {
        button.set_tab_index(if place == stop { 0 } else { -1 });
    }
}

/// Moves the focus among the buttons of a group, and presses an option. For the group's `keydown`.
pub fn on_key(event: &KeyboardEvent) {
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let group = event.current_target().and_then(|target| target.dyn_into::<Element>().ok());
    let buttons = group.as_ref().map(buttons).unwrap_or_default();
    let focused = document().active_element();
    let place = buttons.iter().position(|button| focused.as_ref() == Some(button));
    if let (Some(place), "Enter" | " ") = (place, event.key().as_str())
        && buttons[place].get_attribute("role").as_deref() == Some("option")
    {
        event.prevent_default();
        event.stop_propagation();
        // A key that is held presses once.
        if !event.repeat() {
            buttons[place].click();
        }
        return;
    }
    let next = place.and_then(|place| place_after(&event.key(), place, 0..buttons.len()));
    let Some(next) = next else { return };
    event.prevent_default();
    event.stop_propagation();
    for (place, button) in buttons.iter().enumerate() {
        button.set_tab_index(if place == next { 0 } else { -1 });
    }
    let _ = buttons[next].focus();
}
