//! What a script may ask of the page, `window.nearfar`: its arguments, checked as strangers' values, and what it gets
//! of a trace ([`traced()`]). A call gives a precise error and changes nothing, or is done. Nothing here knows JavaScript.

mod traced;

pub use traced::{Answer, Named, traced};

use ndarray::{Array2, ArrayView2};

use crate::Method;
use crate::attention::{AttentionError, HeadParameters, Mask, Projections, Trace};
use crate::lab::{Lab, Panel};
use crate::opened::{Showing, method_of_page};
use crate::settings::{
    FIELDS, Kind, MAX_HEADS, MAX_LAYERS, ModelChoice, SettingError, Settings, Value, quoted,
};
use crate::text::{MAX_LONG_TOKENS, tokenize_limited};

/// The largest size that [`attend`] takes.
pub const LARGEST_SIZE: usize = 1 << 20;
/// The most weights, h·N², that [`attend`] computes: 256 MiB of them as `f32`.
pub const MOST_WEIGHTS: usize = 1 << 26;
/// The most items of a list that are looked at; a list may be endless.
pub const MOST_ITEMS: usize = 100_000;

/// A value as a script hands it over.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// `undefined`, or an argument that is not there.
    Undefined,
    /// `null`.
    Null,
    /// `true` or `false`.
    Flag(bool),
    /// A number, NaN and the infinities too.
    Number(f64),
    /// A text.
    Text(String),
    /// An array, or anything else that can be iterated.
    List(Vec<Argument>),
    /// A `Float32Array`.
    Floats(Vec<f32>),
    /// A `Uint8Array`.
    Bytes(Vec<u8>),
    /// An object's own properties, in order.
    Object(Vec<(String, Argument)>),
    /// Anything else: what it is, "a function" say.
    Other(&'static str),
}

/// Why a call was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ScriptError {
    /// An argument is of another kind than the call takes.
    #[error("{call} takes {expected}, not {found}")]
    Argument {
        /// Which call.
        call: &'static str,
        /// What it takes.
        expected: &'static str,
        /// What it was handed.
        found: String,
    },
    /// An object has a property that the call does not know.
    #[error("{call} knows no {name}; it takes {known}")]
    Property {
        /// Which call.
        call: &'static str,
        /// The property, in quotes.
        name: String,
        /// Those that it knows.
        known: &'static str,
    },
    /// There is no such panel.
    #[error("there is no panel {found}; panels are “a” and “b”")]
    Panel {
        /// What was asked for.
        found: String,
    },
    /// There is no such setting.
    #[error("there is no setting {name}")]
    Unknown {
        /// The name that was used, in quotes.
        name: String,
    },
    /// A setting cannot be that.
    #[error("“{name}”: {why}")]
    Setting {
        /// Which setting.
        name: &'static str,
        /// Why not.
        why: SettingError,
    },
    /// A size is none.
    #[error(
        "attend: {name} must be a whole number from 1 to {limit}, not {found}",
        limit = LARGEST_SIZE
    )]
    Size {
        /// Which size.
        name: &'static str,
        /// What it is.
        found: String,
    },
    /// An array is none, or of another type.
    #[error("attend: {name} must be a Float32Array {shape}, not {found}")]
    Array {
        /// Which array.
        name: &'static str,
        /// Its shape.
        shape: String,
        /// What it is.
        found: String,
    },
    /// An array does not have the numbers of its shape.
    #[error("attend: {name} has {found} numbers, but its shape {shape} needs {expected}")]
    Length {
        /// Which array.
        name: &'static str,
        /// How many it has.
        found: usize,
        /// Its shape.
        shape: String,
        /// How many that needs.
        expected: String,
    },
    /// More weights than are computed at once.
    #[error("attend: h·N² is {found}; at most {limit} weights are computed", limit = MOST_WEIGHTS)]
    Weights {
        /// How many they would be.
        found: u64,
    },
    /// Attention itself refused.
    #[error("attend: {0}")]
    Attention(#[from] AttentionError),
}

impl Argument {
    /// What it is, for a message.
    fn describe(&self) -> String {
        match self {
            Argument::Undefined => "nothing".to_owned(),
            Argument::Null => "null".to_owned(),
            Argument::Flag(flag) => flag.to_string(),
            // Hundreds of zeros are no help.
            Argument::Number(number) if (1e-9..1e15).contains(&number.abs()) => number.to_string(),
            Argument::Number(number) if *number != 0.0 => format!("{number:e}"),
            Argument::Number(number) => number.to_string(),
            Argument::Text(text) => quoted(text),
            Argument::List(items) => format!("a list of {}", items.len()),
            Argument::Floats(numbers) => format!("a Float32Array of {}", numbers.len()),
            Argument::Bytes(bytes) => format!("a Uint8Array of {}", bytes.len()),
            Argument::Object(_) => "an object".to_owned(),
            Argument::Other(what) => (*what).to_owned(),
        }
    }

    /// As a value of a setting.
    ///
    /// # Errors
    /// Where no setting has such a value: it is an object, say, or a list of numbers and texts.
    pub fn to_value(&self) -> Result<Value, SettingError> {
        Ok(match self {
            Argument::Undefined | Argument::Null => Value::Nothing,
            Argument::Flag(flag) => Value::Flag(*flag),
            Argument::Number(number) => Value::Number(*number),
            Argument::Text(text) => Value::Text(text.clone()),
            Argument::Floats(numbers) => {
                Value::Numbers(numbers.iter().copied().map(f64::from).collect())
            }
            Argument::Bytes(bytes) => {
                Value::Numbers(bytes.iter().copied().map(f64::from).collect())
            }
            Argument::List(items) if items.is_empty() => Value::Nothing,
            Argument::List(items) => {
                let numbers = items.iter().map(|item| match item {
                    Argument::Number(number) => Some(*number),
                    _ => None,
                });
                let texts = items.iter().map(|item| match item {
                    Argument::Text(text) => Some(text.clone()),
                    _ => None,
                });
                let numbers = numbers.collect::<Option<_>>().map(Value::Numbers);
                let value = numbers.or_else(|| texts.collect::<Option<_>>().map(Value::Texts));
                value.ok_or(SettingError::Mixed)?
            }
            Argument::Object(_) | Argument::Other(_) => {
                return Err(SettingError::Kind { needed: Kind::Any, found: self.describe() });
            }
        })
    }
}

/// The panel that `trace` is asked for: A unless `options` say otherwise.
///
/// # Errors
/// Where there is no such panel or option.
pub fn panel(options: &Argument) -> Result<Panel, ScriptError> {
    let properties = match options {
        Argument::Undefined | Argument::Null => return Ok(Panel::A),
        Argument::Object(properties) => properties,
        other => {
            let (call, expected) = ("trace()", "an object with a panel, as in { panel: \"b\" }");
            return Err(ScriptError::Argument { call, expected, found: other.describe() });
        }
    };
    let mut panel = Panel::A;
    for (name, value) in properties {
        if name != "panel" {
            let (call, name) = ("trace()", quoted(name));
            return Err(ScriptError::Property { call, name, known: "“panel”" });
        }
        panel = match value {
            Argument::Undefined => Panel::A,
            Argument::Text(name) if name == "a" => Panel::A,
            Argument::Text(name) if name == "b" => Panel::B,
            other => return Err(ScriptError::Panel { found: other.describe() }),
        };
    }
    Ok(panel)
}

/// Whether changes are joined to those before: no, where nothing is said.
///
/// # Errors
/// Where it is neither yes nor no.
pub fn joined(argument: &Argument) -> Result<bool, ScriptError> {
    match argument {
        Argument::Undefined => Ok(false),
        Argument::Flag(flag) => Ok(*flag),
        other => {
            let (call, expected) = ("set()", "true or false as its second argument");
            Err(ScriptError::Argument { call, expected, found: other.describe() })
        }
    }
}

/// What `open` takes, as its errors say.
const OPENS: &str = "the bytes of a file, a Uint8Array, and its name, or a File or a list of files";

/// What `open` is handed where it is no file: the bytes of one and its name.
///
/// # Errors
/// Where they are none.
pub fn opening(bytes: Argument, name: Argument) -> Result<(Vec<u8>, String), ScriptError> {
    let refused = |expected, found: &Argument| ScriptError::Argument {
        call: "open()",
        expected,
        found: found.describe(),
    };
    match (bytes, name) {
        (Argument::Bytes(bytes), Argument::Text(name)) => Ok((bytes, name)),
        (Argument::Bytes(_), other) => {
            Err(refused("the file's name as its second argument", &other))
        }
        (other, _) => Err(refused(OPENS, &other)),
    }
}

/// How `open` shows a model from files: `{ panel: "b", layer: 3, head: 7 }`, each optional, counted from 1; in the panel
/// “none” it is open and shown nowhere.
///
/// # Errors
/// Where there is no such option, panel, layer or head.
pub fn showing(options: &Argument) -> Result<Showing, ScriptError> {
    let call = "open()";
    let properties = match options {
        Argument::Undefined | Argument::Null => return Ok(Showing::default()),
        Argument::Object(properties) => properties,
        other => {
            let expected = "an object with panel, layer and head, each optional, beside files";
            return Err(ScriptError::Argument { call, expected, found: other.describe() });
        }
    };
    let mut showing = Showing::default();
    for (name, value) in properties {
        let counted = |most: usize, expected| match value {
            Argument::Undefined => Ok(None),
            Argument::Number(number)
                if number.fract() == 0.0 && (1.0..=most as f64).contains(number) =>
            {
                Ok(Some(*number as usize - 1))
            }
            other => Err(ScriptError::Argument { call, expected, found: other.describe() }),
        };
        match name.as_str() {
            "panel" if *value == Argument::Text("none".to_owned()) => showing.elsewhere = true,
            "panel" => {
                let options = Argument::Object(vec![(name.clone(), value.clone())]);
                showing.panel = Some(panel(&options)?);
            }
            "layer" => showing.layer = counted(MAX_LAYERS, "a layer from 1")?,
            "head" => showing.head = counted(MAX_HEADS, "a head from 1")?,
            _ => {
                let (name, known) = (quoted(name), "“panel”, “layer” and “head”");
                return Err(ScriptError::Property { call, name, known });
            }
        }
    }
    Ok(showing)
}

/// `before` with all of `changes`, as `set` is asked for. What was so before is no error: a script may
/// write back what it read.
///
/// # Errors
/// Where a part cannot be, with its name: there is no such setting, it cannot have the value, no
/// checkpoint is open, or a token or head is beyond the last.
pub fn changed(before: &Settings, changes: &Argument, lab: &Lab) -> Result<Settings, ScriptError> {
    let Argument::Object(properties) = changes else {
        let (call, expected) = ("set()", "an object of settings, as settings() returns");
        return Err(ScriptError::Argument { call, expected, found: changes.describe() });
    };
    let mut after = before.clone();
    let mut named = Vec::new();
    for (name, value) in properties {
        let field = FIELDS.iter().find(|field| field.name == name);
        let field = field.ok_or_else(|| ScriptError::Unknown { name: quoted(name) })?;
        let wrong = |why| ScriptError::Setting { name: field.name, why };
        (field.set)(&mut after, &value.to_value().map_err(wrong)?).map_err(wrong)?;
        named.push(field);
    }
    // As a link: files that are named and not open are asked for.
    let names_files = named.iter().any(|field| field.name == "files");
    for field in named {
        if (field.get)(before) != (field.get)(&after) {
            fits(field.name, &after, lab, names_files)
                .map_err(|why| ScriptError::Setting { name: field.name, why })?;
        }
    }
    after.settle();
    Ok(after)
}

/// That a setting that was changed agrees with the other ones.
fn fits(name: &str, after: &Settings, lab: &Lab, names_files: bool) -> Result<(), SettingError> {
    let own =
        lab.own_heads_of(after.model, after.layer).map(|heads| heads.len().clamp(1, MAX_HEADS));
    let heads = own.unwrap_or(after.heads);
    let is_open = |model| match model {
        file if names_files && !after.file_of(file).is_empty() => Ok(()),
        ModelChoice::Opened if !lab.has_model(model) => Err(SettingError::NoCheckpoint),
        // One of the page is fetched.
        file if method_of_page(after.file_of(file)).is_some() => Ok(()),
        file if file.is_file() && !lab.has_model(file) => Err(SettingError::NoFile),
        _ => Ok(()),
    };
    let is_head = |head: Option<usize>| match head {
        Some(head) if head >= heads => Err(SettingError::Head { head: head + 1, heads }),
        _ => Ok(()),
    };
    let is_token = |token: Option<usize>| {
        let Some(token) = token else { return Ok(()) };
        let count = if lab.tokenized_text() == after.sentence {
            lab.tokens().len()
        } else {
            tokenize_limited(&after.sentence, MAX_LONG_TOKENS).tokens.len()
        };
        if token < count {
            return Ok(());
        }
        Err(SettingError::Token { token: token + 1, tokens: count })
    };
    let is_layer = |layer: usize, model: ModelChoice| {
        let depth = lab.depth(model);
        match layer < depth || !lab.has_model(model) {
            true => Ok(()),
            false => Err(SettingError::Layer { layer: layer + 1, layers: depth }),
        }
    };
    let of_one_text = |model| {
        let weights = lab.opened(model).filter(|model| model.weights_only);
        weights.map_or(Ok(()), |model| Err(SettingError::OneText(model.name.clone())))
    };
    match name {
        "sentence" => of_one_text(after.model).and_then(|()| of_one_text(after.model_b)),
        "layer" => is_layer(after.layer, after.model),
        "layer-b" => is_layer(after.layer_of(Panel::B), after.model_b),
        "model" => is_open(after.model),
        "model-b" => is_open(after.model_b),
        "heads" => match own {
            Some(own) if own != after.heads => Err(SettingError::OwnHeads(own)),
            _ => Ok(()),
        },
        "head" => is_head(Some(after.head)),
        "chosen" => is_head(after.chosen.last().copied()),
        "cursor" => is_token(after.cursor.map(|(i, j)| i.max(j))),
        "selected" => is_token(after.selected.last().copied()),
        _ => Ok(()),
    }
}

/// What [`attend`] gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Attended {
    /// The attention weights, `[h, N, N]`.
    pub weights: Vec<f32>,
    /// The output, `[N, m]`.
    pub output: Vec<f32>,
}

/// What [`attend`] knows, and how its errors list that.
const ATTENDS: [&str; 11] = ["N", "D", "h", "d", "H", "Wq", "Wk", "Wv", "Wo", "w", "v"];
const ATTENDS_IN_WORDS: &str = "N, D, h, d, H, Wq, Wk, Wv, Wo, w and v";

/// Distance-aware attention over a script's own numbers (Wu et al. 2021, Eq. 1 to 6): sizes N, D, h, d and
/// arrays H `[N, D]`, Wq, Wk, Wv `[D, h·d]`, Wo `[h·d, m]`, w and v `[h]`.
///
/// # Errors
/// Where an argument is missing, not known, of another kind or length, or not finite; where there would be
/// more than [`MOST_WEIGHTS`].
pub fn attend(raw: &Argument) -> Result<Attended, ScriptError> {
    let Argument::Object(properties) = raw else {
        let (call, expected) =
            ("attend()", "an object with N, D, h, d, H, Wq, Wk, Wv, Wo, w and v");
        return Err(ScriptError::Argument { call, expected, found: raw.describe() });
    };
    let is_known = |(name, _): &&(String, Argument)| ATTENDS.contains(&name.as_str());
    if let Some((name, _)) = properties.iter().find(|property| !is_known(property)) {
        let (call, name) = ("attend()", quoted(name));
        return Err(ScriptError::Property { call, name, known: ATTENDS_IN_WORDS });
    }
    let property = |name: &str| {
        properties.iter().find(|(known, _)| known == name).map_or(&Argument::Undefined, |(_, x)| x)
    };
    let size = |name: &'static str| match property(name) {
        Argument::Number(number)
            if (1.0..=LARGEST_SIZE as f64).contains(number) && number.fract() == 0.0 =>
        {
            Ok(*number as usize)
        }
        other => Err(ScriptError::Size { name, found: other.describe() }),
    };
    let (n, width, h, d) = (size("N")?, size("D")?, size("h")?, size("d")?);
    // Each is at most 2^20: no product of two or three is beyond 64 bits.
    let weights = h as u64 * n as u64 * n as u64;
    if weights > MOST_WEIGHTS as u64 {
        return Err(ScriptError::Weights { found: weights });
    }
    let joined = h as u64 * d as u64;
    let floats = |name: &'static str, shape: String| match property(name) {
        Argument::Floats(numbers) => Ok(numbers.as_slice()),
        other => Err(ScriptError::Array { name, shape, found: other.describe() }),
    };
    let array = |name: &'static str, shape: &[u64]| {
        let numbers = floats(name, format!("{shape:?}"))?;
        let expected = shape.iter().try_fold(1_u64, |product, &size| product.checked_mul(size));
        if expected == Some(numbers.len() as u64) {
            return Ok(numbers);
        }
        let expected = expected.map_or_else(|| "too many".to_owned(), |count| count.to_string());
        let (found, shape) = (numbers.len(), format!("{shape:?}"));
        Err(ScriptError::Length { name, found, shape, expected })
    };
    let hidden = array("H", &[n as u64, width as u64])?;
    let query = array("Wq", &[width as u64, joined])?;
    let key = array("Wk", &[width as u64, joined])?;
    let value = array("Wv", &[width as u64, joined])?;
    let (w, v) = (array("w", &[h as u64])?, array("v", &[h as u64])?);
    let shape = format!("[h·d = {joined}, m]");
    let output = floats("Wo", shape.clone())?;
    if output.is_empty() || !(output.len() as u64).is_multiple_of(joined) {
        let (found, expected) = (output.len(), format!("a multiple of {joined}"));
        return Err(ScriptError::Length { name: "Wo", found, shape, expected });
    }
    // No more than the numbers of Wo, which are there.
    let joined = h * d;

    let matrix = |what, shape: [usize; 2], numbers| {
        let misfit = AttentionError::Shape { what, found: Vec::new(), expected: shape.to_vec() };
        ArrayView2::from_shape(shape, numbers).map_err(|_| misfit)
    };
    let [query, key, value] = [("Wq", query), ("Wk", key), ("Wv", value)]
        .map(|(what, numbers)| matrix(what, [width, joined], numbers));
    let output: Array2<f32> = matrix("Wo", [joined, output.len() / joined], output)?.to_owned();
    let projections = Projections::from_columns(h, query?, key?, value?, output)?;
    let heads = w.iter().zip(v).map(|(&w, &v)| HeadParameters { w: w.into(), v: v.into() });
    let heads: Vec<_> = heads.collect();
    let hidden = matrix("H", [n, width], hidden)?;
    let trace = Trace::new(&projections, &heads, Method::DISTANCE_AWARE, Mask::none(), hidden)?;
    let outputs = trace.outputs(projections.output.view())?;
    let weights = trace.weights().iter().copied().collect();
    let output: Vec<f32> = outputs.projected.iter().copied().collect();
    if let Some((index, &found)) = output.iter().enumerate().find(|(_, x)| !x.is_finite()) {
        let (what, found) = ("the output", found.into());
        return Err(AttentionError::NotFinite { what, found, index }.into());
    }
    Ok(Attended { weights, output })
}
