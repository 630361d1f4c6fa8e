//! The table of all settings: one row each, read by links, by the browser's storage and by scripts.
//! Heads and tokens count from 1 here, as people do.

use super::text_form::{Choice, curve_from_text, curve_text, method_from_text, method_text};
use super::value::Value;
use super::{
    MAX_COMPARE_TEXT, MAX_CURVES, MAX_HEADS, MAX_MATRIX_TOKENS, MAX_PARAMETER, MAX_ROOM_TEXT,
    MAX_SENTENCE, MatrixChoice, Settings,
};
use crate::attention::HeadParameters;
use crate::text::MAX_LONG_TOKENS;

/// One setting.
pub struct Field {
    /// Its name in links and scripts.
    pub name: &'static str,
    /// What it is, for the documentation.
    pub is: &'static str,
    /// Reads it.
    pub get: fn(&Settings) -> Value,
    /// Writes it, or says why not and leaves it.
    pub set: fn(&mut Settings, &Value) -> Result<(), String>,
}

/// Every setting, in the order of a link.
pub const FIELDS: &[Field] = &[
    Field {
        name: "room",
        is: "lab, curves, compare, train or inspect",
        get: |s| name(s.room),
        set: |s, value| choose(&mut s.room, value),
    },
    Field {
        name: "sentence",
        is: "what is typed",
        get: |s| Value::Text(s.sentence.clone()),
        set: |s, value| assign_text(&mut s.sentence, value, MAX_SENTENCE),
    },
    Field {
        name: "model",
        is: "the model of method A: sst2-da, sst2-vanilla, agnews-da, agnews-vanilla, untrained or opened",
        get: |s| name(s.model),
        set: |s, value| choose(&mut s.model, value),
    },
    Field {
        name: "model-b",
        is: "the model of method B, as for A",
        get: |s| name(s.model_b),
        set: |s, value| choose(&mut s.model_b, value),
    },
    Field {
        name: "heads",
        is: "how many heads, 1 to 16",
        get: |s| Value::Number(s.heads as f64),
        set: |s, value| assign(&mut s.heads, value.whole(1, MAX_HEADS)),
    },
    Field {
        name: "seed",
        is: "the seed of the untrained projections",
        get: |s| Value::Number(f64::from(s.seed)),
        set: |s, value| {
            assign(&mut s.seed, value.whole(0, u32::MAX as usize).map(|seed| seed as u32))
        },
    },
    Field {
        name: "learned",
        is: "whether w and v are those of model A itself; other w or v say no",
        get: |s| Value::Flag(s.learned),
        set: |s, value| assign(&mut s.learned, value.flag()),
    },
    Field {
        name: "w",
        is: "w of each head: positive prefers far tokens, negative near ones",
        get: |s| Value::Numbers(s.w.to_vec()),
        set: |s, value| {
            let before = s.w;
            parameters(&mut s.w, value)?;
            s.learned &= s.w == before;
            Ok(())
        },
    },
    Field {
        name: "v",
        is: "v of each head: the learnable sigmoid is bounded by 1 + e^v",
        get: |s| Value::Numbers(s.v.to_vec()),
        set: |s, value| {
            let before = s.v;
            parameters(&mut s.v, value)?;
            s.learned &= s.v == before;
            Ok(())
        },
    },
    Field {
        name: "a",
        is: "method A: vanilla, vanilla:no-positions or da:MAPPING:ADJUSTMENT",
        get: |s| Value::Text(method_text(s.a)),
        set: |s, value| assign(&mut s.a, value.text().and_then(method_from_text)),
    },
    Field {
        name: "b",
        is: "method B, as A",
        get: |s| Value::Text(method_text(s.b)),
        set: |s, value| assign(&mut s.b, value.text().and_then(method_from_text)),
    },
    Field {
        name: "causal",
        is: "whether a token sees only itself and the tokens before it",
        get: |s| Value::Flag(s.causal),
        set: |s, value| assign(&mut s.causal, value.flag()),
    },
    Field {
        name: "head",
        is: "the head that the large pictures show, from 1",
        get: |s| Value::Number((s.head + 1) as f64),
        set: |s, value| assign(&mut s.head, value.whole(1, MAX_HEADS).map(|head| head - 1)),
    },
    Field {
        name: "chosen",
        is: "further heads that the sliders move, from 1",
        get: |s| counted_from_one(&s.chosen),
        set: |s, value| assign(&mut s.chosen, counted_from_zero(value, MAX_HEADS)),
    },
    Field {
        name: "cursor",
        is: "the locked cell: query and key token, from 1",
        get: |s| s.cursor.map_or(Value::Nothing, |(i, j)| counted_from_one(&[i, j])),
        set: |s, value| {
            s.cursor = match value.wholes(1, MAX_LONG_TOKENS)?[..] {
                [] => None,
                [i, j] => Some((i - 1, j - 1)),
                ref other => return Err(format!("two numbers are needed, not {}", other.len())),
            };
            Ok(())
        },
    },
    Field {
        name: "selected",
        is: "the tokens that are summed, from 1",
        get: |s| counted_from_one(&s.selected),
        set: |s, value| assign(&mut s.selected, counted_from_zero(value, MAX_LONG_TOKENS)),
    },
    Field {
        name: "view",
        is: "heatmap, lines or heads",
        get: |s| name(s.view),
        set: |s, value| choose(&mut s.view, value),
    },
    Field {
        name: "range",
        is: "common (A and B on one colour range) or own",
        get: |s| name(s.range),
        set: |s, value| choose(&mut s.range, value),
    },
    Field {
        name: "colours",
        is: "cividis or viridis",
        get: |s| name(s.colours),
        set: |s, value| choose(&mut s.colours, value),
    },
    Field {
        name: "theme",
        is: "system, light or dark",
        get: |s| name(s.theme),
        set: |s, value| choose(&mut s.theme, value),
    },
    Field {
        name: "curves",
        is: "the curves: learnable-sigmoid(v), sigmoid, exponent, clip(T), linear(k,b)",
        get: |s| Value::Texts(s.curves.iter().map(curve_text).collect()),
        set: |s, value| {
            let texts = value.texts()?;
            if texts.len() > MAX_CURVES {
                return Err(format!(
                    "{} curves are too many; at most {MAX_CURVES} are drawn",
                    texts.len()
                ));
            }
            s.curves = texts.iter().map(|text| curve_from_text(text)).collect::<Result<_, _>>()?;
            Ok(())
        },
    },
    Field {
        name: "curve-axis",
        is: "x or tokens",
        get: |s| name(s.curve_axis),
        set: |s, value| choose(&mut s.curve_axis, value),
    },
    Field {
        name: "curve-w",
        is: "the w that turns x into tokens",
        get: |s| Value::Number(s.curve_w),
        set: |s, value| assign(&mut s.curve_w, value.number(-MAX_PARAMETER, MAX_PARAMETER)),
    },
    Field {
        name: "slopes",
        is: "whether slopes are drawn instead of values",
        get: |s| Value::Flag(s.slopes),
        set: |s, value| assign(&mut s.slopes, value.flag()),
    },
    Field {
        name: "matrix",
        is: "w, v and N of the coefficient matrix beside those of Fig. 2",
        get: |s| Value::Numbers(vec![s.matrix.head.w, s.matrix.head.v, s.matrix.tokens as f64]),
        set: |s, value| {
            let [w, v, tokens] = value.numbers(-MAX_PARAMETER, MAX_PARAMETER)?[..] else {
                return Err("three numbers are needed: w, v and N".to_owned());
            };
            let tokens = Value::Number(tokens).whole(1, MAX_MATRIX_TOKENS)?;
            s.matrix = MatrixChoice { head: HeadParameters { w, v }, tokens };
            Ok(())
        },
    },
    Field {
        name: "train",
        is: "the choices of the Train room, in its own words",
        get: |s| Value::Text(s.train.clone()),
        set: |s, value| assign_text(&mut s.train, value, MAX_ROOM_TEXT),
    },
    Field {
        name: "inspect",
        is: "what the Inspect room shows, in its own words",
        get: |s| Value::Text(s.inspect.clone()),
        set: |s, value| assign_text(&mut s.inspect, value, MAX_ROOM_TEXT),
    },
    Field {
        name: "compare",
        is: "what the Compare room shows, with the tree of the sentence, in its own words",
        get: |s| Value::Text(s.compare.clone()),
        set: |s, value| assign_text(&mut s.compare, value, MAX_COMPARE_TEXT),
    },
];

fn name<C: Choice>(choice: C) -> Value {
    Value::Text(choice.name().to_owned())
}

fn choose<C: Choice>(slot: &mut C, value: &Value) -> Result<(), String> {
    assign(slot, value.text().and_then(C::from_name))
}

fn assign_text(slot: &mut String, value: &Value, most: usize) -> Result<(), String> {
    let text = value.text()?;
    if text.len() > most {
        return Err(format!("{} bytes are too long; at most {most} are kept", text.len()));
    }
    *slot = text.to_owned();
    Ok(())
}

fn assign<T>(slot: &mut T, value: Result<T, String>) -> Result<(), String> {
    *slot = value?;
    Ok(())
}

/// The first heads' parameters; heads that are not named keep theirs.
fn parameters(slots: &mut [f64; MAX_HEADS], value: &Value) -> Result<(), String> {
    let numbers = value.numbers(-MAX_PARAMETER, MAX_PARAMETER)?;
    if numbers.is_empty() || numbers.len() > MAX_HEADS {
        return Err(format!("1 to {MAX_HEADS} numbers are needed, not {}", numbers.len()));
    }
    slots.iter_mut().zip(numbers).for_each(|(slot, number)| *slot = number);
    Ok(())
}

fn counted_from_one(indices: &[usize]) -> Value {
    Value::Numbers(indices.iter().map(|index| (index + 1) as f64).collect())
}

/// Ascending and without repeats.
fn counted_from_zero(value: &Value, highest: usize) -> Result<Vec<usize>, String> {
    let mut indices: Vec<usize> =
        value.wholes(1, highest)?.into_iter().map(|index| index - 1).collect();
    indices.sort_unstable();
    indices.dedup();
    Ok(indices)
}
