//! The way back through [`super::tree_bias`]: to the embeddings, the projections and every table.

use ndarray::ArrayView2;

use crate::Real;
use crate::methods::gradient::{
    attention_backward, check_upstream, looked_up_backward, output_backward, products_backward,
    projections_backward, scaled,
};
use crate::methods::loops::inverse_root;
use crate::methods::tree_bias::{BiasLabel, TreeBias, TreeBiasTrace};
use crate::methods::{Gradients, MethodError, Sentence};

impl<T: Real> TreeBias<T> {
    /// dL/dX (`X`), dL/dW_Q, dL/dW_K, dL/dW_V, dL/dW_O and dL/dtable (`relpos`, `tree`, `traversal`)
    /// from dL/dout `[N, m]`, given the sentence and its trace.
    ///
    /// # Errors
    /// Where dL/dout has another shape than the output, or is not finite.
    pub fn backward(
        &self,
        sentence: &Sentence<T>,
        trace: &TreeBiasTrace<T>,
        d_output: ArrayView2<T>,
    ) -> Result<Gradients<T>, MethodError> {
        let common = &trace.common;
        check_upstream(common, d_output)?;
        let mut gradients = Gradients::new();
        let d_heads = output_backward(common, &self.projections.output, d_output, &mut gradients);
        let (d_scores, d_value) = attention_backward(&common.weights, &trace.value, &d_heads, None);
        let d_products = scaled(&d_scores, inverse_root(self.projections.dimensions()));
        let [mut d_query, d_key] = products_backward(&trace.query, &trace.key, &d_products);
        for one in &trace.biases {
            let name = match one.bias.label {
                BiasLabel::RelativePosition => "relpos",
                BiasLabel::TreeDistance => "tree",
                BiasLabel::TreeTraversal => "traversal",
            };
            let table = &one.bias.table;
            let d_table =
                looked_up_backward(&trace.query, table, &one.ids, &d_products, &mut d_query);
            gradients.add(name, d_table);
        }
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
