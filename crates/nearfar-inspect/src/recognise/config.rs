//! A config.json that was given together with a model, as it is: what its keys mean depends on the
//! family (`options`).

use serde_json::Value;

use crate::error::InspectError;
use crate::limits;

/// Signs of a stranger's text that are shown.
const SHOWN: usize = 80;

/// A config.json: its keys and values.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Config {
    /// In the order of their names.
    entries: Vec<(String, Value)>,
    /// Whether the model's own file says it, in keys of its own (GGUF).
    #[serde(default)]
    is_stored: bool,
}

impl Config {
    /// Reads the JSON of a config.json.
    ///
    /// # Errors
    /// Where it is longer than [`limits::CONFIG_BYTES`], no JSON, or no object.
    pub fn read(bytes: &[u8]) -> Result<Config, InspectError> {
        if bytes.len() > limits::CONFIG_BYTES {
            return Err(InspectError::TooMuch {
                what: "bytes of a config.json",
                found: bytes.len() as u64,
                limit: limits::CONFIG_BYTES as u64,
            });
        }
        if crate::source::is_pointer(bytes) {
            return Err(InspectError::Pointer);
        }
        let malformed = |place: String, why: String| InspectError::Malformed {
            format: "config.json files",
            place,
            why,
        };
        let value: Value = serde_json::from_slice(bytes).map_err(|error| {
            let place = format!("line {}, column {}", error.line(), error.column());
            malformed(place, error.to_string())
        })?;
        match value {
            Value::Object(entries) => {
                Ok(Config { entries: entries.into_iter().collect(), is_stored: false })
            }
            _ => Err(malformed("the file".to_owned(), "it holds no object".to_owned())),
        }
    }

    /// What a model's own file says in keys of its own.
    pub(super) fn stored(entries: Vec<(String, Value)>) -> Config {
        Config { entries, is_stored: true }
    }

    /// Whether the model's own file says it.
    pub(super) fn is_stored(&self) -> bool {
        self.is_stored
    }

    /// Its keys and values.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.entries.iter().map(|(key, value)| (key.as_str(), value))
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.entries().find(|(known, _)| *known == key).map(|(_, value)| value)
    }

    /// `model_type`, if it is a text.
    pub fn model_type(&self) -> Option<String> {
        self.get("model_type").and_then(Value::as_str).map(shortened)
    }
}

/// A text of a stranger, for display.
pub(super) fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(SHOWN).collect();
    if short.len() < text.len() {
        short.push_str(" ...");
    }
    short
}

/// A value for display.
pub(super) fn shown(value: &Value) -> String {
    shortened(&value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_values() {
        let config = Config::read(br#"{"model_type": "albert", "n": [1, 2]}"#).expect("a config");
        assert_eq!(config.model_type().as_deref(), Some("albert"));
        assert_eq!(config.get("n").map(shown).as_deref(), Some("[1,2]"));
        assert_eq!(config.get("m"), None);
    }

    #[test]
    fn no_config() {
        assert!(matches!(Config::read(b"[1]"), Err(InspectError::Malformed { .. })));
        assert!(matches!(Config::read(b"{"), Err(InspectError::Malformed { .. })));
        let deep = "[".repeat(200_000);
        assert!(matches!(Config::read(deep.as_bytes()), Err(InspectError::Malformed { .. })));
        let long = vec![b' '; limits::CONFIG_BYTES + 1];
        assert!(matches!(Config::read(&long), Err(InspectError::TooMuch { .. })));
        let pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n";
        assert_eq!(Config::read(pointer), Err(InspectError::Pointer));
    }
}
