//! Transformer-XL in its own terms: four that sum to the score, and the relative shift.

use crate::drawings::{Drawing, Entry};
use crate::equation::{Found, Pair, over_root, sum_line};
use crate::methods::OwnTerms;
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: transformer_xl, drawings: &DRAWINGS };

const DRAWINGS: [Entry; 3] = [
    Entry {
        needs: &["a", "b", "c", "d"],
        title: "Four terms that sum to the score",
        words: "Content meets content (a) and position (b); what every query asks of content (c) and of position (d). Their sum over √d is the score.",
        drawing: Drawing::Matrices(&[
            ("", "a"),
            ("+", "b"),
            ("+", "c"),
            ("+", "d"),
            ("→ / √d", "scores"),
            ("→ softmax", "attn"),
        ]),
    },
    Entry {
        needs: &["BD_raw", "BD", "pos_seq"],
        title: "The relative shift",
        words: "Positions are multiplied once for every offset: a column is an offset i - j. The shift moves each row so that a column is a key. Both cursors are on the same number.",
        drawing: Drawing::Shift,
    },
    Entry {
        needs: &["BD", "d"],
        title: "Position by offset",
        words: "(b) + (d) of the query under the cursor: what stands before it and what stands after it have values of their own.",
        drawing: Drawing::Direction { of: "BD", alone: Some("d"), table: None },
    },
];

/// Dai et al. 2019, section 3.3.
fn transformer_xl(terms: TermsOf, (i, j): Pair) -> Option<Found> {
    let at = |name: &str| terms.get(name)?.at(i, j);
    let parts = [("(a)", at("a")?), ("(b)", at("b")?), ("(c)", at("c")?), ("(d)", at("d")?)];
    let sum = sum_line("sum", &parts);
    let score = over_root(terms, sum.result, terms.scores()?.at(i, j)?)?;
    let offset = i as i64 + terms.view.memory as i64 - j as i64;
    Some((vec![sum, score], vec![("i - j", offset.to_string())]))
}
