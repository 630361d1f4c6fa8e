//! A panel of a room, under its heading. Curves writes its three panels out: this one made its program a fortieth larger.

use leptos::prelude::*;

/// A panel with a heading.
#[component]
pub fn Panel(
    /// Its class, beside that of all panels.
    #[prop(optional)]
    class: &'static str,
    /// The name by which links hide it.
    panel: &'static str,
    /// The id of its heading.
    id: &'static str,
    /// The heading.
    #[prop(into)]
    title: Signal<String>,
    /// What it is about.
    #[prop(optional, into)]
    about: Option<Signal<String>>,
    /// What else stands beside the heading.
    #[prop(optional)]
    beside: Option<AnyView>,
    children: Children,
) -> impl IntoView {
    view! {
        <section class=class class:panel=true data-panel=panel aria-labelledby=id>
            <header class="panel-head">
                <h2 id=id>{title}</h2>
                {about.map(|about| view! { <p class="muted">{about}</p> })}{beside}
            </header>
            {children()}
        </section>
    }
}
