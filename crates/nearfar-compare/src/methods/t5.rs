//! T5 bias in its own terms: content, and a number for each bucket.

use crate::drawings::{Drawing, Entry};
use crate::equation::{Found, Line, Pair, sum_line};
use crate::methods::OwnTerms;
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: bucketed, drawings: &DRAWINGS };

const DRAWINGS: [Entry; 2] = [
    Entry {
        needs: &["content", "bias", "bias_table"],
        title: "Content and a bias by bucket",
        words: "One number for each bucket and head, added to the score.",
        drawing: Drawing::BIASED,
    },
    Entry {
        needs: &["bucket", "bias_table"],
        title: "Buckets",
        words: "Near offsets have a bucket each, far ones share buckets that grow; left and right have buckets of their own.",
        drawing: Drawing::Buckets,
    },
];

/// Raffel et al. 2020, section 2.1.
fn bucketed(terms: TermsOf, (i, j): Pair) -> Option<Found> {
    let at = |name: &str| terms.get(name)?.at(i, j);
    let bucket = terms.get("bucket")?.index(i, j)?;
    let name = format!("b[{bucket}]");
    let parts = [("q_i · k_j", at("content")?), (name.as_str(), at("bias")?)];
    let line = Line { result: terms.scores()?.at(i, j)?, ..sum_line("score", &parts) };
    let offset = (j as i64 - i as i64).to_string();
    Some((vec![line], vec![("j - i", offset), ("bucket", bucket.to_string())]))
}
