//! The address bar and the browser's storage: settings are read from them at the start and written
//! to them as they change. The settings stand in the fragment, which no server ever sees.

use std::time::Duration;

use leptos::prelude::*;
use nearfar::lab::first_steps::FirstSteps;
use nearfar::settings::url::{Ignored, decode, encode, encode_all, lesson_asked};
use nearfar::settings::{Choice, Language, Room, Settings, ThemeChoice};

use crate::kit::Debounce;
use crate::labels::Labelled;
use crate::notices::{Cause, Notice};
use crate::page;
use crate::reactive::effect;
use crate::state::Store;

/// All settings of the last visit, in the form of a link.
const LAST_VISIT: &str = "nearfar.settings";
/// Light or dark, which no link holds.
const THEME: &str = "nearfar.theme";
/// The language, which no link of ours holds; `public/start.js` reads it.
const LANGUAGE: &str = "nearfar.lang";
/// All settings of this tab, and the fragment that they were written with: a reload brings back more than
/// the link of one room.
const THIS_TAB: [&str; 2] = ["nearfar.tab.link", "nearfar.tab.settings"];
/// All settings of this tab as they last were without a lesson: who leaves a lesson finds them again.
const BEFORE_LESSON: &str = "nearfar.tab.before-lesson";
/// What the address was when the tab was left, where settings were still to be written: a reload asks for it.
const LEFT: &str = "nearfar.tab.left";
/// Browsers limit how often a page may rewrite its address; and a slider should not wait for it.
const PAUSE: Duration = Duration::from_millis(200);

/// The settings of the link, or else the default; and what to tell.
pub fn settings_at_start() -> (Settings, Vec<Notice>) {
    let hash = window().location().hash().unwrap_or_default();
    let whole = reloaded(&hash);
    let (mut settings, ignored) = decode(whole.as_deref().unwrap_or(&hash));
    if settings.lesson.is_empty() {
        // What a server may see.
        let query = window().location().search().unwrap_or_default();
        settings.lesson = lesson_asked(&query).unwrap_or_default();
    }
    let theme = stored(storage(), THEME).and_then(|name| ThemeChoice::from_name(&name).ok());
    if settings.theme == ThemeChoice::System {
        settings.theme = theme.unwrap_or_default();
    }
    let language = stored(storage(), LANGUAGE).and_then(|name| Language::from_name(&name).ok());
    if settings.language == Language::Browser {
        settings.language = language.unwrap_or_default();
    }
    (settings, notice_of(&ignored).into_iter().collect())
}

/// The settings of this tab before the lesson that is taken; those of a first visit where a link opened it.
pub fn before_lesson() -> Settings {
    let tab = window().session_storage().ok().flatten();
    decode(&stored(tab, BEFORE_LESSON).unwrap_or_default()).0
}

/// All settings of a tab that is loaded anew with the link that it had.
fn reloaded(hash: &str) -> Option<String> {
    let tab = || window().session_storage().ok().flatten();
    let [link, settings] = THIS_TAB.map(|key| stored(tab(), key));
    let links = [link, stored(tab(), LEFT)];
    let is_known = links.iter().any(|link| link.as_deref() == Some(hash.trim_start_matches('#')));
    is_known.then_some(settings).flatten()
}

/// Where the last visit ended, if that is not where this one begins: for a visit without a link.
pub fn last_visit() -> Option<Settings> {
    let has_link = window().location().hash().is_ok_and(|hash| hash.len() > 1);
    let (last, _) = decode(&stored(storage(), LAST_VISIT).filter(|_| !has_link)?);
    let plain = Settings { theme: last.theme, language: last.language, ..Settings::default() };
    (last != plain).then_some(last)
}

/// Whether the page is as it starts.
pub fn is_at_start(store: Store) -> bool {
    store.settings().with(Settings::is_plain_start)
        && store.first_steps.with(FirstSteps::is_at_start)
        && !store.several.get()
}

/// The plain start again, which can be undone.
pub fn start_over(store: Store) {
    store.edit(None, |settings| *settings = settings.plain_start());
    store.notices.set(Vec::new());
    store.first_steps.update(FirstSteps::begin_again);
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
        // The entries of a page in another one are the other one's, too.
        let embed = store.settings_now(|settings| settings.embed);
        if let Some(history) = window().history().ok().filter(|_| !embed) {
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
    let leaving = window_event_listener_untyped("pagehide", move |_| {
        let hash = || window().location().hash().unwrap_or_default();
        let before = hash();
        pending.now();
        if let Ok(Some(tab)) = window().session_storage() {
            let _ = match before == hash() {
                true => tab.remove_item(LEFT),
                false => tab.set_item(LEFT, before.trim_start_matches('#')),
            };
        }
    });
    on_cleanup(move || leaving.remove());
    let handle = window_event_listener_untyped("hashchange", move |event| {
        // What was opened, and not the address of now, which the page may have rewritten since.
        let opened = js_sys::Reflect::get(&event, &"newURL".into()).ok();
        let opened = opened.and_then(|address| address.as_string()).unwrap_or_default();
        // The page's own entry, to which the user went back or forward.
        let is_rewritten = window().location().href().is_ok_and(|now| now != opened);
        if room_of_entry().is_some() && !is_rewritten {
            return;
        }
        let hash = opened.split_once('#').map_or("", |(_, hash)| hash);
        // The fragment of an anchor in the page is no link to settings.
        if !hash.is_empty() && !hash.contains('=') {
            return;
        }
        let (settings, ignored) = decode(hash);
        entry.set_value(settings.room);
        store.edit(None, |now| *now = settings);
        match notice_of(&ignored) {
            Some(notice) => store.tell(notice),
            None => store.settle_notice(Cause::Link),
        }
    });
    on_cleanup(move || handle.remove());
}

/// The link to the settings of now.
pub fn link(store: Store) -> String {
    store.settings_now(link_to)
}

/// The link to settings.
pub fn link_to(settings: &Settings) -> String {
    with_fragment(&encode(settings))
}

/// The link to all that the page shows now, in every room.
pub fn whole_link(store: Store) -> String {
    with_fragment(&store.settings_now(encode_all))
}

fn with_fragment(fragment: &str) -> String {
    let page = page::address();
    if fragment.is_empty() { page } else { format!("{page}#{fragment}") }
}

/// Writes the settings of now into the address and the storage.
pub fn write(store: Store) {
    let (fragment, whole) = store.settings_now(|settings| (encode(settings), encode_all(settings)));
    // What stands in another page is no visit.
    if let Some(storage) = storage().filter(|_| !store.settings_now(|settings| settings.embed)) {
        let later = store.settings_now(|settings| encode_all(&settings.for_later()));
        let _ = storage.set_item(LAST_VISIT, &later);
        let (theme, language) =
            store.settings_now(|settings| (settings.theme, settings.language.name()));
        // A projector is there for an hour.
        if theme != ThemeChoice::Projector {
            let _ = storage.set_item(THEME, theme.name());
        }
        let _ = storage.set_item(LANGUAGE, language);
    }
    if let Ok(Some(tab)) = window().session_storage() {
        let [link, settings] = THIS_TAB;
        let _ = tab.set_item(link, &fragment);
        let _ = tab.set_item(settings, &whole);
        if store.settings_now(|settings| settings.lesson.is_empty()) {
            let _ = tab.set_item(BEFORE_LESSON, &whole);
        }
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

/// What the browser keeps for the page, where it does.
pub fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

fn notice_of(ignored: &[Ignored]) -> Option<Notice> {
    if ignored.is_empty() {
        return None;
    }
    let parts: Vec<_> =
        ignored.iter().map(|part| format!("{}: {}", part.name, part.reason)).collect();
    Some(Notice {
        cause: Cause::Link,
        text: texts::page::link_ignored(parts.join("; ")),
        is_error: true,
    })
}
