//! Heads as they stand: layer by layer in a grid, by w and v in a plot. And which of them the knobs move.

use nearfar::settings::Choice;
use nearfar_texts::{inspect as texts, labelled};

use crate::link::Place;

/// What a head is called.
pub fn head_name((layer, head): Place) -> String {
    texts::head(layer + 1, head + 1)
}

/// All heads of layers with so many each, layer by layer.
pub fn places(shape: &[usize]) -> impl Iterator<Item = Place> {
    let heads = shape.iter().enumerate();
    heads.flat_map(|(layer, &heads)| (0..heads).map(move |head| (layer, head)))
}

/// The heads of each layer in the order in which they stand, the numbers `by` the least first; those without one stand
/// last, layers without any by their numbers.
pub fn in_order(shape: &[usize], by: &[Vec<Option<f64>>]) -> Vec<Vec<usize>> {
    let row = |(layer, &heads): (usize, &usize)| {
        let mut row: Vec<usize> = (0..heads).collect();
        if let Some(by) = by.get(layer) {
            let of = |&head: &usize| by.get(head).copied().flatten().unwrap_or(f64::INFINITY);
            row.sort_by(|a, b| of(a).total_cmp(&of(b)));
        }
        row
    };
    shape.iter().enumerate().map(row).collect()
}

/// How many layers and columns an arrow key goes; `None` of another key.
pub fn arrow(key: &str) -> Option<(isize, isize)> {
    match key {
        "ArrowUp" => Some((-1, 0)),
        "ArrowDown" => Some((1, 0)),
        "ArrowLeft" => Some((0, -1)),
        "ArrowRight" => Some((0, 1)),
        _ => None,
    }
}

/// The head that is so many layers and columns away; at an edge it stays. A row that is shorter ends with its last
/// head.
pub fn step(order: &[Vec<usize>], (layer, head): Place, down: isize, right: isize) -> Place {
    let column = order.get(layer).and_then(|row| row.iter().position(|&other| other == head));
    let layer = layer.saturating_add_signed(down).min(order.len().saturating_sub(1));
    let row = order.get(layer).map(Vec::as_slice).unwrap_or_default();
    let column = column.unwrap_or(0).saturating_add_signed(right);
    (layer, row.get(column).or(row.last()).copied().unwrap_or(0))
}

/// Columns into which one layer of so many heads wraps: rows that are even where its heads allow it.
pub fn columns_of_one(heads: usize) -> usize {
    [8, 6, 5, 7].into_iter().find(|columns| heads.is_multiple_of(*columns)).unwrap_or(8)
}

/// The ends of an axis that shows all numbers and at least -0.5 to 0.5, with room at both.
pub fn axis(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = numbers.fold((-0.5_f64, 0.5_f64), |(low, high), x| (low.min(x), high.max(x)));
    let room = 0.08 * (high - low);
    (low - room, high + room)
}

/// What an axis counts: its ends, and 0 where that is not near one of them.
pub fn ticks((low, high): (f64, f64)) -> Vec<f64> {
    let is_apart = (0.0 - low).min(high) >= 0.1 * (high - low);
    if is_apart { vec![low, 0.0, high] } else { vec![low, high] }
}

/// Which heads the knobs move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The one that is shown.
    Head,
    /// Those of its layer.
    Layer,
    /// All.
    All,
}

impl Choice for Reach {
    const ALL: &'static [(Self, &'static str)] =
        &[(Reach::Head, "head"), (Reach::Layer, "layer"), (Reach::All, "all")];
}

labelled! {
    Reach {
        Head: texts::reach_head,
        Layer: texts::reach_layer,
        All: texts::reach_all,
    }
}

impl Reach {
    /// The places that the knobs move, of a model with so many heads in each layer, where `now` is shown.
    pub fn places(self, shape: &[usize], now: Place) -> Vec<Place> {
        let is_moved = |&place: &Place| match self {
            Reach::Head => place == now,
            Reach::Layer => place.0 == now.0,
            Reach::All => true,
        };
        places(shape).filter(is_moved).collect()
    }
}
