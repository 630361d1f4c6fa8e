//! Which lesson is taken, at which step, and what was done: the page's settings hold the first two, the
//! browser's storage the rest.

use std::sync::Arc;
use std::time::Duration;

use js_sys::{Float32Array, Object, Reflect};
use leptos::prelude::*;
use nearfar::lab::Panel;
use nearfar::settings::Settings;
use nearfar::settings::url::decode;
use nearfar_lessons::formula::{Part, parts};
use nearfar_lessons::taking::{self, Found};
use nearfar_lessons::{HeadSeen, Lesson, Progress, RunSeen, Seen, Step, Text, built_in};
use wasm_bindgen::prelude::*;

use crate::address::before_lesson;
use crate::fetch::fetch_bytes;
use crate::kit::Debounce;
use crate::page;
use crate::values::{from_js, set, settings_of, to_js};

/// What the browser keeps of lessons.
const KEPT: &str = "nearfar.learn";
/// What it keeps of those that were opened.
const OPENED: &str = "nearfar.learn.opened";
/// What it keeps of the lesson that is being made.
pub const MAKING: &str = "nearfar.learn.making";
/// Conditions are looked at once the settings rest for so long.
const REST: Duration = Duration::from_millis(150);
/// What is typed is taken as it is once nothing was typed for so long.
const TYPED: Duration = Duration::from_millis(1500);
/// Runs of the Train room are looked at so often.
const LOOK_AT_RUNS: Duration = Duration::from_millis(700);
/// A lesson that is taken.
#[derive(Clone, PartialEq)]
pub struct Running {
    /// Its name, or that of its words.
    pub id: String,
    /// The lesson.
    pub lesson: Arc<Lesson>,
}

/// Handles only, copied into every component.
#[derive(Clone, Copy)]
pub struct LearnState {
    /// The lesson that is taken; why it cannot be; or none.
    pub running: RwSignal<Option<Result<Running, String>>>,
    /// Its step, from 0.
    pub step: RwSignal<usize>,
    /// What was done.
    pub progress: RwSignal<Progress>,
    /// The setting that `running` was made from.
    known: StoredValue<String>,
    /// Whether a cell is locked that is not the one that the step asks for.
    pub is_another_cell: RwSignal<bool>,
    /// Lessons that were opened here, as links hold them, the last first.
    pub opened: RwSignal<Vec<String>>,
    rest: Debounce,
    typed: Debounce,
}

/// Words of a lesson.
pub fn say(text: &Text) -> String {
    match text {
        Text::Plain(words) => words.clone(),
        Text::Key { key } => texts::learn::find(key).unwrap_or(key).to_owned(),
    }
}

/// Words of a lesson as a view, their powers raised.
pub fn show(text: &Text) -> AnyView {
    with_powers(&say(text))
}

/// A sentence as a view, its powers raised.
pub fn with_powers(sentence: &str) -> AnyView {
    let part = |part| match part {
        Part::Plain(words) => words.to_owned().into_any(),
        Part::Exponent(words) => view! { <sup>{words.to_owned()}</sup> }.into_any(),
    };
    parts(sentence).into_iter().map(part).collect_view().into_any()
}

/// The page's settings, as the library has them.
pub fn settings_now() -> Settings {
    let mut settings = settings_of(&page::settings(), |field| field.name != "learned");
    // Those are all numbers; which of them are not the model's own, a link says.
    settings.altered = decode(&page::whole_fragment()).0.altered;
    settings
}

impl LearnState {
    /// As the page and the browser have it, followed.
    pub fn new() -> LearnState {
        let state = LearnState {
            running: RwSignal::new(None),
            step: RwSignal::new(0),
            progress: RwSignal::new(Progress::parse(&kept(KEPT))),
            is_another_cell: RwSignal::new(false),
            known: StoredValue::new(String::new()),
            opened: RwSignal::new(kept_list(OPENED)),
            rest: Debounce::new(REST),
            typed: Debounce::new(TYPED),
        };
        state.hear();
        let listener = window_event_listener_untyped(page::CHANGED, move |_| state.hear());
        on_cleanup(move || listener.remove());
        // Runs are no settings: nobody says when they are further.
        let runs = set_interval_with_handle(move || state.look_at_runs(), LOOK_AT_RUNS);
        if let Ok(runs) = runs {
            on_cleanup(move || runs.clear());
        }
        state
    }

    fn lesson_now(self) -> Option<(Running, usize)> {
        let running = self.running.get_untracked()?.ok()?;
        let last = running.lesson.steps.len().saturating_sub(1);
        Some((running, self.step.get_untracked().min(last)))
    }

    /// Takes a lesson that is a file of this site.
    async fn fetch(self, file: String) {
        let bytes = fetch_bytes(&file, |_| {}).await;
        let lesson = bytes.and_then(|bytes| Lesson::parse(&bytes).map_err(|why| why.to_string()));
        // Another one may have been chosen meanwhile.
        if self.known.with_value(|known| *known == file) {
            self.running.set(Some(match lesson {
                Ok(lesson) => Ok(Running { id: lesson.id(), lesson: Arc::new(lesson) }),
                Err(why) => Err(format!("{file}: {why}")),
            }));
            self.hear();
        }
    }

    /// Takes over what the page's settings say.
    fn hear(self) {
        let now = page::settings();
        let name = page::text_of(&now, "lesson");
        let step = Reflect::get(&now, &"step".into()).ok().and_then(|step| step.as_f64());
        let step = (step.unwrap_or(1.0) as usize).saturating_sub(1);
        if self.known.get_value() != name {
            self.known.set_value(name.clone());
            self.running.set(match taking::find(&name) {
                Found::Nothing => None,
                Found::File => {
                    wasm_bindgen_futures::spawn_local(self.fetch(name));
                    None
                }
                Found::Lesson(id, lesson) => Some(Ok(Running { id, lesson: Arc::new(lesson) })),
                Found::Damaged(error) => Some(Err(error.to_string())),
                Found::Unknown => Some(Err(texts::learn::unknown(name))),
            });
        }
        if self.step.get_untracked() != step {
            self.step.set(step);
        }
        let Some((running, step)) = self.lesson_now() else { return };
        self.keep_opened(&running);
        // A link to the step alone: its start is what the lesson says.
        let value = |name: &str| Reflect::get(&now, &name.into()).ok().as_ref().and_then(from_js);
        if taking::is_plain(value) {
            self.enter(&running, step);
        }
        self.look_soon();
    }

    /// Keeps a lesson that does not ship, so that it stands among those of the room.
    fn keep_opened(self, running: &Running) {
        if built_in::lesson(&running.id).is_some() {
            return;
        }
        let link = running.lesson.to_link();
        if self.opened.try_maybe_update(|opened| {
            let is_new = taking::open(opened, link);
            (is_new, is_new)
        }) == Some(true)
        {
            self.write_opened();
        }
    }

    /// Takes a lesson from those that were opened.
    pub fn forget_opened(self, link: &str) {
        self.opened.update(|opened| opened.retain(|known| known != link));
        self.write_opened();
    }

    fn write_opened(self) {
        let opened = self.opened.with_untracked(serde_json::to_string);
        keep(OPENED, &opened.unwrap_or_default());
    }

    /// Begins a lesson, or goes to a step of it, from 0.
    pub fn begin(self, name: &str, step: usize) {
        if let Found::Lesson(id, lesson) = taking::find(name) {
            self.show(name, &Running { id, lesson: Arc::new(lesson) }, step);
        }
    }

    /// Goes to a step of the lesson that is taken: one from a file of the site is found by its address alone.
    pub fn go(self, step: usize) {
        if let Some((running, _)) = self.lesson_now() {
            self.show(&self.known.get_value(), &running, step);
        }
    }

    fn show(self, name: &str, running: &Running, place: usize) {
        let Some(step) = running.lesson.steps.get(place) else { return };
        self.record(|progress| progress.stand(&running.id, place));
        let changes = Object::new();
        set(&changes, "lesson", &name.into());
        set(&changes, "step", &((place + 1) as f64).into());
        self.fill(&changes, &running.id, step);
        page::change_settings(&changes, false);
        window().scroll_to_with_x_and_y(0.0, 0.0);
    }

    fn enter(self, running: &Running, place: usize) {
        let Some(step) = running.lesson.steps.get(place) else { return };
        self.record(|progress| progress.stand(&running.id, place));
        let changes = Object::new();
        self.fill(&changes, &running.id, step);
        page::change_settings(&changes, true);
    }

    /// The settings of a step's start.
    fn fill(self, changes: &Object, id: &str, step: &Step) {
        put(changes, &decode(&step.settings).0);
        set(changes, "room", &step.room.as_str().into());
        let lesson = self.progress.with_untracked(|progress| {
            let place = self.place_of(id, step);
            progress.step(id, place).predicted.is_some()
        });
        set(changes, "only", &step.shown(lesson).into());
        set(changes, "hide", &step.hide.join(" ").into());
    }

    fn place_of(self, id: &str, step: &Step) -> usize {
        let of = |lesson: &Lesson| lesson.steps.iter().position(|each| each == step);
        let running = self.lesson_now().filter(|(running, _)| running.id == id);
        let place = running.and_then(|(running, _)| of(&running.lesson));
        place.or_else(|| built_in::lesson(id).as_ref().and_then(of)).unwrap_or_default()
    }

    /// Ends the lesson: the settings are what they were before it, and what was done is kept.
    pub fn leave(self) {
        let changes = Object::new();
        put(&changes, &before_lesson());
        for (name, value) in [("lesson", ""), ("only", ""), ("hide", ""), ("room", "learn")] {
            set(&changes, name, &value.into());
        }
        set(&changes, "step", &1_i32.into());
        page::change_settings(&changes, false);
    }

    /// Changes what was done, and keeps it.
    pub fn record(self, change: impl FnOnce(&mut Progress)) {
        self.progress.update(change);
        keep(KEPT, &self.progress.with_untracked(Progress::to_text));
    }

    /// Takes a prediction, and shows what waited for it.
    pub fn predict(self, given: String) {
        let Some((running, place)) = self.lesson_now() else { return };
        self.record(|progress| progress.step_mut(&running.id, place).predicted = Some(given));
        if let Some(step) = running.lesson.steps.get(place) {
            page::set_setting("only", &step.shown(true));
        }
        self.look_soon();
    }

    /// Takes an answer.
    pub fn answer(self, given: String) {
        let Some((running, place)) = self.lesson_now() else { return };
        self.record(|progress| progress.step_mut(&running.id, place).answered = Some(given));
    }

    fn look_soon(self) {
        let Some((running, place)) = self.lesson_now() else { return };
        let done = running.lesson.steps.get(place).and_then(|step| step.done.as_ref());
        let is_typed = done.is_some_and(nearfar_lessons::Condition::is_typed);
        let pause = if is_typed { self.typed } else { self.rest };
        pause.soon(move || self.look());
    }

    fn look_at_runs(self) {
        let Some((running, place)) = self.lesson_now() else { return };
        let done = running.lesson.steps.get(place).and_then(|step| step.done.as_ref());
        if done.is_some_and(nearfar_lessons::Condition::needs_runs) {
            self.look();
        }
    }

    /// Whether the step's condition is met; once it was, it stays so.
    fn look(self) {
        let Some((running, place)) = self.lesson_now() else { return };
        let Some(step) = running.lesson.steps.get(place) else { return };
        let Some(done) = &step.done else { return };
        let so_far = self.progress.with_untracked(|progress| progress.step(&running.id, place));
        let settings = settings_now();
        if !so_far.is_looked_at(step, settings.room) {
            return;
        }
        let runs = if done.needs_runs() { runs_now() } else { [None, None] };
        let seen = Seen {
            settings: &settings,
            head: &head_now,
            runs: &runs,
            predicted: so_far.predicted.is_some(),
        };
        let (start, _) = decode(&step.settings);
        self.is_another_cell.set(done.is_another_cell(&seen, &start));
        if done.is_met(&seen) {
            self.record(|progress| progress.step_mut(&running.id, place).met = true);
        }
    }
}

/// Sets among the page's settings what others show.
fn put(changes: &Object, settings: &Settings) {
    for (name, value) in taking::shown(settings) {
        set(changes, name, &to_js(&value));
    }
}

/// A head of the page's own numbers.
fn head_now(panel: Panel, head: usize) -> Option<HeadSeen> {
    let (api, trace) = page::method("trace")?;
    let options = Object::new();
    let name = if panel == Panel::A { "a" } else { "b" };
    set(&options, "panel", &name.into());
    let trace = trace.call1(&api, &options).ok()?;
    let of = |value: &JsValue, name: &str| Reflect::get(value, &name.into()).ok();
    let heads: js_sys::Array = of(&trace, "heads")?.dyn_into().ok()?;
    let tokens: js_sys::Array = of(&trace, "tokens")?.dyn_into().ok()?;
    let head = heads.get(u32::try_from(head).ok()?);
    let numbers = |name: &str| {
        let data = of(&of(&head, name)?, "data")?;
        Some(data.dyn_into::<Float32Array>().ok()?.to_vec())
    };
    let (weight, score) = (numbers("weight")?, numbers("score")?);
    Some(HeadSeen { tokens: tokens.length() as usize, weight, score })
}

/// The runs of the Train room (`train/state.rs` publishes them).
fn runs_now() -> [Option<RunSeen>; 2] {
    let runs = Reflect::get(&window(), &"nearfarRuns".into()).ok();
    let text = runs.and_then(|runs| runs.as_string()).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

/// What the browser keeps under a name; empty where it keeps nothing.
pub fn kept(name: &str) -> String {
    storage().and_then(|storage| storage.get_item(name).ok().flatten()).unwrap_or_default()
}

/// Keeps a text in the browser, where that is allowed.
pub fn keep(name: &str, text: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(name, text);
    }
}

fn kept_list(name: &str) -> Vec<String> {
    taking::still_lessons(serde_json::from_str(&kept(name)).unwrap_or_default())
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}
