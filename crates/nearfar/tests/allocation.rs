//! A slider move allocates nothing: a counting allocator says so.
#![cfg(not(target_arch = "wasm32"))]
#![allow(unsafe_code, clippy::unwrap_used, clippy::expect_used)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use ndarray::Array3;
use nearfar::Method;
use nearfar::attention::{HeadParameters, LayerInputs, Mask, Trace};
use nearfar::checkpoint::Trained;
use nearfar::lab::{Lab, Updated};
use nearfar::settings::{ModelChoice, Settings};
use nearfar::text::VectorPart;

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

fn allocations(what: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.with(Cell::get);
    what();
    ALLOCATIONS.with(Cell::get) - before
}

/// The way of a slider: the settings are others, the Lab is brought up to date with them. With every
/// trained model that the page ships for one text, and with untrained projections.
#[test]
fn a_move_of_w_or_v_allocates_nothing() {
    let da = include_bytes!("../../../public/checkpoints/sst2-da.safetensors");
    let vectors = include_bytes!("../../../public/vectors/frequent.bin");
    for model in [ModelChoice::Sst2Da, ModelChoice::Untrained] {
        let mut lab = Lab::default();
        lab.vectors_mut().insert_part(VectorPart::parse(vectors).unwrap());
        lab.insert_model(ModelChoice::Sst2Da, Trained::read(da).unwrap()).unwrap();
        let mut settings = Settings { model, model_b: model, ..Settings::default() };
        lab.update(&settings);
        // What is allocated once is there after the first move.
        settings.set_w(3, -0.5);
        lab.update(&settings);
        for (w, v) in [(-1.0, 0.5), (2.0, 2.0), (0.0, -3.0)] {
            settings.set_w(3, w);
            settings.set_v(3, v);
            let mut updated = Updated::default();
            assert_eq!(allocations(|| updated = lab.update(&settings)), 0, "{model:?} w = {w}");
            assert!(updated.weights);
        }
    }
}

/// β of a model that adds something to its scores by itself.
#[test]
fn a_move_of_beta_allocates_nothing() {
    let array = |columns: usize, seed: usize| {
        Array3::from_shape_fn((2, 9, columns), |(h, i, x)| {
            ((h * 31 + i * 17 + x * 7 + seed) % 23) as f32 / 11.0 - 1.0
        })
    };
    let [query, key, value] = [1, 2, 3].map(|seed| array(4, seed));
    let inputs =
        LayerInputs { query, key, value, scale: 0.5, bias: Some(array(9, 4)), causal: false };
    let heads = [HeadParameters { w: -0.5, v: 1.0 }; 2];
    let mut trace =
        Trace::from_inputs(inputs, &heads, Method::DISTANCE_AWARE, Mask::none()).unwrap();
    for beta in [0.0, 2.0, -1.0, 1.0] {
        let before = trace.weights_of(1).to_vec();
        let mut moved = false;
        let count = allocations(|| moved = trace.postpone_beta(1, beta) && trace.catch_up(1));
        assert_eq!(count, 0, "β = {beta}");
        assert!(moved && trace.weights_of(1) != before, "β = {beta}");
    }
}

#[test]
fn the_allocator_counts() {
    assert_eq!(allocations(|| drop(vec![0_u8; 1])), 1);
}
