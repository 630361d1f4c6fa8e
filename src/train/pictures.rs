//! The curves: loss, accuracy, and the paths of w and v of every head.

use leptos::html;
use leptos::prelude::*;
use nearfar_training::room::Status;
use nearfar_training::room::plots::{Line, Picture, Plot, says_near};

use super::trainer::Trainer;
use super::use_room;
use crate::canvas::{Surface, box_size, plot};
use crate::chart::swatch;
use crate::explain::{Formula, Term};
use crate::reactive::{effect, memo, text};
use crate::rich::rich_with;

/// The four plots: the paths of w large where there is room, the others beside it.
#[component]
pub fn Pictures() -> impl IntoView {
    let room = use_room();
    let about_w = move || match says_near(room.trainers().into_iter().map(Trainer::method)) {
        true => texts::train::plot_w_about(),
        false => texts::train::plot_w_about_other(),
    };
    let term = |word, means| move |_| view! { <Term word=word means=means /> }.into_any();
    let held_out = term(texts::train::held_out(), texts::train::held_out_means());
    let nats = term(texts::train::nats(), texts::train::nats_means());
    view! {
        <div class="plots" data-panel="plots">
            <PlotSection kind=Plot::W>{text(about_w)}</PlotSection>
            <PlotSection kind=Plot::Accuracy>
                {rich_with(texts::train::plot_accuracy_about(), held_out)}
            </PlotSection>
            <PlotSection kind=Plot::Loss>
                {rich_with(texts::train::plot_loss_about(), nats)}
            </PlotSection>
            <PlotSection kind=Plot::V>
                {rich_with(texts::train::plot_v_about(), |line| view! { <Formula line=line /> }.into_any())}
            </PlotSection>
        </div>
    }
}

#[component]
fn PlotSection(kind: Plot, children: Children) -> impl IntoView {
    let room = use_room();
    let frame = NodeRef::<html::Div>::new();
    let canvas = NodeRef::<html::Canvas>::new();
    let size = box_size(frame);
    effect(move || {
        let (Some(canvas), size) = (canvas.get(), size.get()) else { return };
        let seen = |run: Trainer| run.shown.with(|shown| shown.seen(run.panel, run.method()));
        let runs: Vec<_> = room.trainers().into_iter().map(seen).collect();
        let Picture { lines, steps, range, middle, theme } =
            kind.picture(&runs, room.head.get(), room.theme.get());
        let lines = lines.iter().map(|(Line { points, width, opacity, .. }, style)| plot::Line {
            points,
            style: *style,
            width: *width,
            opacity: *opacity,
        });
        let counts = texts::train::plot_axis();
        if let Some(surface) = Surface::new(&canvas, size.0, size.1) {
            plot::draw(&surface, size, plot::Axes { steps, counts, range, middle, theme }, lines);
        }
    });
    let (title, is_path) = (kind.title(), kind.is_of_heads());
    let name = move || {
        let says = |trainer: Trainer| {
            let said = trainer.shown.with(|shown| kind.says(&shown.curves));
            format!("{}{said}", trainer.prefix())
        };
        let runs: Vec<String> = room.trainers().into_iter().map(says).collect();
        format!("{} {}", texts::train::plot_name(title), runs.join(" "))
    };
    let heads = memo(move || room.a.heads());
    // Read aloud when somebody comes to it, not whenever it changes.
    let legend = move || {
        let panels: Vec<_> = room.trainers().iter().map(|trainer| trainer.panel).collect();
        let entries = kind.legend(&panels, heads.get(), room.theme.get()).into_iter();
        let entries = entries.map(
            |(style, words)| view! { <span class="legend-entry">{swatch(&style)}{words}</span> },
        );
        let of_heads = (is_path && panels.len() == 1)
            .then(|| view! { <span class="muted">{texts::train::legend_heads()}</span> });
        (entries.collect_view(), of_heads)
    };
    // What no run has is not drawn.
    let is_empty = move || !room.trainers().into_iter().any(|trainer| kind.is_of(trainer.method()));
    let waits = memo(move || {
        let is_empty = |trainer: Trainer| {
            matches!(trainer.status.get(), Status::Ready)
                && trainer.shown.with(|shown| shown.curves.points.is_empty())
        };
        !room.playing.get() && room.trainers().into_iter().all(is_empty)
    });
    let waiting = move || {
        let says = kind.waits().filter(|_| waits.get())?;
        Some(view! { <p class="plot-waits muted">{says}</p> })
    };
    view! {
        <figure class="panel plot-figure" data-plot=kind.name() hidden=is_empty>
            <figcaption><b>{title}</b>" "<span class="muted">{children()}</span></figcaption>
            <div node_ref=frame class="plot-frame"><canvas node_ref=canvas role="img" aria-label=text(name)></canvas>{waiting}</div>
            <p class="plot-legend">{legend}</p>
        </figure>
    }
}
