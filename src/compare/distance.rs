//! The DA-Transformer's own numbers in the room: w and v of the shown head, mapping and adjustment; and the
//! same as the Lab has them.

use leptos::prelude::*;
use nearfar::settings::MAX_PARAMETER;
use nearfar_compare::choices::Choices;
use nearfar_compare::distance::{self, Number, is_moved, restore};
use nearfar_compare::protocol::Shown;

use super::state::link::lab_of;
use super::use_room;
use crate::controls::Slider;
use crate::explain::Term;
use crate::lab::DistanceControls;
use crate::page;
use crate::reactive::{memo, text};

/// The controls.
#[component]
pub fn DistanceAware() -> impl IntoView {
    let room = use_room();
    let slider = move |which: Number, label: &'static str, hint: &'static str| {
        let value = move || {
            room.choices.with(|choices| room.begun.with(|begun| which.shown(choices, begun)))
        };
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
    let has_v = memo(move || room.choices.with(|choices| choices.method.has_v()));
    let whose = text(move || {
        let learned = room.begun.with(|begun| begun.learned);
        match (room.shown.get(), learned) {
            (Shown::Head(head), true) => texts::compare::distance_head_learned(head + 1),
            (Shown::Head(head), false) => texts::compare::distance_head_seeded(head + 1),
            (Shown::Mean, true) => texts::compare::distance_heads_learned().to_owned(),
            (Shown::Mean, false) => texts::compare::distance_heads_seeded().to_owned(),
        }
    });
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
                method=memo(move || room.choices.with(|choices| choices.method))
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
