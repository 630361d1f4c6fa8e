//! Maximum likelihood: the numbers of a law that make the mean over rows of KL(real, softmax(law)) smallest.
//!
//! The loss of a law is that of a multinomial regression, whose expected second derivative (Fisher's) is known
//! exactly. Steps are Newton's with it, damped as Levenberg and Marquardt do: of a law that is
//! linear in its numbers it is the second derivative itself, the loss is convex, and a few steps find
//! the one best fit; the others are started from several places. Some ten passes over the cells a start, where a method
//! of first derivatives takes a hundred; what no library of optimisation among Rust's offers for this loss.

use std::ops::Range;

use super::observed::cells;
use crate::laws::{Law, Scores, Shape};

/// Steps of one start; few need more than 20.
const STEPS: usize = 200;
/// A start ends where a step promises less than this many nats.
const ENOUGH: f64 = 1e-9;

/// One row of a head: a token's weights and silenced scores over the keys that it sees.
#[derive(Clone, Debug)]
struct Row {
    /// Its cells.
    cells: Range<usize>,
    /// The first key's place minus the token's.
    first: isize,
    /// 1 / N of its sentence.
    share: f64,
    /// What its weights add up to, 1 but for rounding and late adjustments.
    total: f64,
    /// The smallest score.
    smallest: f64,
}

/// The sentences of one head that a law is fitted to, or judged on.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    rows: Vec<Row>,
    /// Where each sentence's rows end.
    ends: Vec<usize>,
    real: Vec<f32>,
    scores: Vec<f32>,
    /// Σ share · p ln p over all rows.
    entropy: f64,
}

/// The loss, and how it changes.
#[derive(Clone, Debug)]
struct Slope {
    loss: f64,
    /// `[parameters]`.
    gradient: Vec<f64>,
    /// Fisher's, `[parameters, parameters]`.
    curvature: Vec<f64>,
}

/// The best numbers of a law.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// As many as [`Law::count`].
    pub numbers: Vec<f64>,
    /// Mean KL, in nats.
    pub loss: f64,
    /// Whether one of them stands at an end of what is searched.
    pub at_bound: bool,
}

/// p ln p.
fn plogp(p: f64) -> f64 {
    if p > 0.0 { p * p.ln() } else { 0.0 }
}

impl Rows {
    /// Adds a sentence of N tokens: weights and silenced scores `[N, N]`, and the keys that each token sees. All
    /// must be finite, and each row must have a weight.
    pub fn push(&mut self, weights: &[f32], scores: &[f32], seen: &[Range<usize>]) {
        let n = seen.len();
        for (i, seen) in seen.iter().enumerate() {
            let (weights, scores) = (cells(weights, n, i, seen), cells(scores, n, i, seen));
            let total: f64 = weights.iter().map(|&p| f64::from(p)).sum();
            let share = 1.0 / n as f64;
            let entropy = weights.iter().map(|&p| plogp(f64::from(p) / total)).sum::<f64>();
            self.entropy += share * entropy;
            let start = self.real.len();
            self.real.extend(weights);
            self.scores.extend(scores);
            let row = Row {
                cells: start..self.real.len(),
                first: seen.start as isize - i as isize,
                share,
                total,
                smallest: scores.iter().fold(f64::INFINITY, |least, &s| least.min(f64::from(s))),
            };
            self.rows.push(row);
        }
        self.ends.push(self.rows.len());
    }

    /// Sentences.
    pub fn sentences(&self) -> usize {
        self.ends.len()
    }

    /// Bytes of its cells.
    pub fn bytes(&self) -> u64 {
        8 * self.real.len() as u64
    }

    /// Calls `take` with each row: its share, weights, what `scores` makes of its scores, the places of its keys'
    /// offsets.
    fn each(
        &self,
        scores: Scores,
        reach: usize,
        mut take: impl FnMut(f64, &[f64], &[f64], &[usize]),
    ) {
        let (mut real, mut made, mut places) = (Vec::new(), Vec::new(), Vec::new());
        let reach = reach as isize;
        for row in &self.rows {
            let raw = self.scores.get(row.cells.clone()).unwrap_or_default();
            real.clear();
            let weights = self.real.get(row.cells.clone()).unwrap_or_default();
            real.extend(weights.iter().map(|&p| f64::from(p) / row.total));
            made.clear();
            made.extend(raw.iter().map(|&s| match scores {
                Scores::AsTheyAre => f64::from(s),
                Scores::Clipped => f64::from(s.max(0.0)),
                Scores::Shifted => f64::from(s) - row.smallest,
            }));
            places.clear();
            let offsets = row.first..row.first + raw.len() as isize;
            places.extend(offsets.map(|offset| (offset.clamp(-reach, reach) + reach) as usize));
            take(row.share, &real, &made, &places);
        }
    }

    /// Mean KL of each sentence under a law, in nats.
    pub fn divergences(&self, law: Law, numbers: &[f64], reach: usize) -> Vec<f64> {
        let shape = law.shape(numbers, reach);
        let mut of_rows = Vec::with_capacity(self.rows.len());
        let mut logits = Vec::new();
        self.each(law.scores(), reach, |share, real, scores, places| {
            fill(&shape, scores, places, &mut logits);
            let top = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let sum: f64 = logits.iter().map(|z| (z - top).exp()).sum();
            let log_sum = top + sum.ln();
            let cell = |(&p, z): (&f64, &f64)| plogp(p) - p * (z - log_sum);
            of_rows.push(share * real.iter().zip(&logits).map(cell).sum::<f64>());
        });
        let mut start = 0;
        let of_sentence = |&end: &usize| {
            let sum = of_rows.get(start..end).unwrap_or_default().iter().sum::<f64>();
            start = end;
            // Rounding leaves a hair below 0 where a law is exact.
            sum.max(0.0)
        };
        self.ends.iter().map(of_sentence).collect()
    }

    /// How many pairs each number of a law is used for.
    fn uses(&self, law: Law, reach: usize) -> Vec<bool> {
        let count = law.count(reach);
        let shape = law.shape(&vec![0.0; count], reach);
        let mut pairs = vec![false; 2 * reach + 1];
        self.each(law.scores(), reach, |_, _, _, places| {
            for &place in places {
                if let Some(pair) = pairs.get_mut(place) {
                    *pair = true;
                }
            }
        });
        let mut uses = vec![false; count];
        for (row, _) in
            shape.d_added.chunks_exact(count.max(1)).zip(&pairs).filter(|(_, seen)| **seen)
        {
            uses.iter_mut().zip(row).for_each(|(used, d)| *used |= *d != 0.0);
        }
        uses
    }

    /// The loss of a law and its derivatives.
    fn slope(&self, law: Law, numbers: &[f64], reach: usize) -> Slope {
        let shape = law.shape(numbers, reach);
        let (offsets, count) = (shape.factor.len(), numbers.len());
        let sentences = self.ends.len().max(1) as f64;
        let mut loss = self.entropy / sentences;
        // Σ share (q - p) a and Σ share (q - p); Σ share q a², q a and q: all by offset.
        let [mut g_factor, mut g_added, mut h_both, mut h_mixed, mut h_added] =
            [(); 5].map(|()| vec![0.0; offsets]);
        let mut curvature = vec![0.0; count * count];
        let mut mean = vec![0.0; count];
        let mut logits = Vec::new();
        // Large tables have one number an offset and β.
        let is_table = count > 4;
        self.each(law.scores(), reach, |share, real, scores, places| {
            let share = share / sentences;
            fill(&shape, scores, places, &mut logits);
            let top = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let mut dot = 0.0;
            for (p, z) in real.iter().zip(&logits) {
                dot += p * z;
            }
            let mut sum = 0.0;
            for z in &mut logits {
                *z = (*z - top).exp();
                sum += *z;
            }
            loss += share * (top + sum.ln() - dot);
            mean.fill(0.0);
            let columns = real.iter().zip(&logits).zip(scores.iter().zip(places));
            for ((p, e), (a, &place)) in columns {
                let q = e / sum;
                let rest = share * (q - p);
                let (sq, sqa) = (share * q, share * q * a);
                if let (Some(gf), Some(ga), Some(hb), Some(hm), Some(ha)) = (
                    g_factor.get_mut(place),
                    g_added.get_mut(place),
                    h_both.get_mut(place),
                    h_mixed.get_mut(place),
                    h_added.get_mut(place),
                ) {
                    *gf += rest * a;
                    *ga += rest;
                    *hb += sqa * a;
                    *hm += sqa;
                    *ha += sq;
                }
                let jacobian = place * count..(place + 1) * count;
                let d_factor = shape.d_factor.get(jacobian.clone()).unwrap_or_default();
                let d_added = shape.d_added.get(jacobian).unwrap_or_default();
                let qa = q * a;
                for (mean, (f, b)) in mean.iter_mut().zip(d_factor.iter().zip(d_added)) {
                    *mean += qa * f + q * b;
                }
            }
            minus_square(&mut curvature, &mean, share, is_table);
        });
        let mut gradient = vec![0.0; count];
        for place in 0..offsets {
            let at = |values: &[f64]| values.get(place).copied().unwrap_or(0.0);
            let jacobian = place * count..(place + 1) * count;
            let f = shape.d_factor.get(jacobian.clone()).unwrap_or_default();
            let b = shape.d_added.get(jacobian).unwrap_or_default();
            for (gradient, (f, b)) in gradient.iter_mut().zip(f.iter().zip(b)) {
                *gradient += at(&g_factor) * f + at(&g_added) * b;
            }
            let (both, mixed, added) = (at(&h_both), at(&h_mixed), at(&h_added));
            for (row, (fk, bk)) in curvature.chunks_exact_mut(count.max(1)).zip(f.iter().zip(b)) {
                if *fk == 0.0 && *bk == 0.0 {
                    continue;
                }
                for (out, (fl, bl)) in row.iter_mut().zip(f.iter().zip(b)) {
                    *out += both * fk * fl + mixed * (fk * bl + bk * fl) + added * bk * bl;
                }
            }
        }
        Slope { loss, gradient, curvature }
    }
}

/// curvature -= share · mean · meanᵀ.
fn minus_square(curvature: &mut [f64], mean: &[f64], share: f64, skips: bool) {
    for (row, a) in curvature.chunks_exact_mut(mean.len().max(1)).zip(mean) {
        if skips && *a == 0.0 {
            continue;
        }
        let by = share * a;
        row.iter_mut().zip(mean).for_each(|(out, b)| *out -= by * b);
    }
}

/// The logits of a row.
fn fill(shape: &Shape, scores: &[f64], places: &[usize], logits: &mut Vec<f64>) {
    logits.clear();
    logits.extend(scores.iter().zip(places).map(|(a, &place)| {
        let of = |table: &[f64]| table.get(place).copied().unwrap_or(0.0);
        a * of(&shape.factor) + of(&shape.added)
    }));
}

/// x of A x = b, A symmetric and positive, `[n, n]`; `None` where it is not positive (Cholesky).
fn solve(mut a: Vec<f64>, mut b: Vec<f64>) -> Option<Vec<f64>> {
    let n = b.len();
    for j in 0..n {
        for k in 0..j {
            let by = *a.get(j * n + k)?;
            for i in j..n {
                let less = by * a.get(i * n + k)?;
                *a.get_mut(i * n + j)? -= less;
            }
        }
        let root = a.get(j * n + j)?.sqrt();
        if !(root > 0.0 && root.is_finite()) {
            return None;
        }
        (j..n).for_each(|i| a[i * n + j] /= root);
    }
    for i in 0..n {
        let dot: f64 = (0..i).map(|k| a[i * n + k] * b[k]).sum();
        b[i] = (b[i] - dot) / a[i * n + i];
    }
    for i in (0..n).rev() {
        let dot: f64 = (i + 1..n).map(|k| a[k * n + i] * b[k]).sum();
        b[i] = (b[i] - dot) / a[i * n + i];
    }
    b.iter().all(|x| x.is_finite()).then_some(b)
}

/// From one start to where no step helps.
fn descend(rows: &Rows, law: Law, start: Vec<f64>, reach: usize) -> Fit {
    let bounds: Vec<[f64; 2]> = (0..start.len()).map(|k| law.bounds(k, reach)).collect();
    let count = start.len();
    let mut numbers = start;
    let mut slope = rows.slope(law, &numbers, reach);
    let mut damping = 1e-4;
    for _ in 0..STEPS {
        // A number that stands at its end and would go beyond stays.
        let stays = |k: usize| {
            let (x, g) = (numbers[k], slope.gradient[k]);
            law.is_fixed(k) || x <= bounds[k][0] && g > 0.0 || x >= bounds[k][1] && g < 0.0
        };
        let stays: Vec<bool> = (0..count).map(stays).collect();
        let mut matrix = slope.curvature.clone();
        let mut target: Vec<f64> = slope.gradient.iter().map(|g| -g).collect();
        for k in 0..count {
            let diagonal = k * count + k;
            matrix[diagonal] += damping * matrix[diagonal].max(0.0) + 1e-10;
            if stays[k] {
                target[k] = 0.0;
                (0..count).for_each(|l| {
                    matrix[k * count + l] = 0.0;
                    matrix[l * count + k] = 0.0;
                });
                matrix[diagonal] = 1.0;
            }
        }
        let Some(step) = solve(matrix, target) else {
            damping = (damping * 10.0).max(1e-6);
            if damping > 1e12 {
                break;
            }
            continue;
        };
        let promised: f64 =
            -step.iter().zip(&slope.gradient).map(|(step, g)| step * g).sum::<f64>();
        if promised < ENOUGH {
            break;
        }
        let moved: Vec<f64> = numbers
            .iter()
            .zip(&step)
            .zip(&bounds)
            .map(|((x, step), [low, high])| (x + step).clamp(*low, *high))
            .collect();
        let next = rows.slope(law, &moved, reach);
        if next.loss.is_finite() && next.loss < slope.loss {
            let gained = slope.loss - next.loss;
            (numbers, slope) = (moved, next);
            damping = (damping / 10.0).max(1e-12);
            if gained < ENOUGH {
                break;
            }
        } else {
            damping = (damping * 10.0).max(1e-6);
            if damping > 1e12 {
                break;
            }
        }
    }
    let at_bound = numbers.iter().zip(&bounds).any(|(x, [low, high])| x <= low || x >= high);
    Fit { numbers, loss: slope.loss.max(0.0), at_bound }
}

/// The best fit of a law; `None` without sentences. Offsets beyond `reach` count as of `reach`.
pub fn fit(rows: &Rows, law: Law, reach: usize) -> Option<Fit> {
    if rows.rows.is_empty() {
        return None;
    }
    // β without distance, of the same scores.
    let plain = match law {
        Law::Temperature => vec![1.0],
        _ => {
            let base = match law.scores() {
                Scores::AsTheyAre => Law::Temperature,
                scores => Law::Exponent(scores),
            };
            let start = if base == Law::Temperature { vec![1.0] } else { vec![1.0, 0.0] };
            descend_first(rows, base, start, reach)
        }
    };
    let beta = plain.first().copied().unwrap_or(1.0);
    let fits = law.starts(beta, reach).into_iter().map(|start| descend(rows, law, start, reach));
    // The first of equals: the same on every machine.
    let mut best = fits.reduce(|best, next| if next.loss < best.loss { next } else { best })?;
    let uses = rows.uses(law, reach);
    settle(law, &uses, &mut best.numbers, reach);
    Some(best)
}

/// β alone: the other numbers stay as they start.
fn descend_first(rows: &Rows, law: Law, mut numbers: Vec<f64>, reach: usize) -> Vec<f64> {
    for _ in 0..50 {
        let slope = rows.slope(law, &numbers, reach);
        let (Some(g), Some(h)) = (slope.gradient.first(), slope.curvature.first()) else { break };
        let step = -g / (h + 1e-10);
        let Some(beta) = numbers.first_mut() else { break };
        *beta += step.clamp(-1.0, 1.0);
        if -step * g < ENOUGH {
            break;
        }
    }
    numbers
}

/// Numbers of a table that no pair uses get those of their neighbours, and all are counted from distance 0: a
/// constant in all of them changes nothing.
fn settle(law: Law, uses: &[bool], numbers: &mut [f64], reach: usize) {
    let mut origin = None;
    for side in law.neighbours(reach) {
        let mut known = None;
        for &place in &side {
            match (uses.get(place), known) {
                (Some(true), _) => known = numbers.get(place).copied(),
                (_, Some(known)) => numbers[place] = known,
                _ => {}
            }
        }
        origin = origin.or(side.first().and_then(|&place| numbers.get(place).copied()));
    }
    if let Some(origin) = origin {
        numbers.iter_mut().skip(1).for_each(|number| *number -= origin);
    }
}

#[cfg(test)]
#[path = "fit_tests.rs"]
mod tests;
