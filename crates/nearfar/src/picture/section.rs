//! A part of a matrix between tokens at a level of detail: a raster of which every value stands for a
//! block of cells. At one value a cell the raster is exact.

use std::ops::Range;

use super::heatmap::covered;
use super::layout::Viewport;

/// What a raster shows. Pairs are (rows, columns).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// The first cell.
    pub first: [usize; 2],
    /// How many cells.
    pub cells: [usize; 2],
    /// How many values, at most as many as cells.
    pub raster: [usize; 2],
}

impl Section {
    /// All of a `[n, n]` matrix, cell by cell.
    pub fn whole(n: usize) -> Section {
        Section::all([n, n])
    }

    /// All of a matrix of so many rows and columns, cell by cell.
    pub fn all(shape: [usize; 2]) -> Section {
        Section { first: [0, 0], cells: shape, raster: shape }
    }

    /// The cells of a `[n, n]` matrix that a viewport shows at least in part, with at most as many
    /// values as the viewport has `pixels` (columns, rows).
    pub fn seen(viewport: Viewport, n: usize, pixels: [f64; 2]) -> Section {
        let Viewport { first_row, first_column, rows, columns } = viewport.clamped(n, n);
        let along = |first: f64, count: f64, pixels: f64| {
            let start = (first.floor() as usize).min(n.saturating_sub(1));
            let end = ((first + count).ceil() as usize).clamp(start + 1, n.max(start + 1));
            let cells = end - start;
            // Cells at the edges are seen in part: the raster reaches as far beyond the pixels.
            let values = (pixels * cells as f64 / count.max(1.0)) as usize;
            (start, cells, values.clamp(1, cells))
        };
        let (row, rows, high) = along(first_row, rows, pixels[1]);
        let (column, columns, wide) = along(first_column, columns, pixels[0]);
        Section { first: [row, column], cells: [rows, columns], raster: [high, wide] }
    }

    /// Whether every value is one cell.
    pub fn is_exact(self) -> bool {
        self.raster == self.cells
    }

    /// The rows of the matrix that a row of the raster stands for.
    pub fn rows_of(self, row: usize) -> Range<usize> {
        self.covered(0, row)
    }

    /// The columns of the matrix that a column of the raster stands for.
    pub fn columns_of(self, column: usize) -> Range<usize> {
        self.covered(1, column)
    }

    fn covered(self, axis: usize, index: usize) -> Range<usize> {
        let covered = covered(index, self.raster[axis], self.cells[axis]);
        self.first[axis] + covered.start..self.first[axis] + covered.end
    }

    /// Where in the raster a cell of the matrix has its value, row-major; `None` where it is not in
    /// the part, or the raster is not exact.
    pub fn index_of(self, i: usize, j: usize) -> Option<usize> {
        let (row, column) = (i.checked_sub(self.first[0])?, j.checked_sub(self.first[1])?);
        let [rows, columns] = self.cells;
        (self.is_exact() && row < rows && column < columns).then_some(row * columns + column)
    }

    /// What a viewport shows of the raster, in values; beyond its edges where the viewport is.
    pub fn source(self, viewport: Viewport) -> Viewport {
        let per_cell = |axis: usize| self.raster[axis] as f64 / self.cells[axis].max(1) as f64;
        let (high, wide) = (per_cell(0), per_cell(1));
        Viewport {
            first_row: (viewport.first_row - self.first[0] as f64) * high,
            first_column: (viewport.first_column - self.first[1] as f64) * wide,
            rows: viewport.rows * high,
            columns: viewport.columns * wide,
        }
    }
}
