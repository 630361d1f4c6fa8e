//! The ways of showing intermediates, and those that show a method in its own terms: which, its file in
//! [`crate::methods`] says. A drawing names the intermediates that it needs: other forms of a method have
//! others.

use crate::terms::TermsOf;

/// A way of showing intermediates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// Matrices side by side, each behind what leads to it.
    Matrices(&'static [(Step, &'static str)]),
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

impl Drawing {
    /// Whether it shows what the method does along the offset or the distance.
    fn is_by_distance(self) -> bool {
        use Drawing::{Angles, Buckets, Coefficients, Direction, Slopes};
        matches!(self, Direction { .. } | Coefficients | Slopes | Buckets | Angles)
    }

    /// Scores that are made of content and a bias.
    pub const BIASED: Drawing = Drawing::Matrices(&[
        (Step::First, "content"),
        (Step::Plus, "bias"),
        (Step::Gives, "scores"),
        (Step::Softmax, "weights"),
    ]);
}

/// What leads from one matrix to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing stands before the first.
    First,
    /// They are added.
    Plus,
    /// What stands before gives it.
    Gives,
    /// The sum over √d gives it.
    OverRoot,
    /// ReLU gives it.
    Relu,
    /// The logistic function gives it.
    Sigmoid,
    /// They are multiplied.
    Times,
    /// The softmax gives it.
    Softmax,
    /// What the page's text of this key says.
    Key(&'static str),
}

/// An entry of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The intermediates without which there is nothing to show.
    pub needs: &'static [&'static str],
    /// What it is: the key of its title among the page's texts; what one sees and why is the text of
    /// `KEY-about`.
    pub panel: &'static str,
    /// How it is shown.
    pub drawing: Drawing,
}

/// The drawings of what was computed: by distance first, where two methods are seen to differ, then in order;
/// of those that draw the same the first, which asks for the most.
pub fn drawings_of(terms: TermsOf) -> Vec<&'static Entry> {
    let mut found: Vec<&'static Entry> = Vec::new();
    let own = terms.own().map_or(&[][..], |own| own.drawings);
    for entry in own.iter().filter(|entry| terms.has(entry.needs)) {
        if found.iter().all(|known| known.drawing != entry.drawing) {
            found.push(entry);
        }
    }
    found.sort_by_key(|entry| !entry.drawing.is_by_distance());
    found
}
