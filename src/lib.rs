//! The page: a store of settings and numbers, rooms that show them, and what they are made of.
//! Each file in `bin` and `main.rs` starts one program with it.

pub mod address;
pub mod app;
pub mod canvas;
pub mod controls;
pub mod export;
pub mod panels;
pub mod reactive;
pub mod rooms;
pub mod script;
pub mod state;
pub mod trouble;
pub mod word_vectors;
