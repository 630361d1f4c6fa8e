//! A sentence through the open model, step by step: what happened in, what the page asks or fetches out. Its parts are
//! [`super::pass`]'s, the run is [`super::run`]'s.

use std::sync::Arc;

use nearfar::attention::Mapping;
use nearfar::metrics::Character;
use nearfar::picture::Drawn;
use nearfar_texts::inspect as texts;

use super::Busy;
use super::grid::Reach;
use super::heads::{At, coefficients, coefficients_text, first_head, learned_at};
use super::pass::{Given, Going, Lay, Laying, Looks, Parts, Tokens, labels_of_ids, read_ids};
use super::run::Run;
use crate::heads::character;
use crate::link::Named;
use crate::protocol::forward::{LayerHeads, Ran, Sentence, Which};
use crate::protocol::tokens::Parted;
use crate::protocol::{Answer, Ask};
use crate::report::Report;

/// One head's weights, `[N, N]`, and which.
pub type Map = (Which, Arc<Vec<f32>>);

/// Why the worker was asked: it says what becomes of the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// For w and v of the model; whether a link chose the head that is shown.
    Heads(bool),
    /// To run the sentence of this number, with the names of its tokens, where they are known; whether with the page's
    /// causal mask.
    Run(u32, Vec<String>, bool),
    /// To lay w and v over the heads.
    Rescale,
    /// For a head's weights.
    Map,
}

/// What the page does.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Asks the worker; its answer is for [`Forward::answered`].
    Ask(Ask, Purpose),
    /// Fetches what the worker lacks of the table of words, of these files and those that every text needs, hands it over
    /// and runs the sentence again.
    Fetch(Vec<String>),
    /// Has the tokenizer part a text into at most so many tokens; the number is for [`Forward::parted`].
    Part(String, usize, u32),
    /// Takes the cursor away: its cell is of other tokens.
    Unpoint,
}

/// The sentence, its run, and what is looked at in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forward {
    /// What the model was recognised as.
    report: Option<Arc<Report>>,
    /// The tokenizer.
    pub given: Option<Given>,
    /// How the sentence goes that is to be run.
    pub going: Going,
    /// The run, with what is laid over it.
    pub run: Run,
    /// The head that is looked at, what is laid over heads, and what of both a link waits for.
    pub looks: Looks,
    /// Which of the head's weights are shown.
    pub which: Which,
    /// They themselves.
    pub map: Option<Map>,
    /// w and v that the file holds.
    pub learned: Arc<Vec<LayerHeads>>,
    /// Whether the page's causal mask is laid over the sentence.
    causal: bool,
    /// Whether the worker has the run, and can be asked about it.
    is_run: bool,
    /// Whether the sentence that was typed last was run without vectors that it needs, or not at all: it is run again once
    /// they come, whoever asked for them.
    lacks: bool,
    laying: Laying,
    parts: Parts,
}

impl Forward {
    /// Another model of this `file` is open, or is recognised anew; `None` where none is open.
    pub fn begin(&mut self, report: Option<Arc<Report>>, file: &Named) -> Vec<Effect> {
        self.run = Run::default();
        (self.is_run, self.lacks) = (false, false);
        self.map = None;
        self.going.over(None);
        self.which = Which::Before;
        self.learned = Arc::default();
        let is_chosen = self.looks.begin(report.as_deref(), file);
        self.report = report;
        let heads = Effect::Ask(Ask::Heads, Purpose::Heads(is_chosen));
        let heads = self.report.is_some().then_some(heads);
        heads.into_iter().chain([Effect::Unpoint]).collect()
    }

    /// A new worker has the file: it has no vectors and ran nothing.
    pub fn new_worker(&mut self) {
        self.parts = Parts::default();
        self.laying = Laying::default();
        self.is_run = false;
    }

    /// The worker ended: it answers nothing that it was asked.
    pub fn worker_ended(&mut self) {
        self.going.over(None);
    }

    /// Where the tokens of the open model come from.
    pub fn tokens(&self) -> Tokens {
        Tokens::of(self.report.as_ref().map(|report| report.family), self.given.is_some())
    }

    /// Whether w and v of the model act.
    fn uses_learned(&self) -> bool {
        self.report.as_ref().is_some_and(|report| report.uses_learned())
    }

    /// Whether any head has w and v that act.
    pub fn has_learned(&self) -> bool {
        self.uses_learned() && self.learned.iter().any(|layer| !layer.w.is_empty())
    }

    /// w and v that the head that is looked at was trained with; none where its method uses none, even if the file has them.
    pub fn own(&self) -> Option<(f64, f64)> {
        self.run.own(self.looks.seen.place).filter(|_| self.uses_learned())
    }

    /// w and v of that head as they are laid over it, else as it was trained; one without w and v of its own begins where
    /// every coefficient is 1.
    pub fn parameters(&self) -> (f64, f64) {
        let seen = &self.looks.seen;
        seen.laid.get(&seen.place).copied().or_else(|| self.own()).unwrap_or((0.0, 1.0))
    }

    /// Moves w and v of all heads that the knobs reach, to those of the head that is looked at, changed.
    pub fn move_heads(&mut self, reach: Reach, change: impl FnOnce(&mut (f64, f64))) {
        let mut moved = self.parameters();
        change(&mut moved);
        let seen = &mut self.looks.seen;
        let places = reach.places(&self.run.shape(), seen.place);
        seen.laid.extend(places.into_iter().map(|place| (place, moved)));
    }

    /// The mapping that the model was trained with, where it is known and the file has what it needs.
    pub fn mapping(&self) -> Option<Mapping> {
        let has_v = self.learned.iter().all(|layer| !layer.v.is_empty());
        self.report.as_ref()?.trained_mapping(has_v)
    }

    /// Coefficients of the head that is looked at, and w and v in words, as they were learned or where they started. `None`
    /// where that, or the mapping that the model was trained with, is not known.
    pub fn coefficients(&self, of: At) -> Option<(Arc<Drawn>, String)> {
        let (mapping, found) = (self.mapping()?, of(&self.learned, self.looks.seen.place)?);
        Some((Arc::new(coefficients(mapping, found)), coefficients_text(mapping, found)))
    }

    /// What w of the head that is looked at favours, as it was learned, and how far the head looks on the sentence where
    /// that was run: w above 0 does not say that it looks far. Nothing for a head whose w or v is no number.
    pub fn favours(&self) -> String {
        let place = self.looks.seen.place;
        let Some((w, v)) = learned_at(&self.learned, place) else { return String::new() };
        let favours = match character(self.mapping(), w, v) {
            Character::Near => texts::lean_near(),
            Character::Far => texts::lean_far(),
            Character::Flat => texts::lean_flat(),
        };
        match self.run.looks(place) {
            Some([distance, even]) => texts::lean_looks(favours, distance, even),
            None => texts::lean(favours),
        }
    }

    /// What is being done with the sentence, else how it went.
    pub fn says(&self) -> String {
        let busy = self.going.busy.as_ref().map(|busy| texts::busy(&busy.what));
        busy.unwrap_or_else(|| self.run.says())
    }

    /// Why no head is measured on the sentence, in a sentence; nothing where they are.
    pub fn why_not_measured(&self) -> String {
        let cannot = self.report.as_ref().and_then(|report| report.cannot_run());
        self.run.why_not_measured(cannot.or_else(|| self.going.problem.clone()))
    }

    /// What the head that is looked at does on the sentence; nothing without a run.
    pub fn head_text(&self) -> String {
        let place = self.looks.seen.place;
        self.run.line(place).map(|line| line.says(place)).unwrap_or_default()
    }

    /// Files of the table of words that the worker has not, of the `wanted` ones and those that every text needs: they are
    /// fetched now.
    pub fn fetch(&mut self, wanted: &[String]) -> Vec<String> {
        let names = self.parts.lacking(wanted);
        self.parts.fetch(&names);
        names
    }

    /// They came: whether the sentence is to be run again.
    pub fn came(&mut self) -> bool {
        std::mem::take(&mut self.lacks)
    }

    /// They could not be had.
    pub fn lost(&mut self, names: &[String]) {
        self.parts.lost(names);
    }

    /// What was typed is to be run, with the page's causal mask or without it; nothing where the model is not run.
    pub fn run(&mut self, typed: String, causal: bool) -> Vec<Effect> {
        let report = self.report.as_ref().filter(|report| report.cannot_run().is_none());
        let Some(most) = report.map(|report| report.most_tokens()) else { return Vec::new() };
        self.causal = causal;
        self.lacks = false;
        self.going.parted(0, 0);
        match self.tokens() {
            Tokens::Words if self.parts.lacking(&[]).is_empty() => {
                self.send(Sentence::Text(typed), Vec::new())
            }
            Tokens::Words => {
                self.lacks = true;
                vec![Effect::Fetch(Vec::new())]
            }
            Tokens::Tokenizer => vec![Effect::Part(typed, most, self.going.begin())],
            Tokens::Ids => match read_ids(&typed, most) {
                Ok(ids) => {
                    let labels = labels_of_ids(&ids);
                    self.send(Sentence::Ids(ids), labels)
                }
                Err(why) => self.fail(why),
            },
        }
    }

    /// What came of the sentence of this number that the tokenizer was to part, or why nothing did; `None` where it ended,
    /// which is said of it.
    pub fn parted(&mut self, number: u32, parted: Option<Result<Parted, String>>) -> Vec<Effect> {
        // Only the last sentence counts.
        if number != self.going.number() {
            return Vec::new();
        }
        let Some(parted) = parted else {
            self.going.busy = None;
            return Vec::new();
        };
        match parted {
            Ok((tokens, cut)) => {
                self.going.parted(tokens.len(), cut);
                let ids = tokens.iter().map(|token| token.id).collect();
                let labels = tokens.into_iter().map(|token| token.text).collect();
                self.send(Sentence::Ids(ids), labels)
            }
            Err(why) => {
                let given = self.given.as_ref();
                let why = given.map(|given| given.cannot_part(&why)).unwrap_or_default();
                self.fail(why)
            }
        }
    }

    fn send(&mut self, sentence: Sentence, labels: Vec<String>) -> Vec<Effect> {
        let (number, causal) = (self.going.begin(), self.causal);
        vec![Effect::Ask(Ask::Run { sentence, causal }, Purpose::Run(number, labels, causal))]
    }

    /// There is no run, and why.
    fn fail(&mut self, why: String) -> Vec<Effect> {
        self.run = Run::default();
        self.is_run = false;
        self.going.over(Some(why));
        Vec::new()
    }

    /// Says what went wrong beside the run.
    pub fn tell(&mut self, why: String) {
        self.going.problem = Some(why);
    }

    /// What the worker answered, with the numbers beside it.
    pub fn answered(&mut self, purpose: Purpose, answer: Answer, numbers: Vec<f32>) -> Vec<Effect> {
        match (purpose, answer) {
            (Purpose::Heads(is_chosen), Answer::Heads(layers)) => {
                self.learned = Arc::new(layers);
                // Where no link chose a head, the one that stands first is shown.
                if self.uses_learned() {
                    let first = first_head(&self.learned, self.mapping());
                    self.looks.stands_first(first, is_chosen);
                }
                Vec::new()
            }
            // Only the last sentence counts.
            (Purpose::Run(number, ..), _) if number != self.going.number() => Vec::new(),
            (Purpose::Run(..), Answer::Progress { what, share }) => {
                self.going.busy = Some(Busy { what, share: Some(share) });
                Vec::new()
            }
            (Purpose::Run(_, labels, causal), Answer::Ran(ran)) => {
                self.ran(*ran, labels, numbers, causal)
            }
            (Purpose::Run(..), Answer::Failed(failure)) => self.fail(failure.message),
            (Purpose::Rescale, answer) => {
                let mut are_other = false;
                match answer {
                    Answer::Rescaled(rescaled) => {
                        // What is laid over for the first time is shown, and asked for as what is chosen is.
                        are_other = self.which != Which::Before;
                        if self.run.over().is_none() && !are_other {
                            self.which = Which::After;
                        }
                        self.run.lay(*rescaled, numbers);
                    }
                    Answer::Failed(failure) => self.tell(failure.message),
                    _ => {}
                }
                let is_due = self.laying.answered(self.is_any_laid());
                let mut effects = if is_due { self.lay() } else { Vec::new() };
                if are_other {
                    effects.extend(self.ask_map());
                }
                effects
            }
            (Purpose::Map, Answer::Map { layer, head, which }) => {
                let tokens = self.run.ran().map_or(0, |ran| ran.count);
                let is_now = (self.looks.seen.place, self.which) == ((layer, head), which);
                if is_now && numbers.len() == tokens * tokens {
                    self.map = Some((which, Arc::new(numbers)));
                }
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn ran(
        &mut self,
        ran: Ran,
        labels: Vec<String>,
        thumbnails: Vec<f32>,
        causal: bool,
    ) -> Vec<Effect> {
        let wanted = ran.wanted.clone();
        self.lacks = !wanted.is_empty();
        self.going.over(None);
        let run = Run::new(ran, labels, thumbnails, causal);
        // The same tokens under another mask: the cell that is read stays.
        let are_other = self.run.labels() != run.labels();
        (self.run, self.is_run) = (run, true);
        let fetch = (!wanted.is_empty()).then_some(Effect::Fetch(wanted));
        let unpoint = are_other.then_some(Effect::Unpoint);
        let lay = self.lay();
        fetch.into_iter().chain(unpoint).chain(lay).chain(self.ask_map()).collect()
    }

    fn is_any_laid(&self) -> bool {
        !self.looks.seen.laid.is_empty()
    }

    /// Lays w and v over the heads. One request at a time: what moves meanwhile waits for the next.
    pub fn lay(&mut self) -> Vec<Effect> {
        let is_any_laid = self.is_any_laid();
        // A new worker has nothing to lay them over until it has run the sentence.
        let has_run = if is_any_laid { self.is_run } else { self.run.is_there() };
        match self.laying.moved(has_run, is_any_laid) {
            Lay::Ask => {
                let rescale = self.looks.seen.rescale();
                vec![Effect::Ask(Ask::Rescale(rescale), Purpose::Rescale)]
            }
            Lay::TakeAway => {
                self.run.take_away();
                self.which = Which::Before;
                Vec::new()
            }
            Lay::Nothing => Vec::new(),
        }
    }

    /// Asks for the weights of the head that is looked at, where there is a run: another head is, or others of its weights
    /// are. After every run they are asked for anyway, also where it came out as the last one.
    pub fn ask_map(&self) -> Vec<Effect> {
        let ((layer, head), which) = (self.looks.seen.place, self.which);
        let ask = || Effect::Ask(Ask::Map { layer, head, which }, Purpose::Map);
        self.is_run.then(ask).into_iter().collect()
    }
}
