//! What a head does on one sentence, and its [`Profile`] and [`Shares`] over all of them.

use std::ops::Range;

use super::observed::cells;
use super::resample::Resamples;
use crate::laws::{Interval, Profile, Shares};

/// Pairs at each offset of a sentence, from -(N - 1), within ±reach.
pub(super) fn pairs(seen: &[Range<usize>], reach: usize) -> Vec<f64> {
    let mut all = vec![0.0; 2 * reach + 1];
    for (i, seen) in seen.iter().enumerate() {
        for j in seen.clone() {
            if let Some(count) = (j + reach).checked_sub(i).and_then(|place| all.get_mut(place)) {
                *count += 1.0;
            }
        }
    }
    all
}

/// A head on one sentence.
#[derive(Clone, Debug)]
pub(super) struct Digest {
    /// Sums by offset, `[2 reach + 1]`.
    attention: Vec<f64>,
    scores: Vec<f64>,
    /// As [`Shares`] has them.
    shares: [f64; 5],
}

impl Digest {
    /// Of weights and scores `[N, N]`.
    pub fn of(
        weights: &[f32],
        scores: &[f32],
        seen: &[Range<usize>],
        special: &[bool],
        reach: usize,
    ) -> Digest {
        let n = seen.len();
        let mut digest = Digest {
            attention: vec![0.0; 2 * reach + 1],
            scores: vec![0.0; 2 * reach + 1],
            shares: [0.0; 5],
        };
        for (i, seen) in seen.iter().enumerate() {
            let (weights, scores) = (cells(weights, n, i, seen), cells(scores, n, i, seen));
            let total: f64 = weights.iter().map(|&p| f64::from(p)).sum();
            for (j, (&p, &s)) in seen.clone().zip(weights.iter().zip(scores)) {
                let p = f64::from(p) / total;
                if let Some(place) = (j + reach).checked_sub(i)
                    && let (Some(attention), Some(score)) =
                        (digest.attention.get_mut(place), digest.scores.get_mut(place))
                {
                    *attention += p;
                    *score += f64::from(s);
                }
                let is_separator = j > 0 && special.get(j) == Some(&true);
                let in_share = [j < i, j > i, j == i, j == 0, is_separator];
                for (share, is_in) in digest.shares.iter_mut().zip(in_share) {
                    *share += if is_in { p / n as f64 } else { 0.0 };
                }
            }
        }
        digest
    }
}

/// A figure of no sentence.
const NOTHING: Interval = Interval { value: 0.0, low: 0.0, high: 0.0 };

impl Shares {
    /// Over sentences; all 0 without any.
    pub(super) fn of(sentences: &[Digest], resamples: &Resamples) -> Shares {
        let mean = |place: usize| {
            let values: Vec<f64> = sentences.iter().map(|digest| digest.shares[place]).collect();
            resamples.mean(&values).unwrap_or(NOTHING)
        };
        Shares {
            back: mean(0),
            ahead: mean(1),
            itself: mean(2),
            first: mean(3),
            separators: mean(4),
        }
    }
}

impl Profile {
    /// Over sentences; `pairs` of each. All arrays are `[2 reach + 1]`.
    pub(super) fn of(
        sentences: &[Digest],
        pairs: &[Vec<f64>],
        reach: usize,
        resamples: &Resamples,
    ) -> Profile {
        // Sentences may have been added when the longest was shorter: offsets count from the middle.
        let column = |of: &[f64], offset: isize| {
            let middle = (of.len() / 2) as isize;
            usize::try_from(middle + offset).ok().and_then(|place| of.get(place)).copied()
        };
        let reach = reach as isize;
        let (mut attention, mut scores, mut counts) = (Vec::new(), Vec::new(), Vec::new());
        for offset in -reach..=reach {
            let count: Vec<f64> =
                pairs.iter().map(|pairs| column(pairs, offset).unwrap_or(0.0)).collect();
            counts.push(count.iter().sum::<f64>() as u64);
            let of = |take: fn(&Digest) -> &[f64]| {
                let sums: Vec<f64> = sentences
                    .iter()
                    .map(|digest| column(take(digest), offset).unwrap_or(0.0))
                    .collect();
                resamples.ratio(&sums, &count)
            };
            attention.push(of(|digest| &digest.attention));
            scores.push(of(|digest| &digest.scores));
        }
        Profile { from: -reach, pairs: counts, attention, scores }
    }
}
