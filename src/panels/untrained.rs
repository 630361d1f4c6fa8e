//! The label of every picture that untrained projections make.

use leptos::prelude::*;

use crate::reactive::text;
use crate::state::use_store;

/// Says that the projections are random, and from which seed.
#[component]
pub fn UntrainedBadge() -> impl IntoView {
    let store = use_store();
    let seed = store.select(|settings| settings.seed);
    view! {
        <span
            class="badge"
            title="W_Q, W_K, W_V and W_O are random numbers from this seed: no model was trained. The word vectors, w and v are real."
        >
            {text(move || format!("untrained projections (seed {})", seed.get()))}
        </span>
    }
}
