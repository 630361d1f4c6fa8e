//! The arcs of a dependency tree over its words: which stands above which, where each meets its words,
//! where its label goes, where two cross; and weights of attention as arcs under the words. Where words
//! stand is decided here too, since a label must fit between them.
//!
//! An arc is a flat line with two legs. Nodes are those of [`Tree`]: ROOT is 0 and stands before the
//! first word. y grows downwards from the top of the picture; arcs end at [`ArcLayout::base`].

use super::layout::Rect;
use super::lines::Link;
use crate::methods::tree::Tree;

/// Sizes of the picture, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ArcOptions {
    /// The height of a label.
    pub label: f64,
    /// The least and the largest step from a level to the next; the least is at least `label`.
    pub step: (f64, f64),
    /// What the levels together should take, where the least step allows it.
    pub height: f64,
    /// Between two legs at one word.
    pub port: f64,
    /// The radius of a corner.
    pub corner: f64,
    /// The least space between two columns.
    pub gap: f64,
    /// Around the picture.
    pub margin: f64,
}

impl Default for ArcOptions {
    fn default() -> Self {
        ArcOptions {
            label: 15.0,
            step: (17.0, 28.0),
            height: 260.0,
            port: 6.0,
            corner: 7.0,
            gap: 10.0,
            margin: 8.0,
        }
    }
}

/// Legs at one word widen its column up to this.
const WIDEST_BY_LEGS: f64 = 120.0;
/// Between a label and a leg that crosses its arc: a mark of the crossing has room there.
const LEG_MARGIN: f64 = 7.0;
/// Where all arcs of attention are shorter than this, none reaches the full depth.
const SHORTEST_AT_FULL_DEPTH: f64 = 240.0;
/// Between the ends of a label and the corners of its arc.
const LABEL_MARGIN: f64 = 3.0;

/// Where a node stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Column {
    /// Its left edge.
    pub left: f64,
    /// Its width.
    pub width: f64,
}

impl Column {
    /// Its middle.
    pub fn middle(&self) -> f64 {
        self.left + self.width / 2.0
    }
}

/// The arc from a head to its dependent.
#[derive(Debug, Clone, PartialEq)]
pub struct TreeArc {
    /// The dependent, from 1.
    pub dependent: usize,
    /// Its head; 0 is ROOT.
    pub head: usize,
    /// How many arcs stand below it at most, from 1.
    pub level: usize,
    /// x where it leaves the head.
    pub from: f64,
    /// x where it meets the dependent: the arrow.
    pub to: f64,
    /// y of its flat line.
    pub top: f64,
    /// Where its label goes.
    pub label: Rect,
}

impl TreeArc {
    /// The nodes at its left and right end.
    pub fn ends(&self) -> (usize, usize) {
        (self.head.min(self.dependent), self.head.max(self.dependent))
    }

    /// x of its left and right leg.
    pub fn legs(&self) -> (f64, f64) {
        (self.from.min(self.to), self.from.max(self.to))
    }
}

/// Where everything of a tree stands.
#[derive(Debug, Clone, PartialEq)]
pub struct ArcLayout {
    /// ROOT's column, then that of each word, `[n + 1]`.
    pub columns: Vec<Column>,
    /// The arc of each word, `[n]`.
    pub arcs: Vec<TreeArc>,
    /// y at which arcs meet the words.
    pub base: f64,
    /// The width of the picture.
    pub width: f64,
    corner: f64,
}

impl ArcLayout {
    /// Lays out a tree. `widths` is what each node's texts need (ROOT first, `[n + 1]`), `labels` what
    /// each word's relation needs, `[n]`; what is missing has no width. Time n².
    pub fn new(tree: &Tree, widths: &[f64], labels: &[f64], options: &ArcOptions) -> Self {
        let levels = levels(tree);
        let most = levels.iter().copied().max().unwrap_or(0);
        let (least, largest) = (options.step.0.max(options.label), options.step.1);
        let step = (options.height / most.max(1) as f64).clamp(least, largest.max(least));
        let base = options.margin + options.label / 2.0 + step * most as f64;
        let ports = ports(tree);
        let mut columns = columns(tree, &ports, widths, options);
        let port = |columns: &[Column], node: usize, dependent: usize| {
            port_of(&columns[node], &ports[node], dependent, options)
        };
        // Shorter arcs first: what makes room for them only widens the longer ones.
        for dependent in by_span(tree) {
            let (left, right) = ends(tree, dependent);
            let label = labels.get(dependent - 1).copied().unwrap_or(0.0);
            let needed = label + 2.0 * (options.corner + LABEL_MARGIN);
            let there = port(&columns, right, dependent) - port(&columns, left, dependent);
            if there < needed {
                let each = (needed - there) / (right - left) as f64;
                for (node, column) in columns.iter_mut().enumerate().skip(left + 1) {
                    column.left += each * (node.min(right) - left) as f64;
                }
            }
        }
        let arc = |dependent: usize| {
            let head = tree.parent(dependent).unwrap_or(0);
            let level = levels[dependent - 1];
            let (from, to) =
                (port(&columns, head, dependent), port(&columns, dependent, dependent));
            let label = labels.get(dependent - 1).copied().unwrap_or(0.0);
            let top = base - step * level as f64;
            let label = Rect {
                x: from.midpoint(to) - label / 2.0,
                y: top - options.label / 2.0,
                width: label,
                height: options.label,
            };
            TreeArc { dependent, head, level, from, to, top, label }
        };
        let mut arcs: Vec<TreeArc> = (1..=tree.tokens()).map(arc).collect();
        for place in 0..arcs.len() {
            let x = label_place(&arcs, place, options);
            arcs[place].label.x = x;
        }
        let width = columns.last().map_or(0.0, |column| column.left + column.width);
        let corner = options.corner;
        ArcLayout { columns, arcs, base, width: width + options.margin, corner }
    }

    /// The node whose column is nearest to x.
    pub fn node_at(&self, x: f64) -> usize {
        let between = |pair: &[Column]| (pair[0].left + pair[0].width).midpoint(pair[1].left);
        self.columns.windows(2).take_while(|pair| between(pair) < x).count()
    }

    /// An arc as the path of an SVG, from the head to the dependent.
    pub fn path(&self, arc: &TreeArc) -> String {
        let corner = self.corner.min((arc.to - arc.from).abs() / 2.0).min(self.base - arc.top);
        let side = if arc.to < arc.from { -corner } else { corner };
        let (from, to, top, base) = (arc.from, arc.to, arc.top, self.base);
        format!(
            "M{from:.1} {base:.1}V{:.1}Q{from:.1} {top:.1} {:.1} {top:.1}H{:.1}Q{to:.1} {top:.1} {to:.1} {:.1}V{base:.1}",
            top + corner,
            from + side,
            to - side,
            top + corner,
        )
    }

    /// Where the arcs of two words, from 1, cross; `None` where they do not.
    pub fn crossing(&self, first: usize, second: usize) -> Option<(f64, f64)> {
        let arc = |word: usize| word.checked_sub(1).and_then(|place| self.arcs.get(place));
        let (first, second) = (arc(first)?, arc(second)?);
        let (low, high) =
            if first.level < second.level { (first, second) } else { (second, first) };
        let ((a, b), (c, d)) = (low.ends(), high.ends());
        // A leg of the higher arc goes through the flat line of the lower one.
        let (left, right) = high.legs();
        let x = match (a < c && c < b && b < d, c < a && a < d && d < b) {
            (true, _) => left,
            (_, true) => right,
            _ => return None,
        };
        Some((x, low.top))
    }

    /// Weights between words, from 0, as arcs under them, from the query to the key. y is 0 at the words,
    /// `depth` at most; the longer an arc, the deeper. Links to words that do not exist are left out.
    pub fn attention(&self, links: &[Link], depth: f64) -> Vec<AttentionArc> {
        let middle = |word: usize| self.columns.get(word + 1).map(Column::middle);
        let span = |link: &Link| Some((middle(link.key)? - middle(link.query)?).abs());
        let longest = links.iter().filter_map(span).fold(SHORTEST_AT_FULL_DEPTH, f64::max);
        let arc = |link: &Link| {
            let (query, key) = (middle(link.query)?, middle(link.key)?);
            let (from, to, controls) = if link.query == link.key {
                (query - 4.0, query + 4.0, [(query - 13.0, 16.0), (query + 13.0, 16.0)])
            } else {
                let side = if key < query { -3.0 } else { 3.0 };
                // A cubic with both controls at 4/3 of a depth reaches it. What goes back lies less
                // deep, so that both ways between two words are seen.
                let share = ((key - query).abs() / longest).sqrt();
                let deepest = if key < query { 0.86 } else { 1.0 } * depth;
                let low = (deepest * share).max(10.0) * 4.0 / 3.0;
                let (from, to) = (query + side, key - side);
                (from, to, [(from, low), (to, low)])
            };
            Some(AttentionArc { link: *link, from, to, controls })
        };
        links.iter().filter_map(arc).collect()
    }
}

/// A weight as an arc under the words.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AttentionArc {
    /// The weight.
    pub link: Link,
    /// x at the query.
    pub from: f64,
    /// x at the key: the arrow.
    pub to: f64,
    controls: [(f64, f64); 2],
}

impl AttentionArc {
    /// As the path of an SVG, from the query to the key.
    pub fn path(&self) -> String {
        let (from, to, [(x1, y1), (x2, y2)]) = (self.from, self.to, self.controls);
        format!("M{from:.1} 0C{x1:.1} {y1:.1} {x2:.1} {y2:.1} {to:.1} 0")
    }

    /// How deep it reaches.
    pub fn depth(&self) -> f64 {
        self.controls[0].1 * 0.75
    }
}

/// The nodes at the ends of a word's arc, left first.
fn ends(tree: &Tree, dependent: usize) -> (usize, usize) {
    let head = tree.parent(dependent).unwrap_or(0);
    (head.min(dependent), head.max(dependent))
}

/// The dependents, those with short arcs first, then from left to right.
fn by_span(tree: &Tree) -> Vec<usize> {
    let mut dependents: Vec<usize> = (1..=tree.tokens()).collect();
    dependents.sort_by_key(|&dependent| {
        let (left, right) = ends(tree, dependent);
        (right - left, left)
    });
    dependents
}

/// The level of each word's arc, from 1: above all that it spans and all that it shares a stretch with.
fn levels(tree: &Tree) -> Vec<usize> {
    // The highest arc over each stretch from a node to the next.
    let mut heights = vec![0; tree.nodes()];
    let mut levels = vec![0; tree.tokens()];
    for dependent in by_span(tree) {
        let (left, right) = ends(tree, dependent);
        let stretch = &mut heights[left..right];
        let level = 1 + stretch.iter().copied().max().unwrap_or(0);
        stretch.fill(level);
        levels[dependent - 1] = level;
    }
    levels
}

/// The arcs at each node, by their dependents, in the order in which they stand there: to the left, short
/// ones first, then to the right, long ones first. So none cuts another at the same node.
fn ports(tree: &Tree) -> Vec<Vec<usize>> {
    let mut ports = vec![(Vec::new(), Vec::new()); tree.nodes()];
    for dependent in by_span(tree) {
        let (left, right) = ends(tree, dependent);
        ports[left].1.push(dependent);
        ports[right].0.push(dependent);
    }
    let join = |(mut to_left, to_right): (Vec<usize>, Vec<usize>)| {
        to_left.extend(to_right.iter().rev());
        to_left
    };
    ports.into_iter().map(join).collect()
}

/// Columns as near to each other as their texts and legs allow.
fn columns(tree: &Tree, ports: &[Vec<usize>], widths: &[f64], options: &ArcOptions) -> Vec<Column> {
    let mut left = options.margin;
    let column = |node: usize| {
        let legs = options.port * (ports[node].len() + 1) as f64;
        let text = widths.get(node).copied().unwrap_or(0.0);
        let width = text.max(legs.min(WIDEST_BY_LEGS));
        let column = Column { left, width };
        left += width + options.gap;
        column
    };
    (0..tree.nodes()).map(column).collect()
}

/// x of a leg.
fn port_of(column: &Column, ports: &[usize], dependent: usize, options: &ArcOptions) -> f64 {
    let place = ports.iter().position(|&other| other == dependent).unwrap_or(0) as f64;
    let steps = ports.len().saturating_sub(1) as f64;
    let step = options.port.min(column.width / (steps + 2.0));
    column.middle() + step * (place - steps / 2.0)
}

/// The left end of an arc's label: in the middle of its flat line, or as near to it as the legs of arcs
/// that cross this one leave room.
fn label_place(arcs: &[TreeArc], place: usize, options: &ArcOptions) -> f64 {
    let arc = &arcs[place];
    let (left, right) = arc.legs();
    let half = arc.label.width / 2.0;
    let middle = left.midpoint(right);
    let (a, b) = arc.ends();
    let mut legs: Vec<f64> = arcs
        .iter()
        .filter(|other| other.level > arc.level)
        .flat_map(|other| [(other.head, other.from), (other.dependent, other.to)])
        .filter(|(node, _)| a < *node && *node < b)
        .map(|(_, x)| x)
        .collect();
    legs.sort_by(f64::total_cmp);
    let ends = options.corner + LABEL_MARGIN;
    let from = [left + ends].into_iter().chain(legs.iter().map(|leg| leg + LEG_MARGIN));
    let to = legs.iter().map(|leg| leg - LEG_MARGIN).chain([right - ends]);
    let free = from.zip(to).filter_map(|(from, to)| {
        let (from, to) = (from + half, to - half);
        (from <= to).then(|| middle.clamp(from, to))
    });
    let best = free.min_by(|one, other| (one - middle).abs().total_cmp(&(other - middle).abs()));
    best.unwrap_or(middle) - half
}
