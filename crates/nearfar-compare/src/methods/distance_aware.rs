//! The DA-Transformer in its own terms: from raw scores by coefficients to weights, with every adjustment.

use crate::drawings::{Drawing, Entry};
use crate::equation::{Found, Function, Line, Pair, Sign, operand, raw_line, softmax_line};
use crate::methods::OwnTerms;
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: distance_aware, drawings: &DRAWINGS };

const DRAWINGS: [Entry; 4] = [
    Entry {
        needs: &["Rhat", "raw", "relu"],
        title: "Eq. 2 to 6, step by step",
        words: "ReLU leaves no score below 0, so that a larger coefficient never means a smaller score. A weight is a share of its row: a near head (w < 0) lowers far scores and raises none, which makes rows flatter; a row of which ReLU leaves nothing looks everywhere alike.",
        drawing: STEPS,
    },
    Entry {
        needs: &["Rhat", "raw", "normalised"],
        title: "Eq. 2 to 6, step by step",
        words: "The softmax comes first and the coefficient meets its shares: rows no longer sum to 1, and nothing brings them back to it.",
        drawing: STEPS,
    },
    Entry {
        needs: &["Rhat", "raw"],
        title: "Eq. 2 to 6, step by step",
        words: "Without ReLU a raw score can be negative: a coefficient that multiplies it does the opposite of what it does to a positive one; one that is added moves both alike.",
        drawing: STEPS,
    },
    Entry {
        needs: &["Rhat"],
        title: "The coefficient by distance",
        words: "f of w |i - j|: one curve for each head, the same to the left and to the right.",
        drawing: Drawing::Coefficients,
    },
];

/// From raw scores to weights with coefficients; what a form has not is passed over.
const STEPS: Drawing = Drawing::Matrices(&[
    ("", "raw"),
    ("→ ReLU", "relu"),
    ("→ softmax", "normalised"),
    ("with", "Rhat"),
    ("→", "scores"),
    ("→", "attn"),
]);

/// Wu et al. 2021, Eq. 2, 5 and 6, and the rivals of section 4.4.
fn distance_aware(terms: TermsOf, pair: Pair) -> Option<Found> {
    let at = |name: &str| terms.get(name)?.at(pair.0, pair.1);
    let (raw, coefficient) = (at("raw")?, at("Rhat")?);
    let mut lines = vec![raw_line(terms, pair, "raw score", raw)?];
    let clipped = at("relu");
    if let Some(relu) = clipped {
        let operands = vec![operand(Sign::Plus, "raw score", raw)];
        lines.push(Line { function: Function::Relu, ..Line::new("ReLU", operands, relu) });
    }
    let is_late = terms.get("normalised").is_some();
    let (before, name, to) = match (at("normalised"), clipped) {
        (Some(normalised), _) => {
            let raw_scores = terms.get("raw")?;
            let name = "softmax of the raw scores";
            if terms.is_allowed(pair.0, pair.1) {
                lines.push(softmax_line(terms, raw_scores, pair, name, raw, normalised)?);
            }
            (normalised, name, terms.weights()?)
        }
        (None, Some(relu)) => (relu, "ReLU", terms.scores()?),
        (None, None) => (raw, "raw score", terms.scores()?),
    };
    let sign = if terms.view.multiplies? { Sign::Times } else { Sign::Plus };
    let operands =
        vec![operand(Sign::Plus, name, before), operand(sign, "coefficient", coefficient)];
    let name = if is_late { "weight" } else { "score" };
    let result = to.at(pair.0, pair.1)?;
    if !is_late || terms.is_allowed(pair.0, pair.1) {
        lines.push(Line { is_weight: is_late, ..Line::new(name, operands, result) });
    }
    let mut labels = vec![("|i - j|", pair.0.abs_diff(pair.1).to_string())];
    if let (Some(w), Some(v)) = (terms.get("w"), terms.get("v")) {
        let shown = |x: f64| nearfar::picture::scale::format_digits(x, 5);
        labels.push(("w", shown(w.at(0, 0)?)));
        labels.push(("v", shown(v.at(0, 0)?)));
    }
    Some((lines, labels))
}
