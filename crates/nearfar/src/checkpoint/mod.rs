//! Trained models as files, each read as a stranger's bytes:
//!
//! | step | file |
//! |---|---|
//! | bytes to named tensors and metadata | [`safetensors`] |
//! | tensors and metadata to a model with its words | [`trained`] |
//! | one head of a model and one sentence, cut out of them | [`excerpt`] |
//! | what can be wrong | [`error`] |

pub mod error;
pub mod excerpt;
mod json;
pub mod safetensors;
pub mod trained;

pub use error::CheckpointError;
pub use excerpt::Excerpt;
pub use safetensors::SafeTensors;
pub use trained::{START, Trained, WordTable, is_own};
