//! HDF5, Keras' weights among them: groups are walked by the addresses of their objects, each once;
//! datasets are tensors. The format's own parts are read by `hdf5-reader`.
//!
//! A tensor's name is its path, with `/` between groups. Keras 3 calls groups by the class of a layer and
//! keeps the user's name as the attribute `name` of the group `vars` within: where it is there, and no
//! other group beside has it, it takes the place of the class: `layers/mha/query/vars/0` for
//! `layers/multi_head_attention/query_dense/vars/0`. `vars/0` is the kernel or gain, `vars/1` the bias.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use hdf5_reader::error::Error;
use hdf5_reader::filters::FilterRegistry;
use hdf5_reader::group::Group;
use hdf5_reader::object_header::ObjectHeader;
use hdf5_reader::{Hdf5File, OpenOptions};

use crate::checkpoint::{Checkpoint, Format, Named};
use crate::error::InspectError;
use crate::limits;
use crate::source::Source;
use crate::tensor::Tensor;

use bytes::Budgeted;
use dataset::Opened;
use links::{Link, Links, Target};

mod attributes;
mod bytes;
mod dataset;
mod links;

const MAGIC: &[u8] = b"\x89HDF\r\n\x1a\n";
/// Filters of chunks that no writer of models uses, by their numbers: szip, n-bit, scale-offset.
const RARE: [u16; 3] = [4, 5, 6];
/// Notes of links that are not followed.
const NOTES: usize = 20;
/// The longest text of an error of the crate.
const WHY: usize = 300;

/// Whether the bytes begin as the format does.
pub(crate) fn matches(begins: &[u8]) -> bool {
    begins.starts_with(MAGIC)
}

/// Lists the datasets, group by group. Attributes of groups are metadata: those of the outermost one by
/// their names, others as `path@name`.
///
/// # Errors
/// Where the file breaks the format's rules, or makes more of itself than [`limits`] allow.
pub(crate) fn open(source: Arc<dyn Source>, _beside: &[Named]) -> Result<Checkpoint, InspectError> {
    let bytes = Arc::new(Budgeted::new(Arc::clone(&source)));
    let mut filters = FilterRegistry::new();
    for filter in RARE {
        let refuse = move |_: &_, _: &[u8], _: usize| {
            Err(Error::UnsupportedFilter(format!("number {filter}")))
        };
        filters.register(filter, Box::new(refuse));
    }
    let limit = usize::try_from(limits::UNPACKED_BYTES).unwrap_or(usize::MAX);
    let options = OpenOptions::default()
        .with_filter_registry(filters)
        .with_chunk_cache_bytes(limit / 4)
        .with_max_chunk_bytes(limit)
        .with_max_read_bytes(limit)
        .with_max_object_header_bytes(limits::METADATA_BYTES);
    let file = Hdf5File::from_storage_with_options(bytes.clone(), options);
    let file = file.map_err(|error| explain(&error, ""))?;
    let root = file.root_group().map_err(|error| explain(&error, ""))?;
    let opened = Arc::new(Opened { file, bytes, source });
    let mut walk = Walk {
        links: Links { file: &opened.file, kept: 0 },
        opened: &opened,
        root,
        visited: HashSet::new(),
        tensors: Vec::new(),
        addresses: Vec::new(),
        metadata: Vec::new(),
        room: limits::METADATA_BYTES,
        notes: Vec::new(),
        passed_over: 0,
        renamed: false,
    };
    walk.all()?;
    Ok(walk.finish())
}

/// What `hdf5-reader` says, at a path.
fn explain(error: &Error, path: &str) -> InspectError {
    let why: String = error.to_string().chars().take(WHY).collect();
    let place = if path.is_empty() { "the file".to_owned() } else { format!("`{path}`") };
    let newer = why.starts_with("unsupported") || why.contains(": unsupported");
    if newer {
        let advice = "write the file again without it, or save the model as .safetensors";
        return InspectError::Unsupported { place, what: why, advice };
    }
    InspectError::Malformed { format: "HDF5 files", place, why }
}

/// A group that is still to be walked.
struct Pending {
    /// The names of the links that lead to it, and the names that are shown.
    path: String,
    shown: String,
    links: Vec<Link>,
    depth: usize,
}

/// The walk, as far as it has come.
struct Walk<'a> {
    links: Links<'a>,
    opened: &'a Arc<Opened>,
    root: Group,
    /// Addresses of groups.
    visited: HashSet<u64>,
    tensors: Vec<Tensor>,
    /// Those of the tensors' headers, in their order.
    addresses: Vec<u64>,
    metadata: Vec<(String, String)>,
    /// Bytes of metadata that may still be kept.
    room: usize,
    notes: Vec<String>,
    /// Links that have no note of their own.
    passed_over: usize,
    renamed: bool,
}

impl Walk<'_> {
    fn all(&mut self) -> Result<(), InspectError> {
        let address = self.root.address();
        let header = self.header(address, "")?;
        self.visited.insert(address);
        let links = self.group("", &header)?;
        let (path, shown) = (String::new(), String::new());
        // A list of ours: what a file nests does not nest calls. Taken from its end, children in turn.
        let mut pending = vec![Pending { path, shown, links, depth: 0 }];
        while let Some(group) = pending.pop() {
            let first = pending.len();
            self.children(group, &mut pending)?;
            if let Some(found) = pending.get_mut(first..) {
                found.reverse();
            }
        }
        Ok(())
    }

    fn header(&self, address: u64, path: &str) -> Result<Arc<ObjectHeader>, InspectError> {
        self.opened.file.get_or_parse_header(address).map_err(|error| explain(&error, path))
    }

    /// The links of a group, once its attributes are kept.
    fn group(&mut self, shown: &str, header: &ObjectHeader) -> Result<Vec<Link>, InspectError> {
        let failed = |error: Error| explain(&error, shown);
        for attribute in self.links.attributes(header).map_err(failed)? {
            let text = attributes::text(&attribute, &self.root, self.room);
            let key = match shown {
                "" => attribute.name,
                _ => format!("{shown}@{}", attribute.name),
            };
            let bytes = key.len() + text.as_ref().map_or(0, String::len);
            if let (Some(text), Some(room)) = (text, self.room.checked_sub(bytes)) {
                self.room = room;
                self.metadata.push((key, text));
            } else {
                self.note(|| {
                    format!("the attribute `{key}` is not shown: no text, or a very long one")
                });
            }
        }
        self.links.of(header).map_err(failed)
    }

    fn children(&mut self, group: Pending, pending: &mut Vec<Pending>) -> Result<(), InspectError> {
        let mut names = HashSet::new();
        for link in group.links {
            let path = join(&group.path, &link.name);
            let shown = join(&group.shown, &link.name);
            self.links.keep(path.len() + shown.len()).map_err(|error| explain(&error, ""))?;
            let address = match link.target {
                Target::Object(address) => address,
                Target::Soft(target) => {
                    self.note(|| {
                        format!("`{shown}` is a soft link to `{target}`; it is not followed")
                    });
                    continue;
                }
                Target::External(file, target) => {
                    self.note(|| {
                        format!("`{shown}` is a link to `{target}` in the file `{file}`; it is not followed")
                    });
                    continue;
                }
            };
            if self.visited.contains(&address) {
                self.note(|| {
                    format!("`{shown}` is another link to a group that is listed already")
                });
                continue;
            }
            let header = self.header(address, &shown)?;
            let tensor = dataset::tensor(self.opened, &header, address, &path, shown.clone())?;
            if let Some(tensor) = tensor {
                if self.tensors.len() == limits::TENSORS {
                    let (found, limit) = (limits::TENSORS as u64 + 1, limits::TENSORS as u64);
                    return Err(InspectError::TooMuch { what: "tensors", found, limit });
                }
                self.tensors.push(tensor);
                self.addresses.push(address);
                continue;
            }
            self.visited.insert(address);
            if group.depth == limits::DEPTH {
                let (found, limit) = (limits::DEPTH as u64 + 1, limits::DEPTH as u64);
                return Err(InspectError::TooMuch { what: "groups within groups", found, limit });
            }
            let own = self.own_name(&header, &shown)?;
            let shown = match own.filter(|name| names.insert(name.clone())) {
                Some(name) => {
                    self.renamed |= name != link.name;
                    join(&group.shown, &name)
                }
                None => {
                    names.insert(link.name);
                    shown
                }
            };
            let links = self.group(&shown, &header)?;
            pending.push(Pending { path, shown, links, depth: group.depth + 1 });
        }
        Ok(())
    }

    /// The name that the user gave a layer of Keras 3: the attribute `name` of its group `vars`.
    fn own_name(
        &mut self,
        header: &ObjectHeader,
        shown: &str,
    ) -> Result<Option<String>, InspectError> {
        let failed = |error: Error| explain(&error, shown);
        let links = self.links.of(header).map_err(failed)?;
        let vars = links.iter().find(|link| link.name == "vars").map(|link| &link.target);
        let Some(&Target::Object(address)) = vars else { return Ok(None) };
        let header = self.header(address, shown)?;
        let attributes = self.links.attributes(&header).map_err(failed)?;
        let name = attributes.iter().find(|attribute| attribute.name == "name");
        let name = name.and_then(|name| attributes::text(name, &self.root, 1_000));
        // A name that looks like a path would tell of groups that are not there.
        Ok(name.filter(|name| !name.is_empty() && !name.contains('/')))
    }

    fn note(&mut self, note: impl FnOnce() -> String) {
        if self.notes.len() < NOTES {
            self.notes.push(note());
        } else {
            self.passed_over += 1;
        }
    }

    fn finish(mut self) -> Checkpoint {
        if self.passed_over > 0 {
            self.notes
                .push(format!("{} more links or attributes were passed over", self.passed_over));
        }
        if self.renamed {
            let what =
                "layers are called by the names that the user gave them, which Keras keeps beside";
            self.notes.push(format!("{what} the names of their classes"));
        }
        let mut times = HashMap::new();
        for &address in &self.addresses {
            *times.entry(address).or_insert(0_u64) += 1;
        }
        for (tensor, address) in self.tensors.iter_mut().zip(&self.addresses) {
            tensor.shared = times.get(address).filter(|&&times| times > 1).map(|_| *address);
        }
        Checkpoint {
            format: Format::Hdf5,
            tensors: self.tensors,
            metadata: self.metadata,
            notes: self.notes,
            wanted: Vec::new(),
        }
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") }
}
