//! Messages about opened models between two programs of this page, as JavaScript has them: a list of
//! numbers, a list of texts, then arrays of `f32`.

use js_sys::{Array, Float32Array, Float64Array};
use nearfar::opened::message::Message;
use wasm_bindgen::prelude::*;

/// The name of the object of functions by which the program that opens files is asked.
pub const MODELS: &str = "nearfarModels";
/// The window hears this event when those functions are there.
pub const MODELS_ARE_THERE: &str = "nearfar-models";

/// The name of the object of functions by which a room asks the page for the models that are open.
pub const OPEN: &str = "nearfarOpen";
/// The window hears this event when other models are open.
pub const OPEN_CHANGED: &str = "nearfar-open";

/// A message for another program.
pub fn to_js(message: Message) -> JsValue {
    let texts: Array = message.texts.iter().map(JsValue::from).collect();
    let list = Array::of2(&Float64Array::from(&message.numbers[..]), &texts);
    for array in message.arrays {
        list.push(&Float32Array::from(&array[..]));
    }
    list.into()
}

/// A message of another program; `None` where it is none.
pub fn from_js(value: &JsValue) -> Option<Message> {
    let list: &Array = value.dyn_ref()?;
    let numbers = list.get(0).dyn_into::<Float64Array>().ok()?.to_vec();
    let texts = list.get(1).dyn_into::<Array>().ok()?;
    let texts = texts.iter().map(|text| text.as_string()).collect::<Option<_>>()?;
    let arrays =
        list.iter().skip(2).map(|part| Some(part.dyn_into::<Float32Array>().ok()?.to_vec()));
    Some(Message { numbers, texts, arrays: arrays.collect::<Option<_>>()? })
}
