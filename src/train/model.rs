//! How the model is made and trained: every choice of the table, the method in its own terms.

use leptos::prelude::*;
use nearfar::methods::MethodKind;
use nearfar::settings::model_method_text;
use nearfar::{Method, ModelMethod};
use nearfar_training::protocol::{Choices, FIELDS, Field, Place};
use nearfar_training::room::says::title_of;
use texts::words::train::{learns, methods, named};

use super::use_room;
use crate::controls::{Menu, named_menu, whole_number};
use crate::lab::DistanceControls;
use crate::reactive::{memo, on_change, part, text};

/// The choices of the run that is edited.
#[component]
pub fn ModelSection() -> impl IntoView {
    let room = use_room();
    let choices = memo(move || room.edited().wanted.get());
    let start = memo(move || choices.with(|choices| choices.head_start));
    let set_start = move |start| room.change_edited(|choices| choices.head_start = start);
    let words = memo(move || choices.with(Choices::word_start));
    let set_words = move |start| room.change_edited(|choices| choices.start_words_from(start));
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
                    <Show when=move || room.edited().method().knows_distance()>
                        <Menu label=texts::train::model_start() value=start on_choose=set_start />
                    </Show>
                    <Menu label=texts::train::model_vectors() value=words on_choose=set_words />
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

/// A number of the table. What cannot be is marked and explained, and changes nothing.
#[component]
fn ChoiceField(field: &'static Field) -> impl IntoView {
    let room = use_room();
    let error = RwSignal::new(None::<String>);
    let value = memo(move || room.edited().wanted.with(|choices| (field.get)(choices)));
    // Another run, undo, the usual settings: what was refused is no more.
    let choices = memo(move || room.edited().wanted.get());
    on_change(choices, move |_| error.set(None));
    let read = move |event| {
        let typed = event_target_value(&event);
        let mut tried = room.edited_now().wanted.get_untracked();
        match (field.set)(&mut tried, &typed) {
            Ok(()) => {
                error.set(None);
                room.change_edited(|choices| *choices = tried);
            }
            Err(reason) => error.set(Some(reason)),
        }
    };
    let title = memo(move || room.edited().wanted.with(|choices| title_of(field, choices)));
    view! {
        <label class="field choice" hidden=move || title.with(Option::is_none)>
            <span class="field-label">{text(move || title.get().unwrap_or_default())}</span>
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

/// The menu, what belongs to the method that is chosen, and what it can learn.
#[component]
fn MethodChoice() -> impl IntoView {
    let room = use_room();
    let method = memo(move || room.edited().wanted.with(|choices| choices.method));
    let set = move |method: ModelMethod| room.change_edited(|choices| choices.method = method);
    let choose = move |name: String| {
        if let Some(method) = methods().find(|&method| named(method).0 == name) {
            set(method);
        }
    };
    // Rebuilt for another kind of method alone, so that a number that is typed keeps the focus.
    let kind = memo(move || named(method.get()).0);
    // A treebank alone has what a parser gives of its sentences.
    let has_syntax = memo(move || room.edited().is_of_treebank());
    let details = move || {
        kind.get();
        match method.get_untracked() {
            ModelMethod::Lab(first @ Method::DistanceAware { .. }) => {
                let method = memo(move || method.get().lab().unwrap_or(first));
                Some(view! { <DistanceControls method=method on_change=move |method: Method| set(method.into()) /> }.into_any())
            }
            ModelMethod::Own(first) if first.kind() == MethodKind::Shaw => {
                let own = move || match method.get() {
                    ModelMethod::Own(own) => own,
                    _ => first,
                };
                let clip = memo(move || own().number().map_or(0, |(_, clip)| clip));
                let most = first.number().map_or(0, |(number, _)| number.most);
                let change = move |clip| set(untrack(own).with_number(clip).into());
                let name = texts::train::method_clip().to_owned();
                let (range, change) = (1..=most, Callback::new(change));
                Some(whole_number("choice", name.clone(), name, clip.into(), range, change))
            }
            _ => None,
        }
    };
    view! {
        {part(move || {
            let has_syntax = has_syntax.get();
            let shown = methods().filter(|method| has_syntax || !method.needs_syntax());
            let options = shown.map(named).collect();
            named_menu(texts::common::attention_label().to_owned(), options, kind, Box::new(choose))
        })}
        {details}
        <p class="muted small-print train-learns" data-method=text(move || model_method_text(method.get()))>
            {text(move || learns(method.get()))}
        </p>
    }
}
