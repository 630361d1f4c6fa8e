//! Models of others on the disk: the file, what lies beside it (its configuration, its tokenizer), and the
//! parts that an index names.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use nearfar::checkpoint::Trained;
use nearfar_inspect::bundle::{self, Bundle};
use nearfar_inspect::checkpoint::Named;
use nearfar_inspect::encoder::Encoder;
use nearfar_inspect::kinds::is_index;
use nearfar_inspect::maps::Maps;
use nearfar_inspect::recognise::recognise_with;
use nearfar_inspect::source::FileSource;
use nearfar_inspect::tokenizer::{Token, Tokenizer};
use nearfar_inspect::words::tokenizer_fits;

use crate::error::CommandError;
use crate::files;
use crate::hand::ByHand;

/// Bytes of weights, and of what is kept of a run: a machine has more than a page.
pub const LIMIT_BYTES: u64 = 64 << 30;
/// The tokenizers that are found beside a model.
const TOKENIZERS: [&str; 2] = ["tokenizer.json", "vocab.txt"];
/// Tokenizers of other forms, which are named where one of those is missing.
const OTHER_TOKENIZERS: [&str; 5] = [
    "vocab.json",
    "tokenizer.model",
    "spiece.model",
    "sentencepiece.bpe.model",
    "tokenizer_config.json",
];
/// The configuration that lies beside a model.
const CONFIG: &str = "config.json";

/// Opens a model with the files named, and with the config.json and the parts that lie beside it;
/// `config` is its configuration, whatever its name.
///
/// # Errors
/// Where a file cannot be read or is refused.
pub fn open(
    path: &Path,
    beside: &[PathBuf],
    config: Option<&Path>,
) -> Result<Bundle, CommandError> {
    let mut files = vec![named(path)?];
    for path in beside {
        files.push(named(path)?);
    }
    if let Some(config) = config {
        files.push(Named { name: CONFIG.to_owned(), ..named(config)? });
    }
    let folder = path.parent().unwrap_or_else(|| Path::new(""));
    let mut lying = Vec::new();
    let has_config = files.iter().skip(1).any(|file| file.name.ends_with(CONFIG));
    if !has_config && path.file_name().is_some_and(|name| name != CONFIG) {
        lying.push(CONFIG.to_owned());
    }
    let refused = |path: &Path, source| CommandError::Inspect { path: path.to_owned(), source };
    if let Some(index) = files.first().filter(|file| is_index(&file.name)) {
        lying.extend(bundle::parts_of(index).map_err(|source| refused(path, source))?);
    }
    for name in lying {
        let path = folder.join(&name);
        if path.is_file() && files.iter().all(|file| file.name != name) {
            files.push(named(&path)?);
        }
    }
    bundle::open_together(files).map_err(|error| {
        let named = Path::new(&error.file).file_name().unwrap_or_default();
        let of = if path.file_name() == Some(named) { path.to_owned() } else { folder.join(named) };
        refused(&of, error.error)
    })
}

/// A model that runs, with how many words it knows. What no file says and is assumed goes to standard error.
///
/// # Errors
/// As [`open`]; where the file holds no model, or one that cannot be run.
pub fn load(
    path: &Path,
    config: Option<&Path>,
    by_hand: &ByHand,
) -> Result<(Encoder, usize), CommandError> {
    let misfit = |why: String| CommandError::Misfit { path: path.to_owned(), why };
    let bundle = open(path, &[], config)?;
    if Maps::find(&bundle.checkpoint).is_some() {
        let why = "it holds attention weights, which were computed already: there is no model to run. Open it \
                   in the page's Lab to see them";
        return Err(misfit(why.to_owned()));
    }
    let report = recognise_with(&bundle.checkpoint, bundle.config.as_ref(), &by_hand.assignment()?);
    bundle.notes.iter().chain(&bundle.passed_over).for_each(|note| eprintln!("note: {note}"));
    if let Some(why) = report.cannot_run() {
        let seen = report.still_seen(|name| bundle.checkpoint.shape_of(name));
        return Err(misfit(format!("forward: no, because {why}. What can be seen: {seen}")));
    }
    let mut encoder = Encoder::load(&bundle.checkpoint, &report, LIMIT_BYTES)
        .map_err(|error| misfit(error.to_string()))?;
    if report.method_beside().is_some() {
        let bytes = std::fs::read(path).map_err(|error| misfit(error.to_string()))?;
        let trained = Trained::read(&bytes).map_err(|error| misfit(error.to_string()))?;
        encoder.attend_as(&trained.model.words);
    }
    for departs in &report.departures {
        eprintln!("warning: {departs}");
    }
    for assumed in &report.assumptions {
        eprintln!("assumed: {}: {} ({})", assumed.what, assumed.value, assumed.why);
    }
    Ok((encoder, report.words))
}

/// What parts a text for a stranger's model.
pub struct Parting {
    tokenizer: Tokenizer,
    path: PathBuf,
}

impl Parting {
    /// The tokenizer `named`, or the one beside a model of so many words.
    ///
    /// # Errors
    /// Where there is none (`instead` says what else could be given), it is refused, or is another model's.
    pub fn of(
        model: &Path,
        named: Option<&Path>,
        words: usize,
        instead: &str,
    ) -> Result<Parting, CommandError> {
        let folder = model.parent().unwrap_or_else(|| Path::new(""));
        let lies = |name: &&str| folder.join(name).is_file();
        let found = named.map(Path::to_owned);
        let found = found.or_else(|| Some(folder.join(TOKENIZERS.iter().copied().find(lies)?)));
        let Some(path) = found else {
            let other = OTHER_TOKENIZERS.iter().find(|name| lies(name)).map(|name| {
                format!(
                    ". The {name} there is not read: AutoTokenizer.from_pretrained(…).save_pretrained(…) of \
                     transformers writes a tokenizer.json"
                )
            });
            let why = format!(
                "there is no {} beside it, and a text is not read without: put the model's own there, or name \
                 it by --tokenizer{instead}{}",
                TOKENIZERS.join(" or "),
                other.unwrap_or_default()
            );
            return Err(CommandError::Misfit { path: model.to_owned(), why });
        };
        let misfit = |why: String| CommandError::Misfit { path: path.clone(), why };
        let bytes = files::read(&path)?;
        let tokenizer = match path.extension().is_some_and(|extension| extension == "txt") {
            true => {
                let beside = path.with_file_name("tokenizer_config.json");
                let config = beside.is_file().then(|| files::read(&beside)).transpose()?;
                Tokenizer::from_vocab_beside(&String::from_utf8_lossy(&bytes), config.as_deref())
            }
            false => Tokenizer::from_json(&bytes),
        };
        let tokenizer = tokenizer.map_err(|error| misfit(error.to_string()))?;
        let pieces = tokenizer.len();
        match tokenizer_fits(pieces, words, true) {
            Err(why) if pieces > words => return Err(misfit(why.to_string())),
            // What lies beside a model is believed: tables are made longer by more than a page lets pass (Phi).
            Err(_) => eprintln!("note: {}: {pieces} pieces for {words} words", path.display()),
            Ok(_) => {}
        }
        tokenizer.notes().iter().for_each(|note| eprintln!("note: {}: {note}", path.display()));
        Ok(Parting { tokenizer, path })
    }

    /// A text in at most so many tokens, and how many were left out.
    ///
    /// # Errors
    /// Where the tokenizer refuses it.
    pub fn read(&self, text: &str, most: usize) -> Result<(Vec<Token>, usize), CommandError> {
        let misfit = |why: String| CommandError::Misfit { path: self.path.clone(), why };
        self.tokenizer.encode_at_most(text, most).map_err(|error| misfit(error.to_string()))
    }
}

fn named(path: &Path) -> Result<Named, CommandError> {
    let read = |source| CommandError::Read { path: path.to_owned(), source };
    files::check_no_folder(path)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Named { name, source: FileSource::open(path).map(Arc::new).map_err(read)? })
}
