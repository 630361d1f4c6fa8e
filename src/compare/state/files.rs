//! Files that the worker asks for: of the site, models and word vectors, one after another; of this project,
//! those that are open.

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar_compare::choices::{Source, file_of_trained, trained_in};
use nearfar_compare::protocol::{Answer, Ask};
use nearfar_kit::Stays;

use super::CompareState;
use crate::compare::words::why;
use crate::fetch::fetch_bytes;
use crate::kit::Said;
use crate::page;

/// So many models are fetched at once.
const AT_ONCE: usize = 3;

/// Where a trained model comes from: an address of the site, or the model's own name where it is in a file of this
/// project.
pub(super) fn file_of(model: &str) -> String {
    match file_of_trained(model) {
        Some(_) => model.to_owned(),
        None => format!("checkpoints/{model}.safetensors"),
    }
}

async fn bytes_of(path: &str) -> Result<Uint8Array, String> {
    match file_of_trained(path) {
        Some(file) => page::read_own(file).await,
        None => fetch_bytes(path, |_| {}).await.map(|bytes| Uint8Array::from(bytes.as_slice())),
    }
}

impl CompareState {
    /// Hands the worker a file, and every worker that takes its place.
    pub(super) fn hand_over(self, path: String, ask: &Ask, bytes: &Uint8Array) {
        let place = path.clone();
        let then = move |answer, _| {
            if let Answer::Failed(reason) = answer {
                // It may be fetched again.
                let name = file_of_trained(&path).unwrap_or(&path);
                let said = texts::compare::file_not_used(name, why(&reason));
                self.problem.try_set(Some(said));
                self.fetched.try_update_value(|fetched| fetched.remove(&path));
            }
            Said::Last
        };
        let id = self.client.with_value(|client| {
            let client = client.as_ref()?;
            Some(client.ask(Stays::Kept, ask, std::slice::from_ref(bytes), then))
        });
        self.fetched.update_value(|fetched| {
            fetched.insert(place, id);
        });
    }

    /// The files of this project are others: those that the worker has are read again.
    pub(super) fn read_again(self) {
        let handed = self.fetched.try_update_value(|fetched| {
            fetched.extract_if(.., |path, _| file_of_trained(path).is_some()).collect::<Vec<_>>()
        });
        for (path, id) in handed.unwrap_or_default() {
            self.client.with_value(|client| {
                if let (Some(client), Some(id)) = (client, id) {
                    client.forget(id);
                }
            });
            let is_open =
                self.own.with_untracked(|own| own.iter().any(|own| trained_in(own) == path));
            if is_open && self.choices.with_untracked(|choices| choices.source == Source::Each) {
                self.fetch(path.clone(), Ask::Model { name: path });
            }
        }
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
        let is_known = self.fetched.try_update_value(|fetched| match fetched.contains_key(&path) {
            true => true,
            false => fetched.insert(path.clone(), None).is_some(),
        });
        if is_known != Some(false) {
            return;
        }
        wasm_bindgen_futures::spawn_local(async move {
            match bytes_of(&path).await {
                Ok(bytes) => {
                    self.hand_over(path, &ask, &bytes);
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
                    let name = file_of_trained(&path).unwrap_or(&path);
                    let said = texts::common::file_not_loaded(name, error);
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
