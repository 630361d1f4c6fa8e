//! Positions in the scores: rotations of queries and keys, penalties and learned numbers by distance, and
//! which keys a window leaves. The mechanisms are described in [`crate::report::mechanisms`].

use std::f64::consts::PI;
use std::ops::Range;

use half::bf16;
use nearfar::attention::TermRotation;
use nearfar::methods::alibi;
use nearfar::methods::rotation::PairLayout;

use super::silence::{Positions, apart};
use crate::report::mechanisms::{Alibi, Buckets, Rotary, RotaryLayout, RotaryScaling, Window};

/// Angles for N positions.
pub(super) struct Turns {
    /// cos and sin, `[N, pairs]` each.
    cos: Vec<f32>,
    sin: Vec<f32>,
    pairs: usize,
    layout: RotaryLayout,
}

impl Turns {
    /// For a sentence of `tokens`, counted from 0, as [`rotation_of`].
    /// Where positions are silenced, every token is turned as the first: not at all.
    pub fn of(rotary: &Rotary, factors: &[f32], tokens: usize, positions: Positions) -> Turns {
        let TermRotation { frequencies, factor, .. } = rotation_of(rotary, factors, tokens);
        let angles = (0..tokens).flat_map(|position| {
            let position = apart(positions, 0, position) as f64;
            frequencies.iter().map(move |frequency| position * frequency)
        });
        let (cos, sin) =
            angles.map(|a| ((a.cos() * factor) as f32, (a.sin() * factor) as f32)).unzip();
        Turns { cos, sin, pairs: frequencies.len(), layout: rotary.layout }
    }

    /// Turns the queries or keys of one head, `[N, d]`, in place; what is not turned stays.
    pub fn apply(&self, rows: &mut [f32], d: usize) {
        let pairs = self.pairs.max(1);
        let angles = self.cos.chunks_exact(pairs).zip(self.sin.chunks_exact(pairs));
        for (row, (cos, sin)) in rows.chunks_exact_mut(d.max(1)).zip(angles) {
            let Some(turned) = row.get_mut(..2 * self.pairs) else { continue };
            let turn = |a: &mut f32, b: &mut f32, cos: f32, sin: f32| {
                (*a, *b) = (*a * cos - *b * sin, *b * cos + *a * sin);
            };
            match self.layout {
                RotaryLayout::Halves => {
                    let (first, second) = turned.split_at_mut(self.pairs);
                    let both = first.iter_mut().zip(second).zip(cos.iter().zip(sin));
                    both.for_each(|((a, b), (&cos, &sin))| turn(a, b, cos, sin));
                }
                RotaryLayout::Pairs => {
                    let both = turned.as_chunks_mut::<2>().0.iter_mut().zip(cos.iter().zip(sin));
                    both.for_each(|([a, b], (&cos, &sin))| turn(a, b, cos, sin));
                }
            }
        }
    }
}

/// How queries and keys are turned in a sentence of `tokens`; frequencies are divided by `factors`, if there are any.
pub(super) fn rotation_of(rotary: &Rotary, factors: &[f32], tokens: usize) -> TermRotation {
    let (mut frequencies, factor) = frequencies(rotary, tokens);
    let divided = frequencies.iter_mut().zip(factors);
    divided.for_each(|(frequency, &by)| *frequency /= f64::from(by));
    let layout = match rotary.layout {
        RotaryLayout::Halves => PairLayout::Half,
        RotaryLayout::Pairs => PairLayout::Interleaved,
    };
    TermRotation { frequencies, base: rotary.base, layout, factor }
}

/// Radians a position of every pair, and what cos and sin are multiplied by, for a sentence of `tokens`.
fn frequencies(rotary: &Rotary, tokens: usize) -> (Vec<f64>, f64) {
    let (dimensions, tokens) = (rotary.dimensions as f64, tokens as f64);
    let places = || (0..rotary.dimensions / 2).map(|pair| pair as f64);
    let plain = |base: f64| places().map(move |pair| base.powf(-2.0 * pair / dimensions));
    match &rotary.scaling {
        RotaryScaling::None => (plain(rotary.base).collect(), 1.0),
        RotaryScaling::Linear { factor } => {
            (plain(rotary.base).map(|frequency| frequency / factor).collect(), 1.0)
        }
        RotaryScaling::Dynamic { factor, positions } => {
            let grown = factor * tokens.max(*positions) / positions - (factor - 1.0);
            let base = rotary.base * grown.powf(dimensions / (dimensions - 2.0));
            (plain(base).collect(), 1.0)
        }
        RotaryScaling::Yarn { factor, positions, fast, slow, attention, truncate } => {
            let pair_of = |turns: f64| {
                dimensions * (positions / (turns * 2.0 * PI)).ln() / (2.0 * rotary.base.ln())
            };
            let (mut low, mut high) = (pair_of(*fast), pair_of(*slow));
            if *truncate {
                (low, high) = (low.floor(), high.ceil());
            }
            (low, high) = (low.max(0.0), high.min(dimensions - 1.0));
            if low == high {
                high += 0.001;
            }
            let ramp = |pair: f64| ((pair - low) / (high - low)).clamp(0.0, 1.0);
            let mixed = |(pair, frequency): (f64, f64)| {
                let pressed = ramp(pair);
                frequency / factor * pressed + frequency * (1.0 - pressed)
            };
            (places().zip(plain(rotary.base)).map(mixed).collect(), *attention)
        }
        RotaryScaling::Llama3 { factor, low, high, positions } => {
            let scaled = |frequency: f64| {
                let wavelength = 2.0 * PI / frequency;
                if wavelength < positions / high {
                    return frequency;
                }
                if wavelength > positions / low {
                    return frequency / factor;
                }
                let smooth = (positions / wavelength - low) / (high - low);
                (1.0 - smooth) * frequency / factor + smooth * frequency
            };
            (plain(rotary.base).map(scaled).collect(), 1.0)
        }
        RotaryScaling::LongFactors { short, long, positions, attention } => {
            let by = if tokens > *positions { long } else { short };
            let divided = plain(rotary.base).zip(by).map(|(frequency, by)| frequency / by);
            (divided.collect(), *attention)
        }
    }
}

/// What is added to the scores of one head by the distance alone, `[N, N]`, whatever the layer; for each of
/// `heads`, one after the other.
pub(super) fn penalties(alibi: &Alibi, heads: usize, tokens: usize, scale: f64) -> Vec<f32> {
    let slopes = match alibi.by_turns {
        true => slopes_by_turns(heads, alibi.exponent),
        false => alibi::slopes(heads),
    };
    let scale = if alibi.scaled { scale } else { 1.0 };
    let mut all = Vec::with_capacity(heads * tokens * tokens);
    for slope in slopes {
        for i in 0..tokens {
            // Counted from the query where numbers are exact: the same weights, and a penalty that reads
            // as one. Rounded numbers are those of the key's position.
            let penalty = |j: usize| match alibi.rounded {
                true => rounded(rounded(slope) * j as f64) - rounded(rounded(slope) * i as f64),
                false => slope * (j as f64 - i as f64),
            };
            all.extend((0..tokens).map(|j| (penalty(j) * scale) as f32));
        }
    }
    all
}

/// To 16 bits, as bfloat16 keeps it.
fn rounded(x: f64) -> f64 {
    bf16::from_f64(x).to_f64()
}

/// Slopes as MPT has them: 2^(-exponent i / p) for i = 1 .. p, p the next power of two; of more than h those
/// of even i first.
fn slopes_by_turns(heads: usize, exponent: f64) -> Vec<f64> {
    let power = heads.next_power_of_two();
    let slope = |i: usize| (-exponent * i as f64 / power as f64).exp2();
    if power == heads {
        return (1..=power).map(slope).collect();
    }
    let (even, odd) = ((2..=power).step_by(2), (1..=power).step_by(2));
    even.chain(odd).take(heads).map(slope).collect()
}

/// A table of learned numbers `[buckets, h]` as it is added to scores, `[h, N, N]`; where positions are silenced,
/// the number of distance 0 everywhere.
pub(super) fn learned(
    buckets: &Buckets,
    table: &[f32],
    heads: usize,
    tokens: usize,
    positions: Positions,
) -> Vec<f32> {
    let buckets = buckets.of_t5();
    // By j - i, from -(N - 1) on.
    let by_distance: Vec<usize> = (0..(2 * tokens).saturating_sub(1))
        .map(|place| buckets.bucket(tokens - 1, apart(positions, tokens - 1, place)))
        .collect();
    let mut all = Vec::with_capacity(heads * tokens * tokens);
    for head in 0..heads {
        for i in 0..tokens {
            let from = tokens - 1 - i;
            let row = by_distance.get(from..from + tokens).unwrap_or_default();
            let number = |&bucket: &usize| table.get(bucket * heads + head).copied().unwrap_or(0.0);
            all.extend(row.iter().map(number));
        }
    }
    all
}

/// The keys that token i of `tokens` sees.
pub(super) fn keys_seen(
    i: usize,
    tokens: usize,
    causal: bool,
    window: Option<Window>,
) -> Range<usize> {
    let end = if causal { i + 1 } else { tokens };
    match window {
        None => 0..end,
        Some(Window { before, behind }) => {
            let last = i.saturating_add(behind).saturating_add(1);
            i.saturating_sub(before)..end.min(last.max(i + 1))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rotary(scaling: RotaryScaling) -> Rotary {
        Rotary { dimensions: 4, base: 100.0, layout: RotaryLayout::Halves, scaling }
    }

    fn close(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
    }

    #[test]
    fn frequencies_by_hand() {
        let of = |scaling, tokens| frequencies(&rotary(scaling), tokens).0;
        close(&of(RotaryScaling::None, 9), &[1.0, 0.1]);
        close(&of(RotaryScaling::Linear { factor: 4.0 }, 9), &[0.25, 0.025]);
        // At 3 times the length, θ' = 100 · (2 · 3 - 1)^(4 / 2) = 2500.
        let dynamic = RotaryScaling::Dynamic { factor: 2.0, positions: 3.0 };
        close(&of(dynamic.clone(), 9), &[1.0, 0.02]);
        close(&of(dynamic, 3), &[1.0, 0.1]);
        let long = RotaryScaling::LongFactors {
            short: vec![1.0, 2.0],
            long: vec![2.0, 5.0],
            positions: 4.0,
            attention: 1.5,
        };
        close(&of(long.clone(), 4), &[1.0, 0.05]);
        close(&of(long, 5), &[0.5, 0.02]);
        // Wavelengths 2π and 20π: one stays, one is divided.
        let llama = RotaryScaling::Llama3 { factor: 8.0, low: 1.0, high: 4.0, positions: 50.0 };
        close(&of(llama, 9), &[1.0, 0.0125]);
    }

    #[test]
    fn a_turn_keeps_lengths_and_tells_the_distance() {
        for layout in [RotaryLayout::Halves, RotaryLayout::Pairs] {
            let turns = Turns::of(
                &Rotary { layout, ..rotary(RotaryScaling::None) },
                &[],
                6,
                Positions::AsTrained,
            );
            let mut rows: Vec<f32> = [0.3, -1.0, 0.5, 2.0, 7.0].repeat(6);
            turns.apply(&mut rows, 5);
            let row = |i: usize| &rows[5 * i..5 * i + 5];
            let product = |i: usize, j: usize| -> f32 {
                row(i).iter().zip(row(j)).take(4).map(|(a, b)| a * b).sum()
            };
            assert!((product(0, 2) - product(3, 5)).abs() < 1e-5);
            assert!((product(4, 4) - 5.34).abs() < 1e-5);
            assert_eq!((row(0), row(5)[4]), (&[0.3, -1.0, 0.5, 2.0, 7.0][..], 7.0));
        }
    }

    #[test]
    fn slopes_of_three_and_four_heads() {
        close(&slopes_by_turns(4, 8.0), &[0.25, 0.0625, 0.015625, 0.00390625]);
        close(&slopes_by_turns(3, 8.0), &[0.0625, 0.00390625, 0.25]);
    }

    #[test]
    fn windows_by_hand() {
        let window = |before, behind| Some(Window { before, behind });
        assert_eq!(keys_seen(3, 6, true, window(1, 0)), 2..4);
        assert_eq!(keys_seen(3, 6, false, window(1, 1)), 2..5);
        assert_eq!(keys_seen(5, 6, false, window(1, 9)), 4..6);
        assert_eq!(keys_seen(0, 6, true, None), 0..1);
        assert_eq!(keys_seen(0, 6, true, window(0, 0)), 0..1);
    }
}
