//! The room's part of a link: one text, which the page keeps among its settings.

use js_sys::{Function, Object};
use wasm_bindgen::JsValue;

use crate::page;

/// The page's name for the text.
const SETTING: &str = "train";

/// The text that the page has now.
pub fn now() -> String {
    page::setting(SETTING)
}

/// The text among the page's settings.
pub fn of(settings: &JsValue) -> String {
    page::text_of(settings, SETTING)
}

/// Hands the page another text.
pub fn write(text: &str) {
    page::set_setting(SETTING, text);
}

/// The page's way to open a checkpoint in the Lab, where it has one.
pub fn opener() -> Option<(Object, Function)> {
    page::method("open")
}
