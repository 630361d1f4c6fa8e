//! The library as its users see it, natively. `allocation` and `wasm` are programs of their own.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod arcs;
mod checkpoint;
mod curves;
mod dependency;
mod edited;
mod explore;
mod golden;
mod gradient;
mod lab;
mod loading;
mod methods;
mod model;
mod notices;
mod opened;
mod picture;
mod projected;
mod properties;
mod script;
mod settings;
mod shortcuts;
mod tables;
mod text;
mod traced;
