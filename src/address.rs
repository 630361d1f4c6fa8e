//! The address bar and the browser's storage: settings are read from them at the start and written
//! to them as they change. The settings stand in the fragment, which no server ever sees.

use std::time::Duration;

use leptos::prelude::*;
use nearfar::settings::url::{Ignored, decode, encode, encode_all};
use nearfar::settings::{Choice, Room, Settings, ThemeChoice};

use crate::kit::Debounce;
use crate::reactive::effect;
use crate::state::{Notice, Store};

/// All settings of the last visit, in the form of a link.
const LAST_VISIT: &str = "nearfar.settings";
/// Light or dark, which no link holds.
const THEME: &str = "nearfar.theme";
/// All settings of this tab, and the fragment that they were written with: a reload brings back more than
/// the link of one room.
const THIS_TAB: [&str; 2] = ["nearfar.tab.link", "nearfar.tab.settings"];
/// Browsers limit how often a page may rewrite its address; and a slider should not wait for it.
const PAUSE: Duration = Duration::from_millis(200);

/// The settings of the link, or else the default; and what to tell.
pub fn settings_at_start() -> (Settings, Vec<Notice>) {
    let hash = window().location().hash().unwrap_or_default();
    let whole = reloaded(&hash);
    let (mut settings, ignored) = decode(whole.as_deref().unwrap_or(&hash));
    let theme = stored(storage(), THEME).and_then(|name| ThemeChoice::from_name(&name).ok());
    if settings.theme == ThemeChoice::System {
        settings.theme = theme.unwrap_or_default();
    }
    (settings, notice_of(&ignored, "link").into_iter().collect())
}

/// All settings of a tab that is loaded anew with the link that it had.
fn reloaded(hash: &str) -> Option<String> {
    let tab = || window().session_storage().ok().flatten();
    let [link, settings] = THIS_TAB.map(|key| stored(tab(), key));
    (link? == hash.trim_start_matches('#')).then_some(settings).flatten()
}

/// Where the last visit ended, if that is not where this one begins: for a visit without a link.
pub fn last_visit() -> Option<Settings> {
    let has_link = window().location().hash().is_ok_and(|hash| hash.len() > 1);
    let (last, _) = decode(&stored(storage(), LAST_VISIT).filter(|_| !has_link)?);
    let plain = Settings { theme: last.theme, ..Settings::default() };
    (last != plain).then_some(last)
}

/// The plain start again, which can be undone; the theme stays.
pub fn start_over(store: Store) {
    store.edit(None, |settings| {
        *settings = Settings { theme: settings.theme, ..Settings::default() };
    });
    store.notices.set(Vec::new());
    store.several.set(false);
    store.hover.set(None);
    store.viewport.set(None);
    window().scroll_to_with_x_and_y(0.0, 0.0);
}

fn stored(storage: Option<web_sys::Storage>, key: &str) -> Option<String> {
    storage?.get_item(key).ok().flatten()
}

/// Writes settings into the address and the storage from now on, and follows links that are opened
/// in the same tab.
pub fn follow(store: Store) {
    let pending = Debounce::new(PAUSE);
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
        let room = room.get_untracked();
        if entry.get_value() == room {
            return pending.soon(move || write(store));
        }
        pending.cancel();
        entry.set_value(room);
        if let Ok(history) = window().history() {
            let _ = history.push_state(&room.name().into(), "");
        }
        write(store);
        // Going back, the browser scrolls to where the room was left.
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
    let leaving = window_event_listener_untyped("pagehide", move |_| pending.now());
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
    let (fragment, whole) = store.settings_now(|settings| (encode(settings), encode_all(settings)));
    if let Some(storage) = storage() {
        let _ = storage.set_item(LAST_VISIT, &whole);
        let _ = storage.set_item(THEME, store.settings_now(|settings| settings.theme.name()));
    }
    if let Ok(Some(tab)) = window().session_storage() {
        let [link, settings] = THIS_TAB;
        let _ = tab.set_item(link, &fragment);
        let _ = tab.set_item(settings, &whole);
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
