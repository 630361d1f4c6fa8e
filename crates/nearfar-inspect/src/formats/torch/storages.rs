//! Storages: runs of numbers that tensors look at, several perhaps at the same. In the zip container
//! each is an entry, in the older one they lie behind the pickles.

use std::collections::HashMap;
use std::sync::Arc;

use super::dtypes::{self, Kind};
use crate::error::InspectError;
use crate::formats::archive::Archive;
use crate::formats::pickle::{Graph, Id, Node};
use crate::source::{Part, Source, bytes_at};
use crate::tensor::ByteOrder;

/// A storage as a pickle names it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Named {
    /// What its bytes are kept under.
    pub(super) key: Arc<str>,
    /// The type of its numbers.
    pub(super) kind: Kind,
    /// How many numbers it has, as announced.
    pub(super) count: u64,
    /// Of those, the first that a tensor sees: older files have views of storages.
    pub(super) start: u64,
}

/// `('storage', class, key, place, count)`, and in older files what part of it is seen.
pub(super) fn named(graph: &Graph, id: Id) -> Result<Named, String> {
    let Node::Persistent(tag) = graph.get(id) else {
        return Err("its storage is not one that a PyTorch file keeps".to_owned());
    };
    let wrong = || "its storage is not named as PyTorch names them".to_owned();
    let parts = graph.items(*tag).ok_or_else(wrong)?;
    let &[what, class, key, _, count, ref view @ ..] = parts else { return Err(wrong()) };
    if graph.text(what).is_none_or(|what| **what != *"storage") {
        return Err(wrong());
    }
    let class = class_name(graph, class).ok_or_else(wrong)?;
    let start = || class.chars().take(60).collect::<String>();
    let unknown = || format!("its storage is a `{}`, which is not known", start().escape_debug());
    let kind = dtypes::of_storage(class).ok_or_else(unknown)?;
    let key = match graph.get(key) {
        // Keys are counted or addresses; a long one would be copied into every tensor's error.
        Node::Text(key) if key.len() <= 64 => key.clone(),
        Node::Int(key) => key.to_string().into(),
        _ => return Err(wrong()),
    };
    let count = graph.natural(count).ok_or_else(wrong)?;
    let start = match view.first().map(|&view| (view, graph.get(view))) {
        None | Some((_, Node::None)) => 0,
        Some((view, _)) => match graph.items(view) {
            Some(&[_, start, _]) => graph.natural(start).ok_or_else(wrong)?,
            _ => return Err(wrong()),
        },
    };
    Ok(Named { key, kind, count, start })
}

/// A class, by itself or as the older container has it, together with its source code.
fn class_name(graph: &Graph, id: Id) -> Option<&Arc<str>> {
    match graph.get(id) {
        Node::Global(name) => Some(name),
        Node::Persistent(tag) => match graph.items(*tag) {
            Some(&[_, class, ..]) => graph.global(class),
            _ => None,
        },
        _ => None,
    }
}

/// Where storages are found.
pub(super) enum Storages {
    /// Entries of an archive.
    Zip {
        archive: Archive,
        /// What their names begin with.
        folder: String,
        order: ByteOrder,
    },
    /// Ranges of a file, by key.
    Legacy(HashMap<Arc<str>, Part>),
    /// Nowhere: a pickle by itself.
    None,
}

impl Storages {
    /// The bytes of a storage.
    pub(super) fn source(&self, key: &str) -> Result<Arc<dyn Source>, InspectError> {
        let none = || InspectError::Malformed {
            format: "PyTorch files",
            place: format!("the storage `{}`", key.escape_debug()),
            why: "a tensor needs it, but the file does not have it".to_owned(),
        };
        match self {
            Storages::Zip { archive, folder, .. } => {
                let name = format!("{folder}{key}");
                archive.find(&name).ok_or_else(none)?;
                archive.source(&name)
            }
            Storages::Legacy(parts) => {
                let part = parts.get(key).ok_or_else(none)?;
                Ok(Arc::new(part.clone()))
            }
            Storages::None => Err(none()),
        }
    }

    pub(super) fn order(&self) -> ByteOrder {
        match self {
            Storages::Zip { order, .. } => *order,
            // The older container swaps bytes as it writes on a big-endian machine.
            Storages::Legacy(_) | Storages::None => ByteOrder::Little,
        }
    }
}

/// The storages of the older container: the pickled list `keys`, and behind it, from `at`, for each
/// key a count in 8 bytes and the numbers.
pub(super) fn legacy(
    source: &Arc<dyn Source>,
    graph: &Graph,
    keys: &Graph,
    mut at: u64,
) -> Result<Storages, InspectError> {
    let malformed = |at: u64, why: String| InspectError::Malformed {
        format: "PyTorch files",
        place: format!("byte {at}"),
        why,
    };
    let mut sizes = HashMap::new();
    for id in 0..graph.len() as Id {
        if let (Node::Persistent(_), Ok(named)) = (graph.get(id), named(graph, id)) {
            sizes.insert(named.key, named.kind.bytes);
        }
    }
    let listed = keys.items(keys.root);
    let listed =
        listed.ok_or_else(|| malformed(at, "a list of storages should end here".into()))?;
    let mut parts = HashMap::new();
    for &id in listed {
        let key = match keys.get(id) {
            Node::Text(key) => key.clone(),
            Node::Int(key) => key.to_string().into(),
            _ => return Err(malformed(at, "a storage is listed without a key".into())),
        };
        let Some(size) = sizes.get(&key) else {
            let why = format!("the storage `{}` is listed, but of no type", key.escape_debug());
            return Err(malformed(at, why));
        };
        let count = bytes_at(&**source, at, 8, 8, "bytes")?;
        let count = count.first_chunk().map_or(0, |count| u64::from_le_bytes(*count));
        let length = count.checked_mul(*size).ok_or_else(|| {
            malformed(at, format!("the storage `{}` has {count} numbers", key.escape_debug()))
        })?;
        // The count was read, so this does not overflow.
        let part = Part::new(source.clone(), at + 8, length)?;
        at += 8 + length;
        if parts.insert(key.clone(), part).is_some() {
            let why = format!("the storage `{}` is listed twice", key.escape_debug());
            return Err(malformed(at, why));
        }
    }
    Ok(Storages::Legacy(parts))
}
