//! Laws of distance, as the room has them: one sentence after another through the worker, then one head after
//! another. What is measured is the library's ([`nearfar_inspect::laws`]).

use std::sync::Arc;

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar_inspect::laws::{HeadReport, Means};
use nearfar_inspect::protocol::forward::Sentence;
use nearfar_inspect::protocol::laws::{LawsAsk, LawsSaid};
use nearfar_inspect::protocol::{Answer, Ask};
pub use nearfar_inspect::room::study::Doing;
use nearfar_inspect::room::study::{Next, Study};
use wasm_bindgen_futures::JsFuture;

use super::forward_pass::{ForwardPass, Place, Tokens};
use super::state::{InspectState, View};
use crate::fetch::fetch_as_file;
use crate::reactive::effect;

/// The fewest and the most tokens of a sentence, special ones included, as in the terminal.
pub const BETWEEN: [usize; 2] = [16, 40];
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
    study: StoredValue<Study>,
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
            study: StoredValue::new(Study::default()),
        };
        effect(move || {
            room.report.track();
            untrack(|| laws.forget());
        });
        // The next worker has no study.
        effect(move || {
            if !room.has_worker() {
                untrack(|| laws.fail_now(texts::inspect::laws_ended().to_owned()));
            }
        });
        effect(move || {
            let tokens = pass.tokens();
            let ends = |study: &mut Study| study.parts_by(tokens);
            if laws.study.try_update_value(ends) == Some(true) {
                untrack(|| laws.fail(texts::inspect::laws_tokenizer().to_owned()));
            }
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
            match fetch_as_file(BUNDLED, BUNDLED).await {
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
        self.study.update_value(Study::forget);
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

    /// Says why the study ends, where it goes on.
    fn fail_at(self, number: u32, why: String) {
        if self.study.try_update_value(|study| study.failed(number)) == Some(true) {
            self.fail(why);
        }
    }

    fn fail_now(self, why: String) {
        self.fail_at(self.study.with_value(Study::number), why);
    }

    /// Whether what is heard of a study is of the one that goes on.
    fn goes_on(self, number: u32) -> bool {
        self.study.try_with_value(Study::number) == Some(number)
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
        let most = self.sentences.get_untracked();
        self.text.with_untracked(|text| self.study.update_value(|study| study.begin(text, most)));
        let (number, doing) = self.study.with_value(|study| (study.number(), study.doing()));
        self.doing.set(doing);
        let seed = self.seed.get_untracked();
        self.ask(number, LawsAsk::Begin { seed }, move |said| {
            let LawsSaid::Begun { silenced, heads } = said else { return };
            self.silenced.set(Some(silenced));
            self.study.update_value(|study| study.loaded(&heads));
            self.go_on(number);
        });
    }

    /// Ends the study with what was measured.
    pub fn stop(self) {
        match self.study.try_update_value(Study::stop) {
            Some(true) => self.finish(self.study.with_value(Study::number)),
            _ => self.forget(),
        }
    }

    /// Asks for what is next.
    fn go_on(self, number: u32) {
        let most = self.sentences.get_untracked();
        let Some(next) = self.study.try_update_value(|study| study.next(most)) else { return };
        match next {
            Next::Sentence(line) => {
                self.doing.set(self.study.with_value(Study::doing));
                self.sentence(number, line);
            }
            Next::Head((layer, head)) => {
                self.doing.set(self.study.with_value(Study::doing));
                self.ask(number, LawsAsk::Head { layer, head }, move |said| {
                    if let LawsSaid::Head(report) = said {
                        self.study.update_value(|study| study.keep(*report));
                        self.go_on(number);
                    }
                });
            }
            Next::Means => self.finish(number),
            Next::TooFew(taken) => {
                self.fail(texts::inspect::laws_few(taken, BETWEEN[0], BETWEEN[1]));
            }
        }
    }

    fn sentence(self, number: u32, line: String) {
        if self.pass.tokens() == Tokens::Words {
            return self.hand_over(number, Sentence::Text(line), Vec::new());
        }
        self.pass.part(line, BETWEEN[1], move |parted| {
            match parted {
                Err(message) => self.fail_at(number, message),
                Ok(_) if !self.goes_on(number) => {}
                Ok((tokens, 0)) => {
                    let ids = tokens.iter().map(|token| token.id).collect();
                    let special = tokens.iter().map(|token| token.special).collect();
                    self.hand_over(number, Sentence::Ids(ids), special);
                }
                // It is too long.
                Ok(_) => self.ran(number, None),
            }
        });
    }

    fn hand_over(self, number: u32, sentence: Sentence, special: Vec<bool>) {
        let ask = LawsAsk::Sentence { sentence, special, between: BETWEEN };
        self.ask(number, ask, move |said| {
            let LawsSaid::Added { tokens, is_taken, wanted } = said else { return };
            let lacking = match wanted.is_empty() {
                true => wanted,
                false => self.pass.lacking_vectors(wanted),
            };
            if !lacking.is_empty() {
                return self.pass.hand_over_vectors(lacking, move |outcome| match outcome {
                    Err(message) => self.fail_at(number, message),
                    Ok(()) if self.goes_on(number) => self.go_on(number),
                    Ok(()) => {}
                });
            }
            self.ran(number, is_taken.then_some(tokens));
        });
    }

    fn ran(self, number: u32, taken: Option<usize>) {
        self.study.update_value(|study| study.ran(taken));
        if taken.is_some() {
            self.tokens.set(self.study.with_value(|study| study.tokens().to_vec()));
        }
        self.go_on(number);
    }

    fn finish(self, number: u32) {
        let (heads, most) =
            self.study.with_value(|study| (study.measured().to_vec(), study.farthest()));
        self.chosen.set(most);
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
