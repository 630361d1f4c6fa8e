//! How a model's own position term follows from what it knows of positions, where a part of that can be moved
//! beside the term as a whole.

use super::AttentionError;
use super::parameters::shape;
use crate::methods::rotation::PairLayout;

/// More pairs of dimensions than the head of any model has.
const MOST_PAIRS: usize = 1 << 16;
/// More buckets than any model has.
const MOST_BUCKETS: f64 = 65_536.0;

/// Where the position term b(i, j) of a layer comes from.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum TermRule {
    /// Nothing is known of it but its numbers.
    #[default]
    Whole,
    /// A number for each query and each offset j - i (RPR, T5, ALiBi, KERPLE): what lies beyond a reach can count
    /// as what lies at it.
    ByOffset {
        /// The bucket of every j - i from -(N-1) to N-1, `[2N-1]`, where offsets share numbers as in T5: one bucket can
        /// be moved. Empty where they share none.
        buckets: Vec<usize>,
    },
    /// u and v of Transformer-XL and TENER make a part of it, and can be scaled apart.
    Biases(TermBiases),
    /// What turning queries and keys adds to their products (RoPE): they can be turned by another base.
    Rotation(TermRotation),
}

/// What two vectors of a head add to its scores whatever the query is, as trained.
#[derive(Clone, Debug, PartialEq)]
pub struct TermBiases {
    /// u·k_j times the scale, `[h, N]`.
    pub content: Vec<f64>,
    /// v·r times the scale, by j - i from -(N-1) to N-1, `[h, 2N-1]`.
    pub position: Vec<f64>,
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
    /// As numbers, for a message: none, `[0, buckets...]`, `[1 or 2, base, factor, θ...]`, or `[3, h·N, u·k..., v·r...]`.
    pub fn to_numbers(&self) -> Vec<f64> {
        match self {
            TermRule::Whole => Vec::new(),
            TermRule::ByOffset { buckets } => {
                std::iter::once(0.0).chain(buckets.iter().map(|&bucket| bucket as f64)).collect()
            }
            TermRule::Biases(TermBiases { content, position }) => {
                let start = [3.0, content.len() as f64];
                start.into_iter().chain(content.iter().chain(position).copied()).collect()
            }
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
            [0.0, ref buckets @ ..] => {
                let whole = |&bucket: &f64| {
                    let is_whole = bucket.fract() == 0.0 && (0.0..=MOST_BUCKETS).contains(&bucket);
                    is_whole.then_some(bucket as usize)
                };
                Some(TermRule::ByOffset {
                    buckets: buckets.iter().map(whole).collect::<Option<_>>()?,
                })
            }
            [3.0, count, ref both @ ..] => {
                let (content, position) = both.split_at_checked(count as usize)?;
                let [content, position] = [content, position].map(<[f64]>::to_vec);
                let are_finite = both.iter().all(|x| x.is_finite());
                are_finite.then_some(TermRule::Biases(TermBiases { content, position }))
            }
            [kind @ (1.0 | 2.0), base, factor, ref frequencies @ ..] => {
                let layout = if kind == 2.0 { PairLayout::Half } else { PairLayout::Interleaved };
                let frequencies = frequencies.to_vec();
                let rotation = TermRotation { frequencies, base, layout, factor };
                rotation.is_sound().then_some(TermRule::Rotation(rotation))
            }
            _ => None,
        }
    }

    /// That it can be of h heads of d dimensions on N tokens, `[h, N, d]`.
    ///
    /// # Errors
    /// Where it is of other sizes.
    pub(super) fn check(&self, [h, tokens, d]: [usize; 3]) -> Result<(), AttentionError> {
        let offsets = 2 * tokens - tokens.min(1);
        match self {
            TermRule::Whole => Ok(()),
            TermRule::ByOffset { buckets } if buckets.is_empty() => Ok(()),
            TermRule::ByOffset { buckets } => {
                shape("the buckets of offsets", &[buckets.len()], &[offsets])
            }
            TermRule::Biases(TermBiases { content, position }) => {
                shape("what u adds", &[content.len()], &[h * tokens])?;
                shape("what v adds", &[position.len()], &[h * offsets])
            }
            TermRule::Rotation(rotation) => {
                let turned = 2 * rotation.frequencies.len();
                let is_sound = rotation.is_sound() && turned <= d;
                let wrong = || shape("the dimensions that are turned", &[turned], &[d]);
                if is_sound { Ok(()) } else { wrong() }
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
        let by_offset = |buckets: &[usize]| TermRule::ByOffset { buckets: buckets.to_vec() };
        let biases = TermBiases { content: vec![0.5, -1.0], position: vec![2.0, 0.25, -3.0] };
        let biases = TermRule::Biases(biases);
        for rule in [
            TermRule::Whole,
            by_offset(&[]),
            by_offset(&[1, 0, 17]),
            biases.clone(),
            TermRule::Rotation(rotation.clone()),
        ] {
            assert_eq!(TermRule::from_numbers(&rule.to_numbers()), Some(rule));
        }
        for odd in [
            &[4.0][..],
            &[0.0, 0.5],
            &[0.0, -1.0],
            &[3.0, 2.0, 1.0],
            &[3.0, 1.0, 1.0, f64::NAN],
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
        let fits = |rule: &TermRule, sizes| rule.check(sizes).is_ok();
        // Two tokens have three offsets.
        assert!(fits(&by_offset(&[]), [1, 2, 4]) && fits(&by_offset(&[1, 0, 17]), [1, 2, 4]));
        assert!(fits(&by_offset(&[0]), [1, 1, 4]) && !fits(&by_offset(&[0]), [1, 2, 4]));
        assert!(fits(&biases, [1, 2, 4]) && !fits(&biases, [2, 2, 4]) && !fits(&biases, [1, 1, 4]));
        let turned = TermRule::Rotation(rotation);
        assert!(fits(&turned, [1, 2, 4]) && !fits(&turned, [1, 2, 3]));
    }
}
