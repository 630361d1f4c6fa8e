//! Figures of the open file's tensors: which are known, which are on their way, which cannot be had. They are found
//! by the worker ([`crate::session`]), one tensor after another. What a worker that ends leaves unanswered, the next
//! one is asked again ([`Figures::next_worker`], [`Question`]), but not what ended two of them.

use std::collections::{BTreeMap, HashSet};

use super::report::NONE;
use crate::protocol::TensorLine;
use crate::statistics::Statistics;

/// So many are found without a word: they are there at once.
const UNSAID: usize = 60;

/// The figures of one file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    found: Vec<Option<Statistics>>,
    unread: BTreeMap<usize, String>,
    /// In the order in which they are found.
    wanted: Vec<usize>,
    /// Whether no worker has the file.
    has_no_worker: bool,
    /// What the last worker that ended was to find next.
    suspect: Option<usize>,
}

impl Figures {
    /// Of a file that was just opened: what cannot be read is known already.
    pub fn of(tensors: &[TensorLine]) -> Figures {
        let problems = tensors.iter().enumerate();
        let problems = problems.filter_map(|(place, line)| Some((place, line.problem.clone()?)));
        Figures {
            found: vec![None; tensors.len()],
            unread: problems.collect(),
            ..Figures::default()
        }
    }

    /// All that are known, by the tensor's place.
    pub fn found(&self) -> &[Option<Statistics>] {
        &self.found
    }

    /// Those of one tensor.
    pub fn get(&self, place: usize) -> Option<&Statistics> {
        self.found.get(place)?.as_ref()
    }

    /// Why there are none of a tensor.
    pub fn why_not(&self, place: usize) -> Option<&str> {
        self.unread.get(&place).map(String::as_str)
    }

    /// Those of one tensor as the cells of its row, and whether any of its numbers is not finite: dots stand for what
    /// is still to be found, dashes for what is not to be had.
    pub fn cells(&self, place: usize) -> ([String; 6], bool) {
        let known = self.get(place).map(|known| (known.cells(), known.non_finite() > 0));
        let instead = if self.why_not(place).is_some() { NONE } else { "…" };
        known.unwrap_or_else(|| ([instead; 6].map(str::to_owned), false))
    }

    /// Whether a tensor's figures are neither known nor impossible.
    fn lacks(&self, place: usize) -> bool {
        self.found.get(place).is_some_and(Option::is_none) && !self.unread.contains_key(&place)
    }

    /// These are wanted next, and no others: which the worker is asked for. `None` where it is at them already, or
    /// nothing is missing, or no worker has the file: the next one is asked then.
    pub fn want(&mut self, places: &[usize]) -> Option<Vec<usize>> {
        let missing: Vec<usize> =
            places.iter().copied().filter(|&place| self.lacks(place)).collect();
        let wanted: HashSet<usize> = self.wanted.iter().copied().collect();
        if missing.iter().all(|place| wanted.contains(place)) {
            return None;
        }
        self.wanted.clone_from(&missing);
        (!self.has_no_worker).then_some(missing)
    }

    /// How many are left to be found, and of how many; `None` where none is being found.
    pub fn finding(&self) -> Option<(usize, usize)> {
        let left = || self.wanted.iter().filter(|&&place| self.lacks(place)).count();
        (!self.has_no_worker && !self.wanted.is_empty()).then(|| (left(), self.wanted.len()))
    }

    /// None is wanted any more: which the worker is asked for in place of those before.
    pub fn want_nothing(&mut self) -> Option<Vec<usize>> {
        self.wanted.clear();
        Some(Vec::new())
    }

    /// The worker ended, and why; `None` by the user's wish. What two of them were to find next when they ended by
    /// themselves is not asked for again.
    pub fn worker_ended(&mut self, why: Option<&str>) {
        let had_worker = !std::mem::replace(&mut self.has_no_worker, true);
        let Some(why) = why.filter(|_| had_worker) else { return };
        let next = self.wanted.iter().copied().find(|&place| self.lacks(place));
        if let Some(place) = next.filter(|_| next == self.suspect) {
            self.unread.insert(place, why.to_owned());
        }
        self.suspect = next;
    }

    /// The next worker has the file: which figures it is asked for. `None` where none is missing.
    pub fn next_worker(&mut self) -> Option<Vec<usize>> {
        self.has_no_worker = false;
        let wanted = std::mem::take(&mut self.wanted);
        self.want(&wanted)
    }

    /// Keeps what came of a tensor.
    pub fn keep(&mut self, place: usize, statistics: Result<Statistics, String>) {
        match statistics {
            Ok(statistics) => {
                if let Some(slot) = self.found.get_mut(place) {
                    *slot = Some(statistics);
                }
            }
            Err(why) => {
                self.unread.insert(place, why);
            }
        }
    }
}

/// One question about the open file, as the histogram of a tensor: a worker that ends takes it with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// The count of workers when it was asked last.
    asked_of: Option<u32>,
    is_answered: bool,
    was_lost: bool,
}

/// What is done about a [`Question`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asking {
    /// Nothing: it is answered, or on its way.
    Nothing,
    /// The worker is asked.
    Ask,
    /// Two workers ended with it, which is said.
    GiveUp,
}

impl Question {
    /// It has its answer, or why there is none.
    pub fn answered(&mut self) {
        self.is_answered = true;
    }

    /// The worker is there, the `count`-th that has open files.
    pub fn worker(&mut self, count: u32) -> Asking {
        let before = self.asked_of.replace(count);
        match before {
            None => Asking::Ask,
            Some(before) if self.is_answered || before == count => Asking::Nothing,
            Some(_) if self.was_lost => {
                self.is_answered = true;
                Asking::GiveUp
            }
            Some(_) => {
                self.was_lost = true;
                Asking::Ask
            }
        }
    }
}

/// Whether it is said how many of the wanted figures are found: where there are many, or the table's order rests on
/// them.
pub fn is_said(wanted: usize, by_statistic: bool) -> bool {
    wanted > UNSAID || by_statistic
}
