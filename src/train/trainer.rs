//! One run: its signals, its worker, and what [`nearfar_training::room::Run`] says to do.

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar::ModelMethod;
use nearfar::lab::Panel;
use nearfar_kit::Stays;
use nearfar_training::protocol::{Answer, Ask, Choices, Look, Overview, PROTOCOL, Report, Task};
use nearfar_training::room::says::{About, Said};
use nearfar_training::room::{Curves, Effect, Purpose, Run, Runs, Shown, Status, is_of_treebank};
use nearfar_training::shelf::Saved;
use wasm_bindgen_futures::spawn_local;

use super::database::Record;
use super::state::TrainState;
use crate::kit::client::read;
use crate::kit::{Answers, Client, Ended, Event, Program, f32s};
use crate::reactive::memo;

/// The program that trains.
const TRAINER: Program = Program { name: "nearfar-train-worker", protocol: PROTOCOL };
/// A step of a large model on a slow machine, and a large file, take so many times as long as others' work.
const LONGER: f64 = 3.0;

/// A run. Handles only, copied into every component.
#[derive(Clone, Copy)]
pub struct Trainer {
    /// Which of the two.
    pub panel: Panel,
    /// The room, once it is there: see [`Trainer::room`].
    in_room: StoredValue<Option<TrainState>>,
    /// What is decided about it and the other.
    runs: RwSignal<Runs>,
    /// What it was told.
    pub choices: Memo<Choices>,
    /// What was chosen last: another run may still be on its way with it.
    pub wanted: Memo<Choices>,
    /// Whether it can be asked.
    pub status: Memo<Status>,
    /// What it is made of.
    pub overview: RwSignal<Option<Overview>>,
    /// What is drawn of it. What a report changes is told in the next frame.
    pub shown: RwSignal<Shown>,
    client: StoredValue<Option<Client>, LocalStorage>,
}

impl Trainer {
    /// No worker yet.
    pub fn new(
        panel: Panel,
        runs: RwSignal<Runs>,
        in_room: StoredValue<Option<TrainState>>,
    ) -> Trainer {
        Trainer {
            panel,
            in_room,
            runs,
            choices: memo(move || runs.with(|runs| runs.of(panel).id.choices.clone())),
            wanted: memo(move || runs.with(|runs| runs.of(panel).choices().clone())),
            status: memo(move || runs.with(|runs| runs.of(panel).status.clone())),
            overview: RwSignal::new(None),
            shown: RwSignal::new(Shown::default()),
            client: StoredValue::new_local(None),
        }
    }

    /// The room that it is a run of.
    pub fn room(self) -> TrainState {
        self.in_room.get_value().unwrap_or_else(|| unreachable!("the room sets it as it is made"))
    }

    /// What is said about something of it, followed.
    pub fn says(self, about: About) -> Memo<Option<Said>> {
        memo(move || self.runs.with(|runs| runs.of(self.panel).says(about)))
    }

    /// What stands in front of what is said of it: "Run A: " where there are two.
    pub fn prefix(self) -> String {
        match self.room().comparing.get() {
            true => format!("{} ", texts::train::run_says(self.panel.letter())),
            false => String::new(),
        }
    }

    /// Whether it answers.
    pub fn is_ready(self) -> bool {
        self.status.with(|status| *status == Status::Ready)
    }

    /// The task, followed.
    pub fn task(self) -> Task {
        self.choices.with(|choices| choices.task)
    }

    /// How its words attend, followed.
    pub fn method(self) -> ModelMethod {
        self.choices.with(|choices| choices.method)
    }

    /// Whether its file is a treebank: every word has a class, and sentences have trees.
    pub fn reads_treebank(self) -> bool {
        self.made_of(|overview| overview.treebank)
    }

    /// Whether it is offered what a treebank has.
    pub fn is_of_treebank(self) -> bool {
        is_of_treebank(self.method(), self.reads_treebank())
    }

    /// What it is made of, followed; nothing of one that does not stand yet.
    pub fn made_of<T: Default>(self, read: impl FnOnce(&Overview) -> T) -> T {
        self.overview.with(|overview| overview.as_ref().map(read).unwrap_or_default())
    }

    /// How many heads are shown of it.
    pub fn heads(self) -> usize {
        self.choices.with(Choices::shown_heads)
    }

    /// The head that is shown of it, from 0: the room's, or the last.
    pub fn shown_head(self) -> usize {
        self.room().head.get().min(self.heads().saturating_sub(1))
    }

    /// What is read of its last report, followed.
    pub fn reported<T>(self, read: impl FnOnce(&Report) -> T) -> T {
        self.shown.with(|shown| read(&shown.report))
    }

    /// Sends a request; its answer goes the way of what is said unasked.
    fn send(self, ask: &Ask, bytes: &[Uint8Array], purpose: Purpose) {
        let starts = self.starts();
        self.ask_then(ask, bytes, move |answer, bytes| {
            // What is saved goes on in the program's own memory; the weights of a report do not.
            let is_state = matches!(answer, Answer::Saved { .. });
            let state = bytes.first().filter(|_| is_state).map(Uint8Array::to_vec);
            let (state, purpose) = (state.unwrap_or_default(), purpose.clone());
            self.apply_with(&bytes, move |run, _| run.answered(starts, purpose, answer, state));
        });
    }

    fn ask_then(
        self,
        ask: &Ask,
        bytes: &[Uint8Array],
        then: impl Fn(Answer, Vec<Uint8Array>) + 'static,
    ) {
        let then = move |answer, bytes| {
            then(answer, bytes);
            Answers::Last
        };
        self.client.with_value(|client| {
            if let Some(client) = client {
                client.ask(Stays::Once, ask, bytes, then);
            }
        });
    }

    /// Tells the run what happened, with the last report, and does what it says.
    pub fn apply(self, event: impl FnOnce(&mut Run, &Report) -> Vec<Effect>) {
        self.apply_with(&[], event);
    }

    fn apply_with(
        self,
        bytes: &[Uint8Array],
        event: impl FnOnce(&mut Run, &Report) -> Vec<Effect>,
    ) {
        self.room().apply_with(bytes, |runs, reports| runs.apply(self.panel, reports, event));
    }

    /// Tells the run what has no effect on the page.
    fn tell(self, what: impl FnOnce(&mut Run)) {
        self.runs.try_update(|runs| what(runs.of_mut(self.panel)));
    }

    /// Does what the run says; `bytes` came with what happened to it.
    pub fn act(self, effect: Effect, bytes: &[Uint8Array]) {
        let room = self.room();
        match effect {
            Effect::Start => self.start(),
            Effect::Ask(ask, with, purpose) => {
                let with = (!with.is_empty()).then(|| Uint8Array::from(with.as_slice()));
                self.send(&ask, with.as_slice(), purpose);
            }
            Effect::Play => {
                let speed = room.chosen.with_untracked(|chosen| chosen.speed);
                let play = Ask::Play { per_second: speed.per_second() };
                self.send(&play, &[], Purpose::Report);
            }
            Effect::Stand(overview) => {
                self.overview.set(Some(*overview));
                self.shown.update(|shown| shown.curves = Curves::default());
                self.look(untrack(move || room.look()));
            }
            Effect::Draw(report) => {
                self.shown.maybe_update(|shown| {
                    shown.take(*report, || f32s(bytes.first()));
                    // The frame tells of it.
                    false
                });
                room.request_frame();
            }
            Effect::Clear => {
                self.overview.set(None);
                self.shown.set(Shown::default());
                room.publish_runs();
            }
            Effect::Keep(text) => {
                let Some(bytes) = bytes.first().cloned() else { return };
                let records = room.records.get_value();
                spawn_local(async move {
                    if !records.put(self.panel.name(), Record { text, bytes }).await {
                        self.tell(|run| run.not_kept(records.0));
                    }
                });
            }
            Effect::Forget => {
                let records = room.records.get_value();
                spawn_local(records.delete(self.panel.name()));
            }
            Effect::WriteLink => room.choices_changed(),
            Effect::TakeFile => room.take_file(),
            // The room keeps it.
            Effect::Shelve(_) => {}
            Effect::EndWorker => {
                self.client.set_value(None);
                self.shown.update(|shown| shown.report.playing = false);
            }
        }
    }

    /// Starts the worker where there is none.
    fn start_worker(self) {
        if self.client.with_value(|client| client.as_ref().is_none_or(Client::has_ended)) {
            let client = Client::start(TRAINER, move |event| match event {
                Event::Ready => {}
                Event::Said(envelope) => {
                    if let Some(answer) = read(&envelope) {
                        let bytes = envelope.parts_of();
                        self.apply_with(&bytes, move |run, _| run.received(answer));
                    }
                }
                Event::Ended(Ended { why, .. }) => {
                    let why = texts::train::worker_ended(why);
                    self.room().apply(|runs, reports| runs.stopped(self.panel, reports, why));
                }
            });
            client.stretch(LONGER);
            self.client.set_value(Some(client));
        }
    }

    /// How often it was started; 0 where the room is gone.
    fn starts(self) -> u32 {
        self.runs.try_with_untracked(|runs| runs.of(self.panel).starts).unwrap_or(0)
    }

    /// Hands the worker what the choices need, files first.
    fn start(self) {
        self.start_worker();
        let (choices, number) = (self.choices.get_untracked(), self.starts());
        spawn_local(async move {
            let files = self.room().files_for(&choices).await;
            // The files of an older start that come late are dropped.
            if self.starts() != number {
                return;
            }
            match files {
                Ok((file_name, bytes)) => {
                    let has_file = choices.task.has_real_words();
                    let choices = choices.to_text();
                    let ask = Ask::Start { choices, has_file, file_name };
                    self.send(&ask, &bytes, Purpose::Report);
                }
                Err(failure) => self.apply(|run, _| run.not_started(failure)),
            }
        });
    }

    /// What it is to look at.
    pub fn look(self, look: Look) {
        if self.status.try_get_untracked() == Some(Status::Ready) {
            self.send(&Ask::Look(look), &[], Purpose::Report);
        }
    }

    /// Starts, or goes on from what the browser kept of the same choices.
    pub fn open(self) {
        spawn_local(async move {
            let kept = self.room().records.get_value().get(self.panel.name()).await;
            self.apply(|run, _| {
                let saved = |Record { text, bytes }: Record| {
                    Saved::from_text(&text, bytes.to_vec(), run.id.number)
                };
                let saved = kept.and_then(saved);
                run.open(saved)
            });
        });
    }

    /// Asks the worker whether a file suits the run.
    pub fn check(self, ask: &Ask, file: &Uint8Array, then: impl Fn(Answer) + 'static) {
        self.start_worker();
        self.ask_then(ask, std::slice::from_ref(file), move |answer, _| then(answer));
    }

    /// The model as a checkpoint: its name and bytes.
    pub fn export(self, then: impl Fn(String, Uint8Array) + 'static) {
        self.ask_then(&Ask::Export, &[], move |answer, bytes| {
            match (answer, bytes.into_iter().next()) {
                (Answer::Checkpoint { name }, Some(bytes)) => then(name, bytes),
                (Answer::Failed(failure), _) => self.tell(|run| run.problem = Some(failure)),
                _ => {}
            }
        });
    }
}
