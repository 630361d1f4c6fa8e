//! A button that stays pressed.

use leptos::prelude::*;

use crate::reactive::{handler, text};

/// A button that is pressed while something holds.
#[component]
pub fn Toggle(
    /// What it says.
    #[prop(into)]
    label: Signal<String>,
    /// Its class, if it has one.
    #[prop(optional)]
    class: Option<&'static str>,
    /// Whether it is pressed.
    #[prop(into)]
    pressed: Signal<bool>,
    /// Whether it cannot be pressed now.
    #[prop(optional, into)]
    disabled: Signal<bool>,
    /// Called when it is clicked.
    #[prop(into)]
    on_press: Callback<()>,
) -> impl IntoView {
    view! {
        <button type="button" class=class aria-pressed=text(move || pressed.get().to_string()) disabled=disabled on:click=handler(move |_| on_press.run(()))>
            {text(move || label.get())}
        </button>
    }
}
