//! Play, step, rewind; what the run has found so far; what can be done with it.

use js_sys::Uint8Array;
use leptos::html;
use leptos::prelude::*;
use nearfar::picture::format_short;
use nearfar::picture::scale::format_count;
use nearfar_training::protocol::{Answer, Ask, Failure, differences, finding};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::state::{Speed, TrainState};
use super::trainer::{Letter, Status, Trainer};
use super::{KEYS, link, use_room};
use crate::controls::Menu;
use crate::reactive::{memo, text};

/// Play, pause, step, rewind, speed, and how far it is.
#[component]
pub fn Transport() -> impl IntoView {
    let room = use_room();
    let playing = memo(move || room.is_playing());
    let not_ready = move || !room.is_ready();
    let speed = memo(move || room.speed.get());
    view! {
        <section class="panel transport" aria-label="Training">
            <button
                type="button"
                class="play"
                aria-pressed=move || if playing.get() { "true" } else { "false" }
                disabled=not_ready
                on:click=move |_| room.toggle()
            >
                {text(move || if playing.get() { "❚❚ Pause" } else { "▶ Play" })}
            </button>
            <button type="button" disabled=move || not_ready() || playing.get() on:click=move |_| room.step()>"Step"</button>
            <button type="button" disabled=not_ready on:click=move |_| room.rewind()>"Rewind"</button>
            <Menu label="Speed" value=speed on_choose=move |speed: Speed| room.set_speed(speed) />
            <div class="counters">
                <Counter trainer=room.a />
                <Show when=move || room.comparing.get()><Counter trainer=room.b /></Show>
            </div>
            <div class="transport-more">
                <button
                    type="button"
                    aria-pressed=move || if room.comparing.get() { "true" } else { "false" }
                    on:click=move |_| room.set_comparing(!room.comparing.get_untracked())
                >
                    "Compare two runs"
                </button>
                <FileMenu />
            </div>
            <State trainer=room.a />
            <Show when=move || room.comparing.get()>
                <State trainer=room.b />
                <Difference />
            </Show>
        </section>
    }
}

/// "A" and "B" where there are two.
fn letter(room: TrainState, trainer: Trainer) -> String {
    if room.comparing.get() { format!("Run {}: ", trainer.letter.name()) } else { String::new() }
}

#[component]
fn Counter(trainer: Trainer) -> impl IntoView {
    let room = use_room();
    let line = move || {
        let (step, epoch, ms) = trainer.report.with(|r| (r.step, r.epoch, r.step_ms));
        let time = if ms > 0.0 {
            format!(", {} ms a step", format_short(f64::from(ms)))
        } else {
            String::new()
        };
        format!(
            "{}step {}, epoch {}{time}",
            letter(room, trainer),
            format_count(step),
            format_count(epoch)
        )
    };
    view! { <span class="counter" data-run=trainer.letter.name()>{text(line)}</span> }
}

/// What happened to a run, and what can be done about it.
#[component]
fn State(trainer: Trainer) -> impl IntoView {
    let room = use_room();
    let waiting = move || {
        let starting = trainer.status.with(|status| *status == Status::Starting);
        starting
            .then(|| view! { <p class="muted">"Getting ready: the trainer is fetched once …"</p> })
    };
    let news = move || {
        let news = trainer.news.get();
        (!news.is_empty()).then(|| {
            let start_over = move |_| trainer.start_over(room);
            view! {
                <p class="run-news">
                    {letter(room, trainer)} {news} " "
                    <button type="button" class="small" on:click=start_over>"Begin again"</button>
                </p>
            }
        })
    };
    let undo = move || {
        let (step, what) =
            trainer.undo.with(|undo| Some((undo.as_ref()?.0.step, undo.as_ref()?.1.clone())))?;
        let back = move |_| trainer.go_back(room);
        let after =
            if what == "rewinding" { "after rewinding".to_owned() } else { format!("with {what}") };
        Some(view! {
            <p class="run-news">
                {letter(room, trainer)} "started again " {after} ". "
                <button type="button" class="small" on:click=back>{format!("Go back to step {}", format_count(step))}</button>
                " "
                <button type="button" class="small" on:click=move |_| trainer.undo.set(None)>"Dismiss"</button>
            </p>
        })
    };
    let problem = move || {
        let Failure { message, .. } = trainer.problem.get()?;
        let diverged = message.contains("not finite");
        let calmer = move |_| {
            trainer.change(room, |choices| {
                choices.learning_rate /= 2.0;
                choices.head_learning_rate /= 2.0;
            });
        };
        Some(view! {
            <div class="notice error" role="alert">
                <p>
                    {letter(room, trainer)} {message} "."
                    {diverged.then_some(" The run stands at the step before. It grew too fast: start again with half the learning rates, or with another method.")}
                </p>
                {diverged.then(|| view! { <button type="button" class="small" on:click=calmer>"Start again with half the rates"</button> })}
                <button type="button" class="small" on:click=move |_| trainer.problem.set(None)>"Dismiss"</button>
            </div>
        })
    };
    let failed = move || {
        let Status::Failed(failure) = trainer.status.get() else { return None };
        let lines =
            failure.details.iter().map(|line| view! { <li>{line.clone()}</li> }).collect_view();
        let recover = move |_| trainer.recover(room);
        Some(view! {
            <div class="notice error" role="alert">
                <div>
                    <p>{letter(room, trainer)} {failure.message.clone()}</p>
                    <ul class="problems">{lines}</ul>
                </div>
                <button type="button" class="small" on:click=recover>
                    {if failure.fatal { "Go on from the last kept state" } else { "Try again" }}
                </button>
            </div>
        })
    };
    view! { <div class="run-state" aria-live="polite">{waiting}{news}{undo}</div><div class="run-state">{problem}{failed}</div> }
}

/// What differs between the two runs, in words.
#[component]
fn Difference() -> impl IntoView {
    let room = use_room();
    let line = move || {
        let differs = room.a.choices.with(|a| room.b.choices.with(|b| differences(a, b)));
        if differs.is_empty() {
            "B is the same as A so far: change something of B below, or".to_owned()
        } else {
            format!("B differs from A: {differs}.")
        }
    };
    let same = memo(move || room.a.choices.get() == room.b.choices.get());
    let vanilla = move |_| room.b.change(room, |choices| choices.method = nearfar::Method::VANILLA);
    let seed = move |_| room.b.change(room, |choices| choices.seed = choices.seed.wrapping_add(1));
    view! {
        <p class="difference">
            <span>{text(line)}</span>
            <Show when=move || same.get()>
                " "
                <button type="button" class="small" on:click=vanilla>"give it vanilla attention"</button>
                " "
                <button type="button" class="small" on:click=seed>"give it another seed"</button>
            </Show>
        </p>
    }
}

/// The run as a file, and a file as the run's start.
#[component]
fn FileMenu() -> impl IntoView {
    let room = use_room();
    let input = NodeRef::<html::Input>::new();
    let not_ready = move || !room.edited().is_ready();
    let save = move |_| {
        export(untrack(move || room.edited()), |name, bytes| {
            crate::export::save_bytes(&name, &bytes)
        });
    };
    let open = move |_| {
        export(untrack(move || room.edited()), move |name, bytes| {
            let Some((api, open)) = link::opener() else { return };
            let opened = open.call2(&api, &bytes, &name.into());
            wasm_bindgen_futures::spawn_local(async move {
                let outcome = match opened {
                    Ok(promise) => JsFuture::from(js_sys::Promise::resolve(&promise)).await,
                    Err(error) => Err(error),
                };
                match outcome {
                    Ok(_) => show_lab(),
                    Err(error) => {
                        room.notices.update(|notices| notices.push(crate::fetch::describe(error)))
                    }
                }
            });
        });
    };
    let choose = move |_| {
        if let Some(input) = input.get() {
            input.click();
        }
    };
    let chosen = move |_| {
        let Some(input) = input.get() else { return };
        let file = input.files().and_then(|files| files.get(0));
        input.set_value("");
        let Some(file) = file else { return };
        let trainer = untrack(move || room.edited());
        wasm_bindgen_futures::spawn_local(async move {
            if let Ok(bytes) = JsFuture::from(file.array_buffer()).await {
                trainer.start_from(room, Uint8Array::new(&bytes));
            }
        });
    };
    view! {
        <details class="drop">
            <summary class="button">"Checkpoint"</summary>
            <div class="drop-menu" role="group" aria-label="Checkpoint">
                <button type="button" disabled=not_ready on:click=save>"Save as .safetensors"</button>
                {link::opener().map(|_| view! { <button type="button" disabled=not_ready on:click=open>"Open in the Lab"</button> })}
                <button type="button" disabled=not_ready on:click=choose>"Start from a file …"</button>
            </div>
            <input node_ref=input type="file" accept=".safetensors" hidden aria-label="Checkpoint to start from" on:change=chosen />
        </details>
    }
}

fn export(trainer: Trainer, then: impl FnOnce(String, Uint8Array) + 'static) {
    trainer.ask_then(Ask::Export, &[], move |answer, bytes| {
        match (answer, bytes.into_iter().next()) {
            (Answer::Checkpoint { name }, Some(bytes)) => then(name, bytes),
            (Answer::Failed(failure), _) => trainer.problem.set(Some(failure)),
            _ => {}
        }
    });
}

fn show_lab() {
    if let Ok(Some(tab)) = document().query_selector("button.tab[data-room=lab]")
        && let Ok(tab) = tab.dyn_into::<web_sys::HtmlElement>()
    {
        tab.click();
    }
}

/// What the runs have found, in words, and the keys.
#[component]
pub fn Finding() -> impl IntoView {
    let room = use_room();
    view! {
        <section class="panel finding" aria-labelledby="finding-title">
            <h2 id="finding-title">"So far"</h2>
            <FindingOf trainer=room.a />
            <Show when=move || room.comparing.get()><FindingOf trainer=room.b /></Show>
            <p class="muted small-print">
                {KEYS.iter().map(|(key, does)| view! { <kbd>{*key}</kbd>" "{*does}"  " }).collect_view()}
                "(while no control has the focus)"
            </p>
        </section>
    }
}

#[component]
fn FindingOf(trainer: Trainer) -> impl IntoView {
    let room = use_room();
    let line = memo(move || {
        room.frame.track();
        let largest = trainer.overview.with(|o| o.as_ref().map_or(0.5, |o| o.largest_class));
        let held_out = trainer.curves.with_value(|curves| curves.held_out.last().copied());
        let answers = finding::of_answers(
            trainer.report.with(|report| report.step),
            held_out.as_ref(),
            largest,
        );
        let heads = trainer
            .report
            .with(|report| trainer.choices.with(|choices| finding::of_heads(choices, report)));
        format!("{heads} {answers}")
    });
    let prefix = move || {
        if room.comparing.get() { format!("{}: ", trainer.letter.name()) } else { String::new() }
    };
    let b = trainer.letter == Letter::B;
    view! { <p class="finding-line" class:b=b data-run=trainer.letter.name()><b>{text(prefix)}</b>{text(move || line.get())}</p> }
}
