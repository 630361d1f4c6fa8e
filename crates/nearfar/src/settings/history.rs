//! Undo and redo over whole settings, but for the room and the theme: going from room to room is the browser's history,
//! and a theme changes nothing of what is shown. A drag or a run of typing is one step.

use super::Settings;

/// How many steps can be undone.
const DEPTH: usize = 200;

/// The settings that were, that are, and that could be again.
#[derive(Clone, Debug, Default)]
pub struct History {
    past: Vec<Settings>,
    future: Vec<Settings>,
    /// What the last change was part of; the next change with the same gesture joins its step.
    gesture: Option<&'static str>,
}

impl History {
    /// Remembers `before` as a step of its own, unless the change to `after` is part of the same `gesture`
    /// (one drag of one slider, one run of typing) as the one before it, or one of room and theme alone.
    pub fn record(&mut self, before: &Settings, after: &Settings, gesture: Option<&'static str>) {
        if seen_as(before.clone(), after) == *after {
            self.gesture = None;
            return;
        }
        let continues = gesture.is_some() && gesture == self.gesture;
        self.gesture = gesture;
        self.future.clear();
        if continues {
            return;
        }
        if self.past.len() == DEPTH {
            self.past.remove(0);
        }
        self.past.push(before.clone());
    }

    /// Ends the gesture: the next change is a step of its own.
    pub fn end_gesture(&mut self) {
        self.gesture = None;
    }

    /// Whether a drag or a run of typing goes on.
    pub fn is_in_gesture(&self) -> bool {
        self.gesture.is_some()
    }

    /// The settings before the last step, given those of now, whose room and theme they have.
    pub fn undo(&mut self, now: &Settings) -> Option<Settings> {
        let before = self.past.pop()?;
        self.future.push(now.clone());
        self.gesture = None;
        Some(seen_as(before, now))
    }

    /// The settings that were undone last, given those of now, whose room and theme they have.
    pub fn redo(&mut self, now: &Settings) -> Option<Settings> {
        let after = self.future.pop()?;
        self.past.push(now.clone());
        self.gesture = None;
        Some(seen_as(after, now))
    }

    /// Whether there is a step to undo.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is a step to redo.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }
}

/// Settings in the room and the theme of others.
fn seen_as(settings: Settings, other: &Settings) -> Settings {
    Settings { room: other.room, theme: other.theme, ..settings }
}
