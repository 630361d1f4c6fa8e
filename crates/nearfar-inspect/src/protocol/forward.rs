//! Heads, a sentence through the model, and what is laid over its heads.

use serde::{Deserialize, Serialize};

pub use crate::report::OwnNumbers;

/// Pixels of a thumbnail's side.
pub const THUMBNAIL: usize = 24;

/// A number as a file has it: NaN and infinities too, for which JSON has no word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Spelled", into = "Spelled")]
pub struct Stored(pub f64);

/// How it is sent.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Spelled {
    Number(f64),
    Word(String),
}

impl From<Stored> for Spelled {
    fn from(Stored(value): Stored) -> Spelled {
        match value.is_finite() {
            true => Spelled::Number(value),
            false => Spelled::Word(value.to_string()),
        }
    }
}

impl From<Spelled> for Stored {
    fn from(spelled: Spelled) -> Stored {
        match spelled {
            Spelled::Number(value) => Stored(value),
            Spelled::Word(word) => Stored(word.parse().unwrap_or(f64::NAN)),
        }
    }
}

/// w and v of the heads of a stored layer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LayerHeads {
    /// Which stored layer, from 0.
    pub layer: usize,
    /// What its names begin with.
    pub name: String,
    /// w, `[h]`.
    pub w: Vec<Stored>,
    /// v, `[h]` or empty.
    pub v: Vec<Stored>,
    /// Where w started, `[h]` or empty.
    pub start_w: Vec<Stored>,
    /// Where v started, `[h]` or empty.
    pub start_v: Vec<Stored>,
    /// What another method has of its own for positions.
    #[serde(default)]
    pub own: Vec<OwnNumbers>,
}

/// What a model is run on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sentence {
    /// Numbers of tokens, special ones included.
    Ids(Vec<u32>),
    /// A text, for models that read vectors of words (this project's files).
    Text(String),
}

/// What is laid over the heads.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rescale {
    /// Mapping and adjustment for all of them, as links spell it: `da:MAPPING:ADJUSTMENT`.
    pub method: String,
    /// The heads.
    pub heads: Vec<HeadRescale>,
}

/// A head that is rescaled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HeadRescale {
    /// The step of its layer, from 0.
    pub layer: usize,
    /// The head, from 0.
    pub head: usize,
    /// w.
    pub w: f64,
    /// v.
    pub v: f64,
}

/// Which weights of a head.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Which {
    /// As the model was trained.
    #[default]
    Before,
    /// With what is laid over.
    After,
    /// After less before.
    Difference,
}

/// What a head does on the sentence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HeadLine {
    /// Mean attended distance, in tokens; `None` where its rows are no distributions.
    pub distance: Option<f64>,
    /// Mean entropy of its rows, in nats.
    pub entropy: Option<f64>,
    /// Mean share of weight within two tokens.
    pub near: Option<f64>,
    /// Whether it spreads its weight almost evenly.
    pub is_even: bool,
}

/// A sentence that was run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ran {
    /// N.
    pub count: usize,
    /// The tokens of a text; empty where numbers were given.
    pub tokens: Vec<String>,
    /// Whether the model, or the table of words, has each of them.
    pub known: Vec<bool>,
    /// Files of the table of words that may hold the others, and were not given.
    pub wanted: Vec<String>,
    /// The heads of each step, `[layers][h]`.
    pub heads: Vec<Vec<HeadLine>>,
    /// w and v that the heads of each step were trained with, `[layers][h]`; empty for none.
    pub own: Vec<Vec<(f64, f64)>>,
    /// How heads with w and v of their own attend, as links spell it.
    pub method: String,
    /// Pixels of a thumbnail's side.
    pub side: usize,
    /// How long the layers took, in milliseconds, by the shell's clock.
    pub ms: f64,
}

/// Heads that were rescaled.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rescaled {
    /// The heads of each step.
    pub heads: Vec<Vec<HeadLine>>,
    /// The cosine of each token's final hidden state to that before, `[N]`.
    pub cosines: Vec<f64>,
    /// How long the layers took, in milliseconds, by the shell's clock.
    pub ms: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nan_and_infinities_are_sent_as_they_are() {
        let values = [0.0, -2.5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(Stored);
        let text = serde_json::to_string(&values).expect("JSON");
        let back: Vec<Stored> = serde_json::from_str(&text).expect("numbers");
        assert!(back[2].0.is_nan());
        assert_eq!(
            [back[0], back[1], back[3], back[4]],
            [values[0], values[1], values[3], values[4]]
        );
    }
}
