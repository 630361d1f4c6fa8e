//! A small network that makes a bias for every head of one number: what FIRE and the log-spaced continuous
//! bias share. One hidden layer of ReLU.

use ndarray::{Array1, Array2, Axis};

use crate::Real;
use crate::attention::parameters::{finite, shape};
use crate::methods::loops::seeded;
use crate::methods::trace::{Axis as TermAxis, HEAD_VECTORS};
use crate::methods::{Gradients, MethodError, Term, cells_of};

/// relu(x W_1 + b_1) W_2 + b_2.
#[derive(Clone, Debug, PartialEq)]
pub struct Perceptron<T> {
    /// W_1, `[1, width]`.
    pub first: Array2<T>,
    /// b_1, `[width]`.
    pub first_bias: Array1<T>,
    /// W_2, `[width, h]`.
    pub second: Array2<T>,
    /// b_2, `[h]`; `None` where there is none.
    pub second_bias: Option<Array1<T>>,
}

/// The names of the parameters among gradients and reference values.
const NAMES: [&str; 4] = ["W_1", "b_1", "W_2", "b_2"];

impl<T: Real> Perceptron<T> {
    /// Seeded, such that biases are about 1: standard normal W_1 and b_1, W_2 of deviation √(2 / width).
    pub(crate) fn seeded(seed: u64, stream: u64, width: usize, heads: usize, ends: bool) -> Self {
        let row = |stream, length, deviation| {
            let row: Array2<T> = seeded(seed, stream, (1, length), deviation);
            row.row(0).to_owned()
        };
        Perceptron {
            first: seeded(seed, stream, (1, width), 1.0),
            first_bias: row(stream + 1, width, 0.5),
            second: seeded(seed, stream + 2, (width, heads), (2.0 / width.max(1) as f64).sqrt()),
            second_bias: ends.then(|| row(stream + 3, heads, 0.5)),
        }
    }

    pub(crate) fn check(&self, heads: usize) -> Result<(), MethodError> {
        let width = self.first_bias.len();
        shape("W_1", self.first.shape(), &[1, width])?;
        shape("W_2", self.second.shape(), &[width, heads])?;
        finite("W_1", self.first.iter())?;
        finite("b_1", self.first_bias.iter())?;
        finite("W_2", self.second.iter())?;
        if let Some(bias) = &self.second_bias {
            shape("b_2", bias.shape(), &[heads])?;
            finite("b_2", bias.iter())?;
        }
        Ok(())
    }

    /// How many numbers it has.
    pub fn count(&self) -> usize {
        let ends = self.second_bias.as_ref().map_or(0, Array1::len);
        self.first.len() + self.first_bias.len() + self.second.len() + ends
    }

    /// A number for each head, `[h]`.
    pub fn of(&self, x: f64) -> Array1<f64> {
        let (first, second) = (self.first.row(0), &self.second);
        let start = |head: usize| self.second_bias.as_ref().map_or(0.0, |bias| bias[head].as_f64());
        let mut out = Array1::from_shape_fn(second.ncols(), start);
        for ((w, b), row) in first.iter().zip(&self.first_bias).zip(second.outer_iter()) {
            let hidden = (x * w.as_f64() + b.as_f64()).max(0.0);
            out.zip_mut_with(&row, |sum, w| *sum += hidden * w.as_f64());
        }
        out
    }

    /// No gradient yet.
    pub(crate) fn no_gradient(&self) -> Perceptron<f64> {
        Perceptron {
            first: Array2::zeros(self.first.dim()),
            first_bias: Array1::zeros(self.first_bias.dim()),
            second: Array2::zeros(self.second.dim()),
            second_bias: self.second_bias.as_ref().map(|bias| Array1::zeros(bias.dim())),
        }
    }

    /// The backward pass of [`Perceptron::of`] x: adds to `gradient`, gives dL/dx.
    pub(crate) fn backward(&self, x: f64, d: &Array1<f64>, gradient: &mut Perceptron<f64>) -> f64 {
        if let Some(bias) = &mut gradient.second_bias {
            *bias += d;
        }
        let mut d_x = 0.0;
        for (unit, row) in self.second.outer_iter().enumerate() {
            let (w, b) = (self.first[[0, unit]].as_f64(), self.first_bias[unit].as_f64());
            let hidden = x * w + b;
            if hidden <= 0.0 {
                continue;
            }
            gradient.second.row_mut(unit).zip_mut_with(d, |sum, d| *sum += hidden * d);
            let d_hidden: f64 = row.iter().zip(d).map(|(w, d)| w.as_f64() * d).sum();
            gradient.first[[0, unit]] += d_hidden * x;
            gradient.first_bias[unit] += d_hidden;
            d_x += d_hidden * w;
        }
        d_x
    }

    /// The parameters by name.
    pub(crate) fn own(&mut self) -> Vec<(&'static str, &mut [T])> {
        let [first, first_bias, second, second_bias] = NAMES;
        let mut own = vec![
            (first, cells_of(&mut self.first)),
            (first_bias, cells_of(&mut self.first_bias)),
            (second, cells_of(&mut self.second)),
        ];
        own.extend(self.second_bias.as_mut().map(|bias| (second_bias, cells_of(bias))));
        own
    }

    /// The parameters as intermediates.
    pub(crate) fn terms(&self, source: &'static str) -> Vec<Term<'_, T>> {
        const UNITS: &[TermAxis] = &[TermAxis::Dimension];
        const ENDS: &[TermAxis] = &[TermAxis::Dimension, TermAxis::Head];
        const ROW: &[TermAxis] = &[TermAxis::Offset, TermAxis::Dimension];
        let [first, first_bias, second, second_bias] = NAMES;
        let mut terms = vec![
            Term::new(first, "W_1: how steep each unit is", source, ROW, &self.first)
                .with_rows(vec!["x".to_owned()]),
            Term::new(first_bias, "b_1: where each unit starts", source, UNITS, &self.first_bias),
            Term::new(second, "W_2: what each unit gives", source, ENDS, &self.second),
        ];
        terms.extend(self.second_bias.as_ref().map(|bias| {
            let ends = bias.clone().insert_axis(Axis(1));
            Term::owned(second_bias, "b_2: where no unit gives", source, HEAD_VECTORS, ends)
        }));
        terms
    }
}

impl Perceptron<f64> {
    /// What was summed up, by name.
    pub(crate) fn add_to<T: Real>(self, gradients: &mut Gradients<T>) {
        let [first, first_bias, second, second_bias] = NAMES;
        gradients.add(first, self.first.mapv(T::from_f64));
        gradients.add(first_bias, self.first_bias.mapv(T::from_f64));
        gradients.add(second, self.second.mapv(T::from_f64));
        if let Some(bias) = self.second_bias {
            gradients.add(second_bias, bias.mapv(T::from_f64));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_units_by_hand() {
        let net = Perceptron {
            first: ndarray::arr2(&[[2.0, -1.0]]),
            first_bias: ndarray::arr1(&[-1.0, 0.5]),
            second: ndarray::arr2(&[[3.0, 1.0], [10.0, 20.0]]),
            second_bias: Some(ndarray::arr1(&[0.25, 0.0])),
        };
        // At 1 the first unit gives 1, the second is off; at 0 the second gives 1/2.
        assert_eq!(net.of(1.0).to_vec(), [3.25, 1.0]);
        assert_eq!(net.of(0.0).to_vec(), [5.25, 10.0]);
        let mut gradient = net.no_gradient();
        let slope = net.backward(1.0, &ndarray::arr1(&[1.0, 1.0]), &mut gradient);
        assert_eq!(slope, 2.0 * (3.0 + 1.0));
        assert_eq!(gradient.second, ndarray::arr2(&[[1.0, 1.0], [0.0, 0.0]]));
        assert_eq!(gradient.first, ndarray::arr2(&[[4.0, 0.0]]));
        assert_eq!(net.count(), 10);
    }
}
