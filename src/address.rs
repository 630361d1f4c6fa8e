//! The address bar and the browser's storage: settings are read from them at the start and written
//! to them as they change. The settings stand in the fragment, which no server ever sees.

use std::time::Duration;

use leptos::prelude::*;
use nearfar::settings::url::{Ignored, decode, encode};
use nearfar::settings::{Choice, Room, Settings};

use crate::reactive::effect;
use crate::state::{Notice, Store};

const STORAGE_KEY: &str = "nearfar.settings";
/// Browsers limit how often a page may rewrite its address; and a slider should not wait for it.
const PAUSE: Duration = Duration::from_millis(200);

/// The settings of the link, or else of the last visit, or else the default; and what to tell.
pub fn settings_at_start() -> (Settings, Vec<Notice>) {
    let hash = window().location().hash().unwrap_or_default();
    if hash.len() > 1 {
        let (settings, ignored) = decode(&hash);
        return (settings, notice_of(&ignored, "link").into_iter().collect());
    }
    let stored = storage().and_then(|storage| storage.get_item(STORAGE_KEY).ok().flatten());
    let (settings, ignored) = decode(&stored.unwrap_or_default());
    (settings, notice_of(&ignored, "stored settings").into_iter().collect())
}

/// Writes settings into the address and the storage from now on, and follows links that are opened
/// in the same tab.
pub fn follow(store: Store) {
    let pending = StoredValue::new(None::<TimeoutHandle>);
    let room = store.select(|settings| settings.room);
    // The room of the browser's entry of now: another room is another entry, so that the back button
    // goes from room to room. All else is the page's own undo.
    let entry = StoredValue::new(room.get_untracked());
    if let Ok(history) = window().history() {
        let _ = history.replace_state(&room.get_untracked().name().into(), "");
    }
    let title = document().title();
    effect(move || {
        document().set_title(&match room.get() {
            Room::Lab => title.clone(),
            room => format!("{} · Nearfar", room.label()),
        });
    });
    Effect::new(move |first: Option<()>| {
        store.settings().track();
        if first.is_none() {
            return;
        }
        if let Some(timer) = pending.get_value() {
            timer.clear();
        }
        let room = room.get_untracked();
        if entry.get_value() == room {
            pending.set_value(set_timeout_with_handle(move || write(store), PAUSE).ok());
            return;
        }
        entry.set_value(room);
        if let Ok(history) = window().history() {
            let _ = history.push_state(&room.name().into(), "");
        }
        write(store);
        window().scroll_to_with_x_and_y(0.0, 0.0);
    });
    let back = window_event_listener_untyped("popstate", move |_| {
        if let Some(room) = room_of_entry() {
            entry.set_value(room);
            store.edit(None, |settings| settings.room = room);
        }
    });
    on_cleanup(move || back.remove());
    // What was changed in the last moment before the page is left.
    let leaving = window_event_listener_untyped("pagehide", move |_| write(store));
    on_cleanup(move || leaving.remove());
    let handle = window_event_listener_untyped("hashchange", move |event| {
        // The page's own entry, to which the user went back or forward.
        if room_of_entry().is_some() {
            return;
        }
        // What was opened, and not the address of now, which the page may have rewritten since.
        let opened = js_sys::Reflect::get(&event, &"newURL".into()).ok();
        let opened = opened.and_then(|address| address.as_string()).unwrap_or_default();
        let hash = opened.split_once('#').map_or("", |(_, hash)| hash);
        // The fragment of an anchor in the page is no link to settings.
        if !hash.is_empty() && !hash.contains('=') {
            return;
        }
        let (settings, ignored) = decode(hash);
        entry.set_value(settings.room);
        store.edit(None, |now| *now = settings);
        if let Some(notice) = notice_of(&ignored, "link") {
            store.notify(notice.text, notice.is_error);
        }
    });
    on_cleanup(move || handle.remove());
}

/// The link to the settings of now.
pub fn link(store: Store) -> String {
    let location = window().location();
    let page = location.href().unwrap_or_default();
    let page = page.split('#').next().unwrap_or_default();
    let fragment = store.settings_now(encode);
    if fragment.is_empty() { page.to_owned() } else { format!("{page}#{fragment}") }
}

/// Writes the settings of now into the address and the storage.
fn write(store: Store) {
    let fragment = store.settings_now(encode);
    if let Some(storage) = storage() {
        let _ = storage.set_item(STORAGE_KEY, &fragment);
    }
    write_address(store.settings_now(|settings| settings.room), &fragment);
}

fn write_address(room: Room, fragment: &str) {
    let location = window().location();
    let path = location.pathname().unwrap_or_default() + &location.search().unwrap_or_default();
    let address = if fragment.is_empty() { path } else { format!("{path}#{fragment}") };
    let _ = window().history().and_then(|history| {
        history.replace_state_with_url(&room.name().into(), "", Some(&address))
    });
}

/// The room of an entry of the browser's history that the page wrote; a link has none.
fn room_of_entry() -> Option<Room> {
    let name = window().history().ok()?.state().ok()?.as_string()?;
    Room::from_name(&name).ok()
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

fn notice_of(ignored: &[Ignored], source: &str) -> Option<Notice> {
    if ignored.is_empty() {
        return None;
    }
    let parts: Vec<_> =
        ignored.iter().map(|part| format!("{}: {}", part.name, part.reason)).collect();
    let text = format!(
        "Parts of the {source} were not understood and are left at their defaults. {}",
        parts.join("; ")
    );
    Some(Notice { text: text + ".", is_error: true })
}
