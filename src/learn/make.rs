//! A lesson made of views: a step begins where a room stands now, and may end where it stands later.

use leptos::prelude::*;
use nearfar::panels::{PANELS, of_room};
use nearfar::settings::{Choice, Room, Settings};
use nearfar_lessons::draft::{Draft, Shown};
use nearfar_lessons::lesson::VERSION;
use nearfar_lessons::{Lesson, LessonError, Step, StepList, Text};
use wasm_bindgen::JsCast;

use super::overview::read_chosen;
use super::state::{MAKING, keep, kept, say, settings_now};
use super::use_learn;
use crate::labels::Labelled;
use crate::page;
use crate::reactive::{handler, part, text};

/// What is being made. Handles only.
#[derive(Clone, Copy)]
struct Making {
    title: RwSignal<String>,
    goal: RwSignal<String>,
    minutes: RwSignal<String>,
    list: RwSignal<StepList>,
    /// The step in the form.
    draft: RwSignal<Draft>,
    room: RwSignal<Room>,
    is_open: RwSignal<bool>,
    wrong: RwSignal<String>,
}

impl Making {
    fn new() -> Making {
        let empty = || RwSignal::new(String::new());
        // What was made before the page was left.
        let kept: Option<Lesson> = serde_json::from_str(&kept(MAKING)).ok();
        let (title, goal, minutes) = kept.as_ref().map_or_else(
            || (String::new(), String::new(), "10".to_owned()),
            |kept| (say(&kept.title), say(&kept.goal), kept.minutes.to_string()),
        );
        Making {
            title: RwSignal::new(title),
            goal: RwSignal::new(goal),
            minutes: RwSignal::new(minutes),
            list: RwSignal::new(list_of(kept.map_or_else(Vec::new, |kept| kept.steps))),
            draft: RwSignal::new(Draft::default()),
            room: RwSignal::new(Room::Lab),
            is_open: RwSignal::new(false),
            wrong: empty(),
        }
    }

    /// The view of the chosen room, as it stands.
    fn view(self) -> Settings {
        Settings { room: self.room.get_untracked(), ..settings_now().for_later() }
    }

    fn begins_here(self) {
        let here = self.view();
        self.draft.update(|draft| draft.start = Some(here));
    }

    /// Begins a step with the room that asked for it, if one did; the form opens.
    fn take_view(self) {
        let Ok(Some(tab)) = window().session_storage() else { return };
        let Ok(Some(name)) = tab.get_item(page::LESSON_OF) else { return };
        let is_here = page::setting("room") == Room::Learn.name();
        let Some(room) = Room::from_name(&name).ok().filter(|_| is_here) else { return };
        let _ = tab.remove_item(page::LESSON_OF);
        self.room.set(room);
        self.begins_here();
        self.is_open.set(true);
        request_animation_frame(|| {
            let field = document().query_selector(".learn-make input");
            let field = field
                .ok()
                .flatten()
                .and_then(|field| field.dyn_into::<web_sys::HtmlElement>().ok());
            if let Some(field) = field {
                let _ = field.focus();
            }
        });
    }

    fn ends_here(self) {
        let here = self.view();
        let differs = self.draft.try_update(|draft| draft.end(&here)) == Some(true);
        self.wrong.set(if differs { String::new() } else { texts::learn::make_same().to_owned() });
    }

    /// Puts the step of the form among the others; whether it could be.
    fn add(self) -> bool {
        let step = match self.draft.with_untracked(|draft| draft.step(&self.view())) {
            Ok(step) => step,
            Err(error) => {
                self.wrong.set(texts::learn::cannot(error));
                return false;
            }
        };
        let steps = self.list.with_untracked(|list| list.with(step));
        // What the lesson itself lacks is said when it is saved.
        if let Err(error @ LessonError::Step { .. }) = self.lesson_of(steps.clone()).check() {
            self.wrong.set(texts::learn::cannot(error));
            return false;
        }
        self.list.update(|list| list.steps = steps);
        let next = self.draft.get_untracked().next();
        self.clear();
        self.draft.set(next);
        true
    }

    fn clear(self) {
        self.draft.set(Draft::default());
        self.list.update(|list| list.place = None);
        self.wrong.set(String::new());
    }

    /// Takes a step into the form. What stands there comes back first.
    fn change(self, mut place: usize) {
        if !self.draft.with_untracked(Draft::is_blank) {
            let moved = self.list.with_untracked(|list| list.place_after_adding(place));
            if !self.add() {
                return;
            }
            place = moved;
        }
        let Some(step) = self.list.try_update(|list| list.take(place)).flatten() else { return };
        self.room.set(step.room());
        self.draft.set(Draft::of(&step, say));
        self.wrong.set(String::new());
    }

    fn remove(self, place: usize) {
        self.list.update(|list| list.remove(place));
    }

    fn move_up(self, place: usize) {
        self.list.update(|list| list.move_up(place));
    }

    fn lesson_of(self, steps: Vec<Step>) -> Lesson {
        Lesson {
            version: VERSION,
            title: Text::Plain(self.title.get_untracked()),
            language: Some(texts::language::shown()),
            minutes: self.minutes.get_untracked().trim().parse().unwrap_or_default(),
            goal: Text::Plain(self.goal.get_untracked()),
            steps,
        }
    }

    /// Goes on with a lesson that was made before.
    fn open(self, lesson: Lesson) {
        self.clear();
        self.title.set(say(&lesson.title));
        self.goal.set(say(&lesson.goal));
        self.minutes.set(lesson.minutes.to_string());
        self.list.set(list_of(lesson.steps));
    }

    /// The lesson, or what it lacks.
    fn finished(self) -> Option<Lesson> {
        let lesson = self.lesson_of(self.list.with_untracked(|list| list.steps.clone()));
        match lesson.check() {
            Ok(()) => {
                self.wrong.set(String::new());
                Some(lesson)
            }
            Err(error) => {
                self.wrong.set(texts::learn::cannot(error));
                None
            }
        }
    }
}

fn list_of(steps: Vec<Step>) -> StepList {
    StepList { steps, ..Default::default() }
}

/// The form.
#[component]
pub fn Make() -> impl IntoView {
    let learn = use_learn();
    let making = Making::new();
    let draft = making.draft;
    Effect::new(move |_| {
        let lesson = making.lesson_of(making.list.with(|list| list.steps.clone()));
        making.title.track();
        making.goal.track();
        making.minutes.track();
        keep(MAKING, &lesson.to_link());
    });
    making.take_view();
    let asked = window_event_listener_untyped(page::CHANGED, move |_| making.take_view());
    on_cleanup(move || asked.remove());
    let copied = RwSignal::new(String::new());
    let copy = move |_| {
        let Some(lesson) = making.finished() else { return };
        let link = lesson.to_link();
        if link.len() > nearfar_lessons::lesson::MOST_BYTES_OF_LINK {
            return making.wrong.set(texts::learn::open_large().to_owned());
        }
        let words = String::from(js_sys::encode_uri_component(&link));
        let link = format!("{}#lesson={words}", page::address());
        wasm_bindgen_futures::spawn_local(async move {
            // Or it is there, to be copied by hand.
            let is_copied = page::copy(&link).await;
            copied.set(if is_copied { texts::page::share_copied().to_owned() } else { link });
        });
    };
    let rooms = Room::ALL.iter().filter(|(room, _)| *room != Room::Learn).map(|&(room, name)| {
        view! { <option value=name prop:selected=move || making.room.get() == room>{room.label()}</option> }
    });
    let rooms = rooms.collect_view();
    let save = move |_| {
        if let Some(lesson) = making.finished() {
            crate::export::save_bytes(
                "lesson.json",
                &js_sys::Uint8Array::from(lesson.to_json().as_bytes()),
            );
        }
    };
    let try_it = move |_| {
        if let Some(lesson) = making.finished() {
            learn.begin(&lesson.to_link(), 0);
        }
    };
    let take = move |lesson: Result<Lesson, LessonError>| match lesson {
        Ok(lesson) => making.open(lesson),
        Err(error) => making.wrong.set(texts::learn::cannot(error)),
    };
    let opened = move |event| read_chosen(&event, take);
    let add = text(move || match making.list.with(|list| list.place) {
        None => texts::learn::make_add().to_owned(),
        Some(_) => texts::learn::make_put_back().to_owned(),
    });
    view! {
        <details class="learn-panel learn-make" prop:open=making.is_open>
            <summary>{texts::learn::make()}</summary>
            <p>{texts::learn::make_about()}</p>
            <div class="learn-fields">
                {field(texts::learn::make_title(), making.title)}
                {field(texts::learn::make_goal(), making.goal)}
                {field(texts::learn::make_minutes(), making.minutes)}
                <label class="field">{texts::learn::make_open()}<input type="file" accept=".json" on:change=handler(opened) /></label>
            </div>
            <ol class="learn-made">{part(move || listed(making))}</ol>
            <p role="status">{text(move || texts::learn::make_count(making.list.with(|list| list.steps.len())))}" "
                <Show when=move || making.list.with(|list| list.removed.is_some())>
                    <button type="button" class="small" on:click=handler(move |_| making.list.update(StepList::bring_back))>{texts::learn::make_bring_back()}</button>
                </Show></p>
            <div class="learn-fields">
                {line(texts::learn::make_step(), draft, |draft| &mut draft.title)}
                <label class="field">{texts::learn::make_room()}
                    <select on:change=handler(move |event| making.room.set(Room::from_name(&event_target_value(&event)).unwrap_or_default()))>{rooms}</select></label>
                {lines(texts::learn::make_text(), draft, |draft| &mut draft.text)}
                {lines(texts::learn::make_do(), draft, |draft| &mut draft.task)}
                {line(texts::learn::make_predict(), draft, |draft| &mut draft.predict.prompt)}
                {lines(texts::learn::make_predict_answer(), draft, |draft| &mut draft.predict.answer)}
                {line(texts::learn::make_question(), draft, |draft| &mut draft.question.prompt)}
                {lines(texts::learn::make_answer(), draft, |draft| &mut draft.question.answer)}
                {lines(texts::learn::make_explain(), draft, |draft| &mut draft.explain)}
            </div>
            <p class="note">{texts::learn::make_answers()}</p>
            <details><summary>{texts::learn::make_panels()}</summary><div class="learn-fields">{part(move || panels(making))}</div></details>
            <div class="learn-row">
                <button type="button" aria-pressed=text(move || draft.with(|draft| draft.start.is_some()).to_string()) on:click=handler(move |_| making.begins_here())>{texts::learn::make_start()}</button>
                <button type="button" aria-pressed=text(move || draft.with(|draft| draft.done.is_some()).to_string()) on:click=handler(move |_| making.ends_here())>{texts::learn::make_end()}</button>
                <button type="button" on:click=handler(move |_| { making.add(); })>{add}</button>
                <button type="button" on:click=handler(move |_| making.clear())>{texts::learn::make_clear()}</button>
            </div>
            <div class="learn-row">
                <button type="button" on:click=handler(save)>{texts::learn::make_save()}</button>
                <button type="button" on:click=handler(copy)>{texts::learn::make_link()}</button>
                <button type="button" on:click=handler(try_it)>{texts::learn::make_try()}</button>
            </div>
            <p role="status">{copied}</p>
            <p role="alert">{text(move || making.wrong.get())}</p>
        </details>
    }
}

/// The steps so far, with what can be done to each.
fn listed(making: Making) -> AnyView {
    let steps = making.list.with(|list| list.steps.clone()).into_iter().enumerate().map(|(place, step)| {
        let title = say(&step.title);
        let button = |label: &'static str, act: fn(Making, usize)| {
            view! { <button type="button" class="small" aria-label=format!("{label}: {title}") on:click=handler(move |_| act(making, place))>{label}</button> }
        };
        view! {
            <li><span>{title.clone()}</span>
                {button(texts::learn::make_change(), Making::change)}
                {(place > 0).then(|| button(texts::learn::make_up(), Making::move_up))}
                {button(texts::learn::make_remove(), Making::remove)}</li>
        }
    });
    steps.collect_view().into_any()
}

/// How each panel of the room is seen in the step.
fn panels(making: Making) -> AnyView {
    let all: Vec<_> = PANELS.iter().map(|row| row.name).collect();
    let rows = of_room(&all, making.room.get()).into_iter().map(|name| {
        let chosen = Memo::new(move |_| {
            making.draft.with(|draft| draft.panels.get(name).copied().unwrap_or_default())
        });
        let options = Shown::ALL.map(|(shown, value)| {
            let label = match shown {
                Shown::AsItIs => texts::learn::make_as_it_is(),
                Shown::Hidden => texts::learn::make_hidden(),
                Shown::Alone => texts::learn::make_alone(),
                Shown::Revealed => texts::learn::make_revealed(),
            };
            view! { <option value=value prop:selected=move || chosen.get() == shown>{label}</option> }
        });
        let change = move |event| {
            let shown = Shown::from_name(&event_target_value(&event));
            making.draft.update(|draft| draft.show(name, shown));
        };
        view! { <label class="field"><span>{texts::words::of_named_panel(name)}" "</span><code>{name}</code><select on:change=handler(change)>{options.collect_view()}</select></label> }
    });
    rows.collect_view().into_any()
}

fn field(label: &'static str, value: RwSignal<String>) -> impl IntoView {
    view! { <label class="field">{label}<input type="text" prop:value=value on:input=handler(move |event| value.set(event_target_value(&event))) /></label> }
}

type Words = fn(&mut Draft) -> &mut String;

fn typed(draft: RwSignal<Draft>, of: Words) -> Memo<String> {
    Memo::new(move |_| of(&mut draft.get()).clone())
}

fn line(label: &'static str, draft: RwSignal<Draft>, of: Words) -> impl IntoView {
    let value = typed(draft, of);
    view! { <label class="field">{label}<input type="text" prop:value=value on:input=handler(move |event| draft.update(|draft| *of(draft) = event_target_value(&event))) /></label> }
}

fn lines(label: &'static str, draft: RwSignal<Draft>, of: Words) -> impl IntoView {
    let value = typed(draft, of);
    view! { <label class="field">{label}<textarea rows="2" prop:value=value on:input=handler(move |event| draft.update(|draft| *of(draft) = event_target_value(&event)))></textarea></label> }
}
