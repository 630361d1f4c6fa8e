//! What waits for its turn, in order, where many small things are done a few at a time. No timer: who has one asks for the
//! next turn.

use std::collections::VecDeque;

/// What waits, `T`.
#[derive(Clone, Debug)]
pub struct Queue<T> {
    waiting: VecDeque<T>,
    /// Whether there will be a turn.
    is_due: bool,
}

impl<T> Default for Queue<T> {
    fn default() -> Self {
        Queue { waiting: VecDeque::new(), is_due: false }
    }
}

impl<T> Queue<T> {
    /// Something waits behind what waits already. Whether a turn is to be asked for: else there will be one.
    #[must_use]
    pub fn push(&mut self, what: T) -> bool {
        self.waiting.push_back(what);
        !std::mem::replace(&mut self.is_due, true)
    }

    /// In a turn: what is done next. `None` once nothing waits, and no further turn is needed.
    pub fn pop(&mut self) -> Option<T> {
        let next = self.waiting.pop_front();
        self.is_due = next.is_some();
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_comes_in_order_and_asks_for_one_turn() {
        let mut queue = Queue::default();
        assert!(queue.push(1));
        assert!(!queue.push(2), "there will be a turn");
        assert_eq!(queue.pop(), Some(1));
        assert!(!queue.push(3), "the turn goes on, or another follows");
        assert_eq!([queue.pop(), queue.pop(), queue.pop()], [Some(2), Some(3), None]);
        assert!(queue.push(4), "the last turn is over");
    }
}
