//! What can be wrong with what is handed to a method. One enum for all of them.

use crate::attention::AttentionError;
use crate::methods::tree::TreeError;

/// Why a method could not be run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MethodError {
    /// Shapes or numbers that do not fit.
    #[error(transparent)]
    Attention(#[from] AttentionError),
    /// A dependency tree that is none.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// The method needs something that the sentence does not have.
    #[error("{method} needs {what}, which the sentence does not have")]
    Missing {
        /// Which method.
        method: &'static str,
        /// What it needs.
        what: &'static str,
    },
    /// The method needs what comes before queries, keys and values, and was given these alone.
    #[error("{method} needs {what}; of this model only its queries, keys and values are here")]
    Projected {
        /// Which method.
        method: &'static str,
        /// What it needs.
        what: &'static str,
    },
    /// A label has no row in its table.
    #[error("token {token} has the label {found}, but the table has {rows} rows (0 to {last})")]
    Label {
        /// Which token, from 0.
        token: usize,
        /// The label's index.
        found: usize,
        /// How many rows the table has.
        rows: usize,
        /// The last row's index.
        last: usize,
    },
    /// A size that the method's formula is not defined for.
    #[error("{what} is {found}; {rule}")]
    Size {
        /// Which size.
        what: &'static str,
        /// What it is.
        found: usize,
        /// What it must be, as a sentence.
        rule: &'static str,
    },
    /// A number that the method's formula is not defined for.
    #[error("{what} is {found}; {rule}")]
    Number {
        /// Which number.
        what: &'static str,
        /// What it is.
        found: f64,
        /// What it must be, as a sentence.
        rule: &'static str,
    },
}
