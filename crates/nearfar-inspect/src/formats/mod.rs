//! The formats, a file each. Each has `matches`, a cheap look at the first bytes, and `open`.

use std::sync::Arc;

use crate::checkpoint::{Checkpoint, Format, Named};
use crate::error::InspectError;
use crate::limits;
use crate::source::Source;

mod archive;
mod buffered;
mod gguf;
mod hdf5;
mod json;
mod keras;
mod numpy;
mod onnx;
mod pickle;
mod safetensors;
mod torch;

/// The first bytes of a file, enough for every format to tell itself by.
const PEEK: u64 = 512;

/// Opens a file by its content. `beside` are the files that were given together with it.
///
/// # Errors
/// Where it is none of the formats, or breaks its format's rules.
pub fn open(source: Arc<dyn Source>, beside: &[Named]) -> Result<Checkpoint, InspectError> {
    let beside_bytes =
        beside.iter().fold(0, |sum: u64, file| sum.saturating_add(file.source.len()));
    let stored = source.len().saturating_add(beside_bytes);
    let mut checkpoint = by_content(source, beside)?;
    bound(&mut checkpoint, stored);
    Ok(checkpoint)
}

/// Marks tensors that have more numbers than `stored` bytes account for, so that no work on the
/// file is longer than the file.
fn bound(checkpoint: &mut Checkpoint, stored: u64) {
    let mut left =
        stored.saturating_mul(limits::NUMBERS_PER_BYTE).saturating_add(limits::NUMBERS_BEYOND);
    for tensor in &mut checkpoint.tensors {
        match left.checked_sub(tensor.len()) {
            Some(rest) => left = rest,
            None => tensor.repeats = true,
        }
    }
}

/// Asks every format whether the first bytes are its own.
fn by_content(source: Arc<dyn Source>, beside: &[Named]) -> Result<Checkpoint, InspectError> {
    let mut begins = vec![0; source.len().min(PEEK) as usize];
    source.read_at(0, &mut begins)?;
    if crate::source::is_pointer(&begins) {
        return Err(InspectError::Pointer);
    }
    if gguf::matches(&begins) {
        return gguf::open(source, beside);
    }
    if hdf5::matches(&begins) {
        return hdf5::open(source, beside);
    }
    if safetensors::matches(&begins) {
        return safetensors::open(source, beside);
    }
    if onnx::matches(&begins) {
        return onnx::open(source, beside);
    }
    if numpy::matches(&begins) {
        return numpy::open(source, beside);
    }
    if archive::matches(&begins) {
        return open_archive(source, beside);
    }
    if torch::matches(&begins) {
        return torch::open(source, beside);
    }
    if json::matches(&begins) {
        return json::open(source, beside);
    }
    begins.truncate(8);
    Err(InspectError::Unknown { begins: format!("`{}`", begins.escape_ascii()) })
}

/// Reads bytes as a format, whatever they look like: for tests that damage them.
///
/// # Errors
/// As [`open`], but never because the format is another.
pub fn open_as(
    format: Format,
    source: Arc<dyn Source>,
    beside: &[Named],
) -> Result<Checkpoint, InspectError> {
    match format {
        Format::SafeTensors => safetensors::open(source, beside),
        Format::TorchZip => torch::open_archive(archive::Archive::open(source)?),
        Format::TorchLegacy => torch::open(source, beside),
        Format::Npy => numpy::open(source, beside),
        Format::Npz => numpy::open_archive(&archive::Archive::open(source)?),
        Format::Hdf5 => hdf5::open(source, beside),
        Format::Keras => keras::open_archive(archive::Archive::open(source)?),
        Format::Onnx => onnx::open(source, beside),
        Format::Gguf => gguf::open(source, beside),
        Format::Json => json::open(source, beside),
    }
}

/// Tells zip archives apart by their entries.
fn open_archive(source: Arc<dyn Source>, _beside: &[Named]) -> Result<Checkpoint, InspectError> {
    let archive = archive::Archive::open(source)?;
    if keras::matches_archive(&archive) {
        return keras::open_archive(archive);
    }
    if torch::matches_archive(&archive) {
        return torch::open_archive(archive);
    }
    if numpy::matches_archive(&archive) {
        return numpy::open_archive(&archive);
    }
    let names = archive.entries().iter().take(4).map(|entry| entry.name.escape_debug().to_string());
    let names = names.collect::<Vec<_>>().join("`, `");
    Err(InspectError::Unknown { begins: format!("a zip archive, with the entries `{names}`") })
}
