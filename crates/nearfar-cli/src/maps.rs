//! The attention of any model that runs, from a text by its tokenizer or from numbers of tokens: in the terminal,
//! or as a file that the page and [`nearfar_inspect::maps`] read.

use std::io::{Seek, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use nearfar_inspect::encoder::Input;
use nearfar_inspect::export::{self, ExportError};
use nearfar_inspect::maps::{IDS, Maps, NAME, TOKENS};
use nearfar_inspect::source::FileSource;
use nearfar_inspect::tensor::Storage;
use nearfar_inspect::{Dtype, Tensor};
use serde_json::json;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::attend::{Arguments, strongest};
use crate::error::CommandError;
use crate::print::print_line;
use crate::strangers::{self, LIMIT_BYTES, Parting};

/// Attention weights on one text of N tokens.
pub struct Attention {
    /// The tokens, `[N]`.
    pub tokens: Vec<String>,
    /// Their numbers, `[N]`; empty for words.
    pub ids: Vec<u32>,
    /// A, `[layers, heads, N, N]`.
    pub weights: Vec<Vec<Vec<Vec<f32>>>>,
}

/// Runs a text, or token IDs, through a model that nearfar did not write.
///
/// # Errors
/// Where the model cannot be run or the text not be read, or nothing can be written.
pub fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let path = &arguments.checkpoint;
    let misfit = |why: String| CommandError::Misfit { path: path.clone(), why };
    let (encoder, words) = strangers::load(path, arguments.config.as_deref(), &arguments.by_hand)?;
    let numbers = |ids: &[u32]| ids.iter().map(|id| format!("#{id}")).collect();
    let (ids, tokens): (Vec<u32>, Vec<String>) = match (&*arguments.texts, &*arguments.ids) {
        ([], []) => return Err(CommandError::Usage(Arguments::NOTHING.to_owned())),
        (texts, ids) if encoder.reads_vectors() => {
            let why = match (texts, ids) {
                ([], _) => "the model reads words, not token IDs; give it a text in place of --ids",
                _ => {
                    "the model reads words, and only a .safetensors that nearfar wrote has them in it"
                }
            };
            return Err(misfit(why.to_owned()));
        }
        ([], ids) => (ids.to_vec(), numbers(ids)),
        ([text], _) => {
            let instead = ", or give the token IDs by --ids";
            let parting = Parting::of(path, arguments.tokenizer.as_deref(), words, instead)?;
            let (tokens, cut) = parting.read(text, encoder.positions().unwrap_or(usize::MAX))?;
            if cut > 0 {
                eprintln!(
                    "note: the model has {} positions; {cut} tokens are left out",
                    tokens.len()
                );
            }
            if tokens.is_empty() {
                return Err(CommandError::NoWords(text.clone()));
            }
            tokens.into_iter().map(|token| (token.id, token.text)).unzip()
        }
        _ => {
            let why =
                "two texts, but only models that nearfar wrote are known to read pairs; give one";
            return Err(CommandError::Usage(why.to_owned()));
        }
    };
    let go_on = &mut |_: usize, _: usize| ControlFlow::Continue(());
    let run = encoder
        .run(Input::Ids(&ids), LIMIT_BYTES, go_on)
        .map_err(|error| misfit(error.to_string()))?;
    let n = ids.len();
    let map = |map: &[f32]| map.chunks(n).map(<[f32]>::to_vec).collect();
    let weights = run.layers.iter().map(|layer| layer.weights.chunks(n * n).map(map).collect());
    let weights = weights.collect();
    Attention { tokens, ids, weights }.give(arguments)
}

impl Attention {
    /// Writes it where `--out` says, else prints it.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn give(&self, arguments: &Arguments) -> Result<(), CommandError> {
        if let Some(out) = &arguments.out {
            return self.write(out);
        }
        if arguments.json {
            let whole = json!({ TOKENS: self.tokens, IDS: self.ids, NAME: self.weights });
            print_line!("{whole}");
            return Ok(());
        }
        print_line!("{} tokens: {}", self.tokens.len(), self.tokens.join(" "));
        print_line!("layer head  strongest links between two tokens, query > key");
        for (layer, heads) in self.weights.iter().enumerate() {
            for (head, map) in heads.iter().enumerate() {
                let links = strongest(&self.tokens, map);
                print_line!("{:5} {:4}  {links}", layer + 1, head + 1);
            }
        }
        Ok(())
    }

    /// Writes an .npz: what one array cannot hold is refused, and what the page does not show is said.
    fn write(&self, path: &Path) -> Result<(), CommandError> {
        let misfit = |why: String| CommandError::Misfit { path: path.to_owned(), why };
        let heads = self.weights.first().map_or(0, Vec::len);
        if let Some(place) = self.weights.iter().position(|layer| layer.len() != heads) {
            let other = self.weights.get(place).map_or(0, Vec::len);
            return Err(misfit(format!(
                "layer {} has {other} heads, the first {heads}: one array cannot hold both",
                place + 1
            )));
        }
        let failed = |source| CommandError::Write { path: path.to_owned(), source };
        let mut unfinished = path.as_os_str().to_owned();
        unfinished.push(".part");
        let unfinished = PathBuf::from(unfinished);
        let file = std::fs::File::create(&unfinished).map_err(failed)?;
        let written = self.archive(std::io::BufWriter::new(file), heads);
        let placed = written.and_then(|()| std::fs::rename(&unfinished, path));
        placed.map_err(|error| {
            let _ = std::fs::remove_file(&unfinished);
            failed(error)
        })?;
        let (layers, n) = (self.weights.len(), self.tokens.len());
        let ids = if self.ids.is_empty() { String::new() } else { format!("{IDS} [{n}], ") };
        print_line!(
            "{}: {ids}{TOKENS} [{n}], {NAME} [{layers}, {heads}, {n}, {n}]",
            path.display()
        );
        let source = FileSource::open(path).map_err(failed)?;
        let read = nearfar_inspect::open(Arc::new(source), &[]);
        let read = read.map_err(|error| misfit(error.to_string()))?;
        if let Some(Err(why)) = Maps::find(&read) {
            eprintln!("note: the page does not show it: {why}");
        }
        Ok(())
    }

    /// An .npz of the arrays, not compressed.
    fn archive(&self, out: impl Write + Seek, heads: usize) -> Result<(), std::io::Error> {
        let n = self.tokens.len() as u64;
        let mut zip = ZipWriter::new(out);
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .large_file(true);
        let mut entry = |name: &str, write: &dyn Fn(&mut dyn Write) -> Result<(), ExportError>| {
            zip.start_file(format!("{name}.npy"), options).map_err(std::io::Error::other)?;
            write(&mut zip).map_err(|error| match error {
                ExportError::Write(error) => error,
                ExportError::Read(error) => std::io::Error::other(error.to_string()),
            })
        };
        if !self.ids.is_empty() {
            let ids: Vec<f64> = self.ids.iter().map(|&id| id.into()).collect();
            entry(IDS, &|out| export::npy(&array(IDS, Dtype::I64, vec![n], &ids), out))?;
        }
        entry(TOKENS, &|out| export::npy_texts(&self.tokens, out))?;
        let layers = self.weights.len() as u64;
        let rows = self.weights.iter().flatten().flatten().flatten();
        let weights: Vec<f64> = rows.map(|&x| f64::from(x)).collect();
        let shape = vec![layers, heads as u64, n, n];
        entry(NAME, &|out| export::npy(&array(NAME, Dtype::F32, shape.clone(), &weights), out))?;
        zip.finish().map_err(std::io::Error::other)?.flush()
    }
}

fn array(name: &str, dtype: Dtype, shape: Vec<u64>, values: &[f64]) -> Tensor {
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
