//! What the room has, and what becomes of it: something happened goes in, what is to be done comes out. And what is
//! shown of A, B and every method, read off it. Signals, messages, files and timers are the page's.

use std::sync::Arc;

use nearfar::opened::LayerAnswer;
use nearfar::picture::palette::Palette;
use nearfar::picture::scale::Scale;
use nearfar::picture::{Drawn, format_exact, format_short};
use nearfar::settings::Settings;
use nearfar_texts::words::reason;
use nearfar_texts::{common, compare as texts};

use crate::choices::{Choices, Part, Source, file_of_trained};
use crate::comparison::{Fetch, Step};
use crate::distance::{Number, is_moved, take_from_lab};
use crate::found::Found;
use crate::grid::reads_tree;
use crate::layer::{Files, FilesSaid, LayerKey, Next, OpenModel};
use crate::notice;
use crate::pair::{self, Bars, Which};
use crate::protocol::{Answer, Ask, Cell, MethodView, Probe, Setup, Shown, Why};
use crate::results::{Kind, Results};
use crate::sentence::{Chosen, Handed, Kept, News, PageMirror};
use crate::terms::Shared;
use crate::tree_picture::attention;
use crate::words::grid::{self as words, Card, Sides};
use crate::words::terms::missing;
use crate::words::{Noticing, made, misread_link, setup, why};

/// What is asked of a comparison, for the part of the room that shows it.
const PARTS: [(Kind, Part); 3] =
    [(Kind::TermsA, Part::Terms), (Kind::TermsB, Part::Terms), (Kind::Probe, Part::Notices)];

/// Which comparison it is, and what is asked of it.
type OfPart = (usize, Option<Ask>);

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// The worker is asked, in place of what was asked before of the same kind; without a request nothing is waited for.
    Ask(Kind, Option<Ask>),
    /// The same once all rests, by [`Room::rested`].
    AskAtRest(Kind, Option<Ask>),
    /// Once all rests, a layer is read of a model from a file; then [`Room::layer_came`].
    ReadLayer(LayerKey),
    /// A file is fetched, and given to the worker: [`Room::handed`], [`Room::refused`] or [`Room::not_loaded`].
    Fetch(Fetch),
    /// A request is not handed to the next worker.
    Forget(u32),
    /// The page is handed what is chosen, once nothing more is typed or chosen for a while.
    Write,
}

/// What is to be there, of what is chosen and found.
#[derive(Clone, Debug, PartialEq)]
pub struct Wants {
    setup: Option<Setup>,
    /// Whether the worker has the layer of a model from a file that is wanted, on another sentence.
    shows_layer: bool,
    layer: Option<LayerKey>,
    /// As [`PARTS`]; none for a part that is not shown.
    parts: [Option<OfPart>; PARTS.len()],
}

/// What there is.
#[derive(Debug, Default)]
pub struct Room {
    /// What is typed and chosen.
    pub chosen: Chosen,
    /// What came of all that was asked of the worker.
    pub results: Results,
    /// Models from files.
    pub files: Files,
    /// What of a link was not understood; it stands until something else is chosen.
    pub misread: Option<String>,
    /// What the page is known to have.
    mirror: PageMirror,
    /// What was wanted last.
    wanted: Option<Wants>,
    /// As [`PARTS`]: what was asked last. A part that is opened again asks nothing again.
    asked: [Option<OfPart>; PARTS.len()],
}

fn compare(setup: Setup) -> Effect {
    Effect::Ask(Kind::Compare, Some(Ask::Compare(Box::new(setup))))
}

fn fetch(files: Vec<Fetch>) -> Vec<Effect> {
    files.into_iter().map(Effect::Fetch).collect()
}

impl Room {
    // The page.

    /// The page has `now`, and in the Lab `lab`. Whether that is news: what waits to be handed over is older then.
    pub fn look(&mut self, now: Kept, lab: &Settings) -> bool {
        let news = self.mirror.learn(now, lab, &self.files.own);
        let Some(News { chosen, misread, no_tree }) = news else { return false };
        self.misread = misread_link(&misread, no_tree.as_ref());
        self.chosen = chosen;
        true
    }

    /// What the page is handed; `None` where it has all that.
    pub fn hand(&mut self) -> Option<Handed> {
        self.mirror.hand(&self.chosen)
    }

    /// The page did not keep what it was handed. The room goes on with it, and says so.
    pub fn not_kept(&mut self, handed: Handed, error: String) {
        self.mirror.lost(handed);
        self.misread = Some(texts::link_not_kept(error));
    }

    /// Something else is typed or chosen.
    pub fn change(&mut self, change: impl FnOnce(&mut Chosen)) -> Vec<Effect> {
        change(&mut self.chosen);
        self.misread = None;
        vec![Effect::Write]
    }

    /// Other numbers through the methods; what is laid over a model from a file begins as that model has it.
    pub fn choose_source(&mut self, source: Source) -> Vec<Effect> {
        self.files.choose(&mut self.chosen.choices, source);
        self.change(|_| ())
    }

    /// One model in the place of seeded numbers or of all, where none is compared yet.
    pub fn choose_one(&mut self) -> Vec<Effect> {
        match self.chosen.choices.source.is_one() {
            true => Vec::new(),
            false => self.choose_source(self.files.one_model()),
        }
    }

    /// The model, layer and head of the Lab's panel A, with its w, v, mapping and adjustment.
    pub fn take_from_lab(&mut self, lab: &Settings) -> Vec<Effect> {
        self.files.choose(&mut self.chosen.choices, Choices::of_lab(lab).source);
        self.change(|chosen| take_from_lab(&mut chosen.choices, lab))
    }

    /// The method of a place becomes A (0) or B (1).
    pub fn choose_side(&mut self, which: usize, place: usize) -> Vec<Effect> {
        let Some(method) = self.results.found.method(place) else { return Vec::new() };
        self.chosen.choices.pair[which].clone_from(&method.name);
        self.change(|_| ())
    }

    /// The methods of two places become A and B.
    pub fn choose_pair(&mut self, (a, b): Cell) -> Vec<Effect> {
        let is_there = |place| self.results.found.method(place).is_some();
        if !is_there(a) || !is_there(b) {
            return Vec::new();
        }
        self.choose_side(0, a);
        self.choose_side(1, b)
    }

    /// Gives the shown heads another w or v.
    pub fn set_number(&mut self, which: Number, number: f64) -> Vec<Effect> {
        which.set(&mut self.chosen.choices, &self.results.found.begun, number);
        self.change(|_| ())
    }

    // What is asked.

    /// What is to be there.
    pub fn wants(&self) -> Wants {
        let (choices, found) = (&self.chosen.choices, &self.results.found);
        let terms = |side| {
            let (place, head) = (self.place(side)?, self.shown().head());
            Some(Ask::Terms { place, head, feature: choices.feature })
        };
        let ask = |kind| match kind {
            Kind::TermsA => terms(0),
            Kind::TermsB => terms(1),
            _ => choices.probe.clone().map(Ask::Probe),
        };
        let setup = self.files.setup(&self.chosen);
        Wants {
            shows_layer: setup.is_none() && self.files.shows_layer(&self.chosen),
            setup,
            layer: self.files.wanted(&self.chosen),
            parts: PARTS
                .map(|(kind, part)| (part == choices.part).then_some((found.compared, ask(kind)))),
        }
    }

    /// Something else is wanted, at a time in milliseconds.
    pub fn follow(&mut self, wants: Wants, now: f64) -> Vec<Effect> {
        if self.wanted.as_ref() == Some(&wants) {
            return Vec::new();
        }
        let before = self.wanted.replace(wants.clone());
        if self.results.is_gone {
            return Vec::new();
        }
        let is_other = |differs: fn(&Wants, &Wants) -> bool| {
            before.as_ref().is_none_or(|before| differs(before, &wants))
        };
        let is_other_layer = is_other(|before, now| before.layer != now.layer);
        let is_other_setup = is_other(|before, now| {
            before.setup != now.setup || before.shows_layer != now.shows_layer
        });
        let Wants { setup, shows_layer, layer, parts } = wants;
        // A worker that took the place of another has nothing of which a part could be asked.
        let mut of_parts = parts.iter().zip(&self.asked);
        let asks_part = of_parts.any(|(wanted, asked)| wanted.is_some() && wanted != asked);
        let is_new_worker = asks_part && setup.is_some() && !self.results.comparison.has_asked();
        let mut effects = Vec::new();
        if is_other_setup || is_new_worker {
            let stays = shows_layer && self.results.comparison.is_of_layer();
            effects.extend(match self.results.want(setup, stays, now) {
                Step::Wait => None,
                Step::Clear => Some(Effect::Ask(Kind::Compare, None)),
                Step::Show(shown) => Some(Effect::Ask(Kind::Compare, Some(Ask::Show(shown)))),
                Step::Compare { setup, .. } => Some(compare(setup)),
            });
        }
        if is_other_layer {
            self.files.unread = None;
            effects.extend(layer.map(Effect::ReadLayer));
        }
        // Before there are tokens nothing is asked of them; that they came asks for nothing again.
        let has_tokens = !self.results.found.begun.tokens.is_empty();
        for (((kind, _), wanted), asked) in PARTS.into_iter().zip(parts).zip(&mut self.asked) {
            if wanted.is_some() && *asked != wanted {
                asked.clone_from(&wanted);
                effects.push(Effect::AskAtRest(
                    kind,
                    wanted.and_then(|(_, ask)| ask).filter(|_| has_tokens),
                ));
            }
        }
        effects
    }

    /// All rests: what waited for that is asked.
    pub fn rested(&mut self, kind: Kind, ask: Option<Ask>) -> Vec<Effect> {
        if kind == Kind::Probe {
            self.results.probe();
        }
        vec![Effect::Ask(kind, ask.filter(|_| !self.results.is_gone))]
    }

    /// An answer of the worker came with its numbers, at a time in milliseconds.
    pub fn receive(
        &mut self,
        kind: Kind,
        answer: Answer,
        numbers: Vec<Vec<f32>>,
        now: f64,
    ) -> Vec<Effect> {
        let of = (&self.files, &self.chosen);
        fetch(self.results.receive(kind, answer, numbers, of, now))
    }

    /// The worker ended, for good or not, and why. What a part asked it is asked of the next one, once something is chosen.
    pub fn ended(&mut self, why: &str, is_final: bool) {
        self.results.ended(why, is_final);
        self.asked = Default::default();
    }

    // Files.

    /// Other files are open: those of this project that the worker has are read again.
    pub fn look_at_files(&mut self, open: Vec<OpenModel>, own: Vec<String>) -> Vec<Effect> {
        self.files.look(open, own);
        let source = &self.chosen.choices.source;
        let (requests, again) = self.results.comparison.read_again(&self.files.own, source);
        requests.into_iter().map(Effect::Forget).chain(fetch(again)).collect()
    }

    /// Files were opened, or it is said why not; see [`Files::opened`].
    pub fn opened(&mut self, own: Option<String>, opened: Result<String, String>) -> Vec<Effect> {
        let opened = opened.map_err(reason);
        let sources = self.files.opened(&self.chosen.choices, own, opened);
        sources.into_iter().flat_map(|source| self.choose_source(source)).collect()
    }

    /// The layer that was `asked` for came, or it is said why it did not.
    pub fn layer_came(&mut self, asked: LayerKey, came: Result<&LayerAnswer, &String>) -> Next {
        let now = self.files.wanted(&self.chosen);
        self.files.came(asked, now, came.map_err(reason))
    }

    /// The worker cannot use a layer.
    pub fn layer_refused(&mut self, refused: &Why) {
        self.files.unread = Some(reason(why(refused)));
    }

    /// A file that is awaited was given to the worker by a request, at a time in milliseconds: all is compared again.
    pub fn handed(&mut self, fetch: &Fetch, request: u32, now: f64) -> Vec<Effect> {
        self.results.comparison.handed(fetch, Some(request));
        let setup = self.files.setup(&self.chosen).filter(|_| !self.results.is_gone);
        if setup.is_some() {
            self.results.compare(now);
        }
        setup.into_iter().map(compare).collect()
    }

    /// The worker cannot use a file. It goes on without it.
    pub fn refused(&mut self, path: &str, refused: &Why) -> Vec<Effect> {
        self.lose(path, texts::file_not_used(name_of(path), why(refused)))
    }

    /// A file did not come. It goes on without it.
    pub fn not_loaded(&mut self, path: &str, error: String) -> Vec<Effect> {
        self.lose(path, common::file_not_loaded(name_of(path), error))
    }

    fn lose(&mut self, path: &str, said: String) -> Vec<Effect> {
        fetch(self.results.lost(path, said, &self.chosen.choices.pair))
    }

    // What is shown.

    /// Which heads are shown: as is chosen, but the last one where no method has the chosen one.
    pub fn shown(&self) -> Shown {
        self.results.found.shown(self.chosen.choices.shown)
    }

    /// The place of A (0) or B (1): the one that was chosen, or where it is not in this grid the first or second.
    pub fn place(&self, which: usize) -> Option<usize> {
        self.results.found.place(&self.chosen.choices, which)
    }

    fn places(&self) -> [Option<usize>; 2] {
        [0, 1].map(|which| self.place(which))
    }

    /// A (0) or B (1).
    pub fn side(&self, which: usize) -> Option<&MethodView> {
        self.results.found.method(self.place(which)?)
    }

    fn sides(&self) -> Sides {
        [0, 1].map(|which| self.side(which).cloned())
    }

    /// Every intermediate of A (0) or B (1); `None` while they come. Of what cannot be computed, what another method left
    /// is none.
    pub fn terms(&self, which: usize) -> Option<Shared> {
        let is_wrong = self.side(which).is_some_and(|method| method.problem.is_some());
        self.results.terms[which].clone().filter(|_| !is_wrong)
    }

    /// Why there are none.
    pub fn no_terms(&self, which: usize) -> String {
        let ended = self.results.problem.as_ref().filter(|_| !self.results.comparison.has_asked());
        let missing = || missing(self.side(which).and_then(|method| method.problem.as_ref()));
        ended.cloned().unwrap_or_else(missing)
    }

    /// How many different methods among A and B read the tree.
    pub fn sides_of_tree(&self) -> usize {
        let [a, b] = self.places();
        let places = [a, b.filter(|_| b != a)].into_iter().flatten();
        let methods = places.filter_map(|place| self.results.found.method(place));
        methods.filter(|method| reads_tree(method)).count()
    }

    /// The range of a method's pictures, of the method alone, of A and B together or of all methods, as is chosen.
    fn scale_of(&self, place: usize) -> Scale {
        self.results.found.scale_of(place, self.places(), self.chosen.choices.own_range)
    }

    /// One of the three large pictures; `None` while what it is of is not there.
    pub fn drawn(&self, which: Which, palette: Palette) -> Option<Arc<Drawn>> {
        let found = &self.results.found;
        let side = |at: usize| found.side(self.place(at)?);
        match which {
            Which::One(at) => {
                let scale = self.scale_of(self.place(at)?);
                pair::of_one(&found.begun, side(at)?, scale, palette)
            }
            Which::Difference => pair::difference(&found.begun, &side(0)?, &side(1)?),
        }
    }

    /// The small picture of a place; `None` while its weights are not there.
    pub fn drawn_small(&self, place: usize, palette: Palette) -> Option<Arc<Drawn>> {
        let found = &self.results.found;
        let tokens = found.begun.tokens.len();
        pair::unnamed(found.weights(place), tokens, self.scale_of(place), palette)
    }

    /// The weights of A that are drawn under the tree, `[N, N]`; `None` where they are of no words of it.
    pub fn drawn_under_tree(&self) -> Option<Arc<Vec<f32>>> {
        let found = &self.results.found;
        let (weights, memory) = found.side(self.place(0)?)?;
        attention(&found.begun, &self.chosen.tree, &weights, memory).map(Arc::new)
    }

    /// What one of the three is called, in full or in a word or two.
    pub fn title(&self, which: Which, is_full: bool) -> String {
        words::title_of_three(which, &self.sides(), self.shown(), is_full)
    }

    /// What one of the three is called where it is saved.
    pub fn saved_title(&self, which: Which) -> String {
        words::saved_title(which, &self.sides(), self.shown())
    }

    /// What one of the three does with distance, or can be laid to, in a line.
    pub fn idea(&self, which: Which) -> &'static str {
        let source = &self.chosen.choices.source;
        match which {
            Which::One(at) => self.side(at).map_or("", |method| self.idea_of(method)),
            Which::Difference => words::idea_of_difference(source),
        }
    }

    fn idea_of(&self, method: &MethodView) -> &'static str {
        words::idea(method, &self.chosen.choices.source, self.files.is_plain())
    }

    /// Whose numbers one of the three shows, of which layer and head, with w and v: for what is saved.
    pub fn made_of(&self, which: Which) -> String {
        let of = (&self.files, &self.chosen);
        words::made_of(which, &self.sides(), of, &self.results.found.begun, self.shown())
    }

    /// w or v of the shown heads, and whether they differ.
    pub fn number(&self, which: Number) -> (f64, bool) {
        which.shown(&self.chosen.choices, &self.results.found.begun)
    }

    /// Whose w and v the sliders move.
    pub fn whose_w_and_v(&self) -> String {
        words::whose_w_and_v(self.shown(), self.results.found.begun.learned)
    }

    /// The menu of heads, each with its value.
    pub fn heads_menu(&self) -> Vec<(String, String)> {
        words::heads_menu(self.shown(), &self.results.found.methods)
    }

    /// The menu of models, each with its value.
    pub fn models_menu(&self) -> Vec<(String, String)> {
        words::menu_of(&self.files.open, self.files.awaited(&self.chosen.choices))
    }

    /// Which layer of the chosen model is compared, from 1, and how many it has.
    pub fn layer(&self) -> (usize, usize) {
        self.files.layer(&self.chosen)
    }

    /// What is said of models from files.
    pub fn files_said(&self) -> FilesSaid {
        self.files.said(&self.chosen)
    }

    /// The sizes that the table of what methods know is of.
    pub fn sizes(&self) -> String {
        let found = &self.results.found;
        let own = found.methods.first().map_or(0, |method| method.heads);
        setup(&self.chosen.choices, found.begun.tokens.len(), own)
    }

    /// Which numbers are compared; see [`made`].
    pub fn made(&self) -> String {
        made(&self.files, &self.chosen, &self.results.found.begun)
    }

    /// Whether one model is compared with other w and v than its own: so it is, in the place of trained models, once they
    /// are moved in the Lab.
    pub fn is_moved(&self) -> bool {
        self.chosen.choices.source.is_one() && is_moved(&self.chosen.choices)
    }

    /// Whose numbers are shown, of which layer and head.
    pub fn whose(&self) -> String {
        words::whose(&self.files, &self.chosen, self.shown())
    }

    /// The names of all methods, in full or in short, each with its name in links.
    pub fn titles(&self, is_full: bool) -> Vec<(String, String)> {
        let (methods, shown) = (self.results.found.methods.iter(), self.shown());
        methods.map(|of| (of.name.clone(), words::title(of, shown, is_full))).collect()
    }

    /// How far A and B are apart, of all rows and of the one of the cursor ([`words::apart`]): what stands before the
    /// nats, what behind them, and the first with every digit.
    pub fn apart(&self, row: Option<usize>) -> Option<[String; 3]> {
        let Found { divergences, begun, .. } = &self.results.found;
        let of = |write| words::apart(divergences, self.places(), row, &begun.tokens, write);
        let ([before, after], [exact, _]) = of(format_short).zip(of(format_exact))?;
        Some([before, after, exact])
    }

    /// How far any two of the methods are apart, of one row or of all; `None` while that is not there.
    pub fn every_two(&self, row: Option<usize>) -> Option<Arc<Drawn>> {
        pair::every_two(Arc::new(self.short_titles()), self.results.found.divergences.matrix(row))
    }

    /// How far the methods of two places are apart, in words, of one row or of all.
    pub fn apart_two(&self, pair: Cell, row: Option<usize>) -> String {
        let apart = self.results.found.divergences.between(pair.0, pair.1, row);
        words::apart_two(&self.short_titles(), pair, apart)
    }

    fn short_titles(&self) -> Vec<String> {
        self.titles(false).into_iter().map(|(_, title)| title).collect()
    }

    /// How A and B share their attention out over distances; `None` until both are there.
    pub fn by_distance(&self) -> Option<Arc<Bars>> {
        let found = &self.results.found;
        let tokens = found.begun.tokens.len();
        let shares = |place: Option<usize>| pair::by_distance(&found.side(place?)?, tokens);
        let [a, b] = self.places().map(shares);
        Some(Arc::new(Bars::of(&[a?, b?])))
    }

    /// What the card of a place says.
    pub fn card(&self, place: usize) -> Option<Card> {
        let method = self.results.found.method(place)?;
        let sides = self.places().map(|side| side == Some(place));
        Some(Card::of(method, sides, self.shown(), self.idea_of(method)))
    }

    /// What the card of a place says of the changed sentence.
    pub fn noticing(&self, place: usize) -> Option<Noticing> {
        let method = self.results.found.method(place)?;
        let answered = notice::of_place(&self.results.noticed, place);
        let is_repeat = matches!(self.chosen.choices.probe, Some(Probe::Repeat { .. }));
        Some(Noticing::of(method, self.shown(), answered, is_repeat))
    }

    /// The pictures of a place before and after the change; see [`notice::pictures`].
    pub fn noticing_pictures(&self, place: usize, palette: Palette) -> Option<[Arc<Drawn>; 2]> {
        let (before, memory) = self.results.found.side(place)?;
        let answered = notice::of_place(&self.results.noticed, place)?;
        notice::pictures(&before, memory, answered, palette)
    }
}

/// What a file is called where it is told that it is not there.
fn name_of(path: &str) -> &str {
    file_of_trained(path).unwrap_or(path)
}
