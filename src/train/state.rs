//! What the room holds: two runs, the sentence that they look at, the user's file, and the frame in
//! which everything is drawn.

use std::time::Duration;

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar::picture::palette::{Palette, Theme};
use nearfar::settings::{Choice, Room};
use nearfar_kit::Mirror;
use nearfar_training::protocol::{Choices, Failure, Look, Report, Task, finding};
use wasm_bindgen::prelude::*;

use super::database::{self, Record};
use super::link::{self, Linked};
use super::trainer::{Letter, Trainer};
use crate::fetch::fetch_bytes;
use crate::kit::{Debounce, follow_settings};
use crate::page;
use crate::reactive::effect;

/// The sample of SNLI, and the most frequent words of the shared vectors.
const BUILT_IN: &str = "train/snli.tsv";
const FREQUENT: &str = "vectors/frequent.bin";
/// Under which the browser keeps the user's file.
const FILE_KEY: &str = "file";
/// What was chosen is written into the link once nothing more was for so long.
const WRITE_AFTER: Duration = Duration::from_millis(250);
/// A run that goes on is kept this often.
const KEEP_EVERY: Duration = Duration::from_secs(5);
/// States of more bytes are kept four times less often.
const LARGE_STATE: usize = 2 << 20;
/// Pictures of people who asked for less motion change this often.
const STILL: Duration = Duration::from_secs(1);

/// How fast the runs go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speed {
    /// As fast as can be.
    Full,
    /// So that single steps can be followed.
    Medium,
    /// So that every step can be read.
    Slow,
}

impl Choice for Speed {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Speed::Full, "full", "Full"),
        (Speed::Medium, "medium", "20 steps/s"),
        (Speed::Slow, "slow", "2 steps/s"),
    ];
}

/// The user's file.
#[derive(Clone, Debug)]
pub struct OwnFile {
    /// Its name.
    pub name: String,
    /// Its bytes, outside the program's memory: they may be many.
    pub bytes: Uint8Array,
}

/// The room. Handles only, copied into every component.
#[derive(Clone, Copy)]
pub struct TrainState {
    /// The run.
    pub a: Trainer,
    /// The run beside it.
    pub b: Trainer,
    /// Whether there is one beside it.
    pub comparing: RwSignal<bool>,
    /// Whose choices are shown.
    pub editing: RwSignal<Letter>,
    /// What is typed: one text, or two.
    pub texts: RwSignal<[String; 2]>,
    /// Whose attention is shown, from 0.
    pub text: RwSignal<usize>,
    /// The head that is shown, from 0: the one that matters most until somebody chooses.
    pub head: RwSignal<usize>,
    /// Whether somebody chose.
    has_chosen_head: StoredValue<bool>,
    /// How fast.
    pub speed: RwSignal<Speed>,
    /// The user's file.
    pub file: RwSignal<Option<OwnFile>, LocalStorage>,
    /// Light or dark, as the page has it.
    pub theme: RwSignal<Theme>,
    /// Whether what is looked at has the page's causal mask; training has none.
    pub causal: RwSignal<bool>,
    /// The colours of weights, as the page has them.
    pub palette: RwSignal<Palette>,
    /// Counts frames: what draws follows it.
    pub frame: RwSignal<u32>,
    /// What went wrong, in sentences.
    pub notices: RwSignal<Vec<String>>,
    /// Whether somebody typed; until then every task brings its own sentence.
    typed: StoredValue<bool>,
    frame_is_due: StoredValue<bool>,
    reports: StoredValue<[Option<Report>; 2]>,
    built_in: StoredValue<Option<Uint8Array>, LocalStorage>,
    vectors: StoredValue<Option<Uint8Array>, LocalStorage>,
    /// The link that the page is known to have.
    known: StoredValue<Mirror<String>>,
    writing: Debounce,
}

impl TrainState {
    /// As the link says, with the runs on their way.
    pub fn new() -> TrainState {
        let (linked, problems) = Linked::from_text(&link::now());
        let room = TrainState {
            a: Trainer::new(Letter::A, linked.a.clone()),
            b: Trainer::new(Letter::B, linked.b.clone().unwrap_or_default()),
            comparing: RwSignal::new(linked.b.is_some()),
            editing: RwSignal::new(Letter::A),
            typed: StoredValue::new(linked.texts.is_some()),
            texts: RwSignal::new(linked.texts.clone().unwrap_or_default()),
            text: RwSignal::new(0),
            head: RwSignal::new(linked.head.unwrap_or(0)),
            has_chosen_head: StoredValue::new(linked.head.is_some()),
            speed: RwSignal::new(linked.speed),
            file: RwSignal::new_local(None),
            theme: page::follow_theme(),
            causal: page::follow(page::causal_of),
            palette: page::follow(page::palette_of),
            frame: RwSignal::new(0),
            notices: RwSignal::new(problems),
            frame_is_due: StoredValue::new(false),
            reports: StoredValue::new([None, None]),
            built_in: StoredValue::new_local(None),
            vectors: StoredValue::new_local(None),
            known: StoredValue::new(Mirror::new(link::now())),
            writing: Debounce::new(WRITE_AFTER),
        };
        room.follow_link();
        room.keep_now_and_then();
        effect(move || {
            let look = room.look();
            room.trainers().into_iter().for_each(|trainer| trainer.look(room, look.clone()));
        });
        database::get(FILE_KEY, move |record| {
            if let Some(Record { text, bytes }) = record {
                room.file.set(Some(OwnFile { name: text, bytes }));
            }
            room.open_trainer(room.a);
            if room.comparing.get_untracked() {
                room.open_trainer(room.b);
            }
        });
        room
    }

    /// Starts a run, or restores the one that the browser kept of the same choices.
    fn open_trainer(self, trainer: Trainer) {
        trainer.kept(move |saved| {
            let saved = saved.filter(|saved| saved.choices == trainer.choices.get_untracked());
            trainer.start(self, saved);
        });
    }

    /// The runs that there are.
    pub fn trainers(self) -> Vec<Trainer> {
        if self.comparing.get() { vec![self.a, self.b] } else { vec![self.a] }
    }

    fn trainers_now(self) -> Vec<Trainer> {
        untrack(move || self.trainers())
    }

    /// The run whose choices are shown.
    pub fn edited(self) -> Trainer {
        if self.editing.get() == Letter::B && self.comparing.get() { self.b } else { self.a }
    }

    /// Steps a second; 0 is as many as can be.
    pub fn per_second(self) -> u32 {
        match self.speed.get_untracked() {
            Speed::Full => 0,
            Speed::Medium => 20,
            Speed::Slow => 2,
        }
    }

    /// Whether a run goes on by itself.
    pub fn is_playing(self) -> bool {
        self.trainers().iter().any(|trainer| trainer.report.with(|report| report.playing))
    }

    /// All runs go on, or stop.
    pub fn toggle(self) {
        let playing = untrack(move || self.is_playing());
        for trainer in self.trainers_now() {
            if playing { trainer.pause(self) } else { trainer.play(self) }
        }
    }

    /// One step of every run.
    pub fn step(self) {
        use nearfar_training::protocol::Ask;
        self.trainers_now()
            .into_iter()
            .for_each(|trainer| trainer.ask(self, Ask::Step { steps: 1 }));
    }

    /// Every run to its start.
    pub fn rewind(self) {
        self.trainers_now().into_iter().for_each(|trainer| trainer.rewind(self));
    }

    /// Another speed, at once.
    pub fn set_speed(self, speed: Speed) {
        self.speed.set(speed);
        self.choices_changed();
        for trainer in self.trainers_now() {
            if trainer.report.with_untracked(|report| report.playing) {
                trainer.play(self);
            }
        }
    }

    /// Shows a head from now on.
    pub fn choose_head(self, head: usize) {
        self.has_chosen_head.set_value(true);
        self.head.set(head);
        self.choices_changed();
        self.request_frame();
    }

    /// A second run with the choices of the first, or none.
    pub fn set_comparing(self, comparing: bool) {
        if comparing {
            self.b.choices.set(self.a.choices.get_untracked());
            self.comparing.set(true);
            self.editing.set(Letter::B);
            self.b.start(self, None);
        } else {
            self.comparing.set(false);
            self.editing.set(Letter::A);
            self.b.close();
        }
        self.choices_changed();
        self.request_frame();
    }

    fn look(self) -> Look {
        let texts = self.texts.get().to_vec();
        Look { texts, text: self.text.get(), head: self.head.get(), causal: self.causal.get() }
    }

    /// What is looked at, not followed.
    pub fn look_now(self) -> Look {
        untrack(move || self.look())
    }

    /// The task's own sentence, until somebody types.
    pub fn suggest_sentence(self, trainer: Trainer) {
        if trainer.letter == Letter::B || self.typed.get_value() {
            return;
        }
        let task = trainer.choices.with_untracked(|choices| choices.task);
        let first = trainer.overview.with_untracked(|overview| {
            overview.as_ref()?.examples.first().map(|(texts, _)| texts.clone())
        });
        let own = task.examples().first().map(|text| vec![(*text).to_owned()]);
        let mut texts = own.or(first).unwrap_or_default().into_iter();
        self.texts.set([texts.next().unwrap_or_default(), texts.next().unwrap_or_default()]);
    }

    /// What somebody typed.
    pub fn type_text(self, index: usize, text: String) {
        self.typed.set_value(true);
        self.texts.update(|texts| texts[index] = text);
        self.choices_changed();
    }

    /// Takes the user's file, keeps it in the browser, and starts the task with it.
    pub fn take_file(self, name: String, bytes: Uint8Array) {
        let kept = Record { text: name.clone(), bytes: bytes.clone() };
        self.file.set(Some(OwnFile { name, bytes }));
        database::put(FILE_KEY, kept, move |is_kept| {
            if !is_kept {
                self.notices.update(|notices| {
                    notices.push(
                        "The browser does not keep the file: it is gone when the page is left."
                            .to_owned(),
                    );
                });
            }
        });
        for trainer in self.trainers_now() {
            let own = trainer.choices.with_untracked(|choices| choices.task == Task::Own);
            if own {
                trainer.start(self, None);
            } else {
                trainer.change(self, |choices| *choices = of_task(Task::Own, choices));
            }
        }
    }

    /// The bytes that a run of these choices starts with, the labelled file first, and its name.
    pub async fn files_for(self, choices: &Choices) -> Result<(String, Vec<Uint8Array>), Failure> {
        let mut bytes = Vec::new();
        let mut name = String::new();
        match choices.task {
            Task::Generated(_) => {}
            Task::BuiltIn => {
                name = "snli".to_owned();
                bytes.push(fetched(BUILT_IN, self.built_in).await?);
            }
            Task::Own => {
                let Some(file) = self.file.get_untracked() else {
                    return Err(Failure::new("There is no file yet: choose, drop or paste one."));
                };
                name = file.name;
                bytes.push(file.bytes);
            }
        }
        if choices.shared_vectors {
            bytes.push(fetched(FREQUENT, self.vectors).await?);
        }
        Ok((name, bytes))
    }

    /// Takes a report in with the next frame.
    pub fn take_report(self, trainer: Trainer, report: Report) {
        self.reports.update_value(|reports| reports[trainer.letter as usize] = Some(report));
        self.request_frame();
    }

    /// Asks for a frame. Whatever comes until then is drawn in one.
    pub fn request_frame(self) {
        if self.frame_is_due.try_get_value() != Some(false) {
            return;
        }
        self.frame_is_due.set_value(true);
        let draw = move || {
            if self.frame_is_due.try_get_value().is_none() {
                return;
            }
            self.frame_is_due.set_value(false);
            let [a, b] = self.reports.try_update_value(std::mem::take).unwrap_or_default();
            if let Some(report) = a.as_ref().filter(|_| !self.has_chosen_head.get_value())
                && let Some(&best) = finding::winners(&report.worth).first()
                && self.head.get_untracked() != best
            {
                self.head.set(best);
            }
            for (trainer, report) in [(self.a, a), (self.b, b)] {
                if let Some(report) = report {
                    trainer.report.set(report);
                }
            }
            self.frame.update(|frame| *frame += 1);
        };
        let playing = untrack(move || self.is_playing());
        if playing && wants_less_motion() {
            set_timeout(draw, STILL);
        } else {
            request_animation_frame(draw);
        }
    }

    /// Writes the link, soon.
    pub fn choices_changed(self) {
        self.writing.soon(move || {
            let text = self.linked().to_text();
            self.known.update_value(|known| {
                known.learn(text.clone());
            });
            link::write(&text);
        });
    }

    fn linked(self) -> Linked {
        untrack(move || Linked {
            a: self.a.choices.get(),
            b: self.comparing.get().then(|| self.b.choices.get()),
            texts: self.typed.get_value().then(|| self.texts.get()),
            head: self.has_chosen_head.get_value().then(|| self.head.get()),
            speed: self.speed.get(),
        })
    }

    /// Another link in the same tab, undo and scripts change the page's setting: followed while the
    /// room is seen.
    fn follow_link(self) {
        follow_settings(Room::Train, move |settings| {
            // What is chosen here is newer, and about to be written.
            if self.writing.is_due() {
                return;
            }
            let text = link::of(settings);
            if self.known.try_update_value(|known| known.learn(text.clone())) != Some(true) {
                return;
            }
            let (linked, problems) = Linked::from_text(&text);
            self.notices.set(problems);
            self.apply(linked);
        });
    }

    fn apply(self, linked: Linked) {
        let now = self.linked();
        self.has_chosen_head.set_value(linked.head.is_some());
        self.head.set(linked.head.unwrap_or(0));
        self.speed.set(linked.speed);
        self.typed.set_value(linked.texts.is_some());
        match linked.texts {
            Some(texts) => self.texts.set(texts),
            None => self.suggest_sentence(self.a),
        }
        if linked.a != now.a {
            self.a.choices.set(linked.a);
            self.a.start(self, None);
        }
        match linked.b {
            None if now.b.is_some() => self.set_comparing(false),
            Some(choices) if Some(&choices) != now.b.as_ref() => {
                self.b.choices.set(choices);
                self.comparing.set(true);
                self.b.start(self, None);
            }
            _ => {}
        }
    }

    fn keep_now_and_then(self) {
        let ticks = StoredValue::new(0_usize);
        let keep = move || {
            ticks.update_value(|ticks| *ticks += 1);
            for trainer in self.trainers_now() {
                let due = trainer.kept_bytes() < LARGE_STATE || ticks.get_value().is_multiple_of(4);
                if due && trainer.report.with_untracked(|report| report.playing) {
                    trainer.keep();
                }
            }
        };
        let _ = set_interval_with_handle(keep, KEEP_EVERY);
        let leaving = move |_| {
            if document().hidden() {
                self.trainers_now().into_iter().for_each(Trainer::keep);
            }
        };
        let listener = Closure::<dyn Fn(web_sys::Event)>::new(leaving);
        let _ = document().add_event_listener_with_callback(
            "visibilitychange",
            listener.as_ref().unchecked_ref(),
        );
        // The room lives as long as the page.
        listener.forget();
    }

    /// Whether all runs are ready.
    pub fn is_ready(self) -> bool {
        self.trainers().into_iter().all(Trainer::is_ready)
    }
}

/// What a task is best begun with, with what the user chose of the attention.
pub fn of_task(task: Task, before: &Choices) -> Choices {
    let Choices { method, heads, head_start, seed, .. } = *before;
    Choices { method, heads, head_start, seed, ..Choices::of(task) }
}

async fn fetched(
    path: &'static str,
    known: StoredValue<Option<Uint8Array>, LocalStorage>,
) -> Result<Uint8Array, Failure> {
    if let Some(bytes) = known.get_value() {
        return Ok(bytes);
    }
    let bytes = fetch_bytes(path, |_| ()).await;
    let bytes = bytes.map_err(|why| Failure::new(format!("{path} did not load: {why}.")))?;
    let bytes = Uint8Array::from(bytes.as_slice());
    known.set_value(Some(bytes.clone()));
    Ok(bytes)
}

fn wants_less_motion() -> bool {
    let query = window().match_media("(prefers-reduced-motion: reduce)");
    query.ok().flatten().is_some_and(|query| query.matches())
}
