//! Values and settings as JavaScript has them.

use js_sys::{Array, Float32Array, Object, Reflect, Uint8Array};
use nearfar::script::{Argument, MOST_ITEMS};
use nearfar::settings::{FIELDS, Field, Settings, Value};
use wasm_bindgen::prelude::*;

/// A value of an object; undefined where it has none.
pub fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or_default()
}

/// A value of an object that is of a class; `None` where it has none.
pub fn get_as<T: JsCast>(object: &JsValue, name: &str) -> Option<T> {
    get(object, name).dyn_into().ok()
}

/// An object of names and values.
pub fn object<'a>(pairs: impl IntoIterator<Item = (&'a str, JsValue)>) -> Object {
    let object = Object::new();
    pairs.into_iter().for_each(|(name, value)| set(&object, name, &value));
    object
}

/// Gives an object a value.
pub fn set(object: &Object, name: &str, value: &JsValue) {
    let _ = Reflect::set(object, &name.into(), value);
}

/// A value as `window.nearfar` hands it out.
pub fn to_js(value: &Value) -> JsValue {
    match value {
        Value::Nothing => JsValue::NULL,
        Value::Text(text) => text.into(),
        Value::Number(number) => (*number).into(),
        Value::Flag(flag) => (*flag).into(),
        Value::Numbers(numbers) => {
            numbers.iter().map(|&number| JsValue::from(number)).collect::<Array>().into()
        }
        Value::Texts(texts) => texts.iter().map(JsValue::from).collect::<Array>().into(),
    }
}

/// The value of one of the page's settings; `None` where it is none.
pub fn setting(page: &JsValue, name: &str) -> Option<Value> {
    argument(&get(page, name)).to_value().ok()
}

/// The fields of the page's settings that are `taken`; all else is as usual.
pub fn settings_of(page: &JsValue, taken: impl Fn(&Field) -> bool) -> Settings {
    let mut settings = Settings::default();
    for field in FIELDS.iter().filter(|field| taken(field)) {
        if let Some(value) = setting(page, field.name) {
            // The page has none that its own table refuses.
            let _ = (field.set)(&mut settings, &value);
        }
    }
    settings
}

/// A value as a script handed it over. Of an object its own properties, of a list its items; what lies
/// deeper no call takes.
pub fn argument(value: &JsValue) -> Argument {
    read(value, true)
}

/// The same; of an object its properties only where they are asked for.
fn read(value: &JsValue, with_properties: bool) -> Argument {
    match plain(value) {
        Argument::Other(_) if value.is_object() => {}
        plain => return plain,
    }
    // Iterating and reading may run the script's own code, which may throw, or never end.
    match js_sys::try_iter(value) {
        Ok(Some(items)) => {
            let mut list = Vec::new();
            for item in items {
                let Ok(item) = item else {
                    return Argument::Other(texts::page::script_list_throws());
                };
                if list.len() == MOST_ITEMS {
                    return Argument::Other(texts::page::script_list_too_long());
                }
                list.push(plain(&item));
            }
            Argument::List(list)
        }
        Ok(None) if !with_properties => plain(value),
        Ok(None) => {
            let property = |name: JsValue| {
                let found = Reflect::get(value, &name);
                let other = Argument::Other(texts::page::script_property_throws());
                Some((name.as_string()?, found.map_or(other, |found| read(&found, false))))
            };
            match Reflect::own_keys(value) {
                Ok(names) => Argument::Object(names.iter().filter_map(property).collect()),
                Err(_) => Argument::Other(texts::page::script_object_throws()),
            }
        }
        Err(_) => Argument::Other(texts::page::script_object_throws()),
    }
}

/// What is neither an object nor a list.
fn plain(value: &JsValue) -> Argument {
    if value.is_undefined() {
        return Argument::Undefined;
    }
    if value.is_null() {
        return Argument::Null;
    }
    if let Some(flag) = value.as_bool() {
        return Argument::Flag(flag);
    }
    if let Some(number) = value.as_f64() {
        return Argument::Number(number);
    }
    if let Some(text) = value.as_string() {
        return Argument::Text(text);
    }
    if let Some(numbers) = value.dyn_ref::<Float32Array>() {
        return Argument::Floats(numbers.to_vec());
    }
    if let Some(bytes) = value.dyn_ref::<Uint8Array>() {
        return Argument::Bytes(bytes.to_vec());
    }
    Argument::Other(if value.is_function() {
        texts::page::script_function()
    } else if value.is_symbol() {
        texts::page::script_symbol()
    } else if value.is_bigint() {
        texts::page::script_bigint()
    } else {
        texts::page::script_object()
    })
}
