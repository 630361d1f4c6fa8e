//! Something is done once nothing more was asked for a while. One timer runs at a time, however often it is
//! asked: when it rings, it is looked whether all rests.

/// A timer may ring so much early, in milliseconds: clocks are rounded.
const EARLY: f64 = 1.0;

/// What is due, `R`, and when. No timer and no clock: who has them tells the time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Debounce<R> {
    /// How long all must rest.
    pause: f64,
    /// When it was asked for last, and what, where it is due.
    asked: Option<(f64, R)>,
    /// Whether a timer runs.
    is_set: bool,
}

/// What is to be done when the timer rings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wake<R> {
    /// What was asked for.
    Run(R),
    /// Nothing yet; the timer is to ring again after so many milliseconds.
    Again(f64),
    /// Nothing any more.
    Nothing,
}

impl<R> Debounce<R> {
    /// Nothing is due. `pause` in milliseconds.
    pub fn new(pause: f64) -> Debounce<R> {
        Debounce { pause, asked: None, is_set: false }
    }

    /// It is asked for, perhaps again. The timer to set, in milliseconds, where none runs; and what was due before,
    /// which is not done.
    #[must_use]
    pub fn ask(&mut self, run: R, now: f64) -> (Option<f64>, Option<R>) {
        let before = self.asked.replace((now, run));
        let timer = (!std::mem::replace(&mut self.is_set, true)).then_some(self.pause);
        (timer, before.map(|(_, run)| run))
    }

    /// The timer rings.
    #[must_use]
    pub fn wake(&mut self, now: f64) -> Wake<R> {
        let left = self.asked.as_ref().map(|(asked, _)| self.pause - (now - asked));
        self.is_set = left.is_some_and(|left| left > EARLY);
        match left.filter(|_| self.is_set) {
            Some(left) => Wake::Again(left),
            None => self.cancel().map_or(Wake::Nothing, Wake::Run),
        }
    }

    /// Whether something is due.
    pub fn is_due(&self) -> bool {
        self.asked.is_some()
    }

    /// It is no longer wanted, or done before its time: what was due.
    #[must_use]
    pub fn cancel(&mut self) -> Option<R> {
        self.asked.take().map(|(_, run)| run)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_runs_once_after_the_pause() {
        let mut debounce = Debounce::new(100.0);
        assert!(!debounce.is_due());
        assert_eq!(debounce.ask("first", 1000.0), (Some(100.0), None));
        assert!(debounce.is_due());
        assert_eq!(debounce.wake(1100.0), Wake::Run("first"));
        assert!(!debounce.is_due());
        assert_eq!(debounce.wake(1200.0), Wake::Nothing);
        assert_eq!(debounce.ask("second", 1300.0), (Some(100.0), None));
    }

    #[test]
    fn asking_again_puts_it_off_with_the_same_timer() {
        let mut debounce = Debounce::new(100.0);
        assert_eq!(debounce.ask("first", 0.0), (Some(100.0), None));
        assert_eq!(debounce.ask("second", 40.0), (None, Some("first")));
        assert_eq!(debounce.ask("third", 90.0), (None, Some("second")));
        assert_eq!(debounce.wake(100.0), Wake::Again(90.0));
        assert_eq!(debounce.ask("last", 150.0), (None, Some("third")));
        assert_eq!(debounce.wake(190.0), Wake::Again(60.0));
        assert_eq!(debounce.wake(250.0), Wake::Run("last"));
    }

    #[test]
    fn what_is_cancelled_does_not_run() {
        let mut debounce = Debounce::new(100.0);
        assert_eq!(debounce.cancel(), None);
        assert_eq!(debounce.ask("first", 0.0), (Some(100.0), None));
        assert_eq!(debounce.cancel(), Some("first"));
        assert_eq!(debounce.cancel(), None);
        // The timer still runs: another one would ring too early.
        assert_eq!(debounce.ask("second", 80.0), (None, None));
        assert_eq!(debounce.wake(100.0), Wake::Again(80.0));
        assert_eq!(debounce.cancel(), Some("second"));
        assert_eq!(debounce.wake(180.0), Wake::Nothing);
        assert_eq!(debounce.ask("third", 200.0), (Some(100.0), None));
    }

    #[test]
    fn a_timer_that_rings_a_little_early_is_taken() {
        let mut debounce = Debounce::new(100.0);
        assert_eq!(debounce.ask((), 0.0), (Some(100.0), None));
        assert_eq!(debounce.wake(99.1), Wake::Run(()));
        assert_eq!(debounce.ask((), 200.0), (Some(100.0), None));
        assert_eq!(debounce.wake(298.0), Wake::Again(2.0));
    }

    #[test]
    fn a_page_that_slept_runs_it_when_it_wakes() {
        let mut debounce = Debounce::new(100.0);
        assert_eq!(debounce.ask((), 0.0), (Some(100.0), None));
        assert_eq!(debounce.wake(60_000.0), Wake::Run(()));
    }
}
