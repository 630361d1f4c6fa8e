//! f: from a weighted distance to a coefficient. The learnable sigmoid (Eq. 5) and its four rivals
//! (section 4.3), their derivatives, and the coefficients of a head.

use crate::Real;
use crate::attention::distance::weighted_distance;

/// A mapping function f(x; v) of a weighted distance x = w·R (Wu et al. 2021, sections 3.2 and 4.3).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mapping {
    /// f(x) = min(x, T).
    Clip {
        /// T, the largest value.
        threshold: f64,
    },
    /// f(x) = k·x + b.
    Linear {
        /// k.
        slope: f64,
        /// b.
        intercept: f64,
    },
    /// f(x) = e^x.
    Exponent,
    /// f(x) = 1 / (1 + e^-x).
    Sigmoid,
    /// f(x; v) = (1 + e^v) / (1 + e^(v - x)), Eq. 5: between 0 and 1 + e^v, and 1 at x = 0.
    LearnableSigmoid,
}

/// ln(1 + e^x) without overflow.
pub fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

/// 1 / (1 + e^-x) without overflow.
pub fn sigmoid(x: f64) -> f64 {
    if x >= 0.0 {
        1.0 / (1.0 + (-x).exp())
    } else {
        let e = x.exp();
        e / (1.0 + e)
    }
}

impl Mapping {
    /// f(x; v). `v` is read by the learnable sigmoid alone. May be infinite where the exact value
    /// exceeds `f64`.
    pub fn value(self, x: f64, v: f64) -> f64 {
        match self {
            Mapping::Clip { threshold } => x.min(threshold),
            Mapping::Linear { slope, intercept } => slope * x + intercept,
            Mapping::Exponent => x.exp(),
            Mapping::Sigmoid => sigmoid(x),
            // The quotient of Eq. 5 is inf / inf for v beyond 709; this form is exact at any v and x.
            Mapping::LearnableSigmoid => (softplus(v) - softplus(v - x)).exp(),
        }
    }

    /// ln f(x; v) for the mappings that are positive everywhere, finite at any finite x and v.
    pub fn log_value(self, x: f64, v: f64) -> Option<f64> {
        match self {
            Mapping::Clip { .. } | Mapping::Linear { .. } => None,
            Mapping::Exponent => Some(x),
            Mapping::Sigmoid => Some(-softplus(-x)),
            Mapping::LearnableSigmoid => Some(softplus(v) - softplus(v - x)),
        }
    }

    /// df/dx, the slope. At the kink of `Clip` the slope is 0.
    pub fn derivative_x(self, x: f64, v: f64) -> f64 {
        match self {
            Mapping::Clip { threshold } => f64::from(u8::from(x < threshold)),
            Mapping::Linear { slope, .. } => slope,
            Mapping::Exponent => x.exp(),
            Mapping::Sigmoid => sigmoid(x) * sigmoid(-x),
            Mapping::LearnableSigmoid => self.value(x, v) * sigmoid(v - x),
        }
    }

    /// df/dv; 0 for the mappings without v.
    pub fn derivative_v(self, x: f64, v: f64) -> f64 {
        match self {
            Mapping::LearnableSigmoid => self.value(x, v) * (sigmoid(v) - sigmoid(v - x)),
            _ => 0.0,
        }
    }

    /// The parameters that training would learn beside w. T of `Clip` is a fixed threshold.
    pub fn learned_parameters(self) -> &'static [&'static str] {
        match self {
            Mapping::Clip { .. } | Mapping::Exponent | Mapping::Sigmoid => &[],
            Mapping::Linear { .. } => &["k", "b"],
            Mapping::LearnableSigmoid => &["v"],
        }
    }

    /// The coefficient of a head at one distance in tokens: f(w·R; v), saturated at
    /// ±`T::COEFFICIENT_LIMIT` so that later products stay finite.
    pub fn coefficient<T: Real>(self, w: f64, v: f64, distance: usize) -> T {
        let limit = T::COEFFICIENT_LIMIT.as_f64();
        let exact = self.value(weighted_distance(w, distance), v);
        T::from_f64(exact.clamp(-limit, limit))
    }

    /// The coefficients of a head, `out[R]` for R = 0 .. N-1: they depend on |i - j| alone, so a
    /// head has N of them, not N².
    pub fn coefficients_into<T: Real>(self, w: f64, v: f64, out: &mut [T]) {
        self.each_coefficient::<T>(w, v, out.len(), |distance, coefficient| {
            out[distance] = T::from_f64(coefficient);
        });
    }

    /// Hands over f(w·R; v), saturated at ±`T::COEFFICIENT_LIMIT`, for R = 0 .. `count` - 1, in order.
    ///
    /// e^(v - w·R) is a geometric sequence: of [`RUN`] distances one takes an exponential, the others
    /// a multiplication, which leaves a relative error of [`RUN`] roundings.
    pub(crate) fn each_coefficient<T: Real>(
        self,
        w: f64,
        v: f64,
        count: usize,
        mut take: impl FnMut(usize, f64),
    ) {
        let limit = T::COEFFICIENT_LIMIT.as_f64();
        let (top, step) = (1.0 + v.exp(), (-w).exp());
        for start in (0..count).step_by(RUN) {
            let run = start..count.min(start + RUN);
            let first = v - weighted_distance(w, start);
            let last = v - weighted_distance(w, run.end - 1);
            // Beyond it powers could be 0 or infinite where the coefficient is neither.
            let is_within = [v, first, last].iter().all(|exponent| exponent.abs() <= 600.0);
            if self == Mapping::LearnableSigmoid && is_within {
                let mut power = first.exp();
                for distance in run {
                    take(distance, (top / (1.0 + power)).min(limit));
                    power *= step;
                }
            } else {
                for distance in run {
                    let exact = self.value(weighted_distance(w, distance), v);
                    take(distance, exact.clamp(-limit, limit));
                }
            }
        }
    }
}

/// Distances for which one exponential is enough.
const RUN: usize = 16;
