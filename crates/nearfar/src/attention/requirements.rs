//! The five requirements that the paper sets for a mapping function (section 3.2), each checked
//! on numbers.

use crate::attention::mapping::Mapping;

/// One requirement: whether a mapping meets it, and what decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Requirement {
    /// Whether the mapping meets it.
    pub met: bool,
    /// The numbers that decided.
    pub found: Found,
}

/// What decided one of the five requirements, in the paper's order.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// f(0), which is to be 1: a distance of 0 changes nothing.
    AtZero(f64),
    /// f(-10^9), which is to be 0: a head can ignore distant tokens.
    FarBelow(f64),
    /// f(10^9), beyond which f is not to grow: no weight explodes in a long text.
    FarAbove {
        /// Its value.
        value: f64,
        /// Whether f grows on from there.
        grows: bool,
    },
    /// The letters of what is learned: its shape is to be tunable.
    Learned(Vec<&'static str>),
    /// How f goes on [-40, 40], 8,001 samples: farther is never to mean the opposite of far.
    Course {
        /// It never falls.
        never_falls: bool,
        /// It never rises.
        never_rises: bool,
    },
}

/// Where "minus infinity" and "plus infinity" are probed. Far beyond any w·R of the page, and the
/// learnable sigmoid is flat to the last digit there for |v| < 10^6.
const FAR: f64 = 1e9;
const FARTHER: f64 = 1e10;

/// The five requirements of section 3.2 for `mapping` at `v`, in the paper's order.
///
/// "Bounded" is read as bounded above for x -> +inf, "tunable" as having a learned parameter, and
/// "monotone" weakly, in either direction.
pub fn requirements(mapping: Mapping, v: f64) -> [Requirement; 5] {
    [
        one_at_zero(mapping, v),
        zero_at_minus_infinity(mapping, v),
        bounded(mapping, v),
        tunable(mapping, v),
        monotone(mapping, v),
    ]
}

fn one_at_zero(mapping: Mapping, v: f64) -> Requirement {
    let at_zero = mapping.value(0.0, v);
    Requirement { met: (at_zero - 1.0).abs() < 1e-12, found: Found::AtZero(at_zero) }
}

fn zero_at_minus_infinity(mapping: Mapping, v: f64) -> Requirement {
    let far = mapping.value(-FAR, v);
    Requirement { met: far.abs() < 1e-6, found: Found::FarBelow(far) }
}

fn bounded(mapping: Mapping, v: f64) -> Requirement {
    // Compared by logarithm where there is one: at v = 1,000 the bound itself exceeds f64.
    let probe = |x| mapping.log_value(x, v).unwrap_or_else(|| mapping.value(x, v));
    let (far, farther) = (probe(FAR), probe(FARTHER));
    let met = farther <= far + 1e-9 * far.abs().max(1.0);
    Requirement { met, found: Found::FarAbove { value: mapping.value(FAR, v), grows: !met } }
}

fn tunable(mapping: Mapping, _v: f64) -> Requirement {
    let learned = mapping.learned_parameters();
    Requirement { met: !learned.is_empty(), found: Found::Learned(learned) }
}

fn monotone(mapping: Mapping, v: f64) -> Requirement {
    let samples: Vec<f64> =
        (-4_000..=4_000).map(|step| mapping.value(f64::from(step) / 100.0, v)).collect();
    let never_falls = samples.windows(2).all(|pair| pair[1] >= pair[0]);
    let never_rises = samples.windows(2).all(|pair| pair[1] <= pair[0]);
    Requirement {
        met: never_falls || never_rises,
        found: Found::Course { never_falls, never_rises },
    }
}
