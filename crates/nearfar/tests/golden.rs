//! The reference values, natively. `NEARFAR_GOLDEN` names another directory of the same schema.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod golden {
    pub mod cases;
}
use golden::cases::{self, File};

use std::path::PathBuf;

fn run(name: &str, check: fn(&File) -> usize, number: &str) {
    let directory = std::env::var_os("NEARFAR_GOLDEN")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden"), PathBuf::from);
    let path = directory.join(name);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let ran = check(&cases::parse(&text));
    assert!(ran > 0, "{} holds no case", path.display());
    println!("{name}: {ran} cases in {number}");
}

macro_rules! golden {
    ($($file:literal: $in_f64:ident, $in_f32:ident = $check:ident;)*) => {$(
        #[test]
        fn $in_f64() {
            run($file, cases::$check::<f64>, "f64");
        }
        #[test]
        fn $in_f32() {
            run($file, cases::$check::<f32>, "f32");
        }
    )*};
}

golden! {
    "a_da_head.json": golden_a_head_f64, golden_a_head_f32 = head;
    "a_da_multihead.json": golden_a_multihead_f64, golden_a_multihead_f32 = multihead;
    "a_da_extreme.json": golden_a_extreme_f64, golden_a_extreme_f32 = extreme;
    "b_mapping.json": golden_b_mapping_f64, golden_b_mapping_f32 = mapping;
    "c_adjust.json": golden_c_adjust_f64, golden_c_adjust_f32 = adjust;
    "d_figures.json": golden_d_figures_f64, golden_d_figures_f32 = figures;
    "e_vanilla.json": golden_e_vanilla_f64, golden_e_vanilla_f32 = vanilla;
}
