//! What the fast kernel and the plain one are held to, natively and in a browser.

use nearfar_kernel::rescale::{Head, fast, plain};
use nearfar_kernel::{Packed, Real, product};

/// What the two may differ by, beside the rounding of their logits.
const TOLERANCE: f64 = 4e-6;

/// Numbers between -1 and 1 that a seed decides.
pub fn numbers(seed: u64, count: usize) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    (0..count).map(|_| next()).collect()
}

pub fn narrow(values: &[f64]) -> Vec<f32> {
    values.iter().map(|&value| value as f32).collect()
}

fn widen(values: &[f32]) -> Vec<f64> {
    values.iter().map(|&value| f64::from(value)).collect()
}

fn largest_difference(found: &[f32], expected: &[f64]) -> f64 {
    assert_eq!(found.len(), expected.len());
    found.iter().zip(expected).map(|(&x, y)| (f64::from(x) - y).abs()).fold(0.0, f64::max)
}

/// One head's weights, by the fast kernel in `f32` and by the plain one in both.
pub fn check_weights(tokens: usize, causal: bool, scores: &[f32], by_distance: &[f32]) {
    let mirrored: Vec<f32> =
        (0..2 * tokens - 1).map(|place| by_distance[place.abs_diff(tokens - 1)]).collect();
    let binary: Vec<f32> =
        mirrored.iter().map(|&f| (f64::from(f) * std::f64::consts::LOG2_E) as f32).collect();
    let head = Head {
        tokens,
        causal,
        scores,
        coefficients: &mirrored,
        binary_coefficients: &binary,
        largest_score: f32::magnitude(scores),
    };
    let (mut found, mut in_f32) =
        (vec![f32::NAN; tokens * tokens], vec![f32::NAN; tokens * tokens]);
    fast(head, &mut found);
    plain(head, &mut in_f32);
    let (scores, mirrored) = (widen(scores), widen(&mirrored));
    let mut expected = vec![f64::NAN; tokens * tokens];
    plain(
        Head {
            tokens,
            causal,
            scores: &scores,
            coefficients: &mirrored,
            binary_coefficients: &[],
            largest_score: 0.0,
        },
        &mut expected,
    );
    // A logit of L is rounded to L/2^24 at best, and two of them move a weight by a quarter of what both are off.
    let steepest = mirrored.iter().fold(0.0, |most: f64, coefficient| most.max(coefficient.abs()));
    let rounded = f64::from(head.largest_score) * steepest * f64::from(f32::EPSILON) / 4.0;
    let tolerance = TOLERANCE + rounded;
    let what = format!("N = {tokens}, causal {causal}, largest {}", head.largest_score);
    assert!(largest_difference(&found, &expected) <= tolerance, "{what}");
    assert!(largest_difference(&found, &widen(&in_f32)) <= tolerance, "beside f32: {what}");
}

/// A product of random matrices by every way there is, `[m, k]` and `[k, n]`.
pub fn check_products(m: usize, k: usize, n: usize, seed: u64) {
    let (a, b) = (narrow(&numbers(seed, m * k)), narrow(&numbers(seed ^ 1, k * n)));
    // As a layer's: the variance of a sum does not depend on how many numbers are summed.
    let b: Vec<f32> = b.iter().map(|x| x / (k as f32).sqrt()).collect();
    let mut expected = vec![f64::NAN; m * n];
    product::multiply(m, k, n, &widen(&a), &widen(&b), &mut expected);
    let mut found = vec![f32::NAN; m * n];
    f32::multiply(m, k, n, &a, &b, &mut found);
    assert!(largest_difference(&found, &expected) <= TOLERANCE);
    Packed::new(k, n, &b).multiply(m, &a, &mut found);
    assert!(largest_difference(&found, &expected) <= TOLERANCE);
    let mut turned = vec![0.0; k * n];
    product::transpose(k, n, &b, &mut turned);
    f32::multiply_transposed(m, k, n, &a, &turned, &mut found);
    assert!(largest_difference(&found, &expected) <= TOLERANCE);
}

/// Weights of random scores as large as `size`, by coefficients of a sigmoid.
pub fn check_random_weights(
    tokens: usize,
    causal: bool,
    seed: u64,
    size: f64,
    steepness: f64,
    v: f64,
) {
    let scores: Vec<f64> = numbers(seed, tokens * tokens).iter().map(|x| x * size).collect();
    let coefficients: Vec<f64> = (0..tokens)
        .map(|distance| (1.0 + v.exp()) / (1.0 + (v - steepness * distance as f64).exp()))
        .collect();
    // With logits in the hundreds rounding of a logit alone is more than the tolerance: whole
    // numbers are exact.
    let large = size > 10.0;
    let exact = |x: &f64| if large { x.round() } else { *x };
    let scores: Vec<f64> = scores.iter().map(exact).collect();
    let coefficients: Vec<f64> = coefficients.iter().map(exact).collect();
    check_weights(tokens, causal, &narrow(&scores), &narrow(&coefficients));
}

pub fn the_smallest_shapes_agree() {
    for tokens in [1, 2, 3, 4, 5, 15, 16, 17] {
        let scores = narrow(&numbers(tokens as u64, tokens * tokens));
        check_weights(tokens, false, &scores, &vec![1.0; tokens]);
        check_weights(tokens, true, &scores, &vec![0.5; tokens]);
    }
}

/// Larger logits than `f32` has powers of two for, and none at all.
pub fn extreme_scores_agree() {
    let scores: Vec<f32> = vec![2_147_483_648.0, -5.0, 0.0, 0.0, 3.0, -1.0, 0.0, 0.0, -2.0];
    check_weights(3, false, &scores, &[7.9e28, 1.0, 1e-40]);
    check_weights(3, false, &[-1.0; 9], &[1.0, 2.0, 3.0]);
}
