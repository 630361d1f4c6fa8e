//! One cell of an attention matrix, with every number on the way to it.

use crate::Real;
use crate::attention::inputs::LayerInputs;
use crate::attention::mapping::sigmoid;
use crate::attention::mask::Mask;
use crate::attention::normalisation::Normalisation;
use crate::attention::parameters::HeadParameters;
use crate::attention::trace::{Step, Trace};
use crate::method::Method;

/// How query i came to give its weight to key j, in the order of the equations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arithmetic {
    /// i, from 0.
    pub query: usize,
    /// j, from 0.
    pub key: usize,
    /// R, in tokens.
    pub distance: usize,
    /// w and v of the head.
    pub w: f64,
    /// See `w`.
    pub v: f64,
    /// w·R.
    pub weighted_distance: f64,
    /// f(w·R).
    pub coefficient: f64,
    /// d, the dimensions of the head.
    pub dimensions: usize,
    /// q·k, before it is divided by √d.
    pub dot_product: f64,
    /// What q·k is multiplied by, where the model has another factor than 1/√d.
    pub scale: Option<f64>,
    /// What the model itself adds to the score; 0 in most.
    pub bias: f64,
    /// q·k / √d, or with the scale and the bias of the model.
    pub score: f64,
    /// max(score, 0).
    pub clipped: f64,
    /// What the softmax sees.
    pub logit: f64,
    /// How the logits of the row become weights.
    pub normalisation: Normalisation,
    /// n, over how many keys the row goes: N, or in a causal row those up to its query.
    pub keys: usize,
    /// ln Σ e^logit over the keys that are allowed.
    pub log_sum: f64,
    /// e^(logit - log_sum), or σ(logit - ln n) where keys do not compete: before a late adjustment.
    pub normalised: f64,
    /// The attention weight.
    pub weight: f64,
    /// Whether the mask lets query i see key j.
    pub allowed: bool,
}

impl Arithmetic {
    /// The arithmetic of query `i` and key `j` in one head. `None` where there is no such cell.
    pub fn of<T: Real>(trace: &Trace<T>, head: usize, i: usize, j: usize) -> Option<Arithmetic> {
        let tokens = trace.tokens();
        if head >= trace.head_count() || i >= tokens || j >= tokens {
            return None;
        }
        let mut row = vec![T::zero(); tokens];
        let value = |step, row: &mut [T]| trace.row_into(head, step, i, row);
        let mask = trace.mask();
        let (parameters, dimensions) = (trace.heads()[head], trace.dimensions());
        let arithmetic = Self::of_steps(i, j, parameters, dimensions, mask, &mut row, value);
        let bias = trace.position_term().and_then(|term| term.at(head, i, j)).unwrap_or(0.0);
        let arithmetic = arithmetic.scored_by(trace.scale(), bias);
        Some(arithmetic.normalised_by(trace.normalisation()))
    }

    /// The arithmetic of a cell whose row `row_of` writes step by step, `[N]`; `row` is room for it.
    pub(crate) fn of_steps<T: Real>(
        i: usize,
        j: usize,
        parameters: HeadParameters,
        dimensions: usize,
        mask: &Mask,
        row: &mut [T],
        row_of: impl Fn(Step, &mut [T]),
    ) -> Arithmetic {
        let mut value = |step| {
            row_of(step, row);
            row[j].as_f64()
        };
        let score = value(Step::Score);
        let (weighted_distance, coefficient) =
            (value(Step::WeightedDistance), value(Step::Coefficient));
        let (clipped, weight, logit) =
            (value(Step::Clipped), value(Step::Weight), value(Step::Logit));
        let logits = row.iter().enumerate().filter(|(key, _)| mask.allows(i, *key));
        let logits: Vec<f64> = logits.map(|(_, logit)| logit.as_f64()).collect();
        let largest = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let log_sum =
            largest + logits.iter().map(|logit| (logit - largest).exp()).sum::<f64>().ln();
        let allowed = mask.allows(i, j);
        Arithmetic {
            query: i,
            key: j,
            distance: i.abs_diff(j),
            w: parameters.w,
            v: parameters.v,
            weighted_distance,
            coefficient,
            dimensions,
            dot_product: score * (dimensions as f64).sqrt(),
            scale: None,
            bias: 0.0,
            score,
            clipped,
            logit,
            normalisation: Normalisation::Softmax,
            keys: if mask.causal { i + 1 } else { row.len() },
            log_sum,
            normalised: if allowed { (logit - log_sum).exp() } else { 0.0 },
            weight,
            allowed,
        }
    }

    /// The same cell of a model that multiplies q·k by `scale` and adds `bias`.
    fn scored_by(self, scale: f64, bias: f64) -> Arithmetic {
        let usual = LayerInputs::<f64>::usual_scale(self.dimensions);
        if scale == usual && bias == 0.0 {
            return self;
        }
        let dot_product = (self.score - bias) / scale;
        Arithmetic { dot_product, scale: (scale != usual).then_some(scale), bias, ..self }
    }

    /// The same cell where logits become weights in another way than by the softmax.
    fn normalised_by(self, normalisation: Normalisation) -> Arithmetic {
        let normalised = match normalisation {
            Normalisation::Sigmoid if self.allowed => sigmoid(self.logit - (self.keys as f64).ln()),
            _ => self.normalised,
        };
        Arithmetic { normalisation, normalised, ..self }
    }

    /// The weight worked out from the numbers above it, as a person would check it.
    pub fn worked_out(&self, method: Method) -> f64 {
        match method {
            _ if !self.allowed => 0.0,
            Method::DistanceAware { adjustment, .. } if !adjustment.is_early() => {
                let mut cell = [self.normalised];
                adjustment.after_softmax(&[self.coefficient], &mut cell);
                cell[0]
            }
            _ => self.normalised,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attention::{Adjustment, HeadParameters, Mapping, Mask, Projections};

    #[test]
    fn the_numbers_lead_to_the_weight() {
        let projections = Projections::<f64>::untrained(1, 1, 6, 4);
        let input =
            ndarray::Array2::from_shape_fn((5, 6), |(i, j)| ((i * 7 + j * 3) % 5) as f64 - 2.0);
        for adjustment in Adjustment::ALL {
            let method = Method::DistanceAware { mapping: Mapping::LearnableSigmoid, adjustment };
            let heads = [HeadParameters { w: -0.6, v: 0.8 }];
            let mut trace = Trace::new(&projections, &heads, method, Mask::causal(), input.view())
                .expect("a trace");
            let cells = [(0, 0), (4, 1), (2, 3)];
            for (turn, (i, j)) in cells.into_iter().chain(cells).enumerate() {
                if turn == cells.len() {
                    trace.set_normalisation(Normalisation::Sigmoid);
                }
                let cell = Arithmetic::of(&trace, 0, i, j).expect("a cell");
                assert!(
                    (cell.worked_out(method) - cell.weight).abs() < 1e-12,
                    "{adjustment:?} {i} {j}"
                );
                assert_eq!(cell.allowed, j <= i);
                assert!((cell.dot_product / 2.0 - cell.score).abs() < 1e-12);
            }
            assert_eq!(Arithmetic::of(&trace, 0, 5, 0), None);
            assert_eq!(Arithmetic::of(&trace, 1, 0, 0), None);
        }
    }
}
