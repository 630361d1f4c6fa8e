//! The figures of a tensor, piece by piece: a tensor of any size can be left between two pieces.

use std::sync::Arc;

use crate::error::InspectError;
use crate::protocol::Answer;
use crate::statistics::{self, Histogram, Statistics};
use crate::tensor::{Numbers, Storage, Tensor};

/// Numbers of a piece: some milliseconds.
const PIECE: u64 = 1 << 20;

/// What is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The figures of the tensor at this place.
    Statistics(usize),
    /// How its numbers are spread.
    Histogram(usize),
}

/// What came of a piece.
pub enum Step {
    /// There is more; the share that is done, from 0 to 1.
    More(f64),
    /// The answer.
    Done(Answer),
}

/// Figures on their way.
pub struct Figures {
    wanted: Wanted,
    at: u64,
    so_far: Statistics,
    bars: Option<Histogram>,
}

impl Figures {
    /// Nothing read yet.
    pub fn new(wanted: Wanted) -> Figures {
        Figures { wanted, at: 0, so_far: Statistics::default(), bars: None }
    }

    /// What was asked for.
    pub fn wanted(&self) -> Wanted {
        self.wanted
    }

    /// The tensor's place.
    pub fn place(&self) -> usize {
        match self.wanted {
            Wanted::Statistics(place) | Wanted::Histogram(place) => place,
        }
    }

    /// Reads a piece. What is found is kept in `found`.
    pub fn step(&mut self, tensors: &[Tensor], found: &mut [Option<Statistics>]) -> Step {
        let place = self.place();
        let (Some(tensor), Some(slot)) = (tensors.get(place), found.get_mut(place)) else {
            return Step::Done(Answer::Idle);
        };
        let outcome = match (&*slot, self.wanted) {
            (Some(known), Wanted::Statistics(_)) => Ok(Some(known.clone())),
            (Some(known), Wanted::Histogram(_)) => {
                let known = known.clone();
                return self.spread(place, tensor, &known);
            }
            (None, _) => self.read(tensor),
        };
        match (outcome, self.wanted) {
            (Err(error), Wanted::Statistics(_)) => {
                Step::Done(Answer::Statistics { tensor: place, statistics: Err(error.to_string()) })
            }
            (Err(error), Wanted::Histogram(_)) => Step::Done(Answer::Failed(error.into())),
            (Ok(None), _) => Step::More(self.at as f64 / tensor.len().max(1) as f64),
            (Ok(Some(statistics)), wanted) => {
                *slot = Some(statistics.clone());
                match wanted {
                    Wanted::Statistics(_) => {
                        Step::Done(Answer::Statistics { tensor: place, statistics: Ok(statistics) })
                    }
                    Wanted::Histogram(_) => {
                        self.at = 0;
                        Step::More(0.5)
                    }
                }
            }
        }
    }

    /// The next piece of the figures; the whole where it was the last.
    fn read(&mut self, tensor: &Tensor) -> Result<Option<Statistics>, InspectError> {
        if let Some(piece) = piece(tensor, self.at) {
            let own = statistics::statistics(&piece, &mut |_| true)?;
            merge(&mut self.so_far, &own.unwrap_or_default());
            self.at += piece.len();
        }
        Ok((self.at >= tensor.len()).then(|| std::mem::take(&mut self.so_far)))
    }

    /// The next piece of the bars.
    fn spread(&mut self, place: usize, tensor: &Tensor, statistics: &Statistics) -> Step {
        let done = |histogram| Step::Done(Answer::Histogram { tensor: place, histogram });
        if let Some(piece) = piece(tensor, self.at) {
            match statistics::histogram(&piece, statistics, &mut |_| true) {
                Err(error) => return Step::Done(Answer::Failed(error.into())),
                Ok(None) => return done(None),
                Ok(Some(own)) => match &mut self.bars {
                    None => self.bars = Some(own),
                    Some(bars) => {
                        for (sum, count) in bars.counts.iter_mut().zip(own.counts) {
                            *sum += count;
                        }
                    }
                },
            }
            self.at += piece.len();
        }
        if self.at < tensor.len() {
            return Step::More(self.at as f64 / tensor.len() as f64);
        }
        done(self.bars.take())
    }
}

/// A piece of a tensor, as a tensor of one axis; `None` behind its end.
fn piece(tensor: &Tensor, at: u64) -> Option<Tensor> {
    let length = tensor.len().saturating_sub(at).min(PIECE);
    (length > 0).then(|| Tensor {
        shape: vec![length],
        storage: Storage::Numbers(Arc::new(Range { tensor: tensor.clone(), at })),
        ..tensor.clone()
    })
}

/// The numbers of a tensor from one on.
struct Range {
    tensor: Tensor,
    at: u64,
}

impl Numbers for Range {
    fn read(&self, start: u64, out: &mut [f64]) -> Result<(), InspectError> {
        self.tensor.read(self.at + start, out)
    }
}

/// The figures of two parts together (Chan, Golub and LeVeque 1983).
fn merge(all: &mut Statistics, part: &Statistics) {
    let finite = |of: &Statistics| (of.count - of.non_finite()) as f64;
    let (a, b) = (finite(all), finite(part));
    let least = |x: Option<f64>, y: Option<f64>| x.into_iter().chain(y).reduce(f64::min);
    let greatest = |x: Option<f64>, y: Option<f64>| x.into_iter().chain(y).reduce(f64::max);
    (all.min, all.max) = (least(all.min, part.min), greatest(all.max, part.max));
    if b > 0.0 {
        let (mean, deviation) = (all.mean.unwrap_or(0.0), all.deviation.unwrap_or(0.0));
        let (own, own_deviation) = (part.mean.unwrap_or(0.0), part.deviation.unwrap_or(0.0));
        let apart = own - mean;
        let squares = deviation * deviation * a
            + own_deviation * own_deviation * b
            + apart * apart * a * b / (a + b);
        all.mean = Some(mean + apart * b / (a + b));
        all.deviation = Some((squares / (a + b)).sqrt());
    }
    all.count += part.count;
    // What is beyond all numbers would be lost on its way as text.
    all.sum = (all.sum + part.sum).clamp(f64::MIN, f64::MAX);
    all.zeros += part.zeros;
    all.nan += part.nan;
    all.infinite += part.infinite;
}
