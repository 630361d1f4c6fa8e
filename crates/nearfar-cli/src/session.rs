//! One training run from its data to its checkpoint: step after step, saved every epoch and when
//! the user interrupts, gone on with where it stopped.

use std::collections::BTreeMap;

use nearfar::checkpoint::Trained;
use nearfar::text::WordVectors;
use nearfar_training::corpus::Corpus;
use nearfar_training::data::Dataset;
use nearfar_training::run::Run;

use crate::card;
use crate::datasets::Loaded;
use crate::error::CommandError;
use crate::interrupt::Stop;
use crate::plan::Plan;
use crate::progress::Progress;
use crate::resume::{ResumeFile, Wish};
use crate::scores::Scores;

/// What a run is told beside its plan.
pub struct Conditions<'a> {
    /// The word vectors; empty where the plan needs none.
    pub vectors: &'a WordVectors,
    /// Where its state is kept.
    pub resume: ResumeFile,
    /// Whether to go on from a state that is there.
    pub wish: Wish,
    /// Whether to stop.
    pub stop: Stop,
    /// Whether to time matrix products alone.
    pub profile: bool,
    /// What to say when interrupted.
    pub go_on: &'static str,
}

/// A run that is over.
pub struct Finished {
    /// The checkpoint's file.
    pub checkpoint: Vec<u8>,
    /// The same, read.
    pub trained: Trained,
    /// Of the dev examples, where there are some.
    pub dev: Option<Scores>,
    /// Of the test examples, where there are some.
    pub test: Option<Scores>,
}

/// Trains. The state stays on the disk until [`ResumeFile::remove`], which is for the caller once
/// the checkpoint lies safely where it belongs.
///
/// # Errors
/// Where the run cannot begin or go on, or the user interrupts.
pub fn train(
    plan: &Plan,
    loaded: &Loaded,
    conditions: &Conditions,
) -> Result<Finished, CommandError> {
    let mut run = begin(plan, &loaded.dataset, conditions.vectors)?;
    let resumed = conditions.resume.restore(&mut run, conditions.wish)?;
    let mut progress = Progress::new(run.step_number(), run.steps(), conditions.profile);
    if resumed {
        let path = conditions.resume.path().display();
        progress.say(&format!(
            "going on after step {} of {} ({path})",
            run.step_number(),
            run.steps()
        ));
    }
    let mut taken = 0;
    while !is_over(&run, plan.patience) {
        let report = progress.step(&mut run)?;
        taken += 1;
        if report.ends_epoch {
            let dev = run.close_epoch()?;
            progress.end_epoch(&run, dev);
        }
        let interrupted = conditions.stop.is_asked(taken) && !is_over(&run, plan.patience);
        if interrupted || report.ends_epoch {
            conditions.resume.save(&run)?;
        }
        if interrupted {
            return Err(CommandError::Interrupted {
                step: run.step_number(),
                steps: run.steps(),
                path: conditions.resume.path().to_owned(),
                go_on: conditions.go_on,
            });
        }
    }
    progress.finish();
    finish(plan, loaded, &run, conditions.vectors)
}

fn begin(plan: &Plan, dataset: &Dataset, vectors: &WordVectors) -> Result<Run, CommandError> {
    // Test examples are asked at the end, through the checkpoint; the run never sees them.
    let seen = Dataset { test: Vec::new(), ..dataset.clone() };
    let options = plan.settings.options.clone();
    let corpus = Corpus::new(&seen, &options);
    let architecture = plan.architecture(dataset.structure, &dataset.classes);
    let vectors = plan.settings.own_vectors.is_none().then_some(vectors);
    Ok(Run::new(architecture, options, corpus, vectors)?)
}

/// Whether every epoch is over, or so many in a row were no better.
fn is_over(run: &Run, patience: Option<usize>) -> bool {
    let between_epochs = run.step_number().is_multiple_of(run.steps_per_epoch());
    let epoch = (run.step_number() / run.steps_per_epoch()) as usize;
    let is_stuck = || {
        let best = run.best().filter(|_| !run.corpus.dev.is_empty());
        best.zip(patience).is_some_and(|(best, patience)| epoch >= best.epoch + patience)
    };
    run.is_done() || (between_epochs && is_stuck())
}

/// The checkpoint with its figures: those of the file that is written, not of the run.
fn finish(
    plan: &Plan,
    loaded: &Loaded,
    run: &Run,
    vectors: &WordVectors,
) -> Result<Finished, CommandError> {
    let read = |bytes: &[u8]| {
        // A run whose parameters are finite writes what can be read.
        Trained::read_any(bytes).map_err(|error| CommandError::System(error.to_string()))
    };
    let mut entries = card::data_entries(plan, loaded);
    let trained = read(&run.checkpoint(&BTreeMap::new()))?;
    let mut score = |part: &str, examples: &[_]| -> Result<Option<Scores>, CommandError> {
        if examples.is_empty() {
            return Ok(None);
        }
        let scores = Scores::of(&trained, vectors, &run.options, examples)?;
        entries.extend(scores.entries(part));
        Ok(Some(scores))
    };
    let dev = score("dev", &loaded.dataset.dev)?;
    let test = score("test", &loaded.dataset.test)?;
    let checkpoint = run.checkpoint(&entries);
    let trained = read(&checkpoint)?;
    Ok(Finished { checkpoint, trained, dev, test })
}
