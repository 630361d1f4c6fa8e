//! Files that are opened: handed to the worker, and to the next one where that ends.

use std::collections::HashSet;
use std::sync::Arc;

use leptos::prelude::*;
use nearfar_inspect::gather::{Together, together};
use nearfar_inspect::kinds::{is_companion, is_tokenizer, is_tokenizer_config};
use nearfar_inspect::link::Named;
use nearfar_inspect::protocol::{Answer, Ask, Opened};
use nearfar_inspect::room::figures::Figures;
use web_sys::File;

use super::{Busy, InspectState};
use crate::inspect::item::Item;
use crate::inspect::store;

/// Files that are opened, or to be opened.
#[derive(Clone, Default)]
pub(super) struct Opening {
    pub(super) files: Vec<Item>,
    /// Where the model lies in the site, if it does.
    pub(super) address: Option<String>,
    /// Whether the files were open before, and are only handed to a new worker.
    pub(super) again: bool,
    /// Whether they join the model that is open.
    joins: bool,
    /// Whether it is the model that the room begins with.
    is_example: bool,
}

impl InspectState {
    /// Opens files of the user's.
    pub fn open(self, files: Vec<File>) {
        self.open_items(files.into_iter().map(Item::given).collect(), None);
    }

    /// Opens files; those that only belong to a model join the open one.
    pub fn open_items(self, files: Vec<Item>, mut address: Option<String>) {
        if files.is_empty() {
            return;
        }
        let is_open =
            self.opened.with_untracked(Option::is_some) && !self.is_example.get_untracked();
        // A tokenizer changes nothing of what is open.
        if is_open && files.iter().all(|file| is_tokenizer(&file.name())) {
            self.tokenizer_came_with_it.set_value(false);
            self.tokenizer_file.set(files.first().and_then(Item::file));
            return;
        }
        let wanted = self.opened.with_untracked(|opened| {
            opened
                .as_ref()
                .filter(|_| is_open)
                .map_or_else(Vec::new, |opened| opened.wanted.clone())
        });
        let open = if is_open { self.files.get_value() } else { Vec::new() };
        // Companions that are on their way to the reader would only wait for a model, too.
        let on_their_way = self.opening.with_value(|opening| {
            let files = opening.as_ref().map_or(&[] as &[Item], |opening| &opening.files);
            let are_alone = files.iter().all(|file| is_companion(&file.name()));
            if are_alone { files.to_vec() } else { Vec::new() }
        });
        let waiting = [self.waiting.get_value(), on_their_way].concat();
        let Together { files, joins, .. } = together(&files, &open, &wanted, &waiting, Item::name);
        if joins {
            address = self.address.get_value();
        }
        self.problem.set(None);
        self.ended.set(None);
        self.open_with(Opening { files, address, joins, ..Opening::default() });
    }

    /// Opens the model that the room begins with, unless something else came meanwhile.
    pub fn open_example(self, file: Item, address: String) {
        let is_idle = self.opened.with_untracked(Option::is_none)
            && self.waits.with_untracked(Option::is_none)
            && self.opening.with_value(Option::is_none);
        if is_idle {
            let (files, address) = (vec![file], Some(address));
            self.open_with(Opening { files, address, is_example: true, ..Opening::default() });
        }
    }

    fn open_with(self, opening: Opening) {
        self.opening.set_value(Some(opening));
        self.send_opening();
    }

    /// Hands the worker what is to be opened, once it answers.
    pub(super) fn send_opening(self) {
        let Some(opening) = self.opening.get_value() else { return };
        let name = opening.files.first().map(Item::name).unwrap_or_default();
        if !opening.again {
            self.busy.set(Some(Busy { what: texts::inspect::opening(name), share: None }));
        }
        if !self.ready.get_untracked() {
            self.begin_anew();
            return;
        }
        let ask = Ask::Open { assignments: store::assignments() };
        let Opening { files, address, again, joins, is_example } = opening.clone();
        self.ask(ask, &opening.files, move |answer, _| {
            match answer {
                Answer::Progress { what, share } => {
                    if !again {
                        self.busy.set(Some(Busy { what, share: Some(share) }));
                    }
                    return false;
                }
                Answer::Opened(opened) => {
                    self.opening.set_value(None);
                    self.busy.set(None);
                    if !again {
                        self.waiting.set_value(Vec::new());
                        self.waits.set(None);
                        self.files.set_value(files.clone());
                        self.address.set_value(address.clone());
                        self.is_example.set(is_example);
                        self.awaited.set(None);
                        self.show_opened(*opened);
                        let tokenizer = files.iter().find(|file| is_tokenizer(&file.name()));
                        // A tokenizer belongs to the model that it came with.
                        if tokenizer.is_some() || !joins {
                            self.tokenizer_came_with_it.set_value(tokenizer.is_some());
                            self.tokenizer_file.set(tokenizer.and_then(Item::file));
                        }
                    }
                    self.lives.update(|lives| *lives += 1);
                    self.news.update(|news| *news += 1);
                }
                Answer::Waits { files: names, wanted } => {
                    self.opening.set_value(None);
                    self.busy.set(None);
                    self.waiting.set_value(files.clone());
                    self.waits.set(Some(in_words(&names, &wanted)));
                }
                Answer::Failed(failure) => {
                    self.opening.set_value(None);
                    self.busy.set(None);
                    self.problem.set(Some(failure));
                }
                _ => {}
            }
            true
        });
    }

    fn show_opened(self, opened: Opened) {
        // The worker forgot what was wanted of the file before.
        let asked = [self.finding_id.get_value(), self.spread.get_value()];
        asked.into_iter().flatten().for_each(|id| self.forget(id));
        self.first_id.set_value(self.last_id.get_value());
        if !self.is_example.get_untracked() {
            let name = self.address.get_value().unwrap_or(opened.name.clone());
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

    /// What a link calls the open file.
    pub fn named(self) -> Named {
        if self.is_example.get_untracked() {
            return Named::Example;
        }
        let name = || {
            self.opened.with_untracked(|opened| opened.as_ref().map(|opened| opened.name.clone()))
        };
        let site = self.address.get_value().map(Named::Site);
        site.or_else(|| name().map(Named::Own)).unwrap_or_default()
    }

    /// The tokenizer_config.json that came with what is open.
    pub fn tokenizer_config(self) -> Option<File> {
        self.files.with_value(|files| {
            let config = files.iter().find(|file| is_tokenizer_config(&file.name()))?;
            config.file()
        })
    }

    /// The file that is open, or the first of its parts.
    pub fn model(self) -> Option<Item> {
        let name = self.opened.with_untracked(|opened| Some(opened.as_ref()?.name.clone()))?;
        self.files.with_value(|files| files.iter().find(|file| file.name() == name).cloned())
    }

    /// What is open is opened by the next worker, once that is there.
    pub(super) fn open_again(self) {
        self.ready.set(false);
        self.figures.update_value(Figures::want_nothing);
        self.busy.set(None);
        self.finding.set(None);
        let files = self.files.get_value();
        let address = self.address.get_value();
        let opening = (!files.is_empty()).then_some(Opening {
            files,
            address,
            again: true,
            joins: true,
            is_example: self.is_example.get_untracked(),
        });
        self.opening.set_value(opening);
    }
}

/// What is said of files that wait for a model, or for the file `wanted` of one.
pub fn in_words(names: &[String], wanted: &str) -> String {
    let names = names.join(", ");
    match wanted {
        "" => texts::common::file_waits(names),
        wanted => texts::common::file_waits_named(wanted, names),
    }
}
