//! The Compare room: every method of the papers on one sentence, in parts of which one is shown. A program
//! of its own that the page fetches when the room is opened; what is computed is the worker's, also what would
//! be quick enough for the page's thread: one way, and no long task.

mod apart;
mod distance;
mod fields;
mod grid;
mod knowledge;
mod model;
mod notice;
mod pair;
mod parts;
mod state;
mod terms;
mod tools;
mod tree;

use leptos::prelude::*;
use nearfar_compare::choices::Part;
use nearfar_compare::grid::reads_tree;
use nearfar_compare::pointing::strongest_pair;
use nearfar_compare::protocol::MethodView;
use nearfar_compare::words::{setup, why};

use crate::canvas::is_out_of_view;
use crate::explain::Formula;
use crate::reactive::{memo, text};
use crate::room;
use apart::Apart;
use grid::Grid;
use knowledge::Knowledge;
use model::ModelLine;
use notice::Changed;
use pair::{Drawings, MethodOf, Pair, PairDock};
use parts::{Made, PartSection, PartTabs, StandIn};
use state::CompareState;
use terms::OwnTerms;
use tools::{HeadsMenu, Tools};
use tree::{TreePart, TreeSource, provide_source};

/// The element of the page that the room fills.
const ROOT: &str = "compare-room";

/// Mounts the room.
pub fn start() {
    room::mount(ROOT, texts::compare::kept(), Room);
}

/// The room's own state.
fn use_room() -> CompareState {
    use_context::<CompareState>().unwrap_or_else(|| unreachable!("Room provides it"))
}

#[component]
fn Room() -> impl IntoView {
    let room = CompareState::new();
    provide_context(room);
    provide_source(room);
    let problem = move || {
        let problems = [room.misread.get(), room.problem.get()].into_iter().flatten();
        problems
            .map(|problem| view! { <p class="notice error" role="alert">{problem}</p> })
            .collect_view()
    };
    let computed = move || {
        room.methods.with(|methods| methods.iter().map(|method| method.milliseconds).sum::<f64>())
    };
    view! {
        <div
            class="compare"
            data-ready=move || room.is_whole.get().then_some("yes")
            data-took=move || format!("{:.3}", room.took.get())
            data-computed=move || format!("{:.1}", computed())
        >
            <p class="lead" data-panel="lead">{texts::compare::lead()}</p>
            <Sentence />
            {problem}
            <PartTabs />
            <PartSection part=Part::Methods><Methods /></PartSection>
            <PartSection part=Part::Knows><Facts /></PartSection>
            <PartSection part=Part::Terms><Own /></PartSection>
            <PartSection part=Part::Notices><Changed /></PartSection>
            <PartSection part=Part::Apart><Apart /></PartSection>
            <PartSection part=Part::Tree><TreePart /></PartSection>
        </div>
    }
}

/// The text, examples of it, and what it is compared with.
#[component]
pub fn Sentence() -> impl IntoView {
    let room = use_room();
    view! {
        <section class="panel compare-head" data-panel="sentence" aria-labelledby="compare-sentence">
            <div class="compare-text">
                <h2 id="compare-sentence">{texts::compare::sentence()}</h2>
                <textarea
                    rows="1"
                    aria-labelledby="compare-sentence"
                    prop:value=move || room.sentence.get()
                    on:input=move |event| room.type_sentence(event_target_value(&event))
                ></textarea>
                <TreeSource />
            </div>
            <Made />
            <ModelLine />
        </section>
    }
}

/// The two that are compared, and below them every method.
#[component]
fn Methods() -> impl IntoView {
    let drawings = Drawings::new(use_room());
    let pictures = NodeRef::<leptos::html::Div>::new();
    view! {
        <div class="compare-methods">
            <Pair drawings=drawings pictures=pictures />
            <section class="panel compare-all" data-panel="grid" aria-labelledby="compare-all-title">
                <header class="compare-bar">
                    <h2 id="compare-all-title">{texts::compare::grid()}</h2>
                    <Tools />
                </header>
                <Grid />
            </section>
            <PairDock drawings=drawings is_needed=is_out_of_view(pictures) />
        </div>
    }
}

/// A and B, each in its own terms, side by side.
#[component]
fn Own() -> impl IntoView {
    let room = use_room();
    let of_tree = Signal::derive(move || {
        let [a, b] = room.places.map(|place| place.get());
        let places = [a, b.filter(|_| b != a)];
        places.into_iter().filter_map(|place| room.method_at(place)).filter(reads_tree).count()
    });
    // Both show the same pair where nobody points.
    let example = memo(move || strongest_pair(room.terms[0].get()?.of()));
    view! {
        <section class="panel" data-panel="terms" aria-labelledby="compare-own-title">
            <header class="compare-bar">
                <h2 id="compare-own-title">{texts::compare::terms()}</h2>
                <div class="compare-tools"><HeadsMenu /></div>
            </header>
            <StandIn count=of_tree />
            <div class="own-pair">
                <OwnSide at=0 example=example />
                <OwnSide at=1 example=example />
            </div>
        </section>
    }
}

/// A (0) or B (1) in its own terms.
#[component]
fn OwnSide(
    at: usize,
    /// Query and key of A's strongest weight.
    example: Memo<Option<(usize, usize)>>,
) -> impl IntoView {
    let room = use_room();
    let method = memo(move || room.side(at));
    let part = move |part: fn(&MethodView) -> String| {
        text(move || method.with(|method| method.as_ref().map(part).unwrap_or_default()))
    };
    // Of what cannot be computed, what another method left is not shown.
    let problem = memo(move || method.with(|method| method.as_ref()?.problem.clone()));
    let missing = text(move || match problem.get() {
        Some(problem) => texts::words::reason(why(&problem)),
        None => texts::compare::terms_coming().to_owned(),
    });
    view! {
        <div class=["own-side a", "own-side b"][at]>
            <h3><MethodOf at=at title=part(|method| method.facts.title.clone()) /></h3>
            <p class="compare-formula">
                <Formula line=part(|method| method.facts.formula.clone()) />
                " "
                <span class="muted">{part(|method| format!("{}, {}", method.facts.paper, method.facts.equation))}</span>
            </p>
            <OwnTerms
                side=at
                view=Signal::derive(move || room.terms[at].get().filter(|_| problem.with(Option::is_none)))
                missing=missing
                example=example
            />
        </div>
    }
}

/// What each method knows and costs.
#[component]
fn Facts() -> impl IntoView {
    let room = use_room();
    let setup = text(move || {
        let own = room.methods.with(|methods| methods.first().map_or(0, |method| method.heads));
        room.choices.with(|choices| setup(choices, room.count(), own))
    });
    view! {
        <section class="panel" data-panel="knows" aria-labelledby="compare-facts-title">
            <h2 id="compare-facts-title">{texts::compare::knows()}</h2>
            <Knowledge methods=room.methods setup=setup />
        </section>
    }
}
