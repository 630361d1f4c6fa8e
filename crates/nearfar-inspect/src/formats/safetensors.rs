//! The .safetensors format: a header in JSON, then the numbers of all tensors without a gap. Only the
//! header is read here; numbers are read when a tensor is looked at.

use std::fmt;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::checkpoint::{Checkpoint, Format, Named};
use crate::error::InspectError;
use crate::limits;
use crate::source::{Source, bytes_at};
use crate::tensor::{ByteOrder, Dtype, Storage, Tensor, count};

/// Bytes before the header: its length, the least byte first.
const LENGTH_BYTES: u64 = 8;
/// The key of what the file says of itself.
const METADATA: &str = "__metadata__";

/// Whether the bytes begin as a header of the format does, which has `{` as its first byte.
pub(crate) fn matches(begins: &[u8]) -> bool {
    let opens = begins.get(8) == Some(&b'{');
    let goes_on =
        begins.get(9).is_none_or(|byte| matches!(byte, b'"' | b'}' | b' ' | b'\n' | b'\r' | b'\t'));
    opens && goes_on
}

/// Lists the tensors, in the order of their bytes.
///
/// # Errors
/// Where the header is longer than [`limits::HEADER_BYTES`] or than the file, is no JSON of the
/// format, names a key twice, or where the tensors do not cover the file exactly and in one piece.
pub(crate) fn open(source: Arc<dyn Source>, _beside: &[Named]) -> Result<Checkpoint, InspectError> {
    let mut length = [0; LENGTH_BYTES as usize];
    source.read_at(0, &mut length)?;
    let length = u64::from_le_bytes(length);
    let limit = limits::HEADER_BYTES;
    if length > limit {
        return Err(InspectError::TooMuch { what: "bytes of the header", found: length, limit });
    }
    let bytes = bytes_at(&*source, LENGTH_BYTES, length, limit, "bytes of the header")?;
    let header: Header = serde_json::from_slice(&bytes)
        .map_err(|error| malformed("the header".to_owned(), error.to_string()))?;
    drop(bytes);
    header.refuse_twins()?;
    let data = LENGTH_BYTES + length;
    let Header { mut entries, metadata } = header;
    // In a valid file no two tensors but empty ones begin at the same byte.
    entries.sort_by_key(|(_, entry)| (entry.begins, entry.ends));
    let mut tensors = Vec::with_capacity(entries.len());
    let mut end = 0;
    for (name, entry) in entries {
        end = entry.check(&name, end, source.len() - data)?;
        let storage = Storage::Region {
            source: Arc::clone(&source),
            at: data + entry.begins,
            order: ByteOrder::Little,
            strides: None,
        };
        tensors.push(Tensor {
            name,
            dtype: dtype(&entry.dtype),
            type_name: entry.dtype,
            shape: entry.shape,
            bytes: entry.ends - entry.begins,
            shared: None,
            repeats: false,
            storage,
        });
    }
    if data + end != source.len() {
        let why = format!(
            "the last tensor ends here, but {} bytes follow; nothing may",
            source.len() - data - end
        );
        return Err(malformed(format!("byte {}", data + end), why));
    }
    let mut notes = Vec::new();
    let metadata = within_limit(metadata, &mut notes);
    Ok(Checkpoint { format: Format::SafeTensors, tensors, metadata, notes, wanted: Vec::new() })
}

fn malformed(place: String, why: String) -> InspectError {
    InspectError::Malformed { format: ".safetensors files", place, why }
}

/// Keeps what a page can show.
fn within_limit(all: Vec<(String, String)>, notes: &mut Vec<String>) -> Vec<(String, String)> {
    let (mut kept, mut spent) = (Vec::new(), 0);
    let many = all.len();
    for (key, value) in all {
        spent += key.len() + value.len();
        if spent > limits::METADATA_BYTES {
            notes.push(format!(
                "metadata: {} of {many} entries are passed over, together they have more than {} bytes",
                many - kept.len(),
                limits::METADATA_BYTES
            ));
            break;
        }
        kept.push((key, value));
    }
    kept
}

fn dtype(name: &str) -> Dtype {
    match name {
        "F64" => Dtype::F64,
        "F32" => Dtype::F32,
        "F16" => Dtype::F16,
        "BF16" => Dtype::Bf16,
        "I64" => Dtype::I64,
        "I32" => Dtype::I32,
        "I16" => Dtype::I16,
        "I8" => Dtype::I8,
        "U64" => Dtype::U64,
        "U32" => Dtype::U32,
        "U16" => Dtype::U16,
        "U8" => Dtype::U8,
        "BOOL" => Dtype::Bool,
        _ => Dtype::Other,
    }
}

/// Bits of one number; `None` for types that are newer than this list.
fn bits(name: &str) -> Option<u64> {
    match dtype(name).bytes() {
        Some(bytes) => Some(bytes * 8),
        None => match name {
            "F4" => Some(4),
            "F6_E2M3" | "F6_E3M2" => Some(6),
            "F8_E5M2" | "F8_E4M3" | "F8_E8M0" | "F8_E4M3FNUZ" | "F8_E5M2FNUZ" => Some(8),
            "C64" => Some(64),
            _ => None,
        },
    }
}

/// What the header says of a tensor.
struct Entry {
    dtype: String,
    shape: Vec<u64>,
    begins: u64,
    ends: u64,
}

impl Entry {
    /// That it begins where the one before it ended, and has the bytes of its shape and type.
    /// Returns its end. Offsets count from the end of the header.
    fn check(&self, name: &str, before: u64, available: u64) -> Result<u64, InspectError> {
        let refuse = |why: String| Err(malformed(format!("the tensor `{name}`"), why));
        let (begins, ends) = (self.begins, self.ends);
        if begins > ends {
            return refuse(format!("it begins at {begins} and ends before that, at {ends}"));
        }
        if begins != before {
            let what = if begins < before { "overlaps the one before it" } else { "leaves a hole" };
            return refuse(format!(
                "it begins at {begins} and {what}, which ended at {before}; tensors must follow each other without a gap"
            ));
        }
        if ends > available {
            return refuse(format!(
                "it ends at {ends}, but only {available} bytes follow the header; the file was cut off. Copy or download it again"
            ));
        }
        let numbers = match count(&self.shape) {
            Ok(numbers) => numbers,
            Err(why) => return refuse(why.to_string()),
        };
        let Some(bits) = bits(&self.dtype) else { return Ok(ends) };
        let Some(wanted) = numbers.checked_mul(bits) else {
            return refuse(format!("{numbers} numbers have more bits than can be counted"));
        };
        if wanted % 8 != 0 || wanted / 8 != ends - begins {
            return refuse(format!(
                "the shape {:?} of {} takes {} bytes, but {} are given",
                self.shape,
                self.dtype,
                wanted.div_ceil(8),
                ends - begins
            ));
        }
        Ok(ends)
    }
}

/// The header as it stands in the file, keys that stand twice included.
struct Header {
    entries: Vec<(String, Entry)>,
    metadata: Vec<(String, String)>,
}

impl Header {
    /// A key that stands twice has one meaning for one reader and another for the next.
    fn refuse_twins(&self) -> Result<(), InspectError> {
        let twin = |names: &mut Vec<&str>| {
            names.sort_unstable();
            names.windows(2).find_map(|pair| match pair {
                [one, two] if one == two => Some((*one).to_owned()),
                _ => None,
            })
        };
        let mut names: Vec<&str> = self.entries.iter().map(|(name, _)| name.as_str()).collect();
        let why = "the key stands twice in the header; it may only once";
        if let Some(name) = twin(&mut names) {
            return Err(malformed(format!("the tensor `{name}`"), why.to_owned()));
        }
        let mut keys: Vec<&str> = self.metadata.iter().map(|(key, _)| key.as_str()).collect();
        if let Some(key) = twin(&mut keys) {
            return Err(malformed(format!("`{key}` in `{METADATA}`"), why.to_owned()));
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for Header {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Header, D::Error> {
        deserializer.deserialize_map(HeaderVisitor)
    }
}

struct HeaderVisitor;

impl<'de> Visitor<'de> for HeaderVisitor {
    type Value = Header;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("an object of tensors")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Header, A::Error> {
        let (mut entries, mut metadata) = (Vec::new(), None);
        while let Some(name) = map.next_key::<String>()? {
            if name == METADATA {
                if metadata.is_some() {
                    return Err(A::Error::custom(format!("the key `{METADATA}` stands twice")));
                }
                metadata = Some(map.next_value::<Pairs>()?.0);
                continue;
            }
            if entries.len() == limits::TENSORS {
                let limit = limits::TENSORS;
                return Err(A::Error::custom(format!("more than {limit} tensors")));
            }
            let entry: Entry = map
                .next_value()
                .map_err(|error| A::Error::custom(format!("the tensor `{name}`: {error}")))?;
            entries.push((name, entry));
        }
        Ok(Header { entries, metadata: metadata.unwrap_or_default() })
    }
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Entry, D::Error> {
        deserializer.deserialize_map(EntryVisitor)
    }
}

struct EntryVisitor;

impl<'de> Visitor<'de> for EntryVisitor {
    type Value = Entry;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("an object with `dtype`, `shape` and `data_offsets`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entry, A::Error> {
        fn once<T, E: Error>(slot: &mut Option<T>, value: T, key: &str) -> Result<(), E> {
            match slot.replace(value) {
                None => Ok(()),
                Some(_) => Err(E::custom(format!("the key `{key}` stands twice"))),
            }
        }
        let (mut dtype, mut shape, mut offsets) = (None, None, None);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "dtype" => once(&mut dtype, map.next_value::<String>()?, &key)?,
                "shape" => once(&mut shape, map.next_value::<Shape>()?.0, &key)?,
                "data_offsets" => once(&mut offsets, map.next_value::<(u64, u64)>()?, &key)?,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        let missing = |key: &str| A::Error::custom(format!("`{key}` is missing"));
        let (begins, ends) = offsets.ok_or_else(|| missing("data_offsets"))?;
        Ok(Entry {
            dtype: dtype.ok_or_else(|| missing("dtype"))?,
            shape: shape.ok_or_else(|| missing("shape"))?,
            begins,
            ends,
        })
    }
}

/// An array of no more numbers than a tensor has axes.
struct Shape(Vec<u64>);

impl<'de> Deserialize<'de> for Shape {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Shape, D::Error> {
        deserializer.deserialize_seq(ShapeVisitor)
    }
}

struct ShapeVisitor;

impl<'de> Visitor<'de> for ShapeVisitor {
    type Value = Shape;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("an array of sizes")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sizes: A) -> Result<Shape, A::Error> {
        let mut shape = Vec::new();
        while let Some(size) = sizes.next_element()? {
            if shape.len() == limits::AXES {
                return Err(A::Error::custom(format!("more than {} axes", limits::AXES)));
            }
            shape.push(size);
        }
        Ok(Shape(shape))
    }
}

/// An object of strings, in its order.
struct Pairs(Vec<(String, String)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pairs, D::Error> {
        deserializer.deserialize_map(PairsVisitor)
    }
}

struct PairsVisitor;

impl<'de> Visitor<'de> for PairsVisitor {
    type Value = Pairs;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("an object of strings")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs, A::Error> {
        let mut pairs = Vec::new();
        while let Some(pair) = map.next_entry()? {
            if pairs.len() == limits::METADATA_PAIRS {
                return Err(A::Error::custom(format!(
                    "more than {} pairs",
                    limits::METADATA_PAIRS
                )));
            }
            pairs.push(pair);
        }
        Ok(Pairs(pairs))
    }
}
