//! What the file was recognised as, what is missing or left over, and roles by hand.

use std::sync::Arc;

use leptos::prelude::*;
use nearfar_inspect::protocol::{Answer, Ask, Opened};
use nearfar_inspect::recognise::{
    Assigned, Assignment, Family, Finding, How, Known, NormPlacement, Report, Role, Status,
};

use super::desk::Desk;
use super::summary::digits;
use super::{store, use_desk};
use crate::controls::NumberField;
use crate::reactive::memo;

/// Findings that are listed of a kind before the rest is only counted.
const LISTED: usize = 200;

/// Roles that can be given by hand.
const ROLES: &[(Role, &str)] = &[
    (Role::WordEmbedding, "word embedding"),
    (Role::PositionEmbedding, "position embedding"),
    (Role::TypeEmbedding, "type embedding"),
    (Role::EmbeddingNormGain, "embedding norm: gain"),
    (Role::EmbeddingNormBias, "embedding norm: bias"),
    (Role::QueryWeight, "query: weight"),
    (Role::QueryBias, "query: bias"),
    (Role::KeyWeight, "key: weight"),
    (Role::KeyBias, "key: bias"),
    (Role::ValueWeight, "value: weight"),
    (Role::ValueBias, "value: bias"),
    (Role::OutputWeight, "attention output: weight"),
    (Role::OutputBias, "attention output: bias"),
    (Role::DistanceW, "w of the heads"),
    (Role::DistanceV, "v of the heads"),
    (Role::StartW, "start of w"),
    (Role::StartV, "start of v"),
    (Role::RelativeKey, "relative positions: key"),
    (Role::RelativeValue, "relative positions: value"),
    (Role::AttentionNormGain, "attention norm: gain"),
    (Role::AttentionNormBias, "attention norm: bias"),
    (Role::HiddenWeight, "feed-forward, first: weight"),
    (Role::HiddenBias, "feed-forward, first: bias"),
    (Role::FeedForwardWeight, "feed-forward, second: weight"),
    (Role::FeedForwardBias, "feed-forward, second: bias"),
    (Role::FeedForwardNormGain, "feed-forward norm: gain"),
    (Role::FeedForwardNormBias, "feed-forward norm: bias"),
    (Role::FinalNormGain, "last norm: gain"),
    (Role::FinalNormBias, "last norm: bias"),
];

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
        How::Chosen => "chosen by you",
    }
}

fn count(report: &Report, status: Status) -> usize {
    report.findings.iter().filter(|finding| finding.status == status).count()
}

/// The report of the open file.
#[component]
pub fn ReportPanel() -> impl IntoView {
    let desk = use_desk();
    let content = move || {
        let opened = desk.opened.get()?;
        let report = desk.report.get()?;
        Some(view! { <Shown opened=opened report=report /> })
    };
    view! { {content} }
}

#[component]
fn Shown(opened: Arc<Opened>, report: Arc<Report>) -> impl IntoView {
    let known = |name: &'static str, value: String, how: How, why: String| {
        let mark = (how == How::Assumed || how == How::Chosen)
            .then(|| view! { " "<span class="badge">{how_text(how)}</span> });
        view! { <div title=why><dt>{name}</dt><dd>{value}{mark}</dd></div> }
    };
    let of = |name, known_value: &Known<usize>| {
        known(name, known_value.value.to_string(), known_value.how, known_value.why.clone())
    };
    let has_layers = report.depth() > 0;
    let facts = has_layers.then(|| {
        let norms = match report.norms.value {
            NormPlacement::Post => "after the sum",
            NormPlacement::Pre => "before the map",
        };
        view! {
            {known("Layers", report.depth().to_string(), report.order.how, report.order.why.clone())}
            {of("Heads", &report.heads)}
            <div><dt>"Head size"</dt><dd>{report.head_size.to_string()}</dd></div>
            <div><dt>"Width"</dt><dd>{digits(report.width as u64)}</dd></div>
            {(report.words > 0).then(|| view! { <div><dt>"Words"</dt><dd>{digits(report.words as u64)}</dd></div> })}
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
    let cannot = report
        .cannot_run
        .clone()
        .map(|why| view! { <p class="muted small-print">"No forward pass: "{why}"."</p> });
    let prefix = (!report.prefix.is_empty()).then(|| {
        view! { <p class="muted small-print">"Names begin with "<code>{report.prefix.clone()}</code>", which was taken off."</p> }
    });
    let line = format!(
        "{} recognised, {} missing, {} extra, {} reshaped",
        digits(count(&report, Status::Recognised) as u64),
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
            <ByHand opened=opened report=report />
        </section>
    }
}

#[component]
fn Findings(name: &'static str, means: &'static str, found: Vec<Finding>) -> impl IntoView {
    let desk = use_desk();
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
                view! { <button type="button" class="link" on:click=move |_| desk.look_at(&target)><code>{tensor}</code></button> }.into_any()
            };
            view! { <li>{name}" "<span class="muted">{why}</span></li> }
        })
        .collect_view();
    let rest = (all > LISTED).then(
        || view! { <p class="muted">{format!("and {} more", digits((all - LISTED) as u64))}</p> },
    );
    view! {
        <section class="finding-kind">
            <h3>{format!("{name}: {}", digits(all as u64))}" "<span class="muted">{means}</span></h3>
            <ul>{rows}</ul>{rest}
        </section>
    }
}

/// Heads, layers and roles by hand.
#[component]
fn ByHand(opened: Arc<Opened>, report: Arc<Report>) -> impl IntoView {
    let desk = use_desk();
    let chosen = store::assignments()
        .into_iter()
        .find(|(fingerprint, _)| *fingerprint == report.fingerprint)
        .map(|(_, assignment)| assignment)
        .unwrap_or_default();
    let fingerprint = StoredValue::new(report.fingerprint.clone());
    let assignment = StoredValue::new(chosen.clone());
    let change = move |change: Box<dyn FnOnce(&mut Assignment)>| {
        assignment.update_value(change);
        let now = assignment.get_value();
        store::assign(&fingerprint.get_value(), &now);
        assign(desk, now);
    };
    let number = move |name: &'static str,
                       value: Option<usize>,
                       set: fn(&mut Assignment, Option<usize>)| {
        let value = Signal::stored(value.map(|value| value as f64));
        view! {
            <span class="field inline">
                <span class="field-label">{name}</span>
                <NumberField name=format!("{name}, by hand") value=value range=(1.0, 4096.0) whole=true
                    on_change=move |number: f64| change(Box::new(move |all| set(all, Some(number as usize)))) />
            </span>
        }
    };
    let pattern = memo(move || {
        let shown = desk.shown.get();
        desk.opened.with(|opened| {
            let line = opened.as_ref().and_then(|opened| opened.tensors.get(shown?).cloned());
            line.map(|line| masked(&line.name)).unwrap_or_default()
        })
    });
    let typed = RwSignal::new(None::<String>);
    let now = move || typed.get().unwrap_or_else(|| pattern.get());
    let role = RwSignal::new(0_usize);
    let give = move |_| {
        let pattern = untrack(now);
        let role = ROLES.get(role.get_untracked()).map(|(role, _)| *role);
        typed.set(None);
        if !pattern.trim().is_empty() {
            change(Box::new(move |all| {
                all.roles.retain(|given| given.pattern != pattern);
                all.roles.push(Assigned { pattern, role, orientation: None, share: None });
            }));
        }
    };
    let options = ROLES
        .iter()
        .enumerate()
        .map(|(index, (_, label))| view! { <option value=index.to_string()>{*label}</option> })
        .chain(std::iter::once(
            view! { <option value=ROLES.len().to_string()>{"no role"}</option> },
        ))
        .collect_view();
    let given = chosen
        .roles
        .iter()
        .map(|given| {
            let label = given.role.and_then(|role| ROLES.iter().find(|(known, _)| *known == role));
            let label = label.map_or("no role", |(_, label)| label);
            let pattern = given.pattern.clone();
            let take_back = move |_| {
                let pattern = pattern.clone();
                change(Box::new(move |all| all.roles.retain(|given| given.pattern != pattern)));
            };
            view! {
                <li><code>{given.pattern.clone()}</code>" → "{label}" "<button type="button" class="small" on:click=take_back>"Take back"</button></li>
            }
        })
        .collect_view();
    let any = chosen != Assignment::default();
    let (heads, runs) =
        (chosen.heads.or(Some(report.heads.value)), chosen.runs.or(Some(report.depth())));
    let _ = opened;
    view! {
        <details class="inspect-more" open=any>
            <summary>"Assign by hand"</summary>
            <p class="muted small-print">"What you choose goes before what was found, and is remembered in this browser for files of the same names and shapes."</p>
            <div class="by-hand">
                {number("Heads", heads, |all, heads| all.heads = heads)}
                {number("Layers run", runs, |all, runs| all.runs = runs)}
                {any.then(|| view! { <button type="button" class="small" on:click=move |_| change(Box::new(|all| *all = Assignment::default()))>"Take all back"</button> })}
            </div>
            <div class="by-hand">
                <label class="field">
                    <span class="field-label">"Tensors named (* is a layer’s number)"</span>
                    <input type="text" class="wide" spellcheck="false" prop:value=now on:input=move |event| typed.set(Some(event_target_value(&event))) />
                </label>
                <label class="field">
                    <span class="field-label">"Role"</span>
                    <select on:change=move |event| role.set(event_target_value(&event).parse().unwrap_or(0))>{options}</select>
                </label>
                <button type="button" on:click=give>"Assign"</button>
            </div>
            <ul class="given">{given}</ul>
        </details>
    }
}

/// The first number of a name as `*`: that of a layer.
fn masked(name: &str) -> String {
    let mut parts: Vec<&str> = name.split('.').collect();
    if let Some(number) =
        parts.iter_mut().find(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
    {
        *number = "*";
    }
    parts.join(".")
}

/// Recognises the open file anew.
fn assign(desk: Desk, assignment: Assignment) {
    desk.ask(Ask::Assign { assignment }, &[], move |answer, _| {
        match answer {
            Answer::Recognised(report) => desk.recognised(*report),
            Answer::Failed(failure) => desk.problem.set(Some(failure)),
            _ => return false,
        }
        true
    });
}
