//! What the page asks of the browser, without the page's framework: files, storage, sound, what JavaScript hands over.

pub mod database;
pub mod fetch;
pub mod files;
pub mod kept;
pub mod sound;
pub mod values;

use std::time::Duration;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Document, Window};

/// The page's window: whatever runs here runs in one.
pub fn window() -> Window {
    js_sys::global().unchecked_into()
}

/// The page's document.
pub fn document() -> Document {
    values::get(&window(), "document").unchecked_into()
}

/// Does something later.
pub fn after(wait: Duration, what: impl FnOnce() + 'static) {
    let what = Closure::once_into_js(what);
    let wait = i32::try_from(wait.as_millis()).unwrap_or(i32::MAX);
    let _ =
        window().set_timeout_with_callback_and_timeout_and_arguments_0(what.unchecked_ref(), wait);
}

/// Whether whoever looks asked for less motion.
pub fn wants_less_motion() -> bool {
    let query = window().match_media("(prefers-reduced-motion: reduce)");
    query.ok().flatten().is_some_and(|query| query.matches())
}
