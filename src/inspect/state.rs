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
use nearfar_inspect::room::desk::{Desk, Effect};
use nearfar_inspect::room::figures::{Asking, Figures, Question};
use nearfar_inspect::room::files::Files;
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
    /// Which files are open, being opened, waiting; and what is said of them. It changes before what is open.
    pub desk: RwSignal<Desk<Item>, LocalStorage>,
    /// What the last link asks for, and what of it is not shown.
    pub asked: RwSignal<Asked>,
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
        self.has_worker.get() && !self.is_busy()
    }

    /// Whether the user waits for something.
    pub fn is_busy(self) -> bool {
        self.desk.with(|desk| desk.busy.is_some())
    }

    /// What the user waits for, while there is anybody to be told.
    pub fn set_busy(self, busy: Option<Busy>) {
        self.desk.try_update(|desk| desk.busy = busy);
    }

    /// What could not be done.
    pub fn set_problem(self, problem: Option<Failure>) {
        self.desk.try_update(|desk| desk.problem = problem);
    }

    /// Something of the files, not followed.
    pub fn files<T>(self, of: impl FnOnce(&Files<Item>) -> T) -> T {
        self.desk.with_untracked(|desk| of(&desk.files))
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
        self.files(Files::named)
    }

    /// Why the open model is not run.
    pub fn cannot_run(self) -> Option<String> {
        self.of_report(Report::cannot_run).flatten()
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
            Event::Ready => _ = self.happens(Desk::worker_ready),
            // What nobody waits for any more is dropped, but for figures, which stay true: the worker forgets those of
            // a file before it answers that the next one is open.
            Event::Said(envelope) => {
                if let Some(Answer::Statistics { tensor, statistics }) = read(&envelope) {
                    self.keep(tensor, statistics);
                }
            }
            Event::Ended(kit::Ended { why, by_time, is_final }) => {
                self.happens(|desk| desk.worker_ended(&why, by_time, is_final));
            }
        }
    }

    /// Tells the desk what happened, and does what it says; whether that is anything. The room may be gone.
    pub fn happens(self, event: impl FnOnce(&mut Desk<Item>) -> Vec<Effect<Item>>) -> bool {
        let effects = self.desk.try_update(event).unwrap_or_default();
        let is_anything = !effects.is_empty();
        effects.into_iter().for_each(|effect| self.act(effect));
        is_anything
    }

    fn act(self, effect: Effect<Item>) {
        match effect {
            Effect::Worker(is_there) => self.has_worker.set(is_there),
            Effect::Open(opening) => {
                let ask = Ask::Open { assignments: self.assignments() };
                let files = opening.files.clone();
                self.ask(ask, &files, move |answer, _| {
                    self.happens(|desk| desk.answered(&opening, answer));
                });
            }
            Effect::BeginAnew => self.begin_anew(),
            Effect::Restart => _ = self.with_client(Client::restart),
            Effect::Stretch(times) => _ = self.with_client(|client| client.stretch(times)),
            Effect::FiguresLost(why) => {
                self.figures.update(|figures| figures.worker_ended(why.as_deref()));
            }
            Effect::HasFiles => self.lives.update(|lives| *lives += 1),
            Effect::FindLeft => self.find(Figures::next_worker),
            Effect::Show(opened) => self.show_opened(*opened),
            Effect::Close => self.opened.set(None),
            Effect::Tokenizer(file) => self.tokenizer_file.set(file.and_then(|file| file.file())),
        }
    }

    fn with_client<T>(self, of: impl FnOnce(&Client) -> T) -> Option<T> {
        self.client.with_value(|client| client.as_ref().map(of))
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
            self.set_problem(Some(failure));
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

    /// Opens files of the user's.
    pub fn open(self, files: Vec<File>) {
        let files: Vec<Item> = files.into_iter().map(Item::whole).collect();
        self.happens(|desk| desk.come(&files));
    }

    fn show_opened(self, opened: Opened) {
        // The worker forgot what was wanted of the file before.
        self.forget(self.finding_id.get_value());
        if let Some(name) = self.files(|files| files.remembered().map(str::to_owned)) {
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
                Some(Asking::GiveUp) => error.set(self.desk.with_untracked(Desk::why_gone)),
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
        self.set_busy(busy(None));
        let parts = js_sys::Array::new();
        let id = self.ask(Ask::Export(what), &[], move |answer, bytes| {
            match answer {
                Answer::Part => return bytes.iter().for_each(|bytes| _ = parts.push(bytes)),
                Answer::Progress { share, .. } => return self.set_busy(busy(Some(share))),
                Answer::Exported { name } => crate::browser::files::save_parts(&name, &parts),
                answer => self.could_not(answer),
            }
            self.set_busy(None);
        });
        // Nobody answers until the next worker is there.
        if id == UNASKED {
            self.set_busy(None);
            self.begin_anew();
        }
    }
}
