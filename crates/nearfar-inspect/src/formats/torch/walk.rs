//! The values of a pickle as named tensors: dictionaries, lists and objects are gone through, and the
//! keys on the way make the name. A container that is shared is gone through again for each of its
//! names, within limits; one that holds itself is not.

use std::collections::HashMap;
use std::sync::Arc;

use nearfar::picture::count_of;

use super::arrays;
use super::rebuild::Rebuild;
use crate::error::InspectError;
use crate::formats::pickle::{Graph, Id, Made, Node};
use crate::limits;
use crate::source::Source;
use crate::tensor::Tensor;

/// Notes of one kind, before the rest is counted only.
const NOTES: usize = 100;
/// A list of as many scalars, or fewer, is metadata as it is.
const SHORT: usize = 16;
/// What a module keeps its parameters, buffers and parts in; their names are not part of a tensor's.
const MODULE: [&str; 3] = ["_parameters", "_buffers", "_modules"];

/// What the classes of a TorchScript program begin with.
const SCRIPT: &str = "__torch__.";
/// What its lists are made with.
const LISTS: &str = "torch.jit._pickle.";
/// Tensors that are listed again where the container that they are in has two names.
const AGAIN: usize = 50_000;

/// What was found.
#[derive(Default)]
pub(super) struct Found {
    pub(super) tensors: Vec<Tensor>,
    pub(super) metadata: Vec<(String, String)>,
    pub(super) notes: Vec<String>,
}

/// What a value adds to the name.
enum Step {
    /// Nothing.
    Same,
    Key(Arc<str>),
    Index(usize),
}

/// A value to go to.
struct Child {
    step: Step,
    id: Id,
    /// Whether only what was not met before counts: a module's other attributes name its
    /// parameters again.
    new: bool,
}

/// A container that is being gone through.
struct Frame {
    id: Id,
    children: std::vec::IntoIter<Child>,
    /// The name's length, without what the children add.
    name: usize,
    new: bool,
    /// Tensors that had been found before it.
    tensors: usize,
}

struct Walk<'a> {
    graph: &'a Graph,
    rebuild: Rebuild<'a>,
    source: &'a Arc<dyn Source>,
    found: Found,
    visited: Vec<bool>,
    /// Of containers with tensors in them, the first and how many.
    first: HashMap<Id, (usize, usize)>,
    /// Tensors that were listed again, in containers that were met again.
    again: usize,
    names: usize,
    shown: usize,
    /// Steps that were made.
    steps: usize,
    /// Notes that were not made.
    more: usize,
}

/// Goes through a graph from its root. `source` is what the pickle was read from.
///
/// # Errors
/// Where it is too deep, or has too many tensors or names.
pub(super) fn walk(
    graph: &Graph,
    rebuild: Rebuild<'_>,
    source: &Arc<dyn Source>,
) -> Result<Found, InspectError> {
    let visited = vec![false; graph.len()];
    let (found, first) = (Found::default(), HashMap::new());
    let mut walk = Walk {
        graph,
        rebuild,
        source,
        found,
        visited,
        first,
        again: 0,
        names: 0,
        shown: 0,
        steps: 0,
        more: 0,
    };
    walk.run()?;
    let mut uses = HashMap::<u64, usize>::new();
    for mark in walk.found.tensors.iter().filter_map(|tensor| tensor.shared) {
        *uses.entry(mark).or_default() += 1;
    }
    for tensor in &mut walk.found.tensors {
        tensor.shared = tensor.shared.filter(|mark| uses.get(mark).is_some_and(|&uses| uses > 1));
    }
    if walk.more > 0 {
        let more = count_of(walk.more, "more such value", "more such values");
        walk.found.notes.push(format!("and {more}"));
    }
    Ok(walk.found)
}

fn too_much(what: &'static str, found: usize, limit: usize) -> Result<(), InspectError> {
    if found > limit {
        let (found, limit) = (found as u64, limit as u64);
        return Err(InspectError::TooMuch { what, found, limit });
    }
    Ok(())
}

impl<'a> Walk<'a> {
    fn run(&mut self) -> Result<(), InspectError> {
        let mut name = String::new();
        let mut frames = Vec::new();
        self.visit(
            Child { step: Step::Same, id: self.graph.root, new: false },
            &mut name,
            &mut frames,
        )?;
        while let Some(frame) = frames.last_mut() {
            name.truncate(frame.name);
            let new = frame.new;
            match frame.children.next() {
                Some(child) => {
                    let child = Child { new: child.new || new, ..child };
                    self.visit(child, &mut name, &mut frames)?;
                }
                None => {
                    let many = self.found.tensors.len() - frame.tensors;
                    if many > 0 {
                        self.first.entry(frame.id).or_insert((frame.tensors, many));
                    }
                    frames.pop();
                }
            }
        }
        Ok(())
    }

    /// Lists a value, or begins to go through it.
    fn visit(
        &mut self,
        child: Child,
        name: &mut String,
        frames: &mut Vec<Frame>,
    ) -> Result<(), InspectError> {
        let Child { step, id, new } = child;
        self.step(1)?;
        match step {
            Step::Same => {}
            Step::Key(key) => {
                self.step(key.len() / 16)?;
                push_part(name, &key);
            }
            Step::Index(index) => push_part(name, &index.to_string()),
        }
        let graph = self.graph;
        if scalar_len(graph, id).is_some() {
            self.metadata(name, &[id], false);
            return Ok(());
        }
        let met = self.visited.get_mut(id as usize).is_none_or(|met| std::mem::replace(met, true));
        if met && new {
            return Ok(());
        }
        let passed_over = |walk: &mut Walk<'a>| met && !walk.lists_again(id, name);
        match graph.get(id) {
            Node::Tuple(items) | Node::List(items) if self.is_list_of_scalars(items, met) => {
                self.metadata(name, items, true);
                Ok(())
            }
            Node::Made(made) => {
                let tensor = self.rebuild.tensor(id, name);
                let tensor = match tensor {
                    None => {
                        self.step(arrays::cost(graph, id))?;
                        arrays::tensor(graph, id, self.source, name)
                    }
                    tensor => tensor,
                };
                if let Some(tensor) = tensor {
                    self.names += name.len();
                    too_much("bytes of tensors' names", self.names, limits::NAMES_BYTES)?;
                    too_much("tensors", self.found.tensors.len() + 1, limits::TENSORS)?;
                    self.found.tensors.push(tensor);
                    return Ok(());
                }
                let class = graph.global(made.class).map_or("", |class| class);
                if arrays::is_data(class) {
                    return Ok(());
                }
                if class.starts_with("torch._utils._rebuild_") {
                    let (name, class) = (shown(name), shown(class));
                    self.note(format!("{name} is a tensor by {class}, which is not read"));
                    return Ok(());
                }
                if passed_over(self) {
                    return Ok(());
                }
                let children = self.of_object(made)?;
                self.enter(id, children, new, name, frames)
            }
            Node::Dict(_) | Node::Tuple(_) | Node::List(_) if passed_over(self) => Ok(()),
            Node::Dict(pairs) => {
                let children = self.of_pairs(pairs)?;
                self.enter(id, children, new, name, frames)
            }
            Node::Tuple(items) | Node::List(items) => {
                let child = |(index, &id)| Child { step: Step::Index(index), id, new: false };
                let children = items.iter().enumerate().map(child).collect();
                self.enter(id, children, new, name, frames)
            }
            _ => Ok(()),
        }
    }

    /// Whether a list is shown as one value. A long one is looked through once.
    fn is_list_of_scalars(&self, items: &[Id], met: bool) -> bool {
        let scalars = || items.iter().all(|&item| scalar_len(self.graph, item).is_some());
        !items.is_empty() && (items.len() <= SHORT || !met) && scalars()
    }

    fn step(&mut self, many: usize) -> Result<(), InspectError> {
        self.steps += many;
        too_much("steps through a pickle", self.steps, limits::WALK_STEPS)
    }

    /// Whether a container that was met before is gone through again, under its other name: only
    /// where there are tensors in it, and not many by now.
    fn lists_again(&mut self, id: Id, name: &str) -> bool {
        let Some(&(first, many)) = self.first.get(&id) else { return false };
        if self.again + many <= AGAIN {
            self.again += many;
            return true;
        }
        if let Some(first) = self.found.tensors.get(first) {
            let (name, first) = (shown(name), shown(&first.name));
            self.note(format!(
                "{name} is the same object as the one that {first} is in; its tensors are listed \
                 once"
            ));
        }
        false
    }

    fn enter(
        &mut self,
        id: Id,
        children: Vec<Child>,
        new: bool,
        name: &str,
        frames: &mut Vec<Frame>,
    ) -> Result<(), InspectError> {
        too_much("containers within containers", frames.len() + 1, limits::DEPTH)?;
        let tensors = self.found.tensors.len();
        frames.push(Frame { id, children: children.into_iter(), name: name.len(), new, tensors });
        Ok(())
    }

    /// A dictionary's values; of two with the same key the last.
    fn of_pairs(&mut self, pairs: &[(Id, Id)]) -> Result<Vec<Child>, InspectError> {
        self.step(pairs.len())?;
        let mut places = HashMap::new();
        let mut children = Vec::<Child>::new();
        for (index, &(key, id)) in pairs.iter().enumerate() {
            let key: Arc<str> = match self.graph.get(key) {
                Node::Text(key) => key.clone(),
                Node::Int(key) => key.to_string().into(),
                _ => index.to_string().into(),
            };
            // Versions of modules, no settings.
            if *key == *"_metadata" {
                continue;
            }
            let place = *places.entry(key.clone()).or_insert(children.len());
            match children.get_mut(place) {
                Some(child) => child.id = id,
                None => children.push(Child { step: Step::Key(key), id, new: false }),
            }
        }
        Ok(children)
    }

    /// What an object was made with, holds, and was filled with.
    fn of_object(&mut self, made: &Made) -> Result<Vec<Child>, InspectError> {
        let graph = self.graph;
        let mut children = Vec::new();
        let args = graph.items(made.args).unwrap_or_default();
        self.step(args.len() + made.items.len())?;
        for (index, &id) in args.iter().enumerate() {
            // What copyreg calls names classes first.
            if matches!(graph.get(id), Node::Global(_) | Node::None) {
                continue;
            }
            let step = if args.len() == 1 { Step::Same } else { Step::Index(index) };
            // Python 2's dictionaries are made of a list of pairs.
            let single = (args.len() == 1).then(|| graph.items(id)).flatten();
            self.step(single.map_or(0, <[Id]>::len))?;
            match single.and_then(|items| self.pairs_of_list(items)) {
                Some(pairs) => children.extend(self.of_pairs(&pairs)?),
                None => children.push(Child { step, id, new: false }),
            }
        }
        children.extend(self.of_pairs(&made.pairs)?);
        let child = |(index, &id)| Child { step: Step::Index(index), id, new: false };
        children.extend(made.items.iter().enumerate().map(child));
        let same = |id| Child { step: Step::Same, id, new: false };
        let Some(state) = made.state else { return Ok(children) };
        match graph.get(state) {
            // With slots, a state is a pair of dictionaries.
            Node::Tuple(parts) => {
                self.step(parts.len())?;
                children.extend(parts.iter().map(|&id| same(id)));
            }
            Node::Dict(pairs) => {
                self.step(MODULE.len() * pairs.len())?;
                let class = graph.global(made.class);
                if class.is_some_and(|class| class.starts_with(SCRIPT)) {
                    // Its parameters and parts are attributes; lists name parameters again.
                    let is_list = |child: &Child| match graph.get(child.id) {
                        Node::List(_) => true,
                        _ => graph.made(child.id).is_some_and(|(name, _)| name.starts_with(LISTS)),
                    };
                    let (lists, parts): (Vec<_>, Vec<_>) =
                        self.of_pairs(pairs)?.into_iter().partition(is_list);
                    let is_setting = |child: &Child| match &child.step {
                        Step::Key(key) => **key == *"training",
                        _ => false,
                    };
                    children.extend(parts.into_iter().filter(|child| !is_setting(child)));
                    children.extend(lists.into_iter().map(|child| Child { new: true, ..child }));
                    return Ok(children);
                }
                let parts: Vec<_> =
                    MODULE.iter().filter_map(|key| graph.lookup(state, key)).collect();
                if parts.is_empty() {
                    children.push(same(state));
                    return Ok(children);
                }
                children.extend(parts.into_iter().map(same));
                let is_own = |child: &Child| match &child.step {
                    Step::Key(key) if MODULE.contains(&&**key) || **key == *"training" => false,
                    Step::Key(key) => {
                        !key.starts_with('_') || scalar_len(graph, child.id).is_none()
                    }
                    _ => true,
                };
                let others = self.of_pairs(pairs)?.into_iter().filter(is_own);
                children.extend(others.map(|child| Child { new: true, ..child }));
            }
            _ => children.push(same(state)),
        }
        Ok(children)
    }

    /// A list of pairs, each of a text and a value.
    fn pairs_of_list(&self, items: &[Id]) -> Option<Vec<(Id, Id)>> {
        let pair = |&item: &Id| match self.graph.items(item) {
            Some(&[key, value]) => self.graph.text(key).map(|_| (key, value)),
            _ => None,
        };
        items.iter().map(pair).collect::<Option<Vec<_>>>().filter(|pairs| !pairs.is_empty())
    }

    /// Keeps a scalar, or a list of them, while there is room.
    fn metadata(&mut self, name: &str, values: &[Id], list: bool) {
        let long = list && values.len() > SHORT;
        let length = |&id: &Id| scalar_len(self.graph, id).unwrap_or(0);
        let bytes = if long { SHORT } else { values.iter().map(length).sum() };
        self.shown = self.shown.saturating_add(name.len()).saturating_add(bytes);
        let room = self.shown <= limits::METADATA_BYTES;
        if !room || self.found.metadata.len() >= limits::METADATA_PAIRS {
            return;
        }
        let scalars = || values.iter().map(|&id| scalar(self.graph, id)).collect::<Vec<_>>();
        let value = match (list, long) {
            (false, _) => scalars().concat(),
            (true, false) => format!("[{}]", scalars().join(", ")),
            (true, true) => format!("[{} values]", values.len()),
        };
        self.found.metadata.push((name.to_owned(), value));
    }

    fn note(&mut self, note: String) {
        if self.found.notes.len() < NOTES {
            self.found.notes.push(note);
        } else {
            self.more += 1;
        }
    }
}

/// How long a single value is when it is shown, about; `None` where it is none.
fn scalar_len(graph: &Graph, id: Id) -> Option<usize> {
    match graph.get(id) {
        Node::Bool(_) | Node::Int(_) | Node::Float(_) => Some(24),
        Node::Text(text) => Some(text.len()),
        _ => None,
    }
}

/// A single value, as it is shown.
fn scalar(graph: &Graph, id: Id) -> String {
    match graph.get(id) {
        Node::Bool(value) => value.to_string(),
        Node::Int(value) => value.to_string(),
        Node::Float(value) => format!("{value:?}"),
        Node::Text(value) => value.to_string(),
        _ => String::new(),
    }
}

fn push_part(name: &mut String, part: &str) {
    if !name.is_empty() {
        name.push('.');
    }
    name.push_str(part);
}

/// Globals that tensors need: PyTorch's own, Python's containers, NumPy's arrays.
fn is_usual(name: &str) -> bool {
    let (module, last) = name.rsplit_once('.').unwrap_or(("", name));
    match module {
        "torch" | "torch.storage" | "torch.cuda" => {
            last.ends_with("Storage")
                || super::dtypes::of_name(name).is_some()
                || matches!(last, "Size" | "device" | "per_tensor_affine" | "per_channel_affine")
        }
        "torch._utils" => last.starts_with("_rebuild_"),
        "torch._tensor" | "torch.tensor" => last.starts_with("_rebuild_from_type"),
        "torch.nn.parameter" => matches!(last, "Parameter" | "Buffer"),
        "torch.jit._pickle" => true,
        "torch.serialization" => last == "_get_layout",
        "collections" => matches!(last, "OrderedDict" | "defaultdict" | "Counter"),
        "_codecs" => last == "encode",
        "builtins" | "__builtin__" => {
            matches!(
                last,
                "set" | "bytes" | "frozenset" | "dict" | "list" | "bytearray" | "complex" | "slice"
            )
        }
        "numpy" => matches!(last, "ndarray" | "dtype"),
        _ => arrays::is_data(name),
    }
}

/// Notes on what a pickle names beyond what tensors need.
pub(super) fn global_notes(graph: &Graph) -> Vec<String> {
    let unusual = graph.globals().into_iter().filter(|name| !is_usual(name));
    let (script, unusual): (Vec<_>, Vec<_>) = unusual.partition(|name| name.starts_with(SCRIPT));
    // Python 2's name of the module, by which protocols up to 2 know it.
    let modern = |name: &str| match name.strip_prefix("__builtin__.") {
        Some(last) => format!("builtins.{last}"),
        None => name.to_owned(),
    };
    let note = |name: &Arc<str>| format!("names {}, which was not called", shown(&modern(name)));
    let mut notes: Vec<_> = unusual.iter().take(NOTES).map(note).collect();
    if let Some(more @ 1..) = unusual.len().checked_sub(NOTES) {
        let more = count_of(more, "more global", "more globals");
        notes.push(format!("names {more}, none of which was called"));
    }
    if !script.is_empty() {
        let many = count_of(script.len(), "class", "classes");
        notes.push(format!("names {many} of its own program, none of which was called"));
    }
    notes
}

/// A global's name, fit to be shown.
fn shown(name: &str) -> String {
    format!("`{}`", shown_name(name))
}

fn shown_name(name: &str) -> String {
    name.chars().take(200).collect::<String>().escape_debug().to_string()
}
