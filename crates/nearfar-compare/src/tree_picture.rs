//! Where the words, relations and ways of an edited tree stand, and the paths of its arrows. Lengths are CSS pixels.

use ndarray::Array2;
use nearfar::methods::tree::TreePath;
use nearfar::picture::arcs::{ArcLayout, ArcOptions};
use nearfar::text::dependency::DependencyTree;

use crate::grid::own_columns;
use crate::protocol::Begun;
use crate::tree_editor::{By, Carry};
use crate::words::tree::{tag, way_text};

/// Sizes of text: words; relations, parts of speech and ways.
const WORD_SIZE: f64 = 15.0;
const SMALL_SIZE: f64 = 11.0;
/// Beside the text in a word's box, on both sides together.
const PADDING: f64 = 10.0;

/// Lays a tree out; `ways` are those from every word to every word, where they are shown, and `measure` knows how wide
/// a text of a size is.
pub fn lay_out(
    tree: &DependencyTree,
    ways: Option<&Array2<TreePath>>,
    measure: fn(&str, f64) -> f64,
) -> ArcLayout {
    let wide = |text: &str, size: f64| measure(text, size) + PADDING;
    let of_word = |(node, form): (usize, &str)| {
        let way = ways.and_then(|ways| {
            let texts = ways.column(node - 1).into_iter().map(|way| way_text(*way));
            // The way with the most letters is about the widest.
            texts.max_by_key(String::len)
        });
        let small = [Some(tag(tree, node)), way].into_iter().flatten();
        small.map(|text| wide(&text, SMALL_SIZE)).fold(wide(form, WORD_SIZE), f64::max)
    };
    let words = tree.words().iter();
    let relations = words.clone().map(|word| measure(&word.relation.to_string(), SMALL_SIZE));
    let labels: Vec<f64> = relations.collect();
    let widths = (1..).zip(words.map(|word| word.form.as_str())).map(of_word);
    let widths: Vec<f64> = [wide("ROOT", SMALL_SIZE)].into_iter().chain(widths).collect();
    ArcLayout::new(tree.tree(), &widths, &labels, &ArcOptions::default())
}

/// Weights from query to key, `[N, N]`, of weights `[N, M + N]`, where they are between the words of the tree: a
/// model's own tokens are no words.
pub fn attention(
    begun: &Begun,
    tree: &DependencyTree,
    weights: &[f32],
    memory: usize,
) -> Option<Vec<f32>> {
    let tokens = begun.tokens.len();
    let weights = own_columns(weights, memory, tokens);
    let is_of_words = begun.words && tree.words().len() == tokens;
    (is_of_words && !weights.is_empty()).then_some(weights)
}

/// An arrowhead at a point, downwards, or upwards where `side` is -1, as the path of an SVG.
pub fn tip(x: f64, y: f64, side: f64) -> String {
    format!("M{:.1} {:.1}h7L{x:.1} {y:.1}z", x - 3.5, y - 7.0 * side)
}

/// The paths of an arc that is carried.
#[derive(Clone, Debug, PartialEq)]
pub struct CarriedArc {
    /// From the pointer, or the head over which it is held, to its word.
    pub line: String,
    /// The arrowhead at its word.
    pub tip: String,
    /// On the middle of the line, for what may not hang there.
    pub cross: String,
}

/// The arc that is carried; `None` where it is held by keys over nothing.
pub fn carried(layout: &ArcLayout, carry: &Carry) -> Option<CarriedArc> {
    let base = layout.base;
    let middle = |node: usize| layout.columns.get(node).map(|column| column.middle());
    let from = middle(carry.word)?;
    let to = carry.target.and_then(middle).map(|x| (x, base));
    let (x, y) = to.or(carry.at.filter(|_| carry.by == By::Drag))?;
    let high = (base - 24.0 - 0.18 * (x - from).abs()).max(6.0);
    let (across, down) = (x.midpoint(from), 0.25 * y.min(base) + 0.75 * high);
    Some(CarriedArc {
        line: format!("M{x:.1} {y:.1}C{x:.1} {high:.1} {from:.1} {high:.1} {from:.1} {base:.1}"),
        tip: tip(from, base, 1.0),
        cross: format!("M{:.1} {:.1}l10 10m0-10l-10 10", across - 5.0, down - 5.0),
    })
}
