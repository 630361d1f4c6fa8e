//! A lesson on paper.

use std::sync::Arc;

use leptos::prelude::*;
use nearfar_lessons::{Lesson, Sheet};

use super::state::{say, with_powers};
use crate::reactive::handler;

/// The sheet of a lesson, which prints alone.
#[component]
pub fn SheetView(lesson: Arc<Lesson>) -> impl IntoView {
    let sheet = Sheet::of(&lesson, &say);
    let asked = |label: &'static str, (prompt, choices): (String, Vec<String>)| {
        let choices = choices
            .into_iter()
            .map(|choice| view! { <li>{with_powers(&choice)}</li> })
            .collect_view();
        view! { <p><b>{label}": "</b>{with_powers(&prompt)}</p><ul>{choices}</ul><p class="sheet-line"></p> }
    };
    let steps = sheet.steps.into_iter().map(|step| {
        view! {
            <li>
                <h4>{step.title}</h4>
                {step.predict.map(|question| asked(texts::learn::predict(), question))}
                {step.task.map(|task| view! { <p><b>{texts::learn::sheet_do()}": "</b>{with_powers(&task)}</p> })}
                {step.question.map(|question| asked(texts::learn::answer(), question))}
                <p><b>{texts::learn::sheet_explain()}": "</b></p><p class="sheet-line"></p>
            </li>
        }
    });
    let answers = sheet
        .answers
        .into_iter()
        .map(|(step, answer)| view! { <li value=step.to_string()>{with_powers(&answer)}</li> });
    view! {
        <article class="sheet">
            <h3>{sheet.title}</h3>
            <p>{texts::learn::minutes(sheet.minutes as usize)}". "{sheet.goal}</p>
            <button type="button" class="sheet-print" on:click=handler(|_| { let _ = window().print(); })>{texts::learn::print()}</button>
            <ol>{steps.collect_view()}</ol>
            <h4 class="sheet-answers">{texts::learn::sheet_answers()}</h4>
            <ol>{answers.collect_view()}</ol>
        </article>
    }
}
