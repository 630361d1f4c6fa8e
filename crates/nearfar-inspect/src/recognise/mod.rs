//! What a checkpoint is: from the names and shapes of its tensors to a [`Report`](crate::report::Report), layers with roles. Numbers
//! are not read here, but for [`warnings()`].
//!
//! | step | file |
//! |---|---|
//! | names in one spelling | `names` |
//! | families by their names | `families`, `draft` |
//! | attentions of no known family | `generic` |
//! | embeddings, w and v, relative positions under other names | `leftovers` |
//! | what the user assigned | `assign` |
//! | shapes | `sizes` |
//! | what the keys of a config.json mean, and which are not known | [`config`], `options`, `readings`, `stored` |
//! | heads; order, norms, mask, scale, mapping: a config.json, habit or the user | `heads`, `rules` |
//! | whether all tensors fit, with nothing missing or left over | `structure` |
//! | everything put together | `complete` |
//! | what to be warned of | `warnings` |

mod assign;
mod complete;
pub mod config;
mod draft;
mod families;
mod generic;
mod heads;
mod leftovers;
mod names;
mod options;
mod readings;
mod rules;
mod sizes;
mod stored;
mod structure;
mod warnings;

pub use config::Config;
pub(crate) use sizes::is_widening;
pub use warnings::warnings;

use crate::checkpoint::Checkpoint;
use crate::report::{Assignment, DISAN, Family, Report};
use draft::Draft;
use names::Name;

/// What a checkpoint is, by its names, shapes and metadata alone.
pub fn recognise(checkpoint: &Checkpoint) -> Report {
    recognise_with(checkpoint, None, &Assignment::default())
}

/// What a checkpoint is, with a config.json that was given together with it, and with what the
/// user chose, which goes before everything else.
pub fn recognise_with(
    checkpoint: &Checkpoint,
    config: Option<&Config>,
    assignment: &Assignment,
) -> Report {
    let tensors = &checkpoint.tensors;
    let names: Vec<Name> = tensors.iter().map(|tensor| Name::new(&tensor.name)).collect();
    let draft = draft::by_tables(&names).or_else(|| generic::by_words(&names, tensors));
    let mut draft = draft.unwrap_or_else(|| Draft::empty(tensors.len()));
    let is_disan = |tensor: &crate::Tensor| tensor.name.starts_with(DISAN);
    if draft.family == Family::Unknown && tensors.iter().any(is_disan) {
        draft.family = Family::Disan;
        draft.why = format!("the names are those of Nearfar: `{DISAN}` and what follows");
    }
    leftovers::place(&mut draft, &names, tensors);
    assign::apply(&mut draft, checkpoint, assignment);
    if draft.table.family == Family::Other {
        draft.prefix = generic::common_front(&draft, &names);
    }
    let stored = stored::config(checkpoint);
    let passed_over = stored.is_some() && config.is_some();
    let config = stored.as_ref().or(config);
    if passed_over {
        draft.notes.push("config.json is passed over: the file says all itself".to_owned());
    }
    let grouping = match config {
        Some(_) => options::grouping(config, &draft),
        None => sizes::grouping(&draft, tensors, assignment),
    };
    let sized = sizes::size(&draft, &names, tensors, grouping);
    complete::report(checkpoint, draft, sized, config, assignment, fingerprint(checkpoint))
}

/// What an architecture is known by: a hash of the names, with numbers masked, and shapes, in any
/// order and however many layers there are. 16 hexadecimal digits.
pub fn fingerprint(checkpoint: &Checkpoint) -> String {
    let line =
        |tensor: &crate::Tensor| format!("{} {:?}", names::masked(&tensor.name), tensor.shape);
    let mut lines: Vec<String> = checkpoint.tensors.iter().map(line).collect();
    lines.sort_unstable();
    lines.dedup();
    // FNV-1a: the same on every machine and in every version.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in lines.iter().flat_map(|line| line.bytes().chain([b'\n'])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    format!("{hash:016x}")
}
