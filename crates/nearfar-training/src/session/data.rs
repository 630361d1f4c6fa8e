//! From choices and bytes to the examples of a run.

use std::collections::BTreeMap;

use nearfar::model::Structure;
use nearfar::text::WordVectors;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

use crate::corpus::{Corpus, Example};
use crate::data::treebank::{self, Reading};
use crate::data::{Dataset, Labelled, Part, tsv};
use crate::options::Options;
use crate::protocol::choices::HELD_OUT;
use crate::protocol::{Choices, Failure, Overview, Task};
use crate::run::Run;

/// The share of a file without a split of its own that is held out, …
const HELD_OUT_SHARE: f64 = 0.2;
/// … and the most held-out examples that are asked in a page: more take longer than the steps between.
const MOST_HELD_OUT: usize = 500;

/// How many sentences of a treebank are shown, …
const SHOWN: usize = 5;
/// … and how many words they have, where there are such.
const SHOWN_WORDS: std::ops::RangeInclusive<usize> = 5..=12;

/// A run at its start, with what the user should know of it.
pub fn begin(
    choices: &Choices,
    file: Option<(&str, &[u8])>,
    vectors: Option<&WordVectors>,
) -> Result<(Run, Overview), Failure> {
    let mut notes = Vec::new();
    let mut dataset = match (choices.task, file) {
        (Task::Generated(task), _) => task
            .dataset(
                choices.seed.into(),
                choices.examples,
                HELD_OUT,
                choices.shortest..=choices.longest,
            )
            .map_err(Failure::new)?,
        (Task::Own, Some((name, bytes))) if treebank::is_one(name, bytes) => {
            let reading = Reading::new(choices.label, choices.method);
            let read = treebank::parse(bytes, reading).map_err(Failure::new)?;
            notes.extend(read.notes);
            Dataset {
                name: name.to_owned(),
                structure: Structure::Tokens,
                classes: choices.label.names().to_vec(),
                train: read.examples,
                dev: Vec::new(),
                test: Vec::new(),
            }
        }
        (Task::BuiltIn | Task::Own, Some((name, bytes))) => {
            let parsed = tsv::parse(name, bytes).map_err(Failure::new)?;
            if !parsed.ignored.is_empty() {
                notes.push(format!("Columns left alone: {}.", parsed.ignored.join(", ")));
            }
            parsed.dataset
        }
        (Task::BuiltIn | Task::Own, None) => {
            return Err(Failure::new("There is no file yet: choose, drop or paste one."));
        }
    };
    let held_out_rows = hold_out(&mut dataset, choices, &mut notes);
    let options = choices.options();
    let examples = examples(&dataset);
    let corpus = Corpus::new(&dataset, &options);
    note_of_lengths(&dataset, &corpus, &options, &mut notes);
    let unreadable = corpus.unreadable();
    if unreadable > 0 {
        notes.push(format!("{unreadable} training examples hold no word and are left out."));
    }
    let silent = corpus.dev.iter().filter(|example| !example.is_readable(dataset.structure));
    let silent = silent.count();
    if silent > 0 {
        notes.push(format!(
            "{silent} held-out examples hold no word: they count as wrong, with the loss of a guess, ln {}.",
            dataset.classes.len()
        ));
    }
    let treebank = dataset.structure == Structure::Tokens;
    let architecture = choices.architecture(dataset.structure, dataset.classes.clone());
    let run = Run::new(architecture, options, corpus, vectors).map_err(Failure::new)?;
    let overview = Overview {
        classes: dataset.classes.clone(),
        train: run.corpus.train.len(),
        held_out: run.corpus.dev.len(),
        words: run.corpus.words.len(),
        parameters: run.architecture.numbers_to_learn(),
        steps_per_epoch: run.steps_per_epoch(),
        texts: run.corpus.train.first().map_or(1, |example| example.sequences.len()),
        examples,
        treebank,
        notes,
        held_out_rows,
        largest_class: largest_class(&run.corpus.dev),
    };
    Ok((run, overview))
}

/// Some training examples to be shown; of a treebank short ones, since only its own sentences have trees.
fn examples(dataset: &Dataset) -> Vec<(Vec<String>, String)> {
    let name = |&label: &usize| dataset.classes.get(label).map_or("", String::as_str);
    let answer = |one: &Labelled| one.labels.iter().map(name).collect::<Vec<_>>().join(" ");
    if dataset.structure == Structure::Tokens {
        let is_short = |one: &&Labelled| SHOWN_WORDS.contains(&one.texts.len());
        let mut shown: Vec<_> = dataset.train.iter().filter(is_short).take(SHOWN).collect();
        if shown.is_empty() {
            shown.extend(dataset.train.iter().min_by_key(|one| one.texts.len()));
        }
        return shown.into_iter().map(|one| (vec![one.texts.join(" ")], answer(one))).collect();
    }
    dataset.train.iter().take(2).map(|one| (one.texts.clone(), answer(one))).collect()
}

/// Sees to it that there are held-out examples, and gives back which rows of a file without a split of its
/// own they are, from 1.
fn hold_out(dataset: &mut Dataset, choices: &Choices, notes: &mut Vec<String>) -> Vec<usize> {
    let seed = u64::from(choices.seed);
    let mut held_out_rows = Vec::new();
    if dataset.dev.is_empty() {
        let rows = (HELD_OUT_SHARE * dataset.train.len() as f64).round() as usize;
        let rows = rows.min(MOST_HELD_OUT);
        held_out_rows = dataset.rows_to_hold_out(seed, rows).iter().map(|row| row + 1).collect();
        let held = dataset.hold_out_rows(seed, rows, Part::Dev);
        notes.push(match dataset.structure {
            Structure::Tokens => {
                format!("{held} of the sentences are held out, drawn by the seed.")
            }
            _ => format!(
                "{held} of the rows are held out, drawn by the seed, of every class its share."
            ),
        });
    } else if dataset.dev.len() > MOST_HELD_OUT {
        let found = dataset.dev.len();
        dataset.dev.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        dataset.dev.truncate(MOST_HELD_OUT);
        notes.push(format!(
            "{MOST_HELD_OUT} of the {found} held-out rows are asked, drawn by the seed."
        ));
    }
    if !dataset.test.is_empty() {
        notes.push(format!("The {} test rows are not touched here.", dataset.test.len()));
    }
    held_out_rows
}

fn note_of_lengths(dataset: &Dataset, corpus: &Corpus, options: &Options, notes: &mut Vec<String>) {
    // Sentences of a treebank are read whole.
    if dataset.structure == Structure::Tokens {
        return;
    }
    let cut = corpus.train.iter().zip(&dataset.train).filter(|(example, _)| {
        example.sequences.iter().any(|words| words.len() == options.longest)
    });
    let cut = cut.count();
    if cut > 0 && options.longest < crate::protocol::MOST_TOKENS {
        notes.push(format!(
            "{cut} {} {} words or more; what is longer is cut.",
            if cut == 1 { "example has" } else { "examples have" },
            options.longest
        ));
    }
}

fn largest_class(examples: &[Example]) -> f64 {
    let mut counts = BTreeMap::<usize, usize>::new();
    for &label in examples.iter().flat_map(|example| &example.labels) {
        *counts.entry(label).or_default() += 1;
    }
    let largest = counts.values().copied().max().unwrap_or(0);
    largest as f64 / counts.values().sum::<usize>().max(1) as f64
}
