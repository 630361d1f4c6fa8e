//! The table of all settings: one row each, read by links, by the browser's storage and by scripts.
//! Heads and tokens count from 1 here, as people do.

use super::error::SettingError;
use super::text_form::{
    Choice, curve_from_text, curve_text, mapping_from_text, mapping_text, method_from_text,
    method_text,
};
use super::value::Value;
use super::{
    Altered, MAX_COMPARE_TEXT, MAX_CURVES, MAX_HEADS, MAX_LAYERS, MAX_LESSON, MAX_MATRIX_TOKENS,
    MAX_PARAMETER, MAX_ROOM_TEXT, MAX_SENTENCE, MAX_STEPS, MAX_TEXTS, Room, Settings,
};
use crate::panels::{self, Named};
use crate::text::MAX_LONG_TOKENS;

/// One setting.
pub struct Field {
    /// Its name in links and scripts.
    pub name: &'static str,
    /// The rooms whose links hold it.
    pub rooms: &'static [Room],
    /// Reads it.
    pub get: fn(&Settings) -> Value,
    /// Writes it, or says why not and leaves it; of a list of names it keeps those that it knows.
    pub set: fn(&mut Settings, &Value) -> Result<(), SettingError>,
}

const EVERY: &[Room] = Room::EVERY;
const WITH_SENTENCE: &[Room] = &[Room::Lab, Room::Compare, Room::Inspect];
/// What goes along from the Lab: Compare begins with it, and Curves draws its head.
const IN_HAND: &[Room] = &[Room::Lab, Room::Curves, Room::Compare];
/// Whoever opens a link has it already.
const NONE: &[Room] = &[];

/// Every setting, in the order of a link.
pub const FIELDS: &[Field] = &[
    Field {
        name: "room",
        rooms: EVERY,
        // Lab, curves, compare, train, inspect or learn.
        get: |s| name(s.room),
        set: |s, value| choose(&mut s.room, value),
    },
    Field {
        name: "sentence",
        rooms: WITH_SENTENCE,
        // What is typed.
        get: |s| Value::Text(s.sentence.clone()),
        set: |s, value| assign_text(&mut s.sentence, value, MAX_SENTENCE),
    },
    Field {
        name: "others",
        rooms: &[Room::Lab],
        // The other texts that a model of several texts reads, one per line.
        get: |s| Value::Text(s.others.clone()),
        set: |s, value| {
            let lines = value.text()?.lines().count();
            if lines >= MAX_TEXTS {
                return Err(SettingError::TooManyTexts { texts: lines, most: MAX_TEXTS - 1 });
            }
            assign_text(&mut s.others, value, MAX_SENTENCE)
        },
    },
    Field {
        name: "place",
        rooms: &[Room::Lab],
        // The place of the sentence among them, from 1.
        get: |s| Value::Number((s.place + 1) as f64),
        set: |s, value| assign(&mut s.place, value.whole(1, MAX_TEXTS).map(|place| place - 1)),
    },
    Field {
        name: "model",
        rooms: IN_HAND,
        // The model of method A: sst2-da, sst2-vanilla, agnews-da, agnews-vanilla, untrained, opened or file-1
        // to file-4.
        get: |s| name(s.model),
        set: |s, value| choose(&mut s.model, value),
    },
    Field {
        name: "model-b",
        rooms: &[Room::Lab],
        // The model of method B, as for A.
        get: |s| name(s.model_b),
        set: |s, value| choose(&mut s.model_b, value),
    },
    Field {
        name: "files",
        rooms: IN_HAND,
        // The names of the files behind opened, file-1, ...; a link carries no more of them.
        get: |s| texts(s.shown_files()),
        set: Settings::set_files,
    },
    Field {
        name: "layer",
        rooms: IN_HAND,
        // The layer that is shown, from 1.
        get: |s| Value::Number((s.layer + 1) as f64),
        set: |s, value| {
            s.show_layer(value.whole(1, MAX_LAYERS)? - 1);
            Ok(())
        },
    },
    Field {
        name: "layer-b",
        rooms: &[Room::Lab],
        // The layer of B beside it, from 1; none for the same one.
        get: |s| s.layer_b.map_or(Value::Nothing, |layer| Value::Number((layer + 1) as f64)),
        set: |s, value| {
            s.layer_b = match value.wholes(1, MAX_LAYERS)?[..] {
                [] => None,
                [layer] => Some(layer - 1),
                ref other => {
                    return Err(SettingError::OneOrNone { what: "layer", found: other.len() });
                }
            };
            Ok(())
        },
    },
    Field {
        name: "heads",
        rooms: IN_HAND,
        // How many heads, 1 to 16.
        get: |s| Value::Number(s.heads as f64),
        set: |s, value| assign(&mut s.heads, value.whole(1, MAX_HEADS)),
    },
    Field {
        name: "seed",
        rooms: &[Room::Lab],
        // The seed of the untrained projections.
        get: |s| Value::Number(f64::from(s.seed)),
        set: |s, value| {
            assign(&mut s.seed, value.whole(0, u32::MAX as usize).map(|seed| seed as u32))
        },
    },
    Field {
        name: "learned",
        rooms: IN_HAND,
        // Whether w and v are those of model A itself; other w or v say no.
        get: |s| Value::Flag(s.is_own()),
        set: |s, value| {
            if value.flag()? {
                s.restore();
            } else if s.is_own() {
                let all: Vec<usize> = (0..s.heads).collect();
                s.altered = Altered { w: all.clone(), v: all };
            }
            Ok(())
        },
    },
    Field {
        name: "w",
        rooms: IN_HAND,
        // W of each head: positive prefers far tokens, negative near ones; or some, as 3:-1.5,7:2.
        get: |s| Value::Numbers(s.w.to_vec()),
        set: |s, value| parameters(s, value, |s| &s.w, Settings::set_w),
    },
    Field {
        name: "v",
        rooms: IN_HAND,
        // V of each head: the learnable sigmoid is bounded by 1 + e^v; or some, as w.
        get: |s| Value::Numbers(s.v.to_vec()),
        set: |s, value| parameters(s, value, |s| &s.v, Settings::set_v),
    },
    Field {
        name: "beta",
        rooms: &[Room::Lab],
        // How much of its own position term counts in each head of a model from a file, 1 as trained; or of some, as w.
        get: |s| Value::Numbers(s.beta.to_vec()),
        set: |s, value| parameters(s, value, |s| &s.beta, Settings::set_beta),
    },
    Field {
        name: "shape",
        rooms: &[Room::Lab],
        // How its own position term goes with distance: the reach in places, the base of RoPE as its power of ten, or what u of XL and TENER is multiplied by; -1 as trained.
        get: |s| Value::Numbers(s.shape.to_vec()),
        set: |s, value| parameters(s, value, |s| &s.shape, Settings::set_shape),
    },
    Field {
        name: "shift",
        rooms: &[Room::Lab],
        // What is added to one bucket of T5, or to the 1 that v of XL and TENER is multiplied by; 0 as trained.
        get: |s| Value::Numbers(s.shift.to_vec()),
        set: |s, value| parameters(s, value, |s| &s.shift, Settings::set_shift),
    },
    Field {
        name: "offset",
        rooms: &[Room::Lab],
        // The j - i whose bucket of T5 that is; negative where the key stands before the query.
        get: |s| Value::Number(f64::from(s.offset)),
        set: |s, value| match value.number(-MAX_PARAMETER, MAX_PARAMETER)? {
            offset if offset.fract() == 0.0 => assign(&mut s.offset, Ok(offset as i32)),
            offset => Err(SettingError::NotWhole(offset)),
        },
    },
    Field {
        name: "elsewhere",
        rooms: &[Room::Lab],
        // W and v of heads of the layers that are not shown, as 2.7:-1:0.5 (layer, head, w, v).
        get: |s| texts(s.elsewhere_texts()),
        set: Settings::set_elsewhere,
    },
    Field {
        name: "a",
        rooms: IN_HAND,
        // Method A: vanilla, vanilla:no-positions or da:MAPPING:ADJUSTMENT.
        get: |s| Value::Text(method_text(s.a)),
        set: |s, value| assign(&mut s.a, value.text().and_then(|text| Ok(method_from_text(text)?))),
    },
    Field {
        name: "b",
        rooms: &[Room::Lab],
        // Method B, as A.
        get: |s| Value::Text(method_text(s.b)),
        set: |s, value| assign(&mut s.b, value.text().and_then(|text| Ok(method_from_text(text)?))),
    },
    Field {
        name: "causal",
        rooms: WITH_SENTENCE,
        // Whether a token sees only itself and the tokens before it.
        get: |s| Value::Flag(s.causal),
        set: |s, value| assign(&mut s.causal, value.flag()),
    },
    Field {
        name: "distance",
        rooms: &[Room::Lab],
        // Whether the coefficients of A act.
        get: |s| Value::Flag(s.distance),
        set: |s, value| assign(&mut s.distance, value.flag()),
    },
    Field {
        name: "competition",
        rooms: &[Room::Lab],
        // Whether the keys of a row of A compete (softmax), or have weights each on its own.
        get: |s| Value::Flag(s.competition),
        set: |s, value| assign(&mut s.competition, value.flag()),
    },
    Field {
        name: "head",
        rooms: IN_HAND,
        // The head that the large pictures show, from 1.
        get: |s| Value::Number((s.head + 1) as f64),
        set: |s, value| assign(&mut s.head, value.whole(1, MAX_HEADS).map(|head| head - 1)),
    },
    Field {
        name: "head-b",
        rooms: &[Room::Lab],
        // The head of B beside it, from 1; none for the same one.
        get: |s| s.head_b.map_or(Value::Nothing, |head| Value::Number((head + 1) as f64)),
        set: |s, value| {
            s.head_b = match value.wholes(1, MAX_HEADS)?[..] {
                [] => None,
                [head] => Some(head - 1),
                ref other => {
                    return Err(SettingError::OneOrNone { what: "head", found: other.len() });
                }
            };
            Ok(())
        },
    },
    Field {
        name: "difference",
        rooms: &[Room::Lab],
        // What of A - B is shown: both, clipping or distance.
        get: |s| name(s.difference),
        set: |s, value| choose(&mut s.difference, value),
    },
    Field {
        name: "chosen",
        rooms: &[Room::Lab],
        // Further heads that the sliders move, from 1.
        get: |s| counted_from_one(&s.chosen),
        set: |s, value| assign(&mut s.chosen, counted_from_zero(value, MAX_HEADS)),
    },
    Field {
        name: "cursor",
        rooms: WITH_SENTENCE,
        // The locked cell: query and key token, from 1.
        get: |s| s.cursor.map_or(Value::Nothing, |(i, j)| counted_from_one(&[i, j])),
        set: |s, value| {
            s.cursor = match value.wholes(1, MAX_LONG_TOKENS)?[..] {
                [] => None,
                [i, j] => Some((i - 1, j - 1)),
                ref other => return Err(SettingError::Two(other.len())),
            };
            Ok(())
        },
    },
    Field {
        name: "selected",
        rooms: &[Room::Lab],
        // The tokens that are summed, from 1.
        get: |s| counted_from_one(&s.selected),
        set: |s, value| assign(&mut s.selected, counted_from_zero(value, MAX_LONG_TOKENS)),
    },
    Field {
        name: "view",
        rooms: &[Room::Lab],
        // Heatmap, lines or heads.
        get: |s| name(s.view),
        set: |s, value| choose(&mut s.view, value),
    },
    Field {
        name: "range",
        rooms: &[Room::Lab],
        // Common (A and B on one colour range) or own.
        get: |s| name(s.range),
        set: |s, value| choose(&mut s.range, value),
    },
    Field {
        name: "colours",
        rooms: EVERY,
        // Cividis or viridis.
        get: |s| name(s.colours),
        set: |s, value| choose(&mut s.colours, value),
    },
    Field {
        name: "theme",
        rooms: NONE,
        // System, light, dark or projector (large and high in contrast).
        get: |s| name(s.theme),
        set: |s, value| choose(&mut s.theme, value),
    },
    Field {
        name: "lesson",
        rooms: EVERY,
        // The lesson that is taken: walk, sigmoid, not, card, or a lesson's file (docs/lessons.md).
        get: |s| Value::Text(s.lesson.clone()),
        set: |s, value| assign_text(&mut s.lesson, value, MAX_LESSON),
    },
    Field {
        name: "step",
        rooms: EVERY,
        // Its step, from 1.
        get: |s| Value::Number((s.step + 1) as f64),
        set: |s, value| assign(&mut s.step, value.whole(1, MAX_STEPS).map(|step| step - 1)),
    },
    Field {
        name: "hide",
        rooms: EVERY,
        // The panels and controls that are hidden, by their names (docs/embedding.md), with spaces between.
        get: |s| Value::Text(s.hide.join(" ")),
        set: |s, value| name_panels(&mut s.hide, value),
    },
    Field {
        name: "only",
        rooms: EVERY,
        // The panels that are shown alone; none for all.
        get: |s| Value::Text(s.only.join(" ")),
        set: |s, value| name_panels(&mut s.only, value),
    },
    Field {
        name: "embed",
        rooms: EVERY,
        // 1 inside another page: no head, no foot; else 0.
        get: |s| Value::Number(f64::from(u8::from(s.embed))),
        set: |s, value| assign(&mut s.embed, value.whole(0, 1).map(|embed| embed == 1)),
    },
    Field {
        name: "lang",
        rooms: NONE,
        // The language: browser (the first of the browser's that there is), en, zh, ko or de.
        get: |s| name(s.language),
        set: |s, value| choose(&mut s.language, value),
    },
    Field {
        name: "curves",
        rooms: &[Room::Curves],
        // The curves, each a mapping; one with v carries it: learnable-sigmoid(v).
        get: |s| Value::Texts(s.curves.iter().map(curve_text).collect()),
        set: |s, value| {
            let texts = value.texts()?;
            if texts.len() > MAX_CURVES {
                return Err(SettingError::TooManyCurves(texts.len()));
            }
            s.curves = texts.iter().map(|text| curve_from_text(text)).collect::<Result<_, _>>()?;
            Ok(())
        },
    },
    Field {
        name: "curve",
        rooms: &[Room::Curves],
        // F of the curve that is edited; its w and v are those of the shown head.
        get: |s| Value::Text(mapping_text(s.curve)),
        set: |s, value| {
            // Links of before gave it a v of its own, in brackets.
            let text = value.text()?;
            let before = || curve_from_text(text).map(|curve| curve.mapping);
            s.curve = mapping_from_text(text).or_else(|why| before().map_err(|_| why))?;
            Ok(())
        },
    },
    Field {
        name: "curve-axis",
        rooms: &[Room::Curves],
        // X or tokens.
        get: |s| name(s.curve_axis),
        set: |s, value| choose(&mut s.curve_axis, value),
    },
    Field {
        name: "slopes",
        rooms: &[Room::Curves],
        // Whether slopes are drawn instead of values.
        get: |s| Value::Flag(s.slopes),
        set: |s, value| assign(&mut s.slopes, value.flag()),
    },
    Field {
        name: "matrix",
        rooms: &[Room::Curves],
        // N of the coefficient matrices. Links of before have w, v and N: the shown head takes w and v.
        get: |s| Value::Number(s.matrix_tokens as f64),
        set: |s, value| {
            let parameter = |value| Value::Number(value).number(-MAX_PARAMETER, MAX_PARAMETER);
            let tokens = match value.numbers(f64::MIN, f64::MAX)?[..] {
                [tokens] => tokens,
                [w, v, tokens] => {
                    s.set_w(s.head, parameter(w)?);
                    s.set_v(s.head, parameter(v)?);
                    tokens
                }
                _ => return Err(SettingError::Three),
            };
            s.matrix_tokens = Value::Number(tokens).whole(1, MAX_MATRIX_TOKENS)?;
            Ok(())
        },
    },
    Field {
        name: "train",
        rooms: &[Room::Train],
        // The choices of the Train room, in its own words.
        get: |s| Value::Text(s.train.clone()),
        set: |s, value| assign_text(&mut s.train, value, MAX_ROOM_TEXT),
    },
    Field {
        name: "inspect",
        rooms: &[Room::Inspect],
        // What the Inspect room shows, in its own words.
        get: |s| Value::Text(s.inspect.clone()),
        set: |s, value| assign_text(&mut s.inspect, value, MAX_ROOM_TEXT),
    },
    Field {
        name: "compare",
        rooms: &[Room::Compare],
        // What the Compare room shows, with the tree of the sentence, in its own words.
        get: |s| Value::Text(s.compare.clone()),
        set: |s, value| assign_text(&mut s.compare, value, MAX_COMPARE_TEXT),
    },
];

/// Texts, or nothing where there are none.
fn texts(texts: Vec<String>) -> Value {
    if texts.is_empty() { Value::Nothing } else { Value::Texts(texts) }
}

fn name<C: Choice>(choice: C) -> Value {
    Value::Text(choice.name().to_owned())
}

/// Names of panels as a text or as a list. Those that are known are kept where others are not.
fn name_panels(slot: &mut Named, value: &Value) -> Result<(), SettingError> {
    let text = match value {
        Value::Text(text) => text.clone(),
        other => other.texts()?.join(" "),
    };
    if text.len() > MAX_ROOM_TEXT {
        return Err(SettingError::TooLong { bytes: text.len(), most: MAX_ROOM_TEXT });
    }
    let (known, unknown) = panels::named(&text);
    *slot = known;
    if unknown.is_empty() { Ok(()) } else { Err(SettingError::NoPanels(unknown)) }
}

fn choose<C: Choice>(slot: &mut C, value: &Value) -> Result<(), SettingError> {
    assign(slot, value.text().and_then(|text| Ok(C::from_name(text)?)))
}

fn assign_text(slot: &mut String, value: &Value, most: usize) -> Result<(), SettingError> {
    let text = value.text()?;
    if text.len() > most {
        return Err(SettingError::TooLong { bytes: text.len(), most });
    }
    *slot = text.to_owned();
    Ok(())
}

fn assign<T>(slot: &mut T, value: Result<T, SettingError>) -> Result<(), SettingError> {
    *slot = value?;
    Ok(())
}

/// The first heads' parameters, or those of the heads that are named: `3:-1.5,7:2`. Other heads keep
/// theirs, and so does whoever has this number already.
fn parameters(
    settings: &mut Settings,
    value: &Value,
    of: fn(&Settings) -> &[f64; MAX_HEADS],
    set: fn(&mut Settings, usize, f64),
) -> Result<(), SettingError> {
    if let Value::Text(text) = value
        && text.contains(':')
    {
        // All of them are read before any is set.
        let pairs = text.split(',').map(head_and_number).collect::<Result<Vec<_>, _>>()?;
        pairs.into_iter().for_each(|(head, number)| set(settings, head, number));
        return Ok(());
    }
    let numbers = value.numbers(-MAX_PARAMETER, MAX_PARAMETER)?;
    if numbers.is_empty() || numbers.len() > MAX_HEADS {
        return Err(SettingError::OnePerHead(numbers.len()));
    }
    // A link is read before the model is there whose own numbers it could repeat.
    let is_link = matches!(value, Value::Text(_));
    for (head, number) in numbers.into_iter().enumerate() {
        if is_link || of(settings)[head] != number {
            set(settings, head, number);
        }
    }
    Ok(())
}

/// A head, from 0, and a number, of `3:-1.5`.
fn head_and_number(text: &str) -> Result<(usize, f64), SettingError> {
    let (head, number) = text
        .split_once(':')
        .ok_or_else(|| SettingError::Form { found: text.to_owned(), form: "HEAD:NUMBER" })?;
    let head = Value::Text(head.to_owned()).whole(1, MAX_HEADS)?;
    let number = Value::Text(number.to_owned()).number(-MAX_PARAMETER, MAX_PARAMETER)?;
    Ok((head - 1, number))
}

/// The parameters of some heads as [`head_and_number`] reads them.
pub(super) fn altered_text(heads: &[usize], numbers: &[f64; MAX_HEADS]) -> String {
    let pair = |&head: &usize| Some(format!("{}:{}", head + 1, numbers.get(head)?));
    heads.iter().filter_map(pair).collect::<Vec<_>>().join(",")
}

fn counted_from_one(indices: &[usize]) -> Value {
    Value::Numbers(indices.iter().map(|index| (index + 1) as f64).collect())
}

/// Ascending and without repeats.
fn counted_from_zero(value: &Value, highest: usize) -> Result<Vec<usize>, SettingError> {
    let mut indices: Vec<usize> =
        value.wholes(1, highest)?.into_iter().map(|index| index - 1).collect();
    indices.sort_unstable();
    indices.dedup();
    Ok(indices)
}
