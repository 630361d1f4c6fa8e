//! NumPy's files: one array (.npy, versions 1 to 3), or an archive of them (.npz). Arrays of Python
//! objects hold a pickle and are refused.

use std::sync::Arc;

use crate::checkpoint::{Checkpoint, Format, Named};
use crate::error::InspectError;
use crate::formats::archive::Archive;
use crate::limits;
use crate::maps;
use crate::source::{Source, bytes_at, check_range};
use crate::tensor::{self, ByteOrder, Dtype, Storage, Tensor};

mod literal;

use literal::Literal;

const MAGIC: &[u8] = b"\x93NUMPY";
/// Bytes of an array of texts that is kept for display: the tokens of a text, say.
const TEXTS_BYTES: u64 = 1 << 20;

/// Whether a file begins as an array.
pub(crate) fn matches(begins: &[u8]) -> bool {
    begins.starts_with(MAGIC)
}

fn malformed(place: impl Into<String>, why: impl Into<String>) -> InspectError {
    InspectError::Malformed { format: ".npy files", place: place.into(), why: why.into() }
}

/// What a header says.
struct Header {
    /// The type, as in the file; `None` for a record of several fields.
    descr: Option<String>,
    fortran: bool,
    shape: Vec<u64>,
    /// Where the numbers begin, in bytes.
    data_at: u64,
}

/// Opens one array. Its name is `array`, as a file has none.
///
/// # Errors
/// Where the header breaks the rules, the array is cut off, or holds Python objects.
pub(crate) fn open(source: Arc<dyn Source>, _beside: &[Named]) -> Result<Checkpoint, InspectError> {
    let header = read_header(&*source)?;
    let tensor = tensor("array", source, header)?;
    if let (Storage::Nowhere(error), true) = (&tensor.storage, tensor.type_name.contains('O')) {
        return Err(error.clone());
    }
    let (metadata, notes, wanted) = (Vec::new(), Vec::new(), Vec::new());
    Ok(Checkpoint { format: Format::Npy, tensors: vec![tensor], metadata, notes, wanted })
}

/// Whether an archive is one of arrays.
pub(crate) fn matches_archive(archive: &Archive) -> bool {
    archive.entries().iter().any(|entry| entry.name.ends_with(".npy"))
}

/// Opens an archive of arrays. One that cannot be read is passed over with a note.
///
/// # Errors
/// Where none can be read: the first one's.
pub(crate) fn open_archive(archive: &Archive) -> Result<Checkpoint, InspectError> {
    let (mut tensors, mut notes, mut headers) = (Vec::new(), Vec::new(), 0_u64);
    let mut metadata = Vec::new();
    let mut first = None;
    for entry in archive.entries() {
        let Some(name) = entry.name.strip_suffix(".npy") else {
            notes.push(format!("the entry `{}` is no array", entry.name.escape_debug()));
            continue;
        };
        let read = || -> Result<(Array, u64), InspectError> {
            let source = archive.source(&entry.name)?;
            let header = read_header(&*source)?;
            let bytes = header.data_at;
            if let Some(texts) = texts(&*source, &header)? {
                return Ok((Array::Texts(texts), bytes));
            }
            Ok((Array::Numbers(tensor(name, source, header)?), bytes))
        };
        match read() {
            Ok((array, bytes)) => {
                headers += bytes;
                match array {
                    Array::Numbers(tensor) => tensors.push(tensor),
                    Array::Texts(texts) => {
                        headers += texts.iter().map(|text| text.len() as u64).sum::<u64>();
                        metadata.push((name.to_owned(), maps::texts_as_json(&texts)));
                    }
                }
            }
            Err(error) => {
                headers += limits::ARRAY_HEADER_BYTES;
                notes.push(format!("the entry `{}`: {error}", entry.name.escape_debug()));
                first.get_or_insert(error);
            }
        }
        if headers > limits::HEADER_BYTES {
            let (what, limit) = ("bytes of the arrays' headers", limits::HEADER_BYTES);
            return Err(InspectError::TooMuch { what, found: headers, limit });
        }
    }
    match first {
        Some(error) if tensors.is_empty() => Err(error),
        _ => {
            let wanted = Vec::new();
            Ok(Checkpoint { format: Format::Npz, tensors, metadata, notes, wanted })
        }
    }
}

/// What an entry of an archive holds.
enum Array {
    Numbers(Tensor),
    Texts(Vec<String>),
}

/// The texts of a list of them (`<U12`, `|S12`); `None` where it is another array, or a long one.
fn texts(source: &dyn Source, header: &Header) -> Result<Option<Vec<String>>, InspectError> {
    let ([count], Some(descr)) = (header.shape.as_slice(), &header.descr) else { return Ok(None) };
    let mut code = descr.chars();
    let (order, kind) = (code.next(), code.next());
    let (Ok(width), true) = (code.as_str().parse::<u64>(), matches!(kind, Some('U' | 'S'))) else {
        return Ok(None);
    };
    let of_text = width.saturating_mul(if kind == Some('U') { 4 } else { 1 });
    let bytes = of_text.saturating_mul(*count);
    if of_text == 0 || bytes > TEXTS_BYTES {
        return Ok(None);
    }
    let bytes = bytes_at(source, header.data_at, bytes, TEXTS_BYTES, "bytes of texts")?;
    let wide = |bytes: &[u8; 4]| match order {
        Some('>') => u32::from_be_bytes(*bytes),
        _ => u32::from_le_bytes(*bytes),
    };
    let text = |bytes: &[u8]| {
        let text: String = match kind {
            Some('U') => {
                let points = bytes.as_chunks::<4>().0.iter().map(wide);
                points.map(|point| char::from_u32(point).unwrap_or('\u{fffd}')).collect()
            }
            _ => String::from_utf8_lossy(bytes).into_owned(),
        };
        text.trim_end_matches('\0').to_owned()
    };
    Ok(Some(bytes.chunks_exact(of_text as usize).map(text).collect()))
}

fn read_header(source: &dyn Source) -> Result<Header, InspectError> {
    let limit = limits::ARRAY_HEADER_BYTES;
    let begins = bytes_at(source, 0, 8, 8, "bytes")?;
    if !begins.starts_with(MAGIC) {
        return Err(malformed("byte 0", "it does not begin as an array of NumPy"));
    }
    let version = begins.get(6).copied().unwrap_or_default();
    let width = match version {
        1 => 2,
        2 | 3 => 4,
        _ => {
            return Err(InspectError::Unsupported {
                place: "byte 6".to_owned(),
                what: format!("version {version} of the .npy format"),
                advice: "save the array with NumPy's numpy.save",
            });
        }
    };
    let mut length = [0; 4];
    let field = bytes_at(source, 8, width, width, "bytes")?;
    length.iter_mut().zip(&field).for_each(|(to, &from)| *to = from);
    let (length, at) = (u64::from(u32::from_le_bytes(length)), 8 + width);
    let text = bytes_at(source, at, length, limit, "bytes of an array's header")?;
    let text = match version {
        3 => String::from_utf8(text).map_err(|_| malformed(format!("byte {at}"), "no UTF-8"))?,
        // Latin-1.
        _ => text.iter().map(|&byte| char::from(byte)).collect(),
    };
    let wrong = |why: String| malformed(format!("the header, bytes {at} to {}", at + length), why);
    let Literal::Dict(pairs) = literal::parse(&text).map_err(wrong)? else {
        return Err(wrong("it is no dictionary".to_owned()));
    };
    let (mut descr, mut fortran, mut shape) = (None, None, None);
    let unexpected = |key: &str| wrong(format!("the key `{}` is unexpected", key.escape_debug()));
    for (key, value) in pairs {
        let twice = match (&*key, value) {
            ("descr", Literal::Text(text)) => descr.replace(Some(text)).is_some(),
            ("descr", Literal::List(_)) => descr.replace(None).is_some(),
            ("fortran_order", Literal::Bool(value)) => fortran.replace(value).is_some(),
            ("shape", Literal::List(items)) => {
                let natural = |item| match item {
                    Literal::Int(n) => Ok(n),
                    _ => Err(wrong("the shape has more than natural numbers".to_owned())),
                };
                shape.replace(items.into_iter().map(natural).collect::<Result<_, _>>()?).is_some()
            }
            _ => return Err(unexpected(&key)),
        };
        if twice {
            return Err(unexpected(&key));
        }
    }
    match (descr, fortran, shape) {
        (Some(descr), Some(fortran), Some(shape)) => {
            Ok(Header { descr, fortran, shape, data_at: at + length })
        }
        _ => Err(wrong("`descr`, `fortran_order` or `shape` is missing".to_owned())),
    }
}

fn tensor(name: &str, source: Arc<dyn Source>, header: Header) -> Result<Tensor, InspectError> {
    match &header.descr {
        Some(descr) => array(name, source, header.data_at, descr, header.shape, header.fortran),
        None => {
            tensor::count(&header.shape).map_err(|why| malformed("the header", why.to_string()))?;
            let why = "records of several fields are not read; save its fields apart".to_owned();
            let nowhere = Storage::Nowhere(InspectError::Tensor { name: name.to_owned(), why });
            Ok(listed(name, "record", header.shape, nowhere))
        }
    }
}

/// A type by NumPy's code, such as `<f4`: ours, its bytes, and which comes first.
fn dtype(descr: &str) -> Option<(Dtype, ByteOrder)> {
    let mut chars = descr.chars();
    let order = match chars.next()? {
        '>' => ByteOrder::Big,
        // `=` is the machine's own, and those that are left are little-endian.
        '<' | '|' | '=' => ByteOrder::Little,
        _ => return None,
    };
    let dtype = match chars.as_str() {
        "f8" => Dtype::F64,
        "f4" => Dtype::F32,
        "f2" => Dtype::F16,
        "i8" => Dtype::I64,
        "i4" => Dtype::I32,
        "i2" => Dtype::I16,
        "i1" => Dtype::I8,
        "u8" => Dtype::U64,
        "u4" => Dtype::U32,
        "u2" => Dtype::U16,
        "u1" => Dtype::U8,
        "b1" => Dtype::Bool,
        _ => return None,
    };
    Some((dtype, order))
}

/// A tensor without numbers, listed.
pub(super) fn listed(name: &str, type_name: &str, shape: Vec<u64>, storage: Storage) -> Tensor {
    // Its product must be countable for whoever lists it.
    let shape = if tensor::count(&shape).is_ok() { shape } else { Vec::new() };
    let (name, type_name) = (name.to_owned(), type_name.to_owned());
    Tensor {
        name,
        dtype: Dtype::Other,
        type_name,
        shape,
        bytes: 0,
        shared: None,
        repeats: false,
        storage,
    }
}

/// An array whose numbers begin at byte `at` of a source.
///
/// # Errors
/// Where they do not lie within it, or the shape cannot be counted.
pub(super) fn array(
    name: &str,
    source: Arc<dyn Source>,
    at: u64,
    descr: &str,
    shape: Vec<u64>,
    fortran: bool,
) -> Result<Tensor, InspectError> {
    let refused = |why: String| InspectError::Tensor { name: name.to_owned(), why };
    let count = tensor::count(&shape).map_err(|why| refused(why.to_string()))?;
    let Some((dtype, order)) = dtype(descr) else {
        let shown: String = descr.chars().take(40).collect();
        let shown = shown.escape_debug().to_string();
        let why = match descr.contains('O') {
            true => "it holds Python objects, which are a pickle; save the numbers with a type of \
                     their own"
                .to_owned(),
            false => format!("numbers of type `{shown}` are not read; convert them to float32"),
        };
        return Ok(listed(name, &shown, shape, Storage::Nowhere(refused(why))));
    };
    let bytes = count.checked_mul(dtype.bytes().unwrap_or(1));
    let bytes =
        bytes.ok_or_else(|| refused(format!("{count} numbers are more than a file holds")))?;
    check_range(at, bytes, source.len())?;
    // Only where an order can be seen: along two axes and more.
    let strides = (fortran && shape.iter().filter(|&&n| n > 1).count() > 1).then(|| {
        let steps = shape.iter().scan(1_u64, |next, &n| {
            let step = *next;
            *next = next.saturating_mul(n);
            Some(step)
        });
        steps.collect()
    });
    let storage = Storage::Region { source, at, order, strides };
    let (name, type_name) = (name.to_owned(), descr.to_owned());
    Ok(Tensor { name, dtype, type_name, shape, bytes, shared: None, repeats: false, storage })
}
