//! Play, step, rewind; what the run has found so far; what can be done with it.

use js_sys::Uint8Array;
use leptos::html;
use leptos::prelude::*;
use nearfar::picture::format_short;
use nearfar_training::protocol::{Answer, Ask, Failure, differences, finding};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::bench::{Bench, Speed};
use super::side::{Letter, Side, Status, digits};
use super::{KEYS, link, use_bench};
use crate::controls::Menu;
use crate::reactive::{memo, text};

/// Play, pause, step, rewind, speed, and how far it is.
#[component]
pub fn Transport() -> impl IntoView {
    let bench = use_bench();
    let playing = memo(move || bench.is_playing());
    let not_ready = move || !bench.is_ready();
    let speed = memo(move || bench.speed.get());
    view! {
        <section class="panel transport" aria-label="Training">
            <button
                type="button"
                class="play"
                aria-pressed=move || if playing.get() { "true" } else { "false" }
                disabled=not_ready
                on:click=move |_| bench.toggle()
            >
                {text(move || if playing.get() { "❚❚ Pause" } else { "▶ Play" })}
            </button>
            <button type="button" disabled=move || not_ready() || playing.get() on:click=move |_| bench.step()>"Step"</button>
            <button type="button" disabled=not_ready on:click=move |_| bench.rewind()>"Rewind"</button>
            <Menu label="Speed" value=speed on_choose=move |speed: Speed| bench.set_speed(speed) />
            <div class="counters">
                <Counter side=bench.a />
                <Show when=move || bench.comparing.get()><Counter side=bench.b /></Show>
            </div>
            <div class="transport-more">
                <button
                    type="button"
                    aria-pressed=move || if bench.comparing.get() { "true" } else { "false" }
                    on:click=move |_| bench.set_comparing(!bench.comparing.get_untracked())
                >
                    "Compare two runs"
                </button>
                <FileMenu />
            </div>
            <State side=bench.a />
            <Show when=move || bench.comparing.get()>
                <State side=bench.b />
                <Difference />
            </Show>
        </section>
    }
}

/// "A" and "B" where there are two.
fn letter(bench: Bench, side: Side) -> String {
    if bench.comparing.get() { format!("Run {}: ", side.letter.name()) } else { String::new() }
}

#[component]
fn Counter(side: Side) -> impl IntoView {
    let bench = use_bench();
    let line = move || {
        let (step, epoch, ms) = side.report.with(|r| (r.step, r.epoch, r.step_ms));
        let time = if ms > 0.0 {
            format!(", {} ms a step", format_short(f64::from(ms)))
        } else {
            String::new()
        };
        format!("{}step {}, epoch {}{time}", letter(bench, side), digits(step), digits(epoch))
    };
    view! { <span class="counter" data-run=side.letter.name()>{text(line)}</span> }
}

/// What happened to a run, and what can be done about it.
#[component]
fn State(side: Side) -> impl IntoView {
    let bench = use_bench();
    let waiting = move || {
        let starting = side.status.with(|status| *status == Status::Starting);
        starting
            .then(|| view! { <p class="muted">"Getting ready: the trainer is fetched once …"</p> })
    };
    let news = move || {
        let news = side.news.get();
        (!news.is_empty()).then(|| {
            let start_over = move |_| side.start_over(bench);
            view! {
                <p class="run-news">
                    {letter(bench, side)} {news} " "
                    <button type="button" class="small" on:click=start_over>"Begin again"</button>
                </p>
            }
        })
    };
    let undo = move || {
        let (step, what) =
            side.undo.with(|undo| Some((undo.as_ref()?.0.step, undo.as_ref()?.1.clone())))?;
        let back = move |_| side.go_back(bench);
        let after =
            if what == "rewinding" { "after rewinding".to_owned() } else { format!("with {what}") };
        Some(view! {
            <p class="run-news">
                {letter(bench, side)} "started again " {after} ". "
                <button type="button" class="small" on:click=back>{format!("Go back to step {}", digits(step))}</button>
                " "
                <button type="button" class="small" on:click=move |_| side.undo.set(None)>"Dismiss"</button>
            </p>
        })
    };
    let problem = move || {
        let Failure { message, .. } = side.problem.get()?;
        let diverged = message.contains("not finite");
        let calmer = move |_| {
            side.change(bench, |choices| {
                choices.learning_rate /= 2.0;
                choices.head_learning_rate /= 2.0;
            });
        };
        Some(view! {
            <div class="notice error" role="alert">
                <p>
                    {letter(bench, side)} {message} "."
                    {diverged.then_some(" The run stands at the step before. It grew too fast: start again with half the learning rates, or with another method.")}
                </p>
                {diverged.then(|| view! { <button type="button" class="small" on:click=calmer>"Start again with half the rates"</button> })}
                <button type="button" class="small" on:click=move |_| side.problem.set(None)>"Dismiss"</button>
            </div>
        })
    };
    let failed = move || {
        let Status::Failed(failure) = side.status.get() else { return None };
        let lines =
            failure.details.iter().map(|line| view! { <li>{line.clone()}</li> }).collect_view();
        let recover = move |_| side.recover(bench);
        Some(view! {
            <div class="notice error" role="alert">
                <div>
                    <p>{letter(bench, side)} {failure.message.clone()}</p>
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
    let bench = use_bench();
    let line = move || {
        let differs = bench.a.choices.with(|a| bench.b.choices.with(|b| differences(a, b)));
        if differs.is_empty() {
            "B is the same as A so far: change something of B below, or".to_owned()
        } else {
            format!("B differs from A: {differs}.")
        }
    };
    let same = memo(move || bench.a.choices.get() == bench.b.choices.get());
    let vanilla =
        move |_| bench.b.change(bench, |choices| choices.method = nearfar::Method::VANILLA);
    let seed =
        move |_| bench.b.change(bench, |choices| choices.seed = choices.seed.wrapping_add(1));
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
    let bench = use_bench();
    let input = NodeRef::<html::Input>::new();
    let not_ready = move || !bench.edited().is_ready();
    let save = move |_| {
        export(untrack(move || bench.edited()), |name, bytes| {
            crate::export::save_bytes(&name, &bytes)
        });
    };
    let open = move |_| {
        export(untrack(move || bench.edited()), move |name, bytes| {
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
                        bench.notices.update(|notices| notices.push(crate::fetch::describe(error)))
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
        let side = untrack(move || bench.edited());
        wasm_bindgen_futures::spawn_local(async move {
            if let Ok(bytes) = JsFuture::from(file.array_buffer()).await {
                side.start_from(bench, Uint8Array::new(&bytes));
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

fn export(side: Side, then: impl FnOnce(String, Uint8Array) + 'static) {
    side.ask_then(Ask::Export, &[], move |answer, bytes| {
        match (answer, bytes.into_iter().next()) {
            (Answer::Checkpoint { name }, Some(bytes)) => then(name, bytes),
            (Answer::Failed(failure), _) => side.problem.set(Some(failure)),
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
    let bench = use_bench();
    view! {
        <section class="panel finding" aria-labelledby="finding-title">
            <h2 id="finding-title">"So far"</h2>
            <FindingOf side=bench.a />
            <Show when=move || bench.comparing.get()><FindingOf side=bench.b /></Show>
            <p class="muted small-print">
                {KEYS.iter().map(|(key, does)| view! { <kbd>{*key}</kbd>" "{*does}"  " }).collect_view()}
                "(while no control has the focus)"
            </p>
        </section>
    }
}

#[component]
fn FindingOf(side: Side) -> impl IntoView {
    let bench = use_bench();
    let line = memo(move || {
        bench.frame.track();
        let largest = side.overview.with(|o| o.as_ref().map_or(0.5, |o| o.largest_class));
        let held_out = side.curves.with_value(|curves| curves.held_out.last().copied());
        let answers =
            finding::of_answers(side.report.with(|report| report.step), held_out.as_ref(), largest);
        let heads = side
            .report
            .with(|report| side.choices.with(|choices| finding::of_heads(choices, report)));
        format!("{heads} {answers}")
    });
    let prefix = move || {
        if bench.comparing.get() { format!("{}: ", side.letter.name()) } else { String::new() }
    };
    let b = side.letter == Letter::B;
    view! { <p class="finding-line" class:b=b data-run=side.letter.name()><b>{text(prefix)}</b>{text(move || line.get())}</p> }
}
