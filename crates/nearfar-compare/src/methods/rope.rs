//! RoPE in its own terms: the angles of the pairs of dimensions, and what turning does.

use crate::drawings::{Drawing, Entry};
use crate::equation::{Found, Line, Pair, Sign, dimensions, dot, operand, raw_line};
use crate::methods::OwnTerms;
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: rotary, drawings: &DRAWINGS };

const DRAWINGS: [Entry; 2] = [
    Entry {
        needs: &["angles", "q_turned", "k_turned"],
        title: "Turned by position",
        words: "Every pair of dimensions is turned by its own angle times the position; what counts between two tokens is the angle between them. Fast pairs tell near offsets apart, slow ones far offsets.",
        drawing: Drawing::Angles,
    },
    Entry {
        needs: &["content", "q_turned", "scores"],
        title: "Before and after turning",
        words: "The same queries and keys: what turning them by their positions makes of their product.",
        drawing: Drawing::Matrices(&[
            ("", "content"),
            ("→ turned", "scores"),
            ("→ softmax", "weights"),
        ]),
    },
];

/// Su et al. 2021, Eq. 16 and 34.
fn rotary(terms: TermsOf, pair: Pair) -> Option<Found> {
    let turned = dot(terms.get("q_turned")?, terms.get("k_turned")?, pair)?;
    let root = dimensions(terms)?.sqrt();
    let before =
        raw_line(terms, pair, "without turning", terms.get("content")?.at(pair.0, pair.1)?)?;
    let operands = vec![
        operand(Sign::Plus, "turned q_i · turned k_j", turned),
        operand(Sign::Over, "√d", root),
    ];
    let score = Line::new("score", operands, terms.scores()?.at(pair.0, pair.1)?);
    Some((vec![before, score], vec![("j - i", (pair.1 as i64 - pair.0 as i64).to_string())]))
}
