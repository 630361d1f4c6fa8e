//! What comes from files. The layer of a model, between the page, which has the models, and the worker, which compares;
//! and what the worker asks for, of the site or of this project: models and word vectors.

use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use ndarray::Array3;
use nearfar::opened::{LayerAnswer, OpenedModel};
use nearfar::settings::{Choice, ModelChoice};
use nearfar_compare::choices::file_of_trained;
use nearfar_compare::comparison::Fetch;
use nearfar_compare::layer::{LayerKey, Next, OpenModel};
use nearfar_compare::protocol::{Ask, Layer};
use nearfar_compare::results::Kind;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;

use super::CompareState;
use crate::browser::fetch::fetch_bytes;
use crate::kit::now;
use crate::opened::rooms::OPEN_CHANGED;
use crate::opened::{from_js, to_js};
use crate::page;
use crate::reactive::on_window;

fn open_models() -> Vec<OpenModel> {
    let list = page::lent("models", &JsValue::UNDEFINED).ok();
    let list: Option<Array> = list.and_then(|list| list.dyn_into().ok());
    let model = |pair: JsValue| {
        let pair: Array = pair.dyn_into().ok()?;
        let choice = ModelChoice::from_name(&pair.get(0).as_string()?).ok()?;
        Some((choice, OpenedModel::read(from_js(&pair.get(1))?)?))
    };
    list.map(|list| list.iter().filter_map(model).collect()).unwrap_or_default()
}

/// The numbers of an array in standard layout, as bytes.
fn bytes_of(array: &Array3<f32>) -> Uint8Array {
    let bytes: Vec<u8> = array.iter().flat_map(|x| x.to_le_bytes()).collect();
    Uint8Array::from(bytes.as_slice())
}

/// The bytes of a file of the site, or of an open one of this project.
async fn bytes_at(path: &str) -> Result<Uint8Array, String> {
    match file_of_trained(path) {
        Some(file) => page::read_own(file).await,
        None => fetch_bytes(path, |_| {}).await.map(|bytes| Uint8Array::from(bytes.as_slice())),
    }
}

impl CompareState {
    /// From now on knows which files are open.
    pub(super) fn follow_files(self) {
        let look = move || self.act(|has| has.look_at_files(open_models(), page::own_files()));
        look();
        on_window(OPEN_CHANGED, move |_| {
            look();
            // What is in hand in the Lab may be in one of them.
            self.look(&page::settings());
        });
    }

    /// Reads a layer, where none is being read.
    pub(super) fn read_layer(self, key: LayerKey) {
        if self.has.try_update_untracked(|has| has.files.ask(&key)) != Some(true) {
            return;
        }
        spawn_local(async move {
            let answer = page::lend("layer", &to_js(key.wanted.clone().into_message())).await;
            let answer = answer.and_then(|answer| {
                let answer = from_js(&answer).and_then(LayerAnswer::read);
                answer.ok_or_else(|| texts::page::page_other_version().to_owned())
            });
            match (self.has.try_update(|has| has.layer_came(key, answer.as_ref())), answer) {
                (Some(Next::Give(layer)), Ok(answer)) => self.give_layer(layer, &answer),
                (Some(Next::Ask(now)), _) => self.read_layer(now),
                _ => {}
            }
        });
    }

    /// Gives the worker a layer in place of the one before.
    fn give_layer(self, layer: Layer, answer: &LayerAnswer) {
        let inputs = &answer.inputs;
        let bytes = [&inputs.query, &inputs.key, &inputs.value].map(bytes_of);
        // The one before is let go of first: a worker keeps one.
        self.stands_for(Kind::Layer, None);
        let id = self.hand_over(&Ask::Layer(Box::new(layer)), &bytes, move |why| {
            self.has.try_update(|has| has.layer_refused(why));
        });
        self.stands_for(Kind::Layer, Some(id));
    }

    /// Opens files, and compares the model in them.
    pub fn open_files(self, files: Vec<File>) {
        let list: Array = files.iter().collect();
        let name = files.first().map(File::name).unwrap_or_default();
        self.has.update(|has| has.files.opening = Some(name));
        spawn_local(async move {
            let opened = page::open_elsewhere(&list).await;
            let own = files.first().filter(|file| page::is_own(file)).map(File::name);
            self.act(|has| has.opened(own, opened));
        });
    }

    /// Fetches a file, and hands it to the worker.
    pub(super) fn fetch(self, fetch: Fetch) {
        spawn_local(async move {
            let bytes = bytes_at(&fetch.path).await;
            let awaits = self.has.try_with_untracked(|has| has.results.comparison.awaits(&fetch));
            match bytes {
                _ if awaits != Some(true) => {}
                Ok(bytes) => {
                    let path = fetch.path.clone();
                    let id = self.hand_over(&fetch.ask, &[bytes], move |why| {
                        self.act(|has| has.refused(&path, why));
                    });
                    self.act(|has| has.handed(&fetch, id, now()));
                }
                Err(error) => self.act(|has| has.not_loaded(&fetch.path, error)),
            }
        });
    }
}
