//! The page's side: which views are asked for, and what came of them. One draft is on its way at a
//! time; what moves meanwhile is asked for when it is there.

use super::message::{Answer, CellNumbers, Request, Side, Sums, View};
use crate::lab::{LabFigures, Matrix, Panel};
use crate::picture::{Scale, Section};
use crate::settings::ColourRange;

/// What the page wants to see.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Counts up with what the workers were given: words, model, head.
    pub given: u32,
    /// A and B.
    pub sides: [Side; 2],
    /// Whether a token sees only itself and the tokens before it.
    pub causal: bool,
    /// What of the matrices, and how finely.
    pub part: Section,
    /// Whether nothing moves: then every row is computed, and the head's figures.
    pub rests: bool,
}

/// What an answer was good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Received {
    /// There are other rasters, figures or a cell.
    News,
    /// Nothing new: it is late, or half of what is waited for.
    Nothing,
    /// The scores are too large.
    TooLarge,
}

/// What is asked and what is known.
#[derive(Debug, Default)]
pub struct Explorer {
    ready: usize,
    id: u32,
    sent: Option<Plan>,
    /// Workers whose draft of `sent` has not come.
    missing: usize,
    /// Of what the rasters are, and of what those that come.
    part: Section,
    rasters: [Vec<f32>; 3],
    coming: [Vec<f32>; 3],
    /// Rows of the rasters that are whole.
    whole: usize,
    cell: Option<CellNumbers>,
    sums: Vec<Sums>,
    memory: f64,
    is_too_large: bool,
}

impl Explorer {
    /// How many workers share the work: more than one keeps two cores busy; more would each keep
    /// the head once again.
    pub const WORKERS: usize = 2;

    /// A worker is there; a plan can be sent when all are.
    pub fn begin(&mut self) {
        self.ready += 1;
    }

    /// A worker ended, and with it what it was given: all are to be given it again.
    pub fn lose(&mut self) {
        self.ready = self.ready.saturating_sub(1);
        self.forget();
    }

    /// Whether all workers listen.
    pub fn is_ready(&self) -> bool {
        self.ready >= Self::WORKERS
    }

    /// Nothing that is on its way counts any more: the workers are to be given something else.
    pub fn forget(&mut self) {
        self.id += 1;
        self.missing = 0;
        self.sent = None;
        self.cell = None;
        self.sums.clear();
        self.is_too_large = false;
    }

    /// What each worker is to be sent for a plan; `None` where it was sent, where a draft is on its
    /// way (then ask again when news come), or where workers are not ready.
    pub fn requests(&mut self, plan: Plan) -> Option<[Request; Explorer::WORKERS]> {
        if !self.is_ready() || self.missing > 0 || self.sent == Some(plan) {
            return None;
        }
        let looks_same = |sent: &Plan| Plan { rests: plan.rests, ..*sent } == plan;
        if !self.sent.as_ref().is_some_and(looks_same) {
            // The figures of other weights.
            self.sums.clear();
            self.cell = None;
        }
        self.id += 1;
        self.sent = Some(plan);
        self.missing = Self::WORKERS;
        self.is_too_large = false;
        let Plan { sides, causal, part, rests, .. } = plan;
        self.coming.iter_mut().for_each(Vec::clear);
        self.whole = 0;
        let (id, of) = (self.id, Self::WORKERS);
        Some(std::array::from_fn(|share| {
            Request::View(View { id, share, of, sides, causal, part, refine: rests })
        }))
    }

    /// Takes an answer.
    pub fn receive(&mut self, answer: Answer) -> Received {
        let sent = self.sent.filter(|_| match &answer {
            Answer::Rows { id, .. } | Answer::Figures { id, .. } | Answer::TooLarge { id } => {
                *id == self.id
            }
            Answer::Cell(cell) => cell.id == self.id,
        });
        match (answer, sent) {
            (Answer::Rows { first, step, is_draft, rasters, .. }, Some(plan)) => {
                self.take_rows(plan, first, step, is_draft, rasters)
            }
            (Answer::Cell(cell), Some(_)) => {
                self.cell = Some(*cell);
                Received::News
            }
            (Answer::Figures { share, sums, memory, .. }, Some(_)) => {
                self.sums.resize(Self::WORKERS, Sums::default());
                if let Some(slot) = self.sums.get_mut(share) {
                    *slot = sums;
                }
                self.memory = memory;
                Received::News
            }
            (Answer::TooLarge { .. }, Some(_)) => {
                self.missing = 0;
                self.is_too_large = true;
                Received::TooLarge
            }
            (_, None) => Received::Nothing,
        }
    }

    fn take_rows(
        &mut self,
        plan: Plan,
        first: usize,
        step: usize,
        is_draft: bool,
        rasters: [Vec<f32>; 3],
    ) -> Received {
        let [height, width] = plan.part.raster;
        // One worker may refine its share while the draft of another is on its way.
        let into = if self.missing > 0 { &mut self.coming } else { &mut self.rasters };
        let mut rows = 0;
        for (into, rows_of) in into.iter_mut().zip(rasters) {
            if !rows_of.is_empty() {
                into.resize(height * width, 0.0);
            }
            rows = rows.max(rows_of.len() / width.max(1));
            let places = (first..height).step_by(step.max(1));
            for (place, row) in places.zip(rows_of.chunks_exact(width.max(1))) {
                into[place * width..(place + 1) * width].copy_from_slice(row);
            }
        }
        let is_whole = !is_draft || plan.part.cells[0] == height;
        self.whole += if is_whole { rows } else { 0 };
        let is_last = is_draft && self.missing == 1;
        self.missing -= usize::from(is_draft && self.missing > 0);
        if is_last {
            self.part = plan.part;
            std::mem::swap(&mut self.rasters, &mut self.coming);
        }
        if self.missing > 0 { Received::Nothing } else { Received::News }
    }

    /// The raster of A, B or A - B, and what of the matrix it shows; empty where there is none.
    pub fn raster(&self, matrix: Matrix) -> (Section, &[f32]) {
        let place = match matrix {
            Matrix::Weights(panel) => panel as usize,
            Matrix::Difference(_) => 2,
            Matrix::Step(..) => return (Section::default(), &[]),
        };
        (self.part, &self.rasters[place])
    }

    /// What the colours of a raster are measured against.
    pub fn scale(&self, matrix: Matrix, range: ColourRange) -> Scale {
        let own = self.raster(matrix).1;
        match (matrix, range) {
            (Matrix::Weights(panel), ColourRange::Common) => {
                let other = self.raster(Matrix::Weights(panel.other())).1;
                Scale::weights_of(own).union(Scale::weights_of(other))
            }
            (Matrix::Difference(_), _) => Scale::difference_of(own),
            _ => Scale::weights_of(own),
        }
    }

    /// The share of the raster's rows that stand for all of their cells, from 0 to 1.
    pub fn refined(&self) -> f64 {
        self.whole as f64 / self.part.raster[0].max(1) as f64
    }

    /// A cell of the view of now, once it has come.
    pub fn cell(&self, i: usize, j: usize) -> Option<&CellNumbers> {
        self.cell.as_ref().filter(|cell| (cell.i, cell.j) == (i, j))
    }

    /// The figures of the shown head over all rows, and over how many of the rows so far.
    pub fn figures(&self) -> Option<(LabFigures, usize)> {
        let sums = self.sums.iter().copied().reduce(Sums::merged)?;
        let method = self.sent?.sides[Panel::A as usize].method;
        Some((sums.figures(method), sums.rows()))
    }

    /// The memory of one worker in bytes, once it is known.
    pub fn memory(&self) -> f64 {
        self.memory
    }

    /// Whether the scores of the view of now are too large to be re-scaled.
    pub fn is_too_large(&self) -> bool {
        self.is_too_large
    }
}
