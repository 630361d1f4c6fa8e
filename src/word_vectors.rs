//! Fetches the parts of the word table that a sentence needs: the frequent words at once, rare ones
//! when they are typed.

use std::collections::BTreeSet;
use std::time::Duration;

use js_sys::{Reflect, Uint8Array};
use leptos::prelude::*;
use nearfar::text::{Part, VectorPart};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use crate::reactive::effect;
use crate::state::Store;

/// A rare word is fetched once nothing was typed for this long: half a word is a word too, and
/// would cost a request.
const PAUSE: Duration = Duration::from_millis(250);

/// Loads the frequent words, and from then on what the sentence needs.
pub fn follow_sentence(store: Store) {
    load(store, Part::Frequent);
    let pending = StoredValue::new(None::<TimeoutHandle>);
    effect(move || {
        let missing = missing(store);
        if let Some(timer) = pending.get_value() {
            timer.clear();
        }
        if missing.is_empty() {
            return;
        }
        let timer = set_timeout_with_handle(
            move || missing.iter().for_each(|&part| load(store, part)),
            PAUSE,
        );
        pending.set_value(timer.ok());
    });
}

/// Tries again what did not come.
pub fn retry(store: Store) {
    store.loading.update(|loading| loading.failed = None);
    let parts = untrack(|| missing(store));
    if !store.lab_now(|lab| lab.vectors().has_part(Part::Frequent)) {
        load(store, Part::Frequent);
    }
    parts.into_iter().for_each(|part| load(store, part));
}

fn missing(store: Store) -> BTreeSet<Part> {
    let needed = store.with_tokens(|lab| {
        lab.vectors().parts_needed(lab.tokens().iter().map(|token| token.word.as_str()))
    });
    store.loading.with_untracked(|loading| needed.difference(&loading.parts).copied().collect())
}

fn load(store: Store, part: Part) {
    if store.loading.with_untracked(|loading| loading.parts.contains(&part)) {
        return;
    }
    store.loading.update(|loading| {
        loading.parts.insert(part);
    });
    wasm_bindgen_futures::spawn_local(async move {
        let outcome = fetch(store, part).await;
        let outcome =
            outcome.and_then(|bytes| VectorPart::parse(&bytes).map_err(|error| error.to_string()));
        store.loading.try_update(|loading| {
            loading.parts.remove(&part);
            match &outcome {
                Ok(_) if part == Part::Frequent => loading.frequent = 1.0,
                Ok(_) => {}
                Err(error) => {
                    let name = part.file_name();
                    loading.failed =
                        Some(format!("The word vectors in vectors/{name} did not load: {error}."));
                }
            }
        });
        if let Ok(vectors) = outcome {
            store.change_lab(|lab| lab.vectors_mut().insert_part(vectors));
        }
    });
}

async fn fetch(store: Store, part: Part) -> Result<Vec<u8>, String> {
    let describe = |error: JsValue| {
        let message =
            Reflect::get(&error, &"message".into()).ok().and_then(|message| message.as_string());
        message.unwrap_or_else(|| format!("{error:?}"))
    };
    let response =
        JsFuture::from(window().fetch_with_str(&format!("vectors/{}", part.file_name())));
    let response: web_sys::Response = response.await.map_err(describe)?.unchecked_into();
    if !response.ok() {
        return Err(format!("the server answered {}", response.status()));
    }
    let Some(body) = response.body() else { return Err("the answer is empty".to_owned()) };
    // A compressed answer's length is not the length of what arrives; the progress of such a file
    // is an estimate and stops below 1.
    let expected = response
        .headers()
        .get("content-length")
        .ok()
        .flatten()
        .and_then(|length| length.parse::<u32>().ok());
    let expected = f64::from(expected.unwrap_or(240_000));
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
        if part == Part::Frequent {
            let share = (bytes.len() as f64 / expected).min(0.99);
            store.loading.try_update(|loading| loading.frequent = loading.frequent.max(share));
        }
    }
}
