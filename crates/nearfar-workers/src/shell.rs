//! Envelopes in and out, and slices of work between them.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::Uint8Array;
use nearfar_kit::Kind;
use nearfar_kit::envelope::Envelope;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent};

/// A worker may wait no longer than this before it looks again, in milliseconds.
const LONGEST_WAIT: f64 = 1000.0;

/// What a worker does.
pub trait Work: 'static {
    /// Takes a request.
    fn receive(&mut self, envelope: Envelope);

    /// One slice of what is to be done.
    fn advance(&mut self) {}

    /// Whether there is more to do.
    fn next(&self) -> Next {
        Next::Nothing
    }
}

/// When a worker goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Next {
    /// Once something is asked.
    Nothing,
    /// At once, after what waits.
    Slice,
    /// After so many milliseconds.
    After(f64),
}

/// The way to the page, and the clock.
#[derive(Clone)]
pub struct Page {
    scope: DedicatedWorkerGlobalScope,
    protocol: &'static str,
}

impl Page {
    /// Milliseconds since the worker began.
    pub fn now(&self) -> f64 {
        self.scope.performance().map_or(0.0, |clock| clock.now())
    }

    /// Sends a message; its parts are handed over.
    pub fn post(&self, envelope: &Envelope) {
        let _ = self.scope.post_message_with_transfer(&envelope.to_js(), &envelope.buffers());
    }

    /// Answers a request, or says unasked, with bytes beside it.
    pub fn answer(&self, id: u32, answer: &impl serde::Serialize, bytes: &[Vec<u8>]) {
        let Ok(body) = serde_json::to_string(answer) else { return };
        let parts = bytes.iter().map(|bytes| Uint8Array::from(bytes.as_slice()).into());
        self.post(&Envelope::of(self.protocol, id, body, parts.collect()));
    }

    /// Answers a request, or says unasked, without JSON.
    pub fn say(&self, id: u32, message: nearfar_kit::Message) {
        self.post(&Envelope::of_message(self.protocol, id, message));
    }
}

/// What is asked; why it is no request of ours where it is none.
pub fn read<Ask: serde::de::DeserializeOwned>(envelope: &Envelope) -> Result<Ask, String> {
    serde_json::from_str(&envelope.body).map_err(|error| error.to_string())
}

/// The parts of a request as bytes.
pub fn bytes(envelope: &Envelope) -> Vec<Vec<u8>> {
    envelope.parts.iter().map(|part| Uint8Array::new(part).to_vec()).collect()
}

struct Shell<W> {
    work: RefCell<W>,
    scope: DedicatedWorkerGlobalScope,
    protocol: &'static str,
    /// A message to ourselves comes behind those that wait, and without a timer's pause.
    channel: MessageChannel,
    /// Whether a slice is on its way: there is never more than one.
    is_due: Cell<bool>,
}

/// Listens, and says so. `work` gets the way to the page.
pub fn run<W: Work>(protocol: &'static str, work: impl FnOnce(Page) -> W) {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let Ok(channel) = MessageChannel::new() else { return };
    let page = Page { scope: scope.clone(), protocol };
    // The page hears what went wrong before this instance ends.
    let dying = page.clone();
    std::panic::set_hook(Box::new(move |panic| {
        dying.post(&Envelope::fatal(protocol, panic.to_string()));
    }));
    let work = RefCell::new(work(page.clone()));
    let shell = Rc::new(Shell { work, scope, protocol, channel, is_due: Cell::new(false) });
    let hearing = Rc::clone(&shell);
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        hearing.receive(&event.data());
    });
    shell.scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    let working = Rc::clone(&shell);
    let on_next = Closure::<dyn FnMut()>::new(move || working.slice());
    shell.channel.port1().set_onmessage(Some(on_next.as_ref().unchecked_ref()));
    // A worker lives as long as they do.
    on_message.forget();
    on_next.forget();
    page.post(&Envelope::hello(protocol));
}

impl<W: Work> Shell<W> {
    fn receive(self: &Rc<Self>, message: &JsValue) {
        let envelope = Envelope::read(message);
        let ours =
            |envelope: &Envelope| envelope.kind == Kind::Body && envelope.protocol == self.protocol;
        if let Some(envelope) = envelope.filter(ours) {
            self.work.borrow_mut().receive(envelope);
            self.go_on();
        }
    }

    fn slice(self: &Rc<Self>) {
        self.is_due.set(false);
        self.work.borrow_mut().advance();
        self.go_on();
    }

    fn go_on(self: &Rc<Self>) {
        let next = self.work.borrow().next();
        if next == Next::Nothing || self.is_due.replace(true) {
            return;
        }
        match next {
            Next::Nothing => {}
            Next::Slice => {
                let _ = self.channel.port2().post_message(&JsValue::NULL);
            }
            // A channel would turn in circles.
            Next::After(ms) => {
                let shell = Rc::clone(self);
                let again = Closure::once_into_js(move || shell.slice());
                let again = again.unchecked_ref();
                let ms = ms.clamp(1.0, LONGEST_WAIT) as i32;
                let _ = self.scope.set_timeout_with_callback_and_timeout_and_arguments_0(again, ms);
            }
        }
    }
}
