//! What a model from a file adds to its scores by itself, such as ALiBi's slopes or T5's buckets: its curve over
//! the signed distance.

use leptos::prelude::*;
use texts::words;

use crate::canvas::{curve_frame, term};
use crate::reactive::text;
use crate::state::{ByOffset, use_store};

/// The curve.
#[component]
pub fn TermSection() -> impl IntoView {
    let store = use_store();
    let (theme, cursor) = (store.theme(), store.cursor());
    let found = store.term();
    let beta = store.select(|settings| settings.beta[settings.head]);
    let says = text(move || {
        let says = |term: &ByOffset| term.as_ref().map(|term| words::of_beta(beta.get(), term));
        found.with(says).unwrap_or_default()
    });
    let frame = curve_frame(
        says,
        Box::new(move |surface, size| {
            let Some(found) = found.get() else { return };
            let marked = cursor.get().map(|(i, j)| j as isize - i as isize);
            term::draw(surface, size, theme.get(), &found, beta.get(), marked);
        }),
    );
    view! {
        <figure class="curve term">
            <figcaption>{texts::lab::term_title()}</figcaption>
            {frame}
        </figure>
    }
}
