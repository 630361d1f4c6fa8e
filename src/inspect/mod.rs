//! The Inspect room: a program of its own that the page fetches when the room is opened. Reading
//! files is the worker's; here are its controls and its pictures.

mod by_hand;
mod desk;
mod detail;
mod figures;
mod files;
mod heads;
mod house;
mod ids;
mod item;
mod link;
mod picture;
mod projections;
mod report;
mod run;
mod running;
mod store;
mod summary;
mod table;

use leptos::prelude::*;

use crate::guest;
use crate::reactive::memo;
use desk::{Desk, View};
use detail::Detail;
use files::{Files, State};
use heads::HeadsView;
use report::ReportPanel;
use run::RunView;
use running::Running;
use summary::Summary;
use table::Table;

/// The element of the page that the room fills.
const ROOT: &str = "inspect-room";

/// Mounts the room.
pub fn start() {
    guest::mount(ROOT, "Your files are untouched; reload, and open them again.", Room);
    house::publish();
}

/// The room's own state.
fn use_desk() -> Desk {
    use_context::<Desk>().unwrap_or_else(|| unreachable!("Room provides it"))
}

/// The sentence and the runs.
fn use_running() -> Running {
    use_context::<Running>().unwrap_or_else(|| unreachable!("Room provides it"))
}

#[component]
fn Room() -> impl IntoView {
    let desk = Desk::new();
    provide_context(desk);
    provide_context(Running::new(desk));
    link::follow(desk);
    let is_open = memo(move || desk.opened.with(Option::is_some));
    view! {
        <div class="inspect" data-ready=move || desk.is_ready().then_some("yes")>
            <p class="lead">
                "What is in a checkpoint, what its heads do, and its attention on your sentence. Files are read in this browser, only where they are looked at: "
                <b>"nothing is uploaded, and nothing in a file is executed."</b>
            </p>
            <Files />
            <State />
            <Show when=move || is_open.get()>
                <div class="inspect-about"><Summary /><ReportPanel /></div>
                <Views />
            </Show>
        </div>
    }
}

#[component]
fn Views() -> impl IntoView {
    let desk = use_desk();
    let tabs = View::ALL
        .iter()
        .map(|&(view, name, label)| {
            let is_shown = move || desk.view.get() == view;
            view! {
                <button
                    type="button"
                    class="tab"
                    data-view=name
                    aria-current=move || is_shown().then_some("true")
                    on:click=move |_| desk.show(view)
                >
                    {label}
                </button>
            }
        })
        .collect_view();
    view! {
        <nav class="tabs inspect-tabs" aria-label="What is shown of the file">{tabs}</nav>
        {move || match desk.view.get() {
            View::Tensors => view! { <div class="inspect-tensors"><Table /><Detail /></div> }.into_any(),
            View::Heads => view! { <HeadsView /> }.into_any(),
            View::Run => view! { <RunView /> }.into_any(),
        }}
    }
}
