//! The Lab's numbers: from settings and word vectors to the traces of A and B. Recomputes what the
//! settings moved and nothing else.

mod chosen;
pub mod first_steps;
mod knobs;
pub mod lanes;
mod loading;
mod matrix;
mod opened;
pub mod place;
mod switch;
mod texts;

use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

use ndarray::Array2;

use crate::attention::{
    AttentionError, HeadParameters, Mask, Normalisation, Projections, Step, TermParameters, Trace,
};
use crate::checkpoint::Trained;
use crate::method::Method;
use crate::method::ModelMethod;
use crate::metrics::{self, Character, HeadFigures, RowFigures};
use crate::model::Answer;
use crate::opened::OpenedModel;
use crate::picture::largest::strongest_pair;
pub use crate::picture::pointing::Cell;
use crate::settings::{
    HEAD_DIMENSIONS, MAX_HEADS, ModelChoice, SIDE_BY_SIDE, Settings, model_method_text,
};
use crate::sorted::SortedMap;
use crate::text::{
    MAX_LONG_TOKENS, MAX_TOKENS, Origin, Part, Token, Tokenized, WordVectors, tokenize_limited,
};
pub use chosen::{Chosen, press_token};
pub use knobs::Knob;
pub use loading::Loading;
use matrix::Widest;
pub use matrix::{Contribution, Front, MadeFrom, Matrix};
pub use opened::Absent;
use opened::Layer;
pub use switch::Switch;
use texts::Others;

/// Up to so many tokens everything follows every change. Beyond, heads that are not on the screen wait
/// until the settings rest: see [`Lab::catch_up`].
pub const LIVE: usize = 128;
/// Weights less than this apart look alike.
const ALIKE: f32 = 0.005;

/// One of the two that are compared: methods in the Lab, runs in the Train room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Panel {
    /// The first.
    A,
    /// The second.
    B,
}

impl Panel {
    /// A and B.
    pub const BOTH: [Panel; 2] = [Panel::A, Panel::B];

    /// What it is called.
    pub fn letter(self) -> &'static str {
        match self {
            Panel::A => "A",
            Panel::B => "B",
        }
    }

    /// Its name for scripts, classes and keys.
    pub fn name(self) -> &'static str {
        match self {
            Panel::A => "a",
            Panel::B => "b",
        }
    }

    /// The one that this panel is compared with.
    pub fn other(self) -> Panel {
        match self {
            Panel::A => Panel::B,
            Panel::B => Panel::A,
        }
    }

    /// The method that the settings give to this panel.
    pub fn method(self, settings: &Settings) -> Method {
        match self {
            Panel::A => settings.a,
            Panel::B => settings.b,
        }
    }

    /// The same, to give it another one.
    pub fn method_mut(self, settings: &mut Settings) -> &mut Method {
        match self {
            Panel::A => &mut settings.a,
            Panel::B => &mut settings.b,
        }
    }

    /// The model that the settings give to this panel.
    pub fn model(self, settings: &Settings) -> ModelChoice {
        match self {
            Panel::A => settings.model,
            Panel::B => settings.model_b,
        }
    }
}

/// What an update recomputed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Updated {
    /// Tokens or their vectors are others.
    pub tokens: bool,
    /// Weights of A or B are others.
    pub weights: bool,
}

/// The tokens of a sentence.
#[derive(Debug)]
struct Sentence {
    text: String,
    tokenized: Tokenized,
}

/// What a panel shows, and what it was made from.
#[derive(Debug)]
struct Shown {
    model: ModelChoice,
    seed: u32,
    /// Which [`Lab::words_version`] they are of; for an opened model, of which [`Layer`].
    words: u32,
    /// Of an opened model: where queries, keys and values come from.
    layer: Option<Arc<Layer>>,
    embeddings: Array2<f32>,
    origins: Vec<Origin>,
    /// `None` for a sentence of more than [`MAX_TOKENS`].
    trace: Option<Trace<f32>>,
    /// The answer by the weights of now; made when it is asked for.
    answer: OnceCell<Option<Answer<f32>>>,
    /// The answer with the w and v that the model learned; made when it is asked for.
    learned_answer: OnceCell<Option<Answer<f32>>>,
}

/// How a panel is to attend.
struct Wanted<'a> {
    method: Method,
    normalisation: Normalisation,
    model: ModelChoice,
    heads: &'a [HeadParameters],
    mask: Mask,
    on_screen: &'a [usize],
}

/// Untrained projections and what they were made from.
#[derive(Debug)]
struct Untrained {
    seed: u32,
    heads: usize,
    projections: Projections<f32>,
}

/// The state behind the Lab's pictures.
#[derive(Debug, Default)]
pub struct Lab {
    vectors: WordVectors,
    models: SortedMap<ModelChoice, Trained>,
    /// The file behind this project's own checkpoint that was opened.
    own_name: String,
    opened: SortedMap<ModelChoice, OpenedModel>,
    /// Of opened models that are this project's: what follows their attention, which another program computes.
    rests: SortedMap<ModelChoice, Trained>,
    /// What came of opened models last, the newest at the end.
    layers: Vec<Arc<Layer>>,
    /// How many layers ever came.
    layers_ever: u32,
    /// Whether B reads other tokens than A, so that nothing of the two can stand side by side.
    is_apart: bool,
    sentence: Option<Sentence>,
    /// The texts beside it.
    others: Others,
    /// Counts up with every other sentence, and with vectors that come.
    words: u32,
    /// Whether the sentence of now was embedded with the vectors of now.
    is_embedded: bool,
    untrained: Option<Untrained>,
    shown: [Option<Shown>; 2],
    /// Which head of B stands beside which of A, where it is not the same one.
    beside: Option<(usize, usize)>,
    error: Option<AttentionError>,
    /// Room for w and v of a panel's heads, so that a slider's move allocates nothing.
    heads: Vec<HeadParameters>,
    /// Room for the heads of a panel that are on the screen.
    on_screen: Vec<usize>,
    /// How wide the colours of each head have become, so that they stay while w and v move.
    widest: RefCell<Vec<Widest>>,
    /// Whether w and v were moved when the Lab was last brought up to date.
    is_moved: bool,
}

/// Why the Lab cannot show a model.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NotShown {
    /// It has none.
    #[error("it has no heads")]
    NoHeads,
    /// It has more heads than there are sliders for.
    #[error("it has {0} heads, and the Lab shows at most {MAX_HEADS}")]
    Heads(usize),
    /// It attends by a method that is not the Lab's.
    #[error(
        "it attends by {}, and the Lab shows da and vanilla; “nearfar attend” gives its weights",
        model_method_text(*.0)
    )]
    Method(ModelMethod),
    /// It has layers of its own, but stands for no file.
    #[error("only a model from a file has layers")]
    NoFile,
}

impl Lab {
    /// The word vectors that are loaded.
    pub fn vectors(&self) -> &WordVectors {
        &self.vectors
    }

    /// The word vectors, to load more. The next update embeds the sentence anew.
    pub fn vectors_mut(&mut self) -> &mut WordVectors {
        self.words += 1;
        self.is_embedded = false;
        &mut self.vectors
    }

    /// A trained model that is loaded.
    pub fn model(&self, choice: ModelChoice) -> Option<&Trained> {
        self.models.get(&choice)
    }

    /// Whether a panel's model is there; untrained projections always are.
    pub fn has_model(&self, choice: ModelChoice) -> bool {
        choice == ModelChoice::Untrained
            || self.models.contains_key(&choice)
            || self.opened.contains_key(&choice)
    }

    /// Adds a trained model, or takes another in its place. The next update uses it.
    ///
    /// # Errors
    /// Where the Lab cannot show this model: it has too many heads, or attends by a method beside the Lab's
    /// two, which the page does not carry (a reader runs such a model, see [`opened`](crate::opened)).
    pub fn insert_model(&mut self, choice: ModelChoice, trained: Trained) -> Result<(), NotShown> {
        let heads = trained.model.architecture.heads;
        if heads > MAX_HEADS {
            return Err(NotShown::Heads(heads));
        }
        if trained.model.architecture.method.lab().is_none() {
            return Err(NotShown::Method(trained.model.architecture.method));
        }
        self.models.insert(choice, trained);
        for shown in &mut self.shown {
            if shown.as_ref().is_some_and(|shown| shown.model == choice) {
                *shown = None;
            }
        }
        Ok(())
    }

    /// w and v that a trained or opened model has of itself in its first layer, `[h]`; flat for one that
    /// knows no distance. `None` where it is not loaded or untrained.
    pub fn own_heads(&self, choice: ModelChoice) -> Option<Vec<HeadParameters>> {
        self.own_heads_of(choice, 0)
    }

    /// The same in any layer; models that are not opened from a file have one.
    pub fn own_heads_of(&self, choice: ModelChoice, layer: usize) -> Option<Vec<HeadParameters>> {
        if let Some(opened) = self.opened.get(&choice) {
            return Some(opened.own_heads(layer.min(opened.depth().max(1) - 1)));
        }
        let model = &self.models.get(&choice)?.model;
        Some(if model.architecture.method.knows_distance() {
            model.words.heads.clone()
        } else {
            vec![HeadParameters { w: 0.0, v: 0.0 }; model.architecture.heads]
        })
    }

    /// w and v that the shown head of A was trained with, where they are others than it has now and A maps distances as
    /// its model learned to. `None` where the model has no w of its own.
    pub fn learned_head(&self, settings: &Settings) -> Option<HeadParameters> {
        let choice = settings.model;
        let method = match self.opened.get(&choice) {
            Some(opened) => opened.method,
            None => self.models.get(&choice)?.model.architecture.method.lab()?,
        };
        let (Method::DistanceAware { mapping, .. }, Method::DistanceAware { mapping: own, .. }) =
            (settings.a, method)
        else {
            return None;
        };
        let learned = self.own_heads_of(choice, settings.layer)?.get(settings.head).copied()?;
        let now = self.heads_of(Panel::A, settings).get(settings.head).copied()?;
        (mapping == own && learned.w != 0.0 && learned != now).then_some(learned)
    }

    /// Whether a panel attends as its model was trained to: by its method, with its w and v. False for
    /// untrained projections, and for a model that is not there.
    pub fn is_as_trained(&self, panel: Panel, settings: &Settings) -> bool {
        let choice = panel.model(settings);
        if let Some(opened) = self.opened.get(&choice) {
            return self.is_as_opened(opened, panel, settings);
        }
        let Some(trained) = self.models.get(&choice) else { return false };
        let method = panel.method(settings);
        let is_plain = panel == Panel::B || settings.distance && settings.competition;
        let is_own = !method.knows_distance()
            || self.own_heads(choice).is_some_and(|own| own == self.heads_of(panel, settings));
        Some(method) == trained.model.architecture.method.lab()
            && is_plain
            && is_own
            && !settings.causal
    }

    /// w and v of every head of a panel, `[h]`, as the settings have them.
    pub fn heads_of(&self, panel: Panel, settings: &Settings) -> Vec<HeadParameters> {
        let mut heads = Vec::new();
        self.heads_into(panel, settings, &mut heads);
        heads
    }

    /// The same, in place of what `heads` holds.
    fn heads_into(&self, panel: Panel, settings: &Settings, heads: &mut Vec<HeadParameters>) {
        heads.clear();
        let model = panel.model(settings);
        if let Some(opened) = self.opened.get(&model) {
            heads.extend(opened_heads(opened, panel, settings));
            return;
        }
        // Another model than that of the sliders has its own w and v.
        let is_other = panel == Panel::B && model != settings.model;
        match is_other.then(|| self.own_heads(model)).flatten() {
            Some(own) => heads.extend(own),
            None => heads.extend(settings.head_parameters()),
        }
        if panel == Panel::A && !settings.distance {
            heads.iter_mut().for_each(|head| head.w = 0.0);
        }
    }

    /// Counts up with every other sentence, and with vectors that come.
    pub fn words_version(&self) -> u32 {
        self.words
    }

    /// Reads the tokens of the sentence, before there are numbers for them.
    pub fn tokenize(&mut self, settings: &Settings) {
        if self.sentence.as_ref().is_none_or(|sentence| sentence.text != settings.sentence) {
            let tokenized = tokenize_limited(&settings.sentence, MAX_LONG_TOKENS);
            self.sentence = Some(Sentence { text: settings.sentence.clone(), tokenized });
            self.words += 1;
            self.is_embedded = false;
        }
    }

    /// Brings the traces into agreement with the settings.
    pub fn update(&mut self, settings: &Settings) -> Updated {
        let mut updated = Updated::default();
        self.tokenize(settings);
        let has_other_texts = self.read_others(settings);
        updated.tokens = !std::mem::replace(&mut self.is_embedded, true) || has_other_texts;
        // The marks on the tokens are those of panel A's vectors; of an opened model the tokens themselves
        // are its own.
        let origins_of = |lab: &Lab| {
            let of_layer = |shown: &Shown| shown.layer.as_ref().map(|layer| layer.serial);
            lab.shown(Panel::A).map(|shown| (shown.model, of_layer(shown)))
        };
        let before = (origins_of(self), self.is_apart);
        for panel in Panel::BOTH {
            updated.weights |= self.update_panel(panel, settings);
        }
        if has_other_texts {
            self.forget_answers();
        }
        let beside = settings.head_b.map(|head_b| (settings.head, head_b));
        if self.beside != beside {
            updated.weights = true;
            self.forget_widest();
        }
        // Who takes all moves back has the pictures back that there were before them.
        let was_moved = std::mem::replace(&mut self.is_moved, !settings.is_own());
        if was_moved && settings.is_own() {
            // Their colours are to be drawn anew, also where no number is another one.
            updated.weights = true;
            self.forget_widest();
        }
        self.beside = beside;
        self.is_apart = self.reads_other_tokens();
        updated.tokens |= before != (origins_of(self), self.is_apart);
        updated
    }

    fn update_panel(&mut self, panel: Panel, settings: &Settings) -> bool {
        let mut heads = std::mem::take(&mut self.heads);
        let mut on_screen = std::mem::take(&mut self.on_screen);
        self.heads_into(panel, settings, &mut heads);
        let moved = self.update_heads(panel, settings, &heads, &mut on_screen);
        (self.heads, self.on_screen) = (heads, on_screen);
        moved
    }

    fn update_heads(
        &mut self,
        panel: Panel,
        settings: &Settings,
        heads: &[HeadParameters],
        on_screen: &mut Vec<usize>,
    ) -> bool {
        let (mut method, model) = (panel.method(settings), panel.model(settings));
        let layer = match self.opened.contains_key(&model) {
            true => {
                let Some(layer) = self.layer_for(panel, settings) else {
                    // What is shown stays until its successor is there.
                    let shown = &mut self.shown[panel as usize];
                    return shown.take_if(|shown| shown.model != model).is_some();
                };
                // Its positions are its own.
                if method.adds_positions() {
                    method = Method::Vanilla { positions: false };
                }
                Some(layer)
            }
            false => None,
        };
        let normalisation = match panel {
            Panel::A if !settings.competition => Normalisation::Sigmoid,
            _ => Normalisation::Softmax,
        };
        let causal = settings.causal || layer.as_ref().is_some_and(|layer| layer.is_causal());
        let mask = Mask { causal, keys: None };
        let (words, tokens) = match &layer {
            Some(layer) => (layer.serial, layer.tokens.len()),
            None => (self.words, self.typed().len()),
        };
        let mut previous = self.shown[panel as usize].take();
        let was_shown = previous.is_some();
        if !self.has_model(model) {
            return was_shown;
        }
        on_screen.clear();
        match tokens {
            ..=LIVE => on_screen.extend(0..MAX_HEADS),
            _ => on_screen.extend(settings.heads_on_screen(panel)),
        }
        previous.take_if(|shown| {
            let same_seed = shown.seed == settings.seed || model != ModelChoice::Untrained;
            let same_mask = shown.trace.as_ref().is_none_or(|trace| *trace.mask() == mask);
            shown.model != model || !same_seed || !same_mask
        });
        if let Some(shown) = previous.as_mut().filter(|shown| shown.words == words) {
            let trace = shown.trace.as_mut();
            let attends = (method, normalisation);
            if trace
                .as_ref()
                .is_some_and(|trace| (trace.method(), trace.normalisation()) != attends)
            {
                self.widest.get_mut().clear();
            }
            let term = |head: usize| match panel {
                Panel::A => settings.term_of(head),
                Panel::B => TermParameters::TRAINED,
            };
            let moved = trace.map_or(Some(false), |trace| {
                adapt(trace, method, normalisation, (heads, &term), on_screen)
            });
            if let Some(moved) = moved {
                if moved {
                    shown.answer = OnceCell::new();
                }
                self.shown[panel as usize] = previous;
                return moved;
            }
        }
        self.forget_widest();
        let edited = previous.and_then(|shown| shown.trace);
        let wanted = Wanted { method, normalisation, model, heads, mask, on_screen };
        let shown = match layer {
            Some(layer) => show_layer(wanted, layer, panel, settings),
            None => self.show(wanted, settings.seed, edited),
        };
        self.error = shown.as_ref().err().cloned();
        self.shown[panel as usize] = shown.ok();
        true
    }

    fn show(
        &mut self,
        wanted: Wanted<'_>,
        seed: u32,
        edited: Option<Trace<f32>>,
    ) -> Result<Shown, AttentionError> {
        let Wanted { method, normalisation, model, heads, mask, on_screen } = wanted;
        let empty = AttentionError::Empty { what: "the sentence" };
        let tokens = &self.sentence.as_ref().ok_or(empty.clone())?.tokenized.tokens;
        if tokens.is_empty() {
            return Err(empty);
        }
        let embedded = match self.models.get(&model) {
            Some(trained) => {
                trained.embed(tokens.iter().map(|token| token.word.as_str()), &self.vectors)
            }
            None => self.vectors.embed_tokens(tokens),
        };
        let made = &mut self.untrained;
        let projections = match self.models.get(&model) {
            Some(trained) => &trained.model.words.projections,
            None => untrained(made, seed, heads.len(), embedded.matrix.ncols()),
        };
        // A trained model has its own number of heads, whatever the settings say until they know.
        let mut heads = heads.to_vec();
        heads.resize(projections.heads(), HeadParameters { w: 0.0, v: 0.0 });
        let embeddings = embedded.matrix.view();
        // What is typed changes a few words: what the others have to do with each other stays.
        let edited = edited.filter(|trace| {
            trace.head_count() == heads.len()
                && trace.method().adds_positions() == method.adds_positions()
        });
        let trace = match edited {
            _ if tokens.len() > MAX_TOKENS => None,
            Some(trace) => {
                let mut trace = trace.edited(projections, embeddings, on_screen)?;
                adapt(
                    &mut trace,
                    method,
                    normalisation,
                    (&heads, &|_| TermParameters::TRAINED),
                    on_screen,
                );
                Some(trace)
            }
            None => {
                let mut trace = Trace::new(projections, &heads, method, mask, embeddings)?;
                trace.set_normalisation(normalisation);
                Some(trace)
            }
        };
        Ok(Shown {
            model,
            seed,
            words: self.words,
            layer: None,
            embeddings: embedded.matrix,
            origins: embedded.origin,
            trace,
            answer: OnceCell::new(),
            learned_answer: OnceCell::new(),
        })
    }

    /// Computes weights of heads that wait, until `cells` of them are done; whether more wait. What
    /// reads a head that waits is told that there is none.
    pub fn catch_up(&mut self, cells: usize) -> bool {
        let mut left = cells;
        for trace in self.shown.iter_mut().flatten().filter_map(|shown| shown.trace.as_mut()) {
            let of_a_head = trace.tokens() * trace.tokens();
            for head in 0..trace.head_count() {
                if left == 0 && trace.is_waiting(head) {
                    return true;
                }
                if trace.catch_up(head) {
                    left = left.saturating_sub(of_a_head);
                }
            }
        }
        false
    }

    /// Whether the sentence is so long that one head at a time is computed, by rows.
    pub fn is_long(&self) -> bool {
        self.tokens().len() > MAX_TOKENS
    }

    /// The parts of the shared word vectors that the sentence still needs: a word that a model has
    /// a vector of its own for needs none. Empty for models that are not loaded yet.
    pub fn parts_needed(&self, settings: &Settings) -> Vec<Part> {
        let mut parts = Vec::new();
        for panel in Panel::BOTH {
            let choice = panel.model(settings);
            let trained = self.answering(choice);
            let reads_none = match trained {
                Some(trained) => !trained.shared_vectors,
                None => self.opened.contains_key(&choice),
            };
            if reads_none || !self.has_model(choice) {
                continue;
            }
            let others =
                trained.map(|trained| self.other_words(trained.model.architecture.structure));
            let typed = self.typed().iter().map(|token| token.word.as_str());
            let words = typed.chain(others.into_iter().flatten());
            let lacks_own =
                |word: &&str| trained.is_none_or(|trained| trained.table.get(word).is_none());
            for part in self.vectors.parts_needed(words.filter(lacks_own)) {
                if !parts.contains(&part) {
                    parts.push(part);
                }
            }
        }
        parts
    }

    fn shown(&self, panel: Panel) -> Option<&Shown> {
        self.shown[panel as usize].as_ref()
    }

    /// The trace of a panel; `None` for an empty sentence, and for a [long](Lab::is_long) one.
    pub fn trace_of(&self, panel: Panel) -> Option<&Trace<f32>> {
        let is_apart = panel == Panel::B && self.is_apart;
        self.shown(panel).filter(|_| !is_apart)?.trace.as_ref()
    }

    /// The trace of a panel, where it has the head and the head's weights are there.
    pub fn trace_with(&self, panel: Panel, head: usize) -> Option<&Trace<f32>> {
        let has = |trace: &&Trace<f32>| head < trace.head_count() && !trace.is_waiting(head);
        self.trace_of(panel).filter(has)
    }

    /// The trace of a panel and which of its heads stands where this head is shown: in B that may be
    /// another. `None` where there is none, or its weights are not there.
    pub fn head_of(&self, panel: Panel, head: usize) -> Option<(&Trace<f32>, usize)> {
        let head = match self.beside {
            Some((of_a, of_b)) if panel == Panel::B && of_a == head => of_b,
            _ => head,
        };
        Some((self.trace_with(panel, head)?, head))
    }

    /// The head of B whose weights on this sentence are nearest to those of a head of A, and their
    /// Jensen-Shannon divergence in nats (mean over rows). `None` where they cannot be compared.
    pub fn nearest_in_b(&self, head: usize) -> Option<(usize, f64)> {
        let a = self.trace_with(Panel::A, head)?;
        let heads = 0..self.trace_of(Panel::B)?.head_count();
        let apart = |of_b| {
            let b = self.trace_with(Panel::B, of_b)?;
            Some((of_b, metrics::divergence_of_heads(a, head, b, of_b)?))
        };
        heads.filter_map(apart).min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Which tokens the coefficient of a head of A prefers; `None` where there is no such head, or no coefficient.
    pub fn character(&self, head: usize) -> Option<Character> {
        let trace = self.trace_of(Panel::A)?;
        Character::of_method(trace.method(), *trace.heads().get(head)?)
    }

    /// The same where it is all that is known of distance: a model from a file has its own way with it, of which nothing is
    /// known at w = 0.
    pub fn known_character(&self, head: usize) -> Option<Character> {
        let w = self.trace_of(Panel::A)?.heads().get(head)?.w;
        let is_from_file = self.shown(Panel::A)?.layer.is_some();
        (w != 0.0 || !is_from_file).then(|| self.character(head))?
    }

    /// Whether weights of some head wait.
    pub fn is_catching_up(&self) -> bool {
        Panel::BOTH.iter().any(|&panel| self.trace_of(panel).is_some_and(has_waiting))
    }

    /// Why there is no trace.
    pub fn error(&self) -> Option<&AttentionError> {
        self.error.as_ref()
    }

    /// The projections that a panel's trace was made with; `None` for a model from a file.
    pub fn projections(&self, panel: Panel) -> Option<&Projections<f32>> {
        let shown = self.shown(panel)?;
        match self.models.get(&shown.model) {
            Some(trained) => Some(&trained.model.words.projections),
            // An opened model hands over what it projected itself.
            None if shown.layer.is_some() => None,
            None => self.untrained.as_ref().map(|untrained| &untrained.projections),
        }
    }

    /// The embeddings that a panel saw, `[N, D]`, before positions are added.
    pub fn embeddings(&self, panel: Panel) -> Option<&Array2<f32>> {
        self.shown(panel).map(|shown| &shown.embeddings)
    }

    /// The tokens that are shown: those of the sentence, at most [`MAX_LONG_TOKENS`], or where panel A shows
    /// a model from a file, that model's own.
    pub fn tokens(&self) -> &[Token] {
        let of_layer = self.shown(Panel::A).and_then(|shown| shown.layer.as_ref());
        of_layer.map_or_else(|| self.typed(), |layer| &layer.tokens)
    }

    /// What the tokens that are shown read, `[N]`.
    pub fn words(&self) -> Vec<&str> {
        self.tokens().iter().map(|token| token.text.as_str()).collect()
    }

    /// What one of them reads; nothing where there is no such token.
    pub fn word(&self, index: usize) -> &str {
        self.tokens().get(index).map_or("", |token| token.text.as_str())
    }

    /// The tokens of the sentence as words.
    fn typed(&self) -> &[Token] {
        self.sentence.as_ref().map_or(&[], |sentence| &sentence.tokenized.tokens)
    }

    /// Where the vector of each token comes from in panel A, `[N]`; empty where it shows nothing.
    pub fn origins(&self) -> &[Origin] {
        self.shown(Panel::A).map_or(&[], |shown| &shown.origins)
    }

    /// The text that was tokenized last.
    pub fn tokenized_text(&self) -> &str {
        self.sentence.as_ref().map_or("", |sentence| &sentence.text)
    }

    /// The mean attention that each token receives from some queries, `[N]`. `None` where there is
    /// no such head or no query; queries beyond the sentence are passed over.
    pub fn received(&self, panel: Panel, head: usize, queries: &[usize]) -> Option<Vec<f32>> {
        let (trace, head) = self.head_of(panel, head)?;
        metrics::received(trace.tokens(), trace.weights_of(head), queries)
    }

    /// The same in A and in B, `[N]` each, of some queries or of all; empty where it is not there. And the most that a token
    /// receives in either; `None` where that is nothing.
    pub fn received_in_both(
        &self,
        head: usize,
        queries: Option<&[usize]>,
    ) -> ([Vec<f32>; 2], Option<f32>) {
        let all: Vec<usize>;
        let queries = match queries {
            Some(queries) => queries,
            None => {
                all = (0..self.tokens().len()).collect();
                &all
            }
        };
        let received =
            Panel::BOTH.map(|panel| self.received(panel, head, queries).unwrap_or_default());
        let largest = received.iter().flatten().copied().fold(0.0, f32::max);
        (received, Some(largest).filter(|&largest| largest > 0.0))
    }

    /// w of a head of a panel, where the panel knows distance.
    pub fn w_of(&self, panel: Panel, head: usize) -> Option<f64> {
        let trace = self.trace_of(panel).filter(|trace| trace.method().knows_distance())?;
        trace.heads().get(head).map(|head| head.w)
    }

    /// The heads that the sliders move, as many as have room side by side, in the order of the w that they learned: where w
    /// moves, they stay.
    pub fn side_by_side(&self, settings: &Settings) -> Vec<usize> {
        let mut heads = settings.moved_heads();
        heads.truncate(SIDE_BY_SIDE);
        if let Some(own) = self.own_heads(settings.model) {
            let learned = |&head: &usize| own.get(head).map_or(0.0, |head| head.w);
            heads.sort_by(|a, b| learned(a).total_cmp(&learned(b)));
        }
        heads
    }

    /// The tokens, and what was cut from the sentence.
    pub fn tokenized(&self) -> Option<&Tokenized> {
        self.sentence.as_ref().map(|sentence| &sentence.tokenized)
    }

    /// Whether A is computed with the w and v of its model, and with ReLU.
    pub fn shows_own(&self) -> bool {
        !self.is_moved && self.trace_of(Panel::A).is_some_and(|trace| trace.method().clips())
    }

    /// Query and key, two tokens, at which a head of A and of B are farthest apart; where they are alike, or B is not
    /// there, those of A's largest weight.
    pub fn example(&self, head: usize) -> Option<(usize, usize)> {
        let mut apart = Vec::new();
        let tokens = self.matrix_into(Matrix::Difference(Contribution::Both), head, &mut apart);
        apart.iter_mut().for_each(|difference| *difference = difference.abs());
        let farthest = strongest_pair(&apart, tokens).filter(|&(_, most)| most >= ALIKE);
        farthest.map(|(cell, _)| cell).or_else(|| self.strongest(Panel::A, head))
    }

    /// Query and key of the largest weight that a head gives to another token.
    pub fn strongest(&self, panel: Panel, head: usize) -> Option<(usize, usize)> {
        let trace = self.trace_with(panel, head)?;
        let tokens = trace.tokens();
        let others = |(index, _): &(usize, &f32)| tokens == 1 || index / tokens != index % tokens;
        let weights = trace.weights_of(head).iter().enumerate().filter(others);
        let (index, _) = weights.max_by(|a, b| a.1.total_cmp(b.1))?;
        Some((index / tokens, index % tokens))
    }

    /// The figures of an attention that gives every allowed key the same weight, to compare with.
    pub fn even_figures(&self) -> Option<LabFigures> {
        let head = HeadFigures::even(self.tokens().len(), self.trace_of(Panel::A)?.mask())?;
        Some(LabFigures { head: Some(head), zeroed: None, divergence: None })
    }

    /// The figures of the row of query `i` of a head in A, `None` where it is no distribution; and how far it is from that
    /// of B, where that is defined.
    pub fn row_figures(&self, head: usize, i: usize) -> (Option<RowFigures>, Option<f64>) {
        let row = |panel| {
            let (trace, head) = self.head_of(panel, head)?;
            trace.weights_of(head).chunks_exact(trace.tokens()).nth(i)
        };
        let [a, b] = Panel::BOTH.map(row);
        let divergence = a.zip(b).and_then(|(a, b)| metrics::row_divergence(a, b));
        (a.and_then(|a| RowFigures::of(i, a)), divergence)
    }

    /// The figures of one head in panel A, and how far it is from panel B. `None` where there is no
    /// such head.
    pub fn figures(&self, head: usize) -> Option<LabFigures> {
        let a = self.trace_with(Panel::A, head)?;
        Some(LabFigures {
            head: HeadFigures::of(a, head),
            zeroed: a
                .method()
                .steps()
                .contains(&Step::Clipped)
                .then(|| metrics::zeroed_share(a, head)),
            divergence: self
                .head_of(Panel::B, head)
                .and_then(|(b, of_b)| metrics::divergence_of_heads(a, head, b, of_b)),
        })
    }
}

/// The queries whose attention is summed: the selected ones, else that of the cursor, else `None` for all.
pub fn summed_queries(selected: &[usize], cursor: Option<(usize, usize)>) -> Option<Vec<usize>> {
    match (selected, cursor) {
        ([], None) => None,
        ([], Some((query, _))) => Some(vec![query]),
        (selected, _) => Some(selected.to_vec()),
    }
}

/// The figures of one head in panel A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LabFigures {
    /// Entropy, mean distance and share near; `None` where no row is a distribution.
    pub head: Option<HeadFigures>,
    /// Share of raw scores that ReLU sets to 0; `None` for methods without ReLU.
    pub zeroed: Option<f64>,
    /// Jensen-Shannon divergence from panel B, in nats; `None` where it cannot be compared.
    pub divergence: Option<f64>,
}

/// w and v of the heads of the layer that a panel shows of an opened model.
fn opened_heads(opened: &OpenedModel, panel: Panel, settings: &Settings) -> Vec<HeadParameters> {
    let layer = settings.layer_of(panel).min(opened.depth().max(1) - 1);
    let own = opened.own_heads(layer);
    let mut heads = match panel {
        Panel::B if settings.model_b != settings.model => own,
        _ => settings.heads_of_layer(layer, &own),
    };
    if panel == Panel::A && !settings.distance {
        heads.iter_mut().for_each(|head| head.w = 0.0);
    }
    heads
}

/// A layer of an opened model, attended to as a panel has it.
fn show_layer(
    wanted: Wanted<'_>,
    layer: Arc<Layer>,
    panel: Panel,
    settings: &Settings,
) -> Result<Shown, AttentionError> {
    let Wanted { method, normalisation, model, heads, mask, .. } = wanted;
    let mut trace = Trace::from_inputs(layer.answer.inputs.clone(), heads, method, mask)?;
    trace.set_normalisation(normalisation);
    if panel == Panel::A {
        move_terms(&mut trace, &|head| settings.term_of(head));
        (0..trace.head_count()).for_each(|head| {
            trace.catch_up(head);
        });
    }
    Ok(Shown {
        model,
        seed: 0,
        words: layer.serial,
        embeddings: Array2::zeros((layer.tokens.len(), 0)),
        // The model's own table has them all.
        origins: vec![Origin::Known; layer.tokens.len()],
        layer: Some(layer),
        trace: Some(trace),
        answer: OnceCell::new(),
        learned_answer: OnceCell::new(),
    })
}

/// The untrained projections of a seed, made anew only where they are others.
fn untrained(
    slot: &mut Option<Untrained>,
    seed: u32,
    heads: usize,
    width: usize,
) -> &Projections<f32> {
    let made = match slot.take() {
        Some(made) if made.seed == seed && made.heads == heads => made,
        _ => Untrained {
            seed,
            heads,
            projections: Projections::untrained(u64::from(seed), heads, width, HEAD_DIMENSIONS),
        },
    };
    &slot.insert(made).projections
}

fn has_waiting(trace: &Trace<f32>) -> bool {
    (0..trace.head_count()).any(|head| trace.is_waiting(head))
}

/// Lets other parts of each head's own position term count; whether any is another than before.
fn move_terms(trace: &mut Trace<f32>, term: &dyn Fn(usize) -> TermParameters) -> bool {
    let mut moved = false;
    for head in 0..trace.head_count().min(MAX_HEADS) {
        let known = trace.position_term().and_then(|term| term.parameters().get(head).copied());
        let wanted = term(head);
        moved |= known.is_some_and(|known| known != wanted) && trace.postpone_term(head, wanted);
    }
    moved
}

/// Adapts a trace to another method and to moved heads from its cached scores; heads that are not
/// `on_screen` may wait. `None` where that is impossible, else whether anything moved.
fn adapt(
    trace: &mut Trace<f32>,
    method: Method,
    normalisation: Normalisation,
    (heads, term): (&[HeadParameters], &dyn Fn(usize) -> TermParameters),
    on_screen: &[usize],
) -> Option<bool> {
    if trace.head_count() != heads.len() {
        return None;
    }
    let mut moved = move_terms(trace, term);
    for (head, &parameters) in heads.iter().enumerate() {
        if trace.heads()[head] != parameters {
            trace.postpone_head(head, parameters).then_some(())?;
            moved |= method.knows_distance();
        }
    }
    if trace.method() != method {
        trace.set_method(method).then_some(())?;
        moved = true;
    }
    if trace.normalisation() != normalisation {
        trace.set_normalisation(normalisation);
        moved = true;
    }
    for &head in on_screen {
        moved |= trace.catch_up(head);
    }
    Some(moved)
}
