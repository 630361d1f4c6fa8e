//! `nearfar train`: a task to a checkpoint.

use std::path::PathBuf;

use clap::Args;
use nearfar::settings::{method_file_name, model_method_text};
use nearfar::text::dependency::WordLabel;

use crate::card;
use crate::datasets;
use crate::error::CommandError;
use crate::files;
use crate::interrupt::Stop;
use crate::plan::{ModelArguments, OptionArguments, Plan};
use crate::print::print_line;
use crate::resume::{ResumeFile, Wish};
use crate::session::{self, Conditions};
use crate::task;
use crate::vectors;

const EXAMPLES: &str = "\
Examples:
  nearfar train --task sst2 --method da --seed 1 --data-dir DATA --out sst2-da.safetensors
  nearfar train --task sst2 --method vanilla --out sst2-vanilla.safetensors
  nearfar train --task sst2 --method rpr --out sst2-rpr.safetensors
  nearfar train --task my.tsv --mapping 'clip(5)' --epochs 20 --patience 4
  nearfar train --task far --heads 2 --out far.safetensors
  nearfar train --task my.conllu --method 'tree-distance(8)' --out my-tagger.safetensors
  nearfar train --task my.conllu --label deprel --method special-pos

An interrupted run (Ctrl-C) is saved beside --out, as x.resume.safetensors; so is every epoch. The
same command goes on from there. The same seed gives the same bytes, with any number of threads.
A labelled file has the columns label and text (and text2 for pairs, and split), separated by tabs.
A treebank (CoNLL-U) has a part of speech, UPOS, and a relation, DEPREL, for every word, one of which the model
learns (--label), and a tree over every sentence, which is read whole; a tenth of its sentences is dev, and a tenth
test. Such a model is for evaluate, attend and card; the page shows models that answer to texts.";

/// Train a model; an interrupted run goes on where it stopped.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// sst2, agnews, snli, reviews; ud-ewt (a label of every word); near, far, both, neither (made up); or a file .tsv,
    /// .conllu, or either with .gz
    #[arg(long, value_name = "TASK")]
    task: String,
    /// Where the checkpoint is written [default: TASK-METHOD-SEED.safetensors]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    model: ModelArguments,
    #[command(flatten)]
    training: OptionArguments,
    /// Refuse to start over: go on from the saved state or fail
    #[arg(long, conflicts_with = "fresh", help_heading = "The run")]
    resume: bool,
    /// Start over, whatever is saved
    #[arg(long, help_heading = "The run")]
    fresh: bool,
    /// Threads [default: one per core]
    #[arg(long, value_name = "N", help_heading = "The run")]
    threads: Option<usize>,
    /// Time the matrix products of every tenth step once more alone, and tell their share
    #[arg(long, help_heading = "The run")]
    profile: bool,
    /// The folder of the data sets [default: NEARFAR_DATA]
    #[arg(long, value_name = "DIR", alias = "data", help_heading = "Files")]
    data_dir: Option<PathBuf>,
    /// The folder of the word vectors [default: NEARFAR_VECTORS, public/vectors]
    #[arg(long, value_name = "DIR", help_heading = "Files")]
    vectors: Option<PathBuf>,
    /// Stop after so many steps as if interrupted
    #[arg(long, hide = true)]
    stop_after_steps: Option<u64>,
}

/// Runs the command.
///
/// # Errors
/// Where the data cannot be had, the run cannot go on, or the user interrupts.
pub fn run(arguments: Arguments) -> Result<(), CommandError> {
    let plan = Plan::from_arguments(&arguments.task, &arguments.model, &arguments.training)?;
    let options = &plan.settings.options;
    options.check().map_err(|error| CommandError::Usage(error.to_string()))?;
    let out = arguments.out.unwrap_or_else(|| default_out(&plan));
    files::check_folder(&out)?;
    set_threads(arguments.threads)?;
    let folder = datasets::folder(arguments.data_dir);
    let loaded = task::load(&plan.task, folder.as_deref(), plan.reading())?;
    for warning in &loaded.warnings {
        eprintln!("note: {warning}");
    }
    let dataset = &loaded.dataset;
    eprintln!(
        "{}: {} training examples, {} dev, {} test; {}, {} classes",
        plan.task,
        dataset.train.len(),
        dataset.dev.len(),
        dataset.test.len(),
        task::structure_name(dataset.structure),
        dataset.classes.len()
    );
    let vectors =
        vectors::load_if(plan.settings.own_vectors.is_none(), arguments.vectors.as_deref())?;
    let wish = match (arguments.resume, arguments.fresh) {
        (true, _) => Wish::Must,
        (_, true) => Wish::Fresh,
        _ => Wish::IfThere,
    };
    let conditions = Conditions {
        vectors: &vectors,
        resume: ResumeFile::beside(&out),
        wish,
        stop: Stop::listen(arguments.stop_after_steps)?,
        profile: arguments.profile,
        go_on: "The same command goes on from there",
    };
    let finished = session::train(&plan, &loaded, &conditions)?;
    files::write(&out, &finished.checkpoint)?;
    conditions.resume.remove()?;
    let best = finished.trained.card.get("best_epoch").map_or("?", String::as_str);
    print_line!("{}: {}, epoch {best}", out.display(), model_method_text(plan.method));
    for (part, scores) in [("dev", &finished.dev), ("test", &finished.test)] {
        if let Some(scores) = scores {
            print_line!("{part:4} {}", scores.summary());
        }
    }
    if plan.method.lab().is_some_and(|lab| lab.knows_distance()) {
        print_line!("{}", card::turned(&finished.trained));
    }
    Ok(())
}

/// The number of threads of everything that runs side by side.
///
/// # Errors
/// Where it is 0, or the system refuses.
pub fn set_threads(threads: Option<usize>) -> Result<(), CommandError> {
    let Some(threads) = threads else { return Ok(()) };
    if threads == 0 {
        return Err(CommandError::Usage("--threads is 0, expected at least 1".to_owned()));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
    pool.map_err(|error| CommandError::System(format!("{threads} threads: {error}")))
}

fn default_out(plan: &Plan) -> PathBuf {
    let file = plan.task.rsplit(['/', '\\']).next().unwrap_or(&plan.task);
    let task = file.split('.').next().unwrap_or(file);
    let label = if plan.label == WordLabel::Relation { "-deprel" } else { "" };
    let method = method_file_name(plan.method);
    format!("{task}{label}-{method}-{}.safetensors", plan.settings.options.seed).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use nearfar::settings::model_method_from_text;

    #[test]
    fn the_checkpoint_is_named_after_task_method_and_seed() {
        let out = |task: &str, method: &str| {
            let plan = Plan::new(task, model_method_from_text(method).unwrap(), 3);
            default_out(&plan).display().to_string()
        };
        assert_eq!(out("sst2", "da"), "sst2-da-3.safetensors");
        assert_eq!(out("../my.tsv.gz", "vanilla"), "my-vanilla-3.safetensors");
        let expected = "far-da-clip-0.5--late-add-3.safetensors";
        assert_eq!(out("far", "da:clip(0.5):late-add"), expected);
        assert_eq!(out("far", "xl"), "far-xl-3.safetensors");
    }
}
