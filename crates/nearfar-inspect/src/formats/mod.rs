//! The formats, a file each. Each has `matches`, a cheap look at the first bytes, and `open`.

use std::sync::Arc;

use crate::checkpoint::{Checkpoint, Named};
use crate::error::InspectError;
use crate::source::Source;

mod archive;
mod gguf;
mod hdf5;
mod keras;
mod numpy;
mod onnx;
mod pickle;
mod safetensors;
mod torch;

/// The first bytes of a file, enough for every format to tell itself by.
const PEEK: u64 = 512;

/// Asks every format whether the first bytes are its own.
pub(crate) fn open(source: Arc<dyn Source>, beside: &[Named]) -> Result<Checkpoint, InspectError> {
    let mut begins = vec![0; source.len().min(PEEK) as usize];
    source.read_at(0, &mut begins)?;
    let _ = beside;
    begins.truncate(8);
    Err(InspectError::Unknown { begins: format!("`{}`", begins.escape_ascii()) })
}
