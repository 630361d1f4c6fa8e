//! Fetches the parts of the word table that a sentence needs: the frequent words at once (or after the
//! first picture, see `first`), rare ones when they are typed.

use std::time::Duration;

use leptos::prelude::*;
use nearfar::text::{Part, VectorPart};

use crate::fetch::fetch_bytes;
use crate::kit::Debounce;
use crate::reactive::effect;
use crate::state::Store;

/// A rare word is fetched once nothing was typed for this long: half a word is a word too, and
/// would cost a request.
const PAUSE: Duration = Duration::from_millis(250);

/// Loads the frequent words, and from then on what the sentence needs.
pub fn follow_sentence(store: Store) {
    effect(move || {
        if !store.first_is_coming.get() {
            load(store, Part::Frequent);
        }
    });
    let pending = Debounce::new(PAUSE);
    effect(move || {
        let missing = missing(store);
        if missing.is_empty() {
            return pending.cancel();
        }
        pending.soon(move || missing.iter().for_each(|&part| load(store, part)));
    });
}

/// Tries again what did not come.
pub fn retry(store: Store) {
    store.loading.update(|loading| loading.failed = None);
    let parts = untrack(|| missing(store));
    if store.loading.with_untracked(|loading| loading.frequent < 1.0) {
        load(store, Part::Frequent);
    }
    parts.into_iter().for_each(|part| load(store, part));
}

/// Asks for what the sentence needs without a rest. True once it is there, or did not come.
pub fn ask_now(store: Store) -> bool {
    untrack(|| missing(store)).into_iter().for_each(|part| load(store, part));
    store.loading.with_untracked(|loading| {
        loading.failed.is_some() || (loading.frequent >= 1.0 && loading.parts.is_empty())
    })
}

fn missing(store: Store) -> Vec<Part> {
    let needed = store.with_tokens(|lab| store.settings_now(|settings| lab.parts_needed(settings)));
    // Until the frequent words are there, rare ones cannot be told from them.
    if store.loading.with_untracked(|loading| loading.frequent < 1.0) {
        return Vec::new();
    }
    store.loading.with_untracked(|loading| {
        needed.into_iter().filter(|part| !loading.parts.contains(part)).collect()
    })
}

fn load(store: Store, part: Part) {
    if store.loading.with_untracked(|loading| loading.parts.contains(&part)) {
        return;
    }
    store.loading.update(|loading| {
        loading.parts.push(part);
    });
    wasm_bindgen_futures::spawn_local(async move {
        let outcome = fetch(store, part).await;
        let outcome =
            outcome.and_then(|bytes| VectorPart::parse(&bytes).map_err(|error| error.to_string()));
        store.loading.try_update(|loading| {
            loading.parts.retain(|known| *known != part);
            match &outcome {
                Ok(_) if part == Part::Frequent => loading.frequent = 1.0,
                Ok(_) => {}
                Err(error) => {
                    loading.failed = Some(texts::page::vectors_failed(path_of(part), error));
                }
            }
        });
        if let Ok(vectors) = outcome {
            store.change_lab(|lab| lab.vectors_mut().insert_part(vectors));
        }
    });
}

/// The size of the file of frequent words, near enough for a progress bar: a compressed answer's
/// length is not the length of what arrives.
const FREQUENT_BYTES: f64 = 232_000.0;

/// Where a part stands in the site.
fn path_of(part: Part) -> String {
    format!("vectors/{}", part.file_name())
}

async fn fetch(store: Store, part: Part) -> Result<Vec<u8>, String> {
    fetch_bytes(&path_of(part), |arrived| {
        if part == Part::Frequent {
            let share = (arrived.len() as f64 / FREQUENT_BYTES).min(0.99);
            store.loading.try_update(|loading| loading.frequent = loading.frequent.max(share));
        }
    })
    .await
}
