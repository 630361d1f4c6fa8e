//! The Inspect room: a program of its own that the page fetches when the room is opened. Reading
//! files is the worker's; here are its controls and its pictures.

mod by_hand;
mod files;
mod forward_pass;
mod forward_view;
mod heads;
mod laws;
mod link;
mod parts;
mod state;
mod summary;
mod table;
mod tensor;

use leptos::prelude::*;

use nearfar::settings::Choice;

use crate::labels::Labelled;
use crate::reactive::memo;
use crate::rich::rich;
use crate::room;
use files::{Files, State};
use forward_pass::ForwardPass;
use forward_view::RunView;
use heads::HeadsView;
use laws::{Laws, LawsView};
use state::{InspectState, View};
use summary::Summary;
use table::Table;
use tensor::Detail;

/// The element of the page that the room fills.
const ROOT: &str = "inspect-room";

/// Mounts the room.
pub fn start() {
    room::mount(ROOT, texts::inspect::kept(), Room);
}

/// All that the room holds. Handles only, copied into every component.
#[derive(Clone, Copy)]
struct Inspect {
    /// What is open.
    room: InspectState,
    /// The sentence and the runs.
    pass: ForwardPass,
    /// Laws of distance.
    laws: Laws,
}

fn use_inspect() -> Inspect {
    use_context().unwrap_or_else(|| unreachable!("Room provides it"))
}

#[component]
fn Room() -> impl IntoView {
    let room = InspectState::new();
    let pass = ForwardPass::new(room);
    provide_context(Inspect { room, pass, laws: Laws::new(room, pass) });
    link::follow(room, pass);
    let not_shown =
        memo(move || room.asked.with(|asked| pass.looks.with(|looks| asked.says(looks))));
    let is_open = memo(move || room.is_open());
    view! {
        <div class="inspect" data-ready=move || room.is_ready().then_some("yes")>
            <p class="lead" data-panel="lead">{rich(texts::inspect::lead())}</p>
            <Files />
            {move || not_shown.get().map(|says| view! { <p class="notice error" role="alert">{says}</p> })}
            <State />
            <Show when=move || is_open.get()>
                <Summary />
                <Views />
            </Show>
        </div>
    }
}

#[component]
fn Views() -> impl IntoView {
    let room = use_inspect().room;
    let tabs = View::ALL
        .iter()
        .map(|&(view, name)| {
            let is_shown = move || room.view() == view;
            view! {
                <button
                    type="button"
                    class="tab"
                    data-view=name
                    aria-current=move || is_shown().then_some("true")
                    on:click=move |_| room.show(view)
                >
                    {view.label()}
                </button>
            }
        })
        .collect_view();
    view! {
        <nav class="tabs inspect-tabs" data-panel="views" aria-label=texts::inspect::views()>{tabs}</nav>
        {move || match room.view() {
            View::Tensors => view! { <div class="inspect-tensors"><Table /><Detail /></div> }.into_any(),
            View::Heads => view! { <HeadsView /> }.into_any(),
            View::Run => view! { <RunView /> }.into_any(),
            View::Laws => view! { <LawsView /> }.into_any(),
        }}
    }
}
