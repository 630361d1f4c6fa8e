//! How good a trained model is: every example through the arithmetic of the page, the answers
//! counted, and how far chance carries the figures.

use std::collections::BTreeMap;

use nearfar::checkpoint::Trained;
use nearfar::methods::Sentence;
use nearfar::model::Structure;
use nearfar::text::WordVectors;
use nearfar_training::corpus::words_of;
use nearfar_training::data::Labelled;
use nearfar_training::figures::{Bootstrap, Confusion, Interval, RESAMPLES, bootstrap_of_groups};
use nearfar_training::options::Options;
use rayon::prelude::*;

use crate::error::CommandError;

/// Seeds the resamples: the same answers have the same intervals everywhere.
pub const BOOTSTRAP_SEED: u64 = 1;

/// The answers to the examples of a part (to every word, where each has a class), and their figures.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    /// The true classes, `[N]`.
    pub truth: Vec<usize>,
    /// The answers, `[N]`.
    pub predicted: Vec<usize>,
    /// How often each class was taken for each.
    pub confusion: Confusion,
    /// The intervals.
    pub intervals: Bootstrap,
}

impl Scores {
    /// Asks a model. Examples are asked side by side, their answers counted in order.
    ///
    /// # Errors
    /// Where the model refuses, an example has no word, or there is none.
    pub fn of(
        trained: &Trained,
        vectors: &WordVectors,
        options: &Options,
        examples: &[Labelled],
    ) -> Result<Scores, CommandError> {
        let answers: Result<Vec<Vec<usize>>, CommandError> = examples
            .par_iter()
            .map(|example| match trained.model.architecture.structure {
                Structure::Tokens => tags(trained, vectors, example),
                _ => answer(trained, vectors, options, &example.texts).map(|class| vec![class]),
            })
            .collect();
        let truth: Vec<usize> =
            examples.iter().flat_map(|example| &example.labels).copied().collect();
        let groups: Vec<usize> = examples.iter().map(|example| example.labels.len()).collect();
        let classes = trained.model.architecture.classes.len();
        Scores::of_groups(truth, answers?.concat(), &groups, classes)
    }

    /// Of answers that were given before.
    ///
    /// # Errors
    /// Where there is none, or one is no class.
    pub fn of_answers(
        truth: Vec<usize>,
        predicted: Vec<usize>,
        classes: usize,
    ) -> Result<Scores, CommandError> {
        let groups = vec![1; truth.len()];
        Scores::of_groups(truth, predicted, &groups, classes)
    }

    /// Answers of which so many each belong together, and are resampled together.
    fn of_groups(
        truth: Vec<usize>,
        predicted: Vec<usize>,
        groups: &[usize],
        classes: usize,
    ) -> Result<Scores, CommandError> {
        let confusion = Confusion::new(&truth, &predicted, classes)?;
        let (seed, resamples) = (BOOTSTRAP_SEED, RESAMPLES);
        let intervals = bootstrap_of_groups(&truth, &predicted, groups, classes, seed, resamples)?;
        Ok(Scores { truth, predicted, confusion, intervals })
    }

    /// The entries of a card, each with the name of the part before it.
    pub fn entries(&self, part: &str) -> BTreeMap<String, String> {
        let interval = |interval: Interval| format!("{} {}", interval.low, interval.high);
        let entries = [
            ("examples", self.truth.len().to_string()),
            ("accuracy", self.confusion.accuracy().to_string()),
            ("accuracy_interval", interval(self.intervals.accuracy)),
            ("macro_f", self.confusion.macro_f().to_string()),
            ("macro_f_interval", interval(self.intervals.macro_f)),
        ];
        entries.into_iter().map(|(key, value)| (format!("{part}_{key}"), value)).collect()
    }

    /// Accuracy and macro-F with their intervals, in a line.
    pub fn summary(&self) -> String {
        let right = self.confusion.counts().diag().sum();
        format!(
            "accuracy {} ({right} of {}), macro-F {}",
            with_interval(self.confusion.accuracy(), self.intervals.accuracy),
            self.truth.len(),
            with_interval(self.confusion.macro_f(), self.intervals.macro_f)
        )
    }
}

/// `81.77 % [79.9, 83.5]`.
pub fn with_interval(figure: f64, interval: Interval) -> String {
    let Interval { low, high } = interval;
    format!("{:.2} % [{:.1}, {:.1}]", 100.0 * figure, 100.0 * low, 100.0 * high)
}

/// The class of every word of a sentence, whose words are given.
fn tags(
    trained: &Trained,
    vectors: &WordVectors,
    example: &Labelled,
) -> Result<Vec<usize>, CommandError> {
    let embedded = trained.embed(example.texts.iter().map(String::as_str), vectors);
    let sentence = Sentence::new(embedded.matrix.view()).with_syntax(example.syntax.as_ref());
    Ok(trained.model.tag(&sentence)?.iter().map(|answer| answer.class()).collect())
}

/// The class that a model answers.
fn answer(
    trained: &Trained,
    vectors: &WordVectors,
    options: &Options,
    texts: &[String],
) -> Result<usize, CommandError> {
    let words = words_of(texts, options);
    let empty = words.iter().position(Vec::is_empty);
    let whole = trained.model.architecture.structure != Structure::Hierarchical;
    if let Some(text) = empty.and_then(|place| texts.get(place)).filter(|_| whole) {
        return Err(CommandError::NoWords(text.clone()));
    }
    let matrices: Vec<_> = words
        .iter()
        .map(|words| trained.embed(words.iter().map(String::as_str), vectors).matrix)
        .collect();
    let views: Vec<_> = matrices.iter().map(|matrix| matrix.view()).collect();
    Ok(trained.model.classify(&views)?.class())
}
