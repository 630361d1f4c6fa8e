//! The command as a shell runs it.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod command;
mod inspect;
mod laws;
mod maps;
mod treebank;
