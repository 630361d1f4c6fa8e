//! Whose numbers are compared: seeded ones, every model of the page, or one model with its layer, which may
//! be from a file; and which file has to be opened again.

use leptos::prelude::*;
use nearfar::opened::OpenedModel;
use nearfar_compare::choices::Source;
use nearfar_compare::distance::{is_moved, restore};
use nearfar_compare::layer::OpenModel;
use nearfar_compare::words::grid::menu_of;

use super::fields::{alert, whole_number};
use super::use_room;
use crate::controls::{FilesMissing, Toggle, chosen_files};
use crate::reactive::{memo, text};
use crate::rich::rich;

/// The switch, and where it is one model, which and which layer.
#[component]
pub fn Numbers() -> impl IntoView {
    let room = use_room();
    let source = room.select(|choices| choices.source.clone());
    let is = move |wanted: fn(&Source) -> bool| Signal::derive(move || source.with(wanted));
    let choose = move |source: Source| Callback::new(move |()| room.choose_source(source.clone()));
    let is_one = is(Source::is_one);
    let choose_one = Callback::new(move |()| {
        if !is_one.get_untracked() {
            let open = room.open.get_untracked();
            room.choose_source(Source::one(open.first().map(|(_, model)| model.name.as_str())));
        }
    });
    view! {
        <div class="field">
            <span class="field-label" id="compare-set">{texts::compare::numbers()}</span>
            <span class="segmented" role="group" aria-labelledby="compare-set">
                <Toggle label=texts::compare::numbers_seeded() pressed=is(|source| *source == Source::Seeded) on_press=choose(Source::Seeded) />
                <Toggle label=texts::compare::numbers_one() pressed=is_one on_press=choose_one />
                <Toggle label=texts::compare::numbers_trained() pressed=is(|source| *source == Source::Each) on_press=choose(Source::Each) />
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
    let files = memo(move || menu_of(&room.open.get(), room.awaited.get()));
    let options = move || {
        let options = files.get().into_iter().map(|(value, label)| {
            let is_chosen = chosen.with_untracked(|chosen| *chosen == value);
            view! { <option value=value selected=is_chosen>{label}</option> }
        });
        options.collect_view()
    };
    let choose = move |event| {
        room.choose_source(Source::of_menu(&event_target_value(&event)));
    };
    let depth =
        memo(move || room.model.with(|model| model.as_ref().map_or(1, |(_, model)| model.depth())));
    let layer = Signal::derive(move || {
        let layer = room.choices.with(|choices| choices.layer);
        layer.min(depth.get().max(1) - 1) + 1
    });
    let choose_layer = Callback::new(move |layer: usize| {
        room.choose(|choices| {
            choices.layer = layer.saturating_sub(1);
            restore(choices);
        });
    });
    let layers = move || {
        let (last, name) = (depth.get(), texts::compare::model_layer_name());
        let label = texts::compare::model_layer(last);
        (last > 1).then(|| whole_number(label, name, layer, last, choose_layer))
    };
    let hint = move || match room.choices.with(is_moved) {
        true => texts::compare::numbers_moved(),
        false => texts::compare::numbers_w_v(),
    };
    view! {
        <label class="field">
            <span class="field-label">{texts::compare::model()}</span>
            <select on:change=choose prop:value=chosen>{options}</select>
        </label>
        {layers}
        <p class="muted compare-hint">{text(hint)}</p>
        <label class="open-file button small">
            {texts::compare::model_open()}
            <input type="file" multiple aria-label=texts::compare::model_open_name() on:change=move |event| room.open_files(chosen_files(&event)) />
        </label>
    }
}

/// What has to be said of models from files: one that has to be opened again, one that is being opened, what
/// cannot be run, what is assumed. Under the sentence, for all parts.
#[component]
pub fn ModelLine() -> impl IntoView {
    let room = use_room();
    let asks = move || {
        room.awaited.get().filter(|_| room.opening.with(Option::is_none)).map(|name| {
            let line = texts::page::file_awaited(texts::page::file_awaited_named(name));
            view! {
                <FilesMissing
                    says=line
                    on_open=move |files| room.open_files(files)
                    go_on=texts::compare::model_go_on_without()
                    on_go_on=move |()| room.choose_source(Source::Seeded)
                />
            }
        })
    };
    let opening =
        text(move || room.opening.get().map_or_else(String::new, texts::page::file_opening));
    let said = |read: fn(&OpenedModel) -> &Vec<String>| {
        let of =
            move |model: &Option<OpenModel>| model.as_ref().map(|(_, model)| read(model).clone());
        memo(move || room.model.with(of).unwrap_or_default())
    };
    let (assumed, departures) = (said(|model| &model.assumptions), said(|model| &model.departures));
    let assumptions = move || {
        let lines = assumed.get();
        (!lines.is_empty()).then(|| {
            let lines = lines.into_iter().map(|line| view! { <li>{line}</li> });
            view! {
                <section class="panel run-assumed" aria-label=texts::compare::model_assumed_name()>
                    <p>{rich(texts::compare::model_assumed())}</p>
                    <ul>{lines.collect_view()}</ul>
                </section>
            }
        })
    };
    let departs = move || {
        let lines = departures.get().into_iter();
        lines.map(|line| view! { <p class="notice">"⚠ "{line}"."</p> }).collect_view()
    };
    let is_silent = memo(move || {
        room.awaited.with(Option::is_none)
            && room.opening.with(Option::is_none)
            && room.unread.with(Option::is_none)
            && assumed.with(Vec::is_empty)
            && departures.with(Vec::is_empty)
    });
    view! {
        <div class="files-line" hidden=is_silent>
            {asks}
            <p class="muted" role="status" hidden=move || opening.with(String::is_empty)>{opening}</p>
            {alert(room.unread)}
            {departs}{assumptions}
        </div>
    }
}
