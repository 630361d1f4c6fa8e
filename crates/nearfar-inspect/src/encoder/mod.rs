//! A forward pass of a recognised encoder over one sentence: embeddings, all layers, norms; no
//! padding, no dropout, nothing on top of the final states.
//!
//! 1. [`Encoder::load`]: the weights that the report names, as `f32`.
//! 2. [`Encoder::run`]: every layer's states, scores and attention weights ([`Run`]).
//! 3. [`Run::rescaled`]: the same with distance-aware rescaling laid over any head.
//! 4. [`Run::figures`]: where each head looks, in a few numbers.
//! 5. [`Encoder::layer_inputs`]: queries, keys and values of a layer, for the Lab.
//! 6. [`Encoder::run_with`]: the same model with its positions [silenced](Positions), for the [laws](crate::laws).

pub mod error;
mod figures;
mod inputs;
mod layers;
mod load;
mod pass;
mod positions;
mod rescale;
mod silence;
mod table;

pub use error::EncoderError;
pub use load::Encoder;
pub use pass::{Input, LayerRun, Progress, Run};
pub use rescale::{HeadChoice, Rescales};
pub use silence::{MEAN_ROWS, Positions};
