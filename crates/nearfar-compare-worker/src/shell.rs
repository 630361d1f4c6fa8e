//! Messages in and out, and one method at a time between them. A message is an array: a text of JSON,
//! then bytes.

use std::cell::RefCell;

use js_sys::{Array, Uint8Array};
use nearfar_compare::protocol::{Answer, PROTOCOL, Request, Response};
use nearfar_compare::session::Session;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent};

struct Shell {
    scope: DedicatedWorkerGlobalScope,
    /// A message to ourselves comes behind those that wait, and without a timer's pause.
    next: MessageChannel,
    session: Session,
    /// Whether a method is on its way: there is never more than one.
    is_due: bool,
}

thread_local! {
    static SHELL: RefCell<Option<Shell>> = const { RefCell::new(None) };
}

/// Listens, and says so.
pub fn start() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let Ok(next) = MessageChannel::new() else { return };
    report_panics(scope.clone());
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| {
        with_shell(|shell| shell.receive(&event.data()));
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    let on_next = Closure::<dyn FnMut()>::new(|| with_shell(Shell::advance));
    next.port1().set_onmessage(Some(on_next.as_ref().unchecked_ref()));
    on_next.forget();
    post(&scope, None, Answer::Hello { protocol: PROTOCOL.to_owned() }, Vec::new());
    let shell = Shell { scope, next, session: Session::new(), is_due: false };
    SHELL.with_borrow_mut(|slot| *slot = Some(shell));
}

fn with_shell(run: impl FnOnce(&mut Shell)) {
    SHELL.with_borrow_mut(|shell| {
        if let Some(shell) = shell {
            run(shell);
        }
    });
}

/// The page hears what went wrong before this instance ends.
fn report_panics(scope: DedicatedWorkerGlobalScope) {
    std::panic::set_hook(Box::new(move |panic| {
        let failed = Answer::Failed { message: panic.to_string(), fatal: true };
        post(&scope, None, failed, Vec::new());
    }));
}

fn post(scope: &DedicatedWorkerGlobalScope, id: Option<u32>, answer: Answer, bytes: Vec<Vec<u8>>) {
    let Ok(text) = serde_json::to_string(&Response { id, answer }) else { return };
    let message = Array::of1(&text.into());
    let handed_over = Array::new();
    for bytes in bytes {
        let array = Uint8Array::from(bytes.as_slice());
        handed_over.push(&array.buffer());
        message.push(&array);
    }
    let _ = scope.post_message_with_transfer(&message, &handed_over);
}

/// The request and the bytes of a message; an error where it is none of ours.
fn read(message: &JsValue) -> Result<(Request, Vec<Vec<u8>>), String> {
    let parts: &Array = message.dyn_ref().ok_or("the message is no array")?;
    let text = parts.get(0).as_string().ok_or("the message begins with no text")?;
    let request = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let bytes = parts.iter().skip(1).map(|part| Uint8Array::new(&part).to_vec());
    Ok((request, bytes.collect()))
}

impl Shell {
    fn receive(&mut self, message: &JsValue) {
        let scope = self.scope.clone();
        match read(message) {
            Ok((Request { id, ask }, bytes)) => {
                self.session.answer(id, ask, &bytes, &mut |id, answer, bytes| {
                    post(&scope, Some(id), answer, bytes);
                });
            }
            Err(message) => {
                post(&scope, None, Answer::Failed { message, fatal: false }, Vec::new());
            }
        }
        self.go_on();
    }

    fn go_on(&mut self) {
        if self.session.has_work() && !std::mem::replace(&mut self.is_due, true) {
            let _ = self.next.port2().post_message(&JsValue::NULL);
        }
    }

    fn advance(&mut self) {
        self.is_due = false;
        let scope = self.scope.clone();
        let clock = scope.performance();
        let now = || clock.as_ref().map_or(0.0, |clock| clock.now());
        self.session.advance(&now, &mut |id, answer, bytes| {
            post(&scope, Some(id), answer, bytes);
        });
        self.go_on();
    }
}
