//! What intermediates say when they are read another way: along the offset, along the distance, by pairs
//! of labels, by pairs of dimensions, along the way through a tree. Nothing is drawn.

use std::f64::consts::TAU;

use nearfar::methods::t5::Buckets;
use nearfar::picture::palette::{Palette, Rgb, Theme};
use nearfar::picture::scale::Scale;
use nearfar::text::dependency::DependencyTree;

use crate::equation::dimensions;
use crate::pointing::Pair;
use crate::protocol::{AxisView, RoleView};
use crate::terms::{TermMatrix, TermsOf};

/// (x, y).
pub type Point = (f64, f64);

/// A row of a matrix by offset, key - query, of the keys that the query may look at; columns of the
/// memory stand before the sentence.
pub fn by_offset(terms: TermsOf, matrix: TermMatrix, query: usize) -> Vec<Point> {
    let row = matrix.row(query).unwrap_or_default();
    let offset = |column: usize| column as f64 - (terms.view.memory + query) as f64;
    let seen = row.iter().enumerate().filter(|(column, _)| terms.is_allowed(query, *column));
    seen.map(|(column, &value)| (offset(column), f64::from(value))).collect()
}

/// A curve by offset in two by distance, which lie upon each other where direction does not count: what
/// stands before the query, and what stands after.
pub fn sides(by_offset: &[Point]) -> [Vec<Point>; 2] {
    let mut before: Vec<Point> =
        by_offset.iter().filter(|p| p.0 <= 0.0).map(|&(x, y)| (0.0 - x, y)).collect();
    before.sort_by(|one, other| one.0.total_cmp(&other.0));
    [before, by_offset.iter().filter(|p| p.0 >= 0.0).copied().collect()]
}

/// The greatest difference between the two sides at one distance; `None` where they share none but 0.
pub fn asymmetry(by_offset: &[Point]) -> Option<f64> {
    let [before, after] = sides(by_offset);
    let shared = before.iter().filter(|p| p.0 > 0.0).filter_map(|&(x, y)| {
        let other = after.iter().find(|p| p.0 == x)?;
        Some((y - other.1).abs())
    });
    shared.fold(None, |most: Option<f64>, x| Some(most.map_or(x, |most| most.max(x))))
}

/// Every value that depends on the offset alone, from a matrix whose diagonals are constant, by offset.
pub fn diagonals(terms: TermsOf, matrix: TermMatrix) -> Vec<Point> {
    let Some(last) = matrix.term.rows.checked_sub(1) else { return Vec::new() };
    // The last row reaches farthest back, the first farthest ahead.
    let mut points = by_offset(terms, matrix, last);
    points.retain(|point| point.0 < 0.0);
    points.extend(by_offset(terms, matrix, 0).into_iter().filter(|point| point.0 >= 0.0));
    points
}

/// The products of one row of a table with every row, by the difference of the rows: of sinusoids what
/// positions alone say about each other.
pub fn products_by_offset(table: TermMatrix, row: usize) -> Vec<Point> {
    let Some(one) = table.row(row) else { return Vec::new() };
    let product = |other: &[f32]| -> f64 {
        one.iter().zip(other).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
    };
    let offset = |at: usize| at as f64 - row as f64;
    table.rows().enumerate().map(|(at, other)| (offset(at), product(other))).collect()
}

/// Whether a table has a row for each token; else it has one for each offset, with 0 in its middle.
pub fn is_by_token(table: TermMatrix) -> bool {
    table.term.axes.first() == Some(&AxisView::Token)
}

/// The row of a query in a table: its own, or that of offset 0.
pub fn row_of_query(table: TermMatrix, query: usize) -> usize {
    if is_by_token(table) { query } else { table.term.rows / 2 }
}

/// The row of a pair in a table: the query's own, or that of query - column; `None` where it has none.
pub fn row_of_pair(table: TermMatrix, (query, column): Pair) -> Option<usize> {
    match is_by_token(table) {
        true => Some(query),
        false => (table.term.rows / 2 + query).checked_sub(column),
    }
}

/// The row that a pair is looked up in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookUp {
    /// Which, from 0.
    pub row: usize,
    /// How many the table has.
    pub rows: usize,
    /// Its name; empty where it has none.
    pub name: String,
    /// How many pairs share it.
    pub pairs: usize,
    /// Of how many.
    pub all: usize,
}

/// Where a pair is looked up: `ids` has the row of every pair in `table`.
pub fn look_up(ids: TermMatrix, table: TermMatrix, (query, column): Pair) -> Option<LookUp> {
    let row = ids.index(query, column)?;
    // A vector has its rows along its columns.
    let rows = if table.term.rows == 1 { table.term.columns } else { table.term.rows };
    let name = table.name(row).unwrap_or_default().to_owned();
    let pairs = ids.values.iter().filter(|&&id| id == row as f32).count();
    Some(LookUp { row, rows, name, pairs, all: ids.values.len() })
}

/// The bias of T5 by offset, `-reach` to `reach`, from the bias of each bucket.
pub fn bucket_curve(biases: &[f32], reach: i64) -> Vec<Point> {
    let of = |offset: i64| {
        Some((offset as f64, f64::from(*biases.get(bucket_of(biases.len(), offset))?)))
    };
    (-reach..=reach).filter_map(of).collect()
}

fn bucket_of(count: usize, offset: i64) -> usize {
    let buckets = Buckets { count, ..Buckets::ENCODER };
    let distance = offset.unsigned_abs() as usize;
    if offset < 0 { buckets.bucket(distance, 0) } else { buckets.bucket(0, distance) }
}

/// The offsets key - query of each of T5's buckets: `-4`, `8…11`, and of the farthest on each side `≥91`.
pub fn bucket_names(count: usize) -> Vec<String> {
    let farthest = Buckets::ENCODER.farthest as i64;
    let name = |bucket: usize| {
        let mut offsets =
            (-farthest..=farthest).filter(|&offset| bucket_of(count, offset) == bucket);
        // After the query, no offset has the bucket of distance 0.
        let Some(first) = offsets.next() else { return "–".to_owned() };
        match offsets.next_back().unwrap_or(first) {
            last if first == -farthest => format!("≤{last}"),
            last if last == farthest => format!("≥{first}"),
            last if last == first => first.to_string(),
            last => format!("{first}…{last}"),
        }
    };
    (0..count).map(name).collect()
}

/// The mean of some columns of every row; of one column, that column.
fn column_mean(matrix: TermMatrix, columns: std::ops::Range<usize>) -> Vec<f64> {
    let mean = |row: &[f32]| {
        let cells = row.get(columns.clone()).unwrap_or_default();
        cells.iter().map(|&x| f64::from(x)).sum::<f64>() / cells.len().max(1) as f64
    };
    matrix.rows().map(mean).collect()
}

/// How much each token counts in the sentence's vector of DiSAN, in its forward and in its backward half: for the
/// feature that is shown, else the mean of all. Beside each weight its share of the largest, 0 to 1.
pub fn source_weights(terms: TermsOf) -> Option<Vec<[(f64, f64); 2]>> {
    let (weights, count) = (terms.get("st.P")?, terms.view.features);
    let half = |start: usize| match terms.view.feature {
        Some(feature) => column_mean(weights, start + feature..start + feature + 1),
        None => column_mean(weights, start..start + count),
    };
    let [forward, backward] = [half(0), half(count)];
    let most = forward.iter().chain(&backward).fold(f64::MIN_POSITIVE, |most, &x| most.max(x));
    let tokens = forward.into_iter().zip(backward);
    Some(tokens.map(|(one, other)| [one, other].map(|weight| (weight, weight / most))).collect())
}

/// The heads of a layer: how often the columns of a head go into those of all heads side by side.
pub fn head_count(terms: TermsOf) -> Option<usize> {
    let all = terms.with_role(RoleView::Concatenated)?.term.columns;
    let one = terms.with_role(RoleView::Heads)?.term.columns;
    (one > 0).then_some(all / one)
}

/// Which of the heads is the specialised one, from 0: its output stands among those of all heads.
pub fn specialised_head(terms: TermsOf) -> Option<usize> {
    let (one, all) = (terms.get("o")?, terms.get("multihead_concat")?);
    let width = one.term.columns;
    let is_at = |head: usize| {
        let slice = head * width..(head + 1) * width;
        one.rows().zip(all.rows()).all(|(one, all)| all.get(slice.clone()) == Some(one))
    };
    (0..all.term.columns / width.max(1)).find(|&head| is_at(head))
}

/// Weights by pairs of labels.
#[derive(Clone, Debug, PartialEq)]
pub struct Groups {
    /// The labels that occur, in the order of the sentence.
    pub labels: Vec<String>,
    /// The mean weight that a query of the row's label gives to a key of the column's, `[L, L]`.
    pub means: Vec<f64>,
    /// The labels of the tokens, as places in `labels`.
    pub of_tokens: Vec<usize>,
}

impl Groups {
    /// The labels of the query and the key of a pair, as places in `labels`.
    pub fn of_pair(&self, (query, key): Pair) -> Option<(usize, usize)> {
        Some((*self.of_tokens.get(query)?, *self.of_tokens.get(key)?))
    }

    /// The means row by row, each with the colour behind it.
    pub fn rows(&self, palette: Palette, theme: Theme) -> Vec<Vec<(f64, Rgb)>> {
        let narrow: Vec<f32> = self.means.iter().map(|&mean| mean as f32).collect();
        let (scale, colours) = (Scale::from_zero_of(&narrow), palette.table(theme));
        let cell = |&mean: &f64| (mean, colours.colour(scale.position(mean)));
        let rows = self.means.chunks(self.labels.len().max(1));
        rows.map(|row| row.iter().map(cell).collect()).collect()
    }
}

/// Mean weights between labels.
pub fn by_label_pair(weights: TermMatrix, ids: TermMatrix) -> Option<Groups> {
    let ids: Vec<(usize, String)> = (0..ids.term.columns)
        .map(|token| {
            let id = ids.index(0, token)?;
            Some((id, ids.name(id)?.to_owned()))
        })
        .collect::<Option<_>>()?;
    let mut labels: Vec<String> = Vec::new();
    let mut of_tokens = Vec::with_capacity(ids.len());
    for (_, name) in ids {
        let known = labels.iter().position(|label| *label == name);
        of_tokens.push(known.unwrap_or(labels.len()));
        if known.is_none() {
            labels.push(name);
        }
    }
    let count = labels.len();
    let (mut sums, mut counts) = (vec![0.0; count * count], vec![0_u32; count * count]);
    for (row, &query) in weights.rows().zip(&of_tokens) {
        for (&weight, &key) in row.iter().zip(&of_tokens) {
            let cell = query * count + key;
            if let (Some(sum), Some(count)) = (sums.get_mut(cell), counts.get_mut(cell)) {
                *sum += f64::from(weight);
                *count += 1;
            }
        }
    }
    let means = sums.iter().zip(counts).map(|(sum, count)| sum / f64::from(count.max(1))).collect();
    Some(Groups { labels, means, of_tokens })
}

/// One pair of dimensions of RoPE between a query and a key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// The angle between the two positions in radians, key - query, not reduced.
    pub angle: f64,
    /// What the pair gives to the score without turning.
    pub before: f64,
    /// What it gives turned.
    pub after: f64,
}

impl Turn {
    /// What is left of the angle without whole turns, in radians, -π to π; to the left is counter-clockwise.
    pub fn left(&self) -> f64 {
        self.angle - TAU * (self.angle / TAU).round()
    }
}

/// Every pair of dimensions; the sums of `before` and `after` are the scores without and with turning.
pub fn turns(terms: TermsOf, (query, key): (usize, usize)) -> Option<Vec<Turn>> {
    let angles = terms.get("angles")?;
    let row = |name: &str, at: usize| terms.get(name)?.row(at);
    let [q, k] = [row("q", query)?, row("k", key)?];
    let [turned_q, turned_k] = [row("q_turned", query)?, row("k_turned", key)?];
    let root = dimensions(terms)?.sqrt();
    let share = |a: &[f32], b: &[f32]| -> f64 {
        a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum::<f64>() / root
    };
    let pairs = q.chunks_exact(2).zip(k.chunks_exact(2));
    let turned = turned_q.chunks_exact(2).zip(turned_k.chunks_exact(2));
    let turn = |(pair, ((a, b), (c, d)))| {
        let angle = angles.at(key, pair)? - angles.at(query, pair)?;
        Some(Turn { angle, before: share(a, b), after: share(c, d) })
    };
    pairs.zip(turned).enumerate().map(turn).collect()
}

/// One step of the way from a word to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hop {
    /// Towards ROOT; else away from it.
    pub up: bool,
    /// The relation of the arc.
    pub relation: String,
    /// The word where the step ends, from 0; `None` for ROOT.
    pub to: Option<usize>,
}

/// The way of a pair through the tree that the intermediates were computed with; `None` where `tree` is another: a new
/// one, or one that was left out.
pub fn way_of_pair(terms: TermsOf, tree: &DependencyTree, (from, to): Pair) -> Option<Vec<Hop>> {
    (terms.weights()?.term.rows == tree.words().len()).then(|| way(tree, from, to))
}

/// The way from one word of a tree to another, words from 0; empty from a word to itself, and where there
/// is no such word.
pub fn way(tree: &DependencyTree, from: usize, to: usize) -> Vec<Hop> {
    // Nodes count from 1; 0 is ROOT.
    let nodes = tree.tree();
    let relation = |node: usize| {
        let word = node.checked_sub(1).and_then(|word| tree.words().get(word));
        word.map(|word| word.relation.to_string()).unwrap_or_default()
    };
    let path = nodes.path(from.saturating_add(1), to.saturating_add(1));
    let hops = path.iter().zip(path.iter().skip(1)).map(|(&node, &next)| {
        let up = nodes.parent(node) == Some(next);
        // An arc has the relation of its lower end.
        Hop { up, relation: relation(if up { node } else { next }), to: next.checked_sub(1) }
    });
    hops.collect()
}
