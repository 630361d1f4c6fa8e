//! Files that come one at a time, in any order: which of them are opened together. Whether there is a model among
//! them, their contents say ([`crate::bundle`]); those of which none is one wait for it.

use crate::bundle::{BundleError, are_of_one_model};
use crate::error::InspectError;
use crate::kinds::is_companion;

/// Files that are to be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Together<F> {
    /// The files.
    pub files: Vec<F>,
    /// Whether they join the model that is open.
    pub joins: bool,
}

/// What is opened when files come: they join the model that is `open` where they only belong to one, or are a
/// file that it lacks (`wanted`, a part of it); else what waits joins them. A model that waits, since without its
/// companions it cannot be run, gets them before the one that is open. Of two files of one name the new one counts.
pub fn together<F: Clone>(
    came: &[F],
    open: &[F],
    wanted: &[String],
    waiting: &[F],
    name: impl Fn(&F) -> String,
) -> Together<F> {
    let names: Vec<String> = came.iter().map(&name).collect();
    let known: Vec<String> = open.iter().map(&name).collect();
    let is_lacking = |new: &String| {
        // A part under a name that is there already is another model's.
        !known.contains(new)
            && (wanted.contains(new) || known.iter().any(|known| are_of_one_model(known, new)))
    };
    let are_companions = names.iter().all(|new| is_companion(new));
    // A model waits for what belongs to it, and not for another model.
    let model_waits = waiting.iter().any(|file| !is_companion(&name(file)));
    let joins = !open.is_empty()
        && (!model_waits || !are_companions)
        && names.iter().all(|new| is_companion(new) || is_lacking(new));
    let before = match joins {
        true => open,
        false if model_waits && !are_companions => &[],
        false => waiting,
    };
    let kept = before.iter().filter(|old| !names.contains(&name(old)));
    Together { files: kept.chain(came).cloned().collect(), joins }
}

/// What files without a model among them wait for: the first part that their index names, or any model (`""`).
/// `None` where one of them is no companion of a model, or is damaged.
pub fn awaited(names: &[String], error: &BundleError) -> Option<String> {
    match &error.error {
        _ if names.is_empty() || !names.iter().all(|name| is_companion(name)) => None,
        InspectError::Unknown { .. } => Some(String::new()),
        InspectError::Beside { file, .. } => Some(file.clone()),
        _ => None,
    }
}
