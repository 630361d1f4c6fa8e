//! ALiBi in its own terms: content, and a slope times the distance.

use crate::drawings::{Drawing, Entry};
use crate::equation::{Found, Line, Pair, Sign, operand, raw_line};
use crate::methods::OwnTerms;
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: alibi, drawings: &DRAWINGS };

const DRAWINGS: [Entry; 2] = [
    Entry {
        needs: &["content", "bias", "slope"],
        title: "Content and a bias that is fixed",
        words: "What is taken off grows by the head's slope with every token of distance.",
        drawing: Drawing::BIASED,
    },
    Entry {
        needs: &["slope"],
        title: "The slopes of all heads",
        words: "2^(-8/h), its square, its cube and so on: steep heads look near, flat heads look far. Nothing is learned.",
        drawing: Drawing::Slopes,
    },
];

/// Press et al. 2022, section 3.
fn alibi(terms: TermsOf, (i, j): Pair) -> Option<Found> {
    let at = |name: &str| terms.get(name)?.at(i, j);
    let slope = terms.get("slope")?.at(0, 0)?;
    let (content, bias) = (at("content")?, at("bias")?);
    let distance = i.abs_diff(j) as f64;
    let operands =
        vec![operand(Sign::Plus, "slope m", slope), operand(Sign::Times, "|i - j|", distance)];
    let taken = Line::new("taken off", operands, 0.0 - bias);
    let operands = vec![
        operand(Sign::Plus, "content", content),
        operand(Sign::Minus, "m |i - j|", 0.0 - bias),
    ];
    let score = Line::new("score", operands, terms.scores()?.at(i, j)?);
    let raw = raw_line(terms, (i, j), "content", content)?;
    Some((vec![raw, taken, score], Vec::new()))
}
