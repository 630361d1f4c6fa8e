//! A worker as the browser has it: a program of the site, started by its name.

use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker};

/// The script that starts any worker.
const SCRIPT: &str = "worker.js";

/// A worker that was started. It ends when this is dropped.
pub struct Started {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(web_sys::Event)>,
}

impl Started {
    /// Starts the worker of a program of the site. `hear` gets every message, `fail` that it could not
    /// start or stopped.
    pub fn new(
        name: &str,
        hear: Box<dyn Fn(JsValue)>,
        fail: Box<dyn Fn(String)>,
    ) -> Result<Started, String> {
        let address = format!("{}#{name}", address(SCRIPT));
        let worker = Worker::new(&address).map_err(crate::fetch::describe)?;
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            hear(event.data());
        });
        let on_error = Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
            let message = event.dyn_ref::<web_sys::ErrorEvent>().map(web_sys::ErrorEvent::message);
            fail(message.unwrap_or_else(|| texts::common::worker_script_missing().to_owned()));
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Ok(Started { worker, _on_message: on_message, _on_error: on_error })
    }

    /// Sends a message, which is copied.
    pub fn post(&self, message: &JsValue) {
        let _ = self.worker.post_message(message);
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
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
