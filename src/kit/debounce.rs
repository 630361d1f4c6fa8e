//! Something is done once nothing more was asked for a while.

use std::time::Duration;

use leptos::prelude::*;
use nearfar_kit::Wake;

use super::now;

/// What is due, with what it does.
struct Waiting {
    state: nearfar_kit::Debounce,
    run: Option<Box<dyn FnOnce()>>,
}

/// Handles only, copied into every component. Where its owner is gone, nothing is done any more.
#[derive(Clone, Copy)]
pub struct Debounce(StoredValue<Waiting, LocalStorage>);

impl Debounce {
    /// Nothing is due; what will be is done once all rests for `pause`.
    pub fn new(pause: Duration) -> Debounce {
        let state = nearfar_kit::Debounce::new(pause.as_secs_f64() * 1000.0);
        Debounce(StoredValue::new_local(Waiting { state, run: None }))
    }

    /// Does `run` once nothing more was asked for a while, in place of what was due before.
    pub fn soon(self, run: impl FnOnce() + 'static) {
        self.put_off(Box::new(run));
    }

    fn put_off(self, run: Box<dyn FnOnce()>) {
        let timer = self.0.try_update_value(|waiting| {
            let before = waiting.run.replace(run);
            (waiting.state.ask(now()), before)
        });
        if let Some((Some(ms), _)) = timer {
            self.set_timer(ms);
        }
    }

    fn set_timer(self, ms: f64) {
        set_timeout(move || self.wake(), Duration::from_secs_f64(ms / 1000.0));
    }

    fn wake(self) {
        let woken = self.0.try_update_value(|waiting| match waiting.state.wake(now()) {
            Wake::Run => (waiting.run.take(), None),
            Wake::Again(ms) => (None, Some(ms)),
            Wake::Nothing => (None, None),
        });
        let (run, again) = woken.unwrap_or_default();
        if let Some(ms) = again {
            self.set_timer(ms);
        }
        if let Some(run) = run {
            run();
        }
    }

    /// Whether something is due.
    pub fn is_due(self) -> bool {
        self.0.try_with_value(|waiting| waiting.state.is_due()).unwrap_or(false)
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

    fn take(self) -> Option<Box<dyn FnOnce()>> {
        let due = self.0.try_update_value(|waiting| {
            let run = waiting.run.take();
            waiting.state.cancel().then_some(run)
        });
        due.flatten().flatten()
    }
}
