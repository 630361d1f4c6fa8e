//! The way back: from the gradient of a head's weights to those of its scores, w and v. By hand,
//! beside the forward step that it belongs to, and held to central differences by the tests.

use crate::Real;
use crate::attention::adjustment::Adjustment;
use crate::attention::distance::weighted_distance;
use crate::attention::mapping::Mapping;
use crate::method::Method;

/// The derivative of a loss by w and v of a head.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HeadGradient {
    /// dL/dw.
    pub w: f64,
    /// dL/dv.
    pub v: f64,
}

/// One head of one sequence: `tokens` rows and columns in matrices whose rows are `stride` apart,
/// so that a padded batch is worked on where it lies. What lies beyond the tokens is neither read
/// nor written; without a token nothing is.
#[derive(Clone, Copy, Debug)]
pub struct HeadShape {
    /// N.
    pub tokens: usize,
    /// The distance between the starts of two rows, at least N.
    pub stride: usize,
}

/// Attention weights of one head from its raw scores, both `[N, stride]` of `shape` (Eq. 6;
/// sections 4.3 and 4.4): what [`crate::attention::Trace`] computes, for a batch.
pub fn weights_of_head<T: Real>(
    method: Method,
    w: f64,
    v: f64,
    shape: HeadShape,
    scores: &[T],
    weights: &mut [T],
) {
    let HeadShape { tokens, stride } = shape;
    if tokens == 0 {
        return;
    }
    let Method::DistanceAware { mapping, adjustment } = method else {
        for (scores, weights) in scores.chunks(stride).zip(weights.chunks_mut(stride)).take(tokens)
        {
            weights[..tokens].copy_from_slice(&scores[..tokens]);
            T::softmax(&mut weights[..tokens]);
        }
        return;
    };
    let mirrored = mirrored_coefficients(mapping, w, v, tokens);
    let rows = scores.chunks(stride).zip(weights.chunks_mut(stride)).take(tokens).enumerate();
    for (i, (scores, weights)) in rows {
        let coefficients = &mirrored[tokens - 1 - i..2 * tokens - 1 - i];
        adjustment.weights_into(&scores[..tokens], coefficients, &mut weights[..tokens]);
    }
}

/// The way back through [`weights_of_head`]: writes dL/dscores into `d_scores` and returns the
/// gradient of w and v, given the scores, the weights that came of them, and dL/dweights.
#[expect(clippy::too_many_arguments, reason = "what went in, what came out, and where to")]
pub fn head_backward<T: Real>(
    method: Method,
    w: f64,
    v: f64,
    shape: HeadShape,
    scores: &[T],
    weights: &[T],
    d_weights: &[T],
    d_scores: &mut [T],
) -> HeadGradient {
    let HeadShape { tokens, stride } = shape;
    if tokens == 0 {
        return HeadGradient::default();
    }
    let rows = scores
        .chunks(stride)
        .zip(weights.chunks(stride))
        .zip(d_weights.chunks(stride).zip(d_scores.chunks_mut(stride)))
        .take(tokens);
    let Method::DistanceAware { mapping, adjustment } = method else {
        for ((_, weights), (d_weights, d_scores)) in rows {
            softmax_backward(&weights[..tokens], &d_weights[..tokens], &mut d_scores[..tokens]);
        }
        return HeadGradient::default();
    };
    let mirrored = mirrored_coefficients(mapping, w, v, tokens);
    let mut d_mirrored = vec![T::zero(); mirrored.len()];
    let mut scratch = [vec![T::zero(); tokens], vec![T::zero(); tokens]];
    for (i, ((scores, weights), (d_weights, d_scores))) in rows.enumerate() {
        let window = tokens - 1 - i..2 * tokens - 1 - i;
        row_backward(
            adjustment,
            &scores[..tokens],
            &mirrored[window.clone()],
            &weights[..tokens],
            &d_weights[..tokens],
            &mut d_scores[..tokens],
            &mut d_mirrored[window],
            &mut scratch,
        );
    }
    let by_distance = |distance: usize| {
        let far = d_mirrored[tokens - 1 + distance].as_f64();
        if distance == 0 { far } else { far + d_mirrored[tokens - 1 - distance].as_f64() }
    };
    mapping.head_gradient::<T>(w, v, tokens, by_distance)
}

/// The coefficients by j - i from -(N-1) to N-1, as [`crate::attention::Trace`] keeps them.
fn mirrored_coefficients<T: Real>(mapping: Mapping, w: f64, v: f64, tokens: usize) -> Vec<T> {
    let mut mirrored = vec![T::zero(); 2 * tokens - 1];
    for distance in 0..tokens {
        let coefficient = mapping.coefficient(w, v, distance);
        mirrored[tokens - 1 + distance] = coefficient;
        mirrored[tokens - 1 - distance] = coefficient;
    }
    mirrored
}

/// One row back: dL/dscores is written, dL/dcoefficients is added to.
#[expect(clippy::too_many_arguments, reason = "what went in, what came out, and where to")]
#[inline]
fn row_backward<T: Real>(
    adjustment: Adjustment,
    scores: &[T],
    coefficients: &[T],
    weights: &[T],
    d_weights: &[T],
    d_scores: &mut [T],
    d_coefficients: &mut [T],
    [normalised, d_normalised]: &mut [Vec<T>; 2],
) {
    if !adjustment.is_early() {
        // weights = softmax(scores) ∘ c or softmax(scores) + c; the softmax is made again.
        normalised.copy_from_slice(scores);
        T::softmax(normalised);
        if adjustment.multiplies() {
            T::times(d_weights, coefficients, d_normalised);
            add_product(d_coefficients, d_weights, normalised);
        } else {
            d_normalised.copy_from_slice(d_weights);
            T::plus_in_place(d_coefficients, d_weights);
        }
        softmax_backward(normalised, d_normalised, d_scores);
        return;
    }
    let d_logits = normalised;
    softmax_backward(weights, d_weights, d_logits);
    let positive = |score: T, x: T| if score > T::zero() { x } else { T::zero() };
    match (adjustment.multiplies(), adjustment.clips()) {
        (true, clips) => {
            let cells = d_logits.iter().zip(scores).zip(coefficients).zip(d_coefficients);
            for ((((&d, &s), &c), d_c), d_s) in cells.zip(d_scores) {
                let seen = if clips { nearfar_kernel::relu(s) } else { s };
                *d_c = *d_c + d * seen;
                *d_s = if clips { positive(s, d * c) } else { d * c };
            }
        }
        (false, clips) => {
            T::plus_in_place(d_coefficients, d_logits);
            for ((d_s, &d), &s) in d_scores.iter_mut().zip(d_logits.iter()).zip(scores) {
                *d_s = if clips { positive(s, d) } else { d };
            }
        }
    }
}

/// Back through a softmax: d_logits = p ∘ (d_p - Σ d_p p).
#[inline]
fn softmax_backward<T: Real>(p: &[T], d_p: &[T], d_logits: &mut [T]) {
    let dot = p.iter().zip(d_p).fold(T::zero(), |sum, (&p, &d)| sum + p * d);
    for ((out, &p), &d) in d_logits.iter_mut().zip(p).zip(d_p) {
        *out = p * (d - dot);
    }
}

#[inline]
fn add_product<T: Real>(sums: &mut [T], a: &[T], b: &[T]) {
    for ((sum, &a), &b) in sums.iter_mut().zip(a).zip(b) {
        *sum = *sum + a * b;
    }
}

impl Mapping {
    /// dL/dw and dL/dv of a head of N tokens, given dL/df by distance 0 .. N-1. A coefficient that
    /// saturates at `T::COEFFICIENT_LIMIT` has no slope.
    pub fn head_gradient<T: Real>(
        self,
        w: f64,
        v: f64,
        tokens: usize,
        by_distance: impl Fn(usize) -> f64,
    ) -> HeadGradient {
        let limit = T::COEFFICIENT_LIMIT.as_f64();
        let mut gradient = HeadGradient::default();
        for distance in 0..tokens {
            let x = weighted_distance(w, distance);
            if self.value(x, v).abs() < limit {
                let upstream = by_distance(distance);
                gradient.w += upstream * self.derivative_x(x, v) * distance as f64;
                gradient.v += upstream * self.derivative_v(x, v);
            }
        }
        gradient
    }
}
