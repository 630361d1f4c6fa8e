//! The coefficient of a head over distance, as it stands beside the sliders: what its axis reaches, and the labels of that.

use crate::attention::{HeadParameters, Mapping};

/// Room for the labels: left, top, right, bottom, in CSS pixels.
pub const ROOM: [f64; 4] = [24.0, 14.0, 12.0, 18.0];
/// The size of the labels, in CSS pixels.
pub const LABEL_SIZE: f64 = 10.0;
/// What the slider of v reaches: what lies between is shaded.
pub const ENDS_OF_V: [f64; 2] = [-3.0, 3.0];
/// The axis ends at the first of them that no coefficient exceeds.
const TOPS: [f64; 11] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 100.0, 1e3, 1e4, 1e5, 1e6];
/// The bound of a far head is in the picture where its largest coefficient is no smaller a part of it.
const PART_OF_BOUND: f64 = 0.25;

/// What the axis of the coefficients reaches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    /// Its upper end, at least 1.
    pub top: f64,
    /// Its lower end, at most 0.
    pub bottom: f64,
    /// 1 + eᵛ, which the coefficients of a far head rise towards and never reach, where it is in the picture.
    pub bound: Option<f64>,
}

impl Range {
    /// For the distances of a sentence of so many tokens.
    pub fn of(mapping: Mapping, HeadParameters { w, v }: HeadParameters, tokens: usize) -> Range {
        let ends = [0.0, tokens.saturating_sub(1).max(1) as f64];
        let [near, far] = ends.map(|distance| value(mapping, w * distance, v));
        let largest = near.max(far).max(1.0);
        let bound = Some(1.0 + v.exp()).filter(|bound| {
            mapping == Mapping::LearnableSigmoid && w > 0.0 && largest >= PART_OF_BOUND * bound
        });
        let largest = bound.map_or(largest, |bound| largest.max(bound));
        let top = TOPS.into_iter().find(|top| *top >= largest).unwrap_or(largest);
        Range { top, bottom: near.min(far).min(0.0), bound }
    }

    /// The same with ends no nearer than those `before`: while a slider is dragged the axis only grows, and a curve that
    /// grows is never seen to sink.
    pub fn no_less_than(self, before: Range) -> Range {
        let (top, bottom) = (self.top.max(before.top), self.bottom.min(before.bottom));
        Range { top, bottom, ..self }
    }
}

/// The mapping's value, within what can be drawn. Once in the program, which is to be small.
#[inline(never)]
pub fn value(mapping: Mapping, weighted: f64, v: f64) -> f64 {
    mapping.value(weighted, v).clamp(-1e6, 1e6)
}

/// The labels of an axis that ends at `top` and has so many CSS pixels a unit: the top, 1, and 0 where it does
/// not run into the 1.
pub fn ticks(top: f64, pixels: f64) -> impl Iterator<Item = (f64, String)> {
    let one = (top - 1.0) * pixels >= LABEL_SIZE;
    let zero = pixels >= LABEL_SIZE;
    // Longer numbers have no room beside the plot; these are powers of ten.
    let text = |tick: f64| match tick as i64 {
        1_000 => "1e3".to_owned(),
        10_000 => "1e4".to_owned(),
        100_000 => "1e5".to_owned(),
        1_000_000 => "1e6".to_owned(),
        tick => tick.to_string(),
    };
    let shown = [Some(top), one.then_some(1.0), zero.then_some(0.0)];
    shown.into_iter().flatten().map(move |tick| (tick, text(tick)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_the_axis_do_not_run_into_each_other() {
        let of = |top: f64, height: f64| {
            ticks(top, height / top).map(|(_, text)| text).collect::<Vec<_>>()
        };
        assert_eq!(of(4.0, 80.0), ["4", "1", "0"]);
        assert_eq!(of(2.0, 15.0), ["2"]);
        // An exponent that has run away.
        assert_eq!(of(100.0, 80.0), ["100", "1"]);
        assert_eq!(of(1e6, 80.0), ["1e6", "1"]);
    }

    #[test]
    fn an_axis_that_is_held_grows_and_does_not_shrink() {
        let of = |v: f64| Range::of(Mapping::LearnableSigmoid, HeadParameters { w: 1.0, v }, 9);
        let [low, high] = [of(0.0), of(3.0)];
        assert_eq!([low.top, high.top], [2.0, 32.0]);
        assert_eq!(high.no_less_than(low), high);
        // The bound is that of now.
        assert_eq!(low.no_less_than(high), Range { top: 32.0, ..low });
        let negative = Range { bottom: -1.0, ..low };
        assert_eq!(low.no_less_than(negative).bottom, -1.0);
    }

    #[test]
    fn a_far_head_shows_its_bound_where_it_comes_near() {
        let of = |w: f64, v: f64| Range::of(Mapping::LearnableSigmoid, HeadParameters { w, v }, 9);
        assert_eq!(of(-1.0, 0.0), Range { top: 1.0, bottom: 0.0, bound: None });
        let far = of(1.0, 1.0);
        assert_eq!((far.top, far.bottom), (4.0, 0.0));
        assert!((far.bound.unwrap() - (1.0 + 1.0_f64.exp())).abs() < 1e-12);
        // Its largest coefficient, at a distance of 8, is a small part of 1 + e⁶.
        assert_eq!(of(0.1, 6.0).bound, None);
    }
}
