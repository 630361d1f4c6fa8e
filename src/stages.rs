//! A room is mounted in stages: what stands at its top at once, the rest place by place, each in a
//! task of its own, so that the browser gets its turn between them. Only opening is staged: what was
//! there once and went away comes back at once, so that nothing that a user does waits for it. `main` is
//! `aria-busy` until all is mounted.

use std::time::Duration;

use leptos::prelude::*;

use crate::reactive::part;

/// What is done once the turns up to a place have been.
type Act = (u8, fn());

/// What waits for its turn, and whose turn has been. Copied into every component.
#[derive(Clone, Copy)]
pub struct Stages {
    waiting: StoredValue<Vec<(u8, RwSignal<bool>)>>,
    /// The places whose turn has been, a bit each.
    been: StoredValue<u64>,
    after: StoredValue<Vec<Act>>,
    is_busy: RwSignal<bool>,
}

impl Stages {
    /// Stages of a page of which nothing is mounted.
    pub fn new() -> Self {
        Stages {
            waiting: StoredValue::new(Vec::new()),
            been: StoredValue::new(0),
            after: StoredValue::new(Vec::new()),
            is_busy: RwSignal::new(false),
        }
    }

    /// A room opens: all of its places have their turns before them.
    pub fn begin(self) {
        self.been.set_value(0);
    }

    /// Whether something waits for its turn.
    pub fn is_busy(self) -> bool {
        self.is_busy.get()
    }

    /// Whether the turn of a place has been; becomes true in a task of its own.
    fn turn(self, place: u8) -> RwSignal<bool> {
        let has_been = self.been.get_value() & (1 << place) != 0;
        let turn = RwSignal::new(has_been);
        if !has_been {
            self.waiting.update_value(|waiting| waiting.push((place, turn)));
            self.wake();
        }
        turn
    }

    /// Does something, in a later task, once nothing waits at a place or before it.
    pub fn after(self, place: u8, act: fn()) {
        self.after.update_value(|after| after.push((place, act)));
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

    /// The turn of the lowest place that waits. What it mounts may ask for turns itself.
    fn step(self) {
        let Some(mut waiting) = self.waiting.try_update_value(std::mem::take) else { return };
        let next = waiting.iter().map(|(place, _)| *place).min();
        let due = |&mut (place, _): &mut Act| next.is_none_or(|next| next > place);
        let due = self.after.try_update_value(|after| after.extract_if(.., due).collect());
        due.unwrap_or_else(Vec::new).into_iter().for_each(|(_, act)| act());
        let Some(place) = next else { return self.is_busy.set(false) };
        let turns: Vec<_> = waiting.extract_if(.., |(other, _)| *other == place).collect();
        self.waiting.set_value(waiting);
        self.been.update_value(|been| *been |= 1 << place);
        for (_, turn) in turns {
            // It may have gone while it waited.
            turn.try_set(true);
        }
        self.go_on();
    }
}

/// Shows its children from the turn of a place on.
#[component]
pub fn Later(
    /// Lower places have their turns first; one place is one task. Below 64.
    place: u8,
    /// What is mounted then.
    children: ChildrenFn,
) -> impl IntoView {
    let turn = use_context::<Stages>().map(|stages| stages.turn(place));
    part(move || turn.is_none_or(|turn| turn.get()).then(|| children()).into_any())
}

/// The places of the Lab in the order of the page, and what stands below every room. In this order
/// nothing that is there is moved by what comes.
pub mod place {
    /// Settings and numbers are there before anything is, and what follows them.
    pub const SETTINGS: u8 = 0;
    pub const SHELL: u8 = 1;
    pub const HEADER: u8 = 2;
    pub const SCRIPT: u8 = 3;
    pub const ROOM: u8 = 4;
    pub const CLAIM: u8 = 5;
    pub const SENTENCE: u8 = 6;
    pub const TOKENS: u8 = 7;
    pub const EXPERIMENT: u8 = 8;
    pub const SLIDERS: u8 = 9;
    pub const CAUSE: u8 = 10;
    pub const ANSWERS: u8 = 11;
    /// And the two after it: B, A − B.
    pub const PICTURES: u8 = 12;
    /// What of their making stands beside them on a phone.
    pub const BESIDE: u8 = 15;
    /// What is pressed beside a picture.
    pub const TOOLS: u8 = 16;
    /// And those after it: two steps each.
    pub const PIPELINE: u8 = 17;
    /// And the next: eight heads each.
    pub const STRIP: u8 = 22;
    pub const LOOK: u8 = 25;
    pub const ARITHMETIC: u8 = 26;
    /// And the two after it: eight heads each.
    pub const FIGURES: u8 = 27;
    pub const LEARNED: u8 = 30;
    pub const END: u8 = 31;
}
