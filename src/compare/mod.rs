//! The Compare room: every method of the papers on one sentence, in parts of which one is shown. A program
//! of its own that the page fetches when the room is opened; what is computed is the worker's, also what would
//! be quick enough for the page's thread: one way, and no long task.

mod knowledge;
mod methods;
mod notice;
mod parts;
mod state;
mod terms;
mod tools;
mod tree;

use leptos::prelude::*;
use nearfar_compare::choices::Part;
use nearfar_compare::comparison::Comparison;
use nearfar_compare::found::Found;
use nearfar_compare::words;

use crate::reactive::{memo, text};
use crate::room;
use knowledge::Knowledge;
use methods::{Apart, Methods};
use notice::Changed;
use parts::{ModelLine, PartSection, PartTabs};
use state::CompareState;
use terms::OwnTerms;
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

/// A text of what may not be there yet: empty until then.
fn text_of<T: Send + Sync + 'static>(
    value: Memo<Option<T>>,
    read: impl Fn(&T) -> String + Send + Sync + 'static,
) -> Signal<String> {
    text(move || value.with(|value| value.as_ref().map(&read).unwrap_or_default()))
}

/// What went wrong, while it stands.
fn alert(problem: Signal<Option<String>>) -> impl IntoView {
    move || problem.get().map(|said| view! { <p class="notice error" role="alert">{said}</p> })
}

#[component]
fn Room() -> impl IntoView {
    let room = CompareState::new();
    provide_context(room);
    let source = Source::new(room);
    // Which numbers are compared: said once, for all parts.
    let made = text(move || {
        room.of_files(|files, chosen| {
            words::made(&chosen.choices, &room.begun(), &files.own, files.left_out(chosen))
        })
    });
    let sentence = memo(move || room.chosen.with(|chosen| chosen.sentence.clone()));
    view! {
        <div
            class="compare"
            data-ready=move || room.comparison.with(Comparison::is_whole).then_some("yes")
            data-took=move || format!("{:.3}", room.comparison.with(Comparison::took))
            data-computed=move || format!("{:.1}", room.found.with(Found::milliseconds))
        >
            <p class="lead" data-panel="lead">{texts::compare::lead()}</p>
            <section class="panel compare-head" data-panel="sentence" aria-labelledby="compare-sentence">
                <div class="compare-text">
                    <h2 id="compare-sentence">{texts::compare::sentence()}</h2>
                    <textarea
                        rows="1"
                        aria-labelledby="compare-sentence"
                        prop:value=sentence
                        on:input=move |event| room.type_sentence(event_target_value(&event))
                    ></textarea>
                    <TreeSource source=source />
                </div>
                <p class="muted compare-made">{made}</p>
                <ModelLine />
            </section>
            {alert(room.misread.into())}
            {alert(room.problem.into())}
            <PartTabs />
            <PartSection part=Part::Methods><Methods /></PartSection>
            <PartSection part=Part::Knows><Knowledge /></PartSection>
            <PartSection part=Part::Terms><OwnTerms /></PartSection>
            <PartSection part=Part::Notices><Changed /></PartSection>
            <PartSection part=Part::Apart><Apart /></PartSection>
            <PartSection part=Part::Tree><TreePart source=source /></PartSection>
        </div>
    }
}
