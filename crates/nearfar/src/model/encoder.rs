//! One encoder: a layer of attention with its residuals, norms, feed-forward and pooling. It takes
//! over where a [`Trace`] ends, so that moving w or v recomputes what follows and nothing before.

use ndarray::ArrayView2;

use super::architecture::{Architecture, Pooling};
use super::layers::{AttentionPooling, Linear, Norm, weighted_sum};
use crate::Real;
use crate::attention::parameters::shape;
use crate::attention::{AttentionError, HeadParameters, Mask, Projections, Trace};
use crate::method::Method;

/// The parameters of one encoder.
#[derive(Clone, Debug, PartialEq)]
pub struct Encoder<T> {
    /// W_Q, W_K, W_V and W_O.
    pub projections: Projections<T>,
    /// w and v, `[h]`.
    pub heads: Vec<HeadParameters>,
    /// After the attention.
    pub attention_norm: Norm<T>,
    /// W_1 and b_1, `[D, F]`.
    pub hidden: Linear<T>,
    /// W_2 and b_2, `[F, D]`.
    pub output: Linear<T>,
    /// After the feed-forward layer.
    pub feed_forward_norm: Norm<T>,
    /// `None` pools by the mean.
    pub pooling: Option<AttentionPooling<T>>,
}

/// What an encoder makes of one sequence.
#[derive(Clone, Debug, PartialEq)]
pub struct Encoded<T> {
    /// The multi-head attention's output, `[N, D]` (Eq. 3).
    pub attended: Vec<T>,
    /// LN(H + attended), `[N, D]`.
    pub after_attention: Vec<T>,
    /// The feed-forward layer's output, `[N, D]`.
    pub fed_forward: Vec<T>,
    /// LN(after_attention + fed_forward), `[N, D]`.
    pub hidden: Vec<T>,
    /// The share of each token in the pooled vector, `[N]`.
    pub shares: Vec<T>,
    /// The vector of the sequence, `[D]`.
    pub pooled: Vec<T>,
}

impl<T: Real> Encoder<T> {
    /// An encoder from its named tensors: `find` gives the values of a name, row-major, of the
    /// length that [`Architecture::tensors`] says.
    pub(super) fn from_tensors(
        architecture: &Architecture,
        prefix: &str,
        find: &mut dyn FnMut(&str) -> Vec<T>,
    ) -> Result<Self, AttentionError> {
        let (h, d, width) = (architecture.heads, architecture.dimensions, architecture.width);
        let mut find = |name: &str| find(&format!("{prefix}.{name}"));
        let mut matrix = |name: &str, rows: usize, columns: usize| {
            ndarray::Array2::from_shape_vec((rows, columns), find(name)).map_err(|_| {
                AttentionError::Shape {
                    what: "a projection",
                    found: vec![],
                    expected: vec![rows, columns],
                }
            })
        };
        let query = matrix("attention.query", width, h * d)?;
        let key = matrix("attention.key", width, h * d)?;
        let value = matrix("attention.value", width, h * d)?;
        let output = matrix("attention.output", h * d, width)?;
        let projections =
            Projections::from_columns(h, query.view(), key.view(), value.view(), output)?;
        let (w, v) = (find("attention.w"), find("attention.v"));
        let heads = w.iter().zip(&v);
        let heads = heads.map(|(w, v)| HeadParameters { w: w.as_f64(), v: v.as_f64() }).collect();
        Ok(Encoder {
            projections,
            heads,
            attention_norm: Norm {
                gain: find("attention_norm.gain"),
                bias: find("attention_norm.bias"),
            },
            hidden: Linear {
                weight: find("feed_forward.hidden.weight"),
                bias: find("feed_forward.hidden.bias"),
            },
            output: Linear {
                weight: find("feed_forward.output.weight"),
                bias: find("feed_forward.output.bias"),
            },
            feed_forward_norm: Norm {
                gain: find("feed_forward_norm.gain"),
                bias: find("feed_forward_norm.bias"),
            },
            pooling: match architecture.pooling {
                Pooling::Mean => None,
                Pooling::Attention { .. } => Some(AttentionPooling {
                    projection: Linear {
                        weight: find("pooling.weight"),
                        bias: find("pooling.bias"),
                    },
                    query: find("pooling.query"),
                }),
            },
        })
    }

    /// Runs embeddings `[N, D]` through the attention.
    ///
    /// # Errors
    /// As [`Trace::new`].
    pub fn attend(
        &self,
        method: Method,
        embeddings: ArrayView2<T>,
    ) -> Result<Trace<T>, AttentionError> {
        self.attend_masked(method, Mask::none(), embeddings)
    }

    /// As [`Encoder::attend`], with keys that queries may not look at.
    ///
    /// # Errors
    /// As [`Trace::new`].
    pub fn attend_masked(
        &self,
        method: Method,
        mask: Mask,
        embeddings: ArrayView2<T>,
    ) -> Result<Trace<T>, AttentionError> {
        Trace::new(&self.projections, &self.heads, method, mask, embeddings)
    }

    /// What follows the attention: residual, layer norm, feed-forward, residual, layer norm,
    /// pooling.
    ///
    /// # Errors
    /// Where the trace has other heads than W_O, or another width.
    pub fn encode(&self, trace: &Trace<T>) -> Result<Encoded<T>, AttentionError> {
        let (attended, _) =
            trace.outputs(self.projections.output.view())?.projected.into_raw_vec_and_offset();
        let width = self.attention_norm.gain.len();
        shape("the input", trace.input().shape(), &[trace.tokens(), width])?;
        shape("the attention's output", &[attended.len()], &[trace.tokens() * width])?;
        let input: Vec<T> = trace.input().iter().copied().collect();
        let after_attention = self.attention_norm.of_sum(&input, &attended);
        let mut hidden = self.hidden.apply(&after_attention);
        for x in &mut hidden {
            *x = nearfar_kernel::relu(*x);
        }
        let fed_forward = self.output.apply(&hidden);
        let hidden = self.feed_forward_norm.of_sum(&after_attention, &fed_forward);
        let tokens = trace.tokens();
        let shares = match &self.pooling {
            None => vec![T::from_f64(1.0 / tokens as f64); tokens],
            Some(pooling) => pooling.weights(&hidden),
        };
        let pooled = weighted_sum(&hidden, &shares);
        Ok(Encoded { attended, after_attention, fed_forward, hidden, shares, pooled })
    }
}
