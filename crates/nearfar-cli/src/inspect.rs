//! `nearfar inspect`: what is in a checkpoint of any format that is read, and what it was recognised
//! as. Nothing in the file is executed.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use nearfar_inspect::bundle::Bundle;
use nearfar_inspect::export::{self, ExportError, Line};
use nearfar_inspect::kinds;
use nearfar_inspect::recognise::recognise_with;
use nearfar_inspect::report::{Report, Status};
use nearfar_inspect::statistics::{Histogram, Statistics, histogram, statistics};
use nearfar_inspect::{Checkpoint, InspectError, Tensor};
use serde_json::{Value, json};

use crate::error::CommandError;
use crate::files::ending;
use crate::hand::ByHand;
use crate::print::print_line;
use crate::strangers;

const EXAMPLES: &str = "\
Examples:
  nearfar inspect model.safetensors
  nearfar inspect model.safetensors.index.json
  nearfar inspect model.safetensors --heads 12 --causal false
  nearfar inspect model.onnx model.onnx.data --json
  nearfar inspect model.pt --tensor encoder.layers.0.self_attn.w
  nearfar inspect model.gguf --tensor blk.0.attn_q.weight --out query.npy
  nearfar inspect model.pt --out model.safetensors

The last lines say what it was recognised as, and `forward: yes`, or `forward: no, because ...`: a model is
run by `nearfar attend` and in the page only where all that shapes its attention is known. A
config.json beside it is found, and so are the parts that an index names.";

/// The examples, and which files are read.
fn help() -> String {
    let kinds = kinds::in_words();
    format!(
        "{EXAMPLES}\n\nFormats are told by content: {kinds}. Nothing in a file is executed; what a pickle \
         names is listed, and not called. That says nothing about what other programs do with the file."
    )
}

/// The most values of a tensor that are printed.
const SHOWN: usize = 8;
/// The width of a bar of a histogram, in signs.
const BAR: u64 = 40;

/// List the tensors of a checkpoint with their statistics, and what it was recognised as.
#[derive(Debug, Args)]
#[command(after_help = help())]
pub struct Arguments {
    /// The checkpoint
    file: PathBuf,
    /// Files that belong to it: a config.json that does not lie beside it, the numbers of an .onnx file
    beside: Vec<PathBuf>,
    /// One tensor: statistics, histogram, first numbers
    #[arg(long, value_name = "NAME")]
    tensor: Option<String>,
    /// Only names, types, shapes and sizes: nothing but the header is read
    #[arg(long)]
    no_statistics: bool,
    /// Write the tensor as .npy or .csv, or the whole checkpoint as .safetensors, or its statistics as
    /// .csv or .json, by the ending of the name
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    by_hand: ByHand,
}

/// Runs the command.
///
/// # Errors
/// Where a file cannot be read or is refused, a tensor is not there, or nothing can be written.
pub fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let bundle = strangers::open(&arguments.file, &arguments.beside, None)?;
    match &arguments.tensor {
        Some(name) => one(arguments, &bundle.checkpoint, name),
        None => all(arguments, &bundle),
    }
}

fn refused(path: &Path, source: InspectError) -> CommandError {
    CommandError::Inspect { path: path.to_owned(), source }
}

/// Everything in the file.
fn all(arguments: &Arguments, bundle: &Bundle) -> Result<(), CommandError> {
    let checkpoint = &bundle.checkpoint;
    let assignment = arguments.by_hand.assignment()?;
    let figures = if arguments.no_statistics {
        vec![None; checkpoint.tensors.len()]
    } else {
        every_statistics(checkpoint)
    };
    let found: Vec<Option<&Statistics>> =
        figures.iter().map(|one| one.as_ref().and_then(|one| one.as_ref().ok())).collect();
    if let Some(path) = &arguments.out {
        return write_all(path, checkpoint, &found);
    }
    let report = recognise_with(checkpoint, bundle.config.as_ref(), &assignment);
    if arguments.json {
        print_line!("{:#}", as_json(checkpoint, &report, &figures));
        return Ok(());
    }
    let numbers = numbers(checkpoint);
    print_line!("{:?}: {} tensors, {numbers} numbers", checkpoint.format, checkpoint.tensors.len());
    for (key, value) in &checkpoint.metadata {
        let short: String = value.chars().take(100).collect();
        let more = if short.len() < value.len() { " ..." } else { "" };
        print_line!("  {key}: {}{more}", short.replace('\n', " "));
    }
    print_line!("");
    print_table(&checkpoint.tensors, &figures);
    print_report(&report, checkpoint);
    for note in checkpoint.notes.iter().chain(&bundle.notes).chain(&bundle.passed_over) {
        print_line!("note: {note}");
    }
    for file in &checkpoint.wanted {
        print_line!("note: {file} holds numbers of this model; name it after the checkpoint");
    }
    Ok(())
}

/// How many numbers all tensors have.
fn numbers(checkpoint: &Checkpoint) -> u64 {
    checkpoint.tensors.iter().fold(0, |sum, tensor| sum.saturating_add(tensor.len()))
}

/// The figures of every tensor, with a bar on a terminal; the reason where there are none.
fn every_statistics(checkpoint: &Checkpoint) -> Vec<Option<Result<Statistics, InspectError>>> {
    let bar = ProgressBar::new(numbers(checkpoint));
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {percent} % {msg}") {
        bar.set_style(style);
    }
    let mut done = 0_u64;
    let mut found = Vec::new();
    for tensor in &checkpoint.tensors {
        bar.set_message(tensor.name.clone());
        let count = tensor.len();
        let mut go_on = |share: f64| {
            bar.set_position(done.saturating_add((share * count as f64) as u64));
            true
        };
        found.push(statistics(tensor, &mut go_on).transpose());
        done = done.saturating_add(count);
    }
    bar.finish_and_clear();
    found
}

fn print_table(tensors: &[Tensor], figures: &[Option<Result<Statistics, InspectError>>]) {
    let shape = |tensor: &Tensor| {
        let sides: Vec<String> = tensor.shape.iter().map(u64::to_string).collect();
        if sides.is_empty() { "one number".to_owned() } else { sides.join(" x ") }
    };
    let width = |cell: &dyn Fn(&Tensor) -> usize, least: usize| {
        tensors.iter().map(cell).max().unwrap_or(0).max(least)
    };
    let names = width(&|tensor| tensor.name.chars().count(), 4);
    let types = width(&|tensor| tensor.type_name.chars().count(), 4);
    let shapes = width(&|tensor| shape(tensor).len(), 5);
    let with_figures = figures.iter().any(Option::is_some);
    let mut head =
        format!("{:names$}  {:types$}  {:shapes$}  {:>12}", "name", "type", "shape", "bytes");
    if with_figures {
        for title in ["min", "max", "mean", "deviation"] {
            head.push_str(&format!("  {title:>11}"));
        }
        head.push_str("  zeros  not finite");
    }
    print_line!("{head}");
    for (tensor, figures) in tensors.iter().zip(figures) {
        let mut line = format!(
            "{:names$}  {:types$}  {:shapes$}  {:>12}",
            tensor.name,
            tensor.type_name,
            shape(tensor),
            tensor.bytes
        );
        match figures {
            Some(Ok(found)) => {
                for number in [found.min, found.max, found.mean, found.deviation] {
                    line.push_str(&format!("  {:>11}", number.map_or("-".to_owned(), short)));
                }
                let zeros = found
                    .share_of_zeros()
                    .map_or("-".to_owned(), |share| format!("{:.1} %", 100.0 * share));
                line.push_str(&format!("  {zeros:>5}  {:>10}", found.non_finite()));
            }
            Some(Err(error)) => line.push_str(&format!("  {error}")),
            None => {}
        }
        print_line!("{}", line.trim_end());
    }
}

/// A number in at most 11 signs.
fn short(x: f64) -> String {
    let size = x.abs();
    if x == 0.0 || (1e-3..1e6).contains(&size) { format!("{x:.5}") } else { format!("{x:.4e}") }
}

fn print_report(report: &Report, checkpoint: &Checkpoint) {
    print_line!("");
    print_line!("recognised as {}: {}", report.family, report.why);
    match report.cannot_run() {
        None => print_line!("forward: yes"),
        Some(why) => {
            print_line!("forward: no, because {why}");
            print_line!(
                "  what can be seen: {}",
                report.still_seen(|name| checkpoint.shape_of(name))
            );
        }
    }
    for departs in &report.departures {
        print_line!("  warning: {departs}");
    }
    for assumed in report.assumptions.iter().filter(|_| report.obstacles.is_empty()) {
        print_line!("  assumed: {}: {} ({})", assumed.what, assumed.value, assumed.why);
    }
    if !report.prefix.is_empty() {
        print_line!("  names begin with {}", report.prefix);
    }
    if !report.layers.is_empty() {
        let stacks: Vec<String> =
            report.stacks().into_iter().map(|(name, count)| format!("{count} ({name}*)")).collect();
        print_line!("  layers stored: {}; run: {}", stacks.join(" + "), report.depth());
        match report.heads.value {
            0 => print_line!("  heads: {}", report.heads.why),
            heads => print_line!("  heads: {heads} of {} ({})", report.head_size, report.heads.why),
        }
    }
    let of = |status| report.findings.iter().filter(move |finding| finding.status == status);
    print_line!(
        "  tensors: {} recognised, {} missing, {} extra, {} of another shape",
        of(Status::Recognised).count(),
        of(Status::Missing).count(),
        of(Status::Extra).count(),
        of(Status::Reshaped).count()
    );
    let named =
        [(Status::Missing, "missing"), (Status::Extra, "extra"), (Status::Reshaped, "reshaped")];
    for (status, word) in named {
        for finding in of(status) {
            print_line!("  {word}: {}: {}", finding.tensor, finding.why);
        }
    }
    for note in &report.notes {
        print_line!("  note: {note}");
    }
}

fn as_json(
    checkpoint: &Checkpoint,
    report: &Report,
    figures: &[Option<Result<Statistics, InspectError>>],
) -> Value {
    let tensors = checkpoint.tensors.iter().zip(figures).map(|(tensor, figures)| {
        let mut entry = json!({
            "name": tensor.name,
            "dtype": tensor.type_name,
            "shape": tensor.shape,
            "bytes": tensor.bytes,
            "shared": tensor.shared,
        });
        match figures {
            Some(Ok(found)) => entry["statistics"] = json!(found),
            Some(Err(error)) => entry["error"] = json!(error.to_string()),
            None => {}
        }
        entry
    });
    json!({
        "format": checkpoint.format,
        "metadata": checkpoint.metadata.iter().map(|(key, value)| json!([key, value])).collect::<Vec<_>>(),
        "tensors": tensors.collect::<Vec<_>>(),
        "forward": { "runs": report.obstacles.is_empty(), "because": report.cannot_run() },
        "recognised": report,
        "notes": checkpoint.notes,
        "wanted": checkpoint.wanted,
    })
}

/// One tensor.
fn one(arguments: &Arguments, checkpoint: &Checkpoint, name: &str) -> Result<(), CommandError> {
    let tensor = checkpoint.find(name).ok_or_else(|| {
        let near: Vec<&str> = checkpoint
            .tensors
            .iter()
            .map(|tensor| tensor.name.as_str())
            .filter(|known| known.contains(name) || name.contains(known))
            .take(5)
            .collect();
        let hint = match near[..] {
            [] => "leave --tensor out to list the names".to_owned(),
            _ => format!("there is {}", near.join(", ")),
        };
        CommandError::Usage(format!("{} has no tensor `{name}`; {hint}", arguments.file.display()))
    })?;
    if let Some(path) = &arguments.out {
        return match ending(path) {
            "npy" => write(path, |out| export::npy(tensor, out)),
            "csv" => write(path, |out| export::csv(tensor, out)),
            other => Err(CommandError::Usage(format!(
                "--out: a tensor is written as .npy or .csv, not as `.{other}`"
            ))),
        };
    }
    let refused = |source| refused(&arguments.file, source);
    let found = statistics(tensor, &mut |_| true).map_err(refused)?.unwrap_or_default();
    let spread = histogram(tensor, &found, &mut |_| true).map_err(refused)?;
    let mut first = vec![0.0; (tensor.len().min(SHOWN as u64)) as usize];
    tensor.read(0, &mut first).map_err(refused)?;
    if arguments.json {
        print_line!(
            "{:#}",
            json!({
                "name": tensor.name, "dtype": tensor.type_name, "shape": tensor.shape,
                "bytes": tensor.bytes, "shared": tensor.shared, "statistics": found,
                "histogram": spread, "first": first,
            })
        );
        return Ok(());
    }
    print_table(std::slice::from_ref(tensor), &[Some(Ok(found))]);
    let more = if tensor.len() > SHOWN as u64 { ", ..." } else { "" };
    let first: Vec<String> = first.iter().map(f64::to_string).collect();
    print_line!("\nbegins with {}{more}", first.join(", "));
    if let Some(spread) = spread {
        print_line!("");
        print_histogram(&spread);
    }
    Ok(())
}

/// Sixteen bars, each of as many of the histogram's as fall together.
fn print_histogram(spread: &Histogram) {
    let together = spread.counts.len().div_ceil(16);
    let bars: Vec<u64> = spread.counts.chunks(together).map(|bars| bars.iter().sum()).collect();
    let most = bars.iter().copied().max().unwrap_or(0).max(1);
    let width = (spread.to - spread.from) / bars.len() as f64;
    for (place, &count) in bars.iter().enumerate() {
        let from = spread.from + width * place as f64;
        let length = count.saturating_mul(BAR).div_ceil(most) as usize;
        print_line!("{:>11}  {:40}  {count}", short(from), "#".repeat(length));
    }
    print_line!("{:>11}", short(spread.to));
}

fn write_all(
    path: &Path,
    checkpoint: &Checkpoint,
    figures: &[Option<&Statistics>],
) -> Result<(), CommandError> {
    let lines = || -> Vec<Line> {
        let pairs = checkpoint.tensors.iter().zip(figures);
        pairs.map(|(tensor, &statistics)| line_of(tensor, statistics)).collect()
    };
    match ending(path) {
        "safetensors" => {
            let mut left_out = Vec::new();
            write(path, |out| {
                left_out = export::safetensors(checkpoint, out)?;
                Ok(())
            })?;
            for (name, why) in left_out {
                eprintln!("left out: {name}: {why}");
            }
            Ok(())
        }
        "csv" => write(path, |out| export::statistics_csv(&lines(), out)),
        "json" => write(path, |out| export::statistics_json(&lines(), out)),
        other => Err(CommandError::Usage(format!(
            "--out: a checkpoint is written as .safetensors, its statistics as .csv or .json, not as \
             `.{other}`; for .npy name a tensor by --tensor"
        ))),
    }
}

fn line_of<'a>(tensor: &'a Tensor, statistics: Option<&'a Statistics>) -> Line<'a> {
    Line {
        name: &tensor.name,
        dtype: &tensor.type_name,
        shape: &tensor.shape,
        bytes: tensor.bytes,
        statistics,
    }
}

/// Writes a file; what was there is replaced when the new one is whole.
fn write(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> Result<(), ExportError>,
) -> Result<(), CommandError> {
    let failed = |source| CommandError::Write { path: path.to_owned(), source };
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".part");
    let unfinished = PathBuf::from(unfinished);
    let mut out = BufWriter::new(File::create(&unfinished).map_err(failed)?);
    let written = fill(&mut out).and_then(|()| Ok(out.flush()?));
    if let Err(error) = written {
        let _ = std::fs::remove_file(&unfinished);
        return Err(match error {
            ExportError::Read(source) => refused(path, source),
            ExportError::Write(source) => failed(source),
        });
    }
    std::fs::rename(&unfinished, path).map_err(failed)
}
