//! Relative position representations in their own terms: content and position, and the table of 2k+1 rows.

use crate::drawings::{Drawing, Entry, Step};
use crate::equation::{Found, Name, Pair, Table, looked_up_sum};
use crate::methods::OwnTerms;
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: looked_up, drawings: &DRAWINGS };

const DRAWINGS: [Entry; 3] = [
    Entry {
        needs: &["content", "index", "position"],
        panel: "shaw-sum",
        drawing: Drawing::Matrices(&[
            (Step::First, "content"),
            (Step::Plus, "position"),
            (Step::OverRoot, "e"),
            (Step::Softmax, "alpha"),
        ]),
    },
    Entry {
        needs: &["index", "tab_K", "tab_V"],
        panel: "shaw-table",
        drawing: Drawing::LookUp { ids: "index", tables: &["tab_K", "tab_V"] },
    },
    Entry {
        needs: &["position", "index"],
        panel: "shaw-offsets",
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
            label: Name::Offset,
        }],
    )
}
