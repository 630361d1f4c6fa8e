//! Figures of the open file's tensors: which are known, which are on their way, which cannot be had. They are found
//! by the worker ([`crate::session`]), one tensor after another.

use std::collections::{BTreeMap, HashSet};

use crate::protocol::TensorLine;
use crate::statistics::Statistics;

/// So many are found without a word: they are there at once.
const UNSAID: usize = 60;

/// The figures of one file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    found: Vec<Option<Statistics>>,
    unread: BTreeMap<usize, String>,
    wanted: HashSet<usize>,
}

impl Figures {
    /// Of a file that was just opened: what cannot be read is known already.
    pub fn of(tensors: &[TensorLine]) -> Figures {
        let problems = tensors.iter().enumerate();
        let problems = problems.filter_map(|(place, line)| Some((place, line.problem.clone()?)));
        Figures {
            found: vec![None; tensors.len()],
            unread: problems.collect(),
            wanted: HashSet::new(),
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

    /// Whether a tensor's figures are neither known nor impossible.
    fn lacks(&self, place: usize) -> bool {
        self.found.get(place).is_some_and(Option::is_none) && !self.unread.contains_key(&place)
    }

    /// These are wanted next, and no others: which the worker is asked for. `None` where it is at them already, or
    /// nothing is missing.
    pub fn want(&mut self, places: &[usize]) -> Option<Vec<usize>> {
        let missing: Vec<usize> =
            places.iter().copied().filter(|&place| self.lacks(place)).collect();
        if missing.iter().all(|place| self.wanted.contains(place)) {
            return None;
        }
        self.wanted = missing.iter().copied().collect();
        Some(missing)
    }

    /// None is on its way any more.
    pub fn want_nothing(&mut self) {
        self.wanted.clear();
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

/// Whether it is said how many of the wanted figures are found: where there are many, or the table's order rests on
/// them.
pub fn is_said(wanted: usize, by_statistic: bool) -> bool {
    wanted > UNSAID || by_statistic
}
