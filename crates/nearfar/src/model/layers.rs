//! The layers between the attentions: affine maps, layer norm, pooling. Plain loops over rows;
//! training has its own graph of the same formulas and is held to these.

use crate::Real;

/// The ε of layer norm, added to the variance.
pub const NORM_EPSILON: f64 = 1e-5;

/// y = x W + b.
#[derive(Clone, Debug, PartialEq)]
pub struct Linear<T> {
    /// W, `[inputs, outputs]`, row-major.
    pub weight: Vec<T>,
    /// b, `[outputs]`.
    pub bias: Vec<T>,
}

impl<T: Real> Linear<T> {
    /// Of rows `[n, inputs]`, `[n, outputs]`.
    ///
    /// # Panics
    /// Where `rows` is not whole rows of this map's inputs.
    pub fn apply(&self, rows: &[T]) -> Vec<T> {
        let outputs = self.bias.len();
        let inputs = self.weight.len() / outputs.max(1);
        let n = rows.len() / inputs.max(1);
        let mut out = vec![T::zero(); n * outputs];
        T::multiply(n, inputs, outputs, rows, &self.weight, &mut out);
        for row in out.chunks_exact_mut(outputs.max(1)) {
            T::plus_in_place(row, &self.bias);
        }
        out
    }
}

/// Layer norm with gain γ and bias β (Ba et al. 2016): γ (x - mean) / √(variance + ε) + β, the
/// variance biased.
#[derive(Clone, Debug, PartialEq)]
pub struct Norm<T> {
    /// γ, `[D]`.
    pub gain: Vec<T>,
    /// β, `[D]`.
    pub bias: Vec<T>,
}

impl<T: Real> Norm<T> {
    /// Of the sum of two matrices of rows `[n, D]`: LN(x + y), as the residual of a block needs it.
    pub fn of_sum(&self, x: &[T], y: &[T]) -> Vec<T> {
        let width = self.gain.len().max(1);
        let mut out = vec![T::zero(); x.len()];
        T::plus(x, y, &mut out);
        let count = T::from_f64(width as f64);
        let epsilon = T::from_f64(NORM_EPSILON);
        for row in out.chunks_exact_mut(width) {
            let mean = row.iter().fold(T::zero(), |sum, &x| sum + x) / count;
            let variance =
                row.iter().fold(T::zero(), |sum, &x| sum + (x - mean) * (x - mean)) / count;
            let scale = T::one() / (variance + epsilon).sqrt();
            for (x, (&gain, &bias)) in row.iter_mut().zip(self.gain.iter().zip(&self.bias)) {
                *x = (*x - mean) * scale * gain + bias;
            }
        }
        out
    }
}

/// The parameters of attention pooling: a = softmax over tokens of tanh(x W_p + b_p) · q_p.
#[derive(Clone, Debug, PartialEq)]
pub struct AttentionPooling<T> {
    /// W_p and b_p, `[D, P]`, `[P]`.
    pub projection: Linear<T>,
    /// q_p, `[P]`.
    pub query: Vec<T>,
}

impl<T: Real> AttentionPooling<T> {
    /// The weight of each row of `rows` `[n, D]`, `[n]`; they sum to 1.
    pub fn weights(&self, rows: &[T]) -> Vec<T> {
        let projected = self.projection.apply(rows);
        let dot = |row: &[T]| {
            row.iter().zip(&self.query).fold(T::zero(), |sum, (&x, &q)| sum + x.tanh() * q)
        };
        let mut weights: Vec<T> =
            projected.chunks_exact(self.query.len().max(1)).map(dot).collect();
        T::softmax(&mut weights);
        weights
    }
}

/// Σ weights_t rows_t, `[D]`, of `rows` `[n, D]` and `weights` `[n]`.
pub fn weighted_sum<T: Real>(rows: &[T], weights: &[T]) -> Vec<T> {
    let width = rows.len() / weights.len().max(1);
    let mut out = vec![T::zero(); width];
    T::multiply(1, weights.len(), width, weights, rows, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_by_hand() {
        let map = Linear { weight: vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0], bias: vec![0.5, 0.0, -1.0] };
        // [1, 1] · W = [5, 7, 9]; [2, 0] · W = [2, 4, 6].
        assert_eq!(map.apply(&[1.0, 1.0, 2.0, 0.0]), [5.5, 7.0, 8.0, 2.5, 4.0, 5.0]);
    }

    #[test]
    fn norm_by_hand() {
        // x + y = [1, 3]: mean 2, variance 1.
        let norm = Norm { gain: vec![2.0, 1.0], bias: vec![0.0, 1.0] };
        let out = norm.of_sum(&[1.0, 1.0], &[0.0, 2.0]);
        let scale = 1.0 / (1.0 + NORM_EPSILON).sqrt();
        assert_eq!(out, [-2.0 * scale, scale + 1.0]);
    }

    #[test]
    fn pooling_by_hand() {
        let pooling = AttentionPooling {
            projection: Linear { weight: vec![1.0, 0.0], bias: vec![0.0] },
            query: vec![2.0],
        };
        let weights = pooling.weights(&[0.0, 5.0, 1.0, 7.0]);
        // Logits 0 and 2 tanh(1).
        let odds = (2.0 * 1.0_f64.tanh()).exp();
        assert!((weights[1] - odds / (1.0 + odds)).abs() < 1e-15);
        let sum = weighted_sum(&[0.0, 5.0, 1.0, 7.0], &[0.25, 0.75]);
        assert_eq!(sum, [0.75, 6.5]);
    }
}
