//! A study of laws of distance, step by step: one sentence after another, then one head after another. What is
//! measured is the worker's ([`crate::laws`]); here is what it is asked next, and how far it is.

use nearfar_texts::inspect as texts;

use super::grid::places;
use super::pass::Tokens;
use crate::laws::{HeadReport, Interval, Law, LawMeans, Means};
use crate::link::Place;
use crate::protocol::forward::Sentence;
use crate::protocol::laws::{LawsAsk, LawsSaid};
use crate::protocol::tokens::Parted;

/// The fewest and the most tokens of a sentence, special ones included, as in the terminal.
pub const BETWEEN: [usize; 2] = [16, 40];
/// What a saved study calls sentences that were typed.
const TYPED: &str = "typed";
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

/// What is next.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// To have the tokenizer part a sentence, see [`Study::parted`].
    Part(String),
    /// To ask the worker: for a sentence, for a head, and once all are measured for what they say together.
    Ask(LawsAsk),
    /// To hand the worker these parts of the table of words, see [`Study::fetched`].
    Fetch(Vec<String>),
}

/// A sentence of a model that reads words, as it is handed over.
pub fn of_words(line: String) -> LawsAsk {
    LawsAsk::Sentence { sentence: Sentence::Text(line), special: Vec::new(), between: BETWEEN }
}

/// A sentence as its tokenizer parted it into at most so many tokens; `None` where some were cut, since it is too long.
pub fn of_tokens((tokens, cut): Parted) -> Option<LawsAsk> {
    let special = tokens.iter().map(|token| token.special).collect();
    let sentence = Sentence::Ids(tokens.iter().map(|token| token.id).collect());
    (cut == 0).then_some(LawsAsk::Sentence { sentence, special, between: BETWEEN })
}

/// The sentences that a study can begin with, one a line, and where they come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    lines: String,
    name: String,
    /// The file that is on its way.
    awaited: Option<String>,
    /// Why the last file that was chosen is not there.
    problem: Option<String>,
}

impl Text {
    /// Whether nothing was typed, and no file is there or on its way.
    pub fn is_new(&self) -> bool {
        self.name.is_empty() && self.awaited.is_none()
    }

    /// The sentences.
    pub fn lines(&self) -> &str {
        &self.lines
    }

    /// A file of this name is on its way.
    pub fn awaits(&mut self, name: &str) {
        (self.awaited, self.problem) = (Some(name.to_owned()), None);
    }

    /// The file of this name is there, or why not, which is said until other sentences come. It is dropped where another
    /// one was chosen, or something typed meanwhile.
    pub fn came(&mut self, name: &str, lines: Result<String, String>) {
        if self.awaited.as_deref() != Some(name) {
            return;
        }
        match lines {
            Ok(lines) => *self = Text { lines, name: name.to_owned(), ..Text::default() },
            Err(why) => (self.awaited, self.problem) = (None, Some(why)),
        }
    }

    /// Sentences were typed, which are of no file.
    pub fn typed(&mut self, lines: String) {
        *self = Text { lines, name: TYPED.to_owned(), ..Text::default() };
    }

    /// Why the last file that was chosen is not there.
    pub fn problem(&self) -> Option<&String> {
        self.problem.as_ref()
    }
}

/// A study as it goes on, and what came of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Study {
    /// Counts studies: what is heard of another one is dropped.
    number: u32,
    doing: Option<Doing>,
    /// Where the tokens of its sentences come from.
    tokens: Tokens,
    /// So many sentences are taken at most.
    most: usize,
    /// What its text is called.
    name: String,
    lines: Vec<String>,
    /// The line that is next.
    line: usize,
    /// Sentences that were taken.
    taken: usize,
    places: Vec<Place>,
    measured: Vec<HeadReport>,
    silenced: Option<Vec<String>>,
    means: Option<Means>,
    problem: Option<String>,
    /// The head that was chosen.
    chosen: Option<Place>,
}

impl Study {
    /// No study; what is still heard of the last one is dropped.
    pub fn forget(&mut self) {
        *self = Study { number: self.number + 1, ..Study::default() };
    }

    /// Begins with a text, of which at most `most` sentences are taken; whether it goes on.
    pub fn begin(&mut self, text: &Text, most: usize, tokens: Tokens) -> bool {
        self.forget();
        self.most = most;
        self.name = text.name.clone();
        let lines = text.lines.lines().map(str::trim).filter(|line| !line.is_empty());
        self.lines = lines.map(str::to_owned).collect();
        self.doing = Some(Doing::Sentences(0, most.min(self.lines.len())));
        self.parts_by(tokens);
        self.doing.is_some()
    }

    /// Its number.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Asks the worker to save it, under the name of the text that it began with.
    pub fn save(&mut self) -> LawsAsk {
        self.problem = None;
        LawsAsk::Save { text: self.name.clone() }
    }

    /// What is being done; `None` before it begins and once it is finished.
    pub fn doing(&self) -> Option<Doing> {
        self.doing
    }

    /// How many sentences were taken.
    pub fn taken(&self) -> usize {
        self.taken
    }

    /// The heads that were measured, once the study is finished.
    pub fn heads(&self) -> &[HeadReport] {
        if self.doing.is_none() { &self.measured } else { &[] }
    }

    /// What the model is silenced of; `None` before that is known.
    pub fn silenced(&self) -> Option<&[String]> {
        self.silenced.as_deref()
    }

    /// All heads together.
    pub fn means(&self) -> Option<&Means> {
        self.means.as_ref()
    }

    /// Why there is nothing to see, or to be saved.
    pub fn problem(&self) -> Option<&String> {
        self.problem.as_ref()
    }

    /// Says what went wrong beside the study.
    pub fn tell(&mut self, why: String) {
        self.problem = Some(why);
    }

    /// Nothing comes of the study, and why.
    fn fail(&mut self, why: String) {
        self.forget();
        self.tell(why);
    }

    /// What the study of this number needs failed, or whoever was asked ended. That ends it, where it still goes on.
    pub fn failed(&mut self, number: u32, why: String) {
        if self.number == number && self.doing.is_some() {
            self.fail(why);
        }
    }

    /// Where the tokens of its sentences come from now. Where nothing parts sentences, that ends a study that runs
    /// them.
    pub fn parts_by(&mut self, tokens: Tokens) {
        self.tokens = tokens;
        let runs_sentences = matches!(self.doing, Some(Doing::Sentences(..)));
        if tokens == Tokens::Ids && runs_sentences {
            self.fail(texts::laws_tokenizer().to_owned());
        }
    }

    /// The worker answered what it was asked for the study of this number, or why not; whether the study goes on.
    pub fn heard(&mut self, number: u32, answer: Result<LawsSaid, String>) -> bool {
        if number != self.number {
            return false;
        }
        match answer {
            Ok(LawsSaid::Begun { silenced, heads }) => {
                self.silenced = Some(silenced);
                self.places = places(&heads).collect();
            }
            Ok(LawsSaid::Added { is_taken, .. }) => self.ran(is_taken),
            Ok(LawsSaid::Head(report)) => self.measured.push(*report),
            Ok(LawsSaid::Means(means)) => self.means = means,
            Ok(LawsSaid::Saved) => {}
            Err(why) => self.fail(why),
        }
        self.doing.is_some()
    }

    /// As [`Study::heard`]: what is next, where the study goes on. A sentence whose words the worker lacks is handed over
    /// once more, with them.
    pub fn answered(&mut self, number: u32, answer: Result<LawsSaid, String>) -> Option<Next> {
        match answer {
            Ok(LawsSaid::Added { wanted, .. }) if number == self.number && !wanted.is_empty() => {
                Some(Next::Fetch(wanted))
            }
            answer => self.heard(number, answer).then(|| self.next_step()).flatten(),
        }
    }

    /// Whether the worker was handed what it lacked for the study of this number, or had all of it and passes the sentence
    /// over; or why it cannot be had: what is next.
    pub fn fetched(&mut self, number: u32, outcome: Result<bool, String>) -> Option<Next> {
        match outcome {
            Ok(is_new) if self.number == number => {
                if !is_new {
                    self.ran(false);
                }
                self.doing?;
                self.next_step()
            }
            Ok(_) => None,
            Err(why) => {
                self.failed(number, why);
                None
            }
        }
    }

    /// The tokenizer parted a sentence of the study of this number, or why not: what is next. What it cut is too long.
    pub fn parted(&mut self, number: u32, parted: Result<Parted, String>) -> Option<Next> {
        match parted {
            _ if self.number != number || self.doing.is_none() => None,
            Err(why) => {
                self.fail(why);
                None
            }
            Ok(parted) => of_tokens(parted).map(Next::Ask).or_else(|| {
                self.ran(false);
                self.next_step()
            }),
        }
    }

    /// The sentence was run, or passed over since it is too short or too long.
    pub fn ran(&mut self, is_taken: bool) {
        self.line += 1;
        self.taken += usize::from(is_taken);
    }

    /// What is next; `None` where nothing is, since it failed. A sentence is handed over as it is, where the model reads
    /// words, else parted by its tokenizer.
    pub fn next_step(&mut self) -> Option<Next> {
        if let Some(Doing::Sentences(..)) = self.doing {
            let line = self.lines.get(self.line).filter(|_| self.taken < self.most).cloned();
            if let Some(line) = line {
                self.doing = Some(Doing::Sentences(self.taken, self.most.min(self.lines.len())));
                return Some(match self.tokens {
                    Tokens::Words => Next::Ask(of_words(line)),
                    _ => Next::Part(line),
                });
            }
            if self.taken < FEWEST {
                self.fail(texts::laws_few(self.taken, BETWEEN[0], BETWEEN[1]));
                return None;
            }
        }
        let done = self.measured.len();
        Some(match self.places.get(done) {
            Some(&(layer, head)) => {
                self.doing = Some(Doing::Heads(done, self.places.len()));
                Next::Ask(LawsAsk::Head { layer, head })
            }
            None => {
                self.doing = None;
                Next::Ask(LawsAsk::Means)
            }
        })
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

    /// Looks at a head.
    pub fn choose(&mut self, place: Place) {
        self.chosen = Some(place);
    }

    /// The head that is looked at: at first the one whose weights hang most on distance.
    pub fn shown(&self) -> Place {
        self.chosen.unwrap_or_else(|| self.farthest())
    }

    fn farthest(&self) -> Place {
        let by = |head: &HeadReport| head.silenced.map_or(0.0, |silenced| silenced.value);
        let most = self.measured.iter().max_by(|a, b| by(a).total_cmp(&by(b)));
        most.map_or((0, 0), HeadReport::place)
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
        // One sentence that is judged leaves nothing to resample, and no interval.
        let is_measured = [distance, offset].iter().all(|share| share.low < share.high);
        let is_apart = is_measured && offset.low > distance.high;
        Some(Found { distance, offset, distance_aware, is_apart })
    }
}
