//! What the Compare room holds: all that is typed, chosen, opened and found ([`Room`]), the cursor, and the worker.
//! The page keeps sentence and choices, so that links and undo have them.

mod files;

use std::sync::Arc;
use std::time::Duration;

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar::picture::palette::{Palette, Theme};
use nearfar::settings::{self, Settings};
use nearfar::text::dependency::DependencyTree;
use nearfar_compare::choices::{Choices, Part};
use nearfar_compare::found::Found;
use nearfar_compare::pair::Bars;
use nearfar_compare::protocol::{Answer, Ask, Cell, PROTOCOL, Why};
use nearfar_compare::results::Kind;
use nearfar_compare::room::{Effect, Room};
use nearfar_compare::sentence::{Chosen, Kept, types};
use nearfar_compare::terms::Shared;
use nearfar_kit::Stays as Sent;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use crate::browser::fetch::describe;
use crate::browser::values::{get, settings_of};
use crate::kit::{Answers, Client, Debounce, Ended, Event, Program, f32s, follow_settings, now};
use crate::page;
use crate::reactive::{effect, memo};

/// The program that compares.
const WORKER: Program = Program { name: "nearfar-compare-worker", protocol: PROTOCOL };
/// What is not needed at every keystroke is asked for once all rests so long.
const REST: Duration = Duration::from_millis(120);
/// The page's name for the choices.
const SETTING: &str = "compare";
/// What was typed is handed to the page once nothing was typed for so long.
const PAUSE: Duration = Duration::from_millis(300);

/// The room's state. Handles only, copied into every component.
#[derive(Clone, Copy)]
pub struct CompareState {
    /// All that is typed, chosen, opened and found.
    has: RwSignal<Room>,
    /// The sentence with its tree.
    pub tree: Memo<Arc<DependencyTree>>,
    /// Every intermediate of A, and of B.
    pub terms: [Memo<Option<Shared>>; 2],
    /// The cell that all pictures point at: under the pointer, found by arrow keys, or locked.
    pub cursor: RwSignal<Option<Cell>>,
    /// The same, where the sentence has it.
    pub at: Memo<Option<Cell>>,
    /// The tokens.
    pub tokens: Memo<Arc<Vec<String>>>,
    /// The part that is shown.
    pub part: Memo<Part>,
    /// The places of A and B.
    pub places: [Memo<Option<usize>>; 2],
    /// How A and B share their attention out over distances.
    pub bars: Memo<Option<Arc<Bars>>>,
    /// Light or dark, as the page has it.
    pub theme: RwSignal<Theme>,
    /// The colours of weights, as the page has them.
    pub palette: RwSignal<Palette>,
    client: StoredValue<Client, LocalStorage>,
    /// The request of each kind that counts.
    current: StoredValue<[Option<u32>; Kind::COUNT]>,
    /// What of each kind is asked for once all rests.
    resting: [Debounce; Kind::COUNT],
    writing: Debounce,
}

impl CompareState {
    /// With the page's sentence and choices; the worker is on its way.
    pub fn new() -> CompareState {
        let (has, cursor) = (RwSignal::new(Room::default()), RwSignal::new(None::<Cell>));
        let tokens = memo(move || Arc::new(has.with(|has| has.results.found.begun.tokens.clone())));
        // Answers to what is no longer asked are nobody's.
        let hear = move |event| {
            if let Event::Ended(Ended { why, is_final, .. }) = event {
                has.try_update(|has| has.ended(&why, is_final));
            }
        };
        let room = CompareState {
            has,
            tree: memo(move || has.with(|has| has.chosen.tree.clone())),
            terms: [0, 1].map(|side| memo(move || has.with(|has| has.terms(side)))),
            cursor,
            at: memo(move || {
                let tokens = tokens.get().len();
                cursor.get().filter(|&(i, j)| i < tokens && j < tokens)
            }),
            tokens,
            part: memo(move || has.with(|has| has.chosen.choices.part)),
            places: [0, 1].map(|which| memo(move || has.with(|has| has.place(which)))),
            bars: memo(move || has.with(Room::by_distance)),
            theme: page::follow_theme(),
            palette: page::follow(page::palette_of),
            client: StoredValue::new_local(Client::start(WORKER, hear)),
            current: StoredValue::new([None; Kind::COUNT]),
            resting: [(); Kind::COUNT].map(|()| Debounce::new(REST)),
            writing: Debounce::new(PAUSE),
        };
        room.follow_files();
        room.look(&page::settings());
        follow_settings(settings::Room::Compare, move |settings| room.look(settings));
        room.follow();
        room.write_before_presses();
        room
    }

    // What is shown.

    /// What follows from all that there is.
    pub fn with<T>(self, read: impl FnOnce(&Room) -> T) -> T {
        self.has.with(read)
    }

    /// Locks the cursor to a cell; again on the same cell releases it.
    pub fn toggle_cursor(self, cell: Cell) {
        self.choose(|choices| choices.cursor = (choices.cursor != Some(cell)).then_some(cell));
    }

    /// What follows from the choices.
    pub fn choices<T>(self, read: impl FnOnce(&Choices) -> T) -> T {
        self.with(|has| read(&has.chosen.choices))
    }

    /// A part of the choices, as a signal that changes only when the part does.
    pub fn select<T: PartialEq + Send + Sync + 'static>(self, part: fn(&Choices) -> T) -> Memo<T> {
        memo(move || self.choices(part))
    }

    /// What follows from what was found.
    pub fn found<T>(self, read: impl FnOnce(&Found) -> T) -> T {
        self.with(|has| read(&has.results.found))
    }

    // What happens.

    /// Something happens; what follows from it is done.
    pub fn act(self, act: impl FnOnce(&mut Room) -> Vec<Effect>) {
        // The room may be gone.
        self.has
            .try_update(act)
            .unwrap_or_default()
            .into_iter()
            .for_each(|effect| self.follow_up(effect));
    }

    fn follow_up(self, effect: Effect) {
        match effect {
            Effect::Ask(kind, ask) => self.ask(kind, ask),
            Effect::AskAtRest(kind, ask) => {
                self.resting[kind as usize].soon(move || self.act(|has| has.rested(kind, ask)));
            }
            Effect::ReadLayer(key) => {
                self.resting[Kind::Layer as usize].soon(move || self.read_layer(key));
            }
            Effect::Fetch(fetch) => self.fetch(fetch),
            Effect::Forget(request) => self.forget(request),
            Effect::Write => self.writing.soon(move || self.write()),
        }
    }

    /// Something else is typed or chosen.
    pub fn change(self, change: impl FnOnce(&mut Chosen)) {
        self.act(|has| has.change(change));
    }

    /// Other choices.
    pub fn choose(self, change: impl FnOnce(&mut Choices)) {
        self.change(|chosen| change(&mut chosen.choices));
    }

    /// Another tree: of this sentence, or one with a sentence of its own.
    pub fn set_tree(self, tree: DependencyTree) {
        self.change(|chosen| chosen.set_tree(tree));
        // One act, one step of undo, whatever is typed next.
        self.writing.now();
    }

    fn follow(self) {
        // What nobody points at is where the cursor is locked.
        let locked = self.select(|choices| choices.cursor);
        effect(move || {
            let locked = locked.get();
            if self.cursor.get().is_none() && locked.is_some() {
                self.cursor.set(locked);
            }
        });
        let wants = memo(move || self.with(Room::wants));
        effect(move || {
            let wants = wants.get();
            self.act(|has| has.follow(wants, now()));
        });
    }

    // The page.

    /// Takes over what the page has, where it has something else than was known.
    fn look(self, settings: &JsValue) {
        let text = |name| page::text_of(settings, name);
        let lab = lab_of(settings);
        let now = Kept { sentence: text("sentence"), choices: text(SETTING), seed: lab.seed };
        let is_news = self.has.try_maybe_update(|has| {
            let is_news = has.look(now, &lab);
            (is_news, is_news)
        });
        if is_news == Some(true) {
            // What the page has now is newer than what waits to be handed over: an undo, or a link.
            self.writing.cancel();
            self.cursor.set(self.has.with_untracked(|has| has.chosen.choices.cursor));
        }
    }

    /// Hands the page what is here, as one step of undo.
    fn write(self) {
        let Some(handed) = self.has.try_update_untracked(Room::hand).flatten() else { return };
        let settings = [("sentence", handed.sentence.as_str()), (SETTING, &handed.choices)];
        let Some(kept) = page::set_settings(&settings) else { return };
        spawn_local(async move {
            if let Err(error) = JsFuture::from(kept).await {
                self.has.try_update(|has| has.not_kept(handed, describe(error)));
            }
        });
    }

    /// What is pressed, or undone by key, finds the page with all that is here: undo takes back the last
    /// change, not the one before it.
    fn write_before_presses(self) {
        let press = Closure::<dyn Fn(web_sys::Event)>::new(move |event: web_sys::Event| {
            let key = event.dyn_ref::<web_sys::KeyboardEvent>();
            if !key.is_some_and(|key| types(&key.key(), key.ctrl_key() || key.meta_key())) {
                self.writing.now();
            }
        });
        let listener = press.as_ref().unchecked_ref();
        for name in ["pointerdown", "keydown"] {
            // Before the page's own listeners.
            let _ = window().add_event_listener_with_callback_and_bool(name, listener, true);
        }
        // The room lives as long as the page.
        press.forget();
    }

    // The worker.

    /// Asks, in place of what was asked before of the same kind; without a request nothing is waited for.
    fn ask(self, kind: Kind, request: Option<Ask>) {
        let then = move |answer: Answer, bytes: Vec<Uint8Array>| {
            let is_last = answer.is_last();
            let numbers = bytes.iter().map(|bytes| f32s(Some(bytes))).collect();
            self.act(|has| has.receive(kind, answer, numbers, now()));
            Answers::last_if(is_last)
        };
        let none: [Uint8Array; 0] = [];
        let ask =
            |ask: Ask| self.client.with_value(|client| client.ask(Sent::Once, &ask, &none, then));
        self.stands_for(kind, request.map(ask));
    }

    /// Hands the worker something, and every worker that takes its place; `fail` hears why it cannot be used.
    fn hand_over(self, ask: &Ask, bytes: &[Uint8Array], fail: impl Fn(&Why) + 'static) -> u32 {
        let then = move |answer, _| {
            if let Answer::Failed(why) = answer {
                fail(&why);
            }
            Answers::Last
        };
        self.client.with_value(|client| client.ask(Sent::Kept, ask, bytes, then))
    }

    /// Of a kind a request counts, or none: the one before is no longer waited for.
    fn stands_for(self, kind: Kind, request: Option<u32>) {
        let before = self
            .current
            .try_update_value(|current| std::mem::replace(&mut current[kind as usize], request));
        before.flatten().into_iter().for_each(|request| self.forget(request));
    }

    /// No longer waits for answers to a request, nor hands it to the next worker.
    fn forget(self, request: u32) {
        self.client.with_value(|client| client.forget(request));
    }
}

/// What the page has of the Lab that goes along: the seed, and of panel A the model, its layer, head, w and v.
pub fn lab_of(settings: &JsValue) -> Settings {
    let is_own = get(settings, "learned").as_bool().unwrap_or(true);
    settings_of(settings, |field| match field.name {
        "w" | "v" => !is_own,
        name => ["seed", "model", "files", "heads", "layer", "head", "a", "causal"].contains(&name),
    })
}
