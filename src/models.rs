//! Fetches the bundled models that the panels show, and takes over what they learned.

use leptos::prelude::*;
use nearfar::checkpoint::Trained;
use nearfar::picture::learned::sorted;
use nearfar::settings::{Choice, ModelChoice, View};

use crate::fetch::{Request, bytes_of, request};
use crate::reactive::effect;
use crate::state::Store;

/// From now on loads what the settings name.
pub fn follow_settings(store: Store) {
    effect(move || {
        if store.first_is_coming.get() {
            return;
        }
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
    if choice == ModelChoice::Opened {
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
    }
    wasm_bindgen_futures::spawn_local(fetch(store, choice));
}

/// Fetches a bundled model, unless it is on its way.
async fn fetch(store: Store, choice: ModelChoice) {
    let Some(file) = choice.file_name() else { return };
    if store.loading.with_untracked(|loading| loading.models.contains(&choice)) {
        return;
    }
    take(store, choice, request(&format!("checkpoints/{file}")), |_| ()).await;
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
    let outcome = bytes_of(request, progress).await;
    let outcome = outcome.and_then(|bytes| insert(store, choice, &bytes));
    store.loading.try_update(|loading| {
        loading.models.retain(|model| *model != choice);
        if let Err(error) = outcome {
            let label = choice.label();
            loading.failed = Some(format!("The model “{label}” did not load: {error}."));
        }
    });
}

/// The sentence of Fig. 8: like that of the paper, of which only some words can be read, it is
/// about shares of biotech companies.
pub const FIGURE_8: &str = "Shares of the largest biotech company fell on Friday after the government said it would review the price of new drugs.";

/// Fig. 8: four heads of the DA-Transformer and of the vanilla one on a news sentence; of the
/// heads that the former learned, the two nearest and the two farthest.
pub fn show_figure_8(store: Store) {
    wasm_bindgen_futures::spawn_local(async move {
        if !store.lab_now(|lab| lab.has_model(ModelChoice::AgNewsDa)) {
            fetch(store, ModelChoice::AgNewsDa).await;
        }
        let Some(own) = store.lab_now(|lab| lab.own_heads(ModelChoice::AgNewsDa)) else { return };
        let w: Vec<f64> = own.iter().map(|head| head.w).collect();
        let order = sorted(&w, &w);
        let (far, near) = order.split_at(order.len().min(2));
        let mut chosen: Vec<usize> =
            near.iter().rev().take(2).chain(far).map(|moved| moved.head).collect();
        choose(store, nearfar::lab::Panel::A, ModelChoice::AgNewsDa);
        store.edit(Some("figure 8"), |settings| {
            settings.sentence = FIGURE_8.to_owned();
            settings.cursor = None;
            settings.selected.clear();
            settings.view = View::Heads;
            settings.head = chosen.first().copied().unwrap_or_default();
            chosen.sort_unstable();
            settings.chosen = chosen;
        });
        store.end_gesture();
    });
}

/// Gives a model to the Lab, and takes over what it learned.
pub fn insert_trained(store: Store, choice: ModelChoice, trained: Trained) -> Result<(), String> {
    let mut outcome = Ok(());
    store.change_lab(|lab| outcome = lab.insert_model(choice, trained));
    store.adopt();
    outcome
}

fn insert(store: Store, choice: ModelChoice, bytes: &[u8]) -> Result<(), String> {
    insert_trained(store, choice, Trained::read(bytes).map_err(|error| error.to_string())?)
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
