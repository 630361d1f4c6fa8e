//! What the page and its workers exchange: a list of numbers, and arrays of `f32` beside it. Both ends
//! are of one build; what is no message all the same is read as `None`.

use nearfar_kit::Message;

use crate::attention::{Adjustment, Arithmetic, HeadParameters, Normalisation};
use crate::lab::{LabFigures, Panel};
use crate::method::Method;
use crate::metrics::{HeadFigures, RowFigures};
use crate::picture::Section;
use crate::settings::MappingKind;

/// The version of all that stands here; page and worker must have the same.
pub const PROTOCOL: &str = "nearfar-explore/3";

/// How a panel attends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Side {
    /// Its method.
    pub method: Method,
    /// w and v of the head.
    pub parameters: HeadParameters,
}

/// What is to be drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Answers carry it.
    pub id: u32,
    /// Which worker this is, from 0: it computes rows `share`, `share + of`, ... of the raster.
    pub share: usize,
    /// How many workers there are.
    pub of: usize,
    /// A and B.
    pub sides: [Side; 2],
    /// Whether a token sees only itself and the tokens before it.
    pub causal: bool,
    /// What of the matrices, and how finely.
    pub part: Section,
    /// Whether more than the draft is wanted: every row, and the head's figures.
    pub refine: bool,
}

/// From the page to a worker.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// The embeddings of a panel `[N, D]`; none where it shows nothing.
    Input {
        /// Whose.
        panel: Panel,
        /// D.
        width: usize,
        /// Whether positions are to be added.
        positions: bool,
        /// Row-major.
        values: Vec<f32>,
    },
    /// The projections of the head.
    Head {
        /// Whose.
        panel: Panel,
        /// W_Q, `[D, d]`.
        query: Vec<f32>,
        /// W_K, `[D, d]`.
        key: Vec<f32>,
    },
    /// Drop the view before, and draw this.
    View(View),
    /// One cell of the view of now.
    Cell {
        /// Query.
        i: usize,
        /// Key.
        j: usize,
    },
}

/// From a worker to the page.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Rows `first`, `first + step`, ... of the rasters.
    Rows {
        /// Of which view.
        id: u32,
        /// See above.
        first: usize,
        /// See above.
        step: usize,
        /// Whether one row of each block was computed, or all of them.
        is_draft: bool,
        /// A, B, and A - B; empty where a panel shows nothing.
        rasters: [Vec<f32>; 3],
    },
    /// One cell.
    Cell(Box<CellNumbers>),
    /// Sums over the rows that are computed so far.
    Figures {
        /// Of which view.
        id: u32,
        /// Which worker.
        share: usize,
        /// The sums.
        sums: Sums,
        /// The memory of the worker, in bytes.
        memory: f64,
    },
    /// A score is too large to be re-scaled.
    TooLarge {
        /// Of which view.
        id: u32,
    },
}

/// A cell with its arithmetic in A and B, and the figures of its row in A.
#[derive(Clone, Debug, PartialEq)]
pub struct CellNumbers {
    /// Of which view.
    pub id: u32,
    /// Query.
    pub i: usize,
    /// Key.
    pub j: usize,
    /// A and B; `None` where a panel shows nothing.
    pub sides: [Option<Arithmetic>; 2],
    /// The figures of the row in A.
    pub row: Option<RowFigures>,
    /// The divergence of the rows in A and B.
    pub divergence: Option<f64>,
}

/// Sums over rows, of which the means are the figures of a head.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sums([f64; Sums::COUNT]);

impl Sums {
    const COUNT: usize = 10;
    const ROWS: usize = 0;
    const DISTRIBUTIONS: usize = 1;
    const COMPARED: usize = 6;
    const ALLOWED: usize = 8;

    /// Adds one row: its figures, its divergence from B, and how many of its allowed scores ReLU
    /// sets to 0.
    pub fn add(
        &mut self,
        row: Option<RowFigures>,
        divergence: Option<f64>,
        zeroed: usize,
        allowed: usize,
    ) {
        let [done, count, entropy, effective, distance, near, compared, sum, all, zero] =
            &mut self.0;
        *done += 1.0;
        if let Some(row) = row {
            *count += 1.0;
            *entropy += row.entropy;
            *effective += row.effective_tokens();
            *distance += row.mean_distance;
            *near += row.near_share;
        }
        if let Some(divergence) = divergence {
            *compared += 1.0;
            *sum += divergence;
        }
        *all += allowed as f64;
        *zero += zeroed as f64;
    }

    /// The sums over the rows of two workers.
    pub fn merged(self, other: Sums) -> Sums {
        Sums(std::array::from_fn(|k| self.0[k] + other.0[k]))
    }

    /// How many rows there are in it.
    pub fn rows(self) -> usize {
        self.0[Self::ROWS] as usize
    }

    /// The figures of a head with a method, over the rows so far.
    pub fn figures(self, method: Method) -> LabFigures {
        let mean =
            |of: usize, count: usize| (self.0[count] > 0.0).then(|| self.0[of] / self.0[count]);
        let head = |k| mean(Self::DISTRIBUTIONS + k, Self::DISTRIBUTIONS);
        let figures = || {
            Some(HeadFigures {
                entropy: head(1)?,
                effective_tokens: head(2)?,
                mean_distance: head(3)?,
                near_share: head(4)?,
            })
        };
        let clips = method.steps().contains(&crate::attention::Step::Clipped);
        LabFigures {
            head: figures(),
            zeroed: mean(Self::ALLOWED + 1, Self::ALLOWED).filter(|_| clips),
            divergence: mean(Self::COMPARED + 1, Self::COMPARED),
        }
    }
}

/// Reads numbers one after the other.
struct Reader<'a>(std::slice::Iter<'a, f64>);

impl Reader<'_> {
    fn number(&mut self) -> Option<f64> {
        self.0.next().copied()
    }

    fn whole(&mut self) -> Option<usize> {
        self.number().map(|number| number as usize)
    }

    fn flag(&mut self) -> Option<bool> {
        self.number().map(|number| number != 0.0)
    }

    fn some(&mut self) -> Option<Option<f64>> {
        self.number().map(|number| (!number.is_nan()).then_some(number))
    }

    fn pair(&mut self) -> Option<[usize; 2]> {
        Some([self.whole()?, self.whole()?])
    }

    fn panel(&mut self) -> Option<Panel> {
        Some(if self.flag()? { Panel::B } else { Panel::A })
    }

    fn side(&mut self) -> Option<Side> {
        let (w, v) = (self.number()?, self.number()?);
        let (kind, mapping) = (self.whole()?, self.whole()?);
        let numbers = [self.number()?, self.number()?];
        let mapping = (MappingKind::at(mapping)?.row().with)(numbers);
        let method = match kind.checked_sub(2) {
            None => Method::Vanilla { positions: kind == 1 },
            Some(place) => {
                Method::DistanceAware { mapping, adjustment: *Adjustment::ALL.get(place)? }
            }
        };
        Some(Side { method, parameters: HeadParameters { w, v } })
    }

    fn arithmetic(&mut self) -> Option<Arithmetic> {
        Some(Arithmetic {
            query: self.whole()?,
            key: self.whole()?,
            distance: self.whole()?,
            dimensions: self.whole()?,
            keys: self.whole()?,
            // Rows of a long sentence compete.
            normalisation: Normalisation::Softmax,
            w: self.number()?,
            v: self.number()?,
            weighted_distance: self.number()?,
            coefficient: self.number()?,
            dot_product: self.number()?,
            // A long sentence is one of words and projections.
            scale: None,
            bias: 0.0,
            score: self.number()?,
            clipped: self.number()?,
            logit: self.number()?,
            log_sum: self.number()?,
            normalised: self.number()?,
            weight: self.number()?,
            allowed: self.flag()?,
        })
    }
}

fn write_side(numbers: &mut Vec<f64>, side: Side) {
    let HeadParameters { w, v } = side.parameters;
    let (kind, mapping, [first, second]) = match side.method {
        Method::Vanilla { positions } => (usize::from(positions), 0, [0.0; 2]),
        Method::DistanceAware { mapping, adjustment } => {
            let place = Adjustment::ALL.iter().position(|known| *known == adjustment);
            let mapping = (MappingKind::of(mapping).place(), mapping.numbers());
            (2 + place.unwrap_or_default(), mapping.0, mapping.1)
        }
    };
    numbers.extend([w, v, kind as f64, mapping as f64, first, second]);
}

fn write_arithmetic(numbers: &mut Vec<f64>, cell: &Arithmetic) {
    let wholes = [cell.query, cell.key, cell.distance, cell.dimensions, cell.keys];
    numbers.extend(wholes.map(|n| n as f64));
    numbers.extend([
        cell.w,
        cell.v,
        cell.weighted_distance,
        cell.coefficient,
        cell.dot_product,
        cell.score,
        cell.clipped,
        cell.logit,
        cell.log_sum,
        cell.normalised,
        cell.weight,
        f64::from(u8::from(cell.allowed)),
    ]);
}

fn or_nan(number: Option<f64>) -> f64 {
    number.unwrap_or(f64::NAN)
}

impl Request {
    /// As it travels.
    pub fn into_message(self) -> Message {
        match self {
            Request::Input { panel, width, positions, values } => {
                let numbers =
                    [0, panel as usize, width, usize::from(positions)].map(|n| n as f64).to_vec();
                Message { numbers, arrays: vec![values], ..Message::default() }
            }
            Request::Head { panel, query, key } => Message {
                numbers: vec![1.0, panel as usize as f64],
                arrays: vec![query, key],
                ..Message::default()
            },
            Request::View(view) => {
                let View { id, share, of, sides, causal, part, refine } = view;
                let flags = [usize::from(causal), usize::from(refine)];
                let mut numbers = vec![2.0, f64::from(id)];
                let counts = [[share, of], flags, part.first, part.cells, part.raster];
                numbers.extend(counts.as_flattened().iter().map(|&n| n as f64));
                sides.into_iter().for_each(|side| write_side(&mut numbers, side));
                Message { numbers, ..Message::default() }
            }
            Request::Cell { i, j } => {
                Message { numbers: vec![3.0, i as f64, j as f64], ..Message::default() }
            }
        }
    }

    /// What a message asks for.
    pub fn read(message: Message) -> Option<Request> {
        let Message { numbers, mut arrays, .. } = message;
        let mut reader = Reader(numbers.iter());
        Some(match reader.whole()? {
            0 => Request::Input {
                panel: reader.panel()?,
                width: reader.whole()?,
                positions: reader.flag()?,
                values: arrays.pop()?,
            },
            1 => {
                let (key, query) = (arrays.pop()?, arrays.pop()?);
                Request::Head { panel: reader.panel()?, query, key }
            }
            2 => {
                let id = reader.number()? as u32;
                let ([share, of], [causal, refine]) = (reader.pair()?, reader.pair()?);
                let (first, cells, raster) = (reader.pair()?, reader.pair()?, reader.pair()?);
                Request::View(View {
                    id,
                    share,
                    of,
                    sides: [reader.side()?, reader.side()?],
                    causal: causal != 0,
                    part: Section { first, cells, raster },
                    refine: refine != 0,
                })
            }
            3 => Request::Cell { i: reader.whole()?, j: reader.whole()? },
            _ => return None,
        })
    }
}

impl Answer {
    /// As it travels.
    pub fn into_message(self) -> Message {
        match self {
            Answer::Rows { id, first, step, is_draft, rasters } => {
                let draft = f64::from(u8::from(is_draft));
                let numbers = vec![1.0, f64::from(id), first as f64, step as f64, draft];
                Message { numbers, arrays: rasters.into(), ..Message::default() }
            }
            Answer::Cell(cell) => {
                let CellNumbers { id, i, j, sides, row, divergence } = *cell;
                let mut numbers = vec![2.0, f64::from(id), i as f64, j as f64];
                let of_row = [
                    row.map(|row| row.entropy),
                    row.map(|row| row.mean_distance),
                    row.map(|row| row.near_share),
                    divergence,
                ];
                numbers.extend(of_row.map(or_nan));
                for side in sides {
                    numbers.push(f64::from(u8::from(side.is_some())));
                    if let Some(side) = side {
                        write_arithmetic(&mut numbers, &side);
                    }
                }
                Message { numbers, ..Message::default() }
            }
            Answer::Figures { id, share, sums, memory } => {
                let mut numbers = vec![3.0, f64::from(id), share as f64, memory];
                numbers.extend(sums.0);
                Message { numbers, ..Message::default() }
            }
            Answer::TooLarge { id } => {
                Message { numbers: vec![4.0, f64::from(id)], ..Message::default() }
            }
        }
    }

    /// What a message answers.
    pub fn read(message: Message) -> Option<Answer> {
        let Message { numbers, arrays, .. } = message;
        let mut reader = Reader(numbers.iter());
        let kind = reader.whole()?;
        let id = reader.number()? as u32;
        Some(match kind {
            1 => Answer::Rows {
                id,
                first: reader.whole()?,
                step: reader.whole()?,
                is_draft: reader.flag()?,
                rasters: arrays.try_into().ok()?,
            },
            2 => {
                let (i, j) = (reader.whole()?, reader.whole()?);
                let (entropy, mean_distance) = (reader.some()?, reader.some()?);
                let (near_share, divergence) = (reader.some()?, reader.some()?);
                let row = || {
                    Some(RowFigures {
                        entropy: entropy?,
                        mean_distance: mean_distance?,
                        near_share: near_share?,
                    })
                };
                let row = row();
                let mut sides = [None, None];
                for side in &mut sides {
                    if reader.flag()? {
                        *side = Some(reader.arithmetic()?);
                    }
                }
                Answer::Cell(Box::new(CellNumbers { id, i, j, sides, row, divergence }))
            }
            3 => {
                let (share, memory) = (reader.whole()?, reader.number()?);
                let mut sums = Sums::default();
                for sum in &mut sums.0 {
                    *sum = reader.number()?;
                }
                Answer::Figures { id, share, sums, memory }
            }
            4 => Answer::TooLarge { id },
            _ => return None,
        })
    }
}
