//! The numbers of a shown head, wherever they are computed: those of the Lab, or of a long sentence those of its workers.

use crate::attention::Arithmetic;
use crate::explore::Explorer;
use crate::lab::{Lab, Matrix, Panel};
use crate::picture::{Cell, Section};

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

    /// The arithmetic of a cell; `None` where there is no such cell, or none yet.
    pub fn arithmetic(&self, panel: Panel, head: usize, (i, j): Cell) -> Option<Arithmetic> {
        match self.lab.head_of(panel, head) {
            Some((trace, head)) => Arithmetic::of(trace, head, i, j),
            None => self.explorer?.cell(i, j)?.sides[panel as usize],
        }
    }

    /// The weights of a cell in A and in B, and A - B.
    pub fn weights_at(&self, head: usize, (i, j): Cell) -> [Option<f32>; 3] {
        let of = |panel| match self.lab.is_long() {
            true => Some(self.arithmetic(panel, head, (i, j))?.weight as f32),
            false => self.lab.value(Matrix::Weights(panel), head, i, j),
        };
        let [a, b] = Panel::BOTH.map(of);
        [a, b, a.zip(b).map(|(a, b)| a - b)]
    }
}
