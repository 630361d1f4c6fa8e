//! The weights of one head from its scores and coefficients, softmax(ReLU(S) ∘ f): what a slider
//! waits for. [`plain`] says what is computed; [`fast`] computes it for the page.

use crate::Real;
use crate::row::relu;

/// One head's scores and coefficients.
#[derive(Clone, Copy, Debug)]
pub struct Head<'a, T> {
    /// N.
    pub tokens: usize,
    /// Whether a query sees only itself and the keys before it.
    pub causal: bool,
    /// S, `[N, N]`, row-major; finite.
    pub scores: &'a [T],
    /// `[2N - 1]`: the coefficient of distance |k - (N - 1)| at place k, so that those of row i are
    /// the window that starts at N - 1 - i.
    pub coefficients: &'a [T],
    /// The coefficients times log2 e, rounded once: [`fast`] computes powers of two.
    pub binary_coefficients: &'a [T],
    /// At least the largest |score|.
    pub largest_score: T,
}

impl<'a, T: Real> Head<'a, T> {
    /// For every query: the scores that it sees, the place of its first coefficient, and its row of
    /// `out`, `[N, N]`; the cells that it does not see are set to 0.
    pub fn rows<'b>(
        self,
        out: &'b mut [T],
    ) -> impl Iterator<Item = (&'a [T], usize, &'b mut [T])> + use<'a, 'b, T> {
        let Head { tokens, causal, scores, .. } = self;
        let rows = out[..tokens * tokens].chunks_exact_mut(tokens.max(1));
        rows.zip(scores.chunks_exact(tokens.max(1))).enumerate().map(move |(i, (out, scores))| {
            // A causal row ends at its query: what lies beyond is not computed and then masked.
            let seen = if causal { i + 1 } else { tokens };
            let (out, unseen) = out.split_at_mut(seen);
            unseen.fill(T::zero());
            (&scores[..seen], tokens - 1 - i, out)
        })
    }
}

/// softmax(ReLU(S) ∘ f), a step after the other: the specification of [`fast`], and what computes in
/// `f64`. `out` is `[N, N]`.
///
/// # Panics
/// Where a slice is shorter than its shape says.
pub fn plain<T: Real>(head: Head<'_, T>, out: &mut [T]) {
    for (scores, first, out) in head.rows(out) {
        T::relu_times(scores, &head.coefficients[first..first + scores.len()], out);
        T::softmax(out);
    }
}

/// Sums that run side by side, four vectors of four.
const LANES: usize = 16;

/// Powers of two between 2^-110 and 2^110 and sums of 2^16 of them are normal numbers: no maximum
/// has to be subtracted first.
const SAFE_EXPONENT: f32 = 110.0;

/// As [`plain`], within 4e-6 of it: product, exponential and sum in one pass over a row that is then
/// still in the cache to be divided by its sum. Where no logit of the head can leave the range in
/// which powers of two are normal numbers, the row maximum is not looked for.
///
/// # Panics
/// Where a slice is shorter than its shape says.
pub fn fast(head: Head<'_, f32>, out: &mut [f32]) {
    let largest = f32::magnitude(head.binary_coefficients) * head.largest_score;
    let is_safe = largest <= SAFE_EXPONENT;
    let powers = PowersOfTwo::new();
    for (scores, first, out) in head.rows(out) {
        let coefficients = &head.binary_coefficients[first..first + scores.len()];
        let sum = if is_safe {
            exponentials(scores, coefficients, out, |x| powers.of(x))
        } else {
            let largest = largest_logit(scores, coefficients);
            exponentials(scores, coefficients, out, |x| {
                let x = x - largest;
                powers.of(if x > -SAFE_EXPONENT { x } else { -SAFE_EXPONENT })
            })
        };
        let scale = sum.recip();
        for weight in out {
            *weight *= scale;
        }
    }
}

/// `out = power(ReLU(scores) ∘ coefficients)`, cell by cell, and the sum of it.
#[inline(always)]
fn exponentials(
    scores: &[f32],
    coefficients: &[f32],
    out: &mut [f32],
    power: impl Fn(f32) -> f32,
) -> f32 {
    let mut lanes = [0.0; LANES];
    let (blocks, last) = out.as_chunks_mut::<LANES>();
    let (score_blocks, last_scores) = scores.as_chunks::<LANES>();
    let (coefficient_blocks, last_coefficients) = coefficients.as_chunks::<LANES>();
    for ((out, scores), coefficients) in blocks.iter_mut().zip(score_blocks).zip(coefficient_blocks)
    {
        for lane in 0..LANES {
            out[lane] = power(relu(scores[lane]) * coefficients[lane]);
            lanes[lane] += out[lane];
        }
    }
    let mut sum = lanes.iter().sum();
    for ((out, &score), &coefficient) in last.iter_mut().zip(last_scores).zip(last_coefficients) {
        *out = power(relu(score) * coefficient);
        sum += *out;
    }
    sum
}

fn largest_logit(scores: &[f32], coefficients: &[f32]) -> f32 {
    let larger = |a: f32, b: f32| if b > a { b } else { a };
    let mut lanes = [f32::NEG_INFINITY; LANES];
    let (blocks, last) = scores.as_chunks::<LANES>();
    let (coefficient_blocks, last_coefficients) = coefficients.as_chunks::<LANES>();
    for (scores, coefficients) in blocks.iter().zip(coefficient_blocks) {
        for lane in 0..LANES {
            lanes[lane] = larger(lanes[lane], relu(scores[lane]) * coefficients[lane]);
        }
    }
    let last = last.iter().zip(last_coefficients).map(|(&s, &c)| relu(s) * c);
    lanes.into_iter().chain(last).fold(f32::NEG_INFINITY, larger)
}

/// 2^x as 2^n · 2^f with n = round(x) and |f| <= 1/2.
#[derive(Clone, Copy)]
struct PowersOfTwo {
    /// Next to 1.5 · 2^23 an `f32` has no fraction: adding that rounds, and leaves n in the low bits.
    round: f32,
    /// The polynomial of degree 5 with the least relative error for 2^f (Remez's algorithm: 7.5e-8),
    /// highest power first; the last coefficient made 1, so that 2^0 is.
    polynomial: [f32; 6],
}

impl PowersOfTwo {
    /// V8 makes a constant anew in every round of a loop, which takes longer than what is done with
    /// it: the compiler is kept from knowing that these are constants, so that they stay in registers.
    fn new() -> Self {
        std::hint::black_box(PowersOfTwo {
            round: 12_582_912.0,
            polynomial: [
                1.327_647_2e-3,
                9.675_541e-3,
                5.550_713e-2,
                2.402_212e-1,
                6.931_469_4e-1,
                1.0,
            ],
        })
    }

    /// 2^x for |x| <= 126, relative error below 2.5e-7.
    #[inline(always)]
    fn of(self, x: f32) -> f32 {
        let shifted = x + self.round;
        let f = x - (shifted - self.round);
        let [highest, others @ ..] = self.polynomial;
        let p = others.into_iter().fold(highest, |sum, coefficient| sum * f + coefficient);
        f32::from_bits(p.to_bits().wrapping_add(shifted.to_bits() << 23))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_are_near_the_exact_ones() {
        let powers = PowersOfTwo::new();
        assert_eq!(powers.of(0.0), 1.0);
        assert_eq!(powers.of(-110.0), 2.0_f32.powi(-110));
        let mut x = -SAFE_EXPONENT;
        while x < SAFE_EXPONENT {
            let exact = f64::from(x).exp2();
            assert!((f64::from(powers.of(x)) / exact - 1.0).abs() < 2.5e-7, "2^{x}");
            x += 0.000_371;
        }
    }
}
