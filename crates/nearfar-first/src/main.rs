//! The first picture's program: index.html's start script calls it.
#![no_main]

use wasm_bindgen::prelude::*;

/// Small rather than fast: the program allocates a few hundred times, and ends.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: lol_alloc::LockedAllocator<lol_alloc::FreeListAllocator> =
    lol_alloc::LockedAllocator::new(lol_alloc::FreeListAllocator::new());

/// Paints the first picture from an excerpt's bytes; whether that was possible.
#[wasm_bindgen]
pub fn paint(excerpt: &[u8]) -> bool {
    nearfar_canvas::first::paint(excerpt).is_some()
}
