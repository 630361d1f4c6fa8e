//! What the room holds: the open files, their figures, the worker and its budget of time.

mod opening;
mod to_lab;

use std::collections::HashSet;
use std::sync::Arc;

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar::picture::palette::{Palette, Theme};
use nearfar_inspect::protocol::listing::Order;
use nearfar_inspect::protocol::{Answer, Ask, Failure, Opened};
use nearfar_inspect::recognise::Report;
pub use nearfar_inspect::room::View;
use nearfar_inspect::room::figures::Figures;
use nearfar_inspect::room::files::Files;
use nearfar_kit::{Stays, UNASKED};
use web_sys::File;

use super::item::Item;
use super::store;
use crate::kit::client::read;
use crate::kit::{self, Answers, Client, Event};
use crate::opened::reader::READER;
use crate::page;

/// What took too long is given so many times as long.
const LONGER: f64 = 3.0;

/// What is being done.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Busy {
    /// In a few words.
    pub what: String,
    /// The share that is done, where it is known.
    pub share: Option<f64>,
}

impl Busy {
    /// That this is being done.
    pub fn with(what: impl Into<String>) -> Busy {
        Busy { what: what.into(), share: None }
    }
}

/// Figures that are left to be found, and of how many; nothing where none are being found.
pub type Finding = Option<(usize, usize)>;

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
    /// What is said of files that wait for a model.
    pub waits: RwSignal<Option<String>>,
    /// The file of the user's that the link names, and nobody opened yet.
    pub awaited: RwSignal<Option<String>>,
    /// Why the last worker was ended.
    pub ended: RwSignal<Option<Ended>>,
    /// Counts workers that have the open files.
    pub lives: RwSignal<u32>,
    /// The tokenizer among the files.
    pub tokenizer_file: RwSignal<Option<File>, LocalStorage>,
    /// Recent names.
    pub recent: RwSignal<Vec<String>>,
    /// What is shown.
    pub view: RwSignal<View>,
    /// What the user or a link chose to see, which stays as files change.
    pub chosen_view: StoredValue<Option<View>>,
    /// How the table is asked for.
    pub order: RwSignal<Order>,
    /// Closed groups of the tree.
    pub closed: RwSignal<HashSet<String>>,
    /// The tensor that is looked at.
    pub shown: RwSignal<Option<usize>>,
    /// Counts news of the figures.
    pub news: RwSignal<u32>,
    /// How far the finding of figures is.
    pub finding: RwSignal<Finding>,
    /// Light or dark, as the page has it.
    pub theme: RwSignal<Theme>,
    /// The colours of weights, as the page has them.
    pub palette: RwSignal<Palette>,
    /// The figures of the open file.
    pub figures: StoredValue<Figures>,
    /// Whether the worker answers.
    ready: RwSignal<bool>,
    /// Which are open, being opened, waiting. They change before what is open, which tells of both.
    pub files: StoredValue<Files<Item>, LocalStorage>,
    client: StoredValue<Option<Client>, LocalStorage>,
    /// The last request.
    last_id: StoredValue<u32>,
    /// The request that figures belong to.
    pub(super) finding_id: StoredValue<u32>,
    /// The request that a histogram belongs to.
    pub(super) spread: StoredValue<u32>,
    /// The last request before the open file was opened.
    first_id: StoredValue<u32>,
    /// News of the figures that are due: what `finding` becomes.
    pub(super) due: StoredValue<Option<Finding>>,
}

impl InspectState {
    /// Nothing open; the worker is on its way.
    pub fn new() -> InspectState {
        let room = InspectState {
            opened: RwSignal::new(None),
            report: RwSignal::new(None),
            busy: RwSignal::new(None),
            problem: RwSignal::new(None),
            waits: RwSignal::new(None),
            awaited: RwSignal::new(None),
            ended: RwSignal::new(None),
            lives: RwSignal::new(0),
            tokenizer_file: RwSignal::new_local(None),
            recent: RwSignal::new(store::recent()),
            view: RwSignal::new(View::default()),
            chosen_view: StoredValue::new(None),
            order: RwSignal::new(Order::default()),
            closed: RwSignal::new(HashSet::new()),
            shown: RwSignal::new(None),
            news: RwSignal::new(0),
            finding: RwSignal::new(None),
            theme: page::follow_theme(),
            palette: page::follow(page::palette_of),
            figures: StoredValue::new(Figures::default()),
            ready: RwSignal::new(false),
            files: StoredValue::new_local(Files::default()),
            client: StoredValue::new_local(None),
            last_id: StoredValue::new(UNASKED),
            finding_id: StoredValue::new(UNASKED),
            spread: StoredValue::new(UNASKED),
            first_id: StoredValue::new(UNASKED),
            due: StoredValue::new(None),
        };
        room.client.set_value(Some(Client::start(READER, move |event| room.hear(event))));
        room
    }

    /// Whether the worker answers, and nothing is on its way.
    pub fn is_ready(self) -> bool {
        self.ready.get() && self.busy.with(Option::is_none)
    }

    /// Whether there is a worker that answers.
    pub fn has_worker(self) -> bool {
        self.ready.get()
    }

    /// Another view, as the user wants it.
    pub fn show(self, view: View) {
        self.show_wanted(Some(view));
    }

    /// The view that the user or a link wants, else the one that the open file begins with.
    pub fn show_wanted(self, view: Option<View>) {
        self.chosen_view.set_value(view);
        self.view.set(self.opened.with_untracked(|opened| View::of(view, opened.as_deref())));
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
            Event::Ended(ended) => self.worker_ended(ended),
        }
    }

    /// What was open is opened again in the next worker, where there is one.
    fn worker_ended(self, kit::Ended { why, by_time, is_final }: kit::Ended) {
        let why = match (is_final, by_time) {
            (true, _) => texts::inspect::reader_gone(why),
            (false, true) => texts::inspect::reader_ended(why),
            (false, false) => {
                let ended = texts::inspect::reader_ended(why);
                format!("{ended} {}", texts::inspect::reader_ended_memory())
            }
        };
        // The room may be gone.
        if self.ready.try_set(false).is_some() {
            return;
        }
        self.files.update_value(Files::ended);
        self.close_what_is_gone();
        self.begins_again(Some(&why));
        match is_final {
            true => self.problem.set(Some(Failure::new(why))),
            false => self.ended.set(Some(Ended { why, by_time })),
        }
    }

    /// Files that wait for a model are kept no longer.
    pub fn forget_waiting(self) {
        self.files.update_value(Files::forget_waiting);
        self.waits.set(None);
    }

    /// Stops what is being done, on the user's wish.
    pub fn stop(self) {
        self.files.update_value(Files::restart);
        self.begins_again(None);
        self.with_client(Client::restart);
    }

    fn with_client<T>(self, of: impl FnOnce(&Client) -> T) -> Option<T> {
        self.client.with_value(|client| client.as_ref().map(of))
    }

    /// Why the last worker ended, in a sentence.
    pub fn why_ended(self) -> String {
        let why = self.ended.with_untracked(|ended| Some(ended.as_ref()?.why.clone()));
        why.unwrap_or_else(|| texts::inspect::reader_ended(texts::common::worker_restarted()))
    }

    /// Tries again what took too long, with three times the time.
    pub fn try_longer(self) {
        self.with_client(|client| client.stretch(LONGER));
        self.ended.set(None);
        self.take(Files::try_again);
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
        let then = move |answer, bytes| Answers::last_if(then(answer, bytes));
        let id = self.with_client(|client| client.ask(Stays::Once, ask, files, then));
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
        self.with_client(|client| client.forget(id));
    }

    /// Starts a worker where there is none any more.
    fn begin_anew(self) {
        self.with_client(|client| {
            if client.has_ended() {
                client.restart();
            }
        });
    }

    /// Whether w and v of the open model act.
    pub fn uses_learned(self) -> bool {
        self.report.with(|report| report.as_ref().is_some_and(|report| report.uses_learned()))
    }

    /// Why the open model is not run.
    pub fn cannot_run(self) -> Option<String> {
        self.report.with(|report| report.as_ref()?.cannot_run())
    }

    /// Whether it is: nothing is without a report.
    pub fn can_run(self) -> bool {
        self.report.with(|report| report.as_ref().is_some_and(|of| of.cannot_run().is_none()))
    }

    /// Shows a tensor by its name.
    pub fn look_at(self, name: &str) {
        if self.select(name) {
            self.show(View::Tensors);
        }
    }

    /// As [`InspectState::look_at`], in the view that is shown; whether there is such a tensor.
    pub fn select(self, name: &str) -> bool {
        let place = self.opened.with_untracked(|opened| opened.as_ref()?.place_of(name));
        if place.is_some() {
            self.shown.set(place);
        }
        place.is_some()
    }
}
