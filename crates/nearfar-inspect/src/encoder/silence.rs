//! A model without its positions: the same words and weights, and nothing that tells where a word stands but
//! the mask and the windows of its layers.

use ndarray::{Array1, Array2, Axis};

use super::error::EncoderError;
use super::load::Encoder;

/// Rows of a table of positions whose mean stands for all of them where positions are silenced.
pub const MEAN_ROWS: usize = 64;

/// Whether a model knows where its words stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Positions {
    /// As it was trained.
    #[default]
    AsTrained,
    /// Every token stands where every other does. Of a table of positions, learned or sinusoidal, all have the mean
    /// of the first [`MEAN_ROWS`] rows (or of as many as it has); a rotation does not turn; penalties, numbers and
    /// vectors by distance (ALiBi, T5, Shaw) and a head's own coefficients are those of distance 0;
    /// products of words with distances (DeBERTa) are left out. Masks and windows stay, so that a causal model still
    /// tells how many tokens stand before one.
    Silenced,
}

/// Where the key j stands for the query i: where the query does, if positions are silenced.
pub(super) fn apart(positions: Positions, i: usize, j: usize) -> usize {
    match positions {
        Positions::AsTrained => j,
        Positions::Silenced => i,
    }
}

/// The mean of the first rows of a table `[MEAN_ROWS, width]` that `fill` adds to zeros.
pub(super) fn mean_row_of(fill: impl FnOnce(&mut Array2<f32>), width: usize) -> Array1<f32> {
    let mut table = Array2::zeros((MEAN_ROWS, width));
    fill(&mut table);
    table.mean_axis(Axis(0)).unwrap_or_else(|| Array1::zeros(width))
}

impl Encoder {
    /// The mean row of the table of positions, `[E]`.
    pub(super) fn mean_position(&self) -> Result<Vec<f32>, EncoderError> {
        match &self.position {
            Some(table) => table.mean(self.first_position as u32, MEAN_ROWS),
            None => Ok(Vec::new()),
        }
    }

    /// What of this model [`Positions::Silenced`] silences, in words; empty where the model has no positions.
    pub fn silences(&self) -> Vec<String> {
        let mechanisms = &self.mechanisms;
        let mut all = Vec::new();
        let mut says = |is_so: bool, text: String| {
            if is_so {
                all.push(text);
            }
        };
        let rows = self.position.is_some();
        let sinusoidal = self.reads_vectors && self.method.adds_positions();
        says(
            rows,
            format!("the table of positions: the mean of its first {MEAN_ROWS} rows in use"),
        );
        says(sinusoidal, format!("sinusoidal positions: the mean of the first {MEAN_ROWS}"));
        says(!mechanisms.rotaries.is_empty(), "rotations (RoPE): not rotated".to_owned());
        says(mechanisms.alibi.is_some(), "penalties by distance (ALiBi): 0".to_owned());
        let buckets = mechanisms.buckets.is_some();
        says(buckets, "numbers by distance (T5): that of distance 0".to_owned());
        let distances = mechanisms.disentangled.is_some();
        says(distances, "products of words with distances (DeBERTa): left out".to_owned());
        let blocks = || self.blocks.iter().flatten();
        let relative = blocks()
            .any(|block| !block.relative_key.is_empty() || !block.relative_value.is_empty());
        says(relative, "vectors of distances (Shaw): those of distance 0".to_owned());
        // Plain attention keeps w and v of its heads in the file as well, and uses neither.
        let coefficients =
            self.method.knows_distance() && blocks().any(|block| !block.own.is_empty());
        says(coefficients, "w and v of the heads: the coefficient of distance 0".to_owned());
        // Another method of this project makes its scores by itself (see `scores_beside`).
        if let Some(own) = self.beside.as_ref().and_then(|words| words.own.as_ref()) {
            let method = own.method.kind().definition().short;
            says(true, format!("{method}: scores of queries and keys alone"));
        }
        all
    }
}
