//! What the browser keeps of the room: the runs and the user's own file, in IndexedDB. Where a
//! browser keeps nothing, the room works as well, and says so.

use js_sys::{Object, Reflect, Uint8Array};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::{IdbDatabase, IdbOpenDbRequest, IdbRequest, IdbTransactionMode};

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
    with_database(move |database| {
        let Some(database) = database else { return done(false) };
        let store = database
            .transaction_with_str_and_mode(STORE, IdbTransactionMode::Readwrite)
            .and_then(|transaction| transaction.object_store(STORE));
        let value = Object::new();
        let _ = Reflect::set(&value, &"text".into(), &record.text.as_str().into());
        let _ = Reflect::set(&value, &"bytes".into(), &record.bytes);
        match store.and_then(|store| store.put_with_key(&value, &name.into())) {
            Ok(request) => answered(&request, move |result| done(result.is_some())),
            Err(_) => done(false),
        }
        database.close();
    });
}

/// Forgets what is kept under a name.
pub fn delete(name: &'static str) {
    with_database(move |database| {
        let Some(database) = database else { return };
        let store = database
            .transaction_with_str_and_mode(STORE, IdbTransactionMode::Readwrite)
            .and_then(|transaction| transaction.object_store(STORE));
        let _ = store.and_then(|store| store.delete(&name.into()));
        database.close();
    });
}

/// Hands over what is kept under a name, or nothing.
pub fn get(name: &'static str, take: impl FnOnce(Option<Record>) + 'static) {
    with_database(move |database| {
        let Some(database) = database else { return take(None) };
        let store = database
            .transaction_with_str(STORE)
            .and_then(|transaction| transaction.object_store(STORE));
        match store.and_then(|store| store.get(&name.into())) {
            Ok(request) => answered(&request, move |value| take(value.and_then(record))),
            Err(_) => take(None),
        }
        database.close();
    });
}

fn record(value: JsValue) -> Option<Record> {
    let text = Reflect::get(&value, &"text".into()).ok()?.as_string()?;
    let bytes = Reflect::get(&value, &"bytes".into()).ok()?.dyn_into().ok()?;
    Some(Record { text, bytes })
}

fn with_database(take: impl FnOnce(Option<IdbDatabase>) + 'static) {
    let factory = window().indexed_db().ok().flatten();
    let request = factory.and_then(|factory| factory.open_with_u32(NAME, 1).ok());
    let Some(request) = request else { return take(None) };
    let making: IdbOpenDbRequest = request.clone();
    let make = Closure::once_into_js(move || {
        let database = making.result().ok().and_then(|found| found.dyn_into().ok());
        if let Some(database) = database {
            let database: IdbDatabase = database;
            let _ = database.create_object_store(STORE);
        }
    });
    request.set_onupgradeneeded(Some(make.unchecked_ref()));
    answered(&request, move |result| take(result.and_then(|found| found.dyn_into().ok())));
}

/// Calls `take` once with the request's result, or with nothing where it failed.
fn answered(request: &IdbRequest, take: impl FnOnce(Option<JsValue>) + 'static) {
    let (asked, boxed) = (request.clone(), Box::new(take) as Box<dyn FnOnce(Option<JsValue>)>);
    let mut take = Some(boxed);
    let done = Closure::once_into_js(move |event: web_sys::Event| {
        let result = if event.type_() == "success" { asked.result().ok() } else { None };
        if let Some(take) = take.take() {
            take(result);
        }
    });
    request.set_onsuccess(Some(done.unchecked_ref()));
    request.set_onerror(Some(done.unchecked_ref()));
}
