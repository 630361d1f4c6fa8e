//! What a model from a file adds to its scores by itself, such as ALiBi's slopes or T5's buckets: its curve over
//! the signed distance.

use leptos::html;
use leptos::prelude::*;
use texts::words;

use crate::canvas::{Surface, box_size, term};
use crate::reactive::{effect, text};
use crate::state::{ByOffset, use_store};

/// The curve.
#[component]
pub fn TermSection() -> impl IntoView {
    let store = use_store();
    let (frame, canvas) = (NodeRef::<html::Div>::new(), NodeRef::<html::Canvas>::new());
    let size = box_size(frame);
    let (theme, cursor) = (store.theme(), store.cursor());
    let found = store.term();
    let beta = store.select(|settings| settings.beta[settings.head]);
    effect(move || {
        let (Some(canvas), (width, height)) = (canvas.get(), size.get()) else { return };
        let Some(surface) = Surface::new(&canvas, width, height) else { return };
        let Some(found) = found.get() else { return };
        let marked = cursor.get().map(|(i, j)| j as isize - i as isize);
        term::draw(&surface, (width, height), theme.get(), &found, beta.get(), marked);
    });
    let says = text(move || {
        let says = |term: &ByOffset| term.as_ref().map(|term| words::of_beta(beta.get(), term));
        found.with(says).unwrap_or_default()
    });
    view! {
        <figure class="curve term">
            <figcaption>{texts::lab::term_title()}</figcaption>
            <div class="curve-frame" node_ref=frame role="img" aria-label=says>
                <canvas width="1" height="1" node_ref=canvas aria-hidden="true"></canvas>
            </div>
        </figure>
    }
}
