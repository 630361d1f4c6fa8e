//! What the Train room decides.

mod cards;
mod choices;
mod link;
mod looked;
mod plots;
mod run;
