//! Files that runs start with: the page's own, and the user's.

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar_training::protocol::{Choices, Failure, Task};
use nearfar_training::shelf::Shelf;
use wasm_bindgen_futures::spawn_local;

use super::TrainState;
use crate::fetch::fetch_bytes;
use crate::train::database::{self, Record};

/// The sample of SNLI, and the most frequent words of the shared vectors.
const BUILT_IN: &str = "train/snli.tsv";
const FREQUENT: &str = "vectors/frequent.bin";
/// Under which the browser keeps the user's file.
pub(super) const FILE_KEY: &str = "file";

/// The user's file.
#[derive(Clone, Debug)]
pub struct OwnFile {
    /// Its name.
    pub name: String,
    /// Its bytes, outside the program's memory: they may be many.
    pub bytes: Uint8Array,
}

impl TrainState {
    /// Takes the user's file, keeps it in the browser, and starts the task with it.
    pub fn take_file(self, name: String, bytes: Uint8Array) {
        let kept = Record { text: name.clone(), bytes: bytes.clone() };
        self.file.set(Some(OwnFile { name, bytes }));
        spawn_local(async move {
            if !database::put(FILE_KEY, kept).await {
                self.tell(texts::train::own_not_kept().to_owned());
            }
        });
        self.shelf.update(Shelf::forget_own);
        for trainer in self.trainers_now() {
            let own = trainer.choices.with_untracked(|choices| choices.task == Task::Own);
            if own {
                trainer.apply(self, |run, _| run.start_with_file());
            } else {
                trainer.change(self, |choices| *choices = choices.for_task(Task::Own));
            }
        }
    }

    /// The bytes that a run of these choices starts with, the labelled file first, and its name.
    pub async fn files_for(self, choices: &Choices) -> Result<(String, Vec<Uint8Array>), Failure> {
        let mut bytes = Vec::new();
        let mut name = String::new();
        match choices.task {
            Task::Generated(_) => {}
            Task::BuiltIn => {
                name = "snli".to_owned();
                bytes.push(self.fetched(BUILT_IN).await?);
            }
            Task::Own => {
                let Some(file) = self.file.get_untracked() else {
                    return Err(Failure::new(texts::train::own_none()));
                };
                name = file.name;
                bytes.push(file.bytes);
            }
        }
        if choices.shared_vectors {
            bytes.push(self.fetched(FREQUENT).await?);
        }
        Ok((name, bytes))
    }

    async fn fetched(self, path: &'static str) -> Result<Uint8Array, Failure> {
        if let Some(bytes) = self.fetched.with_value(|known| known.get(path).cloned()) {
            return Ok(bytes);
        }
        let bytes = fetch_bytes(path, |_| ()).await;
        let bytes = bytes.map_err(|why| Failure::new(texts::common::file_not_loaded(path, why)))?;
        let bytes = Uint8Array::from(bytes.as_slice());
        self.fetched.update_value(|known| {
            known.insert(path, bytes.clone());
        });
        Ok(bytes)
    }
}
