//! The fast kernel computes what the plain one says, for any shape: to 4e-6 for weights, and for
//! products of numbers about as large as those of a trained layer.
#![cfg(not(target_arch = "wasm32"))]

mod cases;

use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Also where N is no multiple of the lanes, and where the logits leave the range in which no
    /// maximum has to be subtracted.
    #[test]
    fn weights_agree(
        tokens in 1_usize..70,
        causal in any::<bool>(),
        seed in any::<u64>(),
        size in prop_oneof![Just(0.0_f64), 0.1..4.0, 20.0..60.0],
        steepness in -1.0..1.0_f64,
        v in -2.0..1.5_f64,
    ) {
        cases::check_random_weights(tokens, causal, seed, size, steepness, v);
    }

    #[test]
    fn products_agree(
        m in 1_usize..40,
        k in 1_usize..300,
        n in 1_usize..40,
        seed in any::<u64>(),
    ) {
        cases::check_products(m, k, n, seed);
    }
}

#[test]
fn the_smallest_shapes_agree() {
    cases::the_smallest_shapes_agree();
}

#[test]
fn extreme_scores_agree() {
    cases::extreme_scores_agree();
}
