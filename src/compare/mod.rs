//! The Compare room: every method of the papers on one sentence. A program of its own that the page
//! fetches when the room is opened; what is computed is the worker's.

mod apart;
mod desk;
mod divergences;
mod grid;
mod knowledge;
mod matrix;
mod notice;
mod pair;
mod sentence;
mod terms;
mod tools;
mod tree;

use std::sync::Arc;

use leptos::prelude::*;
use nearfar_compare::entry::{DIMENSIONS, LONGEST_DISTANCE, LONGEST_TRAVERSAL};
use nearfar_compare::protocol::{MOST_TOKENS, Probe};

use crate::guest;
use crate::reactive::{memo, text};
use apart::Apart;
use desk::Desk;
use grid::Grid;
use knowledge::Knowledge;
use notice::Notice;
use pair::Pair;
use sentence::Sentence;
use terms::OwnTerms;
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
        let problems = [desk.misread.get(), desk.problem.get()].into_iter().flatten();
        problems
            .map(|problem| view! { <p class="notice error" role="alert">{problem}</p> })
            .collect_view()
    };
    let computed = move || {
        desk.methods.with(|methods| methods.iter().map(|method| method.milliseconds).sum::<f64>())
    };
    view! {
        <div
            class="compare"
            data-ready=move || desk.is_whole().then_some("yes")
            data-took=move || format!("{:.3}", desk.took.get())
            data-computed=move || format!("{:.1}", computed())
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
            <Own />
            <Changed />
            <Apart />
            <Facts />
        </div>
    }
}

/// Where the numbers come from.
#[component]
fn Provenance() -> impl IntoView {
    let desk = use_desk();
    let line = text(move || {
        let left_out = desk.left_out();
        let mut line = if desk.choices.with(|choices| choices.trained) {
            "Trained models: words, projections, w and v are as learned. Models of two tasks differ in more than the method."
        } else {
            "Untrained: projections and tables are seeded random numbers, the same for every method, so the patterns are those of the methods and not of a language."
        }
        .to_owned();
        if left_out > 0 {
            line += &format!(
                " The room compares {MOST_TOKENS} tokens; {left_out} more are left out, and with them the tree."
            );
        }
        let unknown = desk.begun.with(|begun| {
            let words = begun.tokens.iter().zip(&begun.unknown).filter(|(_, unknown)| **unknown);
            let mut words: Vec<&str> = words.map(|(word, _)| word.as_str()).collect();
            words.sort_unstable();
            words.dedup();
            words.join("”, “")
        });
        if !unknown.is_empty() {
            line += &format!(" Without a word vector, made from the spelling: “{unknown}”.");
        }
        line
    });
    view! { <p class="muted">{line}</p> }
}

/// Method A in its own terms.
#[component]
fn Own() -> impl IntoView {
    let desk = use_desk();
    let place = desk.place(0);
    let title = text(move || {
        let place = place.get();
        let title = desk.methods.with(|methods| {
            place.and_then(|place| methods.get(place)).map(|method| method.facts.title.clone())
        });
        format!("{} in its own terms", title.unwrap_or_default())
    });
    let formula = text(move || {
        let place = place.get();
        let facts = desk.methods.with(|methods| {
            place.and_then(|place| methods.get(place)).map(|method| method.facts.clone())
        });
        facts.map_or_else(String::new, |facts| {
            format!("{}: {}, {}.", facts.formula, facts.paper, facts.equation)
        })
    });
    view! {
        <section class="panel" aria-labelledby="compare-own-title">
            <h2 id="compare-own-title">{title}</h2>
            <p class="muted">{formula} " Method A is shown; choose another with the A on its picture."</p>
            <OwnTerms
                view=desk.terms
                tokens=desk.token_names()
                tree=Signal::derive(move || desk.tree.get())
                cursor=desk.cursor
                feature=desk.feature
                theme=desk.theme
                weights=desk.palette
                lock=move |cell| desk.toggle_cursor(cell)
            />
        </section>
    }
}

/// The sentence changed.
#[component]
fn Changed() -> impl IntoView {
    let desk = use_desk();
    let before = memo(move || {
        desk.frame.track();
        let places = desk.methods.with(|methods| methods.len());
        let weights = |place| {
            let weights = desk.weights(place);
            (!weights.is_empty()).then_some(weights)
        };
        Arc::new((0..places).map(weights).collect::<Vec<_>>())
    });
    let ask = move |probe: Option<Probe>| desk.choose(|choices| choices.probe = probe);
    let asked = memo(move || desk.choices.with(|choices| choices.probe.clone()));
    view! {
        <section class="panel" aria-labelledby="compare-notice-title">
            <h2 id="compare-notice-title">"Who notices?"</h2>
            {move || desk.unasked.get().map(|reason| view! { <p class="notice error" role="alert">{reason}</p> })}
            <Notice
                methods=desk.methods
                tokens=desk.token_names()
                before=before
                answers=desk.noticed
                cursor=desk.cursor
                theme=desk.theme
                palette=desk.palette
                asked=asked
                causal=Signal::derive(move || desk.choices.with(|choices| choices.causal))
                ask=ask
            />
        </section>
    }
}

/// What each method knows and costs.
#[component]
fn Facts() -> impl IntoView {
    let desk = use_desk();
    let setup = text(move || {
        let tokens = desk.tokens();
        let (heads, clip, trained) =
            desk.choices.with(|choices| (choices.heads, choices.clip, choices.trained));
        if trained {
            let heads =
                desk.methods.with(|methods| methods.first().map_or(0, |method| method.heads));
            return format!("h = {heads}, {tokens} tokens");
        }
        format!(
            "h = {heads}, d = {DIMENSIONS}, k = {clip}, tree distances up to {LONGEST_DISTANCE}, traversals up to {LONGEST_TRAVERSAL} characters, {tokens} tokens"
        )
    });
    view! {
        <section class="panel" aria-labelledby="compare-facts-title">
            <h2 id="compare-facts-title">"What each one knows"</h2>
            <Knowledge methods=desk.methods setup=setup />
        </section>
    }
}

impl Desk {
    /// The tokens.
    fn token_names(self) -> Signal<Arc<Vec<String>>> {
        memo(move || Arc::new(self.begun.with(|begun| begun.tokens.clone()))).into()
    }
}
