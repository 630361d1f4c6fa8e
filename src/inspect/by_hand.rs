//! What no file says, by hand: heads, mask, norms, activation, scale, mapping and adjustment, and the
//! roles of tensors. It goes before everything that was found.

use std::sync::Arc;

use leptos::prelude::*;
use nearfar::Method;
use nearfar::attention::{Adjustment, Mapping};
use nearfar::settings::{method_from_text, method_text};
use nearfar_inspect::protocol::{Answer, Ask};
use nearfar_inspect::recognise::{
    Activation, Assigned, Assignment, How, NormPlacement, Orientation, Report, Role,
};

use super::state::InspectState;
use super::{store, use_room};
use crate::controls::{Menu, NumberField};
use crate::lab::MappingControls;
use crate::reactive::memo;

/// Roles that can be given by hand.
const ROLES: &[(Role, &str)] = &[
    (Role::WordEmbedding, "word embedding"),
    (Role::PositionEmbedding, "position embedding"),
    (Role::TypeEmbedding, "type embedding"),
    (Role::EmbeddingProjectionWeight, "map behind the embeddings: weight"),
    (Role::EmbeddingProjectionBias, "map behind the embeddings: bias"),
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
    (Role::Head, "part of the answer, not run"),
];

const LIES: &[(Orientation, &str)] =
    &[(Orientation::OutIn, "[out, in]"), (Orientation::InOut, "[in, out]")];
const CAUSAL: &[(bool, &str)] = &[(false, "all tokens"), (true, "itself and those before")];
const NORMS: &[(NormPlacement, &str)] =
    &[(NormPlacement::Post, "last, after the sum"), (NormPlacement::Pre, "first, before the map")];
const ACTIVATIONS: &[(Activation, &str)] = &[
    (Activation::Relu, "ReLU"),
    (Activation::Gelu, "GELU"),
    (Activation::GeluTanh, "GELU by tanh (gelu_new)"),
    (Activation::Swish, "SiLU (swish)"),
];

/// Changes what is chosen.
type Change = Box<dyn FnOnce(&mut Assignment)>;

/// The controls, open where something is asked for or was chosen.
#[component]
pub fn ByHand(report: Arc<Report>) -> impl IntoView {
    let room = use_room();
    let chosen = store::assignments()
        .into_iter()
        .find(|(fingerprint, _)| *fingerprint == report.fingerprint)
        .map(|(_, assignment)| assignment)
        .unwrap_or_default();
    let fingerprint = StoredValue::new(report.fingerprint.clone());
    let assignment = StoredValue::new(chosen.clone());
    let change = move |change: Change| {
        assignment.update_value(change);
        let now = assignment.get_value();
        store::assign(&fingerprint.get_value(), &now);
        assign(room, now);
    };
    let any = chosen != Assignment::default();
    let asks = report.obstacles.iter().any(|obstacle| obstacle.question.is_some());
    let of_heads = report.distance_aware().then(|| {
        view! { <Trained report=report.clone() on_choose=Callback::new(move |method: String| change(Box::new(move |all| all.method = Some(method)))) /> }
    });
    view! {
        <details class="inspect-more" open=any || asks>
            <summary>"Assign by hand"</summary>
            <p class="muted small-print">"What you choose goes before what was found, and is remembered in this browser for files of the same names and shapes."</p>
            <Rules report=report.clone() chosen=chosen.clone() on_change=Callback::new(change) />
            {of_heads}
            <Roles given=chosen.roles on_change=Callback::new(change) />
            {any.then(|| view! { <p><button type="button" class="small" on:click=move |_| change(Box::new(|all| *all = Assignment::default()))>"Take all back"</button></p> })}
        </details>
    }
}

/// Numbers and choices for the whole model.
#[component]
fn Rules(report: Arc<Report>, chosen: Assignment, on_change: Callback<Change>) -> impl IntoView {
    let number = move |name: &'static str,
                       value: Option<f64>,
                       range: (f64, f64),
                       whole: bool,
                       set: fn(&mut Assignment, f64)| {
        let value = Signal::stored(value);
        view! {
            <span class="field inline">
                <span class="field-label">{name}</span>
                <NumberField name=format!("{name}, by hand") value=value range=range whole=whole
                    on_change=move |number: f64| on_change.run(Box::new(move |all| set(all, number))) />
            </span>
        }
    };
    let known = |value: usize| (value > 0).then_some(value);
    let whole = |value: Option<usize>| value.map(|value| value as f64);
    let heads = whole(chosen.heads.or(known(report.heads.value)));
    let size = whole(chosen.head_size.or(known(report.head_size)));
    let runs = whole(chosen.runs.or(known(report.depth())));
    let usual = (report.head_size > 0).then(|| 1.0 / (report.head_size as f64).sqrt());
    let scale = chosen.scale.or(report.scale.value.factor).or(usual);
    let first = whole(chosen.first_position.or(Some(report.first_position)));
    let epsilon = chosen.epsilon.or(Some(report.epsilon.value));
    let count = (1.0, 4096.0);
    view! {
        <div class="by-hand">
            {number("Heads", heads, count, true, |all, n| all.heads = Some(n as usize))}
            {number("Head size", size, count, true, |all, n| all.head_size = Some(n as usize))}
            {number("Layers run", runs, count, true, |all, n| all.runs = Some(n as usize))}
            {pick("A token sees", CAUSAL, chosen.causal, found(CAUSAL, report.causal.value, report.causal.how), on_change, |all, causal| all.causal = causal)}
            {pick("Norms", NORMS, chosen.norms, found(NORMS, report.norms.value, report.norms.how), on_change, |all, norms| all.norms = norms)}
            {pick("Activation", ACTIVATIONS, chosen.activation, found(ACTIVATIONS, report.activation.value, report.activation.how), on_change, |all, activation| all.activation = activation)}
            {number("Scores times", scale, (-1e6, 1e6), false, |all, x| all.scale = Some(x))}
            {number("ε of the norms", epsilon, (0.0, 0.999), false, |all, x| all.epsilon = Some(x))}
            {number("First position", first, (0.0, 4096.0), true, |all, n| all.first_position = Some(n as usize))}
        </div>
    }
}

/// What is read where nothing is chosen: "as found: last, after the sum (assumed)".
fn found<T: PartialEq>(all: &[(T, &str)], value: T, how: How) -> String {
    let label = all.iter().find(|(known, _)| *known == value).map_or("–", |(_, label)| *label);
    let mark = if how == How::Assumed { ", assumed" } else { "" };
    format!("as found: {label}{mark}")
}

/// A menu of choices, the first of which is none.
fn pick<T: Copy + PartialEq + Send + Sync + 'static>(
    name: &'static str,
    all: &'static [(T, &'static str)],
    chosen: Option<T>,
    found: String,
    on_change: Callback<Change>,
    set: fn(&mut Assignment, Option<T>),
) -> AnyView {
    let options = all
        .iter()
        .enumerate()
        .map(|(index, (value, label))| {
            view! { <option value=index.to_string() selected=chosen == Some(*value)>{*label}</option> }
        })
        .collect_view();
    let choose = move |event| {
        let index: Option<usize> = event_target_value(&event).parse().ok();
        let value = index.and_then(|index| all.get(index)).map(|(value, _)| *value);
        on_change.run(Box::new(move |all| set(all, value)));
    };
    view! {
        <label class="field">
            <span class="field-label">{name}</span>
            <select aria-label=format!("{name}, by hand") on:change=choose>
                <option value="" selected=chosen.is_none()>{found}</option>
                {options}
            </select>
        </label>
    }
    .into_any()
}

/// By which mapping and adjustment heads with w and v were trained.
#[component]
fn Trained(report: Arc<Report>, on_choose: Callback<String>) -> impl IntoView {
    let known = report.method.value.as_deref().and_then(|text| method_from_text(text).ok());
    let (first_mapping, first_adjustment) = match known {
        Some(Method::DistanceAware { mapping, adjustment }) => (mapping, adjustment),
        _ => (Mapping::LearnableSigmoid, Adjustment::EarlyMultiply),
    };
    let mapping = RwSignal::new(first_mapping);
    let adjustment = RwSignal::new(first_adjustment);
    let chosen = memo(move || adjustment.get());
    let says = match report.method.value {
        Some(_) => "Its heads with w and v attend so.",
        None => "No file says how its heads with w and v were trained:",
    };
    let choose = move |_| {
        let (mapping, adjustment) = (mapping.get_untracked(), adjustment.get_untracked());
        on_choose.run(method_text(Method::DistanceAware { mapping, adjustment }));
    };
    view! {
        <p class="small-print">{says}</p>
        <div class="by-hand" role="group" aria-label="Mapping and adjustment, by hand">
            <MappingControls mapping=mapping on_change=move |next: Mapping| mapping.set(next) />
            <Menu label="Adjustment" value=chosen on_choose=move |next: Adjustment| adjustment.set(next) />
            <button type="button" on:click=choose>"It was trained so"</button>
        </div>
    }
}

/// Roles of tensors.
#[component]
fn Roles(given: Vec<Assigned>, on_change: Callback<Change>) -> impl IntoView {
    let room = use_room();
    let pattern = memo(move || {
        let shown = room.shown.get();
        room.opened.with(|opened| {
            let line = opened.as_ref().and_then(|opened| opened.tensors.get(shown?).cloned());
            line.map(|line| masked(&line.name)).unwrap_or_default()
        })
    });
    let typed = RwSignal::new(None::<String>);
    let now = move || typed.get().unwrap_or_else(|| pattern.get());
    let role = RwSignal::new(0_usize);
    let lies = RwSignal::new(None::<usize>);
    let give = move |_| {
        let pattern = untrack(now);
        let role = ROLES.get(role.get_untracked()).map(|(role, _)| *role);
        let orientation =
            lies.get_untracked().and_then(|index| LIES.get(index)).map(|(way, _)| *way);
        typed.set(None);
        if !pattern.trim().is_empty() {
            on_change.run(Box::new(move |all| {
                all.roles.retain(|given| given.pattern != pattern);
                all.roles.push(Assigned { pattern, role, orientation, share: None });
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
    let given = given
        .iter()
        .map(|given| {
            let label = given.role.and_then(|role| ROLES.iter().find(|(known, _)| *known == role));
            let label = label.map_or("no role", |(_, label)| label);
            let pattern = given.pattern.clone();
            let take_back = move |_| {
                let pattern = pattern.clone();
                on_change.run(Box::new(move |all| all.roles.retain(|given| given.pattern != pattern)));
            };
            view! {
                <li><code>{given.pattern.clone()}</code>" → "{label}" "<button type="button" class="small" on:click=take_back>"Take back"</button></li>
            }
        })
        .collect_view();
    view! {
        <div class="by-hand">
            <label class="field">
                <span class="field-label">"Tensors named (* is a layer’s number)"</span>
                <input type="text" class="wide" spellcheck="false" prop:value=now on:input=move |event| typed.set(Some(event_target_value(&event))) />
            </label>
            <label class="field">
                <span class="field-label">"Role"</span>
                <select on:change=move |event| role.set(event_target_value(&event).parse().unwrap_or(0))>{options}</select>
            </label>
            <label class="field">
                <span class="field-label">"Lies as"</span>
                <select on:change=move |event| lies.set(event_target_value(&event).parse().ok())>
                    <option value="">"the others"</option>
                    {LIES.iter().enumerate().map(|(index, (_, label))| view! { <option value=index.to_string()>{*label}</option> }).collect_view()}
                </select>
            </label>
            <button type="button" on:click=give>"Assign"</button>
        </div>
        <ul class="given">{given}</ul>
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
fn assign(room: InspectState, assignment: Assignment) {
    room.ask(Ask::Assign { assignment }, &[], move |answer, _| {
        match answer {
            Answer::Recognised(report) => room.recognised(*report),
            Answer::Failed(failure) => room.problem.set(Some(failure)),
            _ => return false,
        }
        true
    });
}
