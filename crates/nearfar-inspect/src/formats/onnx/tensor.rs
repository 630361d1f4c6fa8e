//! A tensor of ONNX: its type, its shape, and in which of the format's five places its numbers are.

use std::sync::{Arc, OnceLock};

use half::{bf16, f16};

use super::protobuf::{Fields, Message, Value, varint};
use super::{Reader, leaf};
use crate::error::InspectError;
use crate::formats::buffered::Buffered;
use crate::limits;
use crate::source::Source;
use crate::tensor::{ByteOrder, Dtype, Numbers, Storage, Tensor, count};

/// Fields that hold numbers one by one, by the message's numbering.
const FLOATS: u64 = 4;
const INTS_32: u64 = 5;
const INTS_64: u64 = 7;
const DOUBLES: u64 = 10;
const UNSIGNED_64: u64 = 11;

/// The type by its number, its name, and the field that holds its numbers where they are not raw.
fn dtype(number: u64) -> (Dtype, &'static str, u64) {
    match number {
        1 => (Dtype::F32, "float32", FLOATS),
        2 => (Dtype::U8, "uint8", INTS_32),
        3 => (Dtype::I8, "int8", INTS_32),
        4 => (Dtype::U16, "uint16", INTS_32),
        5 => (Dtype::I16, "int16", INTS_32),
        6 => (Dtype::I32, "int32", INTS_32),
        7 => (Dtype::I64, "int64", INTS_64),
        9 => (Dtype::Bool, "bool", INTS_32),
        10 => (Dtype::F16, "float16", INTS_32),
        11 => (Dtype::F64, "double", DOUBLES),
        12 => (Dtype::U32, "uint32", UNSIGNED_64),
        13 => (Dtype::U64, "uint64", UNSIGNED_64),
        16 => (Dtype::Bf16, "bfloat16", INTS_32),
        _ => (Dtype::Other, type_name(number), 0),
    }
}

/// The names of all types, as the format has them.
pub(super) fn type_name(number: u64) -> &'static str {
    const OTHERS: [(u64, &str); 14] = [
        (0, "undefined"),
        (8, "string"),
        (14, "complex64"),
        (15, "complex128"),
        (17, "float8e4m3fn"),
        (18, "float8e4m3fnuz"),
        (19, "float8e5m2"),
        (20, "float8e5m2fnuz"),
        (21, "uint4"),
        (22, "int4"),
        (23, "float4e2m1"),
        (24, "float8e8m0"),
        (25, "uint2"),
        (26, "int2"),
    ];
    match number {
        1..=7 | 9..=13 | 16 => dtype(number).1,
        _ => {
            OTHERS.iter().find(|&&(other, _)| other == number).map_or("unknown", |&(_, name)| name)
        }
    }
}

/// What the message says, before it is put together.
#[derive(Default)]
struct Parts {
    name: String,
    shape: Vec<u64>,
    dtype: u64,
    raw: Option<Message>,
    external: bool,
    location: Option<String>,
    offset: Option<String>,
    length: Option<String>,
    /// The last field of numbers, and how many fields of each kind there are.
    typed: Option<Message>,
    fields: u64,
    strings: u64,
}

impl Reader {
    /// A tensor; `name` is put before its own, or in its place where it has none.
    pub(super) fn tensor(
        &mut self,
        message: Message,
        prefix: &str,
    ) -> Result<Tensor, InspectError> {
        let mut parts = Parts::default();
        let mut fields = Fields::new(message);
        while let Some((field, value)) = fields.next(&mut self.bytes)? {
            self.tensor_field(&mut parts, field, value)?;
        }
        let name = self.full_name(prefix, &parts.name)?;
        let refuse = |why: String| InspectError::Malformed {
            format: ".onnx files",
            place: format!("the tensor `{name}`"),
            why,
        };
        let numbers = count(&parts.shape).map_err(|why| refuse(why.to_string()))?;
        let (dtype, type_name, field) = dtype(parts.dtype);
        let storage = self.storage(&name, message, &parts, dtype, field, numbers);
        let bytes = match (&storage, parts.raw) {
            (Storage::Region { .. }, _) => numbers * dtype.bytes().unwrap_or(0),
            (_, Some(raw)) => raw.len(),
            _ => message.len(),
        };
        let (shape, type_name) = (parts.shape, type_name.to_owned());
        Ok(Tensor { name, dtype, type_name, shape, bytes, shared: None, repeats: false, storage })
    }

    fn tensor_field(
        &mut self,
        parts: &mut Parts,
        field: u64,
        value: Value,
    ) -> Result<(), InspectError> {
        match (field, value) {
            (1, Value::Varint(size)) => push_axis(&mut parts.shape, size, self.bytes.at())?,
            (1, Value::Bytes(packed)) => {
                self.bytes.seek(packed.at);
                while self.bytes.at() < packed.end {
                    let size = varint(&mut self.bytes, packed.end)?;
                    push_axis(&mut parts.shape, size, self.bytes.at())?;
                }
            }
            (2, Value::Varint(number)) => parts.dtype = number,
            (8, Value::Bytes(text)) => parts.name = self.text(text)?,
            (9, Value::Bytes(raw)) => parts.raw = Some(raw),
            (13, Value::Bytes(pair)) => {
                let (key, text) = self.pair(pair)?;
                match key.as_str() {
                    "location" => parts.location = Some(text),
                    "offset" => parts.offset = Some(text),
                    "length" => parts.length = Some(text),
                    _ => {}
                }
            }
            (14, Value::Varint(place)) => parts.external = place == 1,
            (6, Value::Bytes(_)) => parts.strings += 1,
            (FLOATS | INTS_32 | INTS_64 | DOUBLES | UNSIGNED_64, value) => {
                parts.fields += 1;
                parts.typed = value.message();
            }
            _ => {}
        }
        Ok(())
    }

    /// Where the numbers are. What is wrong with them is the tensor's own misfortune, not the file's.
    fn storage(
        &mut self,
        name: &str,
        message: Message,
        parts: &Parts,
        dtype: Dtype,
        field: u64,
        numbers: u64,
    ) -> Storage {
        let nowhere =
            |why: String| Storage::Nowhere(InspectError::Tensor { name: name.to_owned(), why });
        let Some(size) = dtype.bytes() else {
            let why = format!("numbers of type {} are not read", type_name(parts.dtype));
            return nowhere(why);
        };
        let Some(bytes) = numbers.checked_mul(size) else {
            return nowhere(format!("{numbers} numbers have more bytes than can be counted"));
        };
        let region = |source: &Arc<dyn Source>, at: u64| Storage::Region {
            source: Arc::clone(source),
            at,
            order: ByteOrder::Little,
            strides: None,
        };
        if parts.external {
            return match self.external(name, parts, bytes) {
                Ok((source, at)) => region(&source, at),
                Err(error) => Storage::Nowhere(error),
            };
        }
        if let Some(raw) = parts.raw {
            if raw.len() != bytes {
                return nowhere(format!(
                    "the shape {:?} of {} takes {bytes} bytes, but {} are given",
                    parts.shape,
                    type_name(parts.dtype),
                    raw.len()
                ));
            }
            return region(&self.source, raw.at);
        }
        if parts.fields == 0 && numbers > 0 {
            return nowhere(
                "the file holds no numbers for it; save the model with its weights".into(),
            );
        }
        // Packed numbers of fixed length lie as raw ones do.
        if let (FLOATS | DOUBLES, 1, Some(packed)) = (field, parts.fields, parts.typed)
            && packed.len() == bytes
        {
            return region(&self.source, packed.at);
        }
        let (source, name) = (Arc::clone(&self.source), name.to_owned());
        let typed = Typed { source, message, field, dtype, numbers, name, cache: OnceLock::new() };
        Storage::Numbers(Arc::new(typed))
    }

    /// The file and the byte where the numbers of a tensor begin that are not in this one.
    fn external(
        &mut self,
        name: &str,
        parts: &Parts,
        bytes: u64,
    ) -> Result<(Arc<dyn Source>, u64), InspectError> {
        let refuse = |why: String| InspectError::Tensor { name: name.to_owned(), why };
        let number = |text: &Option<String>, what: &str| match text {
            None => Ok(None),
            Some(text) => text.trim().parse::<u64>().map(Some).map_err(|_| {
                let text: String = text.chars().take(40).collect();
                refuse(format!("its {what} in another file is `{text}`, which is no length"))
            }),
        };
        let location = parts.location.as_deref().unwrap_or_default();
        let file = leaf(location);
        if file.is_empty() {
            return Err(refuse("its numbers are in another file, which is not named".to_owned()));
        }
        let at = number(&parts.offset, "offset")?.unwrap_or(0);
        if let Some(length) = number(&parts.length, "length")?
            && length != bytes
        {
            return Err(refuse(format!(
                "its shape takes {bytes} bytes, but {length} are given in `{file}`"
            )));
        }
        if file.len() != location.len() {
            self.note_folder(location, file);
        }
        let Some(source) = self.beside(file) else {
            return Err(InspectError::Beside { name: name.to_owned(), file: file.to_owned() });
        };
        if at.checked_add(bytes).is_none_or(|end| end > source.len()) {
            return Err(refuse(format!(
                "{bytes} bytes from byte {at} of `{file}` are announced, but that ends at {}; is it the file that belongs to this one?",
                source.len()
            )));
        }
        Ok((source, at))
    }
}

fn push_axis(shape: &mut Vec<u64>, size: u64, at: u64) -> Result<(), InspectError> {
    if shape.len() == limits::AXES {
        let limit = limits::AXES as u64;
        return Err(InspectError::TooMuch { what: "axes of a tensor", found: limit + 1, limit });
    }
    if size > i64::MAX as u64 {
        let why = format!("an axis of a tensor has the size {}", size as i64);
        return Err(super::protobuf::malformed(at, why));
    }
    shape.push(size);
    Ok(())
}

/// Numbers that lie one by one in fields of the message, decoded when the first is asked for.
struct Typed {
    source: Arc<dyn Source>,
    message: Message,
    field: u64,
    dtype: Dtype,
    numbers: u64,
    name: String,
    cache: OnceLock<Result<Arc<[f64]>, InspectError>>,
}

impl Typed {
    fn decode(&self) -> Result<Arc<[f64]>, InspectError> {
        let refuse = |why: String| Err(InspectError::Tensor { name: self.name.clone(), why });
        if self.numbers > limits::UNPACKED_BYTES / 8 {
            return refuse(format!(
                "{} numbers stand one by one in fields, but at most {} are unpacked; save the model with raw data",
                self.numbers,
                limits::UNPACKED_BYTES / 8
            ));
        }
        let mut bytes = Buffered::new(Arc::clone(&self.source), self.message.at);
        let mut fields = Fields::new(self.message);
        let mut numbers: Vec<f64> = Vec::new();
        let mut found = 0_u64;
        let mut push = |bits: u64| {
            found += 1;
            if found <= self.numbers {
                numbers.push(self.number(bits));
            }
        };
        while let Some((field, value)) = fields.next(&mut bytes)? {
            if field != self.field {
                continue;
            }
            match value {
                Value::Varint(value) => push(value),
                Value::Four(value) => push(u32::from_le_bytes(value).into()),
                Value::Eight(value) => push(u64::from_le_bytes(value)),
                Value::Bytes(packed) => {
                    bytes.seek(packed.at);
                    while bytes.at() < packed.end {
                        push(self.packed(&mut bytes, packed.end)?);
                    }
                }
            }
        }
        if found != self.numbers {
            return refuse(format!(
                "its shape has {} numbers, but {found} stand in it",
                self.numbers
            ));
        }
        Ok(numbers.into())
    }

    /// The next of several numbers in one field.
    fn packed(&self, bytes: &mut Buffered, end: u64) -> Result<u64, InspectError> {
        let width = match self.field {
            FLOATS => 4,
            DOUBLES => 8,
            _ => return varint(bytes, end),
        };
        if end - bytes.at() < width {
            let why = "a number is cut off".to_owned();
            return Err(super::protobuf::malformed(bytes.at(), why));
        }
        Ok(match width {
            4 => u32::from_le_bytes(bytes.take()?).into(),
            _ => u64::from_le_bytes(bytes.take()?),
        })
    }

    fn number(&self, bits: u64) -> f64 {
        match self.dtype {
            Dtype::F32 => f32::from_bits(bits as u32).into(),
            Dtype::F64 => f64::from_bits(bits),
            Dtype::F16 => f16::from_bits(bits as u16).to_f64(),
            Dtype::Bf16 => bf16::from_bits(bits as u16).to_f64(),
            Dtype::I64 => bits as i64 as f64,
            Dtype::I32 => (bits as i32).into(),
            Dtype::I16 => (bits as i16).into(),
            Dtype::I8 => (bits as i8).into(),
            Dtype::U64 => bits as f64,
            Dtype::U32 => (bits as u32).into(),
            Dtype::U16 => (bits as u16).into(),
            Dtype::U8 => (bits as u8).into(),
            Dtype::Bool => f64::from(u8::from(bits != 0)),
            Dtype::Quantised | Dtype::Other => f64::NAN,
        }
    }
}

impl Numbers for Typed {
    fn read(&self, start: u64, out: &mut [f64]) -> Result<(), InspectError> {
        let all = self.cache.get_or_init(|| self.decode()).clone()?;
        let range = start as usize..start as usize + out.len();
        let numbers = all.get(range).ok_or_else(|| InspectError::Tensor {
            name: self.name.clone(),
            why: "is cut off".to_owned(),
        })?;
        out.copy_from_slice(numbers);
        Ok(())
    }
}
