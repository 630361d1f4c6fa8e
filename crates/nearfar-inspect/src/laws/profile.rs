//! Where a head looks: by offset j - i, and as shares of its attention.

use serde::{Deserialize, Serialize};

use super::report::Interval;

/// Mean attention and scores of a head by j - i, over all pairs of all sentences that the mask lets be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Profile {
    /// The first offset; the others follow, one by one, up to minus this.
    pub from: isize,
    /// Pairs of query and key at each offset.
    pub pairs: Vec<u64>,
    /// The mean weight of a pair; `None` where there is no pair.
    pub attention: Vec<Option<Interval>>,
    /// The mean raw score of a pair.
    pub scores: Vec<Option<Interval>>,
}

/// Shares of a head's attention: means over the tokens that look, then over sentences. The first three add up to
/// 1; the first token and separators are counted in them, too.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shares {
    /// On keys before the query.
    pub back: Interval,
    /// On keys behind it.
    pub ahead: Interval,
    /// On the token itself.
    pub itself: Interval,
    /// On the first token of the sentence ([CLS] in BERT).
    pub first: Interval,
    /// On tokens that the tokenizer put there, but the first ([SEP] in BERT).
    pub separators: Interval,
}
