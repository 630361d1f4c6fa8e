//! The numbers of a shown head, wherever they are computed: those of the Lab, or of a long sentence those of its workers.

use crate::attention::Arithmetic;
use crate::explore::Explorer;
use crate::lab::{Contribution, Lab, LabFigures, Matrix, Panel};
use crate::metrics::RowFigures;
use crate::picture::palette::Table;
use crate::picture::{Cell, Frame, Section};
use crate::settings::{ColourRange, Settings};

/// What numbers are read from.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// The sentence, and the traces of one that is not long.
    pub lab: &'a Lab,
    /// What the workers know of a long one.
    pub explorer: Option<&'a Explorer>,
}

impl Shown<'_> {
    /// A matrix of a head into `out`, row-major, and what part of it that is; nothing where there is nothing to show.
    pub fn matrix_into(&self, matrix: Matrix, head: usize, out: &mut Vec<f32>) -> Section {
        let Some(explorer) = self.explorer else {
            return Section::whole(self.lab.matrix_into(matrix, head, out));
        };
        let (part, raster) = explorer.raster(matrix);
        out.clear();
        out.extend_from_slice(raster);
        if raster.is_empty() { Section::default() } else { part }
    }

    /// What is drawn of a matrix of a head, its values in `values`, which is reused from frame to frame; of no cells where
    /// there is nothing to show. `causal`: whether the settings mask.
    pub fn frame<'v>(
        &self,
        matrix: Matrix,
        head: usize,
        (range, causal): (ColourRange, bool),
        table: &'v Table,
        values: &'v mut Vec<f32>,
    ) -> Frame<'v> {
        let part = self.matrix_into(matrix, head, values);
        let scale = match self.explorer {
            Some(explorer) => explorer.scale(matrix, range),
            None => self.lab.scale(matrix, head, values, range),
        };
        let shown = self.lab.shown_cells(matrix, causal);
        Frame { values, part, scale, table, shown, tint: None }
    }

    /// The figures of a head, and how far it is from B: of a long sentence those of the shown head, once all of its rows
    /// are in them.
    pub fn figures(&self, head: usize, settings: &Settings) -> Option<LabFigures> {
        let Some(explorer) = self.explorer else { return self.lab.figures(head) };
        let (figures, rows) = explorer.figures()?;
        (settings.head == head && rows == self.lab.tokens().len()).then_some(figures)
    }

    /// The same of the row of query i, with the divergence from that row of B, see [`Lab::row_figures`]; `None` where they
    /// have not come yet.
    pub fn row_figures(
        &self,
        head: usize,
        (i, j): Cell,
    ) -> Option<(Option<RowFigures>, Option<f64>)> {
        let Some(explorer) = self.explorer else { return Some(self.lab.row_figures(head, i)) };
        explorer.cell(i, j).map(|cell| (cell.row, cell.divergence))
    }

    /// The arithmetic of a cell; `None` where there is no such cell, or none yet.
    pub fn arithmetic(&self, panel: Panel, head: usize, (i, j): Cell) -> Option<Arithmetic> {
        match self.lab.head_of(panel, head) {
            Some((trace, head)) => Arithmetic::of(trace, head, i, j),
            None => self.explorer?.cell(i, j)?.sides[panel as usize],
        }
    }

    /// The weights of a cell in A and in B, and A - B or a part of it.
    pub fn weights_at(&self, head: usize, (i, j): Cell, part: Contribution) -> [Option<f32>; 3] {
        let of = |panel| match self.lab.is_long() {
            true => Some(self.arithmetic(panel, head, (i, j))?.weight as f32),
            false => self.lab.value(Matrix::Weights(panel), head, i, j),
        };
        let [a, b] = Panel::BOTH.map(of);
        let apart = match part {
            Contribution::Both => a.zip(b).map(|(a, b)| a - b),
            _ => self.lab.value(Matrix::Difference(part), head, i, j),
        };
        [a, b, apart]
    }
}
