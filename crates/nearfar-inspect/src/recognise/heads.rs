//! h and d: what shapes, metadata, config.json or the user say, which must agree; what published
//! models of the same sizes have; else the question.

use nearfar::picture::count_of;

use super::complete::{Beside, count, obstacle};
use super::draft::Draft;
use super::families::published;
use super::sizes::Widths;
use crate::checkpoint::Checkpoint;
use crate::limits;
use crate::report::{Family, How, Known, Obstacle, Question, Role};

/// Keys of metadata that hold h.
const KEYS: &[&str] = &[
    "heads",
    "num_heads",
    "n_head",
    "n_heads",
    "nhead",
    "num_attention_heads",
    "attention.head_count",
];

/// h of the first layer, and d; 0 where they are not known.
pub(super) fn heads(
    draft: &Draft,
    checkpoint: &Checkpoint,
    widths: &Widths,
    by_layer: &[u64],
    beside: &Beside,
    obstacles: &mut Vec<Obstacle>,
) -> (Known<usize>, usize) {
    // Layers that lost heads are narrower; those left are as wide as before.
    let all = count(by_layer.first().copied().unwrap_or(widths.all_heads));
    let whole = count(by_layer.iter().copied().max().unwrap_or(0));
    if all == 0 {
        if !by_layer.is_empty() {
            obstacles.push(obstacle("its query has no numbers", Some(Question::Roles)));
        }
        return (Known::new(0, How::Unknown, "no query was found"), 0);
    }
    let foreign = beside.said(|said| said.is_foreign.then_some(())).is_some();
    let mut found = candidates(draft, checkpoint, widths, beside);
    let said_size = beside.assignment.head_size.or(beside.said(|said| said.head_size));
    if found.is_empty()
        && let Some(size) = said_size.filter(|&size| all.is_multiple_of(size))
    {
        let how = if beside.assignment.head_size.is_some() { How::Chosen } else { How::Config };
        found.push(Known::new(all / size, how, format!("heads of {size} part {all} so")));
    }
    if found.is_empty()
        && let Some((heads, who)) = published(draft.family, widths)
    {
        let size = count(widths.width) / heads;
        let why = format!(
            "assumed: a hidden size of {} as in {who} has {heads} heads of {size}",
            widths.width
        );
        found.push(Known::new(heads, How::Assumed, why));
    }
    let Some(first) = found.first().cloned() else {
        let why = "nothing says how many heads there are; drop the model's config.json with it, \
                   or set them by hand";
        obstacles.push(obstacle(why, Some(Question::Heads)));
        return (Known::new(0, How::Unknown, why), 0);
    };
    let heads = first.value;
    if let Some(other) = found.iter().find(|other| other.value != heads) {
        let question = Some(Question::Heads);
        let heads = count_of(heads, "head", "heads");
        let why = format!("{heads} ({}) and {} ({})", first.why, other.value, other.why);
        obstacles.push(obstacle(format!("two numbers of heads: {why}"), question));
    }
    let width = count(widths.width);
    // What is said counts by the residual's width, where a layer lost heads.
    let of_width = (heads > 0 && width.is_multiple_of(heads)).then(|| width / heads);
    // Heads of this project's files need not fill the width, and none is ever lost.
    let pruned = all < width
        && draft.family != Family::Nearfar
        && matches!(first.how, How::Config | How::Assumed | How::Stored);
    let size = match said_size {
        Some(size) => Some(size),
        None if foreign => of_width,
        None if pruned => of_width.filter(|&size| size > 0 && all.is_multiple_of(size)),
        None if heads > 0 && whole.is_multiple_of(heads) => Some(whole / heads),
        None => None,
    };
    let Some(size) = size.filter(|&size| size > 0 && heads <= limits::HEADS) else {
        let why = format!("{heads} heads ({}) do not part a query of {all} numbers", first.why);
        obstacles.push(obstacle(why.clone(), Some(Question::Heads)));
        return (Known::new(0, How::Unknown, why), 0);
    };
    if !foreign && (!all.is_multiple_of(size) || heads * size != whole.max(all) && !pruned) {
        let why = format!("{heads} heads of {size} do not make a query of {all} numbers");
        obstacles.push(obstacle(why, Some(Question::Heads)));
    }
    let of_first = if foreign { heads } else { all / size };
    let why = match of_first == heads {
        true => first.why,
        false => format!("{}; the first layer has {of_first} of them left", first.why),
    };
    (Known::new(of_first, first.how, why), size)
}

/// Who says how many heads there are, what goes first in front. The user's word stands alone.
fn candidates(
    draft: &Draft,
    checkpoint: &Checkpoint,
    widths: &Widths,
    beside: &Beside,
) -> Vec<Known<usize>> {
    if let Some(heads) = beside.assignment.heads {
        return vec![Known::new(heads, How::Chosen, "chosen by hand")];
    }
    let mut found: Vec<Known<usize>> = Vec::new();
    let mut add = |heads, how, why: String| found.push(Known::new(heads, how, why));
    let first = draft.layers.values().next();
    let find = |role| {
        let placed = first?.placed.iter().find(|placed| placed.role == role)?;
        checkpoint.tensors.get(placed.tensor)
    };
    if let Some(w) = find(Role::DistanceW) {
        add(count(w.len()), How::Shape, format!("`{}` has one number for each head", w.name));
    }
    if let Some(heads) = widths.heads {
        add(count(heads), How::Shape, "the kernel of the query is [in, heads, size]".to_owned());
    }
    let all = count(widths.all_heads);
    if let Some(table) = find(Role::RelativeKey).or_else(|| find(Role::RelativeValue)) {
        let size = table.shape.last().map_or(0, |&size| count(size));
        let heads = all.checked_div(size).unwrap_or(0);
        add(heads, How::Shape, format!("`{}` has rows of a head's {size} numbers", table.name));
    }
    if let Some((heads, key)) = beside.number(KEYS) {
        add(heads, How::Stored, format!("the file says `{key}` = {heads}"));
    }
    if let Some(heads) = beside.said(|said| said.heads) {
        add(heads, How::Config, "config.json says so".to_owned());
    }
    if draft.family == Family::Nearfar {
        // Shapes of this project's files hold w and v even where heads are not stored.
        found.sort_by_key(|known| known.how != How::Stored);
    }
    found
}

/// h of every stored layer: by its width, or by what config.json says of its stack.
pub(super) fn by_layer(
    names: &[&str],
    widths: &[u64],
    heads: &Known<usize>,
    size: usize,
    beside: &Beside,
) -> Vec<usize> {
    let of = |(name, &all): (&&str, &u64)| {
        let stack = beside.said(|said| match name.to_lowercase().contains("decoder") {
            true => said.decoder_heads,
            false => said.heads,
        });
        match beside.said(|said| said.is_foreign.then_some(())) {
            Some(()) if heads.how == How::Config => stack.unwrap_or(heads.value),
            _ => count(all).checked_div(size).unwrap_or(0),
        }
    };
    names.iter().zip(widths).map(of).collect()
}
