//! Every order of a few events, against what holds in all of them once all that is on its way has come: nothing waits, and
//! the worker has what is shown as open.

use std::collections::VecDeque;
use std::sync::Arc;

use nearfar_inspect::link::Named;
use nearfar_inspect::protocol::{Answer, Failure, Opened};
use nearfar_inspect::room::desk::{Desk, Effect, Offer};
use nearfar_inspect::room::files::Opening;

use crate::files::{Name, model};

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
