//! CoPE in its own terms: gates, the position that they count, and the product with its vector.

use crate::drawings::{Drawing, Entry, Step};
use crate::equation::{Found, Line, Name, Pair, Sign, biased_lines, operand};
use crate::methods::OwnTerms;
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: counted, drawings: &DRAWINGS };

const DRAWINGS: [Entry; 2] = [
    Entry {
        needs: &["gates", "position"],
        panel: "cope-count",
        drawing: Drawing::Matrices(&[
            (Step::First, "content"),
            (Step::Sigmoid, "gates"),
            (Step::Key("cope-count-step"), "position"),
        ]),
    },
    Entry { needs: &["q_e", "content", "bias"], panel: "cope-sum", drawing: Drawing::BIASED },
];

/// Golovneva et al. 2024, Eq. 3 to 6.
fn counted(terms: TermsOf, (i, j): Pair) -> Option<Found> {
    let (mut before, mut labels) = (Vec::new(), Vec::new());
    if terms.is_allowed(i, j) {
        let position = terms.get("position")?.at(i, j)?;
        let products = terms.get("q_e")?;
        let (below, above) = (position.floor(), position.ceil());
        let of = |row: f64| products.at(i, row as usize);
        let name = |row: f64| Name::from(format!("q_i · e[{row}]"));
        let operands = vec![
            operand(Sign::Plus, name(above), of(above)?),
            operand(Sign::Minus, name(below), of(below)?),
            operand(Sign::Times, "p - ⌊p⌋", position - below),
            operand(Sign::Plus, name(below), of(below)?),
        ];
        before.push(Line::new("q_i · e[p]", operands, terms.get("bias")?.at(i, j)?));
        let shown = nearfar::picture::scale::format_digits(position, 5);
        labels.push((Name::Key("cope-position"), shown));
    }
    labels.push(("i - j".into(), (i as i64 - j as i64).to_string()));
    Some((biased_lines(terms, (i, j), before, "q_i · e[p]")?, labels))
}
