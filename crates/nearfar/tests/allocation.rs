//! A slider move allocates nothing: a counting allocator says so.
#![cfg(not(target_arch = "wasm32"))]
#![allow(unsafe_code, clippy::unwrap_used, clippy::expect_used)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use nearfar::Method;
use nearfar::attention::{HeadParameters, Mask, Projections, Trace};

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn moving_w_and_v_allocates_nothing() {
    let projections = Projections::<f32>::untrained(7, 16, 100, 16);
    let heads = [HeadParameters { w: 0.5, v: 0.5 }; 16];
    let input =
        ndarray::Array2::from_shape_fn((64, 100), |(i, j)| ((i * 31 + j * 17) % 23) as f32 / 23.0);
    let mut trace =
        Trace::new(&projections, &heads, Method::DISTANCE_AWARE, Mask::causal(), input.view())
            .unwrap();
    let before = ALLOCATIONS.with(Cell::get);
    for head in 0..16 {
        trace.set_head(head, HeadParameters { w: -1.0, v: 2.0 }).unwrap();
    }
    assert_eq!(ALLOCATIONS.with(Cell::get), before);
    drop(vec![0_u8; 1]);
    assert_eq!(ALLOCATIONS.with(Cell::get), before + 1, "the allocator does count");
}
