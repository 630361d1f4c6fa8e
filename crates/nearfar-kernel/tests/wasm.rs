//! The kernel as a browser runs it, with relaxed SIMD: the browser of these tests has it.
#![cfg(target_arch = "wasm32")]

mod cases;

use wasm_bindgen_test::wasm_bindgen_test;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn relaxed_simd_is_in_use() {
    assert!(nearfar_kernel::has_relaxed_simd());
}

/// Every count of rows and columns beyond a full block, and sums longer than a run.
#[wasm_bindgen_test]
fn products_agree() {
    for m in 1..10 {
        for n in 1..18 {
            for k in [1, 3, 64, 127, 128, 129, 300] {
                cases::check_products(m, k, n, (m * 1000 + n * 10 + k) as u64);
            }
        }
    }
    cases::check_products(64, 2048, 200, 1);
}

#[wasm_bindgen_test]
fn weights_agree() {
    for tokens in 1..70 {
        for size in [0.5, 4.0, 40.0] {
            for (steepness, v) in [(-0.8, 1.0), (0.1, -1.5)] {
                let seed = tokens as u64;
                cases::check_random_weights(tokens, tokens % 2 == 0, seed, size, steepness, v);
            }
        }
    }
}

#[wasm_bindgen_test]
fn the_smallest_shapes_agree() {
    cases::the_smallest_shapes_agree();
}

#[wasm_bindgen_test]
fn extreme_scores_agree() {
    cases::extreme_scores_agree();
}
