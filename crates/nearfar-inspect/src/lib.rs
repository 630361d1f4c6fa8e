//! Strangers' checkpoints: what is in a file, what its tensors are, and what its heads do. Nothing
//! in a file is executed, and no length in it is believed before it is checked.
//!
//! | step | module |
//! |---|---|
//! | bytes, a range at a time | [`source`] |
//! | bytes to named tensors, by format | [`formats`], [`checkpoint`] |
//! | figures, histograms, pictures of slices | [`statistics`] |
//! | tensors and figures as files | [`export`] |
//! | what a reader may spend | [`limits`] |
//! | what can be wrong | [`error`] |

pub mod checkpoint;
pub mod error;
pub mod export;
pub mod formats;
pub mod limits;
pub mod recognise;
pub mod source;
pub mod statistics;
pub mod tensor;

pub use checkpoint::{Checkpoint, Format, open};
pub use error::InspectError;
pub use source::Source;
pub use tensor::{Dtype, Tensor};
