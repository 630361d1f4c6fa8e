//! Something is done once nothing more was asked for a while.

use std::time::Duration;

use leptos::prelude::*;
use nearfar_kit::Wake;

use super::now;

/// What is done.
type Run = Box<dyn FnOnce()>;

/// Handles only, copied into every component. Where its owner is gone, nothing is done any more.
#[derive(Clone, Copy)]
pub struct Debounce(StoredValue<nearfar_kit::Debounce<Run>, LocalStorage>);

impl Debounce {
    /// Nothing is due; what will be is done once all rests for `pause`.
    pub fn new(pause: Duration) -> Debounce {
        let pause = pause.as_secs_f64() * 1000.0;
        Debounce(StoredValue::new_local(nearfar_kit::Debounce::new(pause)))
    }

    /// Does `run` once nothing more was asked for a while, in place of what was due before.
    pub fn soon(self, run: impl FnOnce() + 'static) {
        self.put_off(Box::new(run));
    }

    fn put_off(self, run: Run) {
        // What was due before is let go of here, where nothing holds on to what waits.
        let asked = self.0.try_update_value(|waiting| waiting.ask(run, now()));
        if let Some((Some(ms), _)) = asked {
            self.set_timer(ms);
        }
    }

    fn set_timer(self, ms: f64) {
        set_timeout(move || self.wake(), Duration::from_secs_f64(ms / 1000.0));
    }

    fn wake(self) {
        match self.0.try_update_value(|waiting| waiting.wake(now())) {
            Some(Wake::Run(run)) => run(),
            Some(Wake::Again(ms)) => self.set_timer(ms),
            Some(Wake::Nothing) | None => {}
        }
    }

    /// Whether something is due.
    pub fn is_due(self) -> bool {
        self.0.try_with_value(nearfar_kit::Debounce::is_due).unwrap_or(false)
    }

    /// What was due is not done.
    pub fn cancel(self) {
        drop(self.take());
    }

    /// What is due is done now.
    pub fn now(self) {
        if let Some(run) = self.take() {
            run();
        }
    }

    fn take(self) -> Option<Run> {
        self.0.try_update_value(nearfar_kit::Debounce::cancel).flatten()
    }
}
