//! A sentence through the model, as the room has it: its tokens, which a tokenizer that was given parts in a program of
//! its own, runs, what is laid over the heads.

use std::sync::Arc;
use std::time::Duration;

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar::Method;
use nearfar::attention::Mapping;
use nearfar::settings::Room;
use nearfar_inspect::link::FIRST_IDS;
use nearfar_inspect::protocol::forward::{LayerHeads, Ran, Sentence, Which};
use nearfar_inspect::protocol::tokens::{Parted, TokenAnswer, TokenAsk};
use nearfar_inspect::protocol::{Answer, Ask, Failure};
use nearfar_inspect::recognise::Report;
use nearfar_inspect::room::files::Files;
use nearfar_inspect::room::heads::first_head;
use nearfar_inspect::room::pass::{
    Given, Going, Laid, Lay, Laying, Looks, Parts, Seen, labels_of_ids, read_ids,
};
use nearfar_inspect::room::run::Run;
use nearfar_kit::Stays;
use web_sys::File;

use super::files::Item;
use super::state::{Busy, InspectState, View};
use crate::kit::{Answers, Client, Debounce, Ended, Event, f32s, follow_settings};
use crate::opened::reader::{TOKENIZER, fetch_vectors};
use crate::page;
use crate::reactive::{effect, memo};

/// A sentence is run once nothing was typed for so long.
const PAUSE: Duration = Duration::from_millis(300);

/// A layer's step and a head, from 0.
pub use nearfar_inspect::link::Place;
pub use nearfar_inspect::room::pass::Tokens;

/// One head's weights, `[N, N]`, and which.
pub type Map = (Which, Arc<Vec<f32>>);

/// Handles only, copied into every component.
#[derive(Clone, Copy)]
pub struct ForwardPass {
    room: InspectState,
    /// The page's sentence.
    pub sentence: RwSignal<String>,
    /// The page's causal mask.
    causal: RwSignal<bool>,
    /// Numbers of tokens, as typed.
    pub ids: RwSignal<String>,
    /// The tokenizer.
    pub given: RwSignal<Option<Given>>,
    /// How the sentence goes that is to be run.
    pub going: RwSignal<Going>,
    /// The run, with what is laid over it.
    pub run: RwSignal<Run>,
    /// The head that is looked at, what is laid over heads, and what of both a link waits for.
    pub looks: RwSignal<Looks>,
    /// The head.
    pub place: Memo<Place>,
    /// w and v that are laid over heads.
    pub laid: Memo<Laid>,
    /// Mapping and adjustment of these.
    pub method: Memo<Method>,
    /// Which of the head's weights are shown.
    pub which: RwSignal<Which>,
    /// They themselves.
    pub map: RwSignal<Option<Map>>,
    /// The cursor, query and key.
    pub cursor: RwSignal<Option<(usize, usize)>>,
    /// w and v that the file holds.
    pub learned: RwSignal<Arc<Vec<LayerHeads>>>,
    pause: Debounce,
    laying: StoredValue<Laying>,
    parts: StoredValue<Parts>,
    tokenizer: StoredValue<Option<Client>, LocalStorage>,
}

impl ForwardPass {
    /// Nothing run yet.
    pub fn new(room: InspectState) -> ForwardPass {
        let looks = RwSignal::new(Looks::default());
        let pass = ForwardPass {
            room,
            sentence: RwSignal::new(page::setting("sentence")),
            causal: page::follow(page::causal_of),
            ids: RwSignal::new(FIRST_IDS.to_owned()),
            given: RwSignal::default(),
            going: RwSignal::default(),
            run: RwSignal::default(),
            looks,
            place: memo(move || looks.with(|looks| looks.seen.place)),
            laid: memo(move || looks.with(|looks| looks.seen.laid.clone())),
            method: memo(move || looks.with(|looks| looks.seen.method)),
            which: RwSignal::new(Which::Before),
            map: RwSignal::default(),
            cursor: RwSignal::default(),
            learned: RwSignal::default(),
            pause: Debounce::new(PAUSE),
            laying: StoredValue::default(),
            parts: StoredValue::default(),
            tokenizer: StoredValue::default(),
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
            let report = room.report.get();
            untrack(|| self.begin(report.as_deref()));
        });
        // A new worker has no vectors and ran nothing.
        effect(move || {
            room.lives.track();
            self.parts.set_value(Parts::default());
            self.laying.set_value(Laying::default());
        });
        // One that ended answers nothing that it was asked.
        effect(move || {
            if !room.has_worker.get() {
                self.going.update(|going| going.over(None));
            }
        });
        effect(move || self.take_tokenizer(room.tokenizer_file.get()));
        effect(move || {
            let wanted = room.is_open() && matches!(room.view(), View::Heads | View::Run);
            room.report.track();
            room.lives.track();
            self.sentence.track();
            self.causal.track();
            self.ids.track();
            self.given.track();
            if wanted {
                self.pause.soon(move || untrack(|| self.run()));
            }
        });
        effect(move || self.ask_map());
        effect(move || {
            self.laid.track();
            self.method.track();
            untrack(|| self.lay());
        });
    }

    /// Another model is open, or is recognised anew.
    fn begin(self, report: Option<&Report>) {
        self.run.set(Run::default());
        self.map.set(None);
        self.going.update(|going| going.over(None));
        self.cursor.set(None);
        self.which.set(Which::Before);
        self.learned.set(Arc::default());
        let file = self.room.named();
        let is_chosen = self.looks.try_update(|looks| looks.begin(report, &file));
        let Some(is_chosen) = is_chosen.filter(|_| report.is_some()) else { return };
        // Where no link chose a head, the one that stands first is shown.
        self.room.ask(Ask::Heads, &[], move |answer, _| {
            let Answer::Heads(layers) = answer else { return };
            self.learned.set(Arc::new(layers));
            if self.room.uses_learned() {
                let mapping = self.mapping();
                let head = self.learned.with_untracked(|layers| first_head(layers, mapping));
                self.looks.update(|looks| looks.stands_first(head, is_chosen));
            }
        });
    }

    /// Where the tokens of the open model come from.
    pub fn tokens(self) -> Tokens {
        Tokens::of(self.room.of_report(|report| report.family), self.given.with(Option::is_some))
    }

    /// The most tokens of the open model that are run.
    pub fn most_tokens(self) -> usize {
        self.room.of_report(Report::most_tokens).unwrap_or(1)
    }

    /// What was typed: the page's sentence, or the numbers of tokens.
    pub fn typed(self) -> RwSignal<String> {
        if self.tokens() == Tokens::Ids { self.ids } else { self.sentence }
    }

    /// Types the page's sentence.
    pub fn type_sentence(self, text: String) {
        page::set_setting("sentence", &text);
        self.sentence.set(text);
    }

    /// Whether a tokenizer is on its way.
    pub fn awaits_tokenizer(self) -> bool {
        self.room.tokenizer_file.with(Option::is_some) && self.given.with(Option::is_none)
    }

    // What is looked at.

    /// Looks at something else, or lays something else over heads.
    pub fn see(self, change: impl FnOnce(&mut Seen)) {
        self.looks.update(|looks| change(&mut looks.seen));
    }

    /// Looks at a head.
    pub fn choose(self, place: Place) {
        self.see(|seen| seen.place = place);
    }

    /// w and v that a head was trained with; none where its method uses none, even if the file has them.
    pub fn own(self, place: Place) -> Option<(f64, f64)> {
        self.run.with(|run| run.own(place)).filter(|_| self.room.uses_learned())
    }

    /// The mapping that the model was trained with, where it is known and the file has what it needs.
    pub fn mapping(self) -> Option<Mapping> {
        let has_v = self.learned.with(|layers| layers.iter().all(|layer| !layer.v.is_empty()));
        self.room.of_report(|report| report.trained_mapping(has_v)).flatten()
    }

    // Runs.

    fn run(self) {
        // Nobody would answer; the next worker is asked once it is there.
        let has_worker = self.room.has_worker.get_untracked();
        if !has_worker || self.room.of_report(Report::cannot_run) != Some(None) {
            return;
        }
        self.going.update(|going| going.parted(0, 0));
        let typed = self.typed().get_untracked();
        match self.tokens() {
            Tokens::Words => {
                if !self.fetch_vectors(&[]) {
                    self.send(Sentence::Text(typed), Vec::new());
                }
            }
            Tokens::Tokenizer => self.encode(typed),
            Tokens::Ids => match read_ids(&typed, self.most_tokens()) {
                Ok(ids) => {
                    let labels = labels_of_ids(&ids);
                    self.send(Sentence::Ids(ids), labels);
                }
                Err(message) => self.fail(message),
            },
        }
    }

    /// Says what went wrong beside the run.
    fn tell(self, why: String) {
        self.going.update(|going| going.problem = Some(why));
    }

    /// Fetches what the worker lacks of the table of words, and runs the sentence with it; whether it lacks any.
    fn fetch_vectors(self, wanted: &[String]) -> bool {
        self.hand_over_vectors(wanted, move |outcome| match outcome {
            Ok(()) => self.run(),
            Err(why) => self.tell(why),
        })
    }

    /// Fetches parts of the table of words, of these or those that every text needs, and hands them to the worker; `then`
    /// hears of it, or why not. Whether there are any that the worker has not.
    pub fn hand_over_vectors(
        self,
        wanted: &[String],
        then: impl Fn(Result<(), String>) + 'static,
    ) -> bool {
        let names = self.parts.with_value(|parts| parts.lacking(wanted));
        if names.is_empty() {
            return false;
        }
        self.parts.update_value(|parts| parts.fetch(&names));
        wasm_bindgen_futures::spawn_local(async move {
            let files = fetch_vectors(&names).await;
            let over = move |outcome: Result<(), String>| {
                if outcome.is_err() {
                    self.parts.update_value(|parts| parts.lost(&names));
                }
                then(outcome);
            };
            let files: Vec<Item> = match files {
                Ok(files) => files.into_iter().map(Item::whole).collect(),
                Err(message) => return over(Err(message)),
            };
            self.room.ask(Ask::Vectors, &files, move |answer, _| match answer {
                Answer::Idle => over(Ok(())),
                Answer::Failed(failure) => over(Err(failure.message)),
                _ => {}
            });
        });
        true
    }

    fn send(self, sentence: Sentence, labels: Vec<String>) {
        let number = self.going.try_update(Going::begin);
        let causal = self.causal.get_untracked();
        self.room.ask(Ask::Run { sentence, causal }, &[], move |answer, bytes| {
            // Only the last sentence counts.
            if self.going.try_with_untracked(Going::number) != number {
                return;
            }
            match answer {
                Answer::Progress { what, share } => {
                    self.going.update(|going| going.busy = Some(Busy { what, share: Some(share) }));
                }
                Answer::Ran(ran) => self.show(*ran, labels.clone(), &bytes, causal),
                Answer::Failed(failure) => self.fail(failure.message),
                _ => {}
            }
        });
    }

    /// There is no run, and why.
    fn fail(self, why: String) {
        self.run.set(Run::default());
        self.going.update(|going| going.over(Some(why)));
    }

    fn show(self, ran: Ran, labels: Vec<String>, bytes: &[Uint8Array], causal: bool) {
        if !ran.wanted.is_empty() {
            self.fetch_vectors(&ran.wanted);
        }
        self.going.update(|going| going.over(None));
        let run = Run::new(ran, labels, f32s(bytes.first()), causal);
        // The same tokens under another mask: the cell that is read stays.
        if self.run.with_untracked(|known| known.labels() != run.labels()) {
            self.cursor.set(None);
        }
        self.run.set(run);
        self.lay();
    }

    /// Lays w and v over the heads. One request at a time: what moves meanwhile waits for the next.
    fn lay(self) {
        let has_run = self.run.with_untracked(Run::is_there);
        let is_any_laid = move || !self.laid.with_untracked(Laid::is_empty);
        match self.laying.try_update_value(|laying| laying.moved(has_run, is_any_laid())) {
            Some(Lay::Ask) => {}
            Some(Lay::TakeAway) => {
                self.run.update(Run::take_away);
                if self.which.get_untracked() != Which::Before {
                    self.which.set(Which::Before);
                }
                return;
            }
            Some(Lay::Nothing) | None => return,
        }
        let rescale = self.looks.with_untracked(|looks| looks.seen.rescale());
        self.room.ask(Ask::Rescale(rescale), &[], move |answer, bytes| {
            match answer {
                Answer::Rescaled(rescaled) => {
                    let is_first = self.run.with_untracked(|run| run.over().is_none());
                    if is_first && self.which.get_untracked() == Which::Before {
                        self.which.set(Which::After);
                    }
                    self.run.update(|run| run.lay(*rescaled, f32s(bytes.first())));
                }
                Answer::Failed(failure) => self.tell(failure.message),
                _ => {}
            }
            if self.laying.try_update_value(|laying| laying.answered(is_any_laid())) == Some(true) {
                self.lay();
            }
        });
    }

    /// Asks for the weights of the head that is looked at, as an effect.
    fn ask_map(self) {
        let Some(tokens) = self.run.with(|run| Some(run.ran()?.count)) else { return };
        let ((layer, head), which) = (self.place.get(), self.which.get());
        self.room.ask(Ask::Map { layer, head, which }, &[], move |answer, bytes| {
            if let Answer::Map { layer, head, which } = answer {
                let weights = f32s(bytes.first());
                let is_now = self.place.get_untracked() == (layer, head)
                    && self.which.get_untracked() == which;
                if is_now && weights.len() == tokens * tokens {
                    self.map.set(Some((which, Arc::new(weights))));
                }
            }
        });
    }

    // The tokenizer.

    /// Reads a tokenizer's file in the place of the last one, with the program that is fetched for it; or goes on without
    /// one.
    fn take_tokenizer(self, file: Option<File>) {
        self.tokenizer.set_value(None);
        if self.given.with_untracked(Option::is_some) {
            self.given.set(None);
        }
        let Some(file) = file else { return };
        let name = file.name();
        let client = Client::start(TOKENIZER, move |event| match event {
            Event::Ended(Ended { why, is_final: true, .. }) => {
                self.refuse(Failure::new(texts::inspect::tokenizer_gone(why)));
            }
            Event::Ended(Ended { why, .. }) => self.tell(texts::inspect::tokenizer_ended(why)),
            Event::Ready | Event::Said(_) => {}
        });
        let ask = TokenAsk::Load { name: name.clone() };
        let config = self.room.files.with_value(Files::tokenizer_config);
        let config = config.and_then(|config| config.file());
        let files: Vec<File> = std::iter::once(file).chain(config).collect();
        // The next worker, where this one ends, reads it anew.
        client.ask_for(Stays::Kept, ask.into_message(), &files, move |answer| {
            let words = untrack(|| self.room.of_report(|report| report.words)).unwrap_or(0);
            let came_together = self.room.files.with_value(Files::tokenizer_came_with_it);
            let read = |answer| Given::read(&name, answer, words, came_together);
            match answer.ok().and_then(TokenAnswer::read).map(read) {
                Some(Ok(given)) => self.given.set(Some(given)),
                Some(Err(why)) => self.refuse(why),
                None => {}
            }
            Answers::Last
        });
        self.tokenizer.set_value(Some(client));
    }

    /// Goes on without a tokenizer, and says why where it is said of files.
    fn refuse(self, why: Failure) {
        self.room.tokenizer_file.set(None);
        self.room.problem.set(Some(why));
    }

    /// Has the sentence parted, and runs what comes of it.
    fn encode(self, text: String) {
        self.ask_tokenizer(text.clone(), self.most_tokens(), move |answer| match answer {
            Ok(Ok((tokens, cut))) if self.sentence.with_untracked(|now| *now == text) => {
                self.going.update(|going| going.parted(tokens.len(), cut));
                let ids = tokens.iter().map(|token| token.id).collect();
                self.send(Sentence::Ids(ids), tokens.into_iter().map(|token| token.text).collect());
            }
            Ok(Err(why)) => {
                let why =
                    self.given.with_untracked(|given| Some(given.as_ref()?.cannot_part(&why)));
                self.fail(why.unwrap_or_default());
            }
            // Another sentence was typed meanwhile; or the worker ended, which is said.
            Ok(Ok(_)) | Err(_) => {}
        });
    }

    /// Asks the tokenizer, while there is one, to part a text into at most so many tokens: what came of it, or why there is
    /// no answer.
    pub fn ask_tokenizer(
        self,
        text: String,
        most: usize,
        then: impl Fn(Result<Result<Parted, String>, String>) + 'static,
    ) {
        self.tokenizer.with_value(|client| {
            let Some(client) = client else { return };
            let ask = TokenAsk::Encode { text, most }.into_message();
            client.ask_for(Stays::Once, ask, &[], move |answer| {
                then(match answer.map(TokenAnswer::read) {
                    Ok(Some(answer)) => Ok(answer.parted()),
                    Ok(None) => Err(texts::common::tokenizer_odd().to_owned()),
                    Err(why) => Err(texts::inspect::tokenizer_gone(why)),
                });
                Answers::Last
            });
        });
    }
}
