//! A room that is a program of its own: mounted into an element of the page, which fetches it when it
//! is opened. What stands in the room is its own.

use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::File;

use crate::controls::dropped;
use crate::focus::find;
use crate::reactive::on_typed;

/// Mounts a room into the element `root`. Where the program stops, a message takes its place, with
/// `kept`: what is not lost.
pub fn mount<V: IntoView + 'static>(
    root: &'static str,
    kept: &'static str,
    room: impl FnOnce() -> V + 'static,
) {
    std::panic::set_hook(Box::new(move |panic| show_trouble(root, kept, &panic.to_string())));
    let Some(element) = find(&format!("#{root}")) else { return };
    element.set_inner_html("");
    leptos::mount::mount_to(element, room).forget();
}

/// Mounts what a room shows elsewhere in the page, where the page has the place.
pub fn mount_beside<V: IntoView + 'static>(place: &str, view: impl FnOnce() -> V + 'static) {
    let place = document().get_element_by_id(place);
    if let Some(place) = place.and_then(|place| place.dyn_into().ok()) {
        leptos::mount::mount_to(place, view).forget();
    }
}

/// Whether the room is what the page shows.
pub fn is_seen(root: &str) -> bool {
    let root = document().get_element_by_id(root);
    root.is_some_and(|root| !root.has_attribute("hidden")) && !document().hidden()
}

/// The files of any list of JavaScript's; none where it is none.
pub fn listed_in(list: &JsValue) -> Vec<File> {
    let items = js_sys::try_iter(list).ok().flatten();
    items.into_iter().flatten().filter_map(|item| item.ok()?.dyn_into().ok()).collect()
}

/// Whether what is dragged is files.
pub fn carries_files(event: &web_sys::DragEvent) -> bool {
    event.data_transfer().is_some_and(|data| data.types().includes(&"Files".into(), 0))
}

/// Files may be dropped anywhere while the room is seen: `take` gets them, `over` says that some are held
/// over the page.
pub fn follow_drops(root: &'static str, over: RwSignal<bool>, take: impl Fn(Vec<File>) + 'static) {
    let carries_files = move |event: &web_sys::DragEvent| is_seen(root) && carries_files(event);
    on_typed(leptos::ev::dragover, move |event| {
        if carries_files(&event) {
            event.prevent_default();
            over.set(true);
        }
    });
    on_typed(leptos::ev::dragleave, move |event| {
        if event.related_target().is_none() {
            over.set(false);
        }
    });
    on_typed(leptos::ev::drop, move |event| {
        if !carries_files(&event) {
            return;
        }
        event.prevent_default();
        over.set(false);
        take(dropped(&event));
    });
}

/// A stopped program answers nothing: a message takes its place.
fn show_trouble(root: &str, kept: &str, message: &str) {
    web_sys::console::error_1(&message.into());
    let Some(root) = document().get_element_by_id(root) else { return };
    let (stopped, reload) = (texts::common::room_stopped(), texts::common::room_reload());
    root.set_inner_html(&format!(
        "<section class=\"standalone\" role=\"alert\"><h2>{stopped}</h2><p>{kept}</p>\
         <p><button type=\"button\" class=\"reload\">{reload}</button></p><pre></pre></section>",
    ));
    if let Ok(Some(detail)) = root.query_selector("pre") {
        detail.set_text_content(Some(message));
    }
}
