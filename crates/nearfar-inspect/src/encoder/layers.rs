//! The maps of a layer: affine maps, norms, activations, in `f32` over rows.

use nearfar_kernel::{Packed, Real};

use crate::report::Activation;
use crate::report::mechanisms::NormKind;

/// y = x W + b, W made ready once.
#[derive(Clone, Debug)]
pub(super) struct Linear {
    /// `[inputs, outputs]`.
    weight: Packed,
    /// `[outputs]`; empty for none.
    bias: Vec<f32>,
}

impl Linear {
    /// W `[inputs, outputs]` and b `[outputs]` or empty. `None` where the lengths do not agree.
    pub fn new(inputs: usize, outputs: usize, weight: Vec<f32>, bias: Vec<f32>) -> Option<Self> {
        let fits = inputs.checked_mul(outputs) == Some(weight.len());
        let fits = fits && (bias.is_empty() || bias.len() == outputs);
        fits.then(|| Linear { weight: Packed::new(inputs, outputs, &weight), bias })
    }

    /// The map that changes nothing, `[width, width]`.
    pub fn identity(width: usize) -> Self {
        let weight: Vec<f32> =
            (0..width * width).map(|at| f32::from(u8::from(at / width == at % width))).collect();
        Linear { weight: Packed::new(width, width, &weight), bias: Vec::new() }
    }

    /// Of rows `[n, inputs]`, `[n, outputs]`.
    pub fn apply(&self, rows: &[f32]) -> Vec<f32> {
        let [inputs, outputs] = self.weight.shape();
        let n = rows.len() / inputs.max(1);
        let mut out = vec![0.0; n * outputs];
        self.weight.multiply(n, rows, &mut out);
        if !self.bias.is_empty() {
            for row in out.chunks_exact_mut(outputs.max(1)) {
                f32::plus_in_place(row, &self.bias);
            }
        }
        out
    }

    /// Outputs of a row.
    pub fn outputs(&self) -> usize {
        self.weight.shape()[1]
    }
}

/// A norm over rows, of one [kind](NormKind); the variance of a layer norm is biased.
#[derive(Clone, Debug)]
pub(super) struct Norm {
    /// By what numbers are divided.
    pub kind: NormKind,
    /// γ, `[D]`.
    pub gain: Vec<f32>,
    /// β, `[D]`; empty for none.
    pub bias: Vec<f32>,
    /// ε.
    pub epsilon: f64,
}

impl Norm {
    /// In place, over rows `[n, D]`.
    pub fn apply(&self, rows: &mut [f32]) {
        let width = self.gain.len().max(1);
        for row in rows.chunks_exact_mut(width) {
            let count = width as f64;
            let mean = match self.kind {
                NormKind::Layer => row.iter().fold(0.0, |sum, &x| sum + f64::from(x)) / count,
                NormKind::Rms | NormKind::RmsFromOne => 0.0,
            };
            let square = |x: f32| (f64::from(x) - mean) * (f64::from(x) - mean);
            let variance = row.iter().fold(0.0, |sum, &x| sum + square(x)) / count;
            let scale = 1.0 / (variance + self.epsilon).sqrt();
            let (mean, scale) = (mean as f32, scale as f32);
            for (x, &gain) in row.iter_mut().zip(&self.gain) {
                let gain = if self.kind == NormKind::RmsFromOne { 1.0 + gain } else { gain };
                *x = (*x - mean) * scale * gain;
            }
            f32::plus_in_place(row, &self.bias);
        }
    }
}

/// Applies an activation to every number.
pub(super) fn activate(activation: Activation, values: &mut [f32]) {
    match activation {
        Activation::Relu => values.iter_mut().for_each(|x| *x = nearfar_kernel::relu(*x)),
        Activation::Gelu => values.iter_mut().for_each(|x| *x = gelu(*x)),
        Activation::GeluTanh => values.iter_mut().for_each(|x| *x = gelu_tanh(*x)),
        Activation::Swish => values.iter_mut().for_each(|x| *x /= 1.0 + (-*x).exponential()),
        Activation::GeluSigmoid => {
            values.iter_mut().for_each(|x| *x /= 1.0 + (-1.702 * *x).exponential());
        }
    }
}

/// x Φ(x) = x/2 (1 + erf(x/√2)) (Hendrycks and Gimpel 2016).
#[inline(always)]
fn gelu(x: f32) -> f32 {
    0.5 * x * (1.0 + error_function(x * std::f32::consts::FRAC_1_SQRT_2))
}

/// x/2 (1 + tanh(√(2/π) (x + 0.044715 x³))), the same authors' approximation.
#[inline(always)]
fn gelu_tanh(x: f32) -> f32 {
    const SQRT_2_OVER_PI: f32 = 0.797_884_6;
    let inner = SQRT_2_OVER_PI * (x + 0.044_715 * x * x * x);
    // tanh(y) = 1 - 2 / (e^2y + 1): the exponential saturates, and with it the tanh.
    0.5 * x * (2.0 - 2.0 / ((2.0 * inner).exponential() + 1.0))
}

/// erf(x) within 5e-7: the odd rational approximation on [-4, 4] that XLA and Eigen use for `f32`
/// (beyond it erf is ±1 in `f32`). No branch, so that a row is computed in vectors.
#[inline(always)]
fn error_function(x: f32) -> f32 {
    let x = x.clamp(-4.0, 4.0);
    let square = x * x;
    let mut p = -2.726_142_3e-10_f32;
    p = p * square + 2.770_681_4e-8;
    p = p * square - 2.101_024e-6;
    p = p * square - 5.692_506_4e-5;
    p = p * square - 7.349_906_3e-4;
    p = p * square - 2.954_6e-3;
    p = p * square - 1.609_603_3e-2;
    let mut q = -1.456_607_2e-5_f32;
    q = q * square - 2.133_740_6e-4;
    q = q * square - 1.682_827e-3;
    q = q * square - 7.373_329e-3;
    q = q * square - 1.426_474_e-2;
    x * p / q
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// erf by its Taylor series, which converges everywhere; enough terms for |x| <= 5 in `f64`.
    fn erf(x: f64) -> f64 {
        let (mut term, mut sum) = (x, x);
        for n in 1..200 {
            let n = f64::from(n);
            term *= -x * x / n;
            sum += term / (2.0 * n + 1.0);
        }
        sum * 2.0 / std::f64::consts::PI.sqrt()
    }

    #[test]
    fn the_error_function_by_its_series() {
        let mut x = -4.5_f32;
        while x < 4.5 {
            let expected = erf(f64::from(x));
            let found = f64::from(error_function(x));
            assert!((found - expected).abs() < 5e-7, "erf({x}) = {expected}, not {found}");
            x += 0.001;
        }
    }

    #[test]
    fn activations_by_their_formulas() {
        let of = |activation, x: f32| {
            let mut values = [x];
            activate(activation, &mut values);
            f64::from(values[0])
        };
        for x in [-100.0, -6.0, -1.0, -0.1, 0.0, 0.3, 2.0, 8.0, 100.0_f32] {
            let y = f64::from(x);
            let close = |found: f64, expected: f64| {
                assert!(
                    (found - expected).abs() < 1e-6 * (1.0 + y.abs()),
                    "{x}: {found} {expected}"
                );
            };
            let phi = if y.abs() > 5.0 { y.signum() } else { erf(y / 2.0_f64.sqrt()) };
            close(of(Activation::Gelu, x), y / 2.0 * (1.0 + phi));
            let inner = (2.0 / std::f64::consts::PI).sqrt() * (y + 0.044715 * y * y * y);
            close(of(Activation::GeluTanh, x), y / 2.0 * (1.0 + inner.tanh()));
            close(of(Activation::Swish, x), y / (1.0 + (-y).exp()));
            close(of(Activation::GeluSigmoid, x), y / (1.0 + (-1.702 * y).exp()));
            close(of(Activation::Relu, x), y.max(0.0));
        }
    }

    #[test]
    fn a_map_and_a_norm_by_hand() {
        let map = Linear::new(2, 3, vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0], vec![0.5, 0.0, -1.0]);
        // [1, 1] · W = [5, 7, 9].
        assert_eq!(map.unwrap().apply(&[1.0, 1.0]), [5.5, 7.0, 8.0]);
        assert!(Linear::new(2, 3, vec![1.0; 5], vec![]).is_none());
        // [1, 3]: mean 2, variance 1; with ε = 3 the scale is 1/2.
        let kind = NormKind::Layer;
        let norm = Norm { kind, gain: vec![2.0, 1.0], bias: vec![0.0, 1.0], epsilon: 3.0 };
        let mut rows = [1.0, 3.0];
        norm.apply(&mut rows);
        assert_eq!(rows, [-1.0, 1.5]);
        // [1, 7]: the mean of squares is 25; with ε = 24 the scale is 1/7.
        for (kind, expected) in
            [(NormKind::Rms, [1.0, 0.5]), (NormKind::RmsFromOne, [1.142_857_2, 1.5])]
        {
            let norm = Norm { kind, gain: vec![7.0, 0.5], bias: Vec::new(), epsilon: 24.0 };
            let mut rows = [1.0, 7.0];
            norm.apply(&mut rows);
            assert_eq!(rows, expected, "{kind:?}");
        }
    }
}
