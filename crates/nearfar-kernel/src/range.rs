//! The ends of a matrix's values, which its colours are measured against.

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
