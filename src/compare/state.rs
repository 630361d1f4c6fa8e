//! What the Compare room holds: the sentence with its tree, the choices, and what the worker found.
//! The page keeps sentence and choices, so that links and undo have them.

mod files;
pub mod link;

use std::sync::Arc;
use std::time::Duration;

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar::picture::palette::{Palette, Theme};
use nearfar::picture::scale::Scale;
use nearfar::settings::Room;
use nearfar::text::dependency::DependencyTree;
use nearfar_compare::choices::{Choices, Part};
use nearfar_compare::comparison::{Comparison, Step};
use nearfar_compare::divergence::Divergences;
use nearfar_compare::grid;
use nearfar_compare::layer::{Files, LayerKey};
use nearfar_compare::notice::Answered;
use nearfar_compare::protocol::{
    Answer, Ask, Begun, Cell, MethodView, PROTOCOL, Probe, Setup, Shown, Why,
};
use nearfar_compare::sentence::{Chosen, PageMirror};
use nearfar_compare::terms::Terms;
use nearfar_compare::words::{ended, grid as words, why};
use nearfar_kit::Stays;

use crate::kit::{
    Answers, Client, Debounce, Ended, Event, Program, TIMEOUT, f32s, follow_settings, now,
};
use crate::page;
use crate::reactive::{effect, memo};

/// The program that compares.
const WORKER: Program =
    Program { name: "nearfar-compare-worker", protocol: PROTOCOL, timeout: TIMEOUT };
/// What is not needed at every keystroke is asked for once all rests so long.
const REST: Duration = Duration::from_millis(120);

/// The room's state. Handles only, copied into every component.
#[derive(Clone, Copy)]
pub struct CompareState {
    /// What is typed and chosen.
    pub chosen: RwSignal<Chosen>,
    /// The sentence with its tree.
    pub tree: Memo<Arc<DependencyTree>>,
    /// What is compared.
    pub begun: RwSignal<Arc<Begun>>,
    /// The methods that are there.
    pub methods: RwSignal<Arc<Vec<MethodView>>>,
    /// The shown weights of each, `[N, M + N]`; followed once they are due.
    weights: RwSignal<Vec<Arc<Vec<f32>>>>,
    /// How far any two are apart.
    pub divergences: RwSignal<Arc<Divergences>>,
    /// Every intermediate of A, and of B.
    pub terms: [RwSignal<Option<Arc<Terms>>>; 2],
    /// What each makes of the changed sentence.
    pub noticed: RwSignal<Arc<Vec<Answered>>>,
    /// Why the sentence cannot be changed as was asked.
    pub unasked: RwSignal<Option<String>>,
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
    /// What went wrong.
    pub problem: RwSignal<Option<String>>,
    /// What of a link was not understood; it stands until something else is chosen.
    pub misread: RwSignal<Option<String>>,
    /// Light or dark, as the page has it.
    pub theme: RwSignal<Theme>,
    /// The colours of weights, as the page has them.
    pub palette: RwSignal<Palette>,
    /// What is waited for.
    pub comparison: RwSignal<Comparison>,
    /// Models from files.
    pub files: RwSignal<Files>,
    /// The layer that is to be compared.
    wanted: Memo<Option<LayerKey>>,
    ready: RwSignal<bool>,
    client: StoredValue<Client, LocalStorage>,
    /// The request of each kind that counts.
    current: StoredValue<[Option<u32>; KINDS]>,
    /// What of each kind is asked for once all rests.
    resting: [Debounce; KINDS],
    /// What the page is known to have.
    mirror: StoredValue<PageMirror>,
    writing: Debounce,
}

/// Kinds of requests: a comparison, a probe, the layer that the worker is given, the terms of A and behind them B's.
const COMPARE: usize = 0;
const PROBE: usize = 1;
const LAYER: usize = 2;
const TERMS: usize = 3;
const KINDS: usize = 5;

impl CompareState {
    /// With the page's sentence and choices; the worker is on its way.
    pub fn new() -> CompareState {
        let chosen = RwSignal::new(Chosen::default());
        let begun = RwSignal::new(Arc::<Begun>::default());
        let methods = RwSignal::new(Arc::<Vec<MethodView>>::default());
        let cursor = RwSignal::new(None::<Cell>);
        let comparison = RwSignal::new(Comparison::default());
        let files = RwSignal::new(Files::default());
        let tokens = memo(move || Arc::new(begun.with(|begun| begun.tokens.clone())));
        let shown = memo(move || {
            let wanted = chosen.with(|chosen| chosen.choices.shown);
            grid::shown(wanted, &methods.get(), begun.get().places)
        });
        let place = |which: usize| {
            memo(move || {
                let (methods, places) = (methods.get(), begun.get().places);
                chosen.with(|chosen| grid::place(&methods, places, &chosen.choices, which))
            })
        };
        let wanted = memo(move || chosen.with(|chosen| files.with(|files| files.wanted(chosen))));
        let (ready, problem) = (RwSignal::new(false), RwSignal::new(None));
        let hear = move |event| match event {
            Event::Ready => drop(ready.try_set(true)),
            // An answer to what is no longer asked.
            Event::Said(_) => {}
            Event::Ended(Ended { why, is_final, .. }) => {
                comparison.try_update(|comparison| comparison.ended(is_final));
                problem.try_set(Some(ended(&why, is_final)));
            }
        };
        let room = CompareState {
            chosen,
            tree: memo(move || chosen.with(|chosen| chosen.tree.clone())),
            begun,
            methods,
            weights: RwSignal::default(),
            divergences: RwSignal::new(Arc::default()),
            terms: [(); 2].map(|()| RwSignal::new(None)),
            noticed: RwSignal::new(Arc::default()),
            unasked: RwSignal::new(None),
            cursor,
            at: memo(move || {
                let tokens = tokens.get().len();
                cursor.get().filter(|&(i, j)| i < tokens && j < tokens)
            }),
            tokens,
            part: memo(move || chosen.with(|chosen| chosen.choices.part)),
            shown,
            places: [0, 1].map(place),
            problem,
            misread: RwSignal::new(None),
            theme: page::follow_theme(),
            palette: page::follow(page::palette_of),
            comparison,
            files,
            wanted,
            ready,
            client: StoredValue::new_local(Client::start(WORKER, hear)),
            current: StoredValue::new([None; KINDS]),
            resting: [(); KINDS].map(|()| Debounce::new(REST)),
            mirror: StoredValue::new(PageMirror::default()),
            writing: Debounce::new(link::PAUSE),
        };
        room.follow_files();
        room.look(&page::settings());
        follow_settings(Room::Compare, move |settings| room.look(settings));
        room.follow();
        room.write_before_presses();
        room
    }

    // What is shown.

    /// Points at a cell, or at none.
    pub fn point(self, cell: Option<Cell>) {
        if self.cursor.get_untracked() != cell {
            self.cursor.set(cell);
        }
    }

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

    /// N.
    pub fn count(self) -> usize {
        self.tokens.get().len()
    }

    /// The method of a place.
    pub fn method_at(self, place: Option<usize>) -> Option<MethodView> {
        self.methods.get().get(place?).cloned()
    }

    /// A (0) or B (1).
    pub fn side(self, which: usize) -> Option<MethodView> {
        self.method_at(self.places[which].get())
    }

    /// A and B.
    pub fn sides(self) -> [Option<MethodView>; 2] {
        [0, 1].map(|which| self.side(which))
    }

    /// Follows the weights of a place.
    pub fn weights(self, place: usize) -> Arc<Vec<f32>> {
        self.weights.with(|weights| weights.get(place).cloned().unwrap_or_default())
    }

    /// The range of a method's pictures, from 0 to a bound of the largest weight, as in the Lab: of the method alone, of A and B
    /// together if it is one of them, or of all methods, as is chosen.
    pub fn scale_of(self, place: usize) -> Scale {
        let pair = self.places.map(|place| place.get());
        let own_range = self.choices(|choices| choices.own_range);
        let places = grid::same_range(place, pair, own_range, self.methods.get().len());
        let scales = places.into_iter().map(|place| Scale::weights_of(&self.weights(place)));
        scales.reduce(Scale::union).unwrap_or(Scale::Sequential { min: 0.0, max: 1.0 })
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
        self.choices(|choices| words::whose(choices, self.shown.get()))
    }

    // The worker.

    /// Asks, in place of what was asked before of the same kind.
    fn ask(self, which: usize, ask: Ask) {
        self.drop_answers(which);
        let then = move |answer, bytes: Vec<Uint8Array>| self.receive(which, answer, &bytes);
        let none: [Uint8Array; 0] = [];
        let id = self.client.with_value(|client| client.ask(Stays::Once, &ask, &none, then));
        self.current.update_value(|current| current[which] = Some(id));
    }

    /// The same once all rests; without a request nothing is waited for.
    fn ask_at_rest(self, which: usize, ask: Option<Ask>) {
        self.resting[which].soon(move || {
            if which == PROBE {
                self.noticed.set(Arc::default());
                self.unasked.set(None);
            }
            match ask {
                Some(ask) => self.ask(which, ask),
                None => self.drop_answers(which),
            }
        });
    }

    /// No longer waits for answers of this kind.
    fn drop_answers(self, which: usize) {
        let id = self.current.try_update_value(|current| current[which].take());
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
        self.client.with_value(|client| client.ask(Stays::Kept, ask, bytes, then))
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
                && self.comparison.with_untracked(Comparison::is_of_layer)
                && self.of_files(Files::shows_layer);
            let is_ready = setup.is_some() && self.ready.get();
            let step = self.comparison.try_update(|now| now.want(setup, is_ready, stays));
            match step.unwrap_or(Step::Wait) {
                Step::Wait => {}
                Step::Clear => {
                    self.drop_answers(COMPARE);
                    self.clear();
                }
                Step::Show(shown) => self.await_answers(Ask::Show(shown)),
                Step::Compare { setup, clears } => {
                    if clears {
                        self.clear();
                    }
                    self.compare(setup);
                }
            }
        });
        let is_empty = move || self.tokens.with_untracked(|tokens| tokens.is_empty());
        let head = memo(move || self.shown.get().head());
        let feature = self.select(|choices| choices.feature);
        // What no part shows is not asked for: it comes when its part is opened.
        for side in [0, 1] {
            effect(move || {
                self.divergences.track();
                let (place, head, feature) = (self.places[side].get(), head.get(), feature.get());
                let place = place.filter(|_| self.part.get() == Part::Terms && !is_empty());
                let ask = place.map(|place| Ask::Terms { place, head, feature });
                self.ask_at_rest(TERMS + side, ask);
            });
        }
        let probe = self.select(|choices| choices.probe.clone());
        let answered = StoredValue::new(None::<(Arc<Divergences>, Option<Probe>)>);
        effect(move || {
            let (found, probe) = (self.divergences.get(), probe.get());
            // Opening the part again asks nothing again.
            let is_known = answered.with_value(|known| {
                known.as_ref().is_some_and(|(of, asked)| Arc::ptr_eq(of, &found) && *asked == probe)
            });
            if is_known || self.part.get() != Part::Notices {
                return;
            }
            answered.set_value(Some((found, probe.clone())));
            self.ask_at_rest(PROBE, probe.filter(|_| !is_empty()).map(Ask::Probe));
        });
    }

    /// Takes away what of the pictures does not stay.
    fn keep(self, stays: grid::Stays) {
        if stays != grid::Stays::All {
            self.terms.iter().for_each(|terms| terms.set(None));
            self.noticed.set(Arc::default());
        }
        if stays == grid::Stays::Nothing {
            self.methods.set(Arc::default());
            self.weights.update_untracked(Vec::clear);
        }
    }

    /// Shows nothing.
    fn clear(self) {
        self.keep(grid::Stays::Nothing);
        self.begun.set(Arc::default());
    }

    fn compare(self, setup: Setup) {
        if !self.comparison.with_untracked(Comparison::has_lost) {
            self.problem.set(None);
        }
        self.await_answers(Ask::Compare(Box::new(setup)));
    }

    fn await_answers(self, ask: Ask) {
        self.comparison.update(|comparison| comparison.wait(now()));
        self.ask(COMPARE, ask);
    }

    fn receive(self, which: usize, answer: Answer, bytes: &[Uint8Array]) -> Answers {
        if self.comparison.try_with_untracked(|_| ()).is_none() {
            return Answers::Last;
        }
        match answer {
            Answer::Failed(reason) => {
                let message = Some(texts::words::reason(why(&reason)));
                match which {
                    COMPARE => {
                        self.comparison.update(Comparison::failed);
                        self.problem.set(message);
                    }
                    PROBE => self.unasked.set(message),
                    _ => {}
                }
                return Answers::Last;
            }
            Answer::Begun(begun) => {
                // Where something is missing, all is asked anew once that is there.
                let is_last = !begun.is_whole();
                self.begin(begun);
                return Answers::last_if(is_last);
            }
            Answer::Method(view) => self.take(*view, f32s(bytes.first())),
            Answer::Weights { place } => self.take_weights(place, f32s(bytes.first())),
            Answer::Compared => {
                let begun = self.begun.get_untracked();
                let rows = f32s(bytes.first());
                let found = Divergences::new(begun.places, begun.tokens.len(), rows);
                self.divergences.set(Arc::new(found));
                self.comparison.update(|comparison| comparison.compared(&begun, now()));
                return Answers::Last;
            }
            Answer::Terms(view) => {
                let values = bytes.iter().map(|bytes| f32s(Some(bytes))).collect();
                self.terms[which - TERMS].set(Some(Arc::new(Terms { view: *view, values })));
                return Answers::Last;
            }
            Answer::Noticed(noticed) => self.noticed.update(|known| {
                Arc::make_mut(known).push((noticed, f32s(bytes.first())));
            }),
            Answer::Idle => return Answers::Last,
        }
        Answers::More
    }

    fn begin(self, begun: Begun) {
        let pair = untrack(|| self.choices(|choices| choices.pair.clone()));
        let files = self.comparison.try_update(|comparison| comparison.fetch(&begun, &pair));
        self.fetch(files.unwrap_or_default());
        if begun.is_whole() {
            self.keep(self.begun.with_untracked(|known| grid::Stays::after(known, &begun)));
            self.begun.set(Arc::new(begun));
        }
    }

    fn take(self, view: MethodView, weights: Vec<f32>) {
        let place = view.place;
        let is_as_in_file =
            untrack(|| self.of_files(|files, chosen| files.is_as_in_file(chosen, &view)));
        let view = words::named(view, is_as_in_file);
        self.methods.update(|methods| grid::put(Arc::make_mut(methods), view));
        self.take_weights(place, weights);
    }

    fn take_weights(self, place: usize, weights: Vec<f32>) {
        self.weights.update_untracked(|all| grid::put_weights(all, place, weights));
        if self.begun.with_untracked(|begun| grid::is_due(begun, place)) {
            self.weights.notify();
        }
    }
}
