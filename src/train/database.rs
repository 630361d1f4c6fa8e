//! What the browser keeps of the room: the runs and the user's own file, in IndexedDB. Where a
//! browser keeps nothing, the room works as well, and says so.

use js_sys::{Promise, Uint8Array};
use leptos::prelude::window;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
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

/// Keeps a record under a name: whether it was kept.
pub async fn put(name: &'static str, record: Record) -> bool {
    let value = object([("text", record.text.into()), ("bytes", record.bytes.into())]);
    let put = |store: &IdbObjectStore| store.put_with_key(&value, &name.into());
    asked(IdbTransactionMode::Readwrite, &put).await.is_some()
}

/// Forgets what is kept under a name.
pub async fn delete(name: &'static str) {
    asked(IdbTransactionMode::Readwrite, &|store| store.delete(&name.into())).await;
}

/// What is kept under a name, or nothing.
pub async fn get(name: &'static str) -> Option<Record> {
    let value = asked(IdbTransactionMode::Readonly, &|store| store.get(&name.into())).await?;
    let text = values::get(&value, "text").as_string()?;
    Some(Record { text, bytes: get_as(&value, "bytes")? })
}

/// Asks for something of the store.
type Ask<'a> = &'a dyn Fn(&IdbObjectStore) -> Result<IdbRequest, JsValue>;

/// What the store answers, or nothing where there is none.
async fn asked(mode: IdbTransactionMode, ask: Ask<'_>) -> Option<JsValue> {
    let opening = window().indexed_db().ok()??.open_with_u32(NAME, 1).ok()?;
    let making = opening.clone();
    let make = Closure::once_into_js(move || {
        if let Some(database) = making.result().ok().and_then(opened) {
            let _ = database.create_object_store(STORE);
        }
    });
    opening.set_onupgradeneeded(Some(make.unchecked_ref()));
    let database = opened(answer(&opening).await?)?;
    let transaction = database.transaction_with_str_and_mode(STORE, mode);
    let request = transaction.and_then(|transaction| ask(&transaction.object_store(STORE)?));
    // It is closed once the transaction is done.
    database.close();
    answer(&request.ok()?).await
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
