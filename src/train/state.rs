//! What the room holds: two runs, the sentence that they look at, the files that they start with, and the frame in
//! which everything is drawn.

use std::time::Duration;

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar::lab::Panel;
use nearfar::picture::palette::{Palette, Theme};
use nearfar::settings::{Choice, Room, model_method_text};
use nearfar::sorted::SortedMap;
use nearfar_lessons::RunSeen;
use nearfar_training::protocol::{Choices, Failure, Look, Task};
use nearfar_training::room::{Chosen, Linked, OfRun, Reports, Runs, Shown};
use wasm_bindgen_futures::spawn_local;

use super::database::{Record, Records};
use super::trainer::Trainer;
use crate::browser::fetch::fetch_bytes;
use crate::browser::values::set;
use crate::browser::wants_less_motion;
use crate::kit::RoomLink;
use crate::page;
use crate::reactive::{effect, memo, on_window};

/// The page's name for the text of a link.
const SETTING: &str = "train";
/// What was chosen is written into the link once nothing more was for so long.
const WRITE_AFTER: Duration = Duration::from_millis(250);
/// A run that goes on is kept this often.
const KEEP_EVERY: Duration = Duration::from_secs(5);
/// Pictures of people who asked for less motion change this often.
const STILL: Duration = Duration::from_secs(1);

/// What runs that were left may weigh together: some hundred small ones, or a few of published size.
const SHELF_BYTES: usize = 128 << 20;

/// The sample of SNLI, and the most frequent words of the shared vectors.
const BUILT_IN: &str = "train/snli.tsv";
const FREQUENT: &str = "vectors/frequent.bin";
/// Under which the browser keeps the user's file.
const FILE_KEY: &str = "file";

/// The room. Handles only, copied into every component.
#[derive(Clone, Copy)]
pub struct TrainState {
    /// The run.
    pub a: Trainer,
    /// The run beside it.
    pub b: Trainer,
    /// What is decided about both.
    pub runs: RwSignal<Runs>,
    /// What is chosen beside what they are made with.
    pub chosen: Memo<Chosen>,
    /// Whether there is one beside it.
    pub comparing: Memo<bool>,
    /// Whether a run goes on by itself, as it was drawn last.
    pub playing: Memo<bool>,
    /// Whose choices are shown.
    editing: Memo<Panel>,
    /// The head that is shown, from 0.
    pub head: Memo<usize>,
    /// Where the browser keeps what this tab has; nowhere until that is known.
    pub records: StoredValue<Records>,
    /// The user's file, with its name.
    pub file: RwSignal<Option<Record>, LocalStorage>,
    /// The one that is tried in its place.
    tried: StoredValue<Option<Record>, LocalStorage>,
    /// Light or dark, as the page has it.
    pub theme: RwSignal<Theme>,
    /// Whether what is looked at has the page's causal mask; training has none.
    pub causal: RwSignal<bool>,
    /// The colours of weights, as the page has them.
    pub palette: RwSignal<Palette>,
    /// What went wrong, in sentences.
    pub notices: RwSignal<Vec<String>>,
    frame_is_due: StoredValue<bool>,
    /// Files of the page that runs started with.
    fetched: StoredValue<SortedMap<&'static str, Uint8Array>, LocalStorage>,
    link: RoomLink,
}

impl TrainState {
    /// As the link says, with the runs on their way.
    pub fn new() -> TrainState {
        let (link, text) = RoomLink::new(SETTING, WRITE_AFTER);
        let (linked, problems) = Linked::from_text(&text);
        let runs = RwSignal::new(Runs::new(&linked, SHELF_BYTES));
        let chosen = memo(move || runs.with(|runs| runs.chosen.clone()));
        let handle = StoredValue::new(None);
        let [a, b] = [Panel::A, Panel::B].map(|panel| Trainer::new(panel, runs, handle));
        let comparing = memo(move || chosen.with(|chosen| chosen.comparing));
        let plays = |trainer: Trainer| trainer.reported(|report| report.playing);
        let room = TrainState {
            a,
            b,
            runs,
            chosen,
            comparing,
            playing: memo(move || plays(a) || comparing.get() && plays(b)),
            editing: memo(move || chosen.with(|chosen| chosen.editing)),
            head: memo(move || chosen.with(|chosen| chosen.head)),
            records: StoredValue::new(Records(None)),
            file: RwSignal::new_local(None),
            tried: StoredValue::new_local(None),
            theme: page::follow_theme(),
            causal: page::follow(page::causal_of),
            palette: page::follow(page::palette_of),
            notices: RwSignal::new(Linked::says_odd(&problems)),
            frame_is_due: StoredValue::new(false),
            fetched: StoredValue::new_local(SortedMap::new()),
            link,
        };
        handle.set_value(Some(room));
        // Another link in the same tab, undo and scripts.
        link.follow(Room::Train, move |text| room.take_link(text));
        room.keep_now_and_then();
        let look = memo(move || room.look());
        effect(move || room.trainers().into_iter().for_each(|trainer| trainer.look(look.get())));
        spawn_local(async move {
            let records = Records::claim().await;
            room.records.set_value(records);
            // One that was taken meanwhile goes before.
            let kept = records.get(FILE_KEY).await;
            let taken = room.file.get_untracked();
            match (taken, kept) {
                (Some(taken), _) => drop(records.put(FILE_KEY, taken).await),
                (None, kept) => room.file.set(kept),
            }
            room.trainers_now().into_iter().for_each(Trainer::open);
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
        if self.editing.get() == Panel::B { self.b } else { self.a }
    }

    /// The same, not followed.
    pub fn edited_now(self) -> Trainer {
        untrack(move || self.edited())
    }

    /// The head that is shown, from 0: of two runs with different numbers of heads the larger has the room's.
    pub fn shown_head(self) -> usize {
        self.trainers().into_iter().map(Trainer::shown_head).max().unwrap_or(0)
    }

    /// The run in a panel.
    fn in_panel(self, panel: Panel) -> Trainer {
        if panel == Panel::B { self.b } else { self.a }
    }

    /// Other choices of a run.
    pub fn change(self, panel: Panel, change: impl FnOnce(&mut Choices)) {
        self.apply(|runs, reports| runs.change(panel, reports, change));
    }

    /// Other choices of the run whose choices are shown.
    pub fn change_edited(self, change: impl FnOnce(&mut Choices)) {
        self.change(self.edited_now().panel, change);
    }

    /// Says what went wrong.
    pub fn tell(self, notice: String) {
        self.notices.update(|notices| notices.push(notice));
    }

    /// Tells the runs what happened, with their last reports, and does what they say.
    pub fn apply(self, event: impl FnOnce(&mut Runs, Reports) -> Vec<OfRun>) {
        self.apply_with(&[], event);
    }

    /// The same; `bytes` came with what happened.
    pub fn apply_with(
        self,
        bytes: &[Uint8Array],
        event: impl FnOnce(&mut Runs, Reports) -> Vec<OfRun>,
    ) {
        let effects = self.a.shown.try_with_untracked(|a| {
            let event =
                |b: &Shown| self.runs.try_update(|runs| event(runs, [&a.report, &b.report]));
            self.b.shown.try_with_untracked(event).flatten()
        });
        for (panel, effect) in effects.flatten().unwrap_or_default() {
            self.in_panel(panel).act(effect, bytes);
        }
    }

    /// All runs go on, or stop.
    pub fn toggle(self) {
        let are_playing = self.playing.get_untracked();
        self.apply(|runs, reports| runs.toggle(reports, are_playing));
    }

    /// Changes what is chosen, in the link too.
    pub fn choose(self, change: impl FnOnce(&mut Chosen)) {
        self.runs.update(|runs| change(&mut runs.chosen));
        self.choices_changed();
    }

    /// A second run with the choices of the first, or none.
    pub fn set_comparing(self, comparing: bool) {
        self.apply(|runs, reports| runs.compare(reports, comparing));
        self.request_frame();
    }

    /// What is looked at, followed.
    pub fn look(self) -> Look {
        self.chosen.with(|chosen| chosen.look(self.causal.get()))
    }

    /// Asks for a frame. Whatever comes until then is drawn in one.
    pub fn request_frame(self) {
        if self.frame_is_due.try_update_value(|due| std::mem::replace(due, true)) != Some(false) {
            return;
        }
        let draw = move || {
            self.frame_is_due.set_value(false);
            self.a.shown.with_untracked(|shown| {
                self.runs.maybe_update(|runs| runs.chosen.see_worth(&shown.report.worth));
            });
            self.trainers_now().into_iter().for_each(|trainer| trainer.shown.update(|_| ()));
            self.publish_runs();
        };
        if self.playing.get_untracked() && wants_less_motion() {
            set_timeout(draw, STILL);
        } else {
            request_animation_frame(draw);
        }
    }

    /// How far the runs are, for lessons: a text, `[a, b]`, of `nearfar_lessons::RunSeen`.
    pub fn publish_runs(self) {
        let mut seen = [None, None];
        for (seen, trainer) in seen.iter_mut().zip(self.trainers_now()) {
            let Choices { task, method, .. } = trainer.choices.get_untracked();
            *seen = Some(trainer.shown.with_untracked(|shown| RunSeen {
                step: shown.report.step,
                accuracy: shown.held_out().map(|held_out| held_out.right.into()),
                task: task.name().to_owned(),
                method: model_method_text(method),
            }));
        }
        let text = serde_json::to_string(&seen).unwrap_or_default();
        set(&window(), "nearfarRuns", &text.into());
    }

    fn keep_now_and_then(self) {
        let ticks = StoredValue::new(0_usize);
        let keep = move || {
            ticks.update_value(|ticks| *ticks += 1);
            self.apply(|runs, reports| runs.keep_at(reports, ticks.get_value()));
        };
        let _ = set_interval_with_handle(keep, KEEP_EVERY);
        on_window("visibilitychange", move |_| {
            if document().hidden() {
                self.apply(Runs::keep);
            }
        });
    }

    /// Whether all runs are ready.
    pub fn is_ready(self) -> bool {
        self.trainers().into_iter().all(Trainer::is_ready)
    }

    /// Writes the link, soon.
    pub fn choices_changed(self) {
        self.link.write_soon(move || self.runs.with_untracked(Runs::linked).to_text());
    }

    fn take_link(self, text: &str) {
        let (linked, problems) = Linked::from_text(text);
        self.notices.set(Linked::says_odd(&problems));
        let examples = untrack(|| self.a.made_of(|overview| overview.examples.clone()));
        self.apply(|runs, reports| runs.follow(reports, linked, &examples));
        self.request_frame();
    }

    /// A file is to take the place of the user's own, once the workers of all runs that it would be one of have read it.
    pub fn try_file(self, file: Record) {
        let asked = self.runs.try_update(|runs| runs.try_file(&file.text));
        let Some((number, asks)) = asked else { return };
        for (panel, ask) in asks {
            self.in_panel(panel).check(&ask, &file.bytes, move |answer| {
                self.apply(|runs, _| runs.checked(number, panel, answer));
            });
        }
        self.tried.set_value(Some(file));
    }

    /// Keeps the file that was tried in the browser, and starts the task with it.
    pub fn take_file(self) {
        let Some(file) = self.tried.try_update_value(Option::take).flatten() else { return };
        self.file.set(Some(file.clone()));
        spawn_local(async move {
            if !self.records.get_value().put(FILE_KEY, file).await {
                self.tell(texts::train::own_not_kept().to_owned());
            }
        });
        self.apply(Runs::take_file);
    }

    /// The bytes that a run of these choices starts with, the labelled file first, and its name.
    pub async fn files_for(self, choices: &Choices) -> Result<(String, Vec<Uint8Array>), Failure> {
        let (name, mut bytes) = match choices.task {
            Task::Generated(_) => (String::new(), Vec::new()),
            Task::BuiltIn => ("snli".to_owned(), vec![self.fetched(BUILT_IN).await?]),
            Task::Own => match self.file.get_untracked() {
                Some(Record { text, bytes }) => (text, vec![bytes]),
                None => return Err(Failure::new(texts::train::own_none())),
            },
        };
        if choices.shared_vectors {
            bytes.push(self.fetched(FREQUENT).await?);
        }
        Ok((name, bytes))
    }

    async fn fetched(self, path: &'static str) -> Result<Uint8Array, Failure> {
        if let Some(bytes) = self.fetched.with_value(|known| known.get(path).cloned()) {
            return Ok(bytes);
        }
        let bytes = fetch_bytes(path, |_| ()).await;
        let bytes = bytes.map_err(|why| Failure::new(texts::common::file_not_loaded(path, why)))?;
        let bytes = Uint8Array::from(bytes.as_slice());
        self.fetched.update_value(|known| {
            known.insert(path, bytes.clone());
        });
        Ok(bytes)
    }
}
