//! The bytes of a pickle, one after the other, through a window: payloads are passed over, so that a
//! pickle with gigabytes of numbers in it is not read for their sake.

use crate::error::InspectError;
use crate::limits;
use crate::source::{Source, bytes_at, check_range};

/// Bytes that are got at once.
const WINDOW: u64 = 1 << 16;
/// The longest line of the text opcodes (names, decimal numbers); genuine ones are far shorter.
const LINE: usize = 1 << 16;

pub(super) struct Bytes<'a> {
    source: &'a dyn Source,
    place: &'a str,
    at: u64,
    /// The bytes that were got last, and where they begin.
    window: Vec<u8>,
    window_at: u64,
    /// Bytes that were looked at.
    spent: u64,
}

impl<'a> Bytes<'a> {
    pub(super) fn new(source: &'a dyn Source, at: u64, place: &'a str) -> Bytes<'a> {
        Bytes { source, place, at, window: Vec::new(), window_at: at, spent: 0 }
    }

    /// The offset of the next byte.
    pub(super) fn at(&self) -> u64 {
        self.at
    }

    pub(super) fn malformed(&self, at: u64, why: impl Into<String>) -> InspectError {
        let place = format!("byte {at} of {}", self.place);
        InspectError::Malformed { format: "pickles", place, why: why.into() }
    }

    fn spend(&mut self, count: u64) -> Result<(), InspectError> {
        self.spent += count;
        if self.spent > limits::PICKLE_BYTES {
            let (what, limit) = ("bytes of a pickle", limits::PICKLE_BYTES);
            return Err(InspectError::TooMuch { what, found: self.spent, limit });
        }
        Ok(())
    }

    pub(super) fn byte(&mut self) -> Result<u8, InspectError> {
        if let Some(&byte) = self.window.get((self.at - self.window_at) as usize) {
            self.at += 1;
            self.spend(1)?;
            return Ok(byte);
        }
        let [byte] = self.array()?;
        Ok(byte)
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], InspectError> {
        self.spend(N as u64)?;
        let offset = (self.at - self.window_at) as usize;
        if let Some(found) = self.window.get(offset..).and_then(|rest| rest.first_chunk()) {
            self.at += N as u64;
            return Ok(*found);
        }
        self.refill(N as u64)?;
        let found = self.window.first_chunk();
        self.at += N as u64;
        found.copied().ok_or_else(|| self.malformed(self.at, "the pickle is cut off"))
    }

    /// The window from here, at least `least` bytes of it.
    fn refill(&mut self, least: u64) -> Result<(), InspectError> {
        check_range(self.at, least, self.source.len())?;
        let length = (self.source.len() - self.at).min(WINDOW.max(least));
        self.window = bytes_at(self.source, self.at, length, WINDOW.max(least), "bytes")?;
        self.window_at = self.at;
        Ok(())
    }

    /// Passes over `length` bytes; where they begin.
    pub(super) fn skip(&mut self, length: u64) -> Result<u64, InspectError> {
        check_range(self.at, length, self.source.len())?;
        let at = self.at;
        self.at += length;
        if self.at - self.window_at > self.window.len() as u64 {
            self.window.clear();
            self.window_at = self.at;
        }
        Ok(at)
    }

    /// The next `length` bytes, which the caller has capped.
    pub(super) fn take(&mut self, length: u64) -> Result<Vec<u8>, InspectError> {
        self.spend(length)?;
        let offset = (self.at - self.window_at) as usize;
        if let Some(found) = self.window.get(offset..).and_then(|rest| rest.get(..length as usize))
        {
            self.at += length;
            return Ok(found.to_vec());
        }
        let taken = bytes_at(self.source, self.at, length, length, "bytes")?;
        self.skip(length)?;
        Ok(taken)
    }

    /// Up to the end of the line, which is passed over.
    pub(super) fn line(&mut self) -> Result<Vec<u8>, InspectError> {
        let mut line = Vec::new();
        loop {
            match self.byte()? {
                b'\n' => return Ok(line),
                byte if line.len() < LINE => line.push(byte),
                _ => {
                    let why = format!("a line of more than {LINE} bytes");
                    return Err(self.malformed(self.at, why));
                }
            }
        }
    }
}
