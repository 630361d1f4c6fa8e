//! The strip above a room while a lesson is taken: what to predict, what to do, and whether it is done.

use leptos::html;
use leptos::prelude::*;
use nearfar_lessons::learner::NotTaken;
use nearfar_lessons::taking::{Below, New, Stage, Standing, Taken};
use wasm_bindgen::JsCast;

use super::ask::Ask;
use super::state::{say, show};
use super::use_learn;
use crate::controls::{Icon, icon_view};
use crate::focus::focus_where_it_is;
use crate::reactive::{flag, handler, memo, part, text};

/// The strip; nothing while no lesson is taken.
#[component]
pub fn Strip() -> impl IntoView {
    let learn = use_learn();
    let folded = RwSignal::new(false);
    part(move || {
        match learn.taken.get() {
        None => ().into_any(),
        Some(Err(why)) => view! {
            <section class="lesson-strip" aria-label=texts::learn::strip()>
                <p role="alert">{texts::learn::cannot(says_why(why))}</p>
                <button type="button" on:click=handler(move |_| learn.leave())>{texts::learn::leave()}</button>
            </section>
        }
        .into_any(),
        Some(Ok(taken)) => view! { <TakenLesson taken=taken folded=folded /> }.into_any(),
    }
    })
}

fn says_why(why: NotTaken) -> String {
    match why {
        NotTaken::Unknown(name) => texts::learn::unknown(name),
        other => other.to_string(),
    }
}

#[component]
fn TakenLesson(taken: Taken, folded: RwSignal<bool>) -> impl IntoView {
    let learn = use_learn();
    let count = taken.lesson.steps.len();
    let title = say(&taken.lesson.title);
    let lang = taken.lesson.language.clone();
    let taken = StoredValue::new(taken);
    let now = memo(move || {
        taken.with_value(|taken| {
            learn.now.with(|learner| taken.standing(learner.step, &learner.progress))
        })
    });
    let place = memo(move || now.with(|now| now.as_ref().map_or(0, |now| now.place)));
    let holds =
        move |what: fn(&Standing) -> bool| move || now.with(|now| now.as_ref().is_some_and(what));
    let is_done = holds(Standing::is_done);
    // The text comes before the figure until the prediction is given.
    let asks = holds(Standing::waits);
    let body = NodeRef::<html::Div>::new();
    // What is new of the text is in sight: the beginning of a step, what comes of a prediction, what is explained.
    Effect::new(move |before: Option<Option<Stage>>| {
        let before = before.flatten();
        let now = now.with(|now| now.as_ref().map(Standing::stage))?;
        // A new step is read first.
        if before.is_some_and(|before| before.place != now.place) {
            folded.set(false);
        }
        if let Some((new, goes_on)) = now.new_since(before) {
            request_animation_frame(move || bring_into_sight(body, new, goes_on));
        }
        Some(now)
    });
    let folds = move || if folded.get() { texts::learn::unfold() } else { texts::learn::fold() };
    view! {
        <section class="lesson-strip" aria-label=texts::learn::strip() data-done=move || is_done().then_some("yes") data-asks=move || asks().then_some("yes")>
            <header class="lesson-head">
                <p class="muted"><span class="lesson-mark" aria-hidden="true">{text(move || if is_done() { "✓" } else { "○" })}</span>{text(move || texts::learn::step_of(place.get() + 1, count))}" · "<span lang=lang.clone()>{title}</span></p>
                <button type="button" class="small" aria-expanded=text(move || (!folded.get()).to_string()) on:click=handler(move |_| folded.update(|folded| *folded = !*folded))>{text(folds)}</button>
                <button type="button" class="small" on:click=handler(move |_| learn.leave())>{icon_view(Icon::Close)}{texts::learn::leave()}</button>
            </header>
            <div class="lesson-body" lang=lang node_ref=body hidden=flag(move || folded.get())>
                {part(move || now.get().map(|now| view! { <Body now=now /> }).into_any())}
            </div>
            <nav class="lesson-steps" aria-label=texts::learn::steps()>
                <button type="button" disabled=flag(move || place.get() == 0) on:click=handler(move |_| learn.show(|learner| learner.go(place.get_untracked().saturating_sub(1))))>{texts::learn::back()}</button>
                {part(move || if place.get() + 1 < count {
                    view! { <button type="button" class="lesson-next" on:click=handler(move |_| learn.show(|learner| learner.go(place.get_untracked() + 1)))>{texts::learn::next()}</button> }.into_any()
                } else {
                    view! { <button type="button" class="lesson-next" on:click=handler(move |_| learn.leave())>{texts::learn::finish()}</button> }.into_any()
                })}
            </nav>
            <p class="visually-hidden" role="status">{text(move || if is_done() { texts::learn::done() } else { "" })}</p>
        </section>
    }
}

/// Scrolls to what is new of the text. Who `goes_on` by the keyboard is there; who moves the figure stays at it.
fn bring_into_sight(body: NodeRef<html::Div>, new: New, goes_on: bool) {
    let new = match new {
        New::Step => "h2",
        New::Prediction => ".learn-given",
        New::Explanation => ".lesson-explain",
    };
    let Some(body) = body.get_untracked() else { return };
    let Ok(Some(new)) = body.query_selector(new) else { return };
    let is_free = document().active_element().is_none_or(|focus| focus.tag_name() == "BODY");
    let element = new.dyn_ref::<web_sys::HtmlElement>();
    if let Some(element) = element.filter(|_| goes_on || is_free) {
        focus_where_it_is(element);
    }
    // On a phone what was said scrolls by itself.
    for frame in new.parent_element().into_iter().chain([body.into()]) {
        let down = new.get_bounding_client_rect().y() - frame.get_bounding_client_rect().y();
        frame.set_scroll_top(frame.scroll_top() + down as i32);
    }
}

#[component]
fn Body(now: Standing) -> impl IntoView {
    let learn = use_learn();
    let Below { predict, task, is_waited_for, question, explain } = now.below();
    let Standing { step, so_far, .. } = now;
    let predicts = predict.map(|question| {
        let take = Callback::new(move |given| learn.predict(given));
        view! { <Ask question=question given=so_far.predicted.clone() label=texts::learn::predict() on_answer=take /> }
    });
    let task = task.map(|task| {
        let mark = if so_far.met { "✓ " } else { "→ " };
        view! { <p class="lesson-do"><b>{mark}{show(&task)}</b></p> }
    });
    let another = move || is_waited_for && learn.now.with(|learner| learner.is_another_cell);
    let another = view! { <p class="muted" role="status" lang=texts::language::shown() hidden=flag(move || !another())>{texts::learn::another_cell()}</p> };
    let asks = question.map(|question| {
        let take = Callback::new(move |given| _ = learn.apply(|learner| learner.answer(given)));
        view! { <Ask question=question given=so_far.answered.clone() label=texts::learn::answer() on_answer=take /> }
    });
    let explain = explain.map(|explain| view! { <p class="lesson-explain">{show(&explain)}</p> });
    view! {
        <div class="lesson-said">
            <h2 tabindex="-1">{say(&step.title)}</h2>
            <p>{show(&step.text)}</p>
            {predicts}
        </div>
        {task}{another}{asks}{explain}
    }
}
