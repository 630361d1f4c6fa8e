//! What every room is made with: a worker that is asked ([`client`]), the page's settings as they change
//! ([`settings`]), and what waits until all rests ([`debounce`]). What they decide is in `nearfar-kit`, where
//! it is tested; here are messages, timers and the clock.

pub mod client;
pub mod debounce;
pub mod settings;
mod worker;

use leptos::prelude::window;

pub use client::{Client, Ended, Event, PATIENCE, Program, Said};
pub use debounce::Debounce;
pub use settings::follow_settings;

/// Milliseconds since the page was opened.
pub fn now() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}
