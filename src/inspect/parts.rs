//! Small parts that several views of the room are made of.

use leptos::prelude::*;
use nearfar_inspect::room::report::Fact;

use crate::reactive::{handler, text};

/// Facts as entries of a list, each with how it is known.
pub fn entries(facts: Vec<Fact>) -> AnyView {
    let entry = |Fact { name, value, how, is_chosen, why }: Fact| {
        let mark =
            how.map(|how| view! { " "<span class="badge" class:assumed={!is_chosen}>{how}</span> });
        view! { <div title=why><dt>{name}</dt><dd>{value}{mark}</dd></div> }
    };
    facts.into_iter().map(entry).collect_view().into_any()
}

/// A menu of texts by their places, of which one is `chosen`; `choose` gets another. `name` is what a screen reader calls
/// it, where that is more than its label, and `none` stands for no place, before the others.
pub fn select(
    (class, label, name): (&'static str, &'static str, Option<String>),
    none: Option<String>,
    options: Vec<String>,
    chosen: Signal<Option<usize>>,
    choose: impl Fn(Option<usize>) + 'static,
) -> AnyView {
    let none = none.map(
        |says| view! { <option value="" selected=move || chosen.get().is_none()>{says}</option> },
    );
    let option = |(place, says): (usize, String)| {
        view! { <option value=place.to_string() selected=move || chosen.get() == Some(place)>{says}</option> }
    };
    let options = options.into_iter().enumerate().map(option).collect_view();
    let change = handler(move |event| choose(event_target_value(&event).parse().ok()));
    view! {
        <label class=class>
            <span class="field-label">{label}</span>
            <select aria-label=name on:change=change>{none}{options}</select>
        </label>
    }
    .into_any()
}

/// What went wrong, while there is something.
pub fn trouble(why: impl Into<Signal<Option<String>>>) -> AnyView {
    let why = why.into();
    let says = text(move || why.get().unwrap_or_default());
    view! { <p class="notice error" role="alert" hidden=move || why.with(Option::is_none)>{says}</p> }
        .into_any()
}
