//! A source read forwards through a small window, for headers whose length is known only when they
//! have been read. What is passed over is not read.

use std::sync::Arc;

use crate::error::InspectError;
use crate::source::{Source, check_range};

/// Bytes that are fetched at once.
const WINDOW: u64 = 64 << 10;

/// A place in a source.
pub(super) struct Buffered {
    source: Arc<dyn Source>,
    window: Vec<u8>,
    /// Where the window begins.
    from: u64,
    at: u64,
}

impl Buffered {
    /// At a byte of a source.
    pub(super) fn new(source: Arc<dyn Source>, at: u64) -> Buffered {
        Buffered { source, window: Vec::new(), from: 0, at }
    }

    /// The offset of the next byte.
    pub(super) fn at(&self) -> u64 {
        self.at
    }

    /// Goes to a byte, which may lie behind the end: reading there fails.
    pub(super) fn seek(&mut self, at: u64) {
        self.at = at;
    }

    /// Passes over bytes, all of which must be there.
    pub(super) fn skip(&mut self, bytes: u64) -> Result<(), InspectError> {
        check_range(self.at, bytes, self.source.len())?;
        self.at += bytes;
        Ok(())
    }

    /// The next `N` bytes.
    pub(super) fn take<const N: usize>(&mut self) -> Result<[u8; N], InspectError> {
        let mut taken = [0; N];
        self.fill(&mut taken)?;
        Ok(taken)
    }

    /// The next `length` bytes. The caller has checked that `length` is small enough to be held.
    pub(super) fn bytes(&mut self, length: u64) -> Result<Vec<u8>, InspectError> {
        check_range(self.at, length, self.source.len())?;
        let mut taken = vec![0; length as usize];
        self.fill(&mut taken)?;
        Ok(taken)
    }

    fn fill(&mut self, out: &mut [u8]) -> Result<(), InspectError> {
        let length = out.len() as u64;
        check_range(self.at, length, self.source.len())?;
        if length > WINDOW {
            self.source.read_at(self.at, out)?;
        } else {
            let within =
                self.at >= self.from && self.at + length <= self.from + self.window.len() as u64;
            if !within {
                self.window.resize(WINDOW.min(self.source.len() - self.at) as usize, 0);
                self.from = self.at;
                if let Err(error) = self.source.read_at(self.at, &mut self.window) {
                    self.window.clear();
                    return Err(error);
                }
            }
            let start = (self.at - self.from) as usize;
            let held = self.window.get(start..start + out.len());
            let cut_off =
                InspectError::Truncated { at: self.at, wanted: length, available: self.from };
            out.copy_from_slice(held.ok_or(cut_off)?);
        }
        self.at += length;
        Ok(())
    }
}
