//! What the file was recognised as, in a line; why it is not run, what is missing; folded, what is known of it.

use std::sync::Arc;

use leptos::prelude::*;
use nearfar::Method;
use nearfar::picture::scale::format_count;
use nearfar_inspect::protocol::Opened;
use nearfar_inspect::recognise::{
    Family, Finding, How, Known, NormPlacement, Obstacle, Report, Status, departures,
};

use nearfar_inspect::room::files::Files;

use super::by_hand::ByHand;
use super::summary::file_facts;
use super::use_room;
use crate::rich::rich;

/// Findings that are listed of a kind before the rest is only counted.
const LISTED: usize = 200;
/// Reasons against a forward pass that are listed.
const REASONS: usize = 12;

/// What the file holds, as people call it: a family, or the method of a file of this project.
fn title_of(report: &Report) -> String {
    if report.family == Family::Disan {
        return texts::inspect::family_nearfar(family_name(report.family));
    }
    if report.family != Family::Nearfar {
        return family_name(report.family).to_owned();
    }
    let method = match (report.method_beside(), report.own_method()) {
        (Some(method), _) => method.kind().definition().short,
        (None, Ok(Method::DistanceAware { .. })) => "DA-Transformer",
        (None, _) if report.method.value.is_some() => texts::inspect::family_nearfar_vanilla(),
        _ => texts::inspect::family_nearfar_unknown(),
    };
    texts::inspect::family_nearfar(method)
}

/// A family as people call it.
fn family_name(family: Family) -> &'static str {
    family.name().unwrap_or_else(|| match family {
        Family::DistanceAware => texts::inspect::family_distance_aware(),
        Family::TorchEncoder => texts::inspect::family_torch_encoder(),
        Family::Bloom => texts::inspect::family_bloom(),
        Family::T5 => texts::inspect::family_t5(),
        Family::Bart => texts::inspect::family_bart(),
        Family::ClipText => texts::inspect::family_clip_text(),
        Family::Vit => texts::inspect::family_vit(),
        Family::Keras => texts::inspect::family_keras(),
        Family::Other => texts::inspect::family_other(),
        _ => texts::inspect::family_unknown(),
    })
}

/// How a fact is known, where that is worth saying.
fn how_text(how: How) -> Option<&'static str> {
    match how {
        How::Stored | How::Config | How::Shape => None,
        How::Assumed => Some(texts::inspect::how_assumed()),
        How::Unknown => Some(texts::inspect::how_unknown()),
        How::Chosen => Some(texts::inspect::how_chosen()),
    }
}

fn count(report: &Report, status: Status) -> usize {
    report.findings.iter().filter(|finding| finding.status == status).count()
}

/// A fact, with how it is known.
fn known(name: &'static str, value: String, how: How, why: &str) -> impl IntoView + use<> {
    let mark = how_text(how).map(
        |text| view! { " "<span class="badge" class:assumed={how != How::Chosen}>{text}</span> },
    );
    view! { <div title=why.to_owned()><dt>{name}</dt><dd>{value}{mark}</dd></div> }
}

/// What the file was recognised as, and its layers and heads: one line.
#[component]
pub fn Recognised() -> impl IntoView {
    let room = use_room();
    move || {
        let report = room.report.get()?;
        // An encoder and its decoder are two stacks, not one.
        let stacks = report.stacks();
        let layers = match stacks.len() {
            2.. => {
                stacks.iter().map(|(_, count)| count.to_string()).collect::<Vec<_>>().join(" + ")
            }
            _ => report.depth().to_string(),
        };
        let heads = match report.heads.value {
            0 => "–".to_owned(),
            heads => heads.to_string(),
        };
        let facts = (report.depth() > 0).then(|| view! {
            {known(texts::inspect::fact_layers(), layers, report.order.how, &report.order.why)}
            {known(texts::inspect::fact_heads(), heads, report.heads.how, &report.heads.why)}
            {(report.head_size > 0).then(|| view! { <div><dt>{texts::inspect::fact_head_size()}</dt><dd>{report.head_size.to_string()}</dd></div> })}
        });
        Some(
            view! { <p id="inspect-report-title">{title_of(&report)}</p><dl class="facts">{facts}</dl> },
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
    let facts = (report.depth() > 0).then(|| {
        let norms = match report.norms.value {
            NormPlacement::Post => texts::inspect::fact_norms_post(),
            NormPlacement::Pre => texts::inspect::fact_norms_pre(),
        };
        let method = report.own_method().ok().filter(|method| method.knows_distance());
        // A vanilla file of this project has w and v that nothing reads.
        let is_read = report.distance_aware() && (method.is_some() || report.method.value.is_none());
        let method = is_read.then(|| {
            let value = method.map_or_else(|| "–".to_owned(), texts::words::of_method);
            let Known { how, ref why, .. } = report.method;
            known(texts::inspect::fact_method(), value, how, why)
        });
        let sees = match report.causal.value {
            true => texts::inspect::fact_sees_causal(),
            false => texts::inspect::fact_sees_all(),
        };
        view! {
            {method}
            <div><dt>{texts::inspect::fact_width()}</dt><dd>{format_count(report.width as u64)}</dd></div>
            {(report.words > 0).then(|| view! { <div><dt>{texts::inspect::fact_words()}</dt><dd>{format_count(report.words as u64)}</dd></div> })}
            {known(texts::inspect::fact_norms(), norms.to_owned(), report.norms.how, &report.norms.why)}
            {known(texts::inspect::fact_sees(), sees.to_owned(), report.causal.how, &report.causal.why)}
        }
    });
    let findings = [Status::Missing, Status::Reshaped, Status::Extra, Status::Recognised]
        .into_iter()
        .map(|status| {
            let found: Vec<Finding> =
                report.findings.iter().filter(|f| f.status == status).cloned().collect();
            (!found.is_empty()).then(|| view! { <Findings status=status found=found /> })
        })
        .collect_view();
    let notes = report.notes.iter().map(|note| view! { <li>{note.clone()}</li> }).collect_view();
    let cannot =
        (!report.obstacles.is_empty()).then(|| view! { <Refused report=report.clone() /> });
    let prefix = (!report.prefix.is_empty()).then(|| {
        view! { <p class="muted small-print">{rich(texts::inspect::prefix(&report.prefix))}</p> }
    });
    let [missing, reshaped] = [Status::Missing, Status::Reshaped].map(|of| count(&report, of));
    let line = texts::inspect::findings(
        format_count(count(&report, Status::Recognised) as u64),
        missing,
        count(&report, Status::Extra),
        reshaped,
    );
    let wrong = missing + reshaped > 0;
    let findings = view! {
        <details class="inspect-more" class:wrong=wrong>
            <summary>{wrong.then_some("⚠ ")}{line}</summary>
            <div class="findings">{findings}</div>
            <ul class="notes">{notes}</ul>
        </details>
    };
    // What is wrong is not folded.
    let (seen, folded) = if wrong { (Some(findings), None) } else { (None, Some(findings)) };
    let came = room.files.with_value(Files::model).and_then(|file| file.says());
    view! {
        <section class="inspect-report" data-panel="report" aria-labelledby="inspect-report-title">
            {cannot}<Departures report=report.clone() />{seen}
            <details class="inspect-more">
                <summary>{texts::inspect::about_file()}</summary>
                <p class="muted">{report.why.clone()}</p>
                {file_facts(&opened, came)}
                <dl class="about-facts">{facts}</dl>
                {prefix}{folded}
            </details>
            <ByHand report=report />
        </section>
    }
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
#[component]
fn Refused(report: Arc<Report>) -> impl IntoView {
    let room = use_room();
    let seen = report.still_seen(|name| room.shape_of(name));
    let reasons = report
        .obstacles
        .iter()
        .take(REASONS)
        .map(|Obstacle { why, .. }| view! { <li>{why.clone()}</li> })
        .collect_view();
    let more = report.obstacles.len().saturating_sub(REASONS);
    let more = (more > 0).then(|| view! { <li>{texts::inspect::refused_more(more)}</li> });
    let asks = report.obstacles.iter().any(|obstacle| obstacle.question.is_some());
    let mends = asks.then(|| format!(" {}", texts::inspect::refused_mends()));
    view! {
        <div class="notice refused">
            <p><b>{texts::inspect::refused()}</b></p>
            <ul class="notes">{reasons}{more}</ul>
            <p class="small-print">{texts::inspect::refused_still_seen(seen)}{mends}</p>
        </div>
    }
}

#[component]
fn Findings(status: Status, found: Vec<Finding>) -> impl IntoView {
    let room = use_room();
    let all = found.len();
    let count = format_count(all as u64);
    let (title, means) = match status {
        Status::Missing => {
            (texts::inspect::findings_missing(count), texts::inspect::findings_missing_means())
        }
        Status::Reshaped => {
            (texts::inspect::findings_reshaped(count), texts::inspect::findings_reshaped_means())
        }
        Status::Extra => {
            (texts::inspect::findings_extra(count), texts::inspect::findings_extra_means())
        }
        Status::Recognised => (
            texts::inspect::findings_recognised(count),
            texts::inspect::findings_recognised_means(),
        ),
    };
    let rows = found
        .into_iter()
        .take(LISTED)
        .map(|finding| {
            let Finding { tensor, why, .. } = finding;
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
        || view! { <p class="muted">{texts::inspect::findings_more(format_count((all - LISTED) as u64))}</p> },
    );
    view! {
        <section class="finding-kind">
            <h3>{title}" "<span class="muted">{means}</span></h3>
            <ul>{rows}</ul>{rest}
        </section>
    }
}
