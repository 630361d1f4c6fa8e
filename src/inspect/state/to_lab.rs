//! The open file in the Lab.

use leptos::prelude::*;
use nearfar_inspect::protocol::Failure;
use web_sys::File;

use super::{Busy, InspectState, is_tokenizer};
use crate::fetch::describe;
use crate::inspect::files;
use crate::inspect::item::Item;
use crate::page;

impl InspectState {
    /// Shows the open file in the Lab, which reads files of this project.
    pub fn show_in_lab(self) {
        let name = self.opened.with_untracked(|opened| Some(opened.as_ref()?.name.clone()));
        let Some(item) = self.model() else { return };
        let address = self.address.get_value().unwrap_or_default();
        self.problem.set(None);
        wasm_bindgen_futures::spawn_local(async move {
            // The Lab reads a file whole.
            let file = match item.file() {
                Some(file) => Ok(file),
                None => files::fetch_file(self, &address, true).await,
            };
            self.busy.try_set(None);
            let shown = match file {
                Ok(file) => page::show_in_lab(&file).await.map_err(describe),
                Err(why) => Err(why),
            };
            if let Err(why) = shown {
                let message = texts::inspect::lab_refused(why);
                self.problem.try_set(Some(Failure { file: name, ..Failure::new(message) }));
            }
        });
    }

    /// Shows the open model in a panel of the Lab, at a layer and head, with the tokenizer that is used here.
    pub fn show_in_panel(self, panel: &'static str, (layer, head): (usize, usize)) {
        let name = self.opened.with_untracked(|opened| Some(opened.as_ref()?.name.clone()));
        let items = self.files.get_value();
        let mut files: Vec<File> = items.iter().filter_map(Item::file).collect();
        if files.len() < items.len() {
            let why = texts::inspect::lab_needs_file();
            self.problem.set(Some(Failure { file: name, ..Failure::new(why) }));
            return;
        }
        if let Some(tokenizer) = self.tokenizer_file.get_untracked() {
            files.retain(|file| !is_tokenizer(&file.name()));
            files.push(tokenizer);
        }
        self.problem.set(None);
        self.busy
            .set(Some(Busy { what: texts::inspect::opening_for_lab().to_owned(), share: None }));
        wasm_bindgen_futures::spawn_local(async move {
            let outcome = page::show_in_panel(&files, panel, layer, head).await;
            self.busy.try_set(None);
            if let Err(error) = outcome {
                let message = texts::inspect::lab_refused(describe(error));
                self.problem.try_set(Some(Failure { file: name, ..Failure::new(message) }));
            }
        });
    }
}
