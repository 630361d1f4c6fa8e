//! How the model is made and trained: every choice of the table, the method in its own terms.

use leptos::prelude::*;
use nearfar::settings::Choice;
use nearfar_training::protocol::{Choices, FIELDS, Field, Place};

use super::method::MethodChoice;
use super::state::TrainState;
use super::use_room;
use crate::controls::Menu;
use crate::labels::Labelled;
use crate::reactive::{memo, text};

/// Where words start from.
#[derive(Clone, Copy, PartialEq)]
struct Vectors(bool);

impl Choice for Vectors {
    const ALL: &'static [(Self, &'static str)] =
        &[(Vectors(false), "spelling"), (Vectors(true), "shared")];
}

impl Labelled for Vectors {
    fn label(self) -> &'static str {
        match self.0 {
            false => texts::train::vectors_spelling(),
            true => texts::train::vectors_shared(),
        }
    }
}

/// The choices of the run that is edited.
#[component]
pub fn ModelSection() -> impl IntoView {
    let room = use_room();
    let choices = memo(move || room.edited().choices.get());
    let start = memo(move || choices.with(|choices| choices.head_start));
    let vectors = memo(move || Vectors(choices.with(|choices| choices.shared_vectors)));
    let set_start = move |start| room.change_edited(|choices| choices.head_start = start);
    let set_vectors =
        move |Vectors(shared)| room.change_edited(|choices| choices.start_words_from(shared));
    let generated = memo(move || choices.with(|choices| !choices.task.has_real_words()));
    let usual = move |_| room.change_edited(|choices| *choices = Choices::of(choices.task));
    let fields = |place: Place| {
        let found = FIELDS.iter().filter(move |field| field.place == place);
        found.map(|field| view! { <ChoiceField field=field /> }).collect_view()
    };
    view! {
        <section class="panel train-model" data-panel="train-model" aria-labelledby="train-model-title">
            <h2 id="train-model-title">{texts::train::model()}</h2>
            <p class="muted small-print">{texts::train::model_about()}</p>
            <MethodChoice />
            <div class="choice-grid">{fields(Place::First)}</div>
            <details>
                <summary>{texts::train::model_more()}</summary>
                <div class="choice-more">
                    <Show when=move || knows_distance(room)>
                        <Menu label=texts::train::model_start() value=start on_choose=set_start />
                    </Show>
                    <Menu label=texts::train::model_vectors() value=vectors on_choose=set_vectors />
                    <div class="choice-grid">
                        {fields(Place::More)}
                        <Show when=move || generated.get()>{fields(Place::Generated)}</Show>
                    </div>
                </div>
            </details>
            <button type="button" class="small" on:click=usual>{texts::train::model_usual()}</button>
        </section>
    }
}

/// Whether the heads of the run that is edited have w.
fn knows_distance(room: TrainState) -> bool {
    room.edited().method().knows_distance()
}

/// Whether its method has numbers that learn at the rate of w and v.
fn has_scores(room: TrainState) -> bool {
    room.edited().choices.with(Choices::has_scores)
}

/// A number of the table. What cannot be is marked and explained, and changes nothing.
#[component]
fn ChoiceField(field: &'static Field) -> impl IntoView {
    let room = use_room();
    let error = RwSignal::new(None::<String>);
    let value = memo(move || room.edited().choices.with(|choices| (field.get)(choices)));
    let read = move |event| {
        let typed = event_target_value(&event);
        let mut tried = untrack(move || room.edited()).choices_now();
        match (field.set)(&mut tried, &typed) {
            Ok(()) => {
                error.set(None);
                room.change_edited(|choices| *choices = tried);
            }
            Err(reason) => error.set(Some(reason)),
        }
    };
    let label = field.title();
    // The rate of w and v is that of the method's own numbers where it has no w.
    let is_head_rate = field.name == "head-rate";
    let label = text(move || match is_head_rate && !knows_distance(room) {
        true => texts::train::model_own_rate().to_owned(),
        false => label.clone(),
    });
    let hidden = move || is_head_rate && !has_scores(room);
    view! {
        <label class="field choice" hidden=hidden>
            <span class="field-label">{label}</span>
            <input
                type="text"
                inputmode="decimal"
                autocomplete="off"
                title=field.hint
                aria-invalid=move || error.with(Option::is_some).then_some("true")
                prop:value=move || { error.track(); value.get() }
                on:change=read
            />
            <span class="number-error" role="alert">{text(move || error.get().unwrap_or_default())}</span>
        </label>
    }
}
