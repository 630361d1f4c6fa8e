//! How far any two of several attentions are apart, row by row: Jensen-Shannon, in nats.

/// Σ p ln p of a row.
fn negative_entropy(row: &[f32]) -> f64 {
    row.iter().map(|&p| x_ln_x(f64::from(p))).sum()
}

/// x ln x, and its limit 0 at 0.
fn x_ln_x(x: f64) -> f64 {
    if x > 0.0 { x * x.ln() } else { 0.0 }
}

/// One attention as distributions over the same keys: rows `[N, K]` that sum to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    tokens: usize,
    columns: usize,
    weights: Vec<f32>,
    /// Σ p ln p of each row; NaN for what is no distribution.
    entropies: Vec<f64>,
}

impl Rows {
    /// From weights `[N, M + N]` whose first M keys are of an earlier segment; `memory` is the largest M
    /// of all that are compared, so that all have the same keys. A row with a negative weight or the sum
    /// 0 is no distribution.
    pub fn new(tokens: usize, weights: &[f32], memory: usize) -> Rows {
        let columns = memory + tokens;
        let own = weights.len().checked_div(tokens).unwrap_or(0);
        let mut rows = Rows {
            tokens,
            columns,
            weights: Vec::with_capacity(tokens * columns),
            entropies: Vec::with_capacity(tokens),
        };
        for row in weights.chunks_exact(own.max(1)).take(tokens) {
            let total: f64 = row.iter().map(|&weight| f64::from(weight)).sum();
            let is_one = total > 0.0 && row.iter().all(|&weight| weight >= 0.0);
            rows.weights.resize(rows.weights.len() + columns.saturating_sub(own), 0.0);
            rows.weights.extend(row.iter().map(|&weight| (f64::from(weight) / total) as f32));
            let start = rows.weights.len() - columns;
            let entropy = if is_one { negative_entropy(&rows.weights[start..]) } else { f64::NAN };
            rows.entropies.push(entropy);
        }
        rows
    }

    /// The divergence of each row from the same row of another, `[N]`, in nats: 0 for the same row, ln 2
    /// for rows that share no key; NaN where one is no distribution.
    pub fn divergences(&self, other: &Rows) -> Vec<f32> {
        let row = |i: usize| {
            let (from, to) = (i * self.columns, (i + 1) * self.columns);
            let (Some(a), Some(b)) = (self.weights.get(from..to), other.weights.get(from..to))
            else {
                return f32::NAN;
            };
            // H(m) - (H(a) + H(b)) / 2
            let middle: f64 = a.iter().zip(b).map(|(&a, &b)| x_ln_x(f64::from(a + b) / 2.0)).sum();
            let (Some(a), Some(b)) = (self.entropies.get(i), other.entropies.get(i)) else {
                return f32::NAN;
            };
            ((a + b) / 2.0 - middle).clamp(0.0, std::f64::consts::LN_2) as f32
        };
        (0..self.tokens).map(row).collect()
    }
}

/// The mean of the rows' divergences that are numbers; `None` where there is none.
pub fn mean(divergences: &[f32]) -> Option<f64> {
    let numbers: Vec<f64> =
        divergences.iter().filter(|d| !d.is_nan()).map(|&d| f64::from(d)).collect();
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

/// The divergences of any two places, as the worker sends them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Divergences {
    places: usize,
    tokens: usize,
    /// `[E, E, N]`.
    rows: Vec<f32>,
}

impl Divergences {
    /// From `[E, E, N]` for E places and N tokens, in nats.
    pub fn new(places: usize, tokens: usize, rows: Vec<f32>) -> Divergences {
        Divergences { places, tokens, rows }
    }

    /// Of two places: of one row, or the mean of all, in nats; `None` where it is no number.
    pub fn between(&self, a: usize, b: usize, row: Option<usize>) -> Option<f64> {
        let start = (a * self.places + b) * self.tokens;
        let rows = self.rows.get(start..start + self.tokens)?;
        match row {
            Some(row) => rows.get(row).copied().filter(|d| !d.is_nan()).map(f64::from),
            None => mean(rows),
        }
    }

    /// `[E, E]` of one row, or of the means; NaN where there is none.
    pub fn matrix(&self, row: Option<usize>) -> Vec<f32> {
        let pairs = (0..self.places).flat_map(|a| (0..self.places).map(move |b| (a, b)));
        pairs.map(|(a, b)| self.between(a, b, row).map_or(f32::NAN, |d| d as f32)).collect()
    }
}
