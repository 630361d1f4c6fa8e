//! The vanilla Transformer in its own terms: products alone, and the sinusoids that are added.

use crate::drawings::{Drawing, Entry};
use crate::equation::{Found, Pair, products_alone};
use crate::methods::OwnTerms;
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: scores, drawings: &DRAWINGS };

const DRAWINGS: [Entry; 2] = [
    Entry {
        needs: &["X", "raw", "attn"],
        title: "Scores and weights",
        words: "The positions are in the queries and keys, not in a term of their own.",
        drawing: Drawing::Matrices(&[("", "raw"), ("→ softmax", "attn")]),
    },
    Entry {
        needs: &["PE", "X", "raw"],
        title: "Positions are added to the words",
        words: "The products of the sinusoids know the distance and not the direction; W_Q and W_K must make out of them what attention needs.",
        drawing: Drawing::Direction { of: "raw", alone: None, table: Some("PE") },
    },
];

/// Vaswani et al. 2017, Eq. 1.
fn scores(terms: TermsOf, pair: Pair) -> Option<Found> {
    Some((products_alone(terms, pair)?, Vec::new()))
}
