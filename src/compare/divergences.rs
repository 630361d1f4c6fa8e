//! How far any two of the grid are apart, as the worker sent it.

use nearfar_compare::divergence;

/// The divergences of any two places.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Divergences {
    places: usize,
    tokens: usize,
    /// `[E, E, N]`.
    rows: Vec<f32>,
}

impl Divergences {
    pub fn new(places: usize, tokens: usize, rows: Vec<f32>) -> Divergences {
        Divergences { places, tokens, rows }
    }

    /// Of two places: of one row, or the mean of all. In nats.
    pub fn between(&self, a: usize, b: usize, row: Option<usize>) -> Option<f64> {
        let start = (a * self.places + b) * self.tokens;
        let rows = self.rows.get(start..start + self.tokens)?;
        match row {
            Some(row) => rows.get(row).copied().filter(|d| !d.is_nan()).map(f64::from),
            None => divergence::mean(rows),
        }
    }

    /// `[E, E]` of one row, or of the means; NaN where there is none.
    pub fn matrix(&self, row: Option<usize>) -> Vec<f32> {
        let pairs = (0..self.places).flat_map(|a| (0..self.places).map(move |b| (a, b)));
        pairs.map(|(a, b)| self.between(a, b, row).map_or(f32::NAN, |d| d as f32)).collect()
    }
}
