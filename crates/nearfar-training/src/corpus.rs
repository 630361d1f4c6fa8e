//! A data set as numbers: every text as rows of one embedding table.

use std::collections::BTreeMap;

use nearfar::methods::Syntax;
use nearfar::model::Structure;
use nearfar::text::embedding::seeded_by_spelling;
use nearfar::text::{WordVectors, tokenize};

use crate::data::{Dataset, Labelled};
use crate::options::Options;

/// An example as rows of the embedding table.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// One sequence per text, in order; a text without a word is an empty sequence.
    pub sequences: Vec<Vec<u32>>,
    /// The class; where every word has one, that of each word.
    pub labels: Vec<usize>,
    /// What a parser gives of the words of the one sequence, where the data have it.
    pub syntax: Option<Syntax>,
}

impl Example {
    /// Texts with one class.
    pub fn new(sequences: Vec<Vec<u32>>, label: usize) -> Example {
        Example { sequences, labels: vec![label], syntax: None }
    }

    /// The class of an example that has one.
    pub fn label(&self) -> usize {
        self.labels.first().copied().unwrap_or(0)
    }

    /// The number of tokens.
    pub fn tokens(&self) -> usize {
        self.sequences.iter().map(Vec::len).sum()
    }

    /// Whether a model of this structure can read it: a text with a word, or two for a pair.
    pub fn is_readable(&self, structure: Structure) -> bool {
        let texts = self.sequences.iter().filter(|sequence| !sequence.is_empty()).count();
        texts >= if structure == Structure::Pair { 2 } else { 1 }
    }
}

/// The texts of a data set as rows of a table of its words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Corpus {
    /// The words, in the order in which they first occur; the row of each is its place.
    pub words: Vec<String>,
    /// To learn from.
    pub train: Vec<Example>,
    /// To choose the epoch by.
    pub dev: Vec<Example>,
    /// To measure with, once.
    pub test: Vec<Example>,
}

impl Corpus {
    /// Tokenizes a data set. Examples without a single word cannot be read by a model; they are
    /// left out of the training texts and counted by [`Corpus::unreadable`].
    pub fn new(dataset: &Dataset, options: &Options) -> Corpus {
        let mut corpus = Corpus::default();
        let mut places = BTreeMap::new();
        let mut split = |texts: &[Labelled]| -> Vec<Example> {
            let words = |labelled: &Labelled| match dataset.structure {
                // The words of a treebank are given, and its sentences whole: a tree cannot be cut.
                Structure::Tokens => vec![labelled.texts.clone()],
                _ => words_of(&labelled.texts, options),
            };
            let mut encode = |labelled: &Labelled| Example {
                sequences: words(labelled)
                    .into_iter()
                    .map(|text| {
                        let mut place = |word: String| {
                            let next = places.len() as u32;
                            *places.entry(word).or_insert(next)
                        };
                        text.into_iter().map(&mut place).collect()
                    })
                    .collect(),
                labels: labelled.labels.clone(),
                syntax: labelled.syntax.clone(),
            };
            texts.iter().map(&mut encode).collect()
        };
        corpus.train = split(&dataset.train);
        corpus.dev = split(&dataset.dev);
        corpus.test = split(&dataset.test);
        let mut words: Vec<(String, u32)> = places.into_iter().collect();
        words.sort_unstable_by_key(|(_, place)| *place);
        corpus.words = words.into_iter().map(|(word, _)| word).collect();
        corpus
    }

    /// How many training examples hold no word.
    pub fn unreadable(&self) -> usize {
        self.train.iter().filter(|example| example.tokens() == 0).count()
    }

    /// The table's start, `[V, width]`: shared vectors where the word has one, else a vector
    /// seeded by the spelling.
    pub fn table(&self, width: usize, vectors: Option<&WordVectors>) -> Vec<f32> {
        match vectors {
            Some(vectors) => {
                let embedded = vectors.embed(self.words.iter().map(String::as_str));
                embedded.matrix.into_raw_vec_and_offset().0
            }
            None => self.words.iter().flat_map(|word| seeded_by_spelling(word, width)).collect(),
        }
    }
}

/// The words of the texts of one example, cut to what the options read.
pub fn words_of(texts: &[String], options: &Options) -> Vec<Vec<String>> {
    let words = |text: &String| {
        tokenize(text).into_iter().take(options.longest).map(|token| token.word).collect()
    };
    texts.iter().take(options.most_texts).map(words).collect()
}
