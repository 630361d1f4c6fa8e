//! A room is mounted in stages: what stands at its top at once, the rest place by place, each in a
//! task of its own, so that the browser gets its turn between them. Only opening is staged: what was
//! there once and went away comes back at once, so that nothing that a user does waits for it. `main` is
//! `aria-busy` until all is mounted.

use std::time::Duration;

use leptos::prelude::*;
pub use nearfar::lab::place;
use nearfar_kit::Turns;

use crate::reactive::part;

/// Whose turn it is. Copied into every component.
#[derive(Clone, Copy)]
pub struct Stages {
    turns: StoredValue<Turns<RwSignal<bool>, fn()>>,
    is_busy: RwSignal<bool>,
}

impl Stages {
    /// Stages of a page of which nothing is mounted.
    pub fn new() -> Self {
        Stages { turns: StoredValue::new(Turns::default()), is_busy: RwSignal::new(false) }
    }

    /// A room opens: all of its places have their turns before them.
    pub fn begin(self) {
        self.turns.update_value(Turns::begin);
    }

    /// Whether something waits for its turn.
    pub fn is_busy(self) -> bool {
        self.is_busy.get()
    }

    /// Whether the turn of a place has been; becomes true in a task of its own.
    fn turn(self, place: u8) -> RwSignal<bool> {
        let has_been = self.turns.with_value(|turns| turns.has_been(place));
        let turn = RwSignal::new(has_been);
        if !has_been {
            self.turns.update_value(|turns| turns.wait(place, turn));
            self.wake();
        }
        turn
    }

    /// Does something, in a later task, once nothing waits at a place or before it.
    pub fn after(self, place: u8, act: fn()) {
        self.turns.update_value(|turns| turns.after(place, act));
        self.wake();
    }

    fn wake(self) {
        if !self.is_busy.get_untracked() {
            self.is_busy.set(true);
            self.go_on();
        }
    }

    fn go_on(self) {
        set_timeout(move || self.step(), Duration::ZERO);
    }

    fn step(self) {
        let Some((due, turns)) = self.turns.try_update_value(Turns::take) else { return };
        due.into_iter().for_each(|act| act());
        let Some(turns) = turns else { return self.is_busy.set(false) };
        for turn in turns {
            // It may have gone while it waited.
            turn.try_set(true);
        }
        self.go_on();
    }
}

/// Whether the turn of a place has been, for what asks within an effect; without stages it always has.
pub fn is_due(place: u8) -> impl Fn() -> bool + Copy + Send + Sync + 'static {
    let turn = use_context::<Stages>().map(|stages| stages.turn(place));
    move || turn.is_none_or(|turn| turn.get())
}

/// Shows its children from the turn of a place on.
#[component]
pub fn Later(
    /// Lower places have their turns first; one place is one task. Below 64.
    place: u8,
    /// What is mounted then.
    children: ChildrenFn,
) -> impl IntoView {
    let is_due = is_due(place);
    part(move || is_due().then(|| children()).into_any())
}
