//! A lesson made of views: a step begins where a room stands now, and may end where it stands later.

use leptos::prelude::*;
use nearfar::panels::{PANELS, of_room};
use nearfar::settings::{Choice, Room};
use nearfar_lessons::draft::Shown;
use nearfar_lessons::workshop::NotMade;
use nearfar_lessons::{Lesson, LessonError, Step, Workshop};

use super::overview::read_chosen;
use super::state::{say, settings_now};
use super::use_learn;
use crate::browser::files::save_text;
use crate::browser::kept::Kept;
use crate::controls::{Toggle, select};
use crate::focus::focus_first;
use crate::labels::Labelled;
use crate::page;
use crate::reactive::{effect, flag, handler, memo, on_change, on_window, part, text};

/// What the browser keeps of the lesson that is being made.
const MAKING: Kept = Kept::of_visits("nearfar.learn.making");
/// What it keeps of the step in this tab's form.
const FORM: Kept = Kept::of_tab("nearfar.learn.form");

/// What is being made. Handles only.
#[derive(Clone, Copy)]
struct Making {
    work: RwSignal<Workshop>,
    /// That a link was copied, or the link.
    copied: RwSignal<String>,
}

impl Making {
    /// See [`Workshop::attempt`].
    fn attempt<T>(self, act: impl FnOnce(&mut Workshop) -> Result<T, NotMade>) -> Option<T> {
        self.copied.set(String::new());
        self.work.try_update(|work| work.attempt(act)).flatten()
    }
}

/// Why a lesson is none.
pub fn says_why(why: &NotMade) -> String {
    match why {
        NotMade::Same => texts::learn::make_same().to_owned(),
        NotMade::Long => texts::learn::open_large().to_owned(),
        why => texts::learn::cannot(why),
    }
}

/// The form.
#[component]
pub fn Make() -> impl IntoView {
    let learn = use_learn();
    // What was made before the page was left.
    let [kept, form] = [MAKING, FORM].map(|kept| kept.get().unwrap_or_default());
    let work = RwSignal::new(Workshop::of_kept(&kept, &form, &texts::language::shown(), say));
    let copied = RwSignal::new(String::new());
    let making = Making { work, copied };
    let is_open = RwSignal::new(false);
    let steps = memo(move || work.with(|work| work.list.steps.clone()));
    effect(move || FORM.put(&work.with(Workshop::form)));
    on_change(memo(move || work.with(Workshop::kept)), |kept| MAKING.put(&kept));
    // Begins a step with the room that asked for it, if one did; the form opens.
    let take_view = move || {
        let is_here = page::setting("room") == Room::Learn.name();
        let Some(room) = is_here.then(page::take_lesson_of).flatten() else { return };
        work.update(|work| work.begin_in(room, &settings_now()));
        is_open.set(true);
        request_animation_frame(|| focus_first(".learn-make input"));
    };
    take_view();
    on_window(page::CHANGED, move |_| take_view());
    // Other tabs keep it under the same name.
    on_window("storage", move |event| {
        if let Some(kept) = MAKING.get().filter(|_| MAKING.is_of(&event)) {
            work.maybe_update(|work| work.hear(&kept, say));
        }
    });
    let copy = move |_| {
        let Some(link) = making.attempt(|work| work.link()) else { return };
        let words = String::from(js_sys::encode_uri_component(&link));
        let link = format!("{}#lesson={words}", page::address());
        wasm_bindgen_futures::spawn_local(async move {
            // Or it is there, to be copied by hand.
            let is_copied = page::copy(&link).await;
            copied.set(if is_copied { texts::page::share_copied().to_owned() } else { link });
        });
    };
    let rooms = Room::ALL.iter().filter(|(room, _)| *room != Room::Learn);
    let rooms = rooms.map(|&(room, name)| (name, room.label())).collect();
    let room = memo(move || work.with(|work| work.room));
    let room_name = memo(move || room.get().name());
    let set_room = move |name: String| {
        work.update(|work| work.room = Room::from_name(&name).unwrap_or_default())
    };
    let save = move |_| {
        if let Some(lesson) = making.attempt(|work| work.finished()) {
            save_text("lesson.json", "application/json", &lesson.to_json());
        }
    };
    let try_it = move |_| {
        if let Some(link) = making.attempt(|work| work.link()) {
            learn.begin(&link, 0);
        }
    };
    let take = move |lesson: Result<Lesson, LessonError>| {
        making.attempt(|work| {
            work.open(lesson?, js_sys::Date::now(), say);
            Ok(())
        });
    };
    let opened = move |event| read_chosen(&event, take);
    let add = text(move || match work.with(|work| work.list.place()) {
        None => texts::learn::make_add().to_owned(),
        Some(_) => texts::learn::make_put_back().to_owned(),
    });
    let line = |label, of: Words| field(label, work, of, false);
    let lines = |label, of: Words| field(label, work, of, true);
    view! {
        <details class="learn-panel learn-make" prop:open=is_open>
            <summary>{texts::learn::make()}</summary>
            <p>{texts::learn::make_about()}</p>
            {(!MAKING.is_possible()).then(|| view! { <p class="note">{texts::learn::make_not_kept()}</p> })}
            <div class="learn-fields">
                {line(texts::learn::make_title(), |work| &mut work.title)}
                {line(texts::learn::make_goal(), |work| &mut work.goal)}
                {line(texts::learn::make_minutes(), |work| &mut work.minutes)}
                <label class="field">{texts::learn::make_open()}<input type="file" accept=".json" on:change=handler(opened) /></label>
            </div>
            <ol class="learn-made">{part(move || listed(making, steps.get()))}</ol>
            <p role="status">{text(move || texts::learn::make_count(work.with(|work| work.list.steps.len())))}" "
                <Show when=move || work.with(|work| work.list.removed.is_some())>
                    <button type="button" class="small" on:click=handler(move |_| work.update(|work| work.list.bring_back()))>{texts::learn::make_bring_back()}</button>
                </Show></p>
            <div class="learn-fields">
                {line(texts::learn::make_step(), |work| &mut work.draft.title)}
                <label class="field">{texts::learn::make_room()}{select(rooms, room_name, Box::new(set_room))}</label>
                {lines(texts::learn::make_text(), |work| &mut work.draft.text)}
                {lines(texts::learn::make_do(), |work| &mut work.draft.task)}
                {line(texts::learn::make_predict(), |work| &mut work.draft.predict.prompt)}
                {lines(texts::learn::make_predict_answer(), |work| &mut work.draft.predict.answer)}
                {line(texts::learn::make_question(), |work| &mut work.draft.question.prompt)}
                {lines(texts::learn::make_answer(), |work| &mut work.draft.question.answer)}
                {lines(texts::learn::make_explain(), |work| &mut work.draft.explain)}
            </div>
            <p class="note">{texts::learn::make_answers()}</p>
            <details><summary>{texts::learn::make_panels()}</summary><div class="learn-fields">{part(move || panels(work, room.get()))}</div></details>
            <div class="learn-row">
                <Toggle label=texts::learn::make_start() pressed=flag(move || work.with(|work| work.draft.start.is_some())) on_press=move |()| work.update(|work| work.begin(&settings_now())) />
                <Toggle label=texts::learn::make_end() pressed=flag(move || work.with(|work| work.draft.done.is_some())) on_press=move |()| _ = making.attempt(|work| work.end(&settings_now())) />
                <button type="button" on:click=handler(move |_| _ = making.attempt(|work| work.add(&settings_now())))>{add}</button>
                <button type="button" on:click=handler(move |_| _ = making.attempt(|work| { work.clear(); Ok(()) }))>{texts::learn::make_clear()}</button>
            </div>
            <div class="learn-row">
                <button type="button" on:click=handler(save)>{texts::learn::make_save()}</button>
                <button type="button" on:click=handler(copy)>{texts::learn::make_link()}</button>
                <button type="button" on:click=handler(try_it)>{texts::learn::make_try()}</button>
            </div>
            <p role="status">{copied}</p>
            <p role="alert">{text(move || work.with(|work| work.wrong.as_ref().map(says_why)).unwrap_or_default())}</p>
        </details>
    }
}

/// The steps so far, with what can be done to each.
fn listed(making: Making, steps: Vec<Step>) -> AnyView {
    let steps = steps.into_iter().enumerate().map(|(place, step)| {
        let title = say(&step.title);
        let button = |label: &'static str, act: fn(&mut Workshop, usize) -> Result<(), NotMade>| {
            view! { <button type="button" class="small" aria-label=format!("{label}: {title}") on:click=handler(move |_| _ = making.attempt(|work| act(work, place)))>{label}</button> }
        };
        view! {
            <li><span>{title.clone()}</span>
                {button(texts::learn::make_change(), |work, place| work.change(place, &settings_now(), say))}
                {(place > 0).then(|| button(texts::learn::make_up(), |work, place| { work.list.move_up(place); Ok(()) }))}
                {button(texts::learn::make_remove(), |work, place| { work.list.remove(place); Ok(()) })}</li>
        }
    });
    steps.collect_view().into_any()
}

/// How each panel of the room is seen in the step.
fn panels(work: RwSignal<Workshop>, room: Room) -> AnyView {
    let all: Vec<_> = PANELS.iter().map(|row| row.name).collect();
    let rows = of_room(&all, room).into_iter().map(|name| {
        let chosen = memo(move || work.with(|work| work.draft.shown(name).name()));
        let options = Shown::ALL.iter().map(|&(shown, value)| {
            let label = match shown {
                Shown::AsItIs => texts::learn::make_as_it_is(),
                Shown::Hidden => texts::learn::make_hidden(),
                Shown::Alone => texts::learn::make_alone(),
                Shown::Revealed => texts::learn::make_revealed(),
            };
            (value, label)
        });
        let change = move |value: String| {
            let shown = Shown::from_name(&value).unwrap_or_default();
            work.update(|work| work.draft.show(name, shown));
        };
        view! { <label class="field"><span>{texts::words::of_named_panel(name)}" "</span><code>{name}</code>{select(options.collect(), chosen, Box::new(change))}</label> }
    });
    rows.collect_view().into_any()
}

type Words = fn(&mut Workshop) -> &mut String;

fn field(label: &'static str, work: RwSignal<Workshop>, of: Words, is_long: bool) -> AnyView {
    let value = memo(move || of(&mut work.get()).clone());
    let set = handler(move |event| work.update(|work| *of(work) = event_target_value(&event)));
    let field = match is_long {
        true => view! { <textarea rows="2" prop:value=value on:input=set></textarea> }.into_any(),
        false => view! { <input type="text" prop:value=value on:input=set /> }.into_any(),
    };
    view! { <label class="field">{label}{field}</label> }.into_any()
}
