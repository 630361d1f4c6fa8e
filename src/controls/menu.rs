//! A menu of a few named values.

use crate::reactive::handler;
use leptos::prelude::*;
use nearfar::settings::Choice;

/// A `select` over all values of a choice.
#[component]
pub fn Menu<C>(
    /// Its visible label.
    #[prop(into)]
    label: String,
    /// The value that is chosen.
    value: Memo<C>,
    /// Called with another value.
    #[prop(into)]
    on_choose: Callback<C>,
) -> impl IntoView
where
    C: Choice + Send + Sync,
{
    let options = C::ALL
        .iter()
        .map(|&(choice, name, label)| {
            view! { <option value=name selected=move || value.get() == choice>{label}</option> }
        })
        .collect_view();
    let choose = move |event| {
        if let Ok(choice) = C::from_name(&event_target_value(&event)) {
            on_choose.run(choice);
        }
    };
    view! {
        <label class="field">
            <span class="field-label">{label}</span>
            <select on:change=handler(choose) prop:value=move || value.get().name()>
                {options}
            </select>
        </label>
    }
}
