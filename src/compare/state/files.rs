//! What comes from files. The layer of a model, between the page, which has the models, and the worker, which compares:
//! which is wanted is `nearfar_compare::layer`'s. And what the worker asks for, of the site or of this project, models
//! and word vectors: which files are fetched is `nearfar_compare::comparison`'s.

use std::sync::Arc;

use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use ndarray::Array3;
use nearfar::opened::{LayerAnswer, OpenedModel};
use nearfar::settings::{Choice, ModelChoice};
use nearfar_compare::choices::{Source, file_of_trained};
use nearfar_compare::comparison::Fetch;
use nearfar_compare::layer::{self, HeldLayer, LayerKey, Next, OpenModel};
use nearfar_compare::protocol::Ask;
use nearfar_compare::words::why;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;

use super::CompareState;
use crate::fetch::fetch_bytes;
use crate::opened::rooms::OPEN_CHANGED;
use crate::opened::{from_js, to_js};
use crate::page;
use crate::reactive::{effect, on_window};

fn open_models() -> Vec<OpenModel> {
    let list = page::lent("list").ok().and_then(|(object, list)| list.call0(&object).ok());
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

    fn holds(self, key: &LayerKey) -> bool {
        self.layer.with(|held| held.as_ref().is_some_and(|held| held.is(key)))
    }

    /// The key of the layer that is wanted, once the worker has it.
    pub(super) fn layer_key(self) -> Option<String> {
        self.wanted.get().filter(|key| self.holds(key)).map(|key| key.text())
    }

    /// Whether what is shown is of the layer that is wanted, on whichever sentence.
    pub(super) fn shows_layer(self) -> bool {
        let both = self.wanted.get().zip(self.layer.get());
        both.is_some_and(|(key, held)| held.is_of_layer(&key))
    }

    /// From now on knows which models are open, and asks for the layer that is wanted.
    pub(super) fn follow_models(self) {
        let look = move || {
            self.open.try_set(Arc::new(open_models()));
            self.opened.try_update(|opened| *opened += 1);
        };
        look();
        on_window(OPEN_CHANGED, move |_| {
            look();
            self.own.try_set(Arc::new(page::own_files()));
            self.read_again();
            // What is in hand in the Lab may be in one of them.
            self.look(&page::settings());
        });
        effect(move || {
            let wanted = self.wanted.get();
            self.unread.set(None);
            if let Some(wanted) = wanted.filter(|_| self.ready.get()) {
                self.reading.soon(move || self.read_layer(wanted));
            }
        });
    }

    /// Asks for a layer, one at a time: what is wanted meanwhile waits for the answer.
    fn read_layer(self, key: LayerKey) {
        if self.is_reading.get_value() || untrack(|| self.holds(&key)) {
            return;
        }
        self.is_reading.set_value(true);
        spawn_local(async move {
            let answer = page::lend("layer", &to_js(key.wanted.clone().into_message())).await;
            let answer = answer.and_then(|answer| {
                let answer = from_js(&answer).and_then(LayerAnswer::read);
                answer.ok_or_else(|| texts::page::page_other_version().to_owned())
            });
            if self.is_reading.try_set_value(false).is_some() {
                return;
            }
            match layer::after(&key, self.wanted.get_untracked()) {
                Next::Take => match answer {
                    Ok(answer) => self.give_layer(key, &answer),
                    Err(reason) => self.unread.set(Some(texts::words::reason(reason))),
                },
                Next::Ask(now) => self.read_layer(now),
                Next::Nothing => {}
            }
        });
    }

    /// Gives the worker the layer in place of the one before.
    fn give_layer(self, key: LayerKey, answer: &LayerAnswer) {
        let (held, layer) = HeldLayer::of(key, answer, &self.open.get_untracked());
        let inputs = &answer.inputs;
        let bytes = [&inputs.query, &inputs.key, &inputs.value].map(bytes_of);
        self.forget(self.layer_given.get_value());
        let id = self.hand_over(&Ask::Layer(Box::new(layer)), &bytes, move |reason| {
            self.unread.try_set(Some(texts::words::reason(why(reason))));
        });
        self.layer_given.set_value(Some(id));
        self.layer.set(Some(held));
    }

    /// Other numbers through the methods; what is laid over a model from a file begins as that model has it.
    pub fn choose_source(self, source: Source) {
        let (open, own) = (self.open.get_untracked(), self.own.get_untracked());
        let first = layer::of_source(&source, &open).map(|(_, model)| model.first_method());
        self.choose(|choices| choices.choose_source(source, first, &own));
    }

    /// Opens files: a model takes the place of the seeded numbers; one in a file of this project stands as A among
    /// the trained ones. What the choices wait for stays as they have it.
    pub fn open_files(self, files: Vec<File>) {
        let list: Array = files.iter().collect();
        let name = files.first().map(File::name).unwrap_or_default();
        self.opening.set(Some(name.clone()));
        spawn_local(async move {
            let opened = page::lend("open", &list).await;
            if self.opening.try_set(None).is_some() {
                return;
            }
            // Some of this project are not run by the Lab, and are compared all the same.
            if files.first().is_some_and(page::is_own) {
                if !self.choices.with_untracked(|choices| choices.names(&name)) {
                    self.choose_source(Source::File(name));
                    self.choose_source(Source::Each);
                }
                return;
            }
            match opened {
                Ok(choice) => {
                    let choice = choice.as_string().unwrap_or_default();
                    let source = layer::source_of(&choice, &self.open.get_untracked());
                    let now = self.choices.with_untracked(|choices| choices.source.clone());
                    if let Some(source) = source.filter(|source| *source != now) {
                        self.choose_source(source);
                    }
                }
                Err(reason) => self.unread.set(Some(texts::words::reason(reason))),
            }
        });
    }

    // Files that the worker asks for.

    /// Says why a file is not there, and goes on without it.
    fn lose(self, path: &str, said: String) {
        self.problem.try_set(Some(said));
        let pair = self.choices.try_with_untracked(|choices| choices.pair.clone());
        let next = self.begun.try_get_untracked().zip(pair).and_then(|(begun, pair)| {
            self.comparison.try_update(|comparison| comparison.lost(path, &begun, &pair))
        });
        self.fetch(next.unwrap_or_default());
    }

    /// The files of this project are others: those that the worker has are read again.
    pub(super) fn read_again(self) {
        let own = self.own.get_untracked();
        let source = self.choices.with_untracked(|choices| choices.source.clone());
        let again = self.comparison.try_update(|known| known.read_again(&own, &source));
        let Some((requests, again)) = again else { return };
        requests.into_iter().for_each(|request| self.forget(Some(request)));
        self.fetch(again);
    }

    /// Fetches files, hands them to the worker, and compares again.
    pub(super) fn fetch(self, files: Vec<Fetch>) {
        for fetch in files {
            spawn_local(async move {
                let bytes = bytes_at(&fetch.path).await;
                if self.comparison.try_with_untracked(|known| known.awaits(&fetch)) != Some(true) {
                    return;
                }
                let path = fetch.path.clone();
                let name = file_of_trained(&path).unwrap_or(&path).to_owned();
                match bytes {
                    Ok(bytes) => {
                        let id = self.hand_over(&fetch.ask, &[bytes], move |reason| {
                            self.lose(&path, texts::compare::file_not_used(&name, why(reason)));
                        });
                        self.comparison.update(|known| known.handed(&fetch, Some(id)));
                        if let Some(setup) = untrack(|| self.setup()) {
                            self.compare(setup);
                        }
                    }
                    Err(error) => self.lose(&path, texts::common::file_not_loaded(name, error)),
                }
            });
        }
    }
}
