//! Roles that the user gives by hand. They go before what was found by names.

use super::draft::{Draft, DraftLayer, Placed, TensorStatus};
use crate::checkpoint::Checkpoint;
use crate::limits;
use crate::report::pattern::fits;
use crate::report::{Assigned, Assignment, Family, Role};

/// More patterns than anyone types.
const PATTERNS: usize = 1_000;

/// Gives the tensors that fit a pattern its role.
pub(super) fn apply(draft: &mut Draft, checkpoint: &Checkpoint, assignment: &Assignment) {
    for assigned in assignment.roles.iter().take(PATTERNS) {
        let mut found = false;
        for (tensor, name) in checkpoint.tensors.iter().map(|tensor| &tensor.name).enumerate() {
            let Some((number, front)) = fits(&assigned.pattern, name) else { continue };
            found = true;
            // A fused tensor may be given three roles, each with a share of its own.
            remove(draft, tensor, assigned.share.is_some());
            place(draft, tensor, assigned, number, &front);
        }
        if !found {
            let pattern = &assigned.pattern;
            draft.notes.push(format!("no tensor has the name `{pattern}`, which was assigned"));
        }
    }
    let missing = std::mem::take(&mut draft.missing);
    let have = |role: &Role| {
        let inside = draft.layers.values().flat_map(|layer| &layer.placed);
        inside.chain(&draft.outside).any(|placed| placed.role == *role)
    };
    let by_hand = |role: &Role| assignment.roles.iter().any(|a| a.role == Some(*role));
    draft.missing = missing.into_iter().filter(|(_, role)| !by_hand(role) || !have(role)).collect();
}

fn remove(draft: &mut Draft, tensor: usize, keep_shares: bool) {
    let stays =
        |placed: &Placed| placed.tensor != tensor || (keep_shares && placed.share.is_some());
    draft.outside.retain(stays);
    for layer in draft.layers.values_mut() {
        layer.placed.retain(stays);
    }
    draft.set(tensor, TensorStatus::Open);
}

fn place(draft: &mut Draft, tensor: usize, assigned: &Assigned, number: u64, front: &str) {
    let Some(role) = assigned.role else {
        draft.set(tensor, TensorStatus::Left("the user gave it no role"));
        return;
    };
    let share = assigned.share.filter(|share| share.index < share.of && share.of <= 16);
    let placed = Placed { tensor, role, fused: None, orientation: assigned.orientation, share };
    if draft.family == Family::Unknown && role.in_layer() {
        draft.family = Family::Other;
        draft.why = "roles were assigned by hand".to_owned();
    }
    if role.in_layer() {
        let known = draft.layers.iter().position(|(key, layer)| {
            key.contains(&number) && front_fits(&layer.name, front)
                || front_fits(front, &layer.name)
        });
        let key = known.and_then(|place| draft.layers.keys().nth(place).cloned());
        let key = key.unwrap_or_else(|| vec![number]);
        if draft.layers.len() >= limits::LAYERS && !draft.layers.contains_key(&key) {
            draft.set(tensor, TensorStatus::Left("the file has more layers than are read"));
            return;
        }
        let layer = draft.layers.entry(key).or_insert_with(|| DraftLayer {
            name: if front.is_empty() { String::new() } else { format!("{front}.") },
            placed: Vec::new(),
        });
        layer.placed.retain(|other| other.role != role);
        layer.placed.push(placed);
    } else {
        if !matches!(role, Role::Head | Role::Buffer) {
            draft.outside.retain(|other| other.role != role);
        }
        draft.outside.push(placed);
    }
    draft.set(tensor, TensorStatus::Placed);
}

/// Whether two fronts of names are the same but for a separator at the end.
fn front_fits(a: &str, b: &str) -> bool {
    a.trim_end_matches(['.', '/']) == b.trim_end_matches(['.', '/'])
}
