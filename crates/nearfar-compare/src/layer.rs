//! Models from files, and the layer of one of them whose queries and keys are compared: which one is wanted, which one
//! the worker has, what is done with what comes, and what is said of all that.

use nearfar::Method;
use nearfar::opened::{LayerAnswer, OpenedModel, Wanted};
use nearfar::settings::{Choice, ModelChoice};
use nearfar_texts::compare as texts;

use crate::choices::{Choices, MODELS, Source, file_of_trained};
use crate::grid::is_over_file;
use crate::protocol::{Layer, MethodView, Setup};
use crate::sentence::Chosen;

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
    /// The worker is given what came, and told this of it.
    Give(Layer),
    /// Another one is wanted by now.
    Ask(LayerKey),
    /// None is wanted any more, or it did not come.
    Nothing,
}

/// What the room knows of models from files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Files {
    /// The models that are open, as the page has them.
    pub open: Vec<OpenModel>,
    /// The files of this project among those that were opened: their models are compared as they were trained.
    pub own: Vec<String>,
    /// The name of the file that is being opened.
    pub opening: Option<String>,
    /// Why a file was not opened, or its model not run; what was shown stays.
    pub unread: Option<String>,
    /// The layer that the worker has.
    held: Option<HeldLayer>,
    /// Counts openings.
    opened: u32,
    /// Whether the page was asked for a layer that has not come yet.
    is_reading: bool,
}

impl Files {
    /// Other files are open.
    pub fn look(&mut self, open: Vec<OpenModel>, own: Vec<String>) {
        (self.open, self.own) = (open, own);
        self.opened += 1;
    }

    /// The model from a file that is a source, where it is open.
    pub fn model(&self, source: &Source) -> Option<&OpenModel> {
        let Source::File(name) = source else { return None };
        self.open.iter().find(|(_, model)| model.name == *name)
    }

    /// One model in the place of seeded numbers or of all: the first one that is open, else the page's first.
    pub fn one_model(&self) -> Source {
        match self.open.first() {
            Some((_, model)) => Source::File(model.name.clone()),
            None => Source::Bundled(MODELS[0].to_owned()),
        }
    }

    /// The source that an open model is, by its name among the page's settings.
    fn source_of(&self, choice: &str) -> Option<Source> {
        let (_, model) = self.open.iter().find(|(known, _)| known.name() == choice)?;
        Some(Source::File(model.name.clone()))
    }

    /// Files were opened under a name among the page's settings, or it is said why not. `own` is the first one's name
    /// where it is of this project: it stands as A among the trained ones, also where the Lab does not run it; any other
    /// model takes the place of the numbers that are compared. The sources that are to be chosen, one after the other:
    /// none, where the choices have the file already.
    pub fn opened(
        &mut self,
        choices: &Choices,
        own: Option<String>,
        opened: Result<String, String>,
    ) -> Vec<Source> {
        (self.opening, self.unread) = (None, None);
        match (own, opened) {
            (Some(name), _) if choices.names(&name) => Vec::new(),
            (Some(name), _) => vec![Source::File(name), Source::Each],
            (None, Ok(choice)) => {
                let source = self.source_of(&choice);
                source.into_iter().filter(|source| *source != choices.source).collect()
            }
            (None, Err(reason)) => {
                self.unread = Some(reason);
                Vec::new()
            }
        }
    }

    /// What the DA-Transformer is at first over a source: over a model from a file what that model has.
    pub fn first_method(&self, source: &Source) -> Method {
        self.model(source).map_or(Method::DISTANCE_AWARE, |(_, model)| model.first_method())
    }

    /// Other numbers through the methods; what is laid over a model from a file begins as that model has it.
    pub fn choose(&self, choices: &mut Choices, source: Source) {
        let first = self.model(&source).map(|(_, model)| model.first_method());
        choices.choose_source(source, first, &self.own);
    }

    /// The file that has to be opened again: that of the chosen model, or the first of A and B that is in a file of
    /// this project and not open.
    pub fn awaited(&self, choices: &Choices) -> Option<String> {
        match &choices.source {
            Source::File(name) => self.model(&choices.source).is_none().then(|| name.clone()),
            Source::Each => {
                let mut pair = choices.pair.iter().filter_map(|name| file_of_trained(name));
                pair.find(|file| self.own.iter().all(|own| own != file)).map(str::to_owned)
            }
            Source::Seeded | Source::Bundled(_) => None,
        }
    }

    /// Which layer of the chosen model is compared, from 1, and how many it has. Where it is not open: the one that is
    /// chosen, and one.
    pub fn layer(&self, Chosen { choices, .. }: &Chosen) -> (usize, usize) {
        let last = self.model(&choices.source).map(|(_, model)| model.depth().max(1));
        let layer = last.map_or(choices.layer, |last| choices.layer.min(last - 1));
        (layer + 1, last.unwrap_or(1))
    }

    /// The layer that is to be compared, where its model is open.
    pub fn wanted(&self, Chosen { choices, sentence, .. }: &Chosen) -> Option<LayerKey> {
        let model = self.model(&choices.source)?;
        Some(LayerKey::new(model, choices.layer, sentence.clone(), self.opened))
    }

    /// Whether the worker has this layer.
    pub fn has(&self, key: &LayerKey) -> bool {
        self.held.as_ref().is_some_and(|held| held.is(key))
    }

    /// Whether what is shown is of the layer that is wanted, on whichever sentence.
    pub fn shows_layer(&self, chosen: &Chosen) -> bool {
        let both = self.held.as_ref().zip(self.wanted(chosen));
        both.is_some_and(|(held, wanted)| held.is_of_layer(&wanted))
    }

    /// What is to be compared; `None` while the layer of a model from a file is not there.
    pub fn setup(&self, chosen: &Chosen) -> Option<Setup> {
        let layer = self.wanted(chosen).filter(|wanted| self.has(wanted));
        chosen.setup(layer.map(|layer| layer.text()), &self.own)
    }

    /// Whether a method is the chosen model as it is in its file.
    pub fn is_as_in_file(&self, chosen: &Chosen, method: &MethodView) -> bool {
        self.is_plain() && is_over_file(method, &chosen.choices.source)
    }

    /// Whether the queries and keys of the layer that the worker has are all that its softmax sees.
    pub fn is_plain(&self) -> bool {
        self.held.as_ref().is_some_and(|held| held.is_plain)
    }

    /// How many tokens of the sentence are beyond what is compared, or what the chosen model was run on.
    pub fn left_out(&self, chosen: &Chosen) -> usize {
        match chosen.choices.source {
            Source::File(_) => self.held.as_ref().map_or(0, |held| held.cut),
            _ => chosen.left_out(),
        }
    }

    /// Whether the page is asked for a layer now: one at a time, what is wanted meanwhile waits for the answer.
    pub fn ask(&mut self, key: &LayerKey) -> bool {
        let is_asked = !self.is_reading && !self.has(key);
        self.is_reading |= is_asked;
        is_asked
    }

    /// What was `asked` for came, or it is said why it did not; `now` is wanted.
    pub fn came(
        &mut self,
        asked: LayerKey,
        now: Option<LayerKey>,
        answer: Result<&LayerAnswer, String>,
    ) -> Next {
        self.is_reading = false;
        match (now, answer) {
            (None, _) => Next::Nothing,
            (Some(now), _) if now != asked => Next::Ask(now),
            (Some(_), Ok(answer)) => {
                let (held, layer) = HeldLayer::of(asked, answer, &self.open);
                self.held = Some(held);
                Next::Give(layer)
            }
            (Some(_), Err(reason)) => {
                self.unread = Some(reason);
                Next::Nothing
            }
        }
    }

    /// What is said of them under the sentence.
    pub fn said(&self, chosen: &Chosen) -> FilesSaid {
        let choices = &chosen.choices;
        let model = self.model(&choices.source).map(|(_, model)| model);
        let mut departures = model.map_or_else(Vec::new, |model| model.departures.clone());
        let (asked, (_, last)) = (choices.layer + 1, self.layer(chosen));
        let is_beyond = model.is_some() && asked > last;
        departures.extend(is_beyond.then(|| texts::model_layer_beyond(asked, last)));
        FilesSaid {
            awaited: self.awaited(choices).filter(|_| self.opening.is_none()),
            opening: self.opening.clone(),
            unread: self.unread.clone(),
            assumptions: model.map_or_else(Vec::new, |model| model.assumptions.clone()),
            departures,
        }
    }
}

/// What is said of models from files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FilesSaid {
    /// The file that has to be opened again.
    pub awaited: Option<String>,
    /// The file that is being opened.
    pub opening: Option<String>,
    /// Why one was not opened, or its model not run.
    pub unread: Option<String>,
    /// What no file says of the chosen model and the pictures rest on.
    pub assumptions: Vec<String>,
    /// Where the chosen model is not as published ones of its sizes, or has no layer of the chosen number.
    pub departures: Vec<String>,
}
