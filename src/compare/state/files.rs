//! Files of the site that the worker asks for: models, word vectors, one after another.

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar_compare::protocol::{Answer, Ask};
use nearfar_kit::Stays;

use super::CompareState;
use crate::compare::words::why;
use crate::fetch::fetch_bytes;
use crate::kit::Said;

/// So many models are fetched at once.
const AT_ONCE: usize = 3;

/// The file of a model of the page.
pub(super) fn file_of(model: &str) -> String {
    format!("checkpoints/{model}.safetensors")
}

impl CompareState {
    /// Hands the worker a file, and every worker that takes its place.
    pub(super) fn hand_over(self, path: String, ask: &Ask, bytes: &Uint8Array) {
        let then = move |answer, _| {
            if let Answer::Failed(reason) = answer {
                // It may be fetched again.
                let said = texts::compare::file_not_used(&path, why(&reason));
                self.problem.try_set(Some(said));
                self.fetched.try_update_value(|fetched| fetched.remove(&path));
            }
            Said::Last
        };
        self.client.with_value(|client| {
            if let Some(client) = client {
                client.ask(Stays::Kept, ask, std::slice::from_ref(bytes), then);
            }
        });
    }

    /// The models whose files are fetched next: A and B first, a few at a time, so that pictures come one
    /// after another on a slow line, too.
    pub(super) fn next_of(self, coming: &[String]) -> impl Iterator<Item = &String> {
        let pair = self.choices.with_untracked(|choices| choices.pair.clone());
        let lost = self.lost.get_value();
        let mut left: Vec<&String> =
            coming.iter().filter(|name| !lost.contains(&file_of(name))).collect();
        left.sort_by_key(|name| !pair.contains(name));
        left.into_iter().take(AT_ONCE)
    }

    /// The models that are shown and still on their way.
    pub(super) fn coming(self) -> impl Iterator<Item = String> {
        let lost = self.lost.get_value();
        let coming = self.begun.with_untracked(|begun| begun.coming.clone());
        coming.into_iter().filter(move |name| !lost.contains(&file_of(name)))
    }

    /// Fetches a file of the site, hands it to the worker, and compares again.
    pub(super) fn fetch(self, path: String, ask: Ask) {
        let is_new = self.fetched.try_update_value(|fetched| fetched.insert(path.clone()));
        if is_new != Some(true) {
            return;
        }
        wasm_bindgen_futures::spawn_local(async move {
            match fetch_bytes(&path, |_| {}).await {
                Ok(bytes) => {
                    self.hand_over(path, &ask, &Uint8Array::from(bytes.as_slice()));
                    if let Some(setup) = untrack(|| self.setup(self.layer_key())) {
                        self.compare(setup);
                    }
                }
                Err(error) => {
                    self.fetched.update_value(|fetched| {
                        fetched.remove(&path);
                    });
                    self.lost.update_value(|lost| {
                        lost.insert(path.clone());
                    });
                    let said = texts::common::file_not_loaded(path, error);
                    self.problem.try_set(Some(said));
                    // The models behind it are not to wait for it.
                    let coming = self.begun.with_untracked(|begun| begun.coming.clone());
                    for model in self.next_of(&coming) {
                        self.fetch(file_of(model), Ask::Model { name: model.clone() });
                    }
                    if self.coming().next().is_none() && !coming.is_empty() {
                        self.waits.set(false);
                    }
                }
            }
        });
    }
}
