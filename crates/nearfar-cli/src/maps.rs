//! `nearfar attend MODEL --ids`: the attention of any model that runs, as arrays of NumPy.

use std::io::{Seek, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use nearfar_inspect::encoder::{Encoder, Input, Run};
use nearfar_inspect::export::{self, ExportError};
use nearfar_inspect::recognise::recognise_with;
use nearfar_inspect::tensor::Storage;
use nearfar_inspect::{Dtype, Tensor};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::error::CommandError;
use crate::hand::ByHand;
use crate::print::print_line;
use crate::strangers;

/// Bytes of weights, and of what is kept of a run: a machine has more than a page.
const LIMIT_BYTES: u64 = 64 << 30;

/// Runs the numbers of tokens through a model and writes `ids [N]` and `attentions [layers, heads, N, N]`.
///
/// # Errors
/// Where the model cannot be run, or nothing can be written.
pub fn run(
    path: &Path,
    config: Option<&Path>,
    ids: &[u32],
    out: &Path,
    by_hand: &ByHand,
) -> Result<(), CommandError> {
    let bundle = strangers::open(path, &[], config)?;
    let report = recognise_with(&bundle.checkpoint, bundle.config.as_ref(), &by_hand.assignment()?);
    let misfit = |why: String| CommandError::Misfit { path: path.to_owned(), why };
    for note in &bundle.notes {
        eprintln!("note: {note}");
    }
    if let Some(why) = report.cannot_run() {
        return Err(misfit(format!(
            "forward: no, because {why}. What can be seen: {}",
            report.still_seen()
        )));
    }
    let encoder = Encoder::load(&bundle.checkpoint, &report, LIMIT_BYTES)
        .map_err(|error| misfit(error.to_string()))?;
    if encoder.reads_vectors() {
        let why = "the model reads words, not numbers of tokens; give it a text in place of --ids";
        return Err(misfit(why.to_owned()));
    }
    let go_on = &mut |_: usize, _: usize| ControlFlow::Continue(());
    let run = encoder
        .run(Input::Ids(ids), LIMIT_BYTES, go_on)
        .map_err(|error| misfit(error.to_string()))?;
    for assumed in &report.assumptions {
        eprintln!("assumed: {}: {} ({})", assumed.what, assumed.value, assumed.why);
    }
    let heads = run.layers.first().map_or(0, |layer| layer.heads);
    if let Some(place) = run.layers.iter().position(|layer| layer.heads != heads) {
        let other = run.layers.get(place).map_or(0, |layer| layer.heads);
        return Err(misfit(format!(
            "layer {} has {other} heads, the first {heads}: one array cannot hold both",
            place + 1
        )));
    }
    write(out, ids, &run, heads)?;
    let (layers, n) = (run.layers.len(), ids.len());
    print_line!("{}: ids [{n}], attentions [{layers}, {heads}, {n}, {n}]", out.display());
    Ok(())
}

fn write(path: &Path, ids: &[u32], run: &Run, heads: usize) -> Result<(), CommandError> {
    let failed = |source| CommandError::Write { path: path.to_owned(), source };
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".part");
    let unfinished = PathBuf::from(unfinished);
    let file = std::fs::File::create(&unfinished).map_err(failed)?;
    let written = archive(std::io::BufWriter::new(file), ids, run, heads);
    let placed = written.and_then(|()| std::fs::rename(&unfinished, path));
    placed.map_err(|error| {
        let _ = std::fs::remove_file(&unfinished);
        failed(error)
    })
}

/// An .npz of the two arrays, not compressed.
fn archive(
    out: impl Write + Seek,
    ids: &[u32],
    run: &Run,
    heads: usize,
) -> Result<(), std::io::Error> {
    let n = ids.len() as u64;
    let weights = run.layers.iter().flat_map(|layer| &layer.weights).map(|&x| f64::from(x));
    let layers = run.layers.len() as u64;
    let mut zip = ZipWriter::new(out);
    let options =
        SimpleFileOptions::default().compression_method(CompressionMethod::Stored).large_file(true);
    for array in [
        array("ids", Dtype::I64, vec![n], ids.iter().map(|&id| id.into()).collect()),
        array("attentions", Dtype::F32, vec![layers, heads as u64, n, n], weights.collect()),
    ] {
        zip.start_file(format!("{}.npy", array.name), options).map_err(std::io::Error::other)?;
        export::npy(&array, &mut zip).map_err(|error| match error {
            ExportError::Write(error) => error,
            ExportError::Read(error) => std::io::Error::other(error.to_string()),
        })?;
    }
    zip.finish().map_err(std::io::Error::other)?.flush()
}

fn array(name: &str, dtype: Dtype, shape: Vec<u64>, values: Vec<f64>) -> Tensor {
    Tensor {
        name: name.to_owned(),
        dtype,
        type_name: String::new(),
        shape,
        bytes: 0,
        shared: None,
        repeats: false,
        storage: Storage::Values(values.into()),
    }
}
