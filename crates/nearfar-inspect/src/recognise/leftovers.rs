//! What the names of a family do not cover: embeddings beside a bare encoder, a last norm, w and v
//! of the heads under any name, and tables of relative positions. Decided by name and shape.

use std::collections::HashSet;

use super::complete::assumption;
use super::draft::{Draft, Placed, TensorStatus, sorted_by_name};
use super::names::Name;
use crate::limits;
use crate::report::{Family, Question, Role};
use crate::tensor::Tensor;

/// The axes that are longer than 1.
pub(super) fn squeezed(shape: &[u64]) -> Vec<u64> {
    shape.iter().copied().filter(|&n| n != 1).collect()
}

/// Rows and columns of a table, axes of 1 before them left out.
pub(super) fn table(shape: &[u64]) -> Option<(u64, u64)> {
    match (shape, squeezed(shape).as_slice()) {
        (&[rows, columns], _) | (_, &[rows, columns]) => Some((rows, columns)),
        _ => None,
    }
}

/// Gives roles to what is left.
pub(super) fn place(draft: &mut Draft, names: &[Name], tensors: &[Tensor]) {
    match draft.family {
        Family::Nearfar => own_words(draft, names),
        Family::TorchEncoder | Family::Other => {
            embeddings(draft, names, tensors);
            last_norm(draft, names, tensors);
        }
        _ => {}
    }
    let sorted = sorted_by_name(names);
    let keys: Vec<Vec<u64>> = draft.layers.keys().cloned().collect();
    for key in keys {
        let Some(layer) = draft.layers.get(&key) else { continue };
        let start = layer.name.clone();
        if start.is_empty() && draft.layers.len() > 1 {
            continue;
        }
        let open = draft.open_in(names, &sorted, &start);
        let mut found = per_head(draft, names, tensors, &key, &open);
        found.extend(relative(names, tensors, &open));
        for placed in found {
            draft.set(placed.tensor, TensorStatus::Placed);
            if let Some(layer) = draft.layers.get_mut(&key) {
                layer.placed.push(placed);
            }
        }
    }
    let distance_aware = draft
        .layers
        .values()
        .any(|layer| layer.placed.iter().any(|placed| placed.role == Role::DistanceW));
    if draft.family == Family::Other && distance_aware {
        draft.family = Family::DistanceAware;
    }
}

/// What the names of numbers begin with that a method of this project has beside w and v.
const OWN_NUMBERS: [&str; 2] = ["words.attention.position.", "start.words.attention.position."];

/// The words with vectors of their own in this project's files, and what a method has beside w and v.
fn own_words(draft: &mut Draft, names: &[Name]) {
    for (i, name) in names.iter().enumerate() {
        match name.raw {
            "embedding.rows" => draft.place_outside(i, Role::WordEmbedding),
            "embedding.words" | "embedding.scales" => draft.place_outside(i, Role::Buffer),
            raw if OWN_NUMBERS.iter().any(|front| raw.starts_with(front)) => {
                draft.place_outside(i, Role::MethodNumber);
            }
            _ => {}
        }
    }
}

fn has_outside(draft: &Draft, role: Role) -> bool {
    draft.outside.iter().any(|placed| placed.role == role)
}

/// Tables whose names speak of embeddings or positions.
fn embeddings(draft: &mut Draft, names: &[Name], tensors: &[Tensor]) {
    for (i, (name, tensor)) in names.iter().zip(tensors).enumerate() {
        if !draft.is_open(i) {
            continue;
        }
        let lower = name.raw.to_lowercase();
        let axes = squeezed(&tensor.shape).len();
        let last = name.segments.last().copied().unwrap_or_default();
        let embeds = ["emb", "wte", "wpe", "vocab"].iter().any(|word| lower.contains(word));
        let places = lower.contains("pos") || lower.contains("wpe") || last == "pe";
        let role = if axes == 2 && places {
            Role::PositionEmbedding
        } else if axes == 2 && embeds && (lower.contains("type") || lower.contains("segment")) {
            Role::TypeEmbedding
        } else if axes == 2 && embeds {
            Role::WordEmbedding
        } else if axes == 1 && embeds && (lower.contains("norm") || lower.contains("ln")) {
            if last == "bias" { Role::EmbeddingNormBias } else { Role::EmbeddingNormGain }
        } else {
            continue;
        };
        if !has_outside(draft, role) {
            draft.place_outside(i, role);
        }
    }
}

/// The one norm that stands in no layer.
fn last_norm(draft: &mut Draft, names: &[Name], tensors: &[Tensor]) {
    if has_outside(draft, Role::FinalNormGain) {
        return;
    }
    let layers = draft.layers.values().map(|layer| layer.name.as_str());
    let fronts: HashSet<&str> = layers.filter(|name| !name.is_empty()).collect();
    let in_layer = |name: &Name| (1..name.segments.len()).any(|n| fronts.contains(name.front(n)));
    let mut found: Vec<(&str, usize, bool)> = Vec::new();
    for (i, (name, tensor)) in names.iter().zip(tensors).enumerate() {
        let (stem, bias) = name.stem();
        let Some(word) = stem.last() else { continue };
        let word = word.to_lowercase();
        let is_norm = word.contains("norm") || word.starts_with("ln");
        if draft.is_open(i) && is_norm && squeezed(&tensor.shape).len() == 1 {
            // Beyond two there is nothing to choose, so names are not compared further.
            if found.len() <= 2 && !in_layer(name) {
                found.push((name.front(stem.len()), i, bias));
            }
        }
    }
    let same = found.iter().all(|(stem, ..)| found.first().is_some_and(|(one, ..)| one == stem));
    if same && found.len() <= 2 {
        for (_, i, bias) in found {
            let role = if bias { Role::FinalNormBias } else { Role::FinalNormGain };
            draft.place_outside(i, role);
        }
    }
}

/// w and v: two vectors (or one) of the same length beside an attention, one number to a head.
fn per_head(
    draft: &mut Draft,
    names: &[Name],
    tensors: &[Tensor],
    key: &[u64],
    open: &[usize],
) -> Vec<Placed> {
    let Some(layer) = draft.layers.get(key) else { return Vec::new() };
    if layer.placed.iter().any(|placed| placed.role == Role::DistanceW) {
        return Vec::new();
    }
    let query = layer.placed.iter().find(|placed| placed.role == Role::QueryWeight);
    let Some(query) = query else { return Vec::new() };
    let Some(shape) = tensors.get(query.tensor).map(|tensor| &tensor.shape) else {
        return Vec::new();
    };
    let fits = |length: u64| {
        length <= limits::HEADS as u64
            && shape.iter().any(|&n| n >= length && n % length == 0 && n != length)
    };
    let mut found: Vec<(usize, u64)> = Vec::new();
    for &i in open {
        let (Some(name), Some(tensor)) = (names.get(i), tensors.get(i)) else { continue };
        let axes = squeezed(&tensor.shape);
        let length = match axes[..] {
            [] if !tensor.shape.is_empty() => 1,
            [length] => length,
            _ => continue,
        };
        let last = name.segments.last().copied().unwrap_or_default();
        let stem = name.stem().0.last().map_or(String::new(), |word| word.to_lowercase());
        let named_otherwise = last == "bias" || stem.contains("norm") || stem.starts_with("ln");
        if !named_otherwise && length > 0 && fits(length) {
            found.push((i, length));
        }
    }
    let word = |i: usize| {
        let stem = names.get(i).map(|name| name.stem().0).unwrap_or_default();
        stem.last().map_or(String::new(), |word| word.to_lowercase())
    };
    let is = |i: usize, letter: &str| {
        let word = word(i);
        word == letter
            || word.ends_with(&format!("_{letter}"))
            || word.starts_with(&format!("{letter}_"))
    };
    let named = |letter| found.iter().find(|(i, _)| is(*i, letter)).map(|&(i, _)| i);
    let placed = |tensor, role| Placed::new(tensor, role, None);
    match (named("w"), named("v"), &found[..]) {
        (Some(w), Some(v), _) if w != v => {
            vec![placed(w, Role::DistanceW), placed(v, Role::DistanceV)]
        }
        (Some(w), None, [_]) => vec![placed(w, Role::DistanceW)],
        (_, _, [(w, one), (v, other)]) if one == other => {
            let name = |i: usize| names.get(i).map_or("", |name| name.raw).to_owned();
            draft.notes.push(format!(
                "`{}` and `{}` hold one number for each head: they were taken for w and v by their \
                 order in the file, which may be wrong; assign them by hand if so",
                name(*w),
                name(*v)
            ));
            let value = format!("`{}` and `{}`", name(*w), name(*v));
            let why = "they hold one number for each head, and stand in this order in the file";
            draft.assumed.push(assumption("w and v", value, why, Question::Roles));
            vec![placed(*w, Role::DistanceW), placed(*v, Role::DistanceV)]
        }
        _ => Vec::new(),
    }
}

/// Tables of relative positions: an odd number of rows, and a name that says so.
fn relative(names: &[Name], tensors: &[Tensor], open: &[usize]) -> Vec<Placed> {
    let mut found: Vec<Placed> = Vec::new();
    for &tensor in open {
        let (Some(name), Some(shape)) = (names.get(tensor), tensors.get(tensor)) else { continue };
        let axes = squeezed(&shape.shape);
        let [rows, _] = axes[..] else { continue };
        let lower = name.raw.to_lowercase();
        let words = ["rel", "a_k", "a_v", "ak.", "av.", "shaw"];
        if rows % 2 == 0 || !words.iter().any(|word| lower.contains(word)) {
            continue;
        }
        let stem = name.stem().0.iter().rev().take(2).map(|word| word.to_lowercase());
        let says = |long: &str, short: &str| {
            stem.clone().any(|word| {
                word.contains(long)
                    || word.split(['_', '-']).any(|part| part == short)
                    || word == format!("a{short}")
            })
        };
        let role = match (says("key", "k"), says("value", "v")) {
            (true, false) => Role::RelativeKey,
            (false, true) => Role::RelativeValue,
            _ => continue,
        };
        if !found.iter().any(|placed| placed.role == role) {
            found.push(Placed::new(tensor, role, None));
        }
    }
    found
}
