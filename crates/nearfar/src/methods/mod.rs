//! Every way of telling an attention how far apart two tokens are, side by side: one file each, one
//! trait, all giving a [`MethodTrace`] and their own named intermediates ([`Explained::terms`]).
//!
//! | method | file | defined in |
//! |---|---|---|
//! | sinusoidal positions, or none | [`vanilla`] | Vaswani et al. 2017 |
//! | real distances, re-scaled | [`distance_aware`] | Wu et al. 2021 |
//! | relative position representations | [`shaw`] | Shaw et al. 2018 |
//! | content and position, four terms | [`transformer_xl`] | Dai et al. 2019 |
//! | direction-aware, un-scaled | [`adapted`] | Yan et al. 2019 |
//! | tree distance, tree traversal | [`tree`], [`tree_bias`] | a thesis on structured attentional bias |
//! | heads guided by labels | [`specialised`] | the same |
//! | weights for every feature, two directions | [`disan`] | Shen et al. 2018 |
//! | linear biases | [`alibi`] | Press et al. 2022 |
//! | bucketed biases | [`t5`] | Raffel et al. 2020 |
//! | rotated queries and keys | [`rope`] | Su et al. 2021 |
//!
//! The way of the data: a [`Sentence`] goes through [`AttentionMethod::run`], which projects it
//! ([`crate::attention::Projections`]; the same seed gives every method the same ones), adds what the
//! method knows to the scores, and hands back a trace. The way back from the output to the parameters
//! is in the files named `*_gradient`. Vectors are rows; positions count from 0; heads are the leading
//! axis.

pub mod adapted;
mod adapted_gradient;
pub mod alibi;
pub mod disan;
mod disan_gradient;
pub mod distance_aware;
pub mod error;
pub mod facts;
pub mod gradient;
mod kind;
mod loops;
pub mod rope;
pub mod sentence;
pub mod shaw;
mod shaw_gradient;
pub mod specialised;
mod specialised_gradient;
pub mod t5;
pub mod trace;
pub mod transformer_xl;
mod transformer_xl_gradient;
pub mod tree;
pub mod tree_bias;
mod tree_bias_gradient;
pub mod vanilla;
mod vanilla_gradient;

pub use error::MethodError;
pub use facts::{Facts, Knows, ParameterCount};
pub use gradient::Gradients;
pub use kind::{MethodKind, Options};
pub use sentence::{Labels, Sentence};
pub use trace::{Axis, Explained, MethodTrace, Term, Values};

use crate::Real;

/// A method with its parameters: from a sentence to a trace.
pub trait AttentionMethod<T: Real> {
    /// What it knows and where it is defined.
    fn facts(&self) -> Facts;

    /// Its parameters beside those of an ordinary layer.
    fn parameter_count(&self) -> ParameterCount;

    /// One sentence through it.
    ///
    /// # Errors
    /// Where shapes do not belong together, a number is not finite, a score is beyond
    /// [`Real::SCORE_LIMIT`], or the sentence lacks what the method needs.
    fn run(&self, sentence: &Sentence<T>) -> Result<Box<dyn Explained<T>>, MethodError>;
}
