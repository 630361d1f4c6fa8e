//! Models from anybody's file in the Lab: what it wants of them for the settings of now, and what came.

use std::sync::Arc;

use super::{Lab, NotShown, Panel, Shown, opened_heads};
use crate::attention::{
    AttentionError, HeadParameters, LayerInputs, Mask, TermParameters, TermRule, Trace,
};
use crate::checkpoint::Trained;
use crate::method::Method;
use crate::opened::{
    LayerAnswer, MOST_TOKENS, OpenedModel, Wanted, method_of_page, of_page_behind,
};
use crate::settings::{FILES, MAX_HEADS, ModelChoice, Settings, kept_name};
use crate::text::embedding::Origin;
use crate::text::token::{Token, Tokenized, tokenize_limited};

/// So many layers are kept: A's and B's, on the sentence of now and on the one before.
const KEPT: usize = 4;

/// A layer that came.
#[derive(Debug)]
pub(super) struct Layer {
    /// What was asked for.
    wanted: Wanted,
    pub answer: LayerAnswer,
    pub tokens: Vec<Token>,
    /// Counts layers.
    pub serial: u32,
}

impl Layer {
    pub fn is_causal(&self) -> bool {
        self.answer.inputs.causal
    }
}

/// Why a panel shows nothing of its own model, where it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absent {
    /// The file has to be opened again.
    File,
    /// The layer is on its way.
    Waits,
    /// B reads other tokens than A.
    OtherTokens {
        /// N of A.
        a: usize,
        /// N of B.
        b: usize,
    },
}

impl Lab {
    /// A model that was opened from a file.
    pub fn opened(&self, choice: ModelChoice) -> Option<&OpenedModel> {
        self.opened.get(&choice)
    }

    /// Opens this project's own checkpoint from a file, or another in its place.
    ///
    /// # Errors
    /// As [`Lab::insert_model`]; nothing is changed then.
    pub fn insert_own(&mut self, name: &str, trained: Trained) -> Result<(), NotShown> {
        self.insert_model(ModelChoice::Opened, trained)?;
        name.clone_into(&mut self.own_name);
        Ok(())
    }

    /// This project's own checkpoint that was opened, as other rooms know models from files.
    fn own_checkpoint(&self) -> Option<OpenedModel> {
        let architecture = &self.models.get(&ModelChoice::Opened)?.model.architecture;
        let own = match architecture.method.knows_distance() {
            true => self.own_heads(ModelChoice::Opened)?,
            false => Vec::new(),
        };
        let method = match architecture.method.attention()? {
            method @ Method::DistanceAware { .. } => method,
            Method::Vanilla { .. } => Method::Vanilla { positions: false },
        };
        Some(OpenedModel {
            own: vec![own],
            method,
            reads: "words".to_owned(),
            ..OpenedModel::plain(&self.own_name, vec![architecture.heads])
        })
    }

    /// The models from files that are open, each in its place.
    pub fn open_models(&self) -> Vec<(ModelChoice, OpenedModel)> {
        let model = |choice| match choice {
            ModelChoice::Opened => self.own_checkpoint(),
            file => self.opened(file).cloned(),
        };
        FILES.iter().filter_map(|&choice| Some((choice, model(choice)?))).collect()
    }

    /// What its layer of words makes of a sentence. `None` while it is not open, or words are on their way.
    pub fn own_layer(&self, sentence: &str) -> Option<Result<LayerAnswer, AttentionError>> {
        let trained = self.models.get(&ModelChoice::Opened)?;
        let Tokenized { tokens, cut } = tokenize_limited(sentence, MOST_TOKENS);
        let words = tokens.iter().map(|token| token.word.as_str());
        let embedded = trained.embed(words, &self.vectors);
        if embedded.origin.contains(&Origin::NotLoaded) {
            return None;
        }
        let positions = trained.model.architecture.method.adds_positions();
        let (method, mask) = (Method::Vanilla { positions }, Mask::none());
        let heads = self.own_heads(ModelChoice::Opened)?;
        let layer = &trained.model.words.projections;
        let trace = Trace::new(layer, &heads, method, mask, embedded.matrix.view());
        Some(trace.map(|trace| {
            let [query, key, value] =
                [trace.query(), trace.key(), trace.value()].map(|array| array.to_owned());
            let scale = LayerInputs::<f32>::usual_scale(query.dim().2);
            let rule = TermRule::Whole;
            let inputs = LayerInputs { query, key, value, scale, bias: None, rule, causal: false };
            let labels = tokens.into_iter().map(|token| token.text).collect();
            let cut = cut.map_or(0, |cut| cut.total.saturating_sub(MOST_TOKENS));
            LayerAnswer { labels, cut, inputs }
        }))
    }

    /// Adds a model that another program holds, or puts it in the place of what was there.
    ///
    /// # Errors
    /// Where the Lab cannot show it.
    pub fn insert_opened(
        &mut self,
        choice: ModelChoice,
        mut model: OpenedModel,
    ) -> Result<(), NotShown> {
        if !choice.is_file() {
            return Err(NotShown::NoFile);
        }
        match model.heads.iter().max() {
            None | Some(0) => return Err(NotShown::NoHeads),
            Some(&heads) if heads > MAX_HEADS => {
                return Err(NotShown::Heads(heads));
            }
            Some(_) => {}
        }
        self.remove_opened(choice);
        for shown in &mut self.shown {
            shown.take_if(|shown| shown.model == choice);
        }
        // As the settings name it.
        model.name = kept_name(&model.name);
        self.opened.insert(choice, model);
        Ok(())
    }

    /// Adds what follows the attention of an opened model, where the file is this project's: it answers.
    pub fn insert_rest(&mut self, choice: ModelChoice, trained: Trained) {
        self.rests.insert(choice, trained);
        self.forget_answers();
    }

    /// Forgets a model that was opened from a file.
    pub fn remove_opened(&mut self, choice: ModelChoice) {
        self.opened.remove(&choice);
        self.rests.remove(&choice);
        self.layers.retain(|layer| layer.wanted.model != choice);
    }

    /// Whether a model is there and is the one that is named: `of_page` is the address of a model of the page that the
    /// settings name in its place.
    pub fn is_there(&self, choice: ModelChoice, of_page: Option<&str>) -> bool {
        match of_page {
            Some(address) => self.opened(choice).is_some_and(|model| model.name == address),
            None => self.has_model(choice),
        }
    }

    /// The same of what these settings name in its place.
    pub fn has_named(&self, choice: ModelChoice, settings: &Settings) -> bool {
        self.is_there(choice, of_page_behind(settings, choice))
    }

    /// Whether the page's own models are there that the settings show.
    pub fn has_models_of_page(&self, settings: &Settings) -> bool {
        let is_anybodys =
            |choice: ModelChoice| choice.is_file() && of_page_behind(settings, choice).is_none();
        let mut shown = [settings.model, settings.model_b].into_iter();
        shown.all(|choice| is_anybodys(choice) || self.has_named(choice, settings))
    }

    /// Whether a panel is to show a model that is not there.
    pub fn awaits(&self, choice: ModelChoice, settings: &Settings) -> bool {
        settings.shows(choice) && !self.has_model(choice)
    }

    /// The method that a model is shown by at first: the one that it was trained with; of a file what
    /// [`Lab::laid_first`] says.
    pub fn first_method(&self, choice: ModelChoice) -> Method {
        match choice {
            ModelChoice::Sst2Da | ModelChoice::AgNewsDa | ModelChoice::Untrained => {
                Method::DISTANCE_AWARE
            }
            ModelChoice::Sst2Vanilla | ModelChoice::AgNewsVanilla => Method::VANILLA,
            ModelChoice::Opened => {
                let trained = self.model(choice);
                let method = trained.and_then(|trained| trained.model.architecture.method.lab());
                method.unwrap_or(Method::DISTANCE_AWARE)
            }
            file => self.laid_first(file),
        }
    }

    /// What distance is laid over a model with at first: over one from a file as that has it, else the paper's way.
    pub fn laid_first(&self, choice: ModelChoice) -> Method {
        self.opened(choice).map_or(Method::DISTANCE_AWARE, OpenedModel::first_method)
    }

    /// Brings settings into agreement with the models that are there, and with themselves: layers, w and v are those of
    /// the models, and files are called as the Lab calls them.
    pub fn take_over(&self, settings: &mut Settings) {
        let (a, b) = (settings.model, settings.model_b);
        // What is not there yet may have any number of layers.
        if self.has_model(a) && self.has_model(b) {
            settings.fit_layers(self.depth(a), self.depth(b));
        }
        for choice in [a, b] {
            if let Some(model) = self.opened(choice) {
                // One of the page that is named takes the place of what is there.
                if method_of_page(settings.file_of(choice)).is_none() {
                    settings.name_file(choice, &model.name);
                }
            } else if choice == ModelChoice::Opened && self.has_model(choice) {
                settings.name_file(choice, &self.own_name);
            }
        }
        match a {
            ModelChoice::Untrained => settings.adopt(None),
            model => match self.own_heads_of(model, settings.layer) {
                Some(own) => settings.adopt(Some(&own)),
                None => settings.settle(),
            },
        }
    }

    /// How many layers a model has; 1 for those that are not opened from a file.
    pub fn depth(&self, choice: ModelChoice) -> usize {
        self.opened.get(&choice).map_or(1, OpenedModel::depth)
    }

    /// What a file is called here: by its name or, where another file of that name is open, with a number behind it
    /// (most models are called `model.safetensors`). `is_same` says whether the file of a place is this one.
    pub fn name_for(
        &self,
        name: &str,
        settings: &Settings,
        is_same: impl Fn(ModelChoice) -> bool,
    ) -> String {
        let numbered = |number: usize| match number {
            1 => kept_name(name),
            _ => kept_name(&format!("{name} ({number})")),
        };
        let shown = [settings.model, settings.model_b];
        let place_of = |name: &str| {
            self.opened.iter().find(|(_, model)| model.name == name).map(|(choice, _)| *choice)
        };
        let is_awaited = |name: &String| {
            let is_it = |choice: &ModelChoice| {
                settings.file_of(*choice) == name && !self.opened.contains_key(choice)
            };
            shown.iter().any(is_it)
        };
        let names = || (1..=FILES.len()).map(numbered);
        names()
            .find(|name| place_of(name).is_some_and(&is_same))
            .or_else(|| names().find(is_awaited))
            .or_else(|| names().find(|name| place_of(name).is_none()))
            .unwrap_or_else(|| numbered(1))
    }

    /// The place for a file of this name: that of a file of the same name, else a free one, else one that
    /// neither panel shows.
    pub fn place_for(&self, name: &str, settings: &Settings) -> Option<ModelChoice> {
        let name = kept_name(name);
        let shown = [settings.model, settings.model_b];
        let files = || FILES.into_iter().filter(|choice| choice.is_file());
        let is_awaited =
            |choice: &ModelChoice| shown.contains(choice) && !self.opened.contains_key(choice);
        let has_name = |choice: &ModelChoice| match self.opened.get(choice) {
            Some(model) => model.name == name,
            None => settings.file_of(*choice) == name.as_str() && is_awaited(choice),
        };
        let is_free =
            |choice: &ModelChoice| !self.opened.contains_key(choice) && !shown.contains(choice);
        files()
            .find(has_name)
            .or_else(|| files().find(is_free))
            .or_else(|| files().find(|choice| !shown.contains(choice)))
    }

    /// What a panel wants of a model from a file; `None` where it shows no such model, or it is not open.
    pub fn wanted(&self, panel: Panel, settings: &Settings) -> Option<Wanted> {
        let model = panel.model(settings);
        let opened = self.opened.get(&model)?;
        let layer = settings.layer_of(panel).min(opened.depth() - 1);
        let method = panel.method(settings);
        // B has w and v of another model than A's sliders from that model, which has moved none of them.
        let is_laid_over = method.knows_distance() && model == settings.model;
        let mut moved = match is_laid_over {
            true => settings.moved_before(layer, |layer| opened.own_heads(layer)),
            false => Vec::new(),
        };
        if panel == Panel::A && !settings.distance {
            moved.iter_mut().for_each(|head| head.parameters.w = 0.0);
        }
        let method = match moved.is_empty() {
            true => Method::Vanilla { positions: false },
            false => method,
        };
        Some(Wanted { model, layer, sentence: settings.sentence.clone(), method, moved })
    }

    /// Whether a layer is there as it is wanted.
    pub fn has_layer(&self, wanted: &Wanted) -> bool {
        self.layers.iter().any(|layer| layer.wanted == *wanted)
    }

    /// Whether a token that is shown sees only itself and the tokens before it, by the settings or by the
    /// model itself.
    pub fn is_causal(&self) -> bool {
        self.trace_of(Panel::A).or(self.trace_of(Panel::B)).is_some_and(|trace| trace.mask().causal)
    }

    /// The same, of the model alone: the settings' mask comes and goes before the numbers do.
    pub fn is_causal_by_itself(&self) -> bool {
        let shown = self.shown(Panel::A).or(self.shown(Panel::B));
        shown.and_then(|shown| shown.layer.as_ref()).is_some_and(|layer| layer.is_causal())
    }

    /// Whether the same layer of the same model is there, in whichever state.
    pub fn has_any_of(&self, wanted: &Wanted) -> bool {
        self.layers.iter().any(|layer| wanted.is_of_layer(&layer.wanted))
    }

    /// Takes a layer that came. The next update shows it.
    pub fn insert_layer(&mut self, wanted: Wanted, answer: LayerAnswer) {
        self.layers_ever += 1;
        let tokens = answer.tokens();
        let layer = Layer { wanted, answer, tokens, serial: self.layers_ever };
        self.layers.retain(|known| known.wanted != layer.wanted);
        self.layers.push(Arc::new(layer));
        let surplus = self.layers.len().saturating_sub(KEPT);
        self.layers.drain(..surplus);
    }

    /// The layer that a panel is to show: the one that is wanted, or until it is there the last one of the
    /// same number.
    pub(super) fn layer_for(&self, panel: Panel, settings: &Settings) -> Option<Arc<Layer>> {
        let wanted = self.wanted(panel, settings)?;
        let exact = self.layers.iter().find(|layer| layer.wanted == wanted);
        let earlier = || self.layers.iter().rfind(|layer| wanted.is_of_layer(&layer.wanted));
        exact.or_else(earlier).map(Arc::clone)
    }

    /// Whether a panel shows just what the settings want of its model from a file, and not an earlier state.
    pub fn is_current(&self, panel: Panel, settings: &Settings) -> bool {
        match self.wanted(panel, settings) {
            None => true,
            Some(wanted) => {
                let layer = self.shown(panel).and_then(|shown| shown.layer.as_ref());
                layer.is_some_and(|layer| layer.wanted == wanted)
            }
        }
    }

    /// What a model from a file adds to the scores of a head of A by itself, by signed distance, `[2N-1]`: mean, least,
    /// most; `None` where it adds nothing. β does not move it.
    pub fn term_by_offset(&self, head: usize) -> Option<Vec<[f64; 3]>> {
        let trace = self.trace_of(Panel::A).filter(|trace| head < trace.head_count())?;
        Some(trace.position_term()?.by_offset(head))
    }

    /// What moves [`Lab::term_by_offset`]: the layer, by a number that no other that came has, and how its term is
    /// shaped.
    pub fn term_shape(&self, head: usize) -> (Option<u32>, Option<TermParameters>) {
        let layer = self.shown(Panel::A).and_then(|shown| Some(shown.layer.as_ref()?.serial));
        let term = self.trace_of(Panel::A).and_then(|trace| trace.position_term());
        let shape = term.and_then(|term| term.parameters().get(head));
        (layer, shape.map(|&shape| TermParameters { beta: 1.0, ..shape }))
    }

    /// How many tokens of the sentence a panel leaves out, whose model comes from a file.
    pub fn cut_of(&self, panel: Panel) -> Option<usize> {
        Some(self.shown(panel)?.layer.as_ref()?.answer.cut)
    }

    /// Why a panel shows nothing, where its model comes from a file or stands beside one.
    pub fn why_absent(&self, panel: Panel, settings: &Settings) -> Option<Absent> {
        let model = panel.model(settings);
        if (model.is_file() || model == ModelChoice::Opened) && !self.has_model(model) {
            return Some(Absent::File);
        }
        if panel == Panel::B && self.is_apart {
            let b = self.shown(Panel::B).map_or(0, |shown| self.tokens_of(shown).len());
            return Some(Absent::OtherTokens { a: self.tokens().len(), b });
        }
        let waits = model.is_file() && self.shown(panel).is_none();
        waits.then_some(Absent::Waits)
    }

    fn tokens_of<'a>(&'a self, shown: &'a Shown) -> &'a [Token] {
        shown.layer.as_ref().map_or_else(|| self.typed(), |layer| &layer.tokens)
    }

    /// Whether the tokens of B are others than those of A.
    pub(super) fn reads_other_tokens(&self) -> bool {
        let [Some(a), Some(b)] = Panel::BOTH.map(|panel| self.shown(panel)) else {
            // Without A the tokens are the words.
            let b = self.shown(Panel::B);
            return b.is_some_and(|shown| shown.layer.is_some());
        };
        if a.layer.is_none() && b.layer.is_none() {
            return false;
        }
        let texts = |shown| self.tokens_of(shown).iter().map(|token| &token.text);
        !texts(a).eq(texts(b))
    }

    /// Whether a panel attends as its opened model does of itself.
    pub(super) fn is_as_opened(
        &self,
        opened: &OpenedModel,
        panel: Panel,
        settings: &Settings,
    ) -> bool {
        let method = panel.method(settings);
        let is_masked = settings.causal && !opened.causal;
        let is_plain = panel == Panel::B || settings.competition;
        let wanted = self.wanted(panel, settings);
        let is_moved = wanted.is_some_and(|wanted| !wanted.moved.is_empty())
            || panel == Panel::A && !settings.has_whole_position_terms();
        let layer = settings.layer_of(panel);
        let own = opened.own_heads(layer.min(opened.depth().max(1) - 1));
        let heads = opened_heads(opened, panel, settings);
        let flat = |head: &HeadParameters| head.w == 0.0;
        let attends = match (method, opened.own.get(layer).is_some_and(|own| !own.is_empty())) {
            (Method::Vanilla { .. }, has_own) => !has_own,
            (_, true) => method == opened.method && heads == own,
            // At w = 0 every coefficient is 1.
            (_, false) => method == opened.first_method() && heads.iter().all(flat),
        };
        attends && is_plain && !is_masked && !is_moved
    }
}
