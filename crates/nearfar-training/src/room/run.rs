//! One run as the room sees it, a state machine: what the user or the worker did in; the new state, and what the
//! page does for it, out. Curves, pictures and messages are the page's.

use nearfar::picture::scale::format_count;
use nearfar_texts::train as texts;

use super::slot::MOST;
use crate::protocol::finding::is_learned;
use crate::protocol::{Answer, Ask, Choices, Failure, Kept, Overview, Report, Task, differences};
use crate::shelf::Saved;

/// After so many times in a row that the held-out examples were answered as a learned task is, a run pauses by itself.
const SURE: usize = 3;
/// A run whose state has so many bytes is kept less often than others.
const LARGE_STATE: usize = 2 << 20;

/// Which run it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunId {
    /// What it was told.
    pub choices: Choices,
    /// Which run of these choices: Rewind begins another one, which undo comes back from.
    pub number: u32,
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

impl Status {
    /// Whether it could not even start: its data are missing, or its choices do not fit together.
    pub fn never_started(&self) -> bool {
        matches!(self, Status::Failed(failure) if !failure.fatal)
    }
}

/// Why a run started again.
#[derive(Clone, Debug, PartialEq)]
pub enum Again {
    /// It was rewound.
    Rewound,
    /// Other choices, in words.
    With(String),
    /// From a checkpoint.
    Checkpoint,
    /// Undo went back to a run of the same choices.
    GoneBack,
    /// Undo went back to a run of other choices, in words.
    Returned(String),
}

impl Again {
    /// In words.
    pub fn says(&self) -> String {
        match self {
            Again::Rewound => texts::again_rewound().to_owned(),
            Again::With(differ) => texts::again_with(differ),
            Again::Checkpoint => texts::again_checkpoint().to_owned(),
            Again::GoneBack => texts::again_gone_back().to_owned(),
            Again::Returned(differ) => texts::again_returned(differ),
        }
    }
}

/// What happened to a run that nobody asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// It goes on from a kept state, after so many steps.
    Restored(u64),
    /// It does not, and why.
    NotRestored(String),
    /// The browser does not keep it, in the slot of this tab or because the tab has none.
    NotKept(Option<u32>),
    /// It starts from a checkpoint.
    FromCheckpoint,
}

impl News {
    /// In a sentence.
    pub fn says(&self) -> String {
        match self {
            News::Restored(step) => texts::restored(format_count(*step)),
            News::NotRestored(why) => texts::not_restored(why),
            News::NotKept(Some(_)) => texts::not_kept().to_owned(),
            News::NotKept(None) => texts::not_kept_tabs(MOST),
            News::FromCheckpoint => texts::from_checkpoint().to_owned(),
        }
    }
}

/// What comes after the run that is left was saved.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// The same choices from the start.
    Rewind,
    /// Other choices; whether they go on by themselves.
    Change(Choices, bool),
    /// A checkpoint, the bytes, and the choices that it was made with.
    StartFrom(Choices, Vec<u8>),
    /// Other choices by undo, and the run of them that was left, if it is still there.
    Return(Choices, Option<Box<Saved>>),
    /// No run.
    Close,
}

impl Next {
    /// The choices of the run that comes; `None` where they stay, or none comes.
    fn choices(&self) -> Option<&Choices> {
        match self {
            Next::Change(choices, _) | Next::StartFrom(choices, _) | Next::Return(choices, _) => {
                Some(choices)
            }
            Next::Rewind | Next::Close => None,
        }
    }
}

/// A run that is being left: it is left once it was saved.
#[derive(Clone, Debug, PartialEq)]
struct Leaving {
    again: Again,
    next: Next,
}

impl Leaving {
    /// Something else is wanted before the run was saved. A run that comes begins at its start anyway: rewinding it
    /// takes away only what undo would have gone back to.
    fn then(self, later: Leaving) -> Leaving {
        match (self.next, later.next) {
            (Next::Return(choices, _), Next::Rewind) => {
                Leaving { again: self.again, next: Next::Return(choices, None) }
            }
            (next, Next::Rewind) => Leaving { again: self.again, next },
            (_, next) => Leaving { again: later.again, next },
        }
    }
}

/// Why the worker was asked: it says what becomes of the answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Purpose {
    /// The answer goes the way of what is said unasked.
    Report,
    /// To stop what may go on though its choices are no more: the answer is nobody's.
    Silence,
    /// To save the run that is left.
    Leave(RunId),
    /// To keep the run for the next visit.
    Keep(RunId),
    /// To go on from a state of so many steps.
    Restore(u64),
    /// To start from a checkpoint; where it does not fit, the run goes on with the choices that it had.
    StartFrom(Choices),
}

/// What the page does, in the order in which it is told.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Hands the worker the choices and their files; starts it where there is none.
    Start,
    /// Asks the worker, with bytes beside it; its answer is for [`Run::answered`].
    Ask(Ask, Vec<u8>, Purpose),
    /// Asks the worker to go on, at the room's speed.
    Play,
    /// Shows what the run is made of and no curves, and looks at a sentence.
    Stand(Box<Overview>),
    /// Draws a report.
    Draw(Box<Report>),
    /// Nothing of the run stays in sight.
    Clear,
    /// Puts the run on the shelf.
    Shelve(Saved),
    /// Keeps the run in the browser: this text, and the bytes beside the answer.
    Keep(String),
    /// The browser forgets it.
    Forget,
    /// Writes the link, soon.
    WriteLink,
    /// Ends the worker.
    EndWorker,
    /// The file that was tried takes the place of the user's own: see [`super::Runs::take_file`].
    TakeFile,
}

/// What is done once the run stands at its start.
#[derive(Clone, Debug, PartialEq)]
enum AtStart {
    Nothing,
    Restore(Box<Saved>),
    /// The choices before, and the file.
    StartFrom(Choices, Vec<u8>),
}

impl AtStart {
    fn going_on(saved: Option<Box<Saved>>) -> AtStart {
        saved.map_or(AtStart::Nothing, AtStart::Restore)
    }
}

/// The state. `report` is everywhere the last one that was drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Which run it is.
    pub id: RunId,
    /// Whether it can be asked.
    pub status: Status,
    /// What went wrong without ending it.
    pub problem: Option<Failure>,
    /// The run before the last change of choices, and why it started again.
    pub undo: Option<(Saved, Again)>,
    /// What happened to it.
    pub news: Option<News>,
    /// Counts starts: what was asked of the run before an earlier one is of another run.
    pub starts: u32,
    /// The first start with the user's own file as it is now.
    own_since: u32,
    /// What comes once the run was saved.
    leaving: Option<Leaving>,
    /// The last state that was kept, to go on from where the worker stops.
    kept: Option<Saved>,
    at_start: AtStart,
    /// Whether it was told to go on, and has not said yet that it does.
    plays: bool,
    /// How often in a row its held-out examples were answered as a learned task is, at most [`SURE`]: then it has
    /// paused by itself, and goes on when it is told to.
    learned: usize,
    /// The share of held-out examples that guessing answers right.
    largest_class: f64,
}

impl Run {
    /// Not started.
    pub fn new(id: RunId) -> Run {
        Run {
            id,
            status: Status::Closed,
            problem: None,
            undo: None,
            news: None,
            starts: 0,
            own_since: 0,
            leaving: None,
            kept: None,
            at_start: AtStart::Nothing,
            plays: false,
            learned: 0,
            largest_class: 0.0,
        }
    }

    /// Whether it answers.
    pub fn is_ready(&self) -> bool {
        self.status == Status::Ready
    }

    /// The choices that another change begins from: of the run that comes, where this one is being left.
    pub fn choices(&self) -> &Choices {
        let next = self.leaving.as_ref().and_then(|leaving| leaving.next.choices());
        next.unwrap_or(&self.id.choices)
    }

    /// Starts with the present choices, where a change did not start it before; goes on from `kept`, where that is a run of
    /// them.
    pub fn open(&mut self, kept: Option<Saved>) -> Vec<Effect> {
        if matches!(self.status, Status::Starting | Status::Ready) {
            return Vec::new();
        }
        let kept = kept.filter(|kept| kept.choices == self.id.choices);
        self.start(AtStart::going_on(kept.map(Box::new)))
    }

    /// Starts beside a run, with its choices.
    pub fn open_beside(&mut self, choices: Choices) -> Vec<Effect> {
        self.leaving = None;
        self.id.choices = choices;
        self.start(AtStart::Nothing)
    }

    /// A worker anew, from the last state that was kept.
    pub fn recover(&mut self) -> Vec<Effect> {
        self.open(self.kept.clone())
    }

    /// Forgets the run that the browser kept, and starts from the seed.
    pub fn start_over(&mut self) -> Vec<Effect> {
        self.news = None;
        self.kept = None;
        let mut effects = vec![Effect::Forget];
        effects.extend(self.start(AtStart::Nothing));
        effects
    }

    /// The user's own file became another one. A run of it starts again, and what was learned of the one before is not
    /// gone back to; a run of another task becomes one of it where it is edited.
    pub fn take_file(&mut self, report: &Report, is_edited: bool) -> Vec<Effect> {
        if self.id.choices.task != Task::Own {
            return match is_edited {
                true => self.change(report, self.choices().for_task(Task::Own)),
                false => Vec::new(),
            };
        }
        self.undo = None;
        let effects = self.start_over();
        self.own_since = self.starts;
        effects
    }

    /// The worker refuses a file of the user's own, and says why: what there is stays.
    pub fn refuse_file(&mut self, name: &str, failure: Failure) {
        let failure = Failure { message: texts::own_unread(name, failure.message), ..failure };
        match self.status.never_started() {
            true => self.status = Status::Failed(failure),
            false => self.problem = Some(failure),
        }
    }

    /// The run that is being left is not waited for any longer.
    fn start(&mut self, at_start: AtStart) -> Vec<Effect> {
        self.id.choices = self.choices().clone();
        self.leaving = None;
        self.at_start = at_start;
        self.problem = None;
        self.plays = false;
        self.status = Status::Starting;
        self.starts += 1;
        vec![Effect::Start]
    }

    /// Its files could not be fetched, or the worker cannot start with them.
    pub fn not_started(&mut self, failure: Failure) -> Vec<Effect> {
        if self.status != Status::Starting {
            return Vec::new();
        }
        self.plays = false;
        self.status = Status::Failed(failure);
        // The worker may go on with the run before.
        let pause = Effect::Ask(Ask::Pause, Vec::new(), Purpose::Silence);
        vec![pause, Effect::Clear]
    }

    /// The worker stopped for good. What the run had learned is lost but for what was kept: the user says how
    /// to go on.
    pub fn stopped(&mut self, message: String) -> Vec<Effect> {
        // The first message says why; what follows is only that it stopped.
        if matches!(&self.status, Status::Failed(failure) if failure.fatal) {
            return Vec::new();
        }
        self.status = Status::Failed(Failure { fatal: true, ..Failure::new(message) });
        let mut effects = vec![Effect::EndWorker];
        // It is not saved any more. Who goes on does so with what was chosen last.
        match self.leaving.take().map(|leaving| leaving.next) {
            Some(Next::Close) => effects = self.go_on_with(Next::Close),
            Some(next) => {
                if let Some(choices) = next.choices() {
                    self.id.choices = choices.clone();
                    effects.push(Effect::WriteLink);
                }
            }
            None => {}
        }
        effects
    }

    /// What the worker says unasked.
    pub fn received(&mut self, answer: Answer) -> Vec<Effect> {
        match answer {
            Answer::Started(overview) => self.started(overview),
            Answer::Report(report) if self.is_ready() => self.reported(report),
            Answer::Failed(failure) if self.is_ready() => {
                self.plays = false;
                self.problem = Some(failure);
                Vec::new()
            }
            // Of the run before.
            Answer::Report(_)
            | Answer::Failed(_)
            | Answer::Checked
            | Answer::Saved { .. }
            | Answer::Checkpoint { .. } => Vec::new(),
        }
    }

    /// Draws a report. A task that is learned is not trained further unasked: heads that it does not need drift on.
    fn reported(&mut self, report: Box<Report>) -> Vec<Effect> {
        let was_sure = self.learned == SURE;
        if report.step == 0 {
            self.learned = 0;
        }
        self.plays &= !report.playing;
        for held_out in &report.held_out {
            self.learned = match self.learned {
                SURE => SURE,
                learned if is_learned(held_out, self.largest_class) => learned + 1,
                _ => 0,
            };
        }
        let pauses = report.playing && !was_sure && self.learned == SURE;
        let pause = if pauses { self.pause(&report) } else { Vec::new() };
        let mut effects = vec![Effect::Draw(report)];
        effects.extend(pause);
        effects
    }

    fn started(&mut self, overview: Box<Overview>) -> Vec<Effect> {
        self.status = Status::Ready;
        self.learned = 0;
        self.largest_class = overview.largest_class;
        let mut effects = vec![Effect::Stand(overview)];
        match std::mem::replace(&mut self.at_start, AtStart::Nothing) {
            AtStart::Restore(saved) => {
                let Saved { kept, state, step, .. } = *saved;
                effects.push(Effect::Ask(Ask::Restore { kept }, state, Purpose::Restore(step)));
            }
            AtStart::StartFrom(before, file) => {
                effects.push(Effect::Ask(Ask::StartFrom, file, Purpose::StartFrom(before)));
            }
            AtStart::Nothing if self.plays => effects.extend(self.play()),
            AtStart::Nothing => {}
        }
        effects
    }

    /// What the worker answered to what it was asked after so many `starts` ([`Run::starts`]); of what it was asked before
    /// the last one only what was saved counts. `state`: the bytes beside [`Answer::Saved`].
    pub fn answered(
        &mut self,
        starts: u32,
        purpose: Purpose,
        answer: Answer,
        state: Vec<u8>,
    ) -> Vec<Effect> {
        let is_of_leaving = matches!(purpose, Purpose::Leave(_));
        if starts != self.starts && !is_of_leaving {
            return Vec::new();
        }
        match (purpose, answer) {
            (Purpose::Silence, _) => Vec::new(),
            (Purpose::Report, Answer::Failed(failure)) if self.status == Status::Starting => {
                self.not_started(failure)
            }
            (Purpose::Report, answer) => self.received(answer),
            // Of a file of the user's own that is another one by now.
            (Purpose::Leave(id), _) if id.choices.task == Task::Own && starts < self.own_since => {
                Vec::new()
            }
            (Purpose::Leave(id), Answer::Saved { kept, step }) => {
                let saved = saved(id, kept, step, state);
                let mut effects = vec![Effect::Shelve(saved.clone())];
                if let Some(Leaving { again, next }) = self.leaving.take() {
                    self.undo = Some((saved, again));
                    effects.extend(self.go_on_with(next));
                }
                effects
            }
            // What could not be saved is not gone back to.
            (Purpose::Leave(_), _) => match self.leaving.take() {
                Some(Leaving { next, .. }) => self.go_on_with(next),
                None => Vec::new(),
            },
            (Purpose::Keep(id), Answer::Saved { kept, step }) if self.is_ready() => {
                let saved = saved(id, kept, step, state);
                let effects = saved.to_text().map(Effect::Keep).into_iter().collect();
                self.kept = Some(saved);
                effects
            }
            (Purpose::Restore(step), Answer::Report(report)) => {
                self.news = Some(News::Restored(step));
                // The next visit finds this one, and not the one that was left for it.
                let mut effects = self.reported(report);
                effects.extend(self.keep_as_it_is());
                effects
            }
            (Purpose::Restore(_), Answer::Failed(failure)) => {
                self.news = Some(News::NotRestored(failure.message));
                Vec::new()
            }
            (Purpose::StartFrom(_), Answer::Report(report)) => {
                self.news = Some(News::FromCheckpoint);
                let mut effects = self.reported(report);
                effects.extend(self.keep_as_it_is());
                effects
            }
            (Purpose::StartFrom(before), Answer::Failed(failure)) => {
                // Nothing stays of a file that does not fit.
                let left = self.undo.take_if(|(saved, _)| saved.choices == before);
                let left = left.map(|(saved, _)| Box::new(saved));
                let mut effects = vec![Effect::WriteLink];
                effects.extend(self.go_on_with(Next::Return(before, left)));
                self.problem = Some(failure);
                effects
            }
            (Purpose::Keep(_) | Purpose::Restore(_) | Purpose::StartFrom(_), _) => Vec::new(),
        }
    }

    /// Goes on by itself. One that does not answer is not asked: the worker may have the run before.
    pub fn play(&mut self) -> Vec<Effect> {
        if !self.is_ready() {
            return Vec::new();
        }
        self.problem = None;
        self.plays = true;
        vec![Effect::Play]
    }

    /// Takes one step, where it answers.
    pub fn step(&mut self) -> Vec<Effect> {
        self.plays = false;
        self.is_ready().then(|| ask(Ask::Step { steps: 1 })).into_iter().collect()
    }

    /// Stops, and keeps what there is.
    pub fn pause(&mut self, report: &Report) -> Vec<Effect> {
        self.plays = false;
        let mut effects = vec![ask(Ask::Pause)];
        effects.extend(self.keep(report));
        effects
    }

    /// Keeps the run in the browser, for the next visit, if it took a step or starts from a file.
    pub fn keep(&self, report: &Report) -> Vec<Effect> {
        if report.step > 0 || report.from_file { self.keep_as_it_is() } else { Vec::new() }
    }

    /// A tick of the room: a run that went on, by itself or step by step, is kept; one with a large state at every fourth.
    pub fn keep_at(&self, tick: usize, report: &Report) -> Vec<Effect> {
        let bytes = self.kept.as_ref().map_or(0, |kept| kept.state.len());
        let is_kept = self.kept.as_ref().is_some_and(|kept| {
            let RunId { choices, number } = &self.id;
            kept.step == report.step && kept.number == *number && kept.choices == *choices
        });
        let has_moved = report.playing || !is_kept;
        let is_due = has_moved && (bytes < LARGE_STATE || tick.is_multiple_of(4));
        if is_due { self.keep(report) } else { Vec::new() }
    }

    /// One that is being left is saved anyway: the answer to this would come after it was forgotten.
    fn keep_as_it_is(&self) -> Vec<Effect> {
        let keep = || Effect::Ask(Ask::Save, Vec::new(), Purpose::Keep(self.id.clone()));
        (self.is_ready() && self.leaving.is_none()).then(keep).into_iter().collect()
    }

    /// The browser did not keep it in this tab's `slot`, which is said where nothing else is.
    pub fn not_kept(&mut self, slot: Option<u32>) {
        self.news.get_or_insert(News::NotKept(slot));
    }

    /// Another run from the same start, with a number after `last_number`; what was can be gone back to.
    pub fn rewind(&mut self, report: &Report, last_number: &mut u32) -> Vec<Effect> {
        // What is kept of a run that stopped is what it goes on from.
        if matches!(self.status, Status::Failed(_)) {
            return Vec::new();
        }
        let effects = self.leave(report, Again::Rewound, Next::Rewind);
        if report.step > 0 {
            *last_number += 1;
            self.id.number = *last_number;
        }
        effects
    }

    /// Other choices: the run starts again from its seed. What was can be gone back to.
    pub fn change(&mut self, report: &Report, mut choices: Choices) -> Vec<Effect> {
        choices.settle();
        if choices == *self.choices() {
            return Vec::new();
        }
        // What was changed is changed back before the run was left: it stays.
        let is_changing = |leaving: &Leaving| matches!(leaving.next, Next::Change(..));
        if choices == self.id.choices && self.leaving.as_ref().is_some_and(is_changing) {
            self.leaving = None;
            return Vec::new();
        }
        let again = Again::With(differences(&self.id.choices, &choices));
        self.leave(report, again, Next::Change(choices, report.playing || self.plays))
    }

    /// Starts from a trained model, the bytes of the file `name` or why there are none, with the choices that it was
    /// made with.
    pub fn start_from(
        &mut self,
        report: &Report,
        name: &str,
        file: Result<Vec<u8>, String>,
    ) -> Vec<Effect> {
        let read = file.and_then(|file| match self.choices().for_checkpoint(&file) {
            Ok(choices) => Ok(Next::StartFrom(choices, file)),
            Err(error) => Err(error.to_string()),
        });
        match read {
            Ok(next) => self.leave(report, Again::Checkpoint, next),
            Err(why) => {
                self.problem = Some(Failure::new(texts::own_unread(name, why)));
                Vec::new()
            }
        }
    }

    /// The run before the last change.
    pub fn go_back(&mut self, report: &Report) -> Vec<Effect> {
        let Some((saved, _)) = self.undo.clone() else { return Vec::new() };
        let id = RunId { choices: saved.choices.clone(), number: saved.number };
        let mut effects = self.return_to(report, id, Some(saved));
        effects.push(Effect::WriteLink);
        effects
    }

    /// Another run by undo, redo or a link: the one that was left, `saved`, goes on, or a new one begins.
    pub fn return_to(&mut self, report: &Report, id: RunId, saved: Option<Saved>) -> Vec<Effect> {
        let differ = differences(&self.id.choices, &id.choices);
        let again = match (&saved, differ.is_empty()) {
            (Some(_), true) => Again::GoneBack,
            (Some(_), false) => Again::Returned(differ),
            (None, true) => Again::Rewound,
            (None, false) => Again::With(differ),
        };
        let effects = self.leave(report, again, Next::Return(id.choices, saved.map(Box::new)));
        self.id.number = id.number;
        effects
    }

    /// No run any more; undo brings it back with what it learned.
    pub fn close(&mut self, report: &Report) -> Vec<Effect> {
        self.leave(report, Again::GoneBack, Next::Close)
    }

    /// Saves the run if it is worth that, and goes on with `next`.
    fn leave(&mut self, report: &Report, again: Again, next: Next) -> Vec<Effect> {
        if let Some(leaving) = self.leaving.take() {
            self.leaving = Some(leaving.then(Leaving { again, next }));
            return Vec::new();
        }
        // Rewinding comes back to the file that a run starts from.
        let is_lost = report.step > 0 || report.from_file && next != Next::Rewind;
        if !is_lost || !self.is_ready() {
            self.undo = None;
            return self.go_on_with(next);
        }
        self.leaving = Some(Leaving { again, next });
        vec![Effect::Ask(Ask::Save, Vec::new(), Purpose::Leave(self.id.clone()))]
    }

    fn go_on_with(&mut self, next: Next) -> Vec<Effect> {
        let mut goes_on = false;
        let (choices, at_start) = match next {
            Next::Rewind => {
                self.plays = false;
                self.problem = None;
                self.news = None;
                // The next visit begins where this one does.
                self.kept = None;
                return vec![Effect::Forget, ask(Ask::Rewind)];
            }
            Next::Close => {
                self.status = Status::Closed;
                self.news = None;
                self.undo = None;
                self.kept = None;
                return vec![Effect::EndWorker, Effect::Clear, Effect::Forget];
            }
            Next::Return(choices, saved) => {
                self.id.choices = choices;
                self.news = None;
                return self.start(AtStart::going_on(saved));
            }
            Next::Change(choices, plays) => {
                goes_on = plays;
                (choices, AtStart::Nothing)
            }
            Next::StartFrom(choices, file) => {
                (choices, AtStart::StartFrom(self.id.choices.clone(), file))
            }
        };
        self.id.choices = choices;
        self.news = None;
        let mut effects = vec![Effect::WriteLink];
        effects.extend(self.start(at_start));
        self.plays = goes_on;
        effects
    }
}

/// A request whose answer goes the way of what is said unasked.
fn ask(ask: Ask) -> Effect {
    Effect::Ask(ask, Vec::new(), Purpose::Report)
}

fn saved(id: RunId, kept: Kept, step: u64, state: Vec<u8>) -> Saved {
    Saved { choices: id.choices, number: id.number, kept, state, step }
}
