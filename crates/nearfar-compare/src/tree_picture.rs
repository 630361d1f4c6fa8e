//! Where the words, relations and ways of an edited tree stand, and the paths of its arrows. Lengths are CSS pixels.

use ndarray::Array2;
use nearfar::methods::tree::TreePath;
use nearfar::picture::arcs::{ArcLayout, ArcOptions, AttentionArc};
use nearfar::picture::lines::{LinkOptions, links};
use nearfar::text::dependency::DependencyTree;

use crate::grid::own_columns;
use crate::protocol::{Begun, Cell};
use crate::tree_editor::{By, Carry, MOST_ARCS, MOST_CROSSINGS};
use crate::words::tree::{tag, way_text};

/// Sizes of text: words; relations, parts of speech and ways.
const WORD_SIZE: f64 = 15.0;
const SMALL_SIZE: f64 = 11.0;
/// Beside the text in a word's box, on both sides together.
const PADDING: f64 = 10.0;
/// The height of a word's box: form, number and part of speech, way.
pub const WORD_HEIGHT: f64 = 58.0;
/// So far above and below the picture, a drag still finds its word.
const AROUND: f64 = 40.0;
/// How deep attention hangs under the words, and what is left free under it.
const DEPTH: f64 = 110.0;
const BELOW: f64 = 12.0;

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

/// The height of the picture, with attention under its words or without.
pub fn height(layout: &ArcLayout, has_attention: bool) -> f64 {
    layout.base + WORD_HEIGHT + if has_attention { DEPTH + BELOW } else { 0.0 }
}

/// The node under a point of a picture of this height; `None` where the point is far above or below.
pub fn node_under(layout: &ArcLayout, (x, y): (f64, f64), height: f64) -> Option<usize> {
    (-AROUND..height + AROUND).contains(&y).then(|| layout.node_at(x))
}

/// An arc with its arrowhead, as the paths of an SVG: that of a word, over the words, or a weight, under them.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrow {
    /// Whose arc it is, from 1; `None` for a weight.
    pub word: Option<usize>,
    /// The word and its head, or the weight, as query and key; `None` for the arc from ROOT.
    pub pair: Option<Cell>,
    /// From the head to the word, or from query to key.
    pub line: String,
    /// The arrowhead at the word or the key.
    pub tip: String,
    /// The relation, and where its middle stands, to the right and down; empty for a weight.
    pub label: String,
    /// See there.
    pub label_at: (f64, f64),
    /// How wide the line is, and how strong its colour, 0.25 to 1; `None` as the style sheet has it.
    pub strength: Option<(f64, String)>,
}

/// The arcs of a tree.
pub fn tree_arrows(layout: &ArcLayout, tree: &DependencyTree) -> Vec<Arrow> {
    let arrows = layout.arcs.iter().map(|arc| {
        let relation = tree.words().get(arc.dependent - 1).map(|word| word.relation.to_string());
        Arrow {
            word: Some(arc.dependent),
            pair: arc.head.checked_sub(1).map(|head| (arc.dependent - 1, head)),
            line: layout.path(arc),
            tip: tip(arc.to, layout.base, 1.0),
            label: relation.unwrap_or_default(),
            // So far down letters stand in the middle of the line.
            label_at: (arc.label.x + arc.label.width / 2.0, arc.top + 3.8),
            strength: None,
        }
    });
    arrows.collect()
}

/// Where arcs of a tree cross, to the right and down.
pub fn crossings(layout: &ArcLayout, tree: &DependencyTree) -> Vec<(f64, f64)> {
    let pairs = tree.crossings(MOST_CROSSINGS);
    pairs.into_iter().filter_map(|(one, other)| layout.crossing(one, other)).collect()
}

/// The weights, `[N, N]`, that are at least `threshold`, and of these the strongest, under so many words; `None` where
/// they are of another sentence.
pub fn weight_arrows(
    layout: &ArcLayout,
    weights: &[f32],
    words: usize,
    threshold: f32,
) -> Option<Vec<Arrow>> {
    if weights.len() != words * words {
        return None;
    }
    let options = LinkOptions { threshold, most: MOST_ARCS, full: None };
    let arcs = layout.attention(&links(weights, words, None, &options), DEPTH);
    let arrow = |arc: AttentionArc| Arrow {
        word: None,
        pair: Some((arc.link.query, arc.link.key)),
        line: arc.path(),
        tip: tip(arc.to, 0.0, -1.0),
        label: String::new(),
        label_at: (0.0, 0.0),
        strength: Some((arc.link.width, format!("{:.3}", 0.25 + 0.75 * arc.link.opacity))),
    };
    Some(arcs.into_iter().map(arrow).collect())
}

/// An arrowhead at a point, downwards, or upwards where `side` is -1, as the path of an SVG.
fn tip(x: f64, y: f64, side: f64) -> String {
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
