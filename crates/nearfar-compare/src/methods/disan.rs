//! DiSAN in its own terms: weights for every feature, both directions.

use crate::drawings::{Drawing, Entry};
use crate::equation::{Found, Function, Line, Name, Pair, sum_line};
use crate::methods::OwnTerms;
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: every_feature, drawings: &DRAWINGS };

const DRAWINGS: [Entry; 1] = [Entry {
    needs: &["fw.P", "bw.P", "fw.F", "st.P", "sentence"],
    panel: "disan-features",
    drawing: Drawing::Features,
}];

/// Shen et al. 2018, section 3.3, of one feature; of their mean there is no line. The bias b_1 is no
/// intermediate: it is 0 in seeded parameters, which are all there are.
fn every_feature(terms: TermsOf, (i, j): Pair) -> Option<Found> {
    let direction = terms.direction()?;
    let get = |name: &str| terms.get(&format!("{direction}{name}"));
    let score = get("logits")?.at(i, j)?;
    let Some(feature) = terms.view.feature else { return Some(Found::default()) };
    let parts =
        [("h_j W_1", get("dep")?.at(j, feature)?), ("h_i W_2", get("head")?.at(i, feature)?)];
    let line =
        Line { function: Function::SoftLimit, result: score, ..sum_line(Name::Score, parts) };
    Some((vec![line], Vec::new()))
}
