//! A forward pass of a recognised encoder over one sentence: embeddings, all layers, norms; no
//! padding, no dropout, nothing on top of the final states.
//!
//! 1. [`Encoder::load`]: the weights that the report names, as `f32`.
//! 2. [`Encoder::run`]: every layer's states, scores and attention weights ([`Run`]).
//! 3. [`Run::rescaled`]: the same with distance-aware rescaling laid over any head.
//! 4. [`Run::figures`]: where each head looks, in a few numbers.
//! 5. [`Encoder::layer_inputs`]: queries, keys and values of a layer, for the Lab.

pub mod error;
mod figures;
mod inputs;
mod layers;
mod load;
mod pass;
mod rescale;
mod table;

pub use error::EncoderError;
pub use load::Encoder;
pub use pass::{Input, LayerRun, Progress, Run};
pub use rescale::{HeadChoice, Rescales};
