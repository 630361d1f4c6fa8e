//! Laws of distance, as the room has them: one sentence after another through the worker, then one head after
//! another. What is measured is the library's ([`nearfar_inspect::laws`]).

use std::sync::Arc;

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar_inspect::laws::{HeadReport, Means};
use nearfar_inspect::protocol::forward::Sentence;
use nearfar_inspect::protocol::laws::{LawsAsk, LawsSaid};
use nearfar_inspect::protocol::{Answer, Ask};
use wasm_bindgen_futures::JsFuture;

use super::files::fetch_file;
use super::forward_pass::{ForwardPass, Place, Tokens};
use super::state::{InspectState, View};
use crate::reactive::effect;

/// The fewest and the most tokens of a sentence, special ones included, as in the terminal.
pub const BETWEEN: [usize; 2] = [16, 40];
/// The sentences that come with the page.
const BUNDLED: &str = "laws/sentences.txt";
/// How many sentences are taken.
const SENTENCES: usize = 48;
/// One to fit to, one to judge by.
const FEWEST: usize = 2;

/// What is being done, and how much of how much is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doing {
    /// Sentences are run.
    Sentences(usize, usize),
    /// Laws are fitted to heads.
    Heads(usize, usize),
}

/// Handles only, copied into every component.
#[derive(Clone, Copy)]
pub struct Laws {
    room: InspectState,
    pass: ForwardPass,
    /// The sentences, one a line.
    pub text: RwSignal<String>,
    /// What the text is called.
    pub name: RwSignal<String>,
    /// How many sentences are taken.
    pub sentences: RwSignal<usize>,
    /// Of the resamples.
    pub seed: RwSignal<u64>,
    /// What is being done.
    pub doing: RwSignal<Option<Doing>>,
    /// What the model was silenced of; `None` before it was.
    pub silenced: RwSignal<Option<Vec<String>>>,
    /// N of the sentences that were taken.
    pub tokens: RwSignal<Vec<usize>>,
    /// The heads that were measured.
    pub heads: RwSignal<Arc<Vec<HeadReport>>>,
    /// All of them together.
    pub means: RwSignal<Option<Arc<Means>>>,
    /// Why there is nothing to see.
    pub problem: RwSignal<Option<String>>,
    /// The head that is looked at.
    pub chosen: RwSignal<Place>,
    /// Counts studies; what is heard of another one is dropped.
    number: StoredValue<u32>,
    lines: StoredValue<Vec<String>>,
    places: StoredValue<Vec<Place>>,
    measured: StoredValue<Vec<HeadReport>>,
}

impl Laws {
    /// Nothing measured yet.
    pub fn new(room: InspectState, pass: ForwardPass) -> Laws {
        let laws = Laws {
            room,
            pass,
            text: RwSignal::new(String::new()),
            name: RwSignal::new(String::new()),
            sentences: RwSignal::new(SENTENCES),
            seed: RwSignal::new(1),
            doing: RwSignal::new(None),
            silenced: RwSignal::new(None),
            tokens: RwSignal::new(Vec::new()),
            heads: RwSignal::new(Arc::new(Vec::new())),
            means: RwSignal::new(None),
            problem: RwSignal::new(None),
            chosen: RwSignal::new((0, 0)),
            number: StoredValue::new(0),
            lines: StoredValue::new(Vec::new()),
            places: StoredValue::new(Vec::new()),
            measured: StoredValue::new(Vec::new()),
        };
        effect(move || {
            room.report.track();
            untrack(|| laws.forget());
        });
        // A new worker has no study.
        effect(move || {
            room.lives.track();
            untrack(|| {
                if laws.doing.get().is_some() {
                    laws.fail(texts::inspect::laws_ended().to_owned());
                }
            });
        });
        effect(move || {
            if room.view.get() == View::Laws && laws.name.with_untracked(String::is_empty) {
                untrack(|| laws.bundled());
            }
        });
        laws
    }

    /// Takes the sentences that come with the page.
    pub fn bundled(self) {
        self.name.set(BUNDLED.to_owned());
        wasm_bindgen_futures::spawn_local(async move {
            match fetch_file(None, BUNDLED).await {
                Ok(file) => self.take(file).await,
                Err(message) => self.problem.set(Some(message)),
            }
        });
    }

    /// Takes the sentences of a file.
    pub fn open(self, file: web_sys::File) {
        self.name.set(file.name());
        wasm_bindgen_futures::spawn_local(self.take(file));
    }

    async fn take(self, file: web_sys::File) {
        if let Some(text) = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string())
        {
            self.text.set(nearfar_inspect::laws::sentences(&text, &file.name()).join("\n"));
        }
    }

    fn forget(self) {
        self.number.update_value(|number| *number += 1);
        self.measured.set_value(Vec::new());
        self.doing.set(None);
        self.silenced.set(None);
        self.tokens.set(Vec::new());
        self.heads.set(Arc::new(Vec::new()));
        self.means.set(None);
        self.problem.set(None);
        self.chosen.set((0, 0));
    }

    fn fail(self, why: String) {
        self.forget();
        self.problem.set(Some(why));
    }

    /// Whether what is heard of a study is of the one that goes on.
    fn goes_on(self, number: u32) -> bool {
        self.number.try_get_value() == Some(number)
    }

    /// Asks the worker; an answer of a study that ended is dropped, a failure ends the study.
    fn ask(self, number: u32, ask: LawsAsk, then: impl FnOnce(LawsSaid) + 'static) {
        let mut then = Some(then);
        self.room.ask(Ask::Laws(ask), &[], move |answer, _| {
            match answer {
                Answer::Progress { .. } => return false,
                _ if !self.goes_on(number) => {}
                Answer::Laws(said) => {
                    if let Some(then) = then.take() {
                        then(said);
                    }
                }
                Answer::Failed(failure) => self.fail(failure.message),
                _ => {}
            }
            true
        });
    }

    /// Begins a study.
    pub fn start(self) {
        self.forget();
        if self.pass.tokens() == Tokens::Ids {
            return self.problem.set(Some(texts::inspect::laws_tokenizer().to_owned()));
        }
        let lines: Vec<String> = self.text.with_untracked(|text| {
            let lines = text.lines().map(str::trim);
            lines.filter(|line| !line.is_empty()).map(str::to_owned).collect()
        });
        self.lines.set_value(lines);
        self.doing.set(Some(Doing::Sentences(0, self.wanted())));
        let number = self.number.get_value();
        let seed = self.seed.get_untracked();
        self.ask(number, LawsAsk::Begin { seed }, move |said| {
            let LawsSaid::Begun { silenced, heads } = said else { return };
            self.silenced.set(Some(silenced));
            let of_layer = |(layer, &count)| (0..count).map(move |head| (layer, head));
            self.places.set_value(heads.iter().enumerate().flat_map(of_layer).collect());
            self.sentence(number, 0);
        });
    }

    fn wanted(self) -> usize {
        self.sentences.get_untracked().min(self.lines.with_value(Vec::len))
    }

    /// Ends the study with what was measured.
    pub fn stop(self) {
        if let Some(Doing::Heads(..)) = self.doing.get_untracked() {
            self.number.update_value(|number| *number += 1);
            self.finish(self.number.get_value());
        } else {
            self.forget();
        }
    }

    fn sentence(self, number: u32, place: usize) {
        let taken = self.tokens.with_untracked(Vec::len);
        let line = self.lines.with_value(|lines| lines.get(place).cloned());
        let Some(line) = line.filter(|_| taken < self.sentences.get_untracked()) else {
            return match taken {
                FEWEST.. => self.head(number, 0),
                _ => self.fail(texts::inspect::laws_few(taken, BETWEEN[0], BETWEEN[1])),
            };
        };
        self.doing.set(Some(Doing::Sentences(taken, self.wanted())));
        if self.pass.tokens() == Tokens::Words {
            return self.hand_over(number, place, Sentence::Text(line), Vec::new());
        }
        self.pass.part(line, BETWEEN[1], move |parted| {
            if !self.goes_on(number) {
                return;
            }
            match parted {
                Ok((tokens, 0)) => {
                    let ids = tokens.iter().map(|token| token.id).collect();
                    let special = tokens.iter().map(|token| token.special).collect();
                    self.hand_over(number, place, Sentence::Ids(ids), special);
                }
                // It is too long.
                Ok(_) => self.sentence(number, place + 1),
                Err(message) => self.fail(message),
            }
        });
    }

    fn hand_over(self, number: u32, place: usize, sentence: Sentence, special: Vec<bool>) {
        let ask = LawsAsk::Sentence { sentence, special, between: BETWEEN };
        self.ask(number, ask, move |said| {
            let LawsSaid::Added { tokens, is_taken, wanted } = said else { return };
            let lacking = match wanted.is_empty() {
                true => wanted,
                false => self.pass.lacking_vectors(wanted),
            };
            if !lacking.is_empty() {
                return self.pass.hand_over_vectors(lacking, move || {
                    if self.goes_on(number) {
                        self.sentence(number, place);
                    }
                });
            }
            if is_taken {
                self.tokens.update(|all| all.push(tokens));
            }
            self.sentence(number, place + 1);
        });
    }

    fn head(self, number: u32, place: usize) {
        let (of, next) =
            self.places.with_value(|places| (places.len(), places.get(place).copied()));
        let Some((layer, head)) = next else { return self.finish(number) };
        self.doing.set(Some(Doing::Heads(place, of)));
        self.ask(number, LawsAsk::Head { layer, head }, move |said| {
            if let LawsSaid::Head(report) = said {
                self.measured.update_value(|all| all.push(*report));
                self.head(number, place + 1);
            }
        });
    }

    fn finish(self, number: u32) {
        let heads = self.measured.get_value();
        let farthest = |head: &&HeadReport| head.silenced.map_or(0.0, |silenced| silenced.value);
        let most = heads.iter().max_by(|a, b| farthest(a).total_cmp(&farthest(b)));
        self.chosen.set(most.map_or((0, 0), |head| (head.layer, head.head)));
        self.heads.set(Arc::new(heads));
        self.doing.set(None);
        self.ask(number, LawsAsk::Means, move |said| {
            if let LawsSaid::Means(means) = said {
                self.means.set(means.map(Arc::new));
            }
        });
    }

    /// Saves all of it.
    pub fn save(self) {
        let ask = Ask::Laws(LawsAsk::Save { text: self.name.get_untracked() });
        self.room.ask(ask, &[], move |answer, bytes: Vec<Uint8Array>| {
            match (answer, bytes.first()) {
                (Answer::Laws(LawsSaid::Saved), Some(bytes)) => {
                    crate::export::save_bytes("laws.json", bytes);
                }
                (Answer::Failed(failure), _) => self.problem.set(Some(failure.message)),
                _ => {}
            }
            true
        });
    }

    /// The head that is looked at.
    pub fn head_shown(self) -> Option<HeadReport> {
        let chosen = self.chosen.get();
        self.heads
            .with(|heads| heads.iter().find(|head| (head.layer, head.head) == chosen).cloned())
    }

    /// Shows the head on the room's sentence.
    pub fn run_it(self) {
        self.pass.place.set(self.chosen.get_untracked());
        self.room.show(View::Run);
    }
}
