//! `nearfar evaluate`: a checkpoint asked for every example of a part.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use nearfar::model::{Architecture, Structure};
use nearfar_training::data::treebank::Reading;
use nearfar_training::data::{Dataset, Labelled, split_sentences};
use nearfar_training::figures::Interval;
use serde_json::json;

use crate::datasets::{self, REVIEW_LIMITS};
use crate::error::CommandError;
use crate::files::Checkpoint;
use crate::print::print_line;
use crate::scores::Scores;
use crate::train::set_threads;
use crate::{task, vectors};

const EXAMPLES: &str = "\
Examples:
  nearfar evaluate sst2-da.safetensors --data-dir DATA
  nearfar evaluate sst2-da.safetensors --task sst2 --part dev --json
  nearfar evaluate sst2-da.safetensors --data my.tsv
  nearfar evaluate ewt-da.safetensors --data my.conllu

Without --task and --data it is the task that the checkpoint was trained on, and the figures are
those of its card, to the digit: examples go through the same arithmetic. Intervals are 95 %, from
2,000 resamples of the examples (percentile bootstrap); they say nothing about other seeds. Where every
word has a class, words are counted and whole sentences resampled.";

/// A part of a data set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Choice {
    /// What it learns from.
    Train,
    /// What epochs are chosen by.
    Dev,
    /// What is measured with.
    Test,
    /// Every example.
    All,
}

/// Measure a checkpoint: accuracy, macro-F, mistakes, and how sure the numbers are.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A checkpoint that nearfar wrote
    checkpoint: PathBuf,
    /// A task: sst2, agnews, snli, reviews, ud-ewt, near, far, both, neither, or a file as train takes it
    #[arg(long, value_name = "TASK", conflicts_with = "data")]
    task: Option<String>,
    /// A labelled file: its test rows if its column split names some, else every row; or a treebank, .conllu
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Which examples [default: test]
    #[arg(long, value_enum)]
    part: Option<Choice>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Threads [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// The folder of the data sets [default: NEARFAR_DATA]
    #[arg(long, value_name = "DIR")]
    data_dir: Option<PathBuf>,
    /// The folder of the word vectors [default: NEARFAR_VECTORS, public/vectors]
    #[arg(long, value_name = "DIR")]
    vectors: Option<PathBuf>,
}

/// What is to be asked.
struct Examples {
    task: String,
    part: &'static str,
    list: Vec<Labelled>,
}

/// Runs the command.
///
/// # Errors
/// Where the checkpoint or the data cannot be had, or do not fit each other.
pub fn run(arguments: &Arguments) -> Result<(), CommandError> {
    set_threads(arguments.threads)?;
    let checkpoint = Checkpoint::open(&arguments.checkpoint)?;
    let examples = examples(arguments, &checkpoint)?;
    let vectors = arguments.vectors.as_deref();
    let vectors = vectors::load_if(checkpoint.trained.shared_vectors, vectors)?;
    let scores = Scores::of(&checkpoint.trained, &vectors, &checkpoint.options, &examples.list)?;
    if arguments.json {
        print_json(&checkpoint, &examples, &scores);
    } else {
        print_text(&checkpoint, &examples, &scores);
    }
    Ok(())
}

fn examples(arguments: &Arguments, checkpoint: &Checkpoint) -> Result<Examples, CommandError> {
    let architecture = &checkpoint.trained.model.architecture;
    let reading = Reading::of(architecture);
    let (name, dataset, choice) = match &arguments.data {
        Some(path) => {
            let loaded = datasets::open(path, reading)?;
            let has_test = !loaded.dataset.test.is_empty();
            let default = if has_test { Choice::Test } else { Choice::All };
            (path.display().to_string(), loaded.dataset, arguments.part.unwrap_or(default))
        }
        None => {
            let own = checkpoint.entry("task").to_owned();
            let name = arguments.task.clone().unwrap_or(own);
            if name.is_empty() {
                let why = "the checkpoint does not say what it was trained on: name what to \
                           measure it with by --task or --data";
                return Err(CommandError::Usage(why.to_owned()));
            }
            let folder = datasets::folder(arguments.data_dir.clone());
            let loaded = task::load(&name, folder.as_deref(), reading)?;
            for warning in &loaded.warnings {
                eprintln!("note: {warning}");
            }
            (name, loaded.dataset, arguments.part.unwrap_or(Choice::Test))
        }
    };
    let dataset = fitted(dataset, architecture, &checkpoint.path)?;
    let (part, list) = match choice {
        Choice::Train => ("train", dataset.train),
        Choice::Dev => ("dev", dataset.dev),
        Choice::Test => ("test", dataset.test),
        Choice::All => ("all", [dataset.train, dataset.dev, dataset.test].concat()),
    };
    if list.is_empty() {
        return Err(CommandError::NoExamples { task: name, part });
    }
    Ok(Examples { task: name, part, list })
}

/// The examples with the model's own classes and kind of texts.
pub fn fitted(
    mut dataset: Dataset,
    architecture: &Architecture,
    path: &Path,
) -> Result<Dataset, CommandError> {
    let misfit = |why: String| CommandError::Misfit { path: path.to_owned(), why };
    let places: Vec<Option<usize>> = dataset
        .classes
        .iter()
        .map(|class| architecture.classes.iter().position(|known| known == class))
        .collect();
    if let Some(unknown) = places.iter().position(Option::is_none) {
        return Err(misfit(format!(
            "the data have the class {:?}, but the model answers {}",
            dataset.classes[unknown],
            architecture.classes.join(", ")
        )));
    }
    let splits = match (dataset.structure, architecture.structure) {
        (data, model) if data == model => false,
        (Structure::Single, Structure::Hierarchical) => true,
        (data, model) => {
            let (data, model) = (task::structure_name(data), task::structure_name(model));
            return Err(misfit(format!(
                "an example of the data is {data}, the model reads {model}"
            )));
        }
    };
    for part in [&mut dataset.train, &mut dataset.dev, &mut dataset.test] {
        for example in part {
            for label in &mut example.labels {
                *label = places.get(*label).copied().flatten().unwrap_or(0);
            }
            if splits {
                example.texts = split_sentences(&example.texts.concat(), REVIEW_LIMITS).sentences;
            }
        }
    }
    dataset.classes.clone_from(&architecture.classes);
    Ok(dataset)
}

/// What the card says of these examples, where it says anything.
fn on_the_card(checkpoint: &Checkpoint, examples: &Examples, scores: &Scores) -> Option<bool> {
    let part = examples.part;
    let is_own = checkpoint.entry("task") == examples.task && ["dev", "test"].contains(&part);
    let entries = scores.entries(part);
    let key = format!("{part}_accuracy");
    let known = is_own.then(|| checkpoint.trained.card.contains_key(&key))?;
    known.then(|| entries.iter().all(|(key, value)| checkpoint.entry(key) == value))
}

fn print_json(checkpoint: &Checkpoint, examples: &Examples, scores: &Scores) {
    let interval = |interval: Interval| [interval.low, interval.high];
    let confusion: Vec<Vec<usize>> =
        scores.confusion.counts().outer_iter().map(|row| row.to_vec()).collect();
    let answer = json!({
        "checkpoint": checkpoint.path.display().to_string(),
        "task": examples.task,
        "part": examples.part,
        "examples": scores.truth.len(),
        "accuracy": scores.confusion.accuracy(),
        "accuracy_interval": interval(scores.intervals.accuracy),
        "macro_f": scores.confusion.macro_f(),
        "macro_f_interval": interval(scores.intervals.macro_f),
        "f_scores": scores.confusion.f_scores(),
        "classes": checkpoint.trained.model.architecture.classes,
        "confusion": confusion,
        "as_on_the_card": on_the_card(checkpoint, examples, scores),
    });
    print_line!("{answer:#}");
}

fn print_text(checkpoint: &Checkpoint, examples: &Examples, scores: &Scores) {
    let Examples { task, part, .. } = examples;
    print_line!("{} on {task} ({part}): {}", checkpoint.path.display(), scores.summary());
    match on_the_card(checkpoint, examples, scores) {
        Some(true) => print_line!("as on its card, to the digit"),
        Some(false) => print_line!(
            "its card says {}: other data or another machine's arithmetic",
            checkpoint.entry(&format!("{part}_accuracy"))
        ),
        None => {}
    }
    let classes = &checkpoint.trained.model.architecture.classes;
    print_line!("\n{}", confusion_table(classes, scores));
}

/// Rows are true classes, columns answers, and F1 of each class last.
fn confusion_table(classes: &[String], scores: &Scores) -> String {
    let first = classes.iter().map(|class| class.chars().count()).max().unwrap_or(0).max(5);
    let wide = first.clamp(6, 16);
    let cut = |text: &str| text.chars().take(wide).collect::<String>();
    let mut lines = vec![format!("{:first$}  answered", "true")];
    let head: Vec<_> = classes.iter().map(|class| format!("{:>wide$}", cut(class))).collect();
    lines.push(format!("{:first$} {} {:>8}", "", head.join(" "), "F1"));
    let rows = classes.iter().zip(scores.confusion.counts().outer_iter());
    for ((class, row), f) in rows.zip(scores.confusion.f_scores()) {
        let cells: Vec<_> = row.iter().map(|count| format!("{count:>wide$}")).collect();
        let f = f.map_or("-".to_owned(), |f| format!("{:.2} %", 100.0 * f));
        lines.push(format!("{class:first$} {} {f:>8}", cells.join(" ")));
    }
    lines.join("\n")
}
