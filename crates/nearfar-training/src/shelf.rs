//! Runs that a user left and may come back to by undo, redo or "Go back": kept in memory, within a bound.

use crate::protocol::{Choices, Kept, Task};

/// A run that can be gone on with.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    /// Its choices.
    pub choices: Choices,
    /// Which run of these choices it is: Rewind begins another one.
    pub number: u32,
    /// Its points.
    pub kept: Kept,
    /// Its state, as [`crate::save`] writes it.
    pub state: Vec<u8>,
    /// Its steps.
    pub step: u64,
}

impl Saved {
    /// What is kept of it beside its state; `None` where its numbers are no JSON.
    pub fn to_text(&self) -> Option<String> {
        serde_json::to_string(&(self.choices.to_text(), &self.kept, self.step)).ok()
    }

    /// From what was kept; `None` where that is damaged, or its choices are not those of this version.
    pub fn from_text(text: &str, state: Vec<u8>, number: u32) -> Option<Saved> {
        let (choices, kept, step): (String, Kept, u64) = serde_json::from_str(text).ok()?;
        let (choices, problems) = Choices::from_text(&choices);
        problems.is_empty().then_some(Saved { choices, number, kept, state, step })
    }
}

/// The runs that were left, the one left last at the end.
#[derive(Clone, Debug)]
pub struct Shelf {
    runs: Vec<Saved>,
    most_bytes: usize,
}

impl Shelf {
    /// An empty shelf that holds states of at most `most_bytes` bytes together.
    pub fn new(most_bytes: usize) -> Shelf {
        Shelf { runs: Vec::new(), most_bytes }
    }

    /// Keeps a run. The ones left first make way for it; the run itself is kept whatever it weighs.
    pub fn put(&mut self, run: Saved) {
        self.runs.retain(|other| *other != run);
        self.runs.push(run);
        let mut bytes: usize = self.runs.iter().map(|run| run.state.len()).sum();
        while bytes > self.most_bytes && self.runs.len() > 1 {
            bytes -= self.runs.remove(0).state.len();
        }
    }

    /// The run of these choices and number that was left last.
    pub fn last_of(&self, choices: &Choices, number: u32) -> Option<&Saved> {
        self.runs.iter().rev().find(|run| run.number == number && run.choices == *choices)
    }

    /// Forgets the runs of a user's own file: another file stands in its place.
    pub fn forget_own(&mut self) {
        self.runs.retain(|run| run.choices.task != Task::Own);
    }

    /// How many runs there are.
    pub fn count(&self) -> usize {
        self.runs.len()
    }
}
