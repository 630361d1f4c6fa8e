//! What the file was recognised as, why it is not run, what is missing or left over.

use std::sync::Arc;

use leptos::prelude::*;
use nearfar::picture::scale::format_count;
use nearfar_inspect::recognise::{
    Family, Finding, How, Known, NormPlacement, Obstacle, Report, Status,
};

use super::by_hand::ByHand;
use super::use_room;

/// Findings that are listed of a kind before the rest is only counted.
const LISTED: usize = 200;
/// Reasons against a forward pass that are listed.
const REASONS: usize = 12;

/// A family as people call it.
pub fn family_name(family: Family) -> &'static str {
    match family {
        Family::Nearfar => "DA-Transformer, a file of this project",
        Family::DistanceAware => "Distance-aware attention",
        Family::TorchEncoder => "PyTorch TransformerEncoder",
        Family::Bert => "BERT",
        Family::Roberta => "RoBERTa",
        Family::DistilBert => "DistilBERT",
        Family::Albert => "ALBERT",
        Family::Gpt2 => "GPT-2",
        Family::Vit => "Vision transformer",
        Family::Keras => "Keras MultiHeadAttention",
        Family::Other => "Attention layers",
        Family::Unknown => "No attention was recognised",
    }
}

fn how_text(how: How) -> &'static str {
    match how {
        How::Stored => "stored",
        How::Config => "config.json",
        How::Shape => "from shapes",
        How::Assumed => "assumed",
        How::Unknown => "not known",
        How::Chosen => "chosen by you",
    }
}

fn count(report: &Report, status: Status) -> usize {
    report.findings.iter().filter(|finding| finding.status == status).count()
}

/// The report of the open file.
#[component]
pub fn ReportSection() -> impl IntoView {
    let room = use_room();
    let content = move || {
        let report = room.report.get()?;
        Some(view! { <Shown report=report /> })
    };
    view! { {content} }
}

#[component]
fn Shown(report: Arc<Report>) -> impl IntoView {
    let known = |name: &'static str, value: String, how: How, why: String| {
        let mark = matches!(how, How::Assumed | How::Chosen | How::Unknown)
            .then(|| view! { " "<span class="badge" class:assumed={how != How::Chosen}>{how_text(how)}</span> });
        view! { <div title=why><dt>{name}</dt><dd>{value}{mark}</dd></div> }
    };
    let of = |name, known_value: &Known<usize>| {
        let value = match known_value.value {
            0 => "–".to_owned(),
            value => value.to_string(),
        };
        known(name, value, known_value.how, known_value.why.clone())
    };
    let has_layers = report.depth() > 0;
    let facts = has_layers.then(|| {
        let norms = match report.norms.value {
            NormPlacement::Post => "after the sum",
            NormPlacement::Pre => "before the map",
        };
        // An encoder and its decoder are two stacks, not one.
        let stacks = report.stacks();
        let layers = match stacks.len() {
            2.. => stacks.iter().map(|(_, count)| count.to_string()).collect::<Vec<_>>().join(" + "),
            _ => report.depth().to_string(),
        };
        let method = report.distance_aware().then(|| {
            let (value, how) = (report.method.value.clone(), report.method.how);
            known("w and v by", value.unwrap_or_else(|| "–".to_owned()), how, report.method.why.clone())
        });
        view! {
            {known("Layers", layers, report.order.how, report.order.why.clone())}
            {of("Heads", &report.heads)}
            {(report.head_size > 0).then(|| view! { <div><dt>"Head size"</dt><dd>{report.head_size.to_string()}</dd></div> })}
            {method}
            <div><dt>"Width"</dt><dd>{format_count(report.width as u64)}</dd></div>
            {(report.words > 0).then(|| view! { <div><dt>"Words"</dt><dd>{format_count(report.words as u64)}</dd></div> })}
            {known("Norms", norms.to_owned(), report.norms.how, report.norms.why.clone())}
            {known("Attends to", (if report.causal.value { "itself and before" } else { "all tokens" }).to_owned(), report.causal.how, report.causal.why.clone())}
        }
    });
    let kinds = [
        (Status::Missing, "Missing", "the family has them, the file does not"),
        (Status::Reshaped, "Reshaped", "a role fits, the shape does not"),
        (Status::Extra, "Extra", "no role fits"),
        (Status::Recognised, "Recognised", "with their roles"),
    ];
    let findings = kinds
        .into_iter()
        .map(|(status, name, means)| {
            let found: Vec<Finding> =
                report.findings.iter().filter(|f| f.status == status).cloned().collect();
            (!found.is_empty()).then(|| view! { <Findings name=name means=means found=found /> })
        })
        .collect_view();
    let notes = report.notes.iter().map(|note| view! { <li>{note.clone()}</li> }).collect_view();
    let cannot =
        (!report.obstacles.is_empty()).then(|| view! { <Refused report=report.clone() /> });
    let prefix = (!report.prefix.is_empty()).then(|| {
        view! { <p class="muted small-print">"Names begin with "<code>{report.prefix.clone()}</code>", which was taken off."</p> }
    });
    let line = format!(
        "{} recognised, {} missing, {} extra, {} reshaped",
        format_count(count(&report, Status::Recognised) as u64),
        count(&report, Status::Missing),
        count(&report, Status::Extra),
        count(&report, Status::Reshaped)
    );
    view! {
        <section class="panel inspect-report" aria-labelledby="inspect-report-title">
            <header class="panel-head">
                <h2 id="inspect-report-title">{family_name(report.family)}</h2>
                <p class="muted">{report.why.clone()}</p>
            </header>
            <dl class="facts">{facts}</dl>
            {cannot}{prefix}
            <details class="inspect-more">
                <summary>{line}</summary>
                <div class="findings">{findings}</div>
                <ul class="notes">{notes}</ul>
            </details>
            <ByHand report=report />
        </section>
    }
}

/// Why the model is not run, what can be seen all the same, and what would mend it.
#[component]
fn Refused(report: Arc<Report>) -> impl IntoView {
    let reasons = report
        .obstacles
        .iter()
        .take(REASONS)
        .map(|Obstacle { why, .. }| view! { <li>{why.clone()}</li> })
        .collect_view();
    let more = report.obstacles.len().saturating_sub(REASONS);
    let more = (more > 0).then(|| view! { <li>{format!("and {more} reasons more")}</li> });
    let asks = report.obstacles.iter().any(|obstacle| obstacle.question.is_some());
    let mends = match asks {
        true => " What no file says can be set under “Assign by hand”.",
        false => "",
    };
    view! {
        <div class="notice refused">
            <p><b>"No forward pass: not everything that shapes its attention is known."</b></p>
            <ul class="notes">{reasons}{more}</ul>
            <p class="small-print">{format!("Still to be seen: {}.{mends}", report.still_seen())}</p>
        </div>
    }
}

#[component]
fn Findings(name: &'static str, means: &'static str, found: Vec<Finding>) -> impl IntoView {
    let room = use_room();
    let all = found.len();
    let rows = found
        .into_iter()
        .take(LISTED)
        .map(|finding| {
            let Finding { tensor, status, why, .. } = finding;
            let target = tensor.clone();
            let name = if status == Status::Missing {
                view! { <code>{tensor}</code> }.into_any()
            } else {
                view! { <button type="button" class="link" on:click=move |_| room.look_at(&target)><code>{tensor}</code></button> }.into_any()
            };
            view! { <li>{name}" "<span class="muted">{why}</span></li> }
        })
        .collect_view();
    let rest = (all > LISTED).then(
        || view! { <p class="muted">{format!("and {} more", format_count((all - LISTED) as u64))}</p> },
    );
    view! {
        <section class="finding-kind">
            <h3>{format!("{name}: {}", format_count(all as u64))}" "<span class="muted">{means}</span></h3>
            <ul>{rows}</ul>{rest}
        </section>
    }
}
