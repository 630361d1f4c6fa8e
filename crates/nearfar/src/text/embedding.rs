//! From words to the embedding matrix, with the origin of every row: nothing invented passes for
//! a vector of the table.

use ndarray::Array2;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};

use super::token::Token;
use crate::sorted::SortedMap;

use super::vectors::{DIMENSION, Part, VectorPart, fnv1a, may_be_in_table, part_of};

/// Contractions have no row of their own: the table's source left out every word with an
/// apostrophe but 's and n't. Each starts from the word that it stands for.
const BORROWED: [(&str, &str); 5] =
    [("'re", "are"), ("'ve", "have"), ("'ll", "will"), ("'d", "would"), ("'m", "am")];

/// Standard deviation of each dimension over the 54,051 rows of the table in `public/vectors`
/// (GloVe 6B, 100 d). The means lie between -0.16 and 0.16, and 0 is taken for them.
const DEVIATION: [f32; DIMENSION] = [
    0.454, 0.462, 0.476, 0.494, 0.448, 0.522, 0.475, 0.467, 0.477, 0.469, 0.453, 0.468, 0.461,
    0.478, 0.444, 0.474, 0.492, 0.461, 0.522, 0.496, 0.500, 0.445, 0.463, 0.501, 0.487, 0.506,
    0.465, 0.497, 0.474, 0.469, 0.478, 0.491, 0.460, 0.458, 0.461, 0.453, 0.467, 0.481, 0.481,
    0.451, 0.505, 0.484, 0.478, 0.452, 0.487, 0.455, 0.488, 0.471, 0.451, 0.517, 0.483, 0.434,
    0.462, 0.521, 0.472, 0.793, 0.485, 0.477, 0.690, 0.477, 0.466, 0.537, 0.449, 0.491, 0.496,
    0.435, 0.502, 0.513, 0.478, 0.497, 0.432, 0.457, 0.473, 0.484, 0.451, 0.468, 0.475, 0.444,
    0.535, 0.457, 0.496, 0.459, 0.488, 0.460, 0.598, 0.466, 0.467, 0.475, 0.480, 0.480, 0.454,
    0.446, 0.471, 0.462, 0.523, 0.449, 0.497, 0.478, 0.520, 0.469,
];

/// Where a row of the embedding matrix comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The table.
    Known,
    /// A row that training moved, from the checkpoint.
    Learned,
    /// Seeded by the spelling: the table has no row for this word.
    Unknown,
    /// Seeded by the spelling for now: the part that may hold the word is not loaded.
    NotLoaded,
    /// The table's row of another word, for which this one stands.
    Borrowed {
        /// The other word.
        from: &'static str,
    },
}

/// The embedding of N words.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedded {
    /// `[N, 100]`.
    pub matrix: Array2<f32>,
    /// `[N]`.
    pub origin: Vec<Origin>,
}

/// The parts of the table that are loaded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WordVectors {
    parts: SortedMap<Part, VectorPart>,
}

impl WordVectors {
    /// No part loaded.
    pub fn new() -> WordVectors {
        WordVectors::default()
    }

    /// Adds a part, in place of the same one if it was there.
    pub fn insert_part(&mut self, part: VectorPart) {
        self.parts.insert(part.part(), part);
    }

    /// Whether a part is loaded.
    pub fn has_part(&self, part: Part) -> bool {
        self.parts.contains_key(&part)
    }

    /// The number of words loaded.
    pub fn len(&self) -> usize {
        self.parts.values().map(|part| part.words().len()).sum()
    }

    /// Whether no word is loaded.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The table's own row of a word, `[100]`; `None` if there is none or it is not loaded.
    pub fn vector(&self, word: &str) -> Option<[f32; DIMENSION]> {
        [Part::Frequent, part_of(word)].iter().find_map(|part| self.parts.get(part)?.vector(word))
    }

    /// The parts to load before [`WordVectors::embed`] can answer for all words. Until the
    /// frequent part is there it is the only one named, since most words are in it: load it, ask
    /// again. Each part once, in the order of the words.
    pub fn parts_needed<'a>(&self, words: impl IntoIterator<Item = &'a str>) -> Vec<Part> {
        let mut parts = Vec::new();
        for word in words {
            let part = self.part_needed(lender(word).unwrap_or(word));
            parts.extend(part.filter(|part| !parts.contains(part)));
        }
        parts
    }

    /// The embedding of the words, `[N, 100]`. A row that is not in the table is seeded by its
    /// spelling ([`seeded_by_spelling`]), and its origin says so. So is the row of numbers
    /// (`<num>`): one vector for all of them, which no word of the table stands for.
    pub fn embed<'a>(&self, words: impl IntoIterator<Item = &'a str>) -> Embedded {
        let (rows, origin): (Vec<_>, Vec<_>) = words.into_iter().map(|word| self.row(word)).unzip();
        Embedded { matrix: Array2::from(rows), origin }
    }

    /// [`WordVectors::embed`] of the tokens' words.
    pub fn embed_tokens(&self, tokens: &[Token]) -> Embedded {
        self.embed(tokens.iter().map(|token| token.word.as_str()))
    }

    fn row(&self, word: &str) -> ([f32; DIMENSION], Origin) {
        let (sought, found) = match lender(word) {
            Some(from) => (from, Origin::Borrowed { from }),
            None => (word, Origin::Known),
        };
        if let Some(vector) = self.vector(sought) {
            return (vector, found);
        }
        let origin = match self.part_needed(sought) {
            Some(_) => Origin::NotLoaded,
            None => Origin::Unknown,
        };
        let mut row = [0.0; DIMENSION];
        row.copy_from_slice(&seeded_by_spelling(word, DIMENSION));
        (row, origin)
    }

    /// The next part to load in search of a word; `None` if the search is over.
    fn part_needed(&self, word: &str) -> Option<Part> {
        if !may_be_in_table(word) || self.vector(word).is_some() {
            return None;
        }
        [Part::Frequent, part_of(word)].into_iter().find(|&part| !self.has_part(part))
    }
}

fn lender(word: &str) -> Option<&'static str> {
    BORROWED.iter().find(|(contraction, _)| *contraction == word).map(|&(_, from)| from)
}

/// A vector for a word that has none, `[width]`: normal with mean 0 and the table's deviation in
/// each dimension (in turn, where there are more), from ChaCha8 seeded with the FNV-1a hash of the
/// spelling. The same word has the same vector on every platform, and two words nearly orthogonal
/// ones.
pub fn seeded_by_spelling(word: &str, width: usize) -> Vec<f32> {
    let mut random = ChaCha8Rng::seed_from_u64(fnv1a(word));
    let seeded = |deviation: &f32| {
        let normal: f32 = StandardNormal.sample(&mut random);
        normal * deviation
    };
    DEVIATION.iter().cycle().take(width).map(seeded).collect()
}
