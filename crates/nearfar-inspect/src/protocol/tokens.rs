//! What a page and the worker that parts a sentence say to each other, as [`super`] does.

use serde::{Deserialize, Serialize};

/// The version of these messages.
pub const PROTOCOL: &str = "nearfar-tokenizer/2";

/// What a page asks; the file of `Load` lies beside, then the tokenizer_config.json that came with it, if one did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TokenAsk {
    /// Reads a tokenizer. Answer: [`TokenAnswer::Loaded`].
    Load {
        /// The file's name: what ends in `.txt` is a vocabulary.
        name: String,
    },
    /// Parts a text. Answer: [`TokenAnswer::Encoded`].
    Encode {
        /// The text.
        text: String,
        /// The most tokens that are wanted.
        most: usize,
    },
}

/// What the worker answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TokenAnswer {
    /// A tokenizer was read.
    Loaded {
        /// Its model and how many pieces it knows.
        kind: String,
        /// How many pieces it knows.
        words: usize,
        /// What was assumed or switched off.
        notes: Vec<String>,
    },
    /// A text's tokens.
    Encoded {
        /// The text.
        text: String,
        /// Its tokens, special ones included.
        tokens: Vec<Token>,
        /// How many were left out, since there were more than wanted.
        cut: usize,
    },
    /// It could not be done.
    Failed {
        /// What, and what to do.
        message: String,
    },
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Token {
    /// Its row in the model's table of words.
    pub id: u32,
    /// As the vocabulary spells it.
    pub text: String,
    /// Whether the model's own rules added it.
    pub special: bool,
}
