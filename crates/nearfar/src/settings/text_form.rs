//! How choices, methods and mappings read in a link: short names, parameters in brackets.

use std::fmt::Write;

use super::value::{parse_number, quoted};
use super::{
    ColourRange, Colours, Curve, CurveAxis, Language, MAX_PARAMETER, ModelChoice, Room,
    ThemeChoice, View,
};
use crate::attention::{ADJUSTMENTS, Adjustment, MAPPINGS, Mapping, MappingRow};
use crate::lab::Contribution;
use crate::method::{Method, ModelMethod};
use crate::model::OwnMethod;
use crate::text::dependency::WordLabel;

/// Why a text names no choice, mapping, method or curve.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TextError {
    /// None of a few has this name.
    #[error("{} is not one of {known}", quoted(.found))]
    Choice {
        /// What was found.
        found: String,
        /// What there is.
        known: String,
    },
    /// An opening bracket alone.
    #[error("{} lacks a closing bracket", quoted(.0))]
    Bracket(String),
    /// Something in brackets is no number.
    #[error("{} is not a number", quoted(.0))]
    Number(String),
    /// A number beyond what is accepted.
    #[error("{0} is not between -{MAX_PARAMETER} and {MAX_PARAMETER}")]
    Range(f64),
    /// No mapping has this name and so many numbers.
    #[error("{} with {numbers} numbers is not one of {}", quoted(.name), mapping_forms())]
    Mapping {
        /// The name that was found.
        name: String,
        /// How many numbers stood behind it.
        numbers: usize,
    },
    /// No method has this form.
    #[error("{} is not vanilla, vanilla:no-positions or da:MAPPING:ADJUSTMENT", quoted(.0))]
    Method(String),
    /// No model attends by a method of this form.
    #[error("{} is not one of {}", quoted(.0), model_method_forms())]
    ModelMethod(String),
    /// The number of a model's method is not what it can be.
    #[error("{letter} of {name} is {}, expected a whole number from 1 to {most}", quoted(.found))]
    Own {
        /// The letter of the number.
        letter: &'static str,
        /// The method's name.
        name: &'static str,
        /// What was found.
        found: String,
        /// The most that it can be.
        most: usize,
    },
    /// A curve of a mapping with v does not say which v.
    #[error("{} lacks its v, as in {example}", quoted(.found))]
    Curve {
        /// What was found.
        found: String,
        /// A curve of this mapping.
        example: String,
    },
}

/// One of a few: a type whose values have names, for a link and for a menu.
pub trait Choice: Copy + PartialEq + 'static {
    /// Every value and its name in a link.
    const ALL: &'static [(Self, &'static str)];

    /// The name in a link.
    fn name(self) -> &'static str {
        Self::ALL.iter().find(|(value, _)| *value == self).map_or("", |(_, name)| name)
    }

    /// The value of a name, or which names there are.
    fn from_name(name: &str) -> Result<Self, TextError> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(value, _)| *value).ok_or_else(
            || {
                let known: Vec<_> = Self::ALL.iter().map(|(_, name)| *name).collect();
                TextError::Choice { found: name.to_owned(), known: known.join(", ") }
            },
        )
    }
}

impl Choice for Room {
    const ALL: &'static [(Self, &'static str)] = &[
        (Room::Lab, "lab"),
        (Room::Curves, "curves"),
        (Room::Compare, "compare"),
        (Room::Train, "train"),
        (Room::Inspect, "inspect"),
        (Room::Learn, "learn"),
    ];
}

/// By its column in CoNLL-U.
impl Choice for WordLabel {
    const ALL: &'static [(Self, &'static str)] =
        &[(WordLabel::PartOfSpeech, "upos"), (WordLabel::Relation, "deprel")];
}

impl Choice for ModelChoice {
    const ALL: &'static [(Self, &'static str)] = &[
        (ModelChoice::Sst2Da, "sst2-da"),
        (ModelChoice::Sst2Vanilla, "sst2-vanilla"),
        (ModelChoice::AgNewsDa, "agnews-da"),
        (ModelChoice::AgNewsVanilla, "agnews-vanilla"),
        (ModelChoice::Untrained, "untrained"),
        (ModelChoice::Opened, "opened"),
        (ModelChoice::File1, "file-1"),
        (ModelChoice::File2, "file-2"),
        (ModelChoice::File3, "file-3"),
        (ModelChoice::File4, "file-4"),
    ];
}

impl Choice for Contribution {
    const ALL: &'static [(Self, &'static str)] = &[
        (Contribution::Both, "both"),
        (Contribution::Clipping, "clipping"),
        (Contribution::Distance, "distance"),
    ];
}

impl Choice for View {
    const ALL: &'static [(Self, &'static str)] =
        &[(View::Heatmap, "heatmap"), (View::Lines, "lines"), (View::Heads, "heads")];
}

impl Choice for ColourRange {
    const ALL: &'static [(Self, &'static str)] =
        &[(ColourRange::Common, "common"), (ColourRange::Own, "own")];
}

impl Choice for Colours {
    const ALL: &'static [(Self, &'static str)] =
        &[(Colours::Cividis, "cividis"), (Colours::Viridis, "viridis")];
}

impl Choice for ThemeChoice {
    const ALL: &'static [(Self, &'static str)] = &[
        (ThemeChoice::System, "system"),
        (ThemeChoice::Light, "light"),
        (ThemeChoice::Dark, "dark"),
        (ThemeChoice::Projector, "projector"),
    ];
}

impl Choice for Language {
    const ALL: &'static [(Self, &'static str)] = &[
        (Language::Browser, "browser"),
        (Language::English, "en"),
        (Language::Chinese, "zh"),
        (Language::Korean, "ko"),
        (Language::German, "de"),
    ];
}

impl Choice for CurveAxis {
    const ALL: &'static [(Self, &'static str)] =
        &[(CurveAxis::Tokens, "tokens"), (CurveAxis::Weighted, "x")];
}

impl Choice for Adjustment {
    const ALL: &'static [(Self, &'static str)] = &{
        let mut all = [(Adjustment::EarlyMultiply, ""); ADJUSTMENTS.len()];
        let mut place = 0;
        while place < all.len() {
            let row = &ADJUSTMENTS[place];
            all[place] = (row.adjustment, row.name);
            place += 1;
        }
        all
    };
}

/// A mapping without its numbers: a place in [`MAPPINGS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MappingKind(usize);

impl MappingKind {
    /// What is to be known of it.
    pub fn row(self) -> &'static MappingRow {
        &MAPPINGS[self.0]
    }

    /// The kind of a mapping.
    pub fn of(mapping: Mapping) -> MappingKind {
        let name = mapping.row().name;
        MappingKind(MAPPINGS.iter().position(|row| row.name == name).unwrap_or_default())
    }

    /// The place in [`MAPPINGS`], for a message.
    pub(crate) fn place(self) -> usize {
        self.0
    }

    /// The kind at a place; `None` where there is none.
    pub(crate) fn at(place: usize) -> Option<MappingKind> {
        (place < MAPPINGS.len()).then_some(MappingKind(place))
    }

    /// With the numbers that it starts with.
    pub fn mapping(self) -> Mapping {
        self.row().mapping()
    }
}

impl Choice for MappingKind {
    const ALL: &'static [(Self, &'static str)] = &{
        let mut all = [(MappingKind(0), ""); MAPPINGS.len()];
        let mut place = 0;
        while place < all.len() {
            all[place] = (MappingKind(place), MAPPINGS[place].name);
            place += 1;
        }
        all
    };
}

/// A name, and numbers or letters in brackets behind it where there are any.
fn call_text<T: std::fmt::Display>(name: &str, inside: &[T]) -> String {
    let mut text = name.to_owned();
    for (place, each) in inside.iter().enumerate() {
        let _ = write!(text, "{}{each}", if place == 0 { '(' } else { ',' });
    }
    if inside.is_empty() { text } else { text + ")" }
}

/// How every mapping is written: `learnable-sigmoid, sigmoid, exponent, linear(k,b), clip(T)`.
pub fn mapping_forms() -> String {
    let form = |row: &MappingRow| {
        let letters: Vec<_> = row.numbers.iter().map(|number| number.symbol).collect();
        call_text(row.name, &letters)
    };
    MAPPINGS.iter().map(form).collect::<Vec<_>>().join(", ")
}

/// How every adjustment is written: `early-multiply, early-add` and so on.
pub fn adjustment_forms() -> String {
    ADJUSTMENTS.iter().map(|row| row.name).collect::<Vec<_>>().join(", ")
}

/// Its own numbers, and v behind them where there is one.
fn numbers_text(mapping: Mapping, v: Option<f64>) -> String {
    let row = mapping.row();
    let own = mapping.numbers().into_iter().take(row.numbers.len());
    call_text(row.name, &own.chain(v).collect::<Vec<_>>())
}

/// `learnable-sigmoid`, `clip(5)`, `linear(0.5,1)`.
pub fn mapping_text(mapping: Mapping) -> String {
    numbers_text(mapping, None)
}

/// A name and the numbers in brackets behind it.
fn call(text: &str) -> Result<(&str, Vec<f64>), TextError> {
    let Some((name, rest)) = text.split_once('(') else { return Ok((text, Vec::new())) };
    let inside = rest.strip_suffix(')').ok_or_else(|| TextError::Bracket(text.to_owned()))?;
    let numbers = inside.split(',').map(|number| {
        let number = parse_number(number).map_err(|_| TextError::Number(number.to_owned()))?;
        if number.abs() <= MAX_PARAMETER { Ok(number + 0.0) } else { Err(TextError::Range(number)) }
    });
    Ok((name, numbers.collect::<Result<_, _>>()?))
}

fn mapping_from_call(name: &str, numbers: &[f64]) -> Result<Mapping, TextError> {
    let found = MappingRow::from_name(name).and_then(|row| row.with_numbers(numbers));
    found.ok_or_else(|| TextError::Mapping { name: name.to_owned(), numbers: numbers.len() })
}

/// The mapping that a text of [`mapping_text`] names.
///
/// # Errors
/// Where there is none of the name with so many numbers.
pub fn mapping_from_text(text: &str) -> Result<Mapping, TextError> {
    let (name, numbers) = call(text)?;
    mapping_from_call(name, &numbers)
}

/// `da:learnable-sigmoid:early-multiply`, `vanilla`, `vanilla:no-positions`.
pub fn method_text(method: Method) -> String {
    match method {
        Method::Vanilla { positions: true } => "vanilla".to_owned(),
        Method::Vanilla { positions: false } => "vanilla:no-positions".to_owned(),
        Method::DistanceAware { mapping, adjustment } => {
            format!("da:{}:{}", mapping_text(mapping), adjustment.name())
        }
    }
}

/// The method that a text of [`method_text`] names; `da` alone is the paper's own.
///
/// # Errors
/// A sentence that says what was found and what is possible.
pub fn method_from_text(text: &str) -> Result<Method, TextError> {
    let mut parts = text.split(':');
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some("vanilla"), None, ..) => Ok(Method::Vanilla { positions: true }),
        (Some("vanilla"), Some("no-positions"), None, _) => {
            Ok(Method::Vanilla { positions: false })
        }
        (Some("da"), None, ..) => Ok(Method::DISTANCE_AWARE),
        (Some("da"), Some(mapping), None, _) => Ok(Method::DistanceAware {
            mapping: mapping_from_text(mapping)?,
            adjustment: Adjustment::EarlyMultiply,
        }),
        (Some("da"), Some(mapping), Some(adjustment), None) => Ok(Method::DistanceAware {
            mapping: mapping_from_text(mapping)?,
            adjustment: Adjustment::from_name(adjustment)?,
        }),
        _ => Err(TextError::Method(text.to_owned())),
    }
}

/// How every method of a model is written.
pub fn model_method_forms() -> String {
    let mut text =
        "vanilla, vanilla:no-positions, da[:MAPPING[:ADJUSTMENT]], da:linear[:ADJUSTMENT]"
            .to_owned();
    for method in OwnMethod::all() {
        let letter = method.number().map(|(number, _)| number.letter);
        let number = letter.map_or(String::new(), |letter| format!("({letter})"));
        let _ = write!(text, ", {}{number}", method.kind().name());
        if let Some(alias) = method.definition().alias {
            let _ = write!(text, " or {alias}{number}");
        }
    }
    text
}

/// The mapping whose k and b every head learns: its name, without numbers in brackets.
const LINES: &str = "linear";

/// As [`method_text`], `da:linear:early-multiply` where every head learns its k and b, and of other
/// methods their name: `xl`, `rpr(16)`.
pub fn model_method_text(method: ModelMethod) -> String {
    match method {
        ModelMethod::Lab(method) => method_text(method),
        ModelMethod::Lines(adjustment) => format!("da:{LINES}:{}", adjustment.name()),
        ModelMethod::Own(method) => {
            let number = method.number().map(|(_, number)| number);
            call_text(method.kind().name(), number.as_slice())
        }
    }
}

/// A method in the name of a file, of [`model_method_text`]: letters, digits, `.` and `-`.
pub fn method_file_name(method: ModelMethod) -> String {
    if method == Method::DISTANCE_AWARE.into() {
        return "da".to_owned();
    }
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' };
    let name: String = model_method_text(method).chars().map(plain).collect();
    name.trim_end_matches('-').to_owned()
}

/// The method that a text of [`model_method_text`] names; `rpr` alone has the usual k, and names that
/// papers give a method are known, too.
///
/// # Errors
/// A sentence that says what was found and what is possible.
pub fn model_method_from_text(text: &str) -> Result<ModelMethod, TextError> {
    let (name, inside) = match text.split_once('(') {
        Some((name, rest)) => (name, Some(rest)),
        None => (text, None),
    };
    let is_named = |method: &OwnMethod| {
        method.kind().name() == name || method.definition().alias == Some(name)
    };
    let known = OwnMethod::all().find(is_named);
    match (known.map(|method| (method, method.number())), inside) {
        (Some((method, _)), None) => Ok(method.into()),
        (Some((method, Some((number, _)))), Some(inside)) => {
            let inside =
                inside.strip_suffix(')').ok_or_else(|| TextError::Bracket(text.to_owned()))?;
            let found = inside.parse().ok().filter(|found| (1..=number.most).contains(found));
            let found = found.ok_or_else(|| TextError::Own {
                letter: number.letter,
                name: method.kind().name(),
                found: inside.to_owned(),
                most: number.most,
            })?;
            Ok(method.with_number(found).into())
        }
        _ => {
            match lines_from_text(text).unwrap_or_else(|| method_from_text(text).map(Into::into)) {
                Ok(method) => Ok(method),
                Err(TextError::Method(found)) => Err(TextError::ModelMethod(found)),
                Err(error) => Err(error),
            }
        }
    }
}

/// `da:linear`, `da:linear:ADJUSTMENT`.
fn lines_from_text(text: &str) -> Option<Result<ModelMethod, TextError>> {
    let rest = text.strip_prefix("da:")?.strip_prefix(LINES)?;
    let adjustment = match rest {
        "" => Ok(Adjustment::EarlyMultiply),
        rest => Adjustment::from_name(rest.strip_prefix(':')?),
    };
    Some(adjustment.map(ModelMethod::Lines))
}

/// As a mapping, but what has a v carries it: `learnable-sigmoid(-1)`.
pub(super) fn curve_text(curve: &Curve) -> String {
    numbers_text(curve.mapping, curve.mapping.has_v().then_some(curve.v))
}

pub(super) fn curve_from_text(text: &str) -> Result<Curve, TextError> {
    let (name, mut numbers) = call(text)?;
    let Some(row) = MappingRow::from_name(name).filter(|row| row.mapping().has_v()) else {
        return Ok(Curve { mapping: mapping_from_call(name, &numbers)?, v: 0.0 });
    };
    let v = numbers.pop();
    let mapping = row.with_numbers(&numbers);
    mapping.zip(v).map(|(mapping, v)| Curve { mapping, v }).ok_or_else(|| {
        let example = curve_text(&Curve { mapping: row.mapping(), v: -1.0 });
        TextError::Curve { found: text.to_owned(), example }
    })
}
