//! One layer of a model on a sentence, for a laboratory that attends in its own ways.

use serde::{Deserialize, Serialize};

use super::forward::Rescale;

/// Which layer, on which tokens.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LayerAsk {
    /// The step of the layer, from 0.
    pub layer: usize,
    /// Numbers of tokens, special ones included.
    pub ids: Vec<u32>,
    /// The sentence itself, in their place, for this project's files, which read words.
    pub text: String,
    /// The most tokens of it.
    pub most: usize,
    /// What is laid over the heads of the layers before; no heads for nothing.
    pub rescale: Rescale,
}

/// What the layer hands to attention. The numbers lie beside as `f32`: queries, keys and values,
/// `[h, N, d]` each, then the model's own bias, `[h, N, N]`, if it has one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LayerShape {
    /// h.
    pub heads: usize,
    /// N.
    pub tokens: usize,
    /// d.
    pub size: usize,
    /// What q·k is multiplied by.
    pub scale: f64,
    /// Where the bias comes from, as [`TermRule`](nearfar::attention::TermRule) has it in numbers.
    pub rule: Vec<f64>,
    /// Whether a token sees only itself and those before it.
    pub causal: bool,
    /// The words of a text, `[N]`; empty for numbers of tokens.
    pub words: Vec<String>,
    /// How many of them were left out.
    pub cut: usize,
    /// Files of the table of words that may hold some that have no vector yet.
    pub wanted: Vec<String>,
}
