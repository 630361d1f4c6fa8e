//! One sentence under every method.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod choices;
mod notice;
mod own_terms;
mod session;
mod tree_editor;
