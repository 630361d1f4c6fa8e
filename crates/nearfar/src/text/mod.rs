//! From typed text to an embedding matrix: tokens, then one word vector each. Nothing is fetched
//! here: the store says which parts of the table are still to load.

pub mod dependency;
pub mod embedding;
pub mod token;
pub mod vectors;

pub use embedding::{Embedded, Origin, WordVectors};
pub use token::{
    Cut, MAX_LONG_TOKENS, MAX_TOKENS, NUMBER, Token, Tokenized, tokenize, tokenize_limited,
};
pub use vectors::{DIMENSION, Part, VectorPart, VectorsError, part_of};
