//! Laws of distance, as the room has them: one sentence after another through the worker, then one head after
//! another. What is asked next is the study's ([`nearfar_inspect::room::study`]).

use std::sync::Arc;

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar_inspect::laws::HeadReport;
use nearfar_inspect::protocol::forward::Sentence;
use nearfar_inspect::protocol::laws::{LawsAsk, LawsSaid};
use nearfar_inspect::protocol::{Answer, Ask};
use nearfar_inspect::room::study::{BETWEEN, Next, Study};
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

use super::forward_pass::{ForwardPass, Place, Tokens};
use super::state::{InspectState, View};
use crate::fetch::fetch_as_file;
use crate::reactive::{effect, memo};

/// The sentences that come with the page.
const BUNDLED: &str = "laws/sentences.txt";
/// How many sentences are taken.
const SENTENCES: usize = 48;

/// Handles only, copied into every component.
#[derive(Clone, Copy)]
pub struct Laws {
    room: InspectState,
    pass: ForwardPass,
    /// The sentences, one a line.
    pub text: RwSignal<String>,
    /// What the text is called.
    name: RwSignal<String>,
    /// How many sentences are taken.
    pub sentences: RwSignal<usize>,
    /// Of the resamples.
    pub seed: RwSignal<u64>,
    /// The study as it goes on, and what came of it.
    pub study: RwSignal<Study>,
    /// The heads that were measured.
    pub heads: Memo<Arc<Vec<HeadReport>>>,
    /// The head that is looked at.
    pub shown: Memo<Place>,
}

impl Laws {
    /// Nothing measured yet.
    pub fn new(room: InspectState, pass: ForwardPass) -> Laws {
        let study = RwSignal::new(Study::default());
        let laws = Laws {
            room,
            pass,
            text: RwSignal::default(),
            name: RwSignal::default(),
            sentences: RwSignal::new(SENTENCES),
            seed: RwSignal::new(1),
            study,
            heads: memo(move || study.with(|study| Arc::new(study.heads().to_vec()))),
            shown: memo(move || study.with(Study::shown)),
        };
        effect(move || {
            room.report.track();
            study.update(Study::forget);
        });
        // The next worker has no study.
        effect(move || {
            if !room.has_worker() {
                let why = texts::inspect::laws_ended().to_owned();
                study.update(|study| study.failed(study.number(), why));
            }
        });
        effect(move || {
            let tokens = pass.tokens();
            study.update(|study| study.parts_by(tokens));
        });
        effect(move || {
            if room.view() == View::Laws && laws.name.with_untracked(String::is_empty) {
                untrack(|| laws.take(BUNDLED.to_owned(), fetch_as_file(BUNDLED, BUNDLED)));
            }
        });
        laws
    }

    /// Takes the sentences of a file.
    pub fn open(self, file: File) {
        self.take(file.name(), async move { Ok(file) });
    }

    fn take(self, name: String, file: impl Future<Output = Result<File, String>> + 'static) {
        self.name.set(name);
        wasm_bindgen_futures::spawn_local(async move {
            let file = match file.await {
                Ok(file) => file,
                Err(why) => return self.study.update(|study| study.tell(why)),
            };
            let text = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string());
            if let Some(text) = text {
                self.text.set(nearfar_inspect::laws::sentences(&text, &file.name()).join("\n"));
            }
        });
    }

    /// Looks at a head.
    pub fn choose(self, place: Place) {
        self.study.update(|study| study.choose(place));
    }

    /// Begins a study.
    pub fn start(self) {
        let (most, tokens) = (self.sentences.get_untracked(), untrack(|| self.pass.tokens()));
        self.study.update(|study| {
            self.text.with_untracked(|text| study.begin(text, most));
            study.parts_by(tokens);
        });
        if self.study.with_untracked(|study| study.doing().is_some()) {
            self.ask(LawsAsk::Begin { seed: self.seed.get_untracked() });
        }
    }

    /// Ends the study with what was measured.
    pub fn stop(self) {
        if self.study.try_update(Study::stop) == Some(true) {
            self.ask(LawsAsk::Means);
        }
    }

    /// Asks for what is next.
    fn go_on(self) {
        let most = self.sentences.get_untracked();
        match self.study.try_update(|study| study.next(most)).flatten() {
            Some(Next::Sentence(line)) => self.part(line),
            Some(Next::Ask(ask)) => self.ask(ask),
            None => {}
        }
    }

    /// Hands over a sentence: as it is, where the model reads words, else parted by its tokenizer.
    fn part(self, line: String) {
        let hand_over = move |sentence: Sentence, special: Vec<bool>| {
            self.ask(LawsAsk::Sentence { sentence, special, between: BETWEEN });
        };
        if self.pass.tokens() == Tokens::Words {
            return hand_over(Sentence::Text(line), Vec::new());
        }
        let number = self.number();
        self.pass.ask_tokenizer(line, BETWEEN[1], move |parted| match parted.flatten() {
            Err(why) => self.study.update(|study| study.failed(number, why)),
            Ok(_) if !self.goes_on(number) => {}
            Ok((tokens, 0)) => {
                let ids = tokens.iter().map(|token| token.id).collect();
                let special = tokens.iter().map(|token| token.special).collect();
                hand_over(Sentence::Ids(ids), special);
            }
            // It is too long.
            Ok(_) => {
                self.study.update(|study| study.ran(false));
                self.go_on();
            }
        });
    }

    fn number(self) -> u32 {
        self.study.with_untracked(Study::number)
    }

    /// Whether what is heard of a study is of the one that goes on.
    fn goes_on(self, number: u32) -> bool {
        self.study.try_with_untracked(Study::number) == Some(number)
    }

    /// Asks the worker; an answer of a study that ended is dropped, a failure ends the study.
    fn ask(self, ask: LawsAsk) {
        let number = self.number();
        self.room.ask(Ask::Laws(ask), &[], move |answer, _| match answer {
            Answer::Laws(said) => self.heard(number, Ok(said)),
            Answer::Failed(failure) => self.heard(number, Err(failure.message)),
            _ => {}
        });
    }

    fn heard(self, number: u32, said: Result<LawsSaid, String>) {
        let lacking = match &said {
            Ok(LawsSaid::Added { wanted, .. }) if !wanted.is_empty() && self.goes_on(number) => {
                self.pass.lacking_vectors(wanted.clone())
            }
            _ => Vec::new(),
        };
        // With its words the sentence is handed over once more.
        if !lacking.is_empty() {
            return self.pass.hand_over_vectors(lacking, move |outcome| match outcome {
                Err(why) => self.study.update(|study| study.failed(number, why)),
                Ok(()) if self.goes_on(number) => self.go_on(),
                Ok(()) => {}
            });
        }
        if self.study.try_update(|study| study.heard(number, said)) == Some(true) {
            self.go_on();
        }
    }

    /// Saves all of it.
    pub fn save(self) {
        let ask = Ask::Laws(LawsAsk::Save { text: self.name.get_untracked() });
        self.room.ask(ask, &[], move |answer, bytes: Vec<Uint8Array>| {
            match (answer, bytes.first()) {
                (Answer::Laws(LawsSaid::Saved), Some(bytes)) => {
                    crate::export::save_bytes("laws.json", bytes);
                }
                (Answer::Failed(failure), _) => {
                    self.study.update(|study| study.tell(failure.message))
                }
                _ => {}
            }
        });
    }

    /// The report of the head that is looked at.
    pub fn head_shown(self) -> Option<HeadReport> {
        let shown = self.shown.get();
        self.heads.with(|heads| heads.iter().find(|head| head.place() == shown).cloned())
    }

    /// Shows the head on the room's sentence.
    pub fn run_it(self) {
        self.pass.choose(self.shown.get_untracked());
        self.room.show(View::Run);
    }
}
