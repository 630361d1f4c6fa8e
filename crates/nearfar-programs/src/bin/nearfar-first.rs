//! The first picture's program: index.html's start script calls it.
#![no_main]

use wasm_bindgen::prelude::*;

/// Paints the first picture from an excerpt's bytes; whether that was possible.
#[wasm_bindgen]
pub fn paint(excerpt: &[u8]) -> bool {
    nearfar_canvas::first::paint(excerpt).is_some()
}
