//! Values and settings as JavaScript has them.

use js_sys::{Array, Object, Reflect};
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

/// The fields of the page's settings that are `taken`; all else is as usual.
pub fn settings_of(page: &JsValue, taken: impl Fn(&Field) -> bool) -> Settings {
    let mut settings = Settings::default();
    for field in FIELDS.iter().filter(|field| taken(field)) {
        if let Some(value) = from_js(&get(page, field.name)) {
            // The page has none that its own table refuses.
            let _ = (field.set)(&mut settings, &value);
        }
    }
    settings
}

/// A value as a script writes it; `None` where it is none.
pub fn from_js(value: &JsValue) -> Option<Value> {
    if value.is_null() || value.is_undefined() {
        return Some(Value::Nothing);
    }
    if let Some(text) = value.as_string() {
        return Some(Value::Text(text));
    }
    if let Some(number) = value.as_f64() {
        return Some(Value::Number(number));
    }
    if let Some(flag) = value.as_bool() {
        return Some(Value::Flag(flag));
    }
    // Arrays and typed arrays alike.
    let items: Vec<JsValue> = js_sys::try_iter(value).ok()??.collect::<Result<_, _>>().ok()?;
    if items.is_empty() {
        return Some(Value::Nothing);
    }
    let numbers: Option<Vec<f64>> = items.iter().map(JsValue::as_f64).collect();
    numbers
        .map(Value::Numbers)
        .or_else(|| items.iter().map(JsValue::as_string).collect::<Option<_>>().map(Value::Texts))
}
