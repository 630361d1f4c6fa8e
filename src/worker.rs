//! Workers as the page and its rooms see them: requests out, answers in. What a message holds is the
//! business of those who exchange it.

use js_sys::Array;
use leptos::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker};

/// The script that starts any of them.
const SCRIPT: &str = "worker.js";

/// A running worker with any messages. It ends when this is dropped.
pub struct Running {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(web_sys::Event)>,
}

impl Running {
    /// Starts the worker of a program of the site, by the program's name.
    /// `on_message` hears every message, `on_error` that it could not start or stopped.
    pub fn new(
        name: &str,
        on_message: Box<dyn Fn(JsValue)>,
        on_error: Box<dyn Fn(String)>,
    ) -> Result<Running, String> {
        let address = format!("{}#{name}", address(SCRIPT));
        let worker = Worker::new(&address).map_err(crate::fetch::describe)?;
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            on_message(event.data());
        });
        let on_failure = Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
            let message = event.dyn_ref::<web_sys::ErrorEvent>().map(web_sys::ErrorEvent::message);
            on_error(message.unwrap_or_else(|| "its script did not load".to_owned()));
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_failure.as_ref().unchecked_ref()));
        Ok(Running { worker, _on_message: on_message, _on_error: on_failure })
    }

    /// Sends a message, which is copied.
    pub fn post(&self, message: &JsValue) {
        let _ = self.worker.post_message(message);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

/// A running worker of a room: a message is a text of JSON, then the bytes or files that belong to it.
pub struct Client(Running);

impl Client {
    /// As [`Running::new`]; `on_answer` hears every answer.
    pub fn new<Answer, Part>(
        name: &str,
        on_answer: impl Fn(Answer, Vec<Part>) + 'static,
        on_error: impl Fn(String) + 'static,
    ) -> Result<Client, String>
    where
        Answer: DeserializeOwned,
        Part: JsCast,
    {
        let on_message = Box::new(move |message| {
            if let Some((answer, parts)) = read(&message) {
                on_answer(answer, parts);
            }
        });
        Running::new(name, on_message, Box::new(on_error)).map(Client)
    }

    /// Sends a request with what belongs to it: bytes, which are copied, or files.
    pub fn send(&self, request: &impl Serialize, parts: &[impl AsRef<JsValue>]) {
        let Ok(text) = serde_json::to_string(request) else { return };
        let message = Array::of1(&text.into());
        for part in parts {
            message.push(part.as_ref());
        }
        self.0.post(&message);
    }
}

fn read<Answer: DeserializeOwned, Part: JsCast>(message: &JsValue) -> Option<(Answer, Vec<Part>)> {
    let parts: &Array = message.dyn_ref()?;
    let answer = serde_json::from_str(&parts.get(0).as_string()?).ok()?;
    let parts = parts.iter().skip(1).filter_map(|part| part.dyn_into().ok()).collect();
    Some((answer, parts))
}

/// The address of a file of the site, in the version that belongs to this page: a browser may have
/// kept an older one.
fn address(path: &str) -> String {
    let base = document().base_uri().ok().flatten().unwrap_or_default();
    let version = document()
        .query_selector("meta[name=nearfar-version]")
        .ok()
        .flatten()
        .and_then(|meta| meta.get_attribute("content"));
    let url = web_sys::Url::new_with_base(path, &base).map(|url| url.href()).unwrap_or_default();
    format!("{url}?{}", version.unwrap_or_default())
}
