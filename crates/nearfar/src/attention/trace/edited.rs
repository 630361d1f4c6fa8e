//! A trace after an edit of its sequence: what tokens that stayed have to do with each other is kept.
//! And heads whose weights wait until somebody looks at them.

use ndarray::{Array2, Array3, ArrayView2, Axis};

use super::{TermParameters, Trace, finite, in_standard_layout, shape, slice, within_limit};
use crate::Real;
use crate::attention::error::AttentionError;
use crate::attention::parameters::{HeadParameters, Projections};
use crate::attention::position::add_positions;

/// Tokens that stayed: `prefix` at the beginning, `suffix` at the end, of N `before` and `after`.
#[derive(Clone, Copy)]
struct Kept {
    prefix: usize,
    suffix: usize,
    before: usize,
    after: usize,
}

impl Kept {
    fn of<T: Real>(before: &Array2<T>, after: &Array2<T>) -> Kept {
        let width = after.ncols();
        let (cells_before, cells_after) = (slice(before), slice(after));
        let (before, after) = (before.nrows(), after.nrows());
        let same = |i: usize, j: usize| {
            cells_before[i * width..(i + 1) * width] == cells_after[j * width..(j + 1) * width]
        };
        let most = before.min(after);
        let prefix = (0..most).take_while(|&k| same(k, k)).count();
        let suffix = (1..=most - prefix).take_while(|&k| same(before - k, after - k)).count();
        Kept { prefix, suffix, before, after }
    }

    /// The tokens that are new or have moved to where their input is another.
    fn changed(self) -> std::ops::Range<usize> {
        self.prefix..self.after - self.suffix
    }

    /// Where tokens that stayed stand now and where they stood: two runs of (now, before, length).
    fn runs(self) -> [(usize, usize, usize); 2] {
        let Kept { prefix, suffix, before, after } = self;
        [(0, 0, prefix), (after - suffix, before - suffix, suffix)]
    }

    /// Moves the rows of tokens that stayed, in place: `[h, N, width]` for the old N and the new.
    fn move_rows<T: Real>(self, heads: usize, width: usize, cells: &mut Vec<T>) {
        let mut moves = Vec::new();
        for head in 0..heads {
            for (now, before, length) in self.runs() {
                let (to, from) = (head * self.after + now, head * self.before + before);
                moves.push((to * width, from * width, length * width));
            }
        }
        self.relocate(moves, heads * self.after * width, cells);
    }

    /// Moves the cells of pairs that stayed, in place: `[h, N, N]` for the old N and the new. Those of
    /// `some` heads, in rising order; what the cells of the others are afterwards is nothing.
    fn move_pairs<T: Real>(self, heads: usize, some: &[usize], cells: &mut Vec<T>) {
        let mut moves = Vec::new();
        for head in some {
            for (now, before, rows) in self.runs() {
                for row in 0..rows {
                    let to = (head * self.after + now + row) * self.after;
                    let from = (head * self.before + before + row) * self.before;
                    let pairs = self.runs().map(|(now, before, n)| (to + now, from + before, n));
                    moves.extend(pairs);
                }
            }
        }
        self.relocate(moves, heads * self.after * self.after, cells);
    }

    /// Carries out moves of (to, from, length) that are sorted by place. A longer sequence moves
    /// everything away from the start and a shorter one towards it, so that one order of moves
    /// never overwrites what has still to move.
    fn relocate<T: Real>(
        self,
        mut moves: Vec<(usize, usize, usize)>,
        length: usize,
        cells: &mut Vec<T>,
    ) {
        if self.after > self.before {
            moves.reverse();
            if cells.capacity() < length {
                cells.reserve_exact(with_room(length) - cells.len());
            }
            cells.resize(length, T::zero());
        }
        for (to, from, length) in moves {
            if to != from {
                cells.copy_within(from..from + length, to);
            }
        }
        cells.truncate(length);
    }
}

/// `length` and room for some more words, so that not each of them moves everything to another place.
fn with_room(length: usize) -> usize {
    length + length / 16
}

impl<T: Real> Trace<T> {
    /// The trace of an edited sequence `[N', D]` through the same layer. Queries, keys and values
    /// are computed for tokens whose input is another. Where positions are added, tokens that moved are
    /// among them.
    ///
    /// Only the heads in `now` get their scores, computed for pairs with such a token, and their
    /// weights; the others [wait](Trace::is_waiting).
    ///
    /// # Errors
    /// As [`Trace::new`]; and where the projections have another shape (a trace from a layer's
    /// [inputs](Trace::from_inputs) has none), or the mask names keys.
    pub fn edited(
        self,
        projections: &Projections<T>,
        embeddings: ArrayView2<T>,
        now: &[usize],
    ) -> Result<Self, AttentionError> {
        let (h, _, d) = self.query.dim();
        let (tokens, width) = embeddings.dim();
        shape("W_Q", projections.query.shape(), &[h, self.input.ncols(), d])?;
        shape("the input", embeddings.shape(), &[tokens, projections.width()])?;
        if tokens == 0 {
            return Err(AttentionError::Empty { what: "the sequence" });
        }
        if let Some(keys) = &self.mask.keys {
            shape("the key mask", &[keys.len()], &[tokens])?;
        }
        finite("the input", embeddings.iter())?;
        let mut input = in_standard_layout(embeddings.to_owned());
        if self.method.adds_positions() {
            add_positions(&mut input);
        }
        let kept = Kept::of(&self.input, &input);
        let new = kept.changed();
        let project = |what, mut cells: Vec<T>, weights: &Array3<T>| {
            kept.move_rows(h, d, &mut cells);
            let weights = weights.as_standard_layout();
            let rows = input.slice(ndarray::s![new.clone(), ..]);
            for (head, weights) in weights.outer_iter().enumerate() {
                let start = head * tokens + new.start;
                let out = &mut cells[start * d..(start + new.len()) * d];
                T::multiply(new.len(), width, d, slice(&rows), slice(&weights), out);
                finite(what, out.iter())?;
            }
            array([h, tokens, d], cells)
        };
        let Trace { query, key, value, scores, weights, mut largest_scores, waiting, .. } = self;
        let raw = |array: Array3<T>| array.into_raw_vec_and_offset().0;
        let query = project("the query", raw(query), &projections.query)?;
        let key = project("the key", raw(key), &projections.key)?;
        let value = project("the value", raw(value), &projections.value)?;
        // A head that waits cannot be refused later.
        let some = (0..h).filter(|&head| now.contains(&head) || may_be_refused(&query, &key, head));
        let some: Vec<usize> = some.collect();
        let mut scores = raw(scores);
        kept.move_pairs(h, &some, &mut scores);
        for &head in &some {
            let pairs = match waiting[head] {
                Waits::Scores => 0..tokens,
                Waits::Term | Waits::Weights | Waits::Nothing => new.clone(),
            };
            let cells = &mut scores[head * tokens * tokens..(head + 1) * tokens * tokens];
            score_pairs(&query, &key, self.scale, head, pairs, cells);
            largest_scores[head] = T::magnitude(cells);
            within_limit(head, largest_scores[head])?;
        }
        let mut weights = raw(weights);
        let cells = h * tokens * tokens;
        if weights.capacity() < cells {
            // Nothing of it is kept.
            weights = Vec::new();
            weights.reserve_exact(with_room(cells));
        }
        weights.resize(cells, T::zero());
        let mut trace = Trace {
            method: self.method,
            normalisation: self.normalisation,
            mask: self.mask,
            heads: self.heads,
            lines: self.lines,
            input,
            query,
            key,
            value,
            scale: self.scale,
            position_term: None,
            scores: array([h, tokens, tokens], scores)?,
            largest_scores,
            mirrored_coefficients: self.mirrored_coefficients,
            binary_coefficients: vec![T::zero(); 2 * tokens - 1],
            weights: array([h, tokens, tokens], weights)?,
            waiting: vec![Waits::Scores; h],
        };
        some.iter().for_each(|&head| trace.waiting[head] = Waits::Weights);
        if kept.before != kept.after {
            trace.mirrored_coefficients = Array2::zeros((h, 2 * tokens - 1));
            (0..h).for_each(|head| trace.coefficients(head));
        }
        now.iter().for_each(|&head| {
            trace.catch_up(head);
        });
        Ok(trace)
    }

    /// Whether scores or weights of a head are not computed yet. What [`Trace::weights_of`] and the
    /// steps say of it is then of an earlier state, and nobody should read it.
    pub fn is_waiting(&self, head: usize) -> bool {
        self.waiting.get(head).is_some_and(|&waits| waits != Waits::Nothing)
    }

    /// Gives one head other w and v, and leaves its weights for later. `false`, and nothing done,
    /// where w or v is not finite or there is no such head.
    pub fn postpone_head(&mut self, head: usize, parameters: HeadParameters) -> bool {
        let is_finite = parameters.w.is_finite() && parameters.v.is_finite();
        let Some(slot) = self.heads.get_mut(head).filter(|_| is_finite) else { return false };
        *slot = parameters;
        if self.method.knows_distance() {
            self.waiting[head] = self.waiting[head].max(Waits::Weights);
        }
        true
    }

    /// Lets another part of one head's position term count from now on, and leaves scores and weights for later.
    /// `false`, and nothing done, where there is no such head, the model adds nothing, or a score could be beyond
    /// [`Real::SCORE_LIMIT`].
    pub fn postpone_term(&mut self, head: usize, wanted: TermParameters) -> bool {
        let (_, tokens, size) = self.query.dim();
        let of_head = head * tokens * size..(head + 1) * tokens * size;
        let rows = [&self.query, &self.key].map(|all| slice(all).get(of_head.clone()));
        let [Some(query), Some(key)] = rows else { return false };
        let term = self.position_term.as_mut();
        let is_set = term.is_some_and(|term| term.set(head, wanted, [query, key], self.scale));
        if is_set {
            self.waiting[head] = self.waiting[head].max(Waits::Term);
        }
        is_set
    }

    /// Computes what a head waits for; `false` where it does not.
    pub fn catch_up(&mut self, head: usize) -> bool {
        let waits = self.is_waiting(head);
        if waits {
            self.rescale(head);
        }
        waits
    }
}

/// What of a head is still to be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Waits {
    Nothing,
    Weights,
    /// The scores from the products that are kept, and the weights, which follow from them.
    Term,
    /// All of it.
    Scores,
}

/// The scores of one head for every pair with a `new` token, into its `scores` `[N, N]`.
pub(super) fn score_pairs<T: Real>(
    query: &Array3<T>,
    key: &Array3<T>,
    scale: f64,
    head: usize,
    new: std::ops::Range<usize>,
    scores: &mut [T],
) {
    let (_, tokens, d) = query.dim();
    let scale = T::from_f64(scale);
    let query = query.index_axis(Axis(0), head).mapv(|q| q * scale);
    let key = key.index_axis(Axis(0), head);
    let (query, key) = (slice(&query), slice(&key));
    let rows = &mut scores[new.start * tokens..new.end * tokens];
    let new_queries = &query[new.start * d..new.end * d];
    T::multiply_transposed(new.len(), d, tokens, new_queries, key, rows);
    if new.len() < tokens {
        let mut columns = vec![T::zero(); tokens * new.len()];
        let new_keys = &key[new.start * d..new.end * d];
        T::multiply_transposed(tokens, d, new.len(), query, new_keys, &mut columns);
        let columns = columns.chunks_exact(new.len().max(1));
        for (row, columns) in scores.chunks_exact_mut(tokens).zip(columns) {
            row[new.clone()].copy_from_slice(columns);
        }
    }
}

/// Whether a score of a head can be beyond the limit: no product of two vectors is larger than that of
/// their lengths.
fn may_be_refused<T: Real>(query: &Array3<T>, key: &Array3<T>, head: usize) -> bool {
    let longest = |vectors: &Array3<T>| {
        let lengths = vectors.index_axis(Axis(0), head).map_axis(Axis(1), |vector| {
            vector.iter().map(|x| x.as_f64() * x.as_f64()).sum::<f64>().sqrt()
        });
        lengths.iter().copied().fold(0.0, f64::max)
    };
    // Rounding may add a little.
    1.01 * longest(query) * longest(key) > T::SCORE_LIMIT.as_f64()
}

fn array<T: Real>(size: [usize; 3], cells: Vec<T>) -> Result<Array3<T>, AttentionError> {
    let found = vec![cells.len()];
    Array3::from_shape_vec(size, cells).map_err(|_| AttentionError::Shape {
        what: "the edited trace",
        found,
        expected: size.to_vec(),
    })
}
