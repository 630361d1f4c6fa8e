//! A sentence through the model, as the room has it: its signals, its messages, and the tokenizer, which is a program of its
//! own. What is asked next is decided by [`nearfar_inspect::room::forward`].

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use nearfar::Method;
use nearfar::settings::Room;
use nearfar_inspect::link::FIRST_IDS;
use nearfar_inspect::protocol::forward::{LayerHeads, Which};
use nearfar_inspect::protocol::tokens::{Parted, TokenAnswer, TokenAsk};
use nearfar_inspect::protocol::{Answer, Ask, Failure};
use nearfar_inspect::report::Report;
use nearfar_inspect::room::files::Files;
use nearfar_inspect::room::forward::{Effect, Forward, Map};
use nearfar_inspect::room::pass::{Given, Going, Laid, Looks, Seen};
use nearfar_inspect::room::run::Run;
use nearfar_kit::Stays;
use web_sys::File;

use super::files::Item;
use super::state::{InspectState, View};
use crate::kit::{Answers, Client, Debounce, Ended, Event, f32s, follow_settings};
use crate::opened::reader::{TOKENIZER, fetch_vectors};
use crate::page;
use crate::reactive::{effect, memo};

/// A sentence is run once nothing was typed for so long.
const PAUSE: Duration = Duration::from_millis(300);

/// A layer's step and a head, from 0.
pub use nearfar_inspect::link::Place;
pub use nearfar_inspect::room::pass::Tokens;

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
    /// What is decided about all of it; the memos are its parts.
    pub state: RwSignal<Forward>,
    /// The tokenizer.
    pub given: Memo<Option<Given>>,
    /// Where tokens come from.
    pub tokens: Memo<Tokens>,
    /// How the sentence goes that is to be run.
    pub going: Memo<Going>,
    /// The run, with what is laid over it.
    pub run: Memo<Run>,
    /// The head that is looked at, what is laid over heads, and what of both a link waits for.
    pub looks: Memo<Looks>,
    /// The head.
    pub place: Memo<Place>,
    /// w and v that are laid over heads.
    pub laid: Memo<Laid>,
    /// Mapping and adjustment of these.
    pub method: Memo<Method>,
    /// Which of the head's weights are shown.
    pub which: Memo<Which>,
    /// They themselves.
    pub map: Memo<Option<Map>>,
    /// w and v that the file holds.
    pub learned: Memo<Arc<Vec<LayerHeads>>>,
    /// The cursor, query and key.
    pub cursor: RwSignal<Option<(usize, usize)>>,
    pause: Debounce,
    tokenizer: StoredValue<Option<Client>, LocalStorage>,
}

impl ForwardPass {
    /// Nothing run yet.
    pub fn new(room: InspectState) -> ForwardPass {
        let state = RwSignal::new(Forward::default());
        let looks = memo(move || state.with(|state| state.looks.clone()));
        let pass = ForwardPass {
            room,
            sentence: RwSignal::new(page::setting("sentence")),
            causal: page::follow(page::causal_of),
            ids: RwSignal::new(FIRST_IDS.to_owned()),
            state,
            given: memo(move || state.with(|state| state.given.clone())),
            tokens: memo(move || state.with(Forward::tokens)),
            going: memo(move || state.with(|state| state.going.clone())),
            run: memo(move || state.with(|state| state.run.clone())),
            looks,
            place: memo(move || looks.with(|looks| looks.seen.place)),
            laid: memo(move || looks.with(|looks| looks.seen.laid.clone())),
            method: memo(move || looks.with(|looks| looks.seen.method)),
            which: memo(move || state.with(|state| state.which)),
            map: memo(move || state.with(|state| state.map.clone())),
            learned: memo(move || state.with(|state| state.learned.clone())),
            cursor: RwSignal::default(),
            pause: Debounce::new(PAUSE),
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
            let (report, file) = (room.report.get(), room.named());
            self.happens(|state| state.begin(report, &file));
        });
        effect(move || {
            room.lives.track();
            self.state.update(Forward::new_worker);
        });
        // One that ended answers nothing that it was asked.
        effect(move || {
            if !room.has_worker.get() {
                self.state.update(Forward::worker_ended);
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
            // Nobody else may read what is chosen: a memo that is tracked alone would never be computed.
            self.given.get();
            if wanted {
                self.pause.soon(move || self.run());
            }
        });
        effect(move || {
            self.place.get();
            self.which.get();
            self.happens(|state| state.ask_map());
        });
        effect(move || {
            self.laid.get();
            self.method.get();
            self.happens(Forward::lay);
        });
    }

    /// Tells the state what happened, and does what it says.
    fn happens(self, event: impl FnOnce(&mut Forward) -> Vec<Effect>) {
        let effects = self.state.try_update(event).unwrap_or_default();
        effects.into_iter().for_each(|effect| untrack(|| self.act(effect)));
    }

    fn act(self, effect: Effect) {
        match effect {
            Effect::Ask(ask, purpose) => {
                self.room.ask(ask, &[], move |answer, bytes| {
                    let (purpose, numbers) = (purpose.clone(), f32s(bytes.first()));
                    self.happens(|state| state.answered(purpose, answer, numbers));
                });
            }
            Effect::Fetch(wanted) => {
                self.hand_over_vectors(&wanted, move |outcome| {
                    if let Err(why) = outcome {
                        self.state.update(|state| state.tell(why));
                    }
                });
            }
            Effect::Part(text, most, number) => {
                self.ask_tokenizer(text, most, move |answer| {
                    self.happens(|state| state.parted(number, answer.ok()));
                });
            }
            Effect::Unpoint => self.cursor.set(None),
        }
    }

    /// The most tokens of the open model that are run.
    pub fn most_tokens(self) -> usize {
        self.room.of_report(Report::most_tokens).unwrap_or(1)
    }

    /// What was typed: the page's sentence, or the numbers of tokens.
    pub fn typed(self) -> RwSignal<String> {
        if self.tokens.get() == Tokens::Ids { self.ids } else { self.sentence }
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

    /// Changes what is looked at, as a link says.
    pub fn change_looks(self, change: impl FnOnce(&mut Looks)) {
        self.state.update(|state| change(&mut state.looks));
    }

    /// Looks at something else, or lays something else over heads.
    pub fn see(self, change: impl FnOnce(&mut Seen)) {
        self.change_looks(|looks| change(&mut looks.seen));
    }

    /// Looks at a head.
    pub fn choose(self, place: Place) {
        self.see(|seen| seen.place = place);
    }

    /// Shows other weights of it.
    pub fn show(self, which: Which) {
        self.state.update(|state| state.which = which);
    }

    fn run(self) {
        // Nobody would answer; the next worker is asked once it is there.
        if self.room.has_worker.get_untracked() {
            let (typed, causal) = (untrack(|| self.typed()), self.causal.get_untracked());
            self.happens(|state| state.run(typed.get_untracked(), causal));
        }
    }

    /// Fetches parts of the table of words, of these or those that every text needs, and hands them to the worker; `then`
    /// hears of it, or why not. Whether there are any that the worker has not.
    pub fn hand_over_vectors(
        self,
        wanted: &[String],
        then: impl Fn(Result<(), String>) + 'static,
    ) -> bool {
        let names = self.state.try_update(|state| state.fetch(wanted)).unwrap_or_default();
        if names.is_empty() {
            return false;
        }
        wasm_bindgen_futures::spawn_local(async move {
            let files = fetch_vectors(&names).await;
            let over = move |outcome: Result<(), String>| {
                match &outcome {
                    Ok(()) if self.state.try_update(Forward::came) == Some(true) => self.run(),
                    Ok(()) => {}
                    Err(_) => self.state.update(|state| state.lost(&names)),
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

    // The tokenizer.

    /// Reads a tokenizer's file in the place of the last one, with the program that is fetched for it; or goes on without
    /// one.
    fn take_tokenizer(self, file: Option<File>) {
        self.tokenizer.set_value(None);
        self.state.update(|state| state.given = None);
        let Some(file) = file else { return };
        let name = file.name();
        let client = Client::start(TOKENIZER, move |event| match event {
            Event::Ended(Ended { why, is_final: true, .. }) => {
                self.refuse(Failure::new(texts::inspect::tokenizer_gone(why)));
            }
            Event::Ended(Ended { why, .. }) => {
                self.state.update(|state| state.tell(texts::inspect::tokenizer_ended(why)));
            }
            Event::Ready | Event::Said(_) => {}
        });
        let ask = TokenAsk::Load { name: name.clone() };
        let config = self.room.files(Files::tokenizer_config);
        let config = config.and_then(|config| config.file());
        let files: Vec<File> = std::iter::once(file).chain(config).collect();
        // The next worker, where this one ends, reads it anew.
        client.ask_for(Stays::Kept, ask.into_message(), &files, move |answer| {
            let words = untrack(|| self.room.of_report(|report| report.words)).unwrap_or(0);
            let came_together = self.room.files(Files::tokenizer_came_with_it);
            let read = |answer| Given::read(&name, answer, words, came_together);
            match answer.ok().and_then(TokenAnswer::read).map(read) {
                Some(Ok(given)) => self.state.update(|state| state.given = Some(given)),
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
        self.room.set_problem(Some(why));
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
