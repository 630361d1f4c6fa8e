//! Fetches the bundled models that the panels show, and takes over what they learned.

use leptos::prelude::*;
use nearfar::checkpoint::Trained;
use nearfar::settings::{Choice, ModelChoice};

use crate::fetch::fetch_bytes;
use crate::reactive::effect;
use crate::state::Store;

/// From now on loads what the settings name.
pub fn follow_settings(store: Store) {
    effect(move || {
        let choices = store.settings().with(|settings| [settings.model, settings.model_b]);
        choices.into_iter().for_each(|choice| load(store, choice));
    });
}

/// Tries again what did not come.
pub fn retry(store: Store) {
    let choices = store.settings_now(|settings| [settings.model, settings.model_b]);
    choices.into_iter().for_each(|choice| load(store, choice));
}

fn load(store: Store, choice: ModelChoice) {
    if store.lab_now(|lab| lab.has_model(choice)) {
        return;
    }
    let Some(file) = choice.file_name() else {
        // A checkpoint that was opened on another visit.
        store.notify(
            "The opened checkpoint of this link or visit is not here: open its file again. Until then the page shows a model of its own.",
            false,
        );
        store.edit(None, |settings| {
            for model in [&mut settings.model, &mut settings.model_b] {
                if *model == ModelChoice::Opened {
                    *model = ModelChoice::default();
                }
            }
        });
        return;
    };
    if store.loading.with_untracked(|loading| loading.models.contains(&choice)) {
        return;
    }
    store.loading.update(|loading| {
        loading.models.push(choice);
    });
    wasm_bindgen_futures::spawn_local(async move {
        let outcome = fetch_bytes(&format!("checkpoints/{file}"), |_| ()).await;
        let outcome = outcome.and_then(|bytes| insert(store, choice, &bytes));
        store.loading.try_update(|loading| {
            loading.models.retain(|model| *model != choice);
            if let Err(error) = outcome {
                let label = choice.label();
                loading.failed = Some(format!("The model “{label}” did not load: {error}."));
            }
        });
    });
}

fn insert(store: Store, choice: ModelChoice, bytes: &[u8]) -> Result<(), String> {
    let trained = Trained::read(bytes).map_err(|error| error.to_string())?;
    let mut outcome = Ok(());
    store.change_lab(|lab| outcome = lab.insert_model(choice, trained));
    store.adopt();
    outcome
}

/// Opens a checkpoint's bytes and shows it as A and B: A as it was trained, B without distance.
///
/// # Errors
/// A sentence that says what is wrong with the file; nothing is changed then.
pub fn open(store: Store, name: &str, bytes: &[u8]) -> Result<(), String> {
    insert(store, ModelChoice::Opened, bytes).map_err(|error| format!("“{name}”: {error}"))?;
    choose(store, nearfar::lab::Panel::A, ModelChoice::Opened);
    Ok(())
}

/// Shows a model in a panel: as it was trained, and for A beside its counterpart.
pub fn choose(store: Store, panel: nearfar::lab::Panel, choice: ModelChoice) {
    use nearfar::Method;
    use nearfar::lab::Panel;
    let method = move |choice: ModelChoice| match choice {
        ModelChoice::Sst2Da | ModelChoice::AgNewsDa => Method::DISTANCE_AWARE,
        ModelChoice::Sst2Vanilla | ModelChoice::AgNewsVanilla => Method::VANILLA,
        ModelChoice::Untrained => Method::DISTANCE_AWARE,
        ModelChoice::Opened => store.lab_now(|lab| {
            lab.model(choice)
                .map_or(Method::DISTANCE_AWARE, |trained| trained.model.architecture.method)
        }),
    };
    store.edit(None, |settings| match panel {
        Panel::A => {
            settings.model = choice;
            settings.a = method(choice);
            settings.learned = true;
            let counterpart = choice.counterpart();
            if settings.model_b.counterpart() != counterpart {
                settings.model_b = counterpart;
                settings.b = match counterpart {
                    ModelChoice::Opened => Method::Vanilla { positions: false },
                    _ => Method::VANILLA,
                };
            }
        }
        Panel::B => {
            settings.model_b = choice;
            settings.b = match choice {
                ModelChoice::Untrained => Method::VANILLA,
                other => method(other),
            };
        }
    });
}
