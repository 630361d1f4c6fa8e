//! The sliders of the heads that move: w and v, and what of a model's own position term can be moved.

use leptos::prelude::*;
use nearfar::lab::{Knob, Panel};
use texts::words::term;

use crate::controls::Slider;
use crate::reactive::{memo, part, when};
use crate::state::{Store, use_store};

/// w and v of the heads that move, what they mean in words, and where A has a position term of its own, its sliders.
#[component]
pub fn HeadSliders() -> impl IntoView {
    let store = use_store();
    let has_term = store.has_term();
    view! {
        <section class="dock" id="sliders" data-panel="sliders" tabindex="-1" aria-label=texts::lab::sliders()>
            {[Knob::W, Knob::V].map(|knob| slider(store, knob)).into_iter().collect_view()}
            <Show when=when(move || has_term.get())><TermSliders /></Show>
        </section>
    }
}

/// The sliders of what of the shown term can be moved.
#[component]
fn TermSliders() -> impl IntoView {
    let store = use_store();
    let shown = store.term();
    let knobs = memo(move || {
        // The term is another in another layer.
        shown.track();
        store
            .lab_now(|lab| {
                let trace = lab.trace_of(Panel::A)?;
                Some(Knob::all_of(trace.position_term()?.rule(), trace.tokens()))
            })
            .unwrap_or_default()
    });
    let row = move |knob| view! { <div class="term-slider">{slider(store, knob)}</div> };
    part(move || knobs.get().into_iter().map(row).collect_view().into_any())
}

/// A slider of a number of the heads that move.
fn slider(store: Store, knob: Knob) -> AnyView {
    let (label, [name, hint]) = (knob.label(), term::texts_of(&knob));
    let (ends, range) = (knob.ends(), knob.range());
    // The line that says why it does nothing, where it does nothing.
    let line = match knob {
        Knob::V => "v-says",
        _ => "w-says",
    };
    let knob = StoredValue::new(knob);
    let value = store.select(move |settings| knob.with_value(|knob| knob.shown(settings)));
    let acts = store.select(move |settings| knob.with_value(|knob| knob.acts(settings)));
    let shown = store.term();
    let says = memo(move || {
        let tokens = store.with_tokens(|lab| lab.tokens().len());
        let by_offset = shown.get();
        let by_offset = by_offset.as_ref().map_or(&[][..], |by_offset| by_offset);
        store.settings().with(|settings| {
            knob.with_value(|knob| term::says_of(knob, settings, tokens, by_offset))
        })
    });
    view! {
        <Slider
            label=label
            hint=hint
            name=name
            says=says
            off=Signal::derive(move || (!acts.get()).then_some(line))
            value=value
            ends=ends
            range=range
            on_input=move |number| {
                store.edit(Some(label), |settings| knob.with_value(|knob| knob.slide(settings, number)));
            }
            on_type=move |number| {
                store.edit(None, |settings| knob.with_value(|knob| knob.set_all(settings, number)));
            }
            on_settle=move |()| store.end_gesture()
        />
    }
    .into_any()
}
