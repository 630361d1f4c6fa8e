//! What the browser keeps of the room: the runs and the user's own file, in IndexedDB. Where a
//! browser keeps nothing, the room works as well, and says so.

use std::time::Duration;

use js_sys::{Array, Function, Promise, Uint8Array};
use leptos::prelude::{set_timeout, window};
use nearfar_training::room::slot::{record, slots};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{IdbDatabase, IdbObjectStore, IdbRequest, IdbTransactionMode};

use crate::fetch::pause;
use crate::kept::Kept;
use crate::values::{self, get_as, object};

const NAME: &str = "nearfar-train";
const STORE: &str = "runs";
/// The place that the tab has.
const SLOT: Kept = Kept::of_tab("nearfar.train.slot");

/// How often the tab asks for the place that it had.
const ATTEMPTS: usize = 10;

/// Asks for something of the store, by a name.
type Ask<'a> = &'a dyn Fn(&IdbObjectStore, &JsValue) -> Result<IdbRequest, JsValue>;

/// A text and bytes under a name.
#[derive(Clone, Debug)]
pub struct Record {
    /// Anything that describes the bytes.
    pub text: String,
    /// The bytes.
    pub bytes: Uint8Array,
}

/// Where this tab keeps its records: no other tab writes them while it is open. Nowhere, and nothing is kept.
#[derive(Clone, Copy)]
pub struct Records(pub Option<u32>);

impl Records {
    /// Takes a place for as long as the tab is open.
    pub async fn claim() -> Records {
        let own = SLOT.get();
        for slot in slots(own.as_deref()) {
            let name = slot.to_string();
            // After a reload, the page before may hold the tab's own for a moment.
            for attempt in 0..if own.as_ref() == Some(&name) { ATTEMPTS } else { 1 } {
                if attempt > 0 {
                    pause(|go_on| set_timeout(go_on, Duration::from_millis(50))).await;
                }
                if is_free(&format!("{NAME}-{name}")).await {
                    SLOT.put(&name);
                    return Records(Some(slot));
                }
            }
        }
        Records(None)
    }

    /// Keeps a record: whether it was kept.
    pub async fn put(self, kind: &str, Record { text, bytes }: Record) -> bool {
        let value = object([("text", text.into()), ("bytes", bytes.into())]);
        let put = |store: &IdbObjectStore, name: &JsValue| store.put_with_key(&value, name);
        self.asked(kind, IdbTransactionMode::Readwrite, &put).await.is_some()
    }

    /// Forgets a record.
    pub async fn delete(self, kind: &str) {
        self.asked(kind, IdbTransactionMode::Readwrite, &|store, name| store.delete(name)).await;
    }

    /// A record, or nothing.
    pub async fn get(self, kind: &str) -> Option<Record> {
        let get = |store: &IdbObjectStore, name: &JsValue| store.get(name);
        let value = self.asked(kind, IdbTransactionMode::Readonly, &get).await?;
        let text = values::get(&value, "text").as_string()?;
        Some(Record { text, bytes: get_as(&value, "bytes")? })
    }

    /// What the store answers, or nothing where there is none.
    async fn asked(self, kind: &str, mode: IdbTransactionMode, ask: Ask<'_>) -> Option<JsValue> {
        let name = record(kind, self.0?).into();
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
        let asked = transaction.and_then(|transaction| {
            let request = ask(&transaction.object_store(STORE)?, &name)?;
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
}

/// Whether no other tab has the lock of this name: it is this one's now, until it is closed. So it is, too, where a
/// browser knows no locks.
async fn is_free(name: &str) -> bool {
    let locks = values::get(&window().navigator(), "locks");
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
