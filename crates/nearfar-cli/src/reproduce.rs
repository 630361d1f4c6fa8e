//! `nearfar reproduce`: the paper's tables with the data at hand, run by run, and a document that
//! says what the runs bear out.
//!
//! - [`tables`]: which runs a table needs, and what the paper has there
//! - [`results`]: a line for every finished run
//! - [`document`]: the Markdown, from the results that there are, with its pictures ([`learned`])
//! - [`folder`], [`machines`]: the same runs by many processes, on one machine or several

mod document;
mod folder;
mod learned;
mod machines;
mod results;
mod tables;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use nearfar::text::WordVectors;
use nearfar_training::data::treebank::Reading;

use crate::datasets::{self, Loaded};
use crate::error::CommandError;
use crate::files;
use crate::interrupt::Stop;
use crate::print::print_line;
use crate::resume::{ResumeFile, Wish};
use crate::session::{self, Conditions};
use crate::train::set_threads;
use crate::{task, vectors};
use folder::{Folder, Progress};
use machines::{Common, Starter};
use results::{Results, RunLine};
use tables::{Run, Table};

const EXAMPLES: &str = "\
Examples:
  nearfar reproduce all --data-dir DATA --out docs/reproduction.md
  nearfar reproduce tables-3-4 --only sst2 --seeds 1,2,3 --data-dir DATA
  nearfar reproduce all --write-only --out docs/reproduction.md

Every finished run is a line in the results file, with all its settings and the checksums of its
data; a run that is there is not run again. Interrupted (Ctrl-C), the same command goes on in the
middle of the run. The document is written anew after every run.

By many processes, on one machine or several that share a folder:
  nearfar reproduce plan tables-3-4 --dir RUNS --data-dir DATA --as slurm
  nearfar reproduce plan tables-3-4 --dir RUNS --data-dir DATA --as parallel
  nearfar reproduce run sst2-xl-seed-1 --dir RUNS --data-dir DATA
  nearfar reproduce collect RUNS --results docs/reproduction.jsonl --out docs/reproduction.md";

const PLAN_EXAMPLES: &str = "\
Examples:
  nearfar reproduce plan all --dir RUNS --data-dir DATA
  nearfar reproduce plan tables-3-4 --only sst2 --dir RUNS --data-dir DATA --as parallel
  nearfar reproduce plan all --dir RUNS --data-dir DATA --as slurm

Every run is one command, in whatever order and on whatever machine, as long as all see the folder.
`list` prints the commands; `parallel` writes them to DIR/runs.txt and prints the line that gives them
to GNU parallel, with a log of jobs; `slurm` writes a script for a job array and prints how it is
handed in. A command whose run is finished ends at once, one whose run stopped goes on: so what is
missing is started by starting all again.";

const RUN_EXAMPLES: &str = "\
Examples:
  nearfar reproduce run sst2-da-seed-1 --dir RUNS --data-dir DATA

The result is DIR/ID.json, written whole or not at all; its bytes are the same wherever the run is
made. Its state is kept after every epoch, and when it is interrupted. Two processes never make the
same run: the second ends with code 1.";

const COLLECT_EXAMPLES: &str = "\
Examples:
  nearfar reproduce collect RUNS --out reproduction.md
  nearfar reproduce collect RUNS --only sst2 --results docs/reproduction.jsonl --out docs/reproduction.md

With --results, the runs of that file count too, and what is new in the folder is added to it. What
is missing is named on standard error, with how far it is.";

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
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Arguments {
    #[command(subcommand)]
    many: Option<Many>,
    #[command(flatten)]
    one: OneAfterAnother,
}

/// The same by many processes.
#[derive(Debug, Subcommand)]
enum Many {
    Plan(PlanArguments),
    Run(RunArguments),
    Collect(CollectArguments),
}

/// Which runs.
#[derive(Debug, Args)]
struct Selection {
    /// Seeds, separated by commas [default: sst2 and snli 1 to 5, figures, agnews and reviews 1 to 3]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    seeds: Vec<u64>,
    /// Only these tasks, separated by commas
    #[arg(long, value_name = "TASKS", value_delimiter = ',')]
    only: Vec<String>,
    /// Epochs of every run [default: by task]
    #[arg(long, value_name = "N")]
    epochs: Option<usize>,
}

/// Where data are.
#[derive(Debug, Args)]
struct Places {
    /// The folder of the data sets [default: NEARFAR_DATA]
    #[arg(long, value_name = "DIR", alias = "data")]
    data_dir: Option<PathBuf>,
    /// The folder of the word vectors [default: NEARFAR_VECTORS, public/vectors]
    #[arg(long, value_name = "DIR")]
    vectors: Option<PathBuf>,
}

/// All in this process.
#[derive(Debug, Args)]
struct OneAfterAnother {
    /// Which
    #[arg(value_enum, required = true)]
    table: Option<Wanted>,
    #[command(flatten)]
    selection: Selection,
    /// Where the document is written
    #[arg(long, value_name = "FILE", default_value = "docs/reproduction.md")]
    out: PathBuf,
    /// Where finished runs are kept
    #[arg(long, value_name = "FILE", default_value = "target/reproduction/results.jsonl")]
    results: PathBuf,
    /// Run nothing: write the document from the results that there are
    #[arg(long)]
    write_only: bool,
    /// Leave out of the document, by name, what was not run
    #[arg(long)]
    leave_out: bool,
    /// Threads [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    #[command(flatten)]
    places: Places,
    /// Stop after so many steps as if interrupted
    #[arg(long, hide = true)]
    stop_after_steps: Option<u64>,
}

/// Write the list of runs, for many processes: a command each.
#[derive(Debug, Args)]
#[command(after_help = PLAN_EXAMPLES)]
struct PlanArguments {
    /// Which
    #[arg(value_enum, default_value = "all")]
    table: Wanted,
    #[command(flatten)]
    selection: Selection,
    /// The folder that the runs fill; it is made
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// What starts them
    #[arg(long = "as", value_name = "WHAT", value_enum, default_value = "list")]
    starter: Starter,
    /// Leave out the runs that this file has
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Threads of each run
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    #[command(flatten)]
    places: Places,
}

/// Make one run of the list, or several.
#[derive(Debug, Args)]
#[command(after_help = RUN_EXAMPLES)]
struct RunArguments {
    /// Which, by the names that `plan` gives
    #[arg(required = true, value_name = "ID")]
    ids: Vec<String>,
    /// The folder of results; it is made
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// Threads [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    #[command(flatten)]
    places: Places,
    /// Stop after so many steps as if interrupted
    #[arg(long, hide = true)]
    stop_after_steps: Option<u64>,
}

/// Make the tables of the runs in a folder, and say what is missing.
#[derive(Debug, Args)]
#[command(after_help = COLLECT_EXAMPLES)]
struct CollectArguments {
    /// The folder
    dir: PathBuf,
    /// Which tables
    #[arg(long = "tables", value_name = "WHICH", value_enum, default_value = "all")]
    table: Wanted,
    #[command(flatten)]
    selection: Selection,
    /// A file of finished runs that count too, and to which those of the folder are added
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Where the document is written
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Leave out of the document, by name, what was not run
    #[arg(long)]
    leave_out: bool,
}

/// Runs the command.
///
/// # Errors
/// Where the data cannot be had, a run fails, or the user interrupts.
pub fn run(arguments: Arguments) -> Result<(), CommandError> {
    match arguments.many {
        None => one_after_another(&arguments.one),
        Some(Many::Plan(arguments)) => plan(&arguments),
        Some(Many::Run(arguments)) => run_named(&arguments),
        Some(Many::Collect(arguments)) => collect(&arguments),
    }
}

fn one_after_another(arguments: &OneAfterAnother) -> Result<(), CommandError> {
    // The command line does not come so far without it.
    let tables = wanted(arguments.table.unwrap_or(Wanted::All), &arguments.selection)?;
    files::check_folder(&arguments.out)?;
    let mut results = Results::open(&arguments.results)?;
    let write =
        |results: &Results| write_document(&arguments.out, &tables, results, arguments.leave_out);
    if !arguments.write_only {
        set_threads(arguments.threads)?;
        let stop = Stop::listen(arguments.stop_after_steps)?;
        if let Some(folder) = arguments.results.parent().filter(|path| !path.as_os_str().is_empty())
        {
            Folder::make(folder)?;
        }
        let mut runner = Runner::new(&arguments.places, stop)?;
        let runs = tables::runs_of(&tables);
        for (place, run) in runs.iter().enumerate() {
            let data = runner.data_of(run)?;
            if results.find(&run.plan, Some(&data)).is_some() {
                continue;
            }
            let state = results.state_of(&run.plan, &data);
            let (line, state) =
                runner.train(run, &state, &format!("{}/{}", place + 1, runs.len()))?;
            results.add(line)?;
            state.remove()?;
            write(&results)?;
        }
    }
    write(&results)?;
    print_line!("{}", arguments.out.display());
    Ok(())
}

fn plan(arguments: &PlanArguments) -> Result<(), CommandError> {
    if arguments.threads == 0 {
        return Err(CommandError::Usage("--threads is 0, expected at least 1".to_owned()));
    }
    let mut runs = tables::runs_of(&wanted(arguments.table, &arguments.selection)?);
    if let Some(results) = &arguments.results {
        files::read(results)?;
        let results = Results::open(results)?;
        runs.retain(|run| results.find(&run.plan, None).is_none());
    }
    if runs.is_empty() {
        eprintln!("every run is there");
        return Ok(());
    }
    Folder::make(&arguments.dir)?;
    // The commands run wherever they are started.
    let whole = |path: &Path| {
        std::path::absolute(path)
            .map_err(|source| CommandError::Read { path: path.to_owned(), source })
    };
    let program = std::env::current_exe();
    let common = Common {
        program: program.map_err(|error| CommandError::System(error.to_string()))?,
        folder: whole(&arguments.dir)?,
        data: datasets::folder(arguments.places.data_dir.clone())
            .as_deref()
            .map(whole)
            .transpose()?,
        vectors: whole(&vectors::folder(arguments.places.vectors.as_deref()))?,
        threads: arguments.threads,
    };
    print_line!("{}", common.write(arguments.starter, &runs)?);
    Ok(())
}

fn run_named(arguments: &RunArguments) -> Result<(), CommandError> {
    let find = |id: &String| {
        Run::from_id(id).ok_or_else(|| {
            let why = format!("there is no run {id:?}; `nearfar reproduce plan` lists them");
            CommandError::Usage(why)
        })
    };
    let runs = arguments.ids.iter().map(find).collect::<Result<Vec<_>, _>>()?;
    let folder = Folder::make(&arguments.dir)?;
    set_threads(arguments.threads)?;
    let stop = Stop::listen(arguments.stop_after_steps)?;
    let mut runner = None;
    let mut busy = Vec::new();
    for (place, run) in runs.iter().enumerate() {
        let runner = match &mut runner {
            Some(runner) => runner,
            none => none.insert(Runner::new(&arguments.places, stop.clone())?),
        };
        let data = runner.data_of(run)?;
        let Some(held) = folder.hold(&run.id)? else {
            busy.push(run.id.clone());
            continue;
        };
        // Whoever had it before may have finished it.
        let is_there = folder.result(run)?.is_some_and(|line| line.data == data);
        if !is_there {
            let count = format!("{}/{}", place + 1, runs.len());
            let (line, state) = runner.train(run, &folder.checkpoint(&run.id), &count)?;
            folder.write(run, &line)?;
            state.remove()?;
        }
        held.finish();
        print_line!("{}: {}", run.id, if is_there { "was there" } else { "done" });
    }
    match busy.first() {
        None => Ok(()),
        Some(first) => Err(CommandError::Busy { path: folder.lock_file(first), ids: busy }),
    }
}

fn collect(arguments: &CollectArguments) -> Result<(), CommandError> {
    let tables = wanted(arguments.table, &arguments.selection)?;
    let folder = Folder::open(&arguments.dir)?;
    files::check_folder(&arguments.out)?;
    let mut results = match &arguments.results {
        Some(path) => Results::open(path)?,
        None => Results::empty(),
    };
    let runs = tables::runs_of(&tables);
    let (mut added, mut missing) = (0, Vec::new());
    for run in &runs {
        let known = results.find(&run.plan, None);
        match folder.result(run)? {
            Some(line) if known != Some(&line) => {
                results.take(line);
                added += 1;
            }
            None if known.is_none() => missing.push((run, folder.progress(run)?)),
            _ => {}
        }
    }
    if arguments.results.is_some() && added > 0 {
        results.write()?;
    }
    write_document(&arguments.out, &tables, &results, arguments.leave_out)?;
    print_line!(
        "{}: {} of {} runs",
        arguments.out.display(),
        runs.len() - missing.len(),
        runs.len()
    );
    for (run, progress) in missing {
        let how = match progress {
            // It was finished meanwhile.
            Progress::Finished => "finished just now",
            Progress::Running => "is being run",
            Progress::Stopped => "stopped in the middle",
            Progress::NotBegun => "not begun",
        };
        eprintln!("missing: {} ({how})", run.id);
    }
    Ok(())
}

fn write_document(
    out: &Path,
    tables: &[Table],
    results: &Results,
    leave_out: bool,
) -> Result<(), CommandError> {
    // Pictures lie beside the document, in a folder that is called like it.
    let stem = out.file_stem().unwrap_or_default().to_string_lossy();
    let folder = format!("{stem}-pictures");
    let document = document::write(tables, results, leave_out, &folder)?;
    let pictures = out.with_file_name(&folder);
    if !document.pictures.is_empty() {
        Folder::make(&pictures)?;
    }
    for (name, svg) in &document.pictures {
        files::write(&pictures.join(name), svg.as_bytes())?;
    }
    files::write(out, document.text.as_bytes())
}

/// The tables that the command line asks for.
fn wanted(which: Wanted, arguments: &Selection) -> Result<Vec<Table>, CommandError> {
    let mut tables = tables::all();
    tables.retain(|table| which == Wanted::All || table.wanted == which);
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
struct Runner {
    data: Option<PathBuf>,
    vectors: WordVectors,
    stop: Stop,
    loaded: BTreeMap<&'static str, Loaded>,
}

impl Runner {
    fn new(places: &Places, stop: Stop) -> Result<Runner, CommandError> {
        Ok(Runner {
            data: datasets::folder(places.data_dir.clone()),
            vectors: vectors::load(places.vectors.as_deref())?,
            stop,
            loaded: BTreeMap::new(),
        })
    }

    fn load(&mut self, name: &'static str) -> Result<&Loaded, CommandError> {
        if !self.loaded.contains_key(name) {
            let loaded = task::load(name, self.data.as_deref(), Reading::default())?;
            for warning in &loaded.warnings {
                eprintln!("note: {warning}");
            }
            self.loaded.insert(name, loaded);
        }
        let missing = || CommandError::System(format!("{name} was not loaded"));
        self.loaded.get(name).ok_or_else(missing)
    }

    /// The checksums of a run's data.
    fn data_of(&mut self, run: &Run) -> Result<Vec<String>, CommandError> {
        Ok(results::data_of(self.load(run.task)?))
    }

    /// Makes a run, from its state where there is one. `state` is where that is kept, as the name of its
    /// checkpoint; it is removed once the result lies safely where it belongs.
    fn train(
        &mut self,
        run: &Run,
        state: &Path,
        count: &str,
    ) -> Result<(RunLine, ResumeFile), CommandError> {
        let Run { task, plan, .. } = run;
        self.load(task)?;
        let method = nearfar::settings::model_method_text(plan.method);
        eprintln!("run {count}: {task}, {method}, seed {}", plan.settings.options.seed);
        let conditions = Conditions {
            vectors: &self.vectors,
            resume: ResumeFile::beside(state),
            wish: Wish::IfThere,
            stop: self.stop.clone(),
            profile: false,
            go_on: "The same command goes on from there",
        };
        let missing = || CommandError::System(format!("{task} was not loaded"));
        let loaded = self.loaded.get(task).ok_or_else(missing)?;
        let finished = session::train(plan, loaded, &conditions)?;
        let line = RunLine::new(plan, results::data_of(loaded), loaded, &finished);
        if let Some(scores) = &finished.test {
            eprintln!("  test {}", scores.summary());
        }
        Ok((line, conditions.resume))
    }
}
