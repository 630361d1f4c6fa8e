//! The open file in the Lab.

use leptos::prelude::*;
use nearfar::opened::method_of_page;
use nearfar::settings::method_text;
use nearfar_inspect::kinds::is_tokenizer;
use nearfar_inspect::protocol::Failure;
use nearfar_inspect::room::files::Files;
use nearfar_inspect::room::pass::ForLab;
use wasm_bindgen::JsValue;
use web_sys::File;

use super::{Busy, InspectState};
use crate::fetch::describe;
use crate::inspect::files;
use crate::inspect::forward_pass::{ForwardPass, Tokens};
use crate::inspect::item::Item;
use crate::page;

impl InspectState {
    /// Shows the open file in the Lab, which reads files of this project, at the head that is shown here.
    pub fn show_in_lab(self, pass: ForwardPass) {
        let (_, head) = pass.place.get_untracked();
        let name = self.opened.with_untracked(|opened| Some(opened.as_ref()?.name.clone()));
        let Some(item) = self.files.with_value(Files::model) else { return };
        let address = self.files.with_value(|files| files.address().unwrap_or_default().to_owned());
        self.problem.set(None);
        wasm_bindgen_futures::spawn_local(async move {
            // The Lab reads a file whole.
            let file = match item.file() {
                Some(file) => Ok(file),
                None => files::fetch_file(self, &address).await,
            };
            self.busy.try_set(None);
            let shown = match file {
                Ok(file) => {
                    // One of the page is called by its address, by which a link finds it.
                    let of_page = method_of_page(&address).map(|_| address);
                    let name = of_page.unwrap_or_else(|| file.name());
                    page::show_in_lab(&file, &name, head).await.map_err(describe)
                }
                Err(why) => Err(why),
            };
            if let Err(why) = shown {
                let message = texts::inspect::lab_refused(why);
                self.problem.try_set(Some(Failure { file: name, ..Failure::new(message) }));
            }
        });
    }

    /// Shows the open model in a panel of the Lab, at a layer and head, with the tokenizer that is used here;
    /// in panel A with the w and v that were moved here. Numbers of tokens that are run here become the page's
    /// sentence, unless the model is refused.
    pub fn show_in_panel(self, panel: &'static str, pass: ForwardPass) {
        let place = pass.place.get_untracked();
        let changes = if panel == "a" { moved(pass) } else { Vec::new() };
        let name = self.opened.with_untracked(|opened| Some(opened.as_ref()?.name.clone()));
        let items = self.files.with_value(|files| files.files().to_vec());
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
        let is_read_here = self
            .opened
            .with_untracked(|opened| opened.as_ref().is_some_and(|opened| opened.maps.is_none()));
        let ids = (is_read_here && untrack(|| pass.tokens()) == Tokens::Ids)
            .then(|| pass.ids.get_untracked());
        let sentence = page::setting("sentence");
        if let Some(ids) = &ids {
            page::set_setting("sentence", ids);
        }
        self.busy
            .set(Some(Busy { what: texts::inspect::opening_for_lab().to_owned(), share: None }));
        wasm_bindgen_futures::spawn_local(async move {
            let outcome = page::show_in_panel(&files, panel, place, &changes).await;
            self.busy.try_set(None);
            if let Err(error) = outcome {
                // Nothing else was typed meanwhile.
                if ids.is_some_and(|ids| page::setting("sentence") == ids) {
                    page::set_setting("sentence", &sentence);
                }
                let message = texts::inspect::lab_refused(describe(error));
                self.problem.try_set(Some(Failure { file: name, ..Failure::new(message) }));
            }
        });
    }
}

/// What was moved, as the Lab's settings have it: those of the shown layer, and those elsewhere.
fn moved(pass: ForwardPass) -> Vec<(&'static str, JsValue)> {
    let (shown, _) = pass.place.get_untracked();
    let laid = pass.laid.with_untracked(|laid| ForLab::of(laid, shown));
    laid.map_or_else(Vec::new, |ForLab { w, v, elsewhere }| {
        vec![
            ("a", method_text(pass.method.get_untracked()).into()),
            ("w", w.into()),
            ("v", v.into()),
            (
                "elsewhere",
                elsewhere.into_iter().map(JsValue::from).collect::<js_sys::Array>().into(),
            ),
        ]
    })
}
