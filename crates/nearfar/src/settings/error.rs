//! Why a setting cannot have a value.

use super::layers::FILES;
use super::value::quoted;
use super::{MAX_CURVES, MAX_HEADS, TextError};

/// What a setting is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A text.
    Text,
    /// A number.
    Number,
    /// Yes or no.
    Flag,
    /// Numbers.
    Numbers,
    /// Texts.
    Texts,
    /// Any of these.
    Any,
}

impl std::fmt::Display for Kind {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Kind::Text => "a text is",
            Kind::Number => "a number is",
            Kind::Flag => "yes or no is",
            Kind::Numbers => "numbers are",
            Kind::Texts => "texts are",
            Kind::Any => "a text, a number, a flag or a list of them is",
        })
    }
}

/// Why a setting cannot have a value; what it was before stays. Heads, layers and tokens count from 1, as people do.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SettingError {
    /// No setting has this name.
    #[error("there is no such setting")]
    Unknown,
    /// The link is of another version than this program reads.
    #[error("the link is of version {}, this page reads {}", quoted(.0), super::url::VERSION)]
    Version(String),
    /// A value of another kind.
    #[error("{needed} needed, not {found}")]
    Kind {
        /// What the setting takes.
        needed: Kind,
        /// What was found.
        found: String,
    },
    /// A list of different things.
    #[error("a list must be all numbers or all texts")]
    Mixed,
    /// A text is no number.
    #[error("{} is not a number", quoted(.0))]
    NoNumber(String),
    /// NaN or infinite.
    #[error("{0} is not a finite number")]
    NotFinite(f64),
    /// A number beyond what is accepted.
    #[error("{number} is not between {lowest} and {highest}")]
    Range {
        /// The number.
        number: f64,
        /// The least.
        lowest: f64,
        /// The most.
        highest: f64,
    },
    /// A number is not whole, or negative.
    #[error("{0} is not a whole number")]
    NotWhole(f64),
    /// A text names no choice, mapping, method or curve.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A text that is too long to keep.
    #[error("{bytes} bytes are too long; at most {most} are kept")]
    TooLong {
        /// Its length in UTF-8.
        bytes: usize,
        /// The most.
        most: usize,
    },
    /// Too many texts beside the sentence.
    #[error("{texts} other texts are too many; at most {most} are read")]
    TooManyTexts {
        /// How many.
        texts: usize,
        /// The most.
        most: usize,
    },
    /// Too many curves.
    #[error("{0} curves are too many; at most {MAX_CURVES} are drawn")]
    TooManyCurves(usize),
    /// Too many files.
    #[error("{0} files are too many; {most} can be open", most = FILES.len())]
    TooManyFiles(usize),
    /// More heads than there can be.
    #[error("{0} heads are too many")]
    TooManyHeads(usize),
    /// Several where one may be.
    #[error("one {what} or none, not {found}")]
    OneOrNone {
        /// A layer, or a head.
        what: &'static str,
        /// How many.
        found: usize,
    },
    /// Not the two numbers of a cell.
    #[error("two numbers are needed, not {0}")]
    Two(usize),
    /// Not N of the coefficient matrices, nor w, v and N.
    #[error("a number is needed, N; or three, w, v and N, as links of before have them")]
    Three,
    /// Not a number for each of some heads.
    #[error("1 to {MAX_HEADS} numbers are needed, not {0}")]
    OnePerHead(usize),
    /// A text has another form.
    #[error("{} is not {form}", quoted(.found))]
    Form {
        /// What was found.
        found: String,
        /// The form, by its parts.
        form: &'static str,
    },
    /// Names that no panel has.
    #[error("{} {}", list(.0), if .0.len() == 1 { "is no panel" } else { "are no panels" })]
    NoPanels(Vec<String>),
    /// Panels of other rooms: nothing would be left of this one.
    #[error("the room {room} has no {}", quoted(.only))]
    NotInRoom {
        /// The room's name.
        room: &'static str,
        /// The panels.
        only: String,
    },
    /// No checkpoint was opened.
    #[error("no checkpoint is open; open(bytes, name) opens one")]
    NoCheckpoint,
    /// No file was opened.
    #[error("no such file is open; open(files) opens one")]
    NoFile,
    /// Attention weights from elsewhere, which are those of one text.
    #[error("“{0}” holds attention weights of one text; they cannot be those of another sentence")]
    OneText(String),
    /// A head that the model has not.
    #[error("{head} is beyond the {heads} heads")]
    Head {
        /// The head, from 1.
        head: usize,
        /// How many there are.
        heads: usize,
    },
    /// A token that the sentence has not.
    #[error("token {token} is beyond the {tokens} of the sentence")]
    Token {
        /// The token, from 1.
        token: usize,
        /// How many there are.
        tokens: usize,
    },
    /// A layer that the model has not.
    #[error("{layer} is beyond the model’s {layers}")]
    Layer {
        /// The layer, from 1.
        layer: usize,
        /// How many there are.
        layers: usize,
    },
    /// A trained model has its own number of heads.
    #[error("the model has {0} heads of its own; untrained projections have any")]
    OwnHeads(usize),
}

fn list(names: &[String]) -> String {
    names.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ")
}
