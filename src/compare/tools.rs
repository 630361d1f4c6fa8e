//! What the grid is made from: whose numbers, heads, colours, k, the causal mask, the earlier segment, and the
//! DA-Transformer's own numbers.

use leptos::prelude::*;
use nearfar::settings::MAX_PARAMETER;
use nearfar_compare::choices::{Choices, Source};
use nearfar_compare::distance::{self, Number, is_moved, restore};
use nearfar_compare::entry::{MOST_CLIP, MOST_HEADS};
use nearfar_compare::grid::{heads, menu_value, of_menu};
use nearfar_compare::words::grid as words;

use super::fields::{check, whole_number};
use super::model::Numbers;
use super::state::link::lab_of;
use super::use_room;
use crate::controls::{Slider, Toggle};
use crate::explain::Term;
use crate::lab::DistanceControls;
use crate::page;
use crate::reactive::{flag, memo, text};

/// The controls.
#[component]
pub fn Tools() -> impl IntoView {
    view! {
        <div class="compare-tools" data-panel="grid-tools">
            <Numbers />
            <HeadsMenu />
            <More />
        </div>
    }
}

/// Which head is shown, or the mean of all.
#[component]
pub fn HeadsMenu() -> impl IntoView {
    let room = use_room();
    let heads = memo(move || heads(room.shown.get(), &room.methods.get()));
    let shown = text(move || menu_value(room.shown.get()));
    let head_options = move || {
        (1..=heads.get())
            .map(|head| {
                let name = head.to_string();
                let is_chosen = shown.with_untracked(|shown| *shown == name);
                view! { <option value=name selected=is_chosen>{texts::compare::head(head)}</option> }
            })
            .collect_view()
    };
    let choose_head = move |event| {
        let shown = of_menu(&event_target_value(&event));
        room.choose(|choices| choices.shown = shown);
    };
    view! {
        <label class="field">
            <span class="field-label">{texts::compare::heads()}</span>
            <select on:change=choose_head prop:value=shown>
                <option value="">{texts::compare::heads_averaged()}</option>
                {head_options}
            </select>
        </label>
    }
}

/// What is seldom changed.
#[component]
fn More() -> impl IntoView {
    let room = use_room();
    let own_range = room.select(|choices| choices.own_range);
    let source = room.select(|choices| choices.source.clone());
    let causal = room.select(|choices| choices.causal);
    let choose_causal = Callback::new(move |causal| room.choose(|choices| choices.causal = causal));
    let own = move || {
        let source = source.get();
        (source != Source::Each).then(|| view! { <Own source=source /> })
    };
    view! {
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
    }
}

/// What methods are made from that were not learned as they are.
#[component]
fn Own(source: Source) -> impl IntoView {
    let room = use_room();
    let number = |label: &'static str, most: usize, part: fn(&mut Choices) -> &mut usize| {
        let value = move || room.choices.with(|choices| *part(&mut choices.clone()));
        let choose = move |number| room.choose(|choices| *part(choices) = number);
        whole_number(label.to_owned(), label, Signal::derive(value), most, Callback::new(choose))
    };
    let set_memory = move |event| {
        let memory: String = event_target_value(&event).chars().take(250).collect();
        room.choose(|choices| choices.memory = memory);
    };
    let memory = || {
        view! {
            <label class="field compare-memory">
                <span class="field-label">{texts::compare::memory()}</span>
                <input type="text" prop:value=room.select(|choices| choices.memory.clone()) on:input=set_memory />
            </label>
        }
    };
    let is_seeded = source == Source::Seeded;
    let is_file = matches!(source, Source::File(_));
    view! {
        {is_seeded.then(|| number(texts::compare::choose_heads(), MOST_HEADS, |choices| &mut choices.heads))}
        {number(texts::compare::choose_clip(), MOST_CLIP, |choices| &mut choices.clip)}
        <DistanceAware />
        {(!is_file).then(memory)}
    }
}

/// The DA-Transformer's own numbers: w and v of the shown head, mapping and adjustment; and the same as the Lab has them.
#[component]
fn DistanceAware() -> impl IntoView {
    let room = use_room();
    let slider = move |which: Number, label: &'static str, hint: &'static str| {
        let value = move || room.choices.with(|choices| which.shown(choices, &room.begun.get()));
        let set = move |number| {
            let begun = room.begun.get_untracked();
            room.choose(|choices| which.set(choices, &begun, number));
        };
        view! {
            <Slider
                label=label
                hint=hint
                name=texts::compare::distance_slider(label, hint)
                value=Signal::derive(value)
                ends=(-3.0, 3.0)
                range=(-MAX_PARAMETER, MAX_PARAMETER)
                on_input=set
            />
        }
    };
    let has_v = room.select(|choices| choices.method.has_v());
    let whose = text(move || words::whose_w_and_v(room.shown.get(), room.begun.get().learned));
    // The model, layer and head of the Lab's panel A, with its w, v, mapping and adjustment.
    let take_from_lab = move |_| {
        let lab = lab_of(&page::settings());
        room.choose_source(Choices::of_lab(&lab).source);
        room.choose(|choices| distance::take_from_lab(choices, &lab));
    };
    view! {
        <fieldset class="compare-distance">
            <legend>{whose}</legend>
            {slider(Number::W, "w", texts::common::near_to_far())}
            {move || has_v.get().then(|| slider(Number::V, "v", texts::common::how_strongly()))}
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
            <button type="button" class="small" disabled=move || !room.choices.with(is_moved) on:click=move |_| room.choose(restore)>{texts::compare::distance_restore()}</button>
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
