//! Stores of IndexedDB, and locks that one tab has.

use js_sys::{Array, Function, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{IdbDatabase, IdbObjectStore, IdbRequest, IdbTransactionMode};

use super::values::{get, get_as, object};
use super::window;

/// Asks for something of the store, by a name.
pub type Ask<'a> = &'a dyn Fn(&IdbObjectStore, &JsValue) -> Result<IdbRequest, JsValue>;

/// What a store of a database answers to what it is asked of a name; nothing where the browser keeps none, or refuses. A
/// database that is not there is made, with the store.
pub async fn ask(
    database: &str,
    store: &'static str,
    name: &str,
    mode: IdbTransactionMode,
    ask: Ask<'_>,
) -> Option<JsValue> {
    let name = name.into();
    let opening = window().indexed_db().ok()??.open_with_u32(database, 1).ok()?;
    let making = opening.clone();
    let make = Closure::once_into_js(move || {
        if let Some(database) = making.result().ok().and_then(opened) {
            let _ = database.create_object_store(store);
        }
    });
    opening.set_onupgradeneeded(Some(make.unchecked_ref()));
    let database = opened(answer(&opening).await?)?;
    let transaction = database.transaction_with_str_and_mode(store, mode);
    let asked = transaction.and_then(|transaction| {
        let request = ask(&transaction.object_store(store)?, &name)?;
        Ok((transaction, request))
    });
    // It is closed once the transaction is done.
    database.close();
    let (transaction, request) = asked.ok()?;
    // That there is no room for what was asked may be said at the end alone.
    let done = Promise::new(&mut |resolve, reject| {
        transaction.set_oncomplete(Some(&resolve));
        transaction.set_onabort(Some(&reject));
    });
    JsFuture::from(done).await.ok()?;
    request.result().ok()
}

/// Whether no other tab has the lock of this name: it is this one's now, until it is closed. So it is, too, where a
/// browser knows no locks.
pub async fn is_free(name: &str) -> bool {
    let locks = get(&window().navigator(), "locks");
    let Some(request) = get_as::<Function>(&locks, "request") else { return true };
    let mut refused: Option<Promise> = None;
    let free = Promise::new(&mut |resolve, _| {
        // Who gets it holds it until the promise is kept: never.
        let hold = Closure::once_into_js(move |lock: JsValue| {
            let is_free = !lock.is_null();
            let _ = resolve.call1(&JsValue::NULL, &is_free.into());
            if is_free { Promise::new(&mut |_, _| ()).into() } else { JsValue::UNDEFINED }
        });
        let at_once = object([("ifAvailable", true.into())]);
        let asked = request.call3(&locks, &name.into(), &at_once, &hold);
        // Where the browser refuses all locks, nobody has one.
        refused = asked.ok().and_then(|asked| asked.dyn_into().ok());
    });
    let first = Promise::race(&[Some(free), refused].into_iter().flatten().collect::<Array>());
    JsFuture::from(first).await.map_or(true, |free| free.is_truthy())
}

fn opened(database: JsValue) -> Option<IdbDatabase> {
    database.dyn_into().ok()
}

/// What a request comes to, or nothing where it failed.
async fn answer(request: &IdbRequest) -> Option<JsValue> {
    let done = Promise::new(&mut |resolve, reject| {
        request.set_onsuccess(Some(&resolve));
        request.set_onerror(Some(&reject));
    });
    JsFuture::from(done).await.ok()?;
    request.result().ok()
}
