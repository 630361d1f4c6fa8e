//! What a model itself adds to its scores: the part of them that knows positions. How much of it counts can be
//! moved per head, from what the products of queries and keys are without it, and allocates nothing.

use ndarray::{Array3, ArrayView2, Axis};

use super::{slice, slice_mut};
use crate::Real;

/// The term b of scores Q Kᵀ · scale + β b, and β of every head: 1 is the model as it was trained, 0 the same
/// queries and keys without positions.
#[derive(Clone, Debug)]
pub struct PositionTerm<T> {
    /// b, `[h, N, N]`.
    term: Array3<T>,
    /// Q Kᵀ times the scale, `[h, N, N]`.
    products: Array3<T>,
    /// `[h]`.
    betas: Vec<f64>,
}

impl<T: Real> PositionTerm<T> {
    /// With β = 1; the products are still to be written.
    pub(super) fn new(term: Array3<T>) -> Self {
        let products = Array3::zeros(term.dim());
        let betas = vec![1.0; term.dim().0];
        PositionTerm { term, products, betas }
    }

    /// Keeps the products of one head, `[N·N]`.
    pub(super) fn keep(&mut self, head: usize, products: &[T]) {
        let of_head = head * products.len()..(head + 1) * products.len();
        slice_mut(&mut self.products)[of_head].copy_from_slice(products);
    }

    /// `false`, and nothing done, where there is no such head, or its scores could be beyond what can be re-scaled.
    pub(super) fn set_beta(&mut self, head: usize, beta: f64) -> bool {
        let Some(slot) = self.betas.get_mut(head) else { return false };
        let cells = self.term.len() / self.term.dim().0;
        let largest =
            |of: &Array3<T>| T::magnitude(&slice(of)[head * cells..(head + 1) * cells]).as_f64();
        let most = largest(&self.products) + beta.abs() * largest(&self.term);
        // Not a number is no more than anything.
        let fits = most <= T::SCORE_LIMIT.as_f64();
        if fits {
            *slot = beta;
        }
        fits
    }

    /// All raw scores of one head, `[N·N]`, from the products that were kept.
    pub(super) fn scores_into(&self, head: usize, scores: &mut [T]) {
        let of_head = head * scores.len()..(head + 1) * scores.len();
        let (term, products) =
            (&slice(&self.term)[of_head.clone()], &slice(&self.products)[of_head]);
        let beta = T::from_f64(self.betas[head]);
        for ((score, &product), &term) in scores.iter_mut().zip(products).zip(term) {
            *score = product + beta * term;
        }
    }

    /// b of one head, `[N, N]`: what β multiplies.
    ///
    /// # Panics
    /// Where there is no such head.
    pub fn of(&self, head: usize) -> ArrayView2<'_, T> {
        self.term.index_axis(Axis(0), head)
    }

    /// β of every head, `[h]`.
    pub fn betas(&self) -> &[f64] {
        &self.betas
    }

    /// Row i of b of one head, `[N]`, and β.
    pub(super) fn row(&self, head: usize, i: usize) -> (&[T], f64) {
        let (_, tokens, _) = self.term.dim();
        let start = (head * tokens + i) * tokens;
        (&slice(&self.term)[start..start + tokens], self.betas[head])
    }

    /// β b of one cell. `None` where there is none.
    pub fn at(&self, head: usize, i: usize, j: usize) -> Option<f64> {
        Some(self.betas.get(head)? * self.term.get([head, i, j])?.as_f64())
    }

    /// b of one head by the signed distance j - i, from -(N-1) to N-1, `[2N-1]`: the mean over the rows where it
    /// is, the least and the most. All three are the same where b depends on the distance alone.
    ///
    /// # Panics
    /// Where there is no such head.
    pub fn by_offset(&self, head: usize) -> Vec<[f64; 3]> {
        let term = self.of(head);
        let tokens = term.nrows();
        let diagonal = |offset: usize| {
            // j - i = offset - (N - 1)
            let rows = (tokens - 1).saturating_sub(offset)..tokens.min(2 * tokens - 1 - offset);
            let cells = rows.clone().map(|i| term[[i, i + offset + 1 - tokens]].as_f64());
            let (sum, least, most) = cells
                .fold((0.0, f64::INFINITY, f64::NEG_INFINITY), |(sum, least, most), x| {
                    (sum + x, f64::min(least, x), f64::max(most, x))
                });
            [sum / rows.len().max(1) as f64, least, most]
        };
        (0..2 * tokens - 1).map(diagonal).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_offset_by_hand() {
        // Rows 0 1 2 / 10 11 12 / 20 21 22: of j - i = 1 there are 1 and 12.
        let term = Array3::from_shape_fn((1, 3, 3), |(_, i, j)| (10 * i + j) as f64);
        let found = PositionTerm::new(term).by_offset(0);
        assert_eq!(
            found,
            [
                [20.0, 20.0, 20.0],
                [15.5, 10.0, 21.0],
                [11.0, 0.0, 22.0],
                [6.5, 1.0, 12.0],
                [2.0, 2.0, 2.0]
            ]
        );
    }
}
