//! Fetches the bundled models that the panels show, and takes over what they learned.

use leptos::prelude::*;
use nearfar::checkpoint::Trained;
use nearfar::lab::{self, Lab, Panel};
use nearfar::opened::{Showing, of_page_behind};
use nearfar::settings::ModelChoice;
use nearfar_inspect::room::lent::NotShown;

use crate::browser::fetch::{Request, bytes_of, fetch_as_file, request};
use crate::focus::find;
use crate::opened;
use crate::reactive::effect;
use crate::state::Store;

/// From now on loads what the settings name.
pub fn follow_settings(store: Store) {
    effect(move || {
        if !store.first_is_coming.get() {
            store.settings().track();
            retry(store);
        }
    });
}

/// Tries again what did not come.
pub fn retry(store: Store) {
    let choices = store.settings_now(|settings| [settings.model, settings.model_b]);
    choices.into_iter().for_each(|choice| load(store, choice));
}

/// The address of the model of the page behind a place among the models from files, where one is.
fn behind(store: Store, choice: ModelChoice) -> Option<&'static str> {
    store.settings_now(|settings| of_page_behind(settings, choice))
}

fn load(store: Store, choice: ModelChoice) {
    if !store.now(|lab, settings| lab.has_named(choice, settings)) {
        wasm_bindgen_futures::spawn_local(fetch(store, choice));
    }
}

/// Fetches a model of the page, unless it is on its way. A file that was opened on another visit is asked for where the
/// pictures would be.
async fn fetch(store: Store, choice: ModelChoice) {
    if store.loading.with_untracked(|loading| loading.models.contains(&choice)) {
        return;
    }
    if let Some(address) = behind(store, choice) {
        store.loading.update(|loading| loading.models.push(choice));
        // Another file may have stood there.
        store.change_lab(|lab| lab.remove_opened(choice));
        // No file of anybody's has an address for a name. The settings show it already, or another by now.
        let outcome = match fetch_as_file(address, address).await {
            Ok(file) => opened::open(store, vec![file], Showing::ELSEWHERE).await,
            Err(why) => Err(why.into()),
        };
        // Meanwhile another may have been named; the same one is not tried for ever.
        let goes_on = outcome.is_ok() && behind(store, choice) != Some(address);
        has_come(store, choice, outcome.map(|_| ()).map_err(NotShown::says));
        if goes_on {
            load(store, choice);
        }
    } else if let Some(file) = choice.file_name() {
        take(store, choice, request(&format!("checkpoints/{file}")), |_| ()).await;
    }
}

/// What was on its way is there, or did not come.
fn has_come(store: Store, choice: ModelChoice, outcome: Result<(), String>) {
    let label = store.now(|lab, settings| texts::words::opened::label(lab, settings, choice));
    store.loading.try_update(|loading| {
        loading.models.retain(|model| *model != choice);
        if let Err(error) = outcome {
            loading.failed = Some(texts::page::model_failed(label, error));
        }
    });
}

/// Whether the page's models that the settings show are there, or did not come.
pub fn are_there(store: Store) -> bool {
    store.loading.with_untracked(|loading| loading.failed.is_some())
        || store.now(Lab::has_models_of_page)
}

/// Takes a bundled model from a request for its file. `progress` sees the bytes that are there, as
/// they come.
pub async fn take(
    store: Store,
    choice: ModelChoice,
    request: Request,
    progress: impl FnMut(&[u8]),
) {
    store.loading.update(|loading| loading.models.push(choice));
    let insert = |bytes: Vec<u8>| {
        let trained = Trained::read(&bytes).map_err(|error| error.to_string())?;
        insert_trained(store, choice, trained)
    };
    has_come(store, choice, bytes_of(request, progress).await.and_then(insert));
}

/// Shows Fig. 8, once the model is there whose heads it chooses.
pub fn show_figure_8(store: Store) {
    wasm_bindgen_futures::spawn_local(async move {
        if !store.lab_now(|lab| lab.has_model(ModelChoice::AgNewsDa)) {
            fetch(store, ModelChoice::AgNewsDa).await;
        }
        let Some(own) = store.lab_now(|lab| lab.own_heads(ModelChoice::AgNewsDa)) else { return };
        store.edit(None, |settings| settings.show_figure_8(&own));
        find("#pictures").into_iter().for_each(|pictures| pictures.scroll_into_view());
    });
}

/// Gives a model to the Lab, and takes over what it learned.
pub fn insert_trained(store: Store, choice: ModelChoice, trained: Trained) -> Result<(), String> {
    inserted(store, |lab| lab.insert_model(choice, trained))
}

/// Has the Lab `insert` a model, and takes over what that has.
pub fn inserted(
    store: Store,
    insert: impl FnOnce(&mut Lab) -> Result<(), lab::NotShown>,
) -> Result<(), String> {
    let outcome = store.change_lab(insert);
    store.adopt();
    store.tokens_changed();
    outcome.unwrap_or(Ok(())).map_err(|why| why.to_string())
}

/// Opens a checkpoint and, where it is `shown`, shows it as A and B: A as it was trained, B without
/// distance.
///
/// # Errors
/// What is wrong with the file; nothing is changed then.
pub fn open(store: Store, name: &str, trained: Trained, shown: bool) -> Result<(), String> {
    let is_awaited = store.now(|lab, settings| lab.awaits(ModelChoice::Opened, settings));
    inserted(store, |lab| lab.insert_own(name, trained))?;
    // Where it was awaited, all else is as the link or the visit before had it.
    if !is_awaited && shown {
        choose(store, Panel::A, ModelChoice::Opened);
    }
    opened::rooms::tell();
    Ok(())
}

/// Shows a model in a panel: as it was trained; B that stood beside it as the same head goes along with A.
pub fn choose(store: Store, panel: Panel, choice: ModelChoice) {
    let trained = store.lab_now(|lab| lab.first_method(choice));
    store.edit(None, |settings| settings.show_model(panel, choice, trained));
}

/// Shows a model of the page by another method in a panel: it is named in the settings, and fetched for them.
pub fn choose_of_page(store: Store, panel: Panel, address: &str) {
    let place = store.now(|lab, settings| lab.place_for(address, settings));
    let Some(choice) = place else { return };
    store.edit(None, |settings| settings.show_of_page(panel, choice, address));
}
