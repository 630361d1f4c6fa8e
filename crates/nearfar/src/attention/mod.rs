//! Multi-head attention that knows distance, one file per step of the formula
//!
//! softmax( ReLU(Q Kᵀ / √d) ∘ f(w R; v) ) V
//!
//! | step | file | source |
//! |---|---|---|
//! | Q, K, V = H W_Q, H W_K, H W_V | [`parameters`], [`trace`] | Eq. 1 |
//! | scores = Q Kᵀ / √d | [`trace`] | Eq. 2 |
//! | R = abs(i - j), w R | [`distance`] | section 3.1 |
//! | f(w R; v) | [`mapping`], [`landmarks`], [`requirements`] | Eq. 5, section 4.3 |
//! | ReLU(scores) ∘ f, and its rivals | [`adjustment`] | Eq. 6, section 4.4 |
//! | softmax, or keys each on their own | [`normalisation`] | Eq. 2 |
//! | Q, K, V of a layer of another model | [`inputs`] | |
//! | then V, then W_O | [`trace`] | Eq. 3, 6 |
//! | the backward pass, to w and v | [`gradient`] | |
//!
//! The loops themselves are in `nearfar-kernel`. [`trace::Trace`] keeps every intermediate; equations are those of Wu et al. 2021.

pub mod adjustment;
pub mod arithmetic;
pub mod distance;
pub mod error;
pub mod gradient;
pub mod inputs;
pub mod landmarks;
pub mod mapping;
pub mod mask;
pub mod normalisation;
pub mod parameters;
pub mod position;
pub mod requirements;
pub mod term_rule;
pub mod trace;

pub use adjustment::{ADJUSTMENTS, Adjustment, AdjustmentRow};
pub use arithmetic::Arithmetic;
pub use error::AttentionError;
pub use gradient::{HeadGradient, HeadRescale, HeadShape};
pub use inputs::LayerInputs;
pub use mapping::{MAPPINGS, Mapping, MappingRow};
pub use mask::Mask;
pub use normalisation::Normalisation;
pub use parameters::{HeadParameters, Line, Projections};
pub use term_rule::{TermBiases, TermRotation, TermRule};
pub use trace::{Step, TermParameters, Trace};
