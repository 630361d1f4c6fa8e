//! What can go wrong in a command: what, where, what to do, and the exit code.

use std::io;
use std::path::PathBuf;

use nearfar::attention::AttentionError;
use nearfar::checkpoint::CheckpointError;
use nearfar::model::ModelError;
use nearfar::text::VectorsError;
use nearfar_inspect::InspectError;
use nearfar_training::data::GeneratedError;
use nearfar_training::figures::FiguresError;
use nearfar_training::options::OptionError;
use nearfar_training::run::RunError;

use crate::datasets::DatasetError;

/// Why a command ended before its end.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// The command line asks for what does not go together.
    #[error("{0}\n\nFor more information, try '--help'.")]
    Usage(String),
    /// Stopped by the user; what was done is saved.
    #[error("interrupted after step {step} of {steps}; saved in {}. {go_on}", .path.display())]
    Interrupted {
        /// Steps taken.
        step: u64,
        /// Steps in all.
        steps: u64,
        /// Where.
        path: PathBuf,
        /// What to do.
        go_on: &'static str,
    },
    /// A data set cannot be had.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// A task cannot be made up.
    #[error(transparent)]
    Generated(#[from] GeneratedError),
    /// A data set has no examples in a part.
    #[error("the task {task} has no {part} examples; choose another part by --part")]
    NoExamples {
        /// The task.
        task: String,
        /// Which part.
        part: &'static str,
    },
    /// The data do not fit the model.
    #[error("{}: {why}", .path.display())]
    Misfit {
        /// The checkpoint.
        path: PathBuf,
        /// What does not fit.
        why: String,
    },
    /// A part of the word vectors is not there.
    #[error(
        "the word vectors are not whole: {} is missing. The folder public/vectors of the sources has \
         them; name it by --vectors DIR or the environment variable NEARFAR_VECTORS",
        .path.display()
    )]
    NoVectors {
        /// The file.
        path: PathBuf,
    },
    /// A part of the word vectors is no such file.
    #[error("{}: {source}; take the file from the sources again", .path.display())]
    Vectors {
        /// The file.
        path: PathBuf,
        /// Why.
        source: VectorsError,
    },
    /// A file cannot be read.
    #[error("{} cannot be read: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("{} cannot be written: {source}; check the folder and the space on the disk", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Standard output is gone.
    #[error("the output cannot be written: {0}")]
    Print(#[from] io::Error),
    /// A file is no checkpoint.
    #[error("{}: {source}", .path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// Why.
        source: CheckpointError,
    },
    /// A stranger's file is refused.
    #[error("{}: {source}", .path.display())]
    Inspect {
        /// The file.
        path: PathBuf,
        /// Why.
        source: InspectError,
    },
    /// The options in a checkpoint cannot be read.
    #[error("{}: {source}", .path.display())]
    Options {
        /// The file.
        path: PathBuf,
        /// Why.
        source: OptionError,
    },
    /// There is a saved run, but of something else.
    #[error(
        "{} is the saved state of another run: {why}. Go on with that run, choose another --out, or \
         start over by --fresh, which replaces it", .path.display()
    )]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// What differs.
        why: String,
    },
    /// There is no saved run.
    #[error("--resume: there is no saved run at {}; leave --resume out to start one", .path.display())]
    NothingToResume {
        /// The file.
        path: PathBuf,
    },
    /// A line of the results cannot be read.
    #[error("{}, line {line}: {why}; delete the line to run it again", .path.display())]
    Results {
        /// The file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// The file of a finished run cannot be read.
    #[error("{}: {why}; delete the file to run it again", .path.display())]
    ResultFile {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// Another process runs what was asked for.
    #[error("{} is being run by another process, which holds {}", .ids.join(", "), .path.display())]
    Busy {
        /// Which runs.
        ids: Vec<String>,
        /// What it holds, of the first of them.
        path: PathBuf,
    },
    /// A run cannot begin or go on.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A model cannot answer.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// An attention refused.
    #[error(transparent)]
    Attention(#[from] AttentionError),
    /// There are no figures.
    #[error(transparent)]
    Figures(#[from] FiguresError),
    /// A text without a word.
    #[error("the text {0:?} has no word in it")]
    NoWords(String),
    /// The machine refuses.
    #[error("{0}")]
    System(String),
}

impl CommandError {
    /// 2 for the command line, 130 for an interrupt, 1 for everything else.
    pub fn exit_code(&self) -> u8 {
        match self {
            CommandError::Usage(_) => 2,
            CommandError::Interrupted { .. } => 130,
            _ => 1,
        }
    }
}
