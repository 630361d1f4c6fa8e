//! The way back through [`super::specialised`]: to the embeddings, the labels' vectors and the
//! projections of both.

use ndarray::{Array2, ArrayView2, Axis, s};

use crate::Real;
use crate::methods::gradient::{
    attention_backward, check_upstream, output_backward, products_backward, projections_backward,
    scaled,
};
use crate::methods::loops::{inverse_root, product};
use crate::methods::specialised::{Specialised, SpecialisedTrace};
use crate::methods::{Gradients, MethodError, Sentence};

impl<T: Real> Specialised<T> {
    /// dL/dX (`X`), dL/dtable (`label_table`), dL/dW_Q and dL/dW_K of the labels (`label_W_Q`,
    /// `label_W_K`), and dL/dW_Q, dL/dW_K, dL/dW_V, dL/dW_O of all heads (0 in W_Q and W_K of the
    /// specialised one, which it does not use) from dL/dout `[N, m]`, given the sentence and its trace.
    ///
    /// # Errors
    /// Where dL/dout has another shape than the output, or is not finite.
    pub fn backward(
        &self,
        sentence: &Sentence<T>,
        trace: &SpecialisedTrace<T>,
        d_output: ArrayView2<T>,
    ) -> Result<Gradients<T>, MethodError> {
        let common = &trace.common;
        check_upstream(common, d_output)?;
        let mut gradients = Gradients::new();
        let d_heads = output_backward(common, &self.projections.output, d_output, &mut gradients);
        let (d_scores, d_value) = attention_backward(&common.weights, &trace.value, &d_heads, None);
        let d_products = scaled(&d_scores, inverse_root(self.projections.dimensions()));
        let [mut d_query, mut d_key] = products_backward(&trace.query, &trace.key, &d_products);

        // The specialised head's queries and keys come from labels, not from tokens.
        let mut d_labels = Array2::zeros(trace.label_vectors.dim());
        for (name, weights, d_projected) in [
            ("label_W_Q", &self.label_query, &mut d_query),
            ("label_W_K", &self.label_key, &mut d_key),
        ] {
            let own = d_projected.index_axis(Axis(0), trace.head).to_owned();
            d_projected.slice_mut(s![trace.head, .., ..]).fill(T::zero());
            gradients.add(name, product(trace.label_vectors.t(), own.view()));
            let back = product(own.view(), weights.t());
            d_labels.zip_mut_with(&back, |sum: &mut T, &d| *sum = *sum + d);
        }
        let mut d_table = Array2::zeros(self.label_table.dim());
        for (&id, d) in trace.labels.ids.iter().zip(d_labels.outer_iter()) {
            d_table.row_mut(id).zip_mut_with(&d, |sum: &mut T, &d| *sum = *sum + d);
        }
        gradients.add("label_table", d_table);

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
