//! Zip archives: what entries there are, and each as a source of bytes. Entries that are stored as
//! they are stay in the file, whatever their size; deflated ones are unpacked when they are read.
//! Not a general unzipper: no encryption, no other compression, no archive in several parts.
//!
//! Own code and not the `zip` crate, because that one searches a whole damaged file for a directory
//! and sets memory aside by the announced number of entries, some seven times the file's size.

use std::io::Read;
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::InspectError;
use crate::limits;
use crate::source::{Cursor, Part, Source, bytes_at, check_range};

/// The end record: its fixed part, the longest comment behind it, and its mark.
const END_BYTES: u64 = 22;
const COMMENT_BYTES: u64 = u16::MAX as u64;
const END: [u8; 4] = *b"PK\x05\x06";
/// The 64-bit end record and what points to it.
const LOCATOR_BYTES: u64 = 20;
const LOCATOR: [u8; 4] = *b"PK\x06\x07";
const END64_BYTES: u64 = 56;
const END64: [u8; 4] = *b"PK\x06\x06";
/// An entry in the directory, and before its data.
const ENTRY_BYTES: usize = 46;
const ENTRY: [u8; 4] = *b"PK\x01\x02";
const LOCAL_BYTES: u64 = 30;
const LOCAL: [u8; 4] = *b"PK\x03\x04";
/// A read up to here unpacks only the start of a deflated entry, where the whole is not there yet:
/// the headers of .npy files lie within.
const HEAD_BYTES: u64 = 1 << 17;

/// No byte of deflated data yields more.
const MAX_RATIO: u64 = 1032;

/// How an entry is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    /// As it is: a range of the file.
    Stored,
    /// Deflated.
    Deflated,
    /// Encrypted.
    Encrypted,
    /// By another method, by its number.
    Other(u16),
}

/// An entry.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// Its name, with `/` between folders.
    pub(crate) name: String,
    /// How it is kept.
    pub(crate) packing: Packing,
    /// Its bytes, unpacked, as announced.
    pub(crate) size: u64,
    /// Its bytes in the file.
    packed: u64,
    /// Where it begins, in bytes.
    header_at: u64,
    /// The checksum of the unpacked bytes.
    crc: u32,
}

/// The deflated entry that was unpacked last, by its number: never more than one is kept.
type Unpacked = Arc<Mutex<Option<(usize, Arc<Vec<u8>>)>>>;

/// An archive's directory.
pub(crate) struct Archive {
    source: Arc<dyn Source>,
    entries: Vec<Entry>,
    /// Numbers of the entries, sorted by name.
    by_name: Vec<u32>,
    unpacked: Unpacked,
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    bytes
        .get(at..)
        .and_then(|rest| rest.first_chunk())
        .map_or(0, |field| u16::from_le_bytes(*field))
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes
        .get(at..)
        .and_then(|rest| rest.first_chunk())
        .map_or(0, |field| u32::from_le_bytes(*field))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    bytes
        .get(at..)
        .and_then(|rest| rest.first_chunk())
        .map_or(0, |field| u64::from_le_bytes(*field))
}

fn malformed(place: impl Into<String>, why: impl Into<String>) -> InspectError {
    InspectError::Malformed { format: "zip archives", place: place.into(), why: why.into() }
}

/// Whether a file begins as a zip archive.
pub(crate) fn matches(begins: &[u8]) -> bool {
    begins.starts_with(&LOCAL) || begins.starts_with(&END)
}

/// The directory: where it begins, its bytes, and its entries.
struct Directory {
    at: u64,
    bytes: u64,
    entries: u64,
}

fn find_directory(source: &dyn Source) -> Result<Directory, InspectError> {
    let length = source.len();
    let tail_at = length.saturating_sub(END_BYTES + COMMENT_BYTES);
    let tail_bytes = length - tail_at;
    let tail = bytes_at(source, tail_at, tail_bytes, END_BYTES + COMMENT_BYTES, "bytes")?;
    // The comment behind the record must end where the file does.
    let found = (0..tail.len().saturating_sub(END_BYTES as usize - 1)).rev().find(|&at| {
        let rest = tail.get(at..).unwrap_or_default();
        rest.starts_with(&END) && u64::from(u16_at(rest, 20)) + END_BYTES == rest.len() as u64
    });
    let Some(found) = found else {
        let why = "the record that ends an archive is not there: it was cut off, or has bytes \
                   behind it. Copy or download it again";
        return Err(malformed(format!("byte {tail_at} to the end"), why));
    };
    let end = tail.get(found..).unwrap_or_default();
    let end_at = tail_at + found as u64;
    let mut directory = Directory {
        at: u32_at(end, 16).into(),
        bytes: u32_at(end, 12).into(),
        entries: u16_at(end, 10).into(),
    };
    let mut before = end_at;
    let wide = directory.at == u64::from(u32::MAX)
        || directory.bytes == u64::from(u32::MAX)
        || directory.entries == u64::from(u16::MAX);
    if let (true, Some(locator_at)) = (wide, end_at.checked_sub(LOCATOR_BYTES)) {
        let locator = bytes_at(source, locator_at, LOCATOR_BYTES, LOCATOR_BYTES, "bytes")?;
        if locator.starts_with(&LOCATOR) {
            before = u64_at(&locator, 8);
            let record = bytes_at(source, before, END64_BYTES, END64_BYTES, "bytes")?;
            if !record.starts_with(&END64) {
                let why = "the 64-bit end record should be here, but is not";
                return Err(malformed(format!("byte {before}"), why));
            }
            directory = Directory {
                at: u64_at(&record, 48),
                bytes: u64_at(&record, 40),
                entries: u64_at(&record, 32),
            };
        }
    }
    check_range(directory.at, directory.bytes, before)?;
    Ok(directory)
}

impl Archive {
    /// Reads the directory of an archive, in one piece.
    ///
    /// # Errors
    /// Where there is none, it is damaged, or names more than [`limits::ENTRIES`] entries.
    pub(crate) fn open(source: Arc<dyn Source>) -> Result<Archive, InspectError> {
        let directory = find_directory(&*source)?;
        if directory.entries > limits::ENTRIES {
            let (what, found) = ("entries of the archive", directory.entries);
            return Err(InspectError::TooMuch { what, found, limit: limits::ENTRIES });
        }
        let what = "bytes of the archive's directory";
        let bytes = bytes_at(&*source, directory.at, directory.bytes, limits::HEADER_BYTES, what)?;
        let mut entries = Vec::new();
        let mut rest = &bytes[..];
        for number in 0..directory.entries {
            let at = directory.at + (bytes.len() - rest.len()) as u64;
            let place = || format!("byte {at}, entry {number} of the archive's directory");
            if rest.len() < ENTRY_BYTES || !rest.starts_with(&ENTRY) {
                return Err(malformed(place(), "an entry is announced, but is not there"));
            }
            let [name, extra, comment] = [28, 30, 32].map(|at| usize::from(u16_at(rest, at)));
            let name_end = ENTRY_BYTES + name;
            let fields = rest.get(ENTRY_BYTES..name_end).zip(rest.get(name_end..name_end + extra));
            let next = rest.get(name_end + extra + comment..);
            let (Some((name, extra)), Some(next)) = (fields, next) else {
                return Err(malformed(place(), "its name goes beyond the directory"));
            };
            let entry = read_entry(rest, name, extra).map_err(|why| malformed(place(), why))?;
            // Folders have no bytes.
            if !entry.name.ends_with('/') {
                entries.push(entry);
            }
            rest = next;
        }
        let mut by_name: Vec<u32> = (0..entries.len() as u32).collect();
        let name = |number: u32| entries.get(number as usize).map(|entry| &*entry.name);
        by_name.sort_by_key(|&number| name(number));
        let mut pairs = by_name.iter().zip(by_name.iter().skip(1));
        if let Some((&twice, _)) = pairs.find(|&(&a, &b)| name(a) == name(b)) {
            let place = format!("the entry `{}`", name(twice).unwrap_or_default());
            return Err(malformed(
                place,
                "two entries have this name, and readers differ in which \
                                         they take",
            ));
        }
        check_apart(&entries)?;
        Ok(Archive { source, entries, by_name, unpacked: Unpacked::default() })
    }

    /// The entries, in the order of the directory.
    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// An entry by its name.
    pub(crate) fn find(&self, name: &str) -> Option<&Entry> {
        self.entries.get(self.number(name)?)
    }

    fn number(&self, name: &str) -> Option<usize> {
        let of = |&number: &u32| self.entries.get(number as usize).map(|entry| &*entry.name);
        let at = self.by_name.binary_search_by(|number| of(number).cmp(&Some(name))).ok()?;
        self.by_name.get(at).map(|&number| number as usize)
    }

    /// The bytes of an entry: a range of the file, or unpacked when they are read, with the checksum
    /// compared then.
    ///
    /// # Errors
    /// Where there is no such entry, it is encrypted or packed by another method, it would unpack to
    /// more than [`limits::UNPACKED_BYTES`], or it does not lie within the file.
    pub(crate) fn source(&self, name: &str) -> Result<Arc<dyn Source>, InspectError> {
        let place = || format!("the entry `{name}`");
        let found = self.number(name).and_then(|number| Some((number, self.entries.get(number)?)));
        let Some((number, entry)) = found else {
            return Err(malformed(place(), "it is not in the archive"));
        };
        let unsupported = |what: String| InspectError::Unsupported {
            place: place(),
            what,
            advice: "unpack the archive and save it again without",
        };
        match entry.packing {
            Packing::Encrypted => return Err(unsupported("encryption".to_owned())),
            Packing::Other(method) => {
                return Err(unsupported(format!("compression method {method}")));
            }
            Packing::Stored if entry.packed != entry.size => {
                let (packed, size) = (entry.packed, entry.size);
                let why = format!("it is stored as it is, yet takes {packed} bytes for {size}");
                return Err(malformed(place(), why));
            }
            Packing::Deflated if entry.size > limits::UNPACKED_BYTES => {
                let (what, found) = ("bytes that an entry unpacks to", entry.size);
                return Err(InspectError::TooMuch { what, found, limit: limits::UNPACKED_BYTES });
            }
            Packing::Stored | Packing::Deflated => {}
        }
        let local = bytes_at(&*self.source, entry.header_at, LOCAL_BYTES, LOCAL_BYTES, "bytes")?;
        if !local.starts_with(&LOCAL) {
            let why = format!("it should begin at byte {}, but does not", entry.header_at);
            return Err(malformed(place(), why));
        }
        let names = u64::from(u16_at(&local, 26)) + u64::from(u16_at(&local, 28));
        // The header was read, so this does not overflow.
        let data_at = entry.header_at + LOCAL_BYTES + names;
        let part = Part::new(self.source.clone(), data_at, entry.packed)?;
        if entry.packing == Packing::Stored {
            return Ok(Arc::new(part));
        }
        Ok(Arc::new(Deflated {
            part: Arc::new(part),
            entry: entry.clone(),
            number,
            unpacked: self.unpacked.clone(),
        }))
    }
}

/// That no two entries share bytes, with which a small archive unpacks to any size.
fn check_apart(entries: &[Entry]) -> Result<(), InspectError> {
    let mut places: Vec<_> = entries.iter().collect();
    places.sort_by_key(|entry| entry.header_at);
    for (first, second) in places.iter().zip(places.iter().skip(1)) {
        let end = first.header_at.saturating_add(LOCAL_BYTES).saturating_add(first.packed);
        if end > second.header_at {
            let why = format!("it overlaps the entry `{}`", second.name.escape_debug());
            return Err(malformed(format!("the entry `{}`", first.name.escape_debug()), why));
        }
    }
    Ok(())
}

/// An entry of the directory. The 64-bit fields stand in for those of 32 bits that are full.
fn read_entry(fixed: &[u8], name: &[u8], extra: &[u8]) -> Result<Entry, &'static str> {
    let mut wide = [24, 20, 42].map(|at| u64::from(u32_at(fixed, at)));
    if wide.contains(&u64::from(u32::MAX)) {
        let mut fields = extra;
        while let Some((head, rest)) = fields.split_at_checked(4) {
            let cut_off = "an extra field goes beyond the directory";
            let (field, rest) = rest.split_at_checked(u16_at(head, 2).into()).ok_or(cut_off)?;
            fields = rest;
            if u16_at(head, 0) != 1 {
                continue;
            }
            let mut numbers = field.as_chunks::<8>().0.iter().map(|&n| u64::from_le_bytes(n));
            for number in wide.iter_mut().filter(|number| **number == u64::from(u32::MAX)) {
                *number = numbers.next().ok_or("a 64-bit field is missing")?;
            }
        }
    }
    let [size, packed, header_at] = wide;
    let packing = match (u16_at(fixed, 8) & 1, u16_at(fixed, 10)) {
        (1, _) => Packing::Encrypted,
        (_, 0) => Packing::Stored,
        (_, 8) => Packing::Deflated,
        (_, method) => Packing::Other(method),
    };
    let name = String::from_utf8_lossy(name).into_owned();
    Ok(Entry { name, packing, size, packed, header_at, crc: u32_at(fixed, 16) })
}

/// A deflated entry.
struct Deflated {
    part: Arc<dyn Source>,
    entry: Entry,
    number: usize,
    unpacked: Unpacked,
}

impl Deflated {
    /// The first `length` bytes, never more.
    fn unpack(&self, length: u64) -> Result<Vec<u8>, InspectError> {
        let wrong = |why: String| malformed(format!("the entry `{}`", self.entry.name), why);
        let file = std::io::BufReader::with_capacity(1 << 16, Cursor::new(self.part.clone()));
        let mut inflated = flate2::read::DeflateDecoder::new(file);
        // No more than the packed bytes can yield, so a small file does not set much aside.
        let yields = self.entry.packed.saturating_mul(MAX_RATIO);
        let mut bytes = Vec::with_capacity(length.min(yields) as usize);
        let read = inflated.by_ref().take(length).read_to_end(&mut bytes);
        read.map_err(|error| wrong(format!("it cannot be unpacked: {error}")))?;
        if (bytes.len() as u64) < length {
            let size = self.entry.size;
            return Err(wrong(format!("it unpacks to {} bytes, not {size}", bytes.len())));
        }
        Ok(bytes)
    }

    fn whole(&self) -> Result<Arc<Vec<u8>>, InspectError> {
        let mut slot = self.unpacked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((number, bytes)) = &*slot
            && *number == self.number
        {
            return Ok(bytes.clone());
        }
        // Before the next is unpacked, so that there are never two.
        *slot = None;
        let bytes = self.unpack(self.entry.size)?;
        let mut crc = flate2::Crc::new();
        crc.update(&bytes);
        if crc.sum() != self.entry.crc {
            let why = "its checksum is not the stored one. Copy or download the file again";
            return Err(malformed(format!("the entry `{}`", self.entry.name), why));
        }
        let bytes = Arc::new(bytes);
        *slot = Some((self.number, bytes.clone()));
        Ok(bytes)
    }
}

impl Source for Deflated {
    fn len(&self) -> u64 {
        self.entry.size
    }

    fn read_at(&self, at: u64, buffer: &mut [u8]) -> Result<(), InspectError> {
        check_range(at, buffer.len() as u64, self.entry.size)?;
        let end = at + buffer.len() as u64;
        let held = match &*self.unpacked.lock().unwrap_or_else(PoisonError::into_inner) {
            Some((number, bytes)) if *number == self.number => Some(bytes.clone()),
            _ => None,
        };
        let bytes = match held {
            Some(bytes) => bytes,
            None if end <= HEAD_BYTES => Arc::new(self.unpack(end)?),
            None => self.whole()?,
        };
        // Checked above: the bytes are as many as announced.
        let range = bytes.get(at as usize..end as usize);
        buffer.copy_from_slice(range.ok_or_else(|| malformed("an entry", "it is cut off"))?);
        Ok(())
    }
}
