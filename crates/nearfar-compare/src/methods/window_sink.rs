//! Windows and sinks in their own terms: what a query may look at, and what the sink takes.

use crate::drawings::{Drawing, Entry, Step};
use crate::equation::{Found, Name, Pair, products_alone};
use crate::methods::OwnTerms;
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: near, drawings: &DRAWINGS };

const DRAWINGS: [Entry; 1] = [Entry {
    needs: &["allowed", "sink"],
    panel: "window-steps",
    drawing: Drawing::Matrices(&[(Step::First, "scores"), (Step::Softmax, "weights")]),
}];

/// Beltagy et al. 2020, section 3.1; the sink is in the sum of the row.
fn near(terms: TermsOf, (i, j): Pair) -> Option<Found> {
    let shown = |x: f64| nearfar::picture::scale::format_digits(x, 5);
    let mut labels = vec![("|i - j|".into(), i.abs_diff(j).to_string())];
    if let (Some(sink), Some(weight)) = (terms.get("sink"), terms.get("sink_weight")) {
        labels.push((Name::Key("window-sink-logit"), shown(sink.at(0, 0)?)));
        labels.push((Name::Key("window-sink-weight"), shown(weight.at(0, i)?)));
    }
    Some((products_alone(terms, (i, j))?, labels))
}
