//! Where the heads of a run look, in a few numbers.

use nearfar::attention::Mask;
use nearfar::metrics::HeadFigures;

use super::pass::Run;

impl Run {
    /// The attention weights of a head at a step, `[N, N]`; `None` where there is no such head.
    pub fn weights(&self, layer: usize, head: usize) -> Option<&[f32]> {
        let size = self.tokens * self.tokens;
        self.layers.get(layer)?.weights.chunks_exact(size.max(1)).nth(head)
    }

    /// The raw scores of a head at a step, `[N, N]`; `None` where there is no such head.
    pub fn scores(&self, layer: usize, head: usize) -> Option<&[f32]> {
        let size = self.tokens * self.tokens;
        self.layers.get(layer)?.scores.chunks_exact(size.max(1)).nth(head)
    }

    /// Mean attended distance, entropy and near share of a head; `None` where there is no such
    /// head, or its rows are no distributions.
    pub fn figures(&self, layer: usize, head: usize) -> Option<HeadFigures> {
        HeadFigures::of_weights(self.tokens, self.weights(layer, head)?)
    }

    /// The figures of a head that spreads its weight evenly over the keys that it sees.
    pub fn even(&self, causal: bool) -> Option<HeadFigures> {
        let mask = if causal { Mask::causal() } else { Mask::none() };
        HeadFigures::even(self.tokens, &mask)
    }

    /// Whether a head with these figures spreads its weight almost evenly: its mean entropy is at
    /// least 99 % of that of [`Run::even`].
    pub fn is_near_uniform(&self, figures: &HeadFigures, even: &HeadFigures) -> bool {
        self.tokens > 1 && figures.entropy >= 0.99 * even.entropy
    }
}
