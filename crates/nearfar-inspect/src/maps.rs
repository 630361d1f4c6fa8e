//! Attention weights from elsewhere, as a model that can be looked at: what another program computed and
//! saved, without the queries and keys that it came from.
//!
//! A is [L, h, N, N], or a list of [1, h, N, N] or [h, N, N], a layer each, in .npz, .npy or JSON. A trace of
//! it has no queries and keys; its scores are ln A, which the softmax turns back into A.

use ndarray::{Array3, Axis};
use nearfar::attention::{LayerInputs, TermRule};
use nearfar::opened::{MOST_LAYERS, MOST_TOKENS};
use nearfar::settings::MAX_HEADS;

use crate::checkpoint::{Checkpoint, Format};
use crate::error::InspectError;
use crate::tensor::Tensor;

/// What the weights are called.
pub const NAME: &str = "attentions";
/// What the tokens are called, among arrays and in metadata.
pub const TOKENS: &str = "tokens";
/// What numbers of tokens are called.
pub const IDS: &str = "ids";
/// Names of weights, those of an encoder and a decoder behind those of either.
const NAMES: &[&str] = &[NAME, "attention", "encoder_attentions", "decoder_attentions"];
/// NumPy's own names of arrays that were saved without one, and ours of a file with one array.
const UNNAMED: &[&str] = &["arr", "array"];
/// Weights are taken for those of a softmax where each row adds up to 1, to what half precision leaves of it.
const ROW_ERROR: f64 = 0.02;
/// The least weight whose logarithm is taken; f32 has it still, and a row's sum does not see it.
const LEAST: f32 = 1e-30;

/// Attention weights of all layers on one text.
#[derive(Clone, Debug, PartialEq)]
pub struct Maps {
    /// A of every layer, `[h, N, N]`; rows add up to 1.
    layers: Vec<Array3<f32>>,
    /// The tokens, `[N]`.
    pub labels: Vec<String>,
    /// Whether no token has a weight on a later one.
    pub causal: bool,
}

/// Why weights cannot be shown.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MapsError {
    /// They cannot be read.
    #[error(transparent)]
    Unreadable(#[from] InspectError),
    /// Not [L, h, N, N].
    #[error(
        "`{name}` has the shape {shape:?}; attention weights of one text are [layers, heads, N, N], or a layer each [1, heads, N, N]"
    )]
    Shape {
        /// The array.
        name: String,
        /// Its shape.
        shape: Vec<u64>,
    },
    /// More than is shown.
    #[error("`{name}` has {found} {what}; at most {most} are shown")]
    TooMany {
        /// The array.
        name: String,
        /// Layers, heads, tokens.
        what: &'static str,
        /// How many there are.
        found: u64,
        /// How many are shown.
        most: usize,
    },
    /// A row is no distribution.
    #[error(
        "`{name}`, layer {layer}, head {head}, row {row}: {why}; every row must hold weights from 0 to 1 that add up to 1"
    )]
    Row {
        /// The array.
        name: String,
        /// From 1.
        layer: usize,
        /// From 1.
        head: usize,
        /// From 1.
        row: usize,
        /// "a weight is -0.2", "they add up to 3.1".
        why: String,
    },
    /// Tokens and weights do not belong together.
    #[error("there are {labels} tokens, but the weights are those of {tokens}")]
    Tokens {
        /// How many texts.
        labels: usize,
        /// N.
        tokens: usize,
    },
}

/// Whether an array of this name is weights.
pub fn is_name(name: &str) -> bool {
    NAMES.contains(&name)
}

/// Texts as they stand in metadata.
pub fn texts_as_json(texts: &[String]) -> String {
    serde_json::Value::from(texts).to_string()
}

/// Whether the start of a JSON is of such weights: one of the names with lists or an object behind it. A vocabulary
/// has these words too, with a number.
pub fn begins_as_weights(start: &[u8]) -> bool {
    let holds = |name: &str, at: usize| {
        let rest = start.get(at..)?.strip_prefix(b"\"")?.strip_prefix(name.as_bytes())?;
        let rest = rest.strip_prefix(b"\"")?.trim_ascii_start().strip_prefix(b":")?;
        rest.trim_ascii_start().first().filter(|byte| matches!(byte, b'[' | b'{')).map(|_| ())
    };
    let is_one = |at: usize| NAMES.iter().any(|name| holds(name, at).is_some());
    start.trim_ascii_start().starts_with(b"[[") || (0..start.len()).any(is_one)
}

/// A name without the number of its layer: `attentions.3`, `attention_3`, `arr_3`.
fn numbered(name: &str) -> Option<(&str, usize)> {
    let stem = name.trim_end_matches(|character: char| character.is_ascii_digit());
    let number = name.get(stem.len()..)?.parse().ok()?;
    let stem = stem.strip_suffix(['.', '_', '/', '-']).unwrap_or(stem);
    let is_known = is_name(stem) || UNNAMED.contains(&stem);
    is_known.then_some((stem, number))
}

/// Whether the last two axes are one, of 2 to 5.
fn is_square(tensor: &Tensor) -> bool {
    let [.., rows, columns] = tensor.shape.as_slice() else { return false };
    (2..=5).contains(&tensor.shape.len()) && rows == columns && *rows > 0
}

/// The arrays with the weights, a layer each or all in one; `None` where there are none.
fn arrays(checkpoint: &Checkpoint) -> Option<Vec<&Tensor>> {
    if !matches!(checkpoint.format, Format::Npz | Format::Npy | Format::Json) {
        return None;
    }
    let named = NAMES.iter().find_map(|name| checkpoint.find(name));
    if let Some(tensor) = named {
        return Some(vec![tensor]);
    }
    let of = |wanted: &str| {
        let mut layers: Vec<(usize, &Tensor)> = checkpoint
            .tensors
            .iter()
            .filter_map(|tensor| {
                let (stem, number) = numbered(&tensor.name)?;
                (stem == wanted).then_some((number, tensor))
            })
            .collect();
        layers.sort_by_key(|(number, _)| *number);
        (!layers.is_empty()).then(|| layers.into_iter().map(|(_, tensor)| tensor).collect())
    };
    let layers: Option<Vec<&Tensor>> = NAMES.iter().find_map(|name| of(name));
    // Arrays without a name may be anything: only where all of them look like weights.
    layers.or_else(|| {
        let unnamed: Vec<&Tensor> = match checkpoint.tensors.as_slice() {
            [alone] if UNNAMED.contains(&alone.name.as_str()) => vec![alone],
            _ => UNNAMED.iter().find_map(|name| of(name))?,
        };
        let looks =
            |tensor: &&Tensor| tensor.shape.len() > 2 && is_square(tensor) && adds_up(tensor);
        unnamed.iter().all(looks).then_some(unnamed)
    })
}

/// Whether the first row of an array adds up to 1.
fn adds_up(tensor: &Tensor) -> bool {
    let columns = tensor.shape.last().copied().unwrap_or(0).min(1 << 16) as usize;
    let mut row = vec![0.0; columns];
    tensor.read(0, &mut row).is_ok() && why_no_row(row.iter().copied()).is_none()
}

/// What is wrong with a row of weights.
fn why_no_row(row: impl Iterator<Item = f64>) -> Option<String> {
    let mut sum = 0.0;
    for weight in row {
        if !weight.is_finite() || !(-ROW_ERROR..=1.0 + ROW_ERROR).contains(&weight) {
            return Some(format!("a weight is {weight}"));
        }
        sum += weight;
    }
    let is_one = (sum - 1.0).abs() <= ROW_ERROR;
    (!is_one).then(|| format!("they add up to {sum:.3}"))
}

impl Maps {
    /// The weights of a file, if it holds any.
    ///
    /// # Errors
    /// Where they cannot be shown, and why.
    pub fn find(checkpoint: &Checkpoint) -> Option<Result<Maps, MapsError>> {
        let arrays = arrays(checkpoint)?;
        Some(Maps::read(&arrays, checkpoint))
    }

    fn read(arrays: &[&Tensor], checkpoint: &Checkpoint) -> Result<Maps, MapsError> {
        let mut layers: Vec<Array3<f32>> = Vec::new();
        for tensor in arrays {
            add(tensor, arrays.len() == 1, &mut layers)?;
        }
        let tokens = layers.first().map_or(0, |layer| layer.dim().1);
        if let Some(odd) = layers.iter().position(|layer| layer.dim().1 != tokens) {
            let found = layers.get(odd).map_or(0, |layer| layer.dim().1);
            return Err(MapsError::Tokens { labels: tokens, tokens: found });
        }
        let labels = labels(checkpoint, tokens)?;
        if labels.len() != tokens {
            return Err(MapsError::Tokens { labels: labels.len(), tokens });
        }
        let is_later = |((_, i, j), weight): ((usize, usize, usize), &f32)| j > i && *weight > 0.0;
        let causal = tokens > 1 && !layers.iter().any(|layer| layer.indexed_iter().any(is_later));
        Ok(Maps { layers, labels, causal })
    }

    /// h of every layer.
    pub fn heads(&self) -> Vec<usize> {
        self.layers.iter().map(|layer| layer.dim().0).collect()
    }

    /// A layer, from 0, as what attention is computed from: scores that are ln A, by a bias alone. Queries, keys
    /// and values have one dimension and are 0.
    pub fn inputs(&self, layer: usize) -> Option<LayerInputs<f32>> {
        let weights = self.layers.get(layer)?;
        let (heads, tokens, _) = weights.dim();
        let none = || Array3::zeros((heads, tokens, 1));
        Some(LayerInputs {
            query: none(),
            key: none(),
            value: none(),
            scale: 1.0,
            bias: Some(weights.mapv(|weight| weight.max(LEAST).ln())),
            rule: TermRule::Whole,
            causal: self.causal,
        })
    }
}

/// Adds the layers of an array.
fn add(tensor: &Tensor, is_alone: bool, layers: &mut Vec<Array3<f32>>) -> Result<(), MapsError> {
    let name = || tensor.name.clone();
    let wrong = || MapsError::Shape { name: name(), shape: tensor.shape.clone() };
    if !is_square(tensor) {
        return Err(wrong());
    }
    let (depth, heads, tokens) = match *tensor.shape.as_slice() {
        [depth, 1, heads, _, tokens] if is_alone => (depth, heads, tokens),
        [depth, heads, _, tokens] if is_alone => (depth, heads, tokens),
        [1, heads, _, tokens] | [heads, _, tokens] => (1, heads, tokens),
        [_, tokens] => (1, 1, tokens),
        _ => return Err(wrong()),
    };
    let most = [
        ("layers", depth.saturating_add(layers.len() as u64), MOST_LAYERS),
        ("heads", heads, MAX_HEADS),
        ("tokens", tokens, MOST_TOKENS),
    ];
    if let Some((what, found, most)) =
        most.into_iter().find(|(_, found, most)| *found > *most as u64)
    {
        return Err(MapsError::TooMany { name: name(), what, found, most });
    }
    if depth == 0 || heads == 0 {
        return Err(wrong());
    }
    let numbers = tensor.numbers(depth * heads * tokens * tokens)?;
    let of_layer = (heads * tokens * tokens) as usize;
    let shape = [heads, tokens, tokens].map(|axis| axis as usize);
    for numbers in numbers.chunks_exact(of_layer) {
        let weights = Array3::from_shape_vec(shape, numbers.to_vec()).map_err(|_| wrong())?;
        let layer = layers.len() + 1;
        for (head, map) in weights.axis_iter(Axis(0)).enumerate() {
            for (row, weights) in map.outer_iter().enumerate() {
                if let Some(why) = why_no_row(weights.iter().map(|&weight| f64::from(weight))) {
                    let (head, row) = (head + 1, row + 1);
                    return Err(MapsError::Row { name: name(), layer, head, row, why });
                }
            }
        }
        layers.push(weights.mapv_into(|weight| weight.max(0.0)));
    }
    Ok(())
}

/// The tokens by their texts, else by their numbers, else by their places.
fn labels(checkpoint: &Checkpoint, tokens: usize) -> Result<Vec<String>, MapsError> {
    let texts = checkpoint.metadata.iter().find(|(name, _)| name == TOKENS);
    let texts = texts.and_then(|(_, text)| serde_json::from_str::<Vec<String>>(text).ok());
    if let Some(texts) = texts {
        return Ok(texts);
    }
    if let Some(ids) = checkpoint.find(IDS).filter(|ids| ids.len() <= MOST_TOKENS as u64) {
        let ids = ids.numbers(MOST_TOKENS as u64)?;
        return Ok(ids.iter().map(|id| format!("#{id}")).collect());
    }
    Ok((1..=tokens).map(|place| place.to_string()).collect())
}
