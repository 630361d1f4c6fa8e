//! What models put together beyond the first Transformer, each mechanism once and by its own name. A
//! configuration decides which of them a model has (`readings`); tensors with roles of their own (gates,
//! norms of queries and keys, tables of distances) are parts of the [report](super::Report). Types only.

use nearfar::methods::t5;
use serde::{Deserialize, Serialize};

/// How a norm makes numbers of one size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum NormKind {
    /// γ (x - mean) / √(variance + ε) + β (Ba et al. 2016).
    #[default]
    Layer,
    /// γ x / √(mean of x² + ε) (Zhang and Sennrich 2019).
    Rms,
    /// (1 + γ) x / √(mean of x² + ε): the gain is kept as its distance from 1 (Gemma).
    RmsFromOne,
}

/// What the feed-forward layer reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Residual {
    /// The sum behind the attention: y = x + attention(x), y + feed-forward(y).
    #[default]
    Serial,
    /// What the attention reads: x + attention(x) + feed-forward(x) (Wang and Komatsuzaki 2021). Where the
    /// layer has no norm of its own for it, both read the same norm.
    Parallel,
}

/// Which numbers of a query or key are turned together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RotaryLayout {
    /// The i-th of the first half with the i-th of the second (GPT-NeoX, Llama).
    Halves,
    /// Neighbours, 2i with 2i + 1, as Su et al. 2021 have it (GPT-J).
    Pairs,
}

/// How frequencies change for sentences longer than those of the first training.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum RotaryScaling {
    /// Not at all.
    #[default]
    None,
    /// θ_i / factor: positions are pressed together (Chen et al. 2023).
    Linear {
        /// At least 1.
        factor: f64,
    },
    /// The base grows with the sentence once it is longer than `positions` ("dynamic NTK").
    Dynamic {
        /// At least 1.
        factor: f64,
        /// Tokens of the first training.
        positions: f64,
    },
    /// High frequencies stay, low ones are pressed together, and a ramp lies between (YaRN, Peng et al.
    /// 2023).
    Yarn {
        /// At least 1.
        factor: f64,
        /// Tokens of the first training.
        positions: f64,
        /// β of the ramp's end with high frequencies: turns within `positions`.
        fast: f64,
        /// β of the ramp's end with low frequencies.
        slow: f64,
        /// What cos and sin are multiplied by.
        attention: f64,
        /// Whether the ends of the ramp are whole numbers.
        truncate: bool,
    },
    /// By wavelength, with a smooth part between (Llama 3.1).
    Llama3 {
        /// What low frequencies are divided by.
        factor: f64,
        /// Wavelengths beyond `positions / low` are low frequencies.
        low: f64,
        /// Wavelengths below `positions / high` stay.
        high: f64,
        /// Tokens of the first training.
        positions: f64,
    },
    /// A divisor for each frequency, one list for sentences of up to `positions` tokens and one for longer
    /// ones (LongRoPE, Ding et al. 2024).
    LongFactors {
        /// `[dimensions / 2]`.
        short: Vec<f64>,
        /// `[dimensions / 2]`.
        long: Vec<f64>,
        /// Tokens of the first training.
        positions: f64,
        /// What cos and sin are multiplied by.
        attention: f64,
    },
}

/// Queries and keys are turned by angles that grow with their positions (RoPE, Su et al. 2021), so that a
/// score tells the distance between them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rotary {
    /// How many numbers of a head are turned, the first ones; even, at most d.
    pub dimensions: usize,
    /// θ: pair i of `dimensions / 2` turns by θ^(-2i / dimensions) a position.
    pub base: f64,
    /// Which numbers make a pair.
    pub layout: RotaryLayout,
    /// For longer sentences.
    pub scaling: RotaryScaling,
}

/// Slopes of penalties that grow with distance (ALiBi, Press et al. 2022).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Alibi {
    /// The smallest slope of a power of two of heads is 2^-exponent.
    pub exponent: f64,
    /// Where heads are no power of two: whether the slopes of the next one are taken by turns from its
    /// second on (MPT), or its odd ones behind those of the power before (BLOOM).
    pub by_turns: bool,
    /// Whether slopes and penalties are rounded to 16 bits (bfloat16), as the class does (Falcon).
    pub rounded: bool,
    /// Whether penalties are scaled with the product of query and key (Falcon).
    pub scaled: bool,
}

/// A learned number for each head and each bucket of distances (T5, Raffel et al. 2020), one table for all
/// layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buckets {
    /// Rows of the table.
    pub count: usize,
    /// Distances from here on share the last bucket.
    pub furthest: usize,
    /// Whether keys before and behind the query have buckets of their own.
    pub both_ways: bool,
}

impl Buckets {
    /// As T5 computes with them.
    pub fn of_t5(&self) -> t5::Buckets {
        let Buckets { count, furthest: farthest, both_ways: bidirectional } = *self;
        t5::Buckets { count, farthest, bidirectional }
    }
}

/// A word and its position are looked at apart (He et al. 2021): to q·k are added the query's product with a
/// key of the distance, and the key's with a query of it, made of one table for all layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disentangled {
    /// Half the rows of the table: distances, or buckets of them, on a side.
    pub span: usize,
    /// Where distances beyond half the span share buckets: the distance of the last; `None`: each has a row.
    pub furthest: Option<usize>,
    /// q_i · (key of the distance).
    pub content_to_position: bool,
    /// k_j · (query of the distance).
    pub position_to_content: bool,
}

impl Disentangled {
    /// The row of the table for query i and key j.
    pub fn row(&self, i: usize, j: usize) -> usize {
        let (apart, mid) = (i.abs_diff(j), self.span / 2);
        let steps = match self.furthest {
            Some(furthest) if apart > mid && mid > 0 => {
                // In f32, as the class computes it.
                let of = |distance: usize| (distance as f32 / mid as f32).ln();
                let share = of(apart) / of(furthest.saturating_sub(1)) * (mid as f32 - 1.0);
                share.ceil() as usize + mid
            }
            _ => apart,
        };
        match i >= j {
            true => self.span.saturating_add(steps).min((2 * self.span).saturating_sub(1)),
            false => self.span.saturating_sub(steps),
        }
    }
}

/// How far a token sees, itself included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Window {
    /// Tokens before it.
    pub before: usize,
    /// Tokens behind it, where it is not causal.
    pub behind: usize,
}

/// What differs from layer to layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayerRules {
    /// Which of the model's [rotations](Mechanisms::rotaries); `None` for none.
    pub rotary: Option<usize>,
    /// `None`: a token sees as far as the mask lets it.
    pub window: Option<Window>,
}

/// What a model does beyond the first Transformer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Mechanisms {
    /// Every norm of the model.
    pub norm: NormKind,
    /// What the feed-forward layer reads.
    pub residual: Residual,
    /// Heads of keys and values, each shared by h / this many heads one after the other (Ainslie et al.
    /// 2023); `None`: every head has its own.
    pub key_heads: Option<usize>,
    /// What words are multiplied by (√D in Gemma).
    pub embedding_factor: f64,
    /// What the outputs of attention and feed-forward layer are multiplied by before they are added (Granite).
    pub residual_factor: f64,
    /// Whether positions are added behind the map of the embeddings (OPT), not before (ALBERT).
    pub positions_last: bool,
    /// The rotations that layers use.
    pub rotaries: Vec<Rotary>,
    /// By the step at which a layer is run; empty: none has rules of its own.
    pub layers: Vec<LayerRules>,
    /// Penalties of distance.
    pub alibi: Option<Alibi>,
    /// Learned numbers by distance.
    pub buckets: Option<Buckets>,
    /// Products of words with distances.
    pub disentangled: Option<Disentangled>,
    /// c of c tanh(score / c), before mask and softmax (Gemma 2).
    pub soft_cap: Option<f64>,
    /// What queries, keys and values are cut to, ± this (MPT).
    pub clip: Option<f64>,
}

impl Default for Mechanisms {
    fn default() -> Self {
        Mechanisms {
            norm: NormKind::Layer,
            residual: Residual::Serial,
            key_heads: None,
            embedding_factor: 1.0,
            residual_factor: 1.0,
            positions_last: false,
            rotaries: Vec::new(),
            layers: Vec::new(),
            alibi: None,
            buckets: None,
            disentangled: None,
            soft_cap: None,
            clip: None,
        }
    }
}

impl Mechanisms {
    /// The rules of the layer that is run at a step from 0.
    pub fn layer(&self, step: usize) -> LayerRules {
        self.layers.get(step).copied().unwrap_or_default()
    }

    /// The rotation of the layer that is run at a step.
    pub fn rotary(&self, step: usize) -> Option<&Rotary> {
        self.rotaries.get(self.layer(step).rotary?)
    }

    /// What the scores of a step are made of beside q·k, in words; empty for nothing.
    pub fn in_scores(&self, step: usize) -> Vec<String> {
        let mut all = Vec::new();
        if let Some(rotary) = self.rotary(step) {
            all.push(rotary.to_string());
        }
        if self.alibi.is_some() {
            all.push("penalties of distance (ALiBi)".to_owned());
        }
        if let Some(Buckets { count, furthest, .. }) = self.buckets {
            all.push(format!("learned numbers for {count} buckets of distances up to {furthest}"));
        }
        if let Some(Disentangled { span, .. }) = self.disentangled {
            all.push(format!("products of words with {span} distances on a side"));
        }
        if let Some(cap) = self.soft_cap {
            all.push(format!("scores are kept within ±{cap} by tanh"));
        }
        if let Some(Window { before, behind }) = self.layer(step).window {
            all.push(match behind {
                0 => format!("a token sees {before} tokens before it"),
                _ => format!("a token sees {before} tokens before and {behind} behind it"),
            });
        }
        all
    }
}

impl std::fmt::Display for Rotary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Rotary { dimensions, base, layout, scaling } = self;
        let pairs = match layout {
            RotaryLayout::Halves => "halves",
            RotaryLayout::Pairs => "neighbours",
        };
        write!(f, "rotary positions (RoPE) of {dimensions} numbers by {pairs}, θ = {base}")?;
        match scaling {
            RotaryScaling::None => Ok(()),
            RotaryScaling::Linear { factor } => write!(f, ", linear scaling by {factor}"),
            RotaryScaling::Dynamic { factor, .. } => write!(f, ", dynamic scaling by {factor}"),
            RotaryScaling::Yarn { factor, .. } => write!(f, ", YaRN by {factor}"),
            RotaryScaling::Llama3 { factor, .. } => write!(f, ", Llama 3’s scaling by {factor}"),
            RotaryScaling::LongFactors { positions, .. } => {
                write!(f, ", factors for up to {positions} tokens and for more")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_distances_by_hand() {
        let positions = Disentangled {
            span: 4,
            furthest: None,
            content_to_position: true,
            position_to_content: true,
        };
        let rows = |positions: Disentangled| [0, 1, 2, 3, 9, 99].map(|i| positions.row(i, 0));
        let behind = |positions: Disentangled| [1, 2, 3, 9, 99].map(|j| positions.row(0, j));
        assert_eq!(rows(positions), [4, 5, 6, 7, 7, 7]);
        assert_eq!(behind(positions), [3, 2, 1, 0, 0]);
        // Two distances a row each, then ⌈ln(distance / 2) / ln(8)⌉ buckets up to 17.
        let buckets = Disentangled { furthest: Some(17), ..positions };
        assert_eq!(rows(buckets), [4, 5, 6, 7, 7, 7]);
        assert_eq!(behind(buckets), [3, 2, 1, 1, 0]);
    }

    #[test]
    fn a_run_of_outputs_is_found_again() {
        // Two queries of two numbers, a key and a value, twice: the keys.
        let runs = crate::report::Runs { first: 4, length: 2, step: 8, times: 2, of: 16 };
        assert_eq!((0..4).map(|output| runs.place(output)).collect::<Vec<_>>(), [4, 5, 12, 13]);
        assert_eq!(runs.count(), 4);
    }
}
