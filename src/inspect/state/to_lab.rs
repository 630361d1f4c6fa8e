//! The open file in the Lab.

use leptos::prelude::*;
use nearfar::opened::method_of_page;
use nearfar_inspect::protocol::Failure;
use nearfar_inspect::room::files::Files;
use web_sys::File;

use super::{Busy, InspectState};
use crate::fetch::describe;
use crate::inspect::files::{self, Item};
use crate::inspect::forward_pass::{ForwardPass, Tokens};
use crate::page;
use crate::values::to_js;

impl InspectState {
    /// Shows the open file in the Lab, which reads files of this project, at the head that is shown here.
    pub fn show_in_lab(self, pass: ForwardPass) {
        let (_, head) = pass.place.get_untracked();
        let Some(item) = self.files.with_value(Files::model) else { return };
        let address = self.files.with_value(|files| files.address().unwrap_or_default().to_owned());
        self.show_elsewhere(async move {
            // The Lab reads a file whole.
            let file = match item.file() {
                Some(file) => file,
                None => files::fetch_file(self, &address).await?,
            };
            // One of the page is called by its address, by which a link finds it.
            let of_page = method_of_page(&address).map(|_| address);
            let name = of_page.unwrap_or_else(|| file.name());
            page::show_in_lab(&file, &name, head).await.map_err(describe)
        });
    }

    /// Shows the open model in a panel of the Lab, at a layer and head, with the tokenizer that is used here;
    /// in panel A with the w and v that were moved here. Numbers of tokens that are run here become the page's
    /// sentence, unless the model is refused.
    pub fn show_in_panel(self, panel: &'static str, pass: ForwardPass) {
        let place = pass.place.get_untracked();
        let moved = pass.looks.with_untracked(|looks| looks.seen.for_lab());
        let moved = moved.into_iter().filter(|_| panel == "a");
        let changes: Vec<_> = moved.map(|(name, value)| (name, to_js(&value))).collect();
        let tokenizer = self.tokenizer_file.get_untracked().map(Item::given);
        let items = self.files.with_value(|files| files.with_tokenizer(tokenizer));
        let Some(files) = items.iter().map(Item::file).collect::<Option<Vec<File>>>() else {
            let message = texts::inspect::lab_needs_file().to_owned();
            return self.problem.set(Some(Failure { message, file: untrack(|| self.name()) }));
        };
        let is_read_here =
            self.opened.with_untracked(|of| of.as_ref().is_some_and(|of| of.maps.is_none()));
        let ids = (is_read_here && untrack(|| pass.tokens()) == Tokens::Ids)
            .then(|| pass.ids.get_untracked());
        let sentence = page::setting("sentence");
        if let Some(ids) = &ids {
            page::set_setting("sentence", ids);
        }
        self.busy.set(Some(Busy::with(texts::inspect::opening_for_lab())));
        self.show_elsewhere(async move {
            let outcome = page::show_in_panel(&files, panel, place, &changes).await;
            // Nothing else was typed meanwhile.
            if outcome.is_err() && ids.is_some_and(|ids| page::setting("sentence") == ids) {
                page::set_setting("sentence", &sentence);
            }
            outcome.map_err(describe)
        });
    }

    /// Shows the open file in another room; what goes wrong there is said here.
    fn show_elsewhere(self, shown: impl Future<Output = Result<(), String>> + 'static) {
        let file = untrack(|| self.name());
        self.problem.set(None);
        wasm_bindgen_futures::spawn_local(async move {
            let shown = shown.await;
            self.busy.try_set(None);
            if let Err(why) = shown {
                let message = texts::inspect::lab_refused(why);
                self.problem.try_set(Some(Failure { message, file }));
            }
        });
    }
}
