//! The head of an open file: what it is, what can be done with it, also in the Lab, what its reader has to say, why it is
//! not run and what is missing. The rest is folded.

use std::sync::Arc;

use leptos::prelude::*;
use nearfar_inspect::protocol::{Export, Failure, Opened};
use nearfar_inspect::report::{Finding, Report};
use nearfar_inspect::room::file::InLab;
use nearfar_inspect::room::files::{Files, HasName};
use nearfar_inspect::room::report::{Findings, Folds, Refusal};
use web_sys::File;

use super::by_hand::ByHand;
use super::files::Item;
use super::forward_pass::{ForwardPass, Tokens};
use super::parts::{entries, folded};
use super::state::{Busy, InspectState};
use super::{Inspect, use_inspect};
use crate::browser::fetch::{describe, fetch_as_file};
use crate::browser::values::to_js;
use crate::page;
use crate::rich::{of_names, rich};

/// The head of the open file.
#[component]
pub fn Summary() -> impl IntoView {
    let Inspect { room, pass, .. } = use_inspect();
    // Its layers and heads: one line.
    let recognised = move || {
        room.of_report(|report| {
            let facts = entries(report.first_facts());
            view! { <p id="inspect-report-title">{report.title()}</p><dl class="facts">{facts}</dl> }
        })
    };
    let beside = move || {
        let given = room.tokenizer_file.with(|file| Some(file.as_ref()?.name()));
        let says = room.of_opened(|opened| opened.with_it(given)).flatten()?;
        Some(view! { <p class="muted small-print">{says}</p> })
    };
    let button = move |label: &'static str, act: fn(InspectState, ForwardPass)| {
        view! { <button type="button" on:click=move |_| act(room, pass)>{label}</button> }
    };
    let in_lab =
        move || room.of_report(|report| room.of_opened(|opened| opened.in_lab(report)))?.flatten();
    let to_lab = move || {
        match in_lab()? {
        InLab::Itself => Some(button(texts::inspect::to_lab(), show_in_lab).into_any()),
        InLab::Panel => Some(
            view! {
                <span class="presets" role="group" aria-label=texts::inspect::to_lab()>
                    {button(texts::inspect::to_lab_as_a(), |room, pass| show_in_panel(room, "a", pass))}
                    {button(texts::inspect::to_lab_as_b(), |room, pass| show_in_panel(room, "b", pass))}
                </span>
            }
            .into_any(),
        ),
    }
    };
    move || {
        let opened = room.opened.get()?;
        let folds = StoredValue::new(Folds::default());
        let wanted = (!opened.wanted.is_empty()).then(|| {
            view! { <p class="notice">{rich(texts::inspect::wanted(opened.wanted.join(", ")))}</p> }
        });
        let remarks = opened.remarks();
        let remarks = (!remarks.is_empty()).then(|| {
            let is_short = remarks.len() < 4;
            view! {
                <details class="inspect-more" open=is_short>
                    <summary>{texts::inspect::notes(remarks.len())}</summary>
                    {notes(remarks)}
                </details>
            }
        });
        Some(view! {
            <section class="panel inspect-summary" data-panel="summary" aria-labelledby="inspect-name">
                <header class="panel-head">
                    <h2 id="inspect-name">{opened.name.clone()}</h2>
                    {recognised}
                    {to_lab}
                    <details class="drop inspect-save">
                        <summary class="button">{texts::inspect::save()}</summary>
                        <div class="drop-menu" role="group" aria-label=texts::inspect::save()>
                            {button(texts::inspect::save_figures_csv(), |room, _| room.export(Export::StatisticsCsv))}
                            {button(texts::inspect::save_figures_json(), |room, _| room.export(Export::StatisticsJson))}
                            {button(texts::inspect::save_model(), |room, _| room.export(Export::SafeTensors))}
                        </div>
                    </details>
                </header>
                {beside}{wanted}{remarks}
                {move || Some(view! { <Shown report=room.report.get()? opened=opened.clone() folds=folds /> })}
            </section>
        })
    }
}

/// Sentences as a list.
fn notes(says: Vec<String>) -> AnyView {
    let each = says.iter().map(|says| view! { <li>{of_names(says)}</li> }).collect_view();
    view! { <ul class="notes">{each}</ul> }.into_any()
}

#[component]
fn Shown(report: Arc<Report>, opened: Arc<Opened>, folds: StoredValue<Folds>) -> impl IntoView {
    let room = use_inspect().room;
    let prefix = (!report.prefix.is_empty()).then(|| {
        view! { <p class="muted small-print">{rich(texts::inspect::prefix(&report.prefix))}</p> }
    });
    let (line, is_wrong) = report.findings_line();
    let findings = view! {
        <div class="findings">{report.findings_said().into_iter().map(findings).collect_view()}</div>
        {notes(report.notes.clone())}
    };
    let findings = folded(folds, "findings", false, (is_wrong, line), findings.into_any());
    // What is wrong is not folded.
    let (seen, inside) = if is_wrong { (Some(findings), None) } else { (None, Some(findings)) };
    let of_site = room.files(|files| files.address().and(files.model()));
    let came = of_site.map(|file| {
        let says = match file.file() {
            Some(_) => texts::inspect::came_whole(),
            None => texts::inspect::came_in_parts(),
        };
        view! { <p class="muted small-print came">{says}</p> }
    });
    let about = view! {
        <p class="muted">{of_names(&report.why)}</p>
        <dl class="about-facts">{entries(opened.facts())}</dl>{came}{metadata(&opened, folds)}
        <dl class="about-facts">{entries(report.more_facts())}</dl>
        {prefix}{inside}
    };
    let summary = (false, texts::inspect::about_file().to_owned());
    let about = folded(folds, "about", false, summary, about.into_any());
    view! {
        <section class="inspect-report" data-panel="report" aria-labelledby="inspect-report-title">
            {report.refusal(|name| opened.shape_of(name)).map(refused)}<Departures report=report.clone() />{seen}
            {about}
            <ByHand report=report folds=folds />
        </section>
    }
}

/// What the file says of itself.
fn metadata(opened: &Opened, folds: StoredValue<Folds>) -> impl IntoView + use<> {
    (!opened.metadata.is_empty()).then(|| {
        let entry = |(key, value)| view! { <div><dt>{key}</dt><dd>{value}</dd></div> };
        let entries = opened.metadata_shown().into_iter().map(entry).collect_view();
        let summary = (false, texts::inspect::metadata(opened.metadata.len()));
        let entries = view! { <dl class="metadata">{entries}</dl> };
        folded(folds, "metadata", false, summary, entries.into_any())
    })
}

/// Where the model is not as published ones of its sizes.
#[component]
pub fn Departures(report: Arc<Report>) -> impl IntoView {
    report
        .departures
        .iter()
        .map(|says| view! { <p class="notice">"⚠ "{of_names(says)}"."</p> })
        .collect_view()
}

/// Why the model is not run, what can be seen all the same, and what would mend it.
fn refused(Refusal { reasons, still_seen }: Refusal) -> impl IntoView {
    view! {
        <div class="notice refused">
            <p><b>{texts::inspect::refused()}</b></p>
            {notes(reasons)}
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
        view! { <li>{name}" "<span class="muted">{of_names(&why)}</span></li> }
    };
    let rows = listed.into_iter().map(row).collect_view();
    view! {
        <section class="finding-kind">
            <h3>{title}" "<span class="muted">{means}</span></h3>
            <ul>{rows}</ul>{more.map(|more| view! { <p class="muted">{more}</p> })}
        </section>
    }
}

/// Shows the open file in the Lab, which reads files of this project, at the head that is shown here.
fn show_in_lab(room: InspectState, pass: ForwardPass) {
    let (_, head) = pass.place.get_untracked();
    let Some(item) = room.files(Files::model) else { return };
    let name = room.files(Files::name_in_lab);
    show_elsewhere(room, async move {
        let file = whole(room, &item).await?;
        page::show_in_lab(&file, &name, head).await.map_err(describe)
    });
}

/// Shows the open model in a panel of the Lab, at a layer and head, with the tokenizer that is used here;
/// in panel A with the w and v that were moved here. Numbers of tokens that are run here become the page's
/// sentence, unless the model is refused.
fn show_in_panel(room: InspectState, panel: &'static str, pass: ForwardPass) {
    let place = pass.place.get_untracked();
    let moved = pass.looks.with_untracked(|looks| looks.seen.for_lab());
    let moved = moved.into_iter().filter(|_| panel == "a");
    let changes: Vec<_> = moved.map(|(name, value)| (name, to_js(&value))).collect();
    let tokenizer = room.tokenizer_file.get_untracked().map(Item::whole);
    let items = room.files(|files| files.with_tokenizer(tokenizer));
    let is_read_here =
        room.opened.with_untracked(|of| of.as_ref().is_some_and(|of| of.maps.is_none()));
    let ids = (is_read_here && pass.tokens.get_untracked() == Tokens::Ids)
        .then(|| pass.ids.get_untracked());
    show_elsewhere(room, async move {
        let mut files = Vec::new();
        for item in &items {
            files.push(whole(room, item).await?);
        }
        let sentence = page::setting("sentence");
        if let Some(ids) = &ids {
            page::set_setting("sentence", ids);
        }
        room.set_busy(Some(Busy::with(texts::inspect::opening_for_lab())));
        let outcome = page::show_in_panel(&files, panel, place, &changes).await;
        // Nothing else was typed meanwhile.
        if outcome.is_err() && ids.is_some_and(|ids| page::setting("sentence") == ids) {
            page::set_setting("sentence", &sentence);
        }
        outcome.map_err(describe)
    });
}

/// A file as the Lab reads it: whole, fetched where it is read in parts.
async fn whole(room: InspectState, item: &Item) -> Result<File, String> {
    if let Some(file) = item.file() {
        return Ok(file);
    }
    room.set_busy(Some(Busy::with(texts::inspect::fetching(item.name()))));
    fetch_as_file(item.address(), &item.name()).await
}

/// Shows the open file in another room; what goes wrong there is said here.
fn show_elsewhere(room: InspectState, shown: impl Future<Output = Result<(), String>> + 'static) {
    let file = untrack(|| room.name());
    room.set_problem(None);
    wasm_bindgen_futures::spawn_local(async move {
        let shown = shown.await;
        room.set_busy(None);
        if let Err(why) = shown {
            let message = texts::inspect::lab_refused(why);
            room.set_problem(Some(Failure { message, file }));
        }
    });
}
