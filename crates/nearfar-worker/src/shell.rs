//! Messages in and out, and steps in slices between them. A message is an array: a text of JSON,
//! then the bytes that belong to it.

use std::cell::RefCell;

use js_sys::{Array, ArrayBuffer, Uint8Array};
use nearfar_training::protocol::{Answer, Ask, Failure, PROTOCOL, Request, Response};
use nearfar_training::session::{Reply, Session};
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent};

/// A slice of steps takes about so long: what is asked meanwhile waits no longer.
const SLICE_MS: f64 = 40.0;
/// Reports are no closer than this while the run goes on.
const REPORT_MS: f64 = 100.0;
/// The time of a step is a mean over about so many.
const REMEMBERED_STEPS: f64 = 30.0;

struct Shell {
    scope: DedicatedWorkerGlobalScope,
    /// A message to ourselves comes behind those that wait, and without a timer's pause.
    next: MessageChannel,
    session: Session,
    /// Milliseconds between steps, and when the last began, while the run goes on.
    playing: Option<(f64, f64)>,
    /// Whether a slice is on its way: there is never more than one.
    is_due: bool,
    step_ms: f64,
    reported: f64,
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
    let on_next = Closure::<dyn FnMut()>::new(|| with_shell(Shell::slice));
    next.port1().set_onmessage(Some(on_next.as_ref().unchecked_ref()));
    on_next.forget();
    let session = Session::new();
    let shell =
        Shell { scope, next, session, playing: None, is_due: false, step_ms: 0.0, reported: 0.0 };
    shell.send(None, (Answer::Hello { protocol: PROTOCOL.to_owned() }, Vec::new()));
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
        let failure = Failure { fatal: true, ..Failure::new(panic) };
        post(&scope, &Response { id: None, answer: Answer::Failed(failure) }, Vec::new());
    }));
}

fn post(scope: &DedicatedWorkerGlobalScope, response: &Response, bytes: Vec<Vec<u8>>) {
    let Ok(text) = serde_json::to_string(response) else { return };
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
    let bytes = parts.iter().skip(1).map(|part| match part.dyn_into::<ArrayBuffer>() {
        Ok(buffer) => Ok(Uint8Array::new(&buffer).to_vec()),
        Err(part) => match part.dyn_into::<Uint8Array>() {
            Ok(array) => Ok(array.to_vec()),
            Err(_) => Err("a part of the message is no bytes".to_owned()),
        },
    });
    Ok((request, bytes.collect::<Result<_, _>>()?))
}

impl Shell {
    fn now(&self) -> f64 {
        self.scope.performance().map_or(0.0, |clock| clock.now())
    }

    fn receive(&mut self, message: &JsValue) {
        let (Request { id, ask }, bytes) = match read(message) {
            Ok(read) => read,
            Err(problem) => {
                return self.send(None, (Answer::Failed(Failure::new(problem)), Vec::new()));
            }
        };
        match &ask {
            Ask::Play { per_second } => {
                let pause = if *per_second == 0 { 0.0 } else { 1000.0 / f64::from(*per_second) };
                self.playing = Some((pause, 0.0));
                self.go_on();
            }
            Ask::Look(_) | Ask::Save | Ask::Export => {}
            _ => self.playing = None,
        }
        let steps = if let Ask::Step { steps } = &ask { f64::from(*steps) } else { 0.0 };
        let begun = self.now();
        let reply = self.session.answer(ask, bytes);
        if steps > 0.0 {
            self.remember(self.now() - begun, steps);
        }
        self.send(Some(id), reply);
    }

    fn go_on(&mut self) {
        if std::mem::replace(&mut self.is_due, true) {
            return;
        }
        let _ = self.next.port2().post_message(&JsValue::NULL);
    }

    /// Steps until the slice is over, or one where there is a pause between steps.
    fn slice(&mut self) {
        self.is_due = false;
        let Some((pause, last)) = self.playing else { return };
        let begun = self.now();
        if pause > 0.0 && begun - last < pause {
            return self.wait(pause - (begun - last));
        }
        let clock = self.scope.performance();
        let now = || clock.as_ref().map_or(f64::INFINITY, |clock| clock.now());
        let mut taken = 0;
        let outcome = self.session.advance(&mut || {
            let goes_on = taken == 0 || (pause == 0.0 && now() - begun < SLICE_MS);
            taken += 1;
            goes_on
        });
        let end = self.now();
        match outcome {
            Ok(steps) => self.remember(end - begun, steps as f64),
            Err(failure) => {
                self.playing = None;
                self.report();
                return self.send(None, (Answer::Failed(failure), Vec::new()));
            }
        }
        self.playing = Some((pause, begun));
        if end - self.reported >= REPORT_MS {
            self.report();
        }
        self.go_on();
    }

    /// A timer, for pauses; a channel would turn in circles.
    fn wait(&mut self, ms: f64) {
        self.is_due = true;
        let again = Closure::once_into_js(|| with_shell(Shell::slice));
        let ms = ms.clamp(1.0, 1000.0) as i32;
        let _ = self
            .scope
            .set_timeout_with_callback_and_timeout_and_arguments_0(again.unchecked_ref(), ms);
    }

    fn remember(&mut self, ms: f64, steps: f64) {
        if steps <= 0.0 {
            return;
        }
        let share = if self.step_ms == 0.0 { 1.0 } else { (steps / REMEMBERED_STEPS).min(1.0) };
        self.step_ms += share * (ms / steps - self.step_ms);
    }

    fn report(&mut self) {
        self.reported = self.now();
        if let Ok(reply) = self.session.report() {
            self.send(None, reply);
        }
    }

    fn send(&self, id: Option<u32>, (mut answer, bytes): Reply) {
        if let Answer::Report(report) = &mut answer {
            report.playing = self.playing.is_some();
            report.step_ms = self.step_ms as f32;
        }
        post(&self.scope, &Response { id, answer }, bytes);
    }
}
