//! A menu of a few named values.

use crate::labels::Labelled;
use crate::reactive::{handler, memo, part, text};
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

/// A labelled `select` over names, each with what is read in its place. Apart, so that it is compiled once.
pub fn named_menu(
    label: String,
    options: Vec<(&'static str, &'static str)>,
    chosen: Memo<&'static str>,
    choose: Box<dyn FnMut(String)>,
) -> AnyView {
    field("", label, select(options, chosen, choose))
}

/// The same without a label.
pub fn select(
    options: Vec<(&'static str, &'static str)>,
    chosen: Memo<&'static str>,
    choose: Box<dyn FnMut(String)>,
) -> AnyView {
    let options = options.into_iter().map(|(name, label)| (name.to_owned(), label.to_owned()));
    select_of(None, Signal::stored(options.collect()), text(move || chosen.get()), choose)
}

/// A `select` over values, each with what is read in its place. `name` is what a screen reader calls it, where that is
/// more than its label.
pub fn select_of(
    name: Option<String>,
    options: Signal<Vec<(String, String)>>,
    chosen: Signal<String>,
    mut choose: Box<dyn FnMut(String)>,
) -> AnyView {
    let options = move || {
        let options = options.get().into_iter().map(|(value, label)| {
            let is_chosen = chosen.with_untracked(|chosen| *chosen == value);
            view! { <option value=value selected=is_chosen>{label}</option> }
        });
        options.collect_view().into_any()
    };
    view! {
        <select
            aria-label=name
            on:change=handler(move |event| choose(event_target_value(&event)))
            prop:value=chosen
        >
            {part(options)}
        </select>
    }
    .into_any()
}

/// A control behind its label; `class` is its class beside that of all fields, or nothing.
pub fn field(class: &'static str, label: String, control: AnyView) -> AnyView {
    view! { <label class=format!("field {class}")><span class="field-label">{label}</span>{control}</label> }
        .into_any()
}
