//! What the room holds: two runs, the sentence that they look at, the user's file, and the frame in
//! which everything is drawn.

mod files;
mod linked;

use std::time::Duration;

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar::lab::Panel;
use nearfar::picture::palette::{Palette, Theme};
use nearfar::settings::model_method_text;
use nearfar_kit::Mirror;
use nearfar_lessons::RunSeen;
use nearfar_training::protocol::{Ask, Choices, Look, Report};
use nearfar_training::room::{Linked, Run, Speed, looked};
use nearfar_training::shelf::Shelf;

use super::database::{self, Record};
use super::trainer::Trainer;
use crate::kit::Debounce;
use crate::matrix::wants_less_motion;
use crate::page;
use crate::reactive::{effect, on_window};
use crate::values::set;
use files::{FILE_KEY, OwnFile};
use linked::SETTING;

/// What was chosen is written into the link once nothing more was for so long.
const WRITE_AFTER: Duration = Duration::from_millis(250);
/// A run that goes on is kept this often.
const KEEP_EVERY: Duration = Duration::from_secs(5);
/// Pictures of people who asked for less motion change this often.
const STILL: Duration = Duration::from_secs(1);

/// What runs that were left may weigh together: some hundred small ones, or a few of published size.
const SHELF_BYTES: usize = 128 << 20;

/// The room. Handles only, copied into every component.
#[derive(Clone, Copy)]
pub struct TrainState {
    /// The run.
    pub a: Trainer,
    /// The run beside it.
    pub b: Trainer,
    /// Whether there is one beside it.
    pub comparing: RwSignal<bool>,
    /// The runs that were left.
    pub shelf: RwSignal<Shelf>,
    /// The highest number of a run so far.
    last_number: StoredValue<u32>,
    /// Whose choices are shown.
    pub editing: RwSignal<Panel>,
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
        let text = page::setting(SETTING);
        let (linked, problems) = Linked::from_text(&text);
        let room = TrainState {
            a: Trainer::new(Panel::A, linked.a.clone()),
            b: Trainer::new(Panel::B, linked.b.clone().unwrap_or_default()),
            last_number: StoredValue::new(linked.last_number(0)),
            comparing: RwSignal::new(linked.b.is_some()),
            shelf: RwSignal::new(Shelf::new(SHELF_BYTES)),
            editing: RwSignal::new(Panel::A),
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
            notices: RwSignal::new(linked::says_odd(problems)),
            frame_is_due: StoredValue::new(false),
            reports: StoredValue::new([None, None]),
            built_in: StoredValue::new_local(None),
            vectors: StoredValue::new_local(None),
            known: StoredValue::new(Mirror::new(text)),
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
            room.a.open(room);
            if room.comparing.get_untracked() {
                room.b.open(room);
            }
        });
        room
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
        if self.editing.get() == Panel::B && self.comparing.get() { self.b } else { self.a }
    }

    /// Other choices of that run.
    pub fn change_edited(self, change: impl FnOnce(&mut Choices)) {
        untrack(move || self.edited()).change(self, change);
    }

    /// Says what went wrong.
    pub fn tell(self, notice: String) {
        self.notices.update(|notices| notices.push(notice));
    }

    /// Whether a run goes on by itself.
    pub fn is_playing(self) -> bool {
        self.trainers().iter().any(|trainer| trainer.report.with(|report| report.playing))
    }

    /// All runs go on, or stop.
    pub fn toggle(self) {
        let playing = untrack(move || self.is_playing());
        for trainer in self.trainers_now() {
            trainer.apply(self, |run, report| if playing { run.pause(report) } else { run.play() });
        }
    }

    /// One step of every run.
    pub fn step(self) {
        for trainer in self.trainers_now() {
            trainer.ask(self, Ask::Step { steps: 1 });
        }
    }

    /// Every run to its start.
    pub fn rewind(self) {
        for trainer in self.trainers_now() {
            self.last_number.update_value(|last| {
                trainer.apply(self, |run, report| run.rewind(report, last));
            });
        }
        self.choices_changed();
    }

    /// Another speed, at once.
    pub fn set_speed(self, speed: Speed) {
        self.speed.set(speed);
        self.choices_changed();
        for trainer in self.trainers_now() {
            if trainer.report.with_untracked(|report| report.playing) {
                trainer.apply(self, |run, _| run.play());
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
            self.comparing.set(true);
            self.editing.set(Panel::B);
            let choices = self.a.choices_now();
            self.b.apply(self, |run, _| run.open_beside(choices));
        } else {
            self.comparing.set(false);
            self.editing.set(Panel::A);
            // Undo brings it back with what it learned.
            self.b.apply(self, Run::close);
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
        if trainer.panel == Panel::B || self.typed.get_value() {
            return;
        }
        let task = trainer.choices.with_untracked(|choices| choices.task);
        self.texts.set(trainer.overview.with_untracked(|overview| {
            looked::suggested(
                task,
                overview.as_ref().map_or(&[][..], |overview| &overview.examples),
            )
        }));
    }

    /// What somebody typed.
    pub fn type_text(self, index: usize, text: String) {
        self.typed.set_value(true);
        self.texts.update(|texts| texts[index] = text);
        self.choices_changed();
    }

    /// Takes a report in with the next frame.
    pub fn take_report(self, trainer: Trainer, report: Report) {
        self.reports.update_value(|reports| reports[trainer.panel as usize] = Some(report));
        self.request_frame();
    }

    /// Nothing is left to be taken in of a run that is no more.
    pub fn forget_report(self, trainer: Trainer) {
        self.reports.update_value(|reports| reports[trainer.panel as usize] = None);
        self.publish_runs();
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
            let reports = self.reports.try_update_value(std::mem::take).unwrap_or_default();
            let is_news = reports.iter().any(Option::is_some);
            let has_chosen = self.has_chosen_head.get_value();
            let worth = reports[0].as_ref().map(|report| &report.worth);
            let best = worth.and_then(|worth| looked::head_of_report(worth, has_chosen));
            if let Some(best) = best.filter(|best| self.head.get_untracked() != *best) {
                self.head.set(best);
            }
            for (trainer, report) in [self.a, self.b].into_iter().zip(reports) {
                report.into_iter().for_each(|report| trainer.report.set(report));
            }
            if is_news {
                self.publish_runs();
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

    /// How far the runs are, for lessons: a text, `[a, b]`, of `nearfar_lessons::RunSeen`.
    fn publish_runs(self) {
        let seen = self.trainers_now().into_iter().map(|trainer| {
            let accuracy =
                trainer.curves.with_value(|curves| curves.held_out.last().map(|h| h.right));
            Some(trainer.choices.with_untracked(|choices| RunSeen {
                step: trainer.report.with_untracked(|report| report.step),
                accuracy: accuracy.map(f64::from),
                task: choices.task.name().to_owned(),
                method: model_method_text(choices.method),
            }))
        });
        let mut seen: Vec<Option<RunSeen>> = seen.collect();
        seen.resize(2, None);
        let text = serde_json::to_string(&seen).unwrap_or_default();
        set(&window(), "nearfarRuns", &text.into());
    }

    fn keep_now_and_then(self) {
        let ticks = StoredValue::new(0_usize);
        let keep = move || {
            ticks.update_value(|ticks| *ticks += 1);
            for trainer in self.trainers_now() {
                trainer.apply(self, |run, report| run.keep_at(ticks.get_value(), report));
            }
        };
        let _ = set_interval_with_handle(keep, KEEP_EVERY);
        on_window("visibilitychange", move |_| {
            if document().hidden() {
                self.trainers_now().into_iter().for_each(|trainer| trainer.keep(self));
            }
        });
    }

    /// Whether all runs are ready.
    pub fn is_ready(self) -> bool {
        self.trainers().into_iter().all(Trainer::is_ready)
    }
}
