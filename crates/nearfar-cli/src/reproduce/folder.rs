//! A folder that many processes fill, on one machine or several: a file for each finished run, the
//! state of each that goes on, and a lock for each that is being run.
//!
//! | file | what |
//! |---|---|
//! | `ID.json` | the result, a [`RunLine`]: written whole or not at all, and never again; the same bytes, whenever, wherever and beside what it was made |
//! | `ID.resume.safetensors` | where a run stopped: after its last epoch, or where it was asked to stop |
//! | `ID.lock` | locked by who runs it; the system gives the lock back however that process ends |

use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::results::RunLine;
use super::tables::Run;
use crate::error::CommandError;
use crate::files;

/// The folder.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

/// That nobody else runs a run, while this is there.
pub struct Held {
    path: PathBuf,
    _file: File,
}

impl Held {
    /// Gives it back for good: the run is finished.
    pub fn finish(self) {
        // Whoever opened the file before finds the result before it begins.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Its result is there.
    Finished,
    /// A process runs it.
    Running,
    /// It stopped in the middle.
    Stopped,
    /// Nobody began it.
    NotBegun,
}

impl Folder {
    /// The folder at a path, which is made where it is not there.
    ///
    /// # Errors
    /// Where it cannot be made.
    pub fn make(path: &Path) -> Result<Folder, CommandError> {
        let made = std::fs::create_dir_all(path);
        made.map_err(|source| CommandError::Write { path: path.to_owned(), source })?;
        Ok(Folder { path: path.to_owned() })
    }

    /// The folder at a path.
    ///
    /// # Errors
    /// Where there is none.
    pub fn open(path: &Path) -> Result<Folder, CommandError> {
        let source = match std::fs::metadata(path) {
            Ok(found) if found.is_dir() => return Ok(Folder { path: path.to_owned() }),
            Ok(_) => ErrorKind::NotADirectory.into(),
            Err(error) => error,
        };
        Err(CommandError::Read { path: path.to_owned(), source })
    }

    fn file(&self, id: &str, ending: &str) -> PathBuf {
        self.path.join(format!("{id}.{ending}"))
    }

    /// Where the state of a run is kept, as the name of its checkpoint.
    pub fn checkpoint(&self, id: &str) -> PathBuf {
        self.file(id, "safetensors")
    }

    /// The lock of a run.
    pub fn lock_file(&self, id: &str) -> PathBuf {
        self.file(id, "lock")
    }

    /// The result of a run, where it is there.
    ///
    /// # Errors
    /// Where its file cannot be read, or is the result of something else.
    pub fn result(&self, run: &Run) -> Result<Option<RunLine>, CommandError> {
        let path = self.file(&run.id, "json");
        let text = match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            other => other.map_err(|source| CommandError::Read { path: path.clone(), source })?,
        };
        let line: Result<RunLine, _> = serde_json::from_str(&text);
        let wrong = |why| CommandError::ResultFile { path: path.clone(), why };
        let line = line.map_err(|error| wrong(error.to_string()))?;
        if line.plan != run.plan.entries() {
            return Err(wrong("is the result of a run with other settings".to_owned()));
        }
        Ok(Some(line))
    }

    /// Writes the result of a run.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn write(&self, run: &Run, line: &RunLine) -> Result<(), CommandError> {
        let path = self.file(&run.id, "json");
        let failed = |error: serde_json::Error| CommandError::Write {
            path: path.clone(),
            source: error.into(),
        };
        let text = line.to_line().map_err(failed)?;
        files::write(&path, text.as_bytes())
    }

    /// Takes a run; `None` where another process has it.
    ///
    /// # Errors
    /// Where the file system has no locks, or the folder cannot be written.
    pub fn hold(&self, id: &str) -> Result<Option<Held>, CommandError> {
        let path = self.lock_file(id);
        let failed = |source| CommandError::Write { path: path.clone(), source };
        let file = File::options().create(true).truncate(false).write(true).open(&path);
        let file = file.map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Held { path, _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(source)) => Err(failed(source)),
        }
    }

    /// How far a run is.
    ///
    /// # Errors
    /// Where its result cannot be read.
    pub fn progress(&self, run: &Run) -> Result<Progress, CommandError> {
        if self.result(run)?.is_some() {
            return Ok(Progress::Finished);
        }
        let is_locked = File::open(self.lock_file(&run.id))
            .is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)));
        let is_begun = self.file(&run.id, "resume.safetensors").exists();
        Ok(match (is_locked, is_begun) {
            (true, _) => Progress::Running,
            (false, true) => Progress::Stopped,
            (false, false) => Progress::NotBegun,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::results::tests::line;

    #[test]
    fn a_run_is_held_by_one_and_its_result_is_read_as_its_own_alone() {
        let path = std::env::temp_dir().join(format!("nearfar-folder-{}", std::process::id()));
        let folder = Folder::make(&path).unwrap();
        let run = Run::from_id("sst2-vanilla-seed-1").unwrap();
        assert_eq!(folder.progress(&run).unwrap(), Progress::NotBegun);
        let held = folder.hold(&run.id).unwrap().unwrap();
        assert!(folder.hold(&run.id).unwrap().is_none());
        assert_eq!(folder.progress(&run).unwrap(), Progress::Running);
        std::fs::write(path.join("sst2-vanilla-seed-1.resume.safetensors"), "state").unwrap();
        drop(held);
        assert_eq!(folder.progress(&run).unwrap(), Progress::Stopped);
        let held = folder.hold(&run.id).unwrap().unwrap();
        folder.write(&run, &line(&run.plan, "0101", "0111")).unwrap();
        held.finish();
        assert_eq!(folder.progress(&run).unwrap(), Progress::Finished);
        assert!(!folder.lock_file(&run.id).exists());
        let other = Run::from_id("sst2-vanilla-seed-2").unwrap();
        let of = |run: &Run| path.join(format!("{}.json", run.id));
        std::fs::copy(of(&run), of(&other)).unwrap();
        let error = folder.result(&other).unwrap_err().to_string();
        assert!(
            error.contains("seed-2.json: is the result of a run with other settings"),
            "{error}"
        );
        std::fs::write(of(&other), "{").unwrap();
        assert!(folder.result(&other).unwrap_err().to_string().contains("delete the file"));
        std::fs::remove_dir_all(&path).unwrap();
        assert!(Folder::open(&path).is_err());
    }
}
