//! What can go wrong in a command, worded for the person at the terminal.

use std::{fmt, io, path::Path};

/// The result of a command or of one of its steps.
pub type Outcome<T = ()> = Result<T, Failure>;

/// Why a command stopped. Its text says what failed and, where a person can put it right, how.
#[derive(Debug)]
pub enum Failure {
    /// The arguments make no sense.
    Usage(String),
    /// A program that is needed is not there and could not be installed.
    Missing {
        /// What is missing, and what needs it.
        what: String,
        /// What the person can do, line by line.
        remedy: String,
    },
    /// A program was started and failed; it has said why itself.
    Program {
        /// The command line.
        line: String,
        /// How it ended.
        end: String,
    },
    /// A file or folder could not be read or written.
    File {
        /// What was done to which file.
        action: String,
        /// What the system said.
        source: io::Error,
    },
    /// What was checked is not as it should be; the text says in what.
    Refused(String),
}

/// The arguments make no sense: says so, and where to read more.
pub fn usage(problem: impl Into<String>) -> Failure {
    Failure::Usage(problem.into())
}

/// For `map_err`: a file that could not be handled, as in `file("read", path)`.
pub fn file(action: &str, path: &Path) -> impl FnOnce(io::Error) -> Failure {
    let action = format!("{action} {}", path.display());
    move |source| Failure::File { action, source }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(problem) => write!(f, "{problem}. See: cargo xtask --help"),
            Self::Missing { what, remedy } => {
                write!(f, "{what}. To go on:")?;
                remedy.lines().try_for_each(|line| write!(f, "\n\n    {line}"))
            }
            Self::Program { line, end } => write!(f, "this command failed ({end}):\n\n    {line}"),
            Self::File { action, source } => write!(f, "could not {action}: {source}"),
            Self::Refused(why) => write!(f, "{why}"),
        }
    }
}

impl std::error::Error for Failure {}
