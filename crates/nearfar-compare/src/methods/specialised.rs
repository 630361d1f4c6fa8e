//! Specialised heads in their own terms: labels guide one head.

use crate::drawings::{Drawing, Entry};
use crate::equation::{Found, Pair, products_alone};
use crate::methods::OwnTerms;
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: scores, drawings: &DRAWINGS };

const DRAWINGS: [Entry; 2] = [
    Entry {
        needs: &["label_ids", "label_table"],
        title: "Labels guide one head",
        words: "Queries and keys of the specialised head come from labels alone: pairs with the same labels have the same score.",
        drawing: Drawing::Labels,
    },
    Entry {
        needs: &["label_ids", "e", "scores"],
        title: "The specialised head beside the shown one",
        words: "Left the specialised head, right the head that is chosen above.",
        drawing: Drawing::Matrices(&[
            ("", "e"),
            ("→ softmax", "attn"),
            ("shown head:", "scores"),
            ("→ softmax", "weights"),
        ]),
    },
];

/// Thesis, section Specialized Attention Heads.
fn scores(terms: TermsOf, (i, j): Pair) -> Option<Found> {
    let ids = terms.get("label_ids")?;
    let name = |token| Some(ids.name(ids.index(0, token)?)?.to_owned());
    let labels = || Some(vec![("label of i", name(i)?), ("label of j", name(j)?)]);
    Some((products_alone(terms, (i, j))?, labels().unwrap_or_default()))
}
