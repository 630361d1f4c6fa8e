//! The head of an open file: what it is, what can be done with it, what its reader has to say, why it is not run and
//! what is missing. The rest is folded.

use std::sync::Arc;

use leptos::prelude::*;
use nearfar_inspect::protocol::{Export, Opened};
use nearfar_inspect::recognise::{Family, Finding, Report, departures};
use nearfar_inspect::room::files::Files;
use nearfar_inspect::room::report::{Findings, Refusal};

use super::by_hand::ByHand;
use super::parts::entries;
use super::{Inspect, use_inspect};
use crate::rich::rich;

/// The head of the open file.
#[component]
pub fn Summary() -> impl IntoView {
    let Inspect { room, pass, .. } = use_inspect();
    // Its layers and heads: one line.
    let recognised = move || {
        let report = room.report.get()?;
        let facts = entries(report.first_facts());
        Some(
            view! { <p id="inspect-report-title">{report.title()}</p><dl class="facts">{facts}</dl> },
        )
    };
    move || {
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
            let is_own = room.is_report(|report| report.family == Family::Nearfar);
            is_own.then(|| view! { <button type="button" on:click=move |_| room.show_in_lab(pass)>{texts::inspect::to_lab()}</button> })
        };
        let file = opened.clone();
        let show = move |panel: &'static str| room.show_in_panel(panel, pass);
        let to_panels = move || {
            room.is_report(|report| file.is_for_panels(report)).then(|| {
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
                    {recognised}
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
                {move || Some(view! { <Shown report=room.report.get()? opened=opened.clone() /> })}
            </section>
        })
    }
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

#[component]
fn Shown(report: Arc<Report>, opened: Arc<Opened>) -> impl IntoView {
    let room = use_inspect().room;
    let notes = report.notes.iter().map(|note| view! { <li>{note.clone()}</li> }).collect_view();
    let prefix = (!report.prefix.is_empty()).then(|| {
        view! { <p class="muted small-print">{rich(texts::inspect::prefix(&report.prefix))}</p> }
    });
    let (line, is_wrong) = report.findings_line();
    let findings = view! {
        <details class="inspect-more" class:wrong=is_wrong>
            <summary>{is_wrong.then_some("⚠ ")}{line}</summary>
            <div class="findings">{report.findings_said().into_iter().map(findings).collect_view()}</div>
            <ul class="notes">{notes}</ul>
        </details>
    };
    // What is wrong is not folded.
    let (seen, folded) = if is_wrong { (Some(findings), None) } else { (None, Some(findings)) };
    let came = room.files.with_value(Files::model).and_then(|file| file.says);
    let came = came.map(|says| view! { <p class="muted small-print came">{says}</p> });
    view! {
        <section class="inspect-report" data-panel="report" aria-labelledby="inspect-report-title">
            {report.refusal(|name| opened.shape_of(name)).map(refused)}<Departures report=report.clone() />{seen}
            <details class="inspect-more">
                <summary>{texts::inspect::about_file()}</summary>
                <p class="muted">{report.why.clone()}</p>
                <dl class="about-facts">{entries(opened.facts())}</dl>{came}{metadata(&opened)}
                <dl class="about-facts">{entries(report.more_facts())}</dl>
                {prefix}{folded}
            </details>
            <ByHand report=report />
        </section>
    }
}

/// What the file says of itself.
fn metadata(opened: &Opened) -> impl IntoView + use<> {
    (!opened.metadata.is_empty()).then(|| {
        let entry = |(key, value)| view! { <div><dt>{key}</dt><dd>{value}</dd></div> };
        let entries = opened.metadata_shown().into_iter().map(entry).collect_view();
        view! {
            <details class="inspect-more">
                <summary>{texts::inspect::metadata(opened.metadata.len())}</summary>
                <dl class="metadata">{entries}</dl>
            </details>
        }
    })
}

/// Where the model is not as published ones of its sizes.
#[component]
pub fn Departures(report: Arc<Report>) -> impl IntoView {
    departures(&report)
        .into_iter()
        .map(|says| view! { <p class="notice">"⚠ "{says}"."</p> })
        .collect_view()
}

/// Why the model is not run, what can be seen all the same, and what would mend it.
fn refused(Refusal { reasons, still_seen }: Refusal) -> impl IntoView {
    let reasons = reasons.into_iter().map(|why| view! { <li>{why}</li> }).collect_view();
    view! {
        <div class="notice refused">
            <p><b>{texts::inspect::refused()}</b></p>
            <ul class="notes">{reasons}</ul>
            <p class="small-print">{still_seen}</p>
        </div>
    }
}

/// Tensors of which the same became.
fn findings(Findings { title, means, are_there, listed, more }: Findings) -> impl IntoView {
    let room = use_inspect().room;
    let row = |Finding { tensor, why, .. }: Finding| {
        let name = view! { <code>{tensor.clone()}</code> };
        let name = match are_there {
            true => view! { <button type="button" class="link" on:click=move |_| room.look_at(&tensor)>{name}</button> }.into_any(),
            false => name.into_any(),
        };
        view! { <li>{name}" "<span class="muted">{why}</span></li> }
    };
    let rows = listed.into_iter().map(row).collect_view();
    view! {
        <section class="finding-kind">
            <h3>{title}" "<span class="muted">{means}</span></h3>
            <ul>{rows}</ul>{more.map(|more| view! { <p class="muted">{more}</p> })}
        </section>
    }
}
