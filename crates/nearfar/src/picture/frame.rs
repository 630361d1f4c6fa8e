//! A matrix with all that its pixels are made from. [`Frame`] borrows it, for those who draw with every
//! move of a slider; [`Drawn`] owns it, for those who hand it on.

use std::sync::Arc;

use super::heatmap::{paint, paint_masked};
use super::palette::{Palette, Rgb, Table};
use super::pointing::Cell;
use super::scale::Scale;
use super::section::Section;

/// Which cells are shown; what lies behind the picture is seen through the others.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Shown<'a> {
    /// Every one.
    #[default]
    All,
    /// Those whose column is not behind their row.
    Causal,
    /// Those with `true`, `[rows, columns]` of the raster.
    Where(&'a [bool]),
}

/// Cells with a colour of their own, whatever the palette says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Tint {
    /// Those of this value.
    Value(f32, Rgb),
    /// Those that are infinite.
    Infinite(Rgb),
}

impl Tint {
    /// The colour of a value, if it has one of its own.
    pub fn of(self, value: f32) -> Option<Rgb> {
        match self {
            Tint::Value(tinted, colour) => (value == tinted).then_some(colour),
            Tint::Infinite(colour) => value.is_infinite().then_some(colour),
        }
    }
}

/// What is drawn of a matrix.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'a> {
    /// The raster, row-major.
    pub values: &'a [f32],
    /// Which part of the matrix it is.
    pub part: Section,
    /// What the colours are measured against.
    pub scale: Scale,
    /// The colours.
    pub table: &'a Table,
    /// Which cells are shown.
    pub shown: Shown<'a>,
    /// Which have another colour.
    pub tint: Option<Tint>,
}

impl Frame<'_> {
    /// Paints the raster as RGBA pixels, 4 bytes a value. Where the lengths do not match, the shorter
    /// counts. Allocates nothing.
    pub fn paint(&self, out: &mut [u8]) {
        let Frame { values, part, scale, table, .. } = *self;
        let columns = part.raster[1];
        match self.shown {
            Shown::All => paint(values, scale, table, out),
            // What has a cell that the mask allows is shown.
            Shown::Causal => {
                let shown = |i, j| part.columns_of(j).start < part.rows_of(i).end;
                paint_masked(values, columns, scale, table, shown, out);
            }
            Shown::Where(mask) => {
                let shown = |i, j| mask.get(i * columns + j).copied().unwrap_or(false);
                paint_masked(values, columns, scale, table, shown, out);
            }
        }
        let Some(tint) = self.tint else { return };
        for (pixel, &value) in out.as_chunks_mut::<4>().0.iter_mut().zip(values) {
            if let Some([r, g, b]) = tint.of(value) {
                *pixel = [r, g, b, 255];
            }
        }
    }

    /// The value of a cell of the matrix, where the raster has it.
    pub fn value_at(&self, row: usize, column: usize) -> Option<f32> {
        self.values.get(self.part.index_of(row, column)?).copied()
    }

    /// Whether a cell is shown that has a value of its own.
    pub fn is_shown(&self, row: usize, column: usize) -> bool {
        match self.shown {
            Shown::All => true,
            Shown::Causal => column <= row,
            Shown::Where(mask) => {
                let index = self.part.index_of(row, column);
                index.and_then(|index| mask.get(index)).copied().unwrap_or(false)
            }
        }
    }
}

/// A whole matrix as it is drawn, with the names of its rows and columns.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawn {
    /// Rows and columns.
    pub shape: [usize; 2],
    /// The names of the rows; none, or one for each.
    pub rows: Arc<Vec<String>>,
    /// The names of the columns; none, or one for each.
    pub columns: Arc<Vec<String>>,
    /// `[rows, columns]`, row-major.
    pub values: Arc<Vec<f32>>,
    /// What the colours are measured against.
    pub scale: Scale,
    /// The colours.
    pub palette: Palette,
    /// Which cells are shown, `[rows, columns]`; all where there is none.
    pub mask: Option<Arc<Vec<bool>>>,
    /// Cells with a colour of their own.
    pub tint: Option<Tint>,
}

impl Drawn {
    /// Values between rows and columns with names.
    pub fn new(
        rows: Arc<Vec<String>>,
        columns: Arc<Vec<String>>,
        values: Arc<Vec<f32>>,
        scale: Scale,
        palette: Palette,
    ) -> Drawn {
        let shape = [rows.len(), columns.len()];
        Drawn { shape, rows, columns, values, scale, palette, mask: None, tint: None }
    }

    /// Values of rows and columns without names.
    pub fn unnamed(shape: [usize; 2], values: Vec<f32>, scale: Scale, palette: Palette) -> Drawn {
        let none = Arc::new(Vec::new());
        let values = Arc::new(values);
        Drawn { shape, ..Drawn::new(none.clone(), none, values, scale, palette) }
    }

    /// With what the causal mask hides not shown.
    pub fn causal(self) -> Drawn {
        let [rows, columns] = self.shape;
        let cells = (0..rows).flat_map(|i| (0..columns).map(move |j| j <= i));
        Drawn { mask: Some(Arc::new(cells.collect())), ..self }
    }

    /// Whether there is a value for every cell, and at least one cell.
    pub fn is_whole(&self) -> bool {
        let [rows, columns] = self.shape;
        !self.values.is_empty() && self.values.len() == rows * columns
    }

    /// The value of a cell.
    pub fn value_at(&self, (row, column): Cell) -> Option<f32> {
        let [rows, columns] = self.shape;
        let is_inside = row < rows && column < columns;
        is_inside.then(|| self.values.get(row * columns + column).copied()).flatten()
    }

    /// Whether a cell is shown.
    pub fn is_shown(&self, (row, column): Cell) -> bool {
        let Some(mask) = &self.mask else { return true };
        mask.get(row * self.shape[1] + column).copied().unwrap_or(false)
    }

    /// The same, borrowed, in the colours of `table`.
    pub fn frame<'a>(&'a self, table: &'a Table) -> Frame<'a> {
        Frame {
            values: &self.values,
            part: Section::all(self.shape),
            scale: self.scale,
            table,
            shown: self.mask.as_ref().map_or(Shown::All, |mask| Shown::Where(mask)),
            tint: self.tint,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::palette::Theme;
    use super::*;

    const SCALE: Scale = Scale::Sequential { min: 0.0, max: 1.0 };

    fn pixels(drawn: &Drawn) -> Vec<u8> {
        let table = drawn.palette.table(Theme::Light);
        let mut out = vec![7; 4 * drawn.values.len()];
        drawn.frame(&table).paint(&mut out);
        out
    }

    #[test]
    fn masked_cells_are_transparent_and_tinted_ones_their_own() {
        let values = vec![0.0, 1.0, f32::INFINITY, 0.5, 0.5, 0.0];
        let mut drawn = Drawn::unnamed([2, 3], values, SCALE, Palette::Grey);
        let plain = pixels(&drawn);
        assert!(plain.chunks(4).all(|pixel| pixel[3] == 255));
        drawn.mask = Some(Arc::new(vec![true, false, true, true, true, false]));
        drawn.tint = Some(Tint::Infinite([1, 2, 3]));
        let masked = pixels(&drawn);
        assert_eq!(&masked[4..8], &[0; 4]);
        assert_eq!(&masked[20..], &[0; 4]);
        assert_eq!(&masked[8..12], &[1, 2, 3, 255]);
        assert_eq!(masked[..4], plain[..4]);
        drawn.tint = Some(Tint::Value(0.5, [9, 9, 9]));
        assert_eq!(pixels(&drawn)[12..20], [9, 9, 9, 255, 9, 9, 9, 255]);
        assert!(drawn.is_shown((0, 0)) && !drawn.is_shown((1, 2)));
        assert_eq!((drawn.value_at((0, 1)), drawn.value_at((0, 3))), (Some(1.0), None));
        assert_eq!(drawn.value_at((2, 0)), None);
        let causal = drawn.causal();
        assert!(causal.is_shown((1, 1)) && !causal.is_shown((0, 1)) && !causal.is_shown((1, 2)));
    }

    #[test]
    fn the_causal_mask_leaves_the_lower_triangle() {
        let table = Palette::Cividis.table(Theme::Dark);
        let values = [0.5; 16];
        let mut frame = Frame {
            values: &values,
            part: Section::whole(4),
            scale: SCALE,
            table: &table,
            shown: Shown::Causal,
            tint: None,
        };
        let alpha = |frame: &Frame| {
            let mut out = vec![0; 4 * frame.values.len()];
            frame.paint(&mut out);
            out.chunks(4).map(|pixel| u8::from(pixel[3] == 255)).collect::<Vec<_>>()
        };
        let lower = [1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 1];
        assert_eq!(alpha(&frame), lower);
        assert!(frame.is_shown(2, 2) && !frame.is_shown(2, 3));
        assert_eq!((frame.value_at(3, 3), frame.value_at(4, 0)), (Some(0.5), None));
        // Of blocks of two by two the one on the diagonal has cells that are allowed.
        frame.part = Section { first: [0, 0], cells: [4, 4], raster: [2, 2] };
        frame.values = &values[..4];
        assert_eq!(alpha(&frame), [1, 0, 1, 1]);
    }

    #[test]
    fn what_is_not_whole_is_known() {
        let names = Arc::new(vec!["a".to_owned(), "b".to_owned()]);
        let of = |count: usize| {
            let values = Arc::new(vec![0.0; count]);
            Drawn::new(names.clone(), names.clone(), values, SCALE, Palette::Grey).is_whole()
        };
        assert!(of(4) && !of(3) && !of(0));
        assert!(!Drawn::unnamed([0, 0], Vec::new(), SCALE, Palette::Grey).is_whole());
    }
}
