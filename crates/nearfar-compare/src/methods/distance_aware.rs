//! The DA-Transformer in its own terms: from raw scores by coefficients to weights, with every adjustment.

use crate::drawings::{Drawing, Entry, Step};
use crate::equation::{Found, Function, Line, Name, Pair, Sign, operand, raw_line, softmax_line};
use crate::methods::OwnTerms;
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: distance_aware, drawings: &DRAWINGS };

const DRAWINGS: [Entry; 4] = [
    Entry { needs: &["Rhat", "raw", "relu"], panel: "da-steps", drawing: STEPS },
    Entry { needs: &["Rhat", "raw", "normalised"], panel: "da-steps-late", drawing: STEPS },
    Entry { needs: &["Rhat", "raw"], panel: "da-steps-unclipped", drawing: STEPS },
    Entry { needs: &["Rhat"], panel: "da-coefficients", drawing: Drawing::Coefficients },
];

/// From raw scores to weights with coefficients; what a form has not is passed over.
const STEPS: Drawing = Drawing::Matrices(&[
    (Step::First, "raw"),
    (Step::Relu, "relu"),
    (Step::Softmax, "normalised"),
    (Step::Key("step-with"), "Rhat"),
    (Step::Gives, "scores"),
    (Step::Gives, "attn"),
]);

/// Wu et al. 2021, Eq. 2, 5 and 6, and the rivals of section 4.4.
fn distance_aware(terms: TermsOf, pair: Pair) -> Option<Found> {
    let at = |name: &str| terms.get(name)?.at(pair.0, pair.1);
    let (raw, coefficient) = (at("raw")?, at("Rhat")?);
    let mut lines = vec![raw_line(terms, pair, Name::RawScore, raw)?];
    let clipped = at("relu");
    if let Some(relu) = clipped {
        let operands = vec![operand(Sign::Plus, Name::RawScore, raw)];
        lines.push(Line { function: Function::Relu, ..Line::new("ReLU", operands, relu) });
    }
    let is_late = terms.get("normalised").is_some();
    let (before, name, to) = match (at("normalised"), clipped) {
        (Some(normalised), _) => {
            let raw_scores = terms.get("raw")?;
            let name = Name::Key("da-raw-softmax");
            if terms.is_allowed(pair.0, pair.1) {
                let line = softmax_line(terms, raw_scores, pair, name.clone(), raw, normalised)?;
                lines.push(line);
            }
            (normalised, name, terms.weights()?)
        }
        (None, Some(relu)) => (relu, "ReLU".into(), terms.scores()?),
        (None, None) => (raw, Name::RawScore, terms.scores()?),
    };
    let sign = if terms.view.multiplies? { Sign::Times } else { Sign::Plus };
    let operands =
        vec![operand(Sign::Plus, name, before), operand(sign, Name::Coefficient, coefficient)];
    let name = if is_late { Name::Weight } else { Name::Score };
    let result = to.at(pair.0, pair.1)?;
    if !is_late || terms.is_allowed(pair.0, pair.1) {
        lines.push(Line { is_weight: is_late, ..Line::new(name, operands, result) });
    }
    let mut labels = vec![("|i - j|".into(), pair.0.abs_diff(pair.1).to_string())];
    if let (Some(w), Some(v)) = (terms.get("w"), terms.get("v")) {
        let shown = |x: f64| nearfar::picture::scale::format_digits(x, 5);
        labels.push(("w".into(), shown(w.at(0, 0)?)));
        labels.push(("v".into(), shown(v.at(0, 0)?)));
    }
    Some((lines, labels))
}
