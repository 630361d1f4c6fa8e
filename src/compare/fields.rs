//! What several parts of the room have: controls, and sentences that name the nats.

use leptos::prelude::*;
use nearfar_compare::words::around;
use texts::Rich;
use wasm_bindgen::JsCast;
use web_sys::File;

use crate::controls::NumberField;
use crate::explain::Term;
use crate::reactive::text;
use crate::room::listed;

/// The files that an input was given; it can take the same ones again.
pub fn given(event: &web_sys::Event) -> Vec<File> {
    let input =
        event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
    let Some(input) = input else { return Vec::new() };
    let files = input.files().map(|files| listed(&files)).unwrap_or_default();
    input.set_value("");
    files
}

/// A control with its label.
pub fn field(label: &'static str, control: AnyView) -> impl IntoView {
    view! { <label class="field"><span class="field-label">{label}</span>{control}</label> }
}

/// One of a few that is on.
pub fn switch(label: &'static str, is_on: Signal<bool>, choose: Callback<()>) -> impl IntoView {
    view! {
        <button type="button" aria-pressed=move || is_on.get().to_string() on:click=move |_| choose.run(())>
            {label}
        </button>
    }
}

/// A whole number from 1 to `most`.
pub fn whole_number(
    label: String,
    name: &'static str,
    value: Signal<usize>,
    most: usize,
    choose: Callback<usize>,
) -> impl IntoView {
    view! {
        <label class="field">
            <span class="field-label">{label}</span>
            <NumberField
                name=name
                value=Signal::derive(move || Some(value.get() as f64))
                range=(1.0, most as f64)
                whole=true
                on_change=move |number: f64| choose.run(number as usize)
            />
        </label>
    }
}

/// The nats in a sentence, which say what they are.
#[component]
pub fn Nats() -> impl IntoView {
    view! { <Term word=texts::compare::nats() means=texts::common::nats_means() /> }
}

/// A sentence whose slot is the nats. They stay while the rest of it changes.
#[component]
pub fn InNats(sentence: Memo<Rich>) -> impl IntoView {
    let part =
        move |at: usize| text(move || sentence.with(|sentence| around(sentence)[at].clone()));
    view! { {part(0)}<Nats />{part(1)} }
}
