//! Messages in and out, and figures in slices between them. A message is an array: a text of JSON,
//! then files on the way in (a file of the site as a text of JSON), bytes on the way out.

use std::cell::RefCell;
use std::sync::Arc;

use js_sys::{Array, Uint8Array};
use nearfar_inspect::checkpoint::Named;
use nearfar_inspect::protocol::{Answer, Failure, PROTOCOL, Request, Response};
use nearfar_inspect::remote::{self, Remote};
use nearfar_inspect::session::{Cached, Session};
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, File, MessageChannel, MessageEvent};

use crate::file::OpenFile;
use crate::linked::LinkedFile;

/// A slice of figures takes about so long: what is asked meanwhile waits no longer.
const SLICE_MS: f64 = 30.0;
/// Progress is told no more often than this.
const PROGRESS_MS: f64 = 60.0;

struct Shell {
    scope: DedicatedWorkerGlobalScope,
    /// A message to ourselves comes behind those that wait, and without a timer's pause.
    next: MessageChannel,
    session: Session,
    /// Whether a slice is on its way: there is never more than one.
    is_due: bool,
    /// When progress was told last.
    told: f64,
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
    post(&scope, None, Answer::Hello { protocol: PROTOCOL.to_owned() }, Vec::new());
    let shell = Shell { scope, next, session: Session::new(), is_due: false, told: 0.0 };
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
        post(&scope, None, Answer::Failed(failure), Vec::new());
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

/// The request and the files of a message; an error where it is none of ours.
fn read(message: &JsValue) -> Result<(Request, Vec<Named>), String> {
    let parts: &Array = message.dyn_ref().ok_or("the message is no array")?;
    let text = parts.get(0).as_string().ok_or("the message begins with no text")?;
    let request = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let files = parts.iter().skip(1).map(named);
    Ok((request, files.collect::<Result<_, _>>()?))
}

/// A part of a message as a file: the user's, or one of the site.
fn named(part: JsValue) -> Result<Named, String> {
    if let Some(text) = part.as_string() {
        let file: Remote = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        let name = file.name.clone();
        let source = Cached::of_blocks(Arc::new(LinkedFile::new(file)), remote::BLOCK);
        return Ok(Named { name, source: Arc::new(source) });
    }
    let file: File = part.dyn_into().map_err(|_| "a part of the message is no file".to_owned())?;
    let name = file.name();
    let source = Cached::new(Arc::new(OpenFile::new(file.into())));
    Ok(Named { name, source: Arc::new(source) })
}

impl Shell {
    fn now(&self) -> f64 {
        self.scope.performance().map_or(0.0, |clock| clock.now())
    }

    fn receive(&mut self, message: &JsValue) {
        let (Request { id, ask }, files) = match read(message) {
            Ok(read) => read,
            Err(problem) => {
                return post(&self.scope, None, Answer::Failed(Failure::new(problem)), Vec::new());
            }
        };
        let (scope, mut told) = (self.scope.clone(), self.told);
        let clock = self.scope.performance();
        let now = || clock.as_ref().map_or(0.0, |clock| clock.now());
        self.session.answer(id, ask, files, &now, &mut |answer, bytes| {
            if is_worth_telling(&answer, &mut told, now()) {
                post(&scope, Some(id), answer, bytes);
            }
        });
        self.told = told;
        self.go_on();
    }

    fn go_on(&mut self) {
        if self.session.has_work() && !std::mem::replace(&mut self.is_due, true) {
            let _ = self.next.port2().post_message(&JsValue::NULL);
        }
    }

    /// Figures until the slice is over.
    fn slice(&mut self) {
        self.is_due = false;
        let begun = self.now();
        let clock = self.scope.performance();
        let now = || clock.as_ref().map_or(f64::INFINITY, |clock| clock.now());
        let (scope, mut told) = (self.scope.clone(), self.told);
        self.session.advance(&mut || now() - begun < SLICE_MS, &mut |id, answer| {
            if is_worth_telling(&answer, &mut told, now()) {
                post(&scope, Some(id), answer, Vec::new());
            }
        });
        self.told = told;
        self.go_on();
    }
}

/// Progress is told now and then, everything else at once.
fn is_worth_telling(answer: &Answer, told: &mut f64, now: f64) -> bool {
    if !matches!(answer, Answer::Progress { .. }) {
        return true;
    }
    let due = now - *told >= PROGRESS_MS;
    if due {
        *told = now;
    }
    due
}
