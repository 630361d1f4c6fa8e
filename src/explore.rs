//! The workers for a long sentence: what they are given, what they are asked for, and what comes back.
//! What is asked and which answers count is the library's [`Explorer`]; here are the messages.

use leptos::prelude::*;
use ndarray::{ArrayView2, Axis};
use nearfar::explore::message::PROTOCOL;
use nearfar::explore::{Answer, Explorer, Plan, Received, Request, Side};
use nearfar::lab::{Lab, Panel};
use nearfar::picture::Section;
use nearfar::settings::{ModelChoice, Settings};
use nearfar::text::MAX_TOKENS;
use nearfar_kit::{Message, Stays};

use crate::kit::{Answers, Client, Ended, Event, Program, TIMEOUT};
use crate::notices::Cause;
use crate::reactive::effect;
use crate::state::{Cell, Store};

/// The program that computes rows.
const WORKER: Program =
    Program { name: "nearfar-explore-worker", protocol: PROTOCOL, timeout: TIMEOUT };

/// What the workers were given of a panel.
#[derive(Clone, Copy, PartialEq)]
struct Given {
    words: u32,
    model: ModelChoice,
    seed: u32,
    positions: bool,
    head: usize,
}

/// The workers, and what is known from them.
pub struct Exploration {
    pub explorer: Explorer,
    workers: Vec<Client>,
    /// By which request each draws what it draws.
    views: [Option<u32>; Explorer::WORKERS],
    given: [Option<Given>; 2],
    givings: u32,
    /// What of the matrices is on the screen.
    part: Section,
    /// The plan of the last frame, and whether it has not changed for a while.
    plan: Option<Plan>,
    rests: bool,
    /// The cell that was asked for last, since the last draft.
    asked: Option<Cell>,
    /// Whether there is something that was not drawn yet.
    has_news: bool,
    /// Whether all rows of the last raster were there when it was drawn.
    was_whole: bool,
}

impl Exploration {
    fn open(store: Store) -> Exploration {
        let start = |_| Client::start(WORKER, move |event| hear(store, event));
        Exploration {
            explorer: Explorer::default(),
            workers: (0..Explorer::WORKERS).map(start).collect(),
            views: [None; Explorer::WORKERS],
            given: [None, None],
            givings: 0,
            part: Section::default(),
            plan: None,
            rests: false,
            asked: None,
            has_news: false,
            was_whole: false,
        }
    }

    /// Gives the workers words and projections where they are others.
    fn give(&mut self, lab: &Lab, settings: &Settings) {
        for panel in Panel::BOTH {
            let now = Given {
                words: lab.words_version(),
                model: panel.model(settings),
                seed: settings.seed,
                positions: panel.method(settings).adds_positions(),
                head: settings.head,
            };
            let before = self.given[panel as usize].replace(now);
            if before == Some(now) {
                continue;
            }
            self.givings += 1;
            self.explorer.forget();
            // Another head of the same words needs other projections only.
            if before.map(|before| Given { head: now.head, ..before }) != Some(now) {
                let input = lab.embeddings(panel).map(|input| input.view());
                let width = input.map_or(0, |input| input.ncols());
                let values = input.map_or_else(Vec::new, |input| numbers(input));
                let positions = now.positions;
                self.send_all(Request::Input { panel, width, positions, values });
            }
            if let Some(projections) = lab.projections(panel) {
                let head = settings.head.min(projections.heads().saturating_sub(1));
                let of =
                    |stacked: &ndarray::Array3<f32>| numbers(stacked.index_axis(Axis(0), head));
                let (query, key) = (of(&projections.query), of(&projections.key));
                self.send_all(Request::Head { panel, query, key });
            }
        }
    }

    fn send_all(&self, request: Request) {
        let message = request.into_message();
        self.workers.iter().for_each(|worker| worker.tell(message.clone()));
    }

    /// Asks for what the plan of now still needs.
    fn ask(&mut self, store: Store, cursor: Option<Cell>) {
        let Some(plan) = self.plan else { return };
        let requests = self.explorer.requests(Plan { rests: self.rests, ..plan });
        let requests = requests.into_iter().flatten();
        for ((request, worker), view) in requests.zip(&self.workers).zip(&mut self.views) {
            if let Some(before) = view.take() {
                worker.forget(before);
            }
            // The draft is waited for; what makes it finer comes when it comes.
            let then = move |message: Result<_, &str>| match message {
                Ok(message) => Answers::last_if(receive(store, message)),
                Err(_) => Answers::Last,
            };
            *view = Some(worker.ask_for(Stays::Once, request.into_message(), &[], then));
            self.asked = None;
        }
        if let (Some((i, j)), Some(worker)) = (cursor, self.workers.first())
            && self.asked != cursor
        {
            self.asked = cursor;
            worker.tell(Request::Cell { i, j }.into_message());
        }
    }
}

fn numbers(matrix: ArrayView2<f32>) -> Vec<f32> {
    matrix.iter().copied().collect()
}

fn say_stopped(store: Store, reason: &str) {
    store.notify(Cause::Workers, texts::page::worker_ended(reason, MAX_TOKENS), true);
}

/// What a frame found.
pub struct Found {
    /// There is something new to draw.
    pub is_news: bool,
    /// It is all that there will be.
    pub is_whole: bool,
}

/// Brings what the workers are asked for into agreement with settings and screen, and closes them where
/// the sentence is short.
pub fn bring_up_to_date(store: Store) -> Found {
    if !store.lab_now(Lab::is_long) {
        store.exploration.try_update_value(Option::take);
        return Found { is_news: false, is_whole: false };
    }
    let cursor = store.cursor().get_untracked();
    let mut exploration = store
        .exploration
        .try_update_value(Option::take)
        .flatten()
        .unwrap_or_else(|| Exploration::open(store));
    let moved = store.settings_now(|settings| {
        store.lab_now(|lab| {
            // What a worker is told before it listens is lost.
            if !exploration.explorer.is_ready() {
                return false;
            }
            exploration.give(lab, settings);
            let sides = Panel::BOTH.map(|panel| {
                let heads = lab.heads_of(panel, settings);
                let parameters = heads.get(settings.head).or(heads.last()).copied();
                parameters.map(|parameters| Side { method: panel.method(settings), parameters })
            });
            let [Some(a), Some(b)] = sides else { return false };
            let plan = Plan {
                given: exploration.givings,
                sides: [a, b],
                causal: settings.causal,
                part: exploration.part,
                rests: false,
            };
            exploration.plan.replace(plan) != Some(plan)
        })
    });
    if moved {
        exploration.rests = false;
        store.wait_for_rest();
    }
    if exploration.part != Section::default() {
        exploration.ask(store, cursor);
    }
    let is_news = std::mem::take(&mut exploration.has_news);
    let whole = exploration.rests && exploration.explorer.refined() >= 1.0;
    let is_whole = whole && !std::mem::replace(&mut exploration.was_whole, whole);
    store.exploration.set_value(Some(exploration));
    Found { is_news, is_whole }
}

/// From now on the cell under the cursor is asked for.
pub fn follow_cursor(store: Store) {
    effect(move || {
        store.cursor().track();
        change(store, |_| true);
    });
}

/// Nothing moves: every row is wanted, and the figures.
pub fn rest(store: Store) {
    change(store, |exploration| {
        exploration.rests = true;
        true
    });
}

/// What of the matrices is on the screen.
pub fn see(store: Store, part: Section) {
    change(store, |exploration| std::mem::replace(&mut exploration.part, part) != part);
}

/// Changes what is wanted; a frame asks for it where that is something else.
fn change(store: Store, change: impl FnOnce(&mut Exploration) -> bool) {
    let changed =
        store.exploration.try_update_value(|exploration| exploration.as_mut().is_some_and(change));
    if changed == Some(true) {
        store.request_frame();
    }
}

fn hear(store: Store, event: Event) {
    match event {
        Event::Ready => {
            change(store, |exploration| {
                exploration.explorer.begin();
                true
            });
        }
        Event::Said(envelope) => {
            if let Some(message) = envelope.into_message() {
                receive(store, message);
            }
        }
        Event::Ended(Ended { why, is_final, .. }) => {
            change(store, |exploration| {
                exploration.explorer.lose();
                exploration.given = [None, None];
                true
            });
            if is_final {
                say_stopped(store, &why);
            }
        }
    }
}

/// Takes what a worker says; whether that was a draft, or there will be none.
fn receive(store: Store, message: Message) -> bool {
    let Some(answer) = Answer::read(message) else { return true };
    let is_draft = matches!(answer, Answer::Rows { is_draft: true, .. } | Answer::TooLarge { .. });
    let cursor = store.cursor().try_get_untracked().flatten();
    change(store, |exploration| {
        let received = exploration.explorer.receive(answer);
        // What moved meanwhile is asked for at once, before what has come is drawn.
        exploration.ask(store, cursor);
        exploration.has_news |= matches!(received, Received::News | Received::TooLarge);
        received != Received::Nothing
    });
    is_draft
}
