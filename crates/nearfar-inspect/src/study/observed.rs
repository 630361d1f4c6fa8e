//! One sentence through a model twice: as it is, and with its positions silenced.

use std::ops::Range;
use std::sync::Arc;

use super::error::LawsError;
use crate::encoder::{Encoder, Input, Positions, Progress};

/// What all heads of a layer do with a sentence of N tokens.
#[derive(Clone, Debug)]
pub struct LayerMaps {
    /// h.
    pub heads: usize,
    /// The keys that each token sees, `[N]`.
    pub seen: Vec<Range<usize>>,
    /// A of the model as it is, `[h, N, N]`.
    pub weights: Vec<f32>,
    /// Raw scores of the model as it is, `[h, N, N]`.
    pub scores: Arc<[f32]>,
    /// Raw scores of the model with its positions silenced, `[h, N, N]`: what laws are laid over.
    pub silenced_scores: Arc<[f32]>,
    /// A of the model with its positions silenced, `[h, N, N]`, where it is not the softmax of
    /// `silenced_scores` (heads with w and v of their own).
    pub silenced_weights: Option<Vec<f32>>,
}

/// A sentence that was run twice.
#[derive(Clone, Debug)]
pub struct Observed {
    /// N.
    pub tokens: usize,
    /// Which tokens are the tokenizer's own ([CLS], [SEP]), `[N]`.
    pub special: Vec<bool>,
    /// The layers, in the order in which they are run.
    pub layers: Vec<LayerMaps>,
}

impl Observed {
    /// Runs a sentence through a model as it is and with its positions silenced. Of `special` what lacks is `false`.
    /// A run takes `limit_bytes` at most; `progress` is called before each layer, of both runs.
    ///
    /// # Errors
    /// As [`Encoder::run`].
    pub fn of(
        encoder: &Encoder,
        input: Input,
        special: &[bool],
        limit_bytes: u64,
        progress: Progress,
    ) -> Result<Observed, LawsError> {
        let depth = encoder.depth();
        let first = &mut |layer, _| progress(layer, 2 * depth);
        let real = encoder.run_with(input, Positions::AsTrained, limit_bytes, first)?;
        let second = &mut |layer, _| progress(depth + layer, 2 * depth);
        let silenced = encoder.run_with(input, Positions::Silenced, limit_bytes, second)?;
        let tokens = real.tokens;
        let pairs = real.layers.iter().zip(&silenced.layers).enumerate();
        let layers = pairs.map(|(step, (real, silenced))| LayerMaps {
            heads: real.heads,
            seen: (0..tokens).map(|i| encoder.keys_seen(step, i, tokens)).collect(),
            weights: real.weights.clone(),
            scores: real.scores.clone(),
            silenced_scores: silenced.scores.clone(),
            silenced_weights: (!encoder.own(step).is_empty()).then(|| silenced.weights.clone()),
        });
        let mut special = special.to_vec();
        special.resize(tokens, false);
        Ok(Observed { tokens, special, layers: layers.collect() })
    }

    /// That every array has the numbers that it must have, and all are finite.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub(super) fn check(&self) -> Result<(), LawsError> {
        let n = self.tokens;
        for (layer, maps) in self.layers.iter().enumerate() {
            let shape = |what, found, expected| match found == expected {
                true => Ok(()),
                false => Err(LawsError::Shape { layer, what, found, expected }),
            };
            let all = maps.heads * n * n;
            shape("the tokens", self.special.len(), n)?;
            shape("the keys that are seen", maps.seen.len(), n)?;
            shape("the weights", maps.weights.len(), all)?;
            shape("the scores", maps.scores.len(), all)?;
            shape("the silenced scores", maps.silenced_scores.len(), all)?;
            let silenced = maps.silenced_weights.as_deref();
            shape("the silenced weights", silenced.map_or(all, <[f32]>::len), all)?;
            for place in 0..maps.heads * n {
                let (head, row) = (place / n, place % n);
                let wrong = |why| Err(LawsError::Row { layer, head, row, why });
                let Some(seen) =
                    maps.seen.get(row).filter(|seen| seen.end <= n && !seen.is_empty())
                else {
                    return wrong("it sees no key, or one beyond the sentence");
                };
                let of = |all: &[f32]| cells(all, n, place, seen).iter().all(|x| x.is_finite());
                if !(of(&maps.scores) && of(&maps.silenced_scores)) {
                    return wrong("a score is not finite");
                }
                for weights in [Some(maps.weights.as_slice()), silenced].into_iter().flatten() {
                    let weights = cells(weights, n, place, seen);
                    let sum: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
                    let is_sound = weights.iter().all(|weight| *weight >= 0.0) && sum > 0.0;
                    if !(is_sound && sum.is_finite()) {
                        return wrong("its weights are no distribution");
                    }
                }
            }
        }
        Ok(())
    }
}

/// The cells of a row that are seen, of maps `[h · N, N]`.
pub(super) fn cells<'a>(all: &'a [f32], n: usize, row: usize, seen: &Range<usize>) -> &'a [f32] {
    all.get(row * n + seen.start..row * n + seen.end).unwrap_or_default()
}
