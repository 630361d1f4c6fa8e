//! The curves: loss, accuracy, and the paths of w and v of every head.

use leptos::html;
use leptos::prelude::*;
use nearfar::picture::curve::curve_style;
use nearfar::picture::layout::Rect;
use nearfar::picture::palette::Theme;
use nearfar::picture::scale::{format_count, nice_ticks};
use nearfar_training::room::plots::{self, Picture, Plot, colour_of};
use web_sys::HtmlCanvasElement;

use super::state::TrainState;
use super::trainer::Trainer;
use super::use_room;
use crate::canvas::{Surface, box_size, css};
use crate::chart::Swatch;
use crate::explain::{Formula, Term};
use crate::reactive::{effect, memo, text};
use crate::rich::rich_with;

/// The four plots.
#[component]
pub fn Pictures() -> impl IntoView {
    let room = use_room();
    let about_w = move || match says_near(room) {
        true => texts::train::plot_w_about(),
        false => texts::train::plot_w_about_other(),
    };
    let held_out = |_| {
        view! { <Term word=texts::train::held_out() means=texts::train::held_out_means() /> }
            .into_any()
    };
    let nats = |_| {
        view! { <Term word=texts::train::nats() means=texts::train::nats_means() /> }.into_any()
    };
    view! {
        <div class="plots" data-panel="plots">
            <PlotSection kind=Plot::W>{text(about_w)}</PlotSection>
            <PlotSection kind=Plot::Accuracy>
                {rich_with(texts::train::plot_accuracy_about(), held_out)}
            </PlotSection>
            <PlotSection kind=Plot::V>
                {rich_with(texts::train::plot_v_about(), |line| view! { <Formula line=line /> }.into_any())}
            </PlotSection>
            <PlotSection kind=Plot::Loss>
                {rich_with(texts::train::plot_loss_about(), nats)}
            </PlotSection>
        </div>
    }
}

/// Whether w below 0 is near and above 0 far in every run that has w.
fn says_near(room: TrainState) -> bool {
    plots::says_near(room.trainers().into_iter().map(Trainer::method))
}

#[component]
fn PlotSection(kind: Plot, children: Children) -> impl IntoView {
    let room = use_room();
    let frame = NodeRef::<html::Div>::new();
    let canvas = NodeRef::<html::Canvas>::new();
    let size = box_size(frame);
    effect(move || {
        room.frame.track();
        let Some(canvas) = canvas.get() else { return };
        let runs: Vec<_> = room.trainers().into_iter().map(Trainer::seen).collect();
        draw(&kind.picture(&runs, room.head.get(), room.theme.get()), &canvas, size.get());
    });
    let (title, is_path) = (kind.title(), kind.is_of_heads());
    let name = move || {
        room.frame.track();
        let says = |trainer: Trainer| {
            let said = trainer.curves.with_value(|curves| kind.says(curves));
            format!("{}{said}", trainer.prefix(room))
        };
        let runs: Vec<String> = room.trainers().into_iter().map(says).collect();
        format!("{} {}", texts::train::plot_name(title), runs.join(" "))
    };
    let heads = memo(move || room.a.heads());
    // Read aloud when somebody comes to it, not whenever it changes.
    let legend = move || {
        let theme = room.theme.get();
        let trainers = room.trainers();
        if is_path && trainers.len() == 1 {
            let heads = (0..heads.get()).map(|head| {
                view! { <span class="legend-entry">{head_swatch(head, theme)}{head + 1}</span> }
            });
            let heads = heads.collect_view();
            return view! { {heads}<span class="muted">{texts::train::legend_heads()}</span> }
                .into_any();
        }
        let entries = trainers.into_iter().map(|trainer| {
            let colour = css(colour_of(trainer.panel, theme), 1.0);
            if is_path {
                return view! { <span class="legend-entry"><Swatch colour=colour dash="" />{texts::train::legend_run(trainer.panel.letter())}</span> }.into_any();
            }
            let letter = if room.comparing.get() { format!("{} ", trainer.panel.letter()) } else { String::new() };
            view! {
                <span class="legend-entry"><Swatch colour=colour.clone() dash="3 3" />{letter.clone()}{texts::train::training()}</span>
                <span class="legend-entry"><Swatch colour=colour dash="" />{letter}{texts::train::held_out()}</span>
            }
            .into_any()
        });
        entries.collect_view().into_any()
    };
    // What no run has is not drawn.
    let is_empty = move || !room.trainers().into_iter().any(|trainer| kind.is_of(trainer.method()));
    // A plot without lines says what comes: that of w, which stands beside Play.
    let waits = memo(move || {
        room.frame.track();
        let has_none = |trainer: Trainer| trainer.curves.with_value(|c| c.points.is_empty());
        kind == Plot::W && room.is_ready() && room.trainers().into_iter().all(has_none)
    });
    let waiting = move || {
        waits
            .get()
            .then(|| view! { <p class="plot-waits muted">{texts::train::plot_w_waits()}</p> })
    };
    view! {
        <figure class="panel plot-figure" hidden=is_empty>
            <figcaption><b>{title}</b>" "<span class="muted">{children()}</span></figcaption>
            <div node_ref=frame class="plot-frame"><canvas node_ref=canvas role="img" aria-label=text(name)></canvas>{waiting}</div>
            <p class="plot-legend">{legend}</p>
        </figure>
    }
}

/// The line of a head, as every picture has it.
pub fn head_swatch(head: usize, theme: Theme) -> impl IntoView {
    let style = curve_style(head, theme);
    view! { <Swatch colour=css(style.colour, 1.0) dash=style.dash_text() /> }
}

const FONT: f64 = 11.0;
const LEFT: f64 = 38.0;
/// Room for what lies above and below the middle; all plots have it, so that their steps stand under each other.
const RIGHT: f64 = 32.0;
const TOP: f64 = 8.0;
const BELOW: f64 = 20.0;

/// Draws a plot on a canvas of this size in CSS pixels, in a few hundred strokes: it changes ten times a second while a
/// worker trains beside it.
fn draw(picture: &Picture, canvas: &HtmlCanvasElement, (width, height): (f64, f64)) {
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
