//! What a run is, and how it stands, in words.

use nearfar::picture::scale::format_count;
use nearfar_texts::words::train::of_counter;
use nearfar_texts::{common, page, train as texts};

use super::{Effect, Run, Status};
use crate::protocol::finding::Finding;
use crate::protocol::{Choices, Failure, Field, HeldOut, Overview, Report, differences, finding};

/// What something is said about of a run. Each has its own place, and changes by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// What happened to it that nobody asked for.
    News,
    /// The run before the last change of choices, and why this one started again.
    Undo,
    /// What went wrong without ending it.
    Problem,
    /// Why there is none.
    Failed,
}

/// What is said of a run, and what can be done about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// In a sentence or two.
    pub words: String,
    /// What is wrong in detail: the bad rows of a file.
    pub details: Vec<String>,
    /// In the order of their buttons.
    pub offers: Vec<Offer>,
}

/// What can be done about what is said of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Forgets what the browser kept, and starts from the seed.
    BeginAgain,
    /// The run before, at the step where it was left.
    GoBack(u64),
    /// That run is not gone back to.
    ForgetUndo,
    /// The same choices, with half the learning rates.
    HalveRates,
    /// What went wrong has been read.
    ForgetProblem,
    /// Starts a worker anew, after the one before stopped for good.
    GoOn,
    /// Starts anew what could not start.
    TryAgain,
}

impl Offer {
    /// What its button says.
    pub fn says(self) -> String {
        match self {
            Offer::BeginAgain => texts::begin_again().to_owned(),
            Offer::GoBack(step) => texts::go_back(format_count(step)),
            Offer::HalveRates => texts::diverged_halve().to_owned(),
            Offer::ForgetUndo | Offer::ForgetProblem => page::notice_dismiss().to_owned(),
            Offer::GoOn => texts::go_on().to_owned(),
            Offer::TryAgain => common::try_again().to_owned(),
        }
    }
}

impl Run {
    /// What is said about something of the run; `None` where there is nothing to say.
    pub fn says(&self, about: About) -> Option<Said> {
        let (words, details, offers) = match about {
            About::News => (self.news.as_ref()?.says(), Vec::new(), vec![Offer::BeginAgain]),
            About::Undo => {
                let (saved, again) = self.undo.as_ref()?;
                // "Started again" is not so where that failed.
                let words = match self.status.never_started() {
                    true => texts::finding_waits().to_owned(),
                    false => again.says(),
                };
                (words, Vec::new(), vec![Offer::GoBack(saved.step), Offer::ForgetUndo])
            }
            About::Problem => {
                let Failure { message, details, diverged, .. } = self.problem.as_ref()?;
                let (mut words, mut offers) = (format!("{message}."), vec![Offer::ForgetProblem]);
                if *diverged {
                    words = format!("{words} {}", texts::diverged());
                    offers.insert(0, Offer::HalveRates);
                }
                (words, details.clone(), offers)
            }
            About::Failed => {
                let Status::Failed(failure) = &self.status else { return None };
                let offer = if failure.fatal { Offer::GoOn } else { Offer::TryAgain };
                (failure.message.clone(), failure.details.clone(), vec![offer])
            }
        };
        Some(Said { words, details, offers })
    }

    /// Does what was offered; `report` is the last one that was drawn.
    pub fn accept(&mut self, offer: Offer, report: &Report) -> Vec<Effect> {
        match offer {
            Offer::BeginAgain => self.start_over(),
            Offer::GoBack(_) => self.go_back(report),
            Offer::HalveRates => {
                let mut choices = self.choices().clone();
                choices.halve_rates();
                self.change(report, choices)
            }
            Offer::GoOn | Offer::TryAgain => self.recover(),
            Offer::ForgetUndo => {
                self.undo = None;
                Vec::new()
            }
            Offer::ForgetProblem => {
                self.problem = None;
                Vec::new()
            }
        }
    }
}

/// The name of a choice over its control; `None` where a run with these choices has no use for it. The rate of w and v is
/// that of a method's own numbers where it has no w.
pub fn title_of(field: &Field, choices: &Choices) -> Option<String> {
    match field.name {
        "head-rate" if !choices.has_scores() => None,
        "head-rate" if !choices.method.knows_distance() => Some(texts::model_own_rate().to_owned()),
        // A straight line of its own has more than w.
        "head-rate" if choices.method.lab().is_some_and(|_| !choices.method.has_v()) => {
            Some(texts::model_w_rate().to_owned())
        }
        _ => Some(field.title()),
    }
}

/// What differs between two runs.
pub fn of_difference(a: &Choices, b: &Choices) -> String {
    match differences(a, b) {
        none if none.is_empty() => texts::differs_not().to_owned(),
        differs => texts::differs(differs),
    }
}

/// What the data of a run are, in figures.
pub fn of_data(overview: &Overview) -> String {
    let Overview { train, held_out, words, classes, parameters, .. } = overview;
    let held_out = format_count(*held_out as u64);
    texts::facts(*train, held_out, *words, classes.len(), *parameters)
}

/// Which rows of a file are held out, in a sentence; `None` of data that are made up.
pub fn held_out_rows(overview: &Overview) -> Option<String> {
    let rows: Vec<String> = overview.held_out_rows.iter().map(usize::to_string).collect();
    (!rows.is_empty()).then(|| texts::held_out_rows_list(rows.join(", ")))
}

/// What a run has found, and what that rests on: nothing where it could not even start.
pub fn of_finding(
    status: &Status,
    choices: &Choices,
    report: &Report,
    held_out: Option<&HeldOut>,
    overview: &Overview,
) -> Finding {
    match status.never_started() {
        true => Finding { says: texts::finding_waits().to_owned(), more: String::new() },
        false => finding::of_run(choices, report, held_out, overview),
    }
}

/// How far a run is, with what its held-out texts say last: whether it goes on for nothing new. `largest_class`: the
/// share that guessing answers right.
pub fn of_progress(report: &Report, held_out: Option<&HeldOut>, largest_class: f64) -> String {
    let is_learned = |held_out| finding::is_learned(held_out, largest_class);
    let has_learned = !report.playing && held_out.is_some_and(is_learned);
    of_counter(report.step, report.epoch, report.step_ms, has_learned)
}
