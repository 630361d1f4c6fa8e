//! A dataset of HDF5 as a tensor: what lies together in the file is a range of it; chunks go through
//! `hdf5-reader`, a part at a time.

use std::sync::{Arc, OnceLock};

use hdf5_reader::btree_v2::BTreeV2Header;
use hdf5_reader::error::{ByteOrder as Endian, Error, Result};
use hdf5_reader::io::Cursor;
use hdf5_reader::messages::HdfMessage;
use hdf5_reader::messages::dataspace::DataspaceMessage;
use hdf5_reader::messages::fill_value::FillValueMessage;
use hdf5_reader::messages::layout::DataLayout;
use hdf5_reader::object_header::ObjectHeader;
use hdf5_reader::{Dataset, Datatype, H5Type, Hdf5File, SliceInfo, SliceInfoElem, VarLenKind};

use super::bytes::Budgeted;
use super::explain;
use crate::error::InspectError;
use crate::limits;
use crate::source::Source;
use crate::tensor::{ByteOrder, Dtype, Numbers, Storage, Tensor, count, decode};

/// Attributes of a dataset that are stored apart from it; all are fetched with it.
const ATTRIBUTES: u64 = 64;

/// What the tensors of a file share.
pub(super) struct Opened {
    pub(super) file: Hdf5File,
    pub(super) bytes: Arc<Budgeted>,
    pub(super) source: Arc<dyn Source>,
}

/// Numbers by their type in HDF5; halves of another kind than IEEE's are told apart elsewhere.
pub(super) fn number_type(datatype: &Datatype) -> Option<(Dtype, ByteOrder)> {
    let order = |order: &Endian| match order {
        Endian::LittleEndian => ByteOrder::Little,
        Endian::BigEndian => ByteOrder::Big,
    };
    match datatype {
        Datatype::FloatingPoint { size, byte_order } => {
            let dtype = match size {
                2 => Dtype::F16,
                4 => Dtype::F32,
                8 => Dtype::F64,
                _ => return None,
            };
            Some((dtype, order(byte_order)))
        }
        Datatype::FixedPoint { size, signed, byte_order } => {
            let dtype = match (size, signed) {
                (1, true) => Dtype::I8,
                (2, true) => Dtype::I16,
                (4, true) => Dtype::I32,
                (8, true) => Dtype::I64,
                (1, false) => Dtype::U8,
                (2, false) => Dtype::U16,
                (4, false) => Dtype::U32,
                (8, false) => Dtype::U64,
                _ => return None,
            };
            Some((dtype, order(byte_order)))
        }
        Datatype::Enum { base, members } => {
            let names: Vec<&str> = members.iter().map(|member| member.name.as_str()).collect();
            match number_type(base)? {
                // h5py writes booleans as an enumeration of these two.
                (Dtype::I8 | Dtype::U8, order) if names == ["FALSE", "TRUE"] => {
                    Some((Dtype::Bool, order))
                }
                other => Some(other),
            }
        }
        _ => None,
    }
}

/// A type as NumPy writes it.
fn type_name(datatype: &Datatype, known: Option<(Dtype, ByteOrder)>) -> String {
    let Some((dtype, order)) = known else {
        return match datatype {
            Datatype::FloatingPoint { size, .. } => format!("float of {size} bytes"),
            Datatype::FixedPoint { size, .. } => format!("integer of {size} bytes"),
            Datatype::String { .. } | Datatype::VarLen { kind: VarLenKind::String, .. } => {
                "string".to_owned()
            }
            Datatype::VarLen { .. } => "of variable length".to_owned(),
            Datatype::Compound { fields, .. } => format!("compound of {} fields", fields.len()),
            Datatype::Array { .. } => "array".to_owned(),
            Datatype::Reference { .. } => "reference".to_owned(),
            _ => "opaque".to_owned(),
        };
    };
    let bytes = dtype.bytes().unwrap_or(0);
    let letter = match dtype {
        Dtype::F64 | Dtype::F32 | Dtype::F16 => "f",
        Dtype::I64 | Dtype::I32 | Dtype::I16 | Dtype::I8 => "i",
        Dtype::Bool => return "bool".to_owned(),
        Dtype::Bf16 => return "bfloat16".to_owned(),
        _ => "u",
    };
    let order = match (bytes, order) {
        (1, _) => "|",
        (_, ByteOrder::Little) => "<",
        (_, ByteOrder::Big) => ">",
    };
    format!("{order}{letter}{bytes}")
}

/// What a header says of a dataset.
#[derive(Default)]
struct Parts<'a> {
    dataspace: Option<&'a DataspaceMessage>,
    datatype: Option<&'a Datatype>,
    layout: Option<&'a DataLayout>,
    fill: Option<&'a FillValueMessage>,
    external: bool,
    /// Where attributes are that are stored apart.
    dense: Option<u64>,
}

/// A dataset, if the header is of one. `path` are the names of the links that lead to it.
pub(super) fn tensor(
    opened: &Arc<Opened>,
    header: &ObjectHeader,
    address: u64,
    path: &str,
    name: String,
) -> std::result::Result<Option<Tensor>, InspectError> {
    let mut parts = Parts::default();
    for message in &header.messages {
        match message {
            HdfMessage::Dataspace(dataspace) => parts.dataspace = Some(dataspace),
            HdfMessage::Datatype(datatype) => parts.datatype = Some(&datatype.datatype),
            HdfMessage::DataLayout(layout) => parts.layout = Some(&layout.layout),
            HdfMessage::FillValue(fill) => parts.fill = Some(fill),
            HdfMessage::ExternalFiles(_) => parts.external = true,
            HdfMessage::AttributeInfo(info) => parts.dense = Some(info.btree_name_index_address),
            _ => {}
        }
    }
    let (Some(dataspace), Some(datatype), Some(layout)) =
        (parts.dataspace, parts.datatype, parts.layout)
    else {
        return Ok(None);
    };
    let refuse = |why: String| InspectError::Malformed {
        format: "HDF5 files",
        place: format!("the dataset `{name}`"),
        why,
    };
    let shape = dataspace.dims.clone();
    let numbers = count(&shape).map_err(|why| refuse(why.to_string()))?;
    // A dataspace without axes is one number, or none at all.
    let shape = match dataspace.num_elements() {
        Ok(0) if shape.is_empty() => vec![0],
        _ => shape,
    };
    let numbers = if shape.is_empty() { 1 } else { numbers.min(count(&shape).unwrap_or(0)) };
    let chunked = Chunked {
        opened: Arc::clone(opened),
        path: path.to_owned(),
        name: name.clone(),
        address,
        dense: parts.dense,
        shape: shape.clone(),
        dtype: Dtype::Other,
        order: ByteOrder::Little,
        dataset: OnceLock::new(),
    };
    let mut known = number_type(datatype);
    if let Some((Dtype::F16, order)) = known {
        known = chunked.half().map(|dtype| (dtype, order));
    }
    let type_name = type_name(datatype, known);
    let nowhere = |why: String| Storage::Nowhere(InspectError::Tensor { name: name.clone(), why });
    let (dtype, storage, bytes) = match known.and_then(|(dtype, order)| {
        let bytes = numbers.checked_mul(dtype.bytes()?)?;
        Some((dtype, order, bytes))
    }) {
        None => {
            let why = format!("numbers of type {type_name} are not read");
            (Dtype::Other, nowhere(why), 0)
        }
        Some((dtype, _, bytes)) if parts.external => {
            (dtype, nowhere("its numbers are in other files, which are not followed".into()), bytes)
        }
        Some((dtype, order, bytes)) => {
            let storage = match layout {
                DataLayout::Contiguous { address, .. }
                    if Cursor::is_undefined_offset(
                        *address,
                        opened.file.superblock().offset_size,
                    ) =>
                {
                    Storage::Numbers(Arc::new(Fill(fill(parts.fill, dtype, order))))
                }
                DataLayout::Contiguous { address, size } => {
                    let at = opened.file.superblock().base_address.checked_add(*address);
                    let end = at.and_then(|at| at.checked_add(bytes));
                    // The oldest versions give the product of the shape in place of bytes.
                    if *size != bytes && *size != numbers {
                        nowhere(format!("its shape takes {bytes} bytes, but {size} are given"))
                    } else if let (Some(at), true) =
                        (at, end.is_some_and(|end| end <= opened.source.len()))
                    {
                        let source = Arc::clone(&opened.source);
                        Storage::Region { source, at, order, strides: None }
                    } else {
                        let length = opened.source.len();
                        nowhere(format!(
                            "{bytes} bytes from byte {address} are announced, but the file ends at {length}; it was cut off"
                        ))
                    }
                }
                DataLayout::Compact { data } if data.len() as u64 == bytes => {
                    let source: Arc<dyn Source> = Arc::new(data.clone());
                    Storage::Region { source, at: 0, order, strides: None }
                }
                DataLayout::Compact { data } => {
                    nowhere(format!("its shape takes {bytes} bytes, but {} are given", data.len()))
                }
                DataLayout::Chunked { .. } => {
                    Storage::Numbers(Arc::new(Chunked { dtype, order, ..chunked }))
                }
            };
            (dtype, storage, bytes)
        }
    };
    Ok(Some(Tensor { name, dtype, type_name, shape, bytes, shared: None, repeats: false, storage }))
}

/// What numbers are that were never written.
fn fill(fill: Option<&FillValueMessage>, dtype: Dtype, order: ByteOrder) -> f64 {
    let bytes = fill.and_then(|fill| fill.value.as_deref()).unwrap_or_default();
    let mut value = [0.0];
    if Some(bytes.len() as u64) == dtype.bytes() {
        decode(dtype, order, bytes, &mut value);
    }
    value[0]
}

/// The same number everywhere.
struct Fill(f64);

impl Numbers for Fill {
    fn read(&self, _start: u64, out: &mut [f64]) -> std::result::Result<(), InspectError> {
        out.fill(self.0);
        Ok(())
    }
}

/// Numbers in chunks.
struct Chunked {
    opened: Arc<Opened>,
    path: String,
    name: String,
    address: u64,
    dense: Option<u64>,
    shape: Vec<u64>,
    dtype: Dtype,
    order: ByteOrder,
    dataset: OnceLock<std::result::Result<Dataset, InspectError>>,
}

impl Chunked {
    /// Finds the dataset again by its links, as the crate opens none by its address.
    fn find(&self) -> Result<Dataset> {
        let (offset, length) = {
            let superblock = self.opened.file.superblock();
            (superblock.offset_size, superblock.length_size)
        };
        if let Some(tree) = self.dense.filter(|&tree| !Cursor::is_undefined_offset(tree, offset)) {
            let storage = self.opened.file.storage();
            let tree = BTreeV2Header::parse_at_storage(storage, tree, offset, length)?;
            if tree.total_records > ATTRIBUTES {
                let found = tree.total_records;
                return Err(Error::ResourceLimit(format!("{found} attributes of a dataset")));
            }
        }
        let mut group = self.opened.file.root_group()?;
        let mut parts = self.path.split('/').peekable();
        while let Some(part) = parts.next() {
            if parts.peek().is_some() {
                group = group.group(part)?;
                continue;
            }
            let dataset = group.dataset(part)?;
            if dataset.address() == self.address && dataset.shape() == self.shape {
                return Ok(dataset);
            }
        }
        Err(Error::InvalidData("two objects have the same name".to_owned()))
    }

    /// Which of the kinds of numbers of two bytes these are.
    fn half(&self) -> Option<Dtype> {
        let raw = self.find().and_then(|dataset| dataset.raw_datatype()).ok()?;
        // Class and version, then flags, size, bit offset and precision; where the exponent begins
        // and its bits; where the mantissa begins and its bits.
        match *raw.get(8..)? {
            [0, 0, 16, 0, 10, 5, 0, 10, ..] => Some(Dtype::F16),
            [0, 0, 16, 0, 7, 8, 0, 7, ..] => Some(Dtype::Bf16),
            _ => None,
        }
    }

    fn dataset(&self) -> std::result::Result<&Dataset, InspectError> {
        let found =
            self.dataset.get_or_init(|| self.find().map_err(|error| explain(&error, &self.name)));
        found.as_ref().map_err(Clone::clone)
    }
}

impl Numbers for Chunked {
    fn read(&self, start: u64, out: &mut [f64]) -> std::result::Result<(), InspectError> {
        self.opened.bytes.refill();
        let dataset = self.dataset()?;
        let mut done = 0;
        while done < out.len() {
            let left = (out.len() - done).min(limits::CHUNK_BYTES / 8);
            let block = Block::next(&self.shape, start + done as u64, left as u64);
            let selection = SliceInfo { selections: block.selections };
            let numbers = dataset
                .read_slice::<Raw>(&selection)
                .map_err(|error| explain(&error, &self.name))?;
            let rest = out.get_mut(done..).unwrap_or_default();
            let many = usize::try_from(block.numbers).unwrap_or(usize::MAX);
            if numbers.len() != many || many > rest.len() || many == 0 {
                let why = format!("{} numbers were read in place of {many}", numbers.len());
                return Err(InspectError::Tensor { name: self.name.clone(), why });
            }
            let size = self.dtype.bytes().unwrap_or(8) as usize;
            for (out, raw) in rest.iter_mut().zip(numbers.iter()) {
                let bytes = raw.0.get(..size).unwrap_or_default();
                decode(self.dtype, self.order, bytes, std::slice::from_mut(out));
            }
            done += many;
        }
        Ok(())
    }
}

/// A block of a shape whose numbers follow each other.
struct Block {
    selections: Vec<SliceInfoElem>,
    numbers: u64,
}

impl Block {
    /// The largest one that begins at a flat index and has at most `left` numbers.
    fn next(shape: &[u64], flat: u64, left: u64) -> Block {
        // For each axis, the numbers that one step along it passes over, and the index on it.
        let mut axes = Vec::new();
        let mut step = 1_u64;
        for &size in shape.iter().rev() {
            let size = size.max(1);
            axes.push((size, step, flat / step % size));
            step = step.saturating_mul(size);
        }
        axes.reverse();
        // The first axis along which whole steps fit: the last one always does.
        let whole = |&(_, step, _): &(u64, u64, u64)| flat.is_multiple_of(step) && step <= left;
        let along = axes.iter().position(whole).unwrap_or(0);
        let mut numbers = 1;
        let select = |(axis, &(size, step, index)): (usize, &(u64, u64, u64))| {
            let many = match axis.cmp(&along) {
                std::cmp::Ordering::Less => 1,
                std::cmp::Ordering::Equal => (size - index).min(left / step).max(1),
                std::cmp::Ordering::Greater => size,
            };
            numbers *= many;
            let start = if axis > along { 0 } else { index };
            SliceInfoElem::Slice { start, end: start + many, step: 1 }
        };
        let selections = axes.iter().enumerate().map(select).collect();
        Block { selections, numbers }
    }
}

/// The bytes of a number as they are stored.
#[derive(Clone, Copy)]
struct Raw([u8; 8]);

impl H5Type for Raw {
    fn hdf5_type() -> Datatype {
        Datatype::FixedPoint { size: 8, signed: false, byte_order: Endian::LittleEndian }
    }

    fn from_bytes(bytes: &[u8], _dtype: &Datatype) -> Result<Raw> {
        let mut raw = [0; 8];
        for (raw, byte) in raw.iter_mut().zip(bytes) {
            *raw = *byte;
        }
        Ok(Raw(raw))
    }

    fn element_size(dtype: &Datatype) -> usize {
        hdf5_reader::dtype_element_size(dtype).unwrap_or(8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Starts and lengths of blocks along each axis.
    fn blocks(shape: &[u64], start: u64, many: u64) -> Vec<Vec<(u64, u64)>> {
        let (mut found, mut done) = (Vec::new(), 0);
        while done < many {
            let block = Block::next(shape, start + done, many - done);
            done += block.numbers;
            let range = |selection: &SliceInfoElem| match *selection {
                SliceInfoElem::Slice { start, end, .. } => (start, end - start),
                SliceInfoElem::Index(index) => (index, 1),
            };
            found.push(block.selections.iter().map(range).collect());
        }
        assert_eq!(done, many);
        found
    }

    #[test]
    fn numbers_that_follow_each_other_are_few_blocks() {
        assert_eq!(blocks(&[4, 6], 0, 24), [[(0, 4), (0, 6)]]);
        assert_eq!(blocks(&[4, 6], 3, 18), [[(0, 1), (3, 3)], [(1, 2), (0, 6)], [(3, 1), (0, 3)]]);
        assert_eq!(blocks(&[2, 3, 4], 5, 2), [[(0, 1), (1, 1), (1, 2)]]);
        assert_eq!(blocks(&[5], 1, 3), [[(1, 3)]]);
        assert_eq!(blocks(&[], 0, 1), [[(0, 0); 0]]);
    }
}
