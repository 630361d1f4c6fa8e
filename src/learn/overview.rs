//! The Learn room: the walk with its steps, the lessons, and what teachers need.

use std::sync::Arc;

use leptos::prelude::*;
use nearfar_lessons::lesson::MOST_BYTES;
use nearfar_lessons::progress::{MOST_NAME, kept};
use nearfar_lessons::taking::{Taken, first_open};
use nearfar_lessons::workshop::NotMade;
use nearfar_lessons::{HandIn, Lesson, LessonError, Sheet, built_in};

use super::make::{Make, says_why};
use super::picture::{VIEW_BOX, of_lesson};
use super::state::{KEPT, say, with_powers};
use super::teacher::Teacher;
use super::use_learn;
use crate::browser::fetch::bytes_in;
use crate::browser::files::save_text;
use crate::controls::chosen_files;
use crate::reactive::{flag, handler, memo, part, text};

/// The room.
#[component]
pub fn Overview() -> impl IntoView {
    let learn = use_learn();
    let shipped = StoredValue::new(built_in::all());
    // One button stands out: it begins the first lesson that is not done.
    let first = memo(move || {
        learn.now.with(|now| {
            shipped.with_value(|shipped| first_open(&now.progress, &now.opened, shipped))
        })
    });
    let lessons = shipped.get_value().into_iter();
    let cards = lessons.map(|(name, lesson)| {
        let taken = Taken { id: name.to_owned(), lesson: lesson.into() };
        view! { <Card name=name.to_owned() taken=taken is_walk=name == "walk" is_wide=["not", "walk"].contains(&name) first=first /> }
    });
    let opened = move || {
        let opened = learn.opened.get().into_iter();
        let cards = opened.filter_map(|link| {
            let taken = Taken::own(Lesson::parse(link.as_bytes()).ok()?);
            Some(view! { <Card name=link taken=taken is_walk=false is_wide=false first=first /> })
        });
        cards.collect_view().into_any()
    };
    let kept = match KEPT.is_possible() {
        true => texts::learn::lead_kept(),
        false => texts::learn::lead_not_kept(),
    };
    view! {
        <div class="learn">
            <p class="lead">{texts::learn::lead()}" "{kept}</p>
            {part(opened)}
            {cards.collect_view()}
            <Open />
            <Make />
            <Teacher />
        </div>
    }
}

/// A lesson: what it is, how far it is, its steps, its sheet, its hand-in.
#[component]
fn Card(
    /// Its name, or all of it, as a link has it.
    name: String,
    taken: Taken,
    is_walk: bool,
    /// Whether it has a row of its own.
    is_wide: bool,
    /// Under what the progress of the first lesson that is not done is kept.
    first: Memo<Option<String>>,
) -> impl IntoView {
    let learn = use_learn();
    let lesson = taken.lesson.clone();
    let is_own = name != taken.id;
    let picture = of_lesson(&name).map(|inside| {
        view! { <svg class="learn-picture" viewBox=VIEW_BOX aria-hidden="true" inner_html=inside></svg> }
    });
    let (link, taken) = (StoredValue::new(name.clone()), StoredValue::new(taken));
    let count = lesson.steps.len();
    let (title, goal) = (say(&lesson.title), say(&lesson.goal));
    let lang = lesson.language.clone();
    let minutes = texts::learn::minutes(lesson.minutes as usize);
    let sheet = RwSignal::new(false);
    let id = move || taken.with_value(|taken| taken.id.clone());
    let so_far = memo(move || {
        taken.with_value(|of| learn.now.with(|now| now.progress.so_far(&of.id, &of.lesson)))
    });
    let has_begun = move || so_far.with(|so_far| so_far.has_begun);
    let says = move || match so_far.with(|so_far| (so_far.count(), so_far.begun)) {
        (done, 0) => texts::learn::done_of(count, done),
        (done, begun) => texts::learn::done_and_begun(done, count, begun),
    };
    let is_first = move || first.with(|first| *first == Some(id()));
    let go_on =
        move |_| learn.begin(&link.get_value(), so_far.with_untracked(|so_far| so_far.next));
    let steps = lesson.steps.iter().enumerate().map(|(place, step)| {
        let href = format!("#lesson={}&step={}", String::from(js_sys::encode_uri_component(&name)), place + 1);
        let title = say(&step.title);
        let is_done = move || so_far.with(|so_far| so_far.done.get(place) == Some(&true));
        // The page's own way, which keeps theme and language.
        let go = move |event: web_sys::MouseEvent| {
            if !(event.ctrl_key() || event.meta_key() || event.shift_key()) {
                event.prevent_default();
                learn.begin(&link.get_value(), place);
            }
        };
        view! { <li><a href=href on:click=handler(go)>{title}</a>{text(move || if is_done() { " ✓" } else { "" })}</li> }
    });
    let steps = steps.collect_view();
    view! {
        <section class="learn-panel learn-card" class:learn-walk=is_walk class:learn-wide=is_wide>
            {picture}
            <h2 lang=lang.clone()>{title}</h2>
            <p>{is_own.then(|| view! { <b>{texts::learn::opened_here()}" "</b> })}<span lang=lang.clone()>{goal}</span>" "<span class="muted learn-size">{minutes}" · "<span>{text(says)}</span></span></p>
            <div class="learn-row">
                <button type="button" class="learn-begin" class:learn-first=flag(is_first) on:click=handler(go_on)>{text(move || if has_begun() { texts::learn::go_on() } else { texts::learn::begin() })}</button>
                <button type="button" aria-expanded=text(move || sheet.get().to_string()) on:click=handler(move |_| sheet.update(|open| *open = !*open))>{texts::learn::sheet()}</button>
                {part(move || has_begun().then(|| view! {
                    <button type="button" class="small" on:click=handler(move |_| _ = learn.apply(|learner| learner.record(|progress| progress.forget(&id()))))>{texts::learn::forget()}</button>
                }).into_any())}
                {is_own.then(|| view! {
                    <button type="button" class="small" on:click=handler(move |_| _ = learn.apply(|learner| learner.forget_opened(&link.get_value())))>{texts::learn::take_away()}</button>
                })}
            </div>
            <ol class="learn-steps" lang=lang>{steps}</ol>
            {part(move || has_begun().then(|| view! { <Hand taken=taken /> }).into_any())}
            {part(move || sheet.get().then(|| view! { <SheetView lesson=taken.with_value(|taken| taken.lesson.clone()) /> }).into_any())}
        </section>
    }
}

/// The sheet of a lesson, which prints alone.
#[component]
fn SheetView(lesson: Arc<Lesson>) -> impl IntoView {
    let sheet = Sheet::of(&lesson, &say);
    // The lesson is in its language, and the labels are in the page's.
    let lang = lesson.language.clone();
    let label = |label: &'static str| view! { <b lang=texts::language::shown()>{label}": "</b> };
    let asked = |name: &'static str, (prompt, choices): (String, Vec<String>)| {
        let choices = choices
            .into_iter()
            .map(|choice| view! { <li>{with_powers(&choice)}</li> })
            .collect_view();
        view! { <p>{label(name)}{with_powers(&prompt)}</p><ul>{choices}</ul><p class="sheet-line"></p> }
    };
    let steps = sheet.steps.into_iter().map(|step| {
        view! {
            <li>
                <h4>{step.title}</h4>
                {step.predict.map(|question| asked(texts::learn::predict(), question))}
                {step.task.map(|task| view! { <p>{label(texts::learn::sheet_do())}{with_powers(&task)}</p> })}
                {step.question.map(|question| asked(texts::learn::answer(), question))}
                <p>{label(texts::learn::sheet_explain())}</p><p class="sheet-line"></p>
            </li>
        }
    });
    let answers = sheet
        .answers
        .into_iter()
        .map(|(step, answer)| view! { <li value=step.to_string()>{with_powers(&answer)}</li> });
    view! {
        <article class="sheet">
            <h3 lang=lang.clone()>{sheet.title}</h3>
            <p>{texts::learn::minutes(sheet.minutes as usize)}". "<span lang=lang.clone()>{sheet.goal}</span></p>
            <button type="button" class="sheet-print" on:click=handler(|_| { let _ = window().print(); })>{texts::learn::print()}</button>
            <ol lang=lang.clone()>{steps.collect_view()}</ol>
            <h4 class="sheet-answers">{texts::learn::sheet_answers()}</h4>
            <ol lang=lang>{answers.collect_view()}</ol>
        </article>
    }
}

/// What was predicted and answered, as a text or a file.
#[component]
fn Hand(taken: StoredValue<Taken>) -> impl IntoView {
    let learn = use_learn();
    let shown = RwSignal::new(String::new());
    let make = move || {
        learn.now.with_untracked(|now| {
            taken.with_value(|taken| HandIn::new(&taken.id, &taken.lesson, &now.progress, &say))
        })
    };
    let save = move |_| {
        let made = make();
        save_text(&made.file_name(), "application/json", &made.to_json());
    };
    let name = move |event| {
        let typed = event_target_value(&event);
        learn.apply(|learner| learner.record(|progress| progress.who = kept(&typed, MOST_NAME)));
    };
    view! {
        <div class="learn-row learn-hand">
            <label class="field">{texts::learn::who()}<input type="text" prop:value=move || learn.now.with_untracked(|now| now.progress.who.clone()) on:change=handler(name) /></label>
            <button type="button" on:click=handler(move |_| shown.set(make().to_text()))>{texts::learn::hand_text()}</button>
            <button type="button" on:click=handler(save)>{texts::learn::hand_file()}</button>
        </div>
        {part(move || (!shown.with(String::is_empty)).then(|| view! {
            <label class="field">{texts::learn::hand_copy()}<textarea class="learn-text" rows="6" readonly=true prop:value=shown></textarea></label>
        }).into_any())}
    }
}

/// Opens a lesson's file.
#[component]
fn Open() -> impl IntoView {
    let learn = use_learn();
    let wrong = RwSignal::new(String::new());
    let take = move |lesson: Result<Lesson, LessonError>| {
        let link = lesson.map_err(NotMade::from);
        let link = link.and_then(|lesson| lesson.short_link().ok_or(NotMade::Long));
        wrong.set(link.as_ref().err().map(says_why).unwrap_or_default());
        if let Ok(link) = link {
            learn.begin(&link, 0);
        }
    };
    let open = move |event| read_chosen(&event, take);
    view! {
        <details class="learn-panel">
            <summary>{texts::learn::open()}</summary>
            <label class="field">{texts::learn::open_about()}<input type="file" accept=".json" class="learn-open" on:change=handler(open) /></label>
            <p role="alert">{text(move || wrong.get())}</p>
        </details>
    }
}

/// Reads the lesson in the file that was chosen, if one was.
pub fn read_chosen(
    event: &web_sys::Event,
    take: impl FnOnce(Result<Lesson, LessonError>) + 'static,
) {
    let Some(file) = chosen_files(event).into_iter().next() else { return };
    let found = file.size() as usize;
    if found > MOST_BYTES {
        return take(Err(LessonError::Large { found }));
    }
    wasm_bindgen_futures::spawn_local(async move {
        let bytes = bytes_in(&file).await.map_err(LessonError::Unread);
        take(bytes.and_then(|bytes| Lesson::parse(&bytes.to_vec())));
    });
}
