//! The Compare room: every method of the papers on one sentence. A program of its own that the page
//! fetches when the room is opened; what is computed is the worker's.

mod apart;
mod desk;
mod grid;
mod matrix;
mod pair;
mod tools;

use leptos::prelude::*;

use crate::guest;
use crate::reactive::text;
use apart::Apart;
use desk::Desk;
use grid::Grid;
use pair::Pair;
use tools::Tools;

/// The element of the page that the room fills.
const ROOT: &str = "compare-room";

/// Mounts the room.
pub fn start() {
    guest::mount(ROOT, "Your sentence and its tree are kept; reload, and go on.", Room);
}

/// Whether the room is what the page shows.
fn is_seen() -> bool {
    guest::is_seen(ROOT)
}

/// The room's own state.
fn use_desk() -> Desk {
    use_context::<Desk>().unwrap_or_else(|| unreachable!("Room provides it"))
}

#[component]
fn Room() -> impl IntoView {
    let desk = Desk::new();
    provide_context(desk);
    let problem = move || {
        let problem = desk.problem.get();
        problem.map(|problem| view! { <p class="notice error" role="alert">{problem}</p> })
    };
    view! {
        <div class="compare" data-ready=move || desk.is_whole().then_some("yes")
            data-took=move || format!("{:.3}", desk.took.get())
            data-computed=move || format!("{:.1}", desk.methods.with(|methods| methods.iter().map(|method| method.milliseconds).sum::<f64>()))
        >
            <p class="lead">
                "What does each way of telling distance do to one sentence? Every method of the papers, on the same words and the same projections: "
                <b>"what differs is the method."</b>
            </p>
            <Sentence />
            {problem}
            <section class="panel compare-all" aria-labelledby="compare-all-title">
                <h2 id="compare-all-title">"Every method"</h2>
                <Tools />
                <Provenance />
                <Grid />
            </section>
            <section class="panel" aria-labelledby="compare-pair-title">
                <h2 id="compare-pair-title">"A, B and their difference"</h2>
                <p class="muted" aria-live="polite">{desk.apart()}</p>
                <Pair />
            </section>
            <Apart />
        </div>
    }
}

/// The sentence as a text.
#[component]
fn Sentence() -> impl IntoView {
    let desk = use_desk();
    view! {
        <section class="panel" aria-labelledby="compare-sentence">
            <label class="field">
                <h2 id="compare-sentence">"Sentence"</h2>
                <textarea
                    rows="2"
                    aria-labelledby="compare-sentence"
                    prop:value=move || desk.sentence.get()
                    on:input=move |event| desk.type_sentence(event_target_value(&event))
                ></textarea>
            </label>
        </section>
    }
}

/// Where the numbers come from.
#[component]
fn Provenance() -> impl IntoView {
    let desk = use_desk();
    let line = text(move || {
        let left_out = desk.begun.with(|begun| begun.left_out);
        let mut line = if desk.choices.with(|choices| choices.trained) {
            "Trained models: words, projections, w and v are as learned. Models of two tasks differ in more than the method."
        } else {
            "Untrained: projections and tables are seeded random numbers, the same for every method, so the patterns are those of the methods and not of a language."
        }
        .to_owned();
        if left_out > 0 {
            line += &format!(
                " The room compares {} tokens; {left_out} more are left out, and with them the tree.",
                nearfar_compare::protocol::MOST_TOKENS
            );
        }
        line
    });
    view! { <p class="muted">{line}</p> }
}

impl Desk {
    /// Whether all that was asked for is shown.
    fn is_whole(self) -> bool {
        let (here, all) = self.progress();
        all > 0 && here == all && self.divergences.with(|found| !found.matrix(None).is_empty())
    }
}
