//! Files that were given together, as one model: a checkpoint, or the parts that an index names, with
//! the config.json that came with them. A part alone is opened, and says that it is one.

use std::collections::{BTreeMap, HashSet};

use crate::checkpoint::{Checkpoint, Format, Named};
use crate::error::{BundleError, InspectError};
use crate::kinds::{is_companion, is_config, is_index, is_model, part_name};
use crate::limits;
use crate::recognise::Config;
use crate::source::bytes_at;

/// Parts of a model: the largest that are published have some hundred.
const PARTS: usize = 10_000;

/// A model with what came with it.
pub struct Bundle {
    /// The file that it was opened from: the model, or the index of its parts.
    pub model: Named,
    /// Bytes of the model, all parts together.
    pub size: u64,
    /// What is in it.
    pub checkpoint: Checkpoint,
    /// The config.json.
    pub config: Option<Config>,
    /// What is to be said of the files beside the model.
    pub notes: Vec<String>,
    /// Files among them that are not used, each with the reason.
    pub passed_over: Vec<String>,
    /// The names of the other files.
    pub beside: Vec<String>,
}

/// The files that an index names, in the order of their names, each without a folder.
///
/// # Errors
/// Where it is no index.
pub fn parts_of(index: &Named) -> Result<Vec<String>, InspectError> {
    Ok(weight_map(index)?.into_iter().map(|(file, _)| file).collect())
}

/// Opens the first of the files that is a model, with all others beside it; parts as one model.
///
/// # Errors
/// Where none of them is a model, or a part is not what the index says.
pub fn open_together(files: Vec<Named>) -> Result<Bundle, BundleError> {
    let index = files.iter().find(|file| is_index(&file.name)).cloned();
    let is_given = |part: &String| files.iter().any(|file| file.name == *part);
    let has_parts =
        |index: &Named| parts_of(index).map_or(true, |parts| parts.iter().any(is_given));
    if let Some(index) = index.as_ref().filter(|index| has_parts(index)) {
        return by_index(index, files);
    }
    if let Some((model, parts)) = all_parts(&files) {
        let Joined { checkpoint, size, .. } = joined(&parts, &files)?;
        let names: Vec<String> = parts.iter().map(|part| part.name.clone()).collect();
        let mut bundle = bundle(model, size, checkpoint, &files, &names);
        bundle.notes.push(format!("{} parts were joined by their names", parts.len()));
        return Ok(bundle);
    }
    // What may belong beside a model is opened only where nothing else is one.
    let mut places: Vec<usize> = (0..files.len()).collect();
    places.sort_by_key(|&place| files.get(place).is_none_or(|file| is_companion(&file.name)));
    let is_unknown = |failure: &BundleError| matches!(failure.error, InspectError::Unknown { .. });
    let mut first_failure = None;
    for place in places {
        let mut beside = files.clone();
        if place >= beside.len() {
            continue;
        }
        let model = beside.remove(place);
        match crate::open(model.source.clone(), &beside) {
            Ok(mut checkpoint) => {
                alone(&model.name, &mut checkpoint);
                let (size, name) = (model.source.len(), model.name.clone());
                return Ok(bundle(model, size, checkpoint, &files, &[name]));
            }
            Err(error) => {
                // That a file is damaged says more than that another is of no format.
                let failure = BundleError { file: model.name.clone(), error };
                let is_news = |known| is_unknown(known) && !is_unknown(&failure);
                if first_failure.as_ref().is_none_or(is_news) {
                    first_failure = Some(failure);
                }
            }
        }
    }
    // An index that waits for its parts is in the way of no other model.
    let waits = files.iter().all(|file| is_companion(&file.name))
        && first_failure.as_ref().is_some_and(is_unknown);
    if let Some(index) = index.filter(|_| waits) {
        return by_index(&index, files);
    }
    Err(first_failure.unwrap_or_else(|| BundleError {
        file: String::new(),
        error: InspectError::Unknown { begins: "nothing; no file was given".to_owned() },
    }))
}

/// The tensors of each file that an index names.
fn weight_map(index: &Named) -> Result<Vec<(String, Vec<String>)>, InspectError> {
    let malformed = |why: &str| InspectError::Malformed {
        format: "indices of parts",
        place: format!("`{}`", index.name),
        why: why.to_owned(),
    };
    let source = &*index.source;
    let what = "bytes of an index of parts";
    let bytes = bytes_at(source, 0, source.len(), limits::COMPANION_BYTES, what)?;
    if crate::source::is_pointer(&bytes) {
        return Err(InspectError::Pointer);
    }
    let value: serde_json::Value =
        serde_json::from_slice(&bytes).map_err(|error| malformed(&error.to_string()))?;
    let map = value.get("weight_map").and_then(serde_json::Value::as_object);
    let map = map.ok_or_else(|| malformed("it has no `weight_map`"))?;
    let mut files: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (tensor, file) in map {
        let file = file.as_str().ok_or_else(|| malformed("a tensor has no file"))?;
        let file = file.rsplit(['/', '\\']).next().unwrap_or(file).to_owned();
        files.entry(file).or_default().push(tensor.clone());
        if files.len() > PARTS {
            let (found, limit) = (files.len() as u64, PARTS as u64);
            return Err(InspectError::TooMuch { what: "parts of a model", found, limit });
        }
    }
    if files.is_empty() {
        return Err(malformed("it names no file"));
    }
    Ok(files.into_iter().collect())
}

/// The parts that an index names, as one model.
fn by_index(index: &Named, files: Vec<Named>) -> Result<Bundle, BundleError> {
    let refused = |file: &str, error| BundleError { file: file.to_owned(), error };
    let map = weight_map(index).map_err(|error| refused(&index.name, error))?;
    let given = |name: &str| files.iter().find(|file| file.name == *name).cloned();
    let parts: Vec<Named> = map.iter().filter_map(|(name, _)| given(name)).collect();
    let lacking: Vec<String> = map
        .iter()
        .filter(|(name, _)| given(name).is_none())
        .map(|(name, _)| name.clone())
        .collect();
    let Some(first) = parts.first() else {
        let file = map.first().map_or_else(String::new, |(name, _)| name.clone());
        let name = format!("all tensors ({} files)", map.len());
        return Err(refused(&index.name, InspectError::Beside { name, file }));
    };
    let Joined { mut checkpoint, size, ends } = joined(&parts, &files)?;
    for (file, tensors) in map.iter().filter(|(name, _)| given(name).is_some()) {
        let place = parts.iter().position(|part| part.name == *file).unwrap_or(0);
        let begins = place.checked_sub(1).and_then(|before| ends.get(before)).copied();
        let range = begins.unwrap_or(0)..ends.get(place).copied().unwrap_or(0);
        let own = checkpoint.tensors.get(range).unwrap_or_default();
        let known: HashSet<&str> = own.iter().map(|tensor| tensor.name.as_str()).collect();
        if let Some(name) = tensors.iter().find(|name| !known.contains(name.as_str())) {
            let why = format!("`{}` says that it is in this file, which has it not", index.name);
            return Err(refused(file, InspectError::Tensor { name: name.clone(), why }));
        }
    }
    let missing = lacking.len();
    checkpoint.wanted.extend(lacking);
    let mut names: Vec<String> = parts.iter().map(|part| part.name.clone()).collect();
    names.push(index.name.clone());
    let model = Named { name: index.name.clone(), source: first.source.clone() };
    let mut bundle = bundle(model, size, checkpoint, &files, &names);
    bundle.notes.push(match missing {
        0 => format!("{} parts were joined", parts.len()),
        _ => format!("{} of {} parts were given", parts.len(), map.len()),
    });
    Ok(bundle)
}

/// The tensors of all parts, in their order.
struct Joined {
    checkpoint: Checkpoint,
    /// Bytes of the parts.
    size: u64,
    /// Behind the last tensor of each part.
    ends: Vec<usize>,
}

fn joined(parts: &[Named], files: &[Named]) -> Result<Joined, BundleError> {
    let mut whole: Option<Checkpoint> = None;
    let mut size = 0_u64;
    let mut ends = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        let refused = |error| BundleError { file: part.name.clone(), error };
        let beside: Vec<Named> =
            files.iter().filter(|file| file.name != part.name).cloned().collect();
        let mut opened = crate::open(part.source.clone(), &beside).map_err(refused)?;
        size = size.saturating_add(part.source.len());
        for tensor in &mut opened.tensors {
            // Marks count within a file.
            tensor.shared = tensor.shared.map(|mark| mark ^ ((number as u64) << 40));
        }
        let Some(whole) = &mut whole else {
            ends.push(opened.tensors.len());
            whole = Some(opened);
            continue;
        };
        let known: HashSet<&str> =
            whole.tensors.iter().map(|tensor| tensor.name.as_str()).collect();
        if let Some(twice) = opened.tensors.iter().find(|t| known.contains(t.name.as_str())) {
            let (name, why) = (twice.name.clone(), "another part has it, too".to_owned());
            return Err(refused(InspectError::Tensor { name, why }));
        }
        let all = whole.tensors.len().saturating_add(opened.tensors.len());
        if all > limits::TENSORS {
            let (found, limit) = (all as u64, limits::TENSORS as u64);
            return Err(refused(InspectError::TooMuch { what: "tensors", found, limit }));
        }
        whole.tensors.append(&mut opened.tensors);
        ends.push(whole.tensors.len());
        whole.notes.append(&mut opened.notes);
        whole.wanted.append(&mut opened.wanted);
    }
    let none = || BundleError {
        file: String::new(),
        error: InspectError::Unknown { begins: "nothing; no file was given".to_owned() },
    };
    whole.map(|checkpoint| Joined { checkpoint, size, ends }).ok_or_else(none)
}

/// All parts of a model by their names, where all were given.
fn all_parts(files: &[Named]) -> Option<(Named, Vec<Named>)> {
    let (stem, _, of, ending) = files.iter().find_map(|file| part_name(&file.name))?;
    let part = |number: usize| {
        files.iter().find(|file| part_name(&file.name) == Some((stem, number, of, ending))).cloned()
    };
    if !(2..=PARTS).contains(&of) {
        return None;
    }
    let parts: Vec<Named> = (1..=of).map(part).collect::<Option<_>>()?;
    parts.first().cloned().map(|first| (first, parts))
}

/// Says of a part that it is one.
fn alone(name: &str, checkpoint: &mut Checkpoint) {
    if let Some((stem, number, of, ending)) = part_name(name)
        && of > 1
    {
        checkpoint.notes.push(format!(
            "this is part {number} of {of} of a model: open all parts together, with {stem}{ending}.index.json"
        ));
        let width = name.len().saturating_sub(stem.len() + ending.len() + "-of-".len() + 1) / 2;
        let other = if number == 1 { 2 } else { 1 };
        checkpoint.wanted.push(format!("{stem}-{other:0width$}-of-{of:0width$}{ending}"));
    }
}

fn bundle(
    model: Named,
    size: u64,
    checkpoint: Checkpoint,
    files: &[Named],
    own: &[String],
) -> Bundle {
    let mut passed_over = Vec::new();
    let others: Vec<&Named> = files.iter().filter(|file| !own.contains(&file.name)).collect();
    let config = config(&others, &mut passed_over);
    // The numbers of an .onnx may have any name.
    let is_other = |file: &Named| checkpoint.format != Format::Onnx && is_model(&file.name);
    let (models, beside): (Vec<&Named>, Vec<&Named>) =
        others.into_iter().partition(|file| is_other(file));
    passed_over.extend(models.iter().map(|other| {
        let (open, other) = (&model.name, &other.name);
        format!("{other} was not opened: {open} came with it, and one model is opened at a time")
    }));
    let called = |name: &str| files.iter().filter(|file| file.name == *name).count();
    let twice = own.iter().filter(|name| called(name) > 1);
    passed_over
        .extend(twice.map(|name| format!("several files are called {name}: one was opened")));
    let beside = beside.iter().map(|file| file.name.clone()).collect();
    Bundle { model, size, checkpoint, config, notes: Vec::new(), passed_over, beside }
}

/// The config.json among the files. One that cannot be read is passed over: the model can be read without.
fn config(beside: &[&Named], passed_over: &mut Vec<String>) -> Option<Config> {
    let exact = beside.iter().find(|file| file.name.eq_ignore_ascii_case("config.json"));
    let file = exact.or_else(|| beside.iter().find(|file| is_config(&file.name)))?;
    let what = "bytes of a config.json";
    let bytes = bytes_at(&*file.source, 0, file.source.len(), limits::COMPANION_BYTES, what);
    match bytes.and_then(|bytes| Config::read(&bytes)) {
        Ok(config) => Some(config),
        Err(error) => {
            passed_over.push(format!("{} was passed over: {error}", file.name));
            None
        }
    }
}
