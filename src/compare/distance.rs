//! The DA-Transformer's own numbers in the room: w and v of the shown head, mapping and adjustment; and the
//! same as the Lab has them.

use leptos::prelude::*;
use nearfar::picture::format_short;
use nearfar::settings::MAX_PARAMETER;
use nearfar_compare::choices::Choices;
use nearfar_compare::distance::{self, Number};
use nearfar_compare::protocol::Shown;

use super::state::CompareState;
use super::state::link::lab_of;
use super::use_room;
use crate::controls::Slider;
use crate::explain::Term;
use crate::lab::DistanceControls;
use crate::page;
use crate::reactive::{memo, text};

impl CompareState {
    /// w, and v where there is one, of the shown head of the DA-Transformer, where that is one.
    pub fn distance_numbers(self) -> Option<String> {
        let (w, v) = self
            .choices
            .with(|choices| self.begun.with(|begun| distance::of_shown_head(choices, begun)))?;
        let w = format!("w = {}", format_short(w));
        Some(match v {
            Some(v) => format!("{w}, v = {}", format_short(v)),
            None => w,
        })
    }

    /// The model, layer and head of the Lab's panel A, with its w, v, mapping and adjustment.
    fn take_from_lab(self) {
        let lab = lab_of(&page::settings());
        self.choose_source(Choices::of_lab(&lab).source);
        self.choose(|choices| distance::take_from_lab(choices, &lab));
    }
}

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
        match (room.shown(), learned) {
            (Shown::Head(head), true) => texts::compare::distance_head_learned(head + 1),
            (Shown::Head(head), false) => texts::compare::distance_head_seeded(head + 1),
            (Shown::Mean, true) => texts::compare::distance_heads_learned().to_owned(),
            (Shown::Mean, false) => texts::compare::distance_heads_seeded().to_owned(),
        }
    });
    let is_moved =
        memo(move || room.choices.with(|choices| !choices.w.is_empty() || !choices.v.is_empty()));
    let restore = move |_| room.choose(distance::restore);
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
            <button type="button" class="small" disabled=move || !is_moved.get() on:click=restore>{texts::compare::distance_restore()}</button>
            <button
                type="button"
                class="small"
                title=texts::compare::distance_from_lab_title()
                on:click=move |_| room.take_from_lab()
            >
                {texts::compare::distance_from_lab()}
            </button>
        </fieldset>
    }
}
