//! Messages in and out, and slices of work between them. A message is an array: a `Float64Array`, then
//! any number of `Float32Array`.

use std::cell::RefCell;

use js_sys::{Array, Float32Array, Float64Array};
use nearfar::explore::message::PROTOCOL;
use nearfar::explore::{Answer, Message, Request, Session};
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent};

struct Shell {
    scope: DedicatedWorkerGlobalScope,
    /// A message to ourselves comes behind those that wait, and without a timer's pause.
    next: MessageChannel,
    session: Session,
    /// Whether a slice is on its way: there is never more than one.
    is_due: bool,
}

thread_local! {
    static SHELL: RefCell<Option<Shell>> = const { RefCell::new(None) };
}

/// Listens, and says so.
pub fn start() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let Ok(next) = MessageChannel::new() else { return };
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| {
        with_shell(|shell| shell.receive(&event.data()));
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    let on_next = Closure::<dyn FnMut()>::new(|| with_shell(Shell::slice));
    next.port1().set_onmessage(Some(on_next.as_ref().unchecked_ref()));
    on_next.forget();
    let shell = Shell { scope, next, session: Session::default(), is_due: false };
    shell.post(Answer::Hello { protocol: PROTOCOL });
    SHELL.with_borrow_mut(|slot| *slot = Some(shell));
}

fn with_shell(run: impl FnOnce(&mut Shell)) {
    SHELL.with_borrow_mut(|shell| {
        if let Some(shell) = shell {
            run(shell);
        }
    });
}

fn read(message: &JsValue) -> Option<Request> {
    let mut parts = message.dyn_ref::<Array>()?.iter();
    let numbers = parts.next()?.dyn_into::<Float64Array>().ok()?.to_vec();
    let arrays = parts.map(|part| Some(part.dyn_into::<Float32Array>().ok()?.to_vec()));
    Request::read(Message { numbers, arrays: arrays.collect::<Option<_>>()? })
}

impl Shell {
    fn post(&self, answer: Answer) {
        let Message { numbers, arrays } = answer.into_message();
        let message = Array::of1(&Float64Array::from(&numbers[..]));
        let handed_over = Array::new();
        for array in arrays {
            let array = Float32Array::from(&array[..]);
            handed_over.push(&array.buffer());
            message.push(&array);
        }
        let _ = self.scope.post_message_with_transfer(&message, &handed_over);
    }

    fn receive(&mut self, message: &JsValue) {
        let answer = read(message).and_then(|request| self.session.receive(request));
        if let Some(answer) = answer {
            self.post(answer);
        }
        self.go_on();
    }

    fn go_on(&mut self) {
        if self.session.has_work() && !std::mem::replace(&mut self.is_due, true) {
            let _ = self.next.port2().post_message(&JsValue::NULL);
        }
    }

    fn slice(&mut self) {
        self.is_due = false;
        self.session.memory = memory();
        if let Some(answer) = self.session.advance() {
            self.post(answer);
        }
        self.go_on();
    }
}

/// The bytes of this worker's memory.
fn memory() -> f64 {
    const PAGE: f64 = 65_536.0;
    std::arch::wasm32::memory_size(0) as f64 * PAGE
}
