//! Files that come one at a time, in any order: which of them are opened together. Whether there is a model among
//! them, their contents say ([`crate::bundle`]); those of which none is one wait for it.

use crate::error::{BundleError, InspectError};
use crate::kinds::{are_of_one_model, is_companion, is_config, is_index, is_tokenizer};

/// Files that are to be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Together<F> {
    /// The files. Of two that say the same (two tokenizers) the first counts.
    pub files: Vec<F>,
    /// Whether they join the model that is open.
    pub joins: bool,
    /// How many of the last ones waited for any model, and are laid beside one that came.
    pub waited: usize,
}

impl<F: Clone> Together<F> {
    /// What is opened in turn until it can be: all; without a tokenizer that waited; without all that waited, which
    /// may be another model's.
    pub fn in_turn(&self, name: impl Fn(&F) -> String) -> Vec<Vec<F>> {
        let (own, waited) = self.files.split_at(self.files.len().saturating_sub(self.waited));
        let is_no_tokenizer = |file: &&F| !is_tokenizer(&name(file));
        let without: Vec<F> = waited.iter().filter(is_no_tokenizer).cloned().collect();
        let mut turns = vec![self.files.clone(), [own, &without].concat(), own.to_vec()];
        turns.dedup_by_key(|files| files.len());
        turns
    }
}

/// What a companion is for, of which a model has one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Config,
    Index,
    Tokenizer,
}

fn role(name: &str) -> Option<Role> {
    let roles = [
        (Role::Tokenizer, is_tokenizer(name)),
        (Role::Index, is_index(name)),
        (Role::Config, is_config(name)),
    ];
    roles.into_iter().find(|(_, is)| *is).map(|(role, _)| role)
}

/// What is opened when files come: they join the model that is `open` where they only belong to one, or are a
/// file that it lacks (`wanted`, a part of it); else what waits joins them. A model that waits, since without its
/// companions it cannot be run, gets them before the one that is open. Of two files of one name the new one counts,
/// and a model that comes with companions of its own has no use for waiting ones of the same role.
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
    let has_role =
        |old: &str| role(old).is_some_and(|known| names.iter().any(|new| role(new) == Some(known)));
    let comes_whole = !joins && !are_companions;
    let is_kept = |old: &&F| {
        let old = name(old);
        !(names.contains(&old) || comes_whole && has_role(&old))
    };
    let (beside, models): (Vec<F>, Vec<F>) =
        before.iter().filter(is_kept).cloned().partition(|old| is_companion(&name(old)));
    let waited = if comes_whole { beside.len() } else { 0 };
    Together { files: [&models, came, &beside].concat(), joins, waited }
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
