//! What a GGUF file says of its model in keys of its own, in the place of a config.json: the keys of its
//! architecture, without its name in front. What they mean is read as any configuration is (`readings`).

use serde_json::Value;

use super::config::Config;
use crate::checkpoint::{Checkpoint, Format};

/// Architectures whose keys are read, and the name that their configuration has here.
const ARCHITECTURES: &[(&str, &str)] = &[
    ("llama", "llama in GGUF"),
    ("qwen2", "qwen2 in GGUF"),
    ("qwen3", "qwen3 in GGUF"),
    ("gemma2", "gemma2 in GGUF"),
    ("gemma3", "gemma3 in GGUF"),
];

/// Keys of files, words and their history, which say nothing of attention.
const BESIDE: &[&str] = &["general.", "tokenizer.", "quantize.", "split."];

/// The configuration that lies in the file; `None` where none does that is known.
pub(super) fn config(checkpoint: &Checkpoint) -> Option<Config> {
    if checkpoint.format != Format::Gguf {
        return None;
    }
    let named = |known: &str| checkpoint.metadata.iter().find(|(key, _)| key == known);
    let (_, architecture) = named("general.architecture")?;
    let (architecture, name) = ARCHITECTURES.iter().find(|(known, _)| known == architecture)?;
    let mut entries = vec![("model_type".to_owned(), Value::from(*name))];
    let own = checkpoint.metadata.iter().filter(|(key, _)| {
        key != "general.alignment" && !BESIDE.iter().any(|start| key.starts_with(start))
    });
    entries.extend(own.map(|(key, value)| {
        let short = key.strip_prefix(architecture).and_then(|rest| rest.strip_prefix('.'));
        (short.unwrap_or(key).to_owned(), typed(value))
    }));
    Some(Config::stored(entries))
}

/// A value that is kept as its text.
fn typed(text: &str) -> Value {
    let text = text.trim();
    let whole = text.parse::<u64>().map(Value::from).ok();
    let number = || text.parse::<f64>().ok().filter(|x| x.is_finite()).map(Value::from);
    let switch = || text.parse::<bool>().map(Value::from).ok();
    whole.or_else(number).or_else(switch).unwrap_or_else(|| Value::from(text))
}
