//! A study of laws of distance, step by step: one sentence after another, then one head after another. What is
//! measured is the worker's ([`crate::laws`]); here is what it is asked next, and how far it is.

use crate::laws::{HeadReport, Interval, Law, LawMeans, Means};
use crate::link::Place;
use crate::room::grid::places;
use crate::room::pass::Tokens;

/// One sentence to fit to, one to judge by.
const FEWEST: usize = 2;

/// What is being done, and how much of how much is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doing {
    /// Sentences are run.
    Sentences(usize, usize),
    /// Laws are fitted to heads.
    Heads(usize, usize),
}

impl Doing {
    /// The share of the whole study that is done: a fifth of the time goes into sentences.
    pub fn share(self) -> f64 {
        let part = |done, of: usize| done as f64 / of.max(1) as f64;
        match self {
            Doing::Sentences(done, of) => 0.2 * part(done, of),
            Doing::Heads(done, of) => 0.2 + 0.8 * part(done, of),
        }
    }
}

/// What the worker is asked next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// To run a sentence.
    Sentence(String),
    /// To measure a head.
    Head(Place),
    /// What all heads say together: all are measured.
    Means,
    /// Nothing: so few sentences were taken that nothing can be measured.
    TooFew(usize),
}

/// A study as it goes on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Study {
    /// Counts studies: what is heard of another one is dropped.
    number: u32,
    doing: Option<Doing>,
    lines: Vec<String>,
    /// The line that is next.
    line: usize,
    /// N of the sentences that were taken.
    tokens: Vec<usize>,
    heads: Vec<Place>,
    measured: Vec<HeadReport>,
}

impl Study {
    /// No study; what is still heard of the last one is dropped.
    pub fn forget(&mut self) {
        *self = Study { number: self.number + 1, ..Study::default() };
    }

    /// Begins with a text, a sentence a line, of which at most `most` are taken.
    pub fn begin(&mut self, text: &str, most: usize) {
        self.forget();
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        self.lines = lines.map(str::to_owned).collect();
        self.doing = Some(Doing::Sentences(0, most.min(self.lines.len())));
    }

    /// Its number.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// What is being done; `None` before it begins and once it is finished.
    pub fn doing(&self) -> Option<Doing> {
        self.doing
    }

    /// N of the sentences that were taken.
    pub fn tokens(&self) -> &[usize] {
        &self.tokens
    }

    /// The heads that were measured.
    pub fn measured(&self) -> &[HeadReport] {
        &self.measured
    }

    /// The model is loaded and has so many heads in each layer.
    pub fn loaded(&mut self, heads: &[usize]) {
        self.heads = places(heads).collect();
    }

    /// What was asked for the study of this number failed, or whoever was asked ended. That ends it, where it still
    /// goes on; whether it does.
    pub fn failed(&mut self, number: u32) -> bool {
        let ends = self.number == number && self.doing.is_some();
        if ends {
            self.forget();
        }
        ends
    }

    /// Tokens come from elsewhere. Where nothing parts sentences any more, that ends a study that still runs them;
    /// whether it does.
    pub fn parts_by(&mut self, tokens: Tokens) -> bool {
        let runs_sentences = matches!(self.doing, Some(Doing::Sentences(..)));
        tokens == Tokens::Ids && runs_sentences && self.failed(self.number)
    }

    /// The sentence was run, or passed over since it is too short or too long.
    pub fn ran(&mut self, taken: Option<usize>) {
        self.line += 1;
        self.tokens.extend(taken);
    }

    /// A head was measured.
    pub fn keep(&mut self, report: HeadReport) {
        self.measured.push(report);
    }

    /// What is next, where at most `most` sentences are taken.
    pub fn next(&mut self, most: usize) -> Next {
        let taken = self.tokens.len();
        if let Some(Doing::Sentences(..)) = self.doing {
            let line = self.lines.get(self.line).filter(|_| taken < most);
            if let Some(line) = line {
                self.doing = Some(Doing::Sentences(taken, most.min(self.lines.len())));
                return Next::Sentence(line.clone());
            }
            if taken < FEWEST {
                return Next::TooFew(taken);
            }
        }
        let done = self.measured.len();
        match self.heads.get(done) {
            Some(&place) => {
                self.doing = Some(Doing::Heads(done, self.heads.len()));
                Next::Head(place)
            }
            None => {
                self.doing = None;
                Next::Means
            }
        }
    }

    /// Ends the study; whether heads were being measured, so that those that were are shown.
    pub fn stop(&mut self) -> bool {
        let has_heads = matches!(self.doing, Some(Doing::Heads(..)));
        if has_heads {
            self.number += 1;
            self.doing = None;
        } else {
            self.forget();
        }
        has_heads
    }

    /// The head whose weights hang most on distance, which is looked at first.
    pub fn farthest(&self) -> Place {
        let by = |head: &HeadReport| head.silenced.map_or(0.0, |silenced| silenced.value);
        let most = self.measured.iter().max_by(|a, b| by(a).total_cmp(&by(b)));
        most.map_or((0, 0), |head| (head.layer, head.head))
    }
}

/// What the table of heads is sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Layers and heads by their numbers.
    Place,
    /// What positions do to the head, the most first.
    Silenced,
    /// What a free table of |j - i| explains of it, the most first.
    Distance,
    /// What a free table of j - i explains of it, the most first.
    Offset,
    /// What a distance-aware head explains of it, the most first.
    DistanceAware,
}

impl Order {
    /// Sorts heads; those without the figure come last, equals as they stood.
    pub fn sort(self, heads: &mut [HeadReport]) {
        let key = |head: &HeadReport| -> f64 {
            let value = match self {
                Order::Place => return -((head.layer * 10_000 + head.head) as f64),
                Order::Silenced => head.silenced,
                Order::Distance => head.explained("free-distance"),
                Order::Offset => head.explained("free-offset"),
                Order::DistanceAware => head.distance_aware.as_ref().and_then(|da| da.explained),
            };
            value.map_or(f64::NEG_INFINITY, |value| value.value)
        };
        heads.sort_by(|a, b| key(b).total_cmp(&key(a)));
    }
}

/// What a study found, in a few figures.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<'a> {
    /// What a free table of |j - i| explains of all heads.
    pub distance: Interval,
    /// What a free table of j - i explains.
    pub offset: Interval,
    /// The law of a distance-aware head that explains most.
    pub distance_aware: &'a LawMeans,
    /// Whether offsets explain more than distances beyond what resamples make of both: direction matters.
    pub is_apart: bool,
}

impl Means {
    /// What was found; `None` where positions do nothing that could be explained.
    pub fn found(&self) -> Option<Found<'_>> {
        let share = |law: &str| self.laws.iter().find(|of| of.law == law)?.explained_of_all;
        let (distance, offset) = (share("free-distance")?, share("free-offset")?);
        let is_da = |of: &&LawMeans| Law::from_name(&of.law).is_some_and(Law::is_distance_aware);
        let value = |law: &LawMeans| law.explained_of_all.map_or(f64::MIN, |share| share.value);
        let da = self.laws.iter().filter(is_da);
        let distance_aware = da.max_by(|a, b| value(a).total_cmp(&value(b)))?;
        let is_apart = offset.low > distance.high;
        Some(Found { distance, offset, distance_aware, is_apart })
    }
}
