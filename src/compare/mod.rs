//! The Compare room: every method of the papers on one sentence, in parts of which one is shown. A program
//! of its own that the page fetches when the room is opened; what is computed is the worker's, also what would
//! be quick enough for the page's thread: one way, and no long task. Here are the parts with their tabs, and what all
//! of them say once: which numbers are compared, what has to be said of models from files, and what the tree is.

mod knowledge;
mod methods;
mod notice;
mod state;
mod terms;
mod tools;
mod tree;

use leptos::html;
use leptos::prelude::*;
use nearfar_compare::choices::{Part, Source};
use nearfar_compare::found::Found;
use nearfar_compare::layer::FilesSaid;
use nearfar_compare::room::Room as Has;
use nearfar_compare::sentence::is_stand_in;
use nearfar_compare::words;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

use crate::controls::FilesMissing;
use crate::focus::{find, focus_first};
use crate::reactive::{effect, memo, text};
use crate::rich::rich;
use crate::room;
use knowledge::Knowledge;
use methods::{Apart, Methods};
use notice::Changed;
use state::CompareState;
use terms::OwnTerms;
use tree::{TreePart, TreeSource};

/// The element of the page that the room fills.
const ROOT: &str = "compare-room";
/// Where the parts begin: above their tabs.
const TOP: &str = ".compare-parts-top";
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
    let source = tree::Source::new(room);
    let misread = memo(move || room.with(|has| has.misread.clone()));
    let problem = memo(move || room.with(|has| has.results.problem.clone()));
    let sentence = memo(move || room.with(|has| has.chosen.sentence.clone()));
    let is_moved = memo(move || room.with(Has::is_moved));
    view! {
        <div
            class="compare"
            data-ready=move || room.with(|has| has.results.comparison.is_whole()).then_some("yes")
            data-took=move || format!("{:.3}", room.with(|has| has.results.comparison.took()))
            data-computed=move || format!("{:.1}", room.found(Found::milliseconds))
        >
            <p class="lead" data-panel="lead">{texts::compare::lead()}</p>
            <section class="panel compare-head" data-panel="sentence" aria-labelledby="compare-sentence">
                <div class="compare-text">
                    <h2 id="compare-sentence">{texts::compare::sentence()}</h2>
                    <textarea
                        rows="1"
                        aria-labelledby="compare-sentence"
                        prop:value=sentence
                        on:input=move |event| room.change(|chosen| chosen.type_sentence(event_target_value(&event)))
                    ></textarea>
                    <TreeSource source=source />
                </div>
                // Which numbers are compared: said once, for all parts.
                <p class="muted compare-made">{text(move || room.with(Has::made))}</p>
                <ModelLine />
            </section>
            <p class="notice compare-moved" data-panel="sentence" role="status" hidden=move || !is_moved.get()>
                <span>{texts::compare::one_moved()}</span>
                <button type="button" class="small" on:click=move |_| room.act(|has| has.choose_source(Source::Each))>{texts::compare::one_moved_back()}</button>
            </p>
            {alert(misread.into())}
            {alert(problem.into())}
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

/// The id of a part's `tab`, or of its `part`.
fn id(what: &str, part: Part) -> String {
    format!("compare-{what}-{}", part.name())
}

impl CompareState {
    /// Shows a part, from its top.
    fn show_part(self, part: Part) {
        if self.part.get_untracked() != part {
            self.choose(|choices| choices.part = part);
        }
        // No farther than brings it into sight.
        let options = web_sys::ScrollIntoViewOptions::new();
        options.set_block(web_sys::ScrollLogicalPosition::Nearest);
        find(TOP)
            .iter()
            .for_each(|top| top.scroll_into_view_with_scroll_into_view_options(&options));
    }
}

/// The tabs: one stop, arrow keys go from one to the next.
#[component]
fn PartTabs() -> impl IntoView {
    let room = use_room();
    let shown = room.part;
    let on_key = move |event: KeyboardEvent| {
        let Some(part) = shown.get_untracked().after_key(&event.key()) else { return };
        event.prevent_default();
        event.stop_propagation();
        room.show_part(part);
        focus_first(&format!("#{}", id("tab", part)));
    };
    // On a phone they scroll sideways: the one that is shown is in sight, also where a link opened it.
    let tabs = NodeRef::<html::Div>::new();
    effect(move || {
        let (Some(tabs), part) = (tabs.get(), shown.get()) else { return };
        let tab = find(&format!("#{}", id("tab", part)));
        if let Some(tab) = tab.and_then(|tab| tab.dyn_into::<HtmlElement>().ok()) {
            let middle = tab.offset_left() - tabs.offset_left() + tab.offset_width() / 2;
            tabs.set_scroll_left(middle - tabs.client_width() / 2);
        }
    });
    let tab = |(part, _): (Part, &'static str)| {
        let is_shown = move || shown.get() == part;
        view! {
            <button
                type="button"
                role="tab"
                id=id("tab", part)
                aria-controls=id("part", part)
                aria-selected=move || if is_shown() { "true" } else { "false" }
                tabindex=move || if is_shown() { "0" } else { "-1" }
                on:click=move |_| room.show_part(part)
            >
                {words::part(part)}
            </button>
        }
    };
    view! {
        <div class="compare-parts-top" aria-hidden="true"></div>
        <div node_ref=tabs class="compare-parts" data-panel="parts" role="tablist" aria-label=texts::compare::parts() on:keydown=on_key>
            {Part::ALL.map(tab).into_iter().collect_view()}
        </div>
    }
}

/// A part: made when it is first shown, and kept.
#[component]
fn PartSection(part: Part, children: ChildrenFn) -> impl IntoView {
    let shown = use_room().part;
    let is_shown = memo(move || shown.get() == part);
    let is_made = Memo::new(move |was: Option<&bool>| is_shown.get() || was == Some(&true));
    view! {
        <div
            role="tabpanel"
            id=id("part", part)
            class="compare-part"
            data-part=part.name()
            aria-labelledby=id("tab", part)
            hidden=move || !is_shown.get()
        >
            <Show when=move || is_made.get()>{children()}</Show>
        </div>
    }
}

/// What has to be said of models from files: one that has to be opened again, one that is being opened, what
/// cannot be run, what is assumed. Under the sentence, for all parts.
#[component]
fn ModelLine() -> impl IntoView {
    let room = use_room();
    let said = memo(move || room.with(Has::files_said));
    let asks = move || {
        said.get().awaited.map(|name| {
            let line = texts::page::file_awaited(texts::page::file_awaited_named(name));
            view! {
                <FilesMissing
                    says=line
                    on_open=move |files| room.open_files(files)
                    go_on=texts::compare::model_go_on_without()
                    on_go_on=move |()| room.act(|has| has.choose_source(Source::Seeded))
                />
            }
        })
    };
    let opening =
        text(move || said.get().opening.map_or_else(String::new, texts::page::file_opening));
    let unread = Signal::derive(move || said.get().unread);
    let assumed = move || {
        let lines = said.get().assumptions.into_iter();
        lines.map(|line| view! { <li>{line}</li> }).collect_view()
    };
    let departs = move || {
        let lines = said.get().departures.into_iter();
        lines.map(|line| view! { <p class="notice">"⚠ "{line}"."</p> }).collect_view()
    };
    view! {
        <div class="files-line" hidden=move || said.with(|said| *said == FilesSaid::default())>
            {asks}
            <p class="muted" role="status" hidden=move || opening.with(String::is_empty)>{opening}</p>
            {alert(unread)}
            {departs}
            <section
                class="panel run-assumed"
                aria-label=texts::compare::model_assumed_name()
                hidden=move || said.with(|said| said.assumptions.is_empty())
            >
                <p>{rich(texts::compare::model_assumed())}</p>
                <ul>{assumed}</ul>
            </section>
        </div>
    }
}

/// What the tree is that methods are drawn from: a stand-in, where none is known. Stands before them.
#[component]
fn StandIn(
    /// How many pictures beside it are drawn from the tree; none, and nothing is said.
    #[prop(into)]
    count: Signal<usize>,
) -> impl IntoView {
    let room = use_room();
    let origin = memo(move || room.tree.with(|tree| tree.origin()));
    let line = text(move || words::stand_in(origin.get(), count.get()));
    view! {
        <p class="compare-standin" class:stands-in=move || is_stand_in(origin.get()) hidden=move || count.get() == 0>
            <span role="status">{line}</span>
            " "
            <button type="button" class="small" on:click=move |_| room.show_part(Part::Tree)>
                {text(move || words::to_tree(origin.get()))}
            </button>
        </p>
    }
}
