//! What no file says, by hand: heads, mask, norms, activation, scale, mapping and adjustment, and the
//! roles of tensors. It goes before everything that was found, and the browser keeps it by the architecture.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use nearfar::settings::method_text;
use nearfar_inspect::protocol::{Answer, Ask, Opened};
use nearfar_inspect::report::{Assigned, Assignment, Report};
use nearfar_inspect::room::by_hand::{
    self, Control, chosen_for, lies_at, lies_labels, pattern_of, role_at, role_label, role_labels,
    with_kept,
};
use nearfar_inspect::room::report::Folds;

use super::parts::{folded, select};
use super::state::InspectState;
use super::use_inspect;
use crate::controls::NumberField;
use crate::focus::focus_first;
use crate::lab::DistanceControls;
use crate::opened::reader::ASSIGNED;
use crate::reactive::{memo, text};

/// What the browser keeps, by the architecture's fingerprint.
fn kept() -> Vec<(String, Assignment)> {
    serde_json::from_str(&ASSIGNED.get().unwrap_or_default()).unwrap_or_default()
}

impl InspectState {
    /// What was chosen by hand, by the architecture's fingerprint.
    pub fn assignments(self) -> Vec<(String, Assignment)> {
        self.chosen.with_value(|chosen| with_kept(chosen, kept()))
    }
}

/// The controls, open where something is asked for or was chosen.
#[component]
pub fn ByHand(report: Arc<Report>, folds: StoredValue<Folds>) -> impl IntoView {
    let room = use_inspect().room;
    let chosen = chosen_for(&room.assignments(), &report.fingerprint);
    let any = chosen != Assignment::default();
    let asks = report.asks_anything();
    let of_heads = report.distance_aware().then(|| view! { <Trained report=report.clone() /> });
    let rules = rules(room, &chosen, &report);
    let content = view! {
        <p class="muted small-print">{texts::inspect::by_hand_about()}</p>
        {rules}
        {of_heads}
        <Roles given=chosen.roles />
        {any.then(|| view! { <p><button type="button" class="small" on:click=move |_| choose(room, |all| *all = Assignment::default())>{texts::inspect::by_hand_take_all_back()}</button></p> })}
    };
    let summary = (false, texts::inspect::by_hand().to_owned());
    folded(folds, "by-hand", any || asks, summary, content.into_any())
}

/// Numbers and choices for the whole model.
fn rules(room: InspectState, chosen: &Assignment, report: &Report) -> AnyView {
    let control = move |(name, control): (&'static str, Control)| {
        let says = texts::inspect::by_hand_name(name);
        match control {
            Control::Number { value, range, is_whole, set } => {
                // What is taken comes back with the worker's answer, and is shown until then.
                let shown = RwSignal::new(value);
                let change = move |number: f64| {
                    shown.set(Some(number));
                    choose(room, |all| set(all, number));
                };
                view! {
                    <span class="field inline">
                        <span class="field-label">{name}</span>
                        <NumberField name=says value=shown range=range whole=is_whole on_change=change />
                    </span>
                }
                .into_any()
            }
            Control::Choice { options, chosen, found, set } => {
                let (none, chosen) = (Some(found), Signal::stored(chosen));
                let change = move |place| choose(room, |all| set(all, place));
                select(("", name, Some(says)), none, options, chosen, change)
            }
        }
    };
    let controls = chosen.controls(report).into_iter().map(control).collect_view();
    view! { <div class="by-hand">{controls}</div> }.into_any()
}

/// By which mapping and adjustment heads with w and v were trained.
#[component]
fn Trained(report: Arc<Report>) -> impl IntoView {
    let room = use_inspect().room;
    let method = RwSignal::new(report.first_trained());
    let trained = move |_| {
        let method = method_text(method.get_untracked());
        choose(room, |all| all.method = Some(method));
    };
    view! {
        <p class="small-print">{report.trained_text()}</p>
        <div class="by-hand" role="group" aria-label=texts::inspect::trained_name()>
            <DistanceControls method=method on_change=move |next| method.set(next) />
            <button type="button" on:click=trained>{texts::inspect::trained()}</button>
        </div>
    }
}

/// Roles of tensors.
#[component]
fn Roles(given: Vec<Assigned>) -> impl IntoView {
    let room = use_inspect().room;
    let pattern = memo(move || {
        let shown = room.shown.get();
        let pattern = |opened: &Opened| Some(pattern_of(&opened.tensors.get(shown?)?.name));
        room.of_opened(pattern).flatten().unwrap_or_default()
    });
    let typed = RwSignal::new(None::<String>);
    let now = move || typed.get().unwrap_or_else(|| pattern.get());
    // What was typed and fits no tensor.
    let problem = RwSignal::new(None::<String>);
    let role = RwSignal::new(Some(0));
    let lies = RwSignal::new(None::<usize>);
    let give = move |_| {
        let pattern = untrack(now).trim().to_owned();
        if pattern.is_empty() {
            return typed.set(None);
        }
        let none = untrack(|| room.of_opened(|opened| opened.none_fits(&pattern))).flatten();
        if none.is_some() {
            return problem.set(none);
        }
        let (role, lies) = (role.get_untracked(), lies.get_untracked());
        typed.set(None);
        choose(room, |all| all.give(pattern, role_at(role), lies_at(lies)));
    };
    let type_in = move |event| {
        problem.set(None);
        typed.set(Some(event_target_value(&event)));
    };
    let is_wrong = move || problem.with(Option::is_some).then_some("true");
    let given = given.into_iter().map(|Assigned { pattern, role, .. }| {
        let name = pattern.clone();
        let take_back = move |_| choose(room, |all| all.take_back(&pattern));
        view! {
            <li><code>{name}</code>" → "{role_label(role)}" "<button type="button" class="small" on:click=take_back>{texts::inspect::roles_take_back()}</button></li>
        }
    });
    let menu = |label, none: Option<&str>, options, chosen: RwSignal<Option<usize>>| {
        let none = none.map(str::to_owned);
        let set = move |place| chosen.set(place);
        select(("", label, None), none, options, chosen.into(), set)
    };
    let others = Some(texts::inspect::roles_lies_others());
    view! {
        <div class="by-hand">
            <label class="field">
                <span class="field-label">{texts::inspect::roles_name()}</span>
                <input type="text" class="wide" spellcheck="false" aria-invalid=is_wrong prop:value=now on:input=type_in />
            </label>
            {menu(texts::inspect::roles_role(), None, role_labels(), role)}
            {menu(texts::inspect::roles_lies(), others, lies_labels(), lies)}
            <button type="button" on:click=give>{texts::inspect::roles_assign()}</button>
        </div>
        <span class="number-error" role="alert">{text(move || problem.get().unwrap_or_default())}</span>
        <ul class="given">{given.collect_view()}</ul>
    }
}

/// Changes what is chosen for the architecture of the open file, and has it recognised anew; nothing chosen forgets it.
fn choose(room: InspectState, change: impl FnOnce(&mut Assignment)) {
    let Some(report) = room.report.get_untracked() else { return };
    let mut all = kept();
    let changed = room
        .chosen
        .try_update_value(|chosen| by_hand::change(chosen, &mut all, &report.fingerprint, change));
    let Some(assignment) = changed else { return };
    if let Ok(text) = serde_json::to_string(&all) {
        ASSIGNED.put(&text);
    }
    let ask = Ask::Assign { fingerprint: report.fingerprint.clone(), assignment };
    room.ask(ask, &[], move |answer, _| match answer {
        Answer::Recognised(report) => {
            // The controls are made anew: whoever is at one of them by the keyboard stays there.
            let at = document().active_element().and_then(|at| at.get_attribute("aria-label"));
            room.report.set(Some(Arc::new(*report)));
            let stay =
                move || focus_first(&format!(".by-hand [aria-label={:?}]", at.unwrap_or_default()));
            set_timeout(stay, Duration::ZERO);
        }
        answer => room.could_not(answer),
    });
}
