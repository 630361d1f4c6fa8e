//! What can be wrong with sentences that are studied.

use crate::encoder::EncoderError;

/// Why a sentence is not studied, or a head.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LawsError {
    /// The model refuses the sentence.
    #[error(transparent)]
    Encoder(#[from] EncoderError),
    /// The sentence has other layers or heads than those before it.
    #[error("the sentence has {found} heads in its layers, those before it {expected}")]
    Heads {
        /// h of every layer.
        found: String,
        /// Of the sentences before.
        expected: String,
    },
    /// An array has not the numbers that its shape says.
    #[error("layer {layer}: {what} has {found} numbers, expected {expected}")]
    Shape {
        /// From 0.
        layer: usize,
        /// Which array.
        what: &'static str,
        /// How many it has.
        found: usize,
        /// h · N · N, or N.
        expected: usize,
    },
    /// A row of weights is no distribution, or a number is not finite.
    #[error("layer {layer}, head {head}, row {row}: {why}")]
    Row {
        /// From 0.
        layer: usize,
        /// From 0.
        head: usize,
        /// From 0.
        row: usize,
        /// What is wrong.
        why: &'static str,
    },
    /// What is kept would be too much.
    #[error(
        "the maps of {sentences} sentences take {bytes} bytes, but at most {limit} are kept; take fewer or shorter ones"
    )]
    TooMuch {
        /// Sentences so far, this one included.
        sentences: usize,
        /// Bytes of all.
        bytes: u64,
        /// Bytes that are kept.
        limit: u64,
    },
    /// There is no such head.
    #[error("there is no head {head} in layer {layer}")]
    NoHead {
        /// From 0.
        layer: usize,
        /// From 0.
        head: usize,
    },
}
