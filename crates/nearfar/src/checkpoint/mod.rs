//! Trained models as files, each read as a stranger's bytes:
//!
//! | step | file |
//! |---|---|
//! | bytes to named tensors and metadata | [`safetensors`] |
//! | tensors and metadata to a model with its words | [`trained`] |
//! | what can be wrong | [`error`] |

pub mod error;
mod json;
pub mod safetensors;
pub mod trained;

pub use error::CheckpointError;
pub use safetensors::SafeTensors;
pub use trained::{START, Trained, WordTable, is_own};
