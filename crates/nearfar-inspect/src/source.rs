//! Where bytes come from: anything with a length that can be read from at any place. A reader asks
//! for the ranges that it needs and never for the whole file.

use std::io::{Read, Seek, SeekFrom};
use std::sync::Arc;

use crate::error::InspectError;

/// Bytes that can be read a range at a time.
pub trait Source: Send + Sync {
    /// How many there are.
    fn len(&self) -> u64;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Fills `buffer` with the bytes from `at`.
    ///
    /// # Errors
    /// Where the range does not lie within the source, or cannot be read.
    fn read_at(&self, at: u64, buffer: &mut [u8]) -> Result<(), InspectError>;
}

/// That `length` bytes from `at` lie within `available`.
///
/// # Errors
/// [`InspectError::Truncated`] where they do not.
pub fn check_range(at: u64, length: u64, available: u64) -> Result<(), InspectError> {
    match at.checked_add(length) {
        Some(end) if end <= available => Ok(()),
        _ => Err(InspectError::Truncated { at, wanted: length, available }),
    }
}

/// What Git LFS leaves in a file's place where only its pointer was fetched.
const POINTER: &[u8] = b"version https://git-lfs.github.com/spec/";

/// Whether a file that begins so is a pointer of Git LFS.
pub fn is_pointer(begins: &[u8]) -> bool {
    begins.starts_with(POINTER)
}

/// `length` bytes from `at`, where they are no more than `limit`.
///
/// # Errors
/// Where they are more, or do not lie within the source.
pub fn bytes_at(
    source: &dyn Source,
    at: u64,
    length: u64,
    limit: u64,
    what: &'static str,
) -> Result<Vec<u8>, InspectError> {
    check_range(at, length, source.len())?;
    if length > limit {
        return Err(InspectError::TooMuch { what, found: length, limit });
    }
    // Within the limit, which is far below what a pointer counts.
    let mut buffer = vec![0; length as usize];
    source.read_at(at, &mut buffer)?;
    Ok(buffer)
}

impl Source for Vec<u8> {
    fn len(&self) -> u64 {
        Vec::len(self) as u64
    }

    fn read_at(&self, at: u64, buffer: &mut [u8]) -> Result<(), InspectError> {
        check_range(at, buffer.len() as u64, self.len() as u64)?;
        buffer.copy_from_slice(&self[at as usize..at as usize + buffer.len()]);
        Ok(())
    }
}

/// A part of a source, as a source: an entry of an archive that is stored as it is.
#[derive(Clone)]
pub struct Part {
    source: Arc<dyn Source>,
    at: u64,
    length: u64,
}

impl Part {
    /// `length` bytes from `at`.
    ///
    /// # Errors
    /// Where they do not lie within the source.
    pub fn new(source: Arc<dyn Source>, at: u64, length: u64) -> Result<Part, InspectError> {
        check_range(at, length, source.len())?;
        Ok(Part { source, at, length })
    }
}

impl Source for Part {
    fn len(&self) -> u64 {
        self.length
    }

    fn read_at(&self, at: u64, buffer: &mut [u8]) -> Result<(), InspectError> {
        check_range(at, buffer.len() as u64, self.length)?;
        self.source.read_at(self.at + at, buffer)
    }
}

/// A file of the file system.
#[cfg(not(target_arch = "wasm32"))]
pub struct FileSource {
    file: std::sync::Mutex<std::fs::File>,
    length: u64,
}

#[cfg(not(target_arch = "wasm32"))]
impl FileSource {
    /// Opens a file.
    ///
    /// # Errors
    /// Where it cannot be opened.
    pub fn open(path: &std::path::Path) -> std::io::Result<FileSource> {
        let file = std::fs::File::open(path)?;
        let length = file.metadata()?.len();
        Ok(FileSource { file: std::sync::Mutex::new(file), length })
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Source for FileSource {
    fn len(&self) -> u64 {
        self.length
    }

    fn read_at(&self, at: u64, buffer: &mut [u8]) -> Result<(), InspectError> {
        check_range(at, buffer.len() as u64, self.length)?;
        let failed =
            |error: std::io::Error| InspectError::Unreadable { at, why: error.to_string() };
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.seek(SeekFrom::Start(at)).map_err(failed)?;
        file.read_exact(buffer).map_err(failed)
    }
}

/// A source as the standard library's `Read` and `Seek`, for readers that ask for those.
pub struct Cursor {
    source: Arc<dyn Source>,
    at: u64,
}

impl Cursor {
    /// At the first byte.
    pub fn new(source: Arc<dyn Source>) -> Cursor {
        Cursor { source, at: 0 }
    }
}

impl Read for Cursor {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let left = self.source.len().saturating_sub(self.at);
        let count = left.min(buffer.len() as u64) as usize;
        let part = &mut buffer[..count];
        self.source.read_at(self.at, part).map_err(std::io::Error::other)?;
        self.at += count as u64;
        Ok(count)
    }
}

impl Seek for Cursor {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        let place = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.source.len().checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        let before = || std::io::Error::new(std::io::ErrorKind::InvalidInput, "before the start");
        self.at = place.ok_or_else(before)?;
        Ok(self.at)
    }
}
