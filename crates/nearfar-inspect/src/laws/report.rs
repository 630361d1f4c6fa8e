//! What comes out of a study: plain values, as they stand in the JSON of `nearfar laws` (docs/laws.md).

use serde::{Deserialize, Serialize};

use super::profile::{Profile, Shares};

/// A figure with the quantiles 2.5 % and 97.5 % of its resamples.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// Of the sentences as they are.
    pub value: f64,
    /// 2.5 % of the resamples are below.
    pub low: f64,
    /// 2.5 % are above.
    pub high: f64,
}

impl Interval {
    /// From the figure and what resamples make of it; `None` where it is not finite.
    pub fn of(value: f64, mut resampled: Vec<f64>) -> Option<Interval> {
        if !value.is_finite() {
            return None;
        }
        resampled.sort_by(f64::total_cmp);
        let quantile = |share: f64| {
            let place = share * resampled.len().saturating_sub(1) as f64;
            let at = |place: f64| resampled.get(place as usize).copied();
            let (below, above) = (at(place.floor())?, at(place.ceil())?);
            Some(below + (above - below) * place.fract())
        };
        let low = quantile(0.025).unwrap_or(value);
        let high = quantile(0.975).unwrap_or(value);
        Some(Interval { value, low, high })
    }
}

/// A law on a head.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fitted {
    /// Its name in [`LAWS`](super::LAWS).
    pub law: String,
    /// Its numbers, in the order of its row.
    pub parameters: Vec<f64>,
    /// Whether one of them stands at the end of what is searched.
    pub at_bound: bool,
    /// Mean KL(real, law) on the sentences that it was fitted to, in nats.
    pub fit: f64,
    /// The same on the others; `None` where there are none.
    pub judged: Option<Interval>,
    /// 1 - the law's KL / the silenced model's, on the others; below 0 where it is worse than none. `None` where
    /// there is nothing to explain.
    pub explained: Option<Interval>,
}

/// A head as a distance-aware one: the best of its laws with w and v, chosen on the sentences that they were
/// fitted to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AsDistanceAware {
    /// Which of the laws.
    pub law: String,
    /// w.
    pub w: f64,
    /// v.
    pub v: f64,
    /// What scores are multiplied by.
    pub temperature: f64,
    /// As of [`Fitted`].
    pub explained: Option<Interval>,
}

/// All that was measured of a head.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeadReport {
    /// The step at which its layer is run, from 0.
    pub layer: usize,
    /// From 0.
    pub head: usize,
    /// Where it looks.
    pub shares: Shares,
    /// Attention and scores by distance.
    pub profile: Profile,
    /// Mean KL(real, silenced) on all sentences, in nats: what positions do.
    pub positions: Option<Interval>,
    /// The same on the sentences that are judged.
    pub silenced: Option<Interval>,
    /// The same on those that laws are fitted to.
    pub silenced_fit: Option<f64>,
    /// Every law that was fitted.
    pub laws: Vec<Fitted>,
    /// The law with the smallest KL where it is judged, without the free ones.
    pub best: Option<String>,
    /// The share of resamples in which it is that law.
    pub best_in: Option<f64>,
    /// The head as a distance-aware one.
    pub distance_aware: Option<AsDistanceAware>,
    /// KL of each judged sentence under the silenced model, then under each law: what the means are made of.
    #[serde(skip)]
    pub(crate) by_sentence: Vec<Vec<f64>>,
}

/// A law over all heads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LawMeans {
    /// Its name.
    pub law: String,
    /// Mean KL over heads, on the judged sentences.
    pub judged: Interval,
    /// Median over heads.
    pub median: f64,
    /// Mean over heads of the share explained.
    pub explained: Option<Interval>,
    /// 1 - the sum of the law's KL / that of the silenced model: heads count by what positions do to them.
    pub explained_of_all: Option<Interval>,
    /// Heads of which it explains more than half.
    pub over_half: usize,
    /// Heads whose [best](HeadReport::best) it is.
    pub best_of: usize,
    /// Mean KL over heads on the sentences that it was fitted to.
    pub fit: f64,
}

/// All heads together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Means {
    /// How many heads.
    pub heads: usize,
    /// Mean KL(real, silenced) over heads, on the judged sentences.
    pub silenced: Interval,
    /// Median over heads.
    pub silenced_median: f64,
    /// The same on the sentences that laws are fitted to.
    pub silenced_fit: f64,
    /// Every law.
    pub laws: Vec<LawMeans>,
}

/// The version of [`Whole`].
pub const VERSION: u32 = 1;

/// All that was measured of a model, as it is saved (docs/laws.md).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Whole {
    /// [`VERSION`].
    pub version: u32,
    /// The model's name.
    pub model: String,
    /// The name of the text.
    pub text: String,
    /// N of every sentence.
    pub tokens: Vec<usize>,
    /// Of the resamples.
    pub seed: u64,
    /// How many.
    pub resamples: usize,
    /// The farthest offset that is told apart.
    pub reach: usize,
    /// What was silenced.
    pub silenced: Vec<String>,
    /// The laws.
    pub laws: Vec<Described>,
    /// All heads together.
    pub means: Option<Means>,
    /// The heads; layers and heads are counted from 1.
    pub heads: Vec<HeadReport>,
}

/// What a law is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Described {
    /// Its name.
    pub name: &'static str,
    /// Its label in tables.
    pub label: &'static str,
    /// Its logits.
    pub formula: &'static str,
    /// What its numbers are called.
    pub parameters: &'static [&'static str],
}

/// How many of so many sentences laws are judged on: every other one, from the second.
pub fn judged_of(sentences: usize) -> usize {
    sentences / 2
}
