//! The matrices that the Lab shows: their values, and what their colours are measured against.

use super::{Lab, Panel};
use crate::attention::{Mapping, Step};
use crate::method::Method;
use crate::picture::palette::Palette;
use crate::picture::scale::Scale;
use crate::settings::{ColourRange, Colours};

/// A matrix between tokens that the Lab shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Matrix {
    /// The weights of a panel.
    Weights(Panel),
    /// Weights of A minus weights of B.
    Difference,
    /// A step of a panel on the way to its weights.
    Step(Panel, Step),
}

impl Matrix {
    /// The colours that this matrix is always drawn in.
    pub fn palette(self, colours: Colours) -> Palette {
        let weights = match colours {
            Colours::Cividis => Palette::Cividis,
            Colours::Viridis => Palette::Viridis,
        };
        match self {
            Matrix::Weights(_) => weights,
            Matrix::Difference => Palette::Difference,
            Matrix::Step(_, step) => match step {
                Step::Distance => Palette::Grey,
                Step::WeightedDistance | Step::Coefficient | Step::Score | Step::Logit => {
                    Palette::Signed
                }
                Step::Clipped | Step::Normalised | Step::Weight => weights,
            },
        }
    }
}

impl Lab {
    /// A matrix of one head into `out`, row-major, `[N·N]`; returns N. 0, and `out` empty, where
    /// there is nothing to show.
    pub fn matrix_into(&self, matrix: Matrix, head: usize, out: &mut Vec<f32>) -> usize {
        out.clear();
        let of = |panel| self.trace_with(panel, head);
        let tokens = match matrix {
            Matrix::Weights(panel) => of(panel).map(|trace| {
                out.extend_from_slice(trace.weights_of(head));
                trace.tokens()
            }),
            Matrix::Difference => of(Panel::A).zip(of(Panel::B)).map(|(a, b)| {
                out.resize(a.weights_of(head).len(), 0.0);
                nearfar_kernel::subtract(a.weights_of(head), b.weights_of(head), out);
                a.tokens()
            }),
            Matrix::Step(panel, step) => of(panel).map(|trace| {
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
            let trace = self.trace_with(panel, head)?;
            let exists = i < trace.tokens() && j < trace.tokens();
            exists.then(|| {
                let mut row = vec![0.0; trace.tokens()];
                trace.row_into(head, step, i, &mut row);
                row[j]
            })
        };
        match matrix {
            Matrix::Weights(panel) => cell(panel, Step::Weight),
            Matrix::Difference => {
                Some(cell(Panel::A, Step::Weight)? - cell(Panel::B, Step::Weight)?)
            }
            Matrix::Step(panel, step) => cell(panel, step),
        }
    }

    fn mapping_of(&self, panel: Panel) -> Option<Mapping> {
        match self.trace_of(panel)?.method() {
            Method::DistanceAware { mapping, .. } => Some(mapping),
            Method::Vanilla { .. } => None,
        }
    }

    /// What the colours of a matrix with these `values` are measured against.
    pub fn scale(&self, matrix: Matrix, head: usize, values: &[f32], range: ColourRange) -> Scale {
        let weights = |panel| {
            let trace = self.trace_with(panel, head);
            trace.map(|trace| Scale::from_zero_of(trace.weights_of(head)))
        };
        match matrix {
            Matrix::Weights(panel) => {
                let own = Scale::from_zero_of(values);
                match (range, weights(panel.other())) {
                    (ColourRange::Common, Some(other)) => own.union(other),
                    _ => own,
                }
            }
            Matrix::Difference => Scale::diverging_of(values, 0.0),
            // The first row of what depends on distance alone holds every value there is.
            Matrix::Step(panel, Step::Distance | Step::WeightedDistance | Step::Coefficient)
                if values.len() > self.tokens().len() && self.trace_of(panel).is_some() =>
            {
                let row = values.get(..self.tokens().len()).unwrap_or_default();
                self.scale(matrix, head, row, range)
            }
            Matrix::Step(panel, step) => match step {
                Step::Distance | Step::Clipped | Step::Normalised | Step::Weight => {
                    Scale::from_zero_of(values)
                }
                Step::WeightedDistance | Step::Score | Step::Logit => {
                    Scale::diverging_of(values, 0.0)
                }
                // Factors are compared by their logarithm, unless they can be negative.
                Step::Coefficient => match self.mapping_of(panel) {
                    Some(Mapping::Clip { .. } | Mapping::Linear { .. }) => {
                        Scale::diverging_of(values, 1.0)
                    }
                    _ => Scale::log_diverging_of(values),
                },
            },
        }
    }
}
