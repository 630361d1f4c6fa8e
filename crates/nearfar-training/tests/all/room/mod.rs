//! What the Train room decides.

mod cards;
mod choices;
mod chosen;
mod link;
mod looked;
mod orders;
mod plots;
mod run;
mod runs;
mod says;
