//! A config.json that was given together with a model: what it says of heads, layers and norms.

use serde_json::Value;

use super::report::{Activation, NormPlacement};
use crate::error::InspectError;
use crate::limits;

/// What a config.json says; `None` where it is silent. Numbers beyond what is read are silence, too.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Config {
    /// `model_type`.
    pub model_type: Option<String>,
    /// h.
    pub heads: Option<usize>,
    /// How many layers are run.
    pub layers: Option<usize>,
    /// D.
    pub width: Option<u64>,
    /// Between the maps of the feed-forward layer, if it is one that is known.
    pub activation: Option<Activation>,
    /// The activation's name, if it is none that is known.
    pub unknown_activation: Option<String>,
    /// ε of the norms.
    pub epsilon: Option<f64>,
    /// Where norms stand.
    pub norms: Option<NormPlacement>,
    /// Whether a token sees only itself and those before it.
    pub causal: Option<bool>,
    /// `position_embedding_type`, where it is not `absolute`.
    pub relative_positions: Option<String>,
    /// `pad_token_id`, from which RoBERTa's positions are counted.
    pub padding: Option<u64>,
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
        let malformed = |place: String, why: String| InspectError::Malformed {
            format: "config.json files",
            place,
            why,
        };
        let value: Value = serde_json::from_slice(bytes).map_err(|error| {
            let place = format!("line {}, column {}", error.line(), error.column());
            malformed(place, error.to_string())
        })?;
        if !value.is_object() {
            return Err(malformed("the file".to_owned(), "it holds no object".to_owned()));
        }
        Ok(Config::of(&value))
    }

    fn of(value: &Value) -> Config {
        let find = |keys: &[&str]| keys.iter().find_map(|key| value.get(key));
        let number = |keys: &[&str]| find(keys).and_then(Value::as_u64);
        let count = |keys: &[&str], limit: usize| {
            let count = number(keys).and_then(|count| usize::try_from(count).ok());
            count.filter(|count| (1..=limit).contains(count))
        };
        let text = |keys: &[&str]| find(keys).and_then(Value::as_str).map(shortened);
        let name = text(&["hidden_act", "activation_function", "activation", "hidden_activation"]);
        let activation = name.as_deref().and_then(activation);
        let first = find(&["norm_first", "pre_norm", "normalize_before"]).and_then(Value::as_bool);
        let relative = text(&["position_embedding_type"]).filter(|kind| kind != "absolute");
        Config {
            model_type: text(&["model_type"]),
            heads: count(
                &["num_attention_heads", "n_head", "n_heads", "num_heads", "nhead", "heads"],
                limits::HEADS,
            ),
            layers: count(
                &["num_hidden_layers", "n_layer", "n_layers", "num_layers"],
                limits::LAYERS,
            ),
            width: number(&["hidden_size", "n_embd", "dim", "d_model"]),
            activation,
            unknown_activation: name.filter(|_| activation.is_none()),
            epsilon: find(&["layer_norm_eps", "layer_norm_epsilon", "norm_eps"])
                .and_then(Value::as_f64)
                .filter(|epsilon| (0.0..1.0).contains(epsilon)),
            norms: first.map(|first| match first {
                true => NormPlacement::Pre,
                false => NormPlacement::Post,
            }),
            causal: find(&["is_decoder", "causal"]).and_then(Value::as_bool),
            relative_positions: relative,
            padding: number(&["pad_token_id"]).filter(|&padding| padding < 1_000_000),
        }
    }
}

/// The function of a name in a configuration.
pub(super) fn activation(name: &str) -> Option<Activation> {
    Some(match name {
        "relu" => Activation::Relu,
        "gelu" | "gelu_python" => Activation::Gelu,
        "gelu_new" | "gelu_fast" | "gelu_pytorch_tanh" | "gelu_python_tanh" => Activation::GeluTanh,
        "swish" | "silu" => Activation::Swish,
        _ => return None,
    })
}

/// A text of a stranger, for display.
fn shortened(text: &str) -> String {
    text.chars().take(80).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_config_says() {
        let text = br#"{"model_type": "albert", "num_attention_heads": 8, "num_hidden_layers": 12,
            "hidden_act": "gelu_new", "layer_norm_eps": 1e-12, "hidden_size": 256}"#;
        let config = Config::read(text).expect("a config");
        assert_eq!(config.heads, Some(8));
        assert_eq!(config.layers, Some(12));
        assert_eq!(config.activation, Some(Activation::GeluTanh));
        assert_eq!(config.epsilon, Some(1e-12));
    }

    #[test]
    fn hostile_numbers_are_silence() {
        let text = br#"{"num_attention_heads": 18446744073709551615, "num_hidden_layers": -3,
            "layer_norm_eps": 1e300, "hidden_act": 7}"#;
        assert_eq!(Config::read(text).expect("a config"), Config::default());
    }

    #[test]
    fn no_config() {
        assert!(matches!(Config::read(b"[1]"), Err(InspectError::Malformed { .. })));
        assert!(matches!(Config::read(b"{"), Err(InspectError::Malformed { .. })));
        let deep = "[".repeat(200_000);
        assert!(matches!(Config::read(deep.as_bytes()), Err(InspectError::Malformed { .. })));
        let long = vec![b' '; limits::CONFIG_BYTES + 1];
        assert!(matches!(Config::read(&long), Err(InspectError::TooMuch { .. })));
    }
}
