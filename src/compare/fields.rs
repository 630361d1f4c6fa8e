//! What several parts of the room have: controls, and sentences that name the nats.

use leptos::prelude::*;
use nearfar_compare::words::around;
use texts::Rich;

use crate::controls::NumberField;
use crate::explain::Term;
use crate::reactive::text;

/// A text of what may not be there yet: empty until then.
pub fn text_of<T: Send + Sync + 'static>(
    value: Memo<Option<T>>,
    read: impl Fn(&T) -> String + Send + Sync + 'static,
) -> Signal<String> {
    text(move || value.with(|value| value.as_ref().map(&read).unwrap_or_default()))
}

/// A control with its label.
pub fn field(label: &'static str, control: AnyView) -> impl IntoView {
    view! { <label class="field"><span class="field-label">{label}</span>{control}</label> }
}

/// What went wrong, while it stands.
pub fn alert(problem: RwSignal<Option<String>>) -> impl IntoView {
    move || problem.get().map(|said| view! { <p class="notice error" role="alert">{said}</p> })
}

/// A box to tick, with what it says.
pub fn check(label: AnyView, ticked: Signal<bool>, tick: Callback<bool>) -> impl IntoView {
    view! {
        <label class="check">
            <input type="checkbox" prop:checked=ticked on:change=move |event| tick.run(event_target_checked(&event)) />
            {label}
        </label>
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
pub fn nats() -> impl IntoView {
    view! { <Term word=texts::compare::nats() means=texts::common::nats_means() /> }
}

/// What stands before the slot of a sentence, and what behind it: what is in the slot stays while these change.
pub fn around_slot(sentence: Memo<Rich>) -> [Signal<String>; 2] {
    [0, 1].map(|at| text(move || sentence.with(|sentence| around(sentence)[at].clone())))
}
