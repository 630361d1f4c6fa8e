//! The vanilla Transformer in its own terms: products alone, and the sinusoids that are added; and the same
//! without positions.

use crate::drawings::{Drawing, Entry, Step};
use crate::equation::{Found, Pair, products_alone};
use crate::methods::OwnTerms;
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: scores, drawings: &DRAWINGS };

/// What shows it where it has no positions.
pub const BARE: OwnTerms = OwnTerms { equation: scores, drawings: &BARE_DRAWINGS };

const BARE_DRAWINGS: [Entry; 1] = [Entry {
    needs: &["raw", "attn"],
    panel: "bare-scores",
    drawing: Drawing::Matrices(&[(Step::First, "raw"), (Step::Softmax, "attn")]),
}];

const DRAWINGS: [Entry; 2] = [
    Entry {
        needs: &["X", "raw", "attn"],
        panel: "vanilla-scores",
        drawing: Drawing::Matrices(&[(Step::First, "raw"), (Step::Softmax, "attn")]),
    },
    Entry {
        needs: &["PE", "X", "raw"],
        panel: "vanilla-positions",
        drawing: Drawing::Direction { of: "raw", alone: None, table: Some("PE") },
    },
];

/// Vaswani et al. 2017, Eq. 1.
fn scores(terms: TermsOf, pair: Pair) -> Option<Found> {
    Some((products_alone(terms, pair)?, Vec::new()))
}
