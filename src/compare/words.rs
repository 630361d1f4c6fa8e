//! Sentences that name the nats, which say what they are.

use leptos::prelude::*;
use nearfar_compare::words::around;
use texts::Rich;

use crate::explain::Term;
use crate::reactive::text;

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
