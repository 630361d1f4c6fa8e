//! The sentence through the model: what is asked of the worker, and what it answers.

use std::sync::Arc;

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar::settings::method_text;
use nearfar_inspect::protocol::forward::{HeadRescale, Ran, Rescale, Sentence, Which};
use nearfar_inspect::protocol::{Answer, Ask};
use nearfar_inspect::room::pass::{Laid, Lay, labels_of_ids};
use nearfar_inspect::room::run::Run;

use super::{ForwardPass, Tokens};
use crate::inspect::item::Item;
use crate::inspect::state::Busy;
use crate::kit::f32s;
use crate::opened::reader::{fetch_vectors, read_ids};

impl ForwardPass {
    pub(super) fn run_soon(self) {
        self.pause.soon(move || untrack(|| self.run()));
    }

    fn run(self) {
        if !self.room.can_run() {
            return;
        }
        self.remark.set(String::new());
        match self.tokens() {
            Tokens::Words => {
                let text = self.sentence.get_untracked();
                match self.lacking_vectors(Vec::new()) {
                    lacking if lacking.is_empty() => self.send(Sentence::Text(text), Vec::new()),
                    lacking => self.fetch_vectors(lacking),
                }
            }
            Tokens::Tokenizer => self.encode(self.sentence.get_untracked()),
            Tokens::Ids => match read_ids(&self.ids.get_untracked(), self.most_tokens()) {
                Ok(ids) => {
                    let labels = labels_of_ids(&ids);
                    self.send(Sentence::Ids(ids), labels);
                }
                Err(message) => self.fail(message),
            },
        }
    }

    /// The most tokens of the open model that are run.
    pub fn most_tokens(self) -> usize {
        self.room.report.with(|report| report.as_ref().map_or(1, |report| report.most_tokens()))
    }

    fn fetch_vectors(self, names: Vec<String>) {
        self.hand_over_vectors(names, move |outcome| match outcome {
            Ok(()) => self.run(),
            Err(message) => self.problem.set(Some(message)),
        });
    }

    /// Parts of the table of words that the worker has not, of these or those that every text needs.
    pub fn lacking_vectors(self, wanted: Vec<String>) -> Vec<String> {
        self.parts.with_value(|parts| parts.lacking(&wanted))
    }

    /// Fetches parts of the table of words and hands them to the worker; or says why not.
    pub fn hand_over_vectors(
        self,
        names: Vec<String>,
        then: impl FnOnce(Result<(), String>) + 'static,
    ) {
        self.parts.update_value(|parts| parts.fetch(&names));
        wasm_bindgen_futures::spawn_local(async move {
            let files: Vec<Item> = match fetch_vectors(&names).await {
                Ok(files) => files.into_iter().map(Item::fetched).collect(),
                Err(message) => {
                    self.parts.update_value(|parts| parts.lost(&names));
                    return then(Err(message));
                }
            };
            let mut then = Some(then);
            self.room.ask(Ask::Vectors, &files, move |answer, _| {
                let outcome = match answer {
                    Answer::Idle => Ok(()),
                    Answer::Failed(failure) => {
                        self.parts.update_value(|parts| parts.lost(&names));
                        Err(failure.message)
                    }
                    _ => return false,
                };
                if let Some(then) = then.take() {
                    then(outcome);
                }
                true
            });
        });
    }

    pub(super) fn send(self, sentence: Sentence, labels: Vec<String>) {
        let number = self.runs.get_value() + 1;
        self.runs.set_value(number);
        self.busy.set(Some(Busy::with(texts::inspect::running())));
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
                Answer::Ran(ran) => self.show(*ran, labels.clone(), &bytes, causal),
                Answer::Failed(failure) => {
                    self.busy.set(None);
                    self.fail(failure.message);
                }
                _ => {}
            }
            true
        });
    }

    /// There is no run, and why.
    fn fail(self, why: String) {
        self.run.set(Run::default());
        self.problem.set(Some(why));
    }

    fn show(self, ran: Ran, labels: Vec<String>, bytes: &[Uint8Array], causal: bool) {
        let wanted = self.lacking_vectors(ran.wanted.clone());
        if !wanted.is_empty() {
            self.fetch_vectors(wanted);
        }
        self.busy.set(None);
        self.problem.set(None);
        let run = Run::new(ran, labels, f32s(bytes.first()), causal);
        // The same tokens under another mask: the cell that is read stays.
        if self.run.with_untracked(|known| known.labels() != run.labels()) {
            self.cursor.set(None);
        }
        self.run.set(run);
        self.keep_within();
        self.lay();
    }

    /// Lays w and v over the heads. One request at a time: what moves meanwhile waits for the next.
    pub(super) fn lay(self) {
        let laid = self.laid.get_untracked();
        let has_run = self.run.with_untracked(Run::is_there);
        match self.laying.try_update_value(|laying| laying.moved(has_run, !laid.is_empty())) {
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
        let heads = laid.iter().map(|(&(layer, head), &(w, v))| HeadRescale { layer, head, w, v });
        let rescale =
            Rescale { method: method_text(self.method.get_untracked()), heads: heads.collect() };
        self.room.ask(Ask::Rescale(rescale), &[], move |answer, bytes| {
            match answer {
                Answer::Rescaled(rescaled) => {
                    let is_first = self.run.with_untracked(|run| run.over().is_none());
                    if is_first && self.which.get_untracked() == Which::Before {
                        self.which.set(Which::After);
                    }
                    self.run.update(|run| run.lay(*rescaled, f32s(bytes.first())));
                }
                Answer::Failed(failure) => self.problem.set(Some(failure.message)),
                _ => {}
            }
            let is_any_laid = !self.laid.with_untracked(Laid::is_empty);
            if self.laying.try_update_value(|laying| laying.answered(is_any_laid)) == Some(true) {
                self.lay();
            }
            true
        });
    }

    pub(super) fn ask_map(self) {
        let Some(tokens) = self.run.with_untracked(|run| Some(run.ran()?.count)) else { return };
        let ((layer, head), which) = (self.place.get_untracked(), self.which.get_untracked());
        self.room.ask(Ask::Map { layer, head, which }, &[], move |answer, bytes| {
            if let Answer::Map { layer, head, which } = answer {
                let weights = f32s(bytes.first());
                let is_now = self.place.get_untracked() == (layer, head)
                    && self.which.get_untracked() == which;
                if is_now && weights.len() == tokens * tokens {
                    self.map.set(Some((which, Arc::new(weights))));
                }
            }
            true
        });
    }
}
