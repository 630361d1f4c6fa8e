//! The address bar and the browser's storage: settings are read from them at the start and written
//! to them as they change. The settings stand in the fragment, which no server ever sees.

use std::time::Duration;

use leptos::prelude::*;
use nearfar::lab::first_steps::FirstSteps;
use nearfar::notices::{Cause, Notices};
use nearfar::settings::url::{self, Keep, Start, decode, encode, encode_all};
use nearfar::settings::{Choice, Room, Settings};
use texts::words;

use crate::browser::kept::Kept;
use crate::browser::values::get;
use crate::kit::Debounce;
use crate::labels::Labelled;
use crate::page;
use crate::reactive::{effect, on_window};
use crate::state::Store;

/// All settings of the last visit, in the form of a link.
const LAST_VISIT: Kept = Kept::of_visits("nearfar.settings");
/// Light or dark, which no link holds.
const THEME: Kept = Kept::of_visits("nearfar.theme");
/// The language, which no link of ours holds; `public/start.js` reads it.
const LANGUAGE: Kept = Kept::of_visits("nearfar.lang");
/// All settings of this tab, and the fragment that they were written with: a reload brings back more than
/// the link of one room.
const THIS_TAB: [Kept; 2] =
    [Kept::of_tab("nearfar.tab.link"), Kept::of_tab("nearfar.tab.settings")];
/// What [`Keep::before_lesson`] has this tab keep, the settings before a lesson first.
const BEFORE_LESSON: [Kept; 3] = [
    Kept::of_tab("nearfar.tab.before-lesson"),
    Kept::of_tab("nearfar.tab.lesson-left"),
    Kept::of_tab("nearfar.tab.before-left"),
];
/// What the address was when the tab was left, where settings were still to be written: a reload asks for it.
const LEFT: Kept = Kept::of_tab("nearfar.tab.left");
/// Browsers limit how often a page may rewrite its address; and a slider should not wait for it.
const PAUSE: Duration = Duration::from_millis(200);

/// The settings of the link, or else the default; and what of it was not understood.
pub fn settings_at_start() -> (Settings, Option<String>) {
    let location = window().location();
    let [link, tab] = THIS_TAB.map(Kept::get);
    let start = Start {
        fragment: &location.hash().unwrap_or_default(),
        query: &location.search().unwrap_or_default(),
        links: [link, LEFT.get()],
        tab,
        theme: THEME.get(),
        language: LANGUAGE.get(),
    };
    let (settings, ignored) = start.settings();
    (settings, words::of_ignored(&ignored))
}

/// The settings of this tab before the lesson that is taken; those of a first visit where a link opened it.
pub fn before_lesson() -> Settings {
    decode(&BEFORE_LESSON[0].get().unwrap_or_default()).0
}

/// Where the last visit ended, if that is not where this one begins: for a visit without a link.
pub fn last_visit() -> Option<Settings> {
    let has_link = window().location().hash().is_ok_and(|hash| hash.len() > 1);
    url::last_visit(&LAST_VISIT.get().filter(|_| !has_link)?)
}

/// Whether the page is as it starts.
pub fn is_at_start(store: Store) -> bool {
    store.settings().with(Settings::is_plain_start)
        && store.first_steps.with(FirstSteps::is_at_start)
        && !store.several.get()
}

/// The plain start again, which can be undone.
pub fn start_over(store: Store) {
    // A lesson is kept as it is left: undo goes back to it.
    write(store);
    store.edit(None, |settings| *settings = settings.plain_start());
    store.notices.set(Notices::default());
    store.first_steps.update(FirstSteps::begin_again);
    store.several.set(false);
    store.hover.set(None);
    store.viewport.set(None);
    window().scroll_to_with_x_and_y(0.0, 0.0);
}

/// Writes settings into the address and the storage from now on, and follows links that are opened
/// in the same tab.
pub fn follow(store: Store) {
    let pending = Debounce::new(PAUSE);
    let room = store.select(|settings| settings.room);
    // The room of the browser's entry of now: another room is another entry, so that the back button
    // goes from room to room. All else is the page's own undo. A browser may refuse to write it.
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
    on_window("popstate", move |_| {
        if let Some(room) = room_of_entry() {
            entry.set_value(room);
            store.edit(None, |settings| settings.room = room);
        }
    });
    // What was changed in the last moment before the page is left.
    on_window("pagehide", move |_| {
        let hash = || window().location().hash().unwrap_or_default();
        let before = hash();
        pending.now();
        match before == hash() {
            true => LEFT.forget(),
            false => LEFT.put(before.trim_start_matches('#')),
        }
    });
    on_window("hashchange", move |event| {
        // What was opened, and not the address of now, which the page may have rewritten since.
        let opened = get(&event, "newURL").as_string().unwrap_or_default();
        // The page's own entry, to which the user went back or forward.
        let is_rewritten = window().location().href().is_ok_and(|now| now != opened);
        if room_of_entry().is_some() && !is_rewritten {
            return;
        }
        let Some(fragment) = url::opened_fragment(&opened) else { return };
        let (settings, ignored) = store.settings_now(|now| url::follow(fragment, now));
        entry.set_value(settings.room);
        store.edit(None, |now| *now = settings);
        match words::of_ignored(&ignored) {
            Some(text) => store.notify(Cause::Link, text, true),
            None => store.settle_notice(Cause::Link),
        }
    });
}

/// The link to the settings of now.
pub fn link(store: Store) -> String {
    store.settings_now(link_to)
}

/// The link to settings.
pub fn link_to(settings: &Settings) -> String {
    url::with_fragment(&page::address(), &encode(settings))
}

/// The link to all that the page shows now, in every room.
pub fn whole_link(store: Store) -> String {
    url::with_fragment(&page::address(), &store.settings_now(encode_all))
}

/// Writes the settings of now into the address and the storage.
pub fn write(store: Store) {
    let text = |kept: Kept| kept.get().unwrap_or_default();
    store.settings_now(|settings| {
        let keep = Keep::of(settings, BEFORE_LESSON.map(text), &text(THIS_TAB[1]));
        for (kept, text) in
            [(LAST_VISIT, &keep.last_visit), (THEME, &keep.theme), (LANGUAGE, &keep.language)]
        {
            text.iter().for_each(|text| kept.put(text));
        }
        BEFORE_LESSON.iter().zip(&keep.before_lesson).for_each(|(kept, text)| kept.put(text));
        THIS_TAB.iter().zip([&keep.fragment, &keep.whole]).for_each(|(kept, text)| kept.put(text));
        write_address(settings.room, &keep.fragment);
    });
}

/// Loads the page anew with the settings of now. The address holds the language where the browser keeps nothing.
pub fn load_anew(store: Store) {
    write(store);
    store.settings_now(|settings| {
        if LANGUAGE.get().as_deref() != Some(settings.language.name()) {
            write_address(settings.room, &url::encode_in_language(settings));
        }
    });
    let _ = window().location().reload();
}

fn write_address(room: Room, fragment: &str) {
    let location = window().location();
    let path = location.pathname().unwrap_or_default() + &location.search().unwrap_or_default();
    let address = url::with_fragment(&path, fragment);
    let _ = window().history().and_then(|history| {
        history.replace_state_with_url(&room.name().into(), "", Some(&address))
    });
}

/// The room of an entry of the browser's history that the page wrote; a link has none.
fn room_of_entry() -> Option<Room> {
    let name = window().history().ok()?.state().ok()?.as_string()?;
    Room::from_name(&name).ok()
}
