//! The place of whoever uses the keyboard: a control that is gone once it was pressed, or does nothing any more, hands its
//! focus to the next one. Without that the browser would begin again at the top of the page.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, Event, HtmlElement, MouseEvent};

/// What can have the focus.
const STOPS: &str = "a[href],button,input,select,textarea,summary,[tabindex]";

/// So many frames after a press, half a second, what it changes is there.
const FRAMES: u32 = 30;

/// Follows whatever is pressed by a key. Once for the page.
pub fn keep() {
    let pressed = Closure::<dyn FnMut(MouseEvent)>::new(|event: MouseEvent| {
        // A pointer counts its clicks, and a program's are nobody's.
        if event.detail() == 0 && event.is_trusted() {
            follow(&event);
        }
    });
    // Before whoever hears it, and may take it from the page.
    let _ = document().add_event_listener_with_callback_and_bool(
        "click",
        pressed.as_ref().unchecked_ref(),
        true,
    );
    pressed.forget();
}

/// Follows a press.
fn follow(event: &MouseEvent) {
    let Some(pressed) = within(event, STOPS) else { return };
    let Ok(list) = document().query_selector_all(STOPS) else { return };
    let stops = (0..list.length()).filter_map(|place| list.item(place)?.dyn_into().ok());
    let stops: Vec<HtmlElement> = stops.collect();
    let Some(place) = stops.iter().position(|stop| **stop == pressed) else { return };
    watch(stops, place, FRAMES);
}

/// Looks at every frame, until all that the press changes is there, whether the focus is lost.
fn watch(stops: Vec<HtmlElement>, place: usize, frames: u32) {
    request_animation_frame(move || {
        let focused = document().active_element();
        // Where it has gone on by itself, that is where it belongs.
        let is_there = focused.as_ref() == stops.get(place).map(|stop| &**stop);
        if focused.is_none_or(|focused| focused.tag_name() == "BODY") {
            let (before, after) = stops.split_at(place);
            let next = after.iter().chain(before.iter().rev()).find(|stop| can_have_it(stop));
            let _ = next.map(|next| next.focus());
        } else if is_there && frames > 0 {
            watch(stops, place, frames - 1);
        }
    });
}

/// Whether it is there, is seen, does something, and is a stop of the Tab key.
fn can_have_it(stop: &HtmlElement) -> bool {
    let is_off = stop.matches(":disabled").unwrap_or(true);
    stop.is_connected() && stop.offset_width() > 0 && stop.tab_index() >= 0 && !is_off
}

/// The first element that matches a selector.
pub fn find(selector: &str) -> Option<HtmlElement> {
    document().query_selector(selector).ok().flatten()?.dyn_into().ok()
}

/// What an event came to: its target or what that stands in, the nearest that matches a selector.
pub fn within(event: &Event, selector: &str) -> Option<Element> {
    event.target()?.dyn_ref::<Element>()?.closest(selector).ok()?
}

/// Focuses an element, without going to it by the fragment: that holds the settings.
pub fn focus_first(selector: &str) {
    let _ = find(selector).map(|element| element.focus());
}

/// Focuses the room where it is: what had the focus goes, and the page stays.
pub fn focus_main() {
    find("#main").iter().for_each(focus_where_it_is);
}

/// Focuses an element without scrolling to it.
pub fn focus_where_it_is(element: &HtmlElement) {
    let stays = web_sys::FocusOptions::new();
    stays.set_prevent_scroll(true);
    let _ = element.focus_with_options(&stays);
}
