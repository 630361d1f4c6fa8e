//! The page: a store of settings and numbers, rooms that show them, and what they are made of.
//! Each file in `bin` and `main.rs` starts one program with it.

mod address;
pub mod app;
mod canvas;
mod controls;
mod explore;
mod export;
mod fetch;
mod guest;
pub mod inspect;
mod models;
mod panels;
mod reactive;
mod rooms;
mod script;
mod state;
pub mod train;
pub mod trouble;
mod word_vectors;
mod worker;
