//! What the room holds: the open files, their figures, the worker and its budget of time.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use js_sys::Uint8Array;
use leptos::prelude::*;
use nearfar::picture::palette::{Palette, Theme};
use nearfar_inspect::link::Named;
use nearfar_inspect::protocol::listing::Order;
use nearfar_inspect::protocol::{Answer, Ask, Export, Failure, Opened};
use nearfar_inspect::report::{Assignment, Report};
use nearfar_inspect::room::asked::Asked;
use nearfar_inspect::room::by_hand::remember;
use nearfar_inspect::room::figures::{Asking, Figures, Question};
use nearfar_inspect::room::file::Ended;
use nearfar_inspect::room::files::{Became, Come, Files, HasName, Tokenizer};
pub use nearfar_inspect::room::{Busy, View};
use nearfar_inspect::statistics::Statistics;
use nearfar_kit::{Stays, UNASKED};
use web_sys::File;

use super::files::{Item, recent};
use crate::kit::client::read;
use crate::kit::{self, Answers, Client, Event};
use crate::opened::reader::READER;
use crate::page;
use crate::reactive::effect;

/// What took too long is given so many times as long.
const LONGER: f64 = 3.0;

/// Figures that were found are told of so often.
const OFTEN: Duration = Duration::from_millis(30);

/// Takes the answers to a request, with the bytes beside them.
type Then = Box<dyn FnMut(Answer, Vec<Uint8Array>)>;

/// The room's state. Handles only, copied into every component.
#[derive(Clone, Copy, Default)]
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
    /// What the last link asks for, and what of it is not shown.
    pub asked: RwSignal<Asked>,
    /// Why the last worker was ended.
    pub ended: RwSignal<Option<Ended>>,
    /// Counts workers that have the open files.
    pub lives: RwSignal<u32>,
    /// The tokenizer among the files.
    pub tokenizer_file: RwSignal<Option<File>, LocalStorage>,
    /// Recent names.
    pub recent: RwSignal<Vec<String>>,
    /// What the user or a link chose to see, which stays as files change.
    pub chosen_view: RwSignal<Option<View>>,
    /// How the table is asked for.
    pub order: RwSignal<Order>,
    /// Closed groups of the tree.
    pub closed: RwSignal<HashSet<String>>,
    /// The tensor that is looked at.
    pub shown: RwSignal<Option<usize>>,
    /// Light or dark, as the page has it.
    pub theme: RwSignal<Theme>,
    /// The colours of weights, as the page has them.
    pub palette: RwSignal<Palette>,
    /// The figures of the open file. They change first, and are told of every now and then.
    pub figures: RwSignal<Figures>,
    /// Whether figures that changed are still to be told of.
    are_due: StoredValue<bool>,
    /// Whether there is a worker that answers.
    pub has_worker: RwSignal<bool>,
    /// What was chosen by hand on this visit, the last one first.
    pub(super) chosen: StoredValue<Vec<(String, Assignment)>>,
    /// Which are open, being opened, waiting. They change before what is open, which tells of both.
    pub files: StoredValue<Files<Item>, LocalStorage>,
    client: StoredValue<Option<Client>, LocalStorage>,
    /// The request that figures belong to.
    finding_id: StoredValue<u32>,
}

impl InspectState {
    /// Nothing open; the worker is on its way.
    pub fn new() -> InspectState {
        let room = InspectState {
            recent: RwSignal::new(recent()),
            theme: page::follow_theme(),
            palette: page::follow(page::palette_of),
            ..InspectState::default()
        };
        room.client.set_value(Some(Client::start(READER, move |event| room.hear(event))));
        room
    }

    /// Whether the worker answers, and nothing is on its way.
    pub fn is_ready(self) -> bool {
        self.has_worker.get() && self.busy.with(Option::is_none)
    }

    /// Something of the open file; `None` where nothing is open.
    pub fn of_opened<T>(self, of: impl FnOnce(&Opened) -> T) -> Option<T> {
        self.opened.with(|opened| opened.as_deref().map(of))
    }

    /// Something of what it was recognised as; `None` where nothing is open.
    pub fn of_report<T>(self, of: impl FnOnce(&Report) -> T) -> Option<T> {
        self.report.with(|report| report.as_deref().map(of))
    }

    /// Whether a file is open.
    pub fn is_open(self) -> bool {
        self.opened.with(Option::is_some)
    }

    /// The name of the open file.
    pub fn name(self) -> Option<String> {
        self.of_opened(|opened| opened.name.clone())
    }

    /// What a link calls the open file.
    pub fn named(self) -> Named {
        self.files.with_value(Files::named)
    }

    /// Why the open model is not run.
    pub fn cannot_run(self) -> Option<String> {
        self.of_report(Report::cannot_run).flatten()
    }

    /// Whether w and v of the open model act.
    pub fn uses_learned(self) -> bool {
        self.of_report(Report::uses_learned) == Some(true)
    }

    /// What is shown: what the user or a link wants to see, else what the open file begins with.
    pub fn view(self) -> View {
        self.opened.with(|opened| View::of(self.chosen_view.get(), opened.as_deref()))
    }

    /// Another view, as the user wants it.
    pub fn show(self, view: View) {
        self.chosen_view.set(Some(view));
    }

    // The worker.

    fn hear(self, event: Event) {
        match event {
            Event::Ready => {
                if self.has_worker.try_set(true).is_none() {
                    self.send_opening();
                }
            }
            // What nobody waits for any more is dropped, but for figures, which stay true: the worker forgets those of
            // a file before it answers that the next one is open.
            Event::Said(envelope) => {
                if let Some(Answer::Statistics { tensor, statistics }) = read(&envelope) {
                    self.keep(tensor, statistics);
                }
            }
            // The room may be gone; what was open is opened again in the next worker, where there is one.
            Event::Ended(kit::Ended { why, by_time, is_final }) => {
                if self.has_worker.try_set(false).is_some() {
                    return;
                }
                let ended = Ended::new(&why, by_time, is_final);
                self.files.update_value(Files::ended);
                self.close_what_is_gone();
                self.begins_again(Some(&ended.why));
                match is_final {
                    true => self.problem.set(Some(Failure::new(ended.why))),
                    false => self.ended.set(Some(ended)),
                }
            }
        }
    }

    /// Stops what is being done, on the user's wish.
    pub fn stop(self) {
        self.files.update_value(Files::restart);
        self.begins_again(None);
        self.with_client(Client::restart);
    }

    /// Nothing is ready or on its way until the next worker is there; why the last one ended, `None`
    /// by the user's wish.
    fn begins_again(self, why: Option<&str>) {
        self.has_worker.set(false);
        self.figures.update(|figures| figures.worker_ended(why));
        self.busy.set(None);
    }

    fn with_client<T>(self, of: impl FnOnce(&Client) -> T) -> Option<T> {
        self.client.with_value(|client| client.as_ref().map(of))
    }

    /// Tries again what took too long, with three times the time.
    pub fn try_longer(self) {
        self.with_client(|client| client.stretch(LONGER));
        self.take(self.files.try_update_value(Files::try_again));
    }

    /// Sends a request; `then` takes its answers.
    pub fn ask(
        self,
        ask: Ask,
        files: &[Item],
        then: impl FnMut(Answer, Vec<Uint8Array>) + 'static,
    ) -> u32 {
        self.ask_boxed(&ask, files, Box::new(then))
    }

    fn ask_boxed(self, ask: &Ask, files: &[Item], mut then: Then) -> u32 {
        // All is asked anew of a worker that has the open files.
        if !self.has_worker.get_untracked() {
            return UNASKED;
        }
        let then = move |answer: Answer, bytes| {
            let answers = Answers::last_if(answer.is_last());
            then(answer, bytes);
            answers
        };
        let id = self.with_client(|client| client.ask(Stays::Once, ask, files, then));
        id.unwrap_or(UNASKED)
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

    /// Says why an answer is none.
    pub fn could_not(self, answer: Answer) {
        if let Answer::Failed(failure) = answer {
            self.problem.set(Some(failure));
        }
    }

    /// Shows a tensor by its name.
    pub fn look_at(self, name: &str) {
        let place = self.opened.with_untracked(|opened| opened.as_ref()?.place_of(name));
        if place.is_some() {
            self.shown.set(place);
            self.show(View::Tensors);
        }
    }

    // Files that are opened: handed to the worker, and to the next one where that ends.

    /// Opens files of the user's.
    pub fn open(self, files: Vec<File>) {
        let files: Vec<Item> = files.into_iter().map(Item::whole).collect();
        self.take(self.files.try_update_value(|all| all.come(&files, None)));
    }

    /// Opens a file of the site.
    pub fn open_item(self, file: Item, address: String, is_example: bool) -> bool {
        self.go_on(self.files.try_update_value(|files| match is_example {
            true => files.example_comes(file, address),
            false => files.come(&[file], Some(address)),
        }))
    }

    /// Opens what was open on this visit by this name; whether anything was.
    pub fn come_back(self, named: &Named) -> bool {
        self.take(self.files.try_update_value(|files| files.come_back(named)))
    }

    /// Files that wait for a model are kept no longer.
    pub fn forget_waiting(self) {
        self.files.update_value(Files::forget_waiting);
        self.waits.set(None);
    }

    /// What was asked for now is what counts: what went wrong before is said no longer.
    fn take(self, come: Option<Come<Item>>) -> bool {
        self.problem.set(None);
        self.ended.set(None);
        self.go_on(come)
    }

    /// Does what is decided about files that come; whether they are opened.
    fn go_on(self, come: Option<Come<Item>>) -> bool {
        match come {
            Some(Come::Tokenizer(file)) => {
                self.tokenizer_file.set(file.file());
                return self.go_on(self.files.try_update_value(Files::next_turn));
            }
            Some(Come::Opens) => self.send_opening(),
            // A worker that is gone for good is started by whatever comes.
            Some(Come::Waits) => self.begin_anew(),
            Some(Come::Nothing) | None => return false,
        }
        true
    }

    /// Hands the worker what is to be opened, once it answers.
    fn send_opening(self) {
        let Some(opening) = self.files.with_value(Files::opening) else { return };
        if !opening.again {
            let name = opening.files.first().map(Item::name).unwrap_or_default();
            self.busy.set(Some(Busy::with(texts::inspect::opening(name))));
        }
        if !self.has_worker.get_untracked() {
            return self.begin_anew();
        }
        let ask = Ask::Open { assignments: self.assignments() };
        let files = opening.files.clone();
        self.ask(ask, &files, move |answer, _| {
            let answered = |files: &mut Files<Item>| files.answered(&opening, answer);
            let became = self.files.try_update_value(answered);
            self.become_so(became.unwrap_or(Became::Nothing));
        });
    }

    /// Shows what became of an opening.
    fn become_so(self, became: Became<Item>) {
        match became {
            Became::Nothing => return,
            Became::GoesOn(busy) => return self.busy.set(Some(busy)),
            Became::Open { opened, tokenizer } => {
                match opened {
                    Some(opened) => self.show_opened(*opened),
                    // It is asked for what the last one left.
                    None => self.find(Figures::next_worker),
                }
                if let Tokenizer::Is(file) = tokenizer {
                    self.tokenizer_file.set(file.and_then(|file| file.file()));
                }
                self.lives.update(|lives| *lives += 1);
            }
            Became::Waits(says) => self.waits.set(Some(says)),
            Became::Refused(failure) => {
                self.close_what_is_gone();
                failure.into_iter().for_each(|failure| self.problem.set(Some(failure)));
            }
        }
        self.busy.set(None);
        self.go_on(self.files.try_update_value(Files::next_turn));
    }

    fn show_opened(self, opened: Opened) {
        self.waits.set(None);
        // The worker forgot what was wanted of the file before.
        self.forget(self.finding_id.get_value());
        if let Some(name) = self.files.with_value(|files| files.remembered().map(str::to_owned)) {
            self.change_recent(|names| remember(names, &name));
        }
        self.figures.set(Figures::of(&opened.tensors));
        self.closed.set(HashSet::new());
        self.order.update(|order| order.search.clear());
        self.report.set(Some(Arc::new((*opened.report).clone())));
        self.opened.set(Some(Arc::new(opened)));
        self.show_asked();
    }

    /// Shows the tensor that a link asks for in the open file, else the first.
    pub fn show_asked(self) {
        let Some(opened) = self.opened.get_untracked() else { return };
        let file = self.named();
        let place = self.asked.try_update(|asked| asked.opened(&file, &opened));
        self.shown.set(place.flatten());
    }

    /// What cannot be opened any more is shown no longer.
    fn close_what_is_gone(self) {
        if untrack(|| self.is_open()) && !self.files.with_value(Files::is_open) {
            self.opened.set(None);
        }
    }

    // Figures as the worker finds them, and files that it writes.

    /// Asks for the figures that are found to be `missing`, and for no others.
    pub fn find(self, missing: impl FnOnce(&mut Figures) -> Option<Vec<usize>>) {
        let missing = self.figures.try_update_untracked(missing).flatten();
        let Some(tensors) = missing else { return };
        self.forget(self.finding_id.get_value());
        let id = self.ask(Ask::Statistics { tensors }, &[], move |answer, _| {
            match answer {
                Answer::Statistics { tensor, statistics } => self.keep(tensor, statistics),
                answer if answer.is_last() => {
                    self.figures.update_untracked(|figures| _ = figures.want_nothing());
                }
                // How far a large tensor is.
                _ => return,
            }
            self.tell();
        });
        self.finding_id.set_value(id);
        self.figures.notify();
    }

    /// Asks something of the worker, and of the next one where that takes the question with it; `error` says why there
    /// is no answer. Where whoever asks is gone nobody waits any more.
    pub fn ask_each_worker(
        self,
        ask: Ask,
        error: RwSignal<String>,
        then: impl Fn(Answer, Vec<Uint8Array>) + Copy + 'static,
    ) {
        let question = StoredValue::new(Question::default());
        effect(move || {
            let count = self.lives.get();
            match question.try_update_value(|question| question.worker(count)) {
                Some(Asking::Ask) => {
                    let id = self.ask(ask.clone(), &[], move |answer, bytes| {
                        if answer.is_last() {
                            question.try_update_value(Question::answered);
                        }
                        match answer {
                            Answer::Failed(failure) => error.set(failure.message),
                            answer => then(answer, bytes),
                        }
                    });
                    on_cleanup(move || self.forget(id));
                }
                Some(Asking::GiveUp) => {
                    let why = self.ended.with_untracked(|ended| Some(ended.as_ref()?.why.clone()));
                    let unknown =
                        || texts::inspect::reader_ended(texts::common::worker_restarted());
                    error.set(why.unwrap_or_else(unknown));
                }
                Some(Asking::Nothing) | None => {}
            }
        });
    }

    fn keep(self, place: usize, statistics: Result<Statistics, String>) {
        self.figures.update_untracked(|figures| figures.keep(place, statistics));
    }

    /// Figures come by the hundred: so often is soon enough. A hidden page has timers, but no frames.
    fn tell(self) {
        if !self.are_due.get_value() {
            self.are_due.set_value(true);
            let tell = move || {
                self.are_due.set_value(false);
                self.figures.notify();
            };
            set_timeout(tell, OFTEN);
        }
    }

    /// Saves a tensor, the figures or the model as a file.
    pub fn export(self, what: Export) {
        let busy = |share| Some(Busy { share, ..Busy::with(texts::inspect::saving()) });
        self.busy.set(busy(None));
        let parts = js_sys::Array::new();
        let id = self.ask(Ask::Export(what), &[], move |answer, bytes| {
            match answer {
                Answer::Part => return bytes.iter().for_each(|bytes| _ = parts.push(bytes)),
                Answer::Progress { share, .. } => return self.busy.set(busy(Some(share))),
                Answer::Exported { name } => crate::export::save_parts(&name, &parts),
                answer => self.could_not(answer),
            }
            self.busy.set(None);
        });
        // Nobody answers until the next worker is there.
        if id == UNASKED {
            self.busy.set(None);
            self.begin_anew();
        }
    }
}
