//! A specialised head: its queries and keys come from labels (part of speech, or relation to the head),
//! its values from the tokens; the other heads are ordinary (thesis, section "Specialized Attention
//! Heads").

use ndarray::{Array2, Array3, Axis, s};

use crate::Real;
use crate::attention::Projections;
use crate::attention::parameters::{UNTRAINED_GAIN, finite, shape};
use crate::methods::loops::{
    check_layer, check_scores, inverse_root, product, products, project, seeded, softmax,
    weighted_values,
};
use crate::methods::trace::{HEAD_TOKENS, PAIRS, TABLE, TOKENS};
use crate::methods::{
    AttentionMethod, Axis as TermAxis, Explained, Facts, Knows, Labels, MethodError, MethodTrace,
    ParameterCount, Sentence, Term,
};

/// Which labels guide the head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GuidingLabel {
    /// Parts of speech.
    PartOfSpeech,
    /// Relations to the head in the dependency tree.
    Relation,
}

impl GuidingLabel {
    fn of<'a, T>(self, sentence: &Sentence<'a, T>) -> Option<&'a Labels> {
        match self {
            GuidingLabel::PartOfSpeech => sentence.parts_of_speech,
            GuidingLabel::Relation => sentence.relations,
        }
    }
}

/// Multi-head attention with one specialised head.
#[derive(Clone, Debug, PartialEq)]
pub struct Specialised<T> {
    /// W_Q, W_K, W_V, W_O of all heads; W_Q and W_K of the specialised one are not used.
    pub projections: Projections<T>,
    /// Which head is the specialised one, from 0.
    pub head: usize,
    /// Which labels guide it.
    pub label: GuidingLabel,
    /// A vector for each label of the vocabulary, `[labels, l]`.
    pub label_table: Array2<T>,
    /// W_Q of the specialised head, `[l, d]`.
    pub label_query: Array2<T>,
    /// W_K of the specialised head, `[l, d]`.
    pub label_key: Array2<T>,
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
        label: GuidingLabel,
        labels: usize,
        width: usize,
        seed: u64,
    ) -> Self {
        let d = projections.dimensions();
        // Label vectors have entries of deviation 1; those of word vectors are about half that.
        let deviation = UNTRAINED_GAIN / 2.0 / (width.max(1) as f64).sqrt();
        let stream = match label {
            GuidingLabel::PartOfSpeech => 8,
            GuidingLabel::Relation => 11,
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
        let input = sentence.embeddings;
        check_layer(&self.projections, input, &sentence.mask)?;
        self.check()?;
        let labels = self.label.of(sentence).ok_or(MethodError::Missing {
            method: "a specialised head",
            what: match self.label {
                GuidingLabel::PartOfSpeech => "a part of speech for every token",
                GuidingLabel::Relation => "a relation for every token",
            },
        })?;
        shape("the labels", &[labels.ids.len()], &[input.nrows()])?;
        let rows = self.label_table.nrows();
        if let Some((token, &found)) = labels.ids.iter().enumerate().find(|(_, id)| **id >= rows) {
            let last = rows.saturating_sub(1);
            return Err(MethodError::Label { token, found, rows, last });
        }
        let label_vectors = self.label_table.select(Axis(0), &labels.ids);
        let project_with = |weights: &Array3<T>, of_labels: &Array2<T>| {
            let mut projected = project(input, weights);
            let own = product(label_vectors.view(), of_labels.view());
            projected.slice_mut(s![self.head, .., ..]).assign(&own);
            projected
        };
        let query = project_with(&self.projections.query, &self.label_query);
        let key = project_with(&self.projections.key, &self.label_key);
        let value = project(input, &self.projections.value);
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
                GuidingLabel::PartOfSpeech => "Specialised head: part of speech",
                GuidingLabel::Relation => "Specialised head: relation",
            },
            paper: "Thesis chapter: Enriching the Encoder by Targeting Self-Attention",
            equation: "section Specialized Attention Heads",
            formula: "(l_i W_Q) · (l_j W_K) / √d in one head",
            direction: Knows::No,
            exact_distance: Knows::No,
            beyond_k: Knows::No,
            syntax: Knows::Partly(match self.label {
                GuidingLabel::PartOfSpeech => "the part of speech of each token",
                GuidingLabel::Relation => "the relation of each token to its head, not which head",
            }),
        }
    }

    fn parameter_count(&self) -> ParameterCount {
        let (_, width, d) = self.projections.query.dim();
        let own = self.label_table.len() + self.label_query.len() + self.label_key.len();
        let formula = "labels·l + 2·l·d - 2·D·d (W_Q, W_K of one head)";
        ParameterCount { own, without: 2 * width * d, formula }
    }

    fn run(&self, sentence: &Sentence<T>) -> Result<Box<dyn Explained<T>>, MethodError> {
        Ok(Box::new(self.trace(sentence)?))
    }
}

/// `[N]`.
const ONE_PER_TOKEN: &[TermAxis] = &[TermAxis::Token];

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
        let names = self.labels.names.clone();
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
            own("attn", "Weights of the specialised head", PAIRS, &self.common.weights),
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
