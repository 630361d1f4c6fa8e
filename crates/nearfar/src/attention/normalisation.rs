//! From logits to weights: the softmax of every Transformer, and what is left of it where keys do not
//! compete, which shows what the competition is for.

use crate::Real;

/// How the logits of a row become its weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Normalisation {
    /// e^x / Σ e^x: a row sums to 1, what one key gains the others lose (Vaswani et al. 2017, Eq. 1).
    #[default]
    Softmax,
    /// σ(x - ln n) of n keys, each on its own: a row sums to anything from 0 to n. The offset gives a
    /// row of zeros what the softmax gives it, nearly: 1 / (1 + n) (Ramapuram et al. 2024, "Theory,
    /// Analysis, and Best Practices for Sigmoid Self-Attention").
    Sigmoid,
}

impl Normalisation {
    /// Turns a row of logits, `[n]`, into weights, in place. A logit of -inf (a masked key) becomes 0.
    pub fn apply<T: Real>(self, row: &mut [T]) {
        match self {
            Normalisation::Softmax => T::softmax(row),
            Normalisation::Sigmoid => {
                let offset = (row.len() as f64).ln();
                for cell in row {
                    *cell = T::from_f64(super::mapping::sigmoid(cell.as_f64() - offset));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_do_not_compete_under_the_sigmoid() {
        let mut row = [0.0_f64, 3.0, f64::NEG_INFINITY];
        Normalisation::Sigmoid.apply(&mut row);
        // By hand: 1 / (1 + 3 e^-x).
        assert!((row[0] - 0.25).abs() < 1e-15, "{row:?}");
        assert!((row[1] - 1.0 / (1.0 + 3.0 * (-3.0_f64).exp())).abs() < 1e-15, "{row:?}");
        assert_eq!(row[2], 0.0);
        let (first, mut other) = (row[0], [0.0_f64, 9.0, f64::NEG_INFINITY]);
        Normalisation::Sigmoid.apply(&mut other);
        assert_eq!(other[0], first);
    }
}
