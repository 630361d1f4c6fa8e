//! ALiBi: a fixed slope for each head, times the distance, taken off the scores (Press et al. 2022).
//! Nothing is learned and nothing is added to the embeddings.

use ndarray::{Array2, Array3, ArrayView2};

use crate::Real;
use crate::attention::TermRule;
use crate::attention::parameters::shape;
use crate::attention::{AttentionError, Mask, Projections};
use crate::methods::gradient::{attention_backward, backward_between, products_backward, scaled};
use crate::methods::loops::{
    check_scores, each_head, inverse_root, products, queries_keys_values, softmax_where, sum,
    weighted_values,
};
use crate::methods::trace::{HEAD_PAIRS, HEAD_TOKENS, HEAD_VECTORS};
use crate::methods::{
    AttentionMethod, Definition, Explained, Facts, Gradients, Knows, Learns, MethodError,
    MethodTrace, Needs, Options, ParameterCount, Sentence, Term,
};
use crate::model::own::{Learned, Numbers, Own};

/// softmax(q_i · k_j / √d - m |i - j|) V (Press et al. 2022, section 3, with the scaling of the ordinary
/// layer).
#[derive(Clone, Debug, PartialEq)]
pub struct Alibi<T> {
    /// W_Q, W_K, W_V, W_O.
    pub projections: Projections<T>,
    /// m of every head, `[h]`; see [`slopes`].
    pub slopes: Vec<f64>,
    /// As in the paper: a query sees itself and what stands before it. Else every key, with |i - j|: the
    /// symmetric form for encoders, which the paper does not have (its authors suggest it in their
    /// repository).
    pub causal: bool,
}

/// The symmetric form for encoders.
pub const DEFINITION: Definition = Definition {
    name: "alibi",
    short: "ALiBi",
    needs: Needs::WORDS,
    causal: false,
    reference: None,
};

/// What a model has of it; nothing of it is learned.
pub(crate) struct Symmetric;

impl Learned for Symmetric {
    const OWN: Own = Own::NOTHING;
    type Method<T: Real> = Alibi<T>;

    fn term_rule(_: usize, _: usize) -> TermRule {
        TermRule::ByOffset { buckets: Vec::new() }
    }

    fn of_numbers<T: Real>(numbers: Numbers<T>) -> Result<Alibi<T>, AttentionError> {
        Ok(Alibi::new(numbers.projections, false))
    }
}

pub(crate) fn symmetric<T: Real>(options: &Options) -> Alibi<T> {
    Alibi::new(options.projections(), false)
}

/// A sentence through [`Alibi`], every intermediate kept.
#[derive(Clone, Debug)]
pub struct AlibiTrace<T> {
    /// What every method has.
    pub common: MethodTrace<T>,
    /// Q, `[h, N, d]`.
    pub query: Array3<T>,
    /// K, `[h, N, d]`.
    pub key: Array3<T>,
    /// V, `[h, N, d]`.
    pub value: Array3<T>,
    /// q_i · k_j / √d, `[h, N, N]`.
    pub content: Array3<T>,
    /// -m |i - j|, `[h, N, N]`.
    pub bias: Array3<T>,
    slopes: Array2<T>,
}

/// m of each head (Press et al. 2022, section 3, and the released program): 2^(-8/h), its square, its cube
/// and so on where h is a power of two. Else the slopes of the power of two below h, then every second
/// one of twice that power, from the first on.
pub fn slopes(heads: usize) -> Vec<f64> {
    if heads == 0 {
        return Vec::new();
    }
    let below = 1 << heads.ilog2();
    let between = formula_slopes(2 * below).into_iter().step_by(2);
    formula_slopes(below).into_iter().chain(between).take(heads).collect()
}

/// m of each head by the paper's formula for any number of heads, 2^(-8 (head + 1) / h): what
/// [`slopes`] is where h is a power of two. No released program has it for other h.
pub fn formula_slopes(heads: usize) -> Vec<f64> {
    (1..=heads).map(|head| (-8.0 * head as f64 / heads as f64).exp2()).collect()
}

impl<T: Real> Alibi<T> {
    /// The paper's slopes, over given projections.
    pub fn new(projections: Projections<T>, causal: bool) -> Self {
        Alibi { slopes: slopes(projections.heads()), projections, causal }
    }

    /// One sentence, every intermediate typed.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`].
    pub fn trace(&self, sentence: &Sentence<T>) -> Result<AlibiTrace<T>, MethodError> {
        let h = self.projections.heads();
        shape("the slopes", &[self.slopes.len()], &[h])?;
        if let Some((index, &found)) = self.slopes.iter().enumerate().find(|(_, m)| !m.is_finite())
        {
            return Err(AttentionError::NotFinite { what: "the slopes", found, index }.into());
        }
        self.core_forward(queries_keys_values(&self.projections, sentence)?, &sentence.mask)
    }

    /// What stands between the projections: from Q, K and V `[h, N, d]` to the heads.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`].
    fn core_forward(
        &self,
        [query, key, value]: [Array3<T>; 3],
        mask: &Mask,
    ) -> Result<AlibiTrace<T>, MethodError> {
        let (h, tokens, d) = query.dim();
        let scale = inverse_root(d);
        let content = products(&query, &key).mapv(|score: T| score * scale);
        let bias = each_head(h, (tokens, tokens), |head| {
            let slope = self.slopes[head];
            // + 0: no -0, which a page would show with a minus sign.
            Array2::from_shape_fn((tokens, tokens), |(i, j)| {
                T::from_f64(-slope * i.abs_diff(j) as f64 + 0.0)
            })
        });
        let scores = sum(&content, &bias);
        check_scores(&scores)?;
        let allows = |i, j| (!self.causal || j <= i) && mask.allows(i, j);
        let weights = softmax_where(&scores, allows);
        let heads = weighted_values(&weights, &value);
        let common = MethodTrace::new(scores, weights, heads, &self.projections.output)?;
        let slopes = Array2::from_shape_fn((h, 1), |(head, _)| T::from_f64(self.slopes[head]));
        Ok(AlibiTrace { common, query, key, value, content, bias, slopes })
    }
}

impl<T: Real> AttentionMethod<T> for Alibi<T> {
    fn facts(&self) -> Facts {
        let causal = self.causal;
        Facts {
            title: if causal { "ALiBi" } else { "ALiBi, symmetric" }.into(),
            paper: "Press et al. 2022: Train Short, Test Long: Attention with Linear Biases Enables Input Length Extrapolation",
            equation: if causal { "section 3" } else { "section 3, with |i - j| for encoders" }
                .into(),
            formula: if causal {
                "q_i · k_j / √d - m (i - j)"
            } else {
                "q_i · k_j / √d - m |i - j|"
            }
            .into(),
            direction: if causal { Knows::Partly("only through the mask") } else { Knows::No },
            exact_distance: Knows::Yes,
            beyond_k: Knows::Yes,
            syntax: Knows::No,
        }
    }

    fn parameter_count(&self) -> ParameterCount {
        ParameterCount::own(0, "0 (slopes are fixed)")
    }

    fn run(&self, sentence: &Sentence<T>) -> Result<Box<dyn Explained<T>>, MethodError> {
        Ok(Box::new(self.trace(sentence)?))
    }
}

impl<T: Real> Alibi<T> {
    backward_between! {
        /// dL/dX (`X`), dL/dW_Q, dL/dW_K, dL/dW_V and dL/dW_O from dL/dout `[N, m]`, given the sentence and
        /// its trace. Slopes are fixed.
        ///
        /// # Errors
        /// Where dL/dout has another shape than the output, or is not finite.
        AlibiTrace
    }

    /// The backward pass through [`Alibi::core_forward`]: dL/dQ, dL/dK and dL/dV from dL/dheads, all `[h, N, d]`.
    fn core_backward(
        &self,
        trace: &AlibiTrace<T>,
        d_heads: &Array3<T>,
        _: &mut Gradients<T>,
    ) -> [Array3<T>; 3] {
        let (d_scores, d_value) =
            attention_backward(&trace.common.weights, &trace.value, d_heads, None);
        // The bias has no parameter, so that only the content takes part.
        let d_content = scaled(&d_scores, inverse_root(self.projections.dimensions()));
        let [d_query, d_key] = products_backward(&trace.query, &trace.key, &d_content);
        [d_query, d_key, d_value]
    }
}

impl<T: Real> Learns<T> for Alibi<T> {
    fn projections(&mut self) -> Option<&mut Projections<T>> {
        Some(&mut self.projections)
    }

    fn own(&mut self) -> Vec<(&'static str, &mut [T])> {
        Vec::new()
    }

    crate::methods::gradients_by_trace!();
    crate::methods::attention_core::has_core!();
}

crate::methods::attention_core::impl_core!(Alibi, AlibiTrace);

impl<T: Real> Explained<T> for AlibiTrace<T> {
    fn common(&self) -> &MethodTrace<T> {
        &self.common
    }

    fn terms(&self) -> Vec<Term<'_, T>> {
        const SECTION: &str = "Press et al. 2022, section 3";
        let mut terms = vec![
            Term::new("slope", "m: the head's slope", SECTION, HEAD_VECTORS, &self.slopes),
            Term::new("q", "Queries x W_Q", SECTION, HEAD_TOKENS, &self.query),
            Term::new("k", "Keys x W_K", SECTION, HEAD_TOKENS, &self.key),
            Term::new("v", "Values x W_V", SECTION, HEAD_TOKENS, &self.value),
            Term::new("content", "Content q_i · k_j / √d", SECTION, HEAD_PAIRS, &self.content),
            Term::new("bias", "Bias -m |i - j|", SECTION, HEAD_PAIRS, &self.bias),
        ];
        terms.extend(self.common.terms(["scores", "weights", "z", "concat", "out"], SECTION));
        terms
    }
}
