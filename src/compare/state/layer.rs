//! The layer of a model from a file, between the page, which has the models, and the worker, which compares.
//! Which layer is wanted is `nearfar_compare::layer`'s.

use std::sync::Arc;

use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use ndarray::Array3;
use nearfar::opened::{LayerAnswer, OpenedModel};
use nearfar::settings::{Choice, ModelChoice};
use nearfar_compare::choices::Source;
use nearfar_compare::layer::{self, HeldLayer, LayerKey, Next, OpenModel};
use nearfar_compare::protocol::{Answer, Ask};
use nearfar_compare::words::why;
use nearfar_kit::Stays;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;

use super::CompareState;
use crate::kit::Answers;
use crate::opened::rooms::OPEN_CHANGED;
use crate::opened::{from_js, to_js};
use crate::page;
use crate::reactive::{effect, memo};

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

impl CompareState {
    /// The model from a file that is chosen, where it is open.
    pub fn model(self) -> Memo<Option<OpenModel>> {
        memo(move || self.model_now())
    }

    fn model_now(self) -> Option<OpenModel> {
        self.choices.with(|choices| self.open.with(|open| layer::chosen(choices, open).cloned()))
    }

    /// The name of the file that has to be opened again.
    pub fn awaited(self) -> Memo<Option<String>> {
        memo(move || {
            let (open, own) = (self.open.get(), self.own.get());
            self.choices.with(|choices| layer::awaited(choices, &open, &own))
        })
    }

    fn wanted_now(self) -> Option<LayerKey> {
        let model = self.model_now()?;
        let layer = self.choices.with(|choices| choices.layer);
        Some(LayerKey::new(&model, layer, self.sentence.get(), self.opened.get()))
    }

    fn holds(self, key: &LayerKey) -> bool {
        self.layer.with(|held| held.as_ref().is_some_and(|held| held.is(key)))
    }

    /// The key of the layer that is wanted, once the worker has it.
    pub(super) fn layer_key(self) -> Option<String> {
        let wanted = self.wanted_now()?;
        self.holds(&wanted).then(|| wanted.text())
    }

    /// Whether what is shown is of the layer that is wanted, on whichever sentence.
    pub(super) fn shows_layer(self) -> bool {
        let Some(now) = self.wanted_now() else { return false };
        self.layer.with(|held| held.as_ref().is_some_and(|held| held.is_of_layer(&now)))
    }

    /// From now on knows which models are open, and asks for the layer that is wanted.
    pub(super) fn follow_models(self) {
        let look = move || {
            self.open.try_set(Arc::new(open_models()));
            self.opened.try_update(|opened| *opened += 1);
        };
        look();
        let changed = Closure::<dyn Fn()>::new(move || {
            look();
            self.own.try_set(Arc::new(page::own_files()));
            self.read_again();
            // What is in hand in the Lab may be in one of them.
            self.look(&page::settings());
        });
        let listener = changed.as_ref().unchecked_ref();
        let _ = window().add_event_listener_with_callback(OPEN_CHANGED, listener);
        // The room lives as long as the page.
        changed.forget();
        let wanted = memo(move || self.wanted_now());
        effect(move || {
            let wanted = wanted.get();
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
            match layer::after(&key, untrack(|| self.wanted_now())) {
                Next::Take => match answer {
                    Ok(answer) => self.give_layer(key, &answer),
                    Err(reason) => self.unread.set(Some(texts::words::reason(reason))),
                },
                Next::Ask(now) => self.read_layer(now),
                Next::Nothing => {}
            }
        });
    }

    /// Gives the worker the layer in place of the one before, and every worker that takes its place.
    fn give_layer(self, key: LayerKey, answer: &LayerAnswer) {
        let (held, layer) = self.open.with_untracked(|open| HeldLayer::of(key, answer, open));
        let inputs = &answer.inputs;
        let bytes = [&inputs.query, &inputs.key, &inputs.value].map(bytes_of);
        let then = move |answer, _| {
            if let Answer::Failed(reason) = answer {
                self.unread.try_set(Some(texts::words::reason(why(&reason))));
            }
            Answers::Last
        };
        let before = self.layer_given.try_update_value(Option::take).flatten();
        let id = self.client.with_value(|client| {
            let client = client.as_ref()?;
            if let Some(before) = before {
                client.forget(before);
            }
            Some(client.ask(Stays::Kept, &Ask::Layer(Box::new(layer)), &bytes, then))
        });
        self.layer_given.set_value(id);
        self.layer.set(Some(held));
    }

    /// Other numbers through the methods; what is laid over a model from a file begins as that model has it.
    pub fn choose_source(self, source: Source) {
        let is = |name: &str| source == Source::File(name.to_owned());
        let first = self.open.with_untracked(|open| {
            let model = open.iter().map(|(_, model)| model).find(|model| is(&model.name))?;
            Some(model.first_method())
        });
        let own = self.own.get_untracked();
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
            match opened.map(|choice| choice.as_string().unwrap_or_default()) {
                Ok(choice) => {
                    let name = self.open.with_untracked(|open| {
                        let of_choice = |(known, _): &&OpenModel| known.name() == choice;
                        open.iter().find(of_choice).map(|(_, model)| model.name.clone())
                    });
                    let source = name.map(Source::File);
                    let is_other = |source: &Source| {
                        self.choices.with_untracked(|choices| choices.source != *source)
                    };
                    if let Some(source) = source.filter(is_other) {
                        self.choose_source(source);
                    }
                }
                Err(reason) => self.unread.set(Some(texts::words::reason(reason))),
            }
        });
    }
}
