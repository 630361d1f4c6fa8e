//! Structured bias in its own terms: content and what the way through the tree adds.

use crate::drawings::{Drawing, Entry};
use crate::equation::{Found, Pair, Table, looked_up_sum};
use crate::methods::OwnTerms;
use crate::terms::TermsOf;

/// What shows it.
pub const OWN: OwnTerms = OwnTerms { equation: looked_up, drawings: &DRAWINGS };

const DRAWINGS: [Entry; 6] = [
    Entry {
        needs: &["content", "position", "e", "attn"],
        title: "Content and bias sum to the score",
        words: "The vector of the way through the tree (and of the offset) is added to the key; there is none on the values.",
        drawing: Drawing::Matrices(&[
            ("", "content"),
            ("+", "relpos"),
            ("+", "tree"),
            ("+", "traversal"),
            ("→ / √d", "e"),
            ("→ softmax", "attn"),
        ]),
    },
    Entry {
        needs: &["ids_tree", "tab_tree"],
        title: "Tree distance of every pair",
        words: "The number of arcs between two words; every pair with the same number has the same row of the table.",
        drawing: Drawing::LookUp { ids: "ids_tree", tables: &["tab_tree"] },
    },
    Entry {
        needs: &["ids_traversal", "tab_traversal"],
        title: "Tree traversal of every pair",
        words: "U for a step up, D for a step down, L or R for a sibling on the left or right; every pair with the same way has the same row of the table.",
        drawing: Drawing::LookUp { ids: "ids_traversal", tables: &["tab_traversal"] },
    },
    Entry {
        needs: &["ids_tree", "tree"],
        title: "The way through the tree",
        words: "From the query to the key, arc by arc.",
        drawing: Drawing::TreeWay,
    },
    Entry {
        needs: &["ids_traversal", "traversal"],
        title: "The way through the tree",
        words: "From the query to the key, arc by arc.",
        drawing: Drawing::TreeWay,
    },
    Entry {
        needs: &["ids_relpos", "tab_relpos"],
        title: "Relative position of every pair",
        words: "Beside the tree, the offset in the sentence has a table of its own, cut at k.",
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
        label: "offset",
    },
    Table {
        ids: "ids_tree",
        table: "tab_tree",
        products: "tree",
        name: "q_i · t_ij",
        label: "tree distance",
    },
    Table {
        ids: "ids_traversal",
        table: "tab_traversal",
        products: "traversal",
        name: "q_i · t_ij",
        label: "tree traversal",
    },
];

/// The thesis on structured bias, second and third equation.
fn looked_up(terms: TermsOf, pair: Pair) -> Option<Found> {
    looked_up_sum(terms, pair, &TABLES)
}
