//! The ends of a matrix's values: what its colours are measured against, and whether it is finite.

/// Least and greatest finite value; `None` where there is none.
pub fn finite_range(values: &[f32]) -> Option<(f64, f64)> {
    range_of(values, |value| value.abs() <= f32::MAX)
}

/// Least and greatest finite value above 0; `None` where there is none.
pub fn positive_range(values: &[f32]) -> Option<(f64, f64)> {
    range_of(values, |value| value > 0.0 && value <= f32::MAX)
}

/// Least and greatest of the values that count, in independent lanes so that the loop vectorises.
#[inline(always)]
fn range_of(values: &[f32], counts: impl Fn(f32) -> bool) -> Option<(f64, f64)> {
    const LANES: usize = 16;
    let (mut low, mut high) = ([f32::INFINITY; LANES], [f32::NEG_INFINITY; LANES]);
    let (blocks, rest) = values.as_chunks::<LANES>();
    // What does not count is replaced by what loses every comparison: no branch is left.
    let mut take = |lane: usize, value: f32| {
        let (if_low, if_high) =
            if counts(value) { (value, value) } else { (f32::INFINITY, f32::NEG_INFINITY) };
        low[lane] = if if_low < low[lane] { if_low } else { low[lane] };
        high[lane] = if if_high > high[lane] { if_high } else { high[lane] };
    };
    for block in blocks {
        for (lane, &value) in block.iter().enumerate() {
            take(lane, value);
        }
    }
    rest.iter().for_each(|&value| take(0, value));
    let low = low.into_iter().fold(f32::INFINITY, f32::min);
    let high = high.into_iter().fold(f32::NEG_INFINITY, f32::max);
    (low <= high).then_some((f64::from(low), f64::from(high)))
}

/// Defines the largest |x| of a float type; infinite where a value is NaN or infinite, 0 for no values.
///
/// Without its sign a float's bits are an integer that is the larger, the larger the float; infinity
/// and NaN are beyond all numbers.
macro_rules! magnitude {
    ($name:ident, $float:ty, $bits:ty) => {
        pub(crate) fn $name(values: &[$float]) -> $float {
            const LANES: usize = 16;
            let bits = |value: $float| value.to_bits() & (<$bits>::MAX >> 1);
            let mut lanes = [0; LANES];
            let (blocks, rest) = values.as_chunks::<LANES>();
            for block in blocks {
                for (lane, &value) in lanes.iter_mut().zip(block) {
                    *lane = bits(value).max(*lane);
                }
            }
            let largest = rest.iter().map(|&value| bits(value)).chain(lanes).fold(0, <$bits>::max);
            let largest = <$float>::from_bits(largest);
            if largest.is_finite() { largest } else { <$float>::INFINITY }
        }
    };
}
magnitude!(magnitude_f32, f32, u32);
magnitude!(magnitude_f64, f64, u64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn magnitude_finds_what_is_not_finite() {
        for place in [0, 7, 16, 20] {
            let mut values = vec![0.5_f32; 21];
            values[3] = -2.0;
            assert_eq!(magnitude_f32(&values), 2.0);
            for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
                values[place] = bad;
                assert_eq!(magnitude_f32(&values), f32::INFINITY);
            }
        }
        assert_eq!(magnitude_f64(&[]), 0.0);
        assert_eq!(magnitude_f64(&[1.0, -3.5, 0.0]), 3.5);
        assert_eq!(magnitude_f64(&[1.0, f64::NAN]), f64::INFINITY);
    }
}
