//! softmax of a row, in a form that LLVM turns into SIMD.

use crate::Real;

/// Accumulators that run side by side. Float sums and maxima may not be reordered by the compiler,
/// so the lanes are written out; 16 keep four vectors of four `f32` in flight.
const LANES: usize = 16;

/// softmax(row), in place. The row maximum is subtracted first, so nothing overflows; -inf becomes
/// 0. A row that is empty or all -inf (no key allowed) becomes all 0.
pub(crate) fn softmax_in_place<T: Real>(row: &mut [T]) {
    let maximum = maximum(row);
    if maximum == T::neg_infinity() {
        row.fill(T::zero());
        return;
    }
    let sum = exponentials_in_place(row, maximum);
    let scale = T::one() / sum;
    for weight in row.iter_mut() {
        *weight = *weight * scale;
    }
}

fn maximum<T: Real>(row: &[T]) -> T {
    #[inline(always)]
    fn larger<T: Real>(a: T, b: T) -> T {
        if b > a { b } else { a }
    }
    let mut lanes = [T::neg_infinity(); LANES];
    let (chunks, rest) = row.as_chunks::<LANES>();
    for chunk in chunks {
        for (lane, &value) in lanes.iter_mut().zip(chunk) {
            *lane = larger(*lane, value);
        }
    }
    lanes.iter().chain(rest).fold(T::neg_infinity(), |a, &b| larger(a, b))
}

/// Replaces every x by e^(x - maximum) and returns their sum.
fn exponentials_in_place<T: Real>(row: &mut [T], maximum: T) -> T {
    let mut lanes = [T::zero(); LANES];
    let (chunks, rest) = row.as_chunks_mut::<LANES>();
    for chunk in chunks {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *value = (*value - maximum).exponential();
            *lane = *lane + *value;
        }
    }
    let mut sum = lanes.iter().fold(T::zero(), |a, &b| a + b);
    for value in rest {
        *value = (*value - maximum).exponential();
        sum = sum + *value;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        // e^0 = 1, e^ln2 = 2, e^ln5 = 5: the shares of 8.
        let mut row = [0.0, 2.0_f64.ln(), 5.0_f64.ln()];
        softmax_in_place(&mut row);
        for (found, expected) in row.iter().zip([0.125, 0.25, 0.625]) {
            assert!((found - expected).abs() < 1e-15);
        }
    }

    #[test]
    fn nothing_allowed_is_all_zero() {
        let mut row = [f32::NEG_INFINITY; 20];
        softmax_in_place(&mut row);
        assert_eq!(row, [0.0; 20]);
        softmax_in_place::<f32>(&mut []);
    }

    #[test]
    fn lanes_and_rest_agree_with_the_plain_sum() {
        for n in 1..70_usize {
            let mut row: Vec<f32> = (0..n).map(|k| ((k * 37) % 11) as f32 / 3.0).collect();
            let sum: f64 = row.iter().map(|&x| f64::from(x).exp()).sum();
            let expected: Vec<f64> = row.iter().map(|&x| f64::from(x).exp() / sum).collect();
            softmax_in_place(&mut row);
            for (found, expected) in row.iter().zip(expected) {
                assert!((f64::from(*found) - expected).abs() < 1e-6, "n = {n}");
            }
        }
    }
}
