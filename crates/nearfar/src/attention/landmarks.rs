//! Where a mapping stands: its bound, and where half is lost or gained. What a curve says in words is
//! said from these.

use super::mapping::softplus;

/// The places that words about a mapping are made from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Landmarks {
    /// What no coefficient exceeds.
    pub bound: f64,
    /// x, below 0, at which half of f(0) is left.
    pub half_lost: f64,
    /// x, above 0, at which half of the way from f(0) to the bound is gone.
    pub half_gained: f64,
}

impl Landmarks {
    /// Those of Eq. 5.
    pub fn of_learnable_sigmoid(v: f64) -> Landmarks {
        Landmarks { bound: bound(v), half_lost: half_lost(v), half_gained: half_gained(v) }
    }
}

/// 1 + e^v: what f(x; v) rises to as x grows (Wu et al. 2021, section 3.2). Infinite beyond `f64`.
pub fn bound(v: f64) -> f64 {
    1.0 + v.exp()
}

/// x at which f(x; v) has fallen from 1 to 1/2: -ln(2 + e^-v), below 0.
pub fn half_lost(v: f64) -> f64 {
    -half_gained(-v)
}

/// x at which f(x; v) has risen half the way from 1 to 1 + e^v: ln(2 + e^v), above 0.
pub fn half_gained(v: f64) -> f64 {
    // ln(2 + e^v) = ln 2 + ln(1 + e^(v - ln 2)).
    std::f64::consts::LN_2 + softplus(v - std::f64::consts::LN_2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attention::Mapping;

    #[test]
    fn the_curve_goes_through_its_landmarks() {
        for v in [-40.0, -5.0, -1.0, 0.0, 0.5, 1.0, 5.0, 40.0] {
            let f = |x| Mapping::LearnableSigmoid.value(x, v);
            assert!((f(half_lost(v)) - 0.5).abs() < 1e-12, "{v}");
            // Half of the rise, as a share of it: at v = -40 the rise is 4e-18 and lost in 1 + it.
            if v > -20.0 {
                let share = (f(half_gained(v)) - 1.0) / v.exp();
                assert!((share - 0.5).abs() < 1e-6, "{v}: {share}");
            }
        }
        assert!(half_lost(-1000.0).is_finite() && half_gained(1000.0).is_finite());
        assert_eq!(bound(0.0), 2.0);
    }
}
