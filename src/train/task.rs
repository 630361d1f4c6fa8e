//! What is learned: the task, what its sentences look like, and the user's own file.

use js_sys::Uint8Array;
use leptos::html;
use leptos::prelude::*;
use nearfar::lab::Panel;
use nearfar::picture::scale::format_count;
use nearfar_training::protocol::Task;
use nearfar_training::room::looked;
use nearfar_training::room::says::{held_out_rows, of_data};

use super::database::Record;
use super::use_room;
use crate::browser::fetch::bytes_in;
use crate::controls::{Menu, Toggle, ask_for_files, chosen_files, dropped};
use crate::reactive::{flag, memo, text};
use crate::rich::rich_with;

/// The most bytes of a file.
const MOST_BYTES: f64 = nearfar_training::data::table::MOST_BYTES as f64;

/// The task of the run that is edited.
#[component]
pub fn TaskSection() -> impl IntoView {
    let room = use_room();
    let task = memo(move || room.edited().wanted.with(|choices| choices.task));
    let choose = move |task| room.change_edited(|choices| *choices = choices.for_task(task));
    view! {
        <section class="panel train-task" data-panel="task" aria-labelledby="train-task-title">
            <h2 id="train-task-title">{texts::train::task()}</h2>
            <RunTabs />
            <Menu label=texts::train::task_learned() value=task on_choose=choose />
            <p class="task-description">{text(move || task.get().description())}</p>
            <Show when=move || task.get() == Task::Own><OwnFileSection /><LabelChoice /></Show>
            <Examples />
        </section>
    }
}

/// Whose choices are shown, where there are two runs.
#[component]
fn RunTabs() -> impl IntoView {
    let room = use_room();
    let tab = move |panel: Panel| {
        let is_shown = flag(move || room.edited().panel == panel);
        view! { <Toggle class="small" label=texts::train::run(panel.letter()) pressed=is_shown on_press=move |()| room.choose(|chosen| chosen.editing = panel) /> }
    };
    view! {
        <Show when=move || room.comparing.get()>
            <div class="run-tabs" role="group" aria-label=texts::train::task_whose()>{tab(Panel::A)}{tab(Panel::B)}</div>
        </Show>
    }
}

/// Two sentences with their answers; a click looks at one. On a phone the first stands over Play, the other with the
/// figures below the pictures.
#[component]
fn Examples() -> impl IntoView {
    let room = use_room();
    let rows = memo(move || {
        let trainer = room.edited();
        let of_data = trainer.made_of(|overview| overview.examples.clone());
        looked::examples(trainer.task(), &of_data)
    });
    let row = move |(texts, answer): (Vec<String>, String)| {
        let shown = texts.join("  ∥  ");
        let look = move |_| room.choose(|chosen| chosen.type_all(&texts));
        view! {
            <li>
                <button type="button" class="example" title=texts::train::examples_look() on:click=look>
                    <span class="example-text">{shown}</span>
                    <span class="example-answer">{answer}</span>
                </button>
            </li>
        }
    };
    let part = move |skip: usize, most: usize| {
        let rows = move || rows.get().into_iter().skip(skip).take(most).map(row).collect_view();
        view! { <ul class="examples" aria-label=texts::train::examples()>{rows}</ul> }
    };
    view! {
        {part(0, 1)}
        <div class="task-more">
            <h3>{texts::train::examples()}</h3>
            {part(1, usize::MAX)}
            <Facts />
        </div>
    }
}

/// What the data are, in figures.
#[component]
fn Facts() -> impl IntoView {
    let room = use_room();
    let line = move || room.edited().made_of(of_data);
    let notes = move || {
        let notes = room.edited().made_of(|o| o.notes.clone());
        notes.into_iter().map(|note| view! { <li>{note}</li> }).collect_view()
    };
    let held_out = move || {
        // Of a made-up task no row is the user's own.
        let rows = room.edited().made_of(held_out_rows);
        let rows = rows.filter(|_| room.file.with(Option::is_some))?;
        Some(view! {
            <details class="muted small-print">
                <summary>{texts::train::held_out_rows()}</summary>
                <p>{rows}</p>
            </details>
        })
    };
    view! {
        <p class="muted small-print">{text(line)}</p>
        <ul class="muted small-print notes">{notes}</ul>
        {held_out}
    }
}

/// Which of the labels of a treebank is learned.
#[component]
fn LabelChoice() -> impl IntoView {
    let room = use_room();
    let label = memo(move || room.edited().wanted.with(|choices| choices.label));
    let set = move |label| room.change_edited(|choices| choices.label = label);
    view! {
        <Show when=move || room.edited().is_of_treebank()>
            <Menu label=texts::train::treebank() value=label on_choose=set />
        </Show>
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
            return room.tell(texts::train::own_too_large(file.name(), most));
        }
        wasm_bindgen_futures::spawn_local(async move {
            match bytes_in(&file).await {
                Ok(bytes) => room.try_file(Record { text: file.name(), bytes }),
                Err(why) => room.tell(texts::train::own_unread(file.name(), why)),
            }
        });
    };
    let read_first = move |files: Vec<web_sys::File>| files.into_iter().take(1).for_each(read);
    let drop = move |event: web_sys::DragEvent| {
        event.prevent_default();
        over.set(false);
        read_first(dropped(&event));
    };
    let use_text = move |_| {
        let bytes = pasted.with_untracked(|text| Uint8Array::from(text.as_bytes()));
        let text = texts::train::own_pasted().to_owned();
        room.try_file(Record { text, bytes });
    };
    let choose_button = move |words: String| {
        view! { <button type="button" class="small" on:click=move |_| ask_for_files(input)>{words}</button> }.into_any()
    };
    let in_use = |file: &Record| texts::train::own_in_use(&file.text, file.bytes.length() as usize);
    let name = move || room.file.with(|file| file.as_ref().map(in_use).unwrap_or_default());
    view! {
        <div
            class="drop-zone"
            class:over=move || over.get()
            on:dragover=move |event: web_sys::DragEvent| { event.prevent_default(); over.set(true); }
            on:dragleave=move |_| over.set(false)
            on:drop=drop
        >
            <p>
                {rich_with(texts::train::own_drop(), choose_button)}
                <input node_ref=input type="file" accept=".tsv,.txt,.csv,.conllu,text/plain,text/tab-separated-values" hidden aria-label=texts::train::own_name() on:change=move |event| read_first(chosen_files(&event)) />
            </p>
            <label class="field">
                <span class="field-label">{texts::train::own_paste()}</span>
                <textarea
                    rows="4"
                    spellcheck="false"
                    placeholder=texts::train::own_paste_example()
                    prop:value=move || pasted.get()
                    on:input=move |event| pasted.set(event_target_value(&event))
                ></textarea>
            </label>
            <button type="button" disabled=move || pasted.with(|text| text.trim().is_empty()) on:click=use_text>{texts::train::own_use()}</button>
            <p class="muted small-print">{text(name)}</p>
        </div>
    }
}
