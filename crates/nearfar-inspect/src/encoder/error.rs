//! Why a model could not be loaded or run.

use crate::error::InspectError;

/// Why a model could not be loaded or run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EncoderError {
    /// There is no such layer.
    #[error("there is no layer {} of {depth}", layer + 1)]
    Layer {
        /// The step that was asked for, from 0.
        layer: usize,
        /// How many there are.
        depth: usize,
    },
    /// The report says that it cannot be run.
    #[error("the model cannot be run: {why}")]
    CannotRun {
        /// The report's reason.
        why: String,
    },
    /// A tensor has another shape than the report was made from, or is not there.
    #[error("the tensor `{tensor}`: {why}")]
    Tensor {
        /// Its name.
        tensor: String,
        /// What is wrong.
        why: String,
    },
    /// The weights need more memory than they are given.
    #[error("the weights take {bytes} bytes in memory, but at most {limit} are given to them")]
    TooLarge {
        /// Bytes of all weights that are held.
        bytes: u64,
        /// What is given.
        limit: u64,
    },
    /// The numbers could not be read.
    #[error(transparent)]
    Unreadable(#[from] InspectError),
    /// A weight is NaN or infinite.
    #[error("the tensor `{tensor}` holds a number that is not finite, at place {index}")]
    NotFinite {
        /// Its name.
        tensor: String,
        /// Where, counted in row-major order from 0.
        index: usize,
    },
    /// There is nothing to run.
    #[error("there are no tokens; type a sentence")]
    NoTokens,
    /// A token's number is beyond the table of words.
    #[error(
        "token {} has the number {id}, but the model knows {words} words, numbered from 0",
        place + 1
    )]
    UnknownWord {
        /// Which token, from 0.
        place: usize,
        /// Its number.
        id: u32,
        /// V.
        words: usize,
    },
    /// More tokens than the model has positions.
    #[error("{tokens} tokens, but the model has {positions} positions; type a shorter sentence")]
    Positions {
        /// N.
        tokens: usize,
        /// P.
        positions: usize,
    },
    /// The vectors given are not whole rows of the model's width.
    #[error("{found} numbers are no whole vectors of {width}")]
    Vectors {
        /// How many numbers were given.
        found: usize,
        /// D.
        width: usize,
    },
    /// The model reads vectors, not numbers of tokens, or the other way round.
    #[error("the model reads {expected}")]
    Input {
        /// What it reads.
        expected: &'static str,
    },
    /// What is kept of a run takes more memory than is given to it.
    #[error(
        "the attention of {tokens} tokens takes {bytes} bytes in memory, but at most {limit} are \
         given to it; type a shorter sentence"
    )]
    TooLong {
        /// N.
        tokens: usize,
        /// Bytes of all scores, weights and states.
        bytes: u64,
        /// What is given.
        limit: u64,
    },
    /// A layer lets a token see less than the sentence, which who asked for its inputs cannot say.
    #[error(
        "layer {} lets a token see {}, so a sentence of {tokens} tokens is not shown here; type at most {} \
         tokens, or see its weights in Inspect",
        layer + 1,
        seen(*reach, *causal),
        reach + 1
    )]
    Window {
        /// From 0.
        layer: usize,
        /// The most tokens before or behind a token that it sees.
        reach: usize,
        /// Whether it sees none behind itself.
        causal: bool,
        /// N.
        tokens: usize,
    },
    /// A score is beyond what can be computed with.
    #[error("layer {layer}, head {head}: a score is not finite, or beyond 2^31")]
    Score {
        /// From 0.
        layer: usize,
        /// From 0.
        head: usize,
    },
    /// A hidden state is NaN or infinite.
    #[error("layer {layer}: a hidden state is not finite; the model's numbers are too large")]
    State {
        /// From 0.
        layer: usize,
    },
    /// A head that is to be rescaled is not there, or its w or v is not finite.
    #[error("layer {layer}, head {head} cannot be rescaled: {why}")]
    Rescale {
        /// From 0.
        layer: usize,
        /// From 0.
        head: usize,
        /// What is wrong.
        why: &'static str,
    },
    /// The run was ended by the one who started it.
    #[error("ended before it was done")]
    Cancelled,
}

/// What a window lets a token see: "3 tokens before it".
fn seen(reach: usize, causal: bool) -> String {
    let tokens = if reach == 1 { "token" } else { "tokens" };
    let side = if causal { "before it" } else { "on either side of it" };
    format!("{reach} {tokens} {side}")
}
