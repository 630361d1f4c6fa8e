//! The first picture's program: index.html's start script calls it. It computes and paints the weights of one
//! head from its queries and keys (`nearfar::checkpoint::Excerpt`), in `f64`, whose plain loops are a smaller
//! program. It holds no framework, no reader of JSON, and nothing that writes floating-point numbers, so it is
//! a tenth of the page's. `e2e/first.spec.ts` holds what it paints to the Lab's pixels, words and places.
#![no_main]

use nearfar_browser::canvas::first::First;
use std::cell::Cell;
use wasm_bindgen::prelude::*;

/// Small rather than fast: the program allocates a few hundred times, and ends.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: lol_alloc::LockedAllocator<lol_alloc::FreeListAllocator> =
    lol_alloc::LockedAllocator::new(lol_alloc::FreeListAllocator::new());

thread_local! {
    /// Never dropped, which would be a tenth of a kilobyte more.
    static FIRST: Cell<Option<&'static First>> = const { Cell::new(None) };
}

/// Computes the first picture from an excerpt's bytes. Each part of it is painted in a task of its own: a browser
/// compiles what runs for the first time.
#[wasm_bindgen]
pub fn read(excerpt: &[u8]) {
    FIRST.set(First::read(excerpt).map(|first| &*Box::leak(Box::new(first))));
}

/// Paints a part of what was read, from 0 to [`First::PARTS`]; whether another one follows.
#[wasm_bindgen]
pub fn paint(part: usize) -> bool {
    FIRST.get().map(|first| first.paint(part));
    part + 1 < First::PARTS
}
