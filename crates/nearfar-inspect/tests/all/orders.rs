//! Every order of a few events, against what holds in all of them once all that is on its way has come: nothing waits, and
//! the worker has what is shown as open.

use std::collections::VecDeque;
use std::sync::Arc;

use nearfar_inspect::link::Named;
use nearfar_inspect::protocol::Ask;
use nearfar_inspect::protocol::forward::{Rescaled, Sentence, Which};
use nearfar_inspect::protocol::{Answer, Failure, Opened};
use nearfar_inspect::report::Family;
use nearfar_inspect::room::desk::{Desk, Effect, Offer};
use nearfar_inspect::room::files::Opening;
use nearfar_inspect::room::forward::{self, Forward, Purpose};
use nearfar_inspect::room::pass::{Laid, labels_of_ids};

use crate::files::{Name, model};
use crate::sentence::{begun, ran};

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Happens {
    /// A file of the user's comes.
    Come(&'static str),
    /// A file of the site is fetched, and is there.
    Fetch,
    Fetched,
    /// What was open on this visit comes back, as undo wants it.
    ComeBack,
    Accept(Offer),
    /// A worker that was started is there.
    Ready,
    /// The worker does what it was asked first.
    Works,
    /// The page hears what it said first.
    Hears,
    /// It ended, for good or not.
    Ends(bool),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Worker {
    Starting,
    There,
    Gone,
}

/// The desk, the page that does what it says, and a worker that answers in order.
#[derive(Clone)]
struct Page {
    desk: Desk<Name>,
    worker: Worker,
    /// What the worker has.
    has: Vec<Name>,
    fetching: Option<u32>,
    to_worker: VecDeque<Opening<Name>>,
    to_page: VecDeque<(Opening<Name>, Answer)>,
    /// The file that was asked for last; none where the user stopped it, or the worker ended since.
    asked: Option<&'static str>,
    /// What the worker says of a file, but for its name.
    model: Arc<Opened>,
}

const SITE: &str = "s.npz";
/// No worker can read it.
const BAD: &str = "bad.npz";

impl Page {
    fn new() -> Page {
        Page {
            desk: Desk::default(),
            worker: Worker::Starting,
            has: Vec::new(),
            fetching: None,
            to_worker: VecDeque::new(),
            to_page: VecDeque::new(),
            asked: None,
            model: Arc::new(model("")),
        }
    }

    fn has_now(&mut self, worker: Worker) {
        self.worker = worker;
        self.has.clear();
        self.to_worker.clear();
        self.to_page.clear();
    }

    fn happens(&mut self, what: Happens) {
        let effects = match what {
            Happens::Come(name) => {
                self.asked = Some(name);
                self.desk.come(&[Name(name)])
            }
            Happens::Fetch => {
                self.asked = Some(SITE);
                self.fetching = Some(self.desk.fetch(SITE));
                Vec::new()
            }
            Happens::Fetched => match self.fetching.take() {
                Some(number) => self.desk.fetched(number, SITE.to_owned(), false, Ok(Name(SITE))),
                None => Vec::new(),
            },
            Happens::ComeBack => {
                let effects = self.desk.come_back(&Named::Own("m.npz".to_owned()));
                if !effects.is_empty() || self.desk.files.opening().is_some() {
                    self.asked = None;
                }
                effects
            }
            Happens::Accept(offer) => {
                self.asked = None;
                self.desk.accept(offer)
            }
            Happens::Ready if self.worker == Worker::Starting => {
                self.worker = Worker::There;
                self.desk.worker_ready()
            }
            Happens::Works => {
                if let Some(opening) = self.to_worker.pop_front() {
                    let name = opening.files.first().map_or("", |file| file.0);
                    let answer = match name {
                        BAD => Answer::Failed(Failure::new("It is damaged")),
                        name => {
                            self.has.clone_from(&opening.files);
                            let name = name.to_owned();
                            Answer::Opened(Box::new(Opened { name, ..(*self.model).clone() }))
                        }
                    };
                    self.to_page.push_back((opening, answer));
                }
                Vec::new()
            }
            Happens::Hears => match self.to_page.pop_front() {
                Some((opening, answer)) => self.desk.answered(&opening, answer),
                None => Vec::new(),
            },
            Happens::Ends(is_final) if self.worker == Worker::There => {
                self.asked = None;
                self.has_now(if is_final { Worker::Gone } else { Worker::Starting });
                self.desk.worker_ended("it stopped", true, is_final)
            }
            Happens::Ready | Happens::Ends(_) => Vec::new(),
        };
        for effect in effects {
            match effect {
                Effect::Open(opening) => self.to_worker.push_back(opening),
                Effect::BeginAnew if self.worker == Worker::Gone => self.has_now(Worker::Starting),
                Effect::Restart => self.has_now(Worker::Starting),
                _ => {}
            }
        }
    }

    /// All that is on its way comes.
    fn settle(&mut self) {
        for _ in 0..100 {
            let is_coming = self.worker == Worker::Starting || self.fetching.is_some();
            if !is_coming && self.to_worker.is_empty() && self.to_page.is_empty() {
                return;
            }
            for what in [Happens::Ready, Happens::Fetched, Happens::Works, Happens::Hears] {
                self.happens(what);
            }
        }
        panic!("it never ends");
    }

    fn check(&self, order: &[Happens]) {
        let files = &self.desk.files;
        assert_eq!(self.desk.busy, None, "{order:?}");
        if self.worker == Worker::There {
            assert_eq!(files.opening(), None, "{order:?}: it waits");
            if files.is_open() {
                assert_eq!(files.files(), self.has, "{order:?}: the worker has others");
            }
        }
        match self.asked {
            Some(BAD) => assert!(self.desk.problem.is_some(), "{order:?}: nobody says why"),
            Some(name) => assert_eq!(files.name(), Some(name), "{order:?}"),
            None => {}
        }
    }
}

fn every_order(page: &Page, events: &[Happens], length: usize, so_far: &mut Vec<Happens>) {
    let mut settled = page.clone();
    settled.settle();
    settled.check(so_far);
    if length > 0 {
        for &what in events {
            let mut next = page.clone();
            next.happens(what);
            so_far.push(what);
            every_order(&next, events, length - 1, so_far);
            so_far.pop();
        }
    }
}

#[test]
fn what_was_asked_for_last_is_open_or_it_is_said_why_not() {
    let events = [
        Happens::Come("m.npz"),
        Happens::Come("n.npz"),
        Happens::Come(BAD),
        Happens::Fetch,
        Happens::Fetched,
        Happens::ComeBack,
        Happens::Accept(Offer::Stop),
        Happens::Accept(Offer::TryLonger),
        Happens::Ready,
        Happens::Works,
        Happens::Hears,
        Happens::Ends(false),
        Happens::Ends(true),
    ];
    every_order(&Page::new(), &events, 3, &mut Vec::new());
    // Another model is open, and one that took too long can be tried again.
    let mut page = Page::new();
    page.happens(Happens::Come("m.npz"));
    page.settle();
    every_order(&page, &events, 4, &mut Vec::new());
}

/// What happens to a sentence.
#[derive(Clone, Copy, Debug)]
enum Runs {
    /// Token numbers are typed.
    Type([u32; 2]),
    /// A head of the first layer is looked at.
    Point(usize),
    /// w is laid over the first head, or taken away.
    Lay(f64),
    TakeAway,
    Show(Which),
    /// Nothing more was typed for a while.
    Rests,
    Works,
    Hears,
    /// The worker ends; the next one has the file.
    Ends,
    HasFiles,
}

/// What the worker has: the tokens, and w where it is laid over the first head.
type Ran = Option<(Vec<u32>, Option<f64>)>;

/// A sentence, the page that does what it says, and a worker that answers in order.
#[derive(Clone)]
struct Pass {
    state: Forward,
    typed: [u32; 2],
    is_due: bool,
    has_worker: bool,
    worker: Ran,
    to_worker: VecDeque<(Ask, Purpose)>,
    to_page: VecDeque<(Purpose, Answer, Vec<f32>)>,
    /// What the page followed last.
    seen: ((usize, usize), Which, Laid),
}

impl Pass {
    fn new() -> Pass {
        let state = begun(Family::Bert);
        let seen = (state.looks.seen.place, state.which, state.looks.seen.laid.clone());
        Pass {
            state,
            typed: [1, 2],
            is_due: true,
            has_worker: true,
            worker: None,
            to_worker: VecDeque::new(),
            to_page: VecDeque::new(),
            seen,
        }
    }

    fn act(&mut self, effects: Vec<forward::Effect>) {
        for effect in effects {
            if let forward::Effect::Ask(ask, purpose) = effect
                && self.has_worker
            {
                self.to_worker.push_back((ask, purpose));
            }
        }
    }

    /// What the worker answers: weights tell of which sentence, head and w they are.
    fn answer(&mut self, ask: Ask) -> (Answer, Vec<f32>) {
        let failed = || (Answer::Failed(Failure::new("No sentence was run yet.")), Vec::new());
        match (ask, &mut self.worker) {
            (Ask::Run { sentence: Sentence::Ids(ids), .. }, worker) => {
                let count = ids.len();
                *worker = Some((ids, None));
                (ran(count), Vec::new())
            }
            (Ask::Rescale(rescale), Some((_, laid))) => {
                *laid = rescale.heads.first().map(|head| head.w);
                (Answer::Rescaled(Box::<Rescaled>::default()), Vec::new())
            }
            (Ask::Map { layer, head, which }, Some((ids, laid))) => {
                let weight = weight(ids, head, which, *laid);
                (Answer::Map { layer, head, which }, vec![weight; ids.len() * ids.len()])
            }
            (_, None) => failed(),
            (other, _) => panic!("{other:?}"),
        }
    }

    fn happens(&mut self, what: Runs) {
        let seen = &mut self.state.looks.seen;
        match what {
            Runs::Type(ids) => (self.typed, self.is_due) = (ids, true),
            Runs::Point(head) => seen.place = (0, head),
            Runs::Lay(w) => _ = seen.laid.insert((0, 0), (w, 1.0)),
            Runs::TakeAway => seen.laid.clear(),
            Runs::Show(which) if !seen.laid.is_empty() => self.state.which = which,
            Runs::Show(_) => {}
            Runs::Rests => {
                if self.has_worker && std::mem::take(&mut self.is_due) {
                    let [a, b] = self.typed;
                    let effects = self.state.run(format!("{a} {b}"), false);
                    self.act(effects);
                }
            }
            Runs::Works => {
                if let Some((ask, purpose)) = self.to_worker.pop_front() {
                    let (answer, numbers) = self.answer(ask);
                    self.to_page.push_back((purpose, answer, numbers));
                }
            }
            Runs::Hears => {
                if let Some((purpose, answer, numbers)) = self.to_page.pop_front() {
                    let effects = self.state.answered(purpose, answer, numbers);
                    self.act(effects);
                }
            }
            Runs::Ends => {
                self.has_worker = false;
                self.worker = None;
                self.to_worker.clear();
                self.to_page.clear();
                self.state.worker_ended();
            }
            Runs::HasFiles if !self.has_worker => {
                (self.has_worker, self.is_due) = (true, true);
                self.state.new_worker();
            }
            Runs::HasFiles => {}
        }
        self.follow();
    }

    /// As the page follows what is looked at, and what is laid over heads.
    fn follow(&mut self) {
        let seen = &self.state.looks.seen;
        let now = (seen.place, self.state.which, seen.laid.clone());
        let before = std::mem::replace(&mut self.seen, now);
        if (before.0, before.1) != (self.seen.0, self.seen.1) {
            let effects = self.state.ask_map();
            self.act(effects);
        }
        if before.2 != self.seen.2 {
            let effects = self.state.lay();
            self.act(effects);
            self.follow();
        }
    }

    fn settle(&mut self) {
        for _ in 0..100 {
            let is_quiet = self.has_worker && !self.is_due;
            if is_quiet && self.to_worker.is_empty() && self.to_page.is_empty() {
                return;
            }
            for what in [Runs::HasFiles, Runs::Rests, Runs::Works, Runs::Hears] {
                self.happens(what);
            }
        }
        panic!("it never ends");
    }

    fn check(&self, order: &[Runs]) {
        let (state, seen) = (&self.state, &self.state.looks.seen);
        assert_eq!((&state.going.busy, &state.going.problem), (&None, &None), "{order:?}");
        assert_eq!(state.run.labels(), labels_of_ids(&self.typed), "{order:?}");
        let laid = seen.laid.get(&(0, 0)).map(|moved| moved.0);
        assert_eq!(state.run.over().is_some(), laid.is_some(), "{order:?}");
        let weight = weight(&self.typed, seen.place.1, state.which, laid);
        let shown = state.map.as_ref().map(|(which, weights)| (*which, weights[0]));
        assert_eq!(shown, Some((state.which, weight)), "{order:?}");
    }
}

fn weight(ids: &[u32], head: usize, which: Which, laid: Option<f64>) -> f32 {
    let laid = if which == Which::Before { 0.0 } else { laid.unwrap_or(0.0) };
    ids[0] as f32 * 100.0 + head as f32 * 10.0 + laid as f32
}

fn every_order_of_runs(pass: &Pass, events: &[Runs], length: usize, so_far: &mut Vec<Runs>) {
    let mut settled = pass.clone();
    settled.settle();
    settled.check(so_far);
    if length > 0 {
        for &what in events {
            let mut next = pass.clone();
            next.happens(what);
            so_far.push(what);
            every_order_of_runs(&next, events, length - 1, so_far);
            so_far.pop();
        }
    }
}

#[test]
fn weights_are_of_the_sentence_the_head_and_w_that_are_shown() {
    let events = [
        Runs::Type([3, 4]),
        Runs::Point(1),
        Runs::Lay(1.0),
        Runs::Lay(2.0),
        Runs::TakeAway,
        Runs::Show(Which::Before),
        Runs::Show(Which::After),
        Runs::Rests,
        Runs::Works,
        Runs::Hears,
        Runs::Ends,
        Runs::HasFiles,
    ];
    every_order_of_runs(&Pass::new(), &events, 3, &mut Vec::new());
    let mut pass = Pass::new();
    pass.happens(Runs::Lay(1.0));
    pass.settle();
    pass.check(&[]);
    every_order_of_runs(&pass, &events, 4, &mut Vec::new());
}
