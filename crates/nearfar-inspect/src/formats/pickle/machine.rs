//! The stack machine that pickles are written for, protocols 0 to 5, with every opcode. It builds
//! values and calls nothing.

use std::sync::Arc;

use super::bytes::Bytes;
use super::{Graph, Id, Made, Node, text};
use crate::error::InspectError;
use crate::limits;
use crate::source::Source;

/// Texts longer than this are left in the source: names and settings are shorter.
const TEXT: u64 = 1 << 16;
/// A place of the memo that holds nothing.
const EMPTY: Id = Id::MAX;

pub(super) struct Machine<'a> {
    bytes: Bytes<'a>,
    nodes: Vec<Node>,
    stack: Vec<Id>,
    /// How high the stack was at each mark.
    marks: Vec<usize>,
    memo: Vec<Id>,
    /// Values that were pushed, copies among them.
    pushed: usize,
    /// Bytes of texts that are held.
    texts: usize,
    /// Where the opcode that is being run stands.
    at: u64,
}

impl<'a> Machine<'a> {
    pub(super) fn new(source: &'a dyn Source, at: u64, place: &'a str) -> Machine<'a> {
        Machine {
            bytes: Bytes::new(source, at, place),
            nodes: Vec::new(),
            stack: Vec::new(),
            marks: Vec::new(),
            memo: Vec::new(),
            pushed: 0,
            texts: 0,
            at,
        }
    }

    /// Runs to the end of the pickle.
    pub(super) fn run(mut self) -> Result<Graph, InspectError> {
        let mut steps = 0;
        loop {
            steps += 1;
            within("opcodes of a pickle", steps, limits::PICKLE_STEPS)?;
            self.at = self.bytes.at();
            let opcode = self.bytes.byte()?;
            if opcode == b'.' {
                let root = self.pop()?;
                return Ok(Graph { nodes: self.nodes, root, end: self.bytes.at() });
            }
            self.step(opcode)?;
        }
    }

    fn malformed(&self, why: impl Into<String>) -> InspectError {
        self.bytes.malformed(self.at, why)
    }

    fn unsupported(&self, what: impl Into<String>) -> InspectError {
        InspectError::Unsupported {
            place: format!("byte {} of a pickle", self.at),
            what: what.into(),
            advice: "save the tensors with torch.save, numpy.savez or as .safetensors",
        }
    }

    // The stack.

    fn push_id(&mut self, id: Id) -> Result<(), InspectError> {
        self.pushed += 1;
        within("values of a pickle", self.pushed, limits::PICKLE_VALUES)?;
        self.stack.push(id);
        Ok(())
    }

    fn push(&mut self, node: Node) -> Result<(), InspectError> {
        let id = self.keep(node)?;
        self.push_id(id)
    }

    fn keep(&mut self, node: Node) -> Result<Id, InspectError> {
        // Every value is pushed once at least, so their number is capped too; this is the guard for
        // those that a single opcode makes on the side.
        within("values of a pickle", self.nodes.len(), 2 * limits::PICKLE_VALUES)?;
        self.nodes.push(node);
        Ok(self.nodes.len() as Id - 1)
    }

    fn pop(&mut self) -> Result<Id, InspectError> {
        let floor = self.marks.last().copied().unwrap_or(0);
        if self.stack.len() <= floor {
            return Err(self.malformed("an opcode takes a value, but the stack is empty"));
        }
        self.stack.pop().ok_or_else(|| self.malformed("the stack is empty"))
    }

    fn top(&self) -> Result<Id, InspectError> {
        let floor = self.marks.last().copied().unwrap_or(0);
        let top = self.stack.get(floor..).and_then(|above| above.last().copied());
        top.ok_or_else(|| self.malformed("an opcode needs a value, but the stack is empty"))
    }

    /// The values above the last mark.
    fn pop_mark(&mut self) -> Result<Vec<Id>, InspectError> {
        let Some(floor) = self.marks.pop() else {
            return Err(self.malformed("an opcode goes back to a mark, but there is none"));
        };
        Ok(self.stack.split_off(floor.min(self.stack.len())))
    }

    /// Pairs of a run of values.
    fn pairs(&self, values: &[Id]) -> Result<Vec<(Id, Id)>, InspectError> {
        let (pairs, rest) = values.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(self.malformed("a dictionary has a key without a value"));
        }
        Ok(pairs.iter().map(|&[key, value]| (key, value)).collect())
    }

    // The memo.

    fn remember(&mut self, index: usize) -> Result<(), InspectError> {
        within("places of a pickle's memo", index, limits::PICKLE_VALUES)?;
        let top = self.top()?;
        if self.memo.len() <= index {
            self.memo.resize(index + 1, EMPTY);
        }
        if let Some(place) = self.memo.get_mut(index) {
            *place = top;
        }
        Ok(())
    }

    fn recall(&mut self, index: usize) -> Result<(), InspectError> {
        match self.memo.get(index) {
            Some(&id) if id != EMPTY => self.push_id(id),
            _ => Err(self.malformed(format!("the memo has nothing at {index}"))),
        }
    }

    // What opcodes carry.

    fn u8_usize(&mut self) -> Result<usize, InspectError> {
        Ok(self.bytes.byte()?.into())
    }

    fn u32_usize(&mut self) -> Result<usize, InspectError> {
        let number = u32::from_le_bytes(self.bytes.array()?);
        usize::try_from(number).map_err(|_| self.malformed("a number beyond what is counted"))
    }

    fn u64(&mut self) -> Result<u64, InspectError> {
        Ok(u64::from_le_bytes(self.bytes.array()?))
    }

    /// A length of 32 bits with a sign, as Python 2 wrote them.
    fn signed_length(&mut self) -> Result<u64, InspectError> {
        let length = i32::from_le_bytes(self.bytes.array()?);
        u64::try_from(length).map_err(|_| self.malformed(format!("a length of {length}")))
    }

    fn decimal(&mut self) -> Result<String, InspectError> {
        let line = self.bytes.line()?;
        let text = String::from_utf8_lossy(&line);
        Ok(text.trim().trim_end_matches('L').to_owned())
    }

    fn decimal_usize(&mut self) -> Result<usize, InspectError> {
        let text = self.decimal()?;
        text.parse().map_err(|_| self.malformed(format!("{} is no index", shown(&text))))
    }

    /// A whole number of `length` bytes, least first, in two's complement.
    fn long(&mut self, length: u64) -> Result<(), InspectError> {
        if length > 8 {
            self.bytes.skip(length)?;
            return self.push(Node::Other);
        }
        let bytes = self.bytes.take(length)?;
        let sign = bytes.last().map_or(0, |byte| if byte & 0x80 == 0 { 0 } else { 0xff });
        let mut wide = [sign; 8];
        wide.iter_mut().zip(&bytes).for_each(|(wide, &byte)| *wide = byte);
        self.push(Node::Int(i64::from_le_bytes(wide)))
    }

    fn text(&mut self, length: u64) -> Result<(), InspectError> {
        if length > TEXT || self.texts + length as usize > limits::METADATA_BYTES {
            let at = self.bytes.skip(length)?;
            return self.push(Node::LongText { at, length });
        }
        let bytes = self.bytes.take(length)?;
        self.texts += bytes.len();
        self.push(Node::Text(String::from_utf8_lossy(&bytes).into()))
    }

    /// A string of Python 2: a text where it is plain, else bytes.
    fn string(&mut self, length: u64) -> Result<(), InspectError> {
        let at = self.bytes.at();
        if length > TEXT || self.texts + length as usize > limits::METADATA_BYTES {
            return self.blob(length);
        }
        let bytes = self.bytes.take(length)?;
        match String::from_utf8(bytes) {
            Ok(text) if text.is_ascii() => {
                self.texts += text.len();
                self.push(Node::Text(text.into()))
            }
            _ => self.push(Node::Bytes { at, length }),
        }
    }

    fn blob(&mut self, length: u64) -> Result<(), InspectError> {
        let at = self.bytes.skip(length)?;
        self.push(Node::Bytes { at, length })
    }

    fn line_text(&mut self) -> Result<String, InspectError> {
        let line = self.bytes.line()?;
        self.texts += line.len();
        within("bytes of texts in a pickle", self.texts, limits::METADATA_BYTES)?;
        // Latin-1, as Python reads the text opcodes.
        Ok(line.into_iter().map(char::from).collect())
    }

    // Objects.

    fn global(&mut self, module: &str, name: &str) -> Result<Id, InspectError> {
        self.texts += module.len() + name.len();
        within("bytes of texts in a pickle", self.texts, limits::METADATA_BYTES)?;
        self.keep(Node::Global(Arc::from(format!("{module}.{name}"))))
    }

    fn made(&mut self, class: Id, args: Id) -> Result<(), InspectError> {
        let (pairs, items) = (Vec::new(), Vec::new());
        self.push(Node::Made(Box::new(Made { class, args, state: None, pairs, items })))
    }

    fn append(&mut self, to: Id, values: &[Id]) -> Result<(), InspectError> {
        match self.nodes.get_mut(to as usize) {
            Some(Node::List(items)) => items.extend_from_slice(values),
            Some(Node::Made(made)) => made.items.extend_from_slice(values),
            _ => return Err(self.malformed("values are appended to what is no list")),
        }
        Ok(())
    }

    fn set(&mut self, on: Id, new: &[(Id, Id)]) -> Result<(), InspectError> {
        match self.nodes.get_mut(on as usize) {
            Some(Node::Dict(pairs)) => pairs.extend_from_slice(new),
            Some(Node::Made(made)) => made.pairs.extend_from_slice(new),
            _ => return Err(self.malformed("keys are set on what is no dictionary")),
        }
        Ok(())
    }

    fn tuple(&mut self, count: usize) -> Result<(), InspectError> {
        let mut items = Vec::with_capacity(count);
        for _ in 0..count {
            items.push(self.pop()?);
        }
        items.reverse();
        self.push(Node::Tuple(items))
    }

    /// Opcodes that carry a number, a text, or bytes.
    fn step(&mut self, opcode: u8) -> Result<(), InspectError> {
        match opcode {
            b'N' => self.push(Node::None),
            0x88 => self.push(Node::Bool(true)),
            0x89 => self.push(Node::Bool(false)),
            b'I' | b'L' => {
                let text = self.decimal()?;
                match (opcode, &*text) {
                    (b'I', "00") => self.push(Node::Bool(false)),
                    (b'I', "01") => self.push(Node::Bool(true)),
                    (_, digits) if digits.parse::<i64>().is_ok() => {
                        self.push(Node::Int(digits.parse().unwrap_or(0)))
                    }
                    (_, digits)
                        if digits.trim_start_matches('-').bytes().all(|b| b.is_ascii_digit()) =>
                    {
                        self.push(Node::Other)
                    }
                    _ => Err(self.malformed(format!("{} is no whole number", shown(&text)))),
                }
            }
            b'J' => {
                let number = i32::from_le_bytes(self.bytes.array()?);
                self.push(Node::Int(number.into()))
            }
            b'K' => {
                let number = self.bytes.byte()?;
                self.push(Node::Int(number.into()))
            }
            b'M' => {
                let number = u16::from_le_bytes(self.bytes.array()?);
                self.push(Node::Int(number.into()))
            }
            0x8a => {
                let length = self.bytes.byte()?;
                self.long(length.into())
            }
            0x8b => {
                let length = self.signed_length()?;
                self.long(length)
            }
            b'F' => {
                let text = self.decimal()?;
                let number = text.parse();
                let number =
                    number.map_err(|_| self.malformed(format!("{} is no float", shown(&text))))?;
                self.push(Node::Float(number))
            }
            b'G' => {
                let number = f64::from_be_bytes(self.bytes.array()?);
                self.push(Node::Float(number))
            }
            b'S' => {
                let line = self.line_text()?;
                let plain = line.trim();
                let quoted = |quote| plain.strip_prefix(quote).and_then(|p| p.strip_suffix(quote));
                let inner = quoted('\'').or_else(|| quoted('"'));
                let inner = inner.ok_or_else(|| self.malformed("a string without its quotes"))?;
                let text = text::unescape(inner, text::STRING);
                let text = text.map_err(|why| self.malformed(why))?;
                self.push(Node::Text(text.into()))
            }
            b'V' => {
                let line = self.line_text()?;
                let text = text::unescape(&line, text::UNICODE);
                let text = text.map_err(|why| self.malformed(why))?;
                self.push(Node::Text(text.into()))
            }
            b'T' => {
                let length = self.signed_length()?;
                self.string(length)
            }
            b'U' => {
                let length = self.bytes.byte()?;
                self.string(length.into())
            }
            b'X' => {
                let length = self.u32_usize()?;
                self.text(length as u64)
            }
            0x8c => {
                let length = self.bytes.byte()?;
                self.text(length.into())
            }
            0x8d => {
                let length = self.u64()?;
                self.text(length)
            }
            b'B' => {
                let length = self.u32_usize()?;
                self.blob(length as u64)
            }
            b'C' => {
                let length = self.bytes.byte()?;
                self.blob(length.into())
            }
            0x8e | 0x96 => {
                let length = self.u64()?;
                self.blob(length)
            }
            _ => self.build(opcode),
        }
    }

    /// Opcodes that put values together.
    fn build(&mut self, opcode: u8) -> Result<(), InspectError> {
        match opcode {
            b')' => self.push(Node::Tuple(Vec::new())),
            0x85..=0x87 => self.tuple(usize::from(opcode - 0x84)),
            b't' => {
                let items = self.pop_mark()?;
                self.push(Node::Tuple(items))
            }
            b']' | 0x8f => self.push(Node::List(Vec::new())),
            b'l' | 0x91 => {
                let items = self.pop_mark()?;
                self.push(Node::List(items))
            }
            b'a' => {
                let value = self.pop()?;
                let list = self.top()?;
                self.append(list, &[value])
            }
            b'e' | 0x90 => {
                let values = self.pop_mark()?;
                let list = self.top()?;
                self.append(list, &values)
            }
            b'}' => self.push(Node::Dict(Vec::new())),
            b'd' => {
                let values = self.pop_mark()?;
                let pairs = self.pairs(&values)?;
                self.push(Node::Dict(pairs))
            }
            b's' => {
                let value = self.pop()?;
                let key = self.pop()?;
                let on = self.top()?;
                self.set(on, &[(key, value)])
            }
            b'u' => {
                let values = self.pop_mark()?;
                let on = self.top()?;
                let pairs = self.pairs(&values)?;
                self.set(on, &pairs)
            }
            b'c' => {
                let (module, name) = (self.line_text()?, self.line_text()?);
                let id = self.global(&module, &name)?;
                self.push_id(id)
            }
            0x93 => {
                let (name, module) = (self.pop()?, self.pop()?);
                let text = |id: Id| match self.nodes.get(id as usize) {
                    Some(Node::Text(text)) => Ok(text.clone()),
                    _ => Err(self.malformed("a global's name is no text")),
                };
                let (module, name) = (text(module)?, text(name)?);
                let id = self.global(&module, &name)?;
                self.push_id(id)
            }
            0x82..=0x84 => {
                let number = match opcode {
                    0x82 => self.u8_usize()?,
                    0x83 => u16::from_le_bytes(self.bytes.array()?).into(),
                    _ => self.u32_usize()?,
                };
                let id = self.global("copyreg.extension", &number.to_string())?;
                self.push_id(id)
            }
            b'R' | 0x81 => {
                let (args, class) = (self.pop()?, self.pop()?);
                self.made(class, args)
            }
            0x92 => {
                let (keywords, args, class) = (self.pop()?, self.pop()?, self.pop()?);
                self.made(class, args)?;
                let object = self.top()?;
                if let Some(Node::Dict(pairs)) = self.nodes.get(keywords as usize) {
                    // A copy, so it counts: one dictionary can be named again and again.
                    self.pushed += pairs.len();
                    within("values of a pickle", self.pushed, limits::PICKLE_VALUES)?;
                    let pairs = pairs.clone();
                    self.set(object, &pairs)?;
                }
                Ok(())
            }
            b'o' => {
                let mut values = self.pop_mark()?;
                if values.is_empty() {
                    return Err(self.malformed("an object without a class"));
                }
                let class = values.remove(0);
                let args = self.keep(Node::Tuple(values))?;
                self.made(class, args)
            }
            b'i' => {
                let (module, name) = (self.line_text()?, self.line_text()?);
                let values = self.pop_mark()?;
                let class = self.global(&module, &name)?;
                let args = self.keep(Node::Tuple(values))?;
                self.made(class, args)
            }
            b'b' => {
                let state = self.pop()?;
                let object = self.top()?;
                if let Some(Node::Made(made)) = self.nodes.get_mut(object as usize) {
                    made.state = Some(state);
                }
                Ok(())
            }
            b'P' => {
                let name = self.line_text()?;
                let id = self.keep(Node::Text(name.into()))?;
                self.push(Node::Persistent(id))
            }
            b'Q' => {
                let id = self.pop()?;
                self.push(Node::Persistent(id))
            }
            _ => self.arrange(opcode),
        }
    }

    /// Opcodes that move values about, and those that say something of the pickle.
    fn arrange(&mut self, opcode: u8) -> Result<(), InspectError> {
        match opcode {
            b'(' => {
                within("marks of a pickle", self.marks.len(), limits::PICKLE_VALUES)?;
                self.marks.push(self.stack.len());
                Ok(())
            }
            // Right above a mark, this takes the mark, as Python has it.
            b'0' if self.marks.last() == Some(&self.stack.len()) => {
                self.marks.pop();
                Ok(())
            }
            b'0' => self.pop().map(drop),
            b'1' => self.pop_mark().map(drop),
            b'2' => {
                let top = self.top()?;
                self.push_id(top)
            }
            b'p' => {
                let index = self.decimal_usize()?;
                self.remember(index)
            }
            b'q' => {
                let index = self.u8_usize()?;
                self.remember(index)
            }
            b'r' => {
                let index = self.u32_usize()?;
                self.remember(index)
            }
            0x94 => self.remember(self.memo.len()),
            b'g' => {
                let index = self.decimal_usize()?;
                self.recall(index)
            }
            b'h' => {
                let index = self.u8_usize()?;
                self.recall(index)
            }
            b'j' => {
                let index = self.u32_usize()?;
                self.recall(index)
            }
            0x80 => {
                let protocol = self.bytes.byte()?;
                if protocol > 5 {
                    return Err(self.unsupported(format!("protocol {protocol}")));
                }
                Ok(())
            }
            0x95 => self.u64().map(drop),
            0x97 | 0x98 => Err(self.unsupported("a buffer outside the pickle")),
            _ => Err(self.malformed(format!("0x{opcode:02x} is no opcode"))),
        }
    }
}

/// That a count is within its limit.
fn within(what: &'static str, found: usize, limit: usize) -> Result<(), InspectError> {
    if found > limit {
        let (found, limit) = (found as u64, limit as u64);
        return Err(InspectError::TooMuch { what, found, limit });
    }
    Ok(())
}

/// The beginning of a text that a file may have made long.
fn shown(text: &str) -> String {
    format!("`{}`", text.chars().take(40).collect::<String>().escape_debug())
}
