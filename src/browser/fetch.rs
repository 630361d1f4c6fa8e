//! One file of the site: as bytes, with progress, or as the browser holds files; and what else is waited for.

use js_sys::{Array, Promise, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, File, Response};

use super::values::get;
use super::window;

/// What a promise was rejected with, as a sentence.
pub fn describe(error: JsValue) -> String {
    let message = error.as_string().or_else(|| get(&error, "message").as_string());
    message.unwrap_or_else(|| format!("{error:?}"))
}

/// Waits until `begin` has what it is given called: a timer, or a frame.
pub async fn pause(begin: fn(Box<dyn FnOnce()>)) {
    let pause = Promise::new(&mut |resolve, _| {
        begin(Box::new(move || drop(resolve.call0(&JsValue::NULL))));
    });
    let _ = JsFuture::from(pause).await;
}

/// The bytes of a file of the user's, or of a part of one.
///
/// # Errors
/// Why it cannot be read: it has changed on the disk, say.
pub async fn bytes_in(file: &Blob) -> Result<Uint8Array, String> {
    let bytes = JsFuture::from(file.array_buffer()).await.map_err(describe)?;
    Ok(Uint8Array::new(&bytes))
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
    let response = answer_of(request).await?;
    let Some(body) = response.body() else {
        return Err(texts::common::fetch_empty().to_owned());
    };
    let reader: web_sys::ReadableStreamDefaultReader = body.get_reader().unchecked_into();
    let mut bytes = Vec::new();
    loop {
        let chunk = JsFuture::from(reader.read()).await.map_err(describe)?;
        if get(&chunk, "done").is_truthy() {
            return Ok(bytes);
        }
        let chunk: Uint8Array = get(&chunk, "value").unchecked_into();
        let start = bytes.len();
        bytes.resize(start + chunk.length() as usize, 0);
        chunk.copy_to(&mut bytes[start..]);
        progress(&bytes);
    }
}

async fn answer_of(request: Request) -> Result<Response, String> {
    let response: Response = request.0.await.map_err(describe)?.unchecked_into();
    match response.ok() {
        true => Ok(response),
        false => Err(texts::common::fetch_status(response.status())),
    }
}

/// A file of the site, under a name, as the browser holds files: its bytes stay outside the program's memory.
pub async fn fetch_as_file(path: &str, name: &str) -> Result<File, String> {
    as_file(&answer_of(request(path)).await?, name).await
}

/// All that a server answers, as a file.
pub async fn as_file(response: &Response, name: &str) -> Result<File, String> {
    let blob = JsFuture::from(response.blob().map_err(describe)?).await.map_err(describe)?;
    File::new_with_blob_sequence(&Array::of1(&blob), name).map_err(describe)
}
