//! A worker that is asked one thing after the other, each answer awaited. One that says nothing for long is
//! ended.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::{Rc, Weak};
use std::time::Duration;

use js_sys::{Function, Promise, Uint8Array};
use leptos::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

use super::desk::{PATIENCE, now};
use crate::worker::Client;

/// How often it is looked whether an answer is overdue.
const LOOK: Duration = Duration::from_secs(1);

/// An answer with the bytes beside it.
type Answered<Answer> = (Answer, Vec<Uint8Array>);

/// Where an answer is put.
type Slot<Answer> = Rc<RefCell<Option<Answered<Answer>>>>;

/// What waits for answers.
struct Waiting<Answer> {
    /// Where each answer is put, and who is told.
    slots: VecDeque<(Slot<Answer>, Function)>,
    /// What came before anybody waited.
    early: VecDeque<Answered<Answer>>,
    /// When something was heard last.
    heard: f64,
    /// Why there will be no more answers.
    ended: Option<String>,
}

/// The worker. It ends when this is dropped.
pub struct Line<Answer> {
    client: Client,
    waiting: Rc<RefCell<Waiting<Answer>>>,
}

impl<Answer: DeserializeOwned + 'static> Line<Answer> {
    /// Starts a worker, by the name of its program. Answers that are only `progress` answer nothing.
    pub fn start(name: &str, is_progress: fn(&Answer) -> bool) -> Result<Line<Answer>, String> {
        let waiting = Rc::new(RefCell::new(Waiting {
            slots: VecDeque::new(),
            early: VecDeque::new(),
            heard: now(),
            ended: None,
        }));
        let hear = {
            let waiting = Rc::downgrade(&waiting);
            move |answer: Answer, bytes: Vec<Uint8Array>| {
                let Some(waiting) = waiting.upgrade() else { return };
                waiting.borrow_mut().heard = now();
                if is_progress(&answer) {
                    return;
                }
                let next = waiting.borrow_mut().slots.pop_front();
                match next {
                    Some((slot, tell)) => {
                        slot.replace(Some((answer, bytes)));
                        let _ = tell.call0(&JsValue::NULL);
                    }
                    None => waiting.borrow_mut().early.push_back((answer, bytes)),
                }
            }
        };
        let fail = {
            let waiting = Rc::downgrade(&waiting);
            move |message: String| end(&waiting, &format!("it stopped: {message}"))
        };
        let client = Client::new(name, hear, fail)?;
        Ok(Line { client, waiting })
    }

    /// Whether it was ended, or stopped.
    pub fn has_ended(&self) -> bool {
        self.waiting.borrow().ended.is_some()
    }

    /// Asks, and waits for the answer.
    pub async fn ask(
        &self,
        request: &impl Serialize,
        files: &[File],
    ) -> Result<Answered<Answer>, String> {
        self.client.send(request, files);
        self.next().await
    }

    /// Waits for what is said next.
    pub async fn next(&self) -> Result<Answered<Answer>, String> {
        let early = self.waiting.borrow_mut().early.pop_front();
        if let Some(early) = early {
            return Ok(early);
        }
        let ended = self.waiting.borrow().ended.clone();
        if let Some(why) = ended {
            return Err(why);
        }
        let slot = Slot::<Answer>::default();
        let answered = Promise::new(&mut |tell, _| {
            let mut waiting = self.waiting.borrow_mut();
            waiting.heard = now();
            waiting.slots.push_back((Rc::clone(&slot), tell));
        });
        watch(Rc::downgrade(&self.waiting));
        let _ = JsFuture::from(answered).await;
        let answer = slot.borrow_mut().take();
        answer.ok_or_else(|| {
            let ended = self.waiting.borrow().ended.clone();
            ended.unwrap_or_else(|| "it did not answer".to_owned())
        })
    }
}

/// Ends a worker whose answer is overdue.
fn watch<Answer: 'static>(waiting: Weak<RefCell<Waiting<Answer>>>) {
    let look = move || {
        let Some(known) = waiting.upgrade() else { return };
        let (asked, silent) = {
            let known = known.borrow();
            (!known.slots.is_empty(), now() - known.heard)
        };
        if !asked {
            return;
        }
        if silent > PATIENCE.as_secs_f64() * 1000.0 {
            let seconds = PATIENCE.as_secs();
            end(&waiting, &format!("it was ended after {seconds} s without an answer"));
        } else {
            watch(waiting);
        }
    };
    set_timeout(look, LOOK);
}

/// Nobody waits any more, and nobody will.
fn end<Answer>(waiting: &Weak<RefCell<Waiting<Answer>>>, why: &str) {
    let Some(waiting) = waiting.upgrade() else { return };
    let slots = {
        let mut waiting = waiting.borrow_mut();
        waiting.ended = Some(why.to_owned());
        std::mem::take(&mut waiting.slots)
    };
    for (_, tell) in slots {
        let _ = tell.call0(&JsValue::NULL);
    }
}
