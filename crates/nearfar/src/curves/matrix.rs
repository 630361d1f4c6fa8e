//! Fig. 2: the coefficients between all pairs of so many tokens.

use crate::attention::distance::weighted_distance;
use crate::attention::{HeadParameters, Mapping};
use crate::picture::Drawn;
use crate::picture::palette::Palette;
use crate::picture::scale::Scale;

/// Farther than this from 1, in factors, colours of a range of its own do not go: what is suppressed to
/// a tenth looks suppressed.
const OWN_FACTOR: f64 = 10.0;

/// What a matrix is of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coefficients {
    /// f.
    pub mapping: Mapping,
    /// w and v.
    pub head: HeadParameters,
    /// N.
    pub tokens: usize,
}

impl Coefficients {
    /// The coefficients by distance, `[N]`.
    fn by_distance(self) -> Vec<f32> {
        let mut by_distance = vec![0.0_f32; self.tokens];
        self.mapping.coefficients_into(self.head.w, self.head.v, &mut by_distance);
        by_distance
    }

    /// The coefficient of two tokens so far apart.
    pub fn at(self, apart: usize) -> f64 {
        self.mapping.coefficient(self.head.w, self.head.v, apart)
    }

    /// The coefficient of the first and the last token: in f64, and from its logarithm where even that ends.
    pub fn farthest(self) -> f64 {
        let x = weighted_distance(self.head.w, self.tokens.saturating_sub(1));
        self.mapping.value(x, self.head.v)
    }

    /// The range of colours of this matrix alone.
    fn own_scale(self, values: &[f32]) -> Scale {
        if !self.mapping.is_positive() {
            return Scale::diverging_of(values, 1.0);
        }
        match Scale::log_diverging_of(values) {
            Scale::LogDiverging { centre, factor } => {
                let finite = values.iter().copied().filter(|value| value.is_finite());
                let most = f64::from(finite.fold(1.0_f32, f32::max)).max(OWN_FACTOR);
                // A coefficient that is 0 is farther from 1 than any factor.
                let factor = if values.contains(&0.0) { most } else { factor.min(most) };
                Scale::LogDiverging { centre, factor }
            }
            other => other,
        }
    }

    /// Whether it has a range of its own, where the others have a common one or not: what can be negative has no place
    /// on a range of factors.
    pub fn has_own_range(self, is_common: bool) -> bool {
        !is_common || !self.mapping.is_positive()
    }

    /// The common range of several: as wide as the largest coefficient asks for. Small ones ask for nothing: near heads,
    /// which all fall to 0, would make far ones pale.
    pub fn common_scale(all: impl Iterator<Item = Coefficients>) -> Scale {
        let factors = all.filter(|one| one.mapping.is_positive());
        let of = |one: Coefficients| one.by_distance().into_iter().fold(1.0, f32::max);
        Scale::coefficients_of(&factors.map(of).collect::<Vec<_>>())
    }

    /// The matrix, `[N, N]`, on a common range or on its own.
    pub fn drawn(self, common: Option<Scale>) -> Drawn {
        let (n, values) = (self.tokens, self.by_distance());
        let scale =
            common.filter(|_| !self.has_own_range(true)).unwrap_or_else(|| self.own_scale(&values));
        let cells = (0..n * n).map(|cell| values[(cell / n).abs_diff(cell % n)]);
        Drawn::unnamed([n, n], cells.collect(), scale, Palette::Signed)
    }
}
