//! Models that the other rooms show: which files wait for a model, and which models are lent at all.

use nearfar::opened::MOST_TOKENS;
use nearfar::opened::lend::NotLent;

use crate::kinds::is_companion;
use crate::recognise::{Family, Report};

/// Files `F` that wait for the model to which they belong, or for a file without which the model among them cannot
/// be run.
#[derive(Clone, Debug)]
pub struct Waiting<F>(Vec<F>);

impl<F> Waiting<F> {
    /// The files.
    pub fn files(&self) -> &[F] {
        &self.0
    }

    /// A model was opened: with files of one that was open (`joins`), or with those that waited.
    pub fn opened(&mut self, joins: bool) {
        if !joins {
            self.0.clear();
        }
    }

    /// These files wait.
    pub fn wait(&mut self, files: Vec<F>) {
        self.0 = files;
    }

    /// Files were refused: a model that waited and cannot be run even so does not take what comes for others.
    pub fn refused(&mut self, name: impl Fn(&F) -> String) {
        self.0.retain(|file| is_companion(&name(file)));
    }
}

impl<F> Default for Waiting<F> {
    fn default() -> Self {
        Waiting(Vec::new())
    }
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
