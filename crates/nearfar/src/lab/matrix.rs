//! The matrices that the Lab shows: their values, and what their colours are measured against.

use std::cell::RefMut;

use super::{Lab, Panel};
use crate::attention::{Mapping, Step, TermParameters, Trace};
use crate::method::Method;
use crate::picture::frame::{Frame, Shown};
use crate::picture::lines::LinkOptions;
use crate::picture::palette::{Palette, Table};
use crate::picture::scale::Scale;
use crate::picture::section::Section;
use crate::settings::{ColourRange, Colours, Settings};

/// What of the difference between A and B is shown. Where A knows distance, A at w = 0 stands between
/// the two: what it has in common with A does not come from distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Contribution {
    /// A - B.
    #[default]
    Both,
    /// A at w = 0, minus B: what is left of the method without distance. Against vanilla attention of the
    /// same head this is what clipping does.
    Clipping,
    /// A minus A at w = 0: what distance does.
    Distance,
}

/// A matrix between tokens that the Lab shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Matrix {
    /// The weights of a panel.
    Weights(Panel),
    /// Weights of A minus weights of B, or a part of it.
    Difference(Contribution),
    /// A step of a panel on the way to its weights.
    Step(Panel, Step),
}

/// One of the three pictures of the Lab.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Front {
    /// The weights of A.
    A,
    /// Those of B.
    B,
    /// Their difference, or a part of it.
    Difference,
}

impl Front {
    /// In the order in which they stand.
    pub const ALL: [Front; 3] = [Front::A, Front::B, Front::Difference];

    /// Whose weights it shows; `None` for the difference.
    pub fn panel(self) -> Option<Panel> {
        match self {
            Front::A => Some(Panel::A),
            Front::B => Some(Panel::B),
            Front::Difference => None,
        }
    }

    /// Its name for classes and panels.
    pub fn name(self) -> &'static str {
        self.panel().map_or("difference", Panel::name)
    }
}

/// What the weights of a head of A are made from, beside tokens and models: where that is the same again, so are they.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MadeFrom {
    method: Method,
    seed: u32,
    numbers: [f64; 2],
    term: TermParameters,
    /// The mask, distance, competition.
    switches: [bool; 3],
}

impl MadeFrom {
    /// As the settings have it.
    pub fn of(settings: &Settings, head: usize) -> MadeFrom {
        let Settings { a, seed, causal, distance, competition, .. } = *settings;
        MadeFrom {
            method: a,
            seed,
            numbers: [settings.w[head], settings.v[head]],
            term: settings.term_of(head),
            switches: [causal, distance, competition],
        }
    }
}

/// The widest scales that the pictures of one head had since it was shown: w and v move within them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Widest {
    weights: [Option<Scale>; 2],
    difference: Option<Scale>,
    /// With whether some are above 1. Between the two sides w is 0 and all of them are 1: no colour is seen to change its
    /// meaning there, and a far head is not pale because it was a near one.
    coefficients: [Option<(bool, Scale)>; 2],
}

impl Matrix {
    /// Whose it is; what is of both is A's.
    pub fn panel(self) -> Panel {
        match self {
            Matrix::Weights(panel) | Matrix::Step(panel, _) => panel,
            Matrix::Difference(_) => Panel::A,
        }
    }

    /// The colours that this matrix is always drawn in.
    pub fn palette(self, colours: Colours) -> Palette {
        let weights = match colours {
            Colours::Cividis => Palette::Cividis,
            Colours::Viridis => Palette::Viridis,
        };
        match self {
            Matrix::Weights(_) => weights,
            Matrix::Difference(_) => Palette::Difference,
            Matrix::Step(_, step) => match step {
                Step::Distance => Palette::Grey,
                Step::WeightedDistance
                | Step::Coefficient
                | Step::Term
                | Step::Score
                | Step::Clipped
                | Step::Logit => Palette::Signed,
                Step::Normalised | Step::Weight => weights,
            },
        }
    }
}

/// a - b of two weights that were computed on two ways: what rounding makes of equal ones is no difference.
fn apart(a: f32, b: f32) -> f32 {
    let difference = a - b;
    if difference.abs() <= 4.0 * f32::EPSILON * a.abs().max(b.abs()) { 0.0 } else { difference }
}

impl Lab {
    /// A matrix of one head into `out`, row-major, `[N·N]`; returns N. 0, and `out` empty, where
    /// there is nothing to show.
    pub fn matrix_into(&self, matrix: Matrix, head: usize, out: &mut Vec<f32>) -> usize {
        out.clear();
        let of = |panel| self.head_of(panel, head);
        let tokens = match matrix {
            Matrix::Weights(panel) => of(panel).map(|(trace, head)| {
                out.extend_from_slice(trace.weights_of(head));
                trace.tokens()
            }),
            Matrix::Difference(contribution) => {
                of(Panel::A).zip(of(Panel::B)).map(|((a, head_a), (b, head_b))| {
                    let (of_a, of_b) = (a.weights_of(head_a), b.weights_of(head_b));
                    out.resize(of_a.len(), 0.0);
                    if contribution == Contribution::Both {
                        nearfar_kernel::subtract(of_a, of_b, out);
                        return a.tokens();
                    }
                    a.weights_without_distance_into(head_a, out);
                    let between = out.iter_mut();
                    match contribution {
                        Contribution::Clipping => {
                            between.zip(of_b).for_each(|(cell, b)| *cell = apart(*cell, *b));
                        }
                        _ => between.zip(of_a).for_each(|(cell, a)| *cell = apart(*a, *cell)),
                    }
                    a.tokens()
                })
            }
            Matrix::Step(panel, step) => of(panel).map(|(trace, head)| {
                let tokens = trace.tokens();
                out.resize(tokens * tokens, 0.0);
                for (i, row) in out.chunks_exact_mut(tokens).enumerate() {
                    trace.row_into(head, step, i, row);
                }
                tokens
            }),
        };
        tokens.unwrap_or(0)
    }

    /// One cell of a matrix; `None` where there is no such head or cell.
    pub fn value(&self, matrix: Matrix, head: usize, i: usize, j: usize) -> Option<f32> {
        let cell = |panel, step| {
            let (trace, head) = self.head_of(panel, head)?;
            let exists = i < trace.tokens() && j < trace.tokens();
            exists.then(|| {
                let mut row = vec![0.0; trace.tokens()];
                trace.row_into(head, step, i, &mut row);
                row[j]
            })
        };
        match matrix {
            Matrix::Weights(panel) => cell(panel, Step::Weight),
            Matrix::Difference(Contribution::Both) => {
                Some(cell(Panel::A, Step::Weight)? - cell(Panel::B, Step::Weight)?)
            }
            Matrix::Difference(_) => {
                let mut cells = Vec::new();
                let tokens = self.matrix_into(matrix, head, &mut cells);
                (j < tokens).then(|| cells.get(i * tokens + j).copied())?
            }
            Matrix::Step(panel, step) => cell(panel, step),
        }
    }

    /// What is drawn of the weights of a head of A, read in place, in the colours of their picture; of no cells where A has
    /// no such head. `None` where they wait.
    pub fn weights_frame<'a>(
        &'a self,
        head: usize,
        range: ColourRange,
        table: &'a Table,
    ) -> Option<Frame<'a>> {
        let (a, matrix) = (Panel::A, Matrix::Weights(Panel::A));
        if self.trace_of(a).is_some_and(|trace| trace.is_waiting(head)) {
            return None;
        }
        let trace = self.trace_with(a, head);
        let values = trace.map_or(&[][..], |trace| trace.weights_of(head));
        let part = Section::whole(trace.map_or(0, Trace::tokens));
        let (scale, shown) =
            (self.scale(matrix, head, values, range), self.shown_cells(matrix, false));
        Some(Frame { values, part, scale, table, shown, tint: None })
    }

    /// How the weights of a head become lines: each as strong as it is in the colours of the panel's matrix.
    pub fn link_options(
        &self,
        panel: Panel,
        head: usize,
        weights: &[f32],
        range: ColourRange,
    ) -> LinkOptions {
        let full = self.scale(Matrix::Weights(panel), head, weights, range).value_at(1.0);
        LinkOptions { full: Some(full as f32), ..LinkOptions::default() }
    }

    /// Which cells of a matrix are shown: what comes before the mask is there of all pairs. `causal`: whether the settings
    /// mask; a model from a file may do so by itself.
    pub fn shown_cells(&self, matrix: Matrix, causal: bool) -> Shown<'static> {
        let is_unmasked = matches!(matrix, Matrix::Step(_, step) if !step.is_masked());
        match !is_unmasked && (causal || self.is_causal()) {
            true => Shown::Causal,
            false => Shown::All,
        }
    }

    fn mapping_of(&self, panel: Panel) -> Option<Mapping> {
        match self.trace_of(panel)?.method() {
            Method::DistanceAware { mapping, .. } => Some(mapping),
            Method::Vanilla { .. } => None,
        }
    }

    /// Whether the coefficients of a panel are added, not multiplied.
    fn adds(&self, panel: Panel) -> bool {
        let method = self.trace_of(panel).map(|trace| trace.method());
        matches!(method, Some(Method::DistanceAware { adjustment, .. }) if !adjustment.multiplies())
    }

    /// Forgets how wide colours have become: another sentence, model or method begins anew.
    pub(super) fn forget_widest(&mut self) {
        self.widest.get_mut().clear();
    }

    /// The widest of `now` and of what the pictures of `head` had before it.
    fn widen(&self, head: usize, now: Scale, of: fn(&mut Widest) -> &mut Option<Scale>) -> Scale {
        let mut widest = self.widest_of(head);
        let held = of(&mut widest);
        *held.insert(held.map_or(now, |held| held.union(now)))
    }

    /// The same of the coefficients of a panel, as long as they stay on their side of 1.
    fn widen_coefficients(&self, panel: Panel, head: usize, values: &[f32]) -> Scale {
        let (now, is_far) =
            (Scale::coefficients_of(values), values.iter().any(|&value| value > 1.0));
        let held = &mut self.widest_of(head).coefficients[panel as usize];
        let same = held.filter(|(was_far, _)| *was_far == is_far);
        held.insert((is_far, same.map_or(now, |(_, held)| held.union(now)))).1
    }

    fn widest_of(&self, head: usize) -> RefMut<'_, Widest> {
        let mut widest = self.widest.borrow_mut();
        if widest.len() <= head {
            widest.resize(head + 1, Widest::default());
        }
        RefMut::map(widest, |widest| &mut widest[head])
    }

    /// What the colours of a matrix with these `values` are measured against. Those of weights, differences and coefficients widen
    /// while w and v move and do not narrow again, until the sentence, the model, a method or the head beside it is
    /// another one: a colour means the same before a move as after it.
    pub fn scale(&self, matrix: Matrix, head: usize, values: &[f32], range: ColourRange) -> Scale {
        let weights = |panel, values: &[f32]| match panel {
            Panel::A => self.widen(head, Scale::weights_of(values), |held| &mut held.weights[0]),
            Panel::B => self.widen(head, Scale::weights_of(values), |held| &mut held.weights[1]),
        };
        match matrix {
            Matrix::Weights(panel) => {
                let own = weights(panel, values);
                match (range, self.head_of(panel.other(), head)) {
                    (ColourRange::Common, Some((trace, other))) => {
                        own.union(weights(panel.other(), trace.weights_of(other)))
                    }
                    _ => own,
                }
            }
            Matrix::Difference(Contribution::Both) => {
                self.widen(head, Scale::difference_of(values), |held| &mut held.difference)
            }
            // A part is seen against the whole: what does little looks like little.
            Matrix::Difference(_) => {
                let own = Scale::difference_of(values);
                let mut whole = Vec::new();
                self.matrix_into(Matrix::Difference(Contribution::Both), head, &mut whole);
                match range {
                    ColourRange::Common => own.union(self.scale(
                        Matrix::Difference(Contribution::Both),
                        head,
                        &whole,
                        range,
                    )),
                    _ => own,
                }
            }
            // The first row of what depends on distance alone holds every value there is.
            Matrix::Step(panel, Step::Distance | Step::WeightedDistance | Step::Coefficient)
                if values.len() > self.tokens().len() && self.trace_of(panel).is_some() =>
            {
                let row = values.get(..self.tokens().len()).unwrap_or_default();
                self.scale(matrix, head, row, range)
            }
            Matrix::Step(panel, step) => match step {
                // The same matrix as the panel's, in the same range.
                Step::Weight => self.scale(Matrix::Weights(panel), head, values, range),
                Step::Distance | Step::Normalised => Scale::from_zero_of(values),
                Step::WeightedDistance | Step::Term | Step::Score | Step::Logit => {
                    Scale::diverging_of(values, 0.0)
                }
                // In the range of the raw scores: what was below 0 there is 0 here.
                Step::Clipped => {
                    let mut raw = Vec::new();
                    self.matrix_into(Matrix::Step(panel, Step::Score), head, &mut raw);
                    Scale::diverging_of(&raw, 0.0).union(Scale::diverging_of(values, 0.0))
                }
                // Factors are compared by their logarithm, unless they can be negative.
                Step::Coefficient => match self.mapping_of(panel) {
                    // What is added changes nothing at 0.
                    _ if self.adds(panel) => Scale::diverging_of(values, 0.0),
                    Some(mapping) if !mapping.is_positive() => Scale::diverging_of(values, 1.0),
                    _ if range == ColourRange::Common => {
                        self.widen_coefficients(panel, head, values)
                    }
                    _ => Scale::log_diverging_of(values),
                },
            },
        }
    }
}
