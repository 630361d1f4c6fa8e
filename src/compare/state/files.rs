//! Files that the worker asks for: of the site, models and word vectors; of this project, those that are open.
//! Which are fetched is `nearfar_compare::comparison`'s.

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar_compare::choices::file_of_trained;
use nearfar_compare::comparison::Fetch;
use nearfar_compare::protocol::Answer;
use nearfar_compare::words::why;
use nearfar_kit::Stays;

use super::CompareState;
use crate::fetch::fetch_bytes;
use crate::kit::Answers;
use crate::page;

async fn bytes_of(path: &str) -> Result<Uint8Array, String> {
    match file_of_trained(path) {
        Some(file) => page::read_own(file).await,
        None => fetch_bytes(path, |_| {}).await.map(|bytes| Uint8Array::from(bytes.as_slice())),
    }
}

impl CompareState {
    /// Hands the worker a file, and every worker that takes its place.
    fn hand_over(self, fetch: &Fetch, bytes: &Uint8Array) {
        let path = fetch.path.clone();
        let then = move |answer, _| {
            if let Answer::Failed(reason) = answer {
                let name = file_of_trained(&path).unwrap_or(&path);
                let said = texts::compare::file_not_used(name, why(&reason));
                self.lose(&path, said);
            }
            Answers::Last
        };
        let id = self.client.with_value(|client| {
            let client = client.as_ref()?;
            Some(client.ask(Stays::Kept, &fetch.ask, std::slice::from_ref(bytes), then))
        });
        self.comparison.update(|comparison| comparison.handed(fetch, id));
    }

    /// Says why a file is not there, and goes on without it.
    fn lose(self, path: &str, said: String) {
        self.problem.try_set(Some(said));
        let pair = self.choices.try_with_untracked(|choices| choices.pair.clone());
        let next = self.begun.try_get_untracked().zip(pair).and_then(|(begun, pair)| {
            self.comparison.try_update(|comparison| comparison.lost(path, &begun, &pair))
        });
        self.fetch(next);
    }

    /// The files of this project are others: those that the worker has are read again.
    pub(super) fn read_again(self) {
        let (own, source) = (
            self.own.get_untracked(),
            self.choices.with_untracked(|choices| choices.source.clone()),
        );
        let again = self.comparison.try_update(|comparison| {
            let (requests, again) = comparison.read_again(&own, &source);
            self.client.with_value(|client| {
                if let Some(client) = client {
                    requests.into_iter().for_each(|request| client.forget(request));
                }
            });
            again
        });
        self.fetch(again);
    }

    /// Fetches files, hands them to the worker, and compares again.
    pub(super) fn fetch(self, files: Option<Vec<Fetch>>) {
        for fetch in files.unwrap_or_default() {
            wasm_bindgen_futures::spawn_local(async move {
                let bytes = bytes_of(&fetch.path).await;
                if self.comparison.try_with_untracked(|known| known.awaits(&fetch)) != Some(true) {
                    return;
                }
                match bytes {
                    Ok(bytes) => {
                        self.hand_over(&fetch, &bytes);
                        if let Some(setup) = untrack(|| self.setup(self.layer_key())) {
                            self.compare(setup);
                        }
                    }
                    Err(error) => {
                        let path = &fetch.path;
                        let name = file_of_trained(path).unwrap_or(path);
                        self.lose(path, texts::common::file_not_loaded(name, error));
                    }
                }
            });
        }
    }
}
