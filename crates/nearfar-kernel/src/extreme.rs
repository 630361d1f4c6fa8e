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
    if n == 0 {
        return;
    }
    // k · length / n for each k by addition: a division a block would take longer than the block.
    let (length, rest) = (values.len() / n, values.len() % n);
    let (mut end, mut carried) = (0, 0);
    for kept in kept {
        let start = end;
        end += length;
        carried += rest;
        if carried >= n {
            carried -= n;
            end += 1;
        }
        for &value in values.get(start..end.max(start + 1)).unwrap_or_default() {
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
    fn blocks_end_where_the_shares_do() {
        for (length, n) in [(1_024, 430), (7, 3), (512, 512), (10, 11), (4_096, 333)] {
            // Each block keeps its last value, which is the farthest.
            let values: Vec<f32> = (1..=length).map(|value| value as f32).collect();
            let mut kept = vec![0.0; n];
            keep_farther_of_blocks(&values, &mut kept);
            for (block, kept) in kept.into_iter().enumerate() {
                let end = ((block + 1) * length / n).max(block * length / n + 1);
                assert_eq!(kept, end as f32, "block {block} of {n} of {length}");
            }
        }
        keep_farther_of_blocks(&[1.0], &mut []);
    }

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
