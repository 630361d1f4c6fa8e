//! The way back through [`super::vanilla`]: to the embeddings and the projections.

use ndarray::ArrayView2;

use crate::Real;
use crate::methods::gradient::{
    attention_backward, check_upstream, output_backward, products_backward, projections_backward,
    scaled,
};
use crate::methods::loops::inverse_root;
use crate::methods::vanilla::{Vanilla, VanillaTrace};
use crate::methods::{Gradients, MethodError};

impl<T: Real> Vanilla<T> {
    /// dL/dE (`E`), dL/dW_Q, dL/dW_K, dL/dW_V and dL/dW_O from dL/dout `[N, m]`, given the trace.
    ///
    /// # Errors
    /// Where dL/dout has another shape than the output, or is not finite.
    pub fn backward(
        &self,
        trace: &VanillaTrace<T>,
        d_output: ArrayView2<T>,
    ) -> Result<Gradients<T>, MethodError> {
        let (common, attention) = (&trace.common, &trace.attention);
        check_upstream(common, d_output)?;
        let mut gradients = Gradients::new();
        let d_heads = output_backward(common, &self.projections.output, d_output, &mut gradients);
        let (d_scores, d_value) =
            attention_backward(&common.weights, attention.value(), &d_heads, None);
        let d_products = scaled(&d_scores, inverse_root(self.projections.dimensions()));
        let [d_query, d_key] = products_backward(attention.query(), attention.key(), &d_products);
        let d_input = projections_backward(
            attention.input(),
            &self.projections,
            [&d_query, &d_key, &d_value],
            &mut gradients,
        );
        let scale = T::from_f64(self.embedding_scale);
        gradients.add("E", d_input.mapv(|d| d * scale));
        Ok(gradients)
    }
}
