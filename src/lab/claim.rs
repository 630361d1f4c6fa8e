//! What the page claims, over the sentence, its three first steps, and what a newcomer is told; what the steps ask for is
//! the library's (`nearfar::lab::first_steps`).

use leptos::prelude::*;
use nearfar::lab::first_steps::{FIRST_LESSON, FirstSteps, NEGATED, PAPER_LESSON, RELU};
use nearfar::lab::{Front, Switch};
use nearfar::settings::{Choice, History, Room, Settings};
use texts::words;

use super::pipeline::StepSwitch;
use crate::browser::kept::Kept;
use crate::controls::{Icon, icon_button};
use crate::focus::{focus_first, focus_main};
use crate::reactive::{effect, flag, handler, mark, memo, text, when};
use crate::rich::rich;
use crate::roving;
use crate::state::{Store, use_store};

/// Where the browser keeps that the first steps are not wanted (`public/start.js` reads it, too).
const HIDDEN: Kept = Kept::of_visits("nearfar.claim");

/// Shows the first steps, or hides them in this visit and the next ones; style sheets read the attribute.
pub fn show_claim(shown: bool) {
    if let Some(root) = document().document_element() {
        let _ = root.toggle_attribute_with_force("data-told", !shown);
    }
    match shown {
        true => HIDDEN.forget(),
        false => HIDDEN.put("off"),
    }
}

/// The claim, and the steps; what it says goes with the steps that are done.
#[component]
pub fn Claim() -> impl IntoView {
    let store = use_store();
    let first = store.first_steps;
    first.update_untracked(FirstSteps::enter);
    effect(move || {
        let is_in_gesture = store.history.with(History::is_in_gesture);
        store.settings().with(|settings| {
            first.maybe_update(|first| first.follow(settings, is_in_gesture));
        });
    });
    let shown = memo(move || store.settings().with(|now| first.with(|first| first.shown(now))));
    let has_term = store.has_term();
    let says = move || {
        store.follow_settled();
        let _ = (store.cursor().get(), store.head().get());
        let (shown, has_term) = (shown.get(), has_term.get());
        store.now(|lab, settings| words::of_claim(lab, settings, &shown, has_term))
    };
    let use_front = use_context::<RwSignal<Front>>();
    let go_to = move |step: usize| {
        let (mut now, mut shows_relu) = (first.get_untracked(), false);
        store.edit(None, |settings| {
            shows_relu = store.lab_now(|lab| now.go_to(step, lab, settings));
        });
        first.set(now);
        // What is to be watched is watched in A.
        if let Some(front) = use_front.filter(|_| step == RELU) {
            front.set(Front::A);
        }
        match step {
            0 => focus_first("#sliders .slider input"),
            1 => focus_first("#sliders .slider + .slider input"),
            _ if shows_relu => request_animation_frame(|| focus_first(".claim .switch")),
            _ => focus_first(".way .switch"),
        }
    };
    let go_back = move |_| {
        let mut now = first.get_untracked();
        store.edit(None, |settings| now.go_back(settings));
        first.set(now);
        focus_main();
    };
    let steps =
        [texts::lab::claim_step_w(), texts::lab::claim_step_v(), texts::lab::claim_step_relu()];
    let steps = steps.into_iter().enumerate().map(|(index, label)| {
        let number = move || match shown.get().done[index] {
            true => "✓ ".to_owned(),
            false => format!("{} ", index + 1),
        };
        // A phone, where both sliders are in sight, shows this one alone; the others make room while ReLU is tried.
        let yields = index != RELU;
        let current = mark(move || (shown.get().next == Some(index)).then_some("step"));
        view! {
            <button type="button" class="small" class:yields=yields aria-current=current tabindex=(index > 0).then_some("-1") on:click=handler(move |_| go_to(index))>
                {text(number)}{label}
            </button>
        }
    });
    // Style sheets mark the slider that is asked for.
    let asked = mark(move || shown.get().next.map(|step| ["w", "v", "relu"][step]));
    let is_new = RwSignal::new(false);
    let in_lesson = store.select(|settings| !settings.lesson.is_empty());
    let close = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" {
            is_new.set(false);
        }
    };
    let hide = move |_| {
        show_claim(false);
        focus_main();
    };
    view! {
        <section class="claim" data-panel="claim" data-next=asked aria-label=texts::lab::claim() hidden=flag(move || in_lesson.get()) on:keydown=handler(close)>
            <div class="claim-says">
                <p class="claim-line" aria-live="polite">
                    {text(says)}
                    <Show when=when(move || shown.get().next.is_none())>{next(store)}</Show>
                </p>
                " "
                <button type="button" class="new-here" aria-expanded=text(move || is_new.get().to_string()) on:click=handler(move |_| is_new.update(|is_new| *is_new = !*is_new))>
                    {texts::lab::new_here()}
                </button>
            </div>
            <Show when=when(move || shown.get().offers_relu)><StepSwitch switch=Switch::Relu /></Show>
            <Show when=when(move || shown.get().back_to.is_some())>
                <button type="button" class="small back" on:click=handler(go_back)>
                    {text(move || shown.get().back_to.map(|head| texts::lab::claim_back(head + 1)).unwrap_or_default())}
                </button>
            </Show>
            <div class="first-steps" on:keydown=handler(move |event: web_sys::KeyboardEvent| roving::on_key(&event))>
                {steps.collect_view()}
            </div>
            {icon_button(Icon::Close, texts::lab::claim_dismiss().to_owned(), handler(hide))}
            <Show when=when(move || is_new.get())><Intro /></Show>
        </section>
    }
}

/// What comes next, once the steps are done.
fn next(store: Store) -> impl IntoView {
    let is_offered = store.select(|now| now.model.reads_reviews() && now.sentence != NEGATED);
    // As the model learned to read it, in the head that one comes from. The link goes with the sentence it led to.
    let negate = move |settings: &mut Settings| {
        store.first_steps.update_untracked(|first| first.go_back(settings));
        settings.type_sentence(NEGATED);
        settings.restore();
        focus_main();
    };
    let train = |settings: &mut Settings| settings.room = Room::Train;
    view! {
        <Show when=when(move || is_offered.get())>
            " "{link(store, format!("#sentence={NEGATED}"), NEGATED, negate)}" ·"
        </Show>
        " "{link(store, format!("#room={}", Room::Train.name()), texts::lab::onward_train(), train)}
        " · "{lesson(store, FIRST_LESSON, texts::lab::first_lesson())}
    }
}

/// What a newcomer is told: what the page shows, what its words mean, and with which lesson to begin.
#[component]
fn Intro() -> impl IntoView {
    let store = use_store();
    let row =
        |[word, means]: [&'static str; 2]| view! { <div><dt>{word}</dt><dd>{means}</dd></div> };
    view! {
        <section class="panel intro" aria-label=texts::lab::intro()>
            <div>
                {introduction()}
                <p>
                    {lesson(store, FIRST_LESSON, texts::lab::first_lesson())}" · "
                    {lesson(store, PAPER_LESSON, texts::lab::walk_line())}
                </p>
            </div>
            <dl>{words::of_terms().map(row).into_iter().collect_view()}</dl>
        </section>
    }
}

/// What the page shows, in two paragraphs.
pub fn introduction() -> impl IntoView {
    view! {
        <p>{texts::page::help_plain()}</p>
        <p>{rich(texts::page::help_first())}</p>
    }
}

/// A link to a lesson.
fn lesson(store: Store, name: &'static str, words: &'static str) -> AnyView {
    let begin = move |settings: &mut Settings| *settings = settings.in_lesson(name);
    link(store, format!("#lesson={name}&step=1"), words, begin)
}

/// A link that changes the settings, so that undo and a way back keep what there was; in a tab of its own it opens its
/// address.
fn link(
    store: Store,
    address: String,
    words: &'static str,
    change: impl Fn(&mut Settings) + 'static,
) -> AnyView {
    let go = move |event: web_sys::MouseEvent| {
        if !(event.ctrl_key() || event.meta_key() || event.shift_key()) {
            event.prevent_default();
            store.edit(None, &change);
        }
    };
    view! { <a href=address on:click=handler(go)>{words}</a> }.into_any()
}
