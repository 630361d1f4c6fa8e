//! The Lab's numbers: from settings and word vectors to the traces of A and B. Recomputes what the
//! settings moved and nothing else.

use std::cell::OnceCell;

use ndarray::Array2;

use crate::attention::{AttentionError, HeadParameters, Mapping, Mask, Projections, Step, Trace};
use crate::checkpoint::Trained;
use crate::method::Method;
use crate::metrics::{self, HeadFigures};
use crate::model::{Answer, Structure};
use crate::picture::palette::Palette;
use crate::picture::scale::Scale;
use crate::settings::{ColourRange, Colours, HEAD_DIMENSIONS, MAX_HEADS, ModelChoice, Settings};
use crate::sorted::SortedMap;
use crate::text::{Origin, Part, Token, Tokenized, WordVectors, tokenize_limited};

/// One of the two methods that the Lab compares.
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
    embeddings: Array2<f32>,
    origins: Vec<Origin>,
    trace: Trace<f32>,
    /// The answer by the weights of now; made when it is asked for.
    answer: OnceCell<Option<Answer<f32>>>,
    /// The answer with the w and v that the model learned; made when it is asked for.
    learned_answer: OnceCell<Option<Answer<f32>>>,
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
    sentence: Option<Sentence>,
    untrained: Option<Untrained>,
    shown: [Option<Shown>; 2],
    error: Option<AttentionError>,
}

impl Lab {
    /// The word vectors that are loaded.
    pub fn vectors(&self) -> &WordVectors {
        &self.vectors
    }

    /// The word vectors, to load more. The next update embeds the sentence anew.
    pub fn vectors_mut(&mut self) -> &mut WordVectors {
        self.sentence = None;
        self.shown = [None, None];
        &mut self.vectors
    }

    /// A trained model that is loaded.
    pub fn model(&self, choice: ModelChoice) -> Option<&Trained> {
        self.models.get(&choice)
    }

    /// Whether a panel's model is there; untrained projections always are.
    pub fn has_model(&self, choice: ModelChoice) -> bool {
        choice == ModelChoice::Untrained || self.models.contains_key(&choice)
    }

    /// Adds a trained model, or takes another in its place. The next update uses it.
    ///
    /// # Errors
    /// A sentence that says why the Lab cannot show this model.
    pub fn insert_model(&mut self, choice: ModelChoice, trained: Trained) -> Result<(), String> {
        let heads = trained.model.architecture.heads;
        if heads > MAX_HEADS {
            return Err(format!("it has {heads} heads, and the Lab shows at most {MAX_HEADS}"));
        }
        self.models.insert(choice, trained);
        for shown in &mut self.shown {
            if shown.as_ref().is_some_and(|shown| shown.model == choice) {
                *shown = None;
            }
        }
        Ok(())
    }

    /// w and v that a trained model has of itself, `[h]`; flat for one that knows no distance.
    /// `None` where it is not loaded or untrained.
    pub fn own_heads(&self, choice: ModelChoice) -> Option<Vec<HeadParameters>> {
        let model = &self.models.get(&choice)?.model;
        Some(if model.architecture.method.knows_distance() {
            model.words.heads.clone()
        } else {
            vec![HeadParameters { w: 0.0, v: 0.0 }; model.architecture.heads]
        })
    }

    /// Brings the traces into agreement with the settings.
    pub fn update(&mut self, settings: &Settings) -> Updated {
        let mut updated = Updated::default();
        if self.sentence.as_ref().is_none_or(|sentence| sentence.text != settings.sentence) {
            let tokenized = tokenize_limited(&settings.sentence);
            self.sentence = Some(Sentence { text: settings.sentence.clone(), tokenized });
            self.shown = [None, None];
            updated.tokens = true;
        }
        // The marks on the tokens are those of panel A's vectors.
        let origins_of = |lab: &Lab| lab.shown(Panel::A).map(|shown| shown.model);
        let before = origins_of(self);
        for panel in Panel::BOTH {
            updated.weights |= self.update_panel(panel, settings);
        }
        updated.tokens |= before != origins_of(self);
        updated
    }

    fn update_panel(&mut self, panel: Panel, settings: &Settings) -> bool {
        let (method, model) = (panel.method(settings), panel.model(settings));
        let heads = match panel {
            // Another model than that of the sliders has its own w and v.
            Panel::B if model != settings.model => {
                self.own_heads(model).unwrap_or_else(|| settings.head_parameters())
            }
            _ => settings.head_parameters(),
        };
        let mask = Mask { causal: settings.causal, keys: None };
        if let Some(shown) = &mut self.shown[panel as usize]
            && shown.model == model
            && (shown.seed == settings.seed || model != ModelChoice::Untrained)
            && *shown.trace.mask() == mask
            && let Some(moved) = adapt(&mut shown.trace, method, &heads)
        {
            if moved {
                shown.answer = OnceCell::new();
            }
            return moved;
        }
        let was_shown = self.shown[panel as usize].is_some();
        if !self.has_model(model) {
            self.shown[panel as usize] = None;
            return was_shown;
        }
        let shown = self.show(method, model, &heads, mask, settings.seed);
        self.error = shown.as_ref().err().cloned();
        self.shown[panel as usize] = shown.ok();
        true
    }

    fn show(
        &mut self,
        method: Method,
        model: ModelChoice,
        heads: &[HeadParameters],
        mask: Mask,
        seed: u32,
    ) -> Result<Shown, AttentionError> {
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
        let trace = Trace::new(projections, &heads, method, mask, embedded.matrix.view())?;
        Ok(Shown {
            model,
            seed,
            embeddings: embedded.matrix,
            origins: embedded.origin,
            trace,
            answer: OnceCell::new(),
            learned_answer: OnceCell::new(),
        })
    }

    /// The parts of the shared word vectors that the sentence still needs: a word that a model has
    /// a vector of its own for needs none. Empty for models that are not loaded yet.
    pub fn parts_needed(&self, settings: &Settings) -> Vec<Part> {
        let mut parts = Vec::new();
        for panel in Panel::BOTH {
            let choice = panel.model(settings);
            let trained = self.models.get(&choice);
            if !self.has_model(choice) || trained.is_some_and(|trained| !trained.shared_vectors) {
                continue;
            }
            let words = self.tokens().iter().map(|token| token.word.as_str());
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

    /// What the classifier of a panel's model says of the sentence, by the weights of now. `None`
    /// for untrained projections, and for models that do not classify one text.
    pub fn answer(&self, panel: Panel) -> Option<&Answer<f32>> {
        let shown = self.shown(panel)?;
        let model = &self.models.get(&shown.model)?.model;
        let is_single = model.architecture.structure == Structure::Single;
        let classify = || model.classify_trace(&shown.trace).ok().map(|(_, answer)| answer);
        is_single.then(|| shown.answer.get_or_init(classify).as_ref())?
    }

    /// What it said with the method, w and v that it was trained with.
    pub fn learned_answer(&self, panel: Panel) -> Option<&Answer<f32>> {
        let shown = self.shown(panel)?;
        let model = &self.models.get(&shown.model)?.model;
        let classify = || model.classify(&[shown.embeddings.view()]).ok();
        shown.learned_answer.get_or_init(classify).as_ref()
    }

    fn shown(&self, panel: Panel) -> Option<&Shown> {
        self.shown[panel as usize].as_ref()
    }

    /// The trace of a panel; `None` for an empty sentence.
    pub fn trace_of(&self, panel: Panel) -> Option<&Trace<f32>> {
        self.shown(panel).map(|shown| &shown.trace)
    }

    /// Why there is no trace.
    pub fn error(&self) -> Option<&AttentionError> {
        self.error.as_ref()
    }

    /// The projections that a panel's trace was made with.
    pub fn projections(&self, panel: Panel) -> Option<&Projections<f32>> {
        match self.models.get(&self.shown(panel)?.model) {
            Some(trained) => Some(&trained.model.words.projections),
            None => self.untrained.as_ref().map(|untrained| &untrained.projections),
        }
    }

    /// The embeddings that a panel saw, `[N, D]`, before positions are added.
    pub fn embeddings(&self, panel: Panel) -> Option<&Array2<f32>> {
        self.shown(panel).map(|shown| &shown.embeddings)
    }

    /// The tokens of the sentence, at most [`crate::text::MAX_TOKENS`].
    pub fn tokens(&self) -> &[Token] {
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
        let trace = self.trace_of(panel).filter(|trace| head < trace.head_count())?;
        let tokens = trace.tokens();
        let mut received = vec![0.0; tokens];
        let mut count = 0.0;
        for &query in queries.iter().filter(|&&query| query < tokens) {
            let row = &trace.weights_of(head)[query * tokens..(query + 1) * tokens];
            received.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            count += 1.0;
        }
        received.iter_mut().for_each(|sum| *sum /= count);
        (count > 0.0).then_some(received)
    }

    /// The tokens, and what was cut from the sentence.
    pub fn tokenized(&self) -> Option<&Tokenized> {
        self.sentence.as_ref().map(|sentence| &sentence.tokenized)
    }

    /// A matrix of one head into `out`, row-major, `[N·N]`; returns N. 0, and `out` empty, where
    /// there is nothing to show.
    pub fn matrix_into(&self, matrix: Matrix, head: usize, out: &mut Vec<f32>) -> usize {
        out.clear();
        let of = |panel| self.trace_of(panel).filter(|trace| head < trace.head_count());
        let tokens = match matrix {
            Matrix::Weights(panel) => of(panel).map(|trace| {
                out.extend_from_slice(trace.weights_of(head));
                trace.tokens()
            }),
            Matrix::Difference => of(Panel::A).zip(of(Panel::B)).map(|(a, b)| {
                out.resize(a.weights_of(head).len(), 0.0);
                nearfar_kernel::subtract(a.weights_of(head), b.weights_of(head), out);
                a.tokens()
            }),
            Matrix::Step(panel, step) => of(panel).map(|trace| {
                let tokens = trace.tokens();
                out.resize(tokens * tokens, 0.0);
                for (i, row) in out.chunks_exact_mut(tokens).enumerate() {
                    trace.row_into(head, step, i, row);
                }
                tokens
            }),
        };
        tokens.unwrap_or(0)
    }

    /// One cell of a matrix; `None` where there is no such head or cell.
    pub fn value(&self, matrix: Matrix, head: usize, i: usize, j: usize) -> Option<f32> {
        let cell = |panel, step| {
            let trace = self.trace_of(panel)?;
            let exists = head < trace.head_count() && i < trace.tokens() && j < trace.tokens();
            exists.then(|| {
                let mut row = vec![0.0; trace.tokens()];
                trace.row_into(head, step, i, &mut row);
                row[j]
            })
        };
        match matrix {
            Matrix::Weights(panel) => cell(panel, Step::Weight),
            Matrix::Difference => {
                Some(cell(Panel::A, Step::Weight)? - cell(Panel::B, Step::Weight)?)
            }
            Matrix::Step(panel, step) => cell(panel, step),
        }
    }

    /// Query and key of the largest weight that a head gives to another token.
    pub fn strongest(&self, panel: Panel, head: usize) -> Option<(usize, usize)> {
        let trace = self.trace_of(panel).filter(|trace| head < trace.head_count())?;
        let tokens = trace.tokens();
        let others = |(index, _): &(usize, &f32)| tokens == 1 || index / tokens != index % tokens;
        let weights = trace.weights_of(head).iter().enumerate().filter(others);
        let (index, _) = weights.max_by(|a, b| a.1.total_cmp(b.1))?;
        Some((index / tokens, index % tokens))
    }

    fn mapping_of(&self, panel: Panel) -> Option<Mapping> {
        match self.trace_of(panel)?.method() {
            Method::DistanceAware { mapping, .. } => Some(mapping),
            Method::Vanilla { .. } => None,
        }
    }

    /// What the colours of a matrix with these `values` are measured against.
    pub fn scale(&self, matrix: Matrix, head: usize, values: &[f32], range: ColourRange) -> Scale {
        let weights = |panel| {
            let trace = self.trace_of(panel).filter(|trace| head < trace.head_count());
            trace.map(|trace| Scale::from_zero_of(trace.weights_of(head)))
        };
        match matrix {
            Matrix::Weights(panel) => {
                let own = Scale::from_zero_of(values);
                match (range, weights(panel.other())) {
                    (ColourRange::Common, Some(other)) => own.union(other),
                    _ => own,
                }
            }
            Matrix::Difference => Scale::diverging_of(values, 0.0),
            // The first row of what depends on distance alone holds every value there is.
            Matrix::Step(panel, Step::Distance | Step::WeightedDistance | Step::Coefficient)
                if values.len() > self.tokens().len() && self.trace_of(panel).is_some() =>
            {
                let row = values.get(..self.tokens().len()).unwrap_or_default();
                self.scale(matrix, head, row, range)
            }
            Matrix::Step(panel, step) => match step {
                Step::Distance | Step::Clipped | Step::Normalised | Step::Weight => {
                    Scale::from_zero_of(values)
                }
                Step::WeightedDistance | Step::Score | Step::Logit => {
                    Scale::diverging_of(values, 0.0)
                }
                // Factors are compared by their logarithm, unless they can be negative.
                Step::Coefficient => match self.mapping_of(panel) {
                    Some(Mapping::Clip { .. } | Mapping::Linear { .. }) => {
                        Scale::diverging_of(values, 1.0)
                    }
                    _ => Scale::log_diverging_of(values),
                },
            },
        }
    }

    /// The figures of an attention that gives every allowed key the same weight, to compare with.
    pub fn even_figures(&self) -> Option<HeadFigures> {
        HeadFigures::even(self.tokens().len(), self.trace_of(Panel::A)?.mask())
    }

    /// The figures of one head in panel A, and how far it is from panel B. `None` where there is no
    /// such head.
    pub fn figures(&self, head: usize) -> Option<LabFigures> {
        let a = self.trace_of(Panel::A).filter(|trace| head < trace.head_count())?;
        Some(LabFigures {
            head: HeadFigures::of(a, head),
            zeroed: a
                .method()
                .steps()
                .contains(&Step::Clipped)
                .then(|| metrics::zeroed_share(a, head)),
            divergence: self.trace_of(Panel::B).and_then(|b| metrics::head_divergence(a, b, head)),
        })
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

/// A matrix between tokens that the Lab shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Matrix {
    /// The weights of a panel.
    Weights(Panel),
    /// Weights of A minus weights of B.
    Difference,
    /// A step of a panel on the way to its weights.
    Step(Panel, Step),
}

impl Matrix {
    /// The colours that this matrix is always drawn in.
    pub fn palette(self, colours: Colours) -> Palette {
        let weights = match colours {
            Colours::Cividis => Palette::Cividis,
            Colours::Viridis => Palette::Viridis,
        };
        match self {
            Matrix::Weights(_) => weights,
            Matrix::Difference => Palette::Difference,
            Matrix::Step(_, step) => match step {
                Step::Distance => Palette::Grey,
                Step::WeightedDistance | Step::Coefficient | Step::Score | Step::Logit => {
                    Palette::Signed
                }
                Step::Clipped | Step::Normalised | Step::Weight => weights,
            },
        }
    }
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

/// Adapts a trace to another method and to moved heads from its cached scores. `None` where that
/// is impossible, else whether anything moved.
fn adapt(trace: &mut Trace<f32>, method: Method, heads: &[HeadParameters]) -> Option<bool> {
    if trace.head_count() != heads.len() {
        return None;
    }
    let mut moved = false;
    for (head, &parameters) in heads.iter().enumerate() {
        if trace.heads()[head] != parameters {
            trace.set_head(head, parameters).ok()?;
            moved |= method.knows_distance();
        }
    }
    if trace.method() != method {
        trace.set_method(method).then_some(())?;
        moved = true;
    }
    Some(moved)
}
