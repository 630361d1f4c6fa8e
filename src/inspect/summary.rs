//! The head of an open file: what it is, what can be done with it, what its reader has to say. The rest is folded.

use leptos::prelude::*;
use nearfar_inspect::protocol::{Export, Opened};
use nearfar_inspect::recognise::Family;
use nearfar_inspect::room::files::Files;

use super::report::{Recognised, ReportSection};
use super::{use_forward_pass, use_room};
use crate::rich::rich;

/// The head of the open file.
#[component]
pub fn Summary() -> impl IntoView {
    let room = use_room();
    let pass = use_forward_pass();
    let content = move || {
        let opened = room.opened.get()?;
        let file = opened.clone();
        let beside = move || {
            let given = room.tokenizer_file.with(|file| Some(file.as_ref()?.name()));
            let given = given.filter(|_| pass.refused.with(Option::is_none));
            let says = file.with_it(given);
            says.map(|says| view! { <p class="muted small-print">{says}</p> })
        };
        let wanted = (!opened.wanted.is_empty()).then(|| {
            view! { <p class="notice">{rich(texts::inspect::wanted(opened.wanted.join(", ")))}</p> }
        });
        let save = |label: &'static str, what: Export| {
            view! { <button type="button" on:click=move |_| room.export(what)>{label}</button> }
        };
        let to_lab = move || {
            let is_own = room.report.with(|report| {
                report.as_ref().is_some_and(|report| report.family == Family::Nearfar)
            });
            is_own.then(|| view! { <button type="button" on:click=move |_| room.show_in_lab(pass)>{texts::inspect::to_lab()}</button> })
        };
        let file = opened.clone();
        let show = move |panel: &'static str| room.show_in_panel(panel, pass);
        let to_panels = move || {
            let is_for_panels = room
                .report
                .with(|report| report.as_ref().is_some_and(|report| file.is_for_panels(report)));
            is_for_panels.then(|| {
                view! {
                    <span class="presets" role="group" aria-label=texts::inspect::to_lab()>
                        <button type="button" on:click=move |_| show("a")>{texts::inspect::to_lab_as_a()}</button>
                        <button type="button" on:click=move |_| show("b")>{texts::inspect::to_lab_as_b()}</button>
                    </span>
                }
            })
        };
        let is_chosen = move || {
            room.opened.track();
            !room.files.with_value(Files::is_example)
        };
        Some(view! {
            <section class="panel inspect-summary" data-panel="summary" aria-labelledby="inspect-name">
                <header class="panel-head">
                    <h2 id="inspect-name">{opened.name.clone()}</h2>
                    <Recognised />
                    <p class="muted" hidden=is_chosen>{texts::inspect::examples_is_open()}</p>
                    {to_lab}{to_panels}
                    <details class="drop inspect-save">
                        <summary class="button">{texts::inspect::save()}</summary>
                        <div class="drop-menu" role="group" aria-label=texts::inspect::save()>
                            {save(texts::inspect::save_figures_csv(), Export::StatisticsCsv)}
                            {save(texts::inspect::save_figures_json(), Export::StatisticsJson)}
                            {save(texts::inspect::save_model(), Export::SafeTensors)}
                        </div>
                    </details>
                </header>
                {beside}{wanted}{remarks(&opened)}
                <ReportSection opened=opened />
            </section>
        })
    };
    view! { {content} }
}

/// What its reader has to say.
fn remarks(opened: &Opened) -> impl IntoView + use<> {
    let remarks = opened.remarks();
    (!remarks.is_empty()).then(|| {
        let count = remarks.len();
        let lines = remarks.into_iter().map(|says| view! { <li>{says}</li> }).collect_view();
        view! {
            <details class="inspect-more" open=count < 4>
                <summary>{texts::inspect::notes(count)}</summary>
                <ul class="notes">{lines}</ul>
            </details>
        }
    })
}
