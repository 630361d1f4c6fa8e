//! What a page and the worker that reads files say to each other, as plain data: a message is a text
//! of JSON and, beside it, files on the way in and bytes on the way out.
//!
//! - here: files, tensors, exports
//! - [`laws`]: laws of distance, sentence by sentence and head by head
//! - [`listing`]: the rows of a table of tensors
//! - [`forward`]: heads, a sentence through the model, and what is laid over its heads
//! - [`tokens`]: the other worker, which parts a sentence
//!
//! What the page asks for other rooms is the library's ([`nearfar::opened::lend`]) and has no JSON, since the page
//! carries no reader of it.
//!
//! A cached old worker can meet a new page, so every message names its [`PROTOCOL`].

pub mod forward;
pub mod laws;
pub mod listing;
pub mod tokens;

use serde::{Deserialize, Serialize};

use crate::checkpoint::Format;
use crate::report::{Assignment, Report, Warning};
use crate::statistics::{Histogram, SliceOf, Statistics};
use forward::{LayerHeads, Ran, Rescale, Rescaled, Sentence, Which};
use laws::{LawsAsk, LawsSaid};

/// The version of these messages and of the library's [`nearfar::opened::lend`], which travel beside them; page and worker
/// must have the same.
pub const PROTOCOL: &str = "nearfar-inspect/11";

/// What a page asks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Ask {
    /// Opens the files beside the text: a model, and what belongs to it. Answer:
    /// [`Answer::Opened`]; on failure what was open stays open.
    Open {
        /// What the user chose for an architecture, by its fingerprint.
        assignments: Vec<(String, Assignment)>,
    },
    /// The figures that are wanted now, in this order; what was wanted before and is not among them
    /// is dropped. Answers: [`Answer::Statistics`], one each as they are found, then [`Answer::Idle`].
    Statistics {
        /// Places in [`Opened::tensors`].
        tensors: Vec<usize>,
    },
    /// How a tensor's numbers are spread. Answer: [`Answer::Histogram`].
    Histogram {
        /// Its place.
        tensor: usize,
    },
    /// A rectangle out of a tensor. Answer: [`Answer::Slice`]; bytes: its values as `f64`.
    Slice {
        /// Its place.
        tensor: usize,
        /// Which rectangle.
        of: SliceOf,
    },
    /// What the user chose for an architecture. Answer: [`Answer::Recognised`], of the open file, which is as it was where
    /// its architecture is another one by now.
    Assign {
        /// The architecture's fingerprint.
        fingerprint: String,
        /// The choices; none takes them all back.
        assignment: Assignment,
    },
    /// w and v of the heads, as far as the file has them. Answer: [`Answer::Heads`].
    Heads,
    /// Looks through all numbers for what a reader of the model should know. Answer:
    /// [`Answer::Warnings`].
    Warnings,
    /// Parts of the page's table of words, the files beside the text. Answer: [`Answer::Idle`].
    Vectors,
    /// A sentence through the model. Answer: [`Answer::Ran`]; bytes: the thumbnails.
    Run {
        /// The sentence.
        sentence: Sentence,
        /// Whether a token sees only itself and those before it, also where the model is not made so.
        causal: bool,
    },
    /// Laws of distance. Answer: [`Answer::Laws`].
    Laws(LawsAsk),
    /// The same sentence with heads rescaled. Answer: [`Answer::Rescaled`]; bytes: the thumbnails.
    Rescale(Rescale),
    /// One head's attention weights. Answer: [`Answer::Map`]; bytes: `f32`, `[N, N]`.
    Map {
        /// The step of the layer.
        layer: usize,
        /// The head.
        head: usize,
        /// Before or after what was laid over, or the difference.
        which: Which,
    },
    /// A file. Answers: [`Answer::Part`] with bytes, as many as it takes, then [`Answer::Exported`].
    Export(Export),
}

/// What can be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Export {
    /// A tensor as .npy.
    Npy {
        /// Its place.
        tensor: usize,
    },
    /// A tensor as CSV.
    Csv {
        /// Its place.
        tensor: usize,
    },
    /// The figures of all tensors as CSV; those that are not known yet are found first.
    StatisticsCsv,
    /// The same as JSON.
    StatisticsJson,
    /// All tensors as one .safetensors file.
    SafeTensors,
}

/// What the worker answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// It is at work; what has not spoken for long may be ended.
    Progress {
        /// What it does, in a few words.
        what: String,
        /// How much is done, from 0 to 1.
        share: f64,
    },
    /// What the files are.
    Opened(Box<Opened>),
    /// None of the files is a model, but all may belong to one, which is opened with them once it comes.
    Waits {
        /// Their names.
        files: Vec<String>,
        /// The file that is awaited; empty where it may have any name.
        wanted: String,
    },
    /// The figures of a tensor, or why there are none.
    Statistics {
        /// Its place.
        tensor: usize,
        /// The figures.
        statistics: Result<Statistics, String>,
    },
    /// Nothing is left to be found.
    Idle,
    /// How a tensor's numbers are spread; `None` where none is finite.
    Histogram {
        /// Its place.
        tensor: usize,
        /// The bars.
        histogram: Option<Histogram>,
    },
    /// A rectangle; its values are the bytes beside.
    Slice {
        /// The tensor's place.
        tensor: usize,
        /// What was asked for.
        of: SliceOf,
        /// Rows.
        rows: usize,
        /// Columns.
        columns: usize,
        /// Every how many-th row and column was taken.
        steps: [u64; 2],
    },
    /// What was recognised, with what the user chose.
    Recognised(Box<Report>),
    /// w and v of every stored layer that has them.
    Heads(Vec<LayerHeads>),
    /// What was found.
    Warnings(Vec<Warning>),
    /// Of laws of distance.
    Laws(LawsSaid),
    /// A sentence was run.
    Ran(Box<Ran>),
    /// Heads were rescaled.
    Rescaled(Box<Rescaled>),
    /// One head's weights.
    Map {
        /// The step of the layer.
        layer: usize,
        /// The head.
        head: usize,
        /// Which weights.
        which: Which,
    },
    /// The next bytes of a file.
    Part,
    /// The file is complete.
    Exported {
        /// A name for it.
        name: String,
    },
    /// It could not be done; what was open is as it was.
    Failed(Failure),
}

impl Answer {
    /// Whether it is the last one to a request.
    pub fn is_last(&self) -> bool {
        !matches!(self, Answer::Progress { .. } | Answer::Part | Answer::Statistics { .. })
    }
}

/// Why something could not be done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// What, where, and what to do.
    pub message: String,
    /// The file that it is about.
    pub file: Option<String>,
}

impl Failure {
    /// From an error.
    pub fn new(text: impl ToString) -> Failure {
        Failure { message: text.to_string(), ..Failure::default() }
    }
}

/// The most numbers of a model that is run on the sentence before anybody asked for it.
const MOST_UNASKED: u64 = 1_000_000_000;

/// An opened file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opened {
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub size: u64,
    /// What it is.
    pub format: Format,
    /// Its tensors, in the file's order.
    pub tensors: Vec<TensorLine>,
    /// What the file says of itself.
    pub metadata: Vec<(String, String)>,
    /// What the reader wants to say.
    pub notes: Vec<String>,
    /// Files that came with it and are not used, each with the reason.
    pub passed_over: Vec<String>,
    /// Files that hold numbers of this one and were not given.
    pub wanted: Vec<String>,
    /// The names of the files that were given with it.
    pub beside: Vec<String>,
    /// What was recognised.
    pub report: Box<Report>,
    /// Attention weights from elsewhere, or why they cannot be shown, where it holds such weights.
    pub maps: Option<Result<MapsLine, String>>,
}

/// Attention weights from elsewhere, without the numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapsLine {
    /// h of every layer.
    pub heads: Vec<usize>,
    /// The tokens, `[N]`.
    pub labels: Vec<String>,
    /// Whether no token has a weight on a later one.
    pub causal: bool,
}

impl Opened {
    /// How many numbers all tensors have, those that share a storage counted once.
    pub fn parameters(&self) -> u64 {
        let mut seen = std::collections::HashSet::new();
        let own =
            self.tensors.iter().filter(|line| line.shared.is_none_or(|mark| seen.insert(mark)));
        own.fold(0, |sum, line| sum.saturating_add(line.count()))
    }

    /// The place of a tensor by its name.
    pub fn place_of(&self, name: &str) -> Option<usize> {
        self.tensors.iter().position(|line| line.name == name)
    }

    /// The shape of a tensor by its name.
    pub fn shape_of(&self, name: &str) -> Option<Vec<u64>> {
        Some(self.tensors.get(self.place_of(name)?)?.shape.clone())
    }

    /// Whether its heads are what is shown first: they are known, and the model is small enough to be run
    /// before anybody asked for it (10⁹ numbers at most).
    pub fn begins_with_heads(&self) -> bool {
        let has_heads = !self.report.layers.is_empty() && self.report.heads.value > 0;
        let has_maps = matches!(self.maps, Some(Ok(_)));
        has_maps || (has_heads && self.parameters() <= MOST_UNASKED)
    }
}

/// A tensor without its numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TensorLine {
    /// Its name.
    pub name: String,
    /// Its type as the format calls it.
    pub type_name: String,
    /// Its shape.
    pub shape: Vec<u64>,
    /// The bytes that it takes in the file.
    pub bytes: u64,
    /// Tensors with the same mark share their storage.
    pub shared: Option<u64>,
    /// Why its numbers cannot be read.
    pub problem: Option<String>,
}

impl TensorLine {
    /// How many numbers it has.
    pub fn count(&self) -> u64 {
        self.shape.iter().fold(1, |product: u64, &n| product.saturating_mul(n))
    }
}
