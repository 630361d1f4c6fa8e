//! The .safetensors format: 8 bytes of length, a header of JSON, and the numbers. Checks every
//! length and range before it is used; copies nothing until a tensor is asked for.
//!
//! It is small, since every visit loads it, and reads this project's own files. The full reader, which reads
//! ranges, refuses holes and knows every type, is `nearfar_inspect::formats::safetensors`.

use super::error::CheckpointError;
use super::json::{Json, parse};
use crate::sorted::SortedMap;

/// The longest header that is read, the same limit as in the format's own implementation.
pub const LONGEST_HEADER: u64 = 100_000_000;

/// The number type of a tensor. Others are kept by name and cannot be read as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    F32,
    F16,
    Bf16,
    F64,
    I8,
    U8,
}

impl Type {
    fn from_name(name: &str) -> Option<Type> {
        Some(match name {
            "F32" => Type::F32,
            "F16" => Type::F16,
            "BF16" => Type::Bf16,
            "F64" => Type::F64,
            "I8" => Type::I8,
            "U8" => Type::U8,
            _ => return None,
        })
    }

    fn bytes(self) -> usize {
        match self {
            Type::F64 => 8,
            Type::F32 => 4,
            Type::F16 | Type::Bf16 => 2,
            Type::I8 | Type::U8 => 1,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
struct Entry {
    dtype: String,
    shape: Vec<usize>,
    start: usize,
    end: usize,
}

/// A file in memory, its header read.
#[derive(Clone, Debug, PartialEq)]
pub struct SafeTensors<'a> {
    entries: SortedMap<String, Entry>,
    metadata: SortedMap<String, String>,
    numbers: &'a [u8],
}

impl<'a> SafeTensors<'a> {
    /// Reads the header.
    ///
    /// # Errors
    /// Where the bytes are no .safetensors file, or an entry does not lie within it.
    pub fn read(bytes: &'a [u8]) -> Result<Self, CheckpointError> {
        let short = CheckpointError::TooShort { found: bytes.len() };
        let Some((length, rest)) = bytes.split_first_chunk::<8>() else { return Err(short) };
        let found = u64::from_le_bytes(*length);
        let limit = LONGEST_HEADER.min(rest.len() as u64);
        if found > limit {
            return Err(CheckpointError::HeaderLength { found, limit });
        }
        let (header, numbers) = rest.split_at(found as usize);
        Self::with_header(header, numbers, numbers.len())
    }

    /// Reads the header of a file that is still coming, of which `bytes` are the first: what has
    /// not come of its tensors cannot be read ([`SafeTensors::has_come`]). `None` while the header
    /// itself has not.
    ///
    /// # Errors
    /// Where the bytes begin no .safetensors file.
    pub fn read_start(bytes: &'a [u8]) -> Result<Option<Self>, CheckpointError> {
        let Some((length, rest)) = bytes.split_first_chunk::<8>() else { return Ok(None) };
        let found = u64::from_le_bytes(*length);
        if found > LONGEST_HEADER {
            return Err(CheckpointError::HeaderLength { found, limit: LONGEST_HEADER });
        }
        let Some((header, numbers)) = rest.split_at_checked(found as usize) else {
            return Ok(None);
        };
        Self::with_header(header, numbers, usize::MAX).map(Some)
    }

    /// `available`: how many bytes of numbers the file has, or will have.
    fn with_header(
        header: &[u8],
        numbers: &'a [u8],
        available: usize,
    ) -> Result<Self, CheckpointError> {
        let wrong = |why: String| CheckpointError::Header { why };
        let header = std::str::from_utf8(header)
            .map_err(|error| wrong(format!("no UTF-8 after byte {}", error.valid_up_to())))?;
        let Json::Object(header) = parse(header).map_err(wrong)? else {
            return Err(wrong("it is no object".to_owned()));
        };
        let mut file =
            SafeTensors { entries: SortedMap::new(), metadata: SortedMap::new(), numbers };
        for (name, value) in header {
            if name == "__metadata__" {
                let Json::Object(entries) = value else {
                    return Err(wrong("__metadata__ is no object".to_owned()));
                };
                for (key, value) in entries {
                    let Json::Text(value) = value else {
                        return Err(wrong(format!("__metadata__ has `{key}`, which is no text")));
                    };
                    file.metadata.insert(key, value);
                }
                continue;
            }
            match entry(&value, available) {
                Ok(entry) => file.entries.insert(name, entry),
                Err(why) => return Err(CheckpointError::Tensor { name, why }),
            };
        }
        Ok(file)
    }

    /// The metadata.
    pub fn metadata(&self) -> &SortedMap<String, String> {
        &self.metadata
    }

    /// The names of all tensors, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|(name, _)| name.as_str())
    }

    /// Whether there is a tensor of this name.
    pub fn has(&self, name: &str) -> bool {
        self.entries.contains_key(name)
    }

    /// Whether a tensor is there with all of its numbers.
    pub fn has_come(&self, name: &str) -> bool {
        self.entries.get(name).is_some_and(|entry| entry.end <= self.numbers.len())
    }

    /// The shape of a tensor.
    pub fn shape(&self, name: &str) -> Option<&[usize]> {
        self.entries.get(name).map(|entry| entry.shape.as_slice())
    }

    /// The bytes of a tensor of type U8.
    ///
    /// # Errors
    /// Where there is none, or it is of another type.
    pub fn bytes(&self, name: &str) -> Result<&'a [u8], CheckpointError> {
        match self.find(name)? {
            (Type::U8, bytes) => Ok(bytes),
            (other, _) => Err(wrong_type(name, &format!("{other:?}"), "U8")),
        }
    }

    /// The numbers of a tensor, row-major, as `f32`.
    ///
    /// # Errors
    /// Where there is none, or it is of a type that is not read as numbers.
    pub fn numbers(&self, name: &str) -> Result<Vec<f32>, CheckpointError> {
        let (dtype, bytes) = self.find(name)?;
        Ok(match dtype {
            Type::F32 => each(bytes, f32::from_le_bytes),
            Type::F16 => each(bytes, |bytes| half::f16::from_le_bytes(bytes).to_f32()),
            Type::Bf16 => each(bytes, |bytes| half::bf16::from_le_bytes(bytes).to_f32()),
            Type::F64 => each(bytes, |bytes| f64::from_le_bytes(bytes) as f32),
            Type::I8 => each(bytes, |bytes| f32::from(i8::from_le_bytes(bytes))),
            Type::U8 => each(bytes, |bytes: [u8; 1]| f32::from(bytes[0])),
        })
    }

    /// That a tensor is there, of a type that is read as numbers, and of this shape.
    ///
    /// # Errors
    /// As [`SafeTensors::numbers`]; [`CheckpointError::Shape`] where it has another shape, be it of as
    /// many numbers.
    pub fn check_shape(&self, name: &str, shape: &[usize]) -> Result<(), CheckpointError> {
        self.find(name)?;
        match self.shape(name) {
            Some(found) if found != shape => Err(CheckpointError::Shape {
                name: name.to_owned(),
                found: found.to_vec(),
                expected: shape.to_vec(),
            }),
            _ => Ok(()),
        }
    }

    /// The numbers of a tensor that must have this shape, row-major, as `f32`.
    ///
    /// # Errors
    /// As [`SafeTensors::check_shape`].
    pub fn numbers_of(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, CheckpointError> {
        self.check_shape(name, shape)?;
        self.numbers(name)
    }

    fn find(&self, name: &str) -> Result<(Type, &'a [u8]), CheckpointError> {
        let missing = || CheckpointError::Tensor {
            name: name.to_owned(),
            why: "is not in the file".to_owned(),
        };
        let entry = self.entries.get(name).ok_or_else(missing)?;
        let known = "one of F64, F32, F16, BF16, I8, U8";
        let dtype =
            Type::from_name(&entry.dtype).ok_or_else(|| wrong_type(name, &entry.dtype, known))?;
        let not_yet = || CheckpointError::Tensor {
            name: name.to_owned(),
            why: "has not come yet".to_owned(),
        };
        let bytes = self.numbers.get(entry.start..entry.end).ok_or_else(not_yet)?;
        Ok((dtype, bytes))
    }
}

fn wrong_type(name: &str, found: &str, expected: &str) -> CheckpointError {
    let why = format!("is of type {found}, expected {expected}");
    CheckpointError::Tensor { name: name.to_owned(), why }
}

fn each<const N: usize>(bytes: &[u8], number: impl Fn([u8; N]) -> f32) -> Vec<f32> {
    bytes.as_chunks::<N>().0.iter().map(|&bytes| number(bytes)).collect()
}

/// An entry whose range lies in the file and is as long as its shape and type say.
fn entry(value: &Json, available: usize) -> Result<Entry, String> {
    let list = |key: &str| -> Result<Vec<usize>, String> {
        let whole = |value: &Json| match value {
            Json::Whole(number) => usize::try_from(*number).ok(),
            _ => None,
        };
        let list = match value.get(key) {
            Some(Json::List(list)) => list.iter().map(whole).collect::<Option<Vec<_>>>(),
            _ => None,
        };
        list.ok_or_else(|| format!("its `{key}` is no list of whole numbers"))
    };
    let Some(Json::Text(dtype)) = value.get("dtype") else {
        return Err("its `dtype` is no text".to_owned());
    };
    let shape = list("shape")?;
    let [start, end] = list("data_offsets")?[..] else {
        return Err("its `data_offsets` are not two numbers".to_owned());
    };
    if start > end || end > available {
        return Err(format!(
            "its bytes {start} to {end} do not lie in the {available} of the file"
        ));
    }
    if let Some(known) = Type::from_name(dtype) {
        let values = shape.iter().try_fold(known.bytes(), |product, &n| product.checked_mul(n));
        if values != Some(end - start) {
            return Err(format!("{} bytes do not hold {dtype} of shape {shape:?}", end - start));
        }
    }
    Ok(Entry { dtype: dtype.clone(), shape, start, end })
}
