//! Values over the steps of a run: lines between two axes with their numbers.

use nearfar::picture::curve::CurveStyle;
use nearfar::picture::layout::Rect;
use nearfar::picture::palette::Theme;
use nearfar::picture::scale::{format_count, nice_ticks};

use super::{Surface, css};

const FONT: f64 = 11.0;
const LEFT: f64 = 38.0;
/// Room for what lies above and below the middle; all plots have it, so that their steps stand under each other.
const RIGHT: f64 = 32.0;
const TOP: f64 = 8.0;
const BELOW: f64 = 20.0;
/// What is smaller, in CSS pixels, has no room for a plot.
const SMALLEST: (f64, f64) = (80.0, 60.0);

/// What lies round the lines.
#[derive(Clone, Copy, Debug)]
pub struct Axes {
    /// The last step of the horizontal axis.
    pub steps: u64,
    /// What it counts.
    pub counts: &'static str,
    /// Lowest and highest value of the vertical one.
    pub range: (f64, f64),
    /// A value with a stronger line, and what lies above and below it.
    pub middle: Option<(f64, &'static str, &'static str)>,
    /// Light or dark.
    pub theme: Theme,
}

/// A line.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Step and value; a value that is not finite leaves a gap.
    pub points: &'a [(f64, f64)],
    /// Colour and dashes.
    pub style: CurveStyle,
    /// In CSS pixels.
    pub width: f64,
    /// From 0 to 1.
    pub opacity: f64,
}

/// Draws the lines, later ones on top, in a few hundred strokes: they change ten times a second while a worker trains beside
/// it.
pub fn draw<'a>(
    surface: &Surface,
    (width, height): (f64, f64),
    axes: Axes,
    lines: impl Iterator<Item = Line<'a>>,
) {
    if width < SMALLEST.0 || height < SMALLEST.1 {
        return;
    }
    let Axes { counts, range: (low, high), theme, .. } = axes;
    let area = Rect { x: LEFT, y: TOP, width: width - LEFT - RIGHT, height: height - TOP - BELOW };
    let steps = axes.steps.max(1) as f64;
    let x_of = |step: f64| area.x + step / steps * area.width;
    let y_of = |value: f64| area.bottom() - (value - low) / (high - low) * area.height;
    let ink = css(theme.foreground(), 0.72);
    let grid = css(theme.foreground(), 0.13);
    surface.set_font(FONT);
    let context = surface.context();
    let width_of = |text: &str| context.measure_text(text).map_or(0.0, |metrics| metrics.width());
    for (value, label) in nice_ticks(low, high, (area.height / 32.0).max(2.0) as usize) {
        let y = y_of(value);
        surface.fill(Rect { x: area.x, y: y.round(), width: area.width, height: 1.0 }, &grid);
        surface.right_aligned(&label, area.x - 5.0, y, &ink);
    }
    let counts_left = width - 2.0 - width_of(counts);
    for (step, _) in nice_ticks(0.0, steps, (area.width / 90.0).max(1.0) as usize) {
        let x = x_of(step);
        surface.fill(Rect { x: x.round(), y: area.y, width: 1.0, height: area.height }, &grid);
        let label = format_count(step.round() as u64);
        let x = x.min(area.right() - 10.0);
        // Numbers make way for what they count.
        if x + width_of(&label) / 2.0 + 6.0 < counts_left {
            surface.centred(&label, x, area.bottom() + 11.0, &ink);
        }
    }
    // Under the plot, where no line crosses it.
    surface.right_aligned(counts, width - 2.0, area.bottom() + 11.0, &ink);
    if let Some((value, above, below)) = axes.middle {
        let y = y_of(value);
        let strong = css(theme.foreground(), 0.6);
        surface.fill(Rect { x: area.x, y: y.round(), width: area.width, height: 1.0 }, &strong);
        surface.right_aligned(above, width - 2.0, (y - 9.0).max(area.y), &ink);
        surface.right_aligned(below, width - 2.0, (y + 9.0).min(area.bottom()), &ink);
    }
    context.save();
    context.begin_path();
    // A dot at the first step is whole.
    context.rect(area.x - 5.0, area.y - 1.0, area.width + 5.0, area.height + 2.0);
    context.clip();
    context.set_line_join("round");
    for Line { points, style, width, opacity } in lines {
        let dash: js_sys::Array =
            style.dash.iter().map(|&length| wasm_bindgen::JsValue::from(length)).collect();
        let _ = context.set_line_dash(&dash);
        context.set_stroke_style_str(&css(style.colour, opacity));
        context.set_line_width(width);
        context.begin_path();
        for piece in points.split(|(_, value)| !value.is_finite()) {
            let mut places = piece.iter().map(|&(step, value)| (x_of(step), y_of(value)));
            places.next().into_iter().for_each(|(x, y)| context.move_to(x, y));
            places.for_each(|(x, y)| context.line_to(x, y));
        }
        context.stroke();
        // A point alone is a dot.
        context.set_fill_style_str(&css(style.colour, opacity));
        for piece in points.split(|(_, value)| !value.is_finite()) {
            if let &[(step, value)] = piece {
                context.begin_path();
                let _ =
                    context.arc(x_of(step), y_of(value), width + 1.0, 0.0, std::f64::consts::TAU);
                context.fill();
            }
        }
    }
    context.restore();
}
