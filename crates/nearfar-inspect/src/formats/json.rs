//! Attention weights as JSON: `{"attentions": [...], "tokens": [...]}`, or the nested lists alone. Other
//! JSON is none of the formats.

use std::fmt;
use std::sync::Arc;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::checkpoint::{Checkpoint, Format, Named};
use crate::error::InspectError;
use crate::limits;
use crate::maps;
use crate::source::{Source, bytes_at};
use crate::tensor::{Dtype, Storage, Tensor};

/// Lists within lists: layers, a batch of one, heads, rows, columns.
const DEPTH: usize = 5;

/// Whether a file begins as an object or a list.
pub(crate) fn matches(begins: &[u8]) -> bool {
    let text = begins.strip_prefix(b"\xef\xbb\xbf").unwrap_or(begins).trim_ascii_start();
    matches!(text.first(), Some(b'{' | b'['))
}

/// Opens weights; the tokens are metadata.
///
/// # Errors
/// Where it is JSON of another kind ([`InspectError::Unknown`]), or lists that are no weights.
pub(crate) fn open(source: Arc<dyn Source>, _beside: &[Named]) -> Result<Checkpoint, InspectError> {
    let what = "bytes of a file of JSON";
    let bytes = bytes_at(&*source, 0, source.len(), limits::COMPANION_BYTES, what)?;
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let mut json = serde_json::Deserializer::from_slice(text);
    let mut found = Found::default();
    let outcome = Whole(&mut found).deserialize(&mut json).and_then(|()| json.end());
    if !found.is_weights {
        let begins = bytes.get(..bytes.len().min(8)).unwrap_or_default();
        return Err(InspectError::Unknown { begins: format!("`{}`", begins.escape_ascii()) });
    }
    outcome.map_err(|error| InspectError::Malformed {
        format: "lists of attention weights",
        place: format!("line {}, column {}", error.line(), error.column()),
        why: error.to_string(),
    })?;
    let Found { grid, tokens, .. } = found;
    let shape: Vec<u64> = grid.shape.iter().map(|axis| axis.unwrap_or(0)).collect();
    let tensor = Tensor {
        name: maps::NAME.to_owned(),
        dtype: Dtype::F64,
        type_name: "numbers".to_owned(),
        shape,
        bytes: source.len(),
        shared: None,
        repeats: false,
        storage: Storage::Values(grid.numbers.into()),
    };
    let tokens = tokens.map(|tokens| (maps::TOKENS.to_owned(), maps::texts_as_json(&tokens)));
    Ok(Checkpoint {
        format: Format::Json,
        tensors: vec![tensor],
        metadata: tokens.into_iter().collect(),
        notes: Vec::new(),
        wanted: Vec::new(),
    })
}

/// What was read.
#[derive(Default)]
struct Found {
    grid: Grid,
    tokens: Option<Vec<String>>,
    /// Whether there were weights by their key, or lists alone.
    is_weights: bool,
}

/// Numbers in lists of lists, and how many each level has; `None` before the first list of it has ended.
#[derive(Default)]
struct Grid {
    numbers: Vec<f64>,
    shape: Vec<Option<u64>>,
    /// At which level the numbers are.
    rank: Option<usize>,
}

/// The whole file.
struct Whole<'a>(&'a mut Found);

impl<'de> DeserializeSeed<'de> for Whole<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Whole<'_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("attention weights and tokens")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut has_weights = false;
        while let Some(key) = map.next_key::<String>()? {
            if maps::is_name(&key) && !has_weights {
                has_weights = true;
                self.0.is_weights = true;
                map.next_value_seed(Level { grid: &mut self.0.grid, depth: 0 })?;
            } else if key == maps::TOKENS && self.0.tokens.is_none() {
                // Of another kind of file it may be anything.
                match map.next_value::<serde_json::Value>()? {
                    serde_json::Value::Array(texts) => {
                        let text = |value: serde_json::Value| value.as_str().map(str::to_owned);
                        self.0.tokens = texts.into_iter().map(text).collect();
                    }
                    _ => self.0.tokens = None,
                }
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<(), A::Error> {
        let found = self.0;
        let outcome = Level { grid: &mut found.grid, depth: 0 }.visit_seq(list);
        // Lists of anything else are another kind of file.
        found.is_weights = !found.grid.numbers.is_empty();
        outcome
    }
}

/// A value at a depth of the lists.
struct Level<'a> {
    grid: &'a mut Grid,
    depth: usize,
}

impl Level<'_> {
    fn number<E: Error>(self, number: f64) -> Result<(), E> {
        if *self.grid.rank.get_or_insert(self.depth) != self.depth || self.depth == 0 {
            return Err(E::custom("a number stands where other rows have a list"));
        }
        self.grid.numbers.push(number);
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Level<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Level<'_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "a number, or a list of them, at most {DEPTH} lists deep")
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<(), E> {
        self.number(number)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<(), E> {
        self.number(number as f64)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<(), E> {
        self.number(number as f64)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let Level { grid, depth } = self;
        if depth >= DEPTH || grid.rank.is_some_and(|rank| depth >= rank) {
            return Err(A::Error::custom("a list stands where other rows have a number"));
        }
        if grid.shape.len() == depth {
            grid.shape.push(None);
        }
        let mut count = 0_u64;
        while list.next_element_seed(Level { grid: &mut *grid, depth: depth + 1 })?.is_some() {
            count += 1;
        }
        match grid.shape.get_mut(depth) {
            Some(known @ None) => *known = Some(count),
            Some(&mut Some(known)) if known != count => {
                let why = format!("a list of {count} stands beside lists of {known}");
                return Err(A::Error::custom(why));
            }
            _ => {}
        }
        Ok(())
    }
}
