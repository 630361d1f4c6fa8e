//! Play, step, rewind; what the run has found so far; what can be done with it.

use js_sys::Array;
use leptos::html;
use leptos::prelude::*;
use nearfar::lab::Panel;
use nearfar_training::room::says::{About, Said, of_difference, of_finding, of_progress};
use nearfar_training::room::{Runs, Status, opens_in_lab};
use wasm_bindgen_futures::spawn_local;
use web_sys::File;

use super::trainer::Trainer;
use super::{of_runs, use_room};
use crate::browser::fetch::{bytes_in, describe};
use crate::browser::files::save_parts;
use crate::controls::{Menu, Toggle, ask_for_files, chosen_files};
use crate::focus::find;
use crate::page;
use crate::reactive::{flag, memo, part, text};

/// Play, pause, step, rewind, speed, and how far it is.
#[component]
pub fn Transport() -> impl IntoView {
    let room = use_room();
    let playing = room.playing;
    let not_ready = move || !room.is_ready();
    let speed = memo(move || room.chosen.with(|chosen| chosen.speed));
    let set_speed = move |speed| room.apply(|runs, reports| runs.set_speed(reports, speed));
    view! {
        <section class="panel transport" data-panel="transport" aria-label=texts::train::transport()>
            <Toggle
                class="play"
                label=text(move || if playing.get() { texts::train::pause() } else { texts::train::play() })
                pressed=playing
                disabled=flag(not_ready)
                on_press=move |()| room.toggle()
            />
            <button type="button" disabled=move || not_ready() || playing.get() on:click=move |_| room.apply(Runs::step)>{texts::train::step()}</button>
            <button type="button" disabled=not_ready on:click=move |_| room.apply(Runs::rewind)>{texts::train::rewind()}</button>
            <Menu label=texts::train::speed() value=speed on_choose=set_speed />
            <div class="counters">
                {of_runs(counter)}
            </div>
            <div class="transport-more">
                <Toggle
                    label=texts::train::compare()
                    pressed=room.comparing
                    on_press=move |()| room.set_comparing(!room.comparing.get_untracked())
                />
                <FileMenu />
            </div>
            {of_runs(state_of)}
            <Show when=move || room.comparing.get()><Difference /></Show>
        </section>
    }
}

fn counter(trainer: Trainer) -> AnyView {
    let line = move || {
        let largest_class = trainer.made_of(|overview| overview.largest_class);
        let counter =
            trainer.shown.with(|shown| of_progress(&shown.report, shown.held_out(), largest_class));
        format!("{}{counter}", trainer.prefix())
    };
    view! { <span class="counter" data-run=trainer.panel.letter()>{text(line)}</span> }.into_any()
}

/// What happened to a run, and what can be done about it.
fn state_of(trainer: Trainer) -> AnyView {
    let room = use_room();
    let waiting = move || {
        let starting = trainer.status.with(|status| *status == Status::Starting);
        starting.then(|| view! { <p class="muted">{texts::train::starting()}</p> })
    };
    // Both runs share the shelf: it is spoken of once.
    let kept = memo(move || room.runs.with(Runs::kept));
    let shelf = move || {
        let count = kept.get();
        let line = || view! { <p class="muted">{texts::train::runs_kept(count)}</p> };
        (count > 0 && trainer.panel == Panel::A).then(line)
    };
    let said = |about: About| {
        let said = trainer.says(about);
        part(move || said.get().map(|said| said_of(trainer, about, said)).into_any())
    };
    view! {
        <div class="run-state" aria-live="polite">{waiting}{said(About::News)}{said(About::Undo)}{shelf}</div>
        <div class="run-state">{said(About::Problem)}{said(About::Failed)}</div>
    }
    .into_any()
}

/// What is said of a run, with a button for each thing that can be done about it.
fn said_of(trainer: Trainer, about: About, said: Said) -> AnyView {
    let words = format!("{}{}", trainer.prefix(), said.words);
    let offers = said.offers.into_iter().map(|offer| {
        let accept = move |_| trainer.apply(|run, report| run.accept(offer, report));
        view! { " " <button type="button" class="small" on:click=accept>{offer.says()}</button> }
    });
    let offers = offers.collect_view();
    let details = said.details.into_iter().map(|line| view! { <li>{line}</li> }).collect_view();
    match about {
        About::News | About::Undo => view! { <p class="run-news">{words}{offers}</p> }.into_any(),
        About::Problem | About::Failed => view! {
            <div class="notice error" role="alert">
                <div><p>{words}</p><ul class="problems">{details}</ul></div>
                {offers}
            </div>
        }
        .into_any(),
    }
}

/// What differs between the two runs, in words.
#[component]
fn Difference() -> impl IntoView {
    let room = use_room();
    let line = move || room.a.choices.with(|a| room.b.choices.with(|b| of_difference(a, b)));
    let same = memo(move || room.a.choices.get() == room.b.choices.get());
    let vanilla =
        move |_| room.change(Panel::B, |choices| choices.method = nearfar::Method::VANILLA.into());
    let seed = move |_| {
        room.change(Panel::B, |choices| choices.seed = choices.seed.wrapping_add(1));
    };
    view! {
        <p class="difference">
            <span>{text(line)}</span>
            <Show when=move || same.get()>
                " "
                <button type="button" class="small" on:click=vanilla>{texts::train::differs_not_vanilla()}</button>
                " "
                <button type="button" class="small" on:click=seed>{texts::train::differs_not_seed()}</button>
            </Show>
        </p>
    }
}

/// The run as a file, and a file as the run's start.
#[component]
fn FileMenu() -> impl IntoView {
    let room = use_room();
    let input = NodeRef::<html::Input>::new();
    let menu = NodeRef::<html::Details>::new();
    let not_ready = move || !room.edited().is_ready();
    let save = move |_| {
        room.edited_now().export(|name, bytes| save_parts(&name, &Array::of1(&bytes)));
    };
    let show = move |in_lab: bool| {
        let trainer = room.edited_now();
        let head = untrack(move || trainer.shown_head());
        trainer.export(move |name, bytes| {
            spawn_local(async move {
                let parts = Array::of1(&bytes);
                let shown = match File::new_with_u8_array_sequence(&parts, &name) {
                    Ok(file) if in_lab => {
                        page::show_in_lab(&file, &name, head).await.map_err(describe)
                    }
                    Ok(file) => page::show_in_compare(&file).await,
                    Err(error) => Err(describe(error)),
                };
                if let Err(error) = shown {
                    room.tell(error);
                }
            });
        });
    };
    let start = move |event| {
        let Some(file) = chosen_files(&event).into_iter().next() else { return };
        // What comes of it stands under the menu.
        if let Some(menu) = menu.get() {
            let _ = menu.remove_attribute("open");
        }
        let trainer = room.edited_now();
        spawn_local(async move {
            let bytes = bytes_in(&file).await.map(|bytes| bytes.to_vec());
            trainer.apply(|run, report| run.start_from(report, &file.name(), bytes));
        });
    };
    // Of two runs it is that whose choices are shown.
    let whose = move || match room.comparing.get() {
        true => format!(" {}", room.edited().panel.letter()),
        false => String::new(),
    };
    let is_treebank = move || room.edited().reads_treebank();
    let has_no_lab = move || !opens_in_lab(room.edited().method(), is_treebank());
    view! {
        <details node_ref=menu class="drop">
            <summary class="button">{texts::train::checkpoint()}{text(whose)}</summary>
            <div class="drop-menu" role="group" aria-label=texts::train::checkpoint()>
                <button type="button" disabled=not_ready on:click=save>{texts::train::checkpoint_save()}</button>
                <button type="button" disabled=not_ready hidden=has_no_lab on:click=move |_| show(true)>{texts::train::checkpoint_to_lab()}</button>
                <button type="button" disabled=not_ready hidden=is_treebank on:click=move |_| show(false)>{texts::train::checkpoint_to_compare()}</button>
                <button type="button" disabled=not_ready on:click=move |_| ask_for_files(input)>{texts::train::checkpoint_start()}</button>
            </div>
            <input node_ref=input type="file" accept=".safetensors" hidden aria-label=texts::train::checkpoint_start_name() on:change=start />
        </details>
    }
}

/// What the runs have found, in words.
#[component]
pub fn Finding() -> impl IntoView {
    let room = use_room();
    let shown = move || room.shown_head();
    let look = move |_| {
        find("#train-look-title").into_iter().for_each(|picture| picture.scroll_into_view());
    };
    view! {
        <section class="panel finding" data-panel="finding" aria-labelledby="finding-title">
            <header class="panel-head">
                <h2 id="finding-title">{texts::train::finding()}</h2>
                <button type="button" class="small" on:click=look>{text(move || texts::train::finding_look(shown() + 1))}</button>
            </header>
            {of_runs(finding_of)}
        </section>
    }
}

fn finding_of(trainer: Trainer) -> AnyView {
    let room = use_room();
    // What is said, and what it rests on.
    let found = memo(move || {
        let (choices, overview) = (trainer.choices.get(), trainer.made_of(Clone::clone));
        let status = trainer.status.get();
        trainer
            .shown
            .with(|shown| of_finding(&status, &choices, &shown.report, shown.held_out(), &overview))
    });
    let prefix = move || {
        if room.comparing.get() { format!("{}: ", trainer.panel.letter()) } else { String::new() }
    };
    let b = trainer.panel == Panel::B;
    view! {
        <p class="finding-line" class:b=b data-run=trainer.panel.letter()><b>{text(prefix)}</b>{text(move || found.get().says)}</p>
        <details class="finding-more" hidden=move || found.with(|found| found.more.is_empty())>
            <summary>{texts::train::finding_more()}</summary>
            <p>{text(move || found.get().more)}</p>
        </details>
    }
    .into_any()
}
