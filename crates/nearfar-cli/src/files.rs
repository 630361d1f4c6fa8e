//! Files of the command: read with their name in the error, written whole or not at all.

use std::ffi::OsString;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use nearfar::checkpoint::{START, Trained};
use nearfar_training::options::Options;
use nearfar_training::save::options_of;

use crate::error::CommandError;

/// The bytes of a file.
///
/// # Errors
/// Where it cannot be read.
pub fn read(path: &Path) -> Result<Vec<u8>, CommandError> {
    std::fs::read(path).map_err(|source| CommandError::Read { path: path.to_owned(), source })
}

/// How a file's name ends, without the dot.
pub fn ending(path: &Path) -> &str {
    path.extension().and_then(|ending| ending.to_str()).unwrap_or_default()
}

/// That a path is no folder, which none of the commands reads as a model.
///
/// # Errors
/// Where it is one.
pub fn check_no_folder(path: &Path) -> Result<(), CommandError> {
    let why = || std::io::Error::other("it is a folder; name the file in it");
    let refused = || CommandError::Read { path: path.to_owned(), source: why() };
    if path.is_dir() { Err(refused()) } else { Ok(()) }
}

/// Whether nearfar wrote the checkpoint, whole or damaged.
///
/// # Errors
/// Where it cannot be read.
pub fn is_own(path: &Path) -> Result<bool, CommandError> {
    check_no_folder(path)?;
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(START as u64).read_to_end(&mut start));
    read.map_err(|source| CommandError::Read { path: path.to_owned(), source })?;
    Ok(nearfar::checkpoint::is_own(&start))
}

/// Writes a file under another name first, one of this process alone, so that an old one stays whole
/// until the new one is, whoever else writes.
///
/// # Errors
/// Where it cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), CommandError> {
    let failed = |source| CommandError::Write { path: path.to_owned(), source };
    let mut unfinished: OsString = path.as_os_str().to_owned();
    unfinished.push(format!(".{}.unfinished", std::process::id()));
    let unfinished = PathBuf::from(unfinished);
    let written = File::create(&unfinished).and_then(|mut file| {
        file.write_all(bytes)?;
        // Where the machine stops, an empty file under the right name would be worse than none.
        file.sync_all()
    });
    written.and_then(|()| std::fs::rename(&unfinished, path)).map_err(failed)
}

/// That a file can be written at `path`, before hours are spent on what it is to hold.
///
/// # Errors
/// Where its folder is not there.
pub fn check_folder(path: &Path) -> Result<(), CommandError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if path.is_dir() || folder.is_some_and(|folder| !folder.is_dir()) {
        let kind = if path.is_dir() {
            std::io::ErrorKind::IsADirectory
        } else {
            std::io::ErrorKind::NotFound
        };
        return Err(CommandError::Write { path: path.to_owned(), source: kind.into() });
    }
    Ok(())
}

/// A checkpoint with its bytes and the options that it was trained with.
pub struct Checkpoint {
    /// Where it lies.
    pub path: PathBuf,
    /// The model.
    pub trained: Trained,
    /// How it was trained: how texts are cut.
    pub options: Options,
    /// The file.
    pub bytes: Vec<u8>,
}

impl Checkpoint {
    /// Reads it.
    ///
    /// # Errors
    /// Where there is no such file, or it is no checkpoint of ours.
    pub fn open(path: &Path) -> Result<Checkpoint, CommandError> {
        let bytes = read(path)?;
        if !nearfar::checkpoint::is_own(&bytes) {
            let why = "nearfar did not write this checkpoint; `nearfar inspect` says what it is, and `nearfar \
                       attend` and `laws` run models of others";
            return Err(CommandError::Misfit { path: path.to_owned(), why: why.to_owned() });
        }
        let trained = Trained::read_any(&bytes)
            .map_err(|source| CommandError::Checkpoint { path: path.to_owned(), source })?;
        let options = options_of(&trained)
            .map_err(|source| CommandError::Options { path: path.to_owned(), source })?;
        Ok(Checkpoint { path: path.to_owned(), trained, options, bytes })
    }

    /// An entry of its card, empty where there is none.
    pub fn entry(&self, key: &str) -> &str {
        self.trained.card.get(key).map_or("", String::as_str)
    }
}
