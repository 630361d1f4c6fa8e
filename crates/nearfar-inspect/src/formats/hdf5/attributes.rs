//! Attributes of HDF5 as text. Strings of variable length are fetched one by one, as far as there is
//! room: `hdf5-reader` would fetch all, and many may name the same bytes.

use hdf5_reader::group::Group;
use hdf5_reader::messages::attribute::AttributeMessage;
use hdf5_reader::{Datatype, StringSize, VarLenKind};

use super::dataset::number_type;
use crate::tensor::decode;

/// The longest array of numbers that is shown.
const NUMBERS: usize = 16;

/// An attribute as text of at most `room` bytes; `None` where it is neither text nor a few numbers.
pub(super) fn text(attribute: &AttributeMessage, root: &Group, room: usize) -> Option<String> {
    let many = usize::try_from(attribute.dataspace.num_elements().ok()?).ok()?;
    let raw = &attribute.raw_data;
    match &attribute.datatype {
        Datatype::String { size: StringSize::Fixed(size), .. } => {
            let size = usize::try_from(*size).ok().filter(|&size| size > 0)?;
            let strings = raw.chunks_exact(size).take(many).map(trimmed);
            join(strings.map(Some), room)
        }
        Datatype::VarLen { kind: VarLenKind::String, .. } => {
            let size = 8 + usize::from(root.offset_size());
            let mut left = room;
            let strings = raw.chunks_exact(size).take(many).map(|reference| {
                // The length comes first; what is too long is not fetched.
                let length = u32::from_le_bytes(*reference.first_chunk()?) as usize;
                left = left.checked_sub(length)?;
                root.resolve_vlen_reference_bytes(reference, 1).ok().map(|bytes| trimmed(&bytes))
            });
            join(strings, room)
        }
        kind => {
            let (dtype, order) = number_type(kind)?;
            let size = usize::try_from(dtype.bytes()?).ok()?;
            let raw = raw.get(..many.checked_mul(size)?)?;
            let mut numbers = vec![0.0; many.min(NUMBERS)];
            decode(dtype, order, raw, &mut numbers);
            let shown: Vec<String> = numbers.iter().map(f64::to_string).collect();
            Some(if many > NUMBERS { format!("[{many} numbers]") } else { shown.join(", ") })
        }
    }
}

/// Without the zeros and spaces that fill it up.
fn trimmed(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(bytes.get(..end).unwrap_or_default()).trim_end().to_owned()
}

fn join(strings: impl Iterator<Item = Option<String>>, room: usize) -> Option<String> {
    let mut all = String::new();
    for string in strings {
        let string = string?;
        if all.len() + string.len() + 2 > room {
            return None;
        }
        if !all.is_empty() {
            all.push_str(", ");
        }
        all.push_str(&string);
    }
    Some(all)
}
