//! Structured bias in its own terms: content and what the way through the tree adds.

use crate::drawings::{Drawing, Entry, Step};
use crate::equation::{Found, Name, Pair, Table, looked_up_sum};
use crate::methods::OwnTerms;
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: looked_up, drawings: &DRAWINGS };

const DRAWINGS: [Entry; 6] = [
    Entry {
        needs: &["content", "position", "e", "attn"],
        panel: "tree-sum",
        drawing: Drawing::Matrices(&[
            (Step::First, "content"),
            (Step::Plus, "relpos"),
            (Step::Plus, "tree"),
            (Step::Plus, "traversal"),
            (Step::OverRoot, "e"),
            (Step::Softmax, "attn"),
        ]),
    },
    Entry {
        needs: &["ids_tree", "tab_tree"],
        panel: "tree-distances",
        drawing: Drawing::LookUp { ids: "ids_tree", tables: &["tab_tree"] },
    },
    Entry {
        needs: &["ids_traversal", "tab_traversal"],
        panel: "tree-traversals",
        drawing: Drawing::LookUp { ids: "ids_traversal", tables: &["tab_traversal"] },
    },
    Entry { needs: &["ids_tree", "tree"], panel: "tree-way", drawing: Drawing::TreeWay },
    Entry { needs: &["ids_traversal", "traversal"], panel: "tree-way", drawing: Drawing::TreeWay },
    Entry {
        needs: &["ids_relpos", "tab_relpos"],
        panel: "tree-positions",
        drawing: Drawing::LookUp { ids: "ids_relpos", tables: &["tab_relpos"] },
    },
];

/// The tables that a form may have.
const TABLES: [Table; 3] = [
    Table {
        ids: "ids_relpos",
        table: "tab_relpos",
        products: "relpos",
        name: "q_i · b_ij",
        label: Name::Offset,
    },
    Table {
        ids: "ids_tree",
        table: "tab_tree",
        products: "tree",
        name: "q_i · t_ij",
        label: Name::Key("tree-distance"),
    },
    Table {
        ids: "ids_traversal",
        table: "tab_traversal",
        products: "traversal",
        name: "q_i · t_ij",
        label: Name::Key("tree-traversal"),
    },
];

/// The thesis on structured bias, second and third equation.
fn looked_up(terms: TermsOf, pair: Pair) -> Option<Found> {
    looked_up_sum(terms, pair, &TABLES)
}
