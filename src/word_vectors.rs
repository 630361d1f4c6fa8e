//! Fetches the parts of the word table that a sentence needs: the frequent words at once (or after the
//! first picture, see `first`), rare ones when they are typed.

use std::time::Duration;

use leptos::prelude::*;
use nearfar::lab::Loading;
use nearfar::text::{Part, VectorPart};

use crate::browser::fetch::fetch_bytes;
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
    if !store.loading.with_untracked(Loading::has_frequent) {
        load(store, Part::Frequent);
    }
    parts.into_iter().for_each(|part| load(store, part));
}

/// Asks for what the sentence needs without a rest. True once it is there, or did not come.
pub fn ask_now(store: Store) -> bool {
    untrack(|| missing(store)).into_iter().for_each(|part| load(store, part));
    store.loading.with_untracked(Loading::has_words)
}

fn missing(store: Store) -> Vec<Part> {
    let needed = store.with_tokens(|lab| store.settings_now(|settings| lab.parts_needed(settings)));
    store.loading.with_untracked(|loading| loading.missing(needed))
}

fn load(store: Store, part: Part) {
    if store.loading.with_untracked(|loading| loading.parts.contains(&part)) {
        return;
    }
    store.loading.update(|loading| loading.parts.push(part));
    wasm_bindgen_futures::spawn_local(async move {
        let path = format!("vectors/{}", part.file_name());
        let arrive = |bytes: &[u8]| {
            store.loading.try_maybe_update(|loading| (loading.arrive(part, bytes.len()), ()));
        };
        let outcome = match fetch_bytes(&path, arrive).await {
            Ok(bytes) => VectorPart::parse(&bytes).map_err(|error| error.to_string()),
            Err(why) => Err(why),
        };
        let failed = outcome.as_ref().err();
        let failed = failed.map(|why| texts::page::vectors_failed(path, why));
        store.loading.try_update(|loading| loading.end(part, failed));
        if let Ok(vectors) = outcome {
            store.change_lab(|lab| lab.vectors_mut().insert_part(vectors));
        }
    });
}
