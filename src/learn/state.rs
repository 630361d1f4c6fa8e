//! Which lesson is taken, at which step, and what was done: the page's settings hold the first two, the
//! browser's storage the rest.

use std::time::Duration;

use leptos::prelude::*;
use nearfar::lab::Panel;
use nearfar::settings::url::decode;
use nearfar::settings::{Settings, Value};
use nearfar_lessons::formula::{Part, parts};
use nearfar_lessons::taking::{self, Found, Taken};
use nearfar_lessons::{Condition, HeadSeen, Lesson, Progress, RunSeen, Seen, Text};

use crate::address::before_lesson;
use crate::fetch::fetch_bytes;
use crate::kept::Kept;
use crate::kit::Debounce;
use crate::page::{self, Traced};
use crate::reactive::on_window;
use crate::values::{get, object, setting, settings_of, to_js};

/// What the browser keeps of lessons.
const KEPT: Kept = Kept::of_visits("nearfar.learn");
/// What it keeps of those that were opened.
const OPENED: Kept = Kept::of_visits("nearfar.learn.opened");
/// Conditions are looked at once the settings rest for so long.
const REST: Duration = Duration::from_millis(150);
/// What is typed is taken as it is once nothing was typed for so long.
const TYPED: Duration = Duration::from_millis(1500);
/// Runs of the Train room are looked at so often.
const LOOK_AT_RUNS: Duration = Duration::from_millis(700);

/// Handles only, copied into every component.
#[derive(Clone, Copy)]
pub struct LearnState {
    /// The lesson that is taken; why it cannot be; or none.
    pub running: RwSignal<Option<Result<Taken, String>>>,
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
    settings.altered = decode(&page::fragment(true)).0.altered;
    settings
}

impl LearnState {
    /// As the page and the browser have it, followed.
    pub fn new() -> LearnState {
        let state = LearnState {
            running: RwSignal::new(None),
            step: RwSignal::new(0),
            progress: RwSignal::new(Progress::parse(&KEPT.get().unwrap_or_default())),
            is_another_cell: RwSignal::new(false),
            known: StoredValue::new(String::new()),
            opened: RwSignal::new(taking::still_lessons(&OPENED.get().unwrap_or_default())),
            rest: Debounce::new(REST),
            typed: Debounce::new(TYPED),
        };
        state.hear();
        on_window(page::CHANGED, move |_| state.hear());
        // Runs are no settings: nobody says when they are further.
        let look_at_runs = move || {
            if state.waits_for(Condition::needs_runs) {
                state.look();
            }
        };
        if let Ok(runs) = set_interval_with_handle(look_at_runs, LOOK_AT_RUNS) {
            on_cleanup(move || runs.clear());
        }
        state
    }

    /// The lesson that is taken, and its step, from 0.
    fn taken_now(self) -> Option<(Taken, usize)> {
        let taken = self.running.get_untracked()?.ok()?;
        let last = taken.lesson.steps.len().saturating_sub(1);
        Some((taken, self.step.get_untracked().min(last)))
    }

    /// Whether what completes the step is of a kind.
    fn waits_for(self, kind: fn(&Condition) -> bool) -> bool {
        self.taken_now().is_some_and(|(taken, place)| taken.condition(place).is_some_and(kind))
    }

    /// Takes a lesson that is a file of this site.
    async fn fetch(self, file: String) {
        let bytes = fetch_bytes(&file, |_| {}).await;
        let lesson = bytes.and_then(|bytes| Lesson::parse(&bytes).map_err(|why| why.to_string()));
        // Another one may have been chosen meanwhile.
        if self.known.with_value(|known| *known == file) {
            let taken = lesson.map(Taken::own).map_err(|why| format!("{file}: {why}"));
            self.running.set(Some(taken));
            self.hear();
        }
    }

    /// Takes over what the page's settings say.
    fn hear(self) {
        let now = page::settings();
        let name = page::text_of(&now, "lesson");
        let step = (get(&now, "step").as_f64().unwrap_or(1.0) as usize).saturating_sub(1);
        if self.known.get_value() != name {
            self.known.set_value(name.clone());
            self.running.set(match taking::find(&name) {
                Found::Nothing => None,
                Found::File => {
                    wasm_bindgen_futures::spawn_local(self.fetch(name));
                    None
                }
                Found::Lesson(taken) => Some(Ok(taken)),
                Found::Damaged(error) => Some(Err(error.to_string())),
                Found::Unknown => Some(Err(texts::learn::unknown(name))),
            });
        }
        if self.step.get_untracked() != step {
            self.step.set(step);
        }
        let Some((taken, place)) = self.taken_now() else { return };
        // One that does not ship stands among those of the room.
        let is_new = self.opened.try_maybe_update(|opened| {
            let is_new = taking::open(opened, &taken);
            (is_new, is_new)
        });
        if is_new == Some(true) {
            self.write_opened();
        }
        // A link to the step alone: its start is what the lesson says.
        if taking::is_plain(|name| setting(&now, name)) {
            self.start(&taken, place, Vec::new(), true);
        }
        self.look_soon();
    }

    fn look_soon(self) {
        let pause = if self.waits_for(Condition::is_typed) { self.typed } else { self.rest };
        pause.soon(move || self.look());
    }

    /// Takes a lesson from those that were opened.
    pub fn forget_opened(self, link: &str) {
        self.opened.update(|opened| opened.retain(|known| known != link));
        self.write_opened();
    }

    fn write_opened(self) {
        OPENED.put(&self.opened.with_untracked(serde_json::to_string).unwrap_or_default());
    }

    /// Begins a lesson, or goes to a step of it, from 0.
    pub fn begin(self, name: &str, step: usize) {
        if let Found::Lesson(taken) = taking::find(name) {
            self.show(name, &taken, step);
        }
    }

    /// Goes to a step of the lesson that is taken: one from a file of the site is found by its address alone.
    pub fn go(self, step: usize) {
        if let Some((taken, _)) = self.taken_now() {
            self.show(&self.known.get_value(), &taken, step);
        }
    }

    fn show(self, name: &str, taken: &Taken, place: usize) {
        let step = Value::Number((place + 1) as f64);
        self.start(
            taken,
            place,
            vec![("lesson", Value::Text(name.to_owned())), ("step", step)],
            false,
        );
        window().scroll_to_with_x_and_y(0.0, 0.0);
    }

    /// Changes some settings, and those that a step begins with; `joined` with the change before as one step of undo.
    fn start(self, taken: &Taken, place: usize, mut settings: Vec<(&str, Value)>, joined: bool) {
        self.record(|progress| progress.stand(&taken.id, place));
        settings.extend(self.progress.with_untracked(|progress| taken.start(place, progress)));
        change(settings, joined);
    }

    /// Ends the lesson: the settings are what they were before it, and what was done is kept.
    pub fn leave(self) {
        change(taking::after(&before_lesson()), false);
    }

    /// Changes what was done, and keeps it.
    pub fn record(self, change: impl FnOnce(&mut Progress)) {
        self.progress.update(change);
        KEPT.put(&self.progress.with_untracked(Progress::to_text));
    }

    /// Takes a prediction, and shows what waited for it.
    pub fn predict(self, given: String) {
        let Some((taken, place)) = self.taken_now() else { return };
        self.record(|progress| progress.step_mut(&taken.id, place).predicted = Some(given));
        if let Some(step) = taken.lesson.steps.get(place) {
            page::set_setting("only", &step.shown(true));
        }
        self.look_soon();
    }

    /// Takes an answer.
    pub fn answer(self, given: String) {
        let Some((taken, place)) = self.taken_now() else { return };
        self.record(|progress| progress.step_mut(&taken.id, place).answered = Some(given));
    }

    /// Whether the step's condition is met; once it was, it stays so.
    fn look(self) {
        let Some((taken, place)) = self.taken_now() else { return };
        let (settings, runs) = (settings_now(), runs_now());
        let seen = Seen { settings: &settings, head: &head_now, runs: &runs, predicted: false };
        let looked = self.progress.with_untracked(|progress| taken.look(place, progress, &seen));
        let Some(looked) = looked else { return };
        self.is_another_cell.set(looked.is_another_cell);
        if looked.is_met {
            self.record(|progress| progress.step_mut(&taken.id, place).met = true);
        }
    }
}

fn change(settings: Vec<(&str, Value)>, joined: bool) {
    let settings = settings.iter().map(|(name, value)| (*name, to_js(value)));
    page::change_settings(&object(settings), joined);
}

/// A head of the page's own numbers.
fn head_now(panel: Panel, head: usize) -> Option<HeadSeen> {
    let traced = Traced::of(panel, head).ok()?;
    let (weight, score) = (traced.numbers("weight")?, traced.numbers("score")?);
    Some(HeadSeen { tokens: traced.tokens.len(), weight, score })
}

/// The runs of the Train room (`train/state.rs` publishes them).
fn runs_now() -> [Option<RunSeen>; 2] {
    let runs = get(&window(), "nearfarRuns").as_string().unwrap_or_default();
    serde_json::from_str(&runs).unwrap_or_default()
}
