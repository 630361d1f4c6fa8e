//! A question, its answer as it is given, and what is said to it.

use leptos::prelude::*;
use nearfar_lessons::Question;
use nearfar_lessons::question::{Answer, Refused, Verdict};

use super::state::{say, show, with_powers};
use crate::reactive::{handler, text};

/// A question; `given` is what was answered. `label` is what the button says.
#[component]
pub fn Ask(
    /// What is asked.
    question: Question,
    /// What was answered before.
    given: Option<String>,
    /// What the button says.
    label: &'static str,
    /// Takes the answer.
    on_answer: Callback<String>,
) -> impl IntoView {
    if let Some(given) = given {
        return view! { <Answered question=question given=given /> }.into_any();
    }
    let (typed, wrong) = (RwSignal::new(String::new()), RwSignal::new(""));
    let asked = StoredValue::new(question.clone());
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        match asked.with_value(|question| question.take(&typed.get_untracked())) {
            Ok(answer) => on_answer.run(answer),
            Err(Refused::Empty) => wrong.set(texts::learn::ask_empty()),
            Err(Refused::Number) => wrong.set(texts::learn::ask_number()),
        }
    };
    let field = match &question.answer {
        Answer::Choice { choices, .. } => {
            let choices = choices.iter().enumerate().map(|(place, choice)| {
                let value = (place + 1).to_string();
                let chosen = value.clone();
                view! {
                    <label class="check">
                        <input type="radio" name="learn-choice" value=value on:change=handler(move |_| typed.set(chosen.clone())) />
                        {show(choice)}
                    </label>
                }
            });
            view! { <fieldset class="learn-choices"><legend>{show(&question.prompt)}</legend>{choices.collect_view()}</fieldset> }.into_any()
        }
        Answer::Number { .. } | Answer::Text { .. } => view! {
            <label class="field">
                <span>{show(&question.prompt)}</span>
                <input type="text" class="learn-answer" autocomplete="off" prop:value=typed on:input=handler(move |event| typed.set(event_target_value(&event))) />
            </label>
        }
        .into_any(),
    };
    view! {
        <form class="learn-ask" on:submit=handler(submit)>
            {field}
            // Words of the page among those of the lesson.
            <button type="submit" lang=texts::language::shown()>{label}</button>
            <p class="learn-wrong" role="status" lang=texts::language::shown()>{text(move || wrong.get())}</p>
        </form>
    }
    .into_any()
}

#[component]
fn Answered(question: Question, given: String) -> impl IntoView {
    let words = question.in_words(&given, &say);
    let right = question.right(&say).unwrap_or_default();
    let line = match question.judge(&given) {
        Ok(Verdict::Right) => texts::learn::ask_right(words),
        Ok(Verdict::Wrong) => texts::learn::ask_wrong(words, right),
        _ => texts::learn::ask_open(words),
    };
    view! { <p class="learn-given" role="status" tabindex="-1"><b lang=texts::language::shown()>{with_powers(&line)}</b>" "{question.why.as_ref().map(show)}</p> }
}
