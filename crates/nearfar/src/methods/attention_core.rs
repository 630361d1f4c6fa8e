//! What of a method stands between the projections: from queries, keys and values to the heads, and
//! back. A layer that has its own way of multiplying by W_Q, W_K, W_V and W_O (the trainer's graph, for
//! many sentences at once) goes through this, so that each method's mathematics has one definition.

use std::any::Any;

use ndarray::Array3;

use crate::Real;
use crate::methods::{Gradients, Learns, MethodError, Sentence};

/// What went through on the forward pass.
#[derive(Debug)]
pub struct Passed<T> {
    /// What each head gives, `[h, N, d]`.
    pub heads: Array3<T>,
    /// The method's own trace, for the backward pass.
    pub(crate) trace: Box<dyn Any + Send>,
}

/// A method as what stands between its projections. Its own projections are not used, only their number
/// of heads and dimensions: they may be of width 0 ([`without_projections`]).
///
/// [`without_projections`]: crate::model::own::without_projections
pub trait AttentionCore<T: Real>: Learns<T> {
    /// From Q, K and V, each `[h, N, d]`, to the heads. Of the sentence only mask, tree and labels are
    /// read, not its embeddings.
    ///
    /// # Errors
    /// As [`crate::methods::AttentionMethod::run`].
    fn forward(
        &self,
        projected: [Array3<T>; 3],
        sentence: &Sentence<T>,
    ) -> Result<Passed<T>, MethodError>;

    /// The backward pass, given what the forward pass kept and dL/dheads `[h, N, d]`: dL/dQ, dL/dK and dL/dV, each
    /// `[h, N, d]`; the gradients of [`Learns::own`] are added to `gradients` by name.
    fn backward(
        &self,
        passed: &Passed<T>,
        d_heads: &Array3<T>,
        gradients: &mut Gradients<T>,
    ) -> [Array3<T>; 3];
}

/// [`Learns::as_core`] of a method that is [`AttentionCore`].
macro_rules! has_core {
    () => {
        fn as_core(&self) -> Option<&dyn crate::methods::AttentionCore<T>> {
            Some(self)
        }
    };
}

/// [`AttentionCore`] of a method with `core_forward` and `core_backward`, whose trace has a field `common`. `core_forward` is
/// handed the mask of the sentence, or what is named.
macro_rules! impl_core {
    ($method:ident, $trace:ident) => {
        crate::methods::attention_core::impl_core!($method, $trace, |sentence| &sentence.mask);
    };
    // What `core_forward` is handed of the sentence.
    ($method:ident, $trace:ident, |$sentence:ident| $read:expr) => {
        impl<T: Real> crate::methods::AttentionCore<T> for $method<T> {
            fn forward(
                &self,
                projected: [Array3<T>; 3],
                $sentence: &Sentence<T>,
            ) -> Result<crate::methods::Passed<T>, MethodError> {
                let mut trace = self.core_forward(projected, $read)?;
                let heads = std::mem::replace(&mut trace.common.heads, Array3::zeros((0, 0, 0)));
                Ok(crate::methods::Passed { heads, trace: Box::new(trace) })
            }

            fn backward(
                &self,
                passed: &crate::methods::Passed<T>,
                d_heads: &Array3<T>,
                gradients: &mut Gradients<T>,
            ) -> [Array3<T>; 3] {
                let Some(trace) = passed.trace.downcast_ref::<$trace<T>>() else {
                    unreachable!("a method is handed back its own trace")
                };
                self.core_backward(trace, d_heads, gradients)
            }
        }
    };
}
pub(crate) use {has_core, impl_core};
