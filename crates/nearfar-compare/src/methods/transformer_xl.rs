//! Transformer-XL in its own terms: four that sum to the score, and the relative shift.

use crate::drawings::{Drawing, Entry, Step};
use crate::equation::{Found, Name, Pair, over_root, sum_line};
use crate::methods::OwnTerms;
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: transformer_xl, drawings: &DRAWINGS };

const DRAWINGS: [Entry; 3] = [
    Entry {
        needs: &["a", "b", "c", "d"],
        panel: "xl-sum",
        drawing: Drawing::Matrices(&[
            (Step::First, "a"),
            (Step::Plus, "b"),
            (Step::Plus, "c"),
            (Step::Plus, "d"),
            (Step::OverRoot, "scores"),
            (Step::Softmax, "attn"),
        ]),
    },
    Entry { needs: &["BD_raw", "BD", "pos_seq"], panel: "xl-shift", drawing: Drawing::Shift },
    Entry {
        needs: &["BD", "d"],
        panel: "xl-offsets",
        drawing: Drawing::Direction { of: "BD", alone: Some("d"), table: None },
    },
];

/// Dai et al. 2019, section 3.3.
fn transformer_xl(terms: TermsOf, (i, j): Pair) -> Option<Found> {
    let at = |name: &str| terms.get(name)?.at(i, j);
    let parts = [("(a)", at("a")?), ("(b)", at("b")?), ("(c)", at("c")?), ("(d)", at("d")?)];
    let sum = sum_line(Name::Sum, parts);
    let score = over_root(terms, sum.result, terms.scores()?.at(i, j)?)?;
    let offset = i as i64 + terms.view.memory as i64 - j as i64;
    Some((vec![sum, score], vec![("i - j".into(), offset.to_string())]))
}
