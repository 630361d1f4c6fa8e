//! Where the query and the key of a head lie in the file: the numbers that a head's queries and keys are
//! made with. They can be seen where nothing is run, too.

use nearfar::picture::count_of;

use super::{Family, Orientation, Part, Report, Role};
use crate::statistics::SliceOf;

/// Rows and columns of the picture at most.
const MOST: usize = 512;

/// The rows of W_Q or W_K that belong to a head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Projection {
    /// The tensor's full name.
    pub tensor: String,
    /// Its part, `[d, D]`, a row to each dimension of the head.
    pub of: SliceOf,
    /// Which of the layer's queries or keys, from 0: where heads share keys, the group's.
    pub number: usize,
    /// What it is, in words.
    pub says: String,
}

/// The part of W_Q (`role` is [`Role::QueryWeight`]) or W_K ([`Role::KeyWeight`]) of a head of a stored
/// layer, both from 0; `shape_of` gives a tensor's shape by its name. Where a layer has fewer keys than
/// heads, heads one after the other share a key (Ainslie et al. 2023).
///
/// # Errors
/// Where heads are not known, or do not part what is stored; in words.
pub fn projection(
    report: &Report,
    layer: usize,
    head: usize,
    role: Role,
    shape_of: impl Fn(&str) -> Option<Vec<u64>>,
) -> Result<Projection, String> {
    let stored = report.layers.get(layer).ok_or("there is no such layer")?;
    let (heads, size) = (stored.heads, report.head_size);
    if heads == 0 || size == 0 {
        return Err("how many heads there are is not known: set them under “Assign by hand”".into());
    }
    if head >= heads {
        return Err(format!("the layer has {}", count_of(heads, "head", "heads")));
    }
    let part = |role: Role| {
        stored.part(role).ok_or_else(|| format!("`{}` has no {}", stored.name, role.said()))
    };
    let outputs = |part: &Part| -> Result<(usize, u64, u64), String> {
        let shape = shape_of(&part.tensor).unwrap_or_default();
        outputs(report, part, &shape)
    };
    let place = |part: &Part, from: u64, number: usize| match &part.runs {
        Some(runs) => runs.place(number.saturating_mul(size)) as u64,
        None => from + number as u64 * size as u64,
    };
    let query = outputs(part(Role::QueryWeight)?)?;
    let size = size as u64;
    if Some(query.2) != size.checked_mul(heads as u64) {
        return Err(format!(
            "its query has {} numbers, which {heads} heads of {size} do not part",
            query.2
        ));
    }
    let part = part(role)?;
    let (axis, from, count) = outputs(part)?;
    let all = count / size;
    if all == 0 || !count.is_multiple_of(size) || !(heads as u64).is_multiple_of(all) {
        return Err(format!(
            "its {} has {count} numbers, which {heads} heads of {size} neither part nor share",
            role.said()
        ));
    }
    let sharing = (heads as u64 / all).max(1) as usize;
    let number = head / sharing;
    let symbol = if role == Role::KeyWeight { "W_K" } else { "W_Q" };
    let whose = match sharing {
        1 => format!("head {}", head + 1),
        _ => {
            format!("heads {} to {}, which share it", number * sharing + 1, (number + 1) * sharing)
        }
    };
    let shape = shape_of(&part.tensor).unwrap_or_default();
    let mut start = vec![0; shape.len()];
    let (of, lies) = if part.orientation == Orientation::InHeads {
        if let Some(slot) = start.get_mut(1) {
            *slot = number as u64;
        }
        let (row_axis, column_axis) = (Some(2), Some(0));
        (
            SliceOf { row_axis, column_axis, start, size: [size, u64::MAX], most: MOST },
            "[in, heads, size]",
        )
    } else {
        if let Some(slot) = start.get_mut(axis) {
            *slot = place(part, from, number);
        }
        let lies = if axis == 0 { "[out, in]" } else { "[in, out]" };
        let (row_axis, column_axis) = (Some(axis), Some(1 - axis));
        (SliceOf { row_axis, column_axis, start, size: [size, u64::MAX], most: MOST }, lies)
    };
    let begins = place(part, from, number);
    let says = format!(
        "{symbol} of layer {}, {whose}: outputs {begins} to {} of `{}`, read as {lies}",
        layer + 1,
        begins + size - 1,
        part.tensor
    );
    Ok(Projection { tensor: part.tensor.clone(), of, number, says })
}

/// Whether query and key of every head can be told: [`projection`] has no error for any of them.
pub fn parts_heads(report: &Report, shape_of: impl Fn(&str) -> Option<Vec<u64>>) -> bool {
    let told = |layer: usize, role: Role| projection(report, layer, 0, role, &shape_of).is_ok();
    // What parts the first head of a layer parts the others.
    let both = |layer| told(layer, Role::QueryWeight) && told(layer, Role::KeyWeight);
    !report.layers.is_empty() && (0..report.layers.len()).all(both)
}

/// The axis of a map's outputs, where they begin, and how many there are.
fn outputs(report: &Report, part: &Part, shape: &[u64]) -> Result<(usize, u64, u64), String> {
    let (axis, all) = match (part.orientation, shape) {
        (Orientation::OutIn, &[out, _]) => (0, out),
        (Orientation::InOut, &[_, out]) => (1, out),
        (Orientation::InHeads, &[_, heads, size]) => (1, heads.saturating_mul(size)),
        _ => return Err(format!("`{}` is {shape:?}, no matrix", part.tensor)),
    };
    if let Some(runs) = &part.runs {
        let count = runs.count() as u64;
        let fits =
            runs.of as u64 == all && (runs.place(runs.count().saturating_sub(1)) as u64) < all;
        let why = || format!("`{}` is {shape:?}, not {} outputs", part.tensor, runs.of);
        return fits.then_some((axis, runs.first as u64, count)).ok_or_else(why);
    }
    // Where nothing says how many heads share keys, a tensor of all three is not parted.
    let whole = part.share.is_none() && report.family.needs_config();
    let is_joined = || {
        let parts = report.layers.iter().flat_map(|layer| &layer.parts);
        parts.filter(|other| other.tensor == part.tensor).take(2).count() > 1
    };
    if whole && is_joined() {
        return Err(format!(
            "`{}` holds query, key and value in one, and nothing says how they lie in it",
            part.tensor
        ));
    }
    let Some(share) = part.share else { return Ok((axis, 0, all)) };
    // Some keep query, key and value one after the other, others head by head; only a family that is
    // known says which.
    if report.is_foreign || report.family == Family::Other {
        return Err(format!(
            "`{}` holds query, key and value in one, and nothing says how they lie in it",
            part.tensor
        ));
    }
    let count = all / share.of.max(1) as u64;
    Ok((axis, count.saturating_mul(share.index as u64), count))
}
