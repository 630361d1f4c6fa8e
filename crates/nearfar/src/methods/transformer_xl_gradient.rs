//! The way back through [`super::transformer_xl`]: to the sentence's embeddings, the projections, u
//! and v. The memory gets no gradient (Dai et al. 2019, section 3.2), the sinusoids are fixed.

use ndarray::{Array2, Array3, ArrayView2, Axis, concatenate, s};

use crate::Real;
use crate::methods::gradient::{
    attention_backward, check_upstream, head_sums, output_backward, products_backward,
    project_backward, scaled,
};
use crate::methods::loops::{inverse_root, plus_head_vector, sum};
use crate::methods::transformer_xl::{TransformerXl, TransformerXlTrace};
use crate::methods::{Gradients, MethodError, Sentence};

impl<T: Real> TransformerXl<T> {
    /// dL/dH (`H`), dL/dW_Q, dL/dW_K, dL/dW_V, dL/dW_R, dL/dW_O, dL/du and dL/dv from dL/dout `[N, m]`
    /// (before the residual and the layer norm), given the sentence and its trace.
    ///
    /// # Errors
    /// Where dL/dout has another shape than the output, or is not finite.
    pub fn backward(
        &self,
        sentence: &Sentence<T>,
        trace: &TransformerXlTrace<T>,
        d_output: ArrayView2<T>,
    ) -> Result<Gradients<T>, MethodError> {
        let common = &trace.common;
        check_upstream(common, d_output)?;
        let mut gradients = Gradients::new();
        let d_heads = output_backward(common, &self.projections.output, d_output, &mut gradients);
        let (d_scores, d_value) = attention_backward(&common.weights, &trace.value, &d_heads, None);
        let d_scores = scaled(&d_scores, inverse_root(self.projections.dimensions()));

        let biased = plus_head_vector(&trace.query, &self.content_bias);
        let [d_content, d_key] = products_backward(&biased, &trace.key, &d_scores);
        gradients.add("u", head_sums(&d_content));
        let biased = plus_head_vector(&trace.query, &self.position_bias);
        let d_unshifted = unshift(&d_scores, trace.positions.len());
        let [d_position, d_sinusoids] =
            products_backward(&biased, &trace.projected_sinusoids, &d_unshifted);
        gradients.add("v", head_sums(&d_position));
        let d_query = sum(&d_content, &d_position);

        // W_R sees the sinusoids, which are fixed.
        let mut fixed = Array2::zeros(trace.sinusoids.dim());
        let d_position_projection = project_backward(
            trace.sinusoids.view(),
            &self.position_projection,
            &d_sinusoids,
            &mut fixed,
        );
        gradients.add("W_R", d_position_projection);

        let input = sentence.embeddings;
        let memory = sentence.memory.unwrap_or(input.slice_move(s![..0, ..]));
        let remembered = memory.nrows();
        let seen = concatenate(Axis(0), &[memory, input])
            .unwrap_or_else(|_| unreachable!("the trace was made from both"));
        let mut d_input = Array2::zeros(input.dim());
        let d = project_backward(input, &self.projections.query, &d_query, &mut d_input);
        gradients.add("W_Q", d);
        let mut d_seen = Array2::zeros(seen.dim());
        for (name, weights, d_projected) in
            [("W_K", &self.projections.key, &d_key), ("W_V", &self.projections.value, &d_value)]
        {
            let d = project_backward(seen.view(), weights, d_projected, &mut d_seen);
            gradients.add(name, d);
        }
        let of_sentence = d_seen.slice(s![remembered.., ..]);
        d_input.zip_mut_with(&of_sentence, |sum: &mut T, &d| *sum = *sum + d);
        gradients.add("H", d_input);
        Ok(gradients)
    }
}

/// Back through the relative shift, `[h, N, P]` of `[h, N, K]`: what cell j of row i came from is column
/// N-1-i+j. Masked cells have no gradient, and are 0 already.
fn unshift<T: Real>(d_shifted: &Array3<T>, positions: usize) -> Array3<T> {
    let (h, tokens, _) = d_shifted.dim();
    let mut d = Array3::zeros((h, tokens, positions));
    for ((head, i, j), &cell) in d_shifted.indexed_iter() {
        let column = tokens - 1 - i + j;
        if column < positions {
            d[[head, i, column]] = cell;
        }
    }
    d
}
