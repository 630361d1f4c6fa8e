//! What distance does to each head of a model that runs, measured over the sentences of a text: sentences in, one by
//! one; heads out, one by one.
//!
//! 1. [`Observed::of`]: one sentence through the model as it is, and with its positions
//!    [silenced](crate::encoder::Positions::Silenced).
//! 2. [`Study::add`]: the sentence's part in every head's profile, kept with the maps that laws are fitted to.
//! 3. [`fit`]: each of the [`LAWS`] by maximum likelihood on the even sentences; judged on the odd ones.
//! 4. [`Study::head`], [`Study::means`]: what came of it ([`HeadReport`], [`Means`]), with intervals from
//!    [resampled](resample) sentences.
//!
//! One sentence and one head at a time: whoever calls may show how far it is, and stop. Nothing here knows files,
//! clocks or global randomness; the same sentences and seed give the same bytes.

mod digest;
mod error;
pub mod fit;
mod observed;
pub mod resample;

pub use error::LawsError;
pub use observed::{LayerMaps, Observed};

use crate::laws::{
    AsDistanceAware, Described, Fitted, HeadReport, Interval, LAWS, Law, LawMeans, LawRow, Means,
    Profile, Shares, VERSION, Whole, judged_of,
};
use digest::{Digest, pairs};
use fit::{Rows, fit};
use resample::{RESAMPLES, Resamples};

/// The farthest offset that is told apart: profiles end there, laws count those beyond as of it.
pub const REACH: usize = 64;
/// A head whose silenced model is this near to the real one, in nats, has nothing that a law could explain.
const NOTHING: f64 = 1e-9;

/// What is measured, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The laws that are fitted, in the order of the report.
    pub laws: Vec<Law>,
    /// Of the resamples.
    pub seed: u64,
    /// How many.
    pub resamples: usize,
    /// Bytes of maps that are kept.
    pub limit_bytes: u64,
}

impl Default for Options {
    /// Every law, 1,000 resamples, seed 1, 1 GB.
    fn default() -> Options {
        Options {
            laws: LAWS.iter().map(|row| row.law).collect(),
            seed: 1,
            resamples: RESAMPLES,
            limit_bytes: 1 << 30,
        }
    }
}

/// A head over all sentences.
#[derive(Clone, Debug, Default)]
struct Head {
    /// Every other sentence, from the first.
    fitted: Rows,
    /// The others.
    judged: Rows,
    /// KL(real, silenced) of every sentence.
    positions: Vec<f64>,
    digests: Vec<Digest>,
}

/// A layer over all sentences.
#[derive(Clone, Debug, Default)]
struct Layer {
    heads: Vec<Head>,
    /// Of every sentence.
    pairs: Vec<Vec<f64>>,
}

/// Sentences of one model.
#[derive(Clone, Debug)]
pub struct Study {
    options: Options,
    layers: Vec<Layer>,
    /// N of every sentence.
    tokens: Vec<usize>,
    bytes: u64,
}

impl Study {
    /// Without sentences.
    pub fn new(options: Options) -> Study {
        Study { options, layers: Vec::new(), tokens: Vec::new(), bytes: 0 }
    }

    /// What is measured, and how.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// N of every sentence.
    pub fn tokens(&self) -> &[usize] {
        &self.tokens
    }

    /// h of every layer.
    pub fn heads(&self) -> Vec<usize> {
        self.layers.iter().map(|layer| layer.heads.len()).collect()
    }

    /// The farthest offset of any sentence, at most [`REACH`].
    pub fn reach(&self) -> usize {
        self.tokens.iter().max().map_or(0, |n| n.saturating_sub(1)).min(REACH)
    }

    /// Adds a sentence. Laws are fitted to the first, third, fifth, and judged on the others. A sentence that is
    /// refused leaves nothing behind.
    ///
    /// # Errors
    /// Where its arrays are not as they must be, a number is not finite, or there would be too much.
    pub fn add(&mut self, sentence: &Observed) -> Result<(), LawsError> {
        let expected = self.heads();
        let found: Vec<usize> = sentence.layers.iter().map(|layer| layer.heads).collect();
        if !self.tokens.is_empty() && expected != found {
            let text = |heads: &[usize]| format!("{heads:?}");
            return Err(LawsError::Heads { found: text(&found), expected: text(&expected) });
        }
        sentence.check()?;
        let cells = (sentence.tokens * sentence.tokens) as u64;
        let bytes = self.bytes + 8 * cells * found.iter().sum::<usize>() as u64;
        let limit = self.options.limit_bytes;
        if bytes > limit {
            return Err(LawsError::TooMuch { sentences: self.tokens.len() + 1, bytes, limit });
        }
        let n = sentence.tokens;
        let reach = n.saturating_sub(1).min(REACH);
        let is_fitted = self.tokens.len().is_multiple_of(2);
        self.layers.resize_with(found.len(), Layer::default);
        for (layer, maps) in self.layers.iter_mut().zip(&sentence.layers) {
            layer.heads.resize_with(maps.heads, Head::default);
            layer.pairs.push(pairs(&maps.seen, reach));
            for (place, head) in layer.heads.iter_mut().enumerate() {
                let of = |all: &'_ [f32]| -> Vec<f32> {
                    all.get(place * n * n..(place + 1) * n * n).unwrap_or_default().to_vec()
                };
                let (weights, silenced) = (of(&maps.weights), of(&maps.silenced_scores));
                head.digests.push(Digest::of(
                    &weights,
                    &of(&maps.scores),
                    &maps.seen,
                    &sentence.special,
                    reach,
                ));
                // The silenced model's own weights, where they are no softmax of its scores, by their logarithms.
                let mut alone = Rows::default();
                match &maps.silenced_weights {
                    None => alone.push(&weights, &silenced, &maps.seen),
                    Some(all) => {
                        let logs: Vec<f32> =
                            of(all).iter().map(|p| p.max(f32::MIN_POSITIVE).ln()).collect();
                        alone.push(&weights, &logs, &maps.seen);
                    }
                }
                head.positions.extend(alone.divergences(Law::Temperature, &[1.0], reach));
                let rows = if is_fitted { &mut head.fitted } else { &mut head.judged };
                rows.push(&weights, &silenced, &maps.seen);
            }
        }
        self.tokens.push(n);
        self.bytes = bytes;
        Ok(())
    }

    /// Measures a head and fits every law to it.
    ///
    /// # Errors
    /// Where there is no such head.
    pub fn head(&self, layer: usize, head: usize) -> Result<HeadReport, LawsError> {
        let missing = LawsError::NoHead { layer, head };
        let of_layer = self.layers.get(layer).ok_or_else(|| missing.clone())?;
        let of_head = of_layer.heads.get(head).ok_or(missing)?;
        let reach = self.reach();
        let all = Resamples::new(self.tokens.len(), self.options.resamples, self.options.seed);
        let others = self.judged();
        let half = |odd: usize| -> Vec<f64> {
            of_head.positions.iter().copied().skip(odd).step_by(2).collect()
        };
        let (even, odd) = (half(0), half(1));
        let silenced = others.mean(&odd);
        let mut by_sentence = vec![odd.clone()];
        let mut laws = Vec::new();
        for &law in &self.options.laws {
            let Some(found) = fit(&of_head.fitted, law, reach) else { continue };
            let judged = of_head.judged.divergences(law, &found.numbers, reach);
            laws.push(Fitted {
                law: law.row().name.to_owned(),
                at_bound: found.at_bound,
                fit: found.loss,
                judged: others.mean(&judged),
                explained: explained(&others, &judged, &odd),
                parameters: found.numbers,
            });
            by_sentence.push(judged);
        }
        let is_free = |fitted: &Fitted| Law::from_name(&fitted.law).is_none_or(Law::is_free);
        let (best, best_in) = best(&laws, &by_sentence, &others, is_free);
        let has_something = silenced.is_some_and(|silenced| silenced.value > NOTHING);
        let distance_aware = laws
            .iter()
            .filter(|fitted| Law::from_name(&fitted.law).is_some_and(Law::is_distance_aware))
            .min_by(|a, b| a.fit.total_cmp(&b.fit));
        let distance_aware = distance_aware.and_then(|fitted| {
            let &[temperature, w, v] = fitted.parameters.as_slice() else { return None };
            let (law, explained) = (fitted.law.clone(), fitted.explained);
            Some(AsDistanceAware { law, w, v, temperature, explained })
        });
        Ok(HeadReport {
            layer,
            head,
            shares: Shares::of(&of_head.digests, &all),
            profile: Profile::of(&of_head.digests, &of_layer.pairs, reach, &all),
            positions: all.mean(&of_head.positions),
            silenced,
            silenced_fit: (!even.is_empty()).then(|| even.iter().sum::<f64>() / even.len() as f64),
            laws,
            best: best.filter(|_| has_something),
            best_in: best_in.filter(|_| has_something),
            distance_aware,
            by_sentence,
        })
    }

    /// Resamples of the judged sentences.
    fn judged(&self) -> Resamples {
        let count = judged_of(self.tokens.len());
        Resamples::new(count, self.options.resamples, self.options.seed)
    }

    /// All heads together; `None` without heads or judged sentences.
    pub fn means(&self, heads: &[HeadReport]) -> Option<Means> {
        let others = self.judged();
        let count = heads.len() as f64;
        let mean_of = |place: usize| -> Option<Interval> {
            let mut sums = vec![0.0; judged_of(self.tokens.len())];
            for head in heads {
                let values = head.by_sentence.get(place)?;
                sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value / count);
            }
            others.mean(&sums)
        };
        let total = |place: usize| -> Vec<f64> {
            let mut sums = vec![0.0; judged_of(self.tokens.len())];
            for values in heads.iter().filter_map(|head| head.by_sentence.get(place)) {
                sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
            }
            sums
        };
        let first = heads.first()?;
        let laws = first.laws.iter().enumerate().map(|(place, law)| {
            let of = |head: &HeadReport| head.laws.get(place).cloned();
            let all: Vec<Fitted> = heads.iter().filter_map(of).collect();
            let values = all.iter().filter_map(|fitted| Some(fitted.judged?.value)).collect();
            let shares =
                all.iter().filter_map(|fitted| fitted.explained).filter(|share| share.value > 0.5);
            Some(LawMeans {
                law: law.law.clone(),
                judged: mean_of(place + 1)?,
                median: median(values)?,
                explained: mean_explained(heads, place + 1, &others),
                explained_of_all: explained(&others, &total(place + 1), &total(0)),
                over_half: shares.count(),
                best_of: heads.iter().filter(|head| head.best.as_ref() == Some(&law.law)).count(),
                fit: all.iter().map(|fitted| fitted.fit).sum::<f64>() / count,
            })
        });
        let silenced = heads.iter().filter_map(|head| Some(head.silenced?.value)).collect();
        Some(Means {
            heads: heads.len(),
            silenced: mean_of(0)?,
            silenced_median: median(silenced)?,
            silenced_fit: heads.iter().filter_map(|head| head.silenced_fit).sum::<f64>() / count,
            laws: laws.collect::<Option<_>>()?,
        })
    }
}

impl Described {
    fn of(row: &LawRow) -> Described {
        let LawRow { name, label, formula, parameters, .. } = *row;
        Described { name, label, formula, parameters }
    }
}

impl Whole {
    /// Of the heads of a study.
    pub fn new(
        model: String,
        text: String,
        silenced: Vec<String>,
        study: &Study,
        mut heads: Vec<HeadReport>,
    ) -> Whole {
        let means = study.means(&heads);
        for head in &mut heads {
            (head.layer, head.head) = (head.layer + 1, head.head + 1);
        }
        let options = study.options();
        Whole {
            version: VERSION,
            model,
            text,
            tokens: study.tokens().to_vec(),
            seed: options.seed,
            resamples: options.resamples,
            reach: study.reach(),
            silenced,
            laws: LAWS.iter().map(Described::of).collect(),
            means,
            heads,
        }
    }
}

/// 1 - law / silenced, over sentences.
fn explained(resamples: &Resamples, law: &[f64], silenced: &[f64]) -> Option<Interval> {
    let mean = silenced.iter().sum::<f64>() / silenced.len().max(1) as f64;
    if mean <= NOTHING {
        return None;
    }
    let left = resamples.ratio(law, silenced)?;
    Some(Interval { value: 1.0 - left.value, low: 1.0 - left.high, high: 1.0 - left.low })
}

/// The mean over heads of what a law explains of each, resampled over sentences.
fn mean_explained(heads: &[HeadReport], place: usize, resamples: &Resamples) -> Option<Interval> {
    let mut value = 0.0;
    let mut resampled: Vec<f64> = Vec::new();
    let mut count = 0.0;
    for head in heads {
        let (Some(silenced), Some(law)) = (head.by_sentence.first(), head.by_sentence.get(place))
        else {
            continue;
        };
        let Some(whole) = explained(resamples, law, silenced) else { continue };
        value += whole.value;
        count += 1.0;
        let shares = resamples
            .sums(law)
            .zip(resamples.sums(silenced))
            .map(|(law, silenced)| 1.0 - law / silenced);
        if resampled.is_empty() {
            resampled = shares.collect();
        } else {
            resampled.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share);
        }
    }
    resampled.iter_mut().for_each(|sum| *sum /= count);
    resampled.retain(|share| share.is_finite());
    Interval::of(value / count, resampled)
}

/// The law with the smallest KL over the judged sentences but those of `is_out`, and in which share of the
/// resamples it is that.
fn best(
    laws: &[Fitted],
    by_sentence: &[Vec<f64>],
    resamples: &Resamples,
    is_out: impl Fn(&Fitted) -> bool,
) -> (Option<String>, Option<f64>) {
    let candidates: Vec<(&Fitted, Vec<f64>)> = laws
        .iter()
        .zip(by_sentence.iter().skip(1))
        .filter(|(fitted, _)| !is_out(fitted) && fitted.judged.is_some())
        .map(|(fitted, values)| (fitted, resamples.sums(values).collect()))
        .collect();
    let value = |fitted: &Fitted| fitted.judged.map_or(f64::INFINITY, |judged| judged.value);
    let winner = candidates.iter().min_by(|(a, _), (b, _)| value(a).total_cmp(&value(b)));
    let Some((winner, sums)) = winner else { return (None, None) };
    let wins = sums.iter().enumerate().filter(|(place, sum)| {
        let of = |(_, sums): &(&Fitted, Vec<f64>)| sums.get(*place).copied();
        candidates.iter().filter_map(of).all(|other| **sum <= other)
    });
    let share = wins.count() as f64 / sums.len().max(1) as f64;
    (Some(winner.law.clone()), Some(share))
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        n if n % 2 == 1 => values.get(middle).copied(),
        _ => Some((values.get(middle - 1)? + values.get(middle)?) / 2.0),
    }
}
