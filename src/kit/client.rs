//! A worker as a room asks it. What counts, what waits and when a timeout is over is decided by
//! [`nearfar_kit::Conversation`]; what a request holds is the business of those who exchange it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use js_sys::{Function, Promise, Uint8Array};
use leptos::prelude::*;
use nearfar_kit::envelope::Envelope;
use nearfar_kit::{Answers, Conversation, Ended, Heard, Message, Stays, Timeout, UNASKED};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{File, MessageEvent, Worker};

use super::now;
use crate::browser::fetch::describe;
use crate::focus::find;

/// The script that starts any worker.
const SCRIPT: &str = "worker.js";

/// A worker that is asked and says nothing for so many milliseconds is ended, see [`Client::stretch`].
const TIMEOUT_MS: f64 = 20_000.0;

/// A worker's program.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// Its name in the site.
    pub name: &'static str,
    /// What it must speak.
    pub protocol: &'static str,
}

/// What happens besides the answers to requests.
pub enum Event {
    /// The worker is there; what it was sent before is on its way.
    Ready,
    /// It says something that nobody waits for: unasked, or late.
    Said(Envelope),
    /// It ended. All that was waited for is lost.
    Ended(Ended),
}

/// Takes the answers to a request, or why there are none.
type Then = Rc<RefCell<dyn FnMut(Result<Envelope, &str>) -> Answers>>;

struct Inner {
    program: Program,
    talk: RefCell<Conversation<JsValue, Then>>,
    worker: RefCell<Option<Worker>>,
    listen: Box<dyn Fn(Event)>,
    /// Whether a timer looks after the worker's silence.
    watches: Cell<bool>,
    /// Why there is no worker any more.
    why: RefCell<String>,
}

/// A worker. It ends when this is dropped.
pub struct Client(Rc<Inner>);

impl Drop for Client {
    fn drop(&mut self) {
        self.0.talk.borrow_mut().close();
        self.0.stop();
    }
}

impl Client {
    /// Starts it. `listen` hears of what answers no request that waits.
    pub fn start(program: Program, listen: impl Fn(Event) + 'static) -> Client {
        let inner = Rc::new(Inner {
            program,
            talk: RefCell::new(Conversation::new(program.protocol, TIMEOUT_MS)),
            worker: RefCell::new(None),
            listen: Box::new(listen),
            watches: Cell::new(false),
            why: RefCell::default(),
        });
        inner.begin();
        Client(inner)
    }

    /// Whether it ended for good.
    pub fn has_ended(&self) -> bool {
        self.0.talk.borrow().is_over()
    }

    /// Another worker takes its place, with what is kept.
    pub fn restart(&self) {
        self.0.stop();
        self.0.talk.borrow_mut().restart(now());
        self.0.drop_waiting(texts::common::worker_restarted());
        self.0.begin();
    }

    /// Bears its silence so many times as long.
    pub fn stretch(&self, times: f64) {
        self.0.talk.borrow_mut().stretch(times);
    }

    /// Sends a request with what belongs to it: bytes, which are copied, or files. `then` takes its answers
    /// with the bytes beside them.
    pub fn ask<Answer: DeserializeOwned>(
        &self,
        stays: Stays,
        request: &impl Serialize,
        parts: &[impl AsRef<JsValue>],
        mut then: impl FnMut(Answer, Vec<Uint8Array>) -> Answers + 'static,
    ) -> u32 {
        let then = move |reply: Result<Envelope, &str>| {
            let read = reply.ok().and_then(|reply| Some((read(&reply)?, reply.parts_of())));
            read.map_or(Answers::Last, |(answer, bytes)| then(answer, bytes))
        };
        let body = serde_json::to_string(request).unwrap_or_default();
        self.0.send(stays, body, handles(parts), Rc::new(RefCell::new(then)))
    }

    /// Sends a request without JSON, which has no answer.
    pub fn tell(&self, message: Message) {
        self.ask_for(Stays::Told, message, &[], |_| Answers::Last);
    }

    /// Sends a request without JSON, with files beside it. `then` takes its answers, or hears why there are none.
    pub fn ask_for(
        &self,
        stays: Stays,
        message: Message,
        files: &[File],
        mut then: impl FnMut(Result<Message, &str>) -> Answers + 'static,
    ) -> u32 {
        if self.has_ended() {
            then(Err(&self.0.why.borrow()));
            return UNASKED;
        }
        let then = move |reply: Result<Envelope, &str>| match reply.map(Envelope::into_message) {
            Ok(Some(message)) => then(Ok(message)),
            Ok(None) => {
                then(Err(&texts::common::worker_error(texts::common::worker_answered_else())))
            }
            Err(why) => then(Err(why)),
        };
        let Envelope { body, mut parts, .. } =
            Envelope::of_message(self.0.program.protocol, UNASKED, message);
        parts.extend(handles(files));
        self.0.send(stays, body, parts, Rc::new(RefCell::new(then)))
    }

    /// As [`Client::ask_for`]; waits for the first answer of which `read` says that it is the one
    /// ([`Answers::Last`]).
    ///
    /// # Errors
    /// Why there is none, in a sentence.
    pub async fn answer<Answer: 'static>(
        &self,
        stays: Stays,
        message: Message,
        files: &[File],
        read: impl Fn(Message) -> Option<(Answer, Answers)> + 'static,
    ) -> Result<Answer, String> {
        type Slot<Answer> = Rc<RefCell<Option<Result<Answer, String>>>>;
        let slot = Slot::<Answer>::default();
        let mut tell = None::<Function>;
        let answered = Promise::new(&mut |resolve, _| tell = Some(resolve));
        let into = Rc::clone(&slot);
        self.ask_for(stays, message, files, move |reply| {
            let outcome = match reply.map(&read) {
                Ok(Some((_, Answers::More))) => return Answers::More,
                Ok(Some((answer, Answers::Last))) => Ok(answer),
                Ok(None) => Err(texts::common::worker_answered_else().to_owned()),
                Err(why) => Err(texts::common::worker_it(why)),
            };
            into.replace(Some(outcome));
            if let Some(tell) = &tell {
                let _ = tell.call0(&JsValue::NULL);
            }
            Answers::Last
        });
        let _ = JsFuture::from(answered).await;
        let outcome = slot.borrow_mut().take();
        outcome.unwrap_or_else(|| Err(texts::common::worker_no_answer().to_owned()))
    }

    /// No longer waits for the answers to a request.
    pub fn forget(&self, id: u32) {
        let _then = self.0.talk.borrow_mut().forget(id);
    }
}

/// What a message of a worker says; `None` where it says something else.
pub fn read<Answer: DeserializeOwned>(envelope: &Envelope) -> Option<Answer> {
    serde_json::from_str(&envelope.body).ok()
}

fn handles(parts: &[impl AsRef<JsValue>]) -> Vec<JsValue> {
    parts.iter().map(|part| part.as_ref().clone()).collect()
}

impl Inner {
    fn begin(self: &Rc<Self>) {
        let worker = match Worker::new(&format!("{}#{}", address(SCRIPT), self.program.name)) {
            Ok(worker) => worker,
            Err(why) => {
                // Told once whoever starts it has it.
                let fail = self.later(|inner, why| {
                    inner.end(&texts::common::worker_not_started(describe(why)), false);
                });
                return set_timeout(move || fail(why), Duration::ZERO);
            }
        };
        let hear = self.later(|inner, event: MessageEvent| {
            Envelope::read(&event.data()).into_iter().for_each(|envelope| inner.hear(envelope));
        });
        let fail = self.later(|inner, event: web_sys::Event| {
            let message = event.dyn_ref::<web_sys::ErrorEvent>().map(web_sys::ErrorEvent::message);
            let why = message.unwrap_or_else(|| texts::common::worker_script_missing().to_owned());
            inner.end(&texts::common::worker_stopped(why), false);
        });
        // The browser lets go of both with the worker.
        worker.set_onmessage(Some(Closure::wrap(hear).into_js_value().unchecked_ref()));
        worker.set_onerror(Some(Closure::wrap(fail).into_js_value().unchecked_ref()));
        self.worker.replace(Some(worker));
    }

    /// Does something with what comes, while there is anybody for whom.
    fn later<T: 'static>(self: &Rc<Self>, run: fn(&Rc<Self>, T)) -> Box<dyn Fn(T)> {
        let inner = Rc::downgrade(self);
        Box::new(move |come| {
            if let Some(inner) = inner.upgrade() {
                run(&inner, come);
            }
        })
    }

    fn send(self: &Rc<Self>, stays: Stays, body: String, parts: Vec<JsValue>, then: Then) -> u32 {
        let message = |id| Envelope::of(self.program.protocol, id, body, parts).to_js();
        let id = self.talk.borrow_mut().ask(stays, message, then, now());
        self.post();
        id
    }

    /// Sends the worker what it was not sent yet, once it is there.
    fn post(self: &Rc<Self>) {
        let messages = self.talk.borrow_mut().to_send();
        if let Some(worker) = &*self.worker.borrow() {
            // A message is copied.
            messages.iter().for_each(|message| drop(worker.post_message(message)));
        }
        self.watch();
    }

    fn hear(self: &Rc<Self>, envelope: Envelope) {
        let Envelope { kind, id, .. } = envelope;
        let heard = self.talk.borrow_mut().hear(&envelope.protocol, kind, id, now());
        match heard {
            Heard::Ready => {
                self.post();
                (self.listen)(Event::Ready);
            }
            Heard::Awaited(then) => {
                let answers = hand_over(&then, Ok(envelope));
                self.talk.borrow_mut().took(id, answers);
            }
            Heard::Late | Heard::News => (self.listen)(Event::Said(envelope)),
            Heard::Fatal => self.end(&texts::common::worker_error(envelope.body), false),
            Heard::OtherVersion => {
                let why = texts::common::worker_other_version().to_owned();
                self.ended(Ended { why, by_time: false, is_final: true });
            }
            Heard::Nothing => {}
        }
    }

    /// The worker ended, or is to end.
    fn end(self: &Rc<Self>, why: &str, by_time: bool) {
        let ended = self.talk.borrow_mut().end(why, by_time, now());
        ended.into_iter().for_each(|ended| self.ended(ended));
    }

    fn ended(self: &Rc<Self>, ended: Ended) {
        self.stop();
        self.why.replace(ended.why.clone());
        self.drop_waiting(&ended.why);
        (self.listen)(Event::Ended(ended));
        // Whoever heard of it may have closed it.
        if !self.talk.borrow().is_over() {
            self.begin();
        }
    }

    /// Ends the worker as the browser has it.
    fn stop(&self) {
        if let Some(worker) = self.worker.borrow_mut().take() {
            worker.set_onmessage(None);
            worker.set_onerror(None);
            worker.terminate();
        }
    }

    /// Says to all who wait that they wait in vain.
    fn drop_waiting(&self, why: &str) {
        let lost = self.talk.borrow_mut().lost();
        lost.iter().for_each(|then| _ = hand_over(then, Err(why)));
    }

    /// Looks after the worker's silence, while there is something to wait for.
    fn watch(self: &Rc<Self>) {
        if self.watches.get() {
            return;
        }
        let timeout = self.talk.borrow().timeout(now());
        match timeout {
            Timeout::Idle => {}
            Timeout::Over => {
                let seconds = (self.talk.borrow().most_silence() / 1000.0).round();
                self.end(&texts::common::worker_silent(seconds), true);
            }
            Timeout::Look(ms) => {
                self.watches.set(true);
                let look = self.later(|inner, ()| {
                    inner.watches.set(false);
                    inner.watch();
                });
                set_timeout(move || look(()), Duration::from_secs_f64(ms / 1000.0));
            }
        }
    }
}

/// Hands an answer to whoever waits for it, who may ask for more meanwhile.
fn hand_over(then: &Then, reply: Result<Envelope, &str>) -> Answers {
    // One that is at an answer is not handed another.
    then.try_borrow_mut().map_or(Answers::Last, |mut then| then(reply))
}

/// The address of a file of the site, in the version that belongs to this page: a browser may have
/// kept an older one.
fn address(path: &str) -> String {
    let base = document().base_uri().ok().flatten().unwrap_or_default();
    let version = find("meta[name=nearfar-version]").and_then(|meta| meta.get_attribute("content"));
    let url = web_sys::Url::new_with_base(path, &base).map(|url| url.href()).unwrap_or_default();
    format!("{url}?{}", version.unwrap_or_default())
}
