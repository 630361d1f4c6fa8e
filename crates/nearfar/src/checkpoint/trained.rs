//! A trained model as Nearfar writes it: the tensors of [`Architecture::tensors`], the start of w
//! and v, the words with vectors of their own, and the card that says how it came about.

use ndarray::Array2;

use super::error::CheckpointError;
use super::safetensors::SafeTensors;
use crate::ModelMethod;
use crate::attention::HeadParameters;
use crate::model::{Architecture, Model, ModelError, Pooling, Structure};
use crate::settings::{model_method_from_text, model_method_text};
use crate::sorted::SortedMap;
use crate::text::embedding::{Embedded, Origin, seeded_by_spelling};
use crate::text::{DIMENSION, VectorPart, WordVectors};

/// The value of the metadata entry `format`.
pub const FORMAT: &str = "nearfar-model/1";
/// What stands before its version.
const ANY_FORMAT: &str = "nearfar-model/";
/// So many bytes at the start of a file say whether [this project wrote it](is_own).
pub const START: usize = 1 << 16;

/// Whether the start of a file says that this project wrote it, whole or damaged, in this version or another.
pub fn is_own(start: &[u8]) -> bool {
    let start = start.get(..START).unwrap_or(start);
    start.windows(ANY_FORMAT.len()).any(|bytes| bytes == ANY_FORMAT.as_bytes())
}

/// The value of the entry `vectors` where words without a row of their own take it from the shared
/// table; otherwise they are seeded by their spelling.
pub const SHARED_VECTORS: &str = "glove-6b-100d-int8";
/// What stands before the name of a tensor that says where another started.
pub const START_PREFIX: &str = "start.";
/// The tensor with the words that have rows of their own: UTF-8, one to a line, in the order of
/// their bytes.
pub const WORDS: &str = "embedding.words";
/// Their vectors, `[V, D]`; where they are I8, each row is multiplied by its [`ROW_SCALES`].
pub const ROWS: &str = "embedding.rows";
/// One factor per row, `[V]`.
pub const ROW_SCALES: &str = "embedding.scales";

/// The words with vectors of their own, which training moved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WordTable {
    width: usize,
    /// In the order of their bytes.
    words: Vec<String>,
    rows: Vec<f32>,
}

impl WordTable {
    /// Rows `[V, width]` of words, `[V]`. `None` where the counts do not agree, or the words are
    /// not in the order of their bytes, each once.
    pub fn new(words: Vec<String>, width: usize, rows: Vec<f32>) -> Option<WordTable> {
        let in_order = words.windows(2).all(|pair| pair[0] < pair[1]);
        let fits = words.len().checked_mul(width) == Some(rows.len());
        (in_order && fits).then_some(WordTable { width, words, rows })
    }

    /// The rows of a part of a table of word vectors.
    pub fn of_part(part: &VectorPart) -> WordTable {
        let words = part.words().to_vec();
        let rows = words.iter().filter_map(|word| part.vector(word)).flatten().collect();
        WordTable { width: DIMENSION, words, rows }
    }

    /// The vector of a word, `[D]`.
    pub fn get(&self, word: &str) -> Option<&[f32]> {
        let place = self.words.binary_search_by(|known| known.as_str().cmp(word)).ok()?;
        self.rows.get(place * self.width..(place + 1) * self.width)
    }

    /// The words, in the order of their bytes.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether no word has a vector of its own.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}

/// A trained model with what it needs to read text.
#[derive(Clone, Debug, PartialEq)]
pub struct Trained {
    /// The model.
    pub model: Model<f32>,
    /// Where w and v of the words' heads started, `[h]`; empty where the file does not say.
    pub start: Vec<HeadParameters>,
    /// Where the positions of another method than the Lab's started: the tensors of the words by
    /// their names in the checkpoint, as far as the file has them.
    pub own_start: Vec<(String, Vec<f32>)>,
    /// The words that training moved.
    pub table: WordTable,
    /// Whether other words have the vectors of the shared table.
    pub shared_vectors: bool,
    /// How the model came about: every entry of the metadata.
    pub card: SortedMap<String, String>,
}

impl Trained {
    /// Reads a checkpoint of a model that answers to texts.
    ///
    /// # Errors
    /// Where the bytes are no such file, its tensors do not make a model, or the model gives every word a class
    /// ([`Trained::read_any`] reads these, too).
    pub fn read(bytes: &[u8]) -> Result<Trained, CheckpointError> {
        Trained::read_any(bytes)?.of_texts()
    }

    /// Whether the Lab computes its attention itself; else the program that reads any model's files gives its queries,
    /// keys and scores.
    pub fn is_of_lab(&self) -> bool {
        !matches!(self.model.architecture.method, ModelMethod::Own(_))
    }

    /// That it answers to texts: a room that shows one answer, and has no trees, takes no other.
    fn of_texts(self) -> Result<Trained, CheckpointError> {
        match self.model.architecture.structure {
            Structure::Tokens => Err(CheckpointError::EveryWord),
            Structure::Single | Structure::Pair | Structure::Hierarchical => Ok(self),
        }
    }

    /// Reads a checkpoint, whatever its model answers.
    ///
    /// # Errors
    /// Where the bytes are no such file, or its tensors do not make a model.
    pub fn read_any(bytes: &[u8]) -> Result<Trained, CheckpointError> {
        let file = SafeTensors::read(bytes)?;
        let mut trained = Trained::without_words(&file)?;
        if file.has(WORDS) {
            trained.table = read_table(&file, trained.model.architecture.width)?;
        }
        Ok(trained)
    }

    /// Reads a checkpoint that is still coming, of which `bytes` are the first: all of it but its
    /// words, in whose place stands `table`, so that it is the same model for the words in it.
    /// `None` while anything else has not come; the words are the last in the files of `nearfar pack`.
    ///
    /// # Errors
    /// As [`Trained::read`].
    pub fn read_start(bytes: &[u8], table: &WordTable) -> Result<Option<Trained>, CheckpointError> {
        let Some(file) = SafeTensors::read_start(bytes)? else { return Ok(None) };
        if !file.names().all(|name| [WORDS, ROWS].contains(&name) || file.has_come(name)) {
            return Ok(None);
        }
        let mut trained = Trained::without_words(&file)?.of_texts()?;
        trained.table = table.clone();
        Ok(Some(trained))
    }

    fn without_words(file: &SafeTensors) -> Result<Trained, CheckpointError> {
        let architecture = read_architecture(file.metadata())?;
        let width = architecture.width;
        // Shapes can only be counted where the sizes are possible.
        architecture.check().map_err(ModelError::from)?;
        for spec in architecture.tensors() {
            // What is missing is the model's to say.
            if file.has(&spec.name) {
                file.check_shape(&spec.name, &spec.shape)?;
            }
        }
        let of_heads = |name: &str| {
            let values = || file.numbers_of(name, &[architecture.heads]);
            file.has(name).then(values).transpose()
        };
        // Lines have w, k and b, which are among `own_start`.
        let start = of_heads("start.words.attention.w")?.zip(of_heads("start.words.attention.v")?);
        let mut own_start = Vec::new();
        if architecture.method.lab().is_none() {
            for spec in architecture.tensors() {
                let name = format!("{START_PREFIX}{}", spec.name);
                if spec.role.is_position() && file.has(&name) {
                    own_start.push((spec.name, file.numbers_of(&name, &spec.shape)?));
                }
            }
        }
        let model = Model::from_tensors(architecture, |name| file.numbers(name).ok())?;
        let start = start.map_or_else(Vec::new, |(w, v)| {
            let pair = |(&w, &v): (&f32, &f32)| HeadParameters { w: w.into(), v: v.into() };
            w.iter().zip(&v).map(pair).collect()
        });
        let vectors = file.metadata().get("vectors");
        let shared_vectors = vectors.is_some_and(|vectors| vectors == SHARED_VECTORS);
        if shared_vectors && width != DIMENSION {
            let why = format!("is {width}, but the shared vectors have {DIMENSION} dimensions");
            return Err(CheckpointError::Metadata { key: "width", why });
        }
        let table = WordTable::default();
        Ok(Trained {
            model,
            start,
            own_start,
            table,
            shared_vectors,
            card: file.metadata().clone(),
        })
    }

    /// The embedding of words, `[N, D]`, as training saw them: the row that training moved, else
    /// that of the shared table, else one seeded by the spelling.
    pub fn embed<'a>(
        &self,
        words: impl IntoIterator<Item = &'a str>,
        vectors: &WordVectors,
    ) -> Embedded {
        let width = self.model.architecture.width;
        let words: Vec<&str> = words.into_iter().collect();
        let mut matrix = Array2::zeros((words.len(), width));
        let mut origin = Vec::with_capacity(words.len());
        for (word, mut out) in words.into_iter().zip(matrix.outer_iter_mut()) {
            let mut fill = |values: &[f32]| {
                out.iter_mut().zip(values).for_each(|(out, &value)| *out = value);
            };
            if let Some(row) = self.table.get(word) {
                fill(row);
                origin.push(Origin::Learned);
            } else if self.shared_vectors {
                let mut embedded = vectors.embed([word]);
                fill(embedded.matrix.as_slice().unwrap_or_default());
                origin.extend(embedded.origin.pop());
            } else {
                fill(&seeded_by_spelling(word, width));
                origin.push(Origin::Unknown);
            }
        }
        Embedded { matrix, origin }
    }
}

fn read_table(file: &SafeTensors, width: usize) -> Result<WordTable, CheckpointError> {
    let wrong = |name: &str, why: String| CheckpointError::Tensor { name: name.to_owned(), why };
    let text = std::str::from_utf8(file.bytes(WORDS)?).map_err(|error| {
        wrong(WORDS, format!("is not UTF-8 after byte {}", error.valid_up_to()))
    })?;
    let words: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut rows = file.numbers_of(ROWS, &[words.len(), width])?;
    if file.has(ROW_SCALES) {
        let scales = file.numbers_of(ROW_SCALES, &[words.len()])?;
        for (row, scale) in rows.chunks_mut(width.max(1)).zip(scales) {
            row.iter_mut().for_each(|value| *value *= scale);
        }
    }
    if let Some(place) = rows.iter().position(|value| !value.is_finite()) {
        return Err(wrong(ROWS, format!("holds a number that is not finite, at place {place}")));
    }
    let (count, found) = (words.len(), rows.len());
    let mismatch = || {
        let why = format!(
            "has {found} numbers for {count} words of {width}, which must be in the order of their bytes, each once"
        );
        wrong(ROWS, why)
    };
    WordTable::new(words, width, rows).ok_or_else(mismatch)
}

/// The metadata entries that say what a model is made of.
pub fn architecture_entries(architecture: &Architecture) -> Vec<(&'static str, String)> {
    let pooling = match architecture.pooling {
        Pooling::Mean => "mean".to_owned(),
        Pooling::Attention { size } => format!("attention:{size}"),
    };
    let structure = match architecture.structure {
        Structure::Single => "single",
        Structure::Pair => "pair",
        Structure::Hierarchical => "hierarchical",
        Structure::Tokens => "tokens",
    };
    let labels = label_names(architecture.method).map(|names| (LABELS, names));
    let entries = [
        ("format", FORMAT.to_owned()),
        ("method", model_method_text(architecture.method)),
        ("heads", architecture.heads.to_string()),
        ("dimensions", architecture.dimensions.to_string()),
        ("width", architecture.width.to_string()),
        ("feed_forward", architecture.feed_forward.to_string()),
        ("pooling", pooling),
        ("structure", structure.to_owned()),
        ("classes", architecture.classes.join("\n")),
    ];
    entries.into_iter().chain(labels).collect()
}

/// The entry with the names of the rows of a specialised head's `label_table`, one to a line.
const LABELS: &str = "labels";

fn label_names(method: ModelMethod) -> Option<String> {
    let ModelMethod::Own(own) = method else { return None };
    own.definition().guide.map(|guide| guide.names().join("\n"))
}

/// The architecture that metadata say.
///
/// # Errors
/// Where an entry is missing or is not what it should be.
pub fn read_architecture(
    metadata: &SortedMap<String, String>,
) -> Result<Architecture, CheckpointError> {
    let entry = |key: &'static str| {
        let missing = || CheckpointError::Metadata { key, why: "is missing".to_owned() };
        metadata.get(key).map(String::as_str).ok_or_else(missing)
    };
    let wrong = |key: &'static str, text: &str, expected: &str| CheckpointError::Metadata {
        key,
        why: format!("is `{}`, expected {expected}", text.chars().take(60).collect::<String>()),
    };
    let number = |key: &'static str| {
        let text = entry(key)?;
        text.parse::<usize>().map_err(|_| wrong(key, text, "a whole number"))
    };
    let format = entry("format")?;
    if format != FORMAT {
        return Err(wrong("format", format, FORMAT));
    }
    let method = model_method_from_text(entry("method")?).map_err(|why| {
        CheckpointError::Metadata { key: "method", why: format!("is wrong: {why}") }
    })?;
    if let Some(names) = label_names(method)
        && entry(LABELS)? != names
    {
        let expected = format!("{}, one to a line", names.replace('\n', ", "));
        return Err(wrong(LABELS, entry(LABELS)?, &expected));
    }
    let pooling = match entry("pooling")? {
        "mean" => Pooling::Mean,
        text => {
            let size = text.strip_prefix("attention:").and_then(|size| size.parse().ok());
            let size = size.ok_or_else(|| wrong("pooling", text, "mean or attention:SIZE"))?;
            Pooling::Attention { size }
        }
    };
    let structure = match entry("structure")? {
        "single" => Structure::Single,
        "pair" => Structure::Pair,
        "hierarchical" => Structure::Hierarchical,
        "tokens" => Structure::Tokens,
        text => return Err(wrong("structure", text, "single, pair, hierarchical or tokens")),
    };
    Ok(Architecture {
        method,
        heads: number("heads")?,
        dimensions: number("dimensions")?,
        width: number("width")?,
        feed_forward: number("feed_forward")?,
        pooling,
        structure,
        classes: entry("classes")?.split('\n').map(str::to_owned).collect(),
    })
}
