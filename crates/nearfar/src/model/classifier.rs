//! The whole model: encoders and the classifier on top, from sequences to probabilities.

use ndarray::{Array2, ArrayView2};

use super::architecture::{Architecture, ArchitectureError, Structure};
use super::encoder::{Encoded, Encoder};
use super::layers::Linear;
use crate::Real;
use crate::attention::{AttentionError, Mask, Trace};
use crate::method::Method;
use crate::methods::{MethodError, Sentence};

/// A classifier of texts, or of the words of a sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Model<T> {
    /// What it is made of.
    pub architecture: Architecture,
    /// From words to the vector of a sequence.
    pub words: Encoder<T>,
    /// From the vectors of sentences to that of the document, for hierarchical models.
    pub sentences: Option<Encoder<T>>,
    /// From features to logits.
    pub classifier: Linear<T>,
}

/// What the classifier says.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<T> {
    /// One number per class, `[C]`.
    pub logits: Vec<T>,
    /// softmax(logits), `[C]`.
    pub probabilities: Vec<T>,
}

impl<T: Real> Answer<T> {
    /// From logits.
    pub fn from_logits(logits: Vec<T>) -> Self {
        let mut probabilities = logits.clone();
        T::softmax(&mut probabilities);
        Answer { logits, probabilities }
    }

    /// The class with the largest probability, the first of equals.
    pub fn class(&self) -> usize {
        let mut best = 0;
        for (class, &logit) in self.logits.iter().enumerate() {
            if logit > self.logits[best] {
                best = class;
            }
        }
        best
    }
}

/// Why a model could not be made or asked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ModelError {
    /// Its architecture is impossible.
    #[error(transparent)]
    Architecture(#[from] ArchitectureError),
    /// Its attention refused.
    #[error(transparent)]
    Attention(#[from] AttentionError),
    /// Another method than the Lab's refused. Its words alone: the page, which runs none of them, does
    /// not carry what they can say.
    #[error("{0}")]
    Method(String),
    /// A tensor is not there.
    #[error("the tensor `{name}` is missing")]
    Missing {
        /// Its name.
        name: String,
    },
    /// A tensor has another length than its shape.
    #[error("the tensor `{name}` has {found} values, expected {expected}")]
    Length {
        /// Its name.
        name: String,
        /// Values found.
        found: usize,
        /// Values expected.
        expected: usize,
    },
    /// A tensor holds NaN or an infinity.
    #[error("the tensor `{name}` holds a number that is not finite, at place {index}")]
    NotFinite {
        /// Its name.
        name: String,
        /// Where, counted in row-major order from 0.
        index: usize,
    },
    /// A tensor holds a number that the method has no use for.
    #[error("the tensor `{name}` holds {found}, which is not between {lowest} and {highest}")]
    Range {
        /// Its name.
        name: String,
        /// What was found.
        found: f64,
        /// The lowest that is possible.
        lowest: f32,
        /// The highest.
        highest: f32,
    },
    /// The numbers of the model are so large that its answer is none.
    #[error("the answer is not finite: the model's numbers are too large to compute with")]
    Overflow,
    /// The model has no answer for a text.
    #[error("the model gives every word a class, and a text as a whole none")]
    EveryWord,
    /// The model has no answer for a word.
    #[error("the model gives a text a class, and its words none")]
    NoWord,
    /// More or fewer texts than the model takes.
    #[error("{found} texts, expected {expected}")]
    Texts {
        /// Texts found.
        found: usize,
        /// What the model takes.
        expected: &'static str,
    },
}

impl From<MethodError> for ModelError {
    fn from(error: MethodError) -> Self {
        ModelError::Method(error.to_string())
    }
}

impl<T: Real> Model<T> {
    /// A model from its named tensors. `find` gives the values of a name, row-major.
    ///
    /// # Errors
    /// Where a tensor is missing, of another length or not finite, or the architecture impossible.
    pub fn from_tensors(
        architecture: Architecture,
        find: impl Fn(&str) -> Option<Vec<T>>,
    ) -> Result<Self, ModelError> {
        architecture.check()?;
        let specs = architecture.tensors();
        let mut found = Vec::with_capacity(specs.len());
        for spec in specs {
            let Some(values) = find(&spec.name) else {
                return Err(ModelError::Missing { name: spec.name });
            };
            if values.len() != spec.len() {
                let (found, expected) = (values.len(), spec.len());
                return Err(ModelError::Length { name: spec.name, found, expected });
            }
            if let Some(index) = values.iter().position(|value| !value.is_finite()) {
                return Err(ModelError::NotFinite { name: spec.name, index });
            }
            if let Some([lowest, highest]) = spec.range {
                let is_beyond = |value: &T| {
                    let value = value.as_f64();
                    value < f64::from(lowest) || value > f64::from(highest)
                };
                if let Some(found) = values.iter().find(|value| is_beyond(value)) {
                    let found = found.as_f64();
                    return Err(ModelError::Range { name: spec.name, found, lowest, highest });
                }
            }
            found.push((spec.name, values));
        }
        let mut take = |name: &str| {
            let place = found.iter().position(|(known, _)| known == name);
            place.map(|place| found.swap_remove(place).1).unwrap_or_default()
        };
        let words = Encoder::from_tensors(&architecture, "words", &mut take)?;
        let sentences = match architecture.structure {
            Structure::Hierarchical => {
                Some(Encoder::from_tensors(&architecture, "sentences", &mut take)?)
            }
            _ => None,
        };
        let classifier =
            Linear { weight: take("classifier.weight"), bias: take("classifier.bias") };
        Ok(Model { architecture, words, sentences, classifier })
    }

    /// Runs the embeddings of each text `[N_t, D]` through the model. Empty texts are left out of
    /// a document; a model of one text or a pair takes none that is empty.
    ///
    /// # Errors
    /// Where there are other texts than the model takes, or the attention refuses.
    pub fn classify(&self, texts: &[ArrayView2<T>]) -> Result<Answer<T>, ModelError> {
        self.classify_masked(texts, &Mask::none())
    }

    /// As [`Model::classify`], with keys that words of one text may not look at.
    ///
    /// # Errors
    /// As [`Model::classify`].
    pub fn classify_masked(
        &self,
        texts: &[ArrayView2<T>],
        mask: &Mask,
    ) -> Result<Answer<T>, ModelError> {
        let method = self.architecture.method;
        let encode = |text: &ArrayView2<T>| -> Result<Vec<T>, ModelError> {
            let sentence = Sentence { mask: mask.clone(), ..Sentence::new(*text) };
            Ok(self.words.run(method, &sentence)?.pooled)
        };
        let document = self.architecture.structure == Structure::Hierarchical;
        let texts = texts.iter().filter(|text| !(document && text.nrows() == 0));
        let pooled = texts.map(encode).collect::<Result<Vec<_>, _>>()?;
        self.answer_of_pooled(&pooled, |sentences, vectors| {
            sentences.run(method, &Sentence::new(vectors))
        })
    }

    /// The class of every word of a sentence, `[N]`, in order.
    ///
    /// # Errors
    /// Where the model classifies texts, the attention refuses, or the sentence lacks what the method needs.
    pub fn tag(&self, sentence: &Sentence<T>) -> Result<Vec<Answer<T>>, ModelError> {
        let encoded = self.words.run(self.architecture.method, sentence)?;
        self.tags_of(&encoded)
    }

    /// The same of a sentence that went through the encoder.
    ///
    /// # Errors
    /// Where the model classifies texts.
    pub fn tags_of(&self, encoded: &Encoded<T>) -> Result<Vec<Answer<T>>, ModelError> {
        if self.architecture.structure != Structure::Tokens {
            return Err(ModelError::NoWord);
        }
        let words = encoded.hidden.chunks_exact(self.architecture.width);
        words.map(|word| self.answer_of_features(word)).collect()
    }

    /// The answer for texts whose attention is already computed. The sentences of a document attend to each
    /// other by the method of the first text, with the w and v that the model has for them.
    ///
    /// # Errors
    /// Where there are other texts than the model takes, or a trace has other heads.
    pub fn classify_traces(
        &self,
        traces: &[&Trace<T>],
    ) -> Result<(Vec<Encoded<T>>, Answer<T>), ModelError> {
        let encoded =
            traces.iter().map(|trace| self.words.encode(trace)).collect::<Result<Vec<_>, _>>()?;
        let pooled: Vec<Vec<T>> = encoded.iter().map(|text| text.pooled.clone()).collect();
        // By the Lab's methods alone: the page, which has these answers only, then carries no other.
        let answer = self.answer_of_pooled(&pooled, |sentences, vectors| {
            let method = traces.first().map_or(Method::DISTANCE_AWARE, |trace| trace.method());
            Ok(sentences.encode(&sentences.attend(method, vectors)?)?)
        })?;
        Ok((encoded, answer))
    }

    /// The answer to one text by attention that was computed elsewhere: the vectors `[N, D]` that it read, and its
    /// weights and values ([`Trace::from_inputs`]).
    ///
    /// # Errors
    /// As [`Model::classify_traces`]; where the model reads several texts, or its encoder has no weights between
    /// tokens.
    pub fn classify_elsewhere(
        &self,
        input: ArrayView2<T>,
        trace: &Trace<T>,
    ) -> Result<Answer<T>, ModelError> {
        let wrong = |expected| ModelError::Texts { found: 1, expected };
        match self.architecture.structure {
            Structure::Single => {}
            Structure::Tokens => return Err(ModelError::EveryWord),
            Structure::Pair | Structure::Hierarchical => return Err(wrong("several texts")),
        }
        let encoded = self.words.encode_elsewhere(input, trace)?;
        self.answer_of_features(&encoded.pooled)
    }

    /// `attend` runs the vectors of a document's sentences through the encoder of sentences.
    fn answer_of_pooled(
        &self,
        pooled: &[Vec<T>],
        attend: impl Fn(&Encoder<T>, ArrayView2<T>) -> Result<Encoded<T>, ModelError>,
    ) -> Result<Answer<T>, ModelError> {
        let wrong = |expected| ModelError::Texts { found: pooled.len(), expected };
        let features = match (self.architecture.structure, &self.sentences) {
            (Structure::Single, _) => {
                let [text] = pooled else { return Err(wrong("one text")) };
                text.clone()
            }
            (Structure::Tokens, _) => return Err(ModelError::EveryWord),
            (Structure::Pair, _) => {
                let [p, h] = pooled else { return Err(wrong("a pair of texts")) };
                pair_features(p, h)
            }
            (Structure::Hierarchical, Some(sentences)) if !pooled.is_empty() => {
                let rows = pooled.concat();
                let matrix = Array2::from_shape_vec((pooled.len(), self.architecture.width), rows)
                    .map_err(|_| wrong("sentences of one width"))?;
                attend(sentences, matrix.view())?.pooled
            }
            _ => return Err(wrong("at least one sentence")),
        };
        self.answer_of_features(&features)
    }

    fn answer_of_features(&self, features: &[T]) -> Result<Answer<T>, ModelError> {
        let logits = self.classifier.apply(features);
        // Finite weights can be so large that sums of them are not.
        match logits.iter().all(|logit| logit.is_finite()) {
            true => Ok(Answer::from_logits(logits)),
            false => Err(ModelError::Overflow),
        }
    }
}

/// [p; h; |p - h|; p ∘ h], `[4 D]`, of two vectors `[D]`.
pub fn pair_features<T: Real>(p: &[T], h: &[T]) -> Vec<T> {
    let mut features = [p, h].concat();
    features.extend(p.iter().zip(h).map(|(&p, &h)| (p - h).abs()));
    features.extend(p.iter().zip(h).map(|(&p, &h)| p * h));
    features
}
