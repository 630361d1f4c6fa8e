//! What can be wrong with a file: what was found, where, and what to do.

use crate::kinds;

/// Why a file, or a part of it, was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum InspectError {
    /// No reader knows the bytes.
    #[error(
        "this is none of the formats that are read ({}); it begins with {begins}. If it is a model, save it as .safetensors",
        kinds::in_words()
    )]
    Unknown {
        /// The first bytes, printable.
        begins: String,
    },
    /// Only the pointer of Git LFS is there, a text of some lines.
    #[error(
        "this is a pointer of Git LFS: a text that stands for the file, whose bytes were not fetched; fetch them by `git lfs pull`, or download the file itself"
    )]
    Pointer,
    /// A range does not lie within the file.
    #[error(
        "byte {at}: {wanted} bytes are announced, but the file ends at {available}; it was cut off, or is damaged. Copy or download it again"
    )]
    Truncated {
        /// Offset in bytes.
        at: u64,
        /// Bytes that should be there.
        wanted: u64,
        /// Bytes in the source.
        available: u64,
    },
    /// The bytes could not be got.
    #[error("byte {at} could not be read: {why}")]
    Unreadable {
        /// Offset in bytes.
        at: u64,
        /// What the system says.
        why: String,
    },
    /// More than a reader spends ([`crate::limits`]).
    #[error("{what}: {found}, but at most {limit} is read; the file is damaged, or made to harm")]
    TooMuch {
        /// What there is too much of, with its unit.
        what: &'static str,
        /// How much there is.
        found: u64,
        /// How much is read.
        limit: u64,
    },
    /// The bytes break the format's rules.
    #[error("{place}: {why}; the file is damaged, or was not written as {format} are")]
    Malformed {
        /// The format, in the plural: ".npy files".
        format: &'static str,
        /// "byte 80", "the entry `x`".
        place: String,
        /// What was found and what was expected.
        why: String,
    },
    /// Within the format, but not read here.
    #[error("{place}: {what} is not read; {advice}")]
    Unsupported {
        /// "byte 80", "the entry `x`".
        place: String,
        /// What it is.
        what: String,
        /// What to do instead.
        advice: &'static str,
    },
    /// A tensor that cannot be read; the others can.
    #[error("the tensor `{name}`: {why}")]
    Tensor {
        /// Its name.
        name: String,
        /// What is wrong and what to do.
        why: String,
    },
    /// Numbers are in a file beside this one.
    #[error("the numbers of `{name}` are in `{file}`; open that file together with this one")]
    Beside {
        /// The tensor.
        name: String,
        /// The file's name, without a folder.
        file: String,
    },
}

/// Why files could not be opened.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{error}")]
pub struct BundleError {
    /// The file that it is about; empty where none was given.
    pub file: String,
    /// Why.
    pub error: InspectError,
}
