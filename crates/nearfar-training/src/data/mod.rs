//! What a model learns from: labelled texts in three parts, from files ([`tsv`]) or made up
//! ([`generated`]). No tokens and no vectors here, and nothing is fetched or opened.
//!
//! - [`table`]: tab-separated bytes to rows, every bad row named with its line
//! - [`tsv`]: a labelled file with free classes to a [`Dataset`]
//! - [`treebank`]: CoNLL-U to sentences, each with a class for every word, its labels and its tree
//! - [`sentences`]: a review to its sentences, for hierarchical models
//! - [`generated`]: four tasks whose answer needs near words, far words, both or neither
//! - [`rules`]: what a sentence of a generated task means, and what its words are

pub mod generated;
pub mod rules;
pub mod sentences;
pub mod table;
pub mod treebank;
pub mod tsv;

use nearfar::methods::Syntax;
use nearfar::model::Structure;
use nearfar::text::tokenize;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

pub use generated::{Generated, GeneratedError};
pub use sentences::{SentenceLimits, Sentences, split_sentences};
pub use table::{BadRow, BadRows, RowProblem, Table, TsvError};

/// An example with its answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Labelled {
    /// One text; two for pairs (premise, hypothesis); the sentences of the document in their order
    /// for hierarchical tasks, at least one; the words of one sentence, where each has a class.
    pub texts: Vec<String>,
    /// The index of its class in [`Dataset::classes`]; where every word has one, one for each word.
    pub labels: Vec<usize>,
    /// What a parser gives of the words, where the data have it.
    pub syntax: Option<Syntax>,
}

impl Labelled {
    /// Texts with one class.
    pub fn new(texts: Vec<String>, label: usize) -> Labelled {
        Labelled { texts, labels: vec![label], syntax: None }
    }

    /// The class of an example that has one.
    pub fn label(&self) -> usize {
        self.labels.first().copied().unwrap_or(0)
    }
}

/// A task: classes, and examples in three parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Dataset {
    /// What it is called.
    pub name: String,
    /// Which texts an example has.
    pub structure: Structure,
    /// The names of the classes, two at least.
    pub classes: Vec<String>,
    /// Examples to learn from.
    pub train: Vec<Labelled>,
    /// Examples by which an epoch, a rate or a seed is chosen; empty where there are none.
    pub dev: Vec<Labelled>,
    /// Examples for the figures that are reported, touched once; empty where there are none.
    pub test: Vec<Labelled>,
}

/// A part that can be taken out of the training examples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// [`Dataset::dev`].
    Dev,
    /// [`Dataset::test`].
    Test,
}

impl Dataset {
    /// The words of all texts of an example, mean over the examples of all parts; 0 without examples.
    pub fn mean_words(&self) -> f64 {
        let words = |example: &Labelled| match self.structure {
            Structure::Tokens => example.texts.len(),
            _ => example.texts.iter().map(|text| tokenize(text).len()).sum::<usize>(),
        };
        let examples = || [&self.train, &self.dev, &self.test].into_iter().flatten();
        let total: usize = examples().map(words).sum();
        total as f64 / examples().count().max(1) as f64
    }

    /// The number of examples of each class, `[classes]`; of words where each has one.
    pub fn counts(&self, examples: &[Labelled]) -> Vec<usize> {
        let mut counts = vec![0; self.classes.len()];
        for example in examples {
            for &label in &example.labels {
                if let Some(count) = counts.get_mut(label) {
                    *count += 1;
                }
            }
        }
        counts
    }

    /// Moves a share (0 to 1) of the training examples to a part that has none, as
    /// [`Dataset::hold_out_rows`] does; the number of rows is rounded. Gives back how many.
    pub fn hold_out(&mut self, seed: u64, share: f64, part: Part) -> usize {
        let rows = (share.clamp(0.0, 1.0) * self.train.len() as f64).round();
        self.hold_out_rows(seed, rows as usize, part)
    }

    /// Moves `rows` random training examples to the end of a part and gives back how many.
    ///
    /// Each class (of sentences whose words have classes: all together) gives its share of `rows`, to within one row (largest remainders; among equal
    /// ones the first class). No class gives its last training example, so that fewer than `rows`
    /// may move. Both parts keep the order of the file. The same seed takes the same rows.
    ///
    /// Rows that stand twice in the training examples can end up on both sides.
    pub fn hold_out_rows(&mut self, seed: u64, rows: usize, part: Part) -> usize {
        let places = self.rows_to_hold_out(seed, rows);
        let (mut kept, mut held) = (Vec::with_capacity(self.train.len()), Vec::new());
        for (place, example) in self.train.drain(..).enumerate() {
            let is_taken = places.binary_search(&place).is_ok();
            if is_taken { held.push(example) } else { kept.push(example) }
        }
        self.train = kept;
        let moved = held.len();
        match part {
            Part::Dev => self.dev.append(&mut held),
            Part::Test => self.test.append(&mut held),
        }
        moved
    }

    /// Which training examples [`Dataset::hold_out_rows`] takes, from 0, ascending.
    pub fn rows_to_hold_out(&self, seed: u64, rows: usize) -> Vec<usize> {
        let stratum = |example: &Labelled| match self.structure {
            Structure::Tokens => 0,
            _ => example.label(),
        };
        let mut counts = vec![0; self.classes.len()];
        for example in &self.train {
            if let Some(count) = counts.get_mut(stratum(example)) {
                *count += 1;
            }
        }
        let shares = shares(&counts, rows);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut taken = Vec::new();
        for (class, &share) in shares.iter().enumerate() {
            let members = self.train.iter().enumerate().filter(|(_, one)| stratum(one) == class);
            let mut members: Vec<usize> = members.map(|(index, _)| index).collect();
            members.shuffle(&mut rng);
            taken.extend(members.into_iter().take(share));
        }
        taken.sort_unstable();
        taken
    }
}

/// How many of `rows` each class gives, `[classes]`: its share to within one, never all that it has.
fn shares(counts: &[usize], rows: usize) -> Vec<usize> {
    let total: usize = counts.iter().sum();
    if total == 0 {
        return vec![0; counts.len()];
    }
    let rows = rows.min(total);
    // In u128: counts times rows has no limit that a usize of 32 bits would keep.
    let exact = |count: usize| count as u128 * rows as u128;
    let mut shares: Vec<usize> =
        counts.iter().map(|&count| (exact(count) / total as u128) as usize).collect();
    let mut by_remainder: Vec<usize> = (0..counts.len()).collect();
    let remainder = |class: &usize| exact(counts.get(*class).copied().unwrap_or(0)) % total as u128;
    by_remainder.sort_by_key(|class| std::cmp::Reverse(remainder(class)));
    let missing = rows - shares.iter().sum::<usize>();
    for &class in by_remainder.iter().take(missing) {
        if let Some(share) = shares.get_mut(class) {
            *share += 1;
        }
    }
    for (share, &count) in shares.iter_mut().zip(counts) {
        *share = (*share).min(count.saturating_sub(1));
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dataset(labels: &[usize]) -> Dataset {
        let example =
            |(row, &label): (usize, &usize)| Labelled::new(vec![format!("row {row}")], label);
        Dataset {
            name: "test".to_owned(),
            structure: Structure::Single,
            classes: vec!["a".to_owned(), "b".to_owned(), "c".to_owned()],
            train: labels.iter().enumerate().map(example).collect(),
            dev: Vec::new(),
            test: Vec::new(),
        }
    }

    #[test]
    fn shares_follow_largest_remainders() {
        // 10 of 100 + 45 + 5 = 150: 6.67, 3, 0.33. The missing row goes to the first class.
        assert_eq!(shares(&[100, 45, 5], 10), [7, 3, 0]);
        assert_eq!(shares(&[1, 1, 1], 2), [0, 0, 0], "no class gives its last example");
        assert_eq!(shares(&[4, 4], 100), [3, 3]);
        assert_eq!(shares(&[0, 0], 1), [0, 0]);
        assert_eq!(shares(&[], 1), Vec::<usize>::new());
    }

    #[test]
    fn words_are_counted_in_all_texts_of_all_parts() {
        let mut data = dataset(&[0]);
        let texts = vec!["It's here.".to_owned(), "A dog".to_owned()];
        data.test.push(Labelled::new(texts, 1));
        // "row 0"; "it", "'s", "here", ".", "a", "dog".
        assert_eq!(data.mean_words(), 4.0);
        data.train.clear();
        data.test.clear();
        assert_eq!(data.mean_words(), 0.0);
    }

    #[test]
    fn hold_out_is_balanced_seeded_and_complete() {
        let labels: Vec<usize> = (0..90).map(|row| row % 3).collect();
        let whole = dataset(&labels);
        let mut first = whole.clone();
        assert_eq!(first.hold_out(7, 0.2, Part::Dev), 18);
        assert_eq!(first.counts(&first.dev), [6, 6, 6]);
        assert_eq!(first.counts(&first.train), [24, 24, 24]);
        let mut all: Vec<_> = first.train.iter().chain(&first.dev).cloned().collect();
        let row = |example: &Labelled| example.texts[0][4..].parse::<usize>().unwrap();
        assert!(first.dev.is_sorted_by_key(row), "the order of the file is kept");
        all.sort_by_key(row);
        assert_eq!(all, whole.train);

        let (mut again, mut other, rest) = (whole.clone(), whole.clone(), whole);
        again.hold_out(7, 0.2, Part::Dev);
        other.hold_out(8, 0.2, Part::Test);
        assert_eq!(again, first);
        let told: Vec<_> = again.dev.iter().map(row).collect();
        assert_eq!(told, rest.rows_to_hold_out(7, 18));
        assert_ne!(other.test, first.dev);
        assert!(other.dev.is_empty());
    }
}
