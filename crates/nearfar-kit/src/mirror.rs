//! What another program is known to have of something that both can change.

/// The last value that the other program is known to have.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mirror<T>(T);

impl<T: PartialEq> Mirror<T> {
    /// The other program has this.
    pub fn new(known: T) -> Mirror<T> {
        Mirror(known)
    }

    /// What it is known to have.
    pub fn known(&self) -> &T {
        &self.0
    }

    /// It has `now`, as it says or as it was handed: whether that is other than what was known.
    pub fn learn(&mut self, now: T) -> bool {
        let is_new = self.0 != now;
        self.0 = now;
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_handed_over_comes_back_as_no_news() {
        let mut mirror = Mirror::new("a");
        assert!(!mirror.learn("a"));
        assert!(mirror.learn("b"));
        assert!(!mirror.learn("b"));
        assert!(!mirror.learn("b"));
        assert!(mirror.learn("c"));
        assert_eq!(*mirror.known(), "c");
        assert!(!mirror.learn("c"));
    }
}
