//! A study of laws of distance, step by step: one sentence after another, then one head after another. What is
//! measured is the worker's ([`crate::laws`]); here is what it is asked next, and how far it is.

use crate::laws::HeadReport;
use crate::link::Place;

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
        let heads = heads.iter().enumerate();
        self.heads =
            heads.flat_map(|(layer, &of)| (0..of).map(move |head| (layer, head))).collect();
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
