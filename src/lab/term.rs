//! What a model from a file adds to its scores by itself, such as ALiBi's slopes or T5's buckets: its curve over
//! the signed distance, and sliders for what of it counts.

use leptos::html;
use leptos::prelude::*;
use nearfar::lab::{Knob, Panel};
use nearfar::settings::Settings;
use texts::words;

use crate::canvas::{Surface, box_size, term};
use crate::controls::Slider;
use crate::reactive::{effect, memo, part, text};
use crate::state::{Store, use_store};

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

/// The sliders of what of the shown term can be moved.
#[component]
pub fn TermSliders() -> impl IntoView {
    let store = use_store();
    let term = store.term();
    let knobs = memo(move || {
        // The term is another in another layer.
        term.track();
        store
            .lab_now(|lab| {
                let trace = lab.trace_of(Panel::A)?;
                Some(Knob::all_of(trace.position_term()?.rule(), trace.tokens()))
            })
            .unwrap_or_default()
    });
    let slider = move |knob: Knob| {
        let knob = StoredValue::new(knob);
        let of = move |settings: &Settings, head| knob.with_value(|knob| knob.of(settings, head));
        let value = store.select(move |settings| {
            let shown = of(settings, settings.head);
            let differs = |head: usize| of(settings, head) != shown;
            (shown, settings.moved_heads().into_iter().any(differs))
        });
        let set = move |gesture: Option<&'static str>, number: f64| {
            store.edit(gesture, |settings: &mut Settings| {
                for head in settings.moved_heads() {
                    knob.with_value(|knob| knob.set(settings, head, number));
                }
            });
        };
        let says = text(move || {
            let number = value.get().0;
            let says = |by_offset: &[[f64; 3]]| {
                knob.with_value(|knob| words::term::says_of(knob, number, by_offset))
            };
            term.with(|term| says(term.as_ref().map_or(&[], |term| term)))
        });
        let (label, [name, hint]) =
            knob.with_value(|knob| (knob.label(), words::term::texts_of(knob)));
        let (ends, range) = knob.with_value(|knob| (knob.ends(), knob.range()));
        view! {
            <div class="term-slider">
                <Slider
                    label=label
                    hint=hint
                    name=name
                    says=says
                    value=value
                    ends=ends
                    range=range
                    on_input=move |number| set(Some(label), number)
                    on_type=move |number| set(None, number)
                    on_settle=move |()| store.end_gesture()
                />
            </div>
        }
    };
    part(move || knobs.get().into_iter().map(slider).collect_view().into_any())
}
