//! How far a figure would move with other sentences of the same kind: the percentile bootstrap (Efron and
//! Tibshirani 1993, section 13.3) over sentences. All figures see the same resamples, so that differences
//! between laws are those of one set of sentences.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::laws::Interval;

/// Resamples that are usual.
pub const RESAMPLES: usize = 1_000;

/// How often each of `count` sentences is in each resample, `[resamples, count]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Resamples {
    count: usize,
    times: Vec<f64>,
}

impl Resamples {
    /// Draws `count` of `count` sentences with replacement, `resamples` times.
    pub fn new(count: usize, resamples: usize, seed: u64) -> Resamples {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut times = vec![0.0; count * resamples];
        for times in times.chunks_exact_mut(count.max(1)) {
            for _ in 0..count {
                if let Some(slot) = times.get_mut(rng.random_range(0..count)) {
                    *slot += 1.0;
                }
            }
        }
        Resamples { count, times }
    }

    /// Sums of a number that each sentence has, by resample; `values` is `[count]`.
    pub fn sums<'a>(&'a self, values: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
        self.times
            .chunks_exact(self.count.max(1))
            .map(move |times| times.iter().zip(values).map(|(times, value)| times * value).sum())
    }

    /// The mean over sentences, with its interval; `None` where there are none.
    pub fn mean(&self, values: &[f64]) -> Option<Interval> {
        let n = self.count as f64;
        let value = values.iter().sum::<f64>() / n;
        Interval::of(value, self.sums(values).map(|sum| sum / n).collect())
    }

    /// The ratio of two sums over sentences, with its interval from those resamples that have one; `None` where
    /// the second sum is 0.
    pub fn ratio(&self, above: &[f64], below: &[f64]) -> Option<Interval> {
        let value = above.iter().sum::<f64>() / below.iter().sum::<f64>();
        let ratios = self.sums(above).zip(self.sums(below)).map(|(above, below)| above / below);
        Interval::of(value, ratios.filter(|ratio| ratio.is_finite()).collect())
    }
}
