//! A run as bytes: as a checkpoint for others to use, and as a state to go on from.

use std::collections::{BTreeMap, HashMap};

use half::f16;
use nearfar::checkpoint::trained::{
    ROW_SCALES, ROWS, SHARED_VECTORS, START_PREFIX, WORDS, architecture_entries,
};
use nearfar::checkpoint::{CheckpointError, SafeTensors, Trained};
use nearfar::methods::Syntax;
use nearfar::model::TensorSpec;
use nearfar::sorted::SortedMap;
use nearfar::text::WordVectors;
use nearfar::text::embedding::seeded_by_spelling;
use safetensors::tensor::{Dtype, TensorView};

use crate::corpus::Corpus;
use crate::options::Options;
use crate::parameters::{Moments, Parameters};
use crate::run::{Best, Run, RunError};

/// A tensor to be written.
struct Out {
    name: String,
    dtype: Dtype,
    shape: Vec<usize>,
    bytes: Vec<u8>,
}

impl Out {
    fn f32(name: impl Into<String>, shape: &[usize], values: &[f32]) -> Out {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        Out { name: name.into(), dtype: Dtype::F32, shape: shape.to_vec(), bytes }
    }

    fn f16(name: impl Into<String>, shape: &[usize], values: &[f32]) -> Out {
        let bytes = values.iter().flat_map(|&value| f16::from_f32(value).to_le_bytes()).collect();
        Out { name: name.into(), dtype: Dtype::F16, shape: shape.to_vec(), bytes }
    }

    fn u8(name: impl Into<String>, bytes: Vec<u8>) -> Out {
        Out { name: name.into(), dtype: Dtype::U8, shape: vec![bytes.len()], bytes }
    }
}

fn write(tensors: Vec<Out>, metadata: BTreeMap<String, String>) -> Vec<u8> {
    let views = tensors.iter().map(|out| {
        let view = TensorView::new(out.dtype, out.shape.clone(), &out.bytes);
        let view = view.unwrap_or_else(|error| unreachable!("{}: {error}", out.name));
        (out.name.as_str(), view)
    });
    // The format's own writer orders the tensors by type and name, but takes the metadata in the
    // order of a hash map; one entry of them all keeps the same run the same bytes.
    let metadata: HashMap<String, String> = metadata.into_iter().collect();
    let bytes = safetensors::serialize(views, Some(metadata));
    let bytes = bytes.unwrap_or_else(|error| unreachable!("every view was checked: {error}"));
    in_order(bytes)
}

/// The same file with its header's keys in order.
fn in_order(bytes: Vec<u8>) -> Vec<u8> {
    let Some((length, rest)) = bytes.split_first_chunk::<8>() else { return bytes };
    let (header, numbers) = rest.split_at(u64::from_le_bytes(*length) as usize);
    // Objects of serde_json are ordered by key.
    let Ok(header) = serde_json::from_slice::<serde_json::Value>(header) else { return bytes };
    let mut header = header.to_string().into_bytes();
    // Numbers start at a multiple of 8 bytes, as the format recommends.
    header.resize(header.len().next_multiple_of(8), b' ');
    [&(header.len() as u64).to_le_bytes(), header.as_slice(), numbers].concat()
}

/// A checkpoint for a page, from one that [`Run::checkpoint`] wrote: matrices in f16, and of the
/// words with vectors of their own the `rows` that training moved farthest, in int8. The others
/// fall back on the vector that they started from. `card` replaces entries of the metadata.
///
/// # Errors
/// Where `full` is no checkpoint, or holds numbers that f16 cannot.
pub fn pack(
    full: &[u8],
    rows: usize,
    vectors: &WordVectors,
    card: &BTreeMap<String, String>,
) -> Result<Vec<u8>, CheckpointError> {
    let trained = Trained::read_any(full)?;
    let file = SafeTensors::read(full)?;
    let mut tensors = Vec::new();
    for name in file.names().filter(|name| ![WORDS, ROWS, ROW_SCALES].contains(name)) {
        let shape = file.shape(name).unwrap_or_default();
        let values = file.numbers(name)?;
        tensors.push(if shape.len() > 1 {
            Out::f16(name, shape, &values)
        } else {
            Out::f32(name, shape, &values)
        });
    }
    let list = if file.has(WORDS) { file.bytes(WORDS)? } else { &[] };
    // Trained::read_any has found it to be UTF-8.
    let list = std::str::from_utf8(list).unwrap_or_default();
    tensors.extend(packed_rows(&trained, list, rows, vectors));
    let mut metadata: BTreeMap<String, String> = entries(&trained.card);
    metadata.extend(card.clone());
    let packed = write(tensors, metadata);
    Trained::read_any(&packed)?;
    Ok(packed)
}

/// The `count` rows farthest from their start, in the order of the list, and their words.
fn packed_rows(trained: &Trained, list: &str, count: usize, vectors: &WordVectors) -> Vec<Out> {
    let width = trained.model.architecture.width;
    let distance = |word: &str, row: &[f32]| -> f32 {
        let start = if trained.shared_vectors {
            vectors.embed([word]).matrix.into_raw_vec_and_offset().0
        } else {
            seeded_by_spelling(word, width)
        };
        row.iter().zip(start).map(|(now, then)| (now - then) * (now - then)).sum()
    };
    let known = list.lines().filter_map(|word| Some((word, trained.table.get(word)?)));
    let mut kept: Vec<(usize, f32, &str, &[f32])> = known
        .enumerate()
        .map(|(place, (word, row))| (place, distance(word, row), word, row))
        .collect();
    kept.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    kept.truncate(count);
    kept.sort_unstable_by_key(|(place, ..)| *place);
    let mut scales = Vec::with_capacity(kept.len());
    let mut bytes = Vec::with_capacity(kept.len() * width);
    for (_, _, _, row) in &kept {
        let largest = row.iter().fold(f32::MIN_POSITIVE, |largest, x| largest.max(x.abs()));
        let scale = largest / 127.0;
        scales.push(scale);
        bytes.extend(row.iter().map(|x| (x / scale).round() as i8 as u8));
    }
    let words: Vec<&str> = kept.iter().map(|(_, _, word, _)| *word).collect();
    let shape = vec![kept.len(), width];
    vec![
        Out::u8(WORDS, words.join("\n").into_bytes()),
        Out { name: ROWS.to_owned(), dtype: Dtype::I8, shape, bytes },
        Out::f32(ROW_SCALES, &[kept.len()], &scales),
    ]
}

impl Run {
    /// The best epoch (or the present, where none is over) as a checkpoint that
    /// [`nearfar::checkpoint::Trained`] and any reader of .safetensors can open: every number in
    /// f32, every row that training moved. `card` is added to the metadata: where the data come
    /// from, results. [`pack`] makes a small one of it.
    pub fn checkpoint(&self, card: &BTreeMap<String, String>) -> Vec<u8> {
        let (parameters, table) = match &self.best {
            Some(best) => (&best.parameters, &best.table),
            None => (&self.parameters, &self.table),
        };
        let mut tensors: Vec<Out> = Vec::new();
        for parameter in parameters.iter() {
            tensors.push(Out::f32(&parameter.spec.name, &parameter.spec.shape, &parameter.values));
        }
        for parameter in self.start.iter() {
            if parameter.spec.role.is_position() {
                let name = format!("{START_PREFIX}{}", parameter.spec.name);
                tensors.push(Out::f32(name, &parameter.spec.shape, &parameter.values));
            }
        }
        tensors.extend(self.rows(table));
        let mut metadata = card.clone();
        let mut add = |key: &str, value: String| {
            metadata.insert(key.to_owned(), value);
        };
        for (key, value) in architecture_entries(&self.architecture) {
            add(key, value);
        }
        for (key, value) in self.options.entries() {
            add(key, value);
        }
        add("vectors", if self.shared_vectors { SHARED_VECTORS } else { "spelling" }.to_owned());
        add("steps", self.step.to_string());
        if let Some(best) = &self.best {
            add("best_epoch", best.epoch.to_string());
            add("dev_accuracy", best.accuracy.to_string());
        }
        write(tensors, metadata)
    }

    /// The rows that differ from what a reader of the file would take for them, and their words.
    fn rows(&self, table: &[f32]) -> [Out; 2] {
        let width = self.architecture.width;
        let range = |place: usize| place * width..(place + 1) * width;
        let mut moved: Vec<usize> = (0..self.corpus.words.len())
            .filter(|&place| table[range(place)] != self.table_start[range(place)])
            .collect();
        // The format asks for the order of their bytes.
        moved.sort_unstable_by_key(|&place| &self.corpus.words[place]);
        let values: Vec<f32> =
            moved.iter().flat_map(|&place| &table[range(place)]).copied().collect();
        let words: Vec<&str> =
            moved.iter().map(|&place| self.corpus.words[place].as_str()).collect();
        [
            Out::u8(WORDS, words.join("\n").into_bytes()),
            Out::f32(ROWS, &[moved.len(), width], &values),
        ]
    }

    /// Everything that is needed to go on later, exactly.
    pub fn state(&self) -> Vec<u8> {
        let mut tensors = Vec::new();
        let mut parameters = |prefix: &str, parameters: &Parameters, moments: bool| {
            for parameter in parameters.iter() {
                let (name, shape) = (&parameter.spec.name, parameter.spec.shape.as_slice());
                let mut add = |kind: &str, values: &[f32]| {
                    tensors.push(Out::f32(format!("{prefix}.{kind}.{name}"), shape, values));
                };
                add("value", &parameter.values);
                if moments {
                    add("first", &parameter.moments.first);
                    add("second", &parameter.moments.second);
                }
            }
        };
        parameters("now", &self.parameters, true);
        parameters("start", &self.start, false);
        if let Some(best) = &self.best {
            parameters("best", &best.parameters, false);
        }
        let shape = [self.corpus.words.len(), self.architecture.width];
        let mut table = |name: &str, values: &[f32]| {
            tensors.push(Out::f32(format!("table.{name}"), &shape, values));
        };
        table("now", &self.table);
        table("first", &self.table_moments.first);
        table("second", &self.table_moments.second);
        let mut metadata: BTreeMap<String, String> = self.fingerprint();
        metadata.insert("step".to_owned(), self.step.to_string());
        if let Some(best) = &self.best {
            table("best", &best.table);
            metadata.insert("best_epoch".to_owned(), best.epoch.to_string());
            metadata.insert("best_accuracy".to_owned(), best.accuracy.to_bits().to_string());
        }
        write(tensors, metadata)
    }

    /// What has to agree between a state and the run that goes on from it.
    fn fingerprint(&self) -> BTreeMap<String, String> {
        let entries = architecture_entries(&self.architecture).into_iter();
        let mut all: BTreeMap<String, String> =
            entries.chain(self.options.entries()).map(|(k, v)| (k.to_owned(), v)).collect();
        all.insert("format".to_owned(), "nearfar-run/1".to_owned());
        all.insert("corpus".to_owned(), corpus_hash(&self.corpus));
        all
    }

    /// Goes on from a saved state, which must be of a run with the same model, options and data.
    ///
    /// # Errors
    /// Where the bytes are no such state; this run is then as it was.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), RunError> {
        let wrong = |why: String| RunError::State { why };
        let file = SafeTensors::read(bytes).map_err(|error| wrong(error.to_string()))?;
        let saved = file.metadata();
        for (key, value) in self.fingerprint() {
            if saved.get(&key) != Some(&value) {
                let found = saved.get(&key).map_or("nothing", String::as_str);
                return Err(wrong(format!("its {key} is `{found}`, this run's is `{value}`")));
            }
        }
        let whole = |key: &str| -> Result<u64, RunError> {
            let text = saved.get(key).and_then(|text| text.parse().ok());
            text.ok_or_else(|| wrong(format!("it has no {key}")))
        };
        let numbers = |name: String, shape: &[usize]| -> Result<Vec<f32>, RunError> {
            let values = file.numbers_of(&name, shape).map_err(|error| wrong(error.to_string()))?;
            let finite = values.iter().all(|value| value.is_finite());
            if finite { Ok(values) } else { Err(wrong(format!("`{name}` is not finite"))) }
        };
        let mut parameters = self.parameters.clone();
        for parameter in parameters.iter_mut() {
            let (name, shape) = (parameter.spec.name.clone(), parameter.spec.shape.clone());
            parameter.values = numbers(format!("now.value.{name}"), &shape)?;
            parameter.moments.first = numbers(format!("now.first.{name}"), &shape)?;
            parameter.moments.second = numbers(format!("now.second.{name}"), &shape)?;
        }
        let mut start = self.start.clone();
        for parameter in start.iter_mut() {
            let (name, shape) = (parameter.spec.name.clone(), parameter.spec.shape.clone());
            parameter.values = numbers(format!("start.value.{name}"), &shape)?;
        }
        let shape = [self.corpus.words.len(), self.architecture.width];
        let table = numbers("table.now".to_owned(), &shape)?;
        let table_moments = Moments {
            first: numbers("table.first".to_owned(), &shape)?,
            second: numbers("table.second".to_owned(), &shape)?,
        };
        let best = if saved.contains_key("best_epoch") {
            let mut best = self.start.clone();
            for parameter in best.iter_mut() {
                let (name, shape) = (parameter.spec.name.clone(), parameter.spec.shape.clone());
                parameter.values = numbers(format!("best.value.{name}"), &shape)?;
            }
            Some(Best {
                epoch: whole("best_epoch")? as usize,
                accuracy: f64::from_bits(whole("best_accuracy")?),
                parameters: best,
                table: numbers("table.best".to_owned(), &shape)?,
            })
        } else {
            None
        };
        self.step = whole("step")?;
        self.parameters = parameters;
        self.start = start;
        self.table = table;
        self.table_moments = table_moments;
        self.best = best;
        Ok(())
    }

    /// Starts from a trained model instead of from chance: its tensors, and its rows for the words
    /// that it knows. The start of w and v is then where that model left them.
    ///
    /// # Errors
    /// Where the model is made of other parts than this run's.
    pub fn start_from(
        &mut self,
        trained: &Trained,
        bytes: &[u8],
        vectors: &WordVectors,
    ) -> Result<(), RunError> {
        let wrong = |why: String| RunError::Checkpoint { why };
        let (ours, theirs) = (&self.architecture, &trained.model.architecture);
        // The names of classes may differ, their number not.
        if ours.tensors() != theirs.tensors() || ours.method != theirs.method {
            return Err(wrong(other_parts(&ours.tensors(), &theirs.tensors())));
        }
        let file = SafeTensors::read(bytes).map_err(|error| wrong(error.to_string()))?;
        let find = |spec: &TensorSpec| file.numbers(&spec.name).ok();
        let parameters =
            Parameters::from_values(ours, find).map_err(|missing| wrong(missing.to_string()))?;
        let embedded = trained.embed(self.corpus.words.iter().map(String::as_str), vectors);
        self.table = embedded.matrix.into_raw_vec_and_offset().0;
        self.start = parameters.clone();
        self.parameters = parameters;
        Ok(())
    }
}

/// In what the tensors of a checkpoint differ from those of a run, by the first one.
fn other_parts(ours: &[TensorSpec], theirs: &[TensorSpec]) -> String {
    let in_theirs = |name: &str| theirs.iter().find(|spec| spec.name == name);
    for TensorSpec { name, shape, .. } in ours {
        match in_theirs(name) {
            None => return format!("it has no `{name}`"),
            Some(found) if found.shape != *shape => {
                return format!("its `{name}` is {:?}, here it is {shape:?}", found.shape);
            }
            Some(_) => {}
        }
    }
    let is_known = |spec: &&TensorSpec| ours.iter().all(|known| known.name != spec.name);
    match theirs.iter().find(is_known) {
        Some(TensorSpec { name, .. }) => format!("its `{name}` has no place here"),
        None => "its method is another one".to_owned(),
    }
}

/// FNV-1a over the words and every example: another corpus has, as far as anybody will meet one,
/// another hash.
fn corpus_hash(corpus: &Corpus) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |bytes: &[u8]| {
        for &byte in bytes {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    };
    for word in &corpus.words {
        add(word.as_bytes());
        add(&[0xff]);
    }
    for example in corpus.train.iter().chain(&corpus.dev) {
        for &label in &example.labels {
            add(&(label as u32).to_le_bytes());
        }
        if let Some(Syntax { tree, parts_of_speech, relations }) = &example.syntax {
            let parents = (0..tree.nodes()).map(|node| tree.parent(node).unwrap_or(0));
            let labels = parts_of_speech.ids.iter().chain(&relations.ids).copied();
            parents.chain(labels).for_each(|number| add(&(number as u32).to_le_bytes()));
        }
        for sequence in &example.sequences {
            sequence.iter().for_each(|id| add(&id.to_le_bytes()));
            add(&u32::MAX.to_le_bytes());
        }
    }
    format!("{hash:016x}")
}

fn entries(card: &SortedMap<String, String>) -> BTreeMap<String, String> {
    card.iter().map(|(key, value)| (key.clone(), value.clone())).collect()
}

/// Options as a checkpoint's metadata have them.
///
/// # Errors
/// Where an entry cannot be read.
pub fn options_of(trained: &Trained) -> Result<Options, crate::options::OptionError> {
    Options::from_entries(&entries(&trained.card))
}
