//! Files behind a page: requests in, answers out. Figures are found in slices, as long as the caller
//! has time. Pure: the messages and the clock are the shell's.

mod cached;
mod export;
mod figures;
mod forward;
mod laws;
mod layers;
mod lend;

use std::collections::VecDeque;
use std::sync::Arc;

use nearfar::text::WordVectors;

use crate::bundle::{self, Bundle};
use crate::checkpoint::{Checkpoint, Named};
use crate::error::{BundleError, InspectError};
use crate::gather;
use crate::maps::Maps;
use crate::protocol::{Answer, Ask, Failure, MapsLine, Opened, TensorLine};
use crate::recognise::{Config, fingerprint, recognise_with};
use crate::report::{Assignment, Report};
use crate::source::Source;
use crate::statistics::{self, SliceOf, Statistics};
use crate::tensor::{Storage, Tensor};
pub use cached::Cached;
use figures::{Figures, Step, Wanted};
use forward::Loaded;

/// An answer and the bytes beside it.
pub type Reply = (Answer, Vec<Vec<u8>>);

/// Takes an answer with the bytes beside it, while a request is worked on.
pub type Send<'a> = &'a mut dyn FnMut(Answer, Vec<Vec<u8>>);

/// The shell's clock, in milliseconds from any start.
pub type Clock<'a> = &'a dyn Fn() -> f64;

/// What the worker holds.
#[derive(Default)]
pub struct Session {
    open: Option<Open>,
    /// The page's table of words, as far as it was handed over.
    vectors: WordVectors,
}

/// What is open.
struct Open {
    source: Arc<dyn Source>,
    checkpoint: Checkpoint,
    config: Option<Config>,
    report: Report,
    /// Attention weights, where it holds such.
    maps: Option<Maps>,
    /// What the model's file is called.
    name: String,
    /// The model, once a sentence was run.
    loaded: Option<Loaded>,
    /// Its laws of distance, once they were asked for.
    studied: Option<laws::Studied>,
    /// The figures that were found, one place for each tensor.
    found: Vec<Option<Statistics>>,
    /// What is to be found, each with the request that its answer belongs to.
    wanted: VecDeque<(u32, Wanted)>,
    /// What is being found.
    now: Option<(u32, Figures)>,
}

impl Session {
    /// Nothing is open.
    pub fn new() -> Session {
        Session::default()
    }

    /// Answers a request. Figures are only noted down here, for [`Session::advance`].
    pub fn answer(&mut self, id: u32, ask: Ask, files: Vec<Named>, clock: Clock, send: Send) {
        if let Err(failure) = self.try_answer(id, ask, files, clock, send) {
            send(Answer::Failed(failure), Vec::new());
        }
    }

    fn try_answer(
        &mut self,
        id: u32,
        ask: Ask,
        files: Vec<Named>,
        clock: Clock,
        send: Send,
    ) -> Result<(), Failure> {
        match ask {
            Ask::Open { assignments } => {
                let names: Vec<String> = files.iter().map(|file| file.name.clone()).collect();
                match bundle::open_together(files) {
                    Ok(bundle) => {
                        let (open, opened) = opened(bundle, &assignments);
                        self.open = Some(open);
                        send(Answer::Opened(Box::new(opened)), Vec::new());
                    }
                    Err(error) => match gather::awaited(&names, &error) {
                        Some(wanted) => send(Answer::Waits { files: names, wanted }, Vec::new()),
                        None => return Err(error.into()),
                    },
                }
            }
            Ask::Statistics { tensors } => {
                let open = self.open()?;
                open.wanted.retain(|(_, wanted)| matches!(wanted, Wanted::Histogram(_)));
                let tensors = tensors.into_iter().filter(|&place| place < open.found.len());
                let before = open.wanted.len();
                open.wanted.extend(tensors.map(|place| (id, Wanted::Statistics(place))));
                if open.wanted.len() == before {
                    send(Answer::Idle, Vec::new());
                }
            }
            Ask::Histogram { tensor } => {
                let open = self.open()?;
                open.tensor(tensor)?;
                // Only the last one asked for is looked at.
                open.wanted.retain(|(_, wanted)| matches!(wanted, Wanted::Statistics(_)));
                open.wanted.push_front((id, Wanted::Histogram(tensor)));
                // What was begun waits, from its start: it is short, or was to be seen next.
                if let Some((id, figures)) = open.now.take() {
                    open.wanted.insert(1, (id, figures.wanted()));
                }
            }
            Ask::Slice { tensor, of } => reply(self.open()?.slice(tensor, of)?, send),
            Ask::Assign { fingerprint, assignment } => {
                let open = self.open()?;
                if open.report.fingerprint == fingerprint {
                    let config = open.config.as_ref();
                    open.report = recognise_with(&open.checkpoint, config, &assignment);
                    open.loaded = None;
                    open.studied = None;
                }
                reply((Answer::Recognised(Box::new(open.report.clone())), Vec::new()), send);
            }
            Ask::Heads => {
                let heads = forward::heads(self.open()?)?;
                send(Answer::Heads(heads), Vec::new());
            }
            Ask::Warnings => {
                let found = forward::warnings(self.open()?, send)?;
                reply(found, send);
            }
            Ask::Vectors => {
                forward::vectors(&mut self.vectors, &files)?;
                send(Answer::Idle, Vec::new());
            }
            Ask::Run { sentence, causal } => {
                let Some(open) = &mut self.open else { return Err(nothing_open()) };
                let ran = forward::run(open, &self.vectors, &sentence, causal, clock, send)?;
                reply(ran, send);
            }
            Ask::Laws(ask) => {
                let Some(open) = &mut self.open else { return Err(nothing_open()) };
                reply(laws::laws(open, &self.vectors, ask, send)?, send);
            }
            Ask::Rescale(rescale) => reply(forward::rescale(self.open()?, &rescale, clock)?, send),
            Ask::Map { layer, head, which } => {
                reply(forward::map(self.open()?, layer, head, which)?, send);
            }
            Ask::Export(what) => {
                let open = self.open()?;
                export::export(&open.name, &open.checkpoint, &mut open.found, what, send)?;
            }
        }
        Ok(())
    }

    fn open(&mut self) -> Result<&mut Open, Failure> {
        self.open.as_mut().ok_or_else(nothing_open)
    }

    /// Whether [`Session::advance`] has something to do.
    pub fn has_work(&self) -> bool {
        self.open.as_ref().is_some_and(|open| open.now.is_some() || !open.wanted.is_empty())
    }

    /// Finds figures while `goes_on` says so; it is asked between pieces of some milliseconds.
    /// `send` takes each answer with the number of its request.
    pub fn advance(
        &mut self,
        goes_on: &mut dyn FnMut() -> bool,
        send: &mut dyn FnMut(u32, Answer),
    ) {
        let Some(open) = &mut self.open else { return };
        while goes_on() {
            let Some((id, mut figures)) = open.next() else { return };
            match figures.step(&open.checkpoint.tensors, &mut open.found) {
                Step::More(share) => {
                    if let Some(name) = open.checkpoint.tensors.get(figures.place()) {
                        let what = format!("reading {}", name.name);
                        send(id, Answer::Progress { what, share });
                    }
                    open.now = Some((id, figures));
                }
                Step::Done(answer) => {
                    send(id, answer);
                    if open.wanted.is_empty() {
                        send(id, Answer::Idle);
                    }
                }
            }
        }
    }
}

fn nothing_open() -> Failure {
    Failure::new("No file is open; open one first.")
}

fn reply((answer, bytes): Reply, send: Send) {
    send(answer, bytes);
}

impl Open {
    fn tensor(&self, place: usize) -> Result<&Tensor, Failure> {
        let tensor = self.checkpoint.tensors.get(place);
        tensor.ok_or_else(|| Failure::new(format!("There is no tensor {place} in this file.")))
    }

    /// What was begun, or the next that is wanted.
    fn next(&mut self) -> Option<(u32, Figures)> {
        if let Some(now) = self.now.take() {
            return Some(now);
        }
        let (id, wanted) = self.wanted.pop_front()?;
        Some((id, Figures::new(wanted)))
    }

    fn slice(&self, place: usize, of: SliceOf) -> Result<Reply, Failure> {
        let slice = statistics::slice(self.tensor(place)?, &of).map_err(Failure::new)?;
        let bytes = slice.values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let (rows, columns, steps) = (slice.rows, slice.columns, slice.steps);
        Ok((Answer::Slice { tensor: place, of, rows, columns, steps }, vec![bytes]))
    }
}

fn opened(bundle: Bundle, assignments: &[(String, Assignment)]) -> (Open, Opened) {
    let Bundle { model, size, checkpoint, config, notes, passed_over, beside } = bundle;
    let known = fingerprint(&checkpoint);
    let assignment = assignments.iter().find(|(of, _)| *of == known);
    let assignment = assignment.map(|(_, assignment)| assignment.clone()).unwrap_or_default();
    let report = recognise_with(&checkpoint, config.as_ref(), &assignment);
    let maps = Maps::find(&checkpoint);
    let line_of = |maps: &Maps| MapsLine {
        heads: maps.heads(),
        labels: maps.labels.clone(),
        causal: maps.causal,
    };
    let opened = Opened {
        maps: maps.as_ref().map(|maps| match maps {
            Ok(maps) => Ok(line_of(maps)),
            Err(error) => Err(error.to_string()),
        }),
        name: model.name.clone(),
        size,
        format: checkpoint.format,
        tensors: checkpoint.tensors.iter().map(line).collect(),
        metadata: checkpoint.metadata.clone(),
        notes: checkpoint.notes.iter().cloned().chain(notes).collect(),
        passed_over,
        wanted: checkpoint.wanted.clone(),
        beside,
        report: Box::new(report.clone()),
    };
    let found = vec![None; checkpoint.tensors.len()];
    let open = Open {
        source: model.source,
        name: model.name,
        checkpoint,
        config,
        report,
        maps: maps.and_then(Result::ok),
        loaded: None,
        studied: None,
        found,
        wanted: VecDeque::new(),
        now: None,
    };
    (open, opened)
}

fn line(tensor: &Tensor) -> TensorLine {
    let problem = match &tensor.storage {
        Storage::Nowhere(error) => Some(error.to_string()),
        Storage::Region { .. } if tensor.dtype.bytes().is_none() => {
            Some(format!("numbers of type {} are not read", tensor.type_name))
        }
        _ => None,
    };
    TensorLine {
        name: tensor.name.clone(),
        type_name: tensor.type_name.clone(),
        shape: tensor.shape.clone(),
        bytes: tensor.bytes,
        shared: tensor.shared,
        problem,
    }
}

impl From<BundleError> for Failure {
    fn from(error: BundleError) -> Failure {
        match error.file.is_empty() {
            true => Failure::new("No file was given."),
            false => Failure { file: Some(error.file.clone()), ..Failure::new(error) },
        }
    }
}

impl From<InspectError> for Failure {
    fn from(error: InspectError) -> Failure {
        Failure::new(error)
    }
}

#[cfg(test)]
mod tests;
