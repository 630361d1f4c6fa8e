//! Every head in a line: its w, what that favours, how far it looks, what its w is worth, and the pull
//! of the last step on w and v.

use leptos::prelude::*;
use nearfar::picture::curve::curve_style;
use nearfar_training::protocol::Report;
use nearfar_training::room::Card;
use nearfar_training::room::plots::pull_of;
use texts::words::train as words;

use super::trainer::Trainer;
use super::{of_runs, run_title, use_room};
use crate::chart::swatch;
use crate::controls::Panel;
use crate::explain::Exact;
use crate::reactive::{memo, text};

/// The strip of heads.
#[component]
pub fn HeadSection() -> impl IntoView {
    let room = use_room();
    // What is said of w is said where a run has one.
    let with_w =
        move || room.trainers().into_iter().find(|trainer| trainer.method().knows_distance());
    let about = move || {
        let Some(trainer) = with_w() else {
            return texts::train::heads_about_without().to_owned();
        };
        let texts = trainer.reported(|report| report.worth_texts);
        words::of_heads(texts, trainer.method().has_v())
    };
    view! {
        <Panel panel="train-heads" id="train-heads-title" title=texts::train::heads() about=text(about)>
            {of_runs(heads_of)}
        </Panel>
    }
}

fn heads_of(trainer: Trainer) -> AnyView {
    let room = use_room();
    let count = memo(move || trainer.heads());
    let cards = move || {
        (0..count.get()).map(|head| view! { <HeadCard trainer=trainer head=head /> }).collect_view()
    };
    let letter = trainer.panel.letter();
    let label = move || match room.comparing.get() {
        true => texts::train::heads_of_run(letter),
        false => texts::train::heads().to_owned(),
    };
    view! { {run_title(trainer)}<div class="train-heads" role="group" aria-label=text(label) data-run=letter>{cards}</div> }
        .into_any()
}

#[component]
fn HeadCard(trainer: Trainer, head: usize) -> impl IntoView {
    let room = use_room();
    let method = memo(move || trainer.method());
    let card = memo(move || {
        trainer.reported(|report| Card::of(report, method.get(), head, room.causal.get()))
    });
    let knows_distance = memo(move || method.get().knows_distance());
    let has_v = memo(move || method.get().has_v());
    let shown = move || trainer.shown_head() == head;
    let character = move || card.with(|card| card.character);
    // Beside another run the lines of plots have a colour for each run.
    let swatch =
        move || (!room.comparing.get()).then(|| swatch(&curve_style(head, room.theme.get())));
    // A bar from the middle, to the right for up.
    let pull = move |gradient: fn(&Report) -> &[f32]| {
        let share = move || trainer.reported(|report| pull_of(gradient(report), head));
        let length = text(move || format!("scaleX({:.3})", share()));
        view! { <span class="pull"><span style:transform=length></span></span> }
    };
    let reach = move || view! { <span class="muted">{text(move || card.get().reach)}</span> };
    let choose = move |_| room.choose(|chosen| chosen.choose_head(head));
    view! {
        <button type="button" class="train-head" class:shown=shown aria-pressed=text(move || shown().to_string()) on:click=choose>
            <span class="train-head-name">{swatch}{texts::common::head(head + 1)}</span>
            <Show
                when=move || knows_distance.get()
                fallback=move || view! { <span class="muted">{text(move || texts::train::head_without(words::named(method.get()).1))}</span>{reach()} }
            >
                <span class="train-head-w">
                    "w "<b><Exact value=Signal::derive(move || Some(card.with(|card| card.w))) /></b>
                    " "<span class=move || format!("character {}", character())>{text(move || card.with(|card| card.favours))}</span>
                </span>
                {reach()}
                <span class="muted train-head-worth">{text(move || card.get().worth)}</span>
                <span class="pulls" aria-hidden="true">
                    <i>"w"</i>{pull(|report| &report.w_gradient)}
                    <Show when=move || has_v.get()><i>"v"</i>{pull(|report| &report.v_gradient)}</Show>
                </span>
            </Show>
        </button>
    }
}
