//! What every room is made with: a worker that is asked ([`client`]), what waits until all rests ([`debounce`]), and its
//! part of a link ([`room_link`]). What they decide is in `nearfar-kit`, where it is tested; here are messages, timers and
//! the clock.

pub mod client;
pub mod debounce;
pub mod room_link;

use js_sys::Uint8Array;
use leptos::prelude::window;

pub use client::{Client, Event, Program};
pub use debounce::Debounce;
pub use nearfar_kit::{Answers, Ended};
pub use room_link::RoomLink;

pub use crate::page::follow_settings;

/// The `f32` of bytes that came, wherever in their buffer they begin; none where none came.
pub fn f32s(bytes: Option<&Uint8Array>) -> Vec<f32> {
    bytes.map_or_else(Vec::new, |bytes| nearfar_kit::f32s(&bytes.to_vec()))
}

/// As [`f32s`], of `f64`.
pub fn f64s(bytes: Option<&Uint8Array>) -> Vec<f64> {
    bytes.map_or_else(Vec::new, |bytes| nearfar_kit::f64s(&bytes.to_vec()))
}

/// Milliseconds since the page was opened.
pub fn now() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}
