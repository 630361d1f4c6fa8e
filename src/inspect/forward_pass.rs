//! A sentence through the model, as the room has it: tokens, runs, what is laid over the heads.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar::Method;
use nearfar::settings::{Room, method_from_text, method_text};
use nearfar_inspect::protocol::forward::{
    HeadLine, HeadRescale, LayerHeads, Ran, Rescale, Rescaled, Sentence, THUMBNAIL, Which,
};
use nearfar_inspect::protocol::tokens::{self, Token, TokenAnswer, TokenAsk};
use nearfar_inspect::protocol::{Answer, Ask};
use nearfar_inspect::recognise::Family;
use nearfar_inspect::words::tokenizer_fits;
use nearfar_kit::Stays;
use web_sys::File;

use super::ids::read_ids;
use super::item::Item;
use super::state::{Busy, InspectState, View};
use crate::kit::{Client, Debounce, Ended, Event, PATIENCE, Program, Said, follow_settings};
use crate::page;
use crate::reactive::effect;

/// The program that parts a sentence.
pub(super) const TOKENIZER: Program =
    Program { name: "nearfar-tokenizer-worker", protocol: tokens::PROTOCOL, patience: PATIENCE };

/// The most tokens that are run: the Lab's own limit is larger, but a model has many layers.
pub const MOST_TOKENS: usize = 128;
/// A sentence is run once nothing was typed for so long.
const PAUSE: Duration = Duration::from_millis(300);
/// The numbers of tokens that the room begins with where nobody knows words.
const FIRST_IDS: &str = "1 2 3 4 5 6 7 8";

/// A layer's step and a head, from 0.
pub type Place = (usize, usize);

/// Where tokens come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tokens {
    /// The words of this project's file and of the page's table.
    Words,
    /// The tokenizer that was given.
    Tokenizer,
    /// Numbers that are typed.
    Ids,
}

/// A tokenizer that was given.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// The file's name.
    pub name: String,
    /// Its model, how many pieces it knows, what was assumed.
    pub says: String,
}

/// One head's weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// N.
    pub count: usize,
    /// Whose they are.
    pub place: Place,
    /// Before, after or the difference.
    pub which: Which,
    /// `[N, N]`.
    pub weights: Vec<f32>,
}

/// Handles only, copied into every component.
#[derive(Clone, Copy)]
pub struct ForwardPass {
    room: InspectState,
    /// The page's sentence.
    pub sentence: RwSignal<String>,
    /// The page's causal mask.
    causal: RwSignal<bool>,
    /// Whether what is shown was run with it.
    pub is_masked: RwSignal<bool>,
    /// Numbers of tokens, as typed.
    pub ids: RwSignal<String>,
    /// The tokenizer.
    pub given: RwSignal<Option<Given>>,
    /// What was wrong with it.
    pub refused: RwSignal<Option<String>>,
    /// The tokens as they are shown.
    pub labels: RwSignal<Vec<String>>,
    /// What should be known of the tokens: how many were cut.
    pub remark: RwSignal<String>,
    /// The run.
    pub ran: RwSignal<Option<Arc<Ran>>>,
    /// The run with what is laid over.
    pub rescaled: RwSignal<Option<Arc<Rescaled>>>,
    /// What is being done.
    pub busy: RwSignal<Option<Busy>>,
    /// Why there is nothing to see.
    pub problem: RwSignal<Option<String>>,
    /// The head that is shown.
    pub place: RwSignal<Place>,
    /// Which of its weights.
    pub which: RwSignal<Which>,
    /// They themselves.
    pub map: RwSignal<Option<Arc<Map>>>,
    /// w and v that are laid over heads.
    pub laid: RwSignal<BTreeMap<Place, (f64, f64)>>,
    /// Mapping and adjustment of what is laid over.
    pub method: RwSignal<Method>,
    /// The cursor, query and key.
    pub cursor: RwSignal<Option<(usize, usize)>>,
    /// w and v that the file holds.
    pub learned: RwSignal<Arc<Vec<LayerHeads>>>,
    /// Counts new thumbnails.
    pub frame: RwSignal<u32>,
    before: StoredValue<Vec<f32>>,
    after: StoredValue<Vec<f32>>,
    pause: Debounce,
    runs: StoredValue<u32>,
    is_laying: StoredValue<bool>,
    is_due: StoredValue<bool>,
    has_vectors: StoredValue<Vec<String>>,
    tokenizer: StoredValue<Option<Client>, LocalStorage>,
}

impl ForwardPass {
    /// Nothing run yet.
    pub fn new(room: InspectState) -> ForwardPass {
        let pass = ForwardPass {
            room,
            sentence: RwSignal::new(page::setting("sentence")),
            causal: page::follow(page::causal_of),
            is_masked: RwSignal::new(false),
            ids: RwSignal::new(FIRST_IDS.to_owned()),
            given: RwSignal::new(None),
            refused: RwSignal::new(None),
            labels: RwSignal::new(Vec::new()),
            remark: RwSignal::new(String::new()),
            ran: RwSignal::new(None),
            rescaled: RwSignal::new(None),
            busy: RwSignal::new(None),
            problem: RwSignal::new(None),
            place: RwSignal::new((0, 0)),
            which: RwSignal::new(Which::Before),
            map: RwSignal::new(None),
            laid: RwSignal::new(BTreeMap::new()),
            method: RwSignal::new(Method::DISTANCE_AWARE),
            cursor: RwSignal::new(None),
            learned: RwSignal::new(Arc::new(Vec::new())),
            frame: RwSignal::new(0),
            before: StoredValue::new(Vec::new()),
            after: StoredValue::new(Vec::new()),
            pause: Debounce::new(PAUSE),
            runs: StoredValue::new(0),
            is_laying: StoredValue::new(false),
            is_due: StoredValue::new(false),
            has_vectors: StoredValue::new(Vec::new()),
            tokenizer: StoredValue::new_local(None),
        };
        pass.follow();
        pass
    }

    fn follow(self) {
        // The page's sentence may change in another room, by undo or by a link.
        follow_settings(Room::Inspect, move |settings| {
            let text = page::text_of(settings, "sentence");
            if self.sentence.try_with_untracked(|known| *known != text) == Some(true) {
                self.sentence.set(text);
            }
        });
        let room = self.room;
        effect(move || {
            let has_report = room.report.with(Option::is_some);
            self.forget();
            // What is laid over begins as the model's own heads attend.
            let own = room.report.with(|report| report.as_ref()?.method.value.clone());
            let own = own.and_then(|text| method_from_text(&text).ok());
            let own = own.filter(|method| matches!(method, Method::DistanceAware { .. }));
            self.method.set(own.unwrap_or(Method::DISTANCE_AWARE));
            if has_report {
                untrack(|| self.ask_heads());
            }
        });
        // A new worker has no vectors and ran nothing.
        effect(move || {
            room.lives.track();
            self.has_vectors.set_value(Vec::new());
            self.is_laying.set_value(false);
            self.is_due.set_value(false);
        });
        effect(move || {
            let file = room.tokenizer_file.get();
            untrack(|| match file {
                Some(file) => self.take_tokenizer(file),
                None => self.forget_tokenizer(),
            });
        });
        effect(move || {
            let wanted = room.view.get() != View::Tensors;
            room.report.track();
            room.lives.track();
            self.sentence.track();
            self.causal.track();
            self.ids.track();
            self.given.track();
            if wanted {
                untrack(|| self.run_soon());
            }
        });
        effect(move || {
            self.place.track();
            self.which.track();
            self.frame.track();
            untrack(|| self.ask_map());
        });
        effect(move || {
            self.laid.track();
            self.method.track();
            untrack(|| self.lay());
        });
    }

    fn forget(self) {
        self.ran.set(None);
        self.rescaled.set(None);
        self.map.set(None);
        self.problem.set(None);
        self.busy.set(None);
        self.cursor.set(None);
        self.laid.set(BTreeMap::new());
        self.place.set((0, 0));
        self.which.set(Which::Before);
        self.learned.set(Arc::new(Vec::new()));
    }

    /// Where the tokens of the open model come from.
    pub fn tokens(self) -> Tokens {
        let family = self.room.report.with(|report| report.as_ref().map(|report| report.family));
        if family == Some(Family::Nearfar) {
            Tokens::Words
        } else if self.given.with(Option::is_some) {
            Tokens::Tokenizer
        } else {
            Tokens::Ids
        }
    }

    /// Types the page's sentence.
    pub fn type_sentence(self, text: String) {
        page::set_setting("sentence", &text);
        self.sentence.set(text);
    }

    fn ask_heads(self) {
        self.room.ask(Ask::Heads, &[], move |answer, _| {
            if let Answer::Heads(layers) = answer {
                self.learned.set(Arc::new(layers));
            }
            true
        });
    }

    // Tokens.

    /// Reads a tokenizer's file, with the program that is fetched for it.
    pub fn take_tokenizer(self, file: File) {
        self.refused.set(None);
        self.given.set(None);
        let name = file.name();
        let client = Client::start(TOKENIZER, move |event| match event {
            Event::Ended(Ended { why, is_final, .. }) => {
                self.busy.try_set(None);
                if is_final {
                    self.tokenizer.try_set_value(None);
                    self.given.try_set(None);
                    self.refused.try_set(Some(format!("The tokenizer {why}.")));
                } else {
                    self.problem.try_set(Some(format!("The tokenizer {why}. Type again.")));
                }
            }
            Event::Ready | Event::Said(_) => {}
        });
        let ask = TokenAsk::Load { name: name.clone() };
        // The next worker, where this one ends, reads it anew.
        client.ask(Stays::Kept, &ask, std::slice::from_ref(&file), move |answer, _| {
            self.told(&name, answer);
            Said::Last
        });
        self.tokenizer.set_value(Some(client));
    }

    /// Goes on without it.
    pub fn drop_tokenizer(self) {
        self.room.tokenizer_file.set(None);
    }

    fn forget_tokenizer(self) {
        self.tokenizer.set_value(None);
        self.given.set(None);
        self.refused.set(None);
    }

    /// Whether a tokenizer of so many pieces is the open model's; what is to be said of it.
    fn fits(self, pieces: usize) -> Result<Option<String>, String> {
        let words = self.room.report.with_untracked(|report| Some(report.as_ref()?.words));
        let came_with_it = self.room.tokenizer_came_with_it.get_value();
        tokenizer_fits(pieces, words.unwrap_or(0), came_with_it)
    }

    fn encode(self, text: String) {
        let ask = TokenAsk::Encode { text, most: self.most_tokens() };
        self.tokenizer.with_value(|client| {
            if let Some(client) = client {
                client.ask(Stays::Once, &ask, &[] as &[File], move |answer, _| {
                    let name =
                        self.given.with_untracked(|given| Some(given.as_ref()?.name.clone()));
                    self.told(&name.unwrap_or_default(), answer);
                    Said::Last
                });
            }
        });
    }

    fn told(self, name: &str, answer: TokenAnswer) {
        match answer {
            TokenAnswer::Loaded { kind, words, notes } => {
                let mut says = format!("{kind}, {words} pieces");
                let remark = match self.fits(words) {
                    Ok(remark) => remark,
                    Err(why) => {
                        self.tokenizer.set_value(None);
                        self.refused.set(Some(format!("{name}: {why}.")));
                        return;
                    }
                };
                if let notes @ [_, ..] = &*notes.into_iter().chain(remark).collect::<Vec<_>>() {
                    says.push_str(&format!("; {}", notes.join("; ")));
                }
                self.given.set(Some(Given { name: name.to_owned(), says }));
            }
            TokenAnswer::Encoded { text, tokens, cut } => {
                if self.sentence.with_untracked(|sentence| *sentence == text) {
                    self.run_tokens(tokens, cut);
                }
            }
            TokenAnswer::Failed { message } => {
                self.busy.set(None);
                self.refused.set(Some(format!("{name}: {message}.")));
            }
        }
    }

    fn run_tokens(self, tokens: Vec<Token>, cut: usize) {
        self.remark.set(if cut > 0 {
            format!("The first {MOST_TOKENS} tokens are run; {cut} are left out.")
        } else {
            String::new()
        });
        let ids = tokens.iter().map(|token| token.id).collect();
        self.send(Sentence::Ids(ids), tokens.into_iter().map(|token| token.text).collect());
    }

    // Runs.

    fn run_soon(self) {
        self.pause.soon(move || untrack(|| self.run()));
    }

    fn run(self) {
        let can_run = self.room.report.with_untracked(|report| {
            report.as_ref().is_some_and(|report| report.obstacles.is_empty())
        });
        if !can_run {
            return;
        }
        self.remark.set(String::new());
        match self.tokens() {
            Tokens::Words => {
                let text = self.sentence.get_untracked();
                if self.has_vectors.with_value(Vec::is_empty) {
                    self.fetch_vectors(vec!["frequent.bin".to_owned()]);
                } else {
                    self.send(Sentence::Text(text), Vec::new());
                }
            }
            Tokens::Tokenizer => {
                self.encode(self.sentence.get_untracked());
            }
            Tokens::Ids => match read_ids(&self.ids.get_untracked()) {
                Ok(ids) => {
                    let labels = ids.iter().map(|id| format!("#{id}")).collect();
                    self.send(Sentence::Ids(ids), labels);
                }
                Err(message) => {
                    self.ran.set(None);
                    self.problem.set(Some(message));
                }
            },
        }
    }

    fn most_tokens(self) -> usize {
        let positions = self.room.report.with_untracked(|report| report.as_ref()?.positions);
        positions.map_or(MOST_TOKENS, |positions| positions.min(MOST_TOKENS))
    }

    fn fetch_vectors(self, names: Vec<String>) {
        self.has_vectors.update_value(|known| known.extend(names.iter().cloned()));
        wasm_bindgen_futures::spawn_local(async move {
            let mut files = Vec::new();
            for name in names {
                match super::files::fetch_file(self.room, &format!("vectors/{name}"), false).await {
                    Ok(file) => files.push(Item::fetched(file)),
                    Err(message) => {
                        self.problem.set(Some(format!("Word vectors did not load: {message}.")));
                        return;
                    }
                }
            }
            self.room.ask(Ask::Vectors, &files, move |answer, _| {
                match answer {
                    Answer::Idle => self.run(),
                    Answer::Failed(failure) => self.problem.set(Some(failure.message)),
                    _ => return false,
                }
                true
            });
        });
    }

    fn send(self, sentence: Sentence, labels: Vec<String>) {
        let number = self.runs.get_value() + 1;
        self.runs.set_value(number);
        self.busy.set(Some(Busy { what: "Running".to_owned(), share: None }));
        let causal = self.causal.get_untracked();
        self.room.ask(Ask::Run { sentence, causal }, &[], move |answer, bytes| {
            // Only the last sentence counts.
            let is_stale = self.runs.try_get_value() != Some(number);
            match answer {
                Answer::Progress { what, share } => {
                    if !is_stale {
                        self.busy.set(Some(Busy { what, share: Some(share) }));
                    }
                    return false;
                }
                _ if is_stale => {}
                Answer::Ran(ran) => {
                    self.is_masked.set(causal);
                    self.show(*ran, labels.clone(), &bytes);
                }
                Answer::Failed(failure) => {
                    self.busy.set(None);
                    self.ran.set(None);
                    self.problem.set(Some(failure.message));
                }
                _ => {}
            }
            true
        });
    }

    fn show(self, mut ran: Ran, labels: Vec<String>, bytes: &[Uint8Array]) {
        let wanted: Vec<String> = self.has_vectors.with_value(|known| {
            ran.wanted.iter().filter(|name| !known.contains(name)).cloned().collect()
        });
        if !wanted.is_empty() {
            self.fetch_vectors(wanted);
        }
        self.busy.set(None);
        self.problem.set(None);
        self.before.set_value(floats(bytes));
        self.after.set_value(Vec::new());
        self.rescaled.set(None);
        let labels = if labels.is_empty() {
            let pairs = std::mem::take(&mut ran.tokens).into_iter().zip(&ran.known);
            pairs.map(|(token, &known)| if known { token } else { format!("({token})") }).collect()
        } else {
            labels
        };
        // The same tokens under another mask: the cell that is read stays.
        if self.labels.with_untracked(|known| *known != labels) {
            self.cursor.set(None);
        }
        self.labels.set(labels);
        let (layer, head) = self.place.get_untracked();
        if ran.heads.get(layer).is_none_or(|heads| head >= heads.len()) {
            self.place.set((0, 0));
        }
        self.ran.set(Some(Arc::new(ran)));
        self.frame.update(|frame| *frame += 1);
        self.lay();
    }

    /// Lays w and v over the heads. One request at a time: what moves meanwhile waits for the next.
    fn lay(self) {
        if self.ran.with_untracked(Option::is_none) {
            return;
        }
        let laid = self.laid.get_untracked();
        if laid.is_empty() {
            self.rescaled.set(None);
            self.after.set_value(Vec::new());
            if self.which.get_untracked() != Which::Before {
                self.which.set(Which::Before);
            }
            self.frame.update(|frame| *frame += 1);
            return;
        }
        if self.is_laying.get_value() {
            self.is_due.set_value(true);
            return;
        }
        self.is_laying.set_value(true);
        let heads = laid.iter().map(|(&(layer, head), &(w, v))| HeadRescale { layer, head, w, v });
        let rescale =
            Rescale { method: method_text(self.method.get_untracked()), heads: heads.collect() };
        self.room.ask(Ask::Rescale(rescale), &[], move |answer, bytes| {
            self.is_laying.set_value(false);
            match answer {
                Answer::Rescaled(rescaled) => {
                    self.after.set_value(floats(&bytes));
                    if self.rescaled.with_untracked(Option::is_none)
                        && self.which.get_untracked() == Which::Before
                    {
                        self.which.set(Which::After);
                    }
                    self.rescaled.set(Some(Arc::new(*rescaled)));
                    self.frame.update(|frame| *frame += 1);
                }
                Answer::Failed(failure) => self.problem.set(Some(failure.message)),
                _ => {}
            }
            if self.is_due.get_value() || self.laid.with_untracked(BTreeMap::is_empty) {
                self.is_due.set_value(false);
                self.lay();
            }
            true
        });
    }

    fn ask_map(self) {
        let Some(ran) = self.ran.get_untracked() else { return };
        let (layer, head) = self.place.get_untracked();
        let which = self.which.get_untracked();
        let ask = Ask::Map { layer, head, which };
        self.room.ask(ask, &[], move |answer, bytes| {
            if let Answer::Map { layer, head, which } = answer {
                let weights = floats(&bytes);
                let is_now = self.place.get_untracked() == (layer, head)
                    && self.which.get_untracked() == which;
                if is_now && weights.len() == ran.count * ran.count {
                    let map = Map { count: ran.count, place: (layer, head), which, weights };
                    self.map.set(Some(Arc::new(map)));
                }
            }
            true
        });
    }

    // What is shown.

    /// w and v of a head now: laid over, else its own.
    pub fn parameters(self, place: Place) -> Option<(f64, f64)> {
        let laid = self.laid.with(|laid| laid.get(&place).copied());
        laid.or_else(|| self.own(place))
    }

    /// w and v that a head was trained with.
    pub fn own(self, (layer, head): Place) -> Option<(f64, f64)> {
        self.ran.with(|ran| ran.as_ref()?.own.get(layer)?.get(head).copied())
    }

    /// What a head does now.
    pub fn line(self, (layer, head): Place) -> Option<HeadLine> {
        let after =
            self.rescaled.with(|rescaled| rescaled.as_ref()?.heads.get(layer)?.get(head).copied());
        after.or_else(|| self.ran.with(|ran| ran.as_ref()?.heads.get(layer)?.get(head).copied()))
    }

    /// The thumbnail of the head that is the `index`-th of all.
    pub fn thumbnail(self, index: usize) -> Vec<f32> {
        let size = THUMBNAIL * THUMBNAIL;
        let of = |all: &Vec<f32>| all.get(index * size..(index + 1) * size).map(<[f32]>::to_vec);
        self.after.with_value(of).or_else(|| self.before.with_value(of)).unwrap_or_default()
    }
}

/// The numbers of bytes in the machine's order, least first.
fn floats(bytes: &[Uint8Array]) -> Vec<f32> {
    let bytes = bytes.first().map(Uint8Array::to_vec).unwrap_or_default();
    bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
}
