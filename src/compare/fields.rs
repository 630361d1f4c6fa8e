//! What several parts of the room have: controls, and sentences that name the nats.

use leptos::prelude::*;
use nearfar_compare::words::around;
use texts::Rich;

use crate::controls::NumberField;
use crate::explain::Term;
use crate::reactive::text;

/// A control with its label.
pub fn field(label: &'static str, control: AnyView) -> impl IntoView {
    view! { <label class="field"><span class="field-label">{label}</span>{control}</label> }
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
