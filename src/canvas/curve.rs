//! The coefficient of a head over distance, as it stands beside the sliders: the curve of f(w·R; v), and a
//! point for every distance that the sentence has.

use nearfar::attention::{HeadParameters, Mapping};
use nearfar::picture::coefficients::{ENDS_OF_V, LABEL_SIZE, ROOM, Range, ticks, value};
use nearfar::picture::layout::{Align, Label};
use nearfar::picture::palette::{Theme, method_colours};

use super::{Surface, css};

/// A step of the curve, in CSS pixels.
const STEP: f64 = 2.0;
/// A plot of this width, in CSS pixels, has room for more than the name of its axis between the ends.
const WIDE_ENOUGH: f64 = 100.0;
/// Points closer than this, in CSS pixels, run into each other.
const APART: f64 = 5.0;

/// Draws the coefficients of a head for distances of 0 to `tokens` - 1 on an axis of this range; that at the distance `marked`
/// stands out. `learned`: w and v as they were learned, where they are others, and what is said of their dashed curve.
pub fn draw(
    surface: &Surface,
    (width, height): (f64, f64),
    theme: Theme,
    (mapping, HeadParameters { w, v }): (Mapping, HeadParameters),
    (tokens, Range { top, bottom, bound }): (usize, Range),
    marked: Option<usize>,
    learned: Option<&(HeadParameters, &str)>,
) {
    let [left, above, right, below] = ROOM;
    let plot = (width - left - right, height - above - below);
    let farthest = tokens.saturating_sub(1).max(1) as f64;
    let value_at = |distance: f64| value(mapping, w * distance, v);
    let x_of = |distance: f64| left + plot.0 * distance / farthest;
    let y_of = |value: f64| above + plot.1 * (top - value) / (top - bottom);

    let context = surface.context();
    let quiet = css(theme.foreground(), 0.72);
    let line = |from, to, opacity| surface.line(from, to, 1.0, &css(theme.foreground(), opacity));
    let steps = (plot.0 / STEP).ceil().max(1.0);
    let distances = || (0..=steps as usize).map(|step| farthest * step as f64 / steps);
    if mapping == Mapping::LearnableSigmoid {
        let [low, high] = ENDS_OF_V;
        let there = distances().map(|distance| (distance, low));
        let back = distances().rev().map(|distance| (distance, high));
        context.set_fill_style_str(&css(method_colours(theme)[0], 0.13));
        context.begin_path();
        for (distance, v) in there.chain(back) {
            context.line_to(x_of(distance), y_of(value(mapping, w * distance, v).min(top)));
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
                let value = value(mapping, w * distance, v).clamp(bottom, top);
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
    let is_wide = plot.0 >= WIDE_ENOUGH;
    let mut axis = if is_wide { "R = |i − j|" } else { "|i − j|" }.to_owned();
    if let Some((_, says)) = learned.filter(|_| is_wide) {
        axis = format!("{axis}; {says}");
    }
    label(axis, left + plot.0 / 2.0, under, Align::Middle);

    let accent = css(method_colours(theme)[0], 1.0);
    context.set_stroke_style_str(&accent);
    context.set_line_width(2.0);
    context.begin_path();
    distances().for_each(|distance| context.line_to(x_of(distance), y_of(value_at(distance))));
    context.stroke();
    context.set_fill_style_str(&accent);
    let point = |distance: usize, radius: f64| {
        context.begin_path();
        let (x, y) = (x_of(distance as f64), y_of(value_at(distance as f64)));
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
