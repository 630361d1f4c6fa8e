//! Keras 3's archive: a zip of what the model is (`config.json`), who wrote it (`metadata.json`), and its
//! weights (`model.weights.h5`), which the reader of HDF5 reads.

use super::archive::Archive;
use super::hdf5;
use crate::checkpoint::{Checkpoint, Format};
use crate::error::InspectError;
use crate::limits;
use crate::source::bytes_at;

/// Entries that are noted.
const NOTES: usize = 20;
/// The entries of the archive.
const CONFIG: &str = "config.json";
const METADATA: &str = "metadata.json";
const WEIGHTS: &str = "model.weights.h5";

/// Whether an archive is one of Keras.
pub(crate) fn matches_archive(archive: &Archive) -> bool {
    archive.find(WEIGHTS).is_some()
}

/// Lists the tensors of the weights; the other entries are metadata.
///
/// # Errors
/// Where the weights are packed in a way that is not read, or break the rules of HDF5.
pub(crate) fn open_archive(archive: Archive) -> Result<Checkpoint, InspectError> {
    let weights = archive.source(WEIGHTS)?;
    let checkpoint = hdf5::open(weights, &[])?;
    let mut notes = checkpoint.notes;
    let mut metadata = Vec::new();
    let mut left = limits::METADATA_BYTES as u64;
    for name in [METADATA, CONFIG] {
        match entry(&archive, name, left) {
            Ok(Some(text)) => {
                left = left.saturating_sub(text.len() as u64);
                fields(name, text, &mut metadata);
            }
            Ok(None) => notes.push(format!("`{name}` is missing, which Keras writes")),
            Err(error) => notes.push(format!("`{name}` could not be read: {error}")),
        }
    }
    for entry in archive.entries().iter().take(NOTES) {
        let known = [CONFIG, METADATA, WEIGHTS].contains(&entry.name.as_str());
        if !known && !entry.name.ends_with('/') {
            notes.push(format!("the entry `{}` was passed over", entry.name.escape_debug()));
        }
    }
    metadata.extend(checkpoint.metadata);
    Ok(Checkpoint { format: Format::Keras, metadata, notes, ..checkpoint })
}

fn entry(archive: &Archive, name: &str, limit: u64) -> Result<Option<String>, InspectError> {
    if archive.find(name).is_none() {
        return Ok(None);
    }
    let source = archive.source(name)?;
    let bytes = bytes_at(&*source, 0, source.len(), limit, "bytes of metadata")?;
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

/// The texts of a flat object one by one (`keras_version`, `date_saved`); anything else as it stands.
fn fields(name: &str, text: String, metadata: &mut Vec<(String, String)>) {
    let parsed: Option<serde_json::Map<String, serde_json::Value>> = match name {
        METADATA => serde_json::from_str(&text).ok(),
        _ => None,
    };
    match parsed {
        Some(parsed) if parsed.values().all(serde_json::Value::is_string) => {
            for (key, value) in parsed {
                metadata.push((key, value.as_str().unwrap_or_default().to_owned()));
            }
        }
        _ => metadata.push((name.to_owned(), text)),
    }
}
