//! One file of the site as bytes, with progress.

use js_sys::{Reflect, Uint8Array};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// What a promise was rejected with, as a sentence.
pub fn describe(error: JsValue) -> String {
    let message =
        Reflect::get(&error, &"message".into()).ok().and_then(|message| message.as_string());
    message.unwrap_or_else(|| format!("{error:?}"))
}

/// The bytes of a file of the site. `progress` hears how many bytes are there, as they come.
pub async fn fetch_bytes(path: &str, progress: impl Fn(usize)) -> Result<Vec<u8>, String> {
    let response = JsFuture::from(window().fetch_with_str(path));
    let response: web_sys::Response = response.await.map_err(describe)?.unchecked_into();
    if !response.ok() {
        return Err(format!("the server answered {}", response.status()));
    }
    let Some(body) = response.body() else { return Err("the answer is empty".to_owned()) };
    let reader: web_sys::ReadableStreamDefaultReader = body.get_reader().unchecked_into();
    let mut bytes = Vec::new();
    loop {
        let chunk = JsFuture::from(reader.read()).await.map_err(describe)?;
        if Reflect::get(&chunk, &"done".into()).is_ok_and(|done| done.is_truthy()) {
            return Ok(bytes);
        }
        let chunk: Uint8Array =
            Reflect::get(&chunk, &"value".into()).map_err(describe)?.unchecked_into();
        let start = bytes.len();
        bytes.resize(start + chunk.length() as usize, 0);
        chunk.copy_to(&mut bytes[start..]);
        progress(bytes.len());
    }
}
