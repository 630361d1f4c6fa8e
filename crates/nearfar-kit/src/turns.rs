//! Whose turn it is where what is mounted comes place by place, so that a browser gets its own turn between them. No
//! timer: who has one asks for the next turn in a task of its own.

/// What waits for its turn, `T`, and what is done after turns, `A`.
#[derive(Clone, Debug)]
pub struct Turns<T, A> {
    waiting: Vec<(u8, T)>,
    after: Vec<(u8, A)>,
    /// The places whose turn has been, a bit each.
    been: u64,
}

impl<T, A> Default for Turns<T, A> {
    fn default() -> Self {
        Turns { waiting: Vec::new(), after: Vec::new(), been: 0 }
    }
}

impl<T, A> Turns<T, A> {
    /// All places have their turns before them.
    pub fn begin(&mut self) {
        self.been = 0;
    }

    /// Whether the turn of a place, below 64, has been.
    pub fn has_been(&self, place: u8) -> bool {
        self.been & (1 << place) != 0
    }

    /// Waits for the turn of a place, below 64.
    pub fn wait(&mut self, place: u8, turn: T) {
        self.waiting.push((place, turn));
    }

    /// Is done once nothing waits at a place or before it.
    pub fn after(&mut self, place: u8, act: A) {
        self.after.push((place, act));
    }

    /// The turn of the lowest place that waits: what is done before it, and what has the turn; `None` where nothing
    /// waits any more. What has its turn may wait for others.
    pub fn take(&mut self) -> (Vec<A>, Option<Vec<T>>) {
        let next = self.waiting.iter().map(|(place, _)| *place).min();
        let due = self.after.extract_if(.., |(place, _)| next.is_none_or(|next| next > *place));
        let due = due.map(|(_, act)| act).collect();
        let turns = next.map(|next| {
            self.been |= 1 << next;
            let turns = self.waiting.extract_if(.., |(place, _)| *place == next);
            turns.map(|(_, turn)| turn).collect()
        });
        (due, turns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns() -> Turns<&'static str, &'static str> {
        Turns::default()
    }

    #[test]
    fn the_lowest_place_has_the_turn_and_those_of_one_place_have_it_together() {
        let mut turns = turns();
        turns.wait(63, "last");
        turns.wait(2, "b");
        turns.wait(0, "a");
        turns.wait(2, "c");
        assert_eq!(turns.take(), (vec![], Some(vec!["a"])));
        // What has its turn asks for one before those that wait.
        turns.wait(1, "inner");
        assert_eq!(turns.take(), (vec![], Some(vec!["inner"])));
        assert_eq!(turns.take(), (vec![], Some(vec!["b", "c"])));
        assert_eq!(turns.take(), (vec![], Some(vec!["last"])));
        assert_eq!(turns.take(), (vec![], None));
    }

    #[test]
    fn a_turn_that_has_been_does_not_come_again_until_all_begins() {
        let mut turns = turns();
        turns.wait(3, "a");
        assert!(!turns.has_been(3));
        assert_eq!(turns.take(), (vec![], Some(vec!["a"])));
        assert!(turns.has_been(3));
        assert!(!turns.has_been(2));
        turns.begin();
        assert!(!turns.has_been(3));
    }

    #[test]
    fn what_comes_after_a_place_waits_for_all_up_to_it() {
        let mut turns = turns();
        turns.after(2, "shown");
        turns.wait(1, "a");
        turns.wait(2, "b");
        turns.wait(3, "c");
        assert_eq!(turns.take(), (vec![], Some(vec!["a"])));
        assert_eq!(turns.take(), (vec![], Some(vec!["b"])));
        // In the task of the next turn, and once.
        assert_eq!(turns.take(), (vec!["shown"], Some(vec!["c"])));
        turns.after(9, "end");
        assert_eq!(turns.take(), (vec!["end"], None));
        assert_eq!(turns.take(), (vec![], None));
    }
}
