//! The two number types that the mathematics is written for, and the exponential that a slider waits for.

use std::fmt::{Debug, Display};

use num_traits::Float;

use crate::packed::Packed;
use crate::rescale::Head;
use crate::row::{combine, combine_in_place, relu};
use crate::{product, range, rescale, softmax};

/// `f32` (the page) or `f64` (the reference).
///
/// The limits keep every product of a score and a coefficient finite:
/// `SCORE_LIMIT * COEFFICIENT_LIMIT` is still a number of the type.
pub trait Real: Float + Debug + Display + Send + Sync + 'static {
    /// The largest absolute raw score that is accepted: 2^31 (`f32`), 2^63 (`f64`).
    const SCORE_LIMIT: Self;
    /// The largest absolute coefficient; larger ones saturate here: 2^96 (`f32`), 2^960 (`f64`).
    const COEFFICIENT_LIMIT: Self;

    /// e^x. For `f32` a branch-free polynomial that LLVM turns into SIMD, within 2 ulp of the
    /// exact value in [-87.33, 88.37], 0 below, saturated above.
    fn exponential(self) -> Self;

    /// The nearest value of the type.
    fn from_f64(value: f64) -> Self;

    /// The same value as `f64`.
    fn as_f64(self) -> f64;

    /// softmax(row), in place. The row maximum is subtracted first, so nothing overflows; -inf
    /// becomes 0. A row that is empty or all -inf (no key allowed) becomes all 0.
    fn softmax(row: &mut [Self]);

    /// `out = a · b` for `a` `[m, k]`, `b` `[k, n]`, `out` `[m, n]`, all row-major.
    ///
    /// # Panics
    /// Where a slice is shorter than its shape says.
    fn multiply(m: usize, k: usize, n: usize, a: &[Self], b: &[Self], out: &mut [Self]);

    /// `out = a · bᵀ` for `a` `[m, k]`, `b` `[n, k]`, `out` `[m, n]`, all row-major.
    ///
    /// # Panics
    /// Where a slice is shorter than its shape says.
    fn multiply_transposed(m: usize, k: usize, n: usize, a: &[Self], b: &[Self], out: &mut [Self]);

    /// softmax(ReLU(S) ∘ f) of one head, row by row; `out` is `[N, N]`, what a query does not see 0.
    ///
    /// # Panics
    /// Where a slice is shorter than its shape says.
    fn rescale(head: Head<'_, Self>, out: &mut [Self]);

    /// The largest |x|; infinite where a value is NaN or infinite; 0 for no values.
    fn magnitude(values: &[Self]) -> Self;

    /// `out = ReLU(scores) ∘ coefficients`, cell by cell; the shortest slice counts.
    fn relu_times(scores: &[Self], coefficients: &[Self], out: &mut [Self]);

    /// `out = ReLU(scores) + coefficients`, cell by cell; the shortest slice counts.
    fn relu_plus(scores: &[Self], coefficients: &[Self], out: &mut [Self]);

    /// `out = scores ∘ coefficients`, cell by cell; the shortest slice counts.
    fn times(scores: &[Self], coefficients: &[Self], out: &mut [Self]);

    /// `out = scores + coefficients`, cell by cell; the shortest slice counts.
    fn plus(scores: &[Self], coefficients: &[Self], out: &mut [Self]);

    /// `row = row ∘ coefficients`, cell by cell; the shorter slice counts.
    fn times_in_place(row: &mut [Self], coefficients: &[Self]);

    /// `row = row + coefficients`, cell by cell; the shorter slice counts.
    fn plus_in_place(row: &mut [Self], coefficients: &[Self]);
}

/// The methods of [`Real`] that are loops, compiled here for a number type.
macro_rules! loops {
    () => {
        fn softmax(row: &mut [Self]) {
            softmax::softmax_in_place(row);
        }
        fn relu_times(scores: &[Self], coefficients: &[Self], out: &mut [Self]) {
            combine(scores, coefficients, out, |s, c| relu(s) * c);
        }
        fn relu_plus(scores: &[Self], coefficients: &[Self], out: &mut [Self]) {
            combine(scores, coefficients, out, |s, c| relu(s) + c);
        }
        fn times(scores: &[Self], coefficients: &[Self], out: &mut [Self]) {
            combine(scores, coefficients, out, |s, c| s * c);
        }
        fn plus(scores: &[Self], coefficients: &[Self], out: &mut [Self]) {
            combine(scores, coefficients, out, |s, c| s + c);
        }
        fn times_in_place(row: &mut [Self], coefficients: &[Self]) {
            combine_in_place(row, coefficients, |a, c| a * c);
        }
        fn plus_in_place(row: &mut [Self], coefficients: &[Self]) {
            combine_in_place(row, coefficients, |a, c| a + c);
        }
    };
}

impl Real for f32 {
    loops!();

    fn magnitude(values: &[f32]) -> f32 {
        range::magnitude_f32(values)
    }

    fn multiply(m: usize, k: usize, n: usize, a: &[f32], b: &[f32], out: &mut [f32]) {
        // Also for few rows, where packing takes longer than the product: a row is the same to the bit
        // whether it is computed alone or among others.
        Packed::new(k, n, b).multiply(m, a, out);
    }

    fn multiply_transposed(m: usize, k: usize, n: usize, a: &[f32], b: &[f32], out: &mut [f32]) {
        Packed::transposed(k, n, b).multiply(m, a, out);
    }

    fn rescale(head: Head<'_, f32>, out: &mut [f32]) {
        rescale::fast(head, out);
    }

    const SCORE_LIMIT: f32 = 2_147_483_648.0;
    const COEFFICIENT_LIMIT: f32 = 7.922_816_3e28;

    #[inline(always)]
    fn exponential(self) -> f32 {
        exponential_f32(self)
    }

    #[inline(always)]
    fn from_f64(value: f64) -> f32 {
        value as f32
    }

    #[inline(always)]
    fn as_f64(self) -> f64 {
        f64::from(self)
    }
}

impl Real for f64 {
    loops!();

    fn magnitude(values: &[f64]) -> f64 {
        range::magnitude_f64(values)
    }

    fn multiply(m: usize, k: usize, n: usize, a: &[f64], b: &[f64], out: &mut [f64]) {
        product::multiply(m, k, n, a, b, out);
    }

    fn multiply_transposed(m: usize, k: usize, n: usize, a: &[f64], b: &[f64], out: &mut [f64]) {
        product::multiply_transposed(m, k, n, a, b, out);
    }

    fn rescale(head: Head<'_, f64>, out: &mut [f64]) {
        rescale::plain(head, out);
    }

    const SCORE_LIMIT: f64 = 9_223_372_036_854_775_808.0;
    const COEFFICIENT_LIMIT: f64 = f64::from_bits((1023 + 960) << 52);

    #[inline(always)]
    fn exponential(self) -> f64 {
        self.exp()
    }

    #[inline(always)]
    fn from_f64(value: f64) -> f64 {
        value
    }

    #[inline(always)]
    fn as_f64(self) -> f64 {
        self
    }
}

/// e^x = 2^n · e^r with n = round(x / ln 2) and |r| <= ln 2 / 2; e^r by the degree-7 minimax
/// polynomial of the Cephes library (Moshier, `expf`).
#[inline(always)]
fn exponential_f32(x: f32) -> f32 {
    // Adding and subtracting 1.5 · 2^23 rounds to the nearest integer without a branch, and leaves
    // that integer in the low bits of the sum.
    const ROUND: f32 = 12_582_912.0;
    const LOWEST: f32 = -87.336_54;
    const HIGHEST: f32 = 88.376_26;
    const LN2_HIGH: f32 = 0.693_359_4;
    const LN2_LOW: f32 = -2.121_944_4e-4;

    let clamped = if x < LOWEST { LOWEST } else { x };
    let clamped = if clamped > HIGHEST { HIGHEST } else { clamped };
    let shifted = clamped * std::f32::consts::LOG2_E + ROUND;
    let n = shifted - ROUND;
    let r = clamped - n * LN2_HIGH - n * LN2_LOW;

    let mut p = 1.987_569_1e-4_f32;
    p = p * r + 1.398_2e-3;
    p = p * r + 8.333_452e-3;
    p = p * r + 4.166_579_6e-2;
    p = p * r + 1.666_666_5e-1;
    p = p * r + 0.5;
    let p = p * (r * r) + r + 1.0;

    let power_of_two = f32::from_bits((shifted.to_bits() << 23).wrapping_add(127 << 23));
    if x < LOWEST { 0.0 } else { p * power_of_two }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponential_is_within_two_ulp_of_f64() {
        let mut worst = 0.0_f64;
        let mut x = -87.3_f32;
        while x < 88.3 {
            let exact = f64::from(x).exp();
            let ulp =
                f64::from(f32::from_bits((exact as f32).to_bits() + 1)) - f64::from(exact as f32);
            worst = worst.max((f64::from(x.exponential()) - exact).abs() / ulp);
            x += 0.000_37;
        }
        assert!(worst <= 2.0, "worst error {worst} ulp");
    }

    #[test]
    fn exponential_at_its_ends() {
        assert_eq!(0.0_f32.exponential(), 1.0);
        assert_eq!((-88.0_f32).exponential(), 0.0);
        assert_eq!(f32::NEG_INFINITY.exponential(), 0.0);
        assert!(f32::INFINITY.exponential().is_finite());
    }

    #[test]
    fn the_largest_product_is_finite() {
        assert!((f32::SCORE_LIMIT * f32::COEFFICIENT_LIMIT).is_finite());
        assert!((f64::SCORE_LIMIT * f64::COEFFICIENT_LIMIT).is_finite());
    }
}
