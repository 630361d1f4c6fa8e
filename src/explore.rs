//! The workers for a long sentence. What they are given and asked for, and which answers count, is the library's
//! ([`explore::Exploration`]); here are the messages.

use leptos::prelude::*;
use nearfar::explore::message::PROTOCOL;
use nearfar::explore::{self, Answer, Asks, Explorer, Found, Received, Request};
use nearfar::lab::Lab;
use nearfar::picture::Section;
use nearfar::text::MAX_TOKENS;
use nearfar_kit::{Message, Stays};

use crate::kit::{Answers, Client, Ended, Event, Program};
use crate::notices::Cause;
use crate::reactive::effect;
use crate::state::{Cell, Store};

/// The program that computes rows.
const WORKER: Program = Program { name: "nearfar-explore-worker", protocol: PROTOCOL };

/// The workers, and what is known from them.
pub struct Exploration {
    state: explore::Exploration,
    workers: Vec<Client>,
    /// By which request each draws what it draws.
    views: [Option<u32>; Explorer::WORKERS],
}

impl Exploration {
    fn open(store: Store) -> Exploration {
        let start = |_| Client::start(WORKER, move |event| hear(store, event));
        Exploration {
            state: explore::Exploration::default(),
            workers: (0..Explorer::WORKERS).map(start).collect(),
            views: [None; Explorer::WORKERS],
        }
    }

    /// What is known.
    pub fn explorer(&self) -> &Explorer {
        &self.state.explorer
    }

    fn tell_all(&self, request: Request) {
        let message = request.into_message();
        self.workers.iter().for_each(|worker| worker.tell(message.clone()));
    }

    /// Asks for what the plan of now still needs.
    fn ask(&mut self, store: Store, cursor: Option<Cell>) {
        let Asks { views, cell } = self.state.ask(cursor);
        let requests = views.into_iter().flatten();
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
        }
        if let Some((request, worker)) = cell.zip(self.workers.first()) {
            worker.tell(request.into_message());
        }
    }
}

/// Brings what the workers are asked for into agreement with settings and screen, and closes them where
/// the sentence is short.
pub fn bring_up_to_date(store: Store) -> Found {
    let before = store.exploration.try_update_value(Option::take).flatten();
    if !store.lab_now(Lab::is_long) {
        return Found::default();
    }
    let cursor = store.cursor().get_untracked();
    let mut exploration = before.unwrap_or_else(|| Exploration::open(store));
    let (given, moved) = store.now(|lab, settings| exploration.state.update(lab, settings));
    given.into_iter().for_each(|request| exploration.tell_all(request));
    if moved {
        store.wait_for_rest();
    }
    exploration.ask(store, cursor);
    let found = exploration.state.found();
    store.exploration.set_value(Some(exploration));
    found
}

/// From now on the cell under the cursor is asked for.
pub fn follow_cursor(store: Store) {
    effect(move || {
        store.cursor().track();
        change(store, |_| {});
    });
}

/// Nothing moves: every row is wanted, and the figures.
pub fn rest(store: Store) {
    change(store, explore::Exploration::rest);
}

/// What of the matrices is on the screen.
pub fn see(store: Store, part: Section) {
    change_if(store, |exploration| exploration.state.see(part));
}

/// Changes what is wanted; a frame asks for it.
fn change(store: Store, change: fn(&mut explore::Exploration)) {
    change_if(store, |exploration| {
        change(&mut exploration.state);
        true
    });
}

/// The same, where `change` says that something else is wanted.
fn change_if(store: Store, change: impl FnOnce(&mut Exploration) -> bool) {
    let changed =
        store.exploration.try_update_value(|exploration| exploration.as_mut().is_some_and(change));
    if changed == Some(true) {
        store.request_frame();
    }
}

fn hear(store: Store, event: Event) {
    match event {
        Event::Ready => change(store, |state| state.explorer.begin()),
        Event::Said(envelope) => {
            if let Some(message) = envelope.into_message() {
                receive(store, message);
            }
        }
        Event::Ended(Ended { why, is_final, .. }) => {
            change(store, explore::Exploration::lose);
            if is_final {
                store.notify(Cause::Workers, texts::page::worker_ended(why, MAX_TOKENS), true);
            }
        }
    }
}

/// Takes what a worker says; whether that was a draft, or there will be none.
fn receive(store: Store, message: Message) -> bool {
    let Some(answer) = Answer::read(message) else { return true };
    let is_draft = matches!(answer, Answer::Rows { is_draft: true, .. } | Answer::TooLarge { .. });
    let cursor = store.cursor().try_get_untracked().flatten();
    change_if(store, |exploration| {
        let received = exploration.state.receive(answer);
        // What moved meanwhile is asked for at once, before what has come is drawn.
        exploration.ask(store, cursor);
        received != Received::Nothing
    });
    is_draft
}
