//! One run as the room sees it: its choices, its worker, and what the worker reported.

mod kept;

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar::ModelMethod;
use nearfar::model::OwnMethod;
use nearfar_kit::Stays;
use nearfar_training::protocol::{
    Answer, Ask, Choices, Failure, HeldOut, Look, Overview, PROTOCOL, Point, Report, Task,
    differences,
};
use nearfar_training::shelf::Saved;

use super::database;
use super::state::TrainState;
use crate::kit::client::read;
use crate::kit::{Client, Ended, Event, PATIENCE, Program, Said, f32s};

/// The program that trains. A step of a large model on a slow machine, and a large file, take their time.
const TRAINER: Program = Program {
    name: "nearfar-train-worker",
    protocol: PROTOCOL,
    patience: PATIENCE.saturating_mul(3),
};

/// The first run, or the one beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letter {
    /// The first.
    A,
    /// The other.
    B,
}

impl Letter {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Letter::A => "A",
            Letter::B => "B",
        }
    }

    /// Under which the browser keeps it.
    fn key(self) -> &'static str {
        match self {
            Letter::A => "a",
            Letter::B => "b",
        }
    }
}

/// Whether a run can be asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// There is none.
    Closed,
    /// On its way.
    Starting,
    /// It answers.
    Ready,
    /// There is none, and why.
    Failed(Failure),
}

/// What is drawn as curves.
#[derive(Clone, Debug, Default)]
pub struct Curves {
    /// Training.
    pub points: Vec<Point>,
    /// Held out.
    pub held_out: Vec<HeldOut>,
}

type Then = Box<dyn FnOnce(Answer, Vec<Uint8Array>)>;

/// A run. Handles only, copied into every component.
#[derive(Clone, Copy)]
pub struct Trainer {
    /// Which of the two.
    pub letter: Letter,
    /// What it was told.
    pub choices: RwSignal<Choices>,
    /// Which run of these choices it is: Rewind begins another one, which undo comes back from.
    pub number: RwSignal<u32>,
    /// Whether it can be asked.
    pub status: RwSignal<Status>,
    /// What it is made of.
    pub overview: RwSignal<Option<Overview>>,
    /// The last report, without its points.
    pub report: RwSignal<Report>,
    /// What went wrong without ending it.
    pub problem: RwSignal<Option<Failure>>,
    /// The run before the last change of choices, and that it started again, in a sentence.
    pub undo: RwSignal<Option<(Saved, String)>>,
    /// What happened to it, in a sentence: restored, started again.
    pub news: RwSignal<String>,
    /// The points.
    pub curves: StoredValue<Curves>,
    /// The weights of the sentence that is looked at, `[N, N]`.
    pub weights: StoredValue<Vec<f32>>,
    /// The last state that was saved, to go on from where the worker stops.
    saved: StoredValue<Option<Saved>>,
    /// What is to be restored once the run stands at its start.
    to_restore: StoredValue<Option<Saved>>,
    /// The checkpoint that the run starts from.
    to_start_from: StoredValue<Option<Uint8Array>, LocalStorage>,
    /// Whether it is to go on once it stands.
    to_play: StoredValue<bool>,
    /// Counts starts: an older one that comes late is dropped.
    starts: StoredValue<u32>,
    client: StoredValue<Option<Client>, LocalStorage>,
}

impl Trainer {
    /// No worker yet.
    pub fn new(letter: Letter, (choices, number): (Choices, u32)) -> Trainer {
        Trainer {
            letter,
            choices: RwSignal::new(choices),
            number: RwSignal::new(number),
            status: RwSignal::new(Status::Closed),
            overview: RwSignal::new(None),
            report: RwSignal::new(Report::default()),
            problem: RwSignal::new(None),
            undo: RwSignal::new(None),
            news: RwSignal::new(String::new()),
            curves: StoredValue::new(Curves::default()),
            weights: StoredValue::new(Vec::new()),
            saved: StoredValue::new(None),
            to_restore: StoredValue::new(None),
            to_start_from: StoredValue::new_local(None),
            to_play: StoredValue::new(false),
            starts: StoredValue::new(0),
            client: StoredValue::new_local(None),
        }
    }

    /// What stands in front of what is said of it: "Run A: " where there are two.
    pub fn prefix(self, room: TrainState) -> String {
        match room.comparing.get() {
            true => format!("{} ", texts::train::run_says(self.letter.name())),
            false => String::new(),
        }
    }

    /// Whether it answers.
    pub fn is_ready(self) -> bool {
        self.status.with(|status| *status == Status::Ready)
    }

    /// Whether it could not even start: its data are missing, or its choices do not fit together.
    pub fn never_started(self) -> bool {
        self.status.with(|status| matches!(status, Status::Failed(failure) if !failure.fatal))
    }

    /// How many heads its method has: DiSAN has a forward and a backward direction in their place.
    pub fn heads(self) -> usize {
        self.choices.with(|choices| match choices.method {
            ModelMethod::Own(OwnMethod::Disan) => 2,
            _ => choices.heads,
        })
    }

    /// The head that is shown of it, from 0: the room's, or the last.
    pub fn shown_head(self, room: TrainState) -> usize {
        room.head.get().min(self.heads().saturating_sub(1))
    }

    /// Sends a request; its answer goes the way of what is said unasked.
    pub fn ask(self, room: TrainState, ask: Ask) {
        self.send(room, ask, &[]);
    }

    fn send(self, room: TrainState, ask: Ask, bytes: &[Uint8Array]) {
        self.ask_then(ask, bytes, move |answer, bytes| self.receive(room, answer, &bytes));
    }

    /// Sends a request whose answer `then` takes.
    pub fn ask_then(
        self,
        ask: Ask,
        bytes: &[Uint8Array],
        then: impl FnOnce(Answer, Vec<Uint8Array>) + 'static,
    ) {
        self.ask_boxed(&ask, bytes, Box::new(then));
    }

    fn ask_boxed(self, ask: &Ask, bytes: &[Uint8Array], then: Then) {
        let mut then = Some(then);
        let then = move |answer, bytes| {
            if let Some(then) = then.take() {
                then(answer, bytes);
            }
            Said::Last
        };
        self.client.with_value(|client| {
            if let Some(client) = client {
                client.ask(Stays::Once, ask, bytes, then);
            }
        });
    }

    /// Starts the run of the present choices, and the worker where there is none; goes on from
    /// `restore` where that is given.
    pub fn start(self, room: TrainState, restore: Option<Saved>) {
        self.to_restore.set_value(restore);
        self.to_start_from.set_value(None);
        self.problem.set(None);
        self.status.set(Status::Starting);
        self.starts.update_value(|starts| *starts += 1);
        if self.client.with_value(Option::is_some) {
            self.send_start(room);
            return;
        }
        let client = Client::start(TRAINER, move |event| match event {
            Event::Ready => {}
            Event::Said(envelope) => {
                if let Some(answer) = read(&envelope) {
                    self.receive(room, answer, &envelope.parts_of());
                }
            }
            // What it had learned is lost but for what was kept: the user says how to go on.
            Event::Ended(Ended { why, .. }) => self.stopped(texts::train::worker_ended(why)),
        });
        self.client.set_value(Some(client));
        self.send_start(room);
    }

    /// Ends the worker and forgets the run.
    pub fn close(self) {
        self.client.set_value(None);
        self.status.set(Status::Closed);
        self.report.set(Report::default());
        self.overview.set(None);
        self.undo.set(None);
        self.saved.set_value(None);
        self.curves.set_value(Curves::default());
        database::delete(self.letter.key());
    }

    fn stopped(self, message: String) {
        // The first message says why; what follows is only that it stopped.
        if matches!(self.status.try_get_untracked(), Some(Status::Failed(_)) | None) {
            return;
        }
        self.client.set_value(None);
        self.report.update(|report| report.playing = false);
        self.status.set(Status::Failed(Failure { fatal: true, ..Failure::new(message) }));
    }

    /// A worker anew, from the last state that was saved.
    pub fn recover(self, room: TrainState) {
        let saved =
            self.saved.get_value().filter(|saved| saved.choices == self.choices.get_untracked());
        self.start(room, saved);
    }

    /// Hands the worker what the choices need: files come first.
    fn send_start(self, room: TrainState) {
        let choices = self.choices.get_untracked();
        let number = self.starts.get_value();
        wasm_bindgen_futures::spawn_local(async move {
            let files = room.files_for(&choices).await;
            if self.starts.try_get_value() != Some(number) {
                return;
            }
            match files {
                Ok((file_name, bytes)) => {
                    let has_file = choices.task.has_real_words();
                    let choices = choices.to_text();
                    self.send(room, Ask::Start { choices, has_file, file_name }, &bytes);
                }
                Err(failure) => self.not_started(room, failure),
            }
        });
    }

    fn receive(self, room: TrainState, answer: Answer, bytes: &[Uint8Array]) {
        if self.status.try_get_untracked().is_none() {
            return;
        }
        match answer {
            Answer::Started(overview) => self.started(room, *overview),
            // What comes otherwise is of the run before.
            Answer::Report(report) if self.is_ready_now() => self.reported(room, *report, bytes),
            Answer::Report(_) => {}
            Answer::Failed(failure) => {
                if self.status.get_untracked() == Status::Starting {
                    self.not_started(room, failure);
                } else {
                    self.problem.set(Some(failure));
                }
            }
            Answer::Saved { .. } | Answer::Checkpoint { .. } => {}
        }
    }

    /// There is no run of the present choices, and nothing of the one before stays in sight.
    fn not_started(self, room: TrainState, failure: Failure) {
        self.status.set(Status::Failed(failure));
        self.to_play.set_value(false);
        // The worker may go on with the run before.
        self.ask_then(Ask::Pause, &[], |_, _| {});
        self.overview.set(None);
        self.curves.set_value(Curves::default());
        self.weights.set_value(Vec::new());
        self.report.set(Report::default());
        room.forget_report(self);
    }

    fn started(self, room: TrainState, overview: Overview) {
        self.overview.set(Some(overview));
        self.curves.set_value(Curves::default());
        self.status.set(Status::Ready);
        room.suggest_sentence(self);
        self.look(room, room.look_now());
        if let Some(saved) = self.to_restore.try_update_value(Option::take).flatten() {
            self.go_on_from(room, saved);
        } else if let Some(file) = self.to_start_from.try_update_value(Option::take).flatten() {
            self.put_under(room, file);
        } else if self.to_play.get_value() {
            self.play(room);
        }
        self.to_play.set_value(false);
    }

    fn reported(self, room: TrainState, mut report: Report, bytes: &[Uint8Array]) {
        self.curves.update_value(|curves| {
            curves.points.truncate(report.from);
            curves.points.append(&mut report.points);
            curves.held_out.truncate(report.held_out_from);
            curves.held_out.append(&mut report.held_out);
        });
        if report.looked.is_some() {
            self.weights.set_value(f32s(bytes.first()));
        }
        room.take_report(self, report);
    }

    /// Goes on by itself.
    pub fn play(self, room: TrainState) {
        self.problem.set(None);
        self.ask(room, Ask::Play { per_second: room.per_second() });
    }

    /// Stops, and keeps what there is.
    pub fn pause(self, room: TrainState) {
        self.ask(room, Ask::Pause);
        self.keep();
    }

    /// What it is to look at.
    pub fn look(self, room: TrainState, look: Look) {
        if self.is_ready_now() {
            self.ask(room, Ask::Look(look));
        }
    }

    fn is_ready_now(self) -> bool {
        self.status.try_with_untracked(|status| *status == Status::Ready).unwrap_or(false)
    }

    /// Another run from the same start; what was can be gone back to.
    pub fn rewind(self, room: TrainState) {
        let is_begun = self.report.with_untracked(|report| report.step > 0);
        self.remember_then(room, texts::train::again_rewound().to_owned(), move || {
            self.problem.set(None);
            self.ask(room, Ask::Rewind);
        });
        if is_begun {
            self.number.set(room.next_number());
        }
    }

    /// Whether its file is a treebank: every word has a class, and sentences have trees.
    pub fn reads_treebank(self) -> bool {
        self.overview.with(|overview| overview.as_ref().is_some_and(|o| o.treebank))
    }

    /// Other choices: the run starts again from its seed. What was can be gone back to.
    pub fn change(self, room: TrainState, change: impl FnOnce(&mut Choices)) {
        let before = self.choices.get_untracked();
        let mut after = before.clone();
        change(&mut after);
        after.settle();
        if after == before {
            return;
        }
        let again = texts::train::again_with(differences(&before, &after));
        let was_playing = self.report.with_untracked(|report| report.playing);
        let begin = move || {
            self.to_play.set_value(was_playing);
            self.choices.set(after);
            self.news.set(String::new());
            room.choices_changed();
            self.start(room, None);
        };
        self.remember_then(room, again, begin);
    }

    /// Starts from a trained model, with the choices that it was made with.
    pub fn start_from(self, room: TrainState, file: Uint8Array) {
        let choices = self.choices.with_untracked(|choices| choices.for_checkpoint(&file.to_vec()));
        let choices = match choices {
            Ok(choices) => choices,
            Err(error) => return self.problem.set(Some(Failure::new(error))),
        };
        self.remember_then(room, texts::train::again_checkpoint().to_owned(), move || {
            self.choices.set(choices);
            self.news.set(String::new());
            room.choices_changed();
            self.start(room, None);
            self.to_start_from.set_value(Some(file));
        });
    }

    /// Puts a checkpoint under the run that stands at its start.
    fn put_under(self, room: TrainState, file: Uint8Array) {
        self.ask_then(Ask::StartFrom, &[file], move |answer, bytes| match answer {
            Answer::Report(report) => {
                self.news.set(texts::train::from_checkpoint().to_owned());
                self.reported(room, *report, &bytes);
            }
            Answer::Failed(failure) => self.problem.set(Some(failure)),
            _ => {}
        });
    }

    /// The task, followed.
    pub fn task(self) -> Task {
        self.choices.with(|choices| choices.task)
    }
}
