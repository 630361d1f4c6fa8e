//! RoPE in its own terms: the angles of the pairs of dimensions, and what turning does.

use crate::drawings::{Drawing, Entry, Step};
use crate::equation::{Found, Line, Name, Pair, Sign, dimensions, dot, operand, raw_line};
use crate::methods::OwnTerms;
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: rotary, drawings: &DRAWINGS };

const DRAWINGS: [Entry; 2] = [
    Entry {
        needs: &["angles", "q_turned", "k_turned"],
        panel: "rope-angles",
        drawing: Drawing::Angles,
    },
    Entry {
        needs: &["content", "q_turned", "scores"],
        panel: "rope-turning",
        drawing: Drawing::Matrices(&[
            (Step::First, "content"),
            (Step::Key("rope-turning-step"), "scores"),
            (Step::Softmax, "weights"),
        ]),
    },
];

/// Su et al. 2021, Eq. 16 and 34.
fn rotary(terms: TermsOf, pair: Pair) -> Option<Found> {
    let turned = dot(terms.get("q_turned")?, terms.get("k_turned")?, pair)?;
    let root = dimensions(terms)?.sqrt();
    let before = raw_line(
        terms,
        pair,
        Name::Key("rope-unturned"),
        terms.get("content")?.at(pair.0, pair.1)?,
    )?;
    let operands = vec![
        operand(Sign::Plus, Name::Key("rope-turned-product"), turned),
        operand(Sign::Over, "√d", root),
    ];
    let score = Line::new(Name::Score, operands, terms.scores()?.at(pair.0, pair.1)?);
    Some((vec![before, score], vec![("j - i".into(), (pair.1 as i64 - pair.0 as i64).to_string())]))
}
