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

/// A file of the site, asked for at once, whether or not anybody waits for it yet.
pub struct Request(JsFuture);

/// Asks for a file of the site.
pub fn request(path: &str) -> Request {
    Request(JsFuture::from(window().fetch_with_str(path)))
}

/// The bytes of a file of the site. `progress` sees the bytes that are there, as they come.
pub async fn fetch_bytes(path: &str, progress: impl FnMut(&[u8])) -> Result<Vec<u8>, String> {
    bytes_of(request(path), progress).await
}

/// The bytes of a file that was asked for. `progress` sees the bytes that are there, as they come.
pub async fn bytes_of(
    request: Request,
    mut progress: impl FnMut(&[u8]),
) -> Result<Vec<u8>, String> {
    let response: web_sys::Response = request.0.await.map_err(describe)?.unchecked_into();
    if !response.ok() {
        return Err(texts::common::fetch_status(response.status()));
    }
    let Some(body) = response.body() else { return Err(texts::common::fetch_empty().to_owned()) };
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
        progress(&bytes);
    }
}
