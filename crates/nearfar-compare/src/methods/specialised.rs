//! Specialised heads in their own terms: labels guide one head.

use crate::equation::{Found, Pair, products_alone};
use crate::methods::OwnTerms;
use crate::panels::{Entry, Panel};
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: scores, panels: &PANELS };

const PANELS: [Entry; 2] = [
    Entry {
        needs: &["label_ids", "label_table"],
        title: "Labels guide one head",
        words: "Queries and keys of the specialised head come from labels alone: pairs with the same labels have the same score.",
        panel: Panel::Labels,
    },
    Entry {
        needs: &["label_ids", "e", "scores"],
        title: "The specialised head beside the shown one",
        words: "Left the specialised head, right the head that is chosen above.",
        panel: Panel::Matrices(&[
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
