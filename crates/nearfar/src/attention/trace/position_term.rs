//! What a model itself adds to its scores: the part of them that knows positions. How much of it counts, and how it
//! goes with distance where its rule is known, can be moved per head, from what the products of queries and keys are
//! without it, and allocates nothing.

use ndarray::{Array3, ArrayView2, Axis};

use super::{slice, slice_mut};
use crate::Real;
use crate::attention::term_rule::{TermBiases, TermRotation, TermRule};

/// The shape of a term as it was trained.
pub const TRAINED_SHAPE: f64 = -1.0;

/// What of one head's position term counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TermParameters {
    /// β, what the term is multiplied by: 1 as trained.
    pub beta: f64,
    /// [`TermRule::ByOffset`]: the reach, in places; offsets beyond it count as it does. [`TermRule::Rotation`]: the
    /// base, as its power of ten. [`TermRule::Biases`]: what u is multiplied by. [`TRAINED_SHAPE`], and any other number
    /// below 0, for the term as it was trained.
    pub shape: f64,
    /// [`TermRule::Biases`]: what is added to the 1 that v is multiplied by. [`TermRule::ByOffset`] with buckets: what is
    /// added to the number of one bucket. 0 for the term as it was trained.
    pub shift: f64,
    /// The j - i whose bucket that is; beyond the sentence it counts as the farthest in it.
    pub offset: i32,
}

impl TermParameters {
    /// As the model was trained.
    pub const TRAINED: TermParameters =
        TermParameters { beta: 1.0, shape: TRAINED_SHAPE, shift: 0.0, offset: 0 };

    /// Whether the term counts as it was trained.
    pub fn is_trained(self) -> bool {
        self.beta == 1.0 && self.keeps_term()
    }

    /// The shape, where it is not the trained one.
    fn shape_moved(self) -> Option<f64> {
        (self.shape >= 0.0 && self.shape.is_finite()).then_some(self.shape)
    }

    /// Whether b is the one that was trained, whatever β is.
    fn keeps_term(self) -> bool {
        self.shape_moved().is_none() && self.shift == 0.0
    }
}

/// The term b of scores Q Kᵀ · scale + β b, and β of every head: 1 is the model as it was trained, 0 the same
/// queries and keys without positions.
#[derive(Clone, Debug)]
pub struct PositionTerm<T> {
    /// b, `[h, N, N]`.
    term: Array3<T>,
    /// b as it was trained, `[h, N, N]`; empty where no rule says how else it could be.
    trained: Array3<T>,
    rule: TermRule,
    /// Queries and keys of one head as they are turned, `[N, d]` each; empty without a rotation.
    turned: [Vec<T>; 2],
    /// Q Kᵀ times the scale, `[h, N, N]`.
    products: Array3<T>,
    /// `[h]`.
    parameters: Vec<TermParameters>,
}

impl<T: Real> PositionTerm<T> {
    /// As trained, of heads of `size` dimensions; the products are still to be written.
    pub(super) fn new(term: Array3<T>, rule: TermRule, size: usize) -> Self {
        let products = Array3::zeros(term.dim());
        let (heads, tokens, _) = term.dim();
        let parameters = vec![TermParameters::TRAINED; heads];
        let trained = match rule {
            TermRule::Whole => Array3::zeros((0, tokens, tokens)),
            TermRule::ByOffset { .. } | TermRule::Biases(_) | TermRule::Rotation(_) => term.clone(),
        };
        let room = if matches!(rule, TermRule::Rotation(_)) { tokens * size } else { 0 };
        let turned = [(); 2].map(|()| vec![T::zero(); room]);
        PositionTerm { term, trained, rule, turned, products, parameters }
    }

    /// Keeps the products of one head, `[N·N]`.
    pub(super) fn keep(&mut self, head: usize, products: &[T]) {
        let of_head = head * products.len()..(head + 1) * products.len();
        slice_mut(&mut self.products)[of_head].copy_from_slice(products);
    }

    /// From queries and keys of the head, `[N·d]` each. `false`, and nothing done, where there is no such head, or its
    /// scores could be beyond what can be re-scaled.
    pub(super) fn set(
        &mut self,
        head: usize,
        wanted: TermParameters,
        [query, key]: [&[T]; 2],
        scale: f64,
    ) -> bool {
        let Some(&before) = self.parameters.get(head) else { return false };
        // b does not depend on β.
        let is_other = TermParameters { beta: wanted.beta, ..before } != wanted;
        if is_other {
            self.reshape(head, wanted, [query, key], scale);
        }
        let cells = self.term.len() / self.term.dim().0;
        let largest =
            |of: &Array3<T>| T::magnitude(&slice(of)[head * cells..(head + 1) * cells]).as_f64();
        let most = largest(&self.products) + wanted.beta.abs() * largest(&self.term);
        // Not a number is no more than anything.
        let fits = most <= T::SCORE_LIMIT.as_f64();
        if fits {
            self.parameters[head] = wanted;
        } else if is_other {
            self.reshape(head, before, [query, key], scale);
        }
        fits
    }

    /// Writes b of one head as it is wanted.
    fn reshape(&mut self, head: usize, wanted: TermParameters, rows: [&[T]; 2], scale: f64) {
        let (_, tokens, _) = self.term.dim();
        let of_head = head * tokens * tokens..(head + 1) * tokens * tokens;
        let term = &mut slice_mut(&mut self.term)[of_head.clone()];
        let Some(trained) = slice(&self.trained).get(of_head.clone()) else { return };
        let (shape, shift) = (wanted.shape_moved(), T::from_f64(wanted.shift));
        match (&self.rule, shape) {
            (TermRule::ByOffset { buckets }, _) if !wanted.keeps_term() => {
                let reach = shape.map_or(tokens, |reach| reach as usize);
                let farthest = tokens as isize - 1;
                let bucket_of = |offset: isize| {
                    buckets.get((offset.clamp(-farthest, farthest) + farthest) as usize)
                };
                let moved = bucket_of(wanted.offset as isize);
                for ((i, row), trained) in
                    term.chunks_exact_mut(tokens).enumerate().zip(trained.chunks_exact(tokens))
                {
                    for (j, cell) in row.iter_mut().enumerate() {
                        // The key at the reach, which lies before the one that is farther.
                        let j = j.clamp(i.saturating_sub(reach), i.saturating_add(reach));
                        let is_moved =
                            moved.is_some() && bucket_of(j as isize - i as isize) == moved;
                        *cell = trained[j] + if is_moved { shift } else { T::zero() };
                    }
                }
            }
            (TermRule::Biases(TermBiases { content, position }), _) if !wanted.keeps_term() => {
                let more = shape.map_or(T::zero(), |factor| T::from_f64(factor - 1.0));
                let content = &content[head * tokens..(head + 1) * tokens];
                let offsets = 2 * tokens - 1;
                let position = &position[head * offsets..(head + 1) * offsets];
                let rows = term.chunks_exact_mut(tokens).zip(trained.chunks_exact(tokens));
                for (i, (row, trained)) in rows.enumerate() {
                    let added = content.iter().zip(&position[tokens - 1 - i..]);
                    for ((cell, &trained), (&content, &position)) in
                        row.iter_mut().zip(trained).zip(added)
                    {
                        let [content, position] = [content, position].map(T::from_f64);
                        *cell = trained + more * content + shift * position;
                    }
                }
            }
            (TermRule::Rotation(rotation), Some(shape)) => {
                let base = 10_f64.powf(shape);
                for (turned, rows) in self.turned.iter_mut().zip(rows) {
                    turn(rotation, base, rows, tokens, turned);
                }
                let [query, key] = &self.turned;
                let (size, scale) = (query.len() / tokens, T::from_f64(scale));
                let products = slice(&self.products)[of_head].chunks_exact(tokens);
                let queries = query.chunks_exact(size).zip(term.chunks_exact_mut(tokens));
                for ((query, row), products) in queries.zip(products) {
                    let keys = key.chunks_exact(size).zip(products);
                    for (cell, (key, &product)) in row.iter_mut().zip(keys) {
                        let both = query.iter().zip(key);
                        let turned = both.fold(T::zero(), |sum, (&q, &k)| sum + q * k);
                        *cell = turned * scale - product;
                    }
                }
            }
            _ => {
                term.copy_from_slice(trained);
            }
        }
    }

    /// All raw scores of one head, `[N·N]`, from the products that were kept.
    pub(super) fn scores_into(&self, head: usize, scores: &mut [T]) {
        let of_head = head * scores.len()..(head + 1) * scores.len();
        let (term, products) =
            (&slice(&self.term)[of_head.clone()], &slice(&self.products)[of_head]);
        let beta = T::from_f64(self.parameters[head].beta);
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

    /// What of it counts in every head, `[h]`.
    pub fn parameters(&self) -> &[TermParameters] {
        &self.parameters
    }

    /// Where it comes from.
    pub fn rule(&self) -> &TermRule {
        &self.rule
    }

    /// Row i of b of one head, `[N]`, and β.
    pub(super) fn row(&self, head: usize, i: usize) -> (&[T], f64) {
        let (_, tokens, _) = self.term.dim();
        let start = (head * tokens + i) * tokens;
        (&slice(&self.term)[start..start + tokens], self.parameters[head].beta)
    }

    /// β b of one cell. `None` where there is none.
    pub fn at(&self, head: usize, i: usize, j: usize) -> Option<f64> {
        Some(self.parameters.get(head)?.beta * self.term.get([head, i, j])?.as_f64())
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

/// Rows `[N·d]` of queries or keys, turned with a base; dimensions beyond the pairs stay.
fn turn<T: Real>(rotation: &TermRotation, base: f64, rows: &[T], tokens: usize, turned: &mut [T]) {
    turned.copy_from_slice(rows);
    let size = rows.len() / tokens;
    for (pair, theta) in rotation.frequencies_at(base).enumerate() {
        let [first, second] = rotation.places(pair);
        for (position, row) in turned.chunks_exact_mut(size).enumerate() {
            let (sine, cosine) = (position as f64 * theta).sin_cos();
            let [sine, cosine] = [sine, cosine].map(|part| T::from_f64(part * rotation.factor));
            let (x, y) = (row[first], row[second]);
            row[first] = x * cosine - y * sine;
            row[second] = x * sine + y * cosine;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_offset_by_hand() {
        // Rows 0 1 2 / 10 11 12 / 20 21 22: of j - i = 1 there are 1 and 12.
        let term = Array3::from_shape_fn((1, 3, 3), |(_, i, j)| (10 * i + j) as f64);
        let found = PositionTerm::new(term, TermRule::Whole, 1).by_offset(0);
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

    const ROWS: [&[f64]; 2] = [&[0.0; 3]; 2];

    /// b of three tokens by a rule, 0 1 2 / 10 11 12 / 20 21 22 as trained, as it is wanted.
    fn reshaped(rule: TermRule, wanted: TermParameters) -> Vec<f64> {
        let term = Array3::from_shape_fn((1, 3, 3), |(_, i, j)| (10 * i + j) as f64);
        let mut term = PositionTerm::new(term, rule, 1);
        assert!(term.set(0, wanted, ROWS, 1.0));
        slice(&term.term).to_vec()
    }

    const AS_TRAINED: [f64; 9] = [0.0, 1.0, 2.0, 10.0, 11.0, 12.0, 20.0, 21.0, 22.0];

    #[test]
    fn reach_by_hand() {
        let by_offset = TermRule::ByOffset { buckets: Vec::new() };
        let at = |shape| {
            reshaped(by_offset.clone(), TermParameters { shape, ..TermParameters::TRAINED })
        };
        // Row 0 sees the key beyond as the next one, row 2 the first as the second.
        assert_eq!(at(1.0), [0.0, 1.0, 1.0, 10.0, 11.0, 12.0, 21.0, 21.0, 22.0]);
        // With no reach every key counts as the query's own.
        assert_eq!(at(0.0), [0.0, 0.0, 0.0, 11.0, 11.0, 11.0, 22.0, 22.0, 22.0]);
        for whole in [2.0, 1e9, TRAINED_SHAPE, f64::NAN] {
            assert_eq!(at(whole), AS_TRAINED, "{whole}");
        }
        let wanted = TermParameters { shape: 1.0, shift: 1.0, ..TermParameters::TRAINED };
        assert_eq!(reshaped(TermRule::Whole, wanted), AS_TRAINED);
        // Where no offsets share a bucket there is none to move.
        let wanted = TermParameters { shift: 5.0, offset: 1, ..TermParameters::TRAINED };
        assert_eq!(reshaped(by_offset, wanted), AS_TRAINED);
    }

    #[test]
    fn bucket_by_hand() {
        // -2 and -1 share one, 1 and 2 another.
        let rule = TermRule::ByOffset { buckets: vec![1, 1, 0, 2, 2] };
        let of = |shape, shift, offset| {
            reshaped(rule.clone(), TermParameters { beta: 1.0, shape, shift, offset })
        };
        let before = [0.0, 1.0, 2.0, 15.0, 11.0, 12.0, 25.0, 26.0, 22.0];
        assert_eq!(of(TRAINED_SHAPE, 5.0, -1), before);
        assert_eq!(of(TRAINED_SHAPE, 5.0, -2), before);
        assert_eq!(of(2.0, 5.0, -2), before);
        // Within a reach of 0 all words are the word itself, in the bucket of the word itself.
        assert_eq!(of(0.0, 5.0, -1), [0.0, 0.0, 0.0, 11.0, 11.0, 11.0, 22.0, 22.0, 22.0]);
        assert_eq!(of(0.0, 5.0, 0), [5.0, 5.0, 5.0, 16.0, 16.0, 16.0, 27.0, 27.0, 27.0]);
        for beyond in [-3, i32::MIN] {
            assert_eq!(of(TRAINED_SHAPE, 5.0, beyond), before, "{beyond}");
        }
        assert_eq!(of(TRAINED_SHAPE, 5.0, i32::MAX), of(TRAINED_SHAPE, 5.0, 2));
    }

    #[test]
    fn biases_by_hand() {
        let content = vec![1.0, 2.0, 3.0];
        let position = vec![0.1, 0.2, 0.3, 0.4, 0.5];
        let rule = TermRule::Biases(TermBiases { content, position });
        let of = |shape, shift| {
            let found =
                reshaped(rule.clone(), TermParameters { beta: 1.0, shape, shift, offset: 0 });
            found.iter().zip(AS_TRAINED).map(|(x, y)| ((x - y) * 10.0).round()).collect::<Vec<_>>()
        };
        // Twice u: its part once more, in the column of each key.
        assert_eq!(of(2.0, 0.0), [10.0, 20.0, 30.0, 10.0, 20.0, 30.0, 10.0, 20.0, 30.0]);
        assert_eq!(of(1.0, 0.0), [0.0; 9]);
        // No v: its part less, on the diagonal of each j - i.
        assert_eq!(of(TRAINED_SHAPE, -1.0), [-3.0, -4.0, -5.0, -2.0, -3.0, -4.0, -1.0, -2.0, -3.0]);
        assert_eq!(of(0.0, -1.0), [-13.0, -24.0, -35.0, -12.0, -23.0, -34.0, -11.0, -22.0, -33.0]);
        assert_eq!(of(f64::NAN, 0.0), [0.0; 9]);
    }
}
