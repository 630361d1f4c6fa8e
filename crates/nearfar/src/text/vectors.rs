//! The table of word vectors in parts: which part a word is in, and the file of a part, read as a
//! stranger's bytes and written.

/// d: the length of a word vector.
pub const DIMENSION: usize = 100;

/// The most frequent words, which are loaded at once, are this many.
pub const FREQUENT_WORDS: usize = 2048;

/// The number of parts that hold all other words.
pub const PARTS: u8 = 128;

/// The longest word of the table, in bytes.
pub const LONGEST_WORD: usize = 23;

const MAGIC: [u8; 4] = *b"NFWV";
const VERSION: u32 = 1;
const FREQUENT: u32 = u32::MAX;
const HEADER: usize = 24;

/// One file of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The most frequent words, whatever their hash.
    Frequent,
    /// The other words of one value of the hash, below [`PARTS`].
    Hashed(u8),
}

impl Part {
    /// All parts, the frequent one first.
    pub fn all() -> impl Iterator<Item = Part> {
        std::iter::once(Part::Frequent).chain((0..PARTS).map(Part::Hashed))
    }

    /// The name of the part's file: `frequent.bin`, `part-000.bin` to `part-127.bin`.
    pub fn file_name(self) -> String {
        match self {
            Part::Frequent => "frequent.bin".to_owned(),
            Part::Hashed(index) => format!("part-{index:03}.bin"),
        }
    }

    fn code(self) -> u32 {
        match self {
            Part::Frequent => FREQUENT,
            Part::Hashed(index) => u32::from(index),
        }
    }

    fn from_code(code: u32) -> Option<Part> {
        match u8::try_from(code) {
            _ if code == FREQUENT => Some(Part::Frequent),
            Ok(index) if index < PARTS => Some(Part::Hashed(index)),
            _ => None,
        }
    }
}

/// The part that holds a word which is not among the frequent ones: FNV-1a modulo [`PARTS`].
pub fn part_of(word: &str) -> Part {
    // The remainder is below 128.
    Part::Hashed((fnv1a(word) % u64::from(PARTS)) as u8)
}

/// Whether the table can hold a word at all, so that a text of Chinese or of emoji fetches nothing:
/// at most [`LONGEST_WORD`] bytes, of ASCII or one of the signs … £ €. The table has no row for
/// numbers ([`super::NUMBER`]).
pub fn may_be_in_table(word: &str) -> bool {
    word != super::NUMBER
        && (1..=LONGEST_WORD).contains(&word.len())
        && (word.is_ascii() || matches!(word, "…" | "£" | "€"))
}

/// FNV-1a, 64 bits (Fowler, Noll, Vo; draft-eastlake-fnv), of the word's UTF-8: the same on every
/// platform and in every version, unlike the standard library's hashes.
pub fn fnv1a(word: &str) -> u64 {
    word.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Some rows of the table: int8 with one scale a row, sorted by word.
#[derive(Clone, Debug, PartialEq)]
pub struct VectorPart {
    part: Part,
    /// `[n]`, strictly increasing in the order of bytes.
    words: Vec<String>,
    /// `[n]`, finite and not negative.
    scales: Vec<f32>,
    /// `[n, DIMENSION]`.
    values: Vec<i8>,
}

/// Why the bytes of a part were refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum VectorsError {
    /// Fewer bytes than a header.
    #[error("{found} bytes, expected at least the {HEADER} of a header")]
    TooShort {
        /// Bytes in the file.
        found: usize,
    },
    /// Another kind of file.
    #[error("the file starts with {found:02x?}, expected {MAGIC:02x?} (\"NFWV\")")]
    Magic {
        /// The first four bytes.
        found: [u8; 4],
    },
    /// Written by another version of the page.
    #[error("format version {found} at byte 4, expected {VERSION}")]
    Version {
        /// The version read.
        found: u32,
    },
    /// The header names no part.
    #[error("part {found} at byte 8, expected less than {PARTS}, or {FREQUENT} for frequent words")]
    UnknownPart {
        /// The part read.
        found: u32,
    },
    /// Vectors of another length.
    #[error("vectors of {found} dimensions at byte 12, expected {DIMENSION}")]
    Dimension {
        /// The dimension read.
        found: u32,
    },
    /// The counts of the header and the length of the file disagree.
    #[error("{found} bytes, but {words} words in {text} bytes of text take {}", expected.map_or_else(|| "more than can be addressed".to_owned(), |bytes| bytes.to_string()))]
    Length {
        /// Bytes in the file.
        found: usize,
        /// Words, as the header says.
        words: u32,
        /// Bytes of text, as the header says.
        text: u32,
        /// Bytes that these take; `None` if they exceed a `usize`.
        expected: Option<usize>,
    },
    /// The words are not UTF-8.
    #[error("the words are not UTF-8 at byte {at}")]
    NotUtf8 {
        /// Byte in the file.
        at: usize,
    },
    /// The words are more or fewer than the header says.
    #[error("{found} words, expected {expected} as the header says")]
    WordCount {
        /// Words found.
        found: usize,
        /// Words, as the header says.
        expected: usize,
    },
    /// What follows the last word is not the zeros that fill up four bytes.
    #[error("after the last word {found:02x?}, expected zeros up to a multiple of 4 bytes")]
    Padding {
        /// The bytes found, the first four of them.
        found: Vec<u8>,
    },
    /// A word of no characters, or with a line break in it.
    #[error("word {index} is {found:?}, expected characters without a line break")]
    Word {
        /// Which word, from 0.
        index: usize,
        /// The word.
        found: String,
    },
    /// The words are not sorted, or one stands twice.
    #[error("word {index}, {found:?}, does not come after {before:?}")]
    Unsorted {
        /// Which word, from 0.
        index: usize,
        /// The word.
        found: String,
        /// The one before.
        before: String,
    },
    /// A word that belongs in another part, where alone it would be looked for.
    #[error("{word:?} stands in {}, expected in {}", found.file_name(), expected.file_name())]
    WrongPart {
        /// The word.
        word: String,
        /// The part of this file.
        found: Part,
        /// The word's part.
        expected: Part,
    },
    /// A scale that is no number, infinite or negative.
    #[error("the scale of {word:?} is {found}, expected a finite number, not negative")]
    Scale {
        /// The word of the row.
        word: String,
        /// The scale read.
        found: f32,
    },
}

impl VectorPart {
    /// A part of these rows: word, scale, and the vector divided by the scale and rounded. The
    /// order is free.
    ///
    /// # Errors
    /// [`VectorsError::Word`], `Unsorted` (a word stands twice), `WrongPart` or `Scale`.
    pub fn new(
        part: Part,
        mut rows: Vec<(String, f32, [i8; DIMENSION])>,
    ) -> Result<VectorPart, VectorsError> {
        rows.sort_by(|a, b| a.0.cmp(&b.0));
        let mut words = Vec::with_capacity(rows.len());
        let mut scales = Vec::with_capacity(rows.len());
        let mut values = Vec::with_capacity(rows.len() * DIMENSION);
        for (word, scale, row) in rows {
            words.push(word);
            scales.push(scale);
            values.extend_from_slice(&row);
        }
        VectorPart { part, words, scales, values }.checked()
    }

    /// The rows of some of its words only.
    #[must_use]
    pub fn only(&self, keep: &[&str]) -> VectorPart {
        let (rows, _) = self.values.as_chunks::<DIMENSION>();
        let all = self.words.iter().zip(&self.scales).zip(rows);
        let mut part = VectorPart { words: vec![], scales: vec![], values: vec![], ..*self };
        for ((word, &scale), row) in all.filter(|((word, _), _)| keep.contains(&word.as_str())) {
            part.words.push(word.clone());
            part.scales.push(scale);
            part.values.extend_from_slice(row);
        }
        part
    }

    /// Which part this is.
    pub fn part(&self) -> Part {
        self.part
    }

    /// The words, sorted by their bytes.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// The vector of a word of this part, `[DIMENSION]`.
    pub fn vector(&self, word: &str) -> Option<[f32; DIMENSION]> {
        let (scale, row) = self.row(word)?;
        Some(row.map(|value| f32::from(value) * scale))
    }

    /// The scale of a word of this part, and its vector divided by it, `[DIMENSION]`.
    pub fn row(&self, word: &str) -> Option<(f32, &[i8; DIMENSION])> {
        let row = self.words.binary_search_by(|known| known.as_str().cmp(word)).ok()?;
        let scale = *self.scales.get(row)?;
        let (rows, _) = self.values.as_chunks::<DIMENSION>();
        Some((scale, rows.get(row)?))
    }

    /// Reads the file of a part. All integers are little-endian; n words take, from byte 0:
    ///
    /// | bytes | what |
    /// |---|---|
    /// | 4 | `NFWV` |
    /// | 4 | version, u32: 1 |
    /// | 4 | part, u32: 0 to 127, or 2^32 - 1 for the frequent words |
    /// | 4 | dimension d, u32: 100 |
    /// | 4 | n, u32 |
    /// | 4 | t, u32: bytes of the words, a multiple of 4 |
    /// | t | the words in UTF-8, sorted by their bytes, a line feed after each, then zeros |
    /// | 4 n | the scales, f32 |
    /// | d n | the rows, int8, one after the other: the vector is row x scale |
    ///
    /// No single allocation is larger than `bytes`.
    ///
    /// # Errors
    /// [`VectorsError`]: every length, count and word is checked before it is used.
    pub fn parse(bytes: &[u8]) -> Result<VectorPart, VectorsError> {
        let too_short = || VectorsError::TooShort { found: bytes.len() };
        let (header, body) = bytes.split_first_chunk::<HEADER>().ok_or_else(too_short)?;
        let (fields, _) = header.as_chunks::<4>();
        let &[magic, version, part, dimension, count, text_length] = fields else {
            return Err(too_short());
        };
        if magic != MAGIC {
            return Err(VectorsError::Magic { found: magic });
        }
        let found = u32::from_le_bytes(version);
        if found != VERSION {
            return Err(VectorsError::Version { found });
        }
        let found = u32::from_le_bytes(part);
        let part = Part::from_code(found).ok_or(VectorsError::UnknownPart { found })?;
        let found = u32::from_le_bytes(dimension);
        if usize::try_from(found) != Ok(DIMENSION) {
            return Err(VectorsError::Dimension { found });
        }

        let count = u32::from_le_bytes(count);
        let text_length = u32::from_le_bytes(text_length);
        let length = |expected| VectorsError::Length {
            found: bytes.len(),
            words: count,
            text: text_length,
            expected,
        };
        let lengths = Lengths::of(count, text_length).ok_or_else(|| length(None))?;
        if bytes.len() != lengths.file {
            return Err(length(Some(lengths.file)));
        }
        // The three lengths add up to the body's, so neither split can fail.
        let whole = || length(Some(lengths.file));
        let (text, rest) = body.split_at_checked(lengths.text).ok_or_else(whole)?;
        let (scales, values) = rest.split_at_checked(lengths.scales).ok_or_else(whole)?;

        let (scales, _) = scales.as_chunks::<4>();
        VectorPart {
            part,
            words: words(text, lengths.words)?,
            scales: scales.iter().map(|&scale| f32::from_le_bytes(scale)).collect(),
            values: values.iter().map(|&value| i8::from_le_bytes([value])).collect(),
        }
        .checked()
    }

    /// The file of this part, as [`VectorPart::parse`] reads it.
    pub fn write(&self) -> Vec<u8> {
        let mut text = Vec::new();
        for word in &self.words {
            text.extend_from_slice(word.as_bytes());
            text.push(b'\n');
        }
        text.resize(text.len().next_multiple_of(4), 0);

        // A part of more than 2^32 words or bytes cannot be written; no table comes near.
        let length = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let mut bytes = MAGIC.to_vec();
        for field in [
            VERSION,
            self.part.code(),
            length(DIMENSION),
            length(self.words.len()),
            length(text.len()),
        ] {
            bytes.extend_from_slice(&field.to_le_bytes());
        }
        bytes.extend_from_slice(&text);
        bytes.extend(self.scales.iter().flat_map(|scale| scale.to_le_bytes()));
        bytes.extend(self.values.iter().flat_map(|value| value.to_le_bytes()));
        bytes
    }

    fn checked(self) -> Result<VectorPart, VectorsError> {
        for (index, word) in self.words.iter().enumerate() {
            if word.is_empty() || word.contains('\n') {
                return Err(VectorsError::Word { index, found: word.clone() });
            }
            let expected = part_of(word);
            if self.part != Part::Frequent && self.part != expected {
                return Err(VectorsError::WrongPart {
                    word: word.clone(),
                    found: self.part,
                    expected,
                });
            }
        }
        for (index, (before, found)) in self.words.iter().zip(self.words.iter().skip(1)).enumerate()
        {
            if before >= found {
                return Err(VectorsError::Unsorted {
                    index: index + 1,
                    found: found.clone(),
                    before: before.clone(),
                });
            }
        }
        for (word, &found) in self.words.iter().zip(&self.scales) {
            if !found.is_finite() || found.is_sign_negative() {
                return Err(VectorsError::Scale { word: word.clone(), found });
            }
        }
        Ok(self)
    }
}

/// The lengths that a header announces, in bytes but for `words`.
struct Lengths {
    words: usize,
    text: usize,
    scales: usize,
    file: usize,
}

impl Lengths {
    /// `None` if they exceed a `usize`, which on wasm32 has 32 bits.
    fn of(words: u32, text: u32) -> Option<Lengths> {
        let words = usize::try_from(words).ok()?;
        let text = usize::try_from(text).ok()?;
        let scales = words.checked_mul(4)?;
        let file = words
            .checked_mul(DIMENSION)?
            .checked_add(scales)?
            .checked_add(text)?
            .checked_add(HEADER)?;
        Some(Lengths { words, text, scales, file })
    }
}

/// `count` words, a line feed after each, then at most three zeros.
fn words(text: &[u8], count: usize) -> Result<Vec<String>, VectorsError> {
    let words_end = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let (lines, padding) = text.split_at_checked(words_end).unwrap_or((text, &[]));
    if padding.len() > 3 || padding.iter().any(|&byte| byte != 0) || !text.len().is_multiple_of(4) {
        return Err(VectorsError::Padding { found: padding.iter().copied().take(4).collect() });
    }
    let lines = std::str::from_utf8(lines)
        .map_err(|error| VectorsError::NotUtf8 { at: HEADER + error.valid_up_to() })?;
    let found = lines.matches('\n').count();
    if found != count {
        return Err(VectorsError::WordCount { found, expected: count });
    }
    Ok(lines.split_terminator('\n').map(str::to_owned).collect())
}
