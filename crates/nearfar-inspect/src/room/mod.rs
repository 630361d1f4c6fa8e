//! What the Inspect room decides, as plain values: no signals, no document, no clock. The page holds them, draws and
//! sends what they say.
//!
//! | what is decided | module |
//! |---|---|
//! | which files are open, being opened, waiting; what that means for the worker, and what is said of both | [`files`], [`desk`] |
//! | the open file and what it was recognised as, in words; how the reader ended | [`file`], [`report`] |
//! | which rows of the table exist, which figures they want, what a key does | [`table`] |
//! | which figures are known, wanted, or not to be had; which slice is asked for; what they say | [`figures`], [`tensor`] |
//! | how heads stand in a grid, and which of them the knobs move; what they say, and their plot | [`grid`], [`heads`] |
//! | where tokens come from, which answers to a run count, what a link looks at | [`pass`] |
//! | what a link asks of a file that is not open yet, and what of it is not shown | [`asked`] |
//! | small pictures as shapes | [`drawing`] |
//! | what is asked next for a sentence, and what becomes of the answers | [`forward`] |
//! | a run with what is laid over its heads, as it is shown | [`run`] |
//! | which sentence and which head of a study of laws is next; what it found, in words | [`study`], [`laws`] |
//! | how far numbers are looked through for what a reader should know | [`warnings`] |
//! | which models the other rooms show, which files wait for one, what is said of them | [`lent`] |
//! | what is chosen by hand, and which choices and names are kept | [`by_hand`] |

pub mod asked;
pub mod by_hand;
pub mod desk;
pub mod drawing;
pub mod figures;
pub mod file;
pub mod files;
pub mod forward;
pub mod grid;
pub mod heads;
pub mod laws;
pub mod lent;
pub mod pass;
pub mod report;
pub mod run;
pub mod study;
pub mod table;
pub mod tensor;
pub mod warnings;

use nearfar::picture::scale::format_count;
use nearfar::settings::Choice;
use nearfar_texts::{inspect as texts, labelled};

use crate::protocol::Opened;

/// So many of something, its thousands apart.
pub(crate) fn grouped(count: usize) -> String {
    format_count(count as u64)
}

/// What is shown of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// What its heads learned, or where they look.
    #[default]
    Heads,
    /// A sentence through the model.
    Run,
    /// What distance does to every head.
    Laws,
    /// The tensors.
    Tensors,
}

impl Choice for View {
    const ALL: &'static [(Self, &'static str)] = &[
        (View::Heads, "heads"),
        (View::Run, "run"),
        (View::Laws, "laws"),
        (View::Tensors, "tensors"),
    ];
}

/// What is being done.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Busy {
    /// In a few words.
    pub what: String,
    /// The share that is done, where it is known.
    pub share: Option<f64>,
}

impl Busy {
    /// That this is being done.
    pub fn with(what: impl Into<String>) -> Busy {
        Busy { what: what.into(), share: None }
    }
}

labelled! {
    View {
        Heads: texts::view_heads,
        Run: texts::view_run,
        Laws: texts::view_laws,
        Tensors: texts::view_tensors,
    }
}

impl View {
    /// The view that is wanted, else the one with which a file begins: its heads, where it has any and they are soon
    /// there, else its tensors.
    pub fn of(wanted: Option<View>, opened: Option<&Opened>) -> View {
        let has_heads = opened.is_none_or(Opened::begins_with_heads);
        wanted.unwrap_or(if has_heads { View::Heads } else { View::Tensors })
    }
}
