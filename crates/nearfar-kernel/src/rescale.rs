//! The weights of one head from its scores and coefficients, softmax(ReLU(S) ∘ f): what a slider
//! waits for. [`plain`] says what is computed; [`fast`] computes it for the page.

use crate::{Real, fastest, powers};

/// One head's scores and coefficients.
#[derive(Clone, Copy, Debug)]
pub struct Head<'a, T> {
    /// N.
    pub tokens: usize,
    /// Whether a query sees only itself and the keys before it.
    pub causal: bool,
    /// S, `[N, N]`, row-major; finite.
    pub scores: &'a [T],
    /// `[2N - 1]`: the coefficient of distance |k - (N - 1)| at place k, so that those of row i are
    /// the window that starts at N - 1 - i.
    pub coefficients: &'a [T],
    /// The coefficients times log2 e, rounded once: [`fast`] computes powers of two.
    pub binary_coefficients: &'a [T],
    /// At least the largest |score|.
    pub largest_score: T,
}

impl<'a, T: Real> Head<'a, T> {
    /// For every query: the scores that it sees, the place of its first coefficient, and its row of
    /// `out`, `[N, N]`; the cells that it does not see are set to 0.
    pub fn rows<'b>(
        self,
        out: &'b mut [T],
    ) -> impl Iterator<Item = (&'a [T], usize, &'b mut [T])> + use<'a, 'b, T> {
        let Head { tokens, causal, scores, .. } = self;
        let rows = out[..tokens * tokens].chunks_exact_mut(tokens.max(1));
        rows.zip(scores.chunks_exact(tokens.max(1))).enumerate().map(move |(i, (out, scores))| {
            // A causal row ends at its query: what lies beyond is not computed and then masked.
            let seen = if causal { i + 1 } else { tokens };
            let (out, unseen) = out.split_at_mut(seen);
            unseen.fill(T::zero());
            (&scores[..seen], tokens - 1 - i, out)
        })
    }
}

/// softmax(ReLU(S) ∘ f), a step after the other: the specification of [`fast`], and what computes in
/// `f64`. `out` is `[N, N]`.
///
/// # Panics
/// Where a slice is shorter than its shape says.
pub fn plain<T: Real>(head: Head<'_, T>, out: &mut [T]) {
    for (scores, first, out) in head.rows(out) {
        T::relu_times(scores, &head.coefficients[first..first + scores.len()], out);
        T::softmax(out);
    }
}

/// As [`plain`], within 4e-6 of it, in one pass over each row.
///
/// # Panics
/// Where a slice is shorter than its shape says.
pub fn fast(head: Head<'_, f32>, out: &mut [f32]) {
    let fast = FastRow::new(head.binary_coefficients, head.largest_score);
    for (scores, first, out) in head.rows(out) {
        fast.weights(scores, &head.binary_coefficients[first..first + scores.len()], out);
    }
}

/// What computes a row of [`fast`].
#[derive(Clone, Copy, Debug)]
pub struct FastRow {
    weights_of_row: powers::WeightsOfRow,
    is_safe: bool,
}

impl FastRow {
    /// For rows of a head with these [`Head::binary_coefficients`] and [`Head::largest_score`]. Where no
    /// logit of the head can leave the range in which powers of two are normal numbers, the row
    /// maximum is not looked for.
    pub fn new(binary_coefficients: &[f32], largest_score: f32) -> FastRow {
        let largest = f32::magnitude(binary_coefficients) * largest_score;
        let is_safe = largest <= powers::SAFE_EXPONENT;
        FastRow { weights_of_row: fastest::weights_of_row(), is_safe }
    }

    /// The weights of a row, `[N]`, from its scores and coefficients.
    ///
    /// # Panics
    /// Where a slice is shorter than `out`.
    pub fn weights(&self, scores: &[f32], binary_coefficients: &[f32], out: &mut [f32]) {
        (self.weights_of_row)(scores, binary_coefficients, self.is_safe, out);
    }
}
