//! What a sentence of more than 512 tokens shows, how far it is, and what it does not show.

use leptos::prelude::*;
use texts::words;

use crate::reactive::text;
use crate::state::use_store;

/// One line, in the place of what is left out.
#[component]
pub fn LongLine() -> impl IntoView {
    let store = use_store();
    let head = store.head();
    let line = move || {
        store.follow_weights();
        let tokens = store.lab_now(|lab| lab.tokens().len());
        store.explored(|explorer| words::of_long(tokens, head.get(), explorer))
    };
    view! { <p class="muted long-line">{text(move || line().unwrap_or_default())}</p> }
}
