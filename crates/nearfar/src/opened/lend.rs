//! What the page asks the worker that reads files, and what that answers: whether a model can be shown beside the
//! Lab's own, and one layer of it on a sentence.

use super::{LayerAnswer, OpenedModel, Wanted};

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq)]
pub enum LendAsk {
    /// The files beside it are opened. Answer: [`LendAnswer::Lent`], or why not.
    Open {
        /// What was chosen by hand for architectures, as the browser keeps it; empty for nothing.
        assignments: String,
    },
    /// The files beside it are parts of the page's table of words. Answer: [`LendAnswer::Taken`].
    Vectors,
    /// One layer. Answer: [`LendAnswer::Layer`].
    Layer {
        /// Which, on which sentence, behind which moves.
        wanted: Wanted,
        /// Numbers of the sentence's tokens; empty for a model that reads words.
        ids: Vec<u32>,
        /// The most tokens of it.
        most: usize,
    },
}

/// From the worker to the page.
#[derive(Clone, Debug, PartialEq)]
pub enum LendAnswer {
    /// It is at work; the answer is to come.
    Busy,
    /// A model that is open.
    Lent(Lent),
    /// Why no model is.
    Not(NotLent),
    /// Parts of the table of words are there.
    Taken,
    /// A layer.
    Layer {
        /// What was asked for.
        answer: LayerAnswer,
        /// Files of the table of words that may hold words of the sentence that have no vector yet.
        lacks: Vec<String>,
    },
    /// It could not be done, and why, with the file that it is about.
    Failed(String),
}

/// A model that is lent.
#[derive(Clone, Debug, PartialEq)]
pub struct Lent {
    /// What is known of it. What it reads, and what is assumed of weights alone, the page says.
    pub model: OpenedModel,
    /// What it reads.
    pub reads: Reads,
    /// The most tokens that it is run on.
    pub most: usize,
    /// Files that it lacks.
    pub lacks: Vec<String>,
}

/// What a model reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reads {
    /// Words of the page's table.
    Words,
    /// Numbers of tokens.
    Ids {
        /// The rows of its embedding table; 0 where it is unknown.
        rows: usize,
    },
    /// Nothing: it is attention weights, of these tokens `[N]`.
    Nothing {
        /// The tokens.
        labels: Vec<String>,
    },
}

/// Why no model is lent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotLent {
    /// It cannot be run.
    CannotRun {
        /// Why.
        why: String,
        /// Whether a file may come without which it cannot.
        waits: bool,
    },
    /// The Lab itself reads this project's files whose heads have w and v, or plain attention.
    OfTheLab,
    /// None of the files is a model; all may belong to one, which is opened with them once it comes.
    Waits {
        /// The file that is awaited; empty where it may have any name.
        wanted: String,
    },
}
