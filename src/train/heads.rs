//! Every head in a line: its w, where it leans, what that is worth, how far it looks, and the pull
//! of the last step on w and v.

use leptos::prelude::*;
use nearfar::picture::curve::curve_style;
use nearfar::picture::format_short;
use nearfar::picture::scale::format_number;
use nearfar_training::protocol::{Report, finding};

use super::pictures::Swatch;
use super::trainer::Trainer;
use super::use_room;
use crate::canvas::css;
use crate::explain::Exact;
use crate::reactive::{effect, memo, text};

/// The strip of heads.
#[component]
pub fn HeadSection() -> impl IntoView {
    let room = use_room();
    let rests_on = move || {
        let texts = room.a.report.with(|report: &Report| report.worth_texts);
        let on = if texts == 0 { "some".to_owned() } else { texts.to_string() };
        format!(
            "Worth: by how many nats the loss on {on} held-out texts grows with this head’s w set to 0, and its 95 % interval."
        )
    };
    view! {
        <section class="panel" aria-labelledby="train-heads-title">
            <header class="panel-head">
                <h2 id="train-heads-title">"Heads"</h2>
                <p class="muted">{text(rests_on)}" Pull: where the last step’s gradients move w and v."</p>
            </header>
            <HeadsOf trainer=room.a />
            <Show when=move || room.comparing.get()><HeadsOf trainer=room.b /></Show>
        </section>
    }
}

#[component]
fn HeadsOf(trainer: Trainer) -> impl IntoView {
    let room = use_room();
    let count = memo(move || trainer.choices.with(|choices| choices.heads));
    let cards = move || {
        (0..count.get()).map(|head| view! { <HeadCard trainer=trainer head=head /> }).collect_view()
    };
    let title =
        move || room.comparing.get().then(|| view! { <h3>"Run "{trainer.letter.name()}</h3> });
    let label = move || {
        if room.comparing.get() {
            format!("Heads of run {}", trainer.letter.name())
        } else {
            "Heads".to_owned()
        }
    };
    view! { {title}<div class="train-heads" role="group" aria-label=text(label) data-run=trainer.letter.name()>{cards}</div> }
}

fn at(values: &[f32], head: usize) -> f32 {
    values.get(head).copied().unwrap_or(0.0)
}

#[component]
fn HeadCard(trainer: Trainer, head: usize) -> impl IntoView {
    let room = use_room();
    let figures = memo(move || {
        trainer.report.with(|report: &Report| {
            let reach = report.looked.as_ref().map(|looked| at(&looked.reach, head));
            (at(&report.w, head), at(&report.v, head), report.worth.get(head).copied(), reach)
        })
    });
    let method = memo(move || trainer.choices.with(|choices| choices.method));
    let knows_distance = memo(move || method.get().knows_distance());
    let has_v = memo(move || method.get().has_v());
    let shown = move || room.head.get() == head;
    let character = move || finding::character(method.get(), figures.get().0, figures.get().1);
    let swatch = move || {
        let style = curve_style(head, room.theme.get());
        let dash: Vec<String> = style.dash.iter().map(f64::to_string).collect();
        view! { <Swatch colour=css(style.colour, 1.0) dash=dash.join(" ") /> }
    };
    let second = move || {
        let (_, v, worth, reach) = figures.get();
        let worth = worth.map_or_else(|| "not measured yet".to_owned(), finding::worth_text);
        let reach = reach.map_or_else(String::new, |reach| {
            format!("looks {} tokens away", format_number((f64::from(reach) * 10.0).round() / 10.0))
        });
        // A mapping without v has none to show, though checkpoints hold a number for it.
        let v =
            if has_v.get() { format!("v {}, ", format_short(f64::from(v))) } else { String::new() };
        (v, format!("worth {worth}"), reach)
    };
    let (pull_w, pull_v) = (NodeRef::new(), NodeRef::new());
    effect(move || {
        trainer.report.with(|report| {
            // The pull is against the gradient, in the scale of the largest.
            let largest =
                |values: &[f32]| values.iter().fold(1e-9_f32, |most, value| most.max(value.abs()));
            pull(pull_w, -at(&report.w_gradient, head) / largest(&report.w_gradient));
            pull(pull_v, -at(&report.v_gradient, head) / largest(&report.v_gradient));
        });
    });
    let choose = move |_| room.choose_head(head);
    view! {
        <button type="button" class="train-head" class:shown=shown aria-pressed=move || if shown() { "true" } else { "false" } on:click=choose>
            <span class="train-head-name">{swatch}"Head "{head + 1}</span>
            <Show
                when=move || knows_distance.get()
                fallback=|| view! { <span class="muted">"no w: vanilla"</span> }
            >
                <span class="train-head-w">
                    "w "<b><Exact value=Signal::derive(move || Some(f64::from(figures.get().0))) /></b>
                    " "<span class=move || format!("character {}", character())>{text(character)}</span>
                </span>
                <span class="muted">{text(move || second().0)}{text(move || second().1)}</span>
                <span class="pulls" aria-hidden="true">
                    <i>"w"</i><span class="pull"><span node_ref=pull_w></span></span>
                    <Show when=move || has_v.get()><i>"v"</i><span class="pull"><span node_ref=pull_v></span></span></Show>
                </span>
            </Show>
            <span class="muted">{text(move || second().2)}</span>
        </button>
    }
}

/// A bar from the middle, to the right for up.
fn pull(node: NodeRef<leptos::html::Span>, share: f32) {
    if let Some(bar) = node.get() {
        let style = (*bar).style();
        let share = if share.is_finite() { share.clamp(-1.0, 1.0) } else { 0.0 };
        let _ = style.set_property("transform", &format!("scaleX({share:.3})"));
    }
}
