//! What a model from a file adds to its scores by itself, such as ALiBi's slopes or T5's buckets: its curve over
//! the signed distance, and a slider for how much of it counts.

use leptos::html;
use leptos::prelude::*;
use nearfar::settings::Settings;
use texts::words;

use crate::canvas::{Surface, box_size, term};
use crate::controls::Slider;
use crate::reactive::{effect, text};
use crate::state::{Store, use_store};

/// The ends of the slider; 1, the model as it was trained, is in the middle.
const ENDS: (f64, f64) = (-1.0, 3.0);
/// The smallest and the largest β that the field takes.
const RANGE: (f64, f64) = (-10.0, 10.0);

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
    let says = says(store);
    view! {
        <figure class="curve term">
            <figcaption>{texts::lab::term_title()}</figcaption>
            <div class="curve-frame" node_ref=frame role="img" aria-label=says>
                <canvas width="1" height="1" node_ref=canvas aria-hidden="true"></canvas>
            </div>
        </figure>
    }
}

/// What β makes of the term, in words.
fn says(store: Store) -> Signal<String> {
    let found = store.term();
    let beta = store.select(|settings| settings.beta[settings.head]);
    text(move || {
        let beta = beta.get();
        found
            .with(|found| found.as_ref().map(|found| words::of_beta(beta, found)))
            .unwrap_or_default()
    })
}

/// β of the heads that move.
#[component]
pub fn TermSlider() -> impl IntoView {
    let store = use_store();
    let value = store.select(|settings| {
        let of = |head: usize| settings.beta.get(head).copied().unwrap_or(1.0);
        let shown = of(settings.head);
        (shown, settings.moved_heads().into_iter().any(|head| of(head) != shown))
    });
    // As many decimals as can be seen.
    let set = move |gesture: Option<&'static str>, number: f64| {
        store.edit(gesture, |settings: &mut Settings| {
            for head in settings.moved_heads() {
                settings.set_beta(head, (number * 1e3).round() / 1e3 + 0.0);
            }
        });
    };
    view! {
        <div class="term-slider">
            <Slider
                label="β"
                hint=texts::lab::ends_beta()
                name=texts::lab::slider_beta()
                says=says(store)
                value=value
                ends=ENDS
                range=RANGE
                on_input=move |number| set(Some("beta"), number)
                on_type=move |number| set(None, number)
                on_settle=move |()| store.end_gesture()
            />
        </div>
    }
}
