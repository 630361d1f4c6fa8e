//! The Compare room: every method of the papers on one sentence, in parts of which one is shown. A program
//! of its own that the page fetches when the room is opened; what is computed is the worker's, also what would
//! be quick enough for the page's thread: one way, and no long task.

mod fields;
mod grid;
mod knowledge;
mod notice;
mod pair;
mod parts;
mod state;
mod terms;
mod tools;
mod tree;

use leptos::prelude::*;
use nearfar_compare::choices::Part;
use nearfar_compare::comparison::Comparison;

use crate::canvas::is_out_of_view;
use crate::reactive::memo;
use crate::room;
use fields::alert;
use grid::Grid;
use knowledge::Knowledge;
use notice::Changed;
use pair::{Apart, Pair, PairDock, drawings};
use parts::{Made, ModelLine, PartSection, PartTabs};
use state::CompareState;
use terms::OwnTerms;
use tools::Tools;
use tree::{Source, TreePart, TreeSource};

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
    provide_context(Source::new(room));
    let computed = move || room.methods.get().iter().map(|method| method.milliseconds).sum::<f64>();
    view! {
        <div
            class="compare"
            data-ready=move || room.comparison.with(Comparison::is_whole).then_some("yes")
            data-took=move || format!("{:.3}", room.comparison.with(Comparison::took))
            data-computed=move || format!("{:.1}", computed())
        >
            <p class="lead" data-panel="lead">{texts::compare::lead()}</p>
            <Sentence />
            {alert(room.misread.into())}
            {alert(room.problem.into())}
            <PartTabs />
            <PartSection part=Part::Methods><Methods /></PartSection>
            <PartSection part=Part::Knows><Knowledge /></PartSection>
            <PartSection part=Part::Terms><OwnTerms /></PartSection>
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
    let sentence = memo(move || room.chosen.with(|chosen| chosen.sentence.clone()));
    view! {
        <section class="panel compare-head" data-panel="sentence" aria-labelledby="compare-sentence">
            <div class="compare-text">
                <h2 id="compare-sentence">{texts::compare::sentence()}</h2>
                <textarea
                    rows="1"
                    aria-labelledby="compare-sentence"
                    prop:value=sentence
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
    let drawings = drawings(use_room());
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
