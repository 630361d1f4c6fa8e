//! What the file was recognised as, in a line; why it is not run, what is missing; folded, what is known of it.

use std::sync::Arc;

use leptos::prelude::*;
use nearfar_inspect::protocol::Opened;
use nearfar_inspect::recognise::{Finding, Report, departures};
use nearfar_inspect::room::files::Files;
use nearfar_inspect::room::report::{Findings, Refusal};

use super::by_hand::ByHand;
use super::parts::entries;
use super::use_room;
use crate::rich::rich;

/// What the file was recognised as, and its layers and heads: one line.
#[component]
pub fn Recognised() -> impl IntoView {
    let room = use_room();
    move || {
        let report = room.report.get()?;
        let facts = entries(report.first_facts());
        Some(
            view! { <p id="inspect-report-title">{report.title()}</p><dl class="facts">{facts}</dl> },
        )
    }
}

/// The report of the open file.
#[component]
pub fn ReportSection(opened: Arc<Opened>) -> impl IntoView {
    let room = use_room();
    move || Some(view! { <Shown report=room.report.get()? opened=opened.clone() /> })
}

#[component]
fn Shown(report: Arc<Report>, opened: Arc<Opened>) -> impl IntoView {
    let room = use_room();
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
    let came = room.files.with_value(Files::model).and_then(|file| file.says());
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
    let room = use_room();
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
