//! What the grid is made from: whose numbers (seeded ones, every model of the page, or one model with its layer, which
//! may be from a file), heads, colours, k, the causal mask, the earlier segment, and the DA-Transformer's own numbers.

use leptos::prelude::*;
use nearfar::settings::MAX_PARAMETER;
use nearfar_compare::choices::{Choices, LONGEST_MEMORY, Source};
use nearfar_compare::distance::{Number, is_moved, restore};
use nearfar_compare::entry::{MOST_CLIP, MOST_HEADS};
use nearfar_compare::grid::{menu_value, of_menu};
use nearfar_compare::room::{Effect, Room as Has};

use super::state::lab_of;
use super::use_room;
use crate::controls::{Slider, Toggle, check, chosen_files, field, select_of, whole_number};
use crate::explain::Term;
use crate::lab::DistanceControls;
use crate::page;
use crate::reactive::{flag, memo, text};

/// The controls; what is seldom changed can be folded away.
#[component]
pub fn Tools() -> impl IntoView {
    let room = use_room();
    let own_range = room.select(|choices| choices.own_range);
    let source = room.select(|choices| choices.source.clone());
    let causal = room.select(|choices| choices.causal);
    let choose_causal = move |causal| room.choose(|choices| choices.causal = causal);
    let own = move || {
        let source = source.get();
        (source != Source::Each).then(|| view! { <Own source=source /> })
    };
    view! {
        <div class="compare-tools" data-panel="grid-tools">
            <Numbers />
            <HeadsMenu />
            <details class="compare-more">
                <summary>{texts::compare::more()}</summary>
                <div class="compare-tools">
                    <div class="field">
                        <span class="field-label" id="compare-range">{texts::compare::colours()}</span>
                        <span class="segmented" role="group" aria-labelledby="compare-range">
                            <Toggle label=texts::compare::colours_own() pressed=own_range on_press=move |()| room.choose(|choices| choices.own_range = true) />
                            <Toggle label=texts::compare::colours_common() pressed=flag(move || !own_range.get()) on_press=move |()| room.choose(|choices| choices.own_range = false) />
                        </span>
                    </div>
                    {check(texts::compare::causal().into_any(), causal.into(), choose_causal)}
                    {own}
                </div>
            </details>
        </div>
    }
}

/// The switch, and where it is one model, which and which layer.
#[component]
fn Numbers() -> impl IntoView {
    let room = use_room();
    let source = room.select(|choices| choices.source.clone());
    let is = move |wanted: fn(&Source) -> bool| flag(move || source.with(wanted));
    let button =
        |label: &'static str, wanted: fn(&Source) -> bool, choose: fn(&mut Has) -> Vec<Effect>| {
            view! { <Toggle label=label pressed=is(wanted) on_press=move |()| room.act(choose) /> }
        };
    let is_one = is(Source::is_one);
    view! {
        <div class="field">
            <span class="field-label" id="compare-set">{texts::compare::numbers()}</span>
            <span class="segmented" role="group" aria-labelledby="compare-set">
                {button(texts::compare::numbers_seeded(), |of| *of == Source::Seeded, |has| has.choose_source(Source::Seeded))}
                {button(texts::compare::numbers_one(), Source::is_one, Has::choose_one)}
                {button(texts::compare::numbers_trained(), |of| *of == Source::Each, |has| has.choose_source(Source::Each))}
            </span>
        </div>
        {move || is_one.get().then(|| view! { <OneModel /> })}
    }
}

/// Which model, which layer of it.
#[component]
fn OneModel() -> impl IntoView {
    let room = use_room();
    let chosen = room.select(|choices| choices.source.menu_value());
    let models = memo(move || room.with(Has::models_menu));
    let choose =
        Box::new(move |model: String| room.act(|has| has.choose_source(Source::of_menu(&model))));
    let models = select_of(None, models.into(), chosen.into(), choose);
    // Told where it is another: what is typed in the field is not written over.
    let layer = memo(move || room.with(Has::layer));
    let last = memo(move || layer.get().1);
    let layer = Signal::derive(move || layer.get().0);
    let choose_layer =
        Callback::new(move |layer| room.choose(|choices| choices.choose_layer(layer)));
    let layers = move || {
        let (last, name) = (last.get(), texts::compare::model_layer_name());
        let label = texts::compare::model_layer(last);
        (last > 1).then(|| whole_number("", label, name.to_owned(), layer, 1..=last, choose_layer))
    };
    view! {
        {field("", texts::compare::model().to_owned(), models)}
        {layers}
        <p class="muted compare-hint">{texts::compare::numbers_w_v()}</p>
        <label class="open-file button small">
            {texts::compare::model_open()}
            <input type="file" multiple aria-label=texts::compare::model_open_name() on:change=move |event| room.open_files(chosen_files(&event)) />
        </label>
    }
}

/// Which head is shown, or the mean of all.
#[component]
pub fn HeadsMenu() -> impl IntoView {
    let room = use_room();
    let heads = memo(move || room.with(Has::heads_menu));
    let shown = text(move || menu_value(room.with(Has::shown)));
    let choose = move |head: String| room.choose(|choices| choices.shown = of_menu(&head));
    let heads = select_of(None, heads.into(), shown, Box::new(choose));
    field("", texts::compare::heads().to_owned(), heads)
}

/// What methods are made from that were not learned as they are.
#[component]
fn Own(source: Source) -> impl IntoView {
    let room = use_room();
    let own = |label: &'static str, most: usize, part: fn(&mut Choices) -> &mut usize| {
        let value = Signal::derive(move || room.choices(|choices| *part(&mut choices.clone())));
        let choose = Callback::new(move |number| room.choose(|choices| *part(choices) = number));
        whole_number("", label.to_owned(), label.to_owned(), value, 1..=most, choose)
    };
    let set_memory =
        move |event| room.choose(|choices| choices.memory = event_target_value(&event));
    let memory = || {
        let text = room.select(|choices| choices.memory.clone());
        let typed = view! { <input type="text" maxlength=LONGEST_MEMORY prop:value=text on:input=set_memory /> };
        field("compare-memory", texts::compare::memory().to_owned(), typed.into_any())
    };
    let is_seeded = source == Source::Seeded;
    let is_file = matches!(source, Source::File(_));
    view! {
        {is_seeded.then(|| own(texts::compare::choose_heads(), MOST_HEADS, |choices| &mut choices.heads))}
        {own(texts::compare::choose_clip(), MOST_CLIP, |choices| &mut choices.clip)}
        <DistanceAware />
        {(!is_file).then(memory)}
    }
}

/// The DA-Transformer's own numbers: w and v of the shown head, mapping and adjustment; and the same as the Lab has them.
#[component]
fn DistanceAware() -> impl IntoView {
    let room = use_room();
    let shown = move |which: Number| room.with(|has| has.number(which));
    let slider = move |which: Number, label: &'static str, hint: Signal<String>| {
        view! {
            <Slider
                label=label
                hint=hint
                name=text(move || texts::compare::distance_slider(label, hint.get()))
                value=memo(move || shown(which))
                ends=(-3.0, 3.0)
                range=(-MAX_PARAMETER, MAX_PARAMETER)
                on_input=move |number| room.act(|has| has.set_number(which, number))
            />
        }
    };
    let has_v = room.select(|choices| choices.method.has_v());
    // The model, layer and head of the Lab's panel A, with its w, v, mapping and adjustment.
    let take_from_lab = move |_| {
        let lab = lab_of(&page::settings());
        room.act(|has| has.take_from_lab(&lab));
    };
    view! {
        <fieldset class="compare-distance">
            <legend>{text(move || room.with(Has::whose_w_and_v))}</legend>
            {slider(Number::W, "w", texts::common::near_to_far().into())}
            {move || has_v.get().then(|| slider(Number::V, "v", texts::common::how_strongly().into()))}
            <DistanceControls
                mapping_label=texts::compare::distance_mapping()
                adjustment_label=texts::compare::distance_adjustment()
                method=room.select(|choices| choices.method)
                on_change=move |method| room.choose(|choices| choices.method = method)
            />
            <p class="compare-hint">
                <Term
                    word=texts::compare::distance_adjustment_terms()
                    means=texts::compare::distance_adjustment_means()
                />
            </p>
            <button type="button" class="small" disabled=move || !room.choices(is_moved) on:click=move |_| room.choose(restore)>{texts::compare::distance_restore()}</button>
            <button
                type="button"
                class="small"
                title=texts::compare::distance_from_lab_title()
                on:click=take_from_lab
            >
                {texts::compare::distance_from_lab()}
            </button>
        </fieldset>
    }
}
