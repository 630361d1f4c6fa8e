//! Which layer is shown, of models that have several.

use leptos::prelude::*;
use nearfar::lab::Panel;
use nearfar::settings::Settings;

use crate::controls::NumberField;
use crate::reactive::{flag, handler, memo, part, text};
use crate::state::{Store, use_store};

/// How many layers the model of a panel has.
fn depth(store: Store, panel: Panel) -> usize {
    store.tokens_version();
    let model = store.settings().with(|settings| panel.model(settings));
    store.lab_now(|lab| lab.depth(model))
}

/// Shows a layer after or before the one of A that is shown, where there is one.
pub fn step_layer(store: Store, by: isize) {
    let depth = store.settings_now(|settings| store.lab_now(|lab| lab.depth(settings.model)));
    store.edit(None, |settings| {
        let layer = settings.layer.saturating_add_signed(by);
        settings.show_layer(layer.min(depth.max(1) - 1));
    });
}

/// The layer of A, and the one before and after it; nothing for a model of one layer.
#[component]
pub fn LayerStepper() -> impl IntoView {
    let store = use_store();
    let layer = store.select(|settings| settings.layer);
    let depth = memo(move || depth(store, Panel::A));
    let stepper = move || {
        (depth.get() > 1).then(|| {
            view! {
                <div class="stepper" data-panel="head" role="group" aria-label=texts::lab::layers()>
                    <button type="button" class="quiet" aria-label=texts::lab::layer_previous() title=texts::lab::layer_previous_title() disabled=flag(move || layer.get() == 0) on:click=handler(move |_| step_layer(store, -1))>"‹"</button>
                    <h2 class="stepper-name" aria-live="polite">{text(move || texts::lab::layer(layer.get() + 1))}</h2>
                    <span class="muted">{text(move || texts::lab::of_all(depth.get()))}</span>
                    <button type="button" class="quiet" aria-label=texts::lab::layer_next() title=texts::lab::layer_next_title() disabled=flag(move || layer.get() + 1 >= depth.get()) on:click=handler(move |_| step_layer(store, 1))>"›"</button>
                </div>
            }
        })
    };
    part(move || stepper().into_any())
}

/// The layer that B shows beside it; nothing where its model has one.
#[component]
pub fn LayerOfB() -> impl IntoView {
    let store = use_store();
    let depth = memo(move || depth(store, Panel::B));
    let layer = store.select(|settings| settings.layer_of(Panel::B));
    let change = move |layer: f64| {
        store.edit(None, |settings| settings.layer_b = Some(layer as usize - 1));
    };
    let is_same = store.select(|settings| settings.layer_b.is_none());
    let same = move |_| store.edit(None, |settings: &mut Settings| settings.layer_b = None);
    view! {
        <div class="numbers" hidden=flag(move || depth.get() < 2)>
            <label class="field inline">
                {texts::lab::layers()}
                <NumberField
                    name=texts::lab::layer_of_b()
                    value=Signal::derive(move || Some((layer.get() + 1) as f64))
                    range=(1.0, nearfar::settings::MAX_LAYERS as f64)
                    whole=true
                    on_change=change
                />
            </label>
            <button type="button" class="small" disabled=is_same on:click=handler(same)>{texts::lab::layer_as_a()}</button>
        </div>
    }
}
