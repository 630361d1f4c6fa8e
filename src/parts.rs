//! Parts of the settings that are followed. Each has a trigger of its own that the store pulls when that part has changed:
//! as memos of the one signal of all settings, hundreds of them would be taken from its subscribers and put back with
//! every move of a slider.

use leptos::prelude::Trigger;
use nearfar::settings::Settings;

/// Whether a part differs between the settings before and after.
pub type HasChanged = Box<dyn Fn(&Settings, &Settings) -> bool>;

struct Part {
    id: u32,
    changed: Trigger,
    has_changed: HasChanged,
}

/// What is followed, in the order in which it was asked for.
#[derive(Default)]
pub struct Parts {
    next: u32,
    followed: Vec<Part>,
}

impl Parts {
    /// Adds a part; what [`Parts::remove`] takes.
    pub fn add(&mut self, changed: Trigger, has_changed: HasChanged) -> u32 {
        self.next += 1;
        self.followed.push(Part { id: self.next, changed, has_changed });
        self.next
    }

    /// Removes one; nothing where it is gone.
    pub fn remove(&mut self, id: u32) {
        self.followed.retain(|part| part.id != id);
    }

    /// The triggers of those that have changed.
    pub fn changed(&self, before: &Settings, after: &Settings) -> Vec<Trigger> {
        let changed = self.followed.iter().filter(|part| (part.has_changed)(before, after));
        changed.map(|part| part.changed).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use leptos::prelude::Owner;

    #[test]
    fn those_that_changed_and_are_there_are_told() {
        let owner = Owner::new();
        owner.set();
        let mut parts = Parts::default();
        let of_heads = parts.add(Trigger::new(), Box::new(|a, b| a.head != b.head));
        parts.add(Trigger::new(), Box::new(|a, b| (a.head, a.seed) != (b.head, b.seed)));
        let [plain, other_head, other_seed] = [(1, 7), (2, 7), (1, 8)]
            .map(|(head, seed)| Settings { head, seed, ..Settings::default() });
        assert_eq!(parts.changed(&plain, &plain).len(), 0);
        assert_eq!(parts.changed(&plain, &other_head).len(), 2);
        assert_eq!(parts.changed(&plain, &other_seed).len(), 1);
        parts.remove(of_heads);
        parts.remove(of_heads);
        assert_eq!(parts.changed(&other_head, &plain).len(), 1);
    }
}
