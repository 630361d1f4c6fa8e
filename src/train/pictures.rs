//! The curves: loss, accuracy, and the paths of w and v of every head.

use leptos::html;
use leptos::prelude::*;
use nearfar::picture::curve::curve_style;
use nearfar::picture::format_short;
use nearfar::picture::palette::{Rgb, Theme, method_colours};
use nearfar_training::protocol::{HeldOut, Point, finding};

use super::plot::{Line, Plot, range_of};
use super::state::TrainState;
use super::trainer::{Curves, Letter, Trainer};
use super::use_room;
use crate::canvas::{box_size, css};
use crate::explain::{Formula, Term};
use crate::reactive::{effect, memo, text};
use crate::rich::rich_with;

/// Which curves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Loss,
    Accuracy,
    W,
    V,
}

/// The colour of a run.
pub fn colour_of(letter: Letter, theme: Theme) -> Rgb {
    let [a, b] = method_colours(theme);
    if letter == Letter::A { a } else { b }
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
            <PlotSection kind=Kind::W title=texts::train::plot_w()>{text(about_w)}</PlotSection>
            <PlotSection kind=Kind::Accuracy title=texts::train::plot_accuracy()>
                {rich_with(texts::train::plot_accuracy_about(), held_out)}
            </PlotSection>
            <PlotSection kind=Kind::V title=texts::train::plot_v()>
                {rich_with(texts::train::plot_v_about(), |line| view! { <Formula line=line /> }.into_any())}
            </PlotSection>
            <PlotSection kind=Kind::Loss title=texts::train::plot_loss()>
                {rich_with(texts::train::plot_loss_about(), nats)}
            </PlotSection>
        </div>
    }
}

/// Whether w below 0 is near and above 0 far in every run that has w.
fn says_near(room: TrainState) -> bool {
    room.trainers().into_iter().all(|trainer| {
        let method = trainer.choices.with(|choices| choices.method);
        !method.knows_distance() || finding::sign_is_preference(method)
    })
}

#[component]
fn PlotSection(kind: Kind, title: &'static str, children: Children) -> impl IntoView {
    let room = use_room();
    let frame = NodeRef::<html::Div>::new();
    let canvas = NodeRef::<html::Canvas>::new();
    let size = box_size(frame);
    effect(move || {
        room.frame.track();
        let Some(canvas) = canvas.get() else { return };
        draw(room, kind, &canvas, size.get());
    });
    let is_path = matches!(kind, Kind::W | Kind::V);
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
            let colour = css(colour_of(trainer.letter, theme), 1.0);
            let letter = if room.comparing.get() { format!("{} ", trainer.letter.name()) } else { String::new() };
            view! {
                <Show when=move || !is_path>
                    <span class="legend-entry"><Swatch colour=colour.clone() dash="3 3" />{letter.clone()}{texts::train::training()}</span>
                    <span class="legend-entry"><Swatch colour=colour.clone() dash="" />{letter.clone()}{texts::train::held_out()}</span>
                </Show>
                <Show when=move || is_path>
                    <span class="legend-entry"><Swatch colour=css(colour_of(trainer.letter, theme), 1.0) dash="" />{texts::train::legend_run(trainer.letter.name())}</span>
                </Show>
            }
        });
        entries.collect_view().into_any()
    };
    // What no run has is not drawn.
    let is_empty = move || {
        is_path
            && !room.trainers().into_iter().any(|trainer| {
                let method = trainer.choices.with(|choices| choices.method);
                if kind == Kind::V { method.has_v() } else { method.knows_distance() }
            })
    };
    // A plot without lines says what comes: that of w, which stands beside Play.
    let waits = memo(move || {
        room.frame.track();
        let has_none = |trainer: Trainer| trainer.curves.with_value(|c| c.points.is_empty());
        kind == Kind::W && room.is_ready() && room.trainers().into_iter().all(has_none)
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

/// A sample of a line.
#[component]
pub fn Swatch(#[prop(into)] colour: String, #[prop(into)] dash: String) -> impl IntoView {
    view! {
        <svg class="swatch" viewBox="0 0 34 8" aria-hidden="true">
            <line x1="1" y1="4" x2="33" y2="4" stroke=colour stroke-width="3" stroke-dasharray=dash></line>
        </svg>
    }
}

/// The line of a head, as every picture has it.
pub fn head_swatch(head: usize, theme: Theme) -> impl IntoView {
    let style = curve_style(head, theme);
    let dash: Vec<String> = style.dash.iter().map(f64::to_string).collect();
    view! { <Swatch colour=css(style.colour, 1.0) dash=dash.join(" ") /> }
}

fn summary(room: TrainState, kind: Kind, trainer: Trainer) -> String {
    let said = trainer.curves.with_value(|curves| {
        let last = curves.points.last();
        let held = curves.held_out.last();
        match (kind, last) {
            (_, None) => texts::train::plot_nothing().to_owned(),
            (Kind::Loss, Some(last)) => both(last.loss, held.map(|held| held.loss)),
            (Kind::Accuracy, Some(last)) => both(last.right, held.map(|held| held.right)),
            (Kind::W, Some(last)) => list(&last.w),
            (Kind::V, Some(last)) => list(&last.v),
        }
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

fn draw(room: TrainState, kind: Kind, canvas: &web_sys::HtmlCanvasElement, size: (f64, f64)) {
    let theme = room.theme.get();
    let head = room.head.get();
    let trainers = room.trainers();
    type Winners = Option<Vec<usize>>;
    let curves: Vec<(Letter, Curves, u64, Winners, bool)> = trainers
        .iter()
        .map(|trainer| {
            // Before the held-out texts were asked no head is known to be worth nothing.
            let (step, winners) = trainer.report.with(|report| {
                let is_known = !report.worth.is_empty();
                (report.step, is_known.then(|| finding::winners(&report.worth)))
            });
            let method = trainer.choices.with(|choices| choices.method);
            let is_read = if kind == Kind::V { method.has_v() } else { method.knows_distance() };
            (trainer.letter, trainer.curves.with_value(Clone::clone), step, winners, is_read)
        })
        .collect();
    let steps = curves.iter().map(|(_, _, step, ..)| *step).max().unwrap_or(0).max(20) as f64;
    let several = curves.len() > 1;
    let mut lines = Vec::new();
    for (letter, curves, _, winners, is_read) in &curves {
        let colour = colour_of(*letter, theme);
        match kind {
            Kind::Loss => two(&mut lines, curves, colour, |p| p.loss, |h| h.loss),
            Kind::Accuracy => two(&mut lines, curves, colour, |p| p.right, |h| h.right),
            // A method without distance has them, and a mapping without v has v, but they do nothing and
            // stay.
            Kind::W | Kind::V if !*is_read => {}
            Kind::W | Kind::V => {
                let values: fn(&Point) -> &Vec<f32> = if kind == Kind::W { w_of } else { v_of };
                let heads = curves.points.first().map_or(0, |point| point.w.len());
                for index in 0..heads {
                    let style = curve_style(index, theme);
                    let points = curves.points.iter();
                    let points = points.filter_map(move |point| {
                        Some((point.step as f64, f64::from(*values(point).get(index)?)))
                    });
                    let start = std::iter::once((0.0, f64::NAN));
                    lines.push(Line {
                        points: Box::new(start.chain(points)),
                        colour: if several { colour } else { style.colour },
                        dash: if several { &[] } else { style.dash },
                        width: if index == head.min(heads.saturating_sub(1)) { 3.0 } else { 1.5 },
                        opacity: match winners {
                            Some(winners) if !winners.contains(&index) => 0.4,
                            _ => 1.0,
                        },
                    });
                }
            }
        }
    }
    let all = curves.iter().flat_map(|(_, curves, ..)| &curves.points);
    let held = curves.iter().flat_map(|(_, curves, ..)| &curves.held_out);
    let range = match kind {
        Kind::Loss => {
            let values = all.map(|p| p.loss).chain(held.map(|h| h.loss));
            range_of(values.map(f64::from), (0.0, 0.8))
        }
        Kind::Accuracy => (0.0, 1.02),
        Kind::W => range_of(all.flat_map(|p| &p.w).map(|&w| f64::from(w)), (-0.5, 0.5)),
        Kind::V => range_of(all.flat_map(|p| &p.v).map(|&v| f64::from(v)), (-1.0, 1.0)),
    };
    let middle = match kind {
        Kind::W if says_near(room) => {
            Some((0.0, texts::train::plot_w_far(), texts::train::plot_w_near()))
        }
        Kind::W | Kind::V => Some((0.0, "", "")),
        Kind::Loss | Kind::Accuracy => None,
    };
    let axis = texts::train::plot_axis();
    Plot { lines, steps, range, middle, axis, theme }.draw(canvas, size);
}

fn w_of(point: &Point) -> &Vec<f32> {
    &point.w
}

fn v_of(point: &Point) -> &Vec<f32> {
    &point.v
}

/// Training dashed, held out whole.
fn two<'a>(
    lines: &mut Vec<Line<'a>>,
    curves: &'a Curves,
    colour: Rgb,
    training: fn(&Point) -> f32,
    held_out: fn(&HeldOut) -> f32,
) {
    let points = curves.points.iter();
    let points = points.map(move |point| (point.step as f64, f64::from(training(point))));
    lines.push(Line {
        points: Box::new(points),
        colour,
        dash: &[3.0, 3.0],
        width: 1.5,
        opacity: 0.85,
    });
    let held = curves.held_out.iter();
    let held = held.map(move |point| (point.step as f64, f64::from(held_out(point))));
    lines.push(Line { points: Box::new(held), colour, dash: &[], width: 2.5, opacity: 1.0 });
}
