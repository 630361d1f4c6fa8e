//! One row of weights, as powers of two: the loops of [`crate::rescale::fast`].

use crate::vector::F32x4;

/// Vectors whose sums run side by side.
const SIDE_BY_SIDE: usize = 4;
const LANES: usize = 4 * SIDE_BY_SIDE;

/// Powers of two between 2^-110 and 2^110 and sums of 2^16 of them are normal numbers: no maximum
/// has to be subtracted first.
pub const SAFE_EXPONENT: f32 = 110.0;

/// [`weights_of_row`].
pub type WeightsOfRow = fn(&[f32], &[f32], bool, &mut [f32]);

/// `out = softmax(ReLU(scores) ∘ f)`, all `[N]`, where `coefficients` are f times log2 e: product,
/// exponential and sum in one pass over a row that is then still in the cache to be divided by its
/// sum. `is_safe`: no product exceeds [`SAFE_EXPONENT`], so the row maximum is not looked for.
///
/// # Panics
/// Where a slice is shorter than `out`.
pub fn weights_of_row(scores: &[f32], coefficients: &[f32], is_safe: bool, out: &mut [f32]) {
    if let [weight] = out {
        // A single key has all of it; its power divided by itself need not be 1 after rounding.
        *weight = 1.0;
        return;
    }
    let (scores, coefficients) = (&scores[..out.len()], &coefficients[..out.len()]);
    let powers = PowersOfTwo::new();
    let sum = if is_safe {
        exponentials(scores, coefficients, out, |x| powers.of(x))
    } else {
        let largest = F32x4::splat(largest_logit(scores, coefficients));
        let least = F32x4::splat(-SAFE_EXPONENT);
        exponentials(scores, coefficients, out, |x| powers.of(x.minus(largest).or_larger(least)))
    };
    let scale = 1.0 / sum;
    for weight in out {
        *weight *= scale;
    }
}

/// ReLU(scores) ∘ coefficients.
#[inline(always)]
fn logits(scores: F32x4, coefficients: F32x4) -> F32x4 {
    scores.or_larger(F32x4::splat(0.0)).times(coefficients)
}

/// `out = power(ReLU(scores) ∘ coefficients)`, cell by cell, and the sum of it.
#[inline(always)]
fn exponentials(
    scores: &[f32],
    coefficients: &[f32],
    out: &mut [f32],
    power: impl Fn(F32x4) -> F32x4,
) -> f32 {
    let mut sums = [F32x4::splat(0.0); SIDE_BY_SIDE];
    let (blocks, last) = out.as_chunks_mut::<LANES>();
    let (score_blocks, last_scores) = scores.as_chunks::<LANES>();
    let (coefficient_blocks, last_coefficients) = coefficients.as_chunks::<LANES>();
    for ((out, scores), coefficients) in blocks.iter_mut().zip(score_blocks).zip(coefficient_blocks)
    {
        let vectors = out.as_chunks_mut().0.iter_mut();
        let factors = scores.as_chunks().0.iter().zip(coefficients.as_chunks().0);
        for ((out, (scores, coefficients)), sum) in vectors.zip(factors).zip(&mut sums) {
            let powers = power(logits(F32x4::load(scores), F32x4::load(coefficients)));
            powers.store(out);
            *sum = sum.plus(powers);
        }
    }
    let mut sum = sums.into_iter().flat_map(F32x4::array).sum();
    for ((out, &score), &coefficient) in last.iter_mut().zip(last_scores).zip(last_coefficients) {
        [*out, ..] = power(logits(F32x4::splat(score), F32x4::splat(coefficient))).array();
        sum += *out;
    }
    sum
}

#[inline(always)]
fn largest_logit(scores: &[f32], coefficients: &[f32]) -> f32 {
    let mut largest = F32x4::splat(f32::NEG_INFINITY);
    let (blocks, last) = scores.as_chunks();
    let (coefficient_blocks, last_coefficients) = coefficients.as_chunks();
    for (scores, coefficients) in blocks.iter().zip(coefficient_blocks) {
        largest = logits(F32x4::load(scores), F32x4::load(coefficients)).or_larger(largest);
    }
    for (&score, &coefficient) in last.iter().zip(last_coefficients) {
        largest = logits(F32x4::splat(score), F32x4::splat(coefficient)).or_larger(largest);
    }
    largest.array().into_iter().fold(f32::NEG_INFINITY, |a, b| if b > a { b } else { a })
}

/// 2^x as 2^n · 2^f with n = round(x) and |f| <= 1/2.
#[derive(Clone, Copy)]
struct PowersOfTwo {
    /// Next to 1.5 · 2^23 an `f32` has no fraction: adding that rounds, and leaves n in the low bits.
    round: F32x4,
    /// The polynomial of degree 5 with the least relative error for 2^f (Remez's algorithm: 7.5e-8),
    /// highest power first; the last coefficient made 1, so that 2^0 is.
    polynomial: [F32x4; 6],
}

impl PowersOfTwo {
    /// V8 makes a constant anew in every round of a loop, which takes longer than what is done with
    /// it: the compiler is kept from knowing that these are constants, so that they stay in registers.
    #[inline(always)]
    fn new() -> Self {
        let [round, polynomial @ ..] = core::hint::black_box([
            12_582_912.0,
            1.327_647_2e-3,
            9.675_541e-3,
            5.550_713e-2,
            2.402_212e-1,
            6.931_469_4e-1,
            1.0,
        ]);
        PowersOfTwo { round: F32x4::splat(round), polynomial: polynomial.map(F32x4::splat) }
    }

    /// 2^x for |x| <= 126, relative error below 2.5e-7.
    #[inline(always)]
    fn of(self, x: F32x4) -> F32x4 {
        let shifted = x.plus(self.round);
        let f = x.minus(shifted.minus(self.round));
        let [highest, others @ ..] = self.polynomial;
        let power = others.into_iter().fold(highest, |sum, next| sum.times_plus(f, next));
        power.times_power_of_two(shifted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_are_near_the_exact_ones() {
        let of = |x: f32| PowersOfTwo::new().of(F32x4::splat(x)).array()[0];
        assert_eq!(of(0.0), 1.0);
        assert_eq!(of(-110.0), 2.0_f32.powi(-110));
        let mut x = -SAFE_EXPONENT;
        while x < SAFE_EXPONENT {
            let exact = f64::from(x).exp2();
            assert!((f64::from(of(x)) / exact - 1.0).abs() < 2.5e-7, "2^{x}");
            x += 0.000_371;
        }
    }
}
