//! A sentence through a model: every layer's states, scores and attention weights are kept.

use std::ops::ControlFlow;
use std::sync::Arc;

use nearfar::Method;
use nearfar::attention::position::add_positions;
use nearfar::attention::{HeadRescale, HeadShape};
use nearfar_kernel::{Packed, Real};

use super::error::EncoderError;
use super::layers::activate;
use super::load::{Block, Encoder};
use super::rescale::Rescales;
use crate::recognise::NormPlacement;

/// What a model is run on.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// The numbers of tokens, special ones included.
    Ids(&'a [u32]),
    /// Vectors in place of the table's rows, `[N, E]`, row-major, without positions; E is the width
    /// of the embeddings, which most models share with their layers. This project's files read
    /// nothing else.
    Vectors(&'a [f32]),
}

/// One layer of a run.
#[derive(Clone, Debug)]
pub struct LayerRun {
    /// h.
    pub heads: usize,
    /// Raw scores, scaled by 1/√d, before any rescaling, mask or softmax, `[h, N, N]`.
    pub scores: Arc<[f32]>,
    /// Attention weights, `[h, N, N]`.
    pub weights: Vec<f32>,
    /// The values, `[N, h · d]`.
    values: Arc<[f32]>,
}

/// A sentence that was run.
#[derive(Clone, Debug)]
pub struct Run {
    /// N.
    pub tokens: usize,
    /// D.
    pub width: usize,
    /// The residual stream: behind the embeddings, then behind each layer, `[N, D]` each.
    pub states: Vec<Arc<[f32]>>,
    /// The layers, in the order in which they were run.
    pub layers: Vec<Arc<LayerRun>>,
    /// The final hidden states, `[N, D]`: the last of `states`, behind the last norm if the model
    /// has one.
    pub last: Arc<[f32]>,
    /// What heads were rescaled by.
    pub rescales: Rescales,
}

/// Called before each layer with its number from 0 and how many there are; ends the run by `Break`.
pub type Progress<'a> = &'a mut dyn FnMut(usize, usize) -> ControlFlow<()>;

impl Encoder {
    /// Runs a sentence, each head as it was trained. What is kept takes `limit_bytes` at most.
    ///
    /// # Errors
    /// Where there are no tokens or too many, a token is unknown, or numbers grow beyond reason.
    pub fn run(
        &self,
        input: Input,
        limit_bytes: u64,
        progress: Progress,
    ) -> Result<Run, EncoderError> {
        let tokens = self.tokens(input)?;
        let bytes = self.bytes_of_run(tokens);
        if bytes > limit_bytes {
            return Err(EncoderError::TooLong { tokens, bytes, limit: limit_bytes });
        }
        let embedded = match input {
            Input::Ids(ids) => self.embed(self.rows(ids)?, Some(ids))?,
            Input::Vectors(vectors) if self.reads_vectors => {
                self.with_positions(vectors, tokens)?
            }
            Input::Vectors(vectors) => self.embed(vectors.to_vec(), None)?,
        };
        let run = Run {
            tokens,
            width: self.width,
            states: vec![embedded.into()],
            layers: Vec::new(),
            last: Arc::from([]),
            rescales: Rescales::default(),
        };
        self.go_on(run, None, progress)
    }

    fn tokens(&self, input: Input) -> Result<usize, EncoderError> {
        let tokens = match input {
            Input::Ids(_) if self.reads_vectors => {
                return Err(EncoderError::Input { expected: "vectors of words" });
            }
            Input::Ids(ids) => {
                if self.word.is_none() {
                    return Err(EncoderError::Input { expected: "vectors of words" });
                }
                ids.len()
            }
            Input::Vectors(vectors) => {
                let width = self.embedding.max(1);
                if !vectors.len().is_multiple_of(width) {
                    return Err(EncoderError::Vectors { found: vectors.len(), width });
                }
                vectors.len() / width
            }
        };
        match self.positions {
            _ if tokens == 0 => Err(EncoderError::NoTokens),
            Some(positions) if tokens > positions => {
                Err(EncoderError::Positions { tokens, positions })
            }
            _ => Ok(tokens),
        }
    }

    /// Bytes of the scores, weights, values and states of N tokens.
    pub fn bytes_of_run(&self, tokens: usize) -> u64 {
        let n = tokens as u64;
        let of_layer = |step: usize| {
            let heads = self.heads(step) as u64;
            let maps = n.saturating_mul(n).saturating_mul(2 * heads);
            let rows =
                heads.saturating_mul(self.head_size as u64).saturating_add(self.width as u64);
            maps.saturating_add(n.saturating_mul(rows))
        };
        let layers = (0..self.depth()).fold(0_u64, |sum, step| sum.saturating_add(of_layer(step)));
        layers.saturating_mul(4)
    }

    /// The rows of tokens in the table of words, `[N, E]`.
    fn rows(&self, ids: &[u32]) -> Result<Vec<f32>, EncoderError> {
        let unknown = ids.iter().position(|&id| id as usize >= self.words);
        if let Some((place, &id)) = unknown.and_then(|place| Some((place, ids.get(place)?))) {
            return Err(EncoderError::UnknownWord { place, id, words: self.words });
        }
        let mut rows = vec![0.0_f32; ids.len() * self.embedding];
        if let Some(words) = &self.word {
            words.add_each(ids, &mut rows)?;
        }
        Ok(rows)
    }

    /// Positions and types added to words `[N, E]`, then norm and projection: `[N, D]`.
    fn embed(&self, mut rows: Vec<f32>, ids: Option<&[u32]>) -> Result<Vec<f32>, EncoderError> {
        // One sentence: its tokens are all of the first type.
        if let Some(kinds) = &self.kind {
            kinds.add_to_each(0, &mut rows)?;
        }
        if let Some(positions) = &self.position {
            let first = self.first_position as u32;
            match (self.padding, ids) {
                (Some(padding), Some(ids)) => {
                    positions.add_each(&counted(ids, first, padding), &mut rows)?;
                }
                _ => positions.add_from(first, &mut rows)?,
            }
        }
        if let Some(norm) = &self.embedding_norm {
            norm.apply(&mut rows);
        }
        Ok(match &self.projection {
            Some(projection) => projection.apply(&rows),
            None => rows,
        })
    }

    /// Vectors with sinusoidal positions where the model was trained with them.
    fn with_positions(&self, vectors: &[f32], tokens: usize) -> Result<Vec<f32>, EncoderError> {
        let (found, width) = (vectors.len(), self.width);
        let mut rows = ndarray::Array2::from_shape_vec((tokens, width), vectors.to_vec())
            .map_err(|_| EncoderError::Vectors { found, width })?;
        if self.method.adds_positions() {
            add_positions(&mut rows);
        }
        Ok(rows.into_raw_vec_and_offset().0)
    }

    /// Runs the layers that `run` does not have yet. `first` is the first of them, if its scores
    /// and values are known already.
    pub(super) fn go_on(
        &self,
        mut run: Run,
        mut first: Option<Arc<LayerRun>>,
        progress: Progress,
    ) -> Result<Run, EncoderError> {
        for step in run.layers.len()..self.depth() {
            if progress(step, self.depth()).is_break() {
                return Err(EncoderError::Cancelled);
            }
            let (Some(block), Some(input)) = (self.block(step), run.states.last().cloned()) else {
                break;
            };
            let (layer, state) = self.layer(step, block, &input, &run, first.take())?;
            if f32::magnitude(&state) == f32::INFINITY {
                return Err(EncoderError::State { layer: step });
            }
            run.layers.push(Arc::new(layer));
            run.states.push(state.into());
        }
        let mut last = run.states.last().map_or_else(Vec::new, |state| state.to_vec());
        if let Some(norm) = &self.last_norm {
            norm.apply(&mut last);
        }
        run.last = last.into();
        Ok(run)
    }

    /// One layer, from states `[N, D]` to states `[N, D]`.
    fn layer(
        &self,
        step: usize,
        block: &Block,
        input: &[f32],
        run: &Run,
        known: Option<Arc<LayerRun>>,
    ) -> Result<(LayerRun, Vec<f32>), EncoderError> {
        let tokens = run.tokens;
        let normed = |norm: &Option<super::layers::Norm>, rows: &[f32]| {
            let mut rows = rows.to_vec();
            if let Some(norm) = norm {
                norm.apply(&mut rows);
            }
            rows
        };
        let pre = self.norms == NormPlacement::Pre;
        let (scores, values) = match known {
            Some(known) => (known.scores.clone(), known.values.clone()),
            None if pre => {
                self.scores(step, block, &normed(&block.attention_norm, input), tokens)?
            }
            None => self.scores(step, block, input, tokens)?,
        };
        let weights = self.weights(step, block, &scores, tokens, &run.rescales);
        let mut state = self.attended(block, &weights, &values, tokens);
        if let Some(output) = &block.output {
            state = output.apply(&state);
        }
        f32::plus_in_place(&mut state, input);
        if !pre && let Some(norm) = &block.attention_norm {
            norm.apply(&mut state);
        }
        if let Some((hidden, output)) = &block.feed_forward {
            let mut inner = match pre {
                true => hidden.apply(&normed(&block.feed_forward_norm, &state)),
                false => hidden.apply(&state),
            };
            activate(self.activation, &mut inner);
            let fed = output.apply(&inner);
            f32::plus_in_place(&mut state, &fed);
        }
        if !pre && let Some(norm) = &block.feed_forward_norm {
            norm.apply(&mut state);
        }
        Ok((LayerRun { heads: block.heads, scores, weights, values }, state))
    }

    /// Raw scores `[h, N, N]` and values `[N, h · d]` (Eq. 1, 2).
    #[expect(clippy::type_complexity, reason = "two arrays that are shared between runs")]
    fn scores(
        &self,
        step: usize,
        block: &Block,
        rows: &[f32],
        tokens: usize,
    ) -> Result<(Arc<[f32]>, Arc<[f32]>), EncoderError> {
        let d = self.head_size;
        let (query, key) = (block.query.apply(rows), block.key.apply(rows));
        let values = block.value.apply(rows);
        let mut scores = vec![0.0_f32; block.heads * tokens * tokens];
        let scale = self.scale_of(step);
        let mut of_head = vec![0.0; tokens * d];
        for (head, scores) in scores.chunks_exact_mut((tokens * tokens).max(1)).enumerate() {
            columns(&key, block.key.outputs(), head * d, d, &mut of_head);
            let keys = Packed::transposed(d, tokens, &of_head);
            columns(&query, block.query.outputs(), head * d, d, &mut of_head);
            keys.multiply(tokens, &of_head, scores);
            if !block.relative_key.is_empty() {
                relative_scores(&block.relative_key, d, &of_head, scores, tokens);
            }
            scores.iter_mut().for_each(|score| *score *= scale);
            // NaN counts as infinite.
            if f32::magnitude(scores) > f32::SCORE_LIMIT {
                return Err(EncoderError::Score { layer: step, head });
            }
        }
        Ok((scores.into(), values.into()))
    }

    /// From now on runs with the causal mask, or as the model is. What a layer hands out is not masked.
    pub fn set_masked(&mut self, is_masked: bool) {
        self.is_masked = is_masked;
    }

    /// Attention weights `[h, N, N]` of raw scores.
    fn weights(
        &self,
        step: usize,
        block: &Block,
        scores: &[f32],
        tokens: usize,
        rescales: &Rescales,
    ) -> Vec<f32> {
        let mut weights = vec![0.0; scores.len()];
        let size = (tokens * tokens).max(1);
        let shape = HeadShape { tokens, stride: tokens };
        let heads = scores.chunks_exact(size).zip(weights.chunks_exact_mut(size));
        for (head, (scores, weights)) in heads.enumerate() {
            let (method, w, v) = self.of_head(step, block, head, rescales);
            let rescale = HeadRescale::<f32>::new(method, w, v, tokens);
            match self.causal || self.is_masked {
                true => rescale.causal_weights(shape, scores, weights),
                false => rescale.weights(shape, scores, weights),
            }
        }
        weights
    }

    /// How a head attends: rescaled by hand, by its own w and v, or not at all.
    pub(super) fn of_head(
        &self,
        step: usize,
        block: &Block,
        head: usize,
        rescales: &Rescales,
    ) -> (Method, f64, f64) {
        if let Some(chosen) = rescales.get(step, head) {
            return (rescales.method(), chosen.w, chosen.v);
        }
        match block.own.get(head) {
            Some(own) => (self.method, own.w, own.v),
            None => (Method::Vanilla { positions: false }, 0.0, 0.0),
        }
    }

    /// The heads joined, `[N, h · d]` (Eq. 3, before W_O).
    fn attended(&self, block: &Block, weights: &[f32], values: &[f32], tokens: usize) -> Vec<f32> {
        let (d, all) = (self.head_size, block.value.outputs());
        let mut joined = vec![0.0; tokens * all];
        let mut of_head = vec![0.0; tokens * d];
        let mut out = vec![0.0; tokens * d];
        for (head, weights) in weights.chunks_exact((tokens * tokens).max(1)).enumerate() {
            columns(values, all, head * d, d, &mut of_head);
            Packed::new(tokens, d, &of_head).multiply(tokens, weights, &mut out);
            if !block.relative_value.is_empty() {
                relative_values(&block.relative_value, d, weights, &mut out, tokens);
            }
            let rows = joined.chunks_exact_mut(all.max(1)).zip(out.chunks_exact(d.max(1)));
            for (joined, out) in rows {
                if let Some(part) = joined.get_mut(head * d..(head + 1) * d) {
                    part.copy_from_slice(out);
                }
            }
        }
        joined
    }
}

/// Rows of the position table as RoBERTa counts them: a padding token has the row of its number and
/// is passed over.
fn counted(ids: &[u32], first: u32, padding: u32) -> Vec<u32> {
    let mut next = first;
    let mut row = |&id: &u32| {
        if id == padding {
            return padding;
        }
        let row = next;
        next = next.saturating_add(1);
        row
    };
    ids.iter().map(&mut row).collect()
}

/// Columns `from .. from + count` of rows `[n, width]`, `[n, count]`.
pub(super) fn columns(rows: &[f32], width: usize, from: usize, count: usize, out: &mut [f32]) {
    for (out, row) in out.chunks_exact_mut(count.max(1)).zip(rows.chunks_exact(width.max(1))) {
        if let Some(part) = row.get(from..from + count) {
            out.copy_from_slice(part);
        }
    }
}

/// The row of a table of 2k + 1 for the distance from i to j: clip(j - i, -k, k) + k
/// (Shaw et al. 2018, Eq. 6 and 7).
fn relative_row(table: &[f32], d: usize, i: usize, j: usize) -> &[f32] {
    let reach = (table.len() / d.max(1)).saturating_sub(1) / 2;
    let row = (reach + j.min(i + reach)).saturating_sub(i);
    table.get(row * d..(row + 1) * d).unwrap_or_default()
}

/// Adds q_i · a^K_ij to the scores that are not yet scaled (Shaw et al. 2018, Eq. 4).
pub(super) fn relative_scores(
    table: &[f32],
    d: usize,
    query: &[f32],
    scores: &mut [f32],
    tokens: usize,
) {
    let rows = query.chunks_exact(d.max(1)).zip(scores.chunks_exact_mut(tokens.max(1)));
    for (i, (query, scores)) in rows.enumerate() {
        for (j, score) in scores.iter_mut().enumerate() {
            let row = relative_row(table, d, i, j);
            *score += query.iter().zip(row).fold(0.0, |sum, (&q, &a)| sum + q * a);
        }
    }
}

/// Adds Σ_j a_ij a^V_ij to the outputs (Shaw et al. 2018, Eq. 3).
fn relative_values(table: &[f32], d: usize, weights: &[f32], out: &mut [f32], tokens: usize) {
    let rows = weights.chunks_exact(tokens.max(1)).zip(out.chunks_exact_mut(d.max(1)));
    for (i, (weights, out)) in rows.enumerate() {
        for (j, &weight) in weights.iter().enumerate() {
            let row = relative_row(table, d, i, j);
            out.iter_mut().zip(row).for_each(|(out, &a)| *out += weight * a);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_is_not_counted() {
        assert_eq!(counted(&[5, 1, 7, 1, 9], 2, 1), [2, 1, 3, 1, 4]);
    }

    #[test]
    fn relative_rows_are_clipped() {
        // k = 1, d = 1: distances at most -1, 0, at least 1.
        let table = [10.0, 20.0, 30.0];
        let row = |i, j| relative_row(&table, 1, i, j)[0];
        assert_eq!(
            [row(3, 0), row(3, 2), row(3, 3), row(3, 4), row(3, 9)],
            [10.0, 10.0, 20.0, 30.0, 30.0]
        );
        assert_eq!([row(0, 0), row(0, 1)], [20.0, 30.0]);
    }

    #[test]
    fn relative_scores_and_values_by_hand() {
        let table = [1.0, 2.0, 3.0];
        let mut scores = [0.0; 4];
        relative_scores(&table, 1, &[1.0, 10.0], &mut scores, 2);
        // Query 0: distances 0 and 1; query 1: -1 and 0.
        assert_eq!(scores, [2.0, 3.0, 10.0, 20.0]);
        let mut out = [0.0; 2];
        relative_values(&table, 1, &[0.5, 0.5, 0.25, 0.75], &mut out, 2);
        assert_eq!(out, [2.5, 1.75]);
    }
}
