//! What can be wrong with the numbers that are handed to attention.

/// Why attention could not be computed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AttentionError {
    /// An array has another shape than the others ask for.
    #[error("{what} has the shape {found:?}, but {expected:?} is needed")]
    Shape {
        /// Which array.
        what: &'static str,
        /// Its shape.
        found: Vec<usize>,
        /// The shape that fits.
        expected: Vec<usize>,
    },
    /// There is no token, no head or no dimension.
    #[error("{what} is empty: at least one is needed")]
    Empty {
        /// What is missing.
        what: &'static str,
    },
    /// A number is NaN or infinite.
    #[error("{what} holds {found} at flat index {index}; every number must be finite")]
    NotFinite {
        /// Which array.
        what: &'static str,
        /// The number.
        found: f64,
        /// Where, row-major.
        index: usize,
    },
    /// A raw score is beyond what can be re-scaled without overflow.
    #[error("head {head} has a raw score of {found:e}, beyond ±{limit:e}; scale the input down")]
    ScoreTooLarge {
        /// Which head, from 0.
        head: usize,
        /// The score.
        found: f64,
        /// The largest that is accepted.
        limit: f64,
    },
}
