//! What a group of HDF5 links to, in the format's three ways of storing it, and its attributes. Soft and
//! external links are named, never followed: `hdf5-reader` would follow soft ones.

use hdf5_reader::btree_v1::collect_btree_v1_leaves_storage;
use hdf5_reader::btree_v2::{BTreeV2Header, BTreeV2Record, collect_btree_v2_records_storage};
use hdf5_reader::error::{Error, Result};
use hdf5_reader::fractal_heap::{FractalHeap, FractalHeapDirectBlockCache};
use hdf5_reader::io::Cursor;
use hdf5_reader::local_heap::LocalHeap;
use hdf5_reader::messages::HdfMessage;
use hdf5_reader::messages::attribute::{self, AttributeMessage};
use hdf5_reader::messages::link::{self, LinkTarget};
use hdf5_reader::messages::symbol_table_msg::SymbolTableMessage;
use hdf5_reader::object_header::ObjectHeader;
use hdf5_reader::symbol_table::SymbolTableNode;
use hdf5_reader::{Hdf5File, StorageBuffer};

use crate::limits;

/// Bytes of a name; the format's own limit is that of a message.
const NAME_BYTES: usize = 65_535;
/// Links in one header: by default 8, then they are stored elsewhere. Each is looked for among all.
const COMPACT: usize = 4_096;
/// Attributes that are stored apart from a header.
const DENSE: u64 = 4_096;

/// Where a link leads.
pub(super) enum Target {
    /// To the header of an object, by its address.
    Object(u64),
    /// To a name in this file.
    Soft(String),
    /// To a name in another file.
    External(String, String),
}

/// A link of a group.
pub(super) struct Link {
    pub(super) name: String,
    pub(super) target: Target,
    order: Option<u64>,
}

/// Reads groups of a file; counts what it keeps.
pub(super) struct Links<'a> {
    pub(super) file: &'a Hdf5File,
    /// Bytes of names that have been kept.
    pub(super) kept: u64,
}

impl Links<'_> {
    fn offset_size(&self) -> u8 {
        self.file.superblock().offset_size
    }

    fn length_size(&self) -> u8 {
        self.file.superblock().length_size
    }

    /// Counts bytes that a file makes us keep, or copy: many records may name the same ones.
    pub(super) fn keep(&mut self, bytes: usize) -> Result<()> {
        self.kept += bytes as u64 + 64;
        if self.kept > limits::HEADER_BYTES {
            let limit = limits::HEADER_BYTES;
            return Err(Error::ResourceLimit(format!("names have more than {limit} bytes")));
        }
        Ok(())
    }

    /// The links of a group, in the order in which they were made where that is known.
    pub(super) fn of(&mut self, header: &ObjectHeader) -> Result<Vec<Link>> {
        let mut links = Vec::new();
        for message in &header.messages {
            match message {
                HdfMessage::SymbolTable(table) => self.old_style(table, &mut links)?,
                HdfMessage::Link(message) => {
                    if links.len() == COMPACT {
                        return Err(Error::ResourceLimit(format!(
                            "more than {COMPACT} links in the header of a group"
                        )));
                    }
                    self.keep(message.name.len())?;
                    links.push(link(message.clone()));
                }
                _ => {}
            }
        }
        for message in &header.messages {
            if let HdfMessage::LinkInfo(info) = message {
                let (heap, tree) = (info.fractal_heap_address, info.btree_name_index_address);
                for bytes in self.dense(heap, tree, limits::TENSORS as u64)? {
                    let mut cursor = Cursor::new(&bytes);
                    let (offset, length) = (self.offset_size(), self.length_size());
                    links.push(link(link::parse(&mut cursor, offset, length, bytes.len())?));
                }
            }
        }
        if links.iter().all(|link| link.order.is_some()) {
            links.sort_by_key(|link| link.order);
        }
        Ok(links)
    }

    /// The attributes of an object.
    pub(super) fn attributes(&mut self, header: &ObjectHeader) -> Result<Vec<AttributeMessage>> {
        let mut attributes = Vec::new();
        for message in &header.messages {
            match message {
                HdfMessage::Attribute(message) => attributes.push(message.clone()),
                HdfMessage::AttributeInfo(info) => {
                    let (heap, tree) = (info.fractal_heap_address, info.btree_name_index_address);
                    for bytes in self.dense(heap, tree, DENSE)? {
                        let mut cursor = Cursor::new(&bytes);
                        let (offset, length) = (self.offset_size(), self.length_size());
                        let parsed = attribute::parse(&mut cursor, offset, length, bytes.len())?;
                        attributes.push(parsed);
                    }
                }
                _ => {}
            }
        }
        Ok(attributes)
    }

    /// Messages that are stored in a heap, by a tree of their names.
    fn dense(&mut self, heap: u64, tree: u64, limit: u64) -> Result<Vec<Vec<u8>>> {
        let (offset, length) = (self.offset_size(), self.length_size());
        if Cursor::is_undefined_offset(heap, offset) || Cursor::is_undefined_offset(tree, offset) {
            return Ok(Vec::new());
        }
        let storage = self.file.storage();
        let heap = FractalHeap::parse_at_storage(storage, heap, offset, length)?;
        let tree = BTreeV2Header::parse_at_storage(storage, tree, offset, length)?;
        if tree.total_records > limit {
            let found = tree.total_records;
            return Err(Error::ResourceLimit(format!("{found} links or attributes of one object")));
        }
        let records =
            collect_btree_v2_records_storage(storage, &tree, offset, length, None, &[], None)?;
        let mut cache = FractalHeapDirectBlockCache::default();
        let mut messages = Vec::new();
        for record in &records {
            let (BTreeV2Record::LinkNameHash { heap_id, .. }
            | BTreeV2Record::CreationOrder { heap_id, .. }
            | BTreeV2Record::AttributeNameHash { heap_id, .. }
            | BTreeV2Record::AttributeCreationOrder { heap_id, .. }) = record
            else {
                continue;
            };
            let message =
                heap.get_object_storage_cached(heap_id, storage, offset, length, &mut cache)?;
            self.keep(message.len())?;
            messages.push(message);
        }
        Ok(messages)
    }

    /// Links in nodes of symbols, as the library writes them by default.
    fn old_style(&mut self, table: &SymbolTableMessage, links: &mut Vec<Link>) -> Result<()> {
        let (offset, length) = (self.offset_size(), self.length_size());
        let storage = self.file.storage();
        let heap = LocalHeap::parse_at_storage(storage, table.heap_address, offset, length)?;
        let size = usize::try_from(heap.data_segment_size)
            .map_err(|_| Error::OffsetOutOfBounds(heap.data_segment_size))?;
        let leaves = collect_btree_v1_leaves_storage(
            storage,
            table.btree_address,
            offset,
            length,
            None,
            &[],
            None,
        )?;
        if leaves.is_empty() {
            return Ok(());
        }
        let names = storage.read_range(heap.data_segment_address, size)?;
        for (_, address) in &leaves {
            let prefix = storage.read_range(*address, 8)?;
            let many = match *prefix {
                [_, _, _, _, _, _, low, high] => usize::from(u16::from_le_bytes([low, high])),
                _ => 0,
            };
            let bytes = storage.read_range(*address, 8 + many * (2 * usize::from(offset) + 24))?;
            let node = SymbolTableNode::parse(&mut Cursor::new(&bytes), offset, length)?;
            for entry in &node.entries {
                let name = name_at(&names, entry.link_name_offset)?;
                let target = if entry.cache_type == 2 {
                    let [a, b, c, d, ..] = entry.scratch;
                    Target::Soft(name_at(&names, u32::from_le_bytes([a, b, c, d]).into())?)
                } else {
                    Target::Object(entry.object_header_address)
                };
                self.keep(name.len())?;
                links.push(Link { name, target, order: None });
            }
        }
        Ok(())
    }
}

/// A name in a heap, up to its zero.
fn name_at(names: &StorageBuffer, offset: u64) -> Result<String> {
    let at = usize::try_from(offset).map_err(|_| Error::OffsetOutOfBounds(offset))?;
    let rest = names.get(at..).ok_or(Error::OffsetOutOfBounds(offset))?;
    let bytes = rest.iter().take(NAME_BYTES).position(|&byte| byte == 0);
    let bytes = bytes.and_then(|end| rest.get(..end));
    let bytes = bytes.ok_or_else(|| Error::InvalidData("a name without an end".to_owned()))?;
    Ok(String::from_utf8_lossy(bytes).into_owned())
}

fn link(message: link::LinkMessage) -> Link {
    let target = match message.target {
        LinkTarget::Hard { address } => Target::Object(address),
        LinkTarget::Soft { path } => Target::Soft(path),
        LinkTarget::External { filename, path } => Target::External(filename, path),
    };
    Link { name: message.name, target, order: message.creation_order }
}
