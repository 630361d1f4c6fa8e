//! What the Train room decides.

mod choices;
mod link;
mod looked;
mod plots;
mod run;
