//! Controls and texts that several parts of the room have.

use leptos::prelude::*;

use crate::controls::NumberField;
use crate::reactive::{handler, text};

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

/// A menu of values, each with what is read in its place.
pub fn menu(
    options: Memo<Vec<(String, String)>>,
    chosen: Signal<String>,
    choose: impl Fn(String) + 'static,
) -> AnyView {
    let options = move || {
        let options = options.get().into_iter().map(|(value, label)| {
            let is_chosen = chosen.with_untracked(|chosen| *chosen == value);
            view! { <option value=value selected=is_chosen>{label}</option> }
        });
        options.collect_view()
    };
    let choose = handler(move |event: web_sys::Event| choose(event_target_value(&event)));
    view! { <select on:change=choose prop:value=chosen>{options}</select> }.into_any()
}

/// What went wrong, while it stands.
pub fn alert(problem: Signal<Option<String>>) -> impl IntoView {
    move || problem.get().map(|said| view! { <p class="notice error" role="alert">{said}</p> })
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
