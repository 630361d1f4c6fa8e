//! ONNX: a protobuf message, walked field by field without reading the numbers. Tensors of graphs,
//! of graphs within nodes, and of functions; numbers may be in files beside this one.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use crate::checkpoint::{Checkpoint, Format, Named};
use crate::error::InspectError;
use crate::limits;
use crate::source::Source;
use crate::tensor::{Dtype, Storage, Tensor};

use super::buffered::Buffered;
use protobuf::{Fields, Message, Value};

mod protobuf;
mod tensor;

/// Bytes of a name, a graph's ones before it included.
const NAME_BYTES: u64 = 65_535;
/// Kinds of nodes that are counted one by one.
const KINDS: usize = 1_000;
/// Files that are asked for.
const WANTED: usize = 100;
/// Notes of one sort.
const NOTES: usize = 20;

/// Whether the bytes begin as a model does: with its version, then another field of a model.
pub(crate) fn matches(begins: &[u8]) -> bool {
    match begins {
        [0x08, 1..=100, tag, ..] => {
            matches!(tag, 0x12 | 0x1a | 0x22 | 0x28 | 0x32 | 0x3a | 0x42 | 0x72 | 0xa2 | 0xca)
        }
        _ => false,
    }
}

/// Lists the tensors: those of the graph, then those of graphs within its nodes, whose names have
/// the node's name and the branch before them, then those of functions.
///
/// # Errors
/// Where a field leads out of its message, graphs lie too deep within each other, or names,
/// metadata or tensors are more than [`limits`] allow.
pub(crate) fn open(source: Arc<dyn Source>, beside: &[Named]) -> Result<Checkpoint, InspectError> {
    let model = Message { at: 0, end: source.len() };
    let mut reader = Reader {
        bytes: Buffered::new(Arc::clone(&source), 0),
        source,
        given: beside.to_vec(),
        tensors: Vec::new(),
        metadata: Vec::new(),
        notes: Vec::new(),
        wanted: Vec::new(),
        folders: HashSet::new(),
        pending: Vec::new(),
        kinds: BTreeMap::new(),
        names: 0,
        kept: 0,
    };
    reader.model(model)?;
    while let Some(graph) = reader.pending.pop() {
        reader.graph(graph)?;
    }
    reader.count_nodes();
    let Reader { tensors, metadata, notes, wanted, .. } = reader;
    Ok(Checkpoint { format: Format::Onnx, tensors, metadata, notes, wanted })
}

/// The last part of a path of either kind of system.
fn leaf(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or_default()
}

/// A graph, or the nodes of a function, that is still to be read.
struct Pending {
    message: Message,
    /// What stands before the names of its tensors.
    prefix: String,
    depth: usize,
    function: bool,
}

/// What has been read so far.
struct Reader {
    source: Arc<dyn Source>,
    bytes: Buffered,
    given: Vec<Named>,
    tensors: Vec<Tensor>,
    metadata: Vec<(String, String)>,
    notes: Vec<String>,
    wanted: Vec<String>,
    /// Locations with folders, each noted once.
    folders: HashSet<String>,
    pending: Vec<Pending>,
    kinds: BTreeMap<String, u64>,
    /// Bytes of tensors' names.
    names: u64,
    /// Bytes of metadata.
    kept: usize,
}

/// A node, as far as its tensors go.
#[derive(Default)]
struct Node {
    kind: String,
    name: String,
    output: String,
}

impl Reader {
    fn model(&mut self, message: Message) -> Result<(), InspectError> {
        let mut fields = Fields::new(message);
        let mut graphs = Vec::new();
        let mut functions = Vec::new();
        let mut opsets = Vec::new();
        while let Some((field, value)) = fields.next(&mut self.bytes)? {
            match (field, value) {
                (1, Value::Varint(version)) => self.keep("ir_version", version.to_string()),
                (2..=4, Value::Bytes(text)) => {
                    let key = ["producer_name", "producer_version", "domain"];
                    let text = self.text(text)?;
                    self.keep(key.get(field as usize - 2).unwrap_or(&""), text);
                }
                (5, Value::Varint(version)) => self.keep("model_version", version.to_string()),
                (7, Value::Bytes(graph)) => graphs.push(graph),
                (8, Value::Bytes(opset)) if opsets.len() < KINDS => opsets.push(self.opset(opset)?),
                (14, Value::Bytes(pair)) => {
                    let (key, value) = self.pair(pair)?;
                    self.keep(&key, value);
                }
                (25, Value::Bytes(function)) => functions.push(function),
                _ => {}
            }
            if functions.len() > limits::TENSORS {
                return Err(too_many("functions", functions.len() as u64));
            }
        }
        self.keep("opset", opsets.join(", "));
        for function in functions.into_iter().rev() {
            let prefix = self.function_name(function)?;
            self.pending.push(Pending { message: function, prefix, depth: 1, function: true });
        }
        // A field that stands twice is one message in protobuf: the graphs are read as one.
        for graph in graphs.into_iter().rev() {
            let prefix = String::new();
            self.pending.push(Pending { message: graph, prefix, depth: 1, function: false });
        }
        Ok(())
    }

    /// A version of a set of operators, with its domain where that is not ONNX's own.
    fn opset(&mut self, message: Message) -> Result<String, InspectError> {
        let (mut domain, mut version) = (String::new(), 0);
        let mut fields = Fields::new(message);
        while let Some((field, value)) = fields.next(&mut self.bytes)? {
            match (field, value) {
                (1, Value::Bytes(text)) => domain = self.text(text)?,
                (2, Value::Varint(number)) => version = number,
                _ => {}
            }
        }
        Ok(if domain.is_empty() { version.to_string() } else { format!("{domain} {version}") })
    }

    fn function_name(&mut self, message: Message) -> Result<String, InspectError> {
        let mut name = String::new();
        let mut fields = Fields::new(message);
        while let Some((field, value)) = fields.next(&mut self.bytes)? {
            if let (1, Value::Bytes(text)) = (field, value) {
                name = self.text(text)?;
            }
        }
        Ok(format!("{name}/"))
    }

    fn graph(&mut self, graph: Pending) -> Result<(), InspectError> {
        let first = self.tensors.len();
        let outermost = graph.depth == 1 && !graph.function;
        let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
        let mut fields = Fields::new(graph.message);
        let nodes = if graph.function { 7 } else { 1 };
        let within = self.pending.len();
        while let Some((field, value)) = fields.next(&mut self.bytes)? {
            let Value::Bytes(part) = value else { continue };
            match field {
                _ if field == nodes => self.node(part, &graph)?,
                2 if outermost => {
                    let name = self.text(part)?;
                    self.keep("graph", name);
                }
                5 if !graph.function => {
                    let tensor = self.tensor(part, &graph.prefix)?;
                    self.list(tensor)?;
                }
                15 if !graph.function => self.sparse(part, &graph.prefix)?,
                11 if outermost => self.value_info(part, &mut inputs)?,
                12 if outermost => self.value_info(part, &mut outputs)?,
                _ => {}
            }
        }
        // The list is taken from its end: graphs of the first node are to come first.
        if let Some(found) = self.pending.get_mut(within..) {
            found.reverse();
        }
        if outermost {
            // Up to version 3 of the format, initialisers are named among the inputs.
            let own: HashSet<&str> =
                self.tensors.iter().skip(first).map(|tensor| tensor.name.as_str()).collect();
            inputs.retain(|(name, _)| !own.contains(name.as_str()));
            for (key, values) in [("inputs", inputs), ("outputs", outputs)] {
                let all: Vec<String> =
                    values.into_iter().map(|(name, what)| format!("{name}: {what}")).collect();
                self.keep(key, all.join("; "));
            }
        }
        Ok(())
    }

    fn node(&mut self, message: Message, graph: &Pending) -> Result<(), InspectError> {
        let mut node = Node::default();
        let mut attributes = Vec::new();
        let mut fields = Fields::new(message);
        while let Some((field, value)) = fields.next(&mut self.bytes)? {
            let Value::Bytes(part) = value else { continue };
            match field {
                2 if node.output.is_empty() => node.output = self.text(part)?,
                3 => node.name = self.text(part)?,
                4 => node.kind = self.text(part)?,
                5 => attributes.push(part),
                _ => {}
            }
            if attributes.len() > limits::TENSORS {
                return Err(too_many("attributes of a node", attributes.len() as u64));
            }
        }
        let known = self.kinds.len() < KINDS || self.kinds.contains_key(&node.kind);
        let kind = if known { node.kind.clone() } else { "others".to_owned() };
        *self.kinds.entry(kind).or_insert(0) += 1;
        for attribute in attributes {
            self.attribute(attribute, &node, graph)?;
        }
        Ok(())
    }

    /// Tensors of Constant nodes, and graphs of any node.
    fn attribute(
        &mut self,
        message: Message,
        node: &Node,
        graph: &Pending,
    ) -> Result<(), InspectError> {
        let mut name = String::new();
        let mut parts = Vec::new();
        let mut fields = Fields::new(message);
        while let Some((field, value)) = fields.next(&mut self.bytes)? {
            match (field, value) {
                (1, Value::Bytes(text)) => name = self.text(text)?,
                (5 | 6 | 11 | 22, Value::Bytes(part)) => parts.push((field, part)),
                (2 | 3 | 7 | 8, _) if node.kind == "Constant" && parts.is_empty() => {
                    parts.push((field, message));
                }
                _ => {}
            }
            if parts.len() > limits::TENSORS {
                return Err(too_many("parts of an attribute", parts.len() as u64));
            }
        }
        let constant = node.kind == "Constant";
        for (field, part) in parts {
            match field {
                5 if constant && name == "value" => {
                    let mut tensor = self.tensor(part, "")?;
                    // The graph knows the tensor by the node's output, whatever it calls itself.
                    tensor.name = self.full_name(&graph.prefix, &node.output)?;
                    self.list(tensor)?;
                }
                22 if constant => {
                    self.sparse(part, &format!("{}{}/", graph.prefix, node.output))?
                }
                2 | 3 | 7 | 8 if constant => self.constant_numbers(part, &name, node, graph)?,
                6 | 11 => {
                    if graph.depth == limits::GRAPH_DEPTH {
                        let limit = limits::GRAPH_DEPTH as u64;
                        return Err(InspectError::TooMuch {
                            what: "graphs within graphs",
                            found: limit + 1,
                            limit,
                        });
                    }
                    // Nodes need no name; their outputs have one.
                    let of = if node.name.is_empty() { &node.output } else { &node.name };
                    let prefix = self.full_name(&graph.prefix, &format!("{of}/{name}/"))?;
                    let depth = graph.depth + 1;
                    self.pending.push(Pending { message: part, prefix, depth, function: false });
                }
                _ => {}
            }
            if self.pending.len() > limits::TENSORS {
                return Err(too_many("graphs", self.pending.len() as u64));
            }
        }
        Ok(())
    }

    /// A Constant node whose numbers stand in the attribute itself.
    fn constant_numbers(
        &mut self,
        attribute: Message,
        name: &str,
        node: &Node,
        graph: &Pending,
    ) -> Result<(), InspectError> {
        let one = matches!(name, "value_float" | "value_int");
        if !one && !matches!(name, "value_floats" | "value_ints") {
            return Ok(());
        }
        let floats = name.starts_with("value_float");
        let mut values: Vec<f64> = Vec::new();
        let mut fields = Fields::new(attribute);
        while let Some((field, value)) = fields.next(&mut self.bytes)? {
            match (field, value) {
                (2 | 7, Value::Four(bytes)) if floats => {
                    values.push(f32::from_le_bytes(bytes).into());
                }
                (3 | 8, Value::Varint(number)) if !floats => values.push(number as i64 as f64),
                (7, Value::Bytes(packed)) if floats => {
                    self.bytes.seek(packed.at);
                    while packed.end - self.bytes.at() >= 4 {
                        values.push(f32::from_le_bytes(self.bytes.take()?).into());
                        self.check_constant(values.len())?;
                    }
                }
                (8, Value::Bytes(packed)) if !floats => {
                    self.bytes.seek(packed.at);
                    while self.bytes.at() < packed.end {
                        let number = protobuf::varint(&mut self.bytes, packed.end)?;
                        values.push(number as i64 as f64);
                        self.check_constant(values.len())?;
                    }
                }
                _ => {}
            }
            self.check_constant(values.len())?;
        }
        if one {
            values.truncate(1);
        }
        let (dtype, type_name) =
            if floats { (Dtype::F32, "float32") } else { (Dtype::I64, "int64") };
        let shape = if one && !values.is_empty() { Vec::new() } else { vec![values.len() as u64] };
        self.kept += 8 * values.len();
        let tensor = Tensor {
            name: self.full_name(&graph.prefix, &node.output)?,
            dtype,
            type_name: type_name.to_owned(),
            shape,
            bytes: attribute.len(),
            shared: None,
            repeats: false,
            storage: Storage::Values(values.into()),
        };
        self.list(tensor)
    }

    /// These numbers are kept, unlike those of tensors.
    fn check_constant(&self, many: usize) -> Result<(), InspectError> {
        let (found, limit) = (self.kept + 8 * many, limits::METADATA_BYTES);
        if found > limit {
            let what = "bytes of numbers in attributes";
            return Err(InspectError::TooMuch { what, found: found as u64, limit: limit as u64 });
        }
        Ok(())
    }

    /// A sparse tensor is listed as its values and where they stand.
    fn sparse(&mut self, message: Message, prefix: &str) -> Result<(), InspectError> {
        let mut fields = Fields::new(message);
        let mut parts = [None, None];
        while let Some((field, value)) = fields.next(&mut self.bytes)? {
            if let (1 | 2, Value::Bytes(part)) = (field, value)
                && let Some(slot) = parts.get_mut(field as usize - 1)
            {
                *slot = Some(part);
            }
        }
        let [values, indices] = parts;
        let Some(values) = values else { return Ok(()) };
        let values = self.tensor(values, prefix)?;
        let name = values.name.clone();
        if self.notes.len() < NOTES {
            let what = "is sparse: listed are its values and the places at which they stand";
            self.notes.push(format!("the tensor `{name}` {what}"));
        }
        self.list(values)?;
        if let Some(indices) = indices {
            let mut indices = self.tensor(indices, "")?;
            indices.name = self.full_name(&name, ".indices")?;
            self.list(indices)?;
        }
        Ok(())
    }

    /// The name of an input or output, its type and its shape.
    fn value_info(
        &mut self,
        message: Message,
        values: &mut Vec<(String, String)>,
    ) -> Result<(), InspectError> {
        let (mut name, mut what) = (String::new(), String::new());
        let mut fields = Fields::new(message);
        while let Some((field, value)) = fields.next(&mut self.bytes)? {
            match (field, value) {
                (1, Value::Bytes(text)) => name = self.text(text)?,
                (2, Value::Bytes(part)) => {
                    let mut types = Fields::new(part);
                    while let Some((field, value)) = types.next(&mut self.bytes)? {
                        what = match (field, value) {
                            (1, Value::Bytes(tensor)) => self.tensor_type(tensor)?,
                            _ => "no tensor".to_owned(),
                        };
                    }
                }
                _ => {}
            }
        }
        self.kept += name.len() + what.len();
        if self.kept <= limits::METADATA_BYTES {
            values.push((name, what));
        }
        Ok(())
    }

    fn tensor_type(&mut self, message: Message) -> Result<String, InspectError> {
        let (mut kind, mut axes) = ("unknown", Vec::new());
        let mut fields = Fields::new(message);
        while let Some((field, value)) = fields.next(&mut self.bytes)? {
            match (field, value) {
                (1, Value::Varint(number)) => kind = tensor::type_name(number),
                (2, Value::Bytes(shape)) => {
                    let mut shape = Fields::new(shape);
                    while let Some((field, value)) = shape.next(&mut self.bytes)? {
                        if let (1, Value::Bytes(axis)) = (field, value)
                            && axes.len() < limits::AXES
                        {
                            axes.push(self.axis(axis)?);
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(format!("{kind}[{}]", axes.join(", ")))
    }

    /// A size, or the name of one that is open.
    fn axis(&mut self, message: Message) -> Result<String, InspectError> {
        let mut axis = "?".to_owned();
        let mut fields = Fields::new(message);
        while let Some((field, value)) = fields.next(&mut self.bytes)? {
            match (field, value) {
                (1, Value::Varint(size)) => axis = (size as i64).to_string(),
                (2, Value::Bytes(text)) => axis = self.text(text)?,
                _ => {}
            }
        }
        Ok(axis)
    }

    fn pair(&mut self, message: Message) -> Result<(String, String), InspectError> {
        let mut pair = (String::new(), String::new());
        let mut fields = Fields::new(message);
        while let Some((field, value)) = fields.next(&mut self.bytes)? {
            match (field, value) {
                (1, Value::Bytes(text)) => pair.0 = self.text(text)?,
                (2, Value::Bytes(text)) if text.len() <= NAME_BYTES => pair.1 = self.text(text)?,
                (2, Value::Bytes(text)) => pair.1 = format!("[a string of {} bytes]", text.len()),
                _ => {}
            }
        }
        Ok(pair)
    }

    /// A name. Names that are no UTF-8 are shown with marks in place of what is wrong.
    fn text(&mut self, message: Message) -> Result<String, InspectError> {
        let found = message.len();
        if found > NAME_BYTES {
            let what = "bytes of a name";
            return Err(InspectError::TooMuch { what, found, limit: NAME_BYTES });
        }
        self.bytes.seek(message.at);
        Ok(String::from_utf8_lossy(&self.bytes.bytes(found)?).into_owned())
    }

    /// A name with what stands before it. All names together are limited: a short name in a deep
    /// graph has a long one.
    fn full_name(&mut self, prefix: &str, name: &str) -> Result<String, InspectError> {
        let found = prefix.len() as u64 + name.len() as u64;
        self.names += found;
        let limit = NAME_BYTES;
        if found > limit {
            return Err(InspectError::TooMuch { what: "bytes of a name", found, limit });
        }
        let (found, limit) = (self.names, limits::HEADER_BYTES);
        if found > limit {
            return Err(InspectError::TooMuch { what: "bytes of all names", found, limit });
        }
        Ok(format!("{prefix}{name}"))
    }

    fn list(&mut self, tensor: Tensor) -> Result<(), InspectError> {
        if self.tensors.len() == limits::TENSORS {
            return Err(too_many("tensors", limits::TENSORS as u64 + 1));
        }
        self.tensors.push(tensor);
        Ok(())
    }

    fn keep(&mut self, key: &str, value: String) {
        self.kept += key.len() + value.len();
        if self.kept <= limits::METADATA_BYTES && !value.is_empty() {
            self.metadata.push((key.to_owned(), value));
        }
    }

    fn note_folder(&mut self, location: &str, file: &str) {
        if self.folders.len() < NOTES && self.folders.insert(location.to_owned()) {
            let what = "folders are not followed, the file is looked up only by its name";
            self.notes.push(format!("numbers are in `{location}`: {what}, `{file}`"));
        }
    }

    /// A file that was given together with this one, by its name.
    fn beside(&mut self, file: &str) -> Option<Arc<dyn Source>> {
        let found = self.given.iter().find(|given| given.name == file);
        if found.is_none() && !self.wanted.iter().any(|wanted| wanted == file) {
            // A list to be shown: a file that wants more than these wants mischief.
            if self.wanted.len() < WANTED {
                self.wanted.push(file.to_owned());
            }
        }
        found.map(|given| Arc::clone(&given.source))
    }

    /// How many nodes of which kind there are, the most frequent first.
    fn count_nodes(&mut self) {
        let mut kinds: Vec<(String, u64)> = std::mem::take(&mut self.kinds).into_iter().collect();
        kinds.sort_by_key(|&(_, many)| std::cmp::Reverse(many));
        let all: Vec<String> =
            kinds.into_iter().map(|(kind, many)| format!("{kind} {many}")).collect();
        self.keep("nodes", all.join(", "));
    }
}

fn too_many(what: &'static str, found: u64) -> InspectError {
    InspectError::TooMuch { what, found, limit: limits::TENSORS as u64 }
}
