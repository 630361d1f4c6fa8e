//! The room's files and the worker that reads them: what the user or the worker did in; what the page does, and what is
//! said meanwhile, out. Which files are open or wait is decided by [`Files`].

use nearfar_texts::{common, inspect as texts, page};

use super::Busy;
use super::file::{Ended, sentence};
use super::files::{Became, Come, Files, HasName, Opening, Tokenizer};
use crate::link::Named;
use crate::protocol::{Answer, Failure};

/// What the page does.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect<F> {
    /// Whether there is a worker that answers.
    Worker(bool),
    /// Hands the worker files; its answers are for [`Desk::answered`].
    Open(Opening<F>),
    /// Starts a worker, where there is none any more.
    BeginAnew,
    /// Ends the worker and starts the next one.
    Restart,
    /// Bears the silence of workers so many times as long.
    Stretch(f64),
    /// The worker took figures with it that were to be found; why it ended, where nobody wished it.
    FiguresLost(Option<String>),
    /// A worker has the open files.
    HasFiles,
    /// It is asked for the figures that the last one left.
    FindLeft,
    /// Shows a model in the place of what is open.
    Show(Box<crate::protocol::Opened>),
    /// What is open cannot be opened any more.
    Close,
    /// Sentences are parted by another tokenizer, or by none.
    Tokenizer(Option<F>),
}

/// What took too long is given so many times as long.
const LONGER: f64 = 3.0;

/// What can be done about what is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Stops what is being done.
    Stop,
    /// Tries what took too long once more, with more time.
    TryLonger,
    /// Files that wait are kept no longer.
    ForgetWaiting,
    /// How the worker ended has been read.
    ForgetEnded,
    /// What could not be done has been read.
    ForgetProblem,
}

impl Offer {
    /// What its button says.
    pub fn says(self) -> &'static str {
        match self {
            Offer::Stop => texts::busy_stop(),
            Offer::TryLonger => texts::reader_ended_longer(),
            Offer::ForgetWaiting | Offer::ForgetEnded | Offer::ForgetProblem => {
                page::notice_dismiss()
            }
        }
    }
}

/// What is said over the open file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notice {
    /// The file that it is about.
    pub file: Option<String>,
    /// In a sentence or two.
    pub says: String,
    /// Of what is being done: its share that is done, where that is known.
    pub progress: Option<Option<f64>>,
    /// In the order of their buttons.
    pub offers: Vec<Offer>,
}

/// The files, the worker, and what is said of both.
#[derive(Clone, Debug, PartialEq)]
pub struct Desk<F> {
    /// Which files are open, being opened, waiting.
    pub files: Files<F>,
    /// What is being done that the user waits for.
    pub busy: Option<Busy>,
    /// What could not be done.
    pub problem: Option<Failure>,
    /// What is said of files that wait for a model.
    waits: Option<String>,
    /// How the last worker ended.
    ended: Option<Ended>,
    has_worker: bool,
}

impl<F> Default for Desk<F> {
    fn default() -> Self {
        Desk {
            files: Files::default(),
            busy: None,
            problem: None,
            waits: None,
            ended: None,
            has_worker: false,
        }
    }
}

impl<F: HasName> Desk<F> {
    /// The worker is there.
    pub fn worker_ready(&mut self) -> Vec<Effect<F>> {
        self.has_worker = true;
        std::iter::once(Effect::Worker(true)).chain(self.open_next()).collect()
    }

    /// The worker ended, and what became of it: after too long a silence, or for good. What was open is opened again by the
    /// next one.
    pub fn worker_ended(&mut self, why: &str, by_time: bool, is_final: bool) -> Vec<Effect<F>> {
        let ended = Ended::new(why, by_time, is_final);
        self.files.ended();
        let lost = self.begins_again(Some(ended.why.clone()));
        match is_final {
            true => self.problem = Some(Failure::new(ended.why)),
            false => self.ended = Some(ended),
        }
        self.close().into_iter().chain(lost).collect()
    }

    /// Nothing is ready or on its way until the next worker is there.
    fn begins_again(&mut self, why: Option<String>) -> [Effect<F>; 2] {
        self.has_worker = false;
        self.busy = None;
        [Effect::Worker(false), Effect::FiguresLost(why)]
    }

    fn close(&self) -> Option<Effect<F>> {
        (!self.files.is_open()).then_some(Effect::Close)
    }

    /// Files of the user's come.
    pub fn come(&mut self, came: &[F]) -> Vec<Effect<F>> {
        self.asked();
        let come = self.files.come(came, None);
        self.go_on(come)
    }

    /// What was open on this visit by this name comes once more; nothing is done where nothing was.
    pub fn come_back(&mut self, named: &Named) -> Vec<Effect<F>> {
        self.asked();
        let come = self.files.come_back(named);
        self.go_on(come)
    }

    /// A file of the site is to be fetched: the number by which it is awaited, see [`Desk::fetched`].
    pub fn fetch(&mut self, address: &str) -> u32 {
        self.asked();
        self.files.fetch(address)
    }

    /// The file of this number and address was fetched, or why not. Where the example cannot be had, nothing is said:
    /// nobody asked for it.
    pub fn fetched(
        &mut self,
        number: u32,
        address: String,
        is_example: bool,
        file: Result<F, String>,
    ) -> Vec<Effect<F>> {
        // Another model was asked for meanwhile, or the user stopped it.
        if !self.files.awaits(number) {
            return Vec::new();
        }
        let come = match file {
            Ok(file) if is_example => self.files.example_comes(file, address),
            Ok(file) => self.files.come(&[file], Some(address)),
            Err(message) => {
                if !is_example {
                    self.problem = Some(Failure { message, file: Some(address) });
                }
                self.busy = None;
                return Vec::new();
            }
        };
        let effects = self.go_on(come);
        // A tokenizer opens no model: nothing more is waited for.
        if self.files.opening().is_none() {
            self.busy = None;
        }
        effects
    }

    /// What was asked for now is what counts: what went wrong before is said no longer.
    fn asked(&mut self) {
        self.problem = None;
        self.ended = None;
    }

    /// Does what is decided about files that come.
    fn go_on(&mut self, come: Come<F>) -> Vec<Effect<F>> {
        match come {
            Come::Tokenizer(file) => {
                let next = self.files.next_turn();
                let effects = self.go_on(next).into_iter();
                std::iter::once(Effect::Tokenizer(Some(file))).chain(effects).collect()
            }
            Come::Opens => self.open_next().into_iter().collect(),
            // A worker that is gone for good is started by whatever comes.
            Come::Waits => vec![Effect::BeginAnew],
            Come::Nothing => Vec::new(),
        }
    }

    /// Hands the worker what is to be opened, once it answers.
    fn open_next(&mut self) -> Option<Effect<F>> {
        let opening = self.files.opening()?;
        if !opening.again {
            let name = opening.files.first().map(F::name).unwrap_or_default();
            self.busy = Some(Busy::with(texts::opening(name)));
        }
        Some(if self.has_worker { Effect::Open(opening) } else { Effect::BeginAnew })
    }

    /// The worker answered what it was handed.
    pub fn answered(&mut self, opening: &Opening<F>, answer: Answer) -> Vec<Effect<F>> {
        let mut effects = Vec::new();
        match self.files.answered(opening, answer) {
            Became::Nothing => return effects,
            Became::GoesOn(busy) => {
                self.busy = Some(busy);
                return effects;
            }
            Became::Open { opened, tokenizer } => {
                if opened.is_some() {
                    self.waits = None;
                }
                effects.push(opened.map_or(Effect::FindLeft, Effect::Show));
                if let Tokenizer::Is(file) = tokenizer {
                    effects.push(Effect::Tokenizer(file));
                }
                effects.push(Effect::HasFiles);
            }
            Became::Waits(says) => self.waits = Some(says),
            Became::Refused(failure) => {
                effects.extend(self.close());
                self.problem = failure.or(self.problem.take());
            }
        }
        self.busy = None;
        let next = self.files.next_turn();
        effects.extend(self.go_on(next));
        effects
    }

    /// Why the last worker answers nothing any more, in a sentence.
    pub fn why_gone(&self) -> String {
        let by_user = || texts::reader_ended(common::worker_restarted());
        self.ended.as_ref().map_or_else(by_user, |ended| ended.why.clone())
    }

    /// What is said: of what goes on and what waits, or (`is_wrong`) of what went wrong.
    pub fn notices(&self, is_wrong: bool) -> Vec<Notice> {
        let notice = |says, offers| Notice { says, offers, ..Notice::default() };
        let name = self.files.name();
        if !is_wrong {
            let busy = self.busy.as_ref().map(|Busy { what, share }| Notice {
                progress: Some(*share),
                ..notice(texts::busy(what), vec![Offer::Stop])
            });
            let waits = self.waits.clone().map(|says| notice(says, vec![Offer::ForgetWaiting]));
            return busy.into_iter().chain(waits).collect();
        }
        let ended = self.ended.as_ref().map(|Ended { why, by_time }| {
            let goes_on = name.map(|_| format!(" {}", texts::reader_ended_goes_on()));
            let longer = by_time.then_some(Offer::TryLonger);
            let offers = longer.into_iter().chain([Offer::ForgetEnded]).collect();
            notice(format!("{why}{}", goes_on.unwrap_or_default()), offers)
        });
        let problem = self.problem.as_ref().map(|Failure { message, file }| {
            let stays = name.map(|name| format!(" {}", texts::stays_open(name)));
            let says = format!("{}{}", sentence(message), stays.unwrap_or_default());
            Notice { file: file.clone(), ..notice(says, vec![Offer::ForgetProblem]) }
        });
        ended.into_iter().chain(problem).collect()
    }

    /// Does what was offered.
    pub fn accept(&mut self, offer: Offer) -> Vec<Effect<F>> {
        match offer {
            Offer::Stop => {
                self.files.restart();
                return self.begins_again(None).into_iter().chain([Effect::Restart]).collect();
            }
            Offer::TryLonger => {
                self.asked();
                let come = self.files.try_again();
                let effects = self.go_on(come).into_iter();
                return std::iter::once(Effect::Stretch(LONGER)).chain(effects).collect();
            }
            Offer::ForgetWaiting => {
                self.files.forget_waiting();
                self.waits = None;
            }
            Offer::ForgetEnded => self.ended = None,
            Offer::ForgetProblem => self.problem = None,
        }
        Vec::new()
    }
}
