//! The angles of RoPE: how fast every pair of dimensions turns, and what makes them fit for longer texts
//! than a model was trained on. Nothing here knows a sentence.

use std::f64::consts::TAU;

use ndarray::{Array2, Array3, ArrayView2, Axis};

use crate::Real;
use crate::methods::MethodError;
use crate::methods::loops::each_head;

/// Which two dimensions of a head are a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PairLayout {
    /// Neighbours 2c and 2c + 1 (Su et al. 2021, Eq. 34; GPT-J).
    Interleaved,
    /// c and c + D/2, where D dimensions are turned (GPT-NeoX, Llama).
    Half,
}

/// How angles are changed for texts that are longer than those of training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scaling {
    /// They are not: θ_c = base^(-2c/D).
    None,
    /// θ / factor: positions are interpolated (Chen et al. 2023, arXiv:2306.15595).
    Interpolation {
        /// How many times longer.
        factor: f64,
    },
    /// base · factor^(D/(D-2)): slow pairs are stretched, fast ones nearly kept.
    Ntk {
        /// How many times longer.
        factor: f64,
    },
    /// As [`Scaling::Ntk`], with factor·L/longest - (factor - 1) in place of the factor, where L is the
    /// number of tokens, at least `longest`.
    DynamicNtk {
        /// How many times longer.
        factor: f64,
        /// The most positions of training.
        longest: f64,
    },
    /// YaRN (Peng et al. 2023, arXiv:2309.00071), as its program and transformers compute it: a ramp over
    /// the pair's index between the pairs that make `beta_fast` and `beta_slow` turns in training.
    Yarn {
        /// How many times longer.
        factor: f64,
        /// The most positions of training.
        longest: f64,
        /// Pairs that make more turns are kept: 32 in the paper.
        beta_fast: f64,
        /// Pairs that make fewer turns are interpolated: 1 in the paper.
        beta_slow: f64,
        /// Whether the ends of the ramp are rounded to whole pairs.
        truncate: bool,
        /// `mscale` and `mscale_all_dim`, where the model has both.
        mscale: Option<[f64; 2]>,
    },
    /// Llama 3.1: by the length of a turn, kept, interpolated, or between both.
    Llama3 {
        /// How many times longer.
        factor: f64,
        /// The most positions of training.
        longest: f64,
        /// Pairs that make fewer turns in training are interpolated.
        low_turns: f64,
        /// Pairs that make more turns in training are kept.
        high_turns: f64,
    },
    /// xPos (Sun et al. 2022, arXiv:2212.10554): beside the turn, q·ζ^(p/base) and k·ζ^(-p/base) with
    /// ζ_c = (2c/D + γ)/(1 + γ), so that far keys count less. For causal attention: behind the query it
    /// would let them count more.
    Xpos {
        /// γ, 0.4 in the paper.
        gamma: f64,
        /// The positions over which ζ acts once, 512 in the paper.
        base: f64,
    },
}

/// Which dimensions turn, and how fast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation {
    /// D: how many dimensions of each head are turned, the first ones; even, at least 2.
    pub dimensions: usize,
    /// 10000 in the paper; more than 1.
    pub base: f64,
    /// Which are a pair.
    pub layout: PairLayout,
    /// How angles are changed for longer texts.
    pub scaling: Scaling,
}

impl Rotation {
    /// The paper's: all dimensions, neighbours are a pair, base 10000.
    pub fn paper(dimensions: usize) -> Self {
        let (layout, scaling) = (PairLayout::Interleaved, Scaling::None);
        Rotation { dimensions, base: 10_000.0, layout, scaling }
    }

    /// That the formula is defined for these numbers, and for heads of `head` dimensions.
    pub(crate) fn check(&self, head: usize) -> Result<(), MethodError> {
        let (what, found) = ("the number of turned dimensions", self.dimensions);
        if found == 0 || found % 2 == 1 || found > head {
            let rule =
                "pairs are turned, so that an even number is needed, 2 to the size of a head";
            return Err(MethodError::Size { what, found, rule });
        }
        let ntk = matches!(self.scaling, Scaling::Ntk { .. } | Scaling::DynamicNtk { .. });
        if ntk && found < 4 {
            let rule = "stretching the base (NTK) needs 4 or more";
            return Err(MethodError::Size { what, found, rule });
        }
        let positive = |what, found: f64| {
            let rule = "it must be a positive number";
            let refused = !(found.is_finite() && found > 0.0);
            if refused { Err(MethodError::Number { what, found, rule }) } else { Ok(()) }
        };
        let above = |what, found: f64, least: f64, rule| {
            let refused = !(found.is_finite() && found > least);
            if refused { Err(MethodError::Number { what, found, rule }) } else { Ok(()) }
        };
        above("the base of the angles", self.base, 1.0, "it must be more than 1")?;
        let factor = |found| {
            let rule = "it must be 1 or more";
            let refused = !(f64::is_finite(found) && found >= 1.0);
            let what = "the factor of the angles";
            if refused { Err(MethodError::Number { what, found, rule }) } else { Ok(()) }
        };
        let longest = |found| positive("the most positions of training", found);
        match self.scaling {
            Scaling::None => Ok(()),
            Scaling::Interpolation { factor: found } | Scaling::Ntk { factor: found } => {
                factor(found)
            }
            Scaling::DynamicNtk { factor: found, longest: positions } => {
                factor(found)?;
                longest(positions)
            }
            Scaling::Yarn {
                factor: found,
                longest: positions,
                beta_fast,
                beta_slow,
                mscale,
                ..
            } => {
                factor(found)?;
                longest(positions)?;
                positive("beta_slow", beta_slow)?;
                above("beta_fast", beta_fast, beta_slow, "it must be more than beta_slow")?;
                let [mscale, all] = mscale.unwrap_or([1.0, 1.0]);
                positive("mscale", mscale)?;
                positive("mscale_all_dim", all)
            }
            Scaling::Llama3 { factor: found, longest: positions, low_turns, high_turns } => {
                factor(found)?;
                longest(positions)?;
                positive("low_freq_factor", low_turns)?;
                let rule = "it must be more than low_freq_factor";
                above("high_freq_factor", high_turns, low_turns, rule)
            }
            Scaling::Xpos { gamma, base } => {
                positive("gamma of xPos", gamma)?;
                positive("the base of xPos", base)
            }
        }
    }

    fn pairs(&self) -> usize {
        self.dimensions / 2
    }

    /// 1 / base^(2c/D) of every pair.
    fn plain(&self, base: f64) -> impl Iterator<Item = f64> {
        let d = self.dimensions as f64;
        (0..self.pairs()).map(move |pair| 1.0 / base.powf(2.0 * pair as f64 / d))
    }

    /// θ_c: radians from one position to the next, of every pair, `[D/2]`, for a text of so many tokens
    /// (only [`Scaling::DynamicNtk`] asks).
    pub fn frequencies(&self, tokens: usize) -> Vec<f64> {
        let d = self.dimensions as f64;
        let stretched =
            |factor: f64| self.plain(self.base * factor.powf(d / (d - 2.0))).collect::<Vec<_>>();
        match self.scaling {
            Scaling::None | Scaling::Xpos { .. } => self.plain(self.base).collect(),
            Scaling::Interpolation { factor } => {
                self.plain(self.base).map(|theta| theta / factor).collect()
            }
            Scaling::Ntk { factor } => stretched(factor),
            Scaling::DynamicNtk { factor, longest } => {
                let length = longest.max(tokens as f64);
                stretched(factor * length / longest - (factor - 1.0))
            }
            Scaling::Yarn { factor, longest, beta_fast, beta_slow, truncate, .. } => {
                // The pair that makes so many turns within the positions of training.
                let pair_of =
                    |turns: f64| d * (longest / (turns * TAU)).ln() / (2.0 * self.base.ln());
                let (mut low, mut high) = (pair_of(beta_fast), pair_of(beta_slow));
                if truncate {
                    (low, high) = (low.floor(), high.ceil());
                }
                (low, high) = (low.max(0.0), high.min(d - 1.0));
                // As the program: no division by 0 where both ends fall together.
                let width = if low == high { 0.001 } else { high - low };
                let blend = |(pair, theta): (usize, f64)| {
                    let interpolated = ((pair as f64 - low) / width).clamp(0.0, 1.0);
                    theta / factor * interpolated + theta * (1.0 - interpolated)
                };
                self.plain(self.base).enumerate().map(blend).collect()
            }
            Scaling::Llama3 { factor, longest, low_turns, high_turns } => {
                let blend = |theta: f64| {
                    let turns = longest * theta / TAU;
                    let kept = ((turns - low_turns) / (high_turns - low_turns)).clamp(0.0, 1.0);
                    (1.0 - kept) * theta / factor + kept * theta
                };
                self.plain(self.base).map(blend).collect()
            }
        }
    }

    /// What sines and cosines are multiplied by, so that scores of turned dimensions are by its square:
    /// more than 1 with YaRN alone.
    pub fn attention_factor(&self) -> f64 {
        let Scaling::Yarn { factor, mscale, .. } = self.scaling else { return 1.0 };
        let of = |mscale: f64| 0.1 * mscale * factor.ln() + 1.0;
        mscale.map_or_else(|| of(1.0), |[mscale, all]| of(mscale) / of(all))
    }

    /// The angle of every position and pair, in radians, `[N, D/2]`, of the positions `first` on.
    pub fn angles(&self, tokens: usize, first: f64) -> Array2<f64> {
        let frequencies = self.frequencies(tokens);
        Array2::from_shape_fn((tokens, self.pairs()), |(token, pair)| {
            (first + token as f64) * frequencies[pair]
        })
    }

    /// ζ_c^(p/base) of xPos, `[N, D/2]`; a query is multiplied by it and a key divided. `None` without
    /// xPos.
    pub fn decay(&self, tokens: usize, first: f64) -> Option<Array2<f64>> {
        let Scaling::Xpos { gamma, base } = self.scaling else { return None };
        let d = self.dimensions as f64;
        Some(Array2::from_shape_fn((tokens, self.pairs()), |(token, pair)| {
            let zeta = (2.0 * pair as f64 / d + gamma) / (1.0 + gamma);
            zeta.powf((first + token as f64) / base)
        }))
    }

    /// The two dimensions of a pair.
    fn places(&self, pair: usize) -> [usize; 2] {
        match self.layout {
            PairLayout::Interleaved => [2 * pair, 2 * pair + 1],
            PairLayout::Half => [pair, pair + self.pairs()],
        }
    }
}

/// What turns the rows of a sentence: for every token and pair, gain · cosine and gain · sine.
pub(crate) struct Turns<T> {
    rotation: Rotation,
    cosines: Array2<T>,
    sines: Array2<T>,
}

impl<T: Real> Turns<T> {
    /// From angles and gains `[N, D/2]`.
    pub(crate) fn new(
        rotation: Rotation,
        angles: &Array2<f64>,
        gain: impl Fn((usize, usize)) -> f64,
    ) -> Self {
        let of = |part: fn(f64) -> f64| {
            Array2::from_shape_fn(angles.dim(), |at| T::from_f64(part(angles[at]) * gain(at)))
        };
        Turns { rotation, cosines: of(f64::cos), sines: of(f64::sin) }
    }

    /// Every pair (x, y) of a row of every head, turned: (x cos - y sin, x sin + y cos), `[h, N, d]` (Su et
    /// al. 2021, Eq. 34).
    pub(crate) fn forward(&self, vectors: &Array3<T>) -> Array3<T> {
        self.turn(vectors, T::one())
    }

    /// The backward pass: turned the other way, which is the transpose.
    pub(crate) fn backward(&self, d_turned: &Array3<T>) -> Array3<T> {
        self.turn(d_turned, -T::one())
    }

    fn turn(&self, vectors: &Array3<T>, direction: T) -> Array3<T> {
        let (h, tokens, d) = vectors.dim();
        each_head(h, (tokens, d), |head| {
            self.turn_rows(vectors.index_axis(Axis(0), head), direction)
        })
    }

    fn turn_rows(&self, rows: ArrayView2<T>, direction: T) -> Array2<T> {
        let mut turned = rows.to_owned();
        for ((token, pair), &cosine) in self.cosines.indexed_iter() {
            let sine = self.sines[[token, pair]] * direction;
            let [first, second] = self.rotation.places(pair);
            let (x, y) = (rows[[token, first]], rows[[token, second]]);
            turned[[token, first]] = x * cosine - y * sine;
            turned[[token, second]] = x * sine + y * cosine;
        }
        turned
    }
}
