//! The backward pass through a head, against central differences, an example worked out by hand, and
//! what may lie beyond the tokens of a padded batch. The stored gradients are in `golden`.

use ndarray::{Array2, Array3};
use nearfar::attention::{
    Adjustment, HeadGradient, HeadParameters, HeadRescale, HeadShape, MAPPINGS, Mapping,
    MappingRow, Mask, Step, Trace,
};
use nearfar::{Method, Real};
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Vanilla, and every adjustment with every mapping.
fn methods(mappings: Vec<Mapping>) -> Vec<Method> {
    let aware = mappings.into_iter().flat_map(|mapping| {
        Adjustment::ALL.map(|adjustment| Method::DistanceAware { mapping, adjustment })
    });
    [Method::Vanilla { positions: false }].into_iter().chain(aware).collect()
}

/// Every mapping of the table, two of them with numbers of the test.
fn mappings(threshold: f64, slope: f64, intercept: f64) -> Vec<Mapping> {
    let with = |row: &MappingRow| match row.mapping() {
        Mapping::Clip { .. } => Mapping::Clip { threshold },
        Mapping::Linear { .. } => Mapping::Linear { slope, intercept },
        other => other,
    };
    MAPPINGS.iter().map(with).collect()
}

/// One head of N tokens, and dL/dweights; the matrices are `[N, N]`.
#[derive(Clone)]
struct Head<T> {
    tokens: usize,
    w: f64,
    v: f64,
    scores: Vec<T>,
    d_weights: Vec<T>,
}

impl<T: Real> Head<T> {
    /// Scores between 0.05 and 2 on either side of 0, so that no small step crosses ReLU's kink.
    fn random(tokens: usize, w: f64, v: f64, seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut scores = Vec::new();
        let mut d_weights = Vec::new();
        for _ in 0..tokens * tokens {
            let size: f64 = rng.random_range(0.05..2.0);
            scores.push(T::from_f64(if rng.random_bool(0.5) { size } else { -size }));
            d_weights.push(T::from_f64(rng.random_range(-1.0..1.0)));
        }
        Head { tokens, w, v, scores, d_weights }
    }

    fn rescale(&self, method: Method, longest: usize) -> HeadRescale<T> {
        HeadRescale::new(method, self.w, self.v, longest)
    }

    fn weights(&self, method: Method) -> Vec<T> {
        let mut weights = vec![T::nan(); self.scores.len()];
        let shape = HeadShape { tokens: self.tokens, stride: self.tokens };
        self.rescale(method, self.tokens).weights(shape, &self.scores, &mut weights);
        weights
    }

    /// dL/dscores, and dL/dw, dL/dv.
    fn backward(&self, method: Method) -> (Vec<T>, HeadGradient) {
        let mut d_scores = vec![T::nan(); self.scores.len()];
        let shape = HeadShape { tokens: self.tokens, stride: self.tokens };
        let weights = self.weights(method);
        let (scores, d_weights) = (&self.scores, &self.d_weights);
        let rescale = self.rescale(method, self.tokens);
        let mut sums = vec![0.0; self.tokens];
        rescale.backward(shape, scores, &weights, d_weights, &mut d_scores, &mut sums);
        let gradient = rescale.gradient(&sums);
        (d_scores, gradient)
    }

    /// `cells` in rows of `stride`, with two rows more; `beyond` stands in what is no token's.
    fn padded(&self, cells: &[T], stride: usize, beyond: T) -> Vec<T> {
        let mut padded = vec![beyond; (self.tokens + 2) * stride];
        for (row, cells) in padded.chunks_mut(stride).zip(cells.chunks(self.tokens)) {
            row[..self.tokens].copy_from_slice(cells);
        }
        padded
    }
}

impl Head<f64> {
    /// L = Σ d_weights ∘ weights, whose derivative by the weights is `d_weights`.
    fn loss(&self, method: Method) -> f64 {
        self.weights(method).iter().zip(&self.d_weights).map(|(a, d)| a * d).sum()
    }

    /// dL/dx by central differences, `shift` being what moves x.
    fn slope(&self, method: Method, shift: impl Fn(&mut Self, f64)) -> f64 {
        let at = |distance: f64| {
            let mut head = self.clone();
            shift(&mut head, distance);
            head.loss(method)
        };
        ((at(-2.0 * STEP) - at(2.0 * STEP)) + 8.0 * (at(STEP) - at(-STEP))) / (12.0 * STEP)
    }
}

/// The step of the five-point difference, whose own error is STEP⁴/30 of the fifth derivative. The
/// steepest way is that of w: a logit s·e^(wR) with |s| ≤ 2, R ≤ 8, |w| ≤ 0.2 has a slope of 80, so
/// the fifth derivative is some 80⁵ and the error 1e-10. Rounding adds some 1e-14 / STEP, 3e-10.
const STEP: f64 = 3e-5;

/// How far a gradient may be from the difference, relative to the largest of its tensor. One that is
/// smaller than `SMALLEST` is held to that: beneath it the difference is rounding (see `STEP`).
const RELATIVE: f64 = 1e-6;
const SMALLEST: f64 = 0.01;

fn check(what: &str, found: f64, numeric: f64, largest: f64) -> Result<(), TestCaseError> {
    let limit = RELATIVE * largest.abs().max(SMALLEST);
    prop_assert!((found - numeric).abs() <= limit, "{what}: {found:e} is not {numeric:e}");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn gradients_are_the_slopes(
        tokens in 1..=9_usize,
        w in prop_oneof![-0.2..-0.02, 0.02..0.2],
        v in -2.0..2.0,
        kink in 0..9_usize,
        slope in -1.0..1.0,
        intercept in -1.0..1.0,
        seed: u64,
    ) {
        // Clip has its kink between two distances, where no step of w comes near it.
        let threshold = w * (kink as f64 + 0.5);
        let head = Head::<f64>::random(tokens, w, v, seed);
        for method in methods(mappings(threshold, slope, intercept)) {
            let (d_scores, gradient) = head.backward(method);
            let largest = d_scores.iter().fold(0.0_f64, |largest, d| largest.max(d.abs()));
            for (cell, &found) in d_scores.iter().enumerate() {
                let numeric = head.slope(method, |head, step| head.scores[cell] += step);
                check(&format!("{method:?} score {cell}"), found, numeric, largest)?;
            }
            let numeric = head.slope(method, |head, step| head.w += step);
            check(&format!("{method:?} w"), gradient.w, numeric, gradient.w)?;
            let numeric = head.slope(method, |head, step| head.v += step);
            check(&format!("{method:?} v"), gradient.v, numeric, gradient.v)?;
        }
    }
}

/// Cells that are no token's hold NaN where they are read from and a mark where they are written to:
/// the results are those of the tokens alone, to the bit, and the marks stay.
fn padding_is_not_touched<T: Real>(head: &Head<T>, stride: usize) -> Result<(), TestCaseError> {
    let mark = T::from_f64(-77.25);
    let shape = HeadShape { tokens: head.tokens, stride };
    for method in methods(mappings(0.3, 0.5, -0.2)) {
        let weights = head.weights(method);
        let scores = head.padded(&head.scores, stride, T::nan());
        let mut found = vec![mark; scores.len()];
        // Coefficients for a longer sequence, as a batch has them.
        let rescale = head.rescale(method, stride + 1);
        rescale.weights(shape, &scores, &mut found);
        prop_assert_eq!(&found, &head.padded(&weights, stride, mark), "{:?}", method);

        let (d_scores, gradient) = head.backward(method);
        let mut found = vec![mark; scores.len()];
        let mut sums = vec![0.0; stride + 1];
        rescale.backward(
            shape,
            &scores,
            &head.padded(&weights, stride, T::nan()),
            &head.padded(&head.d_weights, stride, T::nan()),
            &mut found,
            &mut sums,
        );
        let found_gradient = rescale.gradient(&sums);
        prop_assert_eq!(&found, &head.padded(&d_scores, stride, mark), "{:?}", method);
        prop_assert_eq!(found_gradient, gradient, "{:?}", method);
    }
    Ok(())
}

/// The weights of a trace, from the trace's own scores.
fn weights_are_those_of_the_trace<T: Real>(
    tokens: usize,
    w: f64,
    v: f64,
    seed: u64,
    tolerance: f64,
) -> Result<(), TestCaseError> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut random = || {
        Array3::from_shape_simple_fn((1, tokens, 4), || T::from_f64(rng.random_range(-2.0..2.0)))
    };
    let (query, key, value) = (random(), random(), random());
    for method in methods(mappings(0.3, 0.5, -0.2)) {
        let trace = Trace::from_projected(
            query.clone(),
            key.clone(),
            value.clone(),
            &[HeadParameters { w, v }],
            method,
            Mask::none(),
            Array2::zeros((tokens, 0)),
        )
        .unwrap();
        let scores = trace.scores().iter().copied().collect();
        let head = Head { tokens, w, v, scores, d_weights: Vec::new() };
        // A logit is rounded in proportion to its size, in another place by either.
        let logits = trace.matrix(0, Step::Logit);
        let largest = logits.iter().fold(0.0, |largest: f64, x| largest.max(x.abs().as_f64()));
        let tolerance = tolerance * largest.max(1.0);
        for (found, expected) in trace.weights_of(0).iter().zip(head.weights(method)) {
            let difference = (found.as_f64() - expected.as_f64()).abs();
            prop_assert!(difference <= tolerance, "{:?}: {} beside {}", method, found, expected);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn cells_beyond_the_tokens_are_neither_read_nor_written(
        tokens in 1..=9_usize, more in 0..4_usize, w in -1.0..1.0, v in -2.0..2.0, seed: u64
    ) {
        padding_is_not_touched(&Head::<f64>::random(tokens, w, v, seed), tokens + more)?;
        padding_is_not_touched(&Head::<f32>::random(tokens, w, v, seed), tokens + more)?;
    }

    #[test]
    fn weights_of_a_head_are_those_of_the_trace(
        tokens in 1..40_usize, w in -3.0..3.0, v in -3.0..3.0, seed: u64
    ) {
        // The trainer computes with the plain kernel and one coefficient at a time, the page with the
        // fast one and runs of coefficients.
        weights_are_those_of_the_trace::<f64>(tokens, w, v, seed, 1e-13)?;
        weights_are_those_of_the_trace::<f32>(tokens, w, v, seed, 4e-6)?;
    }

    #[test]
    fn gradients_are_finite_at_the_extremes(
        tokens in prop_oneof![Just(512_usize), 1..20_usize],
        w in prop_oneof![Just(-1e3), Just(1e3), -1e3..1e3],
        v in prop_oneof![Just(-1e3), Just(1e3), -1e3..1e3],
        seed: u64,
    ) {
        let head = Head::<f32>::random(tokens, w, v, seed);
        for mapping in mappings(5.0, 2.0, 1.0) {
            // The largest matrices go through one adjustment each, not through all.
            let adjustments: Vec<_> = match tokens {
                512 => vec![Adjustment::ALL[(seed % 6) as usize]],
                _ => Adjustment::ALL.to_vec(),
            };
            for adjustment in adjustments {
                let (d_scores, gradient) = head.backward(Method::DistanceAware { mapping, adjustment });
                prop_assert!(d_scores.iter().all(|d| d.is_finite()), "{:?} {:?}", mapping, adjustment);
                prop_assert!(
                    gradient.w.is_finite() && gradient.v.is_finite(),
                    "{:?} {:?}: {:?}", mapping, adjustment, gradient
                );
            }
        }
    }
}

/// Two tokens with w = ln 2 and v = 0, where f = 4/3 at distance 1, f' = f·σ(v - x) = 4/9 and
/// df/dv = f·(σ(v) - σ(v - x)) = 2/9. One score of each row is negative, so its logit is 0.
#[test]
fn two_tokens_by_hand() {
    let ln = |x: f64| x.ln();
    let head = Head {
        tokens: 2,
        w: ln(2.0),
        v: 0.0,
        // Logits ln 2 and 0, and (3/4 ln 3)·4/3 = ln 3 and 0.
        scores: vec![ln(2.0), -1.0, 0.75 * ln(3.0), -1.0],
        // L is the sum of the diagonal.
        d_weights: vec![1.0, 0.0, 0.0, 1.0],
    };
    let close = |found: &[f64], expected: &[f64]| {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-15, "{found} is not {expected}");
        }
    };
    close(&head.weights(Method::DISTANCE_AWARE), &[2. / 3., 1. / 3., 3. / 4., 1. / 4.]);
    let (d_scores, gradient) = head.backward(Method::DISTANCE_AWARE);
    // Back through the softmax, p ∘ (d - Σ d p): [2/9, -2/9] and [-3/16, 3/16]. Then times f where
    // the score is positive: 1 on the diagonal, 4/3 beside it.
    close(&d_scores, &[2. / 9., 0., -1. / 4., 0.]);
    // dL/df at distance 1 is -2/9·ReLU(-1) - 3/16·(3/4 ln 3) = -9/64 ln 3.
    close(&[gradient.w, gradient.v], &[-ln(3.0) / 16., -ln(3.0) / 32.]);
}

#[test]
fn a_saturated_coefficient_has_no_slope() {
    // e^(1000 R) is beyond what a coefficient may be but at distance 0, where w does nothing.
    let method =
        Method::DistanceAware { mapping: Mapping::Exponent, adjustment: Adjustment::LateAdd };
    let (d_scores, gradient) = Head::<f64>::random(3, 1e3, 0.0, 1).backward(method);
    assert_eq!(gradient, HeadGradient { w: 0.0, v: 0.0 });
    assert!(d_scores.iter().all(|d| d.is_finite() && *d != 0.0));
}
