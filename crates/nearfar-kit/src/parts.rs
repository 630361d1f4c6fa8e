//! Parts of a whole that are followed, each with a trigger of its own that is pulled when that part has changed: as memos of
//! the one signal of all settings, hundreds of them would be taken from its subscribers and put back with every move of
//! a slider.

/// Whether a part differs between the whole before and after.
pub type HasChanged<W> = Box<dyn Fn(&W, &W) -> bool>;

struct Part<W, T> {
    id: u32,
    changed: T,
    has_changed: HasChanged<W>,
}

/// What is followed of a whole `W`, in the order in which it was asked for, with triggers `T`.
pub struct Parts<W, T> {
    next: u32,
    followed: Vec<Part<W, T>>,
}

impl<W, T> Default for Parts<W, T> {
    fn default() -> Self {
        Parts { next: 0, followed: Vec::new() }
    }
}

impl<W, T: Copy> Parts<W, T> {
    /// Adds a part; what [`Parts::remove`] takes.
    pub fn add(&mut self, changed: T, has_changed: HasChanged<W>) -> u32 {
        self.next += 1;
        self.followed.push(Part { id: self.next, changed, has_changed });
        self.next
    }

    /// Removes one; nothing where it is gone.
    pub fn remove(&mut self, id: u32) {
        self.followed.retain(|part| part.id != id);
    }

    /// The triggers of those that have changed.
    pub fn changed(&self, before: &W, after: &W) -> Vec<T> {
        let changed = self.followed.iter().filter(|part| (part.has_changed)(before, after));
        changed.map(|part| part.changed).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_changed_and_are_there_are_told() {
        let mut parts: Parts<(u8, u8), &str> = Parts::default();
        let first = parts.add("first", Box::new(|a, b| a.0 != b.0));
        parts.add("any", Box::new(|a, b| a != b));
        assert!(parts.changed(&(1, 7), &(1, 7)).is_empty());
        assert_eq!(parts.changed(&(1, 7), &(2, 7)), ["first", "any"]);
        assert_eq!(parts.changed(&(1, 7), &(1, 8)), ["any"]);
        parts.remove(first);
        parts.remove(first);
        assert_eq!(parts.changed(&(2, 7), &(1, 7)), ["any"]);
    }
}
