//! A sentence through the model: where its tokens come from, which answers count, what is laid over the heads, and
//! what a link looks at until its file is open.

use std::collections::BTreeMap;

use nearfar::Method;
use nearfar::settings::{Value, method_text};
use nearfar_texts::words::reason;
use nearfar_texts::{common, inspect};

use super::{Busy, grouped};
use crate::link::{Looked, Named, Place};
use crate::protocol::Failure;
use crate::protocol::forward::{HeadRescale, Ran, Rescale, Rescaled, THUMBNAIL};
use crate::protocol::tokens::{Parted, TokenAnswer};
use crate::report::{Family, Report};
use crate::words::{IdsError, OtherTokenizer, ids, tokenizer_fits};

/// The part of the table of words that every text needs.
const FREQUENT: &str = "frequent.bin";
/// What tokenizers put in the place of what they do not know.
const UNKNOWN: [&str; 2] = ["[UNK]", "<unk>"];
/// A cosine that is nearer to 1 is printed as 1.
const LEAST_TURN: f64 = 5e-6;
/// Letters of a sentence that name it.
const BEGINNING: usize = 60;

/// w and v that are laid over heads.
pub type Laid = BTreeMap<Place, (f64, f64)>;

/// Where tokens come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tokens {
    /// The words of this project's file and of the page's table.
    #[default]
    Words,
    /// The tokenizer that was given.
    Tokenizer,
    /// Numbers that are typed.
    Ids,
}

impl Tokens {
    /// Of a model of this family; `None` where nothing is open.
    pub fn of(family: Option<Family>, has_tokenizer: bool) -> Tokens {
        match family {
            Some(Family::Nearfar) => Tokens::Words,
            _ if has_tokenizer => Tokens::Tokenizer,
            _ => Tokens::Ids,
        }
    }

    /// What is said of where they come from; `given` is the tokenizer.
    pub fn says(self, given: Option<&Given>) -> String {
        match (self, given) {
            (Tokens::Words, _) => inspect::tokens_words().to_owned(),
            (Tokens::Tokenizer, Some(given)) => inspect::tokens_pieces(&given.name, &given.says),
            (Tokens::Tokenizer, None) => String::new(),
            (Tokens::Ids, _) => inspect::tokens_ids().to_owned(),
        }
    }

    /// What the field is called in which a sentence of at most so many tokens is typed.
    pub fn field_label(self, most: usize) -> String {
        match self {
            Tokens::Ids => inspect::sentence_numbers(grouped(most)),
            _ => format!("{} {}", inspect::sentence_label(), inspect::sentence_most(grouped(most))),
        }
    }

    /// How many of the tokens that were run the model does not know: words without a vector, or what its tokenizer
    /// puts in the place of such.
    pub fn unknown(self, labels: &[String], ran: Option<&Ran>) -> usize {
        match self {
            Tokens::Ids => 0,
            Tokens::Tokenizer => {
                labels.iter().filter(|label| UNKNOWN.contains(&label.as_str())).count()
            }
            Tokens::Words => ran.map_or(0, |ran| ran.known.iter().filter(|known| !**known).count()),
        }
    }
}

impl TokenAnswer {
    /// What came of a text.
    ///
    /// # Errors
    /// Why nothing did, in a few words.
    pub fn parted(self) -> Result<Parted, String> {
        match self {
            TokenAnswer::Encoded { tokens, cut, .. } => Ok((tokens, cut)),
            TokenAnswer::Failed { message } => Err(message),
            TokenAnswer::Loaded { .. } => Err(common::tokenizer_odd().to_owned()),
        }
    }

    /// The kind of a tokenizer that was read, how many pieces it knows, what was assumed.
    ///
    /// # Errors
    /// Why it was not, in a few words.
    pub fn loaded(self) -> Result<(String, usize, Vec<String>), String> {
        match self {
            TokenAnswer::Loaded { kind, words, notes } => Ok((kind, words, notes)),
            TokenAnswer::Failed { message } => Err(message),
            TokenAnswer::Encoded { .. } => Err(common::tokenizer_odd().to_owned()),
        }
    }
}

/// Numbers of tokens out of a text, at most so many.
///
/// # Errors
/// What is wrong, in a sentence.
pub fn read_ids(text: &str, most: usize) -> Result<Vec<u32>, String> {
    ids(text, most).map_err(|error| match error {
        IdsError::NoNumber(word) => common::ids_wrong(word),
        IdsError::Nothing => common::ids_none().to_owned(),
        IdsError::TooMany { found } => {
            let [found, most] = [found, most].map(grouped);
            common::ids_many(found, most)
        }
    })
}

/// A tokenizer that was given, and is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The file's name.
    pub name: String,
    /// Its model, how many pieces it knows, what was assumed.
    pub says: String,
}

impl Given {
    /// Of a file: a tokenizer of a kind that knows so many pieces, with `notes` of what was assumed, for a model of so
    /// many words.
    ///
    /// # Errors
    /// Where it is another model's, see [`tokenizer_fits`].
    pub fn new(
        name: &str,
        kind: &str,
        pieces: usize,
        notes: Vec<String>,
        words: usize,
        came_together: bool,
    ) -> Result<Given, OtherTokenizer> {
        let more = tokenizer_fits(pieces, words, came_together)?;
        let more = (more > 0).then(|| common::tokenizer_more_rows(more));
        let first = inspect::tokenizer(kind, pieces);
        let says: Vec<String> = std::iter::once(first).chain(notes).chain(more).collect();
        Ok(Given { name: name.to_owned(), says: says.join("; ") })
    }

    /// What its program answered to a file of this name, for a model of so many words.
    ///
    /// # Errors
    /// Why it is not used, as is said of every file that is not opened.
    pub fn read(
        name: &str,
        answer: TokenAnswer,
        words: usize,
        came_together: bool,
    ) -> Result<Given, Failure> {
        let refused = |message| Failure { message, file: Some(name.to_owned()) };
        let (kind, pieces, notes) = answer.loaded().map_err(refused)?;
        let given = Given::new(name, &kind, pieces, notes, words, came_together);
        given.map_err(|why| refused(why.to_string()))
    }

    /// Why it cannot part a sentence, in a sentence.
    pub fn cannot_part(&self, why: &str) -> String {
        format!("{}: {}", self.name, reason(why))
    }
}

/// How the sentence that is to be run goes. Answers count to the last one that was sent alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Going {
    number: u32,
    /// What is being done.
    pub busy: Option<Busy>,
    /// Why there is nothing to see.
    pub problem: Option<String>,
    /// What should be known of its tokens: how many were cut.
    pub remark: String,
}

impl Going {
    /// A sentence was parted into so many tokens, of which some were cut.
    pub fn parted(&mut self, tokens: usize, cut: usize) {
        self.remark = match cut {
            0 => String::new(),
            cut => inspect::tokens_cut(grouped(tokens), cut),
        };
    }

    /// It is sent to be run: its number, by which its answers count.
    pub fn begin(&mut self) -> u32 {
        self.number += 1;
        self.busy = Some(Busy::with(inspect::running()));
        self.number
    }

    /// The number of the last one.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Nothing is on its way any more: it was run, or why not. Answers to what was sent before count no longer.
    pub fn over(&mut self, problem: Option<String>) {
        self.number += 1;
        self.busy = None;
        self.problem = problem;
    }
}

/// Numbers of tokens as they are shown: `#101`.
pub fn labels_of_ids(ids: &[u32]) -> Vec<String> {
    ids.iter().map(|id| format!("#{id}")).collect()
}

impl Ran {
    /// The tokens of a text as they are shown; those without a vector in parentheses.
    pub fn labels(&self) -> Vec<String> {
        let pairs = self.tokens.iter().zip(&self.known);
        pairs
            .map(|(token, &known)| if known { token.clone() } else { format!("({token})") })
            .collect()
    }

    /// h of every layer.
    pub fn shape(&self) -> Vec<usize> {
        self.heads.iter().map(Vec::len).collect()
    }

    /// The place of a layer's first head among the heads of all layers, one after the other.
    pub fn first_of(&self, layer: usize) -> usize {
        self.heads.iter().take(layer).map(Vec::len).sum()
    }

    /// The heads that spread their weight almost evenly, from 0: those of each layer that has such.
    pub fn even(&self) -> Vec<(usize, Vec<usize>)> {
        let layers = self.heads.iter().map(|heads| {
            let even = heads.iter().enumerate().filter(|(_, line)| line.is_even);
            even.map(|(head, _)| head).collect::<Vec<_>>()
        });
        layers.enumerate().filter(|(_, heads)| !heads.is_empty()).collect()
    }
}

impl Rescaled {
    /// How far each token's final hidden state turned, as a share of the one that turned farthest. Most turn by so
    /// little that bars of the cosine itself would all look alike; where all are printed as 1, there is none.
    pub fn turned(&self) -> Vec<f64> {
        let turn = |cosine: &f64| 1.0 - cosine;
        let farthest = self.cosines.iter().map(turn).fold(0.0, f64::max);
        if farthest < LEAST_TURN {
            return vec![0.0; self.cosines.len()];
        }
        self.cosines.iter().map(|cosine| turn(cosine) / farthest).collect()
    }
}

/// The thumbnail of the head that is the `index`-th of all, `[24, 24]`.
pub fn thumbnail(all: &[f32], index: usize) -> Option<Vec<f32>> {
    let size = THUMBNAIL * THUMBNAIL;
    all.get(index * size..(index + 1) * size).map(<[f32]>::to_vec)
}

/// The beginning of a sentence, which names it.
pub fn beginning(sentence: &str) -> String {
    match sentence.char_indices().nth(BEGINNING) {
        Some((at, _)) => format!("{}…", sentence.get(..at).unwrap_or_default().trim_end()),
        None => sentence.to_owned(),
    }
}

/// Parts of the table of words that the worker has, or is about to be given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    known: Vec<String>,
}

impl Parts {
    /// Those that it has not, of the wanted ones and the part that every text needs.
    pub fn lacking(&self, wanted: &[String]) -> Vec<String> {
        let first = self.known.is_empty().then(|| FREQUENT.to_owned());
        let wanted = wanted.iter().filter(|name| !self.known.contains(name));
        first.into_iter().chain(wanted.cloned()).collect()
    }

    /// These are fetched, and are not to be fetched by another.
    pub fn fetch(&mut self, names: &[String]) {
        self.known.extend_from_slice(names);
    }

    /// They could not be fetched, or the worker did not take them.
    pub fn lost(&mut self, names: &[String]) {
        self.known.retain(|known| !names.contains(known));
    }
}

impl Report {
    /// How many heads can be looked at: of each layer as it is run, or as it is stored where the model is not run; `None`
    /// where no layer says it.
    pub fn heads_seen(&self) -> Option<Vec<usize>> {
        let heads_of = |&stored: &usize| self.layers.get(stored).map_or(0, |layer| layer.heads);
        let heads: Vec<usize> = match self.cannot_run() {
            None => self.order.value.iter().map(heads_of).collect(),
            Some(_) => self.heads_shown(),
        };
        heads.iter().any(|&heads| heads > 0).then_some(heads)
    }
}

impl Looked {
    /// Heads that a model of so many heads in each layer has not are neither looked at nor laid over: what of that there
    /// was, in sentences.
    fn keep_within(&mut self, heads: &[usize]) -> Vec<String> {
        let has = |(layer, head): Place| heads.get(layer).is_some_and(|&heads| head < heads);
        let mut left = Vec::new();
        if let Some((layer, head)) = self.place.filter(|place| !has(*place)) {
            self.place = None;
            left.push(inspect::link_no_head(layer + 1, head + 1));
        }
        let all = self.laid.len();
        self.laid.retain(|&place, _| has(place));
        if self.laid.len() < all {
            left.push(inspect::link_no_laid().to_owned());
        }
        left
    }
}

/// What is looked at in the open model, and what is laid over its heads.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// The head that is shown.
    pub place: Place,
    /// w and v of heads that were moved.
    pub laid: Laid,
    /// Mapping and adjustment of these.
    pub method: Method,
}

impl Seen {
    /// What is laid over heads as the worker is asked for it.
    pub fn rescale(&self) -> Rescale {
        let heads = self.laid.iter();
        let heads = heads.map(|(&(layer, head), &(w, v))| HeadRescale { layer, head, w, v });
        Rescale { method: method_text(self.method), heads: heads.collect() }
    }

    /// What is laid over heads as the Lab's settings have it, where the layer is shown: w and v of its heads
    /// (`1:0.5,3:-2`), and heads of other layers (`2.1:0.5:1`: layer and head from 1, w, v). Nothing where nothing is.
    pub fn for_lab(&self) -> Vec<(&'static str, Value)> {
        let (here, elsewhere): (Vec<_>, Vec<_>) =
            self.laid.iter().partition(|((layer, _), _)| *layer == self.place.0);
        if self.laid.is_empty() {
            return Vec::new();
        }
        let list = |of: fn(&(f64, f64)) -> f64| {
            let each = here.iter().map(|((_, head), moved)| format!("{}:{}", head + 1, of(moved)));
            Value::Text(each.collect::<Vec<_>>().join(","))
        };
        let moved = |((layer, head), (w, v)): (&Place, &(f64, f64))| {
            format!("{}.{}:{w}:{v}", layer + 1, head + 1)
        };
        vec![
            ("a", Value::Text(method_text(self.method))),
            ("w", list(|moved| moved.0)),
            ("v", list(|moved| moved.1)),
            ("elsewhere", Value::Texts(elsewhere.into_iter().map(moved).collect())),
        ]
    }
}

/// What is looked at, what a link looks at until its file is open and can be run, and what is looked at where none says
/// otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Looks {
    /// What is looked at now.
    pub seen: Seen,
    first: Place,
    first_method: Method,
    wanted: Option<(Named, Looked)>,
    /// What the last link looks at and the model has not, in sentences.
    left: Vec<String>,
}

impl Default for Looks {
    fn default() -> Self {
        let (first, method) = ((0, 0), Method::VANILLA.laid_first(true));
        let seen = Seen { place: first, laid: Laid::new(), method };
        Looks { seen, first, first_method: method, wanted: None, left: Vec::new() }
    }
}

impl Looks {
    /// Another model, or another report of the open one, of this `file`: what is laid over its heads begins as they
    /// attend, or as a link says that waited for it. Whether that chose a head.
    pub fn begin(&mut self, report: Option<&Report>, file: &Named) -> bool {
        let own = report.and_then(|report| report.own_method().ok());
        self.first = (0, 0);
        self.first_method = own.unwrap_or(Method::VANILLA).laid_first(true);
        let linked = report.and_then(|report| self.waited(file, report.cannot_run().is_none()));
        self.see(linked.unwrap_or_default(), report)
    }

    /// What a link looks at in a file that was opened. What cannot be run yet, since its configuration is missing, gets it
    /// once more when that has come; another file forgets it.
    fn waited(&mut self, file: &Named, can_run: bool) -> Option<Looked> {
        let (wanted, looked) = self.wanted.take().filter(|(wanted, _)| wanted == file)?;
        if !can_run {
            self.wanted = Some((wanted, looked.clone()));
        }
        Some(looked)
    }

    /// The head that stands first in the open model. It is shown where no link chose one and none was chosen
    /// meanwhile.
    pub fn stands_first(&mut self, head: usize, is_chosen: bool) {
        self.first = (0, head);
        if !is_chosen && self.seen.place == (0, 0) {
            self.seen.place = self.first;
        }
    }

    /// Looks at what a link says, as far as the model has it; whether that chooses a head.
    fn see(&mut self, mut looked: Looked, report: Option<&Report>) -> bool {
        let heads = report.and_then(Report::heads_seen);
        self.left = heads.map_or_else(Vec::new, |heads| looked.keep_within(&heads));
        self.seen = Seen {
            place: looked.place.unwrap_or(self.first),
            laid: looked.laid,
            method: looked.method.unwrap_or(self.first_method),
        };
        looked.place.is_some()
    }

    /// What the last link looks at and the model has not, in sentences.
    pub fn left(&self) -> &[String] {
        &self.left
    }

    /// A link looks at a file: at once where that is `open`, recognised so, else once it is.
    pub fn look(&mut self, file: Named, looked: Looked, open: Option<&Report>) {
        self.wanted = open.is_none().then(|| (file, looked.clone()));
        if open.is_some() {
            self.see(looked, open);
        }
    }

    /// What a link to this file says of what is seen, as far as it is not so at first; of a file that is still
    /// waited for what the last link said.
    pub fn looked(&self, file: &Named) -> Looked {
        let Seen { place, laid, method } = &self.seen;
        let place = (*place != self.first).then_some(*place);
        if let Some((_, looked)) = self.wanted.as_ref().filter(|(wanted, _)| wanted == file) {
            return Looked { place, ..looked.clone() };
        }
        let method = (*method != self.first_method).then_some(*method);
        Looked { place, laid: laid.clone(), method }
    }
}

/// What is done about w and v that moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lay {
    /// Nothing now.
    Nothing,
    /// Nothing is laid over the heads any more: what was is taken away.
    TakeAway,
    /// The worker is asked.
    Ask,
}

/// Requests to lay w and v over the heads: one at a time, and what moves meanwhile waits for the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Laying {
    is_asked: bool,
    is_due: bool,
}

impl Laying {
    /// What is laid over the heads has changed.
    pub fn moved(&mut self, has_run: bool, is_any_laid: bool) -> Lay {
        match (has_run, is_any_laid) {
            (false, _) => Lay::Nothing,
            (true, false) => Lay::TakeAway,
            (true, true) if self.is_asked => {
                self.is_due = true;
                Lay::Nothing
            }
            (true, true) => {
                self.is_asked = true;
                Lay::Ask
            }
        }
    }

    /// The worker answered; whether something moved meanwhile.
    pub fn answered(&mut self, is_any_laid: bool) -> bool {
        let is_due = self.is_due || !is_any_laid;
        *self = Laying::default();
        is_due
    }
}
