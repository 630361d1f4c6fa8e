//! Training, in the order of its steps:
//!
//! 1. [`data`]: labelled texts, from files or made up; [`corpus`]: the same as numbers.
//! 2. [`parameters`]: the start of every tensor; [`options`]: how to train.
//! 3. [`graph`]: a batch through the model to the loss, and the gradients back; [`rescale`] (w
//!    and v) and [`own`] (every other method) are the operations in it that are ours.
//! 4. [`adam`]: gradients move parameters.
//! 5. [`run`]: step after step, the best epoch kept; [`save`]: a run as a checkpoint, or to go on.
//! 6. [`protocol`]: what a page and the worker that trains say to each other; [`session`]: a run
//!    behind them; [`shelf`]: the runs that a user left; [`room`]: what the page's room decides.
//! 7. [`figures`]: how good the answers are, and how sure that is; [`products`]: what of a step is
//!    matrix products.
//!
//! Nothing here touches the clock, files or global randomness; the same seed gives the same bytes,
//! whatever the number of threads.

pub mod adam;
pub mod corpus;
pub mod data;
pub mod figures;
#[cfg(feature = "graph")]
pub mod graph;
pub mod options;
#[cfg(feature = "graph")]
pub mod own;
#[cfg(feature = "graph")]
mod parallel;
pub mod parameters;
#[cfg(feature = "graph")]
pub mod products;
pub mod protocol;
#[cfg(feature = "graph")]
pub mod rescale;
pub mod room;
#[cfg(feature = "graph")]
pub mod run;
#[cfg(feature = "graph")]
pub mod save;
#[cfg(feature = "graph")]
pub mod session;
pub mod shelf;
