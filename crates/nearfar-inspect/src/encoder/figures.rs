//! Where the heads of a run look, in a few numbers.

use nearfar::metrics::HeadFigures;

use super::run::Run;

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

    /// Whether a head spreads its weight almost evenly: its mean entropy is at least 99 % of that
    /// of the even attention over the same keys. `None` as [`Run::figures`].
    pub fn near_uniform(&self, layer: usize, head: usize, causal: bool) -> Option<bool> {
        let mask = match causal {
            true => nearfar::attention::Mask::causal(),
            false => nearfar::attention::Mask::none(),
        };
        let even = HeadFigures::even(self.tokens, &mask)?;
        Some(self.tokens > 1 && self.figures(layer, head)?.entropy >= 0.99 * even.entropy)
    }
}
