//! Files that the worker asks for: of the site, models and word vectors; of this project, those that are open.
//! Which are fetched is `nearfar_compare::comparison`'s.

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar_compare::choices::file_of_trained;
use nearfar_compare::comparison::Fetch;
use nearfar_compare::words::why;
use wasm_bindgen_futures::spawn_local;

use super::CompareState;
use crate::fetch::fetch_bytes;
use crate::page;

async fn bytes_of(path: &str) -> Result<Uint8Array, String> {
    match file_of_trained(path) {
        Some(file) => page::read_own(file).await,
        None => fetch_bytes(path, |_| {}).await.map(|bytes| Uint8Array::from(bytes.as_slice())),
    }
}

impl CompareState {
    /// Says why a file is not there, and goes on without it.
    fn lose(self, path: &str, said: String) {
        self.problem.try_set(Some(said));
        let pair = self.choices.try_with_untracked(|choices| choices.pair.clone());
        let next = self.begun.try_get_untracked().zip(pair).and_then(|(begun, pair)| {
            self.comparison.try_update(|comparison| comparison.lost(path, &begun, &pair))
        });
        self.fetch(next.unwrap_or_default());
    }

    /// The files of this project are others: those that the worker has are read again.
    pub(super) fn read_again(self) {
        let own = self.own.get_untracked();
        let source = self.choices.with_untracked(|choices| choices.source.clone());
        let again = self.comparison.try_update(|known| known.read_again(&own, &source));
        let Some((requests, again)) = again else { return };
        requests.into_iter().for_each(|request| self.forget(Some(request)));
        self.fetch(again);
    }

    /// Fetches files, hands them to the worker, and compares again.
    pub(super) fn fetch(self, files: Vec<Fetch>) {
        for fetch in files {
            spawn_local(async move {
                let bytes = bytes_of(&fetch.path).await;
                if self.comparison.try_with_untracked(|known| known.awaits(&fetch)) != Some(true) {
                    return;
                }
                let path = fetch.path.clone();
                let name = file_of_trained(&path).unwrap_or(&path).to_owned();
                match bytes {
                    Ok(bytes) => {
                        let id = self.hand_over(&fetch.ask, &[bytes], move |reason| {
                            self.lose(&path, texts::compare::file_not_used(&name, why(reason)));
                        });
                        self.comparison.update(|known| known.handed(&fetch, Some(id)));
                        if let Some(setup) = untrack(|| self.setup()) {
                            self.compare(setup);
                        }
                    }
                    Err(error) => self.lose(&path, texts::common::file_not_loaded(name, error)),
                }
            });
        }
    }
}
