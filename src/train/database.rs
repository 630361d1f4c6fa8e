//! What the browser keeps of the room: the runs and the user's own file, in IndexedDB. Where a
//! browser keeps nothing, the room works as well, and says so.

use js_sys::Uint8Array;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::{IdbDatabase, IdbObjectStore, IdbRequest, IdbTransactionMode};

use crate::values::{self, get_as, object};

const NAME: &str = "nearfar-train";
const STORE: &str = "runs";

/// A text and bytes under a name.
#[derive(Clone, Debug)]
pub struct Record {
    /// Anything that describes the bytes.
    pub text: String,
    /// The bytes.
    pub bytes: Uint8Array,
}

/// Keeps a record under a name; `done` hears whether it was kept.
pub fn put(name: &'static str, record: Record, done: impl Fn(bool) + 'static) {
    let value = object([("text", record.text.into()), ("bytes", record.bytes.into())]);
    let put = move |store: IdbObjectStore| store.put_with_key(&value, &name.into());
    with_store(
        IdbTransactionMode::Readwrite,
        Box::new(put),
        Box::new(move |result| done(result.is_some())),
    );
}

/// Forgets what is kept under a name.
pub fn delete(name: &'static str) {
    let delete = move |store: IdbObjectStore| store.delete(&name.into());
    with_store(IdbTransactionMode::Readwrite, Box::new(delete), Box::new(|_| ()));
}

/// Hands over what is kept under a name, or nothing.
pub fn get(name: &'static str, take: impl FnOnce(Option<Record>) + 'static) {
    let get = move |store: IdbObjectStore| store.get(&name.into());
    with_store(
        IdbTransactionMode::Readonly,
        Box::new(get),
        Box::new(move |value| take(value.and_then(record))),
    );
}

/// Asks for something of the store.
type Ask = Box<dyn FnOnce(IdbObjectStore) -> Result<IdbRequest, JsValue>>;
/// Takes the answer, or nothing where there is none.
type Take = Box<dyn FnOnce(Option<JsValue>)>;

/// Asks the store; `take` gets the answer, or nothing where there is none.
fn with_store(mode: IdbTransactionMode, ask: Ask, take: Take) {
    let factory = window().indexed_db().ok().flatten();
    let request = factory.and_then(|factory| factory.open_with_u32(NAME, 1).ok());
    let Some(request) = request else { return take(None) };
    let making = request.clone();
    let make = Closure::once_into_js(move || {
        if let Some(database) = making.result().ok().and_then(opened) {
            let _ = database.create_object_store(STORE);
        }
    });
    request.set_onupgradeneeded(Some(make.unchecked_ref()));
    let use_it = move |result: Option<JsValue>| {
        let Some(database) = result.and_then(opened) else { return take(None) };
        let store = database
            .transaction_with_str_and_mode(STORE, mode)
            .and_then(|transaction| transaction.object_store(STORE));
        match store.and_then(ask) {
            Ok(request) => answered(&request, take),
            Err(_) => take(None),
        }
        database.close();
    };
    answered(&request, Box::new(use_it));
}

fn opened(database: JsValue) -> Option<IdbDatabase> {
    database.dyn_into().ok()
}

fn record(value: JsValue) -> Option<Record> {
    let text = values::get(&value, "text").as_string()?;
    Some(Record { text, bytes: get_as(&value, "bytes")? })
}

/// Calls `take` once with the request's result, or with nothing where it failed.
fn answered(request: &IdbRequest, take: Take) {
    let (asked, mut take) = (request.clone(), Some(take));
    let done = Closure::once_into_js(move |event: web_sys::Event| {
        let result = if event.type_() == "success" { asked.result().ok() } else { None };
        if let Some(take) = take.take() {
            take(result);
        }
    });
    request.set_onsuccess(Some(done.unchecked_ref()));
    request.set_onerror(Some(done.unchecked_ref()));
}
