//! Rows of one head: scores from queries and keys, weights from scores. The loops and their order are
//! those of `Trace`.

use ndarray::ArrayView2;
use nearfar_kernel::{FastRow, Packed};

use super::message::Side;
use crate::Real;
use crate::attention::trace::{
    Row, Rule, is_rescaled, masked_weights_of_row, mirrored_coefficients_into,
};
use crate::attention::{Mask, Normalisation};

/// Queries and keys of a head of N tokens.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    tokens: usize,
    dimensions: usize,
    /// Q / √d, `[N, d]`.
    query: Vec<f32>,
    /// Kᵀ, `[d, N]`.
    keys: Packed,
}

impl Head {
    /// From the input `[N, D]`, with positions where the method adds them, and W_Q and W_K `[D, d]`.
    /// `None` where a matrix has another height than D, or something is empty.
    pub fn new(input: ArrayView2<f32>, query: &[f32], key: &[f32]) -> Option<Head> {
        let (tokens, width) = input.dim();
        let input = input.as_standard_layout();
        let dimensions = query.len().checked_div(width)?;
        let fits = |weights: &[f32]| weights.len() == width * dimensions;
        if tokens == 0 || dimensions == 0 || !fits(query) || !fits(key) {
            return None;
        }
        let project = |weights| {
            let mut projected = vec![0.0; tokens * dimensions];
            f32::multiply(tokens, width, dimensions, input.as_slice()?, weights, &mut projected);
            Some(projected)
        };
        let (mut query, key) = (project(query)?, project(key)?);
        let scale = (1.0 / (dimensions as f64).sqrt()) as f32;
        query.iter_mut().for_each(|q| *q *= scale);
        let keys = Packed::transposed(dimensions, tokens, &key);
        Some(Head { tokens, dimensions, query, keys })
    }

    /// N.
    pub fn tokens(&self) -> usize {
        self.tokens
    }

    /// d.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The scores of some queries, `[queries, N]`, into `out`, and the largest |score|. `room` is
    /// used for their vectors. Queries beyond the sentence are not computed.
    fn scores_into(&self, queries: &[usize], room: &mut Vec<f32>, out: &mut Vec<f32>) -> f32 {
        let (n, d) = (self.tokens, self.dimensions);
        room.clear();
        for &query in queries.iter().filter(|&&query| query < n) {
            room.extend_from_slice(&self.query[query * d..(query + 1) * d]);
        }
        let rows = room.len() / d;
        out.resize(rows * n, 0.0);
        self.keys.multiply(rows, room, out);
        f32::magnitude(out)
    }
}

/// How a panel attends, with the coefficients of its head.
#[derive(Clone, Debug, PartialEq)]
pub struct Attending {
    side: Side,
    mask: Mask,
    /// By signed distance, `[2N-1]`.
    coefficients: Vec<f32>,
    /// Those times log2 e.
    binary_coefficients: Vec<f32>,
}

impl Attending {
    /// A method with its w and v for N tokens.
    pub fn new(side: Side, causal: bool, tokens: usize) -> Attending {
        let mut coefficients = vec![0.0; (2 * tokens).saturating_sub(1)];
        let mut binary_coefficients = coefficients.clone();
        mirrored_coefficients_into(
            side.method,
            side.parameters,
            &mut coefficients,
            &mut binary_coefficients,
        );
        let mask = Mask { causal, keys: None };
        Attending { side, mask, coefficients, binary_coefficients }
    }

    /// The mask.
    pub fn mask(&self) -> &Mask {
        &self.mask
    }

    /// The method, and w and v.
    pub fn side(&self) -> Side {
        self.side
    }

    /// Of coefficients by signed distance, those of query `i`, `[N]`.
    fn window(coefficients: &[f32], i: usize) -> &[f32] {
        let tokens = coefficients.len().div_ceil(2);
        &coefficients[tokens - 1 - i..2 * tokens - 1 - i]
    }
}

/// Some rows of a head: room that is used again and again.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    queries: Vec<usize>,
    vectors: Vec<f32>,
    scores: Vec<f32>,
    weights: Vec<f32>,
    tokens: usize,
}

impl Rows {
    /// Computes the rows of some queries. `false` where a score is beyond [`Real::SCORE_LIMIT`].
    pub fn compute(&mut self, head: &Head, attending: &Attending, queries: &[usize]) -> bool {
        let n = head.tokens;
        self.tokens = n;
        self.queries.clear();
        self.queries.extend(queries.iter().filter(|&&query| query < n));
        let largest = head.scores_into(&self.queries, &mut self.vectors, &mut self.scores);
        self.weights.resize(self.scores.len(), 0.0);
        let rows = self.weights.chunks_exact_mut(n).zip(self.scores.chunks_exact(n));
        let Attending { side, mask, coefficients, binary_coefficients } = attending;
        let fast = FastRow::new(binary_coefficients, largest);
        for (&i, (out, scores)) in self.queries.iter().zip(rows) {
            if is_rescaled(side.method) {
                let seen = if mask.causal { i + 1 } else { n };
                let (out, unseen) = out.split_at_mut(seen);
                unseen.fill(0.0);
                fast.weights(scores, Attending::window(binary_coefficients, i), out);
            } else {
                let coefficients = Attending::window(coefficients, i);
                let keys = mask.keys.as_deref();
                let rule =
                    Rule { method: side.method, normalisation: Normalisation::Softmax, keys };
                masked_weights_of_row(rule, mask.causal, i, scores, coefficients, out);
            }
        }
        largest <= f32::SCORE_LIMIT
    }

    /// The rows that were computed: their queries, scores `[N]` and weights `[N]`.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &[f32], &[f32])> {
        let n = self.tokens.max(1);
        let rows = self.scores.chunks_exact(n).zip(self.weights.chunks_exact(n));
        self.queries.iter().zip(rows).map(|(&i, (scores, weights))| (i, scores, weights))
    }

    /// The weights of the row at a place, some columns of them.
    pub fn weights(&self, place: usize, columns: &std::ops::Range<usize>) -> Option<&[f32]> {
        let start = place * self.tokens;
        self.weights.get(start..start + self.tokens)?.get(columns.clone())
    }

    /// The first of them with all its steps.
    pub(crate) fn first<'a>(&'a self, attending: &'a Attending) -> Option<Row<'a, f32>> {
        let (query, scores, weights) = self.iter().next()?;
        let Attending { side, mask, .. } = attending;
        let coefficients = Attending::window(&attending.coefficients, query);
        let (method, w) = (side.method, side.parameters.w);
        let normalisation = Normalisation::Softmax;
        Some(Row {
            method,
            normalisation,
            mask,
            w,
            query,
            term: None,
            scores,
            coefficients,
            weights,
        })
    }
}
