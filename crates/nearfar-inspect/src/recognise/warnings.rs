//! What a reader of a model should know, found in its numbers: shared storage, heads that were
//! pruned, NaN. Every number of the file is read once, a chunk at a time.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::checkpoint::Checkpoint;
use crate::limits;
use crate::report::{Layer, Orientation, Part, Report, Role, Warning, WarningKind};
use crate::tensor::{Dtype, Tensor};

/// More are not told: something is wrong with the file as a whole.
const MOST: usize = 1_000;
/// Numbers that are read at once.
const CHUNK: usize = limits::CHUNK_BYTES / 8;

/// Looks through all numbers. `progress` is called with how many of them were read and how many
/// there are, and ends the search by `Break`; then there is no answer.
pub fn warnings(
    checkpoint: &Checkpoint,
    report: &Report,
    progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Option<Vec<Warning>> {
    let mut warnings = shared_storage(checkpoint);
    let of = checkpoint.tensors.iter().fold(0_u64, |sum, tensor| sum.saturating_add(tensor.len()));
    let places = parts_by_tensor(report);
    let mut seen: HashMap<(u64, u64), &Tensor> = HashMap::new();
    let mut done = 0_u64;
    for tensor in &checkpoint.tensors {
        let mut heads: Vec<HeadSlices> = places
            .get(tensor.name.as_str())
            .into_iter()
            .flatten()
            .filter_map(|&(number, layer, part)| {
                HeadSlices::new(tensor, number, layer, part, report)
            })
            .collect();
        let mut look = Look::default();
        let read = each_chunk(tensor, &mut |start, numbers| {
            look.take(numbers);
            heads.iter_mut().for_each(|heads| heads.take(start, numbers));
            done = done.saturating_add(numbers.len() as u64);
            progress(done.min(of), of)
        });
        match read {
            Ok(ControlFlow::Break(())) => return None,
            Ok(ControlFlow::Continue(())) => {
                warnings.extend(look.warning(tensor));
                warnings.extend(same_numbers(tensor, &look, &mut seen));
                warnings.extend(heads.iter().flat_map(|heads| heads.warnings(tensor)));
            }
            Err(why) => warnings.push(warning(WarningKind::Unreadable, tensor, why)),
        }
        if warnings.len() > MOST {
            warnings.truncate(MOST);
            break;
        }
    }
    Some(warnings)
}

fn warning(kind: WarningKind, tensor: &Tensor, text: String) -> Warning {
    Warning { kind, tensor: tensor.name.clone(), layer: None, head: None, text }
}

/// Tensors whose storage another has, too.
fn shared_storage(checkpoint: &Checkpoint) -> Vec<Warning> {
    let mut first: HashMap<u64, &Tensor> = HashMap::new();
    let mut found = Vec::new();
    for tensor in &checkpoint.tensors {
        let Some(mark) = tensor.shared else { continue };
        match first.get(&mark) {
            None => {
                first.insert(mark, tensor);
            }
            Some(other) if found.len() < MOST => {
                let text = format!("it shares its storage with `{}`", other.name);
                found.push(warning(WarningKind::SharedStorage, tensor, text));
            }
            Some(_) => {}
        }
    }
    found
}

/// A tensor's numbers, a chunk at a time, with the flat index of the first; the reason where they
/// cannot be read.
fn each_chunk(
    tensor: &Tensor,
    take: &mut dyn FnMut(u64, &[f64]) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, String> {
    if matches!(tensor.dtype, Dtype::Other) {
        return Ok(ControlFlow::Continue(()));
    }
    tensor.whole().map_err(|error| error.to_string())?;
    let count = tensor.len();
    let mut buffer = vec![0.0; CHUNK.min(usize::try_from(count).unwrap_or(CHUNK))];
    let mut at = 0;
    while at < count {
        let many = (count - at).min(buffer.len() as u64) as usize;
        let Some(part) = buffer.get_mut(..many) else { break };
        tensor.read(at, part).map_err(|error| error.to_string())?;
        if take(at, part).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        at += many as u64;
    }
    Ok(ControlFlow::Continue(()))
}

/// What one pass over a tensor sees.
struct Look {
    hash: u64,
    first: Option<f64>,
    constant: bool,
    nan: u64,
    infinite: u64,
}

impl Default for Look {
    fn default() -> Self {
        Look { hash: 0xcbf2_9ce4_8422_2325, first: None, constant: true, nan: 0, infinite: 0 }
    }
}

impl Look {
    fn take(&mut self, numbers: &[f64]) {
        for &x in numbers {
            // FNV-1a over whole numbers: enough to find copies, which are then named as such.
            self.hash = (self.hash ^ x.to_bits()).wrapping_mul(0x0000_0100_0000_01b3);
            self.nan += u64::from(x.is_nan());
            self.infinite += u64::from(x.is_infinite());
            let first = *self.first.get_or_insert(x);
            self.constant &= x == first;
        }
    }

    fn warning(&self, tensor: &Tensor) -> Option<Warning> {
        let (nan, infinite) = (self.nan, self.infinite);
        (nan + infinite > 0).then(|| {
            let text = format!("NaN: {nan}, infinite: {infinite}, of {} in all", tensor.len());
            warning(WarningKind::NotFinite, tensor, text)
        })
    }
}

/// A copy of an earlier tensor's numbers. Constants (0 for biases, 1 for gains) are no copies.
fn same_numbers<'a>(
    tensor: &'a Tensor,
    look: &Look,
    seen: &mut HashMap<(u64, u64), &'a Tensor>,
) -> Option<Warning> {
    if look.constant || tensor.len() < 2 {
        return None;
    }
    let other = *seen.entry((look.hash, tensor.len())).or_insert(tensor);
    let marked = tensor.shared.is_some() && tensor.shared == other.shared;
    // Where a file of this project says how parameters started that its method does not train.
    let is_start = other.name.strip_prefix("start.") == Some(&tensor.name)
        || tensor.name.strip_prefix("start.") == Some(&other.name);
    (other.name != tensor.name && !marked && !is_start).then(|| {
        let text = format!("it holds the same numbers as {}", other.name);
        warning(WarningKind::SameNumbers, tensor, text)
    })
}

type Places<'a> = HashMap<&'a str, Vec<(usize, &'a Layer, &'a Part)>>;

fn parts_by_tensor(report: &Report) -> Places<'_> {
    let mut places = Places::new();
    for (number, layer) in report.layers.iter().enumerate() {
        for part in &layer.parts {
            places.entry(part.tensor.as_str()).or_default().push((number, layer, part));
        }
    }
    places
}

/// Which heads of a projection have a number that is not 0.
struct HeadSlices {
    layer: usize,
    what: &'static str,
    effect: &'static str,
    alive: Vec<bool>,
    size: u64,
    /// The place of a number along the axis of heads is `(index / over) % length - first`.
    over: u64,
    length: u64,
    first: u64,
}

impl HeadSlices {
    fn new(
        tensor: &Tensor,
        number: usize,
        layer: &Layer,
        part: &Part,
        report: &Report,
    ) -> Option<HeadSlices> {
        let (what, effect) = match part.role {
            Role::QueryWeight => ("query", "it attends only by its biases"),
            Role::KeyWeight => ("key", "it attends only by its biases"),
            Role::ValueWeight => ("value", "it adds at most a constant"),
            Role::OutputWeight => ("output", "it adds nothing"),
            _ => return None,
        };
        // Runs of outputs are parted by no whole number of heads.
        if part.runs.is_some() {
            return None;
        }
        let shared = matches!(part.role, Role::KeyWeight | Role::ValueWeight);
        let keys = report.mechanisms.key_heads.filter(|_| shared);
        let (heads, size) = (keys.unwrap_or(layer.heads) as u64, report.head_size as u64);
        let all =
            heads.checked_mul(size).filter(|&all| all > 0 && heads <= limits::HEADS as u64)?;
        let of = part.share.map_or(1, |share| share.of.max(1) as u64);
        let length = all.checked_mul(of)?;
        let other = tensor.len().checked_div(length)?;
        if other == 0 || other.checked_mul(length) != Some(tensor.len()) {
            return None;
        }
        let output = part.role == Role::OutputWeight;
        // Whether heads lie along the first axes.
        let leading = match part.orientation {
            Orientation::OutIn => !output,
            Orientation::InOut => output,
            Orientation::InHeads => false,
            Orientation::HeadsOut => true,
        };
        Some(HeadSlices {
            layer: number,
            what,
            effect,
            alive: vec![false; usize::try_from(heads).unwrap_or(0)],
            size,
            over: if leading { other } else { 1 },
            length,
            first: part.share.map_or(0, |share| share.index as u64).saturating_mul(all),
        })
    }

    fn take(&mut self, start: u64, numbers: &[f64]) {
        for (index, &x) in (start..).zip(numbers) {
            if x != 0.0 {
                let place = (index / self.over) % self.length;
                let head = place.checked_sub(self.first).map(|place| place / self.size);
                let head = head.and_then(|head| usize::try_from(head).ok());
                if let Some(alive) = head.and_then(|head| self.alive.get_mut(head)) {
                    *alive = true;
                }
            }
        }
    }

    fn warnings<'a>(&'a self, tensor: &'a Tensor) -> impl Iterator<Item = Warning> + 'a {
        let pruned = self.alive.iter().enumerate().filter(|(_, alive)| !**alive);
        pruned.map(|(head, _)| Warning {
            layer: Some(self.layer),
            head: Some(head),
            ..warning(
                WarningKind::PrunedHead,
                tensor,
                format!(
                    "layer {}, head {head}: every weight of its {} is 0, as of a head that was \
                     pruned: {}",
                    self.layer, self.what, self.effect
                ),
            )
        })
    }
}
