//! What a model adds to the scores of a head by itself, over the signed distance j - i: a point for every distance
//! that the sentence has, and where the term is not one of the distance alone, the range that it takes.

use nearfar::picture::layout::{Align, Label};
use nearfar::picture::palette::{Theme, method_colours};
use nearfar::picture::scale::nice_ticks;

use super::{Surface, css};

/// Room for the labels: left, top, right, bottom, in CSS pixels.
const ROOM: [f64; 4] = [34.0, 8.0, 12.0, 18.0];
const LABEL_SIZE: f64 = 10.0;
/// A plot of this width, in CSS pixels, has room for the name of its axis between 0 and its end.
const WIDE_ENOUGH: f64 = 120.0;
/// Points closer than this, in CSS pixels, run into each other.
const APART: f64 = 4.0;

/// Draws mean, least and most by distance from -(N-1) to N-1, `[2N-1]`, each times `beta`; that at the distance
/// `marked` stands out.
pub fn draw(
    surface: &Surface,
    (width, height): (f64, f64),
    theme: Theme,
    by_offset: &[[f64; 3]],
    beta: f64,
    marked: Option<isize>,
) {
    let [left, above, right, below] = ROOM;
    let plot = (width - left - right, height - above - below);
    let farthest = by_offset.len() as isize / 2;
    // The axis stays while less of the term counts, and goes along where it is more.
    let reach = by_offset.iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
    let reach = (reach * beta.abs().max(1.0)).clamp(1e-6, 1e9);
    let x_of =
        |offset: isize| left + plot.0 * (offset + farthest) as f64 / (2 * farthest).max(1) as f64;
    let y_of = |value: f64| above + plot.1 * (reach - value.clamp(-reach, reach)) / (2.0 * reach);

    let context = surface.context();
    let quiet = css(theme.foreground(), 0.72);
    let line = |from, to, opacity| surface.line(from, to, 1.0, &css(theme.foreground(), opacity));
    line((left, y_of(0.0)), (width - right, y_of(0.0)), 0.4);
    line((x_of(0), above), (x_of(0), height - below), 0.2);
    surface.keep_font(LABEL_SIZE);
    let label = |text: String, x: f64, y: f64, align: Align| {
        surface.label(&Label { index: 0, text, x, y, align, upwards: false, width: 0.0 }, &quiet);
    };
    for (tick, text) in nice_ticks(-reach, reach, 3) {
        label(text, left - 5.0, y_of(tick), Align::End);
    }
    let under = height - below / 2.0 + 2.0;
    let mut ends = vec![-farthest, 0, farthest];
    ends.dedup();
    for offset in ends {
        label(offset.to_string().replace('-', "\u{2212}"), x_of(offset), under, Align::Middle);
    }
    if plot.0 >= WIDE_ENOUGH {
        label("j − i".to_owned(), left + 0.75 * plot.0, under, Align::Middle);
    }

    let [accent, _] = method_colours(theme);
    let offsets = || (-farthest..).zip(by_offset);
    context.set_fill_style_str(&css(accent, 0.2));
    context.begin_path();
    for (offset, [_, least, _]) in offsets() {
        context.line_to(x_of(offset), y_of(beta * least));
    }
    for (offset, [_, _, most]) in offsets().collect::<Vec<_>>().into_iter().rev() {
        context.line_to(x_of(offset), y_of(beta * most));
    }
    context.fill();
    let accent = css(accent, 1.0);
    context.set_stroke_style_str(&accent);
    context.set_fill_style_str(&accent);
    context.set_line_width(2.0);
    context.begin_path();
    for (offset, [mean, ..]) in offsets() {
        context.line_to(x_of(offset), y_of(beta * mean));
    }
    context.stroke();
    let are_apart = plot.0 / by_offset.len() as f64 >= APART;
    for (offset, [mean, ..]) in offsets() {
        let is_marked = marked == Some(offset);
        if is_marked || are_apart {
            context.begin_path();
            let radius = if is_marked { 5.0 } else { 2.0 };
            let (x, y) = (x_of(offset), y_of(beta * mean));
            let _ = context.arc(x, y, radius, 0.0, std::f64::consts::TAU);
            context.fill();
        }
    }
}
