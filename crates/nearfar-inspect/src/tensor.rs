//! A named tensor: type, shape, where its numbers lie, and how they are read a range at a time.

use std::sync::Arc;

use crate::error::InspectError;
use crate::limits;
use crate::source::{Source, bytes_at};

/// The type of a tensor's numbers, as stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Dtype {
    /// IEEE 754, 8 bytes.
    F64,
    /// IEEE 754, 4 bytes.
    F32,
    /// IEEE 754, 2 bytes.
    F16,
    /// The upper half of an `F32`.
    Bf16,
    /// Signed, 8 bytes.
    I64,
    /// Signed, 4 bytes.
    I32,
    /// Signed, 2 bytes.
    I16,
    /// Signed, 1 byte.
    I8,
    /// Unsigned, 8 bytes.
    U64,
    /// Unsigned, 4 bytes.
    U32,
    /// Unsigned, 2 bytes.
    U16,
    /// Unsigned, 1 byte.
    U8,
    /// A byte that is 0 or 1.
    Bool,
    /// Blocks of GGUF, whose reader turns them into numbers.
    Quantised,
    /// Known by name only; its numbers are not read.
    Other,
}

impl Dtype {
    /// Bytes of one number; `None` where numbers are not stored one by one.
    pub fn bytes(self) -> Option<u64> {
        Some(match self {
            Dtype::F64 | Dtype::I64 | Dtype::U64 => 8,
            Dtype::F32 | Dtype::I32 | Dtype::U32 => 4,
            Dtype::F16 | Dtype::Bf16 | Dtype::I16 | Dtype::U16 => 2,
            Dtype::I8 | Dtype::U8 | Dtype::Bool => 1,
            Dtype::Quantised | Dtype::Other => return None,
        })
    }
}

/// Which byte of a number comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ByteOrder {
    /// The least.
    #[default]
    Little,
    /// The greatest.
    Big,
}

/// Numbers that a reader of its own gives out (HDF5's chunks, GGUF's blocks).
pub trait Numbers: Send + Sync {
    /// The numbers from the flat index `start`, row-major, as many as `out` holds.
    ///
    /// # Errors
    /// Where they cannot be read.
    fn read(&self, start: u64, out: &mut [f64]) -> Result<(), InspectError>;
}

/// Where the numbers are.
#[derive(Clone)]
pub enum Storage {
    /// Bytes of a source, one number after the other, perhaps with steps between them.
    Region {
        /// The source.
        source: Arc<dyn Source>,
        /// The offset of the first number, in bytes.
        at: u64,
        /// Which byte comes first.
        order: ByteOrder,
        /// Steps along each axis, in numbers, as PyTorch and Fortran order have them; `None` where
        /// the numbers are row-major without gaps.
        strides: Option<Vec<u64>>,
    },
    /// A reader of its own.
    Numbers(Arc<dyn Numbers>),
    /// In memory already, row-major.
    Values(Arc<[f64]>),
    /// Nowhere: the reason why.
    Nowhere(InspectError),
}

/// A tensor of a file.
#[derive(Clone)]
pub struct Tensor {
    /// Its name, with the parts of a nested container joined by `.` (or `/` in HDF5).
    pub name: String,
    /// Its type.
    pub dtype: Dtype,
    /// The type as the format calls it ("F32", "torch.float32", "Q4_0", "<f8").
    pub type_name: String,
    /// Its shape; empty for one number.
    pub shape: Vec<u64>,
    /// The bytes that it takes in the file.
    pub bytes: u64,
    /// Tensors with the same mark share their storage.
    pub shared: Option<u64>,
    /// Whether it has more numbers than the bytes of its file account for, as a view that repeats what
    /// is stored: it is looked at in parts, and never gone through as a whole.
    pub repeats: bool,
    /// Its numbers.
    pub storage: Storage,
}

/// Why a shape is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// It has too many axes.
    #[error("{0} axes, but at most {most} are read", most = limits::AXES)]
    Axes(usize),
    /// Its numbers are more than can be counted.
    #[error("the shape {0:?} has more numbers than can be counted")]
    Numbers(Vec<u64>),
}

/// How many numbers a shape has.
///
/// # Errors
/// Where there are more than 2^64 or too many axes.
pub fn count(shape: &[u64]) -> Result<u64, ShapeError> {
    if shape.len() > limits::AXES {
        return Err(ShapeError::Axes(shape.len()));
    }
    let product = shape.iter().try_fold(1_u64, |product, &n| product.checked_mul(n));
    product.ok_or_else(|| ShapeError::Numbers(shape.to_vec()))
}

impl Tensor {
    /// How many numbers it has. Readers have checked that the shape's product can be counted.
    pub fn len(&self) -> u64 {
        count(&self.shape).unwrap_or(0)
    }

    /// That all its numbers may be gone through.
    ///
    /// # Errors
    /// Where it repeats what is stored.
    pub fn whole(&self) -> Result<(), InspectError> {
        match self.repeats {
            false => Ok(()),
            true => Err(self.error(format!(
                "its shape has {} numbers, many times what the file stores: it is a view that \
                 repeats them, and is not gone through as a whole; save what it repeats",
                self.len()
            ))),
        }
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The numbers from the flat index `start`, row-major, as many as `out` holds.
    ///
    /// # Errors
    /// Where they do not lie within the tensor, or cannot be read.
    pub fn read(&self, start: u64, out: &mut [f64]) -> Result<(), InspectError> {
        let end = start.checked_add(out.len() as u64);
        if end.is_none_or(|end| end > self.len()) {
            return Err(self.error(format!(
                "{} numbers from {start} are asked for, but it has {}",
                out.len(),
                self.len()
            )));
        }
        if out.is_empty() {
            return Ok(());
        }
        match &self.storage {
            Storage::Values(values) => {
                let range = start as usize..start as usize + out.len();
                let values = values.get(range);
                out.copy_from_slice(values.ok_or_else(|| self.error("is cut off".to_owned()))?);
                Ok(())
            }
            Storage::Numbers(numbers) => numbers.read(start, out),
            Storage::Nowhere(error) => Err(error.clone()),
            Storage::Region { source, at, order, strides } => {
                let Some(size) = self.dtype.bytes() else {
                    return Err(
                        self.error(format!("numbers of type {} are not read", self.type_name))
                    );
                };
                let place = |index: u64| -> Result<u64, InspectError> {
                    let offset = index.checked_mul(size).and_then(|offset| at.checked_add(offset));
                    offset.ok_or_else(|| self.error("lies beyond any file".to_owned()))
                };
                match strides {
                    None => {
                        let step = limits::CHUNK_BYTES / size as usize;
                        let mut index = start;
                        for part in out.chunks_mut(step) {
                            let length = part.len() as u64 * size;
                            let limit = limits::CHUNK_BYTES as u64;
                            let bytes = bytes_at(&**source, place(index)?, length, limit, "bytes")?;
                            decode(self.dtype, *order, &bytes, part);
                            index += part.len() as u64;
                        }
                        Ok(())
                    }
                    Some(strides) => {
                        self.read_strided(&**source, *order, strides, start, out, &place)
                    }
                }
            }
        }
    }

    /// Along the last axis at a time where that lies together, else number by number out of the
    /// bytes that the last axis spans, where those are few.
    fn read_strided(
        &self,
        source: &dyn Source,
        order: ByteOrder,
        strides: &[u64],
        start: u64,
        out: &mut [f64],
        place: &dyn Fn(u64) -> Result<u64, InspectError>,
    ) -> Result<(), InspectError> {
        let size = self.dtype.bytes().unwrap_or(1);
        let offset = |flat: u64| {
            let (mut rest, mut index) = (flat, 0_u64);
            for (&n, &stride) in self.shape.iter().zip(strides).rev() {
                let n = n.max(1);
                index = index.saturating_add((rest % n).saturating_mul(stride));
                rest /= n;
            }
            index
        };
        // Where it spans few bytes, or most of what it spans is asked for, all are read at once.
        let axes = self.shape.iter().zip(strides);
        let last = axes.fold(0_u64, |last, (&n, &stride)| {
            last.saturating_add(n.saturating_sub(1).saturating_mul(stride))
        });
        let span = last.saturating_add(1).saturating_mul(size);
        let asked = (out.len() as u64).saturating_mul(size).saturating_mul(16);
        if span <= limits::CHUNK_BYTES as u64 || span <= limits::SPAN_BYTES && span <= asked {
            let bytes = bytes_at(source, place(0)?, span, limits::SPAN_BYTES, "bytes")?;
            for (flat, number) in (start..).zip(out.iter_mut()) {
                let at = (offset(flat) * size) as usize;
                let one = bytes.get(at..at + size as usize).unwrap_or_default();
                decode(self.dtype, order, one, std::slice::from_mut(number));
            }
            return Ok(());
        }
        let columns = self.shape.last().copied().unwrap_or(1).max(1);
        let step = strides.last().copied().unwrap_or(1);
        let mut done = 0;
        while done < out.len() {
            let flat = start + done as u64;
            let (column, index) = (flat % columns, offset(flat));
            // As many of this row as fit in a chunk of bytes, at least one.
            let gap = step.max(1).saturating_mul(size);
            let fit = (limits::CHUNK_BYTES as u64 / gap).max(1);
            let many = (columns - column).min((out.len() - done) as u64).min(fit);
            let span = (many - 1).saturating_mul(step).saturating_mul(size).saturating_add(size);
            let bytes = bytes_at(source, place(index)?, span, limits::CHUNK_BYTES as u64, "bytes")?;
            for number in 0..many as usize {
                let at = number * (step * size) as usize;
                let one = &bytes[at..at + size as usize];
                decode(self.dtype, order, one, &mut out[done + number..done + number + 1]);
            }
            done += many as usize;
        }
        Ok(())
    }

    /// All numbers as `f32`, row-major.
    ///
    /// # Errors
    /// Where there are more than `limit`, or they cannot be read.
    pub fn numbers(&self, limit: u64) -> Result<Vec<f32>, InspectError> {
        if self.len() > limit {
            let why = format!("{} numbers, but at most {limit} are taken here", self.len());
            return Err(self.error(why));
        }
        self.whole()?;
        let mut all = Vec::with_capacity(self.len() as usize);
        let mut chunk = vec![0.0; (limits::CHUNK_BYTES / 8).min(self.len() as usize)];
        let mut at = 0;
        while at < self.len() {
            let many = ((self.len() - at) as usize).min(chunk.len());
            self.read(at, &mut chunk[..many])?;
            all.extend(chunk[..many].iter().map(|&value| value as f32));
            at += many as u64;
        }
        Ok(all)
    }

    fn error(&self, why: String) -> InspectError {
        InspectError::Tensor { name: self.name.clone(), why }
    }
}

/// Bytes to numbers; `bytes` holds exactly those of `out`. Integers beyond 2^53 are rounded.
pub fn decode(dtype: Dtype, order: ByteOrder, bytes: &[u8], out: &mut [f64]) {
    fn each<const N: usize>(
        order: ByteOrder,
        bytes: &[u8],
        out: &mut [f64],
        number: impl Fn([u8; N]) -> f64,
    ) {
        for (out, &bytes) in out.iter_mut().zip(bytes.as_chunks::<N>().0) {
            let mut little = bytes;
            if order == ByteOrder::Big {
                little.reverse();
            }
            *out = number(little);
        }
    }
    match dtype {
        Dtype::F64 => each(order, bytes, out, f64::from_le_bytes),
        Dtype::F32 => each(order, bytes, out, |bytes| f32::from_le_bytes(bytes).into()),
        Dtype::F16 => each(order, bytes, out, |bytes| half::f16::from_le_bytes(bytes).to_f64()),
        Dtype::Bf16 => each(order, bytes, out, |bytes| half::bf16::from_le_bytes(bytes).to_f64()),
        Dtype::I64 => each(order, bytes, out, |bytes| i64::from_le_bytes(bytes) as f64),
        Dtype::I32 => each(order, bytes, out, |bytes| i32::from_le_bytes(bytes).into()),
        Dtype::I16 => each(order, bytes, out, |bytes| i16::from_le_bytes(bytes).into()),
        Dtype::I8 => each(order, bytes, out, |bytes| i8::from_le_bytes(bytes).into()),
        Dtype::U64 => each(order, bytes, out, |bytes| u64::from_le_bytes(bytes) as f64),
        Dtype::U32 => each(order, bytes, out, |bytes| u32::from_le_bytes(bytes).into()),
        Dtype::U16 => each(order, bytes, out, |bytes| u16::from_le_bytes(bytes).into()),
        Dtype::U8 => each(order, bytes, out, |[byte]| byte.into()),
        Dtype::Bool => each(order, bytes, out, |[byte]| f64::from(u8::from(byte != 0))),
        Dtype::Quantised | Dtype::Other => {}
    }
}
