//! `nearfar pack`: a checkpoint made small for a page, and what that costs.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use nearfar::checkpoint::Trained;
use nearfar_training::data::treebank::Reading;
use nearfar_training::save;

use crate::error::CommandError;
use crate::evaluate::fitted;
use crate::files::{self, Checkpoint};
use crate::print::print_line;
use crate::scores::Scores;
use crate::{datasets, task, vectors};

const EXAMPLES: &str = "\
Examples:
  nearfar pack sst2-da.safetensors --rows 2000 --data-dir DATA --out small.safetensors

Matrices become f16. Of the word vectors that training moved, the N that lie farthest from where
they started stay, in int8; the other words have the shared vectors again (or those seeded by their
spelling). Where the data of the checkpoint's task are at hand, the small model is measured anew and
its card tells the figures of both.";

/// Make a checkpoint small for a page: f16 matrices, the rows that moved most in int8.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A checkpoint that nearfar wrote
    checkpoint: PathBuf,
    /// Words that keep the vectors that training gave them
    #[arg(long, value_name = "N", default_value_t = 2000)]
    rows: usize,
    /// Where the small checkpoint is written
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The folder of the data sets [default: NEARFAR_DATA]
    #[arg(long, value_name = "DIR")]
    data_dir: Option<PathBuf>,
    /// The folder of the word vectors [default: NEARFAR_VECTORS, public/vectors]
    #[arg(long, value_name = "DIR")]
    vectors: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// Where the checkpoint cannot be read, the data do not fit it, or the file cannot be written.
pub fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let full = Checkpoint::open(&arguments.checkpoint)?;
    files::check_folder(&arguments.out)?;
    let vectors = arguments.vectors.as_deref();
    let vectors = vectors::load_if(full.trained.shared_vectors, vectors)?;
    let of_full = |source| CommandError::Checkpoint { path: full.path.clone(), source };
    let pack = |card: &BTreeMap<String, String>| {
        let packed = save::pack(&full.bytes, arguments.rows, &vectors, card).map_err(of_full)?;
        let trained = Trained::read_any(&packed).map_err(of_full)?;
        Ok::<_, CommandError>((packed, trained))
    };
    let (_, trained) = pack(&BTreeMap::new())?;
    let mut card = BTreeMap::from([("packed_rows".to_owned(), trained.table.len().to_string())]);
    for key in ["test_accuracy", "test_macro_f", "dev_accuracy", "dev_macro_f"] {
        // A file that was packed before keeps the figures of the first.
        let name = format!("full_{key}");
        let known = full.trained.card.get(&name).or_else(|| full.trained.card.get(key));
        if let Some(figure) = known {
            card.insert(name, figure.clone());
        }
    }
    let folder = datasets::folder(arguments.data_dir.clone());
    let name = full.entry("task");
    match task::load(name, folder.as_deref(), Reading::of(&trained.model.architecture)) {
        Ok(loaded) => {
            let dataset = fitted(loaded.dataset, &trained.model.architecture, &full.path)?;
            for (part, examples) in [("dev", &dataset.dev), ("test", &dataset.test)] {
                if !examples.is_empty() {
                    let scores = Scores::of(&trained, &vectors, &full.options, examples)?;
                    print_line!("{part:4} {}", scores.summary());
                    if let Some(full) = card.get(&format!("full_{part}_accuracy")) {
                        let full: f64 = full.parse().unwrap_or(f64::NAN);
                        let points = 100.0 * (scores.confusion.accuracy() - full);
                        print_line!("     {points:+.2} points against the full model");
                    }
                    card.extend(scores.entries(part));
                }
            }
        }
        Err(error) => {
            eprintln!("note: not measured anew, for the data of {name:?} are not at hand: {error}");
            let measured = ["dev", "test"].iter().flat_map(|part| {
                ["accuracy", "accuracy_interval", "macro_f", "macro_f_interval"]
                    .map(|figure| format!("{part}_{figure}"))
            });
            // The figures of the full model are not those of the small one.
            card.extend(measured.map(|key| (key, "not measured".to_owned())));
        }
    }
    let (packed, trained) = pack(&card)?;
    files::write(&arguments.out, &packed)?;
    print_line!(
        "{}: {} bytes (from {}), {} words with vectors of their own (from {})",
        arguments.out.display(),
        packed.len(),
        full.bytes.len(),
        trained.table.len(),
        full.trained.table.len()
    );
    Ok(())
}
