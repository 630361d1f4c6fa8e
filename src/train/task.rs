//! What is learned: the task, what its sentences look like, and the user's own file.

use js_sys::Uint8Array;
use leptos::html;
use leptos::prelude::*;
use nearfar::picture::scale::format_count;
use nearfar_training::data::Generated;
use nearfar_training::data::rules::{NEGATIVE, POSITIVE};
use nearfar_training::protocol::Task;
use wasm_bindgen_futures::JsFuture;

use super::state::of_task;
use super::trainer::Letter;
use super::use_room;
use crate::reactive::{memo, text};

/// The most bytes of a file.
const MOST_BYTES: f64 = nearfar_training::data::table::MOST_BYTES as f64;

/// The task of the run that is edited.
#[component]
pub fn TaskSection() -> impl IntoView {
    let room = use_room();
    let task = memo(move || room.edited().task());
    let choose = move |event| {
        let name = event_target_value(&event);
        let found = Task::ALL.into_iter().find(|task| task.name() == name);
        if let Some(task) = found {
            let trainer = untrack(move || room.edited());
            trainer.change(room, |choices| *choices = of_task(task, choices));
        }
    };
    let options = Task::ALL
        .into_iter()
        .map(|each| view! { <option value=each.name() selected=move || task.get() == each>{each.label()}</option> })
        .collect_view();
    view! {
        <section class="panel train-task" aria-labelledby="train-task-title">
            <h2 id="train-task-title">"Task"</h2>
            <RunTabs />
            <label class="field">
                <span class="field-label">"What is learned"</span>
                <select on:change=choose prop:value=move || task.get().name()>{options}</select>
            </label>
            <p>{text(move || task.get().description())}</p>
            <Examples />
            <Show when=move || task.get() == Task::Own><OwnFileSection /></Show>
            <Facts />
        </section>
    }
}

/// Whose choices are shown, where there are two runs.
#[component]
fn RunTabs() -> impl IntoView {
    let room = use_room();
    let tab = move |letter: Letter| {
        let chosen = move || if room.editing.get() == letter { "true" } else { "false" };
        view! {
            <button type="button" class="small" aria-pressed=chosen on:click=move |_| room.editing.set(letter)>
                "Run "{letter.name()}
            </button>
        }
    };
    view! {
        <Show when=move || room.comparing.get()>
            <div class="run-tabs" role="group" aria-label="Whose choices are shown">{tab(Letter::A)}{tab(Letter::B)}</div>
        </Show>
    }
}

/// Two sentences with their answers; a click looks at one.
#[component]
fn Examples() -> impl IntoView {
    let room = use_room();
    let rows = move || {
        let trainer = room.edited();
        let task = trainer.task();
        let rows: Vec<(Vec<String>, String)> = match task {
            Task::Generated(generated) => task
                .examples()
                .iter()
                .map(|text| (vec![(*text).to_owned()], answer(generated, text).to_owned()))
                .collect(),
            _ => trainer.overview.with(|overview| {
                let Some(overview) = overview else { return Vec::new() };
                let named = |class: usize| overview.classes.get(class).cloned().unwrap_or_default();
                overview
                    .examples
                    .iter()
                    .map(|(texts, class)| (texts.clone(), named(*class)))
                    .collect()
            }),
        };
        rows.into_iter()
            .map(|(texts, answer)| {
                let shown = texts.join("  ∥  ");
                let look = move |_| {
                    for (index, text) in texts.iter().take(2).enumerate() {
                        room.type_text(index, text.clone());
                    }
                };
                view! {
                    <li>
                        <button type="button" class="example" title="Look at this one" on:click=look>
                            <span class="example-text">{shown}</span>
                            <span class="example-answer">{answer}</span>
                        </button>
                    </li>
                }
            })
            .collect_view()
    };
    view! { <ul class="examples" aria-label="Examples">{rows}</ul> }
}

fn answer(task: Generated, text: &str) -> &'static str {
    match task.answer(text) {
        Some(POSITIVE) => "positive",
        Some(NEGATIVE) => "negative",
        _ => "",
    }
}

/// What the data are, in figures.
#[component]
fn Facts() -> impl IntoView {
    let room = use_room();
    let line = move || {
        room.edited().overview.with(|overview| {
            overview.as_ref().map_or_else(String::new, |o| {
                format!(
                    "{} training examples, {} held out, {} different words, {} classes; {} numbers to learn beside the word vectors.",
                    format_count(o.train as u64),
                    format_count(o.held_out as u64),
                    format_count(o.words as u64),
                    o.classes.len(),
                    format_count(o.parameters as u64),
                )
            })
        })
    };
    let notes = move || {
        let notes = room
            .edited()
            .overview
            .with(|o| o.as_ref().map(|o| o.notes.clone()).unwrap_or_default());
        notes.into_iter().map(|note| view! { <li>{note}</li> }).collect_view()
    };
    let held_out = move || {
        let rows = room.edited().overview.with(|o| o.as_ref().map(|o| o.held_out_rows.clone()));
        let rows: Vec<String> = rows.unwrap_or_default().iter().map(usize::to_string).collect();
        // Of a made-up task no row is the user's own.
        let is_file = room.file.with(Option::is_some) && !rows.is_empty();
        is_file.then(|| {
            view! {
                <details class="muted small-print">
                    <summary>"Which rows are held out"</summary>
                    <p>"Counted from 1, a heading not: "{rows.join(", ")}"."</p>
                </details>
            }
        })
    };
    view! {
        <p class="muted small-print">{text(line)}</p>
        <ul class="muted small-print notes">{notes}</ul>
        {held_out}
    }
}

/// A file, dropped, chosen or pasted. What is wrong with it is listed where runs say what went wrong.
#[component]
fn OwnFileSection() -> impl IntoView {
    let room = use_room();
    let input = NodeRef::<html::Input>::new();
    let pasted = RwSignal::new(String::new());
    let over = RwSignal::new(false);
    let read = move |file: web_sys::File| {
        if file.size() > MOST_BYTES {
            let most = format_count(MOST_BYTES as u64);
            room.notices.update(|notices| {
                notices
                    .push(format!("{} is larger than {most} bytes: take fewer rows.", file.name()));
            });
            return;
        }
        wasm_bindgen_futures::spawn_local(async move {
            match JsFuture::from(file.array_buffer()).await {
                Ok(bytes) => room.take_file(file.name(), Uint8Array::new(&bytes)),
                Err(error) => room.notices.update(|notices| {
                    notices.push(format!(
                        "The file could not be read: {}",
                        crate::fetch::describe(error)
                    ));
                }),
            }
        });
    };
    let chosen = move |_| {
        let Some(input) = input.get() else { return };
        let file = input.files().and_then(|files| files.get(0));
        input.set_value("");
        if let Some(file) = file {
            read(file);
        }
    };
    let dropped = move |event: web_sys::DragEvent| {
        event.prevent_default();
        over.set(false);
        let file =
            event.data_transfer().and_then(|data| data.files()).and_then(|files| files.get(0));
        if let Some(file) = file {
            read(file);
        }
    };
    let use_text = move |_| {
        let text = pasted.get_untracked();
        room.take_file("pasted".to_owned(), Uint8Array::from(text.as_bytes()));
    };
    let choose = move |_| {
        if let Some(input) = input.get() {
            input.click();
        }
    };
    let name = move || {
        room.file.with(|file| {
            file.as_ref().map(|file| {
                format!(
                    "In use: {} ({} bytes).",
                    file.name,
                    format_count(u64::from(file.bytes.length()))
                )
            })
        })
    };
    view! {
        <div
            class="drop-zone"
            class:over=move || over.get()
            on:dragover=move |event: web_sys::DragEvent| { event.prevent_default(); over.set(true); }
            on:dragleave=move |_| over.set(false)
            on:drop=dropped
        >
            <p>
                "Drop a file here, or "
                <button type="button" class="small" on:click=choose>"choose one"</button>
                <input node_ref=input type="file" accept=".tsv,.txt,.csv,text/plain,text/tab-separated-values" hidden aria-label="Labelled file" on:change=chosen />
            </p>
            <label class="field">
                <span class="field-label">"Or paste rows: label, tab, text"</span>
                <textarea
                    rows="4"
                    spellcheck="false"
                    placeholder="good\twhat a lovely film"
                    prop:value=move || pasted.get()
                    on:input=move |event| pasted.set(event_target_value(&event))
                ></textarea>
            </label>
            <button type="button" disabled=move || pasted.with(|text| text.trim().is_empty()) on:click=use_text>"Use these rows"</button>
            <p class="muted small-print">{text(move || name().unwrap_or_default())}</p>
        </div>
    }
}
