//! Every message between the page, its rooms and its workers: an array of a protocol with its version, a kind,
//! the id of a request, a body (JSON), then any number of parts: bytes, arrays of numbers, or files.

use js_sys::{Array, Float32Array, Float64Array, JSON, Uint8Array};
use wasm_bindgen::prelude::*;

use crate::{Kind, Message, UNASKED};

/// A message.
#[derive(Clone, Debug)]
pub struct Envelope {
    /// Of whom and in which version: both ends must have the same.
    pub protocol: String,
    /// What it is.
    pub kind: Kind,
    /// The request that it is or answers; [`UNASKED`] where there is none.
    pub id: u32,
    /// JSON; of [`Kind::Fatal`] a plain text.
    pub body: String,
    /// What is too large for it, or lies outside of the program's memory.
    pub parts: Vec<JsValue>,
}

impl Envelope {
    /// A worker is there.
    pub fn hello(protocol: &str) -> Envelope {
        Envelope::new(protocol, Kind::Hello, UNASKED, String::new(), Vec::new())
    }

    /// A worker ends, and why.
    pub fn fatal(protocol: &str, why: String) -> Envelope {
        Envelope::new(protocol, Kind::Fatal, UNASKED, why, Vec::new())
    }

    /// A request or an answer.
    pub fn of(protocol: &str, id: u32, body: String, parts: Vec<JsValue>) -> Envelope {
        Envelope::new(protocol, Kind::Body, id, body, parts)
    }

    /// A request or an answer without JSON of its own: texts are the body, numbers the first part.
    pub fn of_message(protocol: &str, id: u32, message: Message) -> Envelope {
        let Message { numbers, texts, arrays } = message;
        let mut parts: Vec<JsValue> = vec![Float64Array::from(&numbers[..]).into()];
        parts.extend(arrays.iter().map(|array| JsValue::from(Float32Array::from(&array[..]))));
        let texts: Array = texts.iter().map(JsValue::from).collect();
        // A list of texts has a JSON.
        let body = JSON::stringify(&texts).map(String::from).unwrap_or_default();
        Envelope::of(protocol, id, body, parts)
    }

    fn new(protocol: &str, kind: Kind, id: u32, body: String, parts: Vec<JsValue>) -> Envelope {
        Envelope { protocol: protocol.to_owned(), kind, id, body, parts }
    }

    /// As it travels.
    pub fn to_js(&self) -> JsValue {
        let message = Array::new();
        message.push(&(&*self.protocol).into());
        message.push(&self.kind.number().into());
        message.push(&self.id.into());
        message.push(&(&*self.body).into());
        for part in &self.parts {
            message.push(part);
        }
        message.into()
    }

    /// The memory behind its parts, which can be handed over instead of copied.
    pub fn buffers(&self) -> Array {
        let buffer = |part: &JsValue| match part.dyn_ref::<Uint8Array>() {
            Some(bytes) => Some(bytes.buffer()),
            None => match part.dyn_ref::<Float32Array>() {
                Some(numbers) => Some(numbers.buffer()),
                None => part.dyn_ref::<Float64Array>().map(Float64Array::buffer),
            },
        };
        self.parts.iter().filter_map(buffer).collect()
    }

    /// From a message; `None` where it is none of ours.
    pub fn read(message: &JsValue) -> Option<Envelope> {
        let list: &Array = message.dyn_ref()?;
        let id = list.get(2).as_f64()?;
        let is_id = id.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&id);
        Some(Envelope {
            protocol: list.get(0).as_string()?,
            kind: Kind::from_number(list.get(1).as_f64()?)?,
            id: is_id.then_some(id as u32)?,
            body: list.get(3).as_string()?,
            parts: list.iter().skip(4).collect(),
        })
    }

    /// What [`Envelope::of_message`] was made from; `None` where it was not. Files beside it stay behind, see
    /// [`Envelope::parts_of`].
    pub fn into_message(self) -> Option<Message> {
        let mut parts = self.parts.into_iter();
        let numbers = parts.next()?.dyn_into::<Float64Array>().ok()?.to_vec();
        let texts = JSON::parse(&self.body).ok()?.dyn_into::<Array>().ok()?;
        let texts = texts.iter().map(|text| text.as_string()).collect::<Option<_>>()?;
        let arrays = parts.filter_map(|part| part.dyn_into::<Float32Array>().ok());
        Some(Message { numbers, texts, arrays: arrays.map(|array| array.to_vec()).collect() })
    }

    /// Its parts that are of one kind: bytes, files.
    pub fn parts_of<Part: JsCast>(&self) -> Vec<Part> {
        self.parts.iter().filter_map(|part| part.clone().dyn_into().ok()).collect()
    }
}
