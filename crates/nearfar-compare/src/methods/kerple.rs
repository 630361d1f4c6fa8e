//! KERPLE in its own terms, of both forms: content, and a learned penalty of the distance.

use crate::drawings::{Drawing, Entry};
use crate::equation::{Found, Line, Name, Pair, Sign, operand, raw_line};
use crate::methods::OwnTerms;
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: penalised, drawings: &DRAWINGS };

const DRAWINGS: [Entry; 2] = [
    Entry { needs: &["content", "bias"], panel: "penalty-sum", drawing: Drawing::BIASED },
    Entry {
        needs: &["bias"],
        panel: "penalty-offsets",
        drawing: Drawing::Direction { of: "bias", alone: None, table: None },
    },
];

/// Chi et al. 2022, the logarithmic and the power variant.
fn penalised(terms: TermsOf, (i, j): Pair) -> Option<Found> {
    let at = |name: &str| terms.get(name)?.at(i, j);
    let own = |name: &str| terms.get(name)?.at(0, 0);
    let (content, bias) = (at("content")?, at("bias")?);
    let distance = i.abs_diff(j) as f64;
    let (strength, of_strength, growth, of_growth, grown, of_grown) = match own("r1") {
        Some(r1) => {
            let r2 = own("r2")?;
            (r1, "r_1", r2, "r_2", (r2 * distance).ln_1p(), "ln(1 + r_2 |i - j|)")
        }
        None => {
            let p = own("p")?;
            (own("a")?, "a", p, "p", distance.powf(p), "|i - j|^p")
        }
    };
    let operands =
        vec![operand(Sign::Plus, of_strength, strength), operand(Sign::Times, of_grown, grown)];
    let taken = Line::new(Name::TakenOff, operands, 0.0 - bias);
    let operands = vec![
        operand(Sign::Plus, Name::Content, content),
        operand(Sign::Minus, Name::TakenOff, 0.0 - bias),
    ];
    let score = Line::new(Name::Score, operands, terms.scores()?.at(i, j)?);
    let raw = raw_line(terms, (i, j), Name::Content, content)?;
    let shown = |x: f64| nearfar::picture::scale::format_digits(x, 5);
    let labels = vec![
        ("|i - j|".into(), i.abs_diff(j).to_string()),
        (of_strength.into(), shown(strength)),
        (of_growth.into(), shown(growth)),
    ];
    Some((vec![raw, taken, score], labels))
}
