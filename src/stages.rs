//! A room is mounted in stages, in the order of the page: a few milliseconds of it in a task, so that the
//! browser gets its turn between them. Only opening is staged: what was there once and went away comes back
//! at once, so that nothing that a user does waits for it. `main` is `aria-busy` until all is mounted.

use std::collections::VecDeque;
use std::time::Duration;

use leptos::prelude::*;
use leptos::task::{spawn_local, tick};

use crate::reactive::part;

/// A task goes on mounting for so many milliseconds.
const TURN: f64 = 8.0;

/// What waits for its turn. Copied into every component.
#[derive(Clone, Copy)]
pub struct Stages {
    /// In the order of the page.
    waiting: StoredValue<VecDeque<RwSignal<bool>>>,
    /// What was mounted since has brought these, which stand before what waits.
    brought: StoredValue<VecDeque<RwSignal<bool>>>,
    at_end: StoredValue<Option<fn()>>,
    is_opening: StoredValue<bool>,
    is_busy: RwSignal<bool>,
}

impl Stages {
    /// Stages of a page of which nothing is mounted.
    pub fn new() -> Self {
        Stages {
            waiting: StoredValue::default(),
            brought: StoredValue::default(),
            at_end: StoredValue::new(None),
            is_opening: StoredValue::new(true),
            is_busy: RwSignal::new(false),
        }
    }

    /// A room opens: its parts have their turns before them.
    pub fn begin(self) {
        self.is_opening.set_value(true);
    }

    /// All parts of the room have been there.
    pub fn opened(self) {
        self.is_opening.set_value(false);
    }

    /// Whether something waits for its turn.
    pub fn is_busy(self) -> bool {
        self.is_busy.get()
    }

    /// Does something, in a later task, once nothing waits.
    pub fn at_end(self, act: fn()) {
        self.at_end.set_value(Some(act));
        self.wake();
    }

    /// Whether the turn of a part has been; becomes true in a task of its own.
    fn turn(self) -> RwSignal<bool> {
        let turn = RwSignal::new(!self.is_opening.get_value());
        if !turn.get_untracked() {
            self.brought.update_value(|brought| brought.push_back(turn));
            self.wake();
        }
        turn
    }

    fn wake(self) {
        if !self.is_busy.get_untracked() {
            self.is_busy.set(true);
            self.go_on();
        }
    }

    fn go_on(self) {
        set_timeout(move || spawn_local(self.mount()), Duration::ZERO);
    }

    async fn mount(self) {
        let now = || window().performance().map_or(f64::INFINITY, |clock| clock.now());
        let end = now() + TURN;
        while let Some(turn) = self.next() {
            // It may have gone while it waited.
            turn.try_set(true);
            // Until it is mounted. What it mounts may ask for turns itself.
            tick().await;
            if now() >= end {
                return self.go_on();
            }
        }
        self.is_busy.try_set(false);
        if let Some(act) = self.at_end.try_update_value(Option::take).flatten() {
            act();
        }
    }

    fn next(self) -> Option<RwSignal<bool>> {
        let mut brought = self.brought.try_update_value(std::mem::take)?;
        self.waiting.try_update_value(|waiting| {
            brought.append(waiting);
            *waiting = brought;
            waiting.pop_front()
        })?
    }
}

/// Shows its children once it is their turn.
#[component]
pub fn Later(
    /// What is mounted then.
    children: ChildrenFn,
) -> impl IntoView {
    let turn = use_context::<Stages>().map(Stages::turn);
    part(move || turn.is_none_or(|turn| turn.get()).then(|| children()).into_any())
}
