//! The five requirements that the paper sets for a mapping function (section 3.2), each checked
//! on numbers, with the reason.

use crate::attention::mapping::Mapping;

/// One requirement, what was found, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Requirement {
    /// What the paper asks for, in a few words.
    pub asks: &'static str,
    /// Whether the mapping meets it.
    pub met: bool,
    /// The numbers that decided.
    pub reason: String,
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
    Requirement {
        asks: "f(0) = 1: a distance of 0 changes nothing",
        met: (at_zero - 1.0).abs() < 1e-12,
        reason: format!("f(0) = {}", short(at_zero)),
    }
}

fn zero_at_minus_infinity(mapping: Mapping, v: f64) -> Requirement {
    let far = mapping.value(-FAR, v);
    Requirement {
        asks: "f → 0 for x → −∞: a head can ignore distant tokens",
        met: far.abs() < 1e-6,
        reason: format!("f(−10⁹) = {}", short(far)),
    }
}

fn bounded(mapping: Mapping, v: f64) -> Requirement {
    // Compared by logarithm where there is one: at v = 1,000 the bound itself exceeds f64.
    let probe = |x| mapping.log_value(x, v).unwrap_or_else(|| mapping.value(x, v));
    let (far, farther) = (probe(FAR), probe(FARTHER));
    let met = farther <= far + 1e-9 * far.abs().max(1.0);
    Requirement {
        asks: "bounded for x → +∞: no weight explodes in a long text",
        met,
        reason: if met {
            format!("f(10⁹) = {}, and no more beyond", short(mapping.value(FAR, v)))
        } else {
            format!("f(10⁹) = {}, and still growing", short(mapping.value(FAR, v)))
        },
    }
}

fn tunable(mapping: Mapping, _v: f64) -> Requirement {
    let learned = mapping.learned_parameters();
    let names = learned.join(" and ");
    Requirement {
        asks: "tunable: its shape can be learned",
        met: !learned.is_empty(),
        reason: match learned.as_slice() {
            [] => "no learned parameter".to_owned(),
            ["v"] => "learns v".to_owned(),
            _ => format!("{names}: learned for every head in the paper, set by hand here"),
        },
    }
}

fn monotone(mapping: Mapping, v: f64) -> Requirement {
    let samples: Vec<f64> =
        (-4_000..=4_000).map(|step| mapping.value(f64::from(step) / 100.0, v)).collect();
    let never_falls = samples.windows(2).all(|pair| pair[1] >= pair[0]);
    let never_rises = samples.windows(2).all(|pair| pair[1] <= pair[0]);
    Requirement {
        asks: "monotone: farther never means the opposite of far",
        met: never_falls || never_rises,
        reason: match (never_falls, never_rises) {
            (true, true) => "constant on [−40, 40]".to_owned(),
            (true, false) => "never falls on [−40, 40], 8,001 samples".to_owned(),
            (false, true) => "never rises on [−40, 40], 8,001 samples".to_owned(),
            (false, false) => "rises and falls on [−40, 40]".to_owned(),
        },
    }
}

fn short(value: f64) -> String {
    crate::picture::scale::format_number(value)
}
