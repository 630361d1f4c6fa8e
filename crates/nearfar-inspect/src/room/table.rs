//! The table of tensors: which rows exist, which figures they want, what a press on a column or a key does. How rows
//! are sorted is the listing's ([`crate::protocol::listing`]).

use std::collections::HashSet;

use nearfar_texts::inspect as texts;

use super::grouped;
use crate::protocol::listing::{Key, Order, Row};

/// The height of a row in CSS pixels; the style sheet has the same.
pub const ROW: f64 = 28.0;
/// Rows that exist above and below those in sight.
const BEYOND: usize = 8;

/// A text of the page.
type Label = fn() -> &'static str;

/// A column: what it sorts by, its label, and its title, which says what it means.
pub type Column = (Key, Label, Label);

/// Every column.
pub const COLUMNS: &[Column] = &[
    (Key::Name, texts::name, texts::name_sort),
    (Key::Type, texts::type_name, texts::type_name_sort),
    (Key::Shape, texts::shape, texts::shape_sort),
    (Key::Bytes, texts::size, texts::size_sort),
    (Key::Min, texts::min, texts::min_sort),
    (Key::Max, texts::max, texts::max_sort),
    (Key::Mean, texts::mean, texts::mean_sort),
    (Key::Deviation, texts::deviation, texts::deviation_sort),
    (Key::Zeros, texts::zeros, texts::zeros_sort),
    (Key::NonFinite, texts::non_finite_short, texts::non_finite_sort),
];

/// How many tensors are listed, of how many.
pub fn count_text(listed: usize, all: usize) -> String {
    if listed == all {
        texts::tensors(all)
    } else {
        texts::tensors_shown(grouped(listed), grouped(all))
    }
}

/// Why no tensor of so many is listed.
pub fn empty_text(all: usize) -> &'static str {
    if all == 0 { texts::table_none() } else { texts::table_empty() }
}

impl Order {
    /// Whether rows stand by a statistic: all must be known, and rows move as they are found.
    pub fn is_by_statistic(&self) -> bool {
        self.key.needs_statistics() && !self.tree
    }

    /// Whether a column rules the order: `Some(true)` where its greatest comes first.
    pub fn falls_by(&self, key: Key) -> Option<bool> {
        (self.key == key && !self.tree).then_some(self.falling)
    }

    /// How a column is sorted: what a screen reader is told, and the mark behind its label.
    pub fn sorted_by(&self, key: Key) -> (&'static str, &'static str) {
        match self.falls_by(key) {
            Some(true) => ("descending", " ▾"),
            Some(false) => ("ascending", " ▴"),
            None => ("none", ""),
        }
    }

    /// A press on a column's head: first one way (names and types rise, numbers fall), then the other, then the
    /// file's order.
    pub fn press(&mut self, key: Key) {
        let falls_first = !matches!(key, Key::Name | Key::Type);
        (self.key, self.falling) = match self.falls_by(key) {
            None => (key, falls_first),
            Some(falling) if falling == falls_first => (key, !falls_first),
            Some(_) => (Key::File, false),
        };
        self.tree = false;
    }
}

/// Rows that exist, from and to, of `count`, where the frame is scrolled to `top` and is `height` high (pixels). In
/// steps of four rows, so that not every pixel of scrolling makes rows anew.
pub fn rows_that_exist(top: f64, height: f64, count: usize) -> (usize, usize) {
    let first = (top / ROW) as usize;
    let in_sight = (height / ROW) as usize + 2;
    let start = first.saturating_sub(BEYOND) / 4 * 4;
    let end = (first + in_sight + BEYOND).next_multiple_of(4).min(count);
    (start.min(end), end)
}

/// The rows from and to these places, each with its place.
pub fn in_range(rows: &[Row], (start, end): (usize, usize)) -> Vec<(usize, Row)> {
    let seen = rows.get(start..end).unwrap_or_default();
    (start..end).zip(seen.iter().cloned()).collect()
}

/// Places of the tensors whose figures are wanted, in that order: of the rows that exist, and where the order is by a
/// statistic of all others.
pub fn wanted(rows: &[Row], (start, end): (usize, usize), by_statistic: bool) -> Vec<usize> {
    let seen = rows.get(start..end).unwrap_or_default();
    let rest: &[Row] = if by_statistic { rows } else { &[] };
    let mut known = HashSet::new();
    let places = seen.iter().chain(rest).filter_map(Row::tensor);
    places.filter(|place| known.insert(*place)).collect()
}

impl Row {
    /// The place of its tensor; `None` for a group.
    pub fn tensor(&self) -> Option<usize> {
        match self {
            Row::Tensor { place, .. } => Some(*place),
            Row::Group { .. } => None,
        }
    }
}

/// What a key does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pressed {
    /// Goes to a row.
    Go(usize),
    /// Opens or closes the group of this path.
    Toggle(String),
}

/// What a key does at the row `at`, in a frame of this height (pixels); `None` where it is not the table's.
pub fn pressed(key: &str, at: usize, height: f64, rows: &[Row]) -> Option<Pressed> {
    let last = rows.len().saturating_sub(1);
    let page = ((height / ROW) as usize).saturating_sub(2).max(1);
    let group = match rows.get(at) {
        Some(Row::Group { path, is_open, .. }) => Some((path, *is_open)),
        _ => None,
    };
    let to = match (key, group) {
        ("ArrowDown", _) => at + 1,
        ("ArrowUp", _) => at.saturating_sub(1),
        ("PageDown", _) => at + page,
        ("PageUp", _) => at.saturating_sub(page),
        ("Home", _) => 0,
        ("End", _) => last,
        ("ArrowRight", Some((path, false)))
        | ("ArrowLeft", Some((path, true)))
        | ("Enter" | " ", Some((path, _))) => return Some(Pressed::Toggle(path.clone())),
        _ => return None,
    };
    Some(Pressed::Go(to.min(last)))
}

/// How far the frame is scrolled so that a row is in sight, where it is not: `seen` is where it stands, `height` its
/// own height (pixels), one row of which is the table's head.
pub fn scrolled_to(index: usize, seen: f64, height: f64) -> Option<f64> {
    let (y, height) = (index as f64 * ROW, height - ROW - 4.0);
    if y < seen { Some(y) } else { (y + ROW > seen + height).then_some(y + ROW - height) }
}

/// Closes a group that is open, opens one that is closed.
pub fn toggle(closed: &mut HashSet<String>, path: String) {
    if !closed.remove(&path) {
        closed.insert(path);
    }
}
