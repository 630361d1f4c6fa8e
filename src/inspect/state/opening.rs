//! Files that are opened: handed to the worker, and to the next one where that ends.

use std::collections::HashSet;
use std::sync::Arc;

use leptos::prelude::*;
use nearfar_inspect::link::Named;
use nearfar_inspect::protocol::{Answer, Ask, Opened};
use nearfar_inspect::room::figures::Figures;
use nearfar_inspect::room::files::{Come, Files, HasName, Tokenizer};
use web_sys::File;

use super::{Busy, InspectState};
use crate::inspect::item::Item;
use crate::inspect::store;
use crate::opened::reader::waits;

impl InspectState {
    /// Opens files of the user's.
    pub fn open(self, files: Vec<File>) {
        let files: Vec<Item> = files.into_iter().map(Item::given).collect();
        self.take(|all| all.come(&files, None));
    }

    /// Opens a file of the site.
    pub fn open_item(self, file: Item, address: String) {
        self.take(|all| all.come(&[file], Some(address)));
    }

    /// Opens the model that the room begins with, unless something else came meanwhile.
    pub fn open_example(self, file: Item, address: String) {
        self.go_on(|files| files.example_comes(file, address));
    }

    /// Does with files that come as it is decided.
    pub(super) fn take(self, come: impl FnOnce(&mut Files<Item>) -> Come<Item>) {
        if let Some(Come::Opens | Come::Waits) = self.go_on(come) {
            self.problem.set(None);
            self.ended.set(None);
        }
    }

    /// Does what is decided, and says what that was.
    fn go_on(self, come: impl FnOnce(&mut Files<Item>) -> Come<Item>) -> Option<Come<Item>> {
        let come = self.files.try_update_value(come)?;
        match &come {
            Come::Tokenizer(file) => {
                self.tokenizer_file.set(file.file());
                self.go_on(Files::next_turn);
            }
            Come::Opens => self.send_opening(),
            // A worker that is gone for good is started by whatever comes.
            Come::Waits => self.begin_anew(),
            Come::Nothing => {}
        }
        Some(come)
    }

    /// Hands the worker what is to be opened, once it answers.
    pub(super) fn send_opening(self) {
        let Some(opening) = self.files.with_value(Files::opening) else { return };
        let again = opening.again;
        if !again {
            let name = opening.files.first().map(Item::name).unwrap_or_default();
            self.busy.set(Some(Busy::with(texts::inspect::opening(name))));
        }
        if !self.ready.get_untracked() {
            self.begin_anew();
            return;
        }
        let ask = Ask::Open { assignments: store::assignments() };
        self.ask(ask, &opening.files.clone(), move |answer, _| {
            if self.files.with_value(|files| files.is_superseded(&opening)) {
                return !matches!(answer, Answer::Progress { .. });
            }
            match answer {
                Answer::Progress { what, share } => {
                    if !again {
                        self.busy.set(Some(Busy { what, share: Some(share) }));
                    }
                    return false;
                }
                Answer::Opened(opened) => {
                    let of_it = |files: &mut Files<Item>| files.opened(opening.clone(), &opened);
                    let tokenizer = self.files.try_update_value(of_it);
                    self.busy.set(None);
                    if again {
                        self.find_what_is_left();
                    } else {
                        self.waits.set(None);
                        self.awaited.set(None);
                        self.show_opened(*opened);
                    }
                    if let Some(Tokenizer::Is(file)) = tokenizer {
                        self.tokenizer_file.set(file.and_then(|file| file.file()));
                    }
                    self.lives.update(|lives| *lives += 1);
                    self.news.update(|news| *news += 1);
                }
                Answer::Waits { files: names, wanted } => {
                    self.files.update_value(|files| files.wait(opening.clone()));
                    self.busy.set(None);
                    self.waits.set(Some(waits(&names, &wanted)));
                }
                Answer::Failed(failure) => {
                    self.files.update_value(Files::refused);
                    self.close_what_is_gone();
                    self.busy.set(None);
                    self.problem.set(Some(failure));
                }
                _ => self.files.update_value(Files::refused),
            }
            self.go_on(Files::next_turn);
            true
        });
    }

    fn show_opened(self, opened: Opened) {
        // The worker forgot what was wanted of the file before.
        self.forget(self.finding_id.get_value());
        self.forget(self.spread.get_value());
        self.first_id.set_value(self.last_id.get_value());
        if let Some(name) = self.files.with_value(|files| files.remembered().map(str::to_owned)) {
            self.recent.set(store::remember(&name));
        }
        self.figures.set_value(Figures::of(&opened.tensors));
        self.finding.set(None);
        self.closed.set(HashSet::new());
        self.order.update(|order| order.search.clear());
        self.shown.set((!opened.tensors.is_empty()).then_some(0));
        self.report.set(Some(Arc::new((*opened.report).clone())));
        self.opened.set(Some(Arc::new(opened)));
        self.show_wanted(self.chosen_view.get_value());
        self.news.update(|news| *news += 1);
    }

    /// What cannot be opened any more is shown no longer.
    pub(super) fn close_what_is_gone(self) {
        if self.opened.with_untracked(Option::is_some) && !self.files.with_value(Files::is_open) {
            self.opened.set(None);
        }
    }

    /// What a link calls the open file.
    pub fn named(self) -> Named {
        self.files.with_value(Files::named)
    }

    /// Nothing is ready or on its way until the next worker is there; why the last one ended, `None`
    /// by the user's wish.
    pub(super) fn begins_again(self, why: Option<&str>) {
        self.ready.set(false);
        self.figures.update_value(|figures| figures.worker_ended(why));
        self.busy.set(None);
        self.finding.set(None);
    }
}
