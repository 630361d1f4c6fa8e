//! Shapes: which way matrices lie, how wide everything is, and which tensors do not fit the others.

use super::draft::{Draft, Fused, Placed};
use super::families::Table;
use super::leftovers::{self, squeezed};
use super::names::Name;
use crate::report::{Assignment, Family, Finding, Orientation, Part, Role, Runs, Share, Status};
use crate::tensor::Tensor;

/// What the shapes say of the whole model.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Widths {
    /// D.
    pub width: u64,
    /// h · d of the first layer.
    pub all_heads: u64,
    /// The width of embeddings, which may be narrower than D (ALBERT).
    pub embedding: u64,
    /// Within the feed-forward layer, of the first layer.
    pub feed_forward: u64,
    /// V.
    pub words: u64,
    /// P.
    pub positions: Option<u64>,
    /// h, where a kernel of Keras shows it.
    pub heads: Option<u64>,
}

/// How many heads a configuration gives, where keys may be shared among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grouping {
    /// h, at least 1.
    pub heads: usize,
    /// Heads of keys and values, at least 1; they part h.
    pub key_heads: usize,
    /// d, at least 1.
    pub size: usize,
}

impl Grouping {
    /// Outputs of query, and of key or value.
    fn outputs(self) -> Option<(u64, u64)> {
        let product = |heads: usize| (heads as u64).checked_mul(self.size as u64);
        Some((product(self.heads)?, product(self.key_heads)?))
    }

    /// Outputs of a tensor that holds several maps, where it is one of heads.
    fn joined(self, fused: Fused) -> Option<u64> {
        let (queries, keys) = self.outputs()?;
        match fused {
            Fused::Thirds | Fused::Gated => None,
            Fused::Grouped | Fused::ByKeys => queries.checked_add(keys.checked_mul(2)?),
        }
    }

    /// Where query (0), key (1) and value (2) lie in it.
    fn runs(self, fused: Fused, which: usize) -> Option<Runs> {
        let of = usize::try_from(self.joined(fused)?).ok()?;
        let (queries, keys) = self.outputs()?;
        let (queries, keys) = (usize::try_from(queries).ok()?, usize::try_from(keys).ok()?);
        let whole = |first, length| Runs { first, length, step: length, times: 1, of };
        Some(match (fused, which) {
            (Fused::Grouped, 0) => whole(0, queries),
            (Fused::Grouped, which) => whole(queries + (which - 1) * keys, keys),
            (_, which) => {
                let shared = self.heads.checked_div(self.key_heads)?.checked_mul(self.size)?;
                let step = shared.checked_add(self.size.checked_mul(2)?)?;
                let times = self.key_heads;
                match which {
                    0 => Runs { first: 0, length: shared, step, times, of },
                    which => {
                        let first = shared + (which - 1) * self.size;
                        Runs { first, length: self.size, step, times, of }
                    }
                }
            }
        })
    }
}

/// How heads that the user counted lie in a tensor of query, key and value, whose family says in which order:
/// what is no query in it is as many keys as values. `None` where there is no such tensor, or heads do not part it.
pub(super) fn grouping(
    draft: &Draft,
    tensors: &[Tensor],
    assignment: &Assignment,
) -> Option<Grouping> {
    let heads = assignment.heads.filter(|&heads| heads > 0)?;
    let placed = draft.layers.values().flat_map(|layer| &layer.placed);
    let joined = |placed: &&Placed| matches!(placed.fused, Some(Fused::Grouped | Fused::ByKeys));
    let placed = placed.filter(|placed| placed.role == Role::QueryWeight).find(joined)?;
    let outputs = usize::try_from(*tensors.get(placed.tensor)?.shape.first()?).ok()?;
    let part = |all: usize, by: usize| all.checked_div(by).filter(|_| all.is_multiple_of(by));
    let width = || part(usize::try_from(width(draft, tensors)).ok()?, heads);
    let size = assignment.head_size.or_else(width).filter(|&size| size > 0)?;
    let key_heads = part(part(outputs, size)?.checked_sub(heads)?, 2)?;
    let fits = key_heads > 0 && heads.is_multiple_of(key_heads);
    fits.then_some(Grouping { heads, key_heads, size })
}

/// A layer in the making.
pub(super) struct SizedLayer {
    pub name: String,
    pub parts: Vec<Part>,
    /// h · d of this layer.
    pub all_heads: u64,
}

/// Shapes, looked at.
pub(super) struct Sized {
    pub widths: Widths,
    pub outside: Vec<Part>,
    pub layers: Vec<SizedLayer>,
    pub findings: Vec<Finding>,
    pub notes: Vec<String>,
    /// Whether a matrix shows by its shape which way it lies.
    pub knows_orientation: bool,
    /// Matrices that lie the other way round than the others.
    pub turned: Vec<String>,
    /// Why the first tensor that does not fit does not.
    pub broken: Option<String>,
}

/// A matrix's shape as outputs and inputs, and how it lies; `None` where it is no matrix.
fn matrix(shape: &[u64], role: Role, orientation: Orientation) -> Option<(u64, u64, Orientation)> {
    if let [a, b, c] = shape[..] {
        let product = |a: u64, b: u64| a.checked_mul(b);
        match role {
            Role::QueryWeight | Role::KeyWeight | Role::ValueWeight if c != 1 => {
                return Some((product(b, c)?, a, Orientation::InHeads));
            }
            Role::OutputWeight if c != 1 => {
                return Some((c, product(a, b)?, Orientation::HeadsOut));
            }
            _ => {}
        }
    }
    let (a, b) = leftovers::table(shape)?;
    match orientation {
        Orientation::OutIn => Some((a, b, Orientation::OutIn)),
        Orientation::InOut => Some((b, a, Orientation::InOut)),
        _ => None,
    }
}

/// Which way the file's matrices lie: by the shape of a map that is not square, else by habit.
fn file_orientation(
    draft: &Draft,
    names: &[Name],
    tensors: &[Tensor],
    width: u64,
) -> (Orientation, bool, Option<String>) {
    let habit = {
        let weights = draft.layers.values().flat_map(|layer| &layer.placed);
        let mut weights = weights.filter(|placed| placed.role == Role::QueryWeight);
        let kernel = weights.any(|w| names.get(w.tensor).is_some_and(|name| name.kernel));
        if kernel { Orientation::InOut } else { draft.table.orientation }
    };
    // Every map that is not square speaks; the user's word is no vote.
    let mut votes: [Vec<&Tensor>; 2] = [Vec::new(), Vec::new()];
    let free = draft.layers.values().flat_map(|layer| &layer.placed);
    for placed in free.filter(|placed| placed.orientation.is_none()) {
        let Some(tensor) = tensors.get(placed.tensor) else { continue };
        let [a, b] = squeezed(&tensor.shape)[..] else { continue };
        let three = |a: u64, b: u64| b.checked_mul(3) == Some(a);
        let is = |a: u64, b: u64| width > 0 && a == width && b != width;
        let in_out = match placed.role {
            Role::HiddenWeight if is(a, b) => true,
            Role::HiddenWeight if is(b, a) => false,
            Role::FeedForwardWeight if is(b, a) => true,
            Role::FeedForwardWeight if is(a, b) => false,
            Role::QueryWeight if placed.fused == Some(Fused::Thirds) && three(a, b) => false,
            Role::QueryWeight if placed.fused == Some(Fused::Thirds) && three(b, a) => true,
            _ => continue,
        };
        if let Some(side) = votes.get_mut(usize::from(in_out)) {
            side.push(tensor);
        }
    }
    let [out_in, in_out] = &votes;
    let seen = match out_in.len().cmp(&in_out.len()) {
        std::cmp::Ordering::Greater => Orientation::OutIn,
        std::cmp::Ordering::Less => Orientation::InOut,
        std::cmp::Ordering::Equal => return (habit, false, None),
    };
    let (way, first) = match seen {
        Orientation::OutIn => ("[out, in]", out_in.first()),
        _ => ("[in, out]", in_out.first()),
    };
    let note = first
        .filter(|_| seen != habit)
        .map(|tensor| format!("matrices lie as {way}: `{}` is {:?}", tensor.name, tensor.shape));
    (seen, true, note)
}

/// D, by what can only have that length.
fn width(draft: &Draft, tensors: &[Tensor]) -> u64 {
    let length = |placed: &Placed| {
        let tensor = tensors.get(placed.tensor)?;
        tensor.shape.iter().try_fold(1_u64, |product, &n| product.checked_mul(n))
    };
    let layers = || draft.layers.values().flat_map(|layer| &layer.placed);
    for role in [
        Role::AttentionNormGain,
        Role::FeedForwardNormGain,
        Role::OutputBias,
        Role::FeedForwardBias,
    ] {
        if let Some(found) = layers().find(|placed| placed.role == role).and_then(length) {
            return found;
        }
    }
    let outside = |role| draft.outside.iter().find(|placed| placed.role == role);
    for role in [Role::FinalNormGain, Role::EmbeddingProjectionBias] {
        if let Some(found) = outside(role).and_then(length) {
            return found;
        }
    }
    let words = outside(Role::WordEmbedding).and_then(|placed| tensors.get(placed.tensor));
    words.and_then(|tensor| tensor.shape.last().copied()).unwrap_or(0)
}

/// Everything by its shape.
pub(super) fn size(
    draft: &Draft,
    names: &[Name],
    tensors: &[Tensor],
    grouping: Option<Grouping>,
) -> Sized {
    let mut widths = Widths { width: width(draft, tensors), ..Widths::default() };
    let (orientation, knows_orientation, note) =
        file_orientation(draft, names, tensors, widths.width);
    let find = |role| {
        let placed = draft.outside.iter().find(|placed| placed.role == role)?;
        tensors.get(placed.tensor)
    };
    let two = |tensor: &Tensor| leftovers::table(&tensor.shape);
    if let Some((words, embedding)) = find(Role::WordEmbedding).and_then(two) {
        (widths.words, widths.embedding) = (words, embedding);
    }
    widths.positions = find(Role::PositionEmbedding).and_then(two).map(|(rows, _)| rows);
    let mut sized = Sized {
        widths,
        outside: Vec::new(),
        layers: Vec::new(),
        findings: Vec::new(),
        notes: note.into_iter().collect(),
        knows_orientation,
        turned: Vec::new(),
        broken: None,
    };
    for (number, layer) in draft.layers.values().enumerate() {
        let placed = layer.placed.as_slice();
        let mut inside = Layer::of(placed, tensors, orientation, widths.width, grouping);
        if draft.table.family.needs_config() && grouping.is_none() {
            // Nothing says how many heads share a key: its own shape stands.
            inside.keys = None;
        }
        if number == 0 {
            sized.widths.all_heads = inside.all_heads;
            sized.widths.feed_forward = inside.feed_forward;
            sized.widths.heads = inside.heads;
            if sized.widths.width == 0 {
                sized.widths.width = inside.input;
                inside.width = inside.input;
            }
            if sized.widths.embedding == 0 {
                sized.widths.embedding = sized.widths.width;
            }
        }
        let mut parts = Vec::new();
        let of = |placed: &Placed| Some(tensors.get(placed.tensor)?.name.as_str());
        let widened = placed.iter().filter_map(of).any(is_widening);
        for placed in &layer.placed {
            let Some(tensor) = tensors.get(placed.tensor) else { continue };
            let expected = match placed.role {
                // TENER's queries and values are of what makes the words as wide as the heads.
                Role::QueryWeight | Role::ValueWeight if widened => {
                    Expected::Matrix(inside.all_heads, inside.all_heads)
                }
                _ => inside.expected(placed),
            };
            sized.fit(draft.table, placed, tensor, (orientation, grouping), expected, &mut parts);
        }
        parts.sort_by_key(|part| part.role);
        let (name, all_heads) = (layer.name.clone(), inside.all_heads);
        sized.layers.push(SizedLayer { name, parts, all_heads });
    }
    let mut outside = Vec::new();
    for placed in &draft.outside {
        let Some(tensor) = tensors.get(placed.tensor) else { continue };
        let (width, embedding) = (sized.widths.width, sized.widths.embedding);
        let expected = match placed.role {
            // OPT adds positions behind the map of the embeddings.
            Role::PositionEmbedding if draft.table.family == Family::Opt => Expected::Table(width),
            Role::WordEmbedding | Role::PositionEmbedding | Role::TypeEmbedding => {
                Expected::Table(embedding)
            }
            Role::FinalProjectionWeight => Expected::Matrix(embedding, width),
            Role::RelativeTable => Expected::Table(width),
            Role::RelativeNormGain | Role::RelativeNormBias => Expected::Vector(width),
            Role::EmbeddingNormGain | Role::EmbeddingNormBias => {
                // Some put the norm behind the projection; ALBERT puts it before.
                Expected::Vector(embedding)
            }
            Role::EmbeddingProjectionWeight => Expected::Matrix(width, embedding),
            Role::EmbeddingProjectionBias | Role::FinalNormGain | Role::FinalNormBias => {
                Expected::Vector(width)
            }
            _ => Expected::Anything,
        };
        sized.fit(draft.table, placed, tensor, (orientation, grouping), expected, &mut outside);
    }
    sized.outside = outside;
    sized
}

/// Whether a tensor, by its name, makes words as wide as the heads before they are projected (this project's files).
pub(crate) fn is_widening(name: &str) -> bool {
    name.ends_with(".attention.input")
}

/// The sizes within one layer.
struct Layer {
    width: u64,
    input: u64,
    all_heads: u64,
    /// Outputs of key and value; `None` for any number.
    keys: Option<u64>,
    feed_forward: u64,
    heads: Option<u64>,
    grouping: Option<Grouping>,
}

/// What a role's shape should be.
enum Expected {
    /// Outputs and inputs.
    Matrix(u64, u64),
    /// A length.
    Vector(u64),
    /// Any number of rows of this length.
    Table(u64),
    Anything,
}

impl Layer {
    fn of(
        placed: &[Placed],
        tensors: &[Tensor],
        orientation: Orientation,
        width: u64,
        grouping: Option<Grouping>,
    ) -> Layer {
        let find = |role| {
            let placed = placed.iter().find(|placed| placed.role == role)?;
            Some((placed, tensors.get(placed.tensor)?))
        };
        let sizes = |role, width: u64| {
            let (placed, tensor) = find(role)?;
            let (mut out, mut input, seen) =
                matrix(&tensor.shape, role, placed.orientation.unwrap_or(orientation))?;
            let free = placed.orientation.is_none()
                && matches!(seen, Orientation::OutIn | Orientation::InOut);
            if free && width > 0 && input != width && out == width {
                std::mem::swap(&mut out, &mut input);
            }
            if let Some(fused) = placed.fused {
                let queries = || grouping.and_then(|grouping| Some(grouping.outputs()?.0));
                // Where nobody says how many heads share keys, queries are as many as the output reads.
                let most = out;
                let joined = || {
                    let (placed, tensor) = find(Role::OutputWeight)?;
                    let lies = placed.orientation.unwrap_or(orientation);
                    let (rows, read, _) = matrix(&tensor.shape, Role::OutputWeight, lies)?;
                    let all = if width > 0 && rows != width && read == width { rows } else { read };
                    (all <= most).then_some(all)
                };
                match fused {
                    Fused::Thirds => out /= 3,
                    Fused::Gated => out /= 2,
                    Fused::Grouped | Fused::ByKeys => {
                        out = queries().or_else(joined).unwrap_or(out);
                    }
                }
            } else if let Some(share) = placed.share {
                out /= share.of.max(1) as u64;
            }
            Some((out, input))
        };
        let (all_heads, input) = sizes(Role::QueryWeight, width).unwrap_or((0, 0));
        let hidden = sizes(Role::HiddenWeight, width).or_else(|| sizes(Role::GateWeight, width));
        let feed_forward = hidden.map_or(0, |(out, _)| out);
        let keys = match grouping.and_then(Grouping::outputs) {
            Some((_, keys)) => keys,
            None => all_heads,
        };
        let kernel = find(Role::QueryWeight).map(|(_, tensor)| tensor.shape.as_slice());
        let heads = match kernel {
            Some(&[_, heads, size]) if size != 1 => Some(heads),
            _ => None,
        };
        let width = if width > 0 { width } else { input };
        Layer { width, input, all_heads, keys: Some(keys), feed_forward, heads, grouping }
    }

    fn expected(&self, placed: &Placed) -> Expected {
        let (width, all, inner) = (self.width, self.all_heads, self.feed_forward);
        let joined = |fused| self.grouping.and_then(|grouping| grouping.joined(fused));
        match (placed.role, placed.fused) {
            (_, Some(Fused::Thirds)) => {
                Expected::of(placed.role, Some(all.saturating_mul(3)), width)
            }
            (_, Some(Fused::Gated)) => {
                Expected::of(placed.role, Some(inner.saturating_mul(2)), width)
            }
            (_, Some(fused)) => Expected::of(placed.role, joined(fused), width),
            (role, None) => self.expected_alone(role, all, inner, width),
        }
    }

    fn expected_alone(&self, role: Role, all: u64, inner: u64, width: u64) -> Expected {
        match role {
            Role::QueryWeight | Role::QueryBias => Expected::of(role, Some(all), width),
            Role::KeyWeight | Role::KeyBias | Role::ValueWeight | Role::ValueBias => {
                Expected::of(role, self.keys, width)
            }
            Role::PositionKeyWeight | Role::PositionQueryWeight => Expected::Matrix(all, width),
            Role::PositionKeyBias | Role::PositionQueryBias => Expected::Vector(all),
            Role::GateWeight => Expected::Matrix(inner, width),
            Role::GateBias => Expected::Vector(inner),
            Role::AttentionAfterGain | Role::FeedForwardAfterGain => Expected::Vector(width),
            Role::OutputWeight => Expected::Matrix(width, all),
            Role::HiddenWeight => Expected::Matrix(inner, width),
            Role::HiddenBias => Expected::Vector(inner),
            Role::FeedForwardWeight => Expected::Matrix(width, inner),
            Role::OutputBias
            | Role::FeedForwardBias
            | Role::AttentionNormGain
            | Role::AttentionNormBias
            | Role::FeedForwardNormGain
            | Role::FeedForwardNormBias => Expected::Vector(width),
            _ => Expected::Anything,
        }
    }
}

impl Expected {
    /// Of a map, or of its bias; anything where its outputs are not known.
    fn of(role: Role, outputs: Option<u64>, inputs: u64) -> Expected {
        match outputs {
            None => Expected::Anything,
            Some(outputs) if role.is_bias() => Expected::Vector(outputs),
            Some(outputs) => Expected::Matrix(outputs, inputs),
        }
    }
}

impl Sized {
    /// Adds a tensor's parts, and what is to be said of its shape.
    fn fit(
        &mut self,
        table: &Table,
        placed: &Placed,
        tensor: &Tensor,
        (orientation, grouping): (Orientation, Option<Grouping>),
        expected: Expected,
        parts: &mut Vec<Part>,
    ) {
        let shape = &tensor.shape;
        let times = placed.share.map_or(1, |share| share.of as u64);
        let mut lies = placed.orientation.unwrap_or(orientation);
        let length = shape.iter().try_fold(1_u64, |product, &n| product.checked_mul(n));
        let verdict: Result<Option<String>, String> = match expected {
            Expected::Anything => Ok(None),
            Expected::Vector(expected) => {
                let expected = expected.saturating_mul(times);
                match length {
                    Some(length) if length == expected && shape.len() == 1 => Ok(None),
                    Some(length) if length == expected => {
                        Ok(Some(format!("is {shape:?}, read as [{expected}]")))
                    }
                    _ => Err(format!("is {shape:?}, the others need [{expected}]")),
                }
            }
            Expected::Table(columns) => match leftovers::table(shape) {
                Some((_, found)) if found == columns && shape.len() == 2 => Ok(None),
                Some((rows, found)) if found == columns => {
                    Ok(Some(format!("is {shape:?}, read as [{rows}, {found}]")))
                }
                _ => Err(format!("is {shape:?}, the others need [rows, {columns}]")),
            },
            Expected::Matrix(out, input) => {
                let out = out.saturating_mul(times);
                match matrix(shape, placed.role, lies) {
                    Some((o, i, seen)) if (o, i) == (out, input) => {
                        lies = seen;
                        let plain = matches!(seen, Orientation::OutIn | Orientation::InOut);
                        Ok((plain && shape.len() != 2)
                            .then(|| format!("is {shape:?}, read without axes of 1")))
                    }
                    Some((o, i, Orientation::OutIn | Orientation::InOut))
                        if (i, o) == (out, input) && placed.orientation.is_none() =>
                    {
                        lies = if lies == Orientation::OutIn {
                            Orientation::InOut
                        } else {
                            Orientation::OutIn
                        };
                        self.turned.push(tensor.name.clone());
                        Ok(Some(format!("is {shape:?}, the transpose of the others")))
                    }
                    _ => {
                        let (a, b) = match lies {
                            Orientation::OutIn => (out, input),
                            _ => (input, out),
                        };
                        Err(format!("is {shape:?}, the others need [{a}, {b}]"))
                    }
                }
            }
        };
        let (status, why) = match verdict {
            Ok(None) => (Status::Recognised, described(table, placed, shape)),
            Ok(Some(why)) => (Status::Reshaped, why),
            Err(why) => {
                let first = || format!("the tensor `{}` {why}", tensor.name);
                self.broken = self.broken.take().or_else(|| Some(first()));
                (Status::Reshaped, why)
            }
        };
        let (name, role) = (tensor.name.clone(), placed.role);
        self.findings.push(Finding { tensor: name, status, role: Some(role), why });
        let part = |role, share, runs| Part {
            role,
            tensor: tensor.name.clone(),
            orientation: lies,
            share,
            runs,
        };
        let is_bias = placed.role.is_bias();
        let attention = match is_bias {
            true => [Role::QueryBias, Role::KeyBias, Role::ValueBias],
            false => [Role::QueryWeight, Role::KeyWeight, Role::ValueWeight],
        };
        let gated = match is_bias {
            true => [Role::GateBias, Role::HiddenBias],
            false => [Role::GateWeight, Role::HiddenWeight],
        };
        let share = |index, of| Some(Share { index, of });
        match placed.fused {
            None => parts.push(part(placed.role, placed.share, None)),
            Some(Fused::Thirds) => {
                let roles = attention.into_iter().enumerate();
                parts.extend(roles.map(|(index, role)| part(role, share(index, 3), None)));
            }
            Some(Fused::Gated) => {
                let roles = gated.into_iter().enumerate();
                parts.extend(roles.map(|(index, role)| part(role, share(index, 2), None)));
            }
            Some(fused) => {
                let runs = |which| grouping.and_then(|grouping| grouping.runs(fused, which));
                let roles = attention.into_iter().enumerate();
                parts.extend(roles.map(|(which, role)| part(role, None, runs(which))));
            }
        }
    }
}

/// Why a tensor has its role.
fn described(table: &Table, placed: &Placed, shape: &[u64]) -> String {
    let by = match table.family {
        Family::Other => "by its name and shape".to_owned(),
        family => format!("by the names of {family}"),
    };
    match placed.fused {
        Some(Fused::Gated) => format!("{by}; gate and first map in one, {shape:?}"),
        Some(_) => format!("{by}; query, key and value in one, {shape:?}"),
        None => format!("{by}, {shape:?}"),
    }
}
