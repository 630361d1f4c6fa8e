//! What a layer of a run hands to attention: for a laboratory that attends in its own ways.

use ndarray::Array3;
use nearfar::attention::{LayerInputs, TermBiases, TermRule};
use nearfar_kernel::Real;

use super::error::EncoderError;
use super::load::Encoder;
use super::pass::{Run, columns, relative_scores};
use super::positions::rotation_of;
use super::silence::Positions;
use crate::report::NormPlacement;

impl Encoder {
    /// Queries, keys and values of the layer that is run at a step from 0, with the model's own scale, bias
    /// and mask, from the states of a run before it. A trace of vanilla attention over them has the weights
    /// that the run has, where nothing was laid over the layer. Queries and keys are as they are before
    /// positions turn them: all that the model puts in its scores beside q·k times the scale (what a rotation
    /// changes, penalties and numbers by distance, a cap) is the bias, which
    /// [`Mechanisms::in_scores`](crate::report::mechanisms::Mechanisms::in_scores) says in words. Another
    /// way of telling distance takes its place. Keys and values that heads share are repeated.
    ///
    /// # Errors
    /// Where there is no such layer, it lets a token see less than the sentence by a window, or a number is not
    /// finite.
    pub fn layer_inputs(&self, run: &Run, step: usize) -> Result<LayerInputs<f32>, EncoderError> {
        let (Some(block), Some(state)) = (self.block(step), run.states.get(step)) else {
            return Err(EncoderError::Layer { layer: step, depth: self.depth() });
        };
        let mut rows = state.to_vec();
        if self.norms == NormPlacement::Pre
            && let Some(norm) = &block.attention_norm
        {
            norm.apply(&mut rows);
        }
        let (heads, tokens, d) = (block.heads, run.tokens, self.head_size);
        if let Some(window) = self.mechanisms.layer(step).window {
            let reach = match self.causal {
                true => window.before,
                false => window.before.min(window.behind),
            };
            if reach.saturating_add(1) < tokens {
                let causal = self.causal;
                return Err(EncoderError::Window { layer: step, reach, causal, tokens });
            }
        }
        let projected = self.projected(block, &rows, tokens);
        let scale = self.scale_of(step);
        let beside = self.scores_beside(step, &rows, tokens, run.positions, None)?;
        let rule = match &beside {
            Some(scores) => self.biases(step, &rows, tokens, run.positions, scores)?,
            None => None,
        };
        let rule = rule.unwrap_or_else(|| self.term_rule(step, tokens));
        let bias = match () {
            () if beside.is_some() || self.adds_to_scores(step) => {
                let mut bias = match beside {
                    Some(scores) => scores,
                    None => self.scores_of(step, block, &projected, tokens, run.positions)?,
                };
                let plain = self.products(block, &projected.query, &projected.key, tokens);
                bias.iter_mut().zip(&plain).for_each(|(bias, &product)| *bias -= product * scale);
                Some(bias)
            }
            () if !block.relative_key.is_empty() => {
                let mut bias = vec![0.0; heads * tokens * tokens];
                let queries = projected.query.chunks_exact((tokens * d).max(1));
                for (query, bias) in queries.zip(bias.chunks_exact_mut((tokens * tokens).max(1))) {
                    relative_scores(&block.relative_key, d, query, bias, tokens, run.positions);
                }
                bias.iter_mut().for_each(|bias| *bias *= scale);
                Some(bias)
            }
            () => None,
        };
        // Every head has its own, whoever it shares it with.
        let shared = (heads / block.key_heads.max(1)).max(1);
        let repeated = |numbers: &[f32]| -> Vec<f32> {
            let of_keys = numbers.chunks_exact((tokens * d).max(1));
            of_keys
                .flat_map(|numbers| std::iter::repeat_n(numbers, shared))
                .flatten()
                .copied()
                .collect()
        };
        let mut value = vec![0.0; block.key_heads * tokens * d];
        for (head, out) in value.chunks_exact_mut((tokens * d).max(1)).enumerate() {
            columns(&projected.value, block.value.outputs(), head * d, d, out);
        }
        let (key, value) = (repeated(&projected.key), repeated(&value));
        let query = projected.query;
        let finite = |numbers: &[f32]| match f32::magnitude(numbers) {
            largest if largest.is_finite() => Ok(()),
            _ => Err(EncoderError::State { layer: step }),
        };
        [&query, &key, &value].into_iter().try_for_each(|numbers| finite(numbers))?;
        let shaped = |numbers: Vec<f32>, last: usize| {
            Array3::from_shape_vec((heads, tokens, last), numbers)
                .map_err(|_| EncoderError::Layer { layer: step, depth: self.depth() })
        };
        let usual = LayerInputs::<f32>::usual_scale(d);
        Ok(LayerInputs {
            query: shaped(query, d)?,
            key: shaped(key, d)?,
            value: shaped(value, d)?,
            // The encoder multiplies in f32; 1/√d is the same number before it was rounded.
            scale: if scale == usual as f32 { usual } else { f64::from(scale) },
            bias: bias.map(|bias| shaped(bias, tokens)).transpose()?,
            rule,
            causal: self.causal,
        })
    }

    /// What u and v add to the scores of this project's file whose method has them: what they have less without.
    fn biases(
        &self,
        step: usize,
        rows: &[f32],
        tokens: usize,
        positions: Positions,
        scores: &[f32],
    ) -> Result<Option<TermRule>, EncoderError> {
        let own = self.beside.as_ref().and_then(|words| words.own.as_ref());
        let has =
            |name: &str| own.is_some_and(|own| own.values.iter().any(|(own, _)| *own == name));
        if !has("u") || !has("v") || tokens == 0 {
            return Ok(None);
        }
        let less = |name: &str| -> Result<Vec<f64>, EncoderError> {
            let without = self.scores_beside(step, rows, tokens, positions, Some(name))?;
            let without = without.unwrap_or_default();
            let pairs = scores.iter().zip(&without);
            Ok(pairs.map(|(&all, &less)| f64::from(all) - f64::from(less)).collect())
        };
        // The same in every row; and along every diagonal: the last row has all of j - i up to 0, the first the others.
        let (content, position) = (less("u")?, less("v")?);
        let content = content.chunks_exact(tokens * tokens).flat_map(|head| &head[..tokens]);
        let position = position.chunks_exact(tokens * tokens);
        let position =
            position.flat_map(|head| head[tokens * (tokens - 1)..].iter().chain(&head[1..tokens]));
        let (content, position) = (content.copied().collect(), position.copied().collect());
        Ok(Some(TermRule::Biases(TermBiases { content, position })))
    }

    /// Where what a step adds to its scores comes from: of one way of telling positions alone.
    fn term_rule(&self, step: usize, tokens: usize) -> TermRule {
        let own = self.beside.as_ref().and_then(|words| words.own.as_ref());
        if let Some(own) = own.filter(|_| self.is_beside) {
            return own.method.term_rule(self.head_size, tokens);
        }
        let mechanisms = &self.mechanisms;
        let is_by_query = self.block(step).is_some_and(|block| !block.relative_key.is_empty());
        let buckets = mechanisms.buckets.as_ref();
        let is_by_offset = mechanisms.alibi.is_some() || buckets.is_some() || is_by_query;
        let is_mixed = mechanisms.disentangled.is_some() || mechanisms.soft_cap.is_some();
        match mechanisms.rotary(step) {
            _ if is_mixed => TermRule::Whole,
            Some(_) if is_by_offset => TermRule::Whole,
            Some(rotary) => TermRule::Rotation(rotation_of(rotary, &self.rotary_factors, tokens)),
            None if is_by_offset => {
                let buckets = buckets.map(|buckets| buckets.of_t5().by_offset(tokens));
                TermRule::ByOffset { buckets: buckets.unwrap_or_default() }
            }
            None => TermRule::Whole,
        }
    }

    /// Whether the scores of a step are more than q·k times the scale, beside relative positions of keys.
    fn adds_to_scores(&self, step: usize) -> bool {
        let mechanisms = &self.mechanisms;
        mechanisms.rotary(step).is_some()
            || mechanisms.alibi.is_some()
            || mechanisms.buckets.is_some()
            || mechanisms.disentangled.is_some()
            || mechanisms.soft_cap.is_some()
    }
}
