//! The Train room: a program of its own that the page fetches when the room is opened. Training is
//! the worker's; here are its controls and its pictures.

mod attention;
mod bench;
mod database;
mod heads;
mod link;
mod model;
mod pictures;
mod plot;
mod side;
mod task;
mod transport;

use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use crate::guest;
use attention::AttentionPanel;
use bench::Bench;
use heads::HeadPanel;
use model::ModelPanel;
use pictures::Pictures;
use task::TaskPanel;
use transport::{Finding, Transport};

/// The element of the page that the room fills.
const ROOT: &str = "train-room";

/// Mounts the room.
pub fn start() {
    guest::mount(ROOT, "What was trained is kept; reloading brings it back.", Room);
}

/// Whether the room is what the page shows.
fn is_seen() -> bool {
    guest::is_seen(ROOT)
}

#[component]
fn Room() -> impl IntoView {
    let bench = Bench::new();
    provide_context(bench);
    listen_to_keys(bench);
    view! {
        <div class="train" data-ready=move || bench.is_ready().then_some("yes")>
            <p class="lead">
                "Train a small model here and watch it learn where to look: every head has a weight "<i>"w"</i>" for distance, which starts at 0. "
                <b>"Press Play."</b>" Everything runs in this browser; nothing leaves it."
            </p>
            <Notices />
            <TaskPanel />
            <div class="train-stage">
                <Transport />
                <Finding />
                <Pictures />
                <HeadPanel />
                <AttentionPanel />
            </div>
            <ModelPanel />
        </div>
    }
}

#[component]
fn Notices() -> impl IntoView {
    let bench = use_bench();
    let notices = move || {
        let notices = bench.notices.get();
        (!notices.is_empty()).then(|| {
            let lines = notices.into_iter().map(|notice| view! { <p>{notice}</p> }).collect_view();
            view! {
                <div class="notice error" role="alert">
                    <div>{lines}</div>
                    <button type="button" class="small" on:click=move |_| bench.notices.set(Vec::new())>"Dismiss"</button>
                </div>
            }
        })
    };
    view! { <div class="train-notices">{notices}</div> }
}

/// The room's own state.
fn use_bench() -> Bench {
    use_context::<Bench>().unwrap_or_else(|| unreachable!("Room provides it"))
}

/// Keys that work while no control has the focus.
const KEYS: &[(&str, &str)] =
    &[("Space", "play or pause"), (".", "one step"), ("r", "back to the start")];

fn listen_to_keys(bench: Bench) {
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        let dialog = matches!(document().query_selector("dialog[open]"), Ok(Some(_)));
        let modified = event.ctrl_key() || event.meta_key() || event.alt_key();
        if dialog || modified || event.repeat() || !is_seen() {
            return;
        }
        let focused = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let in_control = focused.is_some_and(|element| {
            let controls = "input, select, textarea, button, summary, a, [tabindex='0']";
            element.closest(controls).ok().flatten().is_some()
        });
        if in_control {
            return;
        }
        match event.key().as_str() {
            " " => bench.toggle(),
            "." => bench.step(),
            "r" => bench.rewind(),
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || handle.remove());
}
