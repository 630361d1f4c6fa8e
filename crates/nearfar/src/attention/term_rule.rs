//! How a model's own position term follows from what it knows of positions, where a part of that can be moved
//! beside the term as a whole.

use crate::methods::rotation::PairLayout;

/// More pairs of dimensions than the head of any model has.
const MOST_PAIRS: usize = 1 << 16;

/// Where the position term b(i, j) of a layer comes from.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum TermRule {
    /// Nothing is known of it but its numbers.
    #[default]
    Whole,
    /// A number for each query and each offset j - i (RPR, T5, ALiBi, KERPLE): what lies beyond a reach can count
    /// as what lies at it.
    ByOffset,
    /// What turning queries and keys adds to their products (RoPE): they can be turned by another base.
    Rotation(TermRotation),
}

/// How queries and keys of a layer are turned.
#[derive(Clone, Debug, PartialEq)]
pub struct TermRotation {
    /// θ_c: radians from one position to the next, of every pair, `[D/2]`.
    pub frequencies: Vec<f64>,
    /// What they are made with: θ_c falls as base^(-2c/D). More than 1.
    pub base: f64,
    /// Which dimensions are a pair.
    pub layout: PairLayout,
    /// What sines and cosines are multiplied by: 1 but for YaRN and its kin.
    pub factor: f64,
}

impl TermRotation {
    /// θ_c with another base, `[D/2]`: whatever else stretches the angles stays.
    pub fn frequencies_at(&self, base: f64) -> impl Iterator<Item = f64> {
        let ratio = self.base / base;
        let pairs = self.frequencies.len() as f64;
        let turned = self.frequencies.iter().enumerate();
        turned.map(move |(pair, theta)| theta * ratio.powf(pair as f64 / pairs))
    }

    /// The two dimensions of a pair.
    pub(super) fn places(&self, pair: usize) -> [usize; 2] {
        match self.layout {
            PairLayout::Interleaved => [2 * pair, 2 * pair + 1],
            PairLayout::Half => [pair, pair + self.frequencies.len()],
        }
    }

    fn is_sound(&self) -> bool {
        let all = [self.base, self.factor].into_iter().chain(self.frequencies.iter().copied());
        let pairs = self.frequencies.len();
        self.base > 1.0 && (1..=MOST_PAIRS).contains(&pairs) && all.into_iter().all(f64::is_finite)
    }
}

impl TermRule {
    /// As numbers, for a message: none, `[0]`, or `[1 or 2, base, factor, θ...]`.
    pub fn to_numbers(&self) -> Vec<f64> {
        match self {
            TermRule::Whole => Vec::new(),
            TermRule::ByOffset => vec![0.0],
            TermRule::Rotation(TermRotation { frequencies, base, layout, factor }) => {
                let layout = if *layout == PairLayout::Half { 2.0 } else { 1.0 };
                [layout, *base, *factor].into_iter().chain(frequencies.iter().copied()).collect()
            }
        }
    }

    /// From numbers; `None` where they are not those of a rule.
    pub fn from_numbers(numbers: &[f64]) -> Option<TermRule> {
        match *numbers {
            [] => Some(TermRule::Whole),
            [0.0] => Some(TermRule::ByOffset),
            [kind @ (1.0 | 2.0), base, factor, ref frequencies @ ..] => {
                let layout = if kind == 2.0 { PairLayout::Half } else { PairLayout::Interleaved };
                let frequencies = frequencies.to_vec();
                let rotation = TermRotation { frequencies, base, layout, factor };
                rotation.is_sound().then_some(TermRule::Rotation(rotation))
            }
            _ => None,
        }
    }

    /// Whether it can be of heads of `size` dimensions.
    pub(super) fn fits(&self, size: usize) -> bool {
        match self {
            TermRule::Whole | TermRule::ByOffset => true,
            TermRule::Rotation(rotation) => {
                rotation.is_sound() && 2 * rotation.frequencies.len() <= size
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_back() {
        let rotation = TermRotation {
            frequencies: vec![1.0, 0.01],
            base: 10_000.0,
            layout: PairLayout::Half,
            factor: 1.5,
        };
        for rule in [TermRule::Whole, TermRule::ByOffset, TermRule::Rotation(rotation.clone())] {
            assert_eq!(TermRule::from_numbers(&rule.to_numbers()), Some(rule));
        }
        for odd in [
            &[3.0][..],
            &[1.0, 10.0, 1.0],
            &[1.0, 0.5, 1.0, 1.0],
            &[2.0, 10.0, f64::NAN, 1.0],
            &[1.0, 10.0, 1.0, f64::INFINITY],
        ] {
            assert_eq!(TermRule::from_numbers(odd), None, "{odd:?}");
        }
        // base^(-2c/D) with D = 4 and base 100.
        let found: Vec<f64> = rotation.frequencies_at(100.0).collect();
        assert!((found[0] - 1.0).abs() < 1e-12 && (found[1] - 0.1).abs() < 1e-12, "{found:?}");
        assert!(!TermRule::Rotation(rotation).fits(3));
    }
}
