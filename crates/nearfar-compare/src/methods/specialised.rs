//! Specialised heads in their own terms: labels guide one head.

use crate::drawings::{Drawing, Entry, Step};
use crate::equation::{Found, Name, Pair, products_alone};
use crate::methods::OwnTerms;
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: scores, drawings: &DRAWINGS };

const DRAWINGS: [Entry; 2] = [
    Entry { needs: &["label_ids", "label_table"], panel: "labels-guide", drawing: Drawing::Labels },
    Entry {
        needs: &["label_ids", "e", "scores"],
        panel: "labels-beside",
        drawing: Drawing::Matrices(&[
            (Step::First, "e"),
            (Step::Softmax, "attn"),
            (Step::Key("labels-beside-step"), "scores"),
            (Step::Softmax, "weights"),
        ]),
    },
];

/// Thesis, section Specialized Attention Heads.
fn scores(terms: TermsOf, (i, j): Pair) -> Option<Found> {
    let ids = terms.get("label_ids")?;
    let name = |token| Some(ids.name(ids.index(0, token)?)?.to_owned());
    let labels = || {
        Some(vec![(Name::Key("labels-of-query"), name(i)?), (Name::Key("labels-of-key"), name(j)?)])
    };
    Some((products_alone(terms, (i, j))?, labels().unwrap_or_default()))
}
