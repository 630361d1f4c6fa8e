//! f: from a weighted distance to a coefficient. The learnable sigmoid (Eq. 5) and its rivals (section 4.3):
//! all that is to be known of each ([`MAPPINGS`]), their derivatives, and the coefficients of a head.
//!
//! The mathematics is a match on the enum without a catch-all, so that a new mapping does not compile before
//! each derivative is there. The table holds text and stands apart from the mathematics, so that the program
//! of the first picture does not carry it. Adjustments are built alike.

use crate::Real;
use crate::attention::distance::weighted_distance;
use crate::attention::landmarks::Landmarks;
use crate::methods::Knows;

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

/// A number that a mapping has of its own, the same for all heads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MappingNumber {
    /// Its letter in formulas: `k`.
    pub symbol: &'static str,
    /// What it is: `the slope`.
    pub name: &'static str,
    /// What it is where nobody chose it; see [`crate::settings::MAX_PARAMETER`] for its range.
    pub default: f64,
    /// Whether the paper learns it. Nearfar learns none: they are set by hand.
    pub learned: bool,
}

/// The most numbers that a mapping has of its own.
pub const MOST_NUMBERS: usize = 2;

/// All that is to be known of a mapping but its mathematics: what menus, links, messages, legends, types
/// and documents are made of.
#[derive(Clone, Copy, Debug)]
pub struct MappingRow {
    /// Its name in links, messages, checkpoints and commands.
    pub name: &'static str,
    /// Its label on the page.
    pub label: &'static str,
    /// Its own numbers, in the order of a link: `linear(k,b)`.
    pub numbers: &'static [MappingNumber],
    /// As the paper writes it, a line for [`crate::formula`].
    pub formula: &'static str,
    /// The same of w |i - j|, ready to be a factor.
    pub of_distance: &'static str,
    /// The same in numbers: `{x}`, `{v}` and a letter of `numbers` in braces stand for a value.
    pub in_numbers: &'static str,
    /// Where in Wu et al. 2021 it is defined.
    pub source: &'static str,
    /// The mapping with these numbers; those that it has not are passed over.
    pub with: fn([f64; MOST_NUMBERS]) -> Mapping,
}

/// Every mapping, in the order of menus.
pub static MAPPINGS: [MappingRow; 5] = [
    MappingRow {
        name: "learnable-sigmoid",
        label: "Learnable sigmoid",
        numbers: &[],
        formula: "f(x; v) = (1 + e^v) / (1 + e^{v - x})",
        of_distance: "f(w |i - j|; v)",
        in_numbers: "(1 + exp({v})) / (1 + exp({v} − {x}))",
        source: "Eq. 5",
        with: |_| Mapping::LearnableSigmoid,
    },
    MappingRow {
        name: "sigmoid",
        label: "Sigmoid",
        numbers: &[],
        formula: "f(x) = 1 / (1 + e^{-x})",
        of_distance: "1 / (1 + e^(-w |i - j|))",
        in_numbers: "1 / (1 + exp(−{x}))",
        source: "section 4.3",
        with: |_| Mapping::Sigmoid,
    },
    MappingRow {
        name: "exponent",
        label: "Exponent",
        numbers: &[],
        formula: "f(x) = e^x",
        of_distance: "e^(w |i - j|)",
        in_numbers: "exp({x})",
        source: "section 4.3",
        with: |_| Mapping::Exponent,
    },
    MappingRow {
        name: "linear",
        label: "Linear",
        numbers: &[
            MappingNumber { symbol: "k", name: "the slope", default: 0.5, learned: true },
            MappingNumber { symbol: "b", name: "the value at 0", default: 1.0, learned: true },
        ],
        formula: "f(x) = k·x + b",
        of_distance: "(k w |i - j| + b)",
        in_numbers: "{k} · {x} + {b}",
        source: "section 4.3",
        with: |[slope, intercept]| Mapping::Linear { slope, intercept },
    },
    MappingRow {
        name: "clip",
        label: "Clip",
        numbers: &[MappingNumber {
            symbol: "T",
            name: "the threshold",
            default: 5.0,
            learned: false,
        }],
        formula: "f(x) = min(x, T)",
        of_distance: "min(w |i - j|, T)",
        in_numbers: "min({x}, {T})",
        source: "section 4.3",
        with: |[threshold, _]| Mapping::Clip { threshold },
    },
];

impl MappingRow {
    /// The mapping with the numbers that it starts with.
    pub fn mapping(&self) -> Mapping {
        let mut numbers = [0.0; MOST_NUMBERS];
        for (slot, number) in numbers.iter_mut().zip(self.numbers) {
            *slot = number.default;
        }
        (self.with)(numbers)
    }

    /// The mapping with these numbers; `None` where it has more or fewer.
    pub fn with_numbers(&self, given: &[f64]) -> Option<Mapping> {
        if given.len() != self.numbers.len() {
            return None;
        }
        let mut numbers = [0.0; MOST_NUMBERS];
        numbers.iter_mut().zip(given).for_each(|(slot, &number)| *slot = number);
        Some((self.with)(numbers))
    }

    /// The row of a name.
    pub fn from_name(name: &str) -> Option<&'static MappingRow> {
        MAPPINGS.iter().find(|row| row.name == name)
    }
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
    /// What is to be known of it.
    pub fn row(self) -> &'static MappingRow {
        match self {
            Mapping::LearnableSigmoid => &MAPPINGS[0],
            Mapping::Sigmoid => &MAPPINGS[1],
            Mapping::Exponent => &MAPPINGS[2],
            Mapping::Linear { .. } => &MAPPINGS[3],
            Mapping::Clip { .. } => &MAPPINGS[4],
        }
    }

    /// Its own numbers, as many as [`MappingRow::numbers`]; the rest is 0.
    pub fn numbers(self) -> [f64; MOST_NUMBERS] {
        match self {
            Mapping::Clip { threshold } => [threshold, 0.0],
            Mapping::Linear { slope, intercept } => [slope, intercept],
            Mapping::Exponent | Mapping::Sigmoid | Mapping::LearnableSigmoid => [0.0; 2],
        }
    }

    /// The same with another number at a place of [`MappingRow::numbers`].
    pub fn with_number(self, place: usize, number: f64) -> Mapping {
        let mut numbers = self.numbers();
        if let Some(slot) = numbers.get_mut(place) {
            *slot = number;
        }
        (self.row().with)(numbers)
    }

    /// Whether it reads v of a head.
    pub fn has_v(self) -> bool {
        match self {
            Mapping::LearnableSigmoid => true,
            Mapping::Clip { .. }
            | Mapping::Linear { .. }
            | Mapping::Exponent
            | Mapping::Sigmoid => false,
        }
    }

    /// Whether every coefficient is positive, so that they compare by their logarithms.
    pub fn is_positive(self) -> bool {
        self.log_value(0.0, 0.0).is_some()
    }

    /// f(x; v). `v` is read where [`Mapping::has_v`]. May be infinite where the exact value
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
            Mapping::Clip { .. }
            | Mapping::Linear { .. }
            | Mapping::Exponent
            | Mapping::Sigmoid => 0.0,
        }
    }

    /// Where it stands at v; `None` for those without such places.
    pub fn landmarks(self, v: f64) -> Option<Landmarks> {
        match self {
            Mapping::LearnableSigmoid => Some(Landmarks::of_learnable_sigmoid(v)),
            Mapping::Clip { .. }
            | Mapping::Linear { .. }
            | Mapping::Exponent
            | Mapping::Sigmoid => None,
        }
    }

    /// Whether coefficients tell every distance apart, and those beyond any k, where w is not 0.
    pub fn knows(self) -> [Knows; 2] {
        const LEVELS: Knows = Knows::Partly(
            "there is no k; coefficients level off, far tokens look more and more alike",
        );
        match self {
            Mapping::LearnableSigmoid | Mapping::Sigmoid => [Knows::Yes, LEVELS],
            Mapping::Linear { slope: 0.0, .. } => [Knows::No, Knows::No],
            Mapping::Exponent | Mapping::Linear { .. } => [Knows::Yes, Knows::Yes],
            // f(0) is T already, and with w > 0 all that is farther.
            Mapping::Clip { threshold } if threshold <= 0.0 => [
                Knows::Partly("only heads with w < 0, and tokens farther than T / w"),
                Knows::Partly("only heads with w < 0"),
            ],
            Mapping::Clip { .. } => [
                Knows::Partly("heads with w > 0 only up to T / w tokens; beyond, all are alike"),
                Knows::Partly("only heads with w < 0"),
            ],
        }
    }

    /// The parameters beside w that the paper learns, by letter. Of these Nearfar learns v; a mapping's
    /// own numbers are set by hand and the same for all heads.
    pub fn learned_parameters(self) -> Vec<&'static str> {
        let own = self.row().numbers.iter().filter(|number| number.learned);
        own.map(|number| number.symbol).chain(self.has_v().then_some("v")).collect()
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
