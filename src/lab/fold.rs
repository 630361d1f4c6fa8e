//! A panel that is folded: its content is made when it is opened for the first time, since most never are.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::reactive::{handler, part};

/// A panel under its title, folded at first.
#[component]
pub fn Fold(
    /// The name of the panel in the page; its heading is `id-title`.
    id: &'static str,
    /// The heading.
    title: &'static str,
    /// What is in it, in a few words.
    hint: &'static str,
    /// What is seen once it is open.
    children: ChildrenFn,
) -> impl IntoView {
    let was_opened = RwSignal::new(false);
    let on_toggle = move |event: web_sys::Event| {
        let panel = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        if panel.is_some_and(|panel| panel.has_attribute("open")) && !was_opened.get_untracked() {
            was_opened.set(true);
        }
    };
    view! {
        <details class="panel fold" id=id data-panel=id aria-label=title on:toggle=handler(on_toggle)>
            <summary><h2 id=format!("{id}-title")>{title}</h2><span class="muted">{hint}</span></summary>
            {part(move || was_opened.get().then(|| children()).into_any())}
        </details>
    }
}
