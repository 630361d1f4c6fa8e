//! What a layer of a run hands to attention: for a laboratory that attends in its own ways.

use ndarray::Array3;
use nearfar::attention::LayerInputs;
use nearfar_kernel::Real;

use super::error::EncoderError;
use super::load::Encoder;
use super::pass::{Run, columns, relative_scores};
use crate::recognise::NormPlacement;

impl Encoder {
    /// Queries, keys and values of the layer that is run at a step from 0, with the model's own scale, bias
    /// and mask, from the states of a run before it. A trace of vanilla attention over them has the weights
    /// that the run has, where nothing was laid over the layer.
    ///
    /// # Errors
    /// Where there is no such layer, or a number is not finite.
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
        let of_heads = |map: &super::layers::Linear| {
            let joined = map.apply(&rows);
            let mut parted = vec![0.0; heads * tokens * d];
            for (head, out) in parted.chunks_exact_mut((tokens * d).max(1)).enumerate() {
                columns(&joined, map.outputs(), head * d, d, out);
            }
            parted
        };
        let (query, key, value) =
            (of_heads(&block.query), of_heads(&block.key), of_heads(&block.value));
        let scale = self.scale_of(step);
        let bias = (!block.relative_key.is_empty()).then(|| {
            let mut bias = vec![0.0; heads * tokens * tokens];
            let queries = query.chunks_exact((tokens * d).max(1));
            for (query, bias) in queries.zip(bias.chunks_exact_mut((tokens * tokens).max(1))) {
                relative_scores(&block.relative_key, d, query, bias, tokens);
            }
            bias.iter_mut().for_each(|bias| *bias *= scale);
            bias
        });
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
            causal: self.causal,
        })
    }
}
