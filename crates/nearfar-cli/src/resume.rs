//! The saved state of a run beside the checkpoint that it is to become.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use nearfar_training::run::{Run, RunError};

use crate::error::CommandError;
use crate::files;

/// What to do with a saved state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Go on from it if there is one.
    IfThere,
    /// Go on from it, or refuse.
    Must,
    /// Start over.
    Fresh,
}

/// The file of a state.
#[derive(Clone, Debug)]
pub struct ResumeFile {
    path: PathBuf,
}

impl ResumeFile {
    /// `x.resume.safetensors` for `x.safetensors`.
    pub fn beside(out: &Path) -> ResumeFile {
        ResumeFile { path: out.with_extension("resume.safetensors") }
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Brings a run to where it was; `true` where there was a state.
    ///
    /// # Errors
    /// Where the state cannot be read or is of another run, or there is none and must be.
    pub fn restore(&self, run: &mut Run, wish: Wish) -> Result<bool, CommandError> {
        let path = || self.path.clone();
        let bytes = match (wish, std::fs::read(&self.path)) {
            (Wish::Fresh, _) => return Ok(false),
            (Wish::IfThere, Err(error)) if error.kind() == ErrorKind::NotFound => return Ok(false),
            (Wish::Must, Err(error)) if error.kind() == ErrorKind::NotFound => {
                return Err(CommandError::NothingToResume { path: path() });
            }
            (_, read) => read.map_err(|source| CommandError::Read { path: path(), source })?,
        };
        match run.restore(&bytes) {
            Ok(()) => Ok(true),
            Err(RunError::State { why }) => Err(CommandError::OtherRun { path: path(), why }),
            Err(error) => Err(error.into()),
        }
    }

    /// Saves a run.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn save(&self, run: &Run) -> Result<(), CommandError> {
        files::write(&self.path, &run.state())
    }

    /// Removes the file, if it is there.
    ///
    /// # Errors
    /// Where it cannot be removed.
    pub fn remove(&self) -> Result<(), CommandError> {
        match std::fs::remove_file(&self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(CommandError::Write { path: self.path.clone(), source: error })
            }
            _ => Ok(()),
        }
    }
}
