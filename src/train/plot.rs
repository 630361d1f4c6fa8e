//! A plot of lines over steps on a canvas, drawn anew in a few hundred strokes: it changes ten times a
//! second while a worker trains beside it.

use nearfar::picture::layout::Rect;
use nearfar::picture::scale::{format_count, nice_ticks};
use nearfar_training::room::plots::Picture;
use web_sys::HtmlCanvasElement;

use crate::canvas::{Surface, css};

const FONT: f64 = 11.0;
const LEFT: f64 = 38.0;
/// Room for what lies above and below the middle; all plots have it, so that their steps stand under each other.
const RIGHT: f64 = 32.0;
const TOP: f64 = 8.0;
const BELOW: f64 = 20.0;

/// Draws a plot on a canvas of this size in CSS pixels.
pub fn draw(picture: &Picture, canvas: &HtmlCanvasElement, (width, height): (f64, f64)) {
    if width < 80.0 || height < 60.0 {
        return;
    }
    let Some(surface) = Surface::new(canvas, width, height) else { return };
    let area = Rect { x: LEFT, y: TOP, width: width - LEFT - RIGHT, height: height - TOP - BELOW };
    let steps = picture.steps.max(1) as f64;
    let (low, high) = picture.range;
    let x_of = |step: f64| area.x + step / steps * area.width;
    let y_of = |value: f64| area.bottom() - (value - low) / (high - low) * area.height;
    let axis = texts::train::plot_axis();
    let ink = css(picture.theme.foreground(), 0.72);
    let grid = css(picture.theme.foreground(), 0.13);
    surface.set_font(FONT);
    let context = surface.context();
    for (value, label) in nice_ticks(low, high, (area.height / 32.0) as usize) {
        let y = y_of(value);
        surface.fill(Rect { x: area.x, y: y.round(), width: area.width, height: 1.0 }, &grid);
        surface.right_aligned(&label, area.x - 5.0, y, &ink);
    }
    let axis_width = context.measure_text(axis).map_or(0.0, |metrics| metrics.width());
    let axis_left = width - 2.0 - axis_width;
    context.set_text_align("center");
    for (step, _) in nice_ticks(0.0, steps, (area.width / 90.0).max(1.0) as usize) {
        let x = x_of(step);
        surface.fill(Rect { x: x.round(), y: area.y, width: 1.0, height: area.height }, &grid);
        let label = format_count(step.round() as u64);
        let x = x.clamp(area.x + 6.0, area.right() - 10.0);
        // Numbers make way for what they count.
        let half = context.measure_text(&label).map_or(0.0, |metrics| metrics.width()) / 2.0;
        if x + half + 6.0 < axis_left {
            surface.centred(&label, x, area.bottom() + 11.0, &ink);
        }
    }
    // Under the plot, where no line crosses it.
    surface.right_aligned(axis, width - 2.0, area.bottom() + 11.0, &ink);
    if let Some((value, above, below)) = picture.middle {
        let y = y_of(value);
        let strong = css(picture.theme.foreground(), 0.6);
        surface.fill(Rect { x: area.x, y: y.round(), width: area.width, height: 1.0 }, &strong);
        surface.right_aligned(above, width - 2.0, (y - 9.0).max(area.y), &ink);
        surface.right_aligned(below, width - 2.0, (y + 9.0).min(area.bottom()), &ink);
    }
    context.save();
    context.begin_path();
    context.rect(area.x, area.y - 1.0, area.width, area.height + 2.0);
    context.clip();
    context.set_line_join("round");
    for (line, style) in &picture.lines {
        let dash: js_sys::Array =
            style.dash.iter().map(|&length| wasm_bindgen::JsValue::from(length)).collect();
        let _ = context.set_line_dash(&dash);
        context.set_stroke_style_str(&css(style.colour, line.opacity));
        context.set_line_width(line.width);
        context.begin_path();
        let mut drawing = false;
        for &(step, value) in &line.points {
            if !value.is_finite() {
                drawing = false;
                continue;
            }
            let (x, y) = (x_of(step), y_of(value));
            if drawing {
                context.line_to(x, y)
            } else {
                context.move_to(x, y)
            }
            drawing = true;
        }
        context.stroke();
    }
    context.restore();
}
