//! How choices, methods and mappings read in a link: short names, parameters in brackets.

use super::value::{parse_number, quoted};
use super::{
    ColourRange, Colours, Curve, CurveAxis, MAX_PARAMETER, ModelChoice, Room, ThemeChoice, View,
};
use crate::attention::{Adjustment, Mapping};
use crate::method::Method;

/// One of a few: a type whose values have names, for a link and for a menu.
pub trait Choice: Copy + PartialEq + 'static {
    /// Every value, its name in a link, and its label on the page.
    const ALL: &'static [(Self, &'static str, &'static str)];

    /// The name in a link.
    fn name(self) -> &'static str {
        Self::ALL.iter().find(|(value, ..)| *value == self).map_or("", |(_, name, _)| name)
    }

    /// The label on the page.
    fn label(self) -> &'static str {
        Self::ALL.iter().find(|(value, ..)| *value == self).map_or("", |(.., label)| label)
    }

    /// The value of a name, or which names there are.
    fn from_name(name: &str) -> Result<Self, String> {
        Self::ALL.iter().find(|(_, known, _)| *known == name).map(|(value, ..)| *value).ok_or_else(
            || {
                let known: Vec<_> = Self::ALL.iter().map(|(_, name, _)| *name).collect();
                format!("{} is not one of {}", quoted(name), known.join(", "))
            },
        )
    }
}

impl Choice for Room {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Room::Lab, "lab", "Lab"),
        (Room::Curves, "curves", "Curves"),
        (Room::Compare, "compare", "Compare"),
        (Room::Train, "train", "Train"),
        (Room::Inspect, "inspect", "Inspect"),
    ];
}

impl Choice for ModelChoice {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (ModelChoice::Sst2Da, "sst2-da", "Film reviews (SST-2), DA"),
        (ModelChoice::Sst2Vanilla, "sst2-vanilla", "Film reviews (SST-2), vanilla"),
        (ModelChoice::AgNewsDa, "agnews-da", "News topics (AG News), DA"),
        (ModelChoice::AgNewsVanilla, "agnews-vanilla", "News topics (AG News), vanilla"),
        (ModelChoice::Untrained, "untrained", "Untrained projections"),
        (ModelChoice::Opened, "opened", "Opened checkpoint"),
    ];
}

impl Choice for View {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (View::Heatmap, "heatmap", "Heatmap"),
        (View::Lines, "lines", "Lines"),
        (View::Heads, "heads", "Several heads"),
    ];
}

impl Choice for ColourRange {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (ColourRange::Common, "common", "Common to A and B"),
        (ColourRange::Own, "own", "Own for each"),
    ];
}

impl Choice for Colours {
    const ALL: &'static [(Self, &'static str, &'static str)] =
        &[(Colours::Cividis, "cividis", "Cividis"), (Colours::Viridis, "viridis", "Viridis")];
}

impl Choice for ThemeChoice {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (ThemeChoice::System, "system", "System"),
        (ThemeChoice::Light, "light", "Light"),
        (ThemeChoice::Dark, "dark", "Dark"),
    ];
}

impl Choice for CurveAxis {
    const ALL: &'static [(Self, &'static str, &'static str)] =
        &[(CurveAxis::Weighted, "x", "x = w·R"), (CurveAxis::Tokens, "tokens", "Tokens")];
}

impl Choice for Adjustment {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Adjustment::EarlyMultiply, "early-multiply", "Early multiply"),
        (Adjustment::EarlyAdd, "early-add", "Early add"),
        (Adjustment::LateMultiply, "late-multiply", "Late multiply"),
        (Adjustment::LateAdd, "late-add", "Late add"),
        (
            Adjustment::EarlyMultiplyWithoutRelu,
            "early-multiply-without-relu",
            "Early multiply, no ReLU",
        ),
        (Adjustment::EarlyAddWithRelu, "early-add-with-relu", "Early add, with ReLU"),
    ];
}

/// `learnable-sigmoid`, `clip(5)`, `linear(0.5,1)`.
pub(super) fn mapping_text(mapping: Mapping) -> String {
    match mapping {
        Mapping::LearnableSigmoid => "learnable-sigmoid".to_owned(),
        Mapping::Sigmoid => "sigmoid".to_owned(),
        Mapping::Exponent => "exponent".to_owned(),
        Mapping::Clip { threshold } => format!("clip({threshold})"),
        Mapping::Linear { slope, intercept } => format!("linear({slope},{intercept})"),
    }
}

/// A name and the numbers in brackets behind it.
fn call(text: &str) -> Result<(&str, Vec<f64>), String> {
    let Some((name, rest)) = text.split_once('(') else { return Ok((text, Vec::new())) };
    let inside = rest
        .strip_suffix(')')
        .ok_or_else(|| format!("{} lacks a closing bracket", quoted(text)))?;
    let numbers = inside.split(',').map(|number| {
        let number = parse_number(number)?;
        if number.abs() <= MAX_PARAMETER {
            Ok(number + 0.0)
        } else {
            Err(format!("{number} is not between -{MAX_PARAMETER} and {MAX_PARAMETER}"))
        }
    });
    Ok((name, numbers.collect::<Result<_, _>>()?))
}

fn mapping_from_call(name: &str, numbers: &[f64]) -> Result<Mapping, String> {
    match (name, numbers) {
        ("learnable-sigmoid", []) => Ok(Mapping::LearnableSigmoid),
        ("sigmoid", []) => Ok(Mapping::Sigmoid),
        ("exponent", []) => Ok(Mapping::Exponent),
        ("clip", [threshold]) => Ok(Mapping::Clip { threshold: *threshold }),
        ("linear", [slope, intercept]) => {
            Ok(Mapping::Linear { slope: *slope, intercept: *intercept })
        }
        _ => Err(format!(
            "{} with {} numbers is not one of learnable-sigmoid, sigmoid, exponent, clip(T), linear(k,b)",
            quoted(name),
            numbers.len()
        )),
    }
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
pub fn method_from_text(text: &str) -> Result<Method, String> {
    let mut parts = text.split(':');
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some("vanilla"), None, ..) => Ok(Method::Vanilla { positions: true }),
        (Some("vanilla"), Some("no-positions"), None, _) => {
            Ok(Method::Vanilla { positions: false })
        }
        (Some("da"), None, ..) => Ok(Method::DISTANCE_AWARE),
        (Some("da"), Some(mapping), Some(adjustment), None) => {
            let (name, numbers) = call(mapping)?;
            Ok(Method::DistanceAware {
                mapping: mapping_from_call(name, &numbers)?,
                adjustment: Adjustment::from_name(adjustment)?,
            })
        }
        _ => Err(format!(
            "{} is not vanilla, vanilla:no-positions or da:MAPPING:ADJUSTMENT",
            quoted(text)
        )),
    }
}

/// As a mapping, but the learnable sigmoid carries its v: `learnable-sigmoid(-1)`.
pub(super) fn curve_text(curve: &Curve) -> String {
    match curve.mapping {
        Mapping::LearnableSigmoid => format!("learnable-sigmoid({})", curve.v),
        mapping => mapping_text(mapping),
    }
}

pub(super) fn curve_from_text(text: &str) -> Result<Curve, String> {
    match call(text)? {
        ("learnable-sigmoid", numbers) if numbers.len() == 1 => {
            Ok(Curve { mapping: Mapping::LearnableSigmoid, v: numbers[0] })
        }
        ("learnable-sigmoid", _) => {
            Err(format!("{} lacks its v, as in learnable-sigmoid(-1)", quoted(text)))
        }
        (name, numbers) => Ok(Curve { mapping: mapping_from_call(name, &numbers)?, v: 0.0 }),
    }
}
