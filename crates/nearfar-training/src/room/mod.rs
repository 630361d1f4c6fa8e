//! What the Train room decides, without signals, messages or clock: the page draws it and carries it out.
//!
//! - [`run`]: one run: when it starts again, what is saved of it before, what it goes back to

//! - [`link`]: what a link restores

pub mod link;
pub mod run;

pub use link::{Beside, Linked, Speed};
pub use run::{Again, Effect, News, Purpose, Run, RunId, Status};
