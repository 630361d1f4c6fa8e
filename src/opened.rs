//! Models from files in the Lab: files are handed to the worker that reads them, and it is asked for the layer that
//! the settings show. What is asked and what came is the library's (`nearfar::opened`, `Lab::wanted`).

pub mod reader;
pub mod rooms;

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::*;
use nearfar::checkpoint::{self, Trained};
use nearfar::lab::{Lab, Panel};
pub use nearfar::opened::Status;
use nearfar::opened::message::PROTOCOL;
use nearfar::opened::{
    Asked, LayerAnswer, OpenedModel, Openings, Shelf, Showing, Stamp, Wanted, When, stamp,
};
use nearfar::settings::{FILES, ModelChoice, Settings};
use nearfar_inspect::kinds::is_companion;
use nearfar_inspect::maps::begins_as_weights;
use nearfar_inspect::room::lent::{NotShown, Waiting};
use nearfar_kit::envelope::Envelope;
use nearfar_kit::{Message, UNASKED};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;

use self::reader::Model;
use crate::browser::fetch::bytes_in;
use crate::models;
use crate::notices::Cause;
use crate::reactive::effect;
use crate::state::Store;

/// A sentence, or w and v of earlier layers, are asked for once they rest so long.
pub const REST: Duration = Duration::from_millis(150);

/// The models from files that are open.
#[derive(Default)]
pub struct Held {
    /// The models, each in its place with its workers.
    shelf: Shelf<Rc<Model>>,
    /// Files that wait for the model to which they belong.
    waiting: Rc<RefCell<Waiting<File>>>,
    /// What is on its way, and what was refused.
    asked: Asked,
    /// Which openings were begun and shown.
    openings: Openings,
    /// Files of this project that were opened, the last one last: Compare runs their models by itself.
    pub files: Vec<File>,
}

/// A message for a room that is a program of its own, or from it.
pub fn to_js(message: Message) -> JsValue {
    Envelope::of_message(PROTOCOL, UNASKED, message).to_js()
}

/// What such a message holds; `None` where it is none, or one of another version of the page.
pub fn from_js(message: &JsValue) -> Option<Message> {
    let envelope = Envelope::read(message)?;
    if envelope.protocol == PROTOCOL { envelope.into_message() } else { None }
}

/// From now on asks for what the settings show.
pub fn follow_settings(store: Store) {
    effect(move || {
        store.settings().track();
        untrack(|| ask_soon(store));
    });
}

/// What `of` says of the requests beside them.
fn asked<T>(store: Store, of: impl FnOnce(&mut Asked, &Lab, &Settings) -> T) -> Option<T> {
    store.now(|lab, settings| {
        store.opened.try_update_value(|held| of(&mut held.asked, lab, settings))
    })
}

/// What `of` makes of what is open.
pub fn held<T: Default>(store: Store, of: impl FnOnce(&mut Held) -> T) -> T {
    store.opened.try_update_value(of).unwrap_or_default()
}

fn ask_soon(store: Store) {
    let when = asked(store, |asked, lab, settings| asked.when(lab, settings));
    store.resting_opened.cancel();
    match when {
        Some(When::Now) => ask(store),
        Some(When::Rested) => store.resting_opened.soon(move || ask(store)),
        // What could not be done is no longer wanted.
        Some(When::Never { is_refused: false })
            if store.said.with_untracked(|said| said.problem.is_some()) =>
        {
            store.said.set(Status::default());
        }
        Some(When::Never { .. }) | None => {}
    }
}

fn ask(store: Store) {
    let next = asked(store, Asked::ask).unwrap_or_default();
    next.into_iter().for_each(|wanted| spawn_local(answer(store, wanted)));
}

/// Asks for what is missing without a rest. True once nothing is on its way that the settings show.
pub fn ask_now(store: Store) -> bool {
    ask(store);
    asked(store, |asked, lab, settings| asked.has_settled(lab, settings)).unwrap_or(true)
}

/// Whether a panel's layer is there as the settings want it: always, but for models from files.
pub fn is_there(store: Store, panel: Panel) -> bool {
    store.now(|lab, settings| {
        lab.wanted(panel, settings).is_none_or(|wanted| lab.has_layer(&wanted))
    })
}

async fn answer(store: Store, wanted: Wanted) {
    let outcome = layer(store, &wanted).await;
    // The page may be gone.
    if store.opened.try_with_value(|_| ()).is_none() {
        return;
    }
    let is_refused = outcome.is_err();
    let is_wanted =
        asked(store, |asked, lab, settings| asked.answered(&wanted, is_refused, lab, settings));
    if is_wanted == Some(true) {
        let problem = outcome.as_ref().err().cloned();
        store.said.set(Status { busy: None, problem });
        if let Ok(answer) = outcome {
            store.change_lab(|lab| lab.insert_layer(wanted, answer));
        }
    }
    ask_soon(store);
}

async fn layer(store: Store, wanted: &Wanted) -> Result<LayerAnswer, String> {
    let model = model_of(store, wanted.model).ok_or_else(texts::page::file_not_open)?;
    model.layer(wanted).await
}

fn model_of(store: Store, choice: ModelChoice) -> Option<Rc<Model>> {
    held(store, |held| held.shelf.model(choice).map(Rc::clone))
}

/// Opens files: this project's own checkpoint by the Lab itself, any other model by the worker that reads
/// them. A file that the settings wait for takes its place, and all else is as the settings have it. Gives the
/// place among the models.
///
/// # Errors
/// What is wrong, or what is waited for; nothing is changed then.
pub async fn open(
    store: Store,
    files: Vec<File>,
    showing: Showing,
) -> Result<ModelChoice, NotShown> {
    let Some(first) = files.first() else {
        return Err(texts::page::file_none().to_owned().into());
    };
    // What is wrong is wrong with the model, of which its companions say nothing.
    let model = files.iter().find(|file| !is_companion(&file.name()));
    let name = model.unwrap_or(first).name();
    let opened = open_named(store, &files, (model, &name), showing).await;
    opened.map_err(|why| if model.is_some() { why.of_file(&name) } else { why })
}

/// Opens files, of which one may be a model, that are called so.
async fn open_named(
    store: Store,
    files: &[File],
    (model, name): (Option<&File>, &str),
    showing: Showing,
) -> Result<ModelChoice, NotShown> {
    let opening = held(store, |held| held.openings.begin());
    let come = move || held(store, |held| held.openings.come(opening, showing));
    let mut rest = None;
    if let [file] = files
        && checkpoint::is_own(&part_of(file, 0.0).await)
    {
        let trained = Trained::read(&bytes_in(file).await?.to_vec());
        let trained = trained.map_err(|why| why.to_string())?;
        rooms::hold(store, file);
        if trained.is_of_lab() {
            models::open(store, name, trained, !come().elsewhere)?;
            store.said.set(Status::default());
            return Ok(ModelChoice::Opened);
        }
        rest = Some(trained);
    }
    // What was refused before stays so, and is said again, where nothing else is shown.
    let problem = store.said.with_untracked(|said| said.problem.clone());
    store.said.set(Status { busy: Some(texts::page::file_opening(name)), problem: None });
    let with = joined(store, files).await;
    let waiting = held(store, |held| Rc::clone(&held.waiting));
    let opened = reader::open(files, with.and_then(|of| model_of(store, of)), &waiting).await;
    store.said.set(Status { busy: None, problem });
    let opened = opened?;
    let stamp = stamp_of(model).await;
    let choice = show(store, opened, (stamp, with), come())?;
    store.said.set(Status::default());
    if let Some(rest) = rest {
        store.change_lab(|lab| lab.insert_rest(choice, rest));
    }
    Ok(choice)
}

/// The model that is shown, which companions of a model join; weights from elsewhere, which are companions by their
/// names, are a model.
async fn joined(store: Store, files: &[File]) -> Option<ModelChoice> {
    for file in files.iter().filter(|file| is_companion(&file.name())) {
        if begins_as_weights(&part_of(file, 0.0).await) {
            return None;
        }
    }
    let shown = store.settings_now(|settings| [settings.model, settings.model_b]);
    shown.into_iter().find(|&choice| model_of(store, choice).is_some())
}

/// So many bytes of a file as are read of its start, from a place.
async fn part_of(file: &File, from: f64) -> Vec<u8> {
    let to = from + checkpoint::START as f64;
    let Ok(part) = file.slice_with_f64_and_f64(from, to) else { return Vec::new() };
    bytes_in(&part).await.map(|bytes| bytes.to_vec()).unwrap_or_default()
}

async fn stamp_of(file: Option<&File>) -> Option<Stamp> {
    let file = file?;
    let end = (file.size() - checkpoint::START as f64).max(0.0);
    Some(stamp(file.size(), &part_of(file, 0.0).await, &part_of(file, end).await))
}

/// Shows a model: of a file with a `stamp`, or of companions that `joined` one, see [`Shelf::is_same`].
fn show(
    store: Store,
    (model, mut facts): (Rc<Model>, OpenedModel),
    (stamp, joined): (Option<Stamp>, Option<ModelChoice>),
    showing: Showing,
) -> Result<ModelChoice, String> {
    let is_same = |choice| held(store, |held| held.shelf.is_same(choice, stamp, joined));
    facts.name = store.now(|lab, settings| lab.name_for(&facts.name, settings, is_same));
    let place = store.now(|lab, settings| lab.place_for(&facts.name, settings));
    let choice = place.ok_or_else(texts::page::file_no_room)?;
    // A model that a panel shows already, or waits for: everything is as the settings have it.
    let is_shown = store.settings_now(|settings| settings.shows(choice));
    models::inserted(store, |lab| lab.insert_opened(choice, facts))?;
    held(store, |held| {
        held.asked.forget_refused();
        held.shelf.put(choice, model, stamp);
    });
    if let Some(panel) = showing.in_panel(is_shown) {
        models::choose(store, panel, choice);
        store.edit(Some("open"), |settings| {
            settings.show_place(panel, showing.layer, showing.head);
        });
        store.end_gesture();
    }
    ask_soon(store);
    rooms::tell();
    Ok(choice)
}

/// As [`open`]; what is wrong is told on the page.
pub fn open_and_tell(store: Store, files: Vec<File>) {
    spawn_local(async move {
        match open(store, files, Showing::default()).await {
            Ok(_) => store.settle_notice(Cause::File),
            Err(NotShown::Waits(says)) => {
                store.settle_notice(Cause::File);
                store.said.set(Status { busy: Some(says), problem: None });
            }
            Err(NotShown::Problem(why) | NotShown::Lacks(why)) => {
                store.notify(Cause::File, texts::page::file_not_opened(why), true);
            }
        }
    });
}

/// Shows models of the page where files are missing.
pub fn go_on_without(store: Store) {
    for panel in Panel::BOTH {
        let choice = store.settings_now(|settings| panel.model(settings));
        if FILES.contains(&choice) && !store.lab_now(|lab| lab.has_model(choice)) {
            models::choose(store, panel, ModelChoice::default());
        }
    }
}
