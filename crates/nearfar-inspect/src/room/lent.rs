//! Models that the other rooms show: which are open, which files wait for a model, and which models are lent at all.

use std::collections::BTreeMap;

use nearfar::opened::MOST_TOKENS;

use crate::kinds::is_companion;
use crate::recognise::{Family, Report};

/// The models `M` that are open, by number, and the files `F` that wait.
#[derive(Clone, Debug)]
pub struct Lent<M, F> {
    last: u32,
    models: BTreeMap<u32, M>,
    waiting: Vec<F>,
}

impl<M: Clone, F> Lent<M, F> {
    /// No model is open.
    pub const fn new() -> Self {
        Lent { last: 0, models: BTreeMap::new(), waiting: Vec::new() }
    }

    /// A model by its number.
    pub fn model(&self, number: u32) -> Option<M> {
        self.models.get(&number).cloned()
    }

    /// Files that wait for the model to which they belong.
    pub fn waiting(&self) -> &[F] {
        &self.waiting
    }

    /// A model was opened, with files of one that was open (`joins`) or with those that waited; its number.
    pub fn opened(&mut self, model: M, joins: bool) -> u32 {
        if !joins {
            self.waiting.clear();
        }
        self.last += 1;
        self.models.insert(self.last, model);
        self.last
    }

    /// These files wait for a model, or for a file without which the model among them cannot be run.
    pub fn wait(&mut self, files: Vec<F>) {
        self.waiting = files;
    }

    /// Files were refused: a model that waited and cannot be run even so does not take what comes for others.
    pub fn refused(&mut self, name: impl Fn(&F) -> String) {
        self.waiting.retain(|file| is_companion(&name(file)));
    }

    /// A model is shown no longer.
    pub fn close(&mut self, number: u32) {
        self.models.remove(&number);
    }
}

impl<M: Clone, F> Default for Lent<M, F> {
    fn default() -> Self {
        Lent::new()
    }
}

/// Why a model is not lent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotLent {
    /// It cannot be run.
    CannotRun {
        /// Why.
        why: String,
        /// Whether a file may come without which it cannot: beside its configuration it lacks nothing that could.
        waits: bool,
    },
    /// The Lab itself reads this project's files whose heads have w and v, or plain attention.
    OfTheLab,
}

impl Report {
    /// Whether other rooms show the model, which came with files of these names.
    ///
    /// # Errors
    /// Why not.
    pub fn lends(&self, mut names: impl Iterator<Item = String>) -> Result<(), NotLent> {
        if let Some(why) = self.cannot_run() {
            let waits = !names.any(|name| name == "config.json");
            return Err(NotLent::CannotRun { why, waits });
        }
        let is_of_lab = self.reads_words() && self.method_beside().is_none();
        if is_of_lab { Err(NotLent::OfTheLab) } else { Ok(()) }
    }

    /// Whether it reads words of the page's own table.
    pub fn reads_words(&self) -> bool {
        self.family == Family::Nearfar
    }

    /// The most tokens on which other rooms have it run.
    pub fn most_lent(&self) -> usize {
        self.positions.unwrap_or(MOST_TOKENS).min(MOST_TOKENS)
    }
}
