//! What no file says, by hand: heads, mask, norms, activation, scale, mapping and adjustment, and the
//! roles of tensors. It goes before everything that was found.

use std::sync::Arc;

use leptos::prelude::*;
use nearfar::Method;
use nearfar::settings::method_text;
use nearfar_inspect::protocol::{Answer, Ask};
use nearfar_inspect::recognise::{
    Activation, Assigned, Assignment, How, NormPlacement, Orientation, Report, Role,
};
use nearfar_inspect::room::by_hand::{Numbers, pattern_of};

use super::state::InspectState;
use super::{store, use_room};
use crate::controls::NumberField;
use crate::lab::DistanceControls;
use crate::labels::Label;
use crate::reactive::memo;

/// Roles that can be given by hand.
const ROLES: &[(Role, Label)] = &[
    (Role::WordEmbedding, texts::inspect::role_word_embedding),
    (Role::PositionEmbedding, texts::inspect::role_position_embedding),
    (Role::TypeEmbedding, texts::inspect::role_type_embedding),
    (Role::EmbeddingProjectionWeight, texts::inspect::role_embedding_projection_weight),
    (Role::EmbeddingProjectionBias, texts::inspect::role_embedding_projection_bias),
    (Role::EmbeddingNormGain, texts::inspect::role_embedding_norm_gain),
    (Role::EmbeddingNormBias, texts::inspect::role_embedding_norm_bias),
    (Role::QueryWeight, texts::inspect::role_query_weight),
    (Role::QueryBias, texts::inspect::role_query_bias),
    (Role::KeyWeight, texts::inspect::role_key_weight),
    (Role::KeyBias, texts::inspect::role_key_bias),
    (Role::ValueWeight, texts::inspect::role_value_weight),
    (Role::ValueBias, texts::inspect::role_value_bias),
    (Role::OutputWeight, texts::inspect::role_output_weight),
    (Role::OutputBias, texts::inspect::role_output_bias),
    (Role::DistanceW, texts::inspect::role_distance_w),
    (Role::DistanceV, texts::inspect::role_distance_v),
    (Role::StartW, texts::inspect::role_start_w),
    (Role::StartV, texts::inspect::role_start_v),
    (Role::RelativeKey, texts::inspect::role_relative_key),
    (Role::RelativeValue, texts::inspect::role_relative_value),
    (Role::AttentionNormGain, texts::inspect::role_attention_norm_gain),
    (Role::AttentionNormBias, texts::inspect::role_attention_norm_bias),
    (Role::HiddenWeight, texts::inspect::role_hidden_weight),
    (Role::HiddenBias, texts::inspect::role_hidden_bias),
    (Role::FeedForwardWeight, texts::inspect::role_feed_forward_weight),
    (Role::FeedForwardBias, texts::inspect::role_feed_forward_bias),
    (Role::FeedForwardNormGain, texts::inspect::role_feed_forward_norm_gain),
    (Role::FeedForwardNormBias, texts::inspect::role_feed_forward_norm_bias),
    (Role::FinalNormGain, texts::inspect::role_final_norm_gain),
    (Role::FinalNormBias, texts::inspect::role_final_norm_bias),
    (Role::Head, texts::inspect::role_head),
];

const LIES: &[(Orientation, &str)] =
    &[(Orientation::OutIn, "[out, in]"), (Orientation::InOut, "[in, out]")];
const CAUSAL: &[(bool, Label)] =
    &[(false, texts::inspect::fact_sees_all), (true, texts::inspect::by_hand_sees_causal)];
const NORMS: &[(NormPlacement, Label)] = &[
    (NormPlacement::Post, texts::inspect::by_hand_post),
    (NormPlacement::Pre, texts::inspect::by_hand_pre),
];
const ACTIVATIONS: &[(Activation, Label)] = &[
    (Activation::Relu, || "ReLU"),
    (Activation::Gelu, || "GELU"),
    (Activation::GeluTanh, texts::inspect::by_hand_activation_gelu_tanh),
    (Activation::Swish, texts::inspect::by_hand_activation_swish),
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
    let asks = report.asks_anything();
    let of_heads = report.distance_aware().then(|| {
        view! { <Trained report=report.clone() on_choose=Callback::new(move |method: String| change(Box::new(move |all| all.method = Some(method)))) /> }
    });
    view! {
        <details class="inspect-more" open=any || asks>
            <summary>{texts::inspect::by_hand()}</summary>
            <p class="muted small-print">{texts::inspect::by_hand_about()}</p>
            <Rules report=report.clone() chosen=chosen.clone() on_change=Callback::new(change) />
            {of_heads}
            <Roles given=chosen.roles on_change=Callback::new(change) />
            {any.then(|| view! { <p><button type="button" class="small" on:click=move |_| change(Box::new(|all| *all = Assignment::default()))>{texts::inspect::by_hand_take_all_back()}</button></p> })}
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
                <NumberField name=texts::inspect::by_hand_name(name) value=value range=range whole=whole
                    on_change=move |number: f64| on_change.run(Box::new(move |all| set(all, number))) />
            </span>
        }
    };
    let Numbers { heads, head_size, runs, scale, epsilon, first_position } =
        chosen.numbers(&report);
    let whole = |value: Option<usize>| value.map(|value| value as f64);
    let count = (1.0, 4096.0);
    view! {
        <div class="by-hand">
            {number(texts::inspect::fact_heads(), whole(heads), count, true, |all, n| all.heads = Some(n as usize))}
            {number(texts::inspect::fact_head_size(), whole(head_size), count, true, |all, n| all.head_size = Some(n as usize))}
            {number(texts::inspect::by_hand_runs(), whole(runs), count, true, |all, n| all.runs = Some(n as usize))}
            {pick(texts::inspect::by_hand_sees(), CAUSAL, chosen.causal, found(CAUSAL, report.causal.value, report.causal.how), on_change, |all, causal| all.causal = causal)}
            {pick(texts::inspect::fact_norms(), NORMS, chosen.norms, found(NORMS, report.norms.value, report.norms.how), on_change, |all, norms| all.norms = norms)}
            {pick(texts::inspect::by_hand_activation(), ACTIVATIONS, chosen.activation, found(ACTIVATIONS, report.activation.value, report.activation.how), on_change, |all, activation| all.activation = activation)}
            {number(texts::inspect::by_hand_scale(), scale, (-1e6, 1e6), false, |all, x| all.scale = Some(x))}
            {number(texts::inspect::by_hand_epsilon(), epsilon, (0.0, 0.999), false, |all, x| all.epsilon = Some(x))}
            {number(texts::inspect::by_hand_first_position(), whole(first_position), (0.0, 4096.0), true, |all, n| all.first_position = Some(n as usize))}
        </div>
    }
}

/// What is read where nothing is chosen: "as found: last, after the sum (assumed)".
fn found<T: PartialEq>(all: &[(T, Label)], value: T, how: How) -> String {
    let label = all.iter().find(|(known, _)| *known == value).map_or("–", |(_, label)| label());
    match how {
        How::Assumed => texts::inspect::as_found_assumed(label),
        _ => texts::inspect::as_found(label),
    }
}

/// A menu of choices, the first of which is none.
fn pick<T: Copy + PartialEq + Send + Sync + 'static>(
    name: &'static str,
    all: &'static [(T, Label)],
    chosen: Option<T>,
    found: String,
    on_change: Callback<Change>,
    set: fn(&mut Assignment, Option<T>),
) -> AnyView {
    let options = all
        .iter()
        .enumerate()
        .map(|(index, (value, label))| {
            view! { <option value=index.to_string() selected=chosen == Some(*value)>{label()}</option> }
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
            <select aria-label=texts::inspect::by_hand_name(name) on:change=choose>
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
    let (mapping, adjustment) = report.first_coefficients();
    let method = RwSignal::new(Method::DistanceAware { mapping, adjustment });
    let says = match report.method.value {
        Some(_) => texts::inspect::trained_known(),
        None => texts::inspect::trained_unknown(),
    };
    let choose = move |_| on_choose.run(method_text(method.get_untracked()));
    view! {
        <p class="small-print">{says}</p>
        <div class="by-hand" role="group" aria-label=texts::inspect::trained_name()>
            <DistanceControls method=method on_change=move |next| method.set(next) />
            <button type="button" on:click=choose>{texts::inspect::trained()}</button>
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
            line.map(|line| pattern_of(&line.name)).unwrap_or_default()
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
            on_change.run(Box::new(move |all| all.give(pattern, role, orientation)));
        }
    };
    let options = ROLES
        .iter()
        .enumerate()
        .map(|(index, (_, label))| view! { <option value=index.to_string()>{label()}</option> })
        .chain(std::iter::once(
            view! { <option value=ROLES.len().to_string()>{texts::inspect::roles_role_none()}</option> },
        ))
        .collect_view();
    let given = given
        .iter()
        .map(|given| {
            let label = given.role.and_then(|role| ROLES.iter().find(|(known, _)| *known == role));
            let label = label.map_or_else(texts::inspect::roles_role_none, |(_, label)| label());
            let pattern = given.pattern.clone();
            let take_back = move |_| {
                let pattern = pattern.clone();
                on_change.run(Box::new(move |all| all.take_back(&pattern)));
            };
            view! {
                <li><code>{given.pattern.clone()}</code>" → "{label}" "<button type="button" class="small" on:click=take_back>{texts::inspect::roles_take_back()}</button></li>
            }
        })
        .collect_view();
    view! {
        <div class="by-hand">
            <label class="field">
                <span class="field-label">{texts::inspect::roles_name()}</span>
                <input type="text" class="wide" spellcheck="false" prop:value=now on:input=move |event| typed.set(Some(event_target_value(&event))) />
            </label>
            <label class="field">
                <span class="field-label">{texts::inspect::roles_role()}</span>
                <select on:change=move |event| role.set(event_target_value(&event).parse().unwrap_or(0))>{options}</select>
            </label>
            <label class="field">
                <span class="field-label">{texts::inspect::roles_lies()}</span>
                <select on:change=move |event| lies.set(event_target_value(&event).parse().ok())>
                    <option value="">{texts::inspect::roles_lies_others()}</option>
                    {LIES.iter().enumerate().map(|(index, (_, label))| view! { <option value=index.to_string()>{*label}</option> }).collect_view()}
                </select>
            </label>
            <button type="button" on:click=give>{texts::inspect::roles_assign()}</button>
        </div>
        <ul class="given">{given}</ul>
    }
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
