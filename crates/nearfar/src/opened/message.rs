//! What the page exchanges with the worker that reads files, and with rooms that are programs of their own: lists of
//! numbers, of texts, and of `f32`. What is no message, or does not fit together, is read as `None`.

use ndarray::Array3;
use nearfar_kit::Message;

use super::lend::{LendAnswer, LendAsk, Lent, NotLent, Reads};
use super::{LayerAnswer, MOST_LAYERS, MOST_TOKENS, MovedHead, OpenedModel, Wanted};
use crate::attention::{HeadParameters, LayerInputs, TermRule};
use crate::settings::{Choice, MAX_HEADS, ModelChoice, method_from_text, method_text};

/// The version of what the workers that compute say here; both programs must have the same. What is lent ([`LendAsk`],
/// [`LendAnswer`]) goes to the worker that reads files, under the version of its own messages.
pub const PROTOCOL: &str = "nearfar-models/4";

/// Reads numbers and texts one after the other.
struct Reader {
    numbers: std::vec::IntoIter<f64>,
    texts: std::vec::IntoIter<String>,
    arrays: std::vec::IntoIter<Vec<f32>>,
}

impl Reader {
    fn new(message: Message) -> Reader {
        Reader {
            numbers: message.numbers.into_iter(),
            texts: message.texts.into_iter(),
            arrays: message.arrays.into_iter(),
        }
    }

    fn number(&mut self) -> Option<f64> {
        self.numbers.next().filter(|number| number.is_finite())
    }

    /// A whole number of at most `most`.
    fn whole(&mut self, most: usize) -> Option<usize> {
        let number = self.number()?;
        let is_whole = number.fract() == 0.0 && (0.0..=most as f64).contains(&number);
        is_whole.then_some(number as usize)
    }

    fn parameters(&mut self) -> Option<HeadParameters> {
        Some(HeadParameters { w: self.number()?, v: self.number()? })
    }

    /// The next so many texts.
    fn texts(&mut self, count: usize) -> Option<Vec<String>> {
        let texts: Vec<String> = self.texts.by_ref().take(count).collect();
        (texts.len() == count).then_some(texts)
    }

    /// What is left, as a message.
    fn rest(self) -> Message {
        Message {
            numbers: self.numbers.collect(),
            texts: self.texts.collect(),
            arrays: self.arrays.collect(),
        }
    }

    fn is_at_end(&self) -> bool {
        self.numbers.len() == 0 && self.texts.len() == 0 && self.arrays.len() == 0
    }
}

/// The most entries of a list that is not bounded otherwise.
const MOST: usize = 1 << 20;

impl OpenedModel {
    /// As a message.
    pub fn into_message(self) -> Message {
        let flags = [self.causal, self.weights_only].map(|flag| f64::from(u8::from(flag)));
        let assumed = self.assumptions.len() as f64;
        let mut numbers = vec![flags[0], flags[1], assumed, self.depth() as f64];
        for (layer, &heads) in self.heads.iter().enumerate() {
            let own = self.own.get(layer).map_or(&[][..], Vec::as_slice);
            numbers.extend([heads as f64, own.len() as f64]);
            numbers.extend(own.iter().flat_map(|own| [own.w, own.v]));
        }
        let mut texts = vec![self.name, method_text(self.method), self.reads, self.attends];
        texts.extend(self.assumptions.into_iter().chain(self.departures));
        Message { numbers, texts, arrays: Vec::new() }
    }

    /// From a message.
    pub fn read(message: Message) -> Option<OpenedModel> {
        let mut reader = Reader::new(message);
        let (causal, weights_only) = (reader.whole(1)? == 1, reader.whole(1)? == 1);
        let assumed = reader.whole(MOST)?;
        let depth = reader.whole(MOST_LAYERS)?;
        let (mut heads, mut own) = (Vec::new(), Vec::new());
        for _ in 0..depth {
            let of_layer = reader.whole(MOST)?;
            let with_own = reader.whole(of_layer)?;
            heads.push(of_layer);
            own.push((0..with_own).map(|_| reader.parameters()).collect::<Option<_>>()?);
        }
        let (name, method) = (reader.texts.next()?, reader.texts.next()?);
        let (reads, attends) = (reader.texts.next()?, reader.texts.next()?);
        let method = method_from_text(&method).ok()?;
        let mut assumptions: Vec<String> = reader.texts.by_ref().collect();
        let is_whole = assumed <= assumptions.len();
        let departures = is_whole.then(|| assumptions.split_off(assumed))?;
        let model = OpenedModel {
            name,
            heads,
            own,
            method,
            causal,
            assumptions,
            departures,
            reads,
            attends,
            weights_only,
        };
        (depth > 0 && reader.is_at_end()).then_some(model)
    }
}

impl Wanted {
    /// As a message.
    pub fn into_message(self) -> Message {
        let mut numbers = vec![self.layer as f64];
        for MovedHead { layer, head, parameters } in self.moved {
            numbers.extend([layer as f64, head as f64, parameters.w, parameters.v]);
        }
        let texts = vec![self.model.name().to_owned(), method_text(self.method), self.sentence];
        Message { numbers, texts, arrays: Vec::new() }
    }

    /// From a message.
    pub fn read(message: Message) -> Option<Wanted> {
        let mut reader = Reader::new(message);
        let (model, method, sentence) =
            (reader.texts.next()?, reader.texts.next()?, reader.texts.next()?);
        let model = ModelChoice::from_name(&model).ok()?;
        let method = method_from_text(&method).ok()?;
        let layer = reader.whole(MOST_LAYERS)?;
        let mut moved = Vec::new();
        while reader.numbers.len() > 0 {
            let (layer, head) = (reader.whole(MOST_LAYERS)?, reader.whole(MAX_HEADS)?);
            moved.push(MovedHead { layer, head, parameters: reader.parameters()? });
        }
        let wanted = Wanted { model, layer, sentence, method, moved };
        reader.is_at_end().then_some(wanted)
    }
}

impl LayerAnswer {
    /// As a message.
    pub fn into_message(self) -> Message {
        let LayerInputs { query, key, value, scale, bias, rule, causal } = self.inputs;
        let (heads, tokens, size) = query.dim();
        let flat = |array: Array3<f32>| array.as_standard_layout().iter().copied().collect();
        let numbers = [heads, tokens, size, self.cut, usize::from(causal)].map(|n| n as f64);
        let mut arrays: Vec<Vec<f32>> = [query, key, value].map(flat).into();
        arrays.extend(bias.map(flat));
        Message {
            numbers: numbers.into_iter().chain([scale]).chain(rule.to_numbers()).collect(),
            texts: self.labels,
            arrays,
        }
    }

    /// From a message.
    pub fn read(message: Message) -> Option<LayerAnswer> {
        let mut reader = Reader::new(message);
        let (heads, tokens) = (reader.whole(MAX_HEADS)?, reader.whole(MOST_TOKENS)?);
        let (size, cut) = (reader.whole(MOST)?, reader.whole(MOST)?);
        let (causal, scale) = (reader.whole(1)? == 1, reader.number()?);
        let mut array = |shape| Array3::from_shape_vec(shape, reader.arrays.next()?).ok();
        let rows = (heads, tokens, size);
        let (query, key, value) = (array(rows)?, array(rows)?, array(rows)?);
        let bias = match reader.arrays.next() {
            Some(bias) => Some(Array3::from_shape_vec((heads, tokens, tokens), bias).ok()?),
            None => None,
        };
        let labels: Vec<String> = reader.texts.by_ref().collect();
        let rule = TermRule::from_numbers(&reader.numbers.by_ref().collect::<Vec<_>>())?;
        let inputs = LayerInputs { query, key, value, scale, bias, rule, causal };
        let fits = labels.len() == tokens && inputs.check().is_ok() && reader.is_at_end();
        fits.then_some(LayerAnswer { labels, cut, inputs })
    }
}

/// A message behind numbers and texts of its own.
fn behind(numbers: Vec<f64>, texts: Vec<String>, inner: Message) -> Message {
    Message {
        numbers: [numbers, inner.numbers].concat(),
        texts: [texts, inner.texts].concat(),
        arrays: inner.arrays,
    }
}

fn plain(numbers: Vec<f64>, texts: Vec<String>) -> Message {
    Message { numbers, texts, arrays: Vec::new() }
}

impl LendAsk {
    /// As a message.
    pub fn into_message(self) -> Message {
        match self {
            LendAsk::Open { assignments } => plain(vec![0.0], vec![assignments]),
            LendAsk::Vectors => plain(vec![1.0], Vec::new()),
            LendAsk::Layer { wanted, ids, most } => {
                let mut numbers = vec![2.0, most as f64, ids.len() as f64];
                numbers.extend(ids.into_iter().map(f64::from));
                behind(numbers, Vec::new(), wanted.into_message())
            }
        }
    }

    /// From a message.
    pub fn read(message: Message) -> Option<LendAsk> {
        let mut reader = Reader::new(message);
        let ask = match reader.whole(2)? {
            0 => LendAsk::Open { assignments: reader.texts.next()? },
            1 => LendAsk::Vectors,
            _ => {
                let (most, count) = (reader.whole(MOST)?, reader.whole(MOST)?);
                let id = |_| Some(reader.whole(u32::MAX as usize)? as u32);
                let ids = (0..count).map(id).collect::<Option<_>>()?;
                return Some(LendAsk::Layer { wanted: Wanted::read(reader.rest())?, ids, most });
            }
        };
        reader.is_at_end().then_some(ask)
    }
}

impl LendAnswer {
    /// As a message.
    pub fn into_message(self) -> Message {
        match self {
            LendAnswer::Busy => plain(vec![0.0], Vec::new()),
            LendAnswer::Taken => plain(vec![1.0], Vec::new()),
            LendAnswer::Failed(why) => plain(vec![2.0], vec![why]),
            LendAnswer::Not(NotLent::OfTheLab) => plain(vec![3.0], Vec::new()),
            LendAnswer::Not(NotLent::Waits { wanted }) => plain(vec![4.0], vec![wanted]),
            LendAnswer::Not(NotLent::CannotRun { why, waits }) => {
                plain(vec![5.0, f64::from(u8::from(waits))], vec![why])
            }
            LendAnswer::Layer { answer, lacks } => {
                behind(vec![6.0, lacks.len() as f64], lacks, answer.into_message())
            }
            LendAnswer::Lent(Lent { model, reads, most, lacks }) => {
                let (kind, count, labels) = match reads {
                    Reads::Words => (0, 0, Vec::new()),
                    Reads::Ids { rows } => (1, rows, Vec::new()),
                    Reads::Nothing { labels } => (2, labels.len(), labels),
                };
                let numbers = [7, most, lacks.len(), kind, count].map(|n| n as f64);
                behind(numbers.into(), [lacks, labels].concat(), model.into_message())
            }
        }
    }

    /// From a message.
    pub fn read(message: Message) -> Option<LendAnswer> {
        let mut reader = Reader::new(message);
        let answer = match reader.whole(7)? {
            0 => LendAnswer::Busy,
            1 => LendAnswer::Taken,
            2 => LendAnswer::Failed(reader.texts.next()?),
            3 => LendAnswer::Not(NotLent::OfTheLab),
            4 => LendAnswer::Not(NotLent::Waits { wanted: reader.texts.next()? }),
            5 => LendAnswer::Not(NotLent::CannotRun {
                waits: reader.whole(1)? == 1,
                why: reader.texts.next()?,
            }),
            6 => {
                let lacks = reader.whole(MOST)?;
                let lacks = reader.texts(lacks)?;
                return Some(LendAnswer::Layer {
                    answer: LayerAnswer::read(reader.rest())?,
                    lacks,
                });
            }
            _ => {
                let (most, lacks) = (reader.whole(MOST)?, reader.whole(MOST)?);
                let (kind, count) = (reader.whole(2)?, reader.whole(u32::MAX as usize)?);
                let lacks = reader.texts(lacks)?;
                let reads = match kind {
                    0 => Reads::Words,
                    1 => Reads::Ids { rows: count },
                    _ => Reads::Nothing { labels: reader.texts(count)? },
                };
                let model = OpenedModel::read(reader.rest())?;
                return Some(LendAnswer::Lent(Lent { model, reads, most, lacks }));
            }
        };
        reader.is_at_end().then_some(answer)
    }
}
