//! What the Train room decides.

mod link;
mod run;
