//! Stick-breaking in its own terms: shares of what nearer keys left.

use crate::drawings::{Drawing, Entry, Step};
use crate::equation::{Found, Function, Line, Name, Pair, Sign, operand, raw_line};
use crate::methods::OwnTerms;
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: broken, drawings: &DRAWINGS };

const DRAWINGS: [Entry; 1] = [Entry {
    needs: &["beta", "left", "remainder"],
    panel: "stick-steps",
    drawing: Drawing::Matrices(&[
        (Step::First, "scores"),
        (Step::Sigmoid, "beta"),
        (Step::Times, "left"),
        (Step::Gives, "weights"),
    ]),
}];

/// Tan et al. 2024, Eq. 2 to 4.
fn broken(terms: TermsOf, (i, j): Pair) -> Option<Found> {
    let at = |name: &str| terms.get(name)?.at(i, j);
    let score = terms.scores()?.at(i, j)?;
    let mut lines = vec![raw_line(terms, (i, j), Name::Score, score)?];
    if terms.is_allowed(i, j) {
        let weights = terms.weights()?;
        let (beta, left, weight) = (at("beta")?, at("left")?, weights.at(i, j)?);
        let share = Line::new("β_ij", vec![operand(Sign::Plus, Name::Score, score)], beta);
        lines.push(Line { function: Function::Sigmoid, ..share });
        let nearer = weights.row(i)?.get(j + 1..)?;
        let taken = nearer.iter().map(|&weight| f64::from(weight)).sum();
        let operands = vec![
            operand(Sign::Plus, Name::Key("stick-whole"), 1.0),
            operand(Sign::Minus, Name::Key("stick-taken"), taken),
        ];
        lines.push(Line::new(Name::Key("stick-left"), operands, left));
        let operands = vec![
            operand(Sign::Plus, "β_ij", beta),
            operand(Sign::Times, Name::Key("stick-left"), left),
        ];
        lines.push(Line { is_weight: true, ..Line::new(Name::Weight, operands, weight) });
    }
    Some((lines, vec![("i - j".into(), (i as i64 - j as i64).to_string())]))
}
