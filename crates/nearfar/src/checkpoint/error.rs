//! What can be wrong with a checkpoint.

use crate::model::ModelError;

/// Why a checkpoint was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CheckpointError {
    /// Fewer bytes than a header takes.
    #[error("{found} bytes, but a .safetensors file begins with 8 bytes of length and a header")]
    TooShort {
        /// Bytes in the file.
        found: usize,
    },
    /// A header longer than the file, or than any header is.
    #[error(
        "the header would be {found} bytes long, but {limit} are possible; this is no .safetensors file, or it was cut off"
    )]
    HeaderLength {
        /// The length that the first 8 bytes say.
        found: u64,
        /// The most that is possible.
        limit: u64,
    },
    /// The header is no JSON object of tensors.
    #[error("the header is not what a .safetensors file has: {why}")]
    Header {
        /// What is wrong.
        why: String,
    },
    /// A tensor's entry is wrong.
    #[error("the tensor `{name}`: {why}")]
    Tensor {
        /// Its name.
        name: String,
        /// What is wrong.
        why: String,
    },
    /// A tensor has another shape than the model's sizes ask for.
    #[error(
        "the tensor `{name}` has the shape {found:?}, expected {expected:?}{hint}",
        hint = transposed(.found, .expected)
    )]
    Shape {
        /// Its name.
        name: String,
        /// Its shape.
        found: Vec<usize>,
        /// The shape that it must have.
        expected: Vec<usize>,
    },
    /// The metadata lack an entry or hold one that cannot be read.
    #[error("the metadata entry `{key}` {why}; is this a checkpoint that Nearfar wrote?")]
    Metadata {
        /// Its key.
        key: &'static str,
        /// What is wrong.
        why: String,
    },
    /// A model that gives every word a class, where one that answers to texts is asked for.
    #[error(
        "the model gives every word a class (its metadata entry `structure` is `tokens`), and a text no answer; \
         `nearfar evaluate` measures it, and `nearfar attend --conllu` shows a sentence"
    )]
    EveryWord,
    /// The tensors do not make a model.
    #[error(transparent)]
    Model(#[from] ModelError),
}

/// The likeliest mistake: a matrix as `torch.nn.Linear` keeps it.
fn transposed(found: &[usize], expected: &[usize]) -> &'static str {
    let is_transpose = found.len() == 2 && found.iter().rev().eq(expected);
    if is_transpose {
        "; a transpose was forgotten: matrices are [inputs, outputs], torch.nn.Linear keeps [outputs, inputs]"
    } else {
        ""
    }
}
