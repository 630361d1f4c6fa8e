//! Relative position representations in their own terms: content and position, and the table of 2k+1 rows.

use crate::drawings::{Drawing, Entry};
use crate::equation::{Found, Pair, Table, looked_up_sum};
use crate::methods::OwnTerms;
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: looked_up, drawings: &DRAWINGS };

const DRAWINGS: [Entry; 3] = [
    Entry {
        needs: &["content", "index", "position"],
        title: "Content and position sum to the score",
        words: "The vector of an offset is added to the key; its product with the query is the position's share.",
        drawing: Drawing::Matrices(&[
            ("", "content"),
            ("+", "position"),
            ("→ / √d", "e"),
            ("→ softmax", "alpha"),
        ]),
    },
    Entry {
        needs: &["index", "tab_K", "tab_V"],
        title: "The table of 2k+1 rows",
        words: "All pairs that are as far apart share one row; beyond k all share the last. The row goes to the keys (a^K) and to the values (a^V).",
        drawing: Drawing::LookUp { ids: "index", tables: &["tab_K", "tab_V"] },
    },
    Entry {
        needs: &["position", "index"],
        title: "Position by offset",
        words: "q_i · a^K of the query under the cursor: every offset has its own value up to k, and the same from k on.",
        drawing: Drawing::Direction { of: "position", alone: None, table: None },
    },
];

/// Shaw et al. 2018, Eq. 5.
fn looked_up(terms: TermsOf, pair: Pair) -> Option<Found> {
    looked_up_sum(
        terms,
        pair,
        &[Table {
            ids: "index",
            table: "tab_K",
            products: "position",
            name: "q_i · a^K_ij",
            label: "offset",
        }],
    )
}
