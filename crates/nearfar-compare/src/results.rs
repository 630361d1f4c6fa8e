//! What came of all that was asked of the worker, and what follows from it. Messages, and what fetches, are the page's.

use std::sync::Arc;

use nearfar_texts::words::reason;

use crate::comparison::{Comparison, Fetch, Step};
use crate::found::{Found, Stays};
use crate::layer::Files;
use crate::notice::Answered;
use crate::protocol::{Answer, Setup};
use crate::sentence::Chosen;
use crate::terms::{Shared, Terms};
use crate::words::grid::named;
use crate::words::{ended, why};

/// A kind of request. Of each, the answers to the last one count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A comparison, or other heads of it.
    Compare,
    /// The changed sentence.
    Probe,
    /// The layer that the worker is given.
    Layer,
    /// The intermediates of A.
    TermsA,
    /// The intermediates of B.
    TermsB,
}

impl Kind {
    /// How many there are.
    pub const COUNT: usize = 5;
}

/// What there is.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// What is waited for.
    pub comparison: Comparison,
    /// What was found of the sentence.
    pub found: Found,
    /// Every intermediate of A, and of B.
    pub terms: [Option<Shared>; 2],
    /// What each makes of the changed sentence.
    pub noticed: Arc<Vec<Answered>>,
    /// Why the sentence cannot be changed as was asked.
    pub unasked: Option<String>,
    /// What went wrong.
    pub problem: Option<String>,
    /// Whether there is no worker, and will be none: nothing is asked any more.
    pub is_gone: bool,
}

impl Results {
    /// Another comparison is wanted, at a time in milliseconds; see [`Comparison::want`].
    pub fn want(&mut self, setup: Option<Setup>, stays: bool, now: f64) -> Step {
        let step = self.comparison.want(setup, stays);
        if matches!(step, Step::Clear | Step::Compare { clears: true, .. }) {
            self.clear_parts();
            self.found.clear();
        }
        match step {
            Step::Show(_) => self.comparison.wait(now),
            Step::Compare { .. } => self.compare(now),
            Step::Wait | Step::Clear => {}
        }
        step
    }

    /// A comparison is asked for, at a time in milliseconds.
    pub fn compare(&mut self, now: f64) {
        if !self.comparison.has_lost() {
            self.problem = None;
        }
        self.comparison.wait(now);
    }

    /// Another change of the sentence is asked for, or none.
    pub fn probe(&mut self) {
        (self.noticed, self.unasked) = Default::default();
    }

    /// Takes away what was asked of what was compared before.
    fn clear_parts(&mut self) {
        (self.terms, self.noticed) = Default::default();
    }

    /// An answer to a request came with its numbers, at a time in milliseconds. The files that are fetched for it.
    pub fn receive(
        &mut self,
        kind: Kind,
        answer: Answer,
        numbers: Vec<Vec<f32>>,
        (files, chosen): (&Files, &Chosen),
        now: f64,
    ) -> Vec<Fetch> {
        let first = |numbers: Vec<Vec<f32>>| numbers.into_iter().next().unwrap_or_default();
        match answer {
            Answer::Failed(failed) => {
                let said = Some(reason(why(&failed)));
                match kind {
                    Kind::Compare => {
                        self.comparison.failed();
                        self.problem = said;
                    }
                    Kind::Probe => self.unasked = said,
                    Kind::Layer | Kind::TermsA | Kind::TermsB => {}
                }
            }
            Answer::Begun(begun) => {
                let to_fetch = self.comparison.fetch(&begun, &chosen.choices.pair);
                if begun.is_whole() && self.found.begin(begun) != Stays::All {
                    self.clear_parts();
                }
                return to_fetch;
            }
            Answer::Method(method) => {
                let is_as_in_file = files.is_as_in_file(chosen, &method);
                self.found.take(named(*method, is_as_in_file), first(numbers));
            }
            Answer::Weights { place } => self.found.take_weights(place, first(numbers)),
            Answer::Compared => {
                self.found.compare(first(numbers));
                self.comparison.compared(&self.found.begun, now);
            }
            Answer::Terms(view) => {
                let terms = Terms { view: *view, values: numbers };
                self.terms[usize::from(kind == Kind::TermsB)] = Some(Shared::new(terms));
            }
            Answer::Noticed(noticed) => {
                Arc::make_mut(&mut self.noticed).push((noticed, first(numbers)));
            }
            // It has nothing of which other heads could be shown.
            Answer::Idle if kind == Kind::Compare => self.comparison.ended(false),
            Answer::Idle => {}
        }
        Vec::new()
    }

    /// A file did not come, or cannot be used, which is said; see [`Comparison::lost`].
    pub fn lost(&mut self, path: &str, said: String, pair: &[String; 2]) -> Vec<Fetch> {
        self.problem = Some(said);
        self.comparison.lost(path, &self.found.begun, pair)
    }

    /// The worker ended, for good or not, and why.
    pub fn ended(&mut self, why: &str, is_final: bool) {
        self.comparison.ended(is_final);
        self.is_gone = is_final;
        self.problem = Some(ended(why, is_final));
    }
}
