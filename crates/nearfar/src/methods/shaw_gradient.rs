//! The way back through [`super::shaw`]: to the embeddings, the projections and both tables.

use ndarray::{ArrayView2, Axis};

use crate::Real;
use crate::methods::gradient::{
    attention_backward, check_upstream, looked_up_backward, output_backward, product_of_heads,
    products_backward, projections_backward, scaled,
};
use crate::methods::loops::{by_label, each_head, inverse_root, look_up, product};
use crate::methods::shaw::{Shaw, ShawTrace};
use crate::methods::{Gradients, MethodError, Sentence};

impl<T: Real> Shaw<T> {
    /// dL/dX (`X`), dL/dW_Q, dL/dW_K, dL/dW_V, dL/dW_O, dL/da^K (`tab_K`) and dL/da^V (`tab_V`) from
    /// dL/dout `[N, m]`, given the sentence and its trace.
    ///
    /// # Errors
    /// Where dL/dout has another shape than the output, or is not finite.
    pub fn backward(
        &self,
        sentence: &Sentence<T>,
        trace: &ShawTrace<T>,
        d_output: ArrayView2<T>,
    ) -> Result<Gradients<T>, MethodError> {
        let common = &trace.common;
        check_upstream(common, d_output)?;
        let mut gradients = Gradients::new();
        let d_heads = output_backward(common, &self.projections.output, d_output, &mut gradients);

        // z_i has Σ_j α_ij a^V_ij beside Σ_j α_ij v_j.
        let (h, tokens, _) = common.weights.dim();
        let of_index = by_label(&common.weights, &trace.index, self.value_table.nrows());
        gradients.add("tab_V", product_of_heads(&of_index, &d_heads));
        let d_weights = each_head(h, (tokens, tokens), |head| {
            let by_index = product(d_heads.index_axis(Axis(0), head), self.value_table.t());
            look_up(&by_index, &trace.index)
        });
        let (d_scores, d_value) =
            attention_backward(&common.weights, &trace.value, &d_heads, Some(&d_weights));

        let d_products = scaled(&d_scores, inverse_root(self.projections.dimensions()));
        let [mut d_query, d_key] = products_backward(&trace.query, &trace.key, &d_products);
        let d_table = looked_up_backward(
            &trace.query,
            &self.key_table,
            &trace.index,
            &d_products,
            &mut d_query,
        );
        gradients.add("tab_K", d_table);

        let d_input = projections_backward(
            sentence.embeddings,
            &self.projections,
            [&d_query, &d_key, &d_value],
            &mut gradients,
        );
        gradients.add("X", d_input);
        Ok(gradients)
    }
}
