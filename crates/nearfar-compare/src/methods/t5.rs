//! T5 bias in its own terms: content, and a number for each bucket.

use crate::drawings::{Drawing, Entry};
use crate::equation::{Found, Line, Name, Pair, sum_line};
use crate::methods::OwnTerms;
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: bucketed, drawings: &DRAWINGS };

const DRAWINGS: [Entry; 2] = [
    Entry { needs: &["content", "bias", "bias_table"], panel: "t5-sum", drawing: Drawing::BIASED },
    Entry { needs: &["bucket", "bias_table"], panel: "t5-buckets", drawing: Drawing::Buckets },
];

/// Raffel et al. 2020, section 2.1.
fn bucketed(terms: TermsOf, (i, j): Pair) -> Option<Found> {
    let at = |name: &str| terms.get(name)?.at(i, j);
    let bucket = terms.get("bucket")?.index(i, j)?;
    let name = format!("b[{bucket}]");
    let parts = [(Name::from("q_i · k_j"), at("content")?), (name.into(), at("bias")?)];
    let line = Line { result: terms.scores()?.at(i, j)?, ..sum_line(Name::Score, parts) };
    let offset = (j as i64 - i as i64).to_string();
    Some((vec![line], vec![("j - i".into(), offset), (Name::Key("t5-bucket"), bucket.to_string())]))
}
