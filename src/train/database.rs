//! What the browser keeps of the room: the runs and the user's own file, in IndexedDB. Where a
//! browser keeps nothing, the room works as well, and says so.

use std::time::Duration;

use crate::browser::database::{self, Ask, is_free};
use crate::browser::fetch::pause;
use crate::browser::kept::Kept;
use crate::browser::values::{self, get_as, object};
use js_sys::Uint8Array;
use leptos::prelude::set_timeout;
use nearfar_training::room::slot::{record, slots};
use wasm_bindgen::JsValue;
use web_sys::{IdbObjectStore, IdbTransactionMode};

const NAME: &str = "nearfar-train";
const STORE: &str = "runs";
/// The place that the tab has.
const SLOT: Kept = Kept::of_tab("nearfar.train.slot");

/// How often the tab asks for the place that it had.
const ATTEMPTS: usize = 10;

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
        database::ask(NAME, STORE, &record(kind, self.0?), mode, ask).await
    }
}
