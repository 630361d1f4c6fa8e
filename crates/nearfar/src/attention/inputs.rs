//! What a layer of any model hands to attention: queries, keys and values that it projected itself, what
//! it multiplies scores by, what it adds to them, and whom it lets look at whom.

use ndarray::Array3;

use crate::Real;
use crate::attention::error::AttentionError;
use crate::attention::parameters::{finite, finite_array, shape};
use crate::attention::term_rule::TermRule;

/// The inputs of one layer of h heads of d dimensions on N tokens. A model with fewer keys and values than
/// queries repeats them here, so that every head has its own.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerInputs<T> {
    /// Q, `[h, N, d]`, its own positions and biases included.
    pub query: Array3<T>,
    /// K, `[h, N, d]`.
    pub key: Array3<T>,
    /// V, `[h, N, d]`.
    pub value: Array3<T>,
    /// What Q Kᵀ is multiplied by; 1/√d in most models, see [`LayerInputs::usual_scale`].
    pub scale: f64,
    /// What the model adds to the scaled scores (relative positions, say), `[h, N, N]`; `None` for nothing.
    pub bias: Option<Array3<T>>,
    /// Where that comes from.
    pub rule: TermRule,
    /// Whether a token of this model sees only itself and the tokens before it.
    pub causal: bool,
}

impl<T: Real> LayerInputs<T> {
    /// 1/√d (Vaswani et al. 2017, Eq. 1).
    pub fn usual_scale(dimensions: usize) -> f64 {
        1.0 / (dimensions.max(1) as f64).sqrt()
    }

    /// N.
    pub fn tokens(&self) -> usize {
        self.query.dim().1
    }

    /// h.
    pub fn heads(&self) -> usize {
        self.query.dim().0
    }

    /// That nothing is empty, all shapes belong together and every number is finite.
    ///
    /// # Errors
    /// The first thing that is not so.
    pub fn check(&self) -> Result<(), AttentionError> {
        let (h, tokens, d) = self.query.dim();
        for (what, size) in
            [("the sequence", tokens), ("the heads", h), ("the dimensions of a head", d)]
        {
            if size == 0 {
                return Err(AttentionError::Empty { what });
            }
        }
        shape("the key", self.key.shape(), &[h, tokens, d])?;
        shape("the value", self.value.shape(), &[h, tokens, d])?;
        finite("the scale of the scores", [self.scale].iter())?;
        if self.scale == 0.0 {
            return Err(AttentionError::Empty { what: "the scale of the scores" });
        }
        finite_array("the query", &self.query)?;
        finite_array("the key", &self.key)?;
        finite_array("the value", &self.value)?;
        if let Some(bias) = &self.bias {
            shape("the model's own bias", bias.shape(), &[h, tokens, tokens])?;
            finite_array("the model's own bias", bias)?;
        }
        self.rule.check([h, tokens, d])
    }
}
