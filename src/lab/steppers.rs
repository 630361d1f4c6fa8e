//! Which head and, of models that have several, which layer is shown, and the one before and after it.

use leptos::prelude::*;
use nearfar::lab::Panel;
use nearfar::settings::{MAX_LAYERS, Settings};
use texts::{lab, words};

use crate::controls::whole_number;
use crate::reactive::{flag, handler, mark, part, text};
use crate::state::{Store, use_store};

/// How many layers the model of a panel has.
fn depth(store: Store, panel: Panel) -> Memo<usize> {
    store.of_models(move |lab, settings| lab.depth(panel.model(settings)))
}

/// Shows a layer after or before the one of A that is shown, where there is one.
pub fn step_layer(store: Store, by: isize) {
    let depth = store.now(|lab, settings| lab.depth(settings.model));
    store.edit(None, |settings| settings.step_layer(by, depth));
}

/// A button of a stepper: its name, its title, and whether it leads nowhere.
type Way = (&'static str, &'static str, Signal<bool>);

/// What is shown of several, and buttons to the one before and after it.
fn stepper(
    store: Store,
    label: Option<&'static str>,
    name: Signal<String>,
    of_all: Signal<String>,
    ways: [Way; 2],
    step: fn(Store, isize),
) -> AnyView {
    let button = |(name, title, is_off): Way, by: isize, sign: &'static str| {
        // At the last one it keeps the focus of who came there by keys.
        let is_off = mark(move || is_off.get().then_some("true"));
        view! { <button type="button" class="quiet" aria-label=name title=title aria-disabled=is_off on:click=handler(move |_| step(store, by))>{sign}</button> }
    };
    let [previous, next] = ways;
    view! {
        <div class="stepper" data-panel="head" role=label.map(|_| "group") aria-label=label>
            {button(previous, -1, "‹")}
            <h2 class="stepper-name" aria-live="polite" title=label.is_none().then(lab::word_head_means)>{name}</h2>
            <span class="muted">{of_all}</span>
            {button(next, 1, "›")}
        </div>
    }
    .into_any()
}

/// The head, or the heads that move.
#[component]
pub fn HeadStepper() -> impl IntoView {
    let store = use_store();
    let heads = store.select(|settings| settings.heads);
    let who = store.select(words::of_moved_heads);
    let is_alone = flag(move || heads.get() < 2);
    let ways = [
        (lab::head_previous(), lab::head_previous_title(), is_alone),
        (lab::head_next(), lab::head_next_title(), is_alone),
    ];
    let step = |store: Store, by| store.edit(None, |settings| settings.step_head(by));
    let [who, of_all] = [text(move || who.get().0), text(move || who.get().1)];
    stepper(store, None, who, of_all, ways, step)
}

/// The layer of A; nothing for a model of one layer.
#[component]
pub fn LayerStepper() -> impl IntoView {
    let store = use_store();
    let layer = store.select(|settings| settings.layer);
    let depth = depth(store, Panel::A);
    let shown = move || {
        let name = text(move || lab::layer(layer.get() + 1));
        let ways = [
            (lab::layer_previous(), lab::layer_previous_title(), flag(move || layer.get() == 0)),
            (
                lab::layer_next(),
                lab::layer_next_title(),
                flag(move || layer.get() + 1 >= depth.get()),
            ),
        ];
        let of_all = text(move || lab::of_all(depth.get()));
        stepper(store, Some(lab::layers()), name, of_all, ways, step_layer)
    };
    part(move || (depth.get() > 1).then(shown).into_any())
}

/// The layer that B shows beside it; nothing where its model has one.
#[component]
pub fn LayerOfB() -> impl IntoView {
    let store = use_store();
    let depth = depth(store, Panel::B);
    let layer = store.select(|settings| settings.layer_of(Panel::B) + 1);
    let change = Callback::new(move |layer: usize| {
        store.edit(None, |settings| settings.layer_b = Some(layer - 1));
    });
    let is_same = store.select(|settings| settings.layer_b.is_none());
    let same = move |_| store.edit(None, |settings: &mut Settings| settings.layer_b = None);
    view! {
        <div class="numbers" hidden=flag(move || depth.get() < 2)>
            {whole_number("inline", lab::layers().to_owned(), lab::layer_of_b().to_owned(), layer.into(), 1..=MAX_LAYERS, change)}
            <button type="button" class="small" disabled=is_same on:click=handler(same)>{lab::layer_as_a()}</button>
        </div>
    }
}
