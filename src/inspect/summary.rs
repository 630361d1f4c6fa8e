//! The head of an open file: what it is, what can be done with it, what its reader has to say. The rest is folded.

use leptos::prelude::*;
use nearfar::picture::scale::format_count;
use nearfar_inspect::Format;
use nearfar_inspect::kinds::is_tokenizer;
use nearfar_inspect::protocol::{Export, Opened};
use nearfar_inspect::recognise::Family;
use nearfar_inspect::room::files::Files;

use super::report::{Recognised, ReportSection};
use super::{use_forward_pass, use_room};
use crate::rich::rich;

/// Entries of metadata that are shown before the rest is asked for.
const LONGEST_VALUE: usize = 2_000;

/// A format as people call it.
fn format_name(format: Format) -> &'static str {
    match format {
        Format::SafeTensors => ".safetensors",
        Format::TorchZip => texts::inspect::format_torch_zip(),
        Format::TorchLegacy => texts::inspect::format_torch_legacy(),
        Format::Npy => texts::inspect::format_npy(),
        Format::Npz => texts::inspect::format_npz(),
        Format::Hdf5 => "HDF5",
        Format::Keras => texts::inspect::format_keras(),
        Format::Onnx => "ONNX",
        Format::Gguf => "GGUF",
        Format::Json => "JSON",
    }
}

const KB: u64 = 1 << 10;
const MB: u64 = 1 << 20;
const GB: u64 = 1 << 30;

/// Bytes as people say them.
pub fn bytes_text(bytes: u64) -> String {
    let number = |unit: u64| {
        let value = bytes as f64 / unit as f64;
        if value < 10.0 { format!("{value:.1}") } else { format!("{value:.0}") }
    };
    match bytes {
        GB.. => texts::inspect::gigabytes(number(GB)),
        MB.. => texts::inspect::megabytes(number(MB)),
        KB.. => texts::inspect::kilobytes(number(KB)),
        _ => texts::inspect::bytes(bytes),
    }
}

/// The head of the open file.
#[component]
pub fn Summary() -> impl IntoView {
    let room = use_room();
    let content = move || {
        let opened = room.opened.get()?;
        let pass = use_forward_pass();
        // The tokenizer is the one that is used, though another came first.
        let beside = opened.beside.clone();
        let beside = move || {
            let given = room.tokenizer_file.with(|file| Some(file.as_ref()?.name()));
            let given = given.filter(|_| pass.refused.with(Option::is_none));
            let others = beside.iter().filter(|name| !is_tokenizer(name)).cloned();
            let names: Vec<String> = others.chain(given).collect();
            (!names.is_empty()).then(
                || view! { <p class="muted small-print">{texts::inspect::with_it(names.join(", "))}</p> },
            )
        };
        let wanted = (!opened.wanted.is_empty()).then(|| {
            view! { <p class="notice">{rich(texts::inspect::wanted(opened.wanted.join(", ")))}</p> }
        });
        let save = |label: &'static str, what: Export| {
            view! { <button type="button" on:click=move |_| room.export(what)>{label}</button> }
        };
        let is_own = move || {
            room.report.with(|report| {
                report.as_ref().is_some_and(|report| report.family == Family::Nearfar)
            })
        };
        let to_lab = move || {
            is_own().then(|| {
                view! {
                    <button type="button" on:click=move |_| room.show_in_lab(pass)>
                        {texts::inspect::to_lab()}
                    </button>
                }
            })
        };
        // What can be run here is shown there.
        let has_maps = matches!(opened.maps, Some(Ok(_)));
        let can_run = move || {
            has_maps
                || room.report.with(|report| {
                    report.as_ref().is_some_and(|report| {
                        report.family != Family::Nearfar && report.cannot_run().is_none()
                    })
                })
        };
        let show = move |panel: &'static str| room.show_in_panel(panel, pass);
        let to_panels = move || {
            can_run().then(|| {
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
                {beside}{wanted}{notes(&opened)}
                <ReportSection opened=opened />
            </section>
        })
    };
    view! { {content} }
}

/// What its reader has to say.
fn notes(opened: &Opened) -> impl IntoView + use<> {
    let notes: Vec<&String> = opened.notes.iter().chain(&opened.passed_over).collect();
    (!notes.is_empty()).then(|| {
        let lines = notes.iter().map(|&note| view! { <li>{note.clone()}</li> }).collect_view();
        view! {
            <details class="inspect-more" open=notes.len() < 4>
                <summary>{texts::inspect::notes(notes.len())}</summary>
                <ul class="notes">{lines}</ul>
            </details>
        }
    })
}

/// The file itself: its format and size, how it came, its metadata.
pub fn file_facts(opened: &Opened, came: Option<&'static str>) -> impl IntoView + use<> {
    let facts = [
        (texts::inspect::format(), format_name(opened.format).to_owned()),
        (texts::inspect::size(), bytes_text(opened.size)),
        (texts::inspect::table(), format_count(opened.tensors.len() as u64)),
        (texts::inspect::numbers(), format_count(opened.parameters())),
    ];
    let facts = facts
        .into_iter()
        .map(|(name, value)| view! { <div><dt>{name}</dt><dd>{value}</dd></div> })
        .collect_view();
    let came = came.map(|says| view! { <p class="muted small-print came">{says}</p> });
    let metadata = (!opened.metadata.is_empty()).then(|| {
        let rows = opened
            .metadata
            .iter()
            .take(200)
            .map(|(key, value)| {
                let cut = value.char_indices().nth(LONGEST_VALUE).map(|(at, _)| at);
                let shown = match cut {
                    Some(at) => texts::inspect::metadata_cut(
                        value.get(..at).unwrap_or_default(),
                        value.len(),
                    ),
                    None => value.clone(),
                };
                view! { <div><dt>{key.clone()}</dt><dd>{shown}</dd></div> }
            })
            .collect_view();
        view! {
            <details class="inspect-more">
                <summary>{texts::inspect::metadata(opened.metadata.len())}</summary>
                <dl class="metadata">{rows}</dl>
            </details>
        }
    });
    view! { <dl class="about-facts">{facts}</dl>{came}{metadata} }
}
