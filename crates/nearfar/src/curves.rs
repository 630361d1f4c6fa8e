//! What the Curves room decides: what the page is told of it, which curve another mapping makes, where the read-out goes, what a curve does, and
//! how it is drawn for a requirement.

mod matrix;
mod picture;
mod plot;

pub use matrix::Coefficients;
pub use picture::picture_of;
pub use plot::Plot;

use crate::attention::requirements::requirements;
use crate::attention::{MAPPINGS, Mapping};
use crate::picture::scale::format_number;
use crate::settings::{Curve, CurveAxis, FIELDS, Field, MAX_CURVES, Settings, Value};

/// The settings that the room shows, by their names in links.
const SHOWN: [&str; 8] = ["curves", "curve", "curve-axis", "slopes", "matrix", "head", "w", "v"];

/// The ends of the axis of x. Fig. 1 names none; this shows both plateaus.
pub const X_RANGE: (f64, f64) = (-8.0, 8.0);
/// The last token of the axis of distances: a curve of the opening's w has fallen before it.
pub const TOKENS: f64 = 6.0;
/// How far a key moves the read-out on the axis of x.
const STEP: f64 = 0.25;

/// Whether the room shows a setting.
pub fn is_shown(field: &Field) -> bool {
    SHOWN.contains(&field.name)
}

/// What the page is told of settings that were changed in the room, by their names in links. Of w and v it is the
/// shown head's: those of the others stay the model's own.
pub fn changes(before: &Settings, after: &Settings) -> Vec<(&'static str, Value)> {
    let of_head = |number: f64| Value::Text(format!("{}:{number}", after.head + 1));
    let is_changed = |field: &&Field| is_shown(field) && (field.get)(after) != (field.get)(before);
    let changed = FIELDS.iter().filter(is_changed).map(|field| match field.name {
        "w" => (field.name, of_head(after.head_w())),
        "v" => (field.name, of_head(after.v.get(after.head).copied().unwrap_or_default())),
        name => (name, (field.get)(after)),
    });
    changed.collect()
}

/// A curve of every mapping, with v of 1.
pub fn of_every_mapping() -> Vec<Curve> {
    let mappings = MAPPINGS.iter().take(MAX_CURVES).map(|row| row.mapping());
    mappings.map(|mapping| Curve { mapping, v: f64::from(u8::from(mapping.has_v())) }).collect()
}

/// What a key calls a curve in a few letters: its v where its function has one, else the function.
pub fn key(curve: Curve) -> String {
    match curve.mapping.has_v() {
        true => format!("v = {}", format_number(curve.v)),
        false => curve.mapping.row().label.to_lowercase(),
    }
}

/// Takes the curve at a place away, if there is one.
pub fn remove(curves: &mut Vec<Curve>, place: usize) {
    if place < curves.len() {
        curves.remove(place);
    }
}

/// The mapping that breaks the requirement at `place` where it is `met`, with the v that there is, or that mends it.
pub fn change(place: usize, v: f64, met: bool) -> Option<Mapping> {
    if met { breaking(place, v) } else { Some(Mapping::LearnableSigmoid) }
}

/// The first mapping that does not meet the requirement at `place`, with the v that there is.
fn breaking(place: usize, v: f64) -> Option<Mapping> {
    let is_broken = |mapping: &Mapping| {
        requirements(*mapping, v).get(place).is_some_and(|requirement| !requirement.met)
    };
    MAPPINGS.iter().map(|row| row.mapping()).find(is_broken)
}

/// The ends of an axis.
pub fn range_of(axis: CurveAxis) -> (f64, f64) {
    if axis == CurveAxis::Tokens { (0.0, TOKENS) } else { X_RANGE }
}

/// The place of the read-out while nobody asks for one: x = 0, or the next token, since at R = 0 every coefficient is 1.
pub fn resting_place(axis: CurveAxis) -> f64 {
    if axis == CurveAxis::Tokens { 1.0 } else { 0.0 }
}

/// The place of the read-out for one under the pointer: distances are whole tokens.
pub fn snap(place: f64, axis: CurveAxis) -> f64 {
    if axis == CurveAxis::Tokens { place.round().clamp(0.0, TOKENS) } else { place }
}

/// The place of the read-out after a key; `None` for one that does not move it.
pub fn place_after_key(place: f64, axis: CurveAxis, key: &str) -> Option<f64> {
    let (low, high) = range_of(axis);
    let step = if axis == CurveAxis::Tokens { 1.0 } else { STEP };
    let place = match key {
        "ArrowLeft" => place - step,
        "ArrowRight" => place + step,
        "Home" => low,
        "End" => high,
        _ => return None,
    };
    Some(place.clamp(low, high))
}

/// x at a place of an axis: w·R of a distance.
pub fn x_at(place: f64, axis: CurveAxis, w: f64) -> f64 {
    if axis == CurveAxis::Tokens { w * place } else { place }
}

/// A curve's value, or its slope, at a place of the axis: f(x) and f′(x), or by tokens f(w·R) and
/// df/dR = w·f′(w·R).
pub fn value_at(place: f64, curve: Curve, slopes: bool, axis: CurveAxis, w: f64) -> f64 {
    let (x, scale) = (x_at(place, axis, w), x_at(1.0, axis, w));
    match slopes {
        true => scale * curve.mapping.derivative_x(x, curve.v),
        false => curve.mapping.value(x, curve.v),
    }
}

/// What a curve does, by what is said of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Does {
    /// It falls with distance: the coefficients at 1 and at 5 tokens.
    Near(f64, f64),
    /// It grows with distance: its bound, and the coefficient at 1 token.
    Far(f64, f64),
    /// Of x: its bound, and the x at which half of it is lost.
    Weighted(f64, f64),
    /// w of 0: distance does nothing.
    Nothing,
    /// No landmarks: the coefficient at 5 tokens.
    AtFive(f64),
    /// No landmarks: the value at x of 0.
    AtZero(f64),
}

/// What a curve does, from its landmarks.
pub fn does(curve: Curve, axis: CurveAxis, w: f64) -> Does {
    let at = |place: f64| value_at(place, curve, false, axis, w);
    match (curve.mapping.landmarks(curve.v), axis) {
        (Some(_), CurveAxis::Tokens) if w < 0.0 => Does::Near(at(1.0), at(5.0)),
        (Some(stands), CurveAxis::Tokens) if w > 0.0 => Does::Far(stands.bound, at(1.0)),
        (Some(stands), CurveAxis::Weighted) => Does::Weighted(stands.bound, stands.half_lost),
        (_, CurveAxis::Tokens) if w == 0.0 => Does::Nothing,
        (_, CurveAxis::Tokens) => Does::AtFive(at(5.0)),
        (None, CurveAxis::Weighted) => Does::AtZero(at(0.0)),
    }
}
