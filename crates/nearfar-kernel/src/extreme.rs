//! The value farthest from 0: what a pixel shows of the cells under it.

/// `kept = the one of kept and values that is farther from 0`, cell by cell; the shorter slice counts.
pub fn keep_farther(values: &[f32], kept: &mut [f32]) {
    for (kept, &value) in kept.iter_mut().zip(values) {
        *kept = farther(*kept, value);
    }
}

/// The same for blocks of `values`: block k of n is what lies from k/n to (k+1)/n of them, and at
/// least one value.
pub fn keep_farther_of_blocks(values: &[f32], kept: &mut [f32]) {
    let n = kept.len();
    for (block, kept) in kept.iter_mut().enumerate() {
        let start = block * values.len() / n;
        let end = ((block + 1) * values.len() / n).max(start + 1);
        for &value in values.get(start..end).unwrap_or_default() {
            *kept = farther(*kept, value);
        }
    }
}

/// NaN is never farther.
#[inline(always)]
fn farther(kept: f32, value: f32) -> f32 {
    if value.abs() > kept.abs() { value } else { kept }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        let mut kept = [0.0, 0.0, 0.0];
        keep_farther_of_blocks(&[1.0, -3.0, 2.0, 0.5, f32::NAN, -0.25, 0.25], &mut kept);
        // Blocks of 2, 2 and 3 values; of two equally far ones the first.
        assert_eq!(kept, [-3.0, 2.0, -0.25]);
        keep_farther(&[2.0, -4.0], &mut kept);
        assert_eq!(kept, [-3.0, -4.0, -0.25]);
        let mut enlarged = [0.0; 4];
        keep_farther_of_blocks(&[5.0, 6.0], &mut enlarged);
        assert_eq!(enlarged, [5.0, 5.0, 6.0, 6.0]);
    }
}
