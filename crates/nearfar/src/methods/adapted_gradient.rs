//! The way back through [`super::adapted`]: to the embeddings, the projections, u and v. The sinusoids
//! are fixed.

use ndarray::{Array2, Array3, ArrayView2};

use crate::Real;
use crate::methods::adapted::{Adapted, AdaptedForm, AdaptedKey, AdaptedTrace, rows_of_difference};
use crate::methods::gradient::{
    attention_backward, check_upstream, head_sums, looked_up_backward, output_backward,
    products_backward, project_backward, scaled,
};
use crate::methods::loops::{inverse_root, plus_head_vector, side_by_side, sum};
use crate::methods::{Gradients, MethodError, Sentence};

impl<T: Real> Adapted<T> {
    /// dL/dH (`H`), dL/dW_Q, dL/dW_K (where keys are projected), dL/dW_V, dL/dW_O, dL/du and dL/dv
    /// from dL/dout `[N, m]`, given the sentence and its trace.
    ///
    /// # Errors
    /// Where dL/dout has another shape than the output, or is not finite.
    pub fn backward(
        &self,
        sentence: &Sentence<T>,
        trace: &AdaptedTrace<T>,
        d_output: ArrayView2<T>,
    ) -> Result<Gradients<T>, MethodError> {
        let common = &trace.common;
        check_upstream(common, d_output)?;
        let mut gradients = Gradients::new();
        let d_heads = output_backward(common, &self.projections.output, d_output, &mut gradients);
        let (d_scores, d_value) = attention_backward(&common.weights, &trace.value, &d_heads, None);
        let d = self.projections.dimensions();
        let scale = if self.scaled { inverse_root(d) } else { T::one() };
        let d_scores = scaled(&d_scores, scale);

        // (q_i + u) · k_j
        let biased = plus_head_vector(&trace.query, &self.content_bias);
        let [d_content, mut d_key] = products_backward(&biased, &trace.key, &d_scores);
        gradients.add("u", head_sums(&d_content));
        // (q_i + v) · R
        let of_difference = rows_of_difference(trace.query.dim().1);
        let rows = match self.form {
            AdaptedForm::Paper => of_difference.clone(),
            AdaptedForm::Program => of_difference.t().to_owned(),
        };
        let mut d_position = Array3::zeros(trace.query.dim());
        // The sinusoids are fixed: their gradient is not asked for.
        looked_up_backward(&trace.query, &trace.sinusoids, &rows, &d_scores, &mut d_position);
        gradients.add("v", head_sums(&d_position));
        let d_query = sum(&d_content, &d_position);
        if self.form == AdaptedForm::Program {
            // k_j · R_{i-j}: rows are keys.
            let by_key = d_scores.view().permuted_axes([0, 2, 1]).as_standard_layout().into_owned();
            let ids = of_difference.t().to_owned();
            looked_up_backward(&trace.key, &trace.sinusoids, &ids, &by_key, &mut d_key);
        }

        let input = sentence.embeddings;
        let mut d_input = match self.key {
            AdaptedKey::Slice => side_by_side(&d_key),
            AdaptedKey::Projected => Array2::zeros(input.dim()),
        };
        let mut through = |name, weights, d_projected| {
            let d = project_backward(input, weights, d_projected, &mut d_input);
            gradients.add(name, d);
        };
        through("W_Q", &self.projections.query, &d_query);
        if self.key == AdaptedKey::Projected {
            through("W_K", &self.projections.key, &d_key);
        }
        through("W_V", &self.projections.value, &d_value);
        gradients.add("H", d_input);
        Ok(gradients)
    }
}
