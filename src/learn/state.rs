//! Which lesson is taken, at which step, and what was done: the page's settings hold the first two, the
//! browser's storage the rest.

use std::time::Duration;

use leptos::prelude::*;
use nearfar::lab::Panel;
use nearfar::settings::Settings;
use nearfar::settings::url::decode;
use nearfar_lessons::learner::{Effect, Learner, Named, NotTaken};
use nearfar_lessons::taking::Taken;
use nearfar_lessons::{Condition, HeadSeen, RunSeen, Seen, Text};
use texts::Rich;
use wasm_bindgen_futures::JsFuture;

use crate::address::before_lesson;
use crate::browser::fetch::{describe, fetch_bytes};
use crate::browser::kept::Kept;
use crate::browser::values::{get, object, setting, settings_of, to_js};
use crate::kit::Debounce;
use crate::page::{self, Traced};
use crate::reactive::{memo, on_window};
use crate::rich::rich;

/// What the browser keeps of lessons.
pub const KEPT: Kept = Kept::of_visits("nearfar.learn");
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
    /// Whoever learns here.
    pub now: RwSignal<Learner>,
    /// The lesson that is taken; why it cannot be; or none.
    pub taken: Memo<Option<Result<Taken, NotTaken>>>,
    /// Lessons that were opened here, as links hold them, the last first.
    pub opened: Memo<Vec<String>>,
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
    rich(Rich::of_powers(sentence))
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
        let [progress, opened] = [KEPT, OPENED].map(|kept| kept.get().unwrap_or_default());
        let now = RwSignal::new(Learner::of_kept(&progress, &opened));
        let state = LearnState {
            now,
            taken: memo(move || now.with(|learner| learner.taken.clone())),
            opened: memo(move || now.with(|learner| learner.opened.clone())),
            rest: Debounce::new(REST),
            typed: Debounce::new(TYPED),
        };
        state.hear();
        on_window(page::CHANGED, move |_| state.hear());
        // Other tabs keep theirs under the same name.
        on_window("storage", move |_| {
            if let Some(kept) = KEPT.get() {
                state.apply(|learner| learner.heard_of_progress(&kept));
            }
            if let Some(kept) = OPENED.get() {
                state.apply(|learner| learner.heard_of_opened(&kept));
            }
        });
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

    /// Tells the learner what happened, and does what comes out of it: whether anything did.
    pub fn apply(self, event: impl FnOnce(&mut Learner) -> Option<Vec<Effect>>) -> bool {
        let effects = self.now.try_maybe_update(|learner| {
            let effects = event(learner);
            (effects.is_some(), effects)
        });
        let effects = effects.flatten();
        let is_news = effects.is_some();
        effects.into_iter().flatten().for_each(|effect| self.act(effect));
        is_news
    }

    fn act(self, effect: Effect) {
        match effect {
            Effect::Fetch(file) => wasm_bindgen_futures::spawn_local(async move {
                let bytes = fetch_bytes(&file, |_| {}).await;
                if self.apply(|learner| learner.fetched(file, bytes)) {
                    self.hear();
                }
            }),
            Effect::KeepProgress => {
                KEPT.put(&self.now.with_untracked(|learner| learner.progress.to_text()));
            }
            Effect::KeepOpened => {
                let opened = self.now.with_untracked(|l| serde_json::to_string(&l.opened));
                OPENED.put(&opened.unwrap_or_default());
            }
            Effect::Change(settings) => self.change(settings, false),
            Effect::Join(settings) => self.change(settings, true),
        }
    }

    /// Hands the page other settings; it may refuse them.
    fn change(self, settings: Named, joined: bool) {
        let settings = settings.iter().map(|(name, value)| (*name, to_js(value)));
        let Some(changed) = page::change_settings(&object(settings), joined) else { return };
        wasm_bindgen_futures::spawn_local(async move {
            if let Err(why) = JsFuture::from(changed).await {
                self.apply(|learner| learner.refused(describe(why)));
            }
        });
    }

    /// Whether what completes the step is of a kind.
    fn waits_for(self, kind: fn(&Condition) -> bool) -> bool {
        self.now.with_untracked(|learner| learner.waits_for(kind))
    }

    /// Takes over what the page's settings say.
    fn hear(self) {
        let now = page::settings();
        self.apply(|learner| learner.hear(&|name| setting(&now, name)));
        self.look_soon();
    }

    fn look_soon(self) {
        let pause = if self.waits_for(Condition::is_typed) { self.typed } else { self.rest };
        pause.soon(move || self.look());
    }

    /// Begins a lesson, or goes to a step of it, from 0.
    pub fn begin(self, name: &str, step: usize) {
        self.show(|learner| learner.begin(name, step));
    }

    /// A step is read from its top.
    pub fn show(self, event: impl FnOnce(&mut Learner) -> Option<Vec<Effect>>) {
        if self.apply(event) {
            window().scroll_to_with_x_and_y(0.0, 0.0);
        }
    }

    /// Ends the lesson.
    pub fn leave(self) {
        self.apply(|learner| learner.leave(&before_lesson()));
    }

    /// Takes a prediction, and shows what waited for it.
    pub fn predict(self, given: String) {
        self.apply(|learner| learner.predict(given));
        self.look_soon();
    }

    /// Whether the step's condition is met.
    fn look(self) {
        // What is seen costs more than to know that no lesson is taken.
        if self.now.with_untracked(|learner| learner.now().is_some()) {
            let (settings, runs) = (settings_now(), runs_now());
            let seen = Seen { settings: &settings, head: &head_now, runs: &runs, predicted: false };
            self.apply(|learner| learner.look(&seen));
        }
    }
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
