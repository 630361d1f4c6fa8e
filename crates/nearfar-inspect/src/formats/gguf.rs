//! GGUF, versions 2 and 3, of either byte order: a header of keys and tensors, then the numbers, which
//! may be in blocks ([`blocks`]). Long arrays of the header are counted, not kept.

use std::sync::Arc;

use crate::checkpoint::{Checkpoint, Format, Named};
use crate::error::InspectError;
use crate::limits;
use crate::source::{Source, check_range};
use crate::tensor::{ByteOrder, Dtype, Storage, Tensor, count};

use super::buffered::Buffered;

mod blocks;

const MAGIC: &[u8] = b"GGUF";
/// The key of the boundary that numbers begin at, and what holds without it.
const ALIGNMENT: (&str, u64) = ("general.alignment", 32);
/// The longest array that is shown with its elements.
const SHOWN: u64 = 8;
/// Bytes of a name, as ggml has them at most 63 for a tensor; keys are longer.
const NAME_BYTES: u64 = 65_535;

const BOOL: u32 = 7;
const STRING: u32 = 8;
const ARRAY: u32 = 9;

/// Whether the bytes begin as the format does.
pub(crate) fn matches(begins: &[u8]) -> bool {
    begins.starts_with(MAGIC)
}

/// Lists the tensors, in the order of the header.
///
/// # Errors
/// Where the version is not 2 or 3, the header breaks the format's rules or is longer than
/// [`limits::HEADER_BYTES`], or a tensor does not lie within the file, or on another one.
pub(crate) fn open(source: Arc<dyn Source>, _beside: &[Named]) -> Result<Checkpoint, InspectError> {
    let mut header = Header::new(Arc::clone(&source))?;
    let tensors = header.u64()?;
    let limit = limits::TENSORS as u64;
    if tensors > limit {
        return Err(InspectError::TooMuch { what: "tensors", found: tensors, limit });
    }
    let pairs = header.u64()?;
    let limit = limits::METADATA_PAIRS as u64;
    if pairs > limit {
        return Err(InspectError::TooMuch { what: "metadata keys", found: pairs, limit });
    }
    let mut metadata = Vec::new();
    for _ in 0..pairs {
        metadata.push(header.pair()?);
    }
    refuse_twins("the metadata key", metadata.iter().map(|(key, _)| key.as_str()).collect())?;
    let mut infos = Vec::new();
    for _ in 0..tensors {
        infos.push(header.info()?);
    }
    refuse_twins("the tensor", infos.iter().map(|info| info.name.as_str()).collect())?;
    let Header { alignment, order, bytes, .. } = header;
    let data = bytes.at().next_multiple_of(alignment);
    let mut notes = Vec::new();
    let mut listed = Vec::with_capacity(infos.len());
    let mut ranges = Vec::with_capacity(infos.len());
    for info in infos {
        let (tensor, begins) = info.place(&source, data, alignment, order)?;
        if tensor.bytes > 0 {
            ranges.push((begins, begins + tensor.bytes, listed.len()));
        }
        listed.push(tensor);
    }
    ranges.sort_unstable();
    for pair in ranges.windows(2) {
        if let [(_, end, one), (begins, _, other)] = *pair
            && begins < end
        {
            let name = |index: usize| listed.get(index).map_or("", |tensor| &tensor.name);
            let why = format!(
                "it begins at byte {begins}, within `{}`, which ends at {end}; tensors must not overlap",
                name(one)
            );
            return Err(malformed(format!("the tensor `{}`", name(other)), why));
        }
    }
    if order == ByteOrder::Big {
        notes.push("the file is big-endian".to_owned());
    }
    Ok(Checkpoint { format: Format::Gguf, tensors: listed, metadata, notes, wanted: Vec::new() })
}

fn malformed(place: String, why: String) -> InspectError {
    InspectError::Malformed { format: ".gguf files", place, why }
}

/// A name that stands twice has one meaning for one reader and another for the next.
fn refuse_twins(what: &str, mut names: Vec<&str>) -> Result<(), InspectError> {
    names.sort_unstable();
    match names.windows(2).find(|pair| pair.first() == pair.last()) {
        Some(&[name, _]) => Err(malformed(
            format!("{what} `{name}`"),
            "it stands twice in the header; it may only once".to_owned(),
        )),
        _ => Ok(()),
    }
}

/// What the header says of a tensor.
struct Info {
    name: String,
    shape: Vec<u64>,
    kind: u32,
    /// From where the numbers of the file begin.
    offset: u64,
}

impl Info {
    /// The tensor and the offset of its numbers in the file.
    fn place(
        self,
        source: &Arc<dyn Source>,
        data: u64,
        alignment: u64,
        order: ByteOrder,
    ) -> Result<(Tensor, u64), InspectError> {
        let Info { name, shape, kind, offset } = self;
        let refuse = |why: String| malformed(format!("the tensor `{name}`"), why);
        let numbers = count(&shape).map_err(|why| refuse(why.to_string()))?;
        if offset % alignment != 0 {
            return Err(refuse(format!("its offset {offset} is no multiple of {alignment}")));
        }
        let begins = data.checked_add(offset);
        let begins = begins.ok_or_else(|| refuse(format!("its offset {offset} is too large")))?;
        let plain = |dtype| (dtype, Some((1, Dtype::bytes(dtype).unwrap_or(1))));
        let (dtype, size) = match kind {
            0 => plain(Dtype::F32),
            1 => plain(Dtype::F16),
            24 => plain(Dtype::I8),
            25 => plain(Dtype::I16),
            26 => plain(Dtype::I32),
            27 => plain(Dtype::I64),
            28 => plain(Dtype::F64),
            30 => plain(Dtype::Bf16),
            _ => (Dtype::Quantised, blocks::size(kind)),
        };
        let type_name = match dtype {
            Dtype::Bf16 => "BF16".to_owned(),
            Dtype::Quantised => blocks::name(kind).unwrap_or_else(|| format!("type {kind}")),
            _ => format!("{dtype:?}"),
        };
        let nowhere = |what: &str| {
            Storage::Nowhere(InspectError::Unsupported {
                place: format!("the tensor `{name}`"),
                what: format!("{type_name}{what}"),
                advice: "convert the file to F16, Q8_0 or one of the K-quants with llama.cpp's tools",
            })
        };
        let Some((per_block, block_bytes)) = size else {
            check_range(begins, 0, source.len())?;
            let storage = nowhere("");
            let dtype = Dtype::Other;
            let tensor = Tensor {
                name,
                dtype,
                type_name,
                shape,
                bytes: 0,
                shared: None,
                repeats: false,
                storage,
            };
            return Ok((tensor, begins));
        };
        let row = shape.last().copied().unwrap_or(1);
        if row % per_block != 0 {
            return Err(refuse(format!(
                "its rows have {row} numbers, which make no whole blocks of {per_block}"
            )));
        }
        let bytes = (numbers / per_block).checked_mul(block_bytes);
        let bytes = bytes.ok_or_else(|| {
            refuse(format!("{numbers} numbers have more bytes than can be counted"))
        })?;
        if begins.checked_add(bytes).is_none_or(|end| end > source.len()) {
            return Err(refuse(format!(
                "it takes {bytes} bytes from byte {begins}, but the file ends at {}; it was cut off, or is damaged. Copy or download it again",
                source.len()
            )));
        }
        let storage = if dtype == Dtype::Quantised {
            match blocks::reader(kind, Arc::clone(source), begins) {
                Some(_) if order == ByteOrder::Big => nowhere(", big-endian,"),
                Some(reader) => Storage::Numbers(reader),
                None => nowhere(""),
            }
        } else {
            Storage::Region { source: Arc::clone(source), at: begins, order, strides: None }
        };
        Ok((
            Tensor { name, dtype, type_name, shape, bytes, shared: None, repeats: false, storage },
            begins,
        ))
    }
}

/// The header, item by item.
struct Header {
    bytes: Buffered,
    order: ByteOrder,
    alignment: u64,
    /// Bytes of metadata that may still be kept.
    budget: usize,
}

impl Header {
    fn new(source: Arc<dyn Source>) -> Result<Header, InspectError> {
        let mut bytes = Buffered::new(source, MAGIC.len() as u64);
        let version = bytes.take()?;
        let (little, big) = (u32::from_le_bytes(version), u32::from_be_bytes(version));
        // Versions are small: the order in which the version is small is the file's.
        let (version, order) =
            if little <= big { (little, ByteOrder::Little) } else { (big, ByteOrder::Big) };
        if !matches!(version, 2 | 3) {
            return Err(InspectError::Unsupported {
                place: "byte 4".to_owned(),
                what: format!("version {version} of GGUF"),
                advice: "versions 2 and 3 are; convert the model again with a current llama.cpp",
            });
        }
        let budget = limits::METADATA_BYTES;
        Ok(Header { bytes, order, alignment: ALIGNMENT.1, budget })
    }

    /// Bytes in the order of the file, the least first.
    fn take<const N: usize>(&mut self) -> Result<[u8; N], InspectError> {
        let mut bytes: [u8; N] = self.bytes.take()?;
        self.within_limit()?;
        if self.order == ByteOrder::Big {
            bytes.reverse();
        }
        Ok(bytes)
    }

    fn skip(&mut self, bytes: u64) -> Result<(), InspectError> {
        self.bytes.skip(bytes)?;
        self.within_limit()
    }

    fn within_limit(&self) -> Result<(), InspectError> {
        let (found, limit) = (self.bytes.at(), limits::HEADER_BYTES);
        if found > limit {
            return Err(InspectError::TooMuch { what: "bytes of the header", found, limit });
        }
        Ok(())
    }

    fn u32(&mut self) -> Result<u32, InspectError> {
        self.take().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, InspectError> {
        self.take().map(u64::from_le_bytes)
    }

    /// A key, or a tensor's name.
    fn name(&mut self, what: &'static str) -> Result<String, InspectError> {
        let at = self.bytes.at();
        let length = self.u64()?;
        if length > NAME_BYTES {
            return Err(InspectError::TooMuch { what, found: length, limit: NAME_BYTES });
        }
        String::from_utf8(self.bytes.bytes(length)?)
            .map_err(|_| malformed(format!("byte {at}"), "a name that is not UTF-8".to_owned()))
    }

    fn pair(&mut self) -> Result<(String, String), InspectError> {
        let key = self.name("bytes of a metadata key")?;
        let kind = self.u32()?;
        if key == ALIGNMENT.0 {
            if kind != 4 {
                let why = format!("it has type {kind}, but must be an unsigned number of 4 bytes");
                return Err(malformed(format!("the metadata key `{key}`"), why));
            }
            let alignment = self.u32()?;
            if !alignment.is_power_of_two() {
                let why = format!("it is {alignment}, but must be a power of two");
                return Err(malformed(format!("the metadata key `{key}`"), why));
            }
            self.alignment = alignment.into();
            return Ok((key, alignment.to_string()));
        }
        let value = self.value(&key, kind)?;
        self.budget = self.budget.saturating_sub(key.len() + value.len());
        Ok((key, value))
    }

    fn value(&mut self, key: &str, kind: u32) -> Result<String, InspectError> {
        match kind {
            STRING => self.text(),
            ARRAY => self.array(key),
            _ => self.number(key, kind),
        }
    }

    /// A string, as far as there is room for it.
    fn text(&mut self) -> Result<String, InspectError> {
        let length = self.u64()?;
        if length > self.budget as u64 {
            self.skip(length)?;
            return Ok(format!("[a string of {length} bytes]"));
        }
        let text = self.bytes.bytes(length)?;
        self.within_limit()?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    fn number(&mut self, key: &str, kind: u32) -> Result<String, InspectError> {
        Ok(match kind {
            0 => u8::from_le_bytes(self.take()?).to_string(),
            1 => i8::from_le_bytes(self.take()?).to_string(),
            2 => u16::from_le_bytes(self.take()?).to_string(),
            3 => i16::from_le_bytes(self.take()?).to_string(),
            4 => u32::from_le_bytes(self.take()?).to_string(),
            5 => i32::from_le_bytes(self.take()?).to_string(),
            6 => f32::from_le_bytes(self.take()?).to_string(),
            BOOL => (u8::from_le_bytes(self.take()?) != 0).to_string(),
            10 => u64::from_le_bytes(self.take()?).to_string(),
            11 => i64::from_le_bytes(self.take()?).to_string(),
            12 => f64::from_le_bytes(self.take()?).to_string(),
            _ => return Err(self.no_type(key, kind)),
        })
    }

    fn no_type(&self, key: &str, kind: u32) -> InspectError {
        let why = format!(
            "before byte {}: the type {kind} of a value is none of the format's, 0 to 12",
            self.bytes.at()
        );
        malformed(format!("the metadata key `{key}`"), why)
    }

    /// The elements of a short array, the length of any other.
    fn array(&mut self, key: &str) -> Result<String, InspectError> {
        let (kind, length) = (self.u32()?, self.u64()?);
        if length <= SHOWN && kind != ARRAY {
            let mut shown = Vec::new();
            for _ in 0..length {
                shown.push(self.value(key, kind)?);
            }
            return Ok(format!("[{}]", shown.join(", ")));
        }
        // Arrays of arrays on a list of ours: what a file nests does not nest calls.
        let mut open = vec![(kind, length)];
        while let Some((kind, left)) = open.pop() {
            match kind {
                ARRAY if left > 0 => {
                    open.push((ARRAY, left - 1));
                    if open.len() == limits::DEPTH {
                        let (found, limit) = (limits::DEPTH as u64 + 1, limits::DEPTH as u64);
                        return Err(InspectError::TooMuch {
                            what: "arrays within arrays",
                            found,
                            limit,
                        });
                    }
                    open.push((self.u32()?, self.u64()?));
                }
                ARRAY => {}
                STRING => {
                    for _ in 0..left {
                        let length = self.u64()?;
                        self.skip(length)?;
                    }
                }
                _ => {
                    let size = scalar_bytes(kind).ok_or_else(|| self.no_type(key, kind))?;
                    let bytes = left.checked_mul(size);
                    let too_long = || {
                        let why = format!("an array of {left} values, which fits in no file");
                        malformed(format!("the metadata key `{key}`"), why)
                    };
                    self.skip(bytes.ok_or_else(too_long)?)?;
                }
            }
        }
        let what = match kind {
            ARRAY => "arrays",
            STRING => "strings",
            BOOL => "booleans",
            _ => "numbers",
        };
        Ok(format!("[{length} {what}]"))
    }

    fn info(&mut self) -> Result<Info, InspectError> {
        let name = self.name("bytes of a tensor's name")?;
        let axes = self.u32()?;
        if axes as usize > limits::AXES {
            let why = format!("{axes} axes, but at most {} are read", limits::AXES);
            return Err(malformed(format!("the tensor `{name}`"), why));
        }
        let mut shape = Vec::new();
        for _ in 0..axes {
            shape.push(self.u64()?);
        }
        // The format names the axis first along which numbers follow each other.
        shape.reverse();
        Ok(Info { name, shape, kind: self.u32()?, offset: self.u64()? })
    }
}

/// Bytes of a value that is neither a string nor an array.
fn scalar_bytes(kind: u32) -> Option<u64> {
    Some(match kind {
        0 | 1 | BOOL => 1,
        2 | 3 => 2,
        4..=6 => 4,
        10..=12 => 8,
        _ => return None,
    })
}
