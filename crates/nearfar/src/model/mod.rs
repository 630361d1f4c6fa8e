//! The model around the attention (Wu et al. 2021, section 4.1), in the order of its steps:
//!
//! | step | file |
//! |---|---|
//! | what it is made of, and the names of its tensors | [`architecture`] |
//! | what a method beside the Lab's two has of its own | [`own`], and cell by cell [`cells`] |
//! | H + attention, norm, feed-forward, norm, pooling | [`encoder`], [`layers`] |
//! | sequences to logits and probabilities | [`classifier`] |
//!
//! These are the formulas for a page that shows one sentence and for evaluation; training has a
//! graph of its own, held to these by tests.

pub mod architecture;
pub mod cells;
pub mod classifier;
pub mod encoder;
pub mod layers;
pub mod own;

pub use architecture::{
    Architecture, ArchitectureError, Pooling, Role, Start, Structure, TensorSpec,
};
pub use cells::{Cells, Each};
pub use classifier::{Answer, Model, ModelError};
pub use encoder::{Encoded, Encoder, Own};
pub use own::OwnMethod;
