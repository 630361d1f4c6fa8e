//! A worker's work, a slice at a time, so that what is asked meanwhile waits no longer than that. No
//! messages, no clock: the worker is a thin shell round it.

use ndarray::Array2;
use nearfar_kernel::{keep_farther, keep_farther_of_blocks, subtract};

use super::message::{Answer, CellNumbers, Request, Sums, View};
use super::rows::{Attending, Head, Rows};
use crate::attention::Arithmetic;
use crate::attention::position::add_positions;
use crate::lab::Panel;
use crate::metrics::{RowFigures, row_divergence};

/// Rows that are computed together: their scores and weights, in A and B, are 1 MB at 4,096 tokens.
const TOGETHER: usize = 16;
/// A slice ends after so many rows of every panel: some 10 ms at 4,096 tokens.
const SLICE: usize = 64;
/// Figures take logarithms: a slice has fewer rows.
const FIGURE_SLICE: usize = 16;
/// Figures are told after so many slices.
const TOLD_AFTER: usize = 8;

/// What is known of a panel.
#[derive(Debug, Default)]
struct Shown {
    /// `[N, D]`, with positions where there are any.
    input: Array2<f32>,
    head: Option<Head>,
}

/// What is to be done next.
#[derive(Clone, Copy, Debug, Default)]
enum Stage {
    #[default]
    Nothing,
    Draft,
    /// From this row of the raster on.
    Refine(usize),
    /// From this row of the matrix on.
    Figures(usize),
}

/// A view with the coefficients of both panels.
#[derive(Debug)]
struct Viewed {
    view: View,
    attending: [Option<Attending>; 2],
}

/// The state of a worker.
#[derive(Debug, Default)]
pub struct Session {
    shown: [Shown; 2],
    viewed: Option<Viewed>,
    stage: Stage,
    sums: Sums,
    rows: [Rows; 2],
    difference: Vec<f32>,
    /// The cell of each of A, B and A - B that is farthest from 0, per column of the matrix.
    farthest: [Vec<f32>; 3],
    /// The bytes that this worker takes, which its shell knows.
    pub memory: f64,
}

impl Session {
    /// Takes a request; what can be answered at once is.
    pub fn receive(&mut self, request: Request) -> Option<Answer> {
        match request {
            Request::Input { panel, width, positions, values } => {
                let tokens = values.len().checked_div(width).unwrap_or_default();
                let mut input = Array2::from_shape_vec((tokens, width), values).unwrap_or_default();
                if positions {
                    add_positions(&mut input);
                }
                self.shown[panel as usize] = Shown { input, head: None };
                self.drop_view();
                None
            }
            Request::Head { panel, query, key } => {
                let shown = &mut self.shown[panel as usize];
                shown.head = Head::new(shown.input.view(), &query, &key);
                self.drop_view();
                None
            }
            Request::View(view) => {
                let attending = Panel::BOTH.map(|panel| {
                    let tokens = self.shown[panel as usize].head.as_ref()?.tokens();
                    Some(Attending::new(view.sides[panel as usize], view.causal, tokens))
                });
                self.viewed = Some(Viewed { view, attending });
                self.stage = Stage::Draft;
                None
            }
            Request::Cell { i, j } => self.cell(i, j),
        }
    }

    fn drop_view(&mut self) {
        self.viewed = None;
        self.stage = Stage::Nothing;
    }

    /// Whether [`Session::advance`] has something to do.
    pub fn has_work(&self) -> bool {
        !matches!(self.stage, Stage::Nothing)
    }

    /// One slice of work. `None` where it has nothing to tell yet.
    pub fn advance(&mut self) -> Option<Answer> {
        let viewed = self.viewed.take()?;
        let Viewed { view, .. } = &viewed;
        let id = view.id;
        let answer = match self.stage {
            Stage::Nothing => Ok(None),
            Stage::Draft => {
                self.stage = match view.refine {
                    true if view.part.raster[0] < view.part.cells[0] => Stage::Refine(view.share),
                    true => Stage::Figures(view.share),
                    false => Stage::Nothing,
                };
                self.sums = Sums::default();
                self.raster(&viewed, view.share, usize::MAX, true, |part, row| {
                    let covered = part.rows_of(row);
                    let middle = covered.start + covered.len() / 2;
                    middle..middle + 1
                })
                .map(|(answer, _)| Some(answer))
            }
            Stage::Refine(from) => self
                .raster(&viewed, from, SLICE, false, |part, row| part.rows_of(row))
                .map(|(answer, next)| {
                    let is_done = next >= view.part.raster[0];
                    self.stage =
                        if is_done { Stage::Figures(view.share) } else { Stage::Refine(next) };
                    Some(answer)
                }),
            Stage::Figures(from) => self.figures(&viewed, from),
        };
        self.viewed = Some(viewed);
        answer.unwrap_or_else(|TooLarge| {
            self.stage = Stage::Nothing;
            Some(Answer::TooLarge { id })
        })
    }

    /// Computes rows of the panels that show something.
    fn compute(&mut self, viewed: &Viewed, queries: &[usize]) -> Result<(), TooLarge> {
        for ((shown, rows), attending) in
            self.shown.iter().zip(&mut self.rows).zip(&viewed.attending)
        {
            if let (Some(head), Some(attending)) = (&shown.head, attending) {
                rows.compute(head, attending, queries).then_some(()).ok_or(TooLarge)?;
            }
        }
        Ok(())
    }

    /// Rows `from`, `from + of`, ... of the rasters until `most` rows of the matrix are worked
    /// through, and where to go on. `rows_of` says which rows of the matrix a row stands for.
    fn raster(
        &mut self,
        viewed: &Viewed,
        from: usize,
        most: usize,
        is_draft: bool,
        rows_of: impl Fn(crate::picture::Section, usize) -> std::ops::Range<usize>,
    ) -> Result<(Answer, usize), TooLarge> {
        let View { id, of, part, .. } = viewed.view;
        let ([first_column, columns], [height, width]) =
            ([part.first[1], part.cells[1]], part.raster);
        let seen = first_column..first_column + columns;
        let mut rasters = [const { Vec::new() }; 3];
        // (row of the raster, row of the matrix), and where in them the next batch begins.
        let mut wanted = Vec::new();
        let mut next = from;
        while next < height && wanted.len() < most {
            wanted.extend(rows_of(part, next).map(|query| (next, query)));
            next += of.max(1);
        }
        let mut before = None;
        for batch in wanted.chunks(TOGETHER) {
            let queries: Vec<usize> = batch.iter().map(|&(_, query)| query).collect();
            self.compute(viewed, &queries)?;
            for (place, &(row, _)) in batch.iter().enumerate() {
                if before != Some(row) {
                    if before.is_some() {
                        self.finish_row(&mut rasters, width);
                    }
                    before = Some(row);
                    self.farthest.iter_mut().for_each(|kept| {
                        kept.clear();
                        kept.resize(columns, 0.0);
                    });
                }
                let has = |panel: usize| viewed.attending[panel].is_some();
                let a = self.rows[0].weights(place, &seen).filter(|_| has(0));
                let b = self.rows[1].weights(place, &seen).filter(|_| has(1));
                let [kept_a, kept_b, kept_difference] = &mut self.farthest;
                if let Some(a) = a {
                    keep_farther(a, kept_a);
                }
                if let Some(b) = b {
                    keep_farther(b, kept_b);
                }
                if let (Some(a), Some(b)) = (a, b) {
                    self.difference.resize(columns, 0.0);
                    subtract(a, b, &mut self.difference);
                    keep_farther(&self.difference, kept_difference);
                }
            }
        }
        if before.is_some() {
            self.finish_row(&mut rasters, width);
        }
        for (raster, shows) in rasters.iter_mut().zip([
            viewed.attending[0].is_some(),
            viewed.attending[1].is_some(),
            viewed.attending.iter().all(Option::is_some),
        ]) {
            if !shows {
                raster.clear();
            }
        }
        let step = of.max(1);
        Ok((Answer::Rows { id, first: from, step, is_draft, rasters }, next))
    }

    /// From the columns of the matrix to those of the raster.
    fn finish_row(&self, rasters: &mut [Vec<f32>; 3], width: usize) {
        for (raster, farthest) in rasters.iter_mut().zip(&self.farthest) {
            let start = raster.len();
            raster.resize(start + width, 0.0);
            keep_farther_of_blocks(farthest, &mut raster[start..]);
        }
    }

    fn figures(&mut self, viewed: &Viewed, from: usize) -> Result<Option<Answer>, TooLarge> {
        let View { id, share, of, sides, .. } = viewed.view;
        let tokens = self.shown[0].head.as_ref().map_or(0, Head::tokens);
        let queries: Vec<usize> = (from..tokens).step_by(of.max(1)).take(FIGURE_SLICE).collect();
        self.compute(viewed, &queries)?;
        let clips = sides[0].method.steps().contains(&crate::attention::Step::Clipped);
        let [a, b] = &self.rows;
        let has_b = viewed.attending[1].is_some();
        let mut rows_of_b = b.iter();
        for (i, scores, weights) in a.iter() {
            let other = rows_of_b.next().filter(|_| has_b);
            let divergence = other.and_then(|(.., other)| row_divergence(weights, other));
            let allowed = if viewed.view.causal { i + 1 } else { tokens };
            let zeroed = || scores[..allowed].iter().filter(|score| **score <= 0.0).count();
            let zeroed = if clips { zeroed() } else { 0 };
            self.sums.add(RowFigures::of(i, weights), divergence, zeroed, allowed);
        }
        let next = from + of.max(1) * queries.len();
        let is_done = next >= tokens || queries.is_empty();
        self.stage = if is_done { Stage::Nothing } else { Stage::Figures(next) };
        let is_worth = is_done || (self.sums.rows() / FIGURE_SLICE).is_multiple_of(TOLD_AFTER);
        let answer = Answer::Figures { id, share, sums: self.sums, memory: self.memory };
        Ok(is_worth.then_some(answer))
    }

    /// The arithmetic of a cell of the view of now.
    fn cell(&mut self, i: usize, j: usize) -> Option<Answer> {
        let viewed = self.viewed.take()?;
        let computed = self.compute(&viewed, &[i]);
        let id = viewed.view.id;
        let row_of = |panel: usize| {
            viewed.attending[panel].as_ref()?;
            let (query, _, weights) = self.rows[panel].iter().next()?;
            (query == i).then_some(weights)
        };
        let side = |panel: usize| {
            let attending = viewed.attending[panel].as_ref()?;
            let head = self.shown[panel].head.as_ref().filter(|head| j < head.tokens())?;
            let row = self.rows[panel].first(attending).filter(|row| row.query == i)?;
            let mut room = vec![0.0; head.tokens()];
            let (parameters, mask) = (attending.side().parameters, attending.mask());
            let steps = |step, out: &mut [f32]| row.step_into(step, out);
            let d = head.dimensions();
            Some(Arithmetic::of_steps(i, j, parameters, d, mask, &mut room, steps))
        };
        let (a, b) = (row_of(0), row_of(1));
        let numbers = CellNumbers {
            id,
            i,
            j,
            sides: [side(0), side(1)],
            row: a.and_then(|a| RowFigures::of(i, a)),
            divergence: a.zip(b).and_then(|(a, b)| row_divergence(a, b)),
        };
        self.viewed = Some(viewed);
        Some(match computed {
            Ok(()) => Answer::Cell(Box::new(numbers)),
            Err(TooLarge) => Answer::TooLarge { id },
        })
    }
}

/// A score is beyond what can be re-scaled.
#[derive(Debug)]
struct TooLarge;
