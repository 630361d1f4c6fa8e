//! Every order of a few events, against what holds in all of them once all that is on its way has come: what is shown is
//! what is chosen, and nothing waits.

use std::collections::VecDeque;

use nearfar::settings::{ModelChoice, Settings};
use nearfar_compare::choices::Part;
use nearfar_compare::protocol::{Answer, Ask, Setup, Shown, TermsView, Why};
use nearfar_compare::results::Kind;
use nearfar_compare::room::{Effect, Room};
use nearfar_compare::sentence::Kept;

use crate::grid::{begun, method};

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Happens {
    /// Another head, another k, or a part is chosen.
    Head,
    Clip,
    Part(Part),
    /// All rests.
    Rests,
    /// The worker does what it was asked first.
    Works,
    /// The page hears what the worker said first.
    Hears,
    /// Another worker takes its place, or none does.
    Ends,
    EndsForGood,
}

/// Of which request, an answer with its numbers.
type Said = (u32, Kind, Answer, Vec<Vec<f32>>);

/// The room, the page that does what it says, and a worker that answers in order.
struct Page {
    room: Room,
    last: u32,
    current: [Option<u32>; Kind::COUNT],
    resting: Vec<(Kind, Option<Ask>)>,
    to_worker: VecDeque<(u32, Kind, Ask)>,
    to_page: VecDeque<Said>,
    worker: Option<Setup>,
    /// Whether something was chosen since the worker ended.
    is_chosen: bool,
}

/// What tells weights of one setup from those of another.
fn mark(setup: &Setup) -> f32 {
    setup.clip as f32 + if setup.shown == Shown::Mean { 0.5 } else { 0.0 }
}

impl Page {
    fn new() -> Page {
        let mut room = Room::default();
        let lab = Settings { model: ModelChoice::Untrained, ..Settings::default() };
        let choices = "seeded=yes&a=da".to_owned();
        room.look(Kept { sentence: "I think".to_owned(), choices, seed: 7 }, &lab);
        let mut page = Page {
            room,
            last: 0,
            current: [None; Kind::COUNT],
            resting: Vec::new(),
            to_worker: VecDeque::new(),
            to_page: VecDeque::new(),
            worker: None,
            is_chosen: true,
        };
        page.follow();
        page
    }

    fn follow(&mut self) {
        let wants = self.room.wants();
        let effects = self.room.follow(wants, 0.0);
        self.act(effects);
    }

    fn act(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Ask(kind, ask) => {
                    self.last += 1;
                    self.current[kind as usize] = ask.is_some().then_some(self.last);
                    assert!(!self.room.results.is_gone || ask.is_none(), "nobody answers");
                    self.to_worker.extend(ask.map(|ask| (self.last, kind, ask)));
                }
                Effect::AskAtRest(kind, ask) => {
                    self.resting.retain(|(known, _)| *known != kind);
                    self.resting.push((kind, ask));
                }
                Effect::Write => {}
                other => panic!("{other:?}"),
            }
        }
    }

    fn works(&mut self) {
        let Some((id, kind, ask)) = self.to_worker.pop_front() else { return };
        let answers = match (ask, &mut self.worker) {
            (Ask::Compare(setup), worker) => {
                let one = |place, name| {
                    let weights = vec![vec![mark(&setup), 0.0, 0.0, 1.0]];
                    (Answer::Method(Box::new(method(place, name))), weights)
                };
                let all = vec![
                    (Answer::Begun(begun(&["I", "think"], 2)), vec![]),
                    one(0, "da"),
                    one(1, "vanilla"),
                    (Answer::Compared, vec![vec![0.0; 8]]),
                ];
                *worker = Some(*setup);
                all
            }
            (Ask::Show(_), None) => vec![(Answer::Idle, vec![])],
            (Ask::Show(shown), Some(setup)) => {
                setup.shown = shown;
                let weights = vec![vec![mark(setup), 0.0, 0.0, 1.0]];
                let one = |place| (Answer::Weights { place }, weights.clone());
                vec![one(0), one(1), (Answer::Compared, vec![vec![0.0; 8]])]
            }
            (Ask::Terms { place, head, .. }, Some(setup)) => {
                let view = TermsView { place, head, ..TermsView::default() };
                vec![(Answer::Terms(Box::new(view)), vec![vec![setup.clip as f32]])]
            }
            (Ask::Terms { .. }, None) => vec![(Answer::Failed(Why::NothingToExplain), vec![])],
            (other, _) => panic!("{other:?}"),
        };
        self.to_page.extend(answers.into_iter().map(|(answer, of)| (id, kind, answer, of)));
    }

    fn happens(&mut self, what: Happens) {
        let choices = &self.room.chosen.choices;
        self.is_chosen |= match what {
            Happens::Head | Happens::Clip => true,
            Happens::Part(part) => part == Part::Terms && choices.part != part,
            _ => false,
        };
        match what {
            Happens::Head => {
                let other = if choices.shown == Shown::Mean { Shown::Head(0) } else { Shown::Mean };
                let effects = self.room.change(|chosen| chosen.choices.shown = other);
                self.act(effects);
            }
            Happens::Clip => {
                let effects = self.room.change(|chosen| chosen.choices.clip += 1);
                self.act(effects);
            }
            Happens::Part(part) => {
                let effects = self.room.change(|chosen| chosen.choices.part = part);
                self.act(effects);
            }
            Happens::Rests => {
                for (kind, ask) in std::mem::take(&mut self.resting) {
                    let effects = self.room.rested(kind, ask);
                    self.act(effects);
                }
            }
            Happens::Works => self.works(),
            Happens::Hears => {
                // The answers to what is asked no longer are nobody's.
                if let Some((id, kind, answer, numbers)) = self.to_page.pop_front()
                    && self.current[kind as usize] == Some(id)
                {
                    let effects = self.room.receive(kind, answer, numbers, 1.0);
                    self.act(effects);
                }
            }
            Happens::Ends | Happens::EndsForGood => {
                self.to_worker.clear();
                self.to_page.clear();
                (self.worker, self.is_chosen) = (None, false);
                let is_final = self.room.results.is_gone || what == Happens::EndsForGood;
                self.room.ended("it stopped", is_final);
            }
        }
        self.follow();
    }

    /// All that is on its way comes.
    fn settle(&mut self) {
        for _ in 0..200 {
            if [self.resting.len(), self.to_worker.len(), self.to_page.len()] == [0; 3] {
                return;
            }
            for what in [Happens::Rests, Happens::Works, Happens::Hears] {
                self.happens(what);
            }
        }
        panic!("it never ends");
    }

    fn check(&self, order: &[Happens]) {
        let (room, choices) = (&self.room, &self.room.chosen.choices);
        if room.results.is_gone {
            let says = room.results.problem.clone().expect("it is said");
            assert_eq!([room.no_terms(0), room.no_terms(1)], [says.clone(), says], "{order:?}");
            return;
        }
        assert!(room.results.comparison.is_whole(), "{order:?}");
        let asks = choices.part == Part::Terms;
        if !self.is_chosen {
            assert!(room.results.problem.is_some(), "{order:?}: nobody says that it ended");
            return;
        }
        let wanted = self.worker.as_ref().map(mark);
        let setup = choices.setup(String::new(), 7, None, &[]).expect("no layer is needed");
        assert_eq!(wanted, Some(mark(&setup)), "{order:?}");
        for place in [0, 1] {
            let drawn = room.results.found.weights(place);
            assert_eq!(drawn.first(), Some(&mark(&setup)), "{order:?}");
            let terms = room.terms(place).filter(|_| asks);
            let terms = terms.map(|terms| (terms.of().view.place, terms.of().values[0][0]));
            assert_eq!(terms, asks.then_some((place, setup.clip as f32)), "{order:?}");
        }
    }
}

#[test]
fn what_is_shown_is_what_is_chosen_in_whatever_order_things_come() {
    use Happens::{Clip, Ends, EndsForGood, Head, Hears, Rests, Works};
    let events = [
        Head,
        Clip,
        Happens::Part(Part::Terms),
        Happens::Part(Part::Methods),
        Rests,
        Works,
        Hears,
        Ends,
        EndsForGood,
    ];
    const LENGTH: u32 = 4;
    for order in 0..events.len().pow(LENGTH) {
        let order: Vec<Happens> = (0..LENGTH)
            .map(|place| events[order / events.len().pow(place) % events.len()])
            .collect();
        for is_settled in [false, true] {
            let mut page = Page::new();
            if is_settled {
                page.settle();
                page.happens(Happens::Part(Part::Terms));
                page.settle();
                page.check(&[]);
            }
            order.iter().for_each(|&what| page.happens(what));
            page.settle();
            page.check(&order);
        }
    }
}
