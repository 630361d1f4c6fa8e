//! The DA-Transformer's own numbers in the room: w and v of the shown head, mapping and adjustment; and the
//! same as the Lab has them.

use std::collections::BTreeMap;

use leptos::prelude::*;
use nearfar::Method;
use nearfar::attention::{Adjustment, Mapping};
use nearfar::picture::format_short;
use nearfar::settings::MAX_PARAMETER;
use nearfar_compare::choices::{Choices, Source};
use nearfar_compare::protocol::Shown;

use super::state::CompareState;
use super::state::link::lab_of;
use super::use_room;
use crate::controls::{Menu, Slider};
use crate::explain::Term;
use crate::lab::MappingControls;
use crate::page;
use crate::reactive::{memo, text};

/// Which of the two numbers of a head.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Number {
    W,
    V,
}

impl Number {
    fn of(self, choices: &Choices) -> &BTreeMap<usize, f64> {
        match self {
            Number::W => &choices.w,
            Number::V => &choices.v,
        }
    }

    fn of_mut(self, choices: &mut Choices) -> &mut BTreeMap<usize, f64> {
        match self {
            Number::W => &mut choices.w,
            Number::V => &mut choices.v,
        }
    }
}

impl CompareState {
    /// The heads that the sliders move, from 0: the shown one, or all where their mean is shown.
    fn moved_heads(self) -> Vec<usize> {
        let heads = self.begun.with(|begun| begun.own.len());
        match self.choices.with(|choices| choices.shown) {
            Shown::Head(head) => vec![head.min(heads.max(1) - 1)],
            Shown::Mean => (0..heads).collect(),
        }
    }

    /// w or v of a head as it is compared.
    fn number(self, which: Number, head: usize) -> f64 {
        let moved = self.choices.with(|choices| which.of(choices).get(&head).copied());
        moved.unwrap_or_else(|| {
            let own = self.begun.with(|begun| begun.own.get(head).copied()).unwrap_or_default();
            own[usize::from(which == Number::V)]
        })
    }

    /// w, and v where there is one, of the shown head of the DA-Transformer; `None` where that is not one alone, or
    /// trained models stand side by side, each with its own.
    pub fn distance_numbers(self) -> Option<String> {
        if self.choices.with(|choices| choices.source == Source::Each) {
            return None;
        }
        let heads = self.moved_heads();
        let head = *heads.first().filter(|_| heads.len() == 1)?;
        let number = |which| format_short(self.number(which, head));
        let w = format!("w = {}", number(Number::W));
        Some(match self.choices.with(|choices| choices.method.has_v()) {
            true => format!("{w}, v = {}", number(Number::V)),
            false => w,
        })
    }

    /// Gives the shown heads a number; one that is a head's own is no longer moved.
    fn set_number(self, which: Number, number: f64) {
        let heads = untrack(|| self.moved_heads());
        let own = self.begun.with_untracked(|begun| begun.own.clone());
        self.choose(|choices| {
            let moved = which.of_mut(choices);
            for head in heads {
                let own = own.get(head).map(|own| own[usize::from(which == Number::V)]);
                if own == Some(number) {
                    moved.remove(&head);
                } else {
                    moved.insert(head, number);
                }
            }
        });
    }

    /// The model, layer and head of the Lab's panel A, with its w, v, mapping and adjustment.
    fn take_from_lab(self) {
        let lab = lab_of(&page::settings());
        let Choices { source, layer, shown, method, w, v, heads, .. } = Choices::of_lab(&lab);
        self.choose_source(source);
        self.choose(|choices| {
            (choices.layer, choices.shown, choices.method) = (layer, shown, method);
            (choices.w, choices.v, choices.heads) = (w, v, heads);
        });
    }
}

/// The controls.
#[component]
pub fn DistanceAware() -> impl IntoView {
    let room = use_room();
    let parts = memo(move || room.choices.with(|choices| choices.method).coefficients());
    let (mapping, adjustment) = (memo(move || parts.get().0), memo(move || parts.get().1));
    let choose = move |mapping: Mapping, adjustment: Adjustment| {
        room.choose(|choices| choices.method = Method::DistanceAware { mapping, adjustment });
    };
    let slider = move |which: Number, label: &'static str, hint: &'static str| {
        let value = move || {
            let mut numbers = room.moved_heads().into_iter().map(|head| room.number(which, head));
            let first = numbers.next().unwrap_or_default();
            (first, numbers.any(|number| number != first))
        };
        view! {
            <Slider
                label=label
                hint=hint
                name=texts::compare::distance_slider(label, hint)
                value=Signal::derive(value)
                ends=(-3.0, 3.0)
                range=(-MAX_PARAMETER, MAX_PARAMETER)
                on_input=move |number| room.set_number(which, number)
                on_settle=move |()| ()
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
    let restore = move |_| {
        room.choose(|choices| {
            choices.w.clear();
            choices.v.clear();
        });
    };
    view! {
        <fieldset class="compare-distance">
            <legend>{whose}</legend>
            {slider(Number::W, "w", texts::common::near_to_far())}
            {move || has_v.get().then(|| slider(Number::V, "v", texts::common::how_strongly()))}
            <MappingControls
                label=texts::compare::distance_mapping()
                mapping=mapping
                on_change=move |mapping| choose(mapping, adjustment.get_untracked())
            />
            <Menu
                label=texts::compare::distance_adjustment()
                value=adjustment
                on_choose=move |adjustment: Adjustment| choose(mapping.get_untracked(), adjustment)
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
