//! The backward pass, common to all methods: gradients by name, the frame of an ordinary layer
//! ([`Layer::backward`]), and its steps (output projection, values, softmax, projections). What a method
//! has of its own is in its file.

use ndarray::{Array, Array2, Array3, ArrayD, ArrayView2, Axis, Dimension};

use crate::Real;
use crate::attention::parameters::{finite, shape};
use crate::attention::{AttentionError, Projections};
use crate::methods::loops::{each_head, product, split_heads};
use crate::methods::{MethodError, MethodTrace, Projected, Sentence};

/// dL/dparameter by the parameter's name, in a method's own letters; the sentence's embeddings too.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gradients<T> {
    entries: Vec<(&'static str, ArrayD<T>)>,
}

impl<T: Real> Gradients<T> {
    pub(crate) fn new() -> Self {
        Gradients { entries: Vec::new() }
    }

    /// Adds one, or adds to the one of the same name.
    pub fn add<D: Dimension>(&mut self, name: &'static str, gradient: Array<T, D>) {
        let gradient = gradient.into_dyn();
        match self.entries.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => sum.zip_mut_with(&gradient, |sum, &g| *sum = *sum + g),
            None => self.entries.push((name, gradient)),
        }
    }

    /// Multiplies the gradient of a name.
    pub(crate) fn scale(&mut self, name: &str, factor: T) {
        for (_, gradient) in self.entries.iter_mut().filter(|(known, _)| *known == name) {
            gradient.mapv_inplace(|d| d * factor);
        }
    }

    /// The gradient of a name.
    pub fn get(&self, name: &str) -> Option<&ArrayD<T>> {
        self.entries.iter().find(|(known, _)| *known == name).map(|(_, gradient)| gradient)
    }

    /// All, in the order in which they were found.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &ArrayD<T>)> {
        self.entries.iter().map(|(name, gradient)| (*name, gradient))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// That dL/dout belongs to a trace.
pub(crate) fn check_upstream<T: Real>(
    common: &MethodTrace<T>,
    d_output: ArrayView2<T>,
) -> Result<(), AttentionError> {
    shape("dL/dout", d_output.shape(), common.output.shape())?;
    finite("dL/dout", d_output.iter())
}

/// What an ordinary layer's forward pass kept: X, its projections, and what came out.
pub(crate) struct Layer<'a, T> {
    /// X, `[N, D]`.
    pub input: ArrayView2<'a, T>,
    /// Its letter among the gradients.
    pub name: &'static str,
    /// W_Q, W_K, W_V, W_O.
    pub projections: &'a Projections<T>,
    /// What every method has.
    pub common: &'a MethodTrace<T>,
}

impl<'a, T: Real> Layer<'a, T> {
    /// A layer over a sentence's embeddings, X.
    pub fn of(
        sentence: &'a Sentence<'_, T>,
        projections: &'a Projections<T>,
        common: &'a MethodTrace<T>,
    ) -> Self {
        Layer { input: sentence.embeddings.view(), name: "X", projections, common }
    }

    /// The backward pass through an ordinary layer: W_O, then what stands between the projections, then W_Q,
    /// W_K, W_V and the input. `core_forward` is handed dL/dheads `[h, N, d]`, adds its own gradients and gives
    /// dL/dQ, dL/dK and dL/dV `[h, N, d]`.
    ///
    /// # Errors
    /// Where dL/dout `[N, m]` has another shape than the output, or is not finite.
    pub fn backward(
        self,
        d_output: ArrayView2<T>,
        between: impl FnOnce(&Array3<T>, &mut Gradients<T>) -> [Array3<T>; 3],
    ) -> Result<Gradients<T>, MethodError> {
        let Layer { input, name, projections, common } = self;
        check_upstream(common, d_output)?;
        let mut gradients = Gradients::new();
        let d_heads = output_backward(common, &projections.output, d_output, &mut gradients);
        let [d_query, d_key, d_value] = between(&d_heads, &mut gradients);
        let d_projected = [&d_query, &d_key, &d_value];
        let d_input = projections_backward(input, projections, d_projected, &mut gradients);
        gradients.add(name, d_input);
        Ok(gradients)
    }
}

/// Through `out` = `concat` · W_O: adds `W_O`, gives dL/dheads `[h, N, d]`.
pub(crate) fn output_backward<T: Real>(
    common: &MethodTrace<T>,
    output_projection: &Array2<T>,
    d_output: ArrayView2<T>,
    gradients: &mut Gradients<T>,
) -> Array3<T> {
    gradients.add("W_O", product(common.concatenated.t(), d_output));
    split_heads(product(d_output, output_projection.t()).view(), common.head_count())
}

/// Through z = α · value and α = softmax(e): dL/de `[h, N, K]` and dL/dvalue `[h, K, d]`.
/// `d_weights` is what else comes back to the weights, 0 where nothing does.
pub(crate) fn attention_backward<T: Real>(
    weights: &Array3<T>,
    value: &Array3<T>,
    d_heads: &Array3<T>,
    d_weights: Option<&Array3<T>>,
) -> (Array3<T>, Array3<T>) {
    let (h, tokens, keys) = weights.dim();
    let d_value = each_head(h, (keys, value.dim().2), |head| {
        product(weights.index_axis(Axis(0), head).t(), d_heads.index_axis(Axis(0), head))
    });
    let d_scores = each_head(h, (tokens, keys), |head| {
        let (d_heads, value) = (d_heads.index_axis(Axis(0), head), value.index_axis(Axis(0), head));
        let mut d_weights_of_head = product(d_heads, value.t());
        if let Some(more) = d_weights {
            let more = more.index_axis(Axis(0), head);
            d_weights_of_head.zip_mut_with(&more, |sum, &d| *sum = *sum + d);
        }
        softmax_backward(weights.index_axis(Axis(0), head), d_weights_of_head)
    });
    (d_scores, d_value)
}

/// Through a softmax of rows: d_e = α ∘ (d_α - Σ d_α α). A masked key has α = 0, and no gradient.
pub(crate) fn softmax_backward<T: Real>(
    weights: ArrayView2<T>,
    mut d_weights: Array2<T>,
) -> Array2<T> {
    for (weights, mut d) in weights.outer_iter().zip(d_weights.outer_iter_mut()) {
        let dot = weights.iter().zip(&d).fold(T::zero(), |sum, (&w, &d)| sum + w * d);
        d.zip_mut_with(&weights, |d, &weight| *d = weight * (*d - dot));
    }
    d_weights
}

/// Through e_ij = a_i · b_j: dL/da and dL/db from dL/de.
pub(crate) fn products_backward<T: Real>(
    a: &Array3<T>,
    b: &Array3<T>,
    d_products: &Array3<T>,
) -> [Array3<T>; 2] {
    let h = a.dim().0;
    let d_a = each_head(h, (a.dim().1, a.dim().2), |head| {
        product(d_products.index_axis(Axis(0), head), b.index_axis(Axis(0), head))
    });
    let d_b = each_head(h, (b.dim().1, b.dim().2), |head| {
        product(d_products.index_axis(Axis(0), head).t(), a.index_axis(Axis(0), head))
    });
    [d_a, d_b]
}

/// Through the products of queries and keys times a number: dL/dQ and dL/dK.
pub(crate) fn content_backward<T: Real>(
    projected: &Projected<T>,
    d_content: &Array3<T>,
    scale: T,
) -> [Array3<T>; 2] {
    products_backward(&projected.query, &projected.key, &scaled(d_content, scale))
}

/// Through e_ij = q_i · table[ids[i, j]]: adds dL/dq to `d_query` and gives dL/dtable.
pub(crate) fn looked_up_backward<T: Real>(
    query: &Array3<T>,
    table: &Array2<T>,
    ids: &Array2<usize>,
    d_products: &Array3<T>,
    d_query: &mut Array3<T>,
) -> Array2<T> {
    let of_label = crate::methods::loops::by_label(d_products, ids, table.nrows());
    let mut d_table = Array2::zeros(table.dim());
    for head in 0..query.dim().0 {
        let of_label = of_label.index_axis(Axis(0), head);
        let back = product(of_label, table.view());
        d_query.index_axis_mut(Axis(0), head).zip_mut_with(&back, |sum, &d| *sum = *sum + d);
        let back = product(of_label.t(), query.index_axis(Axis(0), head));
        d_table.zip_mut_with(&back, |sum: &mut T, &d| *sum = *sum + d);
    }
    d_table
}

/// Through X W of every head: dL/dW `[h, D, d]`, and dL/dX added to `d_input`.
pub(crate) fn project_backward<T: Real>(
    input: ArrayView2<T>,
    weights: &Array3<T>,
    d_projected: &Array3<T>,
    d_input: &mut Array2<T>,
) -> Array3<T> {
    let (h, width, d) = weights.dim();
    for head in 0..h {
        let back =
            product(d_projected.index_axis(Axis(0), head), weights.index_axis(Axis(0), head).t());
        d_input.zip_mut_with(&back, |sum, &d| *sum = *sum + d);
    }
    each_head(h, (width, d), |head| product(input.t(), d_projected.index_axis(Axis(0), head)))
}

/// Through Q, K and V of every head, given their gradients: dL/dW_Q, dL/dW_K and dL/dW_V are added to
/// `gradients`, dL/dX `[N, D]` comes back.
pub(crate) fn projections_backward<T: Real>(
    input: ArrayView2<T>,
    projections: &Projections<T>,
    [d_query, d_key, d_value]: [&Array3<T>; 3],
    gradients: &mut Gradients<T>,
) -> Array2<T> {
    let mut d_input = Array2::zeros(input.dim());
    for (name, weights, d_projected) in [
        ("W_Q", &projections.query, d_query),
        ("W_K", &projections.key, d_key),
        ("W_V", &projections.value, d_value),
    ] {
        gradients.add(name, project_backward(input, weights, d_projected, &mut d_input));
    }
    d_input
}

/// Every cell times a number.
pub(crate) fn scaled<T: Real>(array: &Array3<T>, scale: T) -> Array3<T> {
    array.mapv(|x| x * scale)
}

/// Σ over heads of aᵀ b, `[n, m]` of `[h, N, n]` and `[h, N, m]`: the gradient of a table that all heads
/// share.
pub(crate) fn product_of_heads<T: Real>(a: &Array3<T>, b: &Array3<T>) -> Array2<T> {
    let mut sum = Array2::zeros((a.dim().2, b.dim().2));
    for (a, b) in a.outer_iter().zip(b.outer_iter()) {
        sum.zip_mut_with(&product(a.t(), b), |sum: &mut T, &x| *sum = *sum + x);
    }
    sum
}

/// Σ over the tokens of each head, `[h, d]` of `[h, N, d]`: the gradient of a vector that every query
/// shares.
pub(crate) fn head_sums<T: Real>(rows: &Array3<T>) -> Array2<T> {
    rows.sum_axis(Axis(1))
}

/// `backward` of a method with `core_backward` in an ordinary layer; what it gives is said by the comment.
macro_rules! backward_between {
    ($(#[$doc:meta])* $trace:ident) => {
        $(#[$doc])*
        pub fn backward(
            &self,
            sentence: &Sentence<T>,
            trace: &$trace<T>,
            d_output: ArrayView2<T>,
        ) -> Result<Gradients<T>, MethodError> {
            crate::methods::gradient::Layer::of(sentence, &self.projections, &trace.common)
                .backward(d_output, |d_heads, gradients| {
                    self.core_backward(trace, d_heads, gradients)
                })
        }
    };
}
pub(crate) use backward_between;
