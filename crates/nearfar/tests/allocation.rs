//! A slider move allocates nothing: a counting allocator says so.
#![cfg(not(target_arch = "wasm32"))]
#![allow(unsafe_code, clippy::unwrap_used, clippy::expect_used)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use ndarray::Array3;
use nearfar::Method;
use nearfar::attention::{
    HeadParameters, LayerInputs, Mask, TermBiases, TermParameters, TermRotation, TermRule, Trace,
};
use nearfar::checkpoint::Trained;
use nearfar::lab::{Lab, Updated};
use nearfar::methods::rotation::PairLayout;
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

/// β, a reach and a base of a model that adds something to its scores by itself.
#[test]
fn a_move_of_a_position_term_allocates_nothing() {
    let array = |columns: usize, seed: usize| {
        Array3::from_shape_fn((2, 9, columns), |(h, i, x)| {
            ((h * 31 + i * 17 + x * 7 + seed) % 23) as f32 / 11.0 - 1.0
        })
    };
    let rotation = TermRotation {
        frequencies: vec![1.0, 0.01],
        base: 1e4,
        layout: PairLayout::Half,
        factor: 1.0,
    };
    let numbers = |count: usize| (0..count).map(|i| (i * 7 % 5) as f64 - 2.0).collect();
    let biases = TermBiases { content: numbers(2 * 9), position: numbers(2 * 17) };
    let trained = TermParameters::TRAINED;
    let betas = [0.0, 2.0, -1.0, 1.0].map(|beta| TermParameters { beta, ..trained });
    let shapes = [0.5, 1.0, 3.0, 2.0].map(|shape| TermParameters { shape, ..trained });
    let shifts = [1.0, 2.0].map(|shift| TermParameters { shift, offset: -1, ..trained });
    let both = [&shapes[..1], &shifts[..]].concat();
    for (rule, moves) in [
        (TermRule::Whole, &betas[..]),
        (TermRule::ByOffset { buckets: Vec::new() }, &shapes[1..]),
        (TermRule::ByOffset { buckets: (0..17).collect() }, &shifts[..]),
        (TermRule::Biases(biases), &both[..]),
        (TermRule::Rotation(rotation), &shapes[..]),
    ] {
        let [query, key, value] = [1, 2, 3].map(|seed| array(4, seed));
        let (scale, bias) = (0.5, Some(array(9, 4)));
        let inputs =
            LayerInputs { query, key, value, scale, bias, rule: rule.clone(), causal: false };
        let heads = [HeadParameters { w: -0.5, v: 1.0 }; 2];
        let mut trace =
            Trace::from_inputs(inputs, &heads, Method::DISTANCE_AWARE, Mask::none()).unwrap();
        for &wanted in moves {
            let before = trace.weights_of(1).to_vec();
            let mut moved = false;
            let count = allocations(|| moved = trace.postpone_term(1, wanted) && trace.catch_up(1));
            assert_eq!(count, 0, "{rule:?} {wanted:?}");
            assert!(moved && trace.weights_of(1) != before, "{rule:?} {wanted:?}");
        }
    }
}

#[test]
fn the_allocator_counts() {
    assert_eq!(allocations(|| drop(vec![0_u8; 1])), 1);
}
