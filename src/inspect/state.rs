//! What the room holds: the open files, their figures, the worker and its budget of time.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar::picture::palette::{Palette, Theme};
use nearfar_inspect::protocol::listing::Order;
use nearfar_inspect::protocol::{Answer, Ask, Failure, Opened, PROTOCOL};
use nearfar_inspect::recognise::Report;
use nearfar_inspect::statistics::Statistics;
use nearfar_kit::{Stays, UNASKED};
use web_sys::File;

use super::item::Item;
use super::{files, store};
use crate::fetch::describe;
use crate::kit::client::read;
use crate::kit::{self, Client, Event, PATIENCE, Program, Said};
use crate::page;

/// The program that reads files.
pub(super) const READER: Program =
    Program { name: "nearfar-inspect-worker", protocol: PROTOCOL, patience: PATIENCE };
/// What took too long is given so many times as long.
const LONGER: f64 = 3.0;

/// What is shown of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// The tensors.
    #[default]
    Tensors,
    /// What its heads learned.
    Heads,
    /// A sentence through the model.
    Run,
}

impl View {
    /// All views with their names in a link and their labels.
    pub const ALL: &'static [(View, &'static str, &'static str)] = &[
        (View::Tensors, "tensors", "Tensors"),
        (View::Heads, "heads", "Heads"),
        (View::Run, "run", "Run it"),
    ];
}

/// What is being done.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Busy {
    /// In a few words.
    pub what: String,
    /// The share that is done, where it is known.
    pub share: Option<f64>,
}

/// Takes the answers to a request; says whether that was the last.
type Then = Box<dyn FnMut(Answer, Vec<Uint8Array>) -> bool>;

/// Why the worker was ended, and what can be tried again.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// In a sentence.
    pub why: String,
    /// Whether more time may help.
    pub by_time: bool,
}

/// Files that are opened, or to be opened.
#[derive(Clone, Default)]
struct Opening {
    files: Vec<Item>,
    /// Where the model lies in the site, if it does.
    address: Option<String>,
    /// Whether the files were open before, and are only handed to a new worker.
    again: bool,
    /// Whether they join the model that is open.
    joins: bool,
}

/// The room's state. Handles only, copied into every component.
#[derive(Clone, Copy)]
pub struct InspectState {
    /// What is open.
    pub opened: RwSignal<Option<Arc<Opened>>>,
    /// What it was recognised as.
    pub report: RwSignal<Option<Arc<Report>>>,
    /// What is being done that the user waits for.
    pub busy: RwSignal<Option<Busy>>,
    /// What could not be done.
    pub problem: RwSignal<Option<Failure>>,
    /// Why the last worker was ended.
    pub ended: RwSignal<Option<Ended>>,
    /// Counts workers that have the open files.
    pub lives: RwSignal<u32>,
    /// The tokenizer among the files.
    pub tokenizer_file: RwSignal<Option<File>, LocalStorage>,
    /// Whether it was dropped together with the model, not later.
    pub tokenizer_came_with_it: StoredValue<bool>,
    /// Recent names.
    pub recent: RwSignal<Vec<String>>,
    /// What is shown.
    pub view: RwSignal<View>,
    /// How the table is asked for.
    pub order: RwSignal<Order>,
    /// Closed groups of the tree.
    pub closed: RwSignal<HashSet<String>>,
    /// The tensor that is looked at.
    pub shown: RwSignal<Option<usize>>,
    /// Counts news of the figures.
    pub news: RwSignal<u32>,
    /// Whether figures are being found, and how many are left of how many.
    pub finding: RwSignal<Option<(usize, usize)>>,
    /// Light or dark, as the page has it.
    pub theme: RwSignal<Theme>,
    /// The colours of weights, as the page has them.
    pub palette: RwSignal<Palette>,
    /// The figures that are known.
    pub found: StoredValue<Vec<Option<Statistics>>>,
    /// Why there are none, where there are none.
    pub unread: StoredValue<BTreeMap<usize, String>>,
    /// Whether the worker answers.
    ready: RwSignal<bool>,
    files: StoredValue<Vec<Item>, LocalStorage>,
    opening: StoredValue<Option<Opening>, LocalStorage>,
    client: StoredValue<Option<Client>, LocalStorage>,
    /// The last request.
    last_id: StoredValue<u32>,
    pub(super) news_are_due: StoredValue<bool>,
    pub(super) wanted: StoredValue<HashSet<usize>>,
    /// The request that figures belong to.
    pub(super) figures: StoredValue<Option<u32>>,
    /// The request that a histogram belongs to.
    pub(super) spread: StoredValue<Option<u32>>,
    /// The last request before the open file was opened.
    first_id: StoredValue<u32>,
    pub(super) told: StoredValue<Option<(usize, usize)>>,
    /// What took too long.
    again: StoredValue<Option<Opening>, LocalStorage>,
    /// Where the open file lies in the site, if it does.
    pub address: StoredValue<Option<String>>,
}

impl InspectState {
    /// Nothing open; the worker is on its way.
    pub fn new() -> InspectState {
        let room = InspectState {
            opened: RwSignal::new(None),
            report: RwSignal::new(None),
            busy: RwSignal::new(None),
            problem: RwSignal::new(None),
            ended: RwSignal::new(None),
            lives: RwSignal::new(0),
            tokenizer_file: RwSignal::new_local(None),
            tokenizer_came_with_it: StoredValue::new(false),
            recent: RwSignal::new(store::recent()),
            view: RwSignal::new(View::default()),
            order: RwSignal::new(Order::default()),
            closed: RwSignal::new(HashSet::new()),
            shown: RwSignal::new(None),
            news: RwSignal::new(0),
            finding: RwSignal::new(None),
            theme: page::follow_theme(),
            palette: page::follow(page::palette_of),
            found: StoredValue::new(Vec::new()),
            unread: StoredValue::new(BTreeMap::new()),
            ready: RwSignal::new(false),
            files: StoredValue::new_local(Vec::new()),
            opening: StoredValue::new_local(None),
            client: StoredValue::new_local(None),
            last_id: StoredValue::new(0),
            news_are_due: StoredValue::new(false),
            wanted: StoredValue::new(HashSet::new()),
            figures: StoredValue::new(None),
            spread: StoredValue::new(None),
            first_id: StoredValue::new(0),
            told: StoredValue::new(None),
            again: StoredValue::new_local(None),
            address: StoredValue::new(None),
        };
        room.client.set_value(Some(Client::start(READER, move |event| room.hear(event))));
        room
    }

    /// Whether the worker answers, and nothing is on its way.
    pub fn is_ready(self) -> bool {
        self.ready.get() && self.busy.with(Option::is_none)
    }

    /// Another view.
    pub fn show(self, view: View) {
        self.view.set(view);
    }

    // The worker.

    fn hear(self, event: Event) {
        match event {
            Event::Ready => {
                if self.ready.try_set(true).is_none() {
                    self.send_opening();
                }
            }
            // What nobody waits for any more is dropped, but for figures, which stay true.
            Event::Said(envelope) => {
                if let Some(Answer::Statistics { tensor, statistics }) = read(&envelope)
                    && self.is_of_this_file(envelope.id)
                {
                    self.keep(tensor, statistics);
                }
            }
            Event::Ended(kit::Ended { why, is_final: true, .. }) => {
                self.ready.try_set(false);
                self.busy.try_set(None);
                self.problem
                    .try_set(Some(Failure::new(format!("The reader {why}. Reload the page."))));
            }
            Event::Ended(kit::Ended { why, by_time, .. }) => {
                let memory = match by_time {
                    true => "",
                    false => " It may have needed more than the 2 GB of memory that it is given.",
                };
                self.ended(format!("The reader {why}.{memory}"), by_time);
            }
        }
    }

    /// Stops what is being done, on the user's wish.
    pub fn stop(self) {
        self.open_again();
        self.client.with_value(|client| {
            if let Some(client) = client {
                client.restart();
            }
        });
    }

    /// The worker ended; what was open is opened again in another.
    fn ended(self, why: String, by_time: bool) {
        let opening = self.opening.try_update_value(Option::take).flatten();
        if opening.as_ref().is_some_and(|opening| opening.again) {
            // What was open cannot be opened any more.
            self.files.set_value(Vec::new());
            self.opened.set(None);
        }
        let again = opening.filter(|opening| !opening.again);
        self.again.set_value(again);
        self.ended.set(Some(Ended { why, by_time }));
        self.open_again();
    }

    /// What is open is opened by the next worker, once that is there.
    fn open_again(self) {
        self.ready.set(false);
        self.wanted.set_value(HashSet::new());
        self.busy.set(None);
        self.finding.set(None);
        let files = self.files.get_value();
        let address = self.address.get_value();
        let opening =
            (!files.is_empty()).then_some(Opening { files, address, again: true, joins: true });
        self.opening.set_value(opening);
    }

    /// Tries again what took too long, with three times the time.
    pub fn try_longer(self) {
        self.client.with_value(|client| {
            if let Some(client) = client {
                client.stretch(LONGER);
            }
        });
        self.ended.set(None);
        if let Some(opening) = self.again.try_update_value(Option::take).flatten() {
            self.open_items(opening.files, opening.address);
        }
    }

    /// Sends a request. `then` takes its answers and says whether that was the last.
    pub fn ask(
        self,
        ask: Ask,
        files: &[Item],
        then: impl FnMut(Answer, Vec<Uint8Array>) -> bool + 'static,
    ) -> u32 {
        self.ask_boxed(&ask, files, Box::new(then))
    }

    fn ask_boxed(self, ask: &Ask, files: &[Item], mut then: Then) -> u32 {
        // All is asked anew of a worker that has the open files.
        if !self.ready.get_untracked() {
            return UNASKED;
        }
        let then = move |answer, bytes| Said::last_if(then(answer, bytes));
        let id = self.client.with_value(|client| {
            client.as_ref().map(|client| client.ask(Stays::Once, ask, files, then))
        });
        let id = id.unwrap_or(UNASKED);
        self.last_id.set_value(id);
        id
    }

    /// Whether a request was made since the open file was opened.
    fn is_of_this_file(self, id: u32) -> bool {
        id > self.first_id.get_value()
    }

    /// No longer waits for the answers to a request.
    pub fn forget(self, id: u32) {
        self.client.with_value(|client| {
            if let Some(client) = client {
                client.forget(id);
            }
        });
    }

    /// Starts a worker where there is none any more.
    fn begin_anew(self) {
        self.client.with_value(|client| {
            if let Some(client) = client.as_ref().filter(|client| client.has_ended()) {
                client.restart();
            }
        });
    }

    // Files.

    /// Opens files of the user's.
    pub fn open(self, files: Vec<File>) {
        self.open_items(files.into_iter().map(Item::given).collect(), None);
    }

    /// Opens files; those that only belong to a model join the open one.
    pub fn open_items(self, mut files: Vec<Item>, mut address: Option<String>) {
        if files.is_empty() {
            return;
        }
        // A tokenizer changes nothing of what is open.
        if files.iter().all(|file| is_tokenizer(&file.name())) {
            self.tokenizer_came_with_it.set_value(false);
            self.tokenizer_file.set(files.first().and_then(Item::file));
            return;
        }
        let all_beside = files.iter().all(|file| is_companion(&file.name()));
        let joins = all_beside && self.opened.with_untracked(Option::is_some);
        if joins {
            let mut all = self.files.get_value();
            all.retain(|old| files.iter().all(|new| new.name() != old.name()));
            all.append(&mut files);
            files = all;
            address = self.address.get_value();
        }
        self.problem.set(None);
        self.ended.set(None);
        self.opening.set_value(Some(Opening { files, address, again: false, joins }));
        self.send_opening();
    }

    /// Hands the worker what is to be opened, once it answers.
    fn send_opening(self) {
        let Some(opening) = self.opening.get_value() else { return };
        let name = opening.files.first().map(Item::name).unwrap_or_default();
        if !opening.again {
            self.busy.set(Some(Busy { what: format!("Opening {name}"), share: None }));
        }
        if !self.ready.get_untracked() {
            self.begin_anew();
            return;
        }
        let ask = Ask::Open { assignments: store::assignments() };
        let Opening { files, address, again, joins } = opening.clone();
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
                        self.files.set_value(files.clone());
                        self.address.set_value(address.clone());
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
        let count = opened.tensors.len();
        // The worker forgot what was wanted of the file before.
        let asked = [self.figures.get_value(), self.spread.get_value()];
        asked.into_iter().flatten().for_each(|id| self.forget(id));
        self.first_id.set_value(self.last_id.get_value());
        self.recent.set(store::remember(&self.address.get_value().unwrap_or(opened.name.clone())));
        self.found.set_value(vec![None; count]);
        self.unread.set_value(
            (0..count)
                .filter_map(|place| Some((place, opened.tensors.get(place)?.problem.clone()?)))
                .collect(),
        );
        self.wanted.set_value(HashSet::new());
        self.finding.set(None);
        self.closed.set(HashSet::new());
        self.order.update(|order| order.search.clear());
        self.shown.set((count > 0).then_some(0));
        self.report.set(Some(Arc::new((*opened.report).clone())));
        self.opened.set(Some(Arc::new(opened)));
        self.news.update(|news| *news += 1);
    }

    /// The file that is open, or the first of its parts.
    pub fn model(self) -> Option<Item> {
        let name = self.opened.with_untracked(|opened| Some(opened.as_ref()?.name.clone()))?;
        self.files.with_value(|files| files.iter().find(|file| file.name() == name).cloned())
    }

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
                let message = format!("The Lab does not show it: {why}");
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
            let why = "The Lab opens files: this one is read in parts from its server. Download it, and open it here.";
            self.problem.set(Some(Failure { file: name, ..Failure::new(why) }));
            return;
        }
        if let Some(tokenizer) = self.tokenizer_file.get_untracked() {
            files.retain(|file| !is_tokenizer(&file.name()));
            files.push(tokenizer);
        }
        self.problem.set(None);
        self.busy.set(Some(Busy { what: "Opening it for the Lab".to_owned(), share: None }));
        wasm_bindgen_futures::spawn_local(async move {
            let outcome = page::show_in_panel(&files, panel, layer, head).await;
            self.busy.try_set(None);
            if let Err(error) = outcome {
                let message = format!("The Lab does not show it: {}", describe(error));
                self.problem.try_set(Some(Failure { file: name, ..Failure::new(message) }));
            }
        });
    }

    /// Another report, after something was chosen by hand.
    pub fn recognised(self, report: Report) {
        self.report.set(Some(Arc::new(report)));
    }

    /// Shows a tensor by its name.
    pub fn look_at(self, name: &str) {
        let place = self.opened.with_untracked(|opened| {
            opened.as_ref()?.tensors.iter().position(|line| line.name == name)
        });
        if place.is_some() {
            self.shown.set(place);
            self.show(View::Tensors);
        }
    }

    /// As [`InspectState::look_at`], in the view that is shown.
    pub fn select(self, name: &str) {
        let view = self.view.get_untracked();
        self.look_at(name);
        self.show(view);
    }
}

/// Whether a file is a tokenizer, by its name.
pub(super) fn is_tokenizer(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    (name.contains("tokenizer") && name.ends_with(".json") && !name.contains("config"))
        || (name.contains("vocab") && name.ends_with(".txt"))
}

/// Whether a file belongs beside a model.
fn is_companion(name: &str) -> bool {
    nearfar_inspect::session::is_companion(name)
}
