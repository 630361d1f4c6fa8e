//! Which panels show a method in its own terms: a table of intermediates that a panel needs, so that a
//! method is known by what it computes, and a trained model needs no entry of its own.

use crate::protocol::{AxisView, TermView};
use crate::terms::TermsOf;

/// A way of showing intermediates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// Matrices side by side, with signs between them.
    Matrices(&'static [(&'static str, &'static str)]),
    /// A table of vectors, the row of the pair lit, and every pair that uses it.
    LookUp {
        /// The row of every pair.
        ids: &'static str,
        /// The tables.
        tables: &'static [&'static str],
    },
    /// Positions before and after the relative shift.
    Shift,
    /// What a query gives by offset, left and right upon each other.
    Direction {
        /// The matrix whose rows are read by offset.
        of: &'static str,
        /// A matrix that depends on the offset alone.
        alone: Option<&'static str>,
        /// A table of sinusoids, for a symmetric curve beside it.
        table: Option<&'static str>,
    },
    /// The coefficient by distance.
    Coefficients,
    /// The slopes of all heads.
    Slopes,
    /// Buckets and their biases.
    Buckets,
    /// The way through the tree.
    TreeWay,
    /// Labels under the tokens, weights by pairs of labels.
    Labels,
    /// Features, gates, source2token, the sentence's vector.
    Features,
    /// Angles of the pairs of dimensions.
    Angles,
}

/// An entry of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The intermediates without which there is nothing to show.
    pub needs: &'static [&'static str],
    /// What is written over it.
    pub title: &'static str,
    /// What one sees, and why.
    pub words: &'static str,
    /// How it is shown.
    pub panel: Panel,
}

/// Every panel, in the order in which they stand.
pub const PANELS: [Entry; 27] = [
    Entry {
        needs: &["a", "b", "c", "d"],
        title: "Four terms that sum to the score",
        words: "Content meets content (a) and position (b); what every query asks of content (c) and of position (d). Their sum over √d is the score.",
        panel: Panel::Matrices(&[
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
        panel: Panel::Shift,
    },
    Entry {
        needs: &["BD", "d"],
        title: "Position by offset",
        words: "(b) + (d) of the query under the cursor: what stands before it and what stands after it have values of their own.",
        panel: Panel::Direction { of: "BD", alone: Some("d"), table: None },
    },
    Entry {
        needs: &["term_qk", "term_qR", "term_uk", "term_vR"],
        title: "Terms that sum to the score",
        words: "Nothing is divided by √d: the paper argues that sharper weights suit labelling.",
        panel: Panel::Matrices(&[
            ("", "term_qk"),
            ("+", "term_qR"),
            ("+", "term_uk"),
            ("+", "term_vR"),
            ("+", "term_kR"),
            ("→", "scores"),
            ("→ softmax", "attn"),
        ]),
    },
    Entry {
        needs: &["term_qR", "term_vR", "R_table"],
        title: "Direction",
        words: "The sine of an offset changes its sign with the direction, the cosine does not: a query tells left from right. The product of two sinusoids has cosines alone, and is the same on both sides.",
        panel: Panel::Direction { of: "term_qR", alone: Some("term_vR"), table: Some("R_table") },
    },
    Entry {
        needs: &["Rhat", "raw"],
        title: "Eq. 2 to 6, step by step",
        words: "Raw scores are clipped at 0, so that a coefficient above 1 always promotes and one below 1 always suppresses.",
        panel: Panel::Matrices(&[
            ("", "raw"),
            ("→ ReLU", "relu"),
            ("→ softmax", "normalised"),
            ("with", "Rhat"),
            ("→", "scores"),
            ("→", "attn"),
        ]),
    },
    Entry {
        needs: &["Rhat"],
        title: "The coefficient by distance",
        words: "f(w |i - j|; v): one curve for each head, the same to the left and to the right.",
        panel: Panel::Coefficients,
    },
    Entry {
        needs: &["content", "index", "position"],
        title: "Content and position sum to the score",
        words: "The vector of an offset is added to the key; its product with the query is the position's share.",
        panel: Panel::Matrices(&[
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
        panel: Panel::LookUp { ids: "index", tables: &["tab_K", "tab_V"] },
    },
    Entry {
        needs: &["position", "index"],
        title: "Position by offset",
        words: "q_i · a^K of the query under the cursor: every offset has its own value up to k, and the same from k on.",
        panel: Panel::Direction { of: "position", alone: None, table: None },
    },
    Entry {
        needs: &["content", "position", "e", "attn"],
        title: "Content and bias sum to the score",
        words: "The vector of the way through the tree (and of the offset) is added to the key; there is none on the values.",
        panel: Panel::Matrices(&[
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
        panel: Panel::LookUp { ids: "ids_tree", tables: &["tab_tree"] },
    },
    Entry {
        needs: &["ids_traversal", "tab_traversal"],
        title: "Tree traversal of every pair",
        words: "U for a step up, D for a step down, L or R for a sibling on the left or right; every pair with the same way has the same row of the table.",
        panel: Panel::LookUp { ids: "ids_traversal", tables: &["tab_traversal"] },
    },
    Entry {
        needs: &["ids_tree", "tree"],
        title: "The way through the tree",
        words: "From the query to the key, arc by arc.",
        panel: Panel::TreeWay,
    },
    Entry {
        needs: &["ids_traversal", "traversal"],
        title: "The way through the tree",
        words: "From the query to the key, arc by arc.",
        panel: Panel::TreeWay,
    },
    Entry {
        needs: &["ids_relpos", "tab_relpos"],
        title: "Relative position of every pair",
        words: "Beside the tree, the offset in the sentence has a table of its own, cut at k.",
        panel: Panel::LookUp { ids: "ids_relpos", tables: &["tab_relpos"] },
    },
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
    Entry {
        needs: &["fw.P", "bw.P", "fw.F", "st.P", "sentence"],
        title: "Weights for every feature, both directions",
        words: "A forward block sees only what stands before, a backward block only what stands after; hatched cells may not be looked at.",
        panel: Panel::Features,
    },
    Entry {
        needs: &["content", "bias", "slope"],
        title: "Content and a bias that is fixed",
        words: "What is taken off grows by the head's slope with every token of distance.",
        panel: Panel::Matrices(&[
            ("", "content"),
            ("+", "bias"),
            ("→", "scores"),
            ("→ softmax", "weights"),
        ]),
    },
    Entry {
        needs: &["slope"],
        title: "The slopes of all heads",
        words: "2^(-8/h), its square, its cube and so on: steep heads look near, flat heads look far. Nothing is learned.",
        panel: Panel::Slopes,
    },
    Entry {
        needs: &["content", "bias", "bias_table"],
        title: "Content and a bias by bucket",
        words: "One number for each bucket and head, added to the score.",
        panel: Panel::Matrices(&[
            ("", "content"),
            ("+", "bias"),
            ("→", "scores"),
            ("→ softmax", "weights"),
        ]),
    },
    Entry {
        needs: &["bucket", "bias_table"],
        title: "Buckets",
        words: "Near offsets have a bucket each, far ones share buckets that grow; left and right have buckets of their own.",
        panel: Panel::Buckets,
    },
    Entry {
        needs: &["angles", "q_turned", "k_turned"],
        title: "Turned by position",
        words: "Every pair of dimensions is turned by its own angle times the position; what counts between two tokens is the angle between them. Fast pairs tell near offsets apart, slow ones far offsets.",
        panel: Panel::Angles,
    },
    Entry {
        needs: &["content", "q_turned", "scores"],
        title: "Before and after turning",
        words: "The same queries and keys: what turning them by their positions makes of their product.",
        panel: Panel::Matrices(&[
            ("", "content"),
            ("→ turned", "scores"),
            ("→ softmax", "weights"),
        ]),
    },
    Entry {
        needs: &["X", "raw", "attn"],
        title: "Scores and weights",
        words: "The positions are in the queries and keys, not in a term of their own.",
        panel: Panel::Matrices(&[("", "raw"), ("→ softmax", "attn")]),
    },
    Entry {
        needs: &["PE", "X", "raw"],
        title: "Positions are added to the words",
        words: "The products of the sinusoids know the distance and not the direction; W_Q and W_K must make out of them what attention needs.",
        panel: Panel::Direction { of: "raw", alone: None, table: Some("PE") },
    },
];

/// The panels of what was computed, in order.
pub fn panels_of(terms: TermsOf) -> Vec<&'static Entry> {
    PANELS.iter().filter(|entry| terms.has(entry.needs)).collect()
}

/// What kind of colours an intermediate has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ramp {
    /// Signed numbers: zero in the middle.
    Signed,
    /// From 0 to the greatest.
    FromZero,
    /// Factors: 1 in the middle.
    Factors,
    /// Whole numbers: from the least to the greatest.
    Whole,
}

/// The colours that an intermediate is shown in: weights, gates and distances cannot be negative.
pub fn ramp(term: &TermView) -> Ramp {
    if term.whole {
        return Ramp::Whole;
    }
    let name = term.name.trim_start_matches("fw.").trim_start_matches("bw.");
    match name {
        "attn" | "alpha" | "weights" | "P" | "st.P" | "F" | "relu" | "normalised" => Ramp::FromZero,
        // Distances; of other methods R are sinusoids.
        "R" if term.axes.starts_with(&[AxisView::Query, AxisView::Key]) => Ramp::FromZero,
        "Rhat" => Ramp::Factors,
        _ => Ramp::Signed,
    }
}
