//! Laws of distance of the open model: the page hands over one sentence after another and asks for one head after
//! another, so that it shows how far it is and stops when it likes.

use serde::{Deserialize, Serialize};

use super::forward::Sentence;
use crate::laws::{HeadReport, Means};

/// What a page asks of the laws.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum LawsAsk {
    /// A study without sentences, in place of the last one. Answer: [`LawsSaid::Begun`].
    Begin {
        /// Of the resamples.
        seed: u64,
    },
    /// Adds a sentence, unless it is too short or too long. Answer: [`LawsSaid::Added`].
    Sentence {
        /// The sentence.
        sentence: Sentence,
        /// Which tokens are the tokenizer's own, `[N]`; of a text none.
        special: Vec<bool>,
        /// The fewest and the most tokens.
        between: [usize; 2],
    },
    /// Measures a head. Answer: [`LawsSaid::Head`].
    Head {
        /// The step of its layer, from 0.
        layer: usize,
        /// From 0.
        head: usize,
    },
    /// All heads that were measured together. Answer: [`LawsSaid::Means`].
    Means,
    /// All of it as a file. Answer: [`LawsSaid::Saved`]; bytes: JSON, as `nearfar laws --json` prints it.
    Save {
        /// The name of the text.
        text: String,
    },
}

/// What the worker answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum LawsSaid {
    /// The model is loaded.
    Begun {
        /// What is silenced; nothing where it has no positions.
        silenced: Vec<String>,
        /// h of every layer, in the order in which they are run.
        heads: Vec<usize>,
    },
    /// What became of a sentence.
    Added {
        /// Its tokens.
        tokens: usize,
        /// Whether it counts: it is neither too short nor too long, and nothing was wanted.
        is_taken: bool,
        /// Files of the table of words that may hold its words, and were not given; it is to be handed over
        /// again with them, or without.
        wanted: Vec<String>,
    },
    /// A head.
    Head(Box<HeadReport>),
    /// All that were measured; `None` without any.
    Means(Option<Means>),
    /// The file.
    Saved,
}
