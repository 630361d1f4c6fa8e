//! `nearfar reproduce`: the paper's tables with the data at hand, run by run, and a document that
//! says what the runs bear out.
//!
//! - [`tables`]: which runs a table needs, and what the paper has there
//! - [`results`]: a line for every finished run
//! - [`document`]: the Markdown, from the results that there are

mod document;
mod results;
mod tables;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};
use nearfar::text::WordVectors;

use crate::datasets::{self, Loaded};
use crate::error::CommandError;
use crate::files;
use crate::interrupt::Stop;
use crate::plan::Plan;
use crate::print::print_line;
use crate::resume::{ResumeFile, Wish};
use crate::session::{self, Conditions};
use crate::train::set_threads;
use crate::{task, vectors};
use results::{Results, RunLine};
use tables::Table;

const EXAMPLES: &str = "\
Examples:
  nearfar reproduce all --data-dir DATA --out docs/reproduction.md
  nearfar reproduce tables-3-4 --only sst2 --seeds 1,2,3 --data-dir DATA
  nearfar reproduce all --write-only --out docs/reproduction.md

Every finished run is a line in the results file, with all its settings and the checksums of its
data; a run that is there is not run again. Interrupted (Ctrl-C), the same command goes on in the
middle of the run. The document is written anew after every run.";

/// A table or figure of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Wanted {
    /// Accuracy and macro-F on SST, AG, SNLI and reviews, DA-Transformer and Transformer.
    #[value(name = "tables-3-4")]
    Tables,
    /// Five mapping functions, on SST.
    #[value(name = "fig-4")]
    Mappings,
    /// Four ways of adjusting, on SST.
    #[value(name = "fig-5")]
    Adjustments,
    /// All of them.
    All,
}

/// Run the paper's tables and write down what the runs bear out.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Which
    #[arg(value_enum)]
    table: Wanted,
    /// Seeds, separated by commas [default: sst2 1 to 5, figures 1 to 3, snli 1 to 3,
    /// agnews and reviews 1 and 2]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    seeds: Vec<u64>,
    /// Only these tasks, separated by commas
    #[arg(long, value_name = "TASKS", value_delimiter = ',')]
    only: Vec<String>,
    /// Epochs of every run [default: by task]
    #[arg(long, value_name = "N")]
    epochs: Option<usize>,
    /// Where the document is written
    #[arg(long, value_name = "FILE", default_value = "docs/reproduction.md")]
    out: PathBuf,
    /// Where finished runs are kept
    #[arg(long, value_name = "FILE", default_value = "target/reproduction/results.jsonl")]
    results: PathBuf,
    /// Run nothing: write the document from the results that there are
    #[arg(long)]
    write_only: bool,
    /// Threads [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// The folder of the data sets [default: NEARFAR_DATA]
    #[arg(long, value_name = "DIR", alias = "data")]
    data_dir: Option<PathBuf>,
    /// The folder of the word vectors [default: NEARFAR_VECTORS, public/vectors]
    #[arg(long, value_name = "DIR")]
    vectors: Option<PathBuf>,
    /// Stop after so many steps as if interrupted
    #[arg(long, hide = true)]
    stop_after_steps: Option<u64>,
}

/// Runs the command.
///
/// # Errors
/// Where the data cannot be had, a run fails, or the user interrupts.
pub fn run(arguments: Arguments) -> Result<(), CommandError> {
    let tables = wanted(&arguments)?;
    files::check_folder(&arguments.out)?;
    let mut results = Results::open(&arguments.results)?;
    if !arguments.write_only {
        set_threads(arguments.threads)?;
        let stop = Stop::listen(arguments.stop_after_steps)?;
        Runner::new(&arguments, stop)?.run_all(&tables, &mut results)?;
    }
    write_document(&arguments.out, &tables, &results)?;
    print_line!("{}", arguments.out.display());
    Ok(())
}

fn write_document(out: &Path, tables: &[Table], results: &Results) -> Result<(), CommandError> {
    files::write(out, document::write(tables, results)?.as_bytes())
}

/// The tables that the command line asks for.
fn wanted(arguments: &Arguments) -> Result<Vec<Table>, CommandError> {
    let mut tables = tables::all();
    tables.retain(|table| arguments.table == Wanted::All || table.wanted == arguments.table);
    if let Some(unknown) =
        arguments.only.iter().find(|name| tables.iter().all(|table| table.task != name.as_str()))
    {
        let names: Vec<&str> = tables.iter().map(|table| table.task).collect();
        let why = format!("--only: there is no task {unknown:?} here, only {}", names.join(", "));
        return Err(CommandError::Usage(why));
    }
    tables.retain(|table| {
        arguments.only.is_empty() || arguments.only.iter().any(|name| name == table.task)
    });
    for table in &mut tables {
        if !arguments.seeds.is_empty() {
            table.seeds.clone_from(&arguments.seeds);
        }
        table.epochs = arguments.epochs;
    }
    Ok(tables)
}

/// What runs share.
struct Runner<'a> {
    arguments: &'a Arguments,
    folder: Option<PathBuf>,
    vectors: WordVectors,
    stop: Stop,
    loaded: BTreeMap<&'static str, Loaded>,
}

impl<'a> Runner<'a> {
    fn new(arguments: &'a Arguments, stop: Stop) -> Result<Runner<'a>, CommandError> {
        if let Some(folder) = arguments.results.parent().filter(|path| !path.as_os_str().is_empty())
        {
            std::fs::create_dir_all(folder)
                .map_err(|source| CommandError::Write { path: folder.to_owned(), source })?;
        }
        Ok(Runner {
            arguments,
            folder: datasets::folder(arguments.data_dir.clone()),
            vectors: vectors::load(arguments.vectors.as_deref())?,
            stop,
            loaded: BTreeMap::new(),
        })
    }

    /// Table after table, within one seed after seed, so that what is there so far can be compared.
    fn run_all(&mut self, tables: &[Table], results: &mut Results) -> Result<(), CommandError> {
        let total: usize = tables.iter().map(|table| table.seeds.len() * table.rows.len()).sum();
        let mut count = 0;
        for table in tables {
            for &seed in &table.seeds {
                for row in &table.rows {
                    count += 1;
                    let plan = table.plan(row, seed);
                    if self.run_one(table.task, &plan, &format!("{count}/{total}"), results)? {
                        write_document(&self.arguments.out, tables, results)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// `true` where there was something to run.
    fn run_one(
        &mut self,
        name: &'static str,
        plan: &Plan,
        count: &str,
        results: &mut Results,
    ) -> Result<bool, CommandError> {
        if !self.loaded.contains_key(name) {
            let loaded = task::load(name, self.folder.as_deref())?;
            for warning in &loaded.warnings {
                eprintln!("note: {warning}");
            }
            self.loaded.insert(name, loaded);
        }
        let Some(loaded) = self.loaded.get(name) else { return Ok(false) };
        let data = results::data_of(loaded);
        if results.find(plan, Some(&data)).is_some() {
            return Ok(false);
        }
        let method = nearfar::settings::model_method_text(plan.method);
        eprintln!("run {count}: {name}, {method}, seed {}", plan.settings.options.seed);
        let conditions = Conditions {
            vectors: &self.vectors,
            resume: ResumeFile::beside(&results.state_of(plan, &data)),
            wish: Wish::IfThere,
            stop: self.stop.clone(),
            profile: false,
            go_on: "The same command goes on from there",
        };
        let start = Instant::now();
        let finished = session::train(plan, loaded, &conditions)?;
        let line = RunLine::new(plan, data, loaded, &finished, start.elapsed().as_secs_f64());
        if let Some(scores) = &finished.test {
            eprintln!("  test {}", scores.summary());
        }
        results.add(line)?;
        conditions.resume.remove()?;
        Ok(true)
    }
}
