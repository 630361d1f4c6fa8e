//! The curves: loss, accuracy, and the paths of w and v of every head.

use leptos::html;
use leptos::prelude::*;
use nearfar::lab::Panel;
use nearfar::picture::curve::{CurveStyle, curve_style};
use nearfar::picture::format_short;
use nearfar::picture::palette::{Rgb, Theme, method_colours};
use nearfar_training::room::plots::{self, Curves, Last, Plot};

use super::plot::Picture;
use super::state::TrainState;
use super::trainer::Trainer;
use super::use_room;
use crate::canvas::{box_size, css};
use crate::chart::Swatch;
use crate::explain::{Formula, Term};
use crate::reactive::{effect, memo, text};
use crate::rich::rich_with;

/// The colour of a run.
pub fn colour_of(panel: Panel, theme: Theme) -> Rgb {
    let [a, b] = method_colours(theme);
    if panel == Panel::A { a } else { b }
}

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
            <PlotSection kind=Plot::W title=texts::train::plot_w()>{text(about_w)}</PlotSection>
            <PlotSection kind=Plot::Accuracy title=texts::train::plot_accuracy()>
                {rich_with(texts::train::plot_accuracy_about(), held_out)}
            </PlotSection>
            <PlotSection kind=Plot::V title=texts::train::plot_v()>
                {rich_with(texts::train::plot_v_about(), |line| view! { <Formula line=line /> }.into_any())}
            </PlotSection>
            <PlotSection kind=Plot::Loss title=texts::train::plot_loss()>
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
fn PlotSection(kind: Plot, title: &'static str, children: Children) -> impl IntoView {
    let room = use_room();
    let frame = NodeRef::<html::Div>::new();
    let canvas = NodeRef::<html::Canvas>::new();
    let size = box_size(frame);
    effect(move || {
        room.frame.track();
        let Some(canvas) = canvas.get() else { return };
        draw(room, kind, &canvas, size.get());
    });
    let is_path = kind.is_of_heads();
    let name = move || {
        room.frame.track();
        let runs: Vec<String> =
            room.trainers().into_iter().map(|trainer| summary(room, kind, trainer)).collect();
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

fn summary(room: TrainState, kind: Plot, trainer: Trainer) -> String {
    let said = trainer.curves.with_value(|curves| match kind.last(curves) {
        Last::Nothing => texts::train::plot_nothing().to_owned(),
        Last::Both(training, held_out) => both(training, held_out),
        Last::Heads(values) => list(values),
    });
    format!("{}{said}", trainer.prefix(room))
}

fn both(training: f32, held_out: Option<f32>) -> String {
    let number = |value: f32| format_short(f64::from(value));
    match held_out {
        Some(held_out) => texts::train::plot_both(number(training), number(held_out)),
        None => texts::train::plot_training(number(training)),
    }
}

fn list(values: &[f32]) -> String {
    let values: Vec<String> = values.iter().map(|&value| format_short(f64::from(value))).collect();
    texts::train::plot_heads(values.join(", "))
}

fn draw(room: TrainState, kind: Plot, canvas: &web_sys::HtmlCanvasElement, size: (f64, f64)) {
    let theme = room.theme.get();
    let head = room.head.get();
    let trainers = room.trainers();
    let curves: Vec<Curves> =
        trainers.iter().map(|trainer| trainer.curves.with_value(Clone::clone)).collect();
    let several = trainers.len() > 1;
    let lines = trainers.iter().zip(&curves).flat_map(|(trainer, curves)| {
        let colour = colour_of(trainer.panel, theme);
        let lines =
            trainer.report.with(|report| kind.lines(curves, trainer.method(), &report.worth, head));
        lines.into_iter().map(move |line| {
            let style = match line.head {
                Some(head) if !several => curve_style(head, theme),
                _ => CurveStyle { colour, dash: if line.is_training { &[3.0, 3.0] } else { &[] } },
            };
            (line, style)
        })
    });
    let lines = lines.collect();
    let steps = trainers.iter().map(|trainer| trainer.report.with(|report| report.step));
    let steps = plots::last_step(steps) as f64;
    let range = kind.range(&curves.iter().collect::<Vec<_>>());
    let middle = match kind {
        Plot::W if says_near(room) => {
            Some((0.0, texts::train::plot_w_far(), texts::train::plot_w_near()))
        }
        Plot::W | Plot::V => Some((0.0, "", "")),
        Plot::Loss | Plot::Accuracy => None,
    };
    let axis = texts::train::plot_axis();
    Picture { lines, steps, range, middle, axis, theme }.draw(canvas, size);
}
