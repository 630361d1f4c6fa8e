//! FIRE in its own terms: content, and what a small network makes of the distance as a share.

use crate::drawings::{Drawing, Entry, Step};
use crate::equation::{Found, Line, Pair, Sign, biased_lines, operand, piece_line};
use crate::methods::OwnTerms;
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: interpolated, drawings: &DRAWINGS };

const DRAWINGS: [Entry; 2] = [
    Entry {
        needs: &["x", "content", "bias"],
        panel: "fire-sum",
        drawing: Drawing::Matrices(&[
            (Step::First, "x"),
            (Step::Key("fire-sum-step"), "bias"),
            (Step::Plus, "content"),
            (Step::Gives, "scores"),
            (Step::Softmax, "weights"),
        ]),
    },
    Entry {
        needs: &["x", "bias"],
        panel: "bias-offsets",
        drawing: Drawing::Direction { of: "bias", alone: None, table: None },
    },
];

/// Li et al. 2024, Eq. 3 and 4.
fn interpolated(terms: TermsOf, (i, j): Pair) -> Option<Found> {
    let number = |name: &str| terms.get(name)?.at(0, 0);
    let (c, threshold) = (number("c")?, number("L")?);
    let share = terms.get("x")?.at(i, j)?;
    let psi = |u: f64| (c * u).abs().ln_1p();
    let operands = vec![
        operand(Sign::Plus, "ψ(|i - j|)", psi(i.abs_diff(j) as f64)),
        operand(Sign::Over, "ψ(max(L, i))", psi(threshold.max(i as f64))),
    ];
    let before = vec![
        Line::new("x", operands, share),
        piece_line(terms, "x", share, "MLP(x)", terms.get("bias")?.at(i, j)?)?,
    ];
    let lines = biased_lines(terms, (i, j), before, "MLP(x)")?;
    let shown = |x: f64| nearfar::picture::scale::format_digits(x, 5);
    let labels = vec![
        ("|i - j|".into(), i.abs_diff(j).to_string()),
        ("i".into(), i.to_string()),
        ("c".into(), shown(c)),
        ("L".into(), shown(threshold)),
    ];
    Some((lines, labels))
}
