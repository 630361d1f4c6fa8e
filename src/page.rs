//! The page round a room that is a program of its own: its theme, its settings. The page keeps them;
//! what the room has are copies.

use js_sys::{Function, Object, Promise, Reflect, Uint8Array};
use leptos::prelude::*;
use nearfar::picture::palette::{Palette, Theme};
use nearfar::settings::{Choice, Room};
use nearfar_compare::choices::{Choices, trained_in};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

use crate::fetch::describe;
use crate::opened::rooms::OPEN;
use crate::reactive::on_window;
use crate::room::listed_in;

/// The window hears this event whenever settings change while a room that is a program of its own is
/// open.
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

/// A function of the page's `window.nearfar`, with what it belongs to.
pub fn method(name: &str) -> Option<(Object, Function)> {
    let api: Object = Reflect::get(&window(), &"nearfar".into()).ok()?.dyn_into().ok()?;
    let method = Reflect::get(&api, &name.into()).ok()?.dyn_into().ok()?;
    Some((api, method))
}

/// A function by which the page lends the models that are open (`window.nearfarOpen`).
///
/// # Errors
/// Where the page has none of that name: it is of another version.
pub fn lent(name: &str) -> Result<(Object, Function), String> {
    let missing = || texts::page::page_other_version().to_owned();
    let object = Reflect::get(&window(), &OPEN.into()).ok();
    let object: Object = object.and_then(|object| object.dyn_into().ok()).ok_or_else(missing)?;
    let function = Reflect::get(&object, &name.into()).ok();
    let function = function.and_then(|function| function.dyn_into().ok()).ok_or_else(missing)?;
    Ok((object, function))
}

/// What such a function promises.
///
/// # Errors
/// Where it is missing, and what it refuses with.
pub async fn lend(name: &str, argument: &JsValue) -> Result<JsValue, String> {
    let (object, function) = lent(name)?;
    let promise = function.call1(&object, argument).map_err(describe)?;
    JsFuture::from(Promise::resolve(&promise)).await.map_err(describe)
}

/// The files of this project that the page has.
fn files() -> Vec<File> {
    let list = lent("files").ok().and_then(|(object, files)| files.call0(&object).ok());
    list.map(|list| listed_in(&list)).unwrap_or_default()
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
    let bytes = JsFuture::from(file.array_buffer()).await.map_err(describe)?;
    Ok(Uint8Array::new(&bytes))
}

/// Shows the model in a file of this project in Compare, as it was trained, as A beside those of the page.
///
/// # Errors
/// What is wrong with the file.
pub async fn show_in_compare(file: &File) -> Result<(), String> {
    let opened = lend("open", &js_sys::Array::of1(file)).await;
    // What the Lab does not run is compared all the same.
    if !is_own(file) {
        opened?;
    }
    let choices = Choices::of_trained(trained_in(&file.name())).to_text();
    match set_settings(&[("compare", &choices), ("room", Room::Compare.name())]) {
        Some(changed) => JsFuture::from(changed).await.map(|_| ()).map_err(describe),
        None => Err(texts::page::page_missing().to_owned()),
    }
}

/// All settings of the page.
pub fn settings() -> JsValue {
    let settings = method("settings").and_then(|(api, settings)| settings.call0(&api).ok());
    settings.unwrap_or_default()
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

/// The page's settings as a link to all rooms has them: its fragment.
pub fn whole_fragment() -> String {
    let link = method("link").and_then(|(api, link)| link.call1(&api, &true.into()).ok());
    let link = link.and_then(|link| link.as_string()).unwrap_or_default();
    link.split_once('#').map_or_else(String::new, |(_, fragment)| fragment.to_owned())
}

/// A setting of the page that is a text.
pub fn setting(name: &str) -> String {
    text_of(&settings(), name)
}

/// A text among settings.
pub fn text_of(settings: &JsValue, name: &str) -> String {
    let text = Reflect::get(settings, &name.into()).ok();
    text.and_then(|text| text.as_string()).unwrap_or_default()
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

/// The colours of weights, as the page has them.
pub fn palette_of(settings: &JsValue) -> Palette {
    if text_of(settings, "colours") == "viridis" { Palette::Viridis } else { Palette::Cividis }
}

/// The causal mask, as the page has it.
pub fn causal_of(settings: &JsValue) -> bool {
    let causal = Reflect::get(settings, &"causal".into()).ok();
    causal.and_then(|causal| causal.as_bool()).unwrap_or(false)
}

/// An object of names and values.
fn object<'a>(pairs: impl IntoIterator<Item = (&'a str, JsValue)>) -> Object {
    let object = Object::new();
    for (name, value) in pairs {
        let _ = Reflect::set(&object, &name.into(), &value);
    }
    object
}

/// Hands the page another text for a setting.
pub fn set_setting(name: &str, text: &str) {
    let _ = set_settings(&[(name, text)]);
}

/// Hands the page other texts for settings, as one step of undo. The promise is rejected where the
/// page does not keep them.
pub fn set_settings(texts: &[(&str, &str)]) -> Option<js_sys::Promise> {
    change_settings(&object(texts.iter().map(|&(name, text)| (name, text.into()))), false)
}

/// Where a room asks the Learn room to make a step of it: its name, until that is taken.
pub const LESSON_OF: &str = "nearfar.learn.view";

/// Goes to the Learn room, where a step of a lesson begins with a room as it stands.
pub fn make_lesson_of(room: Room) {
    if let Ok(Some(tab)) = window().session_storage() {
        let _ = tab.set_item(LESSON_OF, room.name());
    }
    set_setting("room", Room::Learn.name());
}

/// Hands the page other settings; those `joined` in a row are one step of undo.
pub fn change_settings(changes: &Object, joined: bool) -> Option<js_sys::Promise> {
    let (api, set) = method("set")?;
    set.call2(&api, changes, &joined.into()).ok()?.dyn_into().ok()
}

/// Shows a file of this project in the Lab under a name, at a head from 0.
pub async fn show_in_lab(file: &web_sys::File, name: &str, head: usize) -> Result<(), JsValue> {
    let bytes = JsFuture::from(file.array_buffer()).await?;
    let Some((api, open)) = method("open") else { return Err(texts::page::page_missing().into()) };
    let opened = open.call2(&api, &js_sys::Uint8Array::new(&bytes), &name.into())?;
    JsFuture::from(opened.dyn_into::<js_sys::Promise>()?).await?;
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
    let Some((api, open)) = method("open") else { return Err(texts::page::page_missing().into()) };
    let list: js_sys::Array = files.iter().collect();
    let options = object([
        ("panel", panel.into()),
        ("layer", ((layer + 1) as f64).into()),
        ("head", ((head + 1) as f64).into()),
    ]);
    let opened = open.call2(&api, &list, &options)?;
    JsFuture::from(opened.dyn_into::<js_sys::Promise>()?).await?;
    go(&object(changes.iter().cloned().chain([("room", "lab".into())]))).await
}

/// Has the page show other settings.
async fn go(changes: &Object) -> Result<(), JsValue> {
    if let Some(changed) = change_settings(changes, false) {
        JsFuture::from(changed).await?;
    }
    Ok(())
}

/// Light or dark, as the page has it.
pub fn theme_now() -> Theme {
    let root = document().document_element();
    let name = root.and_then(|root| root.get_attribute("data-theme"));
    if name.as_deref() == Some("dark") { Theme::Dark } else { Theme::Light }
}

/// Light or dark, followed.
pub fn follow_theme() -> RwSignal<Theme> {
    let theme = RwSignal::new(theme_now());
    let changed = Closure::<dyn FnMut()>::new(move || {
        theme.try_set(theme_now());
    });
    let observer = web_sys::MutationObserver::new(changed.as_ref().unchecked_ref());
    if let (Ok(observer), Some(root)) = (observer, document().document_element()) {
        let options = web_sys::MutationObserverInit::new();
        options.set_attributes(true);
        options.set_attribute_filter(&js_sys::Array::of1(&"data-theme".into()));
        let _ = observer.observe_with_options(&root, &options);
    }
    changed.forget();
    theme
}
