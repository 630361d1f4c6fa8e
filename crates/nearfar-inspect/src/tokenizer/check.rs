//! A tokenizer.json, looked at before it is run: what would panic, grow without end or take for
//! ever is refused, and what has no place here (padding, truncation, dropout) is switched off.

use base64::Engine;
use serde_json::Value;

use super::{TokenizerError, charsmap};

/// Steps of normalising, parting and post-processing, all together; genuine files have some ten.
const STEPS: usize = 64;
/// How much longer normalising may make a text.
const GROWTH: f64 = 256.0;
/// Special tokens of a template.
const PIECES: usize = 64;
/// Bytes of a regular expression.
const PATTERN_BYTES: usize = 10_000;
/// Letters of a word beyond which WordPiece gives up: its time grows with their square.
const WORD_LETTERS: u64 = 500;
/// Containers within containers.
const DEPTH: usize = 16;

/// Checks and changes the file; returns what was changed.
pub(crate) fn check(value: &mut Value) -> Result<Vec<String>, TokenizerError> {
    let mut notes = Vec::new();
    let Some(file) = value.as_object_mut() else {
        return Err(part("the file", "it holds no object"));
    };
    for (key, what) in [("padding", "padding"), ("truncation", "truncation")] {
        if file.insert(key.to_owned(), Value::Null).is_some_and(|old| !old.is_null()) {
            notes.push(format!("{what} is switched off: a text is run as it is"));
        }
    }
    // Only text to tokens is done here.
    file.insert("decoder".to_owned(), Value::Null);
    let mut steps = Steps { count: 0, growth: 1.0 };
    for key in ["normalizer", "pre_tokenizer", "post_processor"] {
        if let Some(step) = file.get(key) {
            steps.check(step, key, 0)?;
        }
    }
    match file.get_mut("model") {
        Some(model) => notes.extend(check_model(model)?),
        None => return Err(part("model", "it is missing")),
    }
    Ok(notes)
}

fn part(place: &str, why: impl Into<String>) -> TokenizerError {
    TokenizerError::Part { place: place.to_owned(), why: why.into() }
}

struct Steps {
    count: usize,
    growth: f64,
}

impl Steps {
    fn check(&mut self, step: &Value, place: &str, depth: usize) -> Result<(), TokenizerError> {
        if depth > DEPTH {
            return Err(part(place, format!("more than {DEPTH} steps within steps")));
        }
        self.count += 1;
        if self.count > STEPS {
            return Err(part(place, format!("more than {STEPS} steps")));
        }
        for key in ["normalizers", "pretokenizers", "processors"] {
            for inner in step.get(key).and_then(Value::as_array).into_iter().flatten() {
                self.check(inner, place, depth + 1)?;
            }
        }
        let text = |key: &str| step.get(key).and_then(Value::as_str);
        let pattern = step.get("pattern");
        let literal = pattern.and_then(|pattern| pattern.get("String")).and_then(Value::as_str);
        let regex = pattern.and_then(|pattern| pattern.get("Regex")).and_then(Value::as_str);
        let length = literal.or(regex).map_or(0, str::len);
        if length > PATTERN_BYTES {
            return Err(part(place, format!("a pattern of {length} bytes")));
        }
        match text("type").unwrap_or_default() {
            "Replace" => {
                let content = text("content").map_or(0, str::len) as f64;
                // A regular expression may fit the empty text between any two letters.
                let factor = match literal {
                    Some("") | None => content + 1.0,
                    Some(literal) => content / literal.len() as f64,
                };
                self.grow(factor, place)
            }
            "Prepend" => self.grow(1.0 + text("prepend").map_or(0, str::len) as f64 / 16.0, place),
            // One letter becomes at most 18.
            "NFKC" | "NFKD" => self.grow(1.0, place),
            "Precompiled" => {
                let table = text("precompiled_charsmap").unwrap_or_default();
                let bytes = base64::engine::general_purpose::STANDARD.decode(table);
                let bytes = bytes.map_err(|error| part(place, error.to_string()))?;
                match charsmap::fault(&bytes) {
                    Some(why) => Err(part(place, format!("the table of normalisations: {why}"))),
                    None => Ok(()),
                }
            }
            "FixedLength" if step.get("length").and_then(Value::as_u64) == Some(0) => {
                Err(part(place, "pieces of no letters"))
            }
            "TemplateProcessing" => check_template(step, place),
            _ => Ok(()),
        }
    }

    fn grow(&mut self, factor: f64, place: &str) -> Result<(), TokenizerError> {
        self.growth *= factor.max(1.0);
        if self.growth > GROWTH {
            return Err(part(place, "replacements make a text more than 256 times as long"));
        }
        Ok(())
    }
}

/// That every special token of a template is one that the template knows.
fn check_template(step: &Value, place: &str) -> Result<(), TokenizerError> {
    let known = step.get("special_tokens").and_then(Value::as_object);
    for (name, token) in known.into_iter().flatten() {
        let count = |key: &str| token.get(key).and_then(Value::as_array).map(Vec::len);
        if count("ids") != count("tokens") || count("ids").is_none_or(|count| count > PIECES) {
            return Err(part(place, format!("`{name}` has not as many numbers as texts")));
        }
    }
    for key in ["single", "pair"] {
        let pieces = step.get(key).and_then(Value::as_array);
        if pieces.is_some_and(|pieces| pieces.len() > PIECES) {
            return Err(part(place, format!("a template of more than {PIECES} pieces")));
        }
        for piece in pieces.into_iter().flatten() {
            let Some(special) = piece.get("SpecialToken") else { continue };
            let id = special.get("id").and_then(Value::as_str).unwrap_or_default();
            if !known.is_some_and(|known| known.contains_key(id)) {
                return Err(part(place, format!("the template names `{id}`, which it has not")));
            }
        }
        let sequences = |name: &str| {
            let fits = |piece: &&Value| {
                piece.get("Sequence").and_then(|s| s.get("id")).and_then(Value::as_str)
                    == Some(name)
            };
            pieces.into_iter().flatten().filter(fits).count()
        };
        let (a, b) = (sequences("A"), sequences("B"));
        let wrong = if key == "single" { a != 1 || b > 0 } else { a > 1 || b > 1 };
        if pieces.is_some() && wrong {
            return Err(part(place, format!("the template `{key}` does not hold each text once")));
        }
    }
    Ok(())
}

fn check_model(model: &mut Value) -> Result<Vec<String>, TokenizerError> {
    let mut notes = Vec::new();
    let Some(model) = model.as_object_mut() else {
        return Err(part("model", "it is no object"));
    };
    if model.get("dropout").is_some_and(|dropout| !dropout.is_null()) {
        model.insert("dropout".to_owned(), Value::Null);
        notes.push("dropout is switched off".to_owned());
    }
    let letters = model.get("max_input_chars_per_word").and_then(Value::as_u64);
    if letters.is_some_and(|letters| letters > WORD_LETTERS) {
        model.insert("max_input_chars_per_word".to_owned(), WORD_LETTERS.into());
        notes.push(format!("words of more than {WORD_LETTERS} letters are unknown"));
    }
    // Merged pieces lose the prefix of the second, which the library cuts off unseen.
    let prefix = model.get("continuing_subword_prefix").and_then(Value::as_str).unwrap_or_default();
    for merge in model.get("merges").and_then(Value::as_array).into_iter().flatten() {
        let second = match merge {
            Value::String(text) => text.split_once(' ').map(|(_, second)| second),
            Value::Array(pair) => pair.get(1).and_then(Value::as_str),
            _ => None,
        };
        if second.is_none_or(|second| !second.starts_with(prefix)) {
            return Err(part("model.merges", format!("a second half does not begin `{prefix}`")));
        }
    }
    Ok(notes)
}
