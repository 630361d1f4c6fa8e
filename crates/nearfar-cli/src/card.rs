//! `nearfar card`: how a checkpoint came about and how good it is, from its own metadata; and the
//! entries that the other commands put there.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use nearfar::attention::HeadParameters;
use nearfar::checkpoint::Trained;

use crate::datasets::Loaded;
use crate::error::CommandError;
use crate::files::Checkpoint;
use crate::own;
use crate::plan::Plan;
use crate::task::{VECTOR_TERMS, terms};

const EXAMPLES: &str = "\
Examples:
  nearfar card sst2-da.safetensors
  nearfar card public/checkpoints/*.safetensors --markdown > public/checkpoints/README.md";

/// Tell how a checkpoint came about: data and their terms, seed, settings, accuracy, w and v.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Checkpoints that nearfar wrote
    #[arg(required = true)]
    checkpoints: Vec<PathBuf>,
    /// Write Markdown
    #[arg(long)]
    markdown: bool,
}

/// Runs the command.
///
/// # Errors
/// Where a file is no checkpoint.
pub fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let mut text = String::new();
    if arguments.markdown && arguments.checkpoints.len() > 1 {
        text += MARKDOWN_HEAD;
    }
    for path in &arguments.checkpoints {
        let card = Card { checkpoint: &Checkpoint::open(path)?, markdown: arguments.markdown };
        // Writing to a string does not fail.
        let _ = card.write(&mut text);
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    Ok(std::io::stdout().write_all(text.as_bytes())?)
}

const MARKDOWN_HEAD: &str = "\
# Checkpoints

Trained models that the page opens. Each is a .safetensors file whose metadata hold what is written
here; `nearfar card public/checkpoints/*.safetensors --markdown` writes this page anew, and `nearfar
evaluate FILE --data-dir DATA` repeats the figures. The formats are read by
`crates/nearfar/src/checkpoint`.

";

/// The metadata that say what a run was trained on.
pub fn data_entries(plan: &Plan, loaded: &Loaded) -> BTreeMap<String, String> {
    let dataset = &loaded.dataset;
    let files: Vec<String> =
        loaded.files.iter().map(|file| format!("{} {}", file.sha256, file.name)).collect();
    let data_terms = terms(&plan.task);
    let all_terms = match plan.settings.own_vectors {
        None => format!("{data_terms} Word vectors: {VECTOR_TERMS}"),
        Some(_) => data_terms.to_owned(),
    };
    let patience = plan.patience.map_or("none".to_owned(), |epochs| epochs.to_string());
    let entries = [
        ("task", plan.task.clone()),
        ("data_files", files.join("\n")),
        ("terms", all_terms),
        ("train_examples", dataset.train.len().to_string()),
        ("patience", patience),
        ("program", concat!("nearfar ", env!("CARGO_PKG_VERSION")).to_owned()),
    ];
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// How w came out against its start, in a sentence.
pub fn turned(trained: &Trained) -> String {
    let (start, now) = (&trained.start, &trained.model.words.heads);
    let positive = |heads: &[HeadParameters]| heads.iter().filter(|head| head.w > 0.0).count();
    let changed = |pick: fn(&HeadParameters) -> f64| {
        let pairs = start.iter().zip(now);
        // 0 has no sign to change.
        pairs.filter(|(then, now)| pick(then) * pick(now) < 0.0).count()
    };
    format!(
        "w is positive (far) in {} of {} heads, at the start in {}; w changed its sign in {}, v in {}",
        positive(now),
        now.len(),
        positive(start),
        changed(|head| head.w),
        changed(|head| head.v)
    )
}

struct Card<'a> {
    checkpoint: &'a Checkpoint,
    markdown: bool,
}

impl Card<'_> {
    fn write(&self, out: &mut String) -> std::fmt::Result {
        let checkpoint = self.checkpoint;
        let name = checkpoint.path.file_name().unwrap_or_default().to_string_lossy();
        let mark = if self.markdown { "## " } else { "" };
        writeln!(out, "{mark}{name}\n")?;
        for (title, value) in self.facts() {
            if value.is_empty() {
                continue;
            }
            if self.markdown {
                writeln!(out, "- **{title}**: {value}")?;
            } else {
                writeln!(out, "{title:10} {value}")?;
            }
        }
        self.figures(out)?;
        if checkpoint
            .trained
            .model
            .architecture
            .method
            .lab()
            .is_some_and(|lab| lab.knows_distance())
        {
            self.heads(out)?;
        }
        for (title, head, rows) in own::tables(&checkpoint.trained) {
            writeln!(out, "\n{title}.")?;
            let head: Vec<&str> = head.iter().map(String::as_str).collect();
            self.table(out, &head, &rows)?;
        }
        writeln!(out)
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let checkpoint = self.checkpoint;
        let entry = |key: &str| checkpoint.entry(key);
        let list = |keys: &[&str]| {
            let known = keys.iter().filter(|key| !entry(key).is_empty());
            let pairs: Vec<String> =
                known.map(|key| format!("{} {}", key.replace('_', " "), entry(key))).collect();
            pairs.join(", ")
        };
        let classes = entry("classes").replace('\n', ", ");
        let examples = list(&["train_examples", "dev_examples", "test_examples"]);
        let rows = match entry("packed_rows") {
            "" => String::new(),
            rows => format!(
                "{} bytes; matrices in f16, {rows} words with vectors of their own in int8",
                checkpoint.bytes.len()
            ),
        };
        let data_files: Vec<String> = entry("data_files")
            .lines()
            .filter_map(|line| line.split_once(' '))
            .map(|(hash, file)| format!("{file} (SHA-256 {hash})"))
            .collect();
        let parts =
            ["heads", "dimensions", "width", "feed_forward", "pooling", "structure", "vectors"];
        let settings = [
            "seed",
            "epochs",
            "best_epoch",
            "patience",
            "batch",
            "learning_rate",
            "head_learning_rate",
            "schedule",
            "dropout",
            "head_start",
            "train_vectors",
            "longest",
            "most_texts",
        ];
        vec![
            ("Task", format!("{}: {classes}", entry("task"))),
            ("Method", entry("method").to_owned()),
            ("Model", list(&parts)),
            ("Data", data_files.join("; ")),
            ("Examples", examples),
            ("Terms", entry("terms").to_owned()),
            ("Training", list(&settings)),
            ("Packed", rows),
            ("Made by", entry("program").to_owned()),
        ]
    }

    fn figures(&self, out: &mut String) -> std::fmt::Result {
        let checkpoint = self.checkpoint;
        let number = |key: &str| checkpoint.entry(key).parse::<f64>().ok();
        let interval = |key: &str| {
            let (low, high) = checkpoint.entry(key).split_once(' ')?;
            let (low, high) = (low.parse::<f64>().ok()?, high.parse::<f64>().ok()?);
            Some(format!(" [{:.1}, {:.1}]", 100.0 * low, 100.0 * high))
        };
        let figure = |key: &str| {
            let interval = interval(&format!("{key}_interval")).unwrap_or_default();
            number(key).map_or("-".to_owned(), |x| format!("{:.2} %{interval}", 100.0 * x))
        };
        let is_packed = !checkpoint.entry("packed_rows").is_empty();
        let mut rows = Vec::new();
        for part in ["dev", "test"] {
            if checkpoint.entry(&format!("{part}_accuracy")).is_empty() {
                continue;
            }
            let mut row = vec![
                part.to_owned(),
                figure(&format!("{part}_accuracy")),
                figure(&format!("{part}_macro_f")),
            ];
            if is_packed {
                row.push(figure(&format!("full_{part}_accuracy")));
            }
            rows.push(row);
        }
        if rows.is_empty() {
            return Ok(());
        }
        let mut head = vec!["part", "accuracy [95 %]", "macro-F [95 %]"];
        if is_packed {
            head.push("accuracy before packing");
        }
        self.table(out, &head, &rows)
    }

    /// w and v sorted by the learned w.
    fn heads(&self, out: &mut String) -> std::fmt::Result {
        let trained = &self.checkpoint.trained;
        let now = &trained.model.words.heads;
        let mut heads: Vec<(usize, &HeadParameters)> = now.iter().enumerate().collect();
        heads.sort_by(|a, b| a.1.w.total_cmp(&b.1.w));
        let rows: Vec<Vec<String>> = heads
            .into_iter()
            .map(|(place, now)| {
                let then = trained.start.get(place);
                let start = |pick: fn(&HeadParameters) -> f64| {
                    then.map_or("-".to_owned(), |then| format!("{:+.3}", pick(then)))
                };
                vec![
                    (place + 1).to_string(),
                    start(|head| head.w),
                    format!("{:+.3}", now.w),
                    start(|head| head.v),
                    format!("{:+.3}", now.v),
                ]
            })
            .collect();
        writeln!(out, "\n{}.", turned(trained))?;
        self.table(out, &["head", "w at the start", "w", "v at the start", "v"], &rows)
    }

    fn table(&self, out: &mut String, head: &[&str], rows: &[Vec<String>]) -> std::fmt::Result {
        writeln!(out)?;
        if self.markdown {
            writeln!(out, "| {} |", head.join(" | "))?;
            writeln!(out, "|{}", " --- |".repeat(head.len()))?;
            return rows.iter().try_for_each(|row| writeln!(out, "| {} |", row.join(" | ")));
        }
        let width = |column: usize| {
            let cells = rows.iter().filter_map(|row| row.get(column)).map(String::len);
            cells.chain(head.get(column).map(|head| head.len())).max().unwrap_or(0)
        };
        let line = |cells: &mut dyn Iterator<Item = &str>| {
            let cells: Vec<String> = cells
                .enumerate()
                .map(|(column, cell)| format!("{cell:wide$}", wide = width(column)))
                .collect();
            cells.join("  ").trim_end().to_owned()
        };
        writeln!(out, "{}", line(&mut head.iter().copied()))?;
        rows.iter()
            .try_for_each(|row| writeln!(out, "{}", line(&mut row.iter().map(String::as_str))))
    }
}
