//! Names to roles by the tables of [`super::families`]: which family fits, under which prefix, and
//! what of it is missing. Shapes are looked at later ([`super::sizes`]).

use std::collections::{BTreeMap, HashMap, HashSet};

use super::families::{HEADS, NEARFAR_SENTENCES, OTHER, Rule, TABLES, Table, rules};
use super::names::Name;
use crate::limits;
use crate::report::{Assumption, Family, Orientation, Role, Share};

/// Models beside the one that is shown; more are not told apart.
const OTHERS: usize = 16;

/// How several maps lie in one tensor, along its outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fused {
    /// Query, key and value, a third each.
    Thirds,
    /// All queries, then all keys, then all values, of which there may be fewer.
    Grouped,
    /// For each head of keys: the queries that share it, the key, the value.
    ByKeys,
    /// The gate of a feed-forward layer, then its first map.
    Gated,
}

impl Fused {
    /// The first of its roles, of a weight and of a bias.
    pub fn roles(self) -> (Role, Role) {
        match self {
            Fused::Gated => (Role::GateWeight, Role::GateBias),
            _ => (Role::QueryWeight, Role::QueryBias),
        }
    }
}

/// A tensor in a role, before its shape is looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub tensor: usize,
    pub role: Role,
    /// Whether it is several maps in one; then the role is that of the first.
    pub fused: Option<Fused>,
    /// How its numbers lie, where the user says so.
    pub orientation: Option<Orientation>,
    /// Which share of it, where the user says so.
    pub share: Option<Share>,
}

impl Placed {
    pub fn new(tensor: usize, role: Role, fused: Option<Fused>) -> Placed {
        Placed { tensor, role, fused, orientation: None, share: None }
    }
}

/// A layer, by what its names begin with.
#[derive(Clone, Debug, Default)]
pub(super) struct DraftLayer {
    /// The file's spelling of what all its names begin with.
    pub name: String,
    pub placed: Vec<Placed>,
}

/// Roles found so far.
pub(super) struct Draft {
    pub family: Family,
    pub table: &'static Table,
    pub why: String,
    pub prefix: String,
    pub outside: Vec<Placed>,
    /// By the numbers in their names.
    pub layers: BTreeMap<Vec<u64>, DraftLayer>,
    /// What became of each tensor of the file: its role, or why it has none.
    pub fate: Vec<TensorStatus>,
    /// Names and roles that the family has and the file has not.
    pub missing: Vec<(String, Role)>,
    pub notes: Vec<String>,
    /// What was taken for granted on the way.
    pub assumed: Vec<Assumption>,
    /// Whether a matrix shows by its shape which way it lies.
    pub knows_orientation: bool,
    /// What the names of other models in the same file begin with.
    pub others: Vec<String>,
}

/// What became of a tensor.
#[derive(Clone, Debug, Default)]
pub(super) enum TensorStatus {
    /// Nothing yet.
    #[default]
    Open,
    Placed,
    /// It has no role, for a reason that is not the usual one.
    Left(&'static str),
}

/// A name that fits a rule.
struct Hit {
    tensor: usize,
    rule: usize,
    before: usize,
    numbers: Vec<u64>,
}

impl Draft {
    /// Nothing found yet.
    pub fn empty(tensors: usize) -> Draft {
        Draft {
            family: Family::Unknown,
            table: &OTHER,
            why: String::new(),
            prefix: String::new(),
            outside: Vec::new(),
            layers: BTreeMap::new(),
            fate: vec![TensorStatus::Open; tensors],
            missing: Vec::new(),
            notes: Vec::new(),
            assumed: Vec::new(),
            knows_orientation: false,
            others: Vec::new(),
        }
    }

    /// Puts a tensor outside the layers.
    pub fn place_outside(&mut self, tensor: usize, role: Role) {
        self.outside.push(Placed::new(tensor, role, None));
        self.set(tensor, TensorStatus::Placed);
    }

    pub fn set(&mut self, tensor: usize, fate: TensorStatus) {
        if let Some(slot) = self.fate.get_mut(tensor) {
            *slot = fate;
        }
    }

    /// Whether a tensor has neither a role nor a reason to have none.
    pub fn is_open(&self, tensor: usize) -> bool {
        matches!(self.fate.get(tensor), Some(TensorStatus::Open))
    }

    /// The tensors whose names begin with `start` and that have no role yet, in the file's order;
    /// `sorted` is [`sorted_by_name`].
    pub fn open_in(&self, names: &[Name], sorted: &[usize], start: &str) -> Vec<usize> {
        let raw = |i: &usize| names.get(*i).map_or("", |name| name.raw);
        let from = sorted.partition_point(|i| raw(i) < start);
        let inside = sorted.iter().skip(from).take_while(|i| raw(i).starts_with(start));
        let mut open: Vec<usize> = inside.copied().filter(|&i| self.is_open(i)).collect();
        open.sort_unstable();
        open
    }
}

/// Places of names in the order of their bytes.
pub(super) fn sorted_by_name(names: &[Name]) -> Vec<usize> {
    let mut sorted: Vec<usize> = (0..names.len()).collect();
    sorted.sort_by_key(|&i| names.get(i).map_or("", |name| name.raw));
    sorted
}

/// A family that fits.
struct Fit {
    /// How many names fit.
    count: usize,
    table: &'static Table,
    rules: Vec<Rule>,
    hits: Vec<Hit>,
    prefix: String,
}

/// The last two segments of a name, or nothing and the last.
fn last_two<'a>(segments: &[&'a str]) -> (&'a str, &'a str) {
    match segments {
        [.., before, last] => (before, last),
        [last] => ("", last),
        [] => ("", ""),
    }
}

/// The family whose names fit best, if one fits.
pub(super) fn by_tables(names: &[Name]) -> Option<Draft> {
    let mut best: Option<Fit> = None;
    let ends: HashSet<(&str, &str)> = names.iter().map(|name| last_two(&name.segments)).collect();
    for table in TABLES {
        let other = |name: &Name| table.unless.iter().any(|word| name.segments.contains(word));
        if !table.unless.is_empty() && names.iter().any(other) {
            continue;
        }
        let rules = rules(table.entries);
        // Without a query of its own no family fits; most are passed over here.
        let asks = |rule: &Rule| {
            let (before, last) = last_two(&rule.segments);
            let any = before.is_empty() || before.ends_with('*');
            rule.role == Role::QueryWeight && (any || ends.contains(&(before, last)))
        };
        if !rules.iter().any(asks) {
            continue;
        }
        let hits = hits(names, &rules);
        let Some((prefix, count)) = prefix_of_most(names, &rules, &hits) else { continue };
        if !enough(&rules, &hits, names, &prefix) {
            continue;
        }
        if best.as_ref().is_none_or(|best| count > best.count) {
            best = Some(Fit { count, table, rules, hits, prefix });
        }
    }
    let Fit { table, rules, hits, prefix, .. } = best?;
    let mut draft = Draft { family: table.family, table, ..Draft::empty(names.len()) };
    place(&mut draft, names, &rules, hits, &prefix);
    tied_words(&mut draft, names);
    if table.family == Family::Nearfar {
        sentences(&mut draft, names);
    }
    draft.prefix = prefix;
    heads_of_model(&mut draft, names);
    Some(draft)
}

/// Every name that fits a rule.
fn hits(names: &[Name], rules: &[Rule]) -> Vec<Hit> {
    // By the last segment, so that a file of a million names is gone through once.
    let mut by_last: HashMap<(&str, &str), Vec<usize>> = HashMap::new();
    let key = |segments: &[&'static str]| -> (&'static str, &'static str) {
        match segments {
            [.., before, last] if !before.ends_with('*') => (before, last),
            [.., last] => ("", last),
            [] => ("", ""),
        }
    };
    for (index, rule) in rules.iter().enumerate() {
        by_last.entry(key(&rule.segments)).or_default().push(index);
    }
    let mut hits = Vec::new();
    for (tensor, name) in names.iter().enumerate() {
        let (before, last) = match name.segments[..] {
            [.., before, last] => (before, last),
            [last] => ("", last),
            [] => continue,
        };
        let candidates =
            by_last.get(&(before, last)).into_iter().chain(by_last.get(&("", last))).flatten();
        let fits = candidates.filter_map(|&rule| {
            let (before, numbers) = name.matches(&rules.get(rule)?.segments)?;
            Some(Hit { tensor, rule, before, numbers })
        });
        // The longest pattern leaves least in front: `start.words.attention.w` is no `words.attention.w`.
        hits.extend(fits.min_by_key(|hit| hit.before));
    }
    hits
}

/// The prefix under which most names of layers fit, and how many names fit there.
fn prefix_of_most(names: &[Name], rules: &[Rule], hits: &[Hit]) -> Option<(String, usize)> {
    let mut counts: Vec<(&str, usize, bool)> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for hit in hits {
        let (Some(name), Some(rule)) = (names.get(hit.tensor), rules.get(hit.rule)) else {
            continue;
        };
        let prefix = name.front(hit.before);
        let place = *places.entry(prefix).or_insert_with(|| {
            counts.push((prefix, 0, false));
            counts.len() - 1
        });
        if let Some((_, count, attends)) = counts.get_mut(place) {
            *count += 1;
            *attends |= rule.role == Role::QueryWeight;
        }
    }
    // Of an encoder and a decoder the encoder is shown, whichever comes first in the file.
    let rank = |prefix: &str, count: usize| (!prefix.to_lowercase().contains("decoder"), count);
    let mut best: Option<(&str, usize)> = None;
    for (prefix, count, attends) in counts {
        if attends && best.is_none_or(|(known, most)| rank(prefix, count) > rank(known, most)) {
            best = Some((prefix, count));
        }
    }
    best.map(|(prefix, count)| (prefix.to_owned(), count))
}

/// Whether at least half of what a layer must have is there: `attn_q` alone makes no BERT.
fn enough(rules: &[Rule], hits: &[Hit], names: &[Name], prefix: &str) -> bool {
    let inside = |rule: &Rule| rule.required && rule.role.in_layer();
    let expected = rules.iter().filter(|rule| inside(rule)).count();
    let mut seen = vec![false; rules.len()];
    for hit in hits {
        let at = names.get(hit.tensor).is_some_and(|name| name.front(hit.before) == prefix);
        if let (true, Some(seen)) = (at, seen.get_mut(hit.rule)) {
            *seen = true;
        }
    }
    let found = rules.iter().zip(seen).filter(|(rule, seen)| inside(rule) && *seen).count();
    found * 2 >= expected
}

fn place(draft: &mut Draft, names: &[Name], rules: &[Rule], hits: Vec<Hit>, prefix: &str) {
    let mut outside = vec![false; rules.len()];
    let mut inside: HashMap<(Vec<u64>, usize), ()> = HashMap::new();
    for hit in hits {
        let (Some(name), Some(rule)) = (names.get(hit.tensor), rules.get(hit.rule)) else {
            continue;
        };
        if name.front(hit.before) != prefix {
            let front = name.front(hit.before).to_owned();
            if !draft.others.contains(&front) && draft.others.len() < OTHERS {
                draft.others.push(front);
            }
            draft.set(
                hit.tensor,
                TensorStatus::Left("it belongs to another model in the same file"),
            );
            continue;
        }
        let (tensor, role) = (hit.tensor, rule.role);
        if role.in_layer() {
            if draft.layers.len() >= limits::LAYERS && !draft.layers.contains_key(&hit.numbers) {
                draft.set(tensor, TensorStatus::Left("the file has more layers than are read"));
                continue;
            }
            let depth = rule.segments.iter().rposition(|segment| segment.ends_with('*'));
            let layer = draft.layers.entry(hit.numbers.clone()).or_default();
            if layer.name.is_empty() {
                layer.name = name.front(hit.before + depth.map_or(0, |depth| depth + 1)).to_owned();
            }
            layer.placed.push(Placed::new(tensor, role, rule.fused));
            inside.insert((hit.numbers, hit.rule), ());
            draft.set(tensor, TensorStatus::Placed);
        } else {
            draft.place_outside(tensor, role);
            if let Some(seen) = outside.get_mut(hit.rule) {
                *seen = true;
            }
        }
    }
    draft.why = reason(draft, names, rules);
    for (index, rule) in rules.iter().enumerate().filter(|(_, rule)| rule.required) {
        if rule.role.in_layer() {
            for numbers in draft.layers.keys() {
                if !inside.contains_key(&(numbers.clone(), index)) {
                    let name = spelled(draft.family, prefix, &rule.segments, numbers);
                    draft.missing.push((name, rule.role));
                }
            }
        } else if outside.get(index) == Some(&false) {
            draft.missing.push((spelled(draft.family, prefix, &rule.segments, &[]), rule.role));
        }
    }
}

/// T5 and BART store their table of words as `shared`, as the encoder's `embed_tokens`, or as both, which are the
/// same numbers: where the second stands alone, it is the table.
fn tied_words(draft: &mut Draft, names: &[Name]) {
    let missing = draft.missing.iter().position(|(_, role)| *role == Role::WordEmbedding);
    let is_copy = |placed: &&mut Placed| {
        let name = names.get(placed.tensor);
        let is_words = name.is_some_and(|name| name.segments.contains(&"embed_tokens"));
        placed.role == Role::Buffer && is_words
    };
    if let (Some(missing), Some(copy)) = (missing, draft.outside.iter_mut().find(is_copy)) {
        copy.role = Role::WordEmbedding;
        draft.missing.remove(missing);
    }
}

/// "names such as `x` are those of BERT".
fn reason(draft: &Draft, names: &[Name], rules: &[Rule]) -> String {
    let query = draft.layers.values().flat_map(|layer| &layer.placed);
    let query = query.clone().find(|placed| placed.role == Role::QueryWeight);
    let name = query.and_then(|placed| names.get(placed.tensor)).map_or("", |name| name.raw);
    let of = rules.iter().filter(|rule| rule.required).count();
    format!("the names are those of {}: `{name}` and the {of} others of its kind", draft.family)
}

/// The name that a missing tensor would have.
fn spelled(family: Family, prefix: &str, segments: &[&str], numbers: &[u64]) -> String {
    let mut numbers = numbers.iter();
    let part = |segment: &&str| match segment.strip_suffix('*') {
        Some(start) => match numbers.next() {
            Some(number) => format!("{start}{number}"),
            None => (*segment).to_owned(),
        },
        None => (*segment).to_owned(),
    };
    let name = format!("{prefix}{}", segments.iter().map(part).collect::<Vec<_>>().join("."));
    match name.strip_suffix("_norm.weight") {
        Some(start) if family == Family::Nearfar => format!("{start}_norm.gain"),
        _ => name,
    }
}

/// The second encoder of this project's hierarchical models, as a layer that is not run after the
/// first: it reads vectors of sentences.
fn sentences(draft: &mut Draft, names: &[Name]) {
    let rules = rules(NEARFAR_SENTENCES);
    let mut layer = DraftLayer { name: "sentences.".to_owned(), placed: Vec::new() };
    for hit in hits(names, &rules) {
        let Some(rule) = rules.get(hit.rule) else { continue };
        if rule.role == Role::Head {
            draft.place_outside(hit.tensor, rule.role);
        } else {
            layer.placed.push(Placed::new(hit.tensor, rule.role, None));
            draft.set(hit.tensor, TensorStatus::Placed);
        }
    }
    if !layer.placed.is_empty() {
        draft.layers.insert(vec![1], layer);
    }
}

/// What turns states into answers: known by the first segment behind (or in place of) the prefix.
pub(super) fn heads_of_model(draft: &mut Draft, names: &[Name]) {
    for (tensor, name) in names.iter().enumerate() {
        if !draft.is_open(tensor) {
            continue;
        }
        let known = |segment: &&str| HEADS.contains(segment);
        // Within the model only what stands beside its layers and embeddings, not within them.
        let inside = name.raw.starts_with(&draft.prefix) && draft.table.family != Family::Other;
        let skip = if inside { draft.prefix.matches(['.', '/']).count() } else { 0 };
        let of = if inside { 1 } else { 2 };
        let first = name.segments.iter().skip(skip).take(of).find(|segment| known(segment));
        let floats = matches!(name.segments.last(), Some(&("weight" | "bias")));
        // Of a decoder alone nothing is left over as an answer of another model.
        let front = name.front(skip + 1);
        let holds_layers =
            inside && draft.layers.values().any(|layer| layer.name.starts_with(front));
        if first.is_some() && floats && !holds_layers {
            draft.place_outside(tensor, Role::Head);
        }
    }
}
