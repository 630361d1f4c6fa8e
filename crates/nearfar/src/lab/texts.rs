//! Answers, and the texts beside the sentence for models that read several: the other sentence of a pair,
//! the other sentences of a document. Each text attends as the sentence does.

use super::{Lab, Panel, has_waiting};
use ndarray::Array2;

use super::opened::Layer;
use crate::attention::{Mask, Normalisation, Trace};
use crate::checkpoint::Trained;
use crate::method::Method;
use crate::model::{Answer, Structure};
use crate::settings::{MAX_TEXTS, ModelChoice, Settings};
use crate::text::embedding::Origin;
use crate::text::{MAX_TOKENS, Token, tokenize_limited};

/// The texts beside the sentence.
#[derive(Debug, Default)]
pub(super) struct Others {
    /// One per line, as typed.
    text: String,
    /// The tokens of each line; none of an empty one.
    tokens: Vec<Vec<Token>>,
    /// Where the sentence stands among them, from 0.
    place: usize,
}

impl Lab {
    /// Reads the tokens of the texts beside the sentence; whether they are others.
    pub(super) fn read_others(&mut self, settings: &Settings) -> bool {
        let others = &mut self.others;
        let is_same = others.text == settings.others;
        if !is_same {
            others.text.clone_from(&settings.others);
            let lines = settings.others.lines().take(MAX_TEXTS - 1);
            others.tokens = lines.map(|line| tokenize_limited(line, MAX_TOKENS).tokens).collect();
        }
        let was_there = std::mem::replace(&mut others.place, settings.place) == settings.place;
        !(is_same && was_there)
    }

    /// Forgets answers that other texts went into.
    pub(super) fn forget_answers(&mut self) {
        for shown in self.shown.iter_mut().flatten() {
            shown.answer.take();
            shown.learned_answer.take();
        }
    }

    /// The words beside the sentence that a model of this structure reads.
    pub(super) fn other_words(&self, structure: Structure) -> impl Iterator<Item = &str> {
        let most = structure.texts().1.unwrap_or(MAX_TEXTS) - 1;
        self.others.tokens.iter().take(most).flatten().map(|token| token.word.as_str())
    }

    /// The model of this project that answers, with its classes; `None` for untrained projections and for
    /// strangers.
    pub fn answering(&self, choice: ModelChoice) -> Option<&Trained> {
        self.models.get(&choice).or_else(|| self.rests.get(&choice))
    }

    /// The class that a panel's model finds most likely by the weights of now, and its probability. `None` where it has no
    /// [`answer`](Self::answer).
    pub fn verdict(&self, panel: Panel) -> Option<(&str, f32)> {
        let classes = &self.answering(self.shown(panel)?.model)?.model.architecture.classes;
        let probabilities = &self.answer(panel)?.probabilities;
        let likely = classes.iter().zip(probabilities).max_by(|a, b| a.1.total_cmp(b.1));
        likely.map(|(class, &share)| (class.as_str(), share))
    }

    /// What the classifier of a panel's model says of the sentence, and of the texts beside it where it reads
    /// several, by the weights of now. `None` for untrained projections, for strangers' models, for one of a
    /// pair, and while numbers wait.
    pub fn answer(&self, panel: Panel) -> Option<&Answer<f32>> {
        let shown = self.shown(panel)?;
        let trained = self.answering(shown.model)?;
        let trace = shown.trace.as_ref().filter(|trace| !has_waiting(trace))?;
        if let Some(layer) = &shown.layer {
            let input = self.input_of(layer, trained)?;
            let answer = || trained.model.classify_elsewhere(input.view(), trace).ok();
            return shown.answer.get_or_init(answer).as_ref();
        }
        shown.answer.get_or_init(|| self.answer_by(trained, trace)).as_ref()
    }

    /// What it said with the method, w and v that it was trained with.
    pub fn learned_answer(&self, panel: Panel) -> Option<&Answer<f32>> {
        let shown = self.shown(panel)?;
        let trained = self.answering(shown.model)?;
        let model = &trained.model;
        let trace = shown.trace.as_ref()?;
        if let Some(layer) = &shown.layer {
            let input = self.input_of(layer, trained)?;
            let answer = || {
                let (inputs, method) =
                    (layer.answer.inputs.clone(), Method::Vanilla { positions: false });
                let trace = Trace::from_inputs(inputs, trace.heads(), method, Mask::none()).ok()?;
                model.classify_elsewhere(input.view(), &trace).ok()
            };
            return shown.learned_answer.get_or_init(answer).as_ref();
        }
        // Most often that is how it attends now.
        if Some(trace.method()) == model.architecture.method.lab()
            && trace.normalisation() == Normalisation::Softmax
            && trace.heads() == model.words.heads
            && trace.mask().is_none()
        {
            return self.answer(panel);
        }
        let method = model.architecture.method.lab()?;
        let classify = || {
            let trace = model.words.attend(method, shown.embeddings.view()).ok()?;
            self.answer_by(trained, &trace)
        };
        shown.learned_answer.get_or_init(classify).as_ref()
    }

    /// How the first model of the panels reads that reads several texts; `None` where each reads one.
    pub fn reads_several(&self, settings: &Settings) -> Option<Structure> {
        let models = Panel::BOTH.iter().filter_map(|panel| self.model(panel.model(settings)));
        let mut structures = models.map(|trained| trained.model.architecture.structure);
        structures.find(|structure| *structure != Structure::Single)
    }

    /// Whether the model of a panel reads two texts and has one.
    pub fn lacks_a_text(&self, panel: Panel, settings: &Settings) -> bool {
        let Some(trained) = self.models.get(&panel.model(settings)) else { return false };
        let (least, most) = trained.model.architecture.structure.texts();
        let others = self.others.tokens.iter().take(most.unwrap_or(MAX_TEXTS) - 1);
        1 + others.filter(|tokens| !tokens.is_empty()).count() < least
    }

    /// The vectors `[N, D]` of the words that a layer from elsewhere read; `None` while they are on their way.
    fn input_of(&self, layer: &Layer, trained: &Trained) -> Option<Array2<f32>> {
        let words = self.typed().iter().map(|token| token.word.as_str());
        let embedded = trained.embed(words.take(layer.tokens.len()), &self.vectors);
        let is_of_sentence = embedded.matrix.nrows() == layer.tokens.len()
            && self.typed().iter().zip(&layer.tokens).all(|(typed, read)| typed.text == read.text);
        let is_there = is_of_sentence && !embedded.origin.contains(&Origin::NotLoaded);
        is_there.then_some(embedded.matrix)
    }

    /// The answer to the sentence whose attention this is; the other texts attend alike.
    fn answer_by(&self, trained: &Trained, trace: &Trace<f32>) -> Option<Answer<f32>> {
        let model = &trained.model;
        let most = model.architecture.structure.texts().1.unwrap_or(MAX_TEXTS) - 1;
        let others = self.others.tokens.iter().take(most);
        // A sentence of a document that is not typed yet is none; one of a pair is missed by the model.
        let before = others.clone().take(self.others.place).filter(|tokens| !tokens.is_empty());
        let place = before.count();
        let others = others.filter(|tokens| !tokens.is_empty());
        let others: Vec<Trace<f32>> = others
            .map(|tokens| self.attend_alike(trained, trace, tokens))
            .collect::<Option<_>>()?;
        let mut traces: Vec<&Trace<f32>> = others.iter().collect();
        traces.insert(place.min(traces.len()), trace);
        model.classify_traces(&traces).ok().map(|(_, answer)| answer)
    }

    /// The attention over another text, by method, w, v, mask and normalisation of this trace.
    fn attend_alike(
        &self,
        trained: &Trained,
        like: &Trace<f32>,
        tokens: &[Token],
    ) -> Option<Trace<f32>> {
        let words = tokens.iter().map(|token| token.word.as_str());
        let embedded = trained.embed(words, &self.vectors).matrix;
        let mask = Mask { causal: like.mask().causal, keys: None };
        let projections = &trained.model.words.projections;
        let mut trace =
            Trace::new(projections, like.heads(), like.method(), mask, embedded.view()).ok()?;
        trace.set_normalisation(like.normalisation());
        Some(trace)
    }
}
