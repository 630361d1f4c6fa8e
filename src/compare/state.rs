//! What the Compare room holds: the sentence with its tree, the choices, and what the worker found.
//! The page keeps sentence and choices, so that links and undo have them.

mod files;
mod layer;
pub mod link;

use std::sync::Arc;
use std::time::Duration;

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar::methods::MethodKind;
use nearfar::picture::palette::{Palette, Theme};
use nearfar::settings::Room;
use nearfar::text::dependency::DependencyTree;
use nearfar_compare::choices::{Choices, Part, Source};
use nearfar_compare::comparison::{Comparison, Step};
use nearfar_compare::divergence::Divergences;
use nearfar_compare::grid;
use nearfar_compare::layer::{HeldLayer, OpenModel};
use nearfar_compare::notice::Answered;
use nearfar_compare::protocol::{
    Answer, Ask, Begun, Cell, KnowsView, MethodView, PROTOCOL, Probe, Setup, Shown,
};
use nearfar_compare::sentence::{self, PageMirror};
use nearfar_compare::words::{model_title, why};
use nearfar_kit::Stays;

use super::model::label_of;
use super::terms::Terms;
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
    /// The sentence as it is typed.
    pub sentence: RwSignal<String>,
    /// The same with its tree.
    pub tree: RwSignal<Arc<DependencyTree>>,
    /// What is chosen.
    pub choices: RwSignal<Choices>,
    /// The seed, which the page has.
    seed: RwSignal<u32>,
    /// What is compared.
    pub begun: RwSignal<Arc<Begun>>,
    /// The methods that are there.
    pub methods: RwSignal<Arc<Vec<MethodView>>>,
    /// The shown weights of each, `[N, M + N]`.
    weights: StoredValue<Vec<Arc<Vec<f32>>>>,
    /// Counts new weights.
    pub frame: RwSignal<u32>,
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
    /// The feature of DiSAN whose weights are shown.
    pub feature: RwSignal<Option<usize>>,
    /// What went wrong.
    pub problem: RwSignal<Option<String>>,
    /// What of a link was not understood; it stands until something else is chosen.
    pub misread: RwSignal<Option<String>>,
    /// How long the last comparison took, from the request to the divergences, in milliseconds.
    pub took: RwSignal<f64>,
    /// Light or dark, as the page has it.
    pub theme: RwSignal<Theme>,
    /// The colours of weights, as the page has them.
    pub palette: RwSignal<Palette>,
    /// What is waited for.
    comparison: RwSignal<Comparison>,
    /// The models from files that are open, as the page has them.
    pub open: RwSignal<Arc<Vec<OpenModel>>>,
    /// The files of this project among those that were opened: their models are compared as they were trained.
    pub own: RwSignal<Arc<Vec<String>>>,
    /// Counts openings.
    opened: RwSignal<u32>,
    /// The layer of one of them that the worker has.
    pub layer: RwSignal<Option<HeldLayer>>,
    /// The name of the file that is being opened.
    pub opening: RwSignal<Option<String>>,
    /// Why a file was not opened, or its model not run; what was shown stays.
    pub unread: RwSignal<Option<String>>,
    is_reading: StoredValue<bool>,
    reading: Debounce,
    /// The request that gave the worker its layer.
    layer_given: StoredValue<Option<u32>>,
    ready: RwSignal<bool>,
    client: StoredValue<Option<Client>, LocalStorage>,
    /// The requests whose answers count: of comparison, probe, terms of A and of B.
    current: StoredValue<[Option<u32>; 4]>,
    asked_at: StoredValue<f64>,
    /// What the page is known to have.
    mirror: StoredValue<PageMirror>,
    writing: Debounce,
    resting: [Debounce; 2],
    probing: Debounce,
}

/// Places in [`CompareState::current`].
const COMPARE: usize = 0;
const PROBE: usize = 1;
/// A's; B's behind it.
const TERMS: usize = 2;

impl CompareState {
    /// With the page's sentence and choices; the worker is on its way.
    pub fn new() -> CompareState {
        let room = CompareState {
            sentence: RwSignal::new(String::new()),
            tree: RwSignal::new(Arc::new(DependencyTree::unparsed::<&str>(&[]))),
            choices: RwSignal::new(Choices::default()),
            seed: RwSignal::new(0),
            begun: RwSignal::new(Arc::default()),
            methods: RwSignal::new(Arc::default()),
            weights: StoredValue::new(Vec::new()),
            frame: RwSignal::new(0),
            divergences: RwSignal::new(Arc::default()),
            terms: [(); 2].map(|()| RwSignal::new(None)),
            noticed: RwSignal::new(Arc::default()),
            unasked: RwSignal::new(None),
            cursor: RwSignal::new(None),
            feature: RwSignal::new(None),
            problem: RwSignal::new(None),
            misread: RwSignal::new(None),
            took: RwSignal::new(0.0),
            theme: page::follow_theme(),
            palette: RwSignal::new(Palette::Cividis),
            comparison: RwSignal::new(Comparison::default()),
            open: RwSignal::new(Arc::default()),
            own: RwSignal::new(Arc::new(page::own_files())),
            opened: RwSignal::new(0),
            layer: RwSignal::new(None),
            opening: RwSignal::new(None),
            unread: RwSignal::new(None),
            is_reading: StoredValue::new(false),
            reading: Debounce::new(REST),
            layer_given: StoredValue::new(None),
            ready: RwSignal::new(false),
            client: StoredValue::new_local(None),
            current: StoredValue::new([None; 4]),
            asked_at: StoredValue::new(0.0),
            mirror: StoredValue::new(PageMirror::default()),
            writing: Debounce::new(link::PAUSE),
            resting: [(); 2].map(|()| Debounce::new(REST)),
            probing: Debounce::new(REST),
        };
        room.look(&page::settings());
        room.client.set_value(Some(Client::start(WORKER, move |event| room.hear(event))));
        follow_settings(Room::Compare, move |settings| room.look(settings));
        room.follow_models();
        room.follow();
        room.write_before_presses();
        room
    }

    // What is shown.

    /// The cell that all pictures point at, where the sentence has it.
    pub fn at(self) -> Memo<Option<Cell>> {
        memo(move || {
            let tokens = self.begun.with(|begun| begun.tokens.len());
            self.cursor.get().filter(|&(i, j)| i < tokens && j < tokens)
        })
    }

    /// Locks the cursor to a cell; again on the same cell releases it.
    pub fn toggle_cursor(self, cell: Cell) {
        self.choose(|choices| {
            choices.cursor = if choices.cursor == Some(cell) { None } else { Some(cell) };
        });
    }

    /// The place of A (0) or B (1): the one that was chosen, or where it is not in this grid the first
    /// or second.
    pub fn place(self, which: usize) -> Memo<Option<usize>> {
        memo(move || self.place_now(which))
    }

    /// [`CompareState::place`], read now.
    pub fn place_now(self, which: usize) -> Option<usize> {
        let places = self.begun.with(|begun| begun.places);
        self.choices.with(|choices| {
            self.methods.with(|methods| grid::place(methods, places, choices, which))
        })
    }

    /// Follows the weights of a place.
    pub fn weights(self, place: usize) -> Arc<Vec<f32>> {
        self.frame.track();
        self.weights.with_value(|weights| weights.get(place).cloned().unwrap_or_default())
    }

    /// Which heads are shown: as is chosen, but the last one where no method has the chosen one.
    pub fn shown(self) -> Shown {
        let shown = self.choices.with(|choices| choices.shown);
        let places = self.begun.with(|begun| begun.places);
        self.methods.with(|methods| grid::shown(shown, methods, places))
    }

    /// Whether a method has fewer heads than the one that is shown of others: of it the last is.
    pub fn has_fewer_heads(self, method: &MethodView) -> bool {
        grid::has_fewer_heads(self.shown(), method)
    }

    /// A method's name, in full or in short, with the head that is shown of it where that is not the chosen one.
    pub fn title_of(self, method: &MethodView, is_full: bool) -> String {
        let title = if is_full { &method.facts.title } else { &method.title };
        match MethodKind::from_name(&method.kind) {
            _ if !self.has_fewer_heads(method) => title.clone(),
            Some(MethodKind::Disan) => texts::compare::head_of_blocks(title),
            _ => texts::compare::head_of_fewer(title, method.heads, method.heads),
        }
    }

    /// The head whose intermediates are shown, from 0.
    pub fn head(self) -> Memo<usize> {
        memo(move || match self.shown() {
            Shown::Head(head) => head,
            Shown::Mean => 0,
        })
    }

    /// Whether all that was asked for is shown.
    pub fn is_whole(self) -> Memo<bool> {
        memo(move || self.comparison.with(Comparison::is_whole))
    }

    /// How many tokens of the sentence are beyond what is compared.
    pub fn left_out(self) -> usize {
        if self.choices.with(|choices| matches!(choices.source, Source::File(_))) {
            return self.layer.with(|layer| layer.as_ref().map_or(0, |layer| layer.cut));
        }
        self.tree.with(|tree| self.sentence.with(|sentence| sentence::left_out(tree, sentence)))
    }

    /// How many methods are there, and how many there will be.
    pub fn progress(self) -> (usize, usize) {
        (self.methods.with(|methods| methods.len()), self.begun.with(|begun| begun.places))
    }

    // The worker.

    fn hear(self, event: Event) {
        match event {
            Event::Ready => {
                self.ready.try_set(true);
            }
            // An answer to what is no longer asked.
            Event::Said(_) => {}
            Event::Ended(Ended { why, is_final, .. }) => {
                self.comparison.try_update(|comparison| comparison.ended(is_final));
                self.problem.try_set(Some(match is_final {
                    true => texts::compare::ended_for_good(why),
                    false => texts::compare::ended(why),
                }));
            }
        }
    }

    /// Asks, in place of what was asked before of the same kind.
    fn ask(self, which: usize, ask: Ask) {
        self.drop_answers(which);
        let then = move |answer, bytes: Vec<Uint8Array>| self.receive(which, answer, &bytes);
        let id = self.client.with_value(|client| {
            client.as_ref().map(|client| client.ask(Stays::Once, &ask, &[] as &[Uint8Array], then))
        });
        self.current.update_value(|current| current[which] = id);
    }

    /// No longer waits for answers of this kind.
    fn drop_answers(self, which: usize) {
        let id = self.current.try_update_value(|current| current[which].take()).flatten();
        self.client.with_value(|client| {
            if let (Some(client), Some(id)) = (client, id) {
                client.forget(id);
            }
        });
    }

    fn follow(self) {
        // What nobody points at is where the cursor is locked.
        let locked = memo(move || self.choices.with(|choices| choices.cursor));
        effect(move || {
            let locked = locked.get();
            if self.cursor.get().is_none() && locked.is_some() {
                self.cursor.set(locked);
            }
        });
        // A feature is chosen where it is shown; here it becomes a choice of the link.
        let linked = memo(move || self.choices.with(|choices| choices.feature));
        effect(move || self.feature.set(linked.get()));
        effect(move || {
            let feature = self.feature.get();
            if linked.with_untracked(|linked| *linked != feature) {
                self.choose(|choices| choices.feature = feature);
            }
        });
        let setup = memo(move || self.setup(self.layer_key()));
        effect(move || {
            let setup = setup.get();
            let stays = setup.is_none()
                && self.comparison.with_untracked(Comparison::is_of_layer)
                && self.shows_layer();
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
        let (head, part) = (self.head(), self.part());
        // What no part shows is not asked for: it comes when its part is opened.
        let terms_are_seen = memo(move || part.get() == Part::Terms);
        let probe_is_seen = memo(move || part.get() == Part::Notices);
        for (side, resting) in self.resting.into_iter().enumerate() {
            let place = self.place(side);
            effect(move || {
                self.divergences.track();
                self.feature.track();
                let (place, head) = (place.get(), head.get());
                if !terms_are_seen.get() {
                    return;
                }
                let is_empty = self.begun.with_untracked(|begun| begun.tokens.is_empty());
                let place = place.filter(|_| !is_empty);
                resting.soon(move || self.ask_terms(side, place, head));
            });
        }
        let probe = memo(move || self.choices.with(|choices| choices.probe.clone()));
        let answered = StoredValue::new(None::<(Arc<Divergences>, Option<Probe>)>);
        effect(move || {
            let (found, probe) = (self.divergences.get(), probe.get());
            // Opening the part again asks nothing again.
            let is_known = answered.with_value(|known| {
                known.as_ref().is_some_and(|(of, asked)| Arc::ptr_eq(of, &found) && *asked == probe)
            });
            if is_known || !probe_is_seen.get() {
                return;
            }
            answered.set_value(Some((found, probe.clone())));
            self.probing.soon(move || self.ask_probe(probe));
        });
    }

    /// What is to be compared; `None` while the layer of a model from a file is not there.
    fn setup(self, layer: Option<String>) -> Option<Setup> {
        let tree = self.tree.with(|tree| tree.to_compact());
        let seed = self.seed.get();
        let own = self.own.get();
        self.choices.with(|choices| choices.setup(tree, seed, layer, &own))
    }

    /// Shows nothing.
    fn clear(self) {
        self.methods.set(Arc::default());
        self.weights.set_value(Vec::new());
        self.forget_terms();
        self.noticed.set(Arc::default());
        self.begun.set(Arc::default());
    }

    fn compare(self, setup: Setup) {
        if !self.comparison.with_untracked(Comparison::has_lost) {
            self.problem.set(None);
        }
        self.await_answers(Ask::Compare(Box::new(setup)));
    }

    fn await_answers(self, ask: Ask) {
        self.comparison.update(Comparison::wait);
        self.asked_at.set_value(now());
        self.ask(COMPARE, ask);
    }

    fn ask_terms(self, side: usize, place: Option<usize>, head: usize) {
        let Some(place) = place else { return };
        let feature = self.feature.get_untracked();
        self.ask(TERMS + side, Ask::Terms { place, head, feature });
    }

    fn forget_terms(self) {
        self.terms.iter().for_each(|terms| terms.set(None));
    }

    fn ask_probe(self, probe: Option<Probe>) {
        self.noticed.set(Arc::default());
        self.unasked.set(None);
        let is_empty = self.begun.with_untracked(|begun| begun.tokens.is_empty());
        match probe.filter(|_| !is_empty) {
            Some(probe) => self.ask(PROBE, Ask::Probe(probe)),
            None => self.drop_answers(PROBE),
        }
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
                self.took.set(now() - self.asked_at.get_value());
                self.divergences.set(Arc::new(found));
                self.comparison.update(|comparison| comparison.compared(&begun));
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
        let pair = self.choices.with_untracked(|choices| choices.pair.clone());
        self.fetch(self.comparison.try_update(|comparison| comparison.fetch(&begun, &pair)));
        if begun.is_whole() {
            let stays = self.begun.with_untracked(|known| grid::Stays::after(known, &begun));
            if stays != grid::Stays::All {
                self.forget_terms();
                self.noticed.set(Arc::default());
            }
            if stays == grid::Stays::Nothing {
                self.methods.set(Arc::default());
                self.weights.set_value(Vec::new());
            }
            self.begun.set(Arc::new(begun));
        }
    }

    fn take(self, mut view: MethodView, weights: Vec<f32>) {
        let place = view.place;
        if self.is_as_in_file(&view) {
            view.title = texts::lab::method_in_file().to_owned();
            view.facts.title = view.title.clone();
            let unknown = || KnowsView::Unknown(texts::compare::knows_as_in_file().to_owned());
            let facts = &mut view.facts;
            (facts.direction, facts.exact_distance, facts.beyond_k) =
                (unknown(), unknown(), unknown());
        }
        if view.trained {
            view.title = model_title(&view.name, &view.kind);
            view.facts.title = label_of(&view.name);
        }
        self.methods.update(|methods| grid::put(Arc::make_mut(methods), view));
        self.take_weights(place, weights);
    }

    fn take_weights(self, place: usize, weights: Vec<f32>) {
        self.weights.update_value(|all| grid::put_weights(all, place, weights));
        if self.begun.with_untracked(|begun| grid::is_due(begun, place)) {
            self.frame.update(|frame| *frame += 1);
        }
    }
}
