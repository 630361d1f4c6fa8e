//! How A comes about, as the page lays it out: what is of distances in one lane, what is of scores in another, and both
//! lanes end where they meet.

use crate::attention::Step;
use crate::method::Method;

/// Where a step stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// From distances to coefficients.
    Distance,
    /// From queries and keys to scores.
    Score,
    /// What comes of both.
    Both,
}

/// A step in its lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The step.
    pub step: Step,
    /// Its lane.
    pub lane: Lane,
    /// Its column, from 1.
    pub column: usize,
    /// What stands before it: nothing, an arrow, or what joins the two lanes.
    pub sign: &'static str,
}

fn lane_of(step: Step, method: Method) -> Lane {
    if step == Step::Term {
        return Lane::Score;
    }
    let Method::DistanceAware { adjustment, .. } = method else { return Lane::Both };
    match step {
        Step::Distance | Step::WeightedDistance | Step::Coefficient => Lane::Distance,
        Step::Logit if adjustment.is_early() => Lane::Both,
        Step::Weight => Lane::Both,
        Step::Term | Step::Score | Step::Clipped | Step::Logit | Step::Normalised => Lane::Score,
    }
}

/// Where each step of a method stands. `has_term`: whether the model adds something to its scores by itself, which
/// stands before them.
pub fn places(method: Method, has_term: bool) -> Vec<Place> {
    let term = has_term.then_some(Step::Term);
    let steps = term.into_iter().chain(method.steps().iter().copied());
    let lanes: Vec<(Step, Lane)> = steps.map(|step| (step, lane_of(step, method))).collect();
    let long = |lane| lanes.iter().filter(|(_, known)| *known == lane).count();
    let longest = long(Lane::Distance).max(long(Lane::Score));
    let multiplies =
        matches!(method, Method::DistanceAware { adjustment, .. } if adjustment.multiplies());
    let mut before = [0; 3];
    let place = |&(step, lane): &(Step, Lane)| {
        let index = &mut before[lane as usize];
        *index += 1;
        let (column, sign) = match (lane, *index) {
            (Lane::Both, 1) if longest == 0 => (1, ""),
            (Lane::Both, 1) => (longest + 1, if multiplies { "×" } else { "+" }),
            (Lane::Both, index) => (longest + index, "→"),
            (lane, index) => (longest - long(lane) + index, if index == 1 { "" } else { "→" }),
        };
        Place { step, lane, column, sign }
    };
    lanes.iter().map(place).collect()
}

/// What both lanes end with, and the sign that joins them: what is left of the scores, and the coefficients. `None` for
/// a method without coefficients.
pub fn ends(method: Method) -> Option<(Step, &'static str, Step)> {
    let places = places(method, false);
    let last = |lane| places.iter().rfind(|place| place.lane == lane).map(|place| place.step);
    let joined = places.iter().find(|place| place.lane == Lane::Both)?;
    Some((last(Lane::Score)?, joined.sign, last(Lane::Distance)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attention::{Adjustment, Mapping};

    fn methods() -> Vec<Method> {
        let mapping = Mapping::LearnableSigmoid;
        let of = |adjustment| Method::DistanceAware { mapping, adjustment };
        let vanilla = [false, true].map(|positions| Method::Vanilla { positions });
        Adjustment::ALL.into_iter().map(of).chain(vanilla).collect()
    }

    #[test]
    fn every_step_has_a_cell_of_its_own_and_both_lanes_end_where_they_meet() {
        for method in methods() {
            for has_term in [false, true] {
                let places = places(method, has_term);
                assert_eq!(places.len(), method.steps().len() + usize::from(has_term));
                for (index, place) in places.iter().enumerate() {
                    let is_there = |other: &Place| {
                        let meets = other.lane == place.lane
                            || [other.lane, place.lane].contains(&Lane::Both);
                        other.column == place.column && meets
                    };
                    assert!(!places[..index].iter().any(is_there), "{method:?} {place:?}");
                }
                let ends =
                    |lane| places.iter().filter(|place| place.lane == lane).map(|p| p.column).max();
                let both = places.iter().filter(|place| place.lane == Lane::Both);
                let meets = both.map(|place| place.column).min();
                for lane in [Lane::Distance, Lane::Score] {
                    assert!(
                        ends(lane).is_none_or(|end| Some(end + 1) == meets),
                        "{method:?} {lane:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_papers_lanes_meet_at_a_product_and_an_added_one_at_a_sum() {
        let signs = |method: Method| -> Vec<&str> {
            places(method, false).iter().map(|place| place.sign).collect()
        };
        assert_eq!(signs(Method::DISTANCE_AWARE), ["", "→", "→", "", "→", "×", "→"]);
        for method in methods() {
            let Method::DistanceAware { adjustment, .. } = method else { continue };
            let sign = if adjustment.multiplies() { "×" } else { "+" };
            assert!(signs(method).contains(&sign), "{method:?}");
            let (score, between, coefficient) = ends(method).unwrap();
            assert_eq!((between, coefficient), (sign, Step::Coefficient), "{method:?}");
            assert_eq!(lane_of(score, method), Lane::Score, "{method:?}");
        }
        assert_eq!(ends(Method::DISTANCE_AWARE), Some((Step::Clipped, "×", Step::Coefficient)));
        assert_eq!(ends(Method::WITHOUT_RELU), Some((Step::Score, "×", Step::Coefficient)));
        // Vanilla attention has one lane.
        assert_eq!(ends(Method::VANILLA), None);
        let vanilla = places(Method::VANILLA, false);
        assert!(vanilla.iter().all(|place| place.lane == Lane::Both));
    }
}
