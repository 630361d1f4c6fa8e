//! The first visit: what the first picture needs comes first, everything else after it. The numbers
//! are those of the whole files: of the model of panel A all but its words, which are the file's end,
//! and of both tables of words the rows of the one sentence, from files of their own.

use std::time::Duration;

use leptos::prelude::*;
use nearfar::checkpoint::{Trained, WordTable};
use nearfar::lab::Loading;
use nearfar::settings::{DEFAULT_SENTENCE, ModelChoice, Room, Settings};
use nearfar::text::VectorPart;

use crate::browser::fetch::{bytes_of, request};
use crate::models;
use crate::reactive::effect;
use crate::stages::{Stages, place};
use crate::state::Store;
use crate::trouble;

/// The model of panel A at the first visit.
const MODEL: ModelChoice = ModelChoice::Sst2Da;
/// The sentence's rows of that model's words.
const LEARNED: &str = "checkpoints/sst2-da.first.bin";
/// Its rows of the shared table.
const SHARED: &str = "vectors/first.bin";

/// Whether panel A shows the first visit's sentence by the first visit's model.
pub fn is_first(settings: &Settings) -> bool {
    settings.model == MODEL && settings.sentence == DEFAULT_SENTENCE
}

/// The page shows itself after so long without the numbers of the first picture.
const LONGEST_WAIT: Duration = Duration::from_secs(4);

/// Shows the page in place of the start section of index.html, which lies over it, once what it covers
/// is mounted; on a first visit not before the Lab has drawn the picture that stands there, so that
/// nothing is blank that was there already.
pub fn show_page(store: Store, stages: Stages) {
    effect(move || {
        if !store.first_is_coming.get() {
            stages.after(place::STRIP + 1, show_drawn);
        }
    });
    set_timeout(trouble::started, LONGEST_WAIT);
}

/// Numbers are computed in one frame and drawn at the latest in the next.
fn show_drawn() {
    request_animation_frame(|| request_animation_frame(trouble::started));
}

/// Loads what the first picture needs, if it is that of a first visit; what else the page loads
/// waits for it.
pub fn load(store: Store) {
    let applies = |settings: &Settings| settings.room == Room::Lab && is_first(settings);
    let Some(file) = MODEL.file_name().filter(|_| store.settings_now(applies)) else { return };
    store.first_is_coming.set(true);
    let whole = request(&format!("checkpoints/{file}"));
    let (learned, shared) = (request(LEARNED), request(SHARED));
    wasm_bindgen_futures::spawn_local(async move {
        let learned = bytes_of(learned, |_| ()).await;
        let shared = bytes_of(shared, |_| ()).await;
        let parsed = |bytes: Result<Vec<u8>, String>| VectorPart::parse(&bytes.ok()?).ok();
        // Without them the page waits for the whole files.
        let mut tables = parsed(learned).zip(parsed(shared));
        if tables.is_none() {
            store.first_is_coming.set(false);
        }
        let start = |bytes: &[u8]| {
            let Some((learned, _)) = &tables else { return };
            let read = Trained::read_start(bytes, &WordTable::of_part(learned));
            if matches!(read, Ok(None)) {
                return;
            }
            if let (Ok(Some(trained)), Some((_, shared))) = (read, tables.take()) {
                if !store.loading.with_untracked(Loading::has_frequent) {
                    store.change_lab(|lab| lab.vectors_mut().insert_part(shared));
                }
                let outcome = models::insert_trained(store, MODEL, trained);
                store.loading.update(|loading| loading.first = outcome.is_ok());
            }
            store.first_is_coming.set(false);
        };
        models::take(store, MODEL, whole, start).await;
        store.first_is_coming.set(false);
    });
}
