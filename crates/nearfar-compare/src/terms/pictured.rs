//! An intermediate made ready to be drawn: which cells are hatched, what stands in them, their colours. No canvas.

use std::sync::Arc;

use nearfar::picture::palette::{Palette, Rgb, Theme};
use nearfar::picture::scale::{Scale, format_number};
use nearfar::picture::{Drawn, Mark, Tint};

use super::{TermMatrix, TermsOf};
use crate::pointing::{Follow, Pair};
use crate::protocol::{AxisView, Cell, MeasureView};

/// Cells with a text of their own, at most so many on a side.
const MOST_TEXTS: usize = 16;
/// Rows with names beside them, at most so many.
const MOST_NAMES: usize = 40;
/// A cell's side where texts stand in cells.
const SIDE: usize = 20;

/// What of a picture is lit beside the cell of the cursor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lit {
    /// Nothing.
    #[default]
    Nothing,
    /// A row, in place of the cursor's; without one no cell is the cursor's.
    Row(Option<usize>),
    /// A column, in place of the cursor's; without one that one.
    Column(Option<usize>),
    /// Every cell of a value.
    Value(Option<usize>),
}

impl Lit {
    /// How the cursor shows: a row or a column that is lit is lit as a whole.
    pub fn mark(self) -> Mark {
        let (row, column) = (matches!(self, Lit::Row(_)), matches!(self, Lit::Column(Some(_))));
        Mark { row, column, is_cross: false }
    }

    /// The value whose cells are lit.
    pub fn value(self) -> Option<usize> {
        if let Lit::Value(value) = self { value } else { None }
    }
}

/// A matrix made ready to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Pictured {
    /// Its letter.
    pub name: String,
    /// What it is.
    pub title: String,
    /// The paper and equation.
    pub source: String,
    /// How many rows.
    pub rows: usize,
    /// How many columns.
    pub columns: usize,
    /// The values, row by row.
    pub values: Vec<f32>,
    /// What they measure.
    pub measure: MeasureView,
    /// How the cursor moves through it.
    pub follow: Follow,
    /// Where a query may look; of pairs alone.
    allowed: Option<Vec<bool>>,
    /// M: how many columns are of the memory, where columns are keys.
    memory: usize,
    /// What stands in the cells; see [`Pictured::cell_texts`].
    texts: Vec<String>,
    /// What the rows are called; empty where they have no names.
    pub row_names: Vec<String>,
    /// The same of the columns.
    pub column_names: Vec<String>,
    /// What rows and columns count.
    pub axes: Vec<AxisView>,
}

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct CellText {
    /// Row and column.
    pub cell: Cell,
    /// The text.
    pub text: String,
    /// Whether its value is the one that is lit.
    pub is_lit: bool,
    /// The colour behind it.
    pub behind: Rgb,
}

impl CellText {
    /// Where its middle is, to the right and down, in a picture of [`Pictured::size`].
    pub fn middle(&self) -> (usize, usize) {
        let (row, column) = self.cell;
        (SIDE * column + SIDE / 2, SIDE * row + SIDE / 2)
    }

    /// The classes by which it fits into its cell and is lit.
    pub fn class(&self) -> String {
        let letters = self.text.chars().count();
        let classes = [("long", letters > 3), ("longest", letters > 4), ("lit", self.is_lit)];
        let set = classes.into_iter().filter(|(_, is)| *is).map(|(name, _)| name);
        set.collect::<Vec<_>>().join(" ")
    }
}

impl Pictured {
    /// Of an intermediate. `itself` is the name of the way from a token to itself, which is empty in the papers.
    pub fn of(terms: TermsOf, matrix: TermMatrix, itself: &str) -> Pictured {
        let term = matrix.term;
        let follow = Follow::of(term);
        // Each direction has a mask of its own, whichever is shown.
        let own_mask = ["fw.", "bw."].iter().find(|side| term.name.starts_with(**side));
        let mask = match own_mask {
            Some(side) => terms.get(&format!("{side}allowed")),
            None if terms.direction().is_some() => None,
            None => terms.allowed(),
        };
        let is_mask = term.name.ends_with("allowed");
        let allowed = (follow == Follow::Pair && !is_mask).then_some(mask).flatten();
        let is_small = term.rows <= MOST_TEXTS && term.columns <= MOST_TEXTS;
        let names_cells = term.whole && follow == Follow::Pair && is_small;
        let texts = names_cells.then(|| {
            // The way to oneself stays empty: its name does not fit into a cell.
            let text = |&value: &f32| match term.names.get(value as usize) {
                Some(name) if value >= 0.0 => name.clone(),
                _ => format_number(f64::from(value)),
            };
            matrix.values.iter().map(text).collect()
        });
        let has_names = term.names.len() == term.rows && term.rows > 1;
        let names_columns = term.names.len() == term.columns && term.rows == 1;
        let name = |name: &String| if name.is_empty() { itself.to_owned() } else { name.clone() };
        let names: Vec<String> = term.names.iter().map(name).collect();
        Pictured {
            name: term.name.clone(),
            title: term.title.clone(),
            source: term.source.clone(),
            rows: term.rows,
            columns: term.columns,
            values: matrix.values.to_vec(),
            measure: term.measure,
            allowed: allowed.map(|mask| mask.values.iter().map(|&x| x == 1.0).collect()),
            memory: terms.view.memory,
            follow,
            texts: texts.unwrap_or_default(),
            row_names: if has_names { names.clone() } else { Vec::new() },
            column_names: if names_columns { names } else { Vec::new() },
            axes: term.axes.clone(),
        }
    }

    /// As it is drawn; `weights` are the colours of weights, `lit` is the value whose cells are lit, with their colour.
    pub fn drawn(&self, weights: Palette, lit: Option<(usize, Rgb)>) -> Drawn {
        let shape = [self.rows.max(1), self.columns.max(1)];
        let (scale, palette) = self.scale(weights);
        let mask = self.allowed.clone().map(Arc::new);
        let tint = lit.map(|(value, colour)| Tint::Value(value as f32, colour));
        Drawn { mask, tint, ..Drawn::unnamed(shape, self.values.clone(), scale, palette) }
    }

    /// What stands in the cells; none, where they are too many or need no text. `weights` and `lit` are as of
    /// [`Pictured::drawn`].
    pub fn cell_texts(
        &self,
        weights: Palette,
        theme: Theme,
        lit: Option<(usize, Rgb)>,
    ) -> Vec<CellText> {
        let (scale, palette) = self.scale(weights);
        let colours = palette.table(theme);
        let columns = self.columns.max(1);
        let texts = self.texts.iter().zip(&self.values).enumerate();
        let cells = texts.map(|(at, (text, &value))| {
            let lit = lit.filter(|(lit, _)| *lit as f32 == value);
            CellText {
                cell: (at / columns, at % columns),
                text: text.clone(),
                is_lit: lit.is_some(),
                behind: lit.map_or_else(
                    || colours.colour(scale.position(f64::from(value))),
                    |(_, own)| own,
                ),
            }
        });
        cells.collect()
    }

    fn scale(&self, weights: Palette) -> (Scale, Palette) {
        let seen: Vec<f32> = match &self.allowed {
            Some(allowed) => {
                let cells = self.values.iter().zip(allowed);
                cells.filter(|(_, allowed)| **allowed).map(|(&x, _)| x).collect()
            }
            None => self.values.clone(),
        };
        match self.measure {
            MeasureView::Signed => (Scale::diverging_of(&seen, 0.0), Palette::Signed),
            MeasureView::Amount => (Scale::from_zero_of(&seen), weights),
            MeasureView::Factor => (Scale::coefficients_of(&seen), Palette::Signed),
            MeasureView::SignedFactor => (Scale::diverging_of(&seen, 1.0), Palette::Signed),
            MeasureView::Whole => (Scale::sequential_of(&seen), Palette::Grey),
        }
    }

    /// Width and height where texts stand in cells.
    pub fn size(&self) -> (usize, usize) {
        (SIDE * self.columns, SIDE * self.rows)
    }

    /// The share of the columns that are of the memory; `None` where none is.
    pub fn memory_share(&self) -> Option<f64> {
        let has_memory = self.memory > 0 && self.follow == Follow::Pair;
        has_memory.then(|| self.memory as f64 / self.columns.max(1) as f64)
    }

    /// The cell of a pair, where `here` was chosen in the picture and something is `lit`; `None` where it has none.
    pub fn cell(&self, pair: Option<Pair>, here: Option<Cell>, lit: Lit) -> Option<Cell> {
        let (row, column) = self.follow.cell(pair, here, self.memory)?;
        let cell = match lit {
            Lit::Row(lit) => (lit?, column),
            Lit::Column(lit) => (row, lit.unwrap_or(column)),
            Lit::Nothing | Lit::Value(_) => (row, column),
        };
        self.at(cell).map(|_| cell)
    }

    /// The pair of a cell, after another pair; `None` where it is none.
    pub fn pair(&self, cell: Cell, before: Pair) -> Option<Pair> {
        self.follow.pair(cell, before, self.rows, self.memory)
    }

    /// The names that stand beside the rows: none, where they are too many.
    pub fn names_beside(&self) -> &[String] {
        if self.rows <= MOST_NAMES { &self.row_names } else { &[] }
    }

    /// Width over height of its box: one row is a strip.
    pub fn aspect(&self) -> f64 {
        match self.rows {
            1 => 8.0,
            rows => (self.columns as f64 / rows.max(1) as f64).clamp(0.5, 3.0),
        }
    }

    /// The value of a cell.
    pub fn at(&self, (row, column): Cell) -> Option<f64> {
        if row >= self.rows || column >= self.columns {
            return None;
        }
        self.values.get(row * self.columns + column).map(|&x| f64::from(x))
    }

    /// Whether a query may look at the cell.
    pub fn is_allowed(&self, (row, column): Cell) -> bool {
        let Some(allowed) = &self.allowed else { return true };
        allowed.get(row * self.columns + column).copied().unwrap_or(false)
    }
}
