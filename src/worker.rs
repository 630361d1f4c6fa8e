//! A worker as a room sees it: requests out, answers in. A message is an array: a text of JSON, then
//! the bytes or files that belong to it.

use js_sys::Array;
use leptos::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker};

/// The script that starts any of them.
const SCRIPT: &str = "worker.js";

/// A running worker. It ends when this is dropped.
pub struct Client {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(web_sys::Event)>,
}

impl Client {
    /// Starts the worker of a program of the site, by the program's name.
    /// `on_answer` hears every answer, `on_error` that it could not start or stopped.
    pub fn new<Answer, Part>(
        name: &str,
        on_answer: impl Fn(Answer, Vec<Part>) + 'static,
        on_error: impl Fn(String) + 'static,
    ) -> Result<Client, String>
    where
        Answer: DeserializeOwned,
        Part: JsCast,
    {
        let address = format!("{}#{name}", address(SCRIPT));
        let worker = Worker::new(&address).map_err(crate::fetch::describe)?;
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some((answer, parts)) = read(&event.data()) {
                on_answer(answer, parts);
            }
        });
        let on_failure = Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
            let message = event.dyn_ref::<web_sys::ErrorEvent>().map(web_sys::ErrorEvent::message);
            on_error(message.unwrap_or_else(|| "its script did not load".to_owned()));
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_failure.as_ref().unchecked_ref()));
        Ok(Client { worker, _on_message: on_message, _on_error: on_failure })
    }

    /// Sends a request with what belongs to it: bytes, which are copied, or files.
    pub fn send(&self, request: &impl Serialize, parts: &[impl AsRef<JsValue>]) {
        let Ok(text) = serde_json::to_string(request) else { return };
        let message = Array::of1(&text.into());
        for part in parts {
            message.push(part.as_ref());
        }
        let _ = self.worker.post_message(&message);
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
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
