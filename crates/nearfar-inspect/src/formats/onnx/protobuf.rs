//! The fields of a protobuf message, one after the other, without reading what is passed over. Not a
//! decoder of messages: what a field means is its caller's affair.

use crate::error::InspectError;
use crate::formats::buffered::Buffered;

/// A message: from one byte up to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Message {
    pub(super) at: u64,
    pub(super) end: u64,
}

impl Message {
    pub(super) fn len(self) -> u64 {
        self.end - self.at
    }
}

/// What a field holds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value {
    /// A number of variable length.
    Varint(u64),
    /// Eight bytes.
    Eight([u8; 8]),
    /// Four bytes.
    Four([u8; 4]),
    /// A string, a message, or numbers without gaps.
    Bytes(Message),
}

impl Value {
    /// The range of a field of bytes.
    pub(super) fn message(self) -> Option<Message> {
        match self {
            Value::Bytes(message) => Some(message),
            _ => None,
        }
    }
}

/// Goes through the fields of a message. Others may move the place in between.
pub(super) struct Fields {
    at: u64,
    end: u64,
}

impl Fields {
    pub(super) fn new(message: Message) -> Fields {
        Fields { at: message.at, end: message.end }
    }

    /// The next field, by its number; `None` at the end of the message.
    ///
    /// # Errors
    /// Where a length is negative or leads out of the message, a number has more than ten bytes, or
    /// the field is of a kind that the format does not use.
    pub(super) fn next(
        &mut self,
        bytes: &mut Buffered,
    ) -> Result<Option<(u64, Value)>, InspectError> {
        if self.at == self.end {
            return Ok(None);
        }
        let begins = self.at;
        bytes.seek(begins);
        let tag = varint(bytes, self.end)?;
        let (field, wire) = (tag >> 3, tag & 7);
        let fixed = |bytes: &Buffered, length: u64| {
            let at = bytes.at();
            within(field, begins, at, length, self.end)
        };
        let value = match wire {
            0 => Value::Varint(varint(bytes, self.end)?),
            1 => {
                fixed(bytes, 8)?;
                Value::Eight(bytes.take()?)
            }
            5 => {
                fixed(bytes, 4)?;
                Value::Four(bytes.take()?)
            }
            2 => {
                let length = varint(bytes, self.end)?;
                let range = fixed(bytes, length)?;
                bytes.seek(range.end);
                Value::Bytes(range)
            }
            _ => {
                let why = format!("the field {field} is of the kind {wire}, which .onnx has not");
                return Err(malformed(begins, why));
            }
        };
        self.at = bytes.at();
        Ok(Some((field, value)))
    }
}

/// A range within its message.
fn within(
    field: u64,
    begins: u64,
    at: u64,
    length: u64,
    end: u64,
) -> Result<Message, InspectError> {
    if length > i64::MAX as u64 {
        let why = format!("the field {field} has a negative length, {}", length as i64);
        return Err(malformed(begins, why));
    }
    match at.checked_add(length) {
        Some(last) if last <= end => Ok(Message { at, end: last }),
        _ => {
            let why = format!(
                "the field {field} has {length} bytes, but only {} are left where it stands",
                end.saturating_sub(at)
            );
            Err(malformed(begins, why))
        }
    }
}

/// A number of variable length, seven bits a byte, the least first.
pub(super) fn varint(bytes: &mut Buffered, end: u64) -> Result<u64, InspectError> {
    let begins = bytes.at();
    let mut value = 0_u64;
    for shift in 0..10 {
        if bytes.at() >= end {
            return Err(malformed(begins, "a number is cut off".to_owned()));
        }
        let [byte] = bytes.take()?;
        // Of the tenth byte one bit is left; writers of negative numbers fill it.
        value |= u64::from(byte & 127).checked_shl(7 * shift).unwrap_or(0);
        if byte < 128 {
            return Ok(value);
        }
    }
    Err(malformed(begins, "a number of more than ten bytes".to_owned()))
}

/// What is wrong at a byte.
pub(super) fn malformed(at: u64, why: String) -> InspectError {
    InspectError::Malformed { format: ".onnx files", place: format!("byte {at}"), why }
}
