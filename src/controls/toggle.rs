//! A button that stays pressed, and a box to tick.

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
    /// What more there is to say of it.
    #[prop(optional)]
    title: Option<&'static str>,
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
        <button type="button" class=class title=title aria-pressed=text(move || pressed.get().to_string()) disabled=disabled on:click=handler(move |_| on_press.run(()))>
            {text(move || label.get())}
        </button>
    }
}

/// A box to tick, with what it says.
pub fn check(label: AnyView, ticked: Signal<bool>, tick: impl Fn(bool) + 'static) -> AnyView {
    let tick = handler(move |event: web_sys::Event| tick(event_target_checked(&event)));
    view! {
        <label class="check">
            <input type="checkbox" prop:checked=ticked on:change=tick />
            {label}
        </label>
    }
    .into_any()
}
