//! Something is done once nothing more was asked for a while. One timer runs at a time, however often it is
//! asked: when it rings, it is looked whether all rests.

/// A timer may ring so much early, in milliseconds: clocks are rounded.
const EARLY: f64 = 1.0;

/// What is due, and when. No timer and no clock: who has them tells the time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Debounce {
    /// How long all must rest.
    pause: f64,
    /// When it was asked for last, where it is due.
    asked: Option<f64>,
    /// Whether a timer runs.
    is_set: bool,
}

/// What is to be done when the timer rings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wake {
    /// What was asked for.
    Run,
    /// Nothing yet; the timer is to ring again after so many milliseconds.
    Again(f64),
    /// Nothing any more.
    Nothing,
}

impl Debounce {
    /// Nothing is due. `pause` in milliseconds.
    pub fn new(pause: f64) -> Debounce {
        Debounce { pause, asked: None, is_set: false }
    }

    /// It is asked for, perhaps again. The timer to set, in milliseconds, where none runs.
    #[must_use]
    pub fn ask(&mut self, now: f64) -> Option<f64> {
        self.asked = Some(now);
        (!std::mem::replace(&mut self.is_set, true)).then_some(self.pause)
    }

    /// The timer rings.
    #[must_use]
    pub fn wake(&mut self, now: f64) -> Wake {
        self.is_set = false;
        let Some(asked) = self.asked else { return Wake::Nothing };
        let left = self.pause - (now - asked);
        if left > EARLY {
            self.is_set = true;
            return Wake::Again(left);
        }
        self.asked = None;
        Wake::Run
    }

    /// Whether something is due.
    pub fn is_due(&self) -> bool {
        self.asked.is_some()
    }

    /// It is no longer wanted, or done before its time: whether it was due.
    pub fn cancel(&mut self) -> bool {
        self.asked.take().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_runs_once_after_the_pause() {
        let mut debounce = Debounce::new(100.0);
        assert!(!debounce.is_due());
        assert_eq!(debounce.ask(1000.0), Some(100.0));
        assert!(debounce.is_due());
        assert_eq!(debounce.wake(1100.0), Wake::Run);
        assert!(!debounce.is_due());
        assert_eq!(debounce.wake(1200.0), Wake::Nothing);
        assert_eq!(debounce.ask(1300.0), Some(100.0));
    }

    #[test]
    fn asking_again_puts_it_off_with_the_same_timer() {
        let mut debounce = Debounce::new(100.0);
        assert_eq!(debounce.ask(0.0), Some(100.0));
        assert_eq!(debounce.ask(40.0), None);
        assert_eq!(debounce.ask(90.0), None);
        assert_eq!(debounce.wake(100.0), Wake::Again(90.0));
        assert_eq!(debounce.ask(150.0), None);
        assert_eq!(debounce.wake(190.0), Wake::Again(60.0));
        assert_eq!(debounce.wake(250.0), Wake::Run);
    }

    #[test]
    fn what_is_cancelled_does_not_run() {
        let mut debounce = Debounce::new(100.0);
        assert!(!debounce.cancel());
        assert_eq!(debounce.ask(0.0), Some(100.0));
        assert!(debounce.cancel());
        assert!(!debounce.cancel());
        // The timer still runs: another one would ring too early.
        assert_eq!(debounce.ask(80.0), None);
        assert_eq!(debounce.wake(100.0), Wake::Again(80.0));
        assert!(debounce.cancel());
        assert_eq!(debounce.wake(180.0), Wake::Nothing);
        assert_eq!(debounce.ask(200.0), Some(100.0));
    }

    #[test]
    fn a_timer_that_rings_a_little_early_is_taken() {
        let mut debounce = Debounce::new(100.0);
        assert_eq!(debounce.ask(0.0), Some(100.0));
        assert_eq!(debounce.wake(99.1), Wake::Run);
        assert_eq!(debounce.ask(200.0), Some(100.0));
        assert_eq!(debounce.wake(298.0), Wake::Again(2.0));
    }

    #[test]
    fn a_page_that_slept_runs_it_when_it_wakes() {
        let mut debounce = Debounce::new(100.0);
        assert_eq!(debounce.ask(0.0), Some(100.0));
        assert_eq!(debounce.wake(60_000.0), Wake::Run);
    }
}
