//! PyTorch's files: the zip container, the older one, and bare pickles. Nothing that they name is
//! called, whatever it is.

use std::sync::Arc;

use crate::checkpoint::{Checkpoint, Format, Named};
use crate::error::InspectError;
use crate::formats::archive::Archive;
use crate::formats::pickle::{self, Graph};
use crate::source::{Source, bytes_at};
use crate::tensor::ByteOrder;

mod arrays;
mod dtypes;
mod rebuild;
mod storages;
mod walk;

use rebuild::Rebuild;
use storages::Storages;

/// The number that the older container begins with, as LONG1 of ten bytes.
const MAGIC: [u8; 12] = *b"\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19";
/// Within which it stands: behind the protocol and perhaps a frame.
const MAGIC_WITHIN: usize = 32;
/// Where a tar archive says that it is one; PyTorch before 0.1.10 wrote those.
const TAR_AT: usize = 257;
/// The protocol of the older container.
const LEGACY_PROTOCOL: u64 = 1001;

/// Whether a file that is no archive begins as one of PyTorch's, or as a pickle.
pub(crate) fn matches(begins: &[u8]) -> bool {
    pickle::matches(begins) || is_tar(begins)
}

fn is_tar(begins: &[u8]) -> bool {
    begins.get(TAR_AT..).is_some_and(|rest| rest.starts_with(b"ustar"))
}

/// Opens the older container, or a bare pickle.
///
/// # Errors
/// Where it breaks the rules, is cut off, or has no tensors.
pub(crate) fn open(source: Arc<dyn Source>, _beside: &[Named]) -> Result<Checkpoint, InspectError> {
    let length = source.len().min(512);
    let begins = bytes_at(&*source, 0, length, length, "bytes")?;
    if is_tar(&begins) {
        return Err(InspectError::Unsupported {
            place: "the file".to_owned(),
            what: "a tar archive, as PyTorch wrote before version 0.1.10,".to_owned(),
            advice: "load it with PyTorch and save it again",
        });
    }
    let within = begins.get(..MAGIC_WITHIN).unwrap_or(&begins);
    if within.windows(MAGIC.len()).any(|bytes| bytes == MAGIC) {
        return open_legacy(source);
    }
    let graph = pickle::read(&*source, 0, "the file")?;
    let checkpoint = checkpoint(Format::TorchLegacy, &graph, &Storages::None, &source)?;
    if checkpoint.tensors.is_empty() {
        return Err(InspectError::Unsupported {
            place: "the file".to_owned(),
            what: "a pickle without tensors or arrays".to_owned(),
            advice: "save the tensors with torch.save, numpy.savez or as .safetensors",
        });
    }
    Ok(checkpoint)
}

/// The older container: pickles of the magic number, the protocol, the system and the object, then
/// of the storages' keys, then the storages.
fn open_legacy(source: Arc<dyn Source>) -> Result<Checkpoint, InspectError> {
    let magic = pickle::read(&*source, 0, "the file")?;
    let protocol = pickle::read(&*source, magic.end, "the file")?;
    if protocol.natural(protocol.root) != Some(LEGACY_PROTOCOL) {
        return Err(InspectError::Unsupported {
            place: format!("byte {}", magic.end),
            what: "this version of PyTorch's older container".to_owned(),
            advice: "load it with PyTorch and save it again",
        });
    }
    let system = pickle::read(&*source, protocol.end, "the file")?;
    let graph = pickle::read(&*source, system.end, "the file")?;
    let keys = pickle::read(&*source, graph.end, "the file")?;
    let storages = storages::legacy(&source, &graph, &keys, keys.end)?;
    checkpoint(Format::TorchLegacy, &graph, &storages, &source)
}

/// Where the pickle of an archive of PyTorch's is: in the one folder that all is in.
fn data_pickle(archive: &Archive) -> Option<&str> {
    let names = archive.entries().iter().map(|entry| &*entry.name);
    let fits = |name: &&str| *name == "data.pkl" || name.ends_with("/data.pkl");
    names.filter(fits).min_by_key(|name| name.len())
}

/// Whether an archive is one of PyTorch's.
pub(crate) fn matches_archive(archive: &Archive) -> bool {
    data_pickle(archive).is_some()
}

/// Opens an archive of PyTorch's.
///
/// # Errors
/// Where its pickle breaks the rules, or its numbers are in no known order.
pub(crate) fn open_archive(archive: Archive) -> Result<Checkpoint, InspectError> {
    let name = data_pickle(&archive).unwrap_or_default().to_owned();
    let folder = name.strip_suffix("data.pkl").unwrap_or_default().to_owned();
    let mut metadata = Vec::new();
    for key in ["version", "byteorder"] {
        let entry = format!("{folder}{key}");
        if archive.find(&entry).is_some() {
            let source = archive.source(&entry)?;
            let bytes = bytes_at(&*source, 0, source.len(), 64, "bytes of a short entry")?;
            metadata.push((key.to_owned(), String::from_utf8_lossy(&bytes).trim().to_owned()));
        }
    }
    let order = match metadata.iter().find(|(key, _)| key == "byteorder") {
        None => ByteOrder::Little,
        Some((_, order)) if order == "little" => ByteOrder::Little,
        Some((_, order)) if order == "big" => ByteOrder::Big,
        Some((_, order)) => {
            return Err(InspectError::Malformed {
                format: "PyTorch files",
                place: format!("the entry `{folder}byteorder`"),
                why: format!("`{}` is neither `little` nor `big`", order.escape_debug()),
            });
        }
    };
    let script = archive.find(&format!("{folder}constants.pkl")).is_some();
    let source = archive.source(&name)?;
    let graph = pickle::read(&*source, 0, &format!("the entry `{name}`"))?;
    let storages = Storages::Zip { folder: format!("{folder}data/"), archive, order };
    let mut checkpoint = checkpoint(Format::TorchZip, &graph, &storages, &source)?;
    checkpoint.metadata.splice(0..0, metadata);
    if script {
        let note =
            "a TorchScript archive; its program was not run, and its constants are not listed";
        checkpoint.notes.insert(0, note.to_owned());
    }
    Ok(checkpoint)
}

fn checkpoint(
    format: Format,
    graph: &Graph,
    storages: &Storages,
    source: &Arc<dyn Source>,
) -> Result<Checkpoint, InspectError> {
    let mut found = walk::walk(graph, Rebuild::new(graph, storages), source)?;
    found.notes.extend(walk::global_notes(graph));
    let walk::Found { tensors, metadata, notes } = found;
    Ok(Checkpoint { format, tensors, metadata, notes, wanted: Vec::new() })
}
