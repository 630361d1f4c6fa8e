//! A worker as a room asks it. What counts, what waits and when a timeout is over is decided by
//! [`nearfar_kit::Conversation`]; what a request holds is the business of those who exchange it.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::{Rc, Weak};
use std::time::Duration;

use js_sys::{Function, Promise, Uint8Array};
use leptos::prelude::*;
use nearfar_kit::envelope::Envelope;
use nearfar_kit::{After, Conversation, Heard, Message, Stays, Timeout, UNASKED};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

use super::now;
use super::worker::Started;

/// A worker that is asked and says nothing for so long is ended.
pub const TIMEOUT: Duration = Duration::from_secs(20);

/// A worker's program.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// Its name in the site.
    pub name: &'static str,
    /// What it must speak.
    pub protocol: &'static str,
    /// How long its silence is borne.
    pub timeout: Duration,
}

/// Whether a request has more answers to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// It has.
    More,
    /// That was the last.
    Last,
}

impl Answers {
    /// [`Answers::Last`] where `is_last`.
    pub fn last_if(is_last: bool) -> Answers {
        if is_last { Answers::Last } else { Answers::More }
    }
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

/// How a worker ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// What became of it, in a few words: "stopped: ...".
    pub why: String,
    /// Whether it was silent for too long.
    pub by_time: bool,
    /// Whether there will be no other, unless somebody starts one.
    pub is_final: bool,
}

/// Takes the answers to a request, or why there are none.
type Then = Box<dyn FnMut(Result<Envelope, &str>) -> Answers>;

/// A request that is to be sent later, or again.
struct Kept {
    message: JsValue,
    stays: bool,
}

struct Inner {
    program: Program,
    talk: RefCell<Conversation>,
    worker: RefCell<Option<Started>>,
    thens: RefCell<BTreeMap<u32, Then>>,
    kept: RefCell<BTreeMap<u32, Kept>>,
    listen: Box<dyn Fn(Event)>,
    /// Whether a timer looks after the worker's silence.
    watches: Cell<bool>,
    /// Whether whoever asked is gone.
    is_closed: Cell<bool>,
    /// Why there is no worker any more.
    why: RefCell<String>,
}

/// A worker. It ends when this is dropped.
pub struct Client(Rc<Inner>);

impl Drop for Client {
    fn drop(&mut self) {
        self.0.is_closed.set(true);
        self.0.worker.borrow_mut().take();
    }
}

impl Client {
    /// Starts it. `listen` hears of what answers no request that waits.
    pub fn start(program: Program, listen: impl Fn(Event) + 'static) -> Client {
        let timeout = program.timeout.as_secs_f64() * 1000.0;
        let inner = Rc::new(Inner {
            program,
            talk: RefCell::new(Conversation::new(program.protocol, timeout)),
            worker: RefCell::new(None),
            thens: RefCell::default(),
            kept: RefCell::default(),
            listen: Box::new(listen),
            watches: Cell::new(false),
            is_closed: Cell::new(false),
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
        self.0.worker.borrow_mut().take();
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
        let then = move |reply: Result<Envelope, &str>| match reply
            .ok()
            .as_ref()
            .and_then(|reply| Some((read(reply)?, reply.parts_of())))
        {
            Some((answer, bytes)) => then(answer, bytes),
            None => Answers::Last,
        };
        self.0.send(stays, body(request), handles(parts), Some(Box::new(then)))
    }

    /// Sends a request without JSON, which has no answer.
    pub fn tell(&self, message: Message) {
        self.send_message(Stays::Told, message, &[], None);
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
        self.send_message(stays, message, files, Some(Box::new(then)))
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

    fn send_message(
        &self,
        stays: Stays,
        message: Message,
        files: &[File],
        then: Option<Then>,
    ) -> u32 {
        let Envelope { body, mut parts, .. } =
            Envelope::of_message(self.0.program.protocol, UNASKED, message);
        parts.extend(handles(files));
        self.0.send(stays, body, parts, then)
    }

    /// No longer waits for the answers to a request.
    pub fn forget(&self, id: u32) {
        self.0.talk.borrow_mut().forget(id);
        let then = self.0.thens.borrow_mut().remove(&id);
        self.0.kept.borrow_mut().remove(&id);
        drop(then);
    }
}

/// What a message of a worker says; `None` where it says something else.
pub fn read<Answer: DeserializeOwned>(envelope: &Envelope) -> Option<Answer> {
    serde_json::from_str(&envelope.body).ok()
}

fn body(request: &impl Serialize) -> String {
    serde_json::to_string(request).unwrap_or_default()
}

fn handles(parts: &[impl AsRef<JsValue>]) -> Vec<JsValue> {
    parts.iter().map(|part| part.as_ref().clone()).collect()
}

impl Inner {
    fn begin(self: &Rc<Self>) {
        let hearing = Rc::downgrade(self);
        let hear = move |message: JsValue| {
            if let (Some(inner), Some(envelope)) = (hearing.upgrade(), Envelope::read(&message)) {
                inner.hear(envelope);
            }
        };
        let failing = Rc::downgrade(self);
        let fail = move |why: String| {
            if let Some(inner) = failing.upgrade() {
                inner.end(&texts::common::worker_stopped(&why), false);
            }
        };
        match Started::new(self.program.name, Box::new(hear), Box::new(fail)) {
            Ok(worker) => {
                self.worker.replace(Some(worker));
            }
            Err(why) => {
                // Told once whoever starts it has it.
                let failed = Rc::downgrade(self);
                let fail = move || {
                    if let Some(inner) = failed.upgrade() {
                        inner.end(&texts::common::worker_not_started(&why), false);
                    }
                };
                set_timeout(fail, Duration::ZERO);
            }
        }
    }

    fn send(
        self: &Rc<Self>,
        stays: Stays,
        body: String,
        parts: Vec<JsValue>,
        then: Option<Then>,
    ) -> u32 {
        let (id, is_sent) = self.talk.borrow_mut().ask(stays, now());
        let message = Envelope::of(self.program.protocol, id, body, parts).to_js();
        if let Some(then) = then {
            self.thens.borrow_mut().insert(id, then);
        }
        if is_sent {
            self.post(&message);
        }
        let stays = stays == Stays::Kept;
        if stays || !is_sent {
            self.kept.borrow_mut().insert(id, Kept { message, stays });
        }
        self.watch();
        id
    }

    fn post(&self, message: &JsValue) {
        if let Some(worker) = &*self.worker.borrow() {
            worker.post(message);
        }
    }

    fn hear(self: &Rc<Self>, envelope: Envelope) {
        let Envelope { kind, id, .. } = envelope;
        let heard = self.talk.borrow_mut().hear(&envelope.protocol, kind, id, now());
        match heard {
            Heard::Ready(ids) => {
                for id in ids {
                    let mut kept = self.kept.borrow_mut();
                    let Some(Kept { message, stays }) = kept.get(&id) else { continue };
                    self.post(message);
                    if !stays {
                        kept.remove(&id);
                    }
                }
                self.watch();
                (self.listen)(Event::Ready);
            }
            Heard::Awaited => self.take(id, Ok(envelope)),
            Heard::Late | Heard::News => (self.listen)(Event::Said(envelope)),
            Heard::Fatal => {
                self.end(&texts::common::worker_error(envelope.body), false);
            }
            Heard::OtherVersion => {
                self.over(texts::common::worker_other_version(), false);
            }
            Heard::Nothing => {}
        }
    }

    /// Hands an answer to whoever waits for it, who may ask for more meanwhile.
    fn take(&self, id: u32, reply: Result<Envelope, &str>) {
        let then = self.thens.borrow_mut().remove(&id);
        let Some(mut then) = then else { return self.talk.borrow_mut().done(id) };
        let said = then(reply);
        let mut talk = self.talk.borrow_mut();
        if said == Answers::Last {
            talk.done(id);
        }
        // What is kept is answered once more by the next worker.
        let stays = self.kept.borrow().get(&id).is_some_and(|kept| kept.stays);
        if stays || talk.waits_for(id) {
            self.thens.borrow_mut().insert(id, then);
        }
    }

    /// The worker ended, or is to end.
    fn end(self: &Rc<Self>, why: &str, by_time: bool) {
        if self.talk.borrow().is_over() {
            return;
        }
        let after = self.talk.borrow_mut().end(now());
        if after == After::GiveUp {
            return self.over(why, by_time);
        }
        self.worker.borrow_mut().take();
        self.drop_waiting(why);
        (self.listen)(Event::Ended(Ended { why: why.to_owned(), by_time, is_final: false }));
        if !self.is_closed.get() {
            self.begin();
        }
    }

    /// There is no worker any more.
    fn over(&self, why: &str, by_time: bool) {
        self.worker.borrow_mut().take();
        self.why.replace(why.to_owned());
        self.drop_waiting(why);
        (self.listen)(Event::Ended(Ended { why: why.to_owned(), by_time, is_final: true }));
    }

    /// Says to all who wait that they wait in vain.
    fn drop_waiting(&self, why: &str) {
        let thens = std::mem::take(&mut *self.thens.borrow_mut());
        let stays = |id| self.kept.borrow().get(&id).is_some_and(|kept| kept.stays);
        for (id, mut then) in thens {
            then(Err(why));
            if stays(id) {
                self.thens.borrow_mut().insert(id, then);
            }
        }
        self.kept.borrow_mut().retain(|_, kept| kept.stays);
    }

    /// Looks after the worker's silence, while there is something to wait for.
    fn watch(self: &Rc<Self>) {
        if self.watches.get() {
            return;
        }
        let timeout = self.talk.borrow().timeout(now());
        match timeout {
            Timeout::Idle | Timeout::Over => {}
            Timeout::Look(ms) => {
                self.watches.set(true);
                let watched = Rc::downgrade(self);
                set_timeout(move || look(&watched), Duration::from_secs_f64(ms / 1000.0));
            }
        }
    }
}

fn look(watched: &Weak<Inner>) {
    if let Some(inner) = watched.upgrade().filter(|inner| !inner.is_closed.get()) {
        inner.watches.set(false);
        let (timeout, most) = {
            let talk = inner.talk.borrow();
            (talk.timeout(now()), talk.most_silence())
        };
        if timeout == Timeout::Over {
            let seconds = (most / 1000.0).round();
            return inner.end(&texts::common::worker_silent(seconds), true);
        }
        inner.watch();
    }
}
