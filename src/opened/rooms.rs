//! Models from files for the rooms that are programs of their own. The page holds them; a room asks by
//! `window.nearfar` (`script`): which are open, one layer of one of them, and for the files of this project.

use std::time::Duration;

use js_sys::{Array, Promise};
use leptos::prelude::*;
use nearfar::lab::Lab;
use nearfar::opened::{OpenedModel, Wanted, keep_last, method_of_page};
use nearfar::settings::{Choice, ModelChoice};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;
use web_sys::File;

use super::{from_js, held, to_js};
use crate::browser::fetch::pause;
use crate::page;
use crate::script::error;
use crate::state::Store;

/// The window hears this event when other models are open.
pub const OPEN_CHANGED: &str = "nearfar-open";
/// Word vectors that are on their way are looked for again after so long, so often.
const AGAIN: (Duration, usize) = (Duration::from_millis(100), 100);

/// Keeps a file of this project for the rooms, in the place of one of its name. The page's own are known to them.
pub fn hold(store: Store, file: &File) {
    if method_of_page(&file.name()).is_none() {
        held(store, |held| keep_last(&mut held.files, file.clone(), File::name));
        tell();
    }
}

/// Says that other models are open.
pub fn tell() {
    page::tell(OPEN_CHANGED);
}

/// The models that are open, each with its name among the settings.
pub fn models(store: Store) -> Array {
    let models = store.lab_now(Lab::open_models);
    let model = |(choice, model): (ModelChoice, OpenedModel)| {
        Array::of2(&choice.name().into(), &to_js(model.into_message()))
    };
    models.into_iter().map(model).collect()
}

/// The files of this project that were opened.
pub fn files(store: Store) -> Array {
    held(store, |held| held.files.iter().collect())
}

/// Promises the layer that a room wants.
pub fn layer(store: Store, wanted: &JsValue) -> Promise {
    let wanted = wanted.clone();
    future_to_promise(async move { found(store, &wanted).await.map_err(error) })
}

async fn found(store: Store, wanted: &JsValue) -> Result<JsValue, String> {
    let wanted = from_js(wanted).and_then(Wanted::read);
    let wanted = wanted.ok_or_else(texts::page::page_other_version)?;
    if store.lab_now(|lab| lab.opened(wanted.model).is_some_and(|model| model.weights_only)) {
        return Err(texts::page::file_weights_alone().to_owned());
    }
    if wanted.model != ModelChoice::Opened {
        return Ok(to_js(super::layer(store, &wanted).await?.into_message()));
    }
    for _ in 0..AGAIN.1 {
        if let Some(answer) = store.lab_now(|lab| lab.own_layer(&wanted.sentence)) {
            return Ok(to_js(answer.map_err(|error| error.to_string())?.into_message()));
        }
        pause(|go_on| set_timeout(go_on, AGAIN.0)).await;
    }
    Err(texts::page::words_not_loaded().to_owned())
}
