//! What comes from files. The layer of a model, between the page, which has the models, and the worker, which compares:
//! which one is wanted, and what is done with what comes, is `nearfar_compare::layer`'s. And what the worker asks for, of
//! the site or of this project, models and word vectors: which files are fetched is `nearfar_compare::comparison`'s.

use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use ndarray::Array3;
use nearfar::opened::{LayerAnswer, OpenedModel};
use nearfar::settings::{Choice, ModelChoice};
use nearfar_compare::choices::{Source, file_of_trained};
use nearfar_compare::comparison::Fetch;
use nearfar_compare::layer::{Files, LayerKey, Next, OpenModel};
use nearfar_compare::protocol::{Ask, Layer};
use nearfar_compare::results::{Kind, Results};
use nearfar_compare::words::why;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;

use super::CompareState;
use crate::fetch::fetch_bytes;
use crate::kit::now;
use crate::opened::rooms::OPEN_CHANGED;
use crate::opened::{from_js, to_js};
use crate::page;
use crate::reactive::{effect, on_window};

fn open_models() -> Vec<OpenModel> {
    let list = page::lent("list", &JsValue::UNDEFINED).ok();
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
    // A layer.

    /// From now on knows which files are open, and asks for the layer that is wanted.
    pub(super) fn follow_files(self) {
        let look = move || {
            self.files.try_update(|files| files.look(open_models(), page::own_files()));
        };
        look();
        on_window(OPEN_CHANGED, move |_| {
            look();
            self.read_again();
            // What is in hand in the Lab may be in one of them.
            self.look(&page::settings());
        });
        effect(move || {
            let wanted = self.wanted.get();
            self.files.update(|files| files.unread = None);
            if let Some(wanted) = wanted.filter(|_| self.ready.get()) {
                self.resting[Kind::Layer as usize].soon(move || self.read_layer(wanted));
            }
        });
    }

    fn read_layer(self, key: LayerKey) {
        if self.files.try_update_untracked(|files| files.ask(&key)) != Some(true) {
            return;
        }
        spawn_local(async move {
            let answer = page::lend("layer", &to_js(key.wanted.clone().into_message())).await;
            let answer = answer.and_then(|answer| {
                let answer = from_js(&answer).and_then(LayerAnswer::read);
                answer.ok_or_else(|| texts::page::page_other_version().to_owned())
            });
            let now = self.wanted.try_get_untracked().flatten();
            let came = answer.as_ref().map_err(texts::words::reason);
            let next = self.files.try_update(|files| files.came(key, now, came));
            match (next, answer) {
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
        self.drop_answers(Kind::Layer);
        let id = self.hand_over(&Ask::Layer(Box::new(layer)), &bytes, move |reason| {
            let reason = texts::words::reason(why(reason));
            self.files.try_update(|files| files.unread = Some(reason));
        });
        self.current.update_value(|current| current[Kind::Layer as usize] = Some(id));
    }

    /// Other numbers through the methods; what is laid over a model from a file begins as that model has it.
    pub fn choose_source(self, source: Source) {
        self.choose(|choices| self.files.with_untracked(|files| files.choose(choices, source)));
    }

    /// Opens files, and compares the model in them.
    pub fn open_files(self, files: Vec<File>) {
        let list: Array = files.iter().collect();
        let name = files.first().map(File::name).unwrap_or_default();
        self.files.update(|files| files.opening = Some(name));
        spawn_local(async move {
            let opened = page::lend("open", &list).await.map_err(texts::words::reason);
            let opened = opened.map(|choice| choice.as_string().unwrap_or_default());
            let own = files.first().filter(|file| page::is_own(file)).map(File::name);
            let sources = self.chosen.try_with_untracked(|chosen| {
                self.files.try_update(|files| files.opened(&chosen.choices, own, opened))
            });
            for source in sources.flatten().unwrap_or_default() {
                self.choose_source(source);
            }
        });
    }

    // Files that the worker asks for.

    /// Says why a file is not there, and goes on without it.
    fn lose(self, path: &str, said: String) {
        let next = self.chosen.try_with_untracked(|chosen| {
            self.results.try_update(|results| results.lost(path, said, &chosen.choices.pair))
        });
        self.fetch(next.flatten().unwrap_or_default());
    }

    /// The files of this project are others: those that the worker has are read again.
    fn read_again(self) {
        let source = untrack(|| self.choices(|choices| choices.source.clone()));
        let again = self.files.with_untracked(|files| {
            self.results.try_update(|known| known.comparison.read_again(&files.own, &source))
        });
        let Some((requests, again)) = again else { return };
        requests.into_iter().for_each(|request| self.forget(request));
        self.fetch(again);
    }

    /// Fetches files, hands them to the worker, and compares again.
    pub(super) fn fetch(self, files: Vec<Fetch>) {
        for fetch in files {
            spawn_local(async move {
                let bytes = bytes_at(&fetch.path).await;
                let awaits = |results: &Results| results.comparison.awaits(&fetch);
                if self.results.try_with_untracked(awaits) != Some(true) {
                    return;
                }
                let path = fetch.path.clone();
                let name = file_of_trained(&path).unwrap_or(&path).to_owned();
                match bytes {
                    Ok(bytes) => {
                        let id = self.hand_over(&fetch.ask, &[bytes], move |reason| {
                            self.lose(&path, texts::compare::file_not_used(&name, why(reason)));
                        });
                        let setup = untrack(|| self.of_files(Files::setup));
                        self.results.update(|results| {
                            results.comparison.handed(&fetch, Some(id));
                            if setup.is_some() {
                                results.compare(now());
                            }
                        });
                        setup.into_iter().for_each(|setup| self.compare(setup));
                    }
                    Err(error) => self.lose(&path, texts::common::file_not_loaded(name, error)),
                }
            });
        }
    }
}
