//! The Learn room: the walk with its steps, the lessons, and what teachers need.

use leptos::prelude::*;
use nearfar_lessons::taking::first_open;
use nearfar_lessons::{HandIn, Lesson, LessonError, built_in};
use wasm_bindgen_futures::JsFuture;

use super::make::Make;
use super::sheet::SheetView;
use super::state::say;
use super::teacher::Teacher;
use super::use_learn;
use crate::reactive::{flag, handler, memo, part, text};

/// The room.
#[component]
pub fn Overview() -> impl IntoView {
    let learn = use_learn();
    let shipped = StoredValue::new(built_in::all());
    // One button stands out: it begins the first lesson that is not done.
    let first = memo(move || {
        let opened = learn.opened.get();
        learn
            .progress
            .with(|progress| shipped.with_value(|shipped| first_open(progress, &opened, shipped)))
    });
    let lessons = shipped.get_value().into_iter();
    let cards = lessons.map(|(name, lesson)| {
        let is_walk = name == "walk";
        view! { <Card name=name.to_owned() id=name.to_owned() lesson=lesson is_walk=is_walk first=first /> }
    });
    let opened = move || {
        let opened = learn.opened.get().into_iter();
        let cards = opened.filter_map(|link| {
            let lesson = Lesson::parse(link.as_bytes()).ok()?;
            Some(
                view! { <Card name=link id=lesson.id() lesson=lesson is_walk=false first=first /> },
            )
        });
        cards.collect_view().into_any()
    };
    view! {
        <div class="learn">
            <p class="lead">{texts::learn::lead()}</p>
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
    /// Under what its progress is kept.
    id: String,
    lesson: Lesson,
    is_walk: bool,
    /// Under what the progress of the first lesson that is not done is kept.
    first: Memo<Option<String>>,
) -> impl IntoView {
    let is_own = name != id;
    let link = StoredValue::new(name.clone());
    let learn = use_learn();
    let count = lesson.steps.len();
    let (title, goal) = (say(&lesson.title), say(&lesson.goal));
    let minutes = texts::learn::minutes(lesson.minutes as usize);
    let id = StoredValue::new(id);
    let kept = StoredValue::new(lesson.clone());
    let sheet = RwSignal::new(false);
    let has_begun = move || learn.progress.with(|progress| progress.has_begun(&id.get_value()));
    let done = move || {
        learn
            .progress
            .with(|progress| kept.with_value(|lesson| progress.done(&id.get_value(), lesson)))
    };
    let begun = move || {
        learn
            .progress
            .with(|progress| kept.with_value(|lesson| progress.begun(&id.get_value(), lesson)))
    };
    let so_far = move || match begun() {
        0 => texts::learn::done_of(done(), count),
        begun => texts::learn::done_and_begun(done(), count, begun),
    };
    let is_first = move || id.with_value(|id| first.with(|first| first.as_ref() == Some(id)));
    let go_on = move |_| {
        let next = learn.progress.with_untracked(|progress| {
            kept.with_value(|lesson| progress.next(&id.get_value(), lesson))
        });
        learn.begin(&link.get_value(), next);
    };
    let steps = lesson.steps.into_iter().enumerate().map(|(place, step)| {
        let href = format!("#lesson={}&step={}", String::from(js_sys::encode_uri_component(&name)), place + 1);
        let title = say(&step.title);
        let is_done = move || learn.progress.with(|progress| progress.step(&id.get_value(), place).is_done(&step));
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
        <section class="learn-panel learn-card" class:learn-walk=is_walk>
            <h2>{title}</h2>
            <p>{is_own.then(|| view! { <b>{texts::learn::opened_here()}" "</b> })}{goal}" "<span class="muted learn-size">{minutes}" · "<span>{text(so_far)}</span></span></p>
            <div class="learn-row">
                <button type="button" class="learn-begin" class:learn-first=flag(is_first) on:click=handler(go_on)>{text(move || if has_begun() { texts::learn::go_on() } else { texts::learn::begin() })}</button>
                <button type="button" aria-expanded=text(move || sheet.get().to_string()) on:click=handler(move |_| sheet.update(|open| *open = !*open))>{texts::learn::sheet()}</button>
                {part(move || has_begun().then(|| view! {
                    <button type="button" class="small" on:click=handler(move |_| learn.record(|progress| progress.forget(&id.get_value())))>{texts::learn::forget()}</button>
                }).into_any())}
                {is_own.then(|| view! {
                    <button type="button" class="small" on:click=handler(move |_| learn.forget_opened(&link.get_value()))>{texts::learn::take_away()}</button>
                })}
            </div>
            <ol class="learn-steps">{steps}</ol>
            {part(move || has_begun().then(|| view! { <Hand id=id.get_value() lesson=kept.get_value() /> }).into_any())}
            {part(move || sheet.get().then(|| view! { <SheetView lesson=kept.get_value() /> }).into_any())}
        </section>
    }
}

/// What was predicted and answered, as a text or a file.
#[component]
fn Hand(id: String, lesson: Lesson) -> impl IntoView {
    let learn = use_learn();
    let shown = RwSignal::new(String::new());
    let (id, lesson) = (StoredValue::new(id), StoredValue::new(lesson));
    let make = move || {
        learn.progress.with_untracked(|progress| {
            lesson.with_value(|lesson| HandIn::new(&id.get_value(), lesson, progress, &say))
        })
    };
    let save = move |_| {
        let made = make();
        let json = js_sys::Uint8Array::from(made.to_json().as_bytes());
        crate::export::save_bytes(&made.file_name(), &json);
    };
    let name = move |event| {
        let typed = event_target_value(&event);
        learn.record(|progress| {
            progress.who =
                nearfar_lessons::progress::kept(&typed, nearfar_lessons::progress::MOST_NAME);
        });
    };
    view! {
        <div class="learn-row learn-hand">
            <label class="field">{texts::learn::who()}<input type="text" prop:value=move || learn.progress.with_untracked(|progress| progress.who.clone()) on:change=handler(name) /></label>
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
    let take = move |lesson: Result<Lesson, LessonError>| match lesson {
        Ok(lesson) => {
            let link = lesson.to_link();
            if link.len() > nearfar_lessons::lesson::MOST_BYTES_OF_LINK {
                return wrong.set(texts::learn::open_large().to_owned());
            }
            wrong.set(String::new());
            learn.begin(&link, 0);
        }
        Err(error) => wrong.set(texts::learn::cannot(error)),
    };
    let chosen = move |event| read_chosen(&event, take);
    view! {
        <section class="learn-panel">
            <h2>{texts::learn::open()}</h2>
            <label class="field">{texts::learn::open_about()}<input type="file" accept=".json" class="learn-open" on:change=handler(chosen) /></label>
            <p role="alert">{text(move || wrong.get())}</p>
        </section>
    }
}

/// Reads the lesson in the file that was chosen, if one was.
pub fn read_chosen(
    event: &web_sys::Event,
    take: impl FnOnce(Result<Lesson, LessonError>) + 'static,
) {
    let input = event_target::<web_sys::HtmlInputElement>(event);
    let file = input.files().and_then(|files| files.get(0));
    input.set_value("");
    let Some(file) = file else { return };
    let bytes = file.size() as usize;
    if bytes > nearfar_lessons::lesson::MOST_BYTES {
        return take(Err(LessonError::Large { found: bytes }));
    }
    wasm_bindgen_futures::spawn_local(async move {
        let Ok(bytes) = JsFuture::from(file.array_buffer()).await else { return };
        take(Lesson::parse(&js_sys::Uint8Array::new(&bytes).to_vec()));
    });
}
