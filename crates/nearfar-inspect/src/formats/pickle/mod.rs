//! Pickles, read into a graph of values and never run: a global is a name, and what would be called
//! is kept as "an object of that name with these arguments". Knows nothing of PyTorch or NumPy.

use std::sync::Arc;

use crate::error::InspectError;
use crate::source::Source;

mod bytes;
mod machine;
mod text;

/// A value, by its number in its graph. Values refer to each other by number, so shared ones stay
/// shared, a cycle is no leak, and dropping a deep one takes no stack.
pub(crate) type Id = u32;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    /// `None`.
    None,
    /// A truth value.
    Bool(bool),
    /// A whole number of 64 bits.
    Int(i64),
    /// A float.
    Float(f64),
    /// A text; Python 2's strings too, where they are plain.
    Text(Arc<str>),
    /// A text that is too long to keep: its UTF-8 in the source.
    LongText {
        /// Offset in bytes.
        at: u64,
        /// Bytes.
        length: u64,
    },
    /// Bytes, left in the source.
    Bytes {
        /// Offset in bytes.
        at: u64,
        /// How many.
        length: u64,
    },
    /// A tuple.
    Tuple(Vec<Id>),
    /// A list, set or frozen set.
    List(Vec<Id>),
    /// A dictionary, in its order; a later pair of the same key stands for the earlier.
    Dict(Vec<(Id, Id)>),
    /// A class or function: its module and name, joined by `.`.
    Global(Arc<str>),
    /// What the writer kept outside the pickle, by the value that names it.
    Persistent(Id),
    /// What a call would have made.
    Made(Box<Made>),
    /// Known to be there, and not kept: whole numbers beyond 64 bits.
    Other,
}

/// An object that was not made: what would have been called, and with what.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Made {
    /// The class or function, mostly a [`Node::Global`].
    pub(crate) class: Id,
    /// The arguments.
    pub(crate) args: Id,
    /// What it would have been filled with.
    pub(crate) state: Option<Id>,
    /// Pairs that were set on it, as on a dictionary.
    pub(crate) pairs: Vec<(Id, Id)>,
    /// Values that were appended to it, as to a list.
    pub(crate) items: Vec<Id>,
}

/// A pickle's values.
pub(crate) struct Graph {
    nodes: Vec<Node>,
    /// The value that the pickle stands for.
    pub(crate) root: Id,
    /// The first byte behind the pickle.
    pub(crate) end: u64,
}

/// Reads one pickle from the byte `at`. `place` says whose bytes they are in errors: "the file",
/// "the entry `x`".
///
/// # Errors
/// Where it breaks the rules, is cut off, or holds more than [`crate::limits`] has.
pub(crate) fn read(source: &dyn Source, at: u64, place: &str) -> Result<Graph, InspectError> {
    machine::Machine::new(source, at, place).run()
}

/// Whether a file begins as a pickle of protocol 2 or later, or as an older one of a container.
pub(crate) fn matches(begins: &[u8]) -> bool {
    match begins {
        // PROTO, and a protocol that exists.
        [0x80, protocol, ..] => (1..=5).contains(protocol),
        // Protocols 0 and 1 have no mark; these are how a list, dictionary or object begins.
        [b'(', b'd' | b'l' | b'i' | b'c', ..] | [b'}' | b']', b'q', ..] => true,
        [b'c', rest @ ..] => begins_as_global(rest),
        _ => false,
    }
}

/// Two lines of identifiers.
fn begins_as_global(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|&byte| byte == b'\n');
    let identifier = |line: &[u8]| {
        let fits = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
        !line.is_empty() && line.iter().all(fits)
    };
    let named = lines.next().is_some_and(identifier) && lines.next().is_some_and(identifier);
    named && lines.next().is_some()
}

impl Graph {
    /// A value.
    pub(crate) fn get(&self, id: Id) -> &Node {
        self.nodes.get(id as usize).unwrap_or(&Node::Other)
    }

    /// How many values there are.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The text of a value that is one.
    pub(crate) fn text(&self, id: Id) -> Option<&Arc<str>> {
        match self.get(id) {
            Node::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The name of a value that is a global.
    pub(crate) fn global(&self, id: Id) -> Option<&Arc<str>> {
        match self.get(id) {
            Node::Global(name) => Some(name),
            _ => None,
        }
    }

    /// A whole number that is not negative.
    pub(crate) fn natural(&self, id: Id) -> Option<u64> {
        match self.get(id) {
            Node::Int(number) => u64::try_from(*number).ok(),
            _ => None,
        }
    }

    /// The values of a tuple or list.
    pub(crate) fn items(&self, id: Id) -> Option<&[Id]> {
        match self.get(id) {
            Node::Tuple(items) | Node::List(items) => Some(items),
            _ => None,
        }
    }

    /// An object with the name of what would have made it.
    pub(crate) fn made(&self, id: Id) -> Option<(&Arc<str>, &Made)> {
        match self.get(id) {
            Node::Made(made) => Some((self.global(made.class)?, made)),
            _ => None,
        }
    }

    /// The value of a key of a dictionary.
    pub(crate) fn lookup(&self, dictionary: Id, key: &str) -> Option<Id> {
        let Node::Dict(pairs) = self.get(dictionary) else { return None };
        let of = |&&(name, _): &&(Id, Id)| self.text(name).is_some_and(|name| **name == *key);
        pairs.iter().rev().find(of).map(|&(_, value)| value)
    }

    /// Every global that the pickle names, once, in its order.
    pub(crate) fn globals(&self) -> Vec<Arc<str>> {
        let mut seen = std::collections::HashSet::new();
        let names = self.nodes.iter().filter_map(|node| match node {
            Node::Global(name) => Some(name.clone()),
            _ => None,
        });
        names.filter(|name| seen.insert(name.clone())).collect()
    }
}
