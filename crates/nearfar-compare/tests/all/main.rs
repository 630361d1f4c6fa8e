//! One sentence under every method.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod charts;
mod choices;
mod comparison;
mod distance;
mod found;
mod grid;
mod knowledge;
mod layer;
mod notice;
mod orders;
mod own_terms;
mod pair;
mod pictured;
mod pointing;
mod results;
mod room;
mod sentence;
mod session;
mod tree_editor;
mod tree_picture;
mod tree_source;
mod words;
