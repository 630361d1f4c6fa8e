//! A sentence through a model: every layer's states, scores and attention weights are kept.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;

use ndarray::ArrayView2;
use nearfar::Method;
use nearfar::attention::position::add_positions;
use nearfar::attention::{HeadRescale, HeadShape};
use nearfar::methods::Sentence;
use nearfar_kernel::{Packed, Real};

use super::error::EncoderError;
use super::layers::{Linear, Norm, activate};
use super::load::{Block, Encoder};
use super::positions::{Turns, keys_seen, learned, penalties};
use super::rescale::Rescales;
use super::silence::{Positions, apart, mean_row_of};
use crate::limits;
use crate::report::NormPlacement;
use crate::report::mechanisms::{Disentangled, Residual};

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
    /// Raw scores, scaled by 1/√d, with all that the model puts in them (rotations, penalties and numbers by
    /// distance, a cap), before any rescaling, mask or softmax, `[h, N, N]`.
    pub scores: Arc<[f32]>,
    /// Attention weights, `[h, N, N]`.
    pub weights: Vec<f32>,
    /// The values, `[N, h · d]`; of fewer heads where they share them.
    values: Arc<[f32]>,
}

/// What a layer makes of its input, before positions turn it.
pub(super) struct Projected {
    /// `[h, N, d]`.
    pub query: Vec<f32>,
    /// `[heads of keys, N, d]`.
    pub key: Vec<f32>,
    /// `[N, heads of keys · d]`.
    pub value: Vec<f32>,
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
    /// Whether the model knew where its words stand.
    pub positions: Positions,
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
        self.run_with(input, Positions::AsTrained, limit_bytes, progress)
    }

    /// As [`Encoder::run`], with the model's positions as they are or [silenced](Positions::Silenced).
    ///
    /// # Errors
    /// As [`Encoder::run`].
    pub fn run_with(
        &self,
        input: Input,
        positions: Positions,
        limit_bytes: u64,
        progress: Progress,
    ) -> Result<Run, EncoderError> {
        let tokens = self.tokens(input)?;
        let bytes = self.bytes_of_run(tokens);
        if bytes > limit_bytes {
            return Err(EncoderError::TooLong { tokens, bytes, limit: limit_bytes });
        }
        let embedded = match input {
            Input::Ids(ids) => self.embed(self.rows(ids)?, Some(ids), positions)?,
            Input::Vectors(vectors) if self.reads_vectors => {
                self.with_positions(vectors, tokens, positions)?
            }
            Input::Vectors(vectors) => self.embed(vectors.to_vec(), None, positions)?,
        };
        let run = Run {
            tokens,
            width: self.width,
            states: vec![embedded.into()],
            layers: Vec::new(),
            last: Arc::from([]),
            rescales: Rescales::default(),
            positions,
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
        let of_layer = |step: usize| {
            limits::bytes_of_layer(self.heads(step), self.head_size, self.width, tokens)
        };
        (0..self.depth()).fold(0, |sum: u64, step| sum.saturating_add(of_layer(step)))
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
    fn embed(
        &self,
        mut rows: Vec<f32>,
        ids: Option<&[u32]>,
        positions: Positions,
    ) -> Result<Vec<f32>, EncoderError> {
        let factor = self.mechanisms.embedding_factor as f32;
        if factor != 1.0 {
            rows.iter_mut().for_each(|x| *x *= factor);
        }
        if self.mechanisms.positions_last {
            let mut rows = match &self.projection {
                Some(projection) => projection.apply(&rows),
                None => rows,
            };
            self.add_table_of_positions(&mut rows, ids, positions)?;
            return Ok(rows);
        }
        // One sentence: its tokens are all of the first type.
        if let Some(kinds) = &self.kind {
            kinds.add_to_each(0, &mut rows)?;
        }
        self.add_table_of_positions(&mut rows, ids, positions)?;
        if let Some(norm) = &self.embedding_norm {
            norm.apply(&mut rows);
        }
        Ok(match &self.projection {
            Some(projection) => projection.apply(&rows),
            None => rows,
        })
    }

    /// Rows of the table of positions, if there is one.
    fn add_table_of_positions(
        &self,
        rows: &mut [f32],
        ids: Option<&[u32]>,
        positions: Positions,
    ) -> Result<(), EncoderError> {
        let Some(table) = &self.position else { return Ok(()) };
        let first = self.first_position as u32;
        match (self.padding, ids) {
            _ if positions == Positions::Silenced => {
                let mean = self.mean_position()?;
                rows.chunks_exact_mut(mean.len().max(1))
                    .for_each(|row| f32::plus_in_place(row, &mean));
                Ok(())
            }
            (Some(padding), Some(ids)) => table.add_each(&counted(ids, first, padding), rows),
            _ => table.add_from(first, rows),
        }
    }

    /// Vectors with sinusoidal positions where the model was trained with them.
    fn with_positions(
        &self,
        vectors: &[f32],
        tokens: usize,
        positions: Positions,
    ) -> Result<Vec<f32>, EncoderError> {
        let (found, width) = (vectors.len(), self.width);
        let mut rows = ndarray::Array2::from_shape_vec((tokens, width), vectors.to_vec())
            .map_err(|_| EncoderError::Vectors { found, width })?;
        match positions {
            _ if !self.method.adds_positions() => {}
            Positions::AsTrained => add_positions(&mut rows),
            Positions::Silenced => {
                let mean = mean_row_of(add_positions, width);
                rows.rows_mut().into_iter().for_each(|mut row| row += &mean);
            }
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
        if let Some(projection) = &self.last_projection {
            last = projection.apply(&last);
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
                let rows = normed(&block.attention_norm, input);
                self.scores(step, block, &rows, tokens, run.positions)?
            }
            None => self.scores(step, block, input, tokens, run.positions)?,
        };
        let weights = self.weights(step, block, &scores, run);
        let mut state = self.attended(block, &weights, &values, tokens, run.positions);
        if let Some(output) = &block.output {
            state = output.apply(&state);
        }
        if let Some(norm) = &block.attention_after {
            norm.apply(&mut state);
        }
        let factor = self.mechanisms.residual_factor as f32;
        let shrink = |rows: &mut [f32]| {
            if factor != 1.0 {
                rows.iter_mut().for_each(|x| *x *= factor);
            }
        };
        shrink(&mut state);
        f32::plus_in_place(&mut state, input);
        if !pre && let Some(norm) = &block.attention_norm {
            norm.apply(&mut state);
        }
        if let Some((hidden, output)) = &block.feed_forward {
            let serial = self.mechanisms.residual == Residual::Serial;
            let read = if serial { &state[..] } else { input };
            let norm = match &block.feed_forward_norm {
                None if !serial => &block.attention_norm,
                norm => norm,
            };
            let read = if pre { normed(norm, read) } else { read.to_vec() };
            let mut inner = hidden.apply(&read);
            match &block.gate {
                None => activate(self.activation, &mut inner),
                Some(gate) => {
                    let mut gate = gate.apply(&read);
                    activate(self.activation, &mut gate);
                    inner.iter_mut().zip(&gate).for_each(|(inner, &gate)| *inner *= gate);
                }
            }
            let mut fed = output.apply(&inner);
            if let Some(norm) = &block.feed_forward_after {
                norm.apply(&mut fed);
            }
            shrink(&mut fed);
            f32::plus_in_place(&mut state, &fed);
        }
        if !pre && let Some(norm) = &block.feed_forward_norm {
            norm.apply(&mut state);
        }
        Ok((LayerRun { heads: block.heads, scores, weights, values }, state))
    }

    /// Queries, keys and values of rows `[N, D]`, before positions turn them (Eq. 1).
    pub(super) fn projected(&self, block: &Block, rows: &[f32], tokens: usize) -> Projected {
        let d = self.head_size;
        let apply = |map: &Linear| {
            let mut joined = map.apply(rows);
            if let Some(most) = self.mechanisms.clip {
                let most = most as f32;
                joined.iter_mut().for_each(|x| *x = x.clamp(-most, most));
            }
            joined
        };
        let of_heads = |map: &Linear, norm: &Option<Norm>, heads: usize| {
            let mut joined = apply(map);
            if let Some(norm) = norm {
                norm.apply(&mut joined);
            }
            let mut parted = vec![0.0; heads * tokens * d];
            for (head, out) in parted.chunks_exact_mut((tokens * d).max(1)).enumerate() {
                columns(&joined, map.outputs(), head * d, d, out);
            }
            parted
        };
        Projected {
            query: of_heads(&block.query, &block.query_norm, block.heads),
            key: of_heads(&block.key, &block.key_norm, block.key_heads),
            value: apply(&block.value),
        }
    }

    /// q·k of each head, not scaled, `[h, N, N]`.
    pub(super) fn products(
        &self,
        block: &Block,
        query: &[f32],
        key: &[f32],
        tokens: usize,
    ) -> Vec<f32> {
        let d = self.head_size;
        let size = (tokens * d).max(1);
        let shared = (block.heads / block.key_heads.max(1)).max(1);
        let mut products = vec![0.0_f32; block.heads * tokens * tokens];
        let of_keys = products.chunks_exact_mut((shared * tokens * tokens).max(1));
        let queries = query.chunks_exact(shared * size);
        for ((products, queries), key) in of_keys.zip(queries).zip(key.chunks_exact(size)) {
            let keys = Packed::transposed(d, tokens, key);
            let heads = products.chunks_exact_mut((tokens * tokens).max(1));
            for (products, query) in heads.zip(queries.chunks_exact(size)) {
                keys.multiply(tokens, query, products);
            }
        }
        products
    }

    /// Raw scores `[h, N, N]` and values `[N, heads of keys · d]` (Eq. 1, 2).
    #[expect(clippy::type_complexity, reason = "two arrays that are shared between runs")]
    fn scores(
        &self,
        step: usize,
        block: &Block,
        rows: &[f32],
        tokens: usize,
        positions: Positions,
    ) -> Result<(Arc<[f32]>, Arc<[f32]>), EncoderError> {
        let projected = self.projected(block, rows, tokens);
        let scores = match self.scores_beside(step, rows, tokens, positions, None)? {
            Some(scores) => scores,
            None => self.scores_of(step, block, &projected, tokens, positions)?,
        };
        Ok((scores.into(), projected.value.into()))
    }

    /// Raw scores `[h, N, N]` of this project's file that attends by another method than w and v; `None` for any
    /// other model, and where positions are silenced. An own tensor of the name `without` counts as 0.
    pub(super) fn scores_beside(
        &self,
        step: usize,
        rows: &[f32],
        tokens: usize,
        positions: Positions,
        without: Option<&str>,
    ) -> Result<Option<Vec<f32>>, EncoderError> {
        if !self.is_beside || positions == Positions::Silenced {
            return Ok(None);
        }
        let refused = |why: String| EncoderError::CannotRun { why };
        let words = self.beside.as_ref();
        let (words, own) = words
            .and_then(|words| Some((words, words.own.as_ref()?)))
            .ok_or_else(|| refused("the numbers of its method were not read".to_owned()))?;
        let mut own = Cow::Borrowed(own);
        if let Some(without) = without {
            let values = own.to_mut().values.iter_mut().filter(|(name, _)| *name == without);
            values.for_each(|(_, numbers)| numbers.fill(0.0));
        }
        let rows = ArrayView2::from_shape((tokens, self.width), rows)
            .map_err(|error| refused(error.to_string()))?;
        let method = words.own_method(&own).map_err(|error| refused(error.to_string()))?;
        let trace = method.run(&Sentence::new(rows)).map_err(|error| refused(error.to_string()))?;
        let scores: Vec<f32> = trace.common().scores.iter().copied().collect();
        match scores.len() == self.heads(step) * tokens * tokens {
            true => Ok(Some(scores)),
            false => Err(refused("its method scores other keys than the sentence's".to_owned())),
        }
    }

    /// Raw scores `[h, N, N]`: what queries and keys say, with all that the model adds to it.
    ///
    /// # Errors
    /// Where a score is beyond what can be computed with.
    pub(super) fn scores_of(
        &self,
        step: usize,
        block: &Block,
        projected: &Projected,
        tokens: usize,
        positions: Positions,
    ) -> Result<Vec<f32>, EncoderError> {
        let d = self.head_size;
        let Projected { query, key, .. } = projected;
        let mechanisms = &self.mechanisms;
        let mut scores = match mechanisms.rotary(step) {
            None => self.products(block, query, key, tokens),
            Some(rotary) => {
                let turns = Turns::of(rotary, &self.rotary_factors, tokens, positions);
                let turned = |rows: &[f32]| {
                    let mut rows = rows.to_vec();
                    let heads = rows.chunks_exact_mut((tokens * d).max(1));
                    heads.for_each(|rows| turns.apply(rows, d));
                    rows
                };
                self.products(block, &turned(query), &turned(key), tokens)
            }
        };
        let size = (tokens * tokens).max(1);
        if !block.relative_key.is_empty() {
            let queries = query.chunks_exact((tokens * d).max(1));
            for (scores, query) in scores.chunks_exact_mut(size).zip(queries) {
                relative_scores(&block.relative_key, d, query, scores, tokens, positions);
            }
        }
        if let Some(distances) = &mechanisms.disentangled
            && positions == Positions::AsTrained
        {
            self.add_distances(block, distances, projected, tokens, &mut scores);
        }
        let scale = self.scale_of(step);
        scores.iter_mut().for_each(|score| *score *= scale);
        if let Some(alibi) = &mechanisms.alibi
            && positions == Positions::AsTrained
        {
            let added = penalties(alibi, block.heads, tokens, f64::from(scale));
            f32::plus_in_place(&mut scores, &added);
        }
        if let Some(buckets) = &mechanisms.buckets {
            let added = learned(buckets, &self.relative_bias, block.heads, tokens, positions);
            f32::plus_in_place(&mut scores, &added);
        }
        if let Some(cap) = mechanisms.soft_cap {
            let cap = cap as f32;
            scores.iter_mut().for_each(|score| *score = cap * (*score / cap).tanh());
        }
        for (head, scores) in scores.chunks_exact(size).enumerate() {
            // NaN counts as infinite.
            if f32::magnitude(scores) > f32::SCORE_LIMIT {
                return Err(EncoderError::Score { layer: step, head });
            }
        }
        Ok(scores)
    }

    /// Adds products of words with distances to the scores that are not yet scaled, `[h, N, N]` (He et al. 2021,
    /// Eq. 4).
    fn add_distances(
        &self,
        block: &Block,
        positions: &Disentangled,
        projected: &Projected,
        tokens: usize,
        scores: &mut [f32],
    ) {
        let d = self.head_size;
        // The rows that this sentence needs, from the furthest key behind to the furthest before.
        let last = tokens.saturating_sub(1);
        let (first, end) = (positions.row(0, last), positions.row(last, 0) + 1);
        let rows = self.relative_table.get(first * self.width..end * self.width);
        let (rows, count) = (rows.unwrap_or_default(), end.saturating_sub(first));
        let map = |own: &Option<Linear>, shared: &Linear| match own {
            Some(own) => own.apply(rows),
            None => shared.apply(rows),
        };
        let keys = positions.content_to_position.then(|| map(&block.position_key, &block.key));
        let queries =
            positions.position_to_content.then(|| map(&block.position_query, &block.query));
        let mut of_head = vec![0.0; count * d];
        let mut products = vec![0.0; tokens * count];
        let size = (tokens * d).max(1);
        let heads = scores.chunks_exact_mut((tokens * tokens).max(1));
        let words = projected.query.chunks_exact(size).zip(projected.key.chunks_exact(size));
        for (head, (scores, (query, key))) in heads.zip(words).enumerate() {
            // q_i with the key of the distance, then k_j with the query of it.
            for (distances, words, by_query) in [(&keys, query, true), (&queries, key, false)] {
                let Some(distances) = distances else { continue };
                columns(distances, block.heads * d, head * d, d, &mut of_head);
                Packed::transposed(d, count, &of_head).multiply(tokens, words, &mut products);
                for (i, scores) in scores.chunks_exact_mut(tokens.max(1)).enumerate() {
                    for (j, score) in scores.iter_mut().enumerate() {
                        let word = if by_query { i } else { j };
                        let place = word * count + positions.row(i, j) - first;
                        *score += products.get(place).copied().unwrap_or(0.0);
                    }
                }
            }
        }
    }

    /// The keys that token i of `tokens` sees in the layer of a step, by the model's mask and window.
    pub fn keys_seen(&self, step: usize, i: usize, tokens: usize) -> std::ops::Range<usize> {
        let causal = self.causal || self.is_masked;
        keys_seen(i, tokens, causal, self.mechanisms.layer(step).window)
    }

    /// From now on runs with the causal mask, or as the model is. What a layer hands out is not masked.
    pub fn set_masked(&mut self, is_masked: bool) {
        self.is_masked = is_masked;
    }

    /// Attention weights `[h, N, N]` of raw scores.
    fn weights(&self, step: usize, block: &Block, scores: &[f32], run: &Run) -> Vec<f32> {
        let tokens = run.tokens;
        let mut weights = vec![0.0; scores.len()];
        let size = (tokens * tokens).max(1);
        let shape = HeadShape { tokens, stride: tokens };
        let heads = scores.chunks_exact(size).zip(weights.chunks_exact_mut(size));
        for (head, (scores, weights)) in heads.enumerate() {
            let (method, mut w, v) = self.of_head(step, block, head, &run.rescales);
            // Of its own coefficients a silenced head has that of distance 0 everywhere; those laid over it
            // by hand are not the model's.
            if run.positions == Positions::Silenced && run.rescales.get(step, head).is_none() {
                w = 0.0;
            }
            let rescale = HeadRescale::<f32>::new(method, w, v, tokens);
            let causal = self.causal || self.is_masked;
            match self.mechanisms.layer(step).window {
                None if causal => rescale.causal_weights(shape, scores, weights),
                None => rescale.weights(shape, scores, weights),
                window => {
                    let keys = |i| keys_seen(i, tokens, causal, window);
                    rescale.weights_within(shape, keys, scores, weights);
                }
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
    fn attended(
        &self,
        block: &Block,
        weights: &[f32],
        values: &[f32],
        tokens: usize,
        positions: Positions,
    ) -> Vec<f32> {
        let (d, stored) = (self.head_size, block.value.outputs());
        let all = block.heads * d;
        let shared = (block.heads / block.key_heads.max(1)).max(1);
        let mut joined = vec![0.0; tokens * all];
        let mut of_head = vec![0.0; tokens * d];
        let mut out = vec![0.0; tokens * d];
        for (head, weights) in weights.chunks_exact((tokens * tokens).max(1)).enumerate() {
            columns(values, stored, head / shared * d, d, &mut of_head);
            Packed::new(tokens, d, &of_head).multiply(tokens, weights, &mut out);
            if !block.relative_value.is_empty() {
                relative_values(&block.relative_value, d, weights, &mut out, tokens, positions);
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
    positions: Positions,
) {
    let rows = query.chunks_exact(d.max(1)).zip(scores.chunks_exact_mut(tokens.max(1)));
    for (i, (query, scores)) in rows.enumerate() {
        for (j, score) in scores.iter_mut().enumerate() {
            let row = relative_row(table, d, i, apart(positions, i, j));
            *score += query.iter().zip(row).fold(0.0, |sum, (&q, &a)| sum + q * a);
        }
    }
}

/// Adds Σ_j a_ij a^V_ij to the outputs (Shaw et al. 2018, Eq. 3).
fn relative_values(
    table: &[f32],
    d: usize,
    weights: &[f32],
    out: &mut [f32],
    tokens: usize,
    positions: Positions,
) {
    let rows = weights.chunks_exact(tokens.max(1)).zip(out.chunks_exact_mut(d.max(1)));
    for (i, (weights, out)) in rows.enumerate() {
        for (j, &weight) in weights.iter().enumerate() {
            let row = relative_row(table, d, i, apart(positions, i, j));
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
        relative_scores(&table, 1, &[1.0, 10.0], &mut scores, 2, Positions::AsTrained);
        // Query 0: distances 0 and 1; query 1: -1 and 0.
        assert_eq!(scores, [2.0, 3.0, 10.0, 20.0]);
        let mut scores = [0.0; 4];
        relative_scores(&table, 1, &[1.0, 10.0], &mut scores, 2, Positions::Silenced);
        assert_eq!(scores, [2.0, 2.0, 20.0, 20.0]);
        let mut out = [0.0; 2];
        let weights = [0.5, 0.5, 0.25, 0.75];
        relative_values(&table, 1, &weights, &mut out, 2, Positions::AsTrained);
        assert_eq!(out, [2.5, 1.75]);
    }
}
