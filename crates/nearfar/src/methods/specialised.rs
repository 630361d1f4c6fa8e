//! A specialised head: its queries and keys come from labels (part of speech, or relation to the head),
//! its values from the tokens; the other heads are ordinary (thesis, section "Specialized Attention
//! Heads").

use ndarray::{Array2, Array3, ArrayView2, Axis, s};

use crate::Real;
use crate::attention::parameters::{UNTRAINED_GAIN, finite, shape};
use crate::attention::{AttentionError, Projections};
use crate::methods::gradient::{attention_backward, backward_between, products_backward, scaled};
use crate::methods::loops::{
    check_scores, inverse_root, product, products, queries_keys_values, seeded, softmax,
    weighted_values,
};
use crate::methods::trace::{HEAD_TOKENS, PAIRS, TABLE, TOKENS};
use crate::methods::{
    AttentionMethod, Axis as TermAxis, Definition, Explained, Facts, Gradients, Knows, Labels,
    Learns, Measure, MethodError, MethodTrace, Needs, Options, ParameterCount, Sentence, Term,
    cells_of,
};
use crate::model::Each;
use crate::model::own::{Learned, Numbers, Own, OwnNumber, OwnRows, OwnTensor, Sizes};
use crate::text::dependency::WordLabel;

/// Multi-head attention with one specialised head.
#[derive(Clone, Debug, PartialEq)]
pub struct Specialised<T> {
    /// W_Q, W_K, W_V, W_O of all heads; W_Q and W_K of the specialised one are not used.
    pub projections: Projections<T>,
    /// Which head is the specialised one, from 0.
    pub head: usize,
    /// Which labels guide it.
    pub label: WordLabel,
    /// A vector for each label of the vocabulary, `[labels, l]`.
    pub label_table: Array2<T>,
    /// W_Q of the specialised head, `[l, d]`.
    pub label_query: Array2<T>,
    /// W_K of the specialised head, `[l, d]`.
    pub label_key: Array2<T>,
}

/// Guided by parts of speech.
pub const PART_OF_SPEECH: Definition = Definition {
    name: "special-pos",
    short: "POS head",
    needs: Needs { parts_of_speech: true, ..Needs::WORDS },
    causal: false,
    reference: None,
};

/// Guided by relations.
pub const RELATION: Definition = Definition {
    name: "special-relation",
    short: "Relation head",
    needs: Needs { relations: true, ..Needs::WORDS },
    causal: false,
    reference: None,
};

/// l, the dimensions of label vectors where nobody says another: a choice of ours.
pub const LABEL_WIDTH: usize = 16;

const OWN: Own = Own {
    number: Some(OwnNumber {
        letter: "l",
        what: "l of a specialised head",
        usual: LABEL_WIDTH,
        most: 1_024,
        must: "it must be from 1 to 1\u{202f}024",
    }),
    ..Own::NOTHING
};

/// What a model learns where parts of speech guide head 1.
pub(crate) struct ByPartOfSpeech;

impl Learned for ByPartOfSpeech {
    const OWN: Own = Own { guide: Some(WordLabel::PartOfSpeech), ..OWN };
    type Method<T: Real> = Specialised<T>;

    fn each(_: &str) -> Each {
        // The rooms have no names for its rows.
        Each::Whole
    }

    fn rows(_: usize) -> Option<OwnRows> {
        Some(rows_of(WordLabel::PartOfSpeech))
    }

    fn tensors(sizes: Sizes, width: usize) -> Vec<OwnTensor> {
        tensors_of(WordLabel::PartOfSpeech, sizes, width)
    }

    fn of_numbers<T: Real>(numbers: Numbers<T>) -> Result<Specialised<T>, AttentionError> {
        guided_by(WordLabel::PartOfSpeech, numbers)
    }
}

/// The same where relations do.
pub(crate) struct ByRelation;

impl Learned for ByRelation {
    const OWN: Own = Own { guide: Some(WordLabel::Relation), ..OWN };
    type Method<T: Real> = Specialised<T>;

    fn each(name: &str) -> Each {
        ByPartOfSpeech::each(name)
    }

    fn rows(_: usize) -> Option<OwnRows> {
        Some(rows_of(WordLabel::Relation))
    }

    fn tensors(sizes: Sizes, width: usize) -> Vec<OwnTensor> {
        tensors_of(WordLabel::Relation, sizes, width)
    }

    fn of_numbers<T: Real>(numbers: Numbers<T>) -> Result<Specialised<T>, AttentionError> {
        guided_by(WordLabel::Relation, numbers)
    }
}

fn rows_of(guide: WordLabel) -> OwnRows {
    let names = guide.names().to_vec();
    OwnRows { tensor: "label_table", of: "label of head 1", column: "label", names }
}

fn tensors_of(guide: WordLabel, sizes: Sizes, width: usize) -> Vec<OwnTensor> {
    vec![
        OwnTensor::vectors("label_table", &[guide.names().len(), width]),
        OwnTensor::vectors("label_W_Q", &[width, sizes.dimensions]),
        OwnTensor::vectors("label_W_K", &[width, sizes.dimensions]),
    ]
}

/// Head 1 asks by labels.
fn guided_by<T: Real>(
    label: WordLabel,
    mut numbers: Numbers<T>,
) -> Result<Specialised<T>, AttentionError> {
    let (label_table, label_query, label_key) = (numbers.next()?, numbers.next()?, numbers.next()?);
    let projections = numbers.projections;
    Ok(Specialised { projections, head: 0, label, label_table, label_query, label_key })
}

pub(crate) fn part_of_speech<T: Real>(options: &Options) -> Specialised<T> {
    let (label, labels) = (WordLabel::PartOfSpeech, options.parts_of_speech);
    Specialised::seeded(options.projections(), label, labels, LABEL_WIDTH, options.seed)
}

pub(crate) fn relation<T: Real>(options: &Options) -> Specialised<T> {
    let (label, labels) = (WordLabel::Relation, options.relations);
    Specialised::seeded(options.projections(), label, labels, LABEL_WIDTH, options.seed)
}

/// A sentence through [`Specialised`], every intermediate kept.
#[derive(Clone, Debug)]
pub struct SpecialisedTrace<T> {
    /// What every method has, over all heads.
    pub common: MethodTrace<T>,
    /// Which head is the specialised one.
    pub head: usize,
    /// The label of each token, and the vocabulary.
    pub labels: Labels,
    /// The vector of each token's label, `[N, l]`.
    pub label_vectors: Array2<T>,
    /// Q, `[h, N, d]`; of the specialised head from labels.
    pub query: Array3<T>,
    /// K, `[h, N, d]`; of the specialised head from labels.
    pub key: Array3<T>,
    /// V, `[h, N, d]`, from tokens.
    pub value: Array3<T>,
    label_table: Array2<T>,
}

impl<T: Real> Specialised<T> {
    /// Seeded label vectors of `width` dimensions, standard normal, and projections of them scaled as
    /// other untrained ones: a choice of ours. `labels` is the size of the vocabulary.
    pub fn seeded(
        projections: Projections<T>,
        label: WordLabel,
        labels: usize,
        width: usize,
        seed: u64,
    ) -> Self {
        let d = projections.dimensions();
        // Label vectors have entries of deviation 1; those of word vectors are about half that.
        let deviation = UNTRAINED_GAIN / 2.0 / (width.max(1) as f64).sqrt();
        let stream = match label {
            WordLabel::PartOfSpeech => 8,
            WordLabel::Relation => 11,
        };
        Specialised {
            head: 0,
            label,
            label_table: seeded(seed, stream, (labels, width), 1.0),
            label_query: seeded(seed, stream + 1, (width, d), deviation),
            label_key: seeded(seed, stream + 2, (width, d), deviation),
            projections,
        }
    }

    fn check(&self) -> Result<(), MethodError> {
        let (h, _, d) = self.projections.query.dim();
        if self.head >= h {
            let rule = "it must be one of the heads, counted from 0";
            return Err(MethodError::Size { what: "the specialised head", found: self.head, rule });
        }
        let width = self.label_table.ncols();
        shape("W_Q of the labels", self.label_query.shape(), &[width, d])?;
        shape("W_K of the labels", self.label_key.shape(), &[width, d])?;
        finite("the table of labels", self.label_table.iter())?;
        finite("W_Q of the labels", self.label_query.iter())?;
        Ok(finite("W_K of the labels", self.label_key.iter())?)
    }

    /// One sentence, every intermediate typed.
    ///
    /// # Errors
    /// As [`AttentionMethod::run`]; [`MethodError::Missing`] without labels, [`MethodError::Label`]
    /// where one has no vector.
    pub fn trace(&self, sentence: &Sentence<T>) -> Result<SpecialisedTrace<T>, MethodError> {
        self.core_forward(queries_keys_values(&self.projections, sentence)?, sentence)
    }

    /// What stands between the projections: from Q, K and V `[h, N, d]`, of which Q and K of the specialised head are
    /// not read, to the heads.
    ///
    /// # Errors
    /// As [`Specialised::trace`].
    fn core_forward(
        &self,
        [mut query, mut key, value]: [Array3<T>; 3],
        sentence: &Sentence<T>,
    ) -> Result<SpecialisedTrace<T>, MethodError> {
        self.check()?;
        let (labels, what) = match self.label {
            WordLabel::PartOfSpeech => {
                (sentence.parts_of_speech, "a part of speech for every token")
            }
            WordLabel::Relation => (sentence.relations, "a relation for every token"),
        };
        let labels = labels.ok_or(MethodError::Missing { method: "a specialised head", what })?;
        shape("the labels", &[labels.ids.len()], &[query.dim().1])?;
        let rows = self.label_table.nrows();
        if let Some((token, &found)) = labels.ids.iter().enumerate().find(|(_, id)| **id >= rows) {
            let last = rows.saturating_sub(1);
            return Err(MethodError::Label { token, found, rows, last });
        }
        let label_vectors = self.label_table.select(Axis(0), &labels.ids);
        let of_labels = [(&mut query, &self.label_query), (&mut key, &self.label_key)];
        for (projected, weights) in of_labels {
            let own = product(label_vectors.view(), weights.view());
            projected.slice_mut(s![self.head, .., ..]).assign(&own);
        }
        let scale = inverse_root(self.projections.dimensions());
        let scores = products(&query, &key).mapv(|score: T| score * scale);
        check_scores(&scores)?;
        let weights = softmax(&scores, &sentence.mask);
        let heads = weighted_values(&weights, &value);
        let common = MethodTrace::new(scores, weights, heads, &self.projections.output)?;
        Ok(SpecialisedTrace {
            common,
            head: self.head,
            labels: labels.clone(),
            label_vectors,
            query,
            key,
            value,
            label_table: self.label_table.clone(),
        })
    }
}

impl<T: Real> AttentionMethod<T> for Specialised<T> {
    fn facts(&self) -> Facts {
        Facts {
            title: match self.label {
                WordLabel::PartOfSpeech => "Specialised head: part of speech",
                WordLabel::Relation => "Specialised head: relation",
            }
            .into(),
            paper: "Thesis chapter: Enriching the Encoder by Targeting Self-Attention",
            equation: "section Specialized Attention Heads".into(),
            formula: "(l_i W_Q) · (l_j W_K) / √d in one head".into(),
            direction: Knows::No,
            exact_distance: Knows::No,
            beyond_k: Knows::No,
            syntax: Knows::Partly(match self.label {
                WordLabel::PartOfSpeech => "the part of speech of each token",
                WordLabel::Relation => "the relation of each token to its head, not which head",
            }),
        }
    }

    fn parameter_count(&self) -> ParameterCount {
        let (_, width, d) = self.projections.query.dim();
        let own = self.label_table.len() + self.label_query.len() + self.label_key.len();
        let formula = "labels·l + 2·l·d - 2·D·d (W_Q, W_K of one head)";
        ParameterCount { own, without: 2 * width * d, formula: formula.into() }
    }

    fn run(&self, sentence: &Sentence<T>) -> Result<Box<dyn Explained<T>>, MethodError> {
        Ok(Box::new(self.trace(sentence)?))
    }
}

/// `[N]`.
const ONE_PER_TOKEN: &[TermAxis] = &[TermAxis::Token];

impl<T: Real> Specialised<T> {
    backward_between! {
        /// dL/dX (`X`), dL/dtable (`label_table`), dL/dW_Q and dL/dW_K of the labels (`label_W_Q`,
        /// `label_W_K`), and dL/dW_Q, dL/dW_K, dL/dW_V, dL/dW_O of all heads (0 in W_Q and W_K of the
        /// specialised one, which it does not use) from dL/dout `[N, m]`, given the sentence and its trace.
        ///
        /// # Errors
        /// Where dL/dout has another shape than the output, or is not finite.
        SpecialisedTrace
    }

    /// The backward pass through [`Specialised::core_forward`]: dL/dQ, dL/dK and dL/dV from dL/dheads, all `[h, N, d]`.
    fn core_backward(
        &self,
        trace: &SpecialisedTrace<T>,
        d_heads: &Array3<T>,
        gradients: &mut Gradients<T>,
    ) -> [Array3<T>; 3] {
        let (d_scores, d_value) =
            attention_backward(&trace.common.weights, &trace.value, d_heads, None);
        let d_products = scaled(&d_scores, inverse_root(self.projections.dimensions()));
        let [mut d_query, mut d_key] = products_backward(&trace.query, &trace.key, &d_products);
        // The specialised head's queries and keys come from labels, not from tokens.
        let mut d_labels = Array2::zeros(trace.label_vectors.dim());
        for (name, weights, d_projected) in [
            ("label_W_Q", &self.label_query, &mut d_query),
            ("label_W_K", &self.label_key, &mut d_key),
        ] {
            let own = d_projected.index_axis(Axis(0), trace.head).to_owned();
            d_projected.slice_mut(s![trace.head, .., ..]).fill(T::zero());
            gradients.add(name, product(trace.label_vectors.t(), own.view()));
            let back = product(own.view(), weights.t());
            d_labels.zip_mut_with(&back, |sum: &mut T, &d| *sum = *sum + d);
        }
        let mut d_table = Array2::zeros(self.label_table.dim());
        for (&id, d) in trace.labels.ids.iter().zip(d_labels.outer_iter()) {
            d_table.row_mut(id).zip_mut_with(&d, |sum: &mut T, &d| *sum = *sum + d);
        }
        gradients.add("label_table", d_table);
        [d_query, d_key, d_value]
    }
}

impl<T: Real> Learns<T> for Specialised<T> {
    fn projections(&mut self) -> Option<&mut Projections<T>> {
        Some(&mut self.projections)
    }

    fn own(&mut self) -> Vec<(&'static str, &mut [T])> {
        vec![
            ("label_table", cells_of(&mut self.label_table)),
            ("label_W_Q", cells_of(&mut self.label_query)),
            ("label_W_K", cells_of(&mut self.label_key)),
        ]
    }

    crate::methods::gradients_by_trace!();
    crate::methods::attention_core::has_core!();
}

crate::methods::attention_core::impl_core!(Specialised, SpecialisedTrace, |sentence| sentence);

impl<T: Real> Explained<T> for SpecialisedTrace<T> {
    fn common(&self) -> &MethodTrace<T> {
        &self.common
    }

    fn terms(&self) -> Vec<Term<'_, T>> {
        const SECTION: &str = "Thesis, section Specialized Attention Heads";
        let of_head = |values: &'_ Array3<T>| values.index_axis(Axis(0), self.head).to_owned();
        let own =
            |name, title, axes, values| Term::owned(name, title, SECTION, axes, of_head(values));
        let ids = ndarray::ArrayView1::from(&self.labels.ids);
        let names = self.labels.names.to_vec();
        let mut terms = vec![
            Term::indices("label_ids", "Label of each token", SECTION, ONE_PER_TOKEN, &ids)
                .with_rows(names.clone()),
            Term::new("label_table", "Vector of each label", SECTION, TABLE, &self.label_table)
                .with_rows(names),
            Term::new("l", "Vector of each token's label", SECTION, TOKENS, &self.label_vectors),
            own("q", "Queries l W_Q of the specialised head", TOKENS, &self.query),
            own("k", "Keys l W_K of the specialised head", TOKENS, &self.key),
            own("v", "Values x W_V of the specialised head", TOKENS, &self.value),
            own("e", "Scores of the specialised head", PAIRS, &self.common.scores),
            own("attn", "Weights of the specialised head", PAIRS, &self.common.weights)
                .measuring(Measure::Amount),
            own("o", "Output of the specialised head", TOKENS, &self.common.heads),
            Term::new("Q", "Queries of all heads", SECTION, HEAD_TOKENS, &self.query),
            Term::new("K", "Keys of all heads", SECTION, HEAD_TOKENS, &self.key),
            Term::new("V", "Values of all heads", SECTION, HEAD_TOKENS, &self.value),
        ];
        let names = ["scores", "weights", "heads", "multihead_concat", "out"];
        terms.extend(self.common.terms(names, SECTION));
        terms
    }
}
