//! The backward pass: from the gradient of a head's weights to those of its scores, w and v. By hand,
//! beside the forward step that it belongs to, and held to central differences by the tests.

use crate::Real;
use crate::attention::adjustment::Adjustment;
use crate::attention::distance::weighted_distance;
use crate::attention::mapping::Mapping;
use crate::attention::parameters::Line;
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

/// One head, its coefficients computed once for every sequence of a batch.
#[derive(Clone, Debug, PartialEq)]
pub struct HeadRescale<T> {
    method: Method,
    w: f64,
    v: f64,
    /// The coefficients by j - i, from -(longest - 1) to longest - 1; empty where the method has
    /// none.
    mirrored: Vec<T>,
    /// The most tokens of a sequence, at least 1.
    longest: usize,
}

impl<T: Real> HeadRescale<T> {
    /// For sequences of at most `longest` tokens.
    pub fn new(method: Method, w: f64, v: f64, longest: usize) -> Self {
        let longest = longest.max(1);
        let mirrored = match method {
            Method::DistanceAware { mapping, .. } => mirrored_coefficients(mapping, w, v, longest),
            Method::Vanilla { .. } => Vec::new(),
        };
        HeadRescale { method, w, v, mirrored, longest }
    }

    /// The coefficients of row i of a sequence of N tokens, as places in `mirrored`.
    fn window(&self, i: usize, tokens: usize) -> std::ops::Range<usize> {
        let start = self.longest - 1 - i;
        start..start + tokens
    }

    /// Attention weights from raw scores, both `[N, stride]` of `shape` (Eq. 6; sections 4.3 and
    /// 4.4): what [`crate::attention::Trace`] computes, for a batch.
    ///
    /// # Panics
    /// Where a slice is shorter than `shape` says, or N is beyond the longest sequence.
    pub fn weights(&self, shape: HeadShape, scores: &[T], weights: &mut [T]) {
        let HeadShape { tokens, stride } = shape;
        if tokens == 0 {
            return;
        }
        let rows = scores.chunks(stride).zip(weights.chunks_mut(stride)).take(tokens).enumerate();
        for (i, (scores, weights)) in rows {
            self.row(i, &scores[..tokens], &mut weights[..tokens]);
        }
    }

    /// As [`HeadRescale::weights`], where a token sees only itself and those before it: the weights
    /// of later keys are 0.
    ///
    /// # Panics
    /// As [`HeadRescale::weights`].
    pub fn causal_weights(&self, shape: HeadShape, scores: &[T], weights: &mut [T]) {
        let HeadShape { tokens, stride } = shape;
        if tokens == 0 {
            return;
        }
        let rows = scores.chunks(stride).zip(weights.chunks_mut(stride)).take(tokens).enumerate();
        for (i, (scores, weights)) in rows {
            let (seen, unseen) = weights[..tokens].split_at_mut(i + 1);
            self.row(i, &scores[..=i], seen);
            unseen.fill(T::zero());
        }
    }

    /// As [`HeadRescale::weights`], where token i sees the keys of `keys(i)` alone, at least one within the
    /// sentence: the weights of the others are 0.
    ///
    /// # Panics
    /// As [`HeadRescale::weights`], and where keys beyond the sentence are seen.
    pub fn weights_within(
        &self,
        shape: HeadShape,
        keys: impl Fn(usize) -> std::ops::Range<usize>,
        scores: &[T],
        weights: &mut [T],
    ) {
        let HeadShape { tokens, stride } = shape;
        if tokens == 0 {
            return;
        }
        let rows = scores.chunks(stride).zip(weights.chunks_mut(stride)).take(tokens).enumerate();
        for (i, (scores, weights)) in rows {
            let seen = keys(i);
            weights[..tokens].fill(T::zero());
            self.row_from(i, seen.start, &scores[seen.clone()], &mut weights[seen]);
        }
    }

    /// Row i, as far as it sees: keys 0 to `scores.len() - 1`.
    fn row(&self, i: usize, scores: &[T], weights: &mut [T]) {
        self.row_from(i, 0, scores, weights);
    }

    /// Row i, from the key `first` on.
    fn row_from(&self, i: usize, first: usize, scores: &[T], weights: &mut [T]) {
        match self.method {
            Method::DistanceAware { adjustment, .. } => {
                let window = self.window(i, first + scores.len());
                let coefficients = &self.mirrored[window.start + first..window.end];
                adjustment.weights_into(scores, coefficients, weights);
            }
            Method::Vanilla { .. } => {
                weights.copy_from_slice(scores);
                T::softmax(weights);
            }
        }
    }

    /// The backward pass through [`HeadRescale::weights`]: writes dL/dscores into `d_scores` and adds
    /// dL/df by distance, `[longest]`, to `d_coefficients`, given the scores, the weights that came
    /// of them, and dL/dweights.
    ///
    /// # Panics
    /// As [`HeadRescale::weights`].
    pub fn backward(
        &self,
        shape: HeadShape,
        scores: &[T],
        weights: &[T],
        d_weights: &[T],
        d_scores: &mut [T],
        d_coefficients: &mut [f64],
    ) {
        let HeadShape { tokens, stride } = shape;
        if tokens == 0 {
            return;
        }
        let rows = scores
            .chunks(stride)
            .zip(weights.chunks(stride))
            .zip(d_weights.chunks(stride).zip(d_scores.chunks_mut(stride)))
            .take(tokens);
        let Method::DistanceAware { adjustment, .. } = self.method else {
            for ((_, weights), (d_weights, d_scores)) in rows {
                softmax_backward(&weights[..tokens], &d_weights[..tokens], &mut d_scores[..tokens]);
            }
            return;
        };
        let mut d_mirrored = vec![T::zero(); 2 * tokens - 1];
        let mut scratch = [vec![T::zero(); tokens], vec![T::zero(); tokens]];
        for (i, ((scores, weights), (d_weights, d_scores))) in rows.enumerate() {
            row_backward(
                adjustment,
                &scores[..tokens],
                &self.mirrored[self.window(i, tokens)],
                &weights[..tokens],
                &d_weights[..tokens],
                &mut d_scores[..tokens],
                &mut d_mirrored[tokens - 1 - i..2 * tokens - 1 - i],
                &mut scratch,
            );
        }
        for (distance, sum) in d_coefficients.iter_mut().enumerate().take(tokens) {
            *sum += d_mirrored[tokens - 1 + distance].as_f64();
            if distance > 0 {
                *sum += d_mirrored[tokens - 1 - distance].as_f64();
            }
        }
    }

    /// dL/dk and dL/db of a head with a line of its own from dL/df by distance, as
    /// [`HeadRescale::backward`] adds it up. A coefficient that saturates has no slope.
    pub fn line_gradient(&self, d_coefficients: &[f64]) -> Line {
        let mut gradient = Line { slope: 0.0, intercept: 0.0 };
        let Method::DistanceAware { mapping, .. } = self.method else { return gradient };
        let limit = T::COEFFICIENT_LIMIT.as_f64();
        for (distance, &upstream) in d_coefficients.iter().enumerate() {
            let x = weighted_distance(self.w, distance);
            if mapping.value(x, self.v).abs() < limit {
                gradient.slope += upstream * x;
                gradient.intercept += upstream;
            }
        }
        gradient
    }

    /// dL/dw and dL/dv from dL/df by distance, as [`HeadRescale::backward`] adds it up; 0 where the
    /// method has no coefficients.
    pub fn gradient(&self, d_coefficients: &[f64]) -> HeadGradient {
        match self.method {
            Method::DistanceAware { mapping, .. } => {
                mapping.head_gradient::<T>(self.w, self.v, d_coefficients)
            }
            Method::Vanilla { .. } => HeadGradient::default(),
        }
    }
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
    /// dL/dw and dL/dv, given dL/df by distance from 0. A coefficient that saturates at
    /// `T::COEFFICIENT_LIMIT` has no slope.
    fn head_gradient<T: Real>(self, w: f64, v: f64, d_coefficients: &[f64]) -> HeadGradient {
        let limit = T::COEFFICIENT_LIMIT.as_f64();
        let mut gradient = HeadGradient::default();
        for (distance, &upstream) in d_coefficients.iter().enumerate() {
            let x = weighted_distance(w, distance);
            if self.value(x, v).abs() < limit {
                gradient.w += upstream * self.derivative_x(x, v) * distance as f64;
                gradient.v += upstream * self.derivative_v(x, v);
            }
        }
        gradient
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn causal_rows_are_rows_of_shorter_sequences() {
        let scores: Vec<f64> = (0..16).map(|k| f64::from((k * 7) % 11) - 4.0).collect();
        let shape = HeadShape { tokens: 4, stride: 4 };
        for adjustment in Adjustment::ALL {
            let mapping = Mapping::LearnableSigmoid;
            let head =
                HeadRescale::new(Method::DistanceAware { mapping, adjustment }, -0.5, 0.3, 4);
            let mut causal = [f64::NAN; 16];
            head.causal_weights(shape, &scores, &mut causal);
            for i in 0..4 {
                // The last row of the first i + 1 tokens sees just those.
                let tokens = i + 1;
                let first: Vec<f64> =
                    scores.chunks(4).take(tokens).flat_map(|row| &row[..tokens]).copied().collect();
                let mut whole = vec![0.0; tokens * tokens];
                head.weights(HeadShape { tokens, stride: tokens }, &first, &mut whole);
                let (seen, unseen) = causal[4 * i..4 * i + 4].split_at(tokens);
                assert_eq!(seen, &whole[i * tokens..], "{adjustment:?}, row {i}");
                assert!(unseen.iter().all(|&weight| weight == 0.0));
            }
        }
    }
}
