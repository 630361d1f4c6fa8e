//! What the Compare room holds: the sentence with its tree, the choices, and what the worker found.
//! The page keeps sentence and choices, so that links and undo have them: what of the page's is news and what follows
//! from it is `nearfar_compare::sentence`'s.

mod files;

use std::sync::Arc;
use std::time::Duration;

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar::picture::palette::{Palette, Theme};
use nearfar::picture::scale::Scale;
use nearfar::settings::{Room, Settings};
use nearfar::text::dependency::DependencyTree;
use nearfar_compare::choices::{Choices, Part};
use nearfar_compare::comparison::Step;
use nearfar_compare::found::Found;
use nearfar_compare::layer::{Files, LayerKey};
use nearfar_compare::notice::Answered;
use nearfar_compare::protocol::{
    Answer, Ask, Begun, Cell, MethodView, PROTOCOL, Setup, Shown, Why,
};
use nearfar_compare::results::{Kind, Results};
use nearfar_compare::sentence::{Chosen, Kept, News, PageMirror, types};
use nearfar_compare::terms::Terms;
use nearfar_compare::words::{grid as words, misread_link};
use nearfar_kit::Stays as Sent;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use crate::fetch::describe;
use crate::kit::{Answers, Client, Debounce, Ended, Event, Program, f32s, follow_settings, now};
use crate::page;
use crate::reactive::{effect, memo};
use crate::values::{get, settings_of};

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
    /// What is typed and chosen.
    pub chosen: RwSignal<Chosen>,
    /// The sentence with its tree.
    pub tree: Memo<Arc<DependencyTree>>,
    /// What came of all that was asked of the worker.
    pub results: RwSignal<Results>,
    /// Every intermediate of A, and of B.
    pub terms: [Memo<Option<Arc<Terms>>>; 2],
    /// The cell that all pictures point at: under the pointer, found by arrow keys, or locked.
    pub cursor: RwSignal<Option<Cell>>,
    /// The same, where the sentence has it.
    pub at: Memo<Option<Cell>>,
    /// The tokens.
    pub tokens: Memo<Arc<Vec<String>>>,
    /// The part that is shown.
    pub part: Memo<Part>,
    /// Which heads are shown: as is chosen, but the last one where no method has the chosen one.
    pub shown: Memo<Shown>,
    /// The places of A and B: those that were chosen, or where they are not in this grid the first and second.
    pub places: [Memo<Option<usize>>; 2],
    /// What of a link was not understood; it stands until something else is chosen.
    pub misread: RwSignal<Option<String>>,
    /// Light or dark, as the page has it.
    pub theme: RwSignal<Theme>,
    /// The colours of weights, as the page has them.
    pub palette: RwSignal<Palette>,
    /// Models from files.
    pub files: RwSignal<Files>,
    /// The layer that is to be compared.
    wanted: Memo<Option<LayerKey>>,
    ready: RwSignal<bool>,
    client: StoredValue<Client, LocalStorage>,
    /// The request of each kind that counts.
    current: StoredValue<[Option<u32>; Kind::COUNT]>,
    /// What of each kind is asked for once all rests.
    resting: [Debounce; Kind::COUNT],
    /// What the page is known to have.
    mirror: StoredValue<PageMirror>,
    writing: Debounce,
}

impl CompareState {
    /// With the page's sentence and choices; the worker is on its way.
    pub fn new() -> CompareState {
        let chosen = RwSignal::new(Chosen::default());
        let results = RwSignal::new(Results::default());
        let cursor = RwSignal::new(None::<Cell>);
        let files = RwSignal::new(Files::default());
        let tokens = memo(move || Arc::new(results.with(|had| had.found.begun.tokens.clone())));
        let ready = RwSignal::new(false);
        let hear = move |event| match event {
            Event::Ready => drop(ready.try_set(true)),
            // An answer to what is no longer asked.
            Event::Said(_) => {}
            Event::Ended(Ended { why, is_final, .. }) => {
                results.try_update(|results| results.ended(&why, is_final));
            }
        };
        let room = CompareState {
            chosen,
            tree: memo(move || chosen.with(|chosen| chosen.tree.clone())),
            results,
            terms: [0, 1].map(|side| terms_of(results, side)),
            cursor,
            at: memo(move || {
                let tokens = tokens.get().len();
                cursor.get().filter(|&(i, j)| i < tokens && j < tokens)
            }),
            tokens,
            part: memo(move || chosen.with(|chosen| chosen.choices.part)),
            shown: memo(move || {
                let wanted = chosen.with(|chosen| chosen.choices.shown);
                results.with(|results| results.found.shown(wanted))
            }),
            places: [0, 1].map(|which| {
                memo(move || {
                    let place = |results: &Results, chosen: &Chosen| {
                        results.found.place(&chosen.choices, which)
                    };
                    results.with(|results| chosen.with(|chosen| place(results, chosen)))
                })
            }),
            misread: RwSignal::new(None),
            theme: page::follow_theme(),
            palette: page::follow(page::palette_of),
            files,
            wanted: memo(move || chosen.with(|chosen| files.with(|files| files.wanted(chosen)))),
            ready,
            client: StoredValue::new_local(Client::start(WORKER, hear)),
            current: StoredValue::new([None; Kind::COUNT]),
            resting: [(); Kind::COUNT].map(|()| Debounce::new(REST)),
            mirror: StoredValue::new(PageMirror::default()),
            writing: Debounce::new(PAUSE),
        };
        room.follow_files();
        room.look(&page::settings());
        follow_settings(Room::Compare, move |settings| room.look(settings));
        room.follow();
        room.write_before_presses();
        room
    }

    // What is shown.

    /// Locks the cursor to a cell; again on the same cell releases it.
    pub fn toggle_cursor(self, cell: Cell) {
        self.choose(|choices| choices.cursor = (choices.cursor != Some(cell)).then_some(cell));
    }

    /// What follows from the choices.
    pub fn choices<T>(self, read: impl FnOnce(&Choices) -> T) -> T {
        self.chosen.with(|chosen| read(&chosen.choices))
    }

    /// A part of the choices, as a signal that changes only when the part does.
    pub fn select<T: PartialEq + Send + Sync + 'static>(self, part: fn(&Choices) -> T) -> Memo<T> {
        memo(move || self.choices(part))
    }

    /// What follows from the models from files and what is chosen.
    pub fn of_files<T>(self, read: impl FnOnce(&Files, &Chosen) -> T) -> T {
        self.files.with(|files| self.chosen.with(|chosen| read(files, chosen)))
    }

    /// What follows from what was found.
    pub fn found<T>(self, read: impl FnOnce(&Found) -> T) -> T {
        self.results.with(|results| read(&results.found))
    }

    /// What each makes of the changed sentence.
    pub fn noticed(self) -> Arc<Vec<Answered>> {
        self.results.with(|results| results.noticed.clone())
    }

    /// N.
    pub fn count(self) -> usize {
        self.tokens.get().len()
    }

    /// What is compared.
    pub fn begun(self) -> Arc<Begun> {
        self.found(|found| found.begun.clone())
    }

    /// The methods that are there.
    pub fn methods(self) -> Arc<Vec<MethodView>> {
        self.found(|found| found.methods.clone())
    }

    /// The method of a place.
    pub fn method_at(self, place: usize) -> Option<MethodView> {
        self.found(|found| found.method(place).cloned())
    }

    /// A (0) or B (1).
    pub fn side(self, which: usize) -> Option<MethodView> {
        self.method_at(self.places[which].get()?)
    }

    /// A and B.
    pub fn sides(self) -> [Option<MethodView>; 2] {
        [0, 1].map(|which| self.side(which))
    }

    /// The range of a method's pictures, of the method alone, of A and B together or of all methods, as is chosen.
    pub fn scale_of(self, place: usize) -> Scale {
        let pair = self.places.map(|place| place.get());
        let own_range = self.choices(|choices| choices.own_range);
        self.found(|found| found.scale_of(place, pair, own_range))
    }

    /// A method's name, in full or in short.
    pub fn title_of(self, method: &MethodView, is_full: bool) -> String {
        words::title(method, self.shown.get(), is_full)
    }

    /// What a method does with distance, in a line.
    pub fn idea_of(self, method: &MethodView) -> &'static str {
        self.of_files(|files, chosen| words::idea(method, &chosen.choices.source, files.is_plain()))
    }

    /// Whose numbers are shown, of which layer and head: for what is saved.
    pub fn whose(self) -> String {
        self.of_files(|files, chosen| words::whose(files, chosen, self.shown.get()))
    }

    // The page.

    /// Takes over what the page has, where it has something else than was known.
    fn look(self, settings: &JsValue) {
        let text = |name| page::text_of(settings, name);
        let lab = lab_of(settings);
        let now = Kept { sentence: text("sentence"), choices: text(SETTING), seed: lab.seed };
        let news = self.files.with_untracked(|files| {
            self.mirror.try_update_value(|mirror| mirror.learn(now, &lab, &files.own))
        });
        let Some(News { chosen, misread, no_tree }) = news.flatten() else { return };
        // What the page has now is newer than what waits to be handed over: an undo, or a link.
        self.writing.cancel();
        self.misread.set(misread_link(&misread, no_tree.as_ref()));
        self.cursor.set(chosen.choices.cursor);
        self.chosen.set(chosen);
    }

    /// Hands the page what is here, as one step of undo.
    fn write(self) {
        let hand = |chosen: &_| self.mirror.try_update_value(|mirror| mirror.hand(chosen));
        let Some(handed) = self.chosen.with_untracked(hand).flatten() else { return };
        let settings = [("sentence", handed.sentence.as_str()), (SETTING, &handed.choices)];
        let Some(kept) = page::set_settings(&settings) else { return };
        // The room goes on with what the page does not keep, and says so.
        spawn_local(async move {
            if let Err(error) = JsFuture::from(kept).await {
                self.mirror.try_update_value(|mirror| mirror.lost(handed));
                self.misread.try_set(Some(texts::compare::link_not_kept(describe(error))));
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

    /// Other choices.
    pub fn choose(self, change: impl FnOnce(&mut Choices)) {
        self.change(|chosen| change(&mut chosen.choices));
    }

    /// Something else is typed or chosen.
    pub fn change(self, change: impl FnOnce(&mut Chosen)) {
        self.chosen.update(change);
        self.misread.set(None);
        self.writing.soon(move || self.write());
    }

    /// Another tree: of this sentence, or one with a sentence of its own.
    pub fn set_tree(self, tree: DependencyTree) {
        self.chosen.update(|chosen| chosen.set_tree(tree));
        // One act, one step of undo, whatever is typed next.
        self.writing.cancel();
        self.write();
    }

    // The worker.

    /// Asks, in place of what was asked before of the same kind; without a request nothing is waited for.
    fn ask(self, kind: Kind, ask: Option<Ask>) {
        self.drop_answers(kind);
        let Some(ask) = ask else { return };
        let then = move |answer, bytes: Vec<Uint8Array>| self.receive(kind, answer, &bytes);
        let none: [Uint8Array; 0] = [];
        let id = self.client.with_value(|client| client.ask(Sent::Once, &ask, &none, then));
        self.current.update_value(|current| current[kind as usize] = Some(id));
    }

    /// The same once all rests.
    fn ask_at_rest(self, kind: Kind, ask: Option<Ask>) {
        self.resting[kind as usize].soon(move || {
            if kind == Kind::Probe {
                self.results.update(Results::probe);
            }
            self.ask(kind, ask);
        });
    }

    /// No longer waits for answers of this kind.
    fn drop_answers(self, kind: Kind) {
        let id = self.current.try_update_value(|current| current[kind as usize].take());
        id.flatten().into_iter().for_each(|id| self.forget(id));
    }

    /// No longer waits for answers to a request, nor hands it to the next worker.
    fn forget(self, request: u32) {
        self.client.with_value(|client| client.forget(request));
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

    fn follow(self) {
        // What nobody points at is where the cursor is locked.
        let locked = self.select(|choices| choices.cursor);
        effect(move || {
            let locked = locked.get();
            if self.cursor.get().is_none() && locked.is_some() {
                self.cursor.set(locked);
            }
        });
        let setup = memo(move || self.of_files(Files::setup));
        effect(move || {
            let setup = setup.get();
            let stays = setup.is_none()
                && self.results.with_untracked(|results| results.comparison.is_of_layer())
                && self.of_files(Files::shows_layer);
            let is_ready = setup.is_some() && self.ready.get();
            let want = |results: &mut Results| results.want(setup, is_ready, stays, now());
            match self.results.try_update(want).unwrap_or(Step::Wait) {
                Step::Wait => {}
                Step::Clear => self.drop_answers(Kind::Compare),
                Step::Show(shown) => self.ask(Kind::Compare, Some(Ask::Show(shown))),
                Step::Compare { setup, .. } => self.compare(setup),
            }
        });
        let is_empty = move || self.tokens.with_untracked(|tokens| tokens.is_empty());
        let compared = memo(move || self.found(|found| found.compared));
        let terms = |side: usize| {
            memo(move || {
                let (place, head) = (self.places[side].get()?, self.shown.get().head());
                let feature = self.choices(|choices| choices.feature);
                Some(Ask::Terms { place, head, feature })
            })
        };
        let probe = memo(move || self.choices(|choices| choices.probe.clone().map(Ask::Probe)));
        let kinds = [
            (Kind::TermsA, Part::Terms, terms(0)),
            (Kind::TermsB, Part::Terms, terms(1)),
            (Kind::Probe, Part::Notices, probe),
        ];
        // What no part shows is asked for once its part is opened; opened again, it asks nothing again.
        for (kind, part, wanted) in kinds {
            let mut asked = None;
            effect(move || {
                let now = Some((compared.get(), wanted.get()));
                if now != asked && self.part.get() == part {
                    asked.clone_from(&now);
                    let ask = now.and_then(|(_, ask)| ask);
                    self.ask_at_rest(kind, ask.filter(|_| !is_empty()));
                }
            });
        }
    }

    fn compare(self, setup: Setup) {
        self.ask(Kind::Compare, Some(Ask::Compare(Box::new(setup))));
    }

    fn receive(self, kind: Kind, answer: Answer, bytes: &[Uint8Array]) -> Answers {
        let is_last = answer.is_last();
        let numbers = bytes.iter().map(|bytes| f32s(Some(bytes))).collect();
        let to_fetch = self.results.try_update(|results| {
            let of_files = |files: &Files, chosen: &Chosen| {
                results.receive(kind, answer, numbers, (files, chosen), now())
            };
            untrack(|| self.of_files(of_files))
        });
        // The room may be gone.
        let Some(to_fetch) = to_fetch else { return Answers::Last };
        self.fetch(to_fetch);
        Answers::last_if(is_last)
    }
}

/// Every intermediate of A (0) or B (1); whether they are others is told without reading every number.
fn terms_of(results: RwSignal<Results>, side: usize) -> Memo<Option<Arc<Terms>>> {
    let read = move |_: Option<&_>| results.with(|results| results.terms[side].clone());
    Memo::new_with_compare(read, |one, other| {
        let place = |terms: Option<&Option<Arc<Terms>>>| terms?.as_ref().map(Arc::as_ptr);
        place(one) != place(other)
    })
}

/// What the page has of the Lab that goes along: the seed, and of panel A the model, its layer, head, w and v.
pub fn lab_of(settings: &JsValue) -> Settings {
    let is_own = get(settings, "learned").as_bool().unwrap_or(true);
    settings_of(settings, |field| match field.name {
        "w" | "v" => !is_own,
        name => ["seed", "model", "files", "heads", "layer", "head", "a", "causal"].contains(&name),
    })
}
