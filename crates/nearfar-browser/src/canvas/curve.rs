//! The coefficient of a head over distance, as it stands beside the sliders: the curve of f(w·R; v), and a
//! point for every distance that the sentence has.

use nearfar::attention::{HeadParameters, Mapping};
use nearfar::picture::layout::{Align, Label};
use nearfar::picture::palette::{Theme, method_colours};

use super::{Surface, css};

/// Room for the labels: left, top, right, bottom, in CSS pixels.
const ROOM: [f64; 4] = [24.0, 14.0, 12.0, 18.0];
const LABEL_SIZE: f64 = 10.0;
/// A step of the curve, in CSS pixels.
const STEP: f64 = 2.0;
/// A plot of this width, in CSS pixels, has room for more than the name of its axis between the ends.
const WIDE_ENOUGH: f64 = 100.0;
/// Points closer than this, in CSS pixels, run into each other.
const APART: f64 = 5.0;
/// The axis ends at the first of them that no coefficient exceeds.
const TOPS: [f64; 10] = [2.0, 4.0, 8.0, 16.0, 32.0, 100.0, 1e3, 1e4, 1e5, 1e6];
/// What the slider of v reaches: what lies between is shaded.
const ENDS_OF_V: [f64; 2] = [-3.0, 3.0];
/// The bound of a far head is in the picture where its largest coefficient is no smaller a part of it.
const PART_OF_BOUND: f64 = 0.25;

/// Draws the coefficients of a head for distances of 0 to `tokens` - 1; that at the distance `marked`
/// stands out. `learned`: w and v as they were learned, where they are others, and what is said of their dashed curve; by
/// reference, so that the first picture's program, which has none, does without.
pub fn draw(
    surface: &Surface,
    (width, height): (f64, f64),
    theme: Theme,
    (mapping, HeadParameters { w, v }): (Mapping, HeadParameters),
    tokens: usize,
    marked: Option<usize>,
    learned: Option<&(HeadParameters, &str)>,
) {
    let [left, above, right, below] = ROOM;
    let plot = (width - left - right, height - above - below);
    let farthest = tokens.saturating_sub(1).max(1) as f64;
    let value = |distance: f64| value(mapping, w * distance, v);
    let ends = [value(0.0), value(farthest)];
    let largest = ends[0].max(ends[1]).max(1.0);
    // A far head's coefficients rise towards it, and never get there.
    let bound = Some(1.0 + v.exp()).filter(|bound| {
        mapping == Mapping::LearnableSigmoid && w > 0.0 && largest >= PART_OF_BOUND * bound
    });
    let largest = bound.map_or(largest, |bound| largest.max(bound));
    let top = TOPS.into_iter().find(|top| *top >= largest).unwrap_or(largest);
    let bottom = ends[0].min(ends[1]).min(0.0);
    let x_of = |distance: f64| left + plot.0 * distance / farthest;
    let y_of = |value: f64| above + plot.1 * (top - value) / (top - bottom);

    let context = surface.context();
    let quiet = css(theme.foreground(), 0.72);
    let line = |from: (f64, f64), to: (f64, f64), opacity: f64| {
        context.set_stroke_style_str(&css(theme.foreground(), opacity));
        context.set_line_width(1.0);
        context.begin_path();
        context.move_to(from.0, from.1);
        context.line_to(to.0, to.1);
        context.stroke();
    };
    let steps = (plot.0 / STEP).ceil().max(1.0);
    let distances = || (0..=steps as usize).map(|step| farthest * step as f64 / steps);
    if mapping == Mapping::LearnableSigmoid {
        let [low, high] = ENDS_OF_V;
        let there = distances().map(|distance| (distance, low));
        let back = distances().rev().map(|distance| (distance, high));
        context.set_fill_style_str(&css(method_colours(theme)[0], 0.13));
        context.begin_path();
        for (distance, v) in there.chain(back) {
            let value = self::value(mapping, w * distance, v).min(top);
            context.line_to(x_of(distance), y_of(value));
        }
        context.fill();
    }
    line((left, y_of(0.0)), (width - right, y_of(0.0)), 0.4);
    // Above 1 a score is promoted, below it is suppressed.
    line((left, y_of(1.0)), (width - right, y_of(1.0)), 0.25);
    if bound.is_some() || learned.is_some() {
        let dashes = js_sys::Array::of2(&4.0.into(), &4.0.into());
        let _ = context.set_line_dash(&dashes);
        if let Some(bound) = bound {
            line((left, y_of(bound)), (width - right, y_of(bound)), 0.5);
        }
        if let Some(&(HeadParameters { w, v }, _)) = learned {
            context.set_stroke_style_str(&css(method_colours(theme)[0], 0.7));
            context.begin_path();
            for distance in distances() {
                let value = self::value(mapping, w * distance, v).clamp(bottom, top);
                context.line_to(x_of(distance), y_of(value));
            }
            context.stroke();
        }
        let _ = context.set_line_dash(&js_sys::Array::new());
    }
    surface.keep_font(LABEL_SIZE);
    let label = |text: String, x: f64, y: f64, align: Align| {
        surface.label(&Label { index: 0, text, x, y, align, upwards: false, width: 0.0 }, &quiet);
    };
    for (tick, text) in ticks(top, plot.1 / (top - bottom)) {
        label(text, left - 5.0, y_of(tick), Align::End);
    }
    if let Some(bound) = bound {
        // Where the curve is low yet.
        label("1 + eᵛ".to_owned(), left + 6.0, y_of(bound) - 7.0, Align::Start);
    }
    let under = height - below / 2.0 + 2.0;
    for tick in [0, tokens.saturating_sub(1)] {
        label(tick.to_string(), x_of(tick as f64), under, Align::Middle);
    }
    let mut axis = "|i − j|".to_owned();
    if let Some((_, says)) = learned.filter(|_| plot.0 >= WIDE_ENOUGH) {
        axis = format!("{axis}; {says}");
    }
    label(axis, left + plot.0 / 2.0, under, Align::Middle);

    let accent = css(method_colours(theme)[0], 1.0);
    context.set_stroke_style_str(&accent);
    context.set_line_width(2.0);
    context.begin_path();
    distances().for_each(|distance| context.line_to(x_of(distance), y_of(value(distance))));
    context.stroke();
    context.set_fill_style_str(&accent);
    let point = |distance: usize, radius: f64| {
        context.begin_path();
        let (x, y) = (x_of(distance as f64), y_of(value(distance as f64)));
        let _ = context.arc(x, y, radius, 0.0, std::f64::consts::TAU);
        context.fill();
    };
    if plot.0 / farthest >= APART {
        (0..tokens).for_each(|distance| point(distance, 2.5));
    }
    if let Some(distance) = marked.filter(|distance| *distance < tokens) {
        point(distance, 5.0);
        let x = x_of(distance as f64);
        line((x, above), (x, height - below), 0.4);
    }
}

/// The mapping's value, within what can be drawn. Once in the program, which is to be small.
#[inline(never)]
fn value(mapping: Mapping, weighted: f64, v: f64) -> f64 {
    mapping.value(weighted, v).clamp(-1e6, 1e6)
}

/// The labels of an axis that ends at `top` and has so many CSS pixels a unit: the top, 1, and 0 where it does
/// not run into the 1.
fn ticks(top: f64, pixels: f64) -> impl Iterator<Item = (f64, String)> {
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
    use super::ticks;

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
}
