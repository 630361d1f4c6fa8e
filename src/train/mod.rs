//! The Train room: a program of its own that the page fetches when the room is opened. Training is
//! the worker's; here are its controls and its pictures.

mod attention;
mod database;
mod heads;
mod learned;
mod model;
mod pictures;
mod state;
mod task;
mod trainer;
mod transport;

use crate::focus::{find, within};
use crate::reactive::{memo, on_typed, text};
use crate::rich::rich;
use crate::room;
use attention::AttentionSection;
use heads::HeadSection;
use learned::LearnedSection;
use leptos::prelude::*;
use model::ModelSection;
use nearfar_training::room::{Runs, lead};
use pictures::Pictures;
use state::TrainState;
use task::TaskSection;
use trainer::Trainer;
use transport::{Finding, Transport};

/// The element of the page that the room fills.
const ROOT: &str = "train-room";

/// The element of its tab in the page's navigation.
const MARK: &str = "train-mark";

/// Mounts the room.
pub fn start() {
    room::mount(ROOT, texts::train::kept(), Room);
}

/// Marks the tab while a run goes on: it does so while another room is shown.
fn mark_tab(state: TrainState) {
    room::mount_beside(MARK, move || {
        let says = texts::train::playing();
        let mark =
            move || view! { <span class="tab-mark" role="img" aria-label=says title=says></span> };
        move || state.playing.get().then(mark)
    });
}

#[component]
fn Room() -> impl IntoView {
    let room = TrainState::new();
    provide_context(room);
    listen_to_keys(room);
    mark_tab(room);
    view! {
        <div class="train" data-ready=move || room.is_ready().then_some("yes")>
            <Lead />
            <Notices />
            <TaskSection />
            <div class="train-stage">
                <Transport />
                <Finding />
                <Pictures />
                <HeadSection />
                <LearnedSection />
                <AttentionSection />
            </div>
            <ModelSection />
        </div>
    }
}

/// The room's first line. What came of the runs is read aloud once they stand.
#[component]
fn Lead() -> impl IntoView {
    let room = use_room();
    let watched = memo(move || room.playing.get().then(|| room.a.choices.with(lead::watch)));
    let results = memo(move || {
        let result = |trainer: Trainer| {
            let largest_class = trainer.made_of(|overview| overview.largest_class);
            let result = trainer.choices.with(|choices| {
                trainer.shown.with(|shown| lead::result(choices, shown, largest_class))
            });
            (!result.is_empty()).then(|| format!("{}{result}", trainer.prefix()))
        };
        let is_still = watched.get().is_none();
        // One that ended does not go on by Play.
        let runs = room.trainers().into_iter().filter(|trainer| trainer.is_ready());
        let results = is_still.then(|| runs.filter_map(result));
        results.into_iter().flatten().collect::<Vec<_>>().join(" ")
    });
    let goes_on = move || match watched.get() {
        Some(watch) => watch.into_any(),
        None => rich(texts::train::lead()),
    };
    view! {
        <div data-panel="lead">
            <p class="lead" hidden=move || results.with(|results| !results.is_empty())>{goes_on}</p>
            <p class="lead" aria-live="polite">{text(move || results.get())}</p>
        </div>
    }
}

#[component]
fn Notices() -> impl IntoView {
    let room = use_room();
    let lines = move || {
        room.notices.get().into_iter().map(|notice| view! { <p>{notice}</p> }).collect_view()
    };
    view! {
        <div class="train-notices">
            <Show when=move || !room.notices.with(Vec::is_empty)>
                <div class="notice error" role="alert">
                    <div>{lines}</div>
                    <button type="button" class="small" on:click=move |_| room.notices.set(Vec::new())>{texts::page::notice_dismiss()}</button>
                </div>
            </Show>
        </div>
    }
}

/// What is made of each run: of A, and where there are two of B.
fn of_runs(make: fn(Trainer) -> AnyView) -> impl IntoView {
    let room = use_room();
    let made = move |trainer| untrack(|| make(trainer));
    view! { {made(room.a)}<Show when=move || room.comparing.get()>{made(room.b)}</Show> }
}

/// The heading of a run, where there are two.
fn run_title(trainer: Trainer) -> impl IntoView {
    let (comparing, letter) = (use_room().comparing, trainer.panel.letter());
    move || comparing.get().then(|| view! { <h3>{texts::train::run(letter)}</h3> })
}

/// The room's own state.
fn use_room() -> TrainState {
    use_context::<TrainState>().unwrap_or_else(|| unreachable!("Room provides it"))
}

/// What has keys of its own.
const CONTROLS: &str = "input,select,textarea,button,summary,a,[tabindex='0']";

/// Keys work while no control has the focus.
fn listen_to_keys(state: TrainState) {
    on_typed(leptos::ev::keydown, move |event| {
        let dialog = find("dialog[open]").is_some();
        let modified = event.ctrl_key() || event.meta_key() || event.alt_key();
        let in_control = within(&event, CONTROLS).is_some();
        if dialog || modified || in_control || event.repeat() || !room::is_seen(ROOT) {
            return;
        }
        match event.key().as_str() {
            " " => state.toggle(),
            "." => state.apply(Runs::step),
            // As its button is.
            "r" if untrack(move || state.is_ready()) => state.apply(Runs::rewind),
            _ => return,
        }
        event.prevent_default();
    });
}
