//! ALiBi in its own terms: content, and a slope times the distance.

use crate::drawings::{Drawing, Entry};
use crate::equation::{Found, Line, Name, Pair, Sign, operand, raw_line};
use crate::methods::OwnTerms;
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: alibi, drawings: &DRAWINGS };

const DRAWINGS: [Entry; 2] = [
    Entry { needs: &["content", "bias", "slope"], panel: "alibi-sum", drawing: Drawing::BIASED },
    Entry { needs: &["slope"], panel: "alibi-slopes", drawing: Drawing::Slopes },
];

/// Press et al. 2022, section 3.
fn alibi(terms: TermsOf, (i, j): Pair) -> Option<Found> {
    let at = |name: &str| terms.get(name)?.at(i, j);
    let slope = terms.get("slope")?.at(0, 0)?;
    let (content, bias) = (at("content")?, at("bias")?);
    let distance = i.abs_diff(j) as f64;
    let operands = vec![
        operand(Sign::Plus, Name::Key("alibi-slope"), slope),
        operand(Sign::Times, "|i - j|", distance),
    ];
    let taken = Line::new(Name::TakenOff, operands, 0.0 - bias);
    let operands = vec![
        operand(Sign::Plus, Name::Content, content),
        operand(Sign::Minus, "m |i - j|", 0.0 - bias),
    ];
    let score = Line::new(Name::Score, operands, terms.scores()?.at(i, j)?);
    let raw = raw_line(terms, (i, j), Name::Content, content)?;
    Some((vec![raw, taken, score], Vec::new()))
}
