//! The page round a room that is a program of its own: its theme, its settings. The page keeps them;
//! what the room has are copies.

use js_sys::{Array, Float32Array, Function, Object, Promise, Uint8Array};
use leptos::prelude::*;
use nearfar::lab::Panel;
use nearfar::picture::palette::{Palette, Theme};
use nearfar::settings::{Choice, Room};
use nearfar_compare::choices::{Choices, trained_in};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

use crate::browser::fetch::{bytes_in, describe};
use crate::browser::values::{get, get_as, object, set};
use crate::reactive::on_window;
use crate::room::listed_in;

/// What scripts speak to, and rooms (`script`).
const API: &str = "nearfar";

/// The window hears this event whenever settings change while a room that is a program of its own is
/// open, and when the page has become light or dark.
pub const CHANGED: &str = "nearfar-settings";

/// The window hears this event whenever settings change while the page stands in another one.
pub const STATE: &str = "nearfar-state";

/// The window hears this event when the Share dialog is wanted.
pub const SHARE: &str = "nearfar-share";

/// Tells the window of one of these.
pub fn tell(event: &str) {
    if let Ok(event) = web_sys::Event::new(event) {
        let _ = window().dispatch_event(&event);
    }
}

/// What a function of an object of the window answers, or what it throws; `None` where there is none.
fn call(object: &str, name: &str, arguments: &[&JsValue]) -> Option<Result<JsValue, JsValue>> {
    let object: Object = get_as(&window(), object)?;
    let function: Function = get_as(&object, name)?;
    Some(function.apply(&object, &arguments.iter().collect()))
}

/// What a function of `window.nearfar` answers without an argument, or with one.
fn answer(name: &str, argument: &JsValue) -> Option<JsValue> {
    call(API, name, &[argument])?.ok()
}

/// What a function of `window.nearfar` that serves the rooms answers.
///
/// # Errors
/// Where the page has none of that name: it is of another version; and what it refuses with.
pub fn lent(name: &str, argument: &JsValue) -> Result<JsValue, String> {
    let answer = call(API, name, &[argument]);
    answer.ok_or_else(texts::page::page_other_version)?.map_err(describe)
}

/// What such a function promises.
///
/// # Errors
/// As [`lent`].
pub async fn lend(name: &str, argument: &JsValue) -> Result<JsValue, String> {
    kept(lent(name, argument)?).await.map_err(describe)
}

/// Has the page open a model that no panel of the Lab shows: its name among the settings.
///
/// # Errors
/// What is wrong with the files.
pub async fn open_elsewhere(files: &Array) -> Result<String, String> {
    let opened = open(files, &object([("panel", "none".into())])).await;
    opened.map(|choice| choice.as_string().unwrap_or_default()).map_err(describe)
}

/// What a promise is kept with.
async fn kept(promise: JsValue) -> Result<JsValue, JsValue> {
    JsFuture::from(Promise::resolve(&promise)).await
}

/// The files of this project that the page has.
fn files() -> Vec<File> {
    lent("files", &JsValue::UNDEFINED).map(|list| listed_in(&list)).unwrap_or_default()
}

/// The names of the files of this project that the page has.
pub fn own_files() -> Vec<String> {
    files().iter().map(File::name).collect()
}

/// Whether the page has this file, and not another of its name: it is this project's, and can be read.
pub fn is_own(file: &File) -> bool {
    files().iter().any(|known| Object::is(known, file))
}

/// The bytes of such a file.
///
/// # Errors
/// Why it cannot be read: it is not open, or has changed on the disk.
pub async fn read_own(name: &str) -> Result<Uint8Array, String> {
    let file = files().into_iter().find(|file| file.name() == name);
    let file = file.ok_or_else(texts::page::file_not_open)?;
    bytes_in(&file).await
}

/// Shows the model in a file of this project in Compare, as it was trained, as A beside those of the page.
///
/// # Errors
/// What is wrong with the file.
pub async fn show_in_compare(file: &File) -> Result<(), String> {
    let opened = open_elsewhere(&Array::of1(file)).await;
    // What the Lab does not run is compared all the same.
    if !is_own(file) {
        opened?;
    }
    let choices = Choices::of_trained(trained_in(&file.name())).to_text();
    let changes = [("compare", choices.into()), ("room", Room::Compare.name().into())];
    go(&object(changes)).await.map_err(describe)
}

/// All settings of the page.
pub fn settings() -> JsValue {
    answer("settings", &JsValue::UNDEFINED).unwrap_or_default()
}

/// The address of the page, without its fragment.
pub fn address() -> String {
    let address = window().location().href().unwrap_or_default();
    address.split('#').next().unwrap_or_default().to_owned()
}

/// Copies a text; whether the browser allows it.
pub async fn copy(text: &str) -> bool {
    JsFuture::from(window().navigator().clipboard().write_text(text)).await.is_ok()
}

/// The page's settings as a link has them, to the room that is shown or as a `whole`: its fragment.
pub fn fragment(whole: bool) -> String {
    let link = answer("link", &whole.into()).and_then(|link| link.as_string()).unwrap_or_default();
    link.split_once('#').map_or_else(String::new, |(_, fragment)| fragment.to_owned())
}

/// A setting of the page that is a text.
pub fn setting(name: &str) -> String {
    text_of(&settings(), name)
}

/// A text among settings.
pub fn text_of(settings: &JsValue, name: &str) -> String {
    get(settings, name).as_string().unwrap_or_default()
}

/// What of the page's settings `read` reads, followed as they change: by the page's event, without asking.
pub fn follow<T: Clone + PartialEq + Send + Sync + 'static>(
    read: fn(&JsValue) -> T,
) -> RwSignal<T> {
    let value = RwSignal::new(read(&settings()));
    on_window(CHANGED, move |_| {
        let now = read(&settings());
        if value.try_with_untracked(|known| *known != now) == Some(true) {
            value.set(now);
        }
    });
    value
}

/// From now on `hear` gets all settings of the page whenever they change while the room is what the page
/// shows, and when it comes back to it.
pub fn follow_settings(room: Room, hear: impl Fn(&JsValue) + 'static) {
    on_window(CHANGED, move |_| {
        let settings = settings();
        if text_of(&settings, "room") == room.name() {
            hear(&settings);
        }
    });
}

/// The colours of weights, as the page has them.
pub fn palette_of(settings: &JsValue) -> Palette {
    if text_of(settings, "colours") == "viridis" { Palette::Viridis } else { Palette::Cividis }
}

/// The causal mask, as the page has it.
pub fn causal_of(settings: &JsValue) -> bool {
    get(settings, "causal").as_bool().unwrap_or(false)
}

/// Hands the page another text for a setting.
pub fn set_setting(name: &str, text: &str) {
    let _ = set_settings(&[(name, text)]);
}

/// Hands the page other texts for settings, as one step of undo. The promise is rejected where the
/// page does not keep them.
pub fn set_settings(texts: &[(&str, &str)]) -> Option<Promise> {
    change_settings(&object(texts.iter().map(|&(name, text)| (name, text.into()))), false)
}

/// Of the window: the name of the room that the Learn room is to make a step of, until that is taken.
const LESSON_OF: &str = "nearfarLessonOf";

/// Goes to the Learn room, where a step of a lesson begins with a room as it stands.
pub fn make_lesson_of(room: Room) {
    set(&window(), LESSON_OF, &room.name().into());
    set_setting("room", Room::Learn.name());
}

/// That room, for the Learn room, once.
pub fn take_lesson_of() -> Option<Room> {
    let room = get(&window(), LESSON_OF).as_string()?;
    set(&window(), LESSON_OF, &JsValue::UNDEFINED);
    Room::from_name(&room).ok()
}

/// Hands the page other settings; those `joined` in a row are one step of undo.
pub fn change_settings(changes: &Object, joined: bool) -> Option<Promise> {
    call(API, "set", &[changes, &joined.into()])?.ok()?.dyn_into().ok()
}

/// Shows a file of this project in the Lab under a name, at a head from 0.
pub async fn show_in_lab(file: &web_sys::File, name: &str, head: usize) -> Result<(), JsValue> {
    let bytes = bytes_in(file).await?;
    open(&bytes, &name.into()).await?;
    go(&object([("room", "lab".into()), ("head", ((head + 1) as f64).into())])).await
}

/// Shows a model from files in a panel of the Lab, “a” or “b”, at a layer and head from 0, with `changes` of
/// other settings.
pub async fn show_in_panel(
    files: &[web_sys::File],
    panel: &str,
    (layer, head): (usize, usize),
    changes: &[(&str, JsValue)],
) -> Result<(), JsValue> {
    let list: Array = files.iter().collect();
    let options = object([
        ("panel", panel.into()),
        ("layer", ((layer + 1) as f64).into()),
        ("head", ((head + 1) as f64).into()),
    ]);
    open(&list, &options).await?;
    go(&object(changes.iter().cloned().chain([("room", "lab".into())]))).await
}

/// Has the page open a model: its name among the settings.
async fn open(model: &JsValue, options: &JsValue) -> Result<JsValue, JsValue> {
    let opened = call(API, "open", &[model, options]).ok_or_else(texts::page::page_missing)?;
    kept(opened?).await
}

/// Has the page show other settings.
async fn go(changes: &Object) -> Result<(), JsValue> {
    let changed = change_settings(changes, false).ok_or_else(texts::page::page_missing)?;
    JsFuture::from(changed).await.map(|_| ())
}

/// A head of a panel of the Lab, of the numbers that `window.nearfar.trace` gives out.
pub struct Traced {
    /// Model, layer, shown head, method and its numbers, in words.
    pub about: String,
    /// What the rows and columns are of.
    pub tokens: Vec<String>,
    head: JsValue,
}

impl Traced {
    /// A head from 0.
    ///
    /// # Errors
    /// Why there are no numbers of it now.
    pub fn of(panel: Panel, head: usize) -> Result<Traced, String> {
        let options = object([("panel", panel.name().into())]);
        let trace = call(API, "trace", &[&options]).ok_or_else(texts::page::page_missing)?;
        let trace = trace.map_err(describe)?;
        let lists = get_as::<Array>(&trace, "tokens").zip(get_as::<Array>(&trace, "heads"));
        let (tokens, heads) = lists.ok_or_else(|| texts::page::script_not_yet().to_owned())?;
        let tokens = tokens.iter().filter_map(|token| token.as_string()).collect();
        let about = get(&trace, "about").as_string().unwrap_or_default();
        Ok(Traced { about, tokens, head: heads.get(head as u32) })
    }

    /// A number of the head; `None` where it has none of this name.
    pub fn number(&self, name: &str) -> Option<f64> {
        get(&self.head, name).as_f64()
    }

    /// Numbers of the head, `[N, N]`; `None` where it has none of this name.
    pub fn numbers(&self, name: &str) -> Option<Vec<f32>> {
        Some(get_as::<Float32Array>(&get(&self.head, name), "data")?.to_vec())
    }
}

/// Light or dark, as the page has it.
fn theme_now() -> Theme {
    let root = document().document_element();
    let name = root.and_then(|root| root.get_attribute("data-theme"));
    if name.as_deref() == Some("dark") { Theme::Dark } else { Theme::Light }
}

/// Light or dark, followed.
pub fn follow_theme() -> RwSignal<Theme> {
    follow(|_| theme_now())
}
