//! The first picture's program, the smallest of all: the page calls it as soon as its data are there.

use wasm_bindgen::prelude::*;

fn main() {}

/// Paints the first picture from an excerpt's bytes; whether that was possible.
#[wasm_bindgen]
pub fn paint(excerpt: &[u8]) -> bool {
    nearfar_canvas::first::paint(excerpt).is_some()
}
