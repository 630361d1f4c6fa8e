//! A menu of a few named values.

use crate::labels::Labelled;
use crate::reactive::{flag, handler, memo, text};
use leptos::prelude::*;

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
    C: Labelled + Send + Sync,
{
    let choose = move |name: String| {
        if let Ok(choice) = C::from_name(&name) {
            on_choose.run(choice);
        }
    };
    let options = C::ALL.iter().map(|&(each, name)| (name, each.label())).collect();
    named_menu(label, options, memo(move || value.get().name()), Box::new(choose))
}

/// A `select` over names, each with what is read in its place. Apart, so that it is compiled once.
pub fn named_menu(
    label: String,
    options: Vec<(&'static str, &'static str)>,
    chosen: Memo<&'static str>,
    choose: Box<dyn FnMut(String)>,
) -> AnyView {
    view! {
        <label class="field">
            <span class="field-label">{label}</span>
            {select(options, chosen, choose)}
        </label>
    }
    .into_any()
}

/// A `select` without a label.
pub fn select(
    options: Vec<(&'static str, &'static str)>,
    chosen: Memo<&'static str>,
    mut choose: Box<dyn FnMut(String)>,
) -> AnyView {
    let options = options.into_iter().map(|(name, label)| {
        let is_chosen = flag(move || chosen.get() == name);
        view! { <option value=name selected=is_chosen>{label}</option> }
    });
    view! {
        <select
            on:change=handler(move |event| choose(event_target_value(&event)))
            prop:value=text(move || chosen.get())
        >
            {options.collect_view()}
        </select>
    }
    .into_any()
}
