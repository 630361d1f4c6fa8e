//! One tensor in words and bars: its figures in a row of the table and in full, how its numbers are spread, and what
//! a picture of a slice says.

use nearfar::picture::palette::{Palette, Rgb};
use nearfar::picture::scale::{Scale, format_count, format_digits, format_number};
use nearfar::picture::{Drawn, Tint, Zoom};
use nearfar_texts::inspect as texts;

use super::drawing::{Drawing, Shape};
use super::grouped;
use super::report::{Fact, NONE};
use crate::pixels::{INFINITE_COLOUR, NAN_COLOUR, narrowed, not_finite};
use crate::statistics::{Histogram, SliceOf, Statistics};

/// A share as a percentage.
pub fn percent(share: f64) -> String {
    match 100.0 * share {
        0.0 => "0 %".to_owned(),
        percent if percent < 0.1 => "< 0.1 %".to_owned(),
        percent => format!("{percent:.1} %"),
    }
}

/// A figure in words, or what stands for one that nobody knows.
pub(super) fn or_none(value: Option<f64>, text: impl Fn(f64) -> String) -> String {
    value.map_or_else(|| NONE.to_owned(), text)
}

impl Statistics {
    /// The figures as the cells of a row: least, greatest, mean, deviation, zeros, what is not finite.
    pub fn cells(&self) -> [String; 6] {
        let [min, max, mean, deviation] = [self.min, self.max, self.mean, self.deviation]
            .map(|figure| or_none(figure, format_number));
        let zeros = or_none(self.share_of_zeros(), percent);
        [min, max, mean, deviation, zeros, self.non_finite_text()]
    }

    /// How many numbers are not finite, marked where there are any.
    fn non_finite_text(&self) -> String {
        match self.non_finite() {
            0 => "0".to_owned(),
            count => format!("⚠ {}", format_count(count)),
        }
    }

    /// The figures with more digits, each with its name.
    pub fn facts(&self) -> Vec<Fact> {
        let number = |value| or_none(value, |value| format_digits(value, 6));
        let [zeros, nan, infinite] = [self.zeros, self.nan, self.infinite].map(format_count);
        let non_finite = match self.non_finite() {
            0 => "0".to_owned(),
            _ => format!("{} ({nan} NaN, {infinite} ∞)", self.non_finite_text()),
        };
        let share = or_none(self.share_of_zeros(), percent);
        vec![
            Fact::new(texts::numbers(), format_count(self.count)),
            Fact::new(texts::min(), number(self.min)),
            Fact::new(texts::max(), number(self.max)),
            Fact::new(texts::mean(), number(self.mean)),
            Fact::new(texts::deviation(), number(self.deviation)),
            Fact::new(texts::zeros(), format!("{zeros} ({share})")),
            Fact::new(texts::non_finite(), non_finite),
        ]
    }
}

/// Width and height of a histogram.
const HISTOGRAM: (f64, f64) = (320.0, 90.0);

/// A histogram: bars with their counts, and 0 between its ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// The picture.
    pub drawing: Drawing,
    /// The ends.
    pub ends: [String; 2],
    /// How many numbers the fullest has.
    pub most: String,
}

impl Bars {
    /// Of a histogram.
    pub fn of(histogram: &Histogram) -> Bars {
        let Histogram { from, to, ref counts } = *histogram;
        let (width, height) = HISTOGRAM;
        let many = counts.len().max(1) as f64;
        let most = counts.iter().copied().max().unwrap_or(1).max(1);
        let slot = width / many;
        // Ends may be so far apart that their distance is infinite.
        let step = to / many - from / many;
        let edge = |bar: f64| format_number(from + step * bar);
        let bar = |(place, &count): (usize, &u64)| {
            let at = place as f64;
            // What is there is seen, however little.
            let tall = (height * count as f64 / most as f64).max(1.0);
            let tall = if count == 0 { 0.0 } else { tall };
            let says = texts::spread_bar(edge(at), edge(at + 1.0), format_count(count));
            Shape::Bar(None, [at * slot, height - tall, (slot - 0.6).max(0.5), tall], says)
        };
        let peak = counts.iter().position(|&count| count == most).unwrap_or(0);
        let ends = [from, to].map(format_number);
        let [first, last] = &ends;
        let fullest = edge(peak as f64 + 0.5);
        let zero = (from < 0.0 && to > 0.0).then(|| width * (0.0 - from) / (to - from));
        let zero = zero.map(|x| Shape::Line("zero", [(x, 0.0), (x, height)]));
        let drawing = Drawing {
            view: [0.0, 0.0, width, height],
            is_stretched: true,
            name: texts::spread_name(first, last, counts.len(), fullest, format_count(most)),
            shapes: counts.iter().enumerate().map(bar).chain(zero).collect(),
        };
        Bars { drawing, most: texts::spread_most(format_count(most)), ends }
    }
}

/// Numbers that no scale has a place for: their colour, their word, how many there are.
pub type OffScale = (Rgb, &'static str, usize);

/// A row and a column of a picture.
type Cell = (usize, usize);

/// The most rows and columns of a picture.
const MOST: usize = 512;

/// The slice of a tensor that is asked for, and the last one that came.
#[derive(Clone, Debug, PartialEq)]
pub struct Slicing {
    shape: Vec<u64>,
    /// What is shown first, and by “All”; `None` for the whole tensor, along axes that can be chosen.
    home: Option<SliceOf>,
    of: SliceOf,
    shown: Option<Shown>,
}

impl Slicing {
    /// A part of a tensor of this shape, else the last two axes of all of it.
    pub fn new(shape: Vec<u64>, home: Option<SliceOf>) -> Slicing {
        let of = home.clone().unwrap_or_else(|| SliceOf::whole(&shape, MOST));
        Slicing { shape, home, of, shown: None }
    }

    /// Which.
    pub fn of(&self) -> &SliceOf {
        &self.of
    }

    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.shape.contains(&0)
    }

    fn all(&self) -> SliceOf {
        self.home.clone().unwrap_or_else(|| self.of.widened())
    }

    /// Whether less than all is asked for.
    pub fn is_zoomed(&self) -> bool {
        self.of != self.all()
    }

    /// Asks for half or twice as much of what is shown about a cell or about the middle, or for all of it. Whether the
    /// cells will be others, of which none is under the cursor: not where that was asked for already, nothing is shown
    /// yet, or all of it comes back.
    pub fn zoom(&mut self, zoom: Zoom, at: Option<Cell>) -> bool {
        let of = |factor: f64| {
            let Shown { rows, columns, steps, .. } = self.shown.as_ref()?;
            Some(self.of.zoomed(&self.shape, [*rows, *columns], *steps, at, factor))
        };
        let of = match zoom {
            Zoom::In => of(0.5),
            Zoom::Out => of(2.0),
            Zoom::All => Some(self.all()),
        };
        let Some(of) = of.filter(|of| *of != self.of) else { return false };
        self.of = of;
        zoom != Zoom::All
    }

    /// A slice came.
    pub fn come(&mut self, shown: Shown) {
        self.shown = Some(shown);
    }

    /// Its picture, see [`Shown::drawn`].
    pub fn drawn(&self, weights: Palette) -> Option<Drawn> {
        self.shown.as_ref().map(|shown| shown.drawn(weights))
    }

    /// See [`Shown::under`].
    pub fn under(&self, cell: Option<Cell>) -> Option<String> {
        self.shown.as_ref()?.under(cell?)
    }

    /// See [`Shown::size_text`]; nothing before it came.
    pub fn size_text(&self) -> String {
        self.shown.as_ref().map(Shown::size_text).unwrap_or_default()
    }

    /// See [`Shown::name`]; the `title` alone before it came.
    pub fn name(&self, title: &str, scale: Scale, cursor: Option<Cell>) -> String {
        self.shown.as_ref().map_or(title.to_owned(), |shown| shown.name(title, scale, cursor))
    }

    /// See [`Shown::off_scale`].
    pub fn off_scale(&self) -> Vec<OffScale> {
        self.shown.as_ref().map(Shown::off_scale).unwrap_or_default()
    }

    /// See [`Shown::form`].
    pub fn form(&self) -> &'static str {
        self.shown.as_ref().map_or("flat", Shown::form)
    }

    /// Whether other axes can be chosen.
    pub fn has_axes(&self) -> bool {
        self.home.is_none() && self.shape.len() > 1
    }

    /// The axes with their lengths, in words.
    pub fn axis_names(&self) -> Vec<String> {
        let name = |(axis, n): (usize, &u64)| texts::slice_axis(axis, format_count(*n));
        self.shape.iter().enumerate().map(name).collect()
    }

    /// The axis of the rows, and that of the columns.
    pub fn axes(&self) -> [Option<usize>; 2] {
        [self.of.row_axis, self.of.column_axis]
    }

    /// Chooses the axis of the rows or of the columns, see [`SliceOf::along`].
    pub fn choose(&mut self, is_row: bool, axis: usize) {
        self.of = self.of.along(is_row, axis);
    }

    /// The axes on which one index is shown.
    pub fn others(&self) -> Vec<usize> {
        let axes = self.axes();
        (0..self.shape.len()).filter(|axis| !axes.contains(&Some(*axis))).collect()
    }

    /// The last index on an axis.
    pub fn last(&self, axis: usize) -> u64 {
        self.shape.get(axis).map_or(0, |n| n.saturating_sub(1))
    }

    /// The index that is shown on one of them.
    pub fn index(&self, axis: usize) -> Option<u64> {
        self.of.start.get(axis).copied()
    }

    /// Shows another.
    pub fn set_index(&mut self, axis: usize, index: u64) {
        if let Some(start) = self.of.start.get_mut(axis) {
            *start = index;
        }
    }
}

/// A slice as the worker read it.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// Which.
    pub of: SliceOf,
    /// Rows of the picture.
    pub rows: usize,
    /// Its columns.
    pub columns: usize,
    /// Every how many-th row and column was taken.
    pub steps: [u64; 2],
    /// `[rows, columns]`.
    pub values: Vec<f64>,
}

impl Shown {
    /// The number in a cell with its place in the tensor: "[12, 0] = 192".
    pub fn under(&self, (row, column): (usize, usize)) -> Option<String> {
        let value = *self.values.get(row * self.columns + column)?;
        let index = self.of.index_of((row, column), self.steps);
        let index: Vec<String> = index.iter().map(u64::to_string).collect();
        Some(format!("[{}] = {}", index.join(", "), format_digits(value, 7)))
    }

    /// How much of the slice is shown.
    pub fn size_text(&self) -> String {
        let [rows, columns] = [self.rows, self.columns].map(grouped);
        match self.steps {
            [1, 1] => texts::slice_shown(rows, columns),
            [row, column] => {
                texts::slice_shown_steps(rows, columns, format_count(row), format_count(column))
            }
        }
    }

    /// What a screen reader says of it: its size, the ends of its colours, the number under the cursor.
    pub fn name(&self, title: &str, scale: Scale, cursor: Option<(usize, usize)>) -> String {
        let [from, to] = [0.0, 1.0].map(|end| format_number(scale.value_at(end)));
        let name = texts::slice_name(title, grouped(self.rows), grouped(self.columns), from, to);
        let under = cursor.and_then(|cell| self.under(cell));
        format!("{name} {}", under.unwrap_or_default())
    }

    /// The picture: signed numbers about 0, others from the least to the greatest in the colours of weights.
    pub fn drawn(&self, weights: Palette) -> Drawn {
        let values = narrowed(&self.values);
        let (scale, palette) = match Scale::sequential_of(&values) {
            Scale::Sequential { min, max } if min < 0.0 && max > 0.0 => {
                (Scale::diverging_of(&values, 0.0), Palette::Signed)
            }
            scale => (scale, weights),
        };
        let tint = Some(Tint::Infinite(INFINITE_COLOUR));
        Drawn { tint, ..Drawn::unnamed([self.rows, self.columns], values, scale, palette) }
    }

    /// What no scale has a place for: its colour, its word, how many there are.
    pub fn off_scale(&self) -> Vec<OffScale> {
        let (nan, infinite) = not_finite(&self.values);
        let all = [(NAN_COLOUR, "NaN", nan), (INFINITE_COLOUR, "±∞", infinite)];
        all.into_iter().filter(|(.., count)| *count > 0).collect()
    }

    /// The class of its frame, by how wide it is for its height.
    pub fn form(&self) -> &'static str {
        let ratio = self.columns as f64 / self.rows.max(1) as f64;
        match ratio {
            _ if self.rows == 1 => "flat",
            _ if ratio > 2.5 => "wide",
            _ if ratio < 0.4 => "tall",
            _ => "square",
        }
    }
}
