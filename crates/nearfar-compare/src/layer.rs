//! The layer of a model from a file whose queries and keys are compared: which one is wanted, which one the
//! worker has, and what is done with what comes.

use nearfar::Method;
use nearfar::opened::{LayerAnswer, OpenedModel, Wanted};
use nearfar::settings::{Choice, ModelChoice};

use crate::choices::{Choices, Source, file_of_trained};
use crate::protocol::Layer;

/// A model that is open, and its name among the page's settings.
pub type OpenModel = (ModelChoice, OpenedModel);

/// One layer of one model on one sentence. A file that was opened again is another model.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerKey {
    /// What the page is asked for.
    pub wanted: Wanted,
    opened: u32,
}

impl LayerKey {
    /// The layer that was chosen, or the last one; `opened` counts the openings of files.
    pub fn new((model, open): &OpenModel, layer: usize, sentence: String, opened: u32) -> LayerKey {
        let layer = layer.min(open.depth().max(1) - 1);
        let method = Method::Vanilla { positions: false };
        let wanted = Wanted { model: *model, layer, sentence, method, moved: Vec::new() };
        LayerKey { wanted, opened }
    }

    /// The same in one text ([`Layer::key`]).
    pub fn text(&self) -> String {
        let Wanted { model, layer, sentence, .. } = &self.wanted;
        format!("{}/{}/{layer}/{sentence}", self.opened, model.name())
    }
}

/// The layer that the worker has.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldLayer {
    key: LayerKey,
    /// How many tokens of the sentence the model was not run on.
    pub cut: usize,
    /// Whether the products of its queries and keys are all that its softmax sees: no bias is added to them, and
    /// neither w and v nor another method of this project is laid over them.
    pub is_plain: bool,
}

impl HeldLayer {
    /// What came of a layer: that the worker has it, and what it is told of it beside queries, keys and values.
    pub fn of(key: LayerKey, came: &LayerAnswer, open: &[OpenModel]) -> (HeldLayer, Layer) {
        let inputs = &came.inputs;
        let (heads, _, size) = inputs.query.dim();
        let model = open.iter().find(|(choice, _)| *choice == key.wanted.model);
        let own = model.and_then(|(_, model)| model.own.get(key.wanted.layer));
        let own: Vec<[f64; 2]> = own.into_iter().flatten().map(|own| [own.w, own.v]).collect();
        let attends = model.is_some_and(|(_, model)| !model.attends.is_empty());
        let is_plain = inputs.bias.is_none() && own.is_empty() && !attends;
        let labels = came.labels.clone();
        let (scale, causal) = (inputs.scale, inputs.causal);
        let layer = Layer { key: key.text(), labels, heads, size, scale, causal, own };
        (HeldLayer { key, cut: came.cut, is_plain }, layer)
    }

    /// Whether it is this one.
    pub fn is(&self, key: &LayerKey) -> bool {
        self.key == *key
    }

    /// Whether it is this layer on whichever sentence.
    pub fn is_of_layer(&self, key: &LayerKey) -> bool {
        self.key.opened == key.opened && self.key.wanted.is_of_layer(&key.wanted)
    }
}

/// What is done once a layer came, or did not.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// It is given to the worker, or it is said why it did not come.
    Take,
    /// Another one is wanted by now.
    Ask(LayerKey),
    /// None is wanted any more.
    Nothing,
}

/// What is done with the layer of `asked` where `now` is wanted.
pub fn after(asked: &LayerKey, now: Option<LayerKey>) -> Next {
    match now {
        Some(now) if now == *asked => Next::Take,
        Some(now) => Next::Ask(now),
        None => Next::Nothing,
    }
}

/// The model from a file that is a source, where it is open.
pub fn of_source<'a>(source: &Source, open: &'a [OpenModel]) -> Option<&'a OpenModel> {
    let Source::File(name) = source else { return None };
    open.iter().find(|(_, model)| model.name == *name)
}

/// The source that an open model is, by its name among the page's settings.
pub fn source_of(choice: &str, open: &[OpenModel]) -> Option<Source> {
    let (_, model) = open.iter().find(|(known, _)| known.name() == choice)?;
    Some(Source::File(model.name.clone()))
}

/// The file that has to be opened again: that of the chosen model, or the first of A and B that is in a file of
/// this project and none of the `files`.
pub fn awaited(choices: &Choices, open: &[OpenModel], files: &[String]) -> Option<String> {
    match &choices.source {
        Source::File(name) => of_source(&choices.source, open).is_none().then(|| name.clone()),
        Source::Each => {
            let mut pair = choices.pair.iter().filter_map(|name| file_of_trained(name));
            pair.find(|file| files.iter().all(|known| known != file)).map(str::to_owned)
        }
        Source::Seeded | Source::Bundled(_) => None,
    }
}
