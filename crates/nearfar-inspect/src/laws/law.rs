//! The laws: what each makes of silenced scores and distance.
//!
//! All are of one form. The logit of query i and key j is a_ij · c(j - i) + b(j - i), where a_ij is the silenced
//! score, or what a ReLU leaves of it, or how far it is above the smallest of its row ([`Scores`]); a law says c and b
//! ([`Shape`]). So a law has no loop over pairs of its own, and its gradient is that of two short tables.

use nearfar::attention::Mapping;
use nearfar::attention::mapping::{sigmoid, softplus};
use nearfar::methods::t5::Buckets;

/// What a law does to the silenced scores s of a row first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scores {
    /// s.
    AsTheyAre,
    /// ReLU(s), as Wu et al. 2021, Eq. 6.
    Clipped,
    /// s - the smallest s that the row sees: no number is lost, and none is negative.
    Shifted,
}

/// A law of distance. β multiplies the scores in every one of them and may be negative; R = |j - i|.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Law {
    /// β s: no distance at all.
    Temperature,
    /// β a f(wR; v), f the learnable sigmoid (Wu et al. 2021, Eq. 5 and 6).
    Sigmoid(Scores),
    /// β a + ln f(wR; v): a late multiplication whose rows are normalised again.
    LateSigmoid(Scores),
    /// β s + f(wR; v): the early addition of section 4.4.
    AddedSigmoid,
    /// β a e^(wR) (section 4.3).
    Exponent(Scores),
    /// a (kR + b) (section 4.3).
    Linear(Scores),
    /// β a min(wR, T), w = ±1, since β has the size (section 4.3).
    Clip(Scores),
    /// β s - mR, m learned and of any sign (Press et al. 2022). Also a late exponent.
    Alibi,
    /// β s - r ln(1 + e^a R), r of any sign (Chi et al. 2022).
    Kerple,
    /// β s + b[bucket of j - i] (Raffel et al. 2020).
    T5,
    /// β s + b[R], a number for each distance.
    FreeDistance,
    /// β s + b[j - i], a number for each offset.
    FreeOffset,
}

/// All that is to be known of a law but its mathematics.
#[derive(Clone, Copy, Debug)]
pub struct LawRow {
    /// Which.
    pub law: Law,
    /// Its name in JSON.
    pub name: &'static str,
    /// Its label in tables.
    pub label: &'static str,
    /// Its logits.
    pub formula: &'static str,
    /// Its numbers in order; those of a table follow as many as there are.
    pub parameters: &'static [&'static str],
}

const fn row(
    law: Law,
    name: &'static str,
    label: &'static str,
    formula: &'static str,
    parameters: &'static [&'static str],
) -> LawRow {
    LawRow { law, name, label, formula, parameters }
}

const BETA_W_V: &[&str] = &["beta", "w", "v"];

/// Every law, in the order of tables.
pub static LAWS: [LawRow; 17] = [
    row(Law::Temperature, "temperature", "temperature", "β s", &["beta"]),
    row(Law::Sigmoid(Scores::Clipped), "da-relu", "DA", "β ReLU(s) f(wR; v)", BETA_W_V),
    row(
        Law::Sigmoid(Scores::Shifted),
        "da-shifted",
        "DA, no ReLU",
        "β (s - min) f(wR; v)",
        BETA_W_V,
    ),
    row(Law::LateSigmoid(Scores::AsTheyAre), "da-late", "DA late", "β s + ln f(wR; v)", BETA_W_V),
    row(
        Law::LateSigmoid(Scores::Clipped),
        "da-late-relu",
        "DA late, ReLU",
        "β ReLU(s) + ln f(wR; v)",
        BETA_W_V,
    ),
    row(Law::AddedSigmoid, "da-added", "DA added", "β s + f(wR; v)", BETA_W_V),
    row(
        Law::Exponent(Scores::Clipped),
        "exponent-relu",
        "exponent",
        "β ReLU(s) e^(wR)",
        &["beta", "w"],
    ),
    row(
        Law::Exponent(Scores::Shifted),
        "exponent-shifted",
        "exponent, no ReLU",
        "β (s - min) e^(wR)",
        &["beta", "w"],
    ),
    row(Law::Linear(Scores::Clipped), "linear-relu", "linear", "ReLU(s) (kR + b)", &["k", "b"]),
    row(
        Law::Linear(Scores::Shifted),
        "linear-shifted",
        "linear, no ReLU",
        "(s - min) (kR + b)",
        &["k", "b"],
    ),
    row(
        Law::Clip(Scores::Clipped),
        "clip-relu",
        "clip",
        "β ReLU(s) min(±R, T)",
        &["beta", "w", "T"],
    ),
    row(
        Law::Clip(Scores::Shifted),
        "clip-shifted",
        "clip, no ReLU",
        "β (s - min) min(±R, T)",
        &["beta", "w", "T"],
    ),
    row(Law::Alibi, "alibi", "ALiBi", "β s - mR", &["beta", "m"]),
    row(Law::Kerple, "kerple", "KERPLE", "β s - r ln(1 + e^a R)", &["beta", "r", "a"]),
    row(Law::T5, "t5", "T5", "β s + b[bucket]", &["beta", "b"]),
    row(Law::FreeDistance, "free-distance", "free |j - i|", "β s + b[|j - i|]", &["beta", "b"]),
    row(Law::FreeOffset, "free-offset", "free j - i", "β s + b[j - i]", &["beta", "b"]),
];

/// c and b of a law by offset, from -reach to reach, with their derivatives, `[offsets, parameters]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// c.
    pub factor: Vec<f64>,
    /// b.
    pub added: Vec<f64>,
    /// dc/dθ.
    pub d_factor: Vec<f64>,
    /// db/dθ.
    pub d_added: Vec<f64>,
}

/// The ends between which w and v are searched. Beyond, f does not change between tokens that are whole
/// distances apart, or not at all.
const MOST: f64 = 12.0;
/// Those of w of an exponent, and of ln of the growth of KERPLE.
const MOST_RATE: f64 = 4.0;
const MOST_GROWTH: f64 = 10.0;

impl Law {
    /// What is to be known of it.
    pub fn row(self) -> &'static LawRow {
        LAWS.iter().find(|row| row.law == self).unwrap_or(&LAWS[0])
    }

    /// The law of a name.
    pub fn from_name(name: &str) -> Option<Law> {
        LAWS.iter().find(|row| row.name == name).map(|row| row.law)
    }

    /// What it does to scores first.
    pub fn scores(self) -> Scores {
        match self {
            Law::Sigmoid(scores)
            | Law::LateSigmoid(scores)
            | Law::Exponent(scores)
            | Law::Linear(scores)
            | Law::Clip(scores) => scores,
            _ => Scores::AsTheyAre,
        }
    }

    /// Whether it has a number of its own for each distance or offset: no law, but what a law can reach at most.
    pub fn is_free(self) -> bool {
        matches!(self, Law::FreeDistance | Law::FreeOffset)
    }

    /// Whether it has w and v.
    pub fn is_distance_aware(self) -> bool {
        matches!(self, Law::Sigmoid(_) | Law::LateSigmoid(_) | Law::AddedSigmoid)
    }

    /// Whether its logits are linear in its numbers, so that there is one best fit and Newton's method finds it.
    pub fn is_linear(self) -> bool {
        match self {
            Law::Temperature | Law::Linear(_) | Law::Alibi | Law::T5 => true,
            Law::FreeDistance | Law::FreeOffset => true,
            Law::Sigmoid(_) | Law::LateSigmoid(_) | Law::AddedSigmoid => false,
            Law::Exponent(_) | Law::Clip(_) | Law::Kerple => false,
        }
    }

    /// How many numbers it has for offsets of up to `reach`.
    pub fn count(self, reach: usize) -> usize {
        match self {
            Law::T5 => 1 + Buckets::ENCODER.count,
            Law::FreeDistance => 2 + reach,
            Law::FreeOffset => 2 + 2 * reach,
            law => law.row().parameters.len(),
        }
    }

    /// The ends between which a number is searched.
    pub fn bounds(self, place: usize, reach: usize) -> [f64; 2] {
        let most = match (self, place) {
            (Law::Sigmoid(_) | Law::LateSigmoid(_) | Law::AddedSigmoid, 1 | 2) => MOST,
            (Law::Exponent(_), 1) => MOST_RATE,
            (Law::Clip(_), 2) => reach as f64,
            (Law::Kerple, 2) => MOST_GROWTH,
            _ => f64::INFINITY,
        };
        [-most, most]
    }

    /// Whether a number is chosen by where the search starts, not by its gradient.
    pub fn is_fixed(self, place: usize) -> bool {
        matches!((self, place), (Law::Clip(_), 1))
    }

    /// Where to start, given the best β without distance: all that differ by more than size.
    pub fn starts(self, beta: f64, reach: usize) -> Vec<Vec<f64>> {
        let all = |rest: &[&[f64]]| rest.iter().map(|rest| [&[beta][..], rest].concat()).collect();
        match self {
            Law::Sigmoid(_) | Law::LateSigmoid(_) | Law::AddedSigmoid => all(&[
                &[0.0, 0.0],
                &[0.1, 0.0],
                &[-0.1, 0.0],
                &[1.0, 1.0],
                &[-1.0, 1.0],
                &[0.3, 3.0],
                &[-0.3, 3.0],
                &[-3.0, 5.0],
            ]),
            Law::Exponent(_) => all(&[&[0.0], &[0.1], &[-0.1], &[-1.0]]),
            Law::Clip(_) => all(&[
                &[1.0, 1.0],
                &[1.0, 3.0],
                &[1.0, 10.0],
                &[-1.0, 0.0],
                &[-1.0, -2.0],
                &[-1.0, -8.0],
            ]),
            Law::Kerple => all(&[&[0.0, -3.0], &[0.0, 0.0], &[0.0, 3.0]]),
            Law::Linear(_) => vec![vec![0.0, beta]],
            law => {
                let mut start = vec![0.0; law.count(reach)];
                if let Some(first) = start.first_mut() {
                    *first = beta;
                }
                vec![start]
            }
        }
    }

    /// Numbers of a table that stand side by side, nearest to the query first: where the text has no pair for one, it
    /// has that of its neighbour.
    pub fn neighbours(self, reach: usize) -> Vec<Vec<usize>> {
        match self {
            // The upper half, of keys behind the query, has no pair at distance 0.
            Law::T5 => vec![(1..17).collect(), std::iter::once(1).chain(18..33).collect()],
            Law::FreeDistance => vec![(1..reach + 2).collect()],
            Law::FreeOffset => {
                let middle = reach + 1;
                vec![(1..=middle).rev().collect(), (middle..2 * reach + 2).collect()]
            }
            _ => Vec::new(),
        }
    }

    /// c and b at these numbers, as many as [`Law::count`], for offsets from -reach to reach.
    pub fn shape(self, numbers: &[f64], reach: usize) -> Shape {
        let (offsets, count) = (2 * reach + 1, numbers.len());
        let zeros = |count| vec![0.0; count];
        let mut shape = Shape {
            factor: zeros(offsets),
            added: zeros(offsets),
            d_factor: zeros(offsets * count),
            d_added: zeros(offsets * count),
        };
        let at = |place: usize| numbers.get(place).copied().unwrap_or(0.0);
        let beta = at(0);
        let rows = shape.d_factor.chunks_exact_mut(count.max(1));
        let rows = rows.zip(shape.d_added.chunks_exact_mut(count.max(1)));
        let tables = shape.factor.iter_mut().zip(&mut shape.added).zip(rows).enumerate();
        for (place, ((factor, added), (d_factor, d_added))) in tables {
            let apart = place.abs_diff(reach);
            let r = apart as f64;
            let set = |row: &mut [f64], place: usize, x: f64| {
                if let Some(slot) = row.get_mut(place) {
                    *slot = x;
                }
            };
            // β, where it multiplies scores alone.
            (*factor, *added) = (beta, 0.0);
            set(d_factor, 0, 1.0);
            let mut coefficient = |f: f64, d: &[f64]| {
                *factor = beta * f;
                set(d_factor, 0, f);
                d.iter().enumerate().for_each(|(k, d)| set(d_factor, k + 1, beta * d));
            };
            match self {
                Law::Temperature => {}
                Law::Sigmoid(_) => {
                    let (mapping, x, v) = (Mapping::LearnableSigmoid, at(1) * r, at(2));
                    let d = [mapping.derivative_x(x, v) * r, mapping.derivative_v(x, v)];
                    coefficient(mapping.value(x, v), &d);
                }
                Law::Exponent(_) => {
                    let (mapping, x) = (Mapping::Exponent, at(1) * r);
                    coefficient(mapping.value(x, 0.0), &[mapping.derivative_x(x, 0.0) * r]);
                }
                Law::Clip(_) => {
                    let (w, threshold) = (at(1), at(2));
                    let f = Mapping::Clip { threshold }.value(w * r, 0.0);
                    coefficient(f, &[0.0, f64::from(u8::from(w * r >= threshold))]);
                }
                Law::Linear(_) => {
                    *factor = Mapping::Linear { slope: at(0), intercept: at(1) }.value(r, 0.0);
                    set(d_factor, 0, r);
                    set(d_factor, 1, 1.0);
                }
                Law::LateSigmoid(_) => {
                    let (x, v) = (at(1) * r, at(2));
                    *added = softplus(v) - softplus(v - x);
                    set(d_added, 1, sigmoid(v - x) * r);
                    set(d_added, 2, sigmoid(v) - sigmoid(v - x));
                }
                Law::AddedSigmoid => {
                    let (mapping, x, v) = (Mapping::LearnableSigmoid, at(1) * r, at(2));
                    *added = mapping.value(x, v);
                    set(d_added, 1, mapping.derivative_x(x, v) * r);
                    set(d_added, 2, mapping.derivative_v(x, v));
                }
                Law::Alibi => {
                    *added = -at(1) * r;
                    set(d_added, 1, -r);
                }
                Law::Kerple => {
                    let (strength, growth) = (at(1), at(2).exp());
                    *added = -strength * (growth * r).ln_1p();
                    set(d_added, 1, -(growth * r).ln_1p());
                    set(d_added, 2, -strength * growth * r / (1.0 + growth * r));
                }
                Law::T5 | Law::FreeDistance | Law::FreeOffset => {
                    let entry = match self {
                        Law::T5 => Buckets::ENCODER.bucket(reach, place),
                        Law::FreeDistance => apart,
                        _ => place,
                    };
                    *added = at(1 + entry);
                    set(d_added, 1 + entry, 1.0);
                }
            }
        }
        shape
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart_and_back() {
        for row in &LAWS {
            assert_eq!(Law::from_name(row.name), Some(row.law));
            assert_eq!(row.law.row().name, row.name);
            let starts = row.law.starts(1.0, 5);
            assert!(starts.iter().all(|start| start.len() == row.law.count(5)), "{}", row.name);
        }
    }

    #[test]
    fn shapes_by_hand() {
        // Offsets -2 to 2; w = 1, v = 0: f = 2 / (1 + e^-R).
        let f = |r: f64| 2.0 / (1.0 + (-r).exp());
        let da = Law::Sigmoid(Scores::Clipped).shape(&[3.0, 1.0, 0.0], 2);
        for (found, r) in da.factor.iter().zip([2.0, 1.0, 0.0, 1.0, 2.0]) {
            assert!((found - 3.0 * f(r)).abs() < 1e-12);
        }
        assert!(da.added.iter().all(|&added| added == 0.0));
        let alibi = Law::Alibi.shape(&[2.0, 0.5], 2);
        assert_eq!(alibi.factor, [2.0; 5]);
        assert_eq!(alibi.added, [-1.0, -0.5, 0.0, -0.5, -1.0]);
        let free = Law::FreeOffset.shape(&[1.0, 5.0, 6.0, 7.0, 8.0, 9.0], 2);
        assert_eq!(free.added, [5.0, 6.0, 7.0, 8.0, 9.0]);
        let clip = Law::Clip(Scores::Shifted).shape(&[2.0, 1.0, 1.5], 2);
        assert_eq!(clip.factor, [3.0, 2.0, 0.0, 2.0, 3.0]);
        let kerple = Law::Kerple.shape(&[1.0, 2.0, 3.0_f64.ln()], 2);
        assert!((kerple.added[0] + 2.0 * 7.0_f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn derivatives_are_those_of_central_differences() {
        let (reach, h) = (7, 1e-6);
        for row in &LAWS {
            let law = row.law;
            let count = law.count(reach);
            let numbers: Vec<f64> = (0..count).map(|k| 0.7 - 0.31 * (k % 4) as f64).collect();
            let shape = law.shape(&numbers, reach);
            for k in (0..count).filter(|&k| !law.is_fixed(k)) {
                let moved = |by: f64| {
                    let mut numbers = numbers.clone();
                    numbers[k] += by;
                    law.shape(&numbers, reach)
                };
                let (up, down) = (moved(h), moved(-h));
                for place in 0..=2 * reach {
                    let of = |up: &[f64], down: &[f64]| (up[place] - down[place]) / (2.0 * h);
                    let close = |a: f64, b: f64| (a - b).abs() < 1e-6 * (1.0 + b.abs());
                    let at = place * count + k;
                    assert!(
                        close(shape.d_factor[at], of(&up.factor, &down.factor)),
                        "{}",
                        row.name
                    );
                    assert!(close(shape.d_added[at], of(&up.added, &down.added)), "{}", row.name);
                }
            }
        }
    }
}
