//! The strip above a room while a lesson is taken: what to predict, what to do, and whether it is done.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use nearfar_lessons::Lesson;
use nearfar_lessons::progress::StepProgress;
use nearfar_lessons::taking::{New, Stage};
use wasm_bindgen::JsCast;

use super::ask::Ask;
use super::state::{Running, say, show};
use super::use_learn;
use crate::controls::Icon;
use crate::reactive::{flag, handler, memo, part, text};

/// The strip; nothing while no lesson is taken.
#[component]
pub fn Strip() -> impl IntoView {
    let learn = use_learn();
    let folded = RwSignal::new(false);
    part(move || {
        match learn.running.get() {
        None => ().into_any(),
        Some(Err(why)) => view! {
            <section class="lesson-strip" aria-label=texts::learn::strip()>
                <p role="alert">{texts::learn::cannot(why)}</p>
                <button type="button" on:click=handler(move |_| learn.leave())>{texts::learn::leave()}</button>
            </section>
        }
        .into_any(),
        Some(Ok(running)) => view! { <Taken running=running folded=folded /> }.into_any(),
    }
    })
}

#[component]
fn Taken(running: Running, folded: RwSignal<bool>) -> impl IntoView {
    let learn = use_learn();
    let count = running.lesson.steps.len();
    let place = memo(move || learn.step.get().min(count - 1));
    let id = StoredValue::new(running.id.clone());
    let so_far =
        memo(move || learn.progress.with(|progress| progress.step(&id.get_value(), place.get())));
    let lesson = StoredValue::new(running.lesson.clone());
    let is_done = memo(move || {
        let steps = lesson.get_value();
        steps.steps.get(place.get()).is_some_and(|step| so_far.get().is_done(step))
    });
    let has_predicted = memo(move || so_far.with(|so_far| so_far.predicted.is_some()));
    // The text comes before the figure until the prediction is given.
    let asks = memo(move || {
        let waits = |lesson: &Arc<Lesson>| Some(so_far.get().waits(lesson.steps.get(place.get())?));
        lesson.with_value(waits) == Some(true)
    });
    // A new step is read first.
    Effect::new(move |before: Option<usize>| {
        let now = place.get();
        if before.is_some_and(|before| before != now) {
            folded.set(false);
        }
        now
    });
    let body = NodeRef::<html::Div>::new();
    // What is new of the text is in sight: the beginning of a step, what comes of a prediction, what is explained.
    Effect::new(move |before: Option<Stage>| {
        let now = Stage {
            place: place.get(),
            has_predicted: has_predicted.get(),
            is_done: is_done.get(),
        };
        if let Some((new, goes_on)) = now.new_since(before) {
            let new = match new {
                New::Step => "h2",
                New::Prediction => ".learn-given",
                New::Explanation => ".lesson-explain",
            };
            request_animation_frame(move || {
                let Some(body) = body.get_untracked() else { return };
                let Ok(Some(new)) = body.query_selector(new) else { return };
                // Who goes on by the keyboard is there; who moves the figure stays at it.
                let is_free =
                    document().active_element().is_none_or(|focus| focus.tag_name() == "BODY");
                let new_html = new.dyn_ref::<web_sys::HtmlElement>();
                if let Some(new) = new_html.filter(|_| goes_on || is_free) {
                    let options = web_sys::FocusOptions::new();
                    options.set_prevent_scroll(true);
                    let _ = new.focus_with_options(&options);
                }
                let down = new.get_bounding_client_rect().y() - body.get_bounding_client_rect().y();
                body.set_scroll_top(body.scroll_top() + down as i32);
            });
        }
        now
    });
    let title = say(&running.lesson.title);
    let folds = move || if folded.get() { texts::learn::unfold() } else { texts::learn::fold() };
    view! {
        <section class="lesson-strip" aria-label=texts::learn::strip() data-done=move || is_done.get().then_some("yes") data-asks=move || asks.get().then_some("yes")>
            <header class="lesson-head">
                <p class="muted"><span class="lesson-mark" aria-hidden="true">{text(move || if is_done.get() { "✓" } else { "○" })}</span>{text(move || texts::learn::step_of(place.get() + 1, count))}" · "{title}</p>
                <button type="button" class="small" aria-expanded=text(move || (!folded.get()).to_string()) on:click=handler(move |_| folded.update(|folded| *folded = !*folded))>{text(folds)}</button>
                <button type="button" class="small" on:click=handler(move |_| learn.leave())>{Icon::Close.view()}{texts::learn::leave()}</button>
            </header>
            <div class="lesson-body" node_ref=body hidden=flag(move || folded.get())>
                {part(move || {
                    let lesson = lesson.get_value();
                    let step = lesson.steps.get(place.get()).cloned();
                    step.map(|step| view! { <Body step=step so_far=so_far.get() is_done=is_done.get() /> }).into_any()
                })}
            </div>
            <nav class="lesson-steps" aria-label=texts::learn::steps()>
                <button type="button" disabled=flag(move || place.get() == 0) on:click=handler(move |_| learn.go(place.get_untracked().saturating_sub(1)))>{texts::learn::back()}</button>
                {part(move || if place.get() + 1 < count {
                    view! { <button type="button" class="lesson-next" on:click=handler(move |_| learn.go(place.get_untracked() + 1))>{texts::learn::next()}</button> }.into_any()
                } else {
                    view! { <button type="button" class="lesson-next" on:click=handler(move |_| learn.leave())>{texts::learn::finish()}</button> }.into_any()
                })}
            </nav>
            <p class="visually-hidden" role="status">{text(move || if is_done.get() { texts::learn::done() } else { "" })}</p>
        </section>
    }
}

#[component]
fn Body(step: nearfar_lessons::Step, so_far: StepProgress, is_done: bool) -> impl IntoView {
    let learn = use_learn();
    let predicts = step.predict.clone().map(|question| {
        let take = Callback::new(move |given| learn.predict(given));
        view! { <Ask question=question given=so_far.predicted.clone() label=texts::learn::predict() on_answer=take /> }
    });
    let waits = so_far.waits(&step);
    let task = step.task.as_ref().filter(|_| !waits).map(|task| {
        let mark = if so_far.met { "✓ " } else { "→ " };
        view! { <p class="lesson-do"><b>{mark}{show(task)}</b></p> }
    });
    let is_waited_for = step.task.is_some() && !waits && !so_far.met;
    let another = move || is_waited_for && learn.is_another_cell.get();
    let another = view! { <p class="muted" role="status" hidden=flag(move || !another())>{texts::learn::another_cell()}</p> };
    let asks = step.question.clone().filter(|_| so_far.asks(&step));
    let asks = asks.map(|question| {
        let take = Callback::new(move |given| learn.answer(given));
        view! { <Ask question=question given=so_far.answered.clone() label=texts::learn::answer() on_answer=take /> }
    });
    let explain = step.explain.as_ref().filter(|_| is_done).map(|explain| {
        view! { <p class="lesson-explain">{show(explain)}</p> }
    });
    view! {
        <h2 tabindex="-1">{say(&step.title)}</h2>
        <p>{show(&step.text)}</p>
        {predicts}{task}{another}{asks}{explain}
    }
}
