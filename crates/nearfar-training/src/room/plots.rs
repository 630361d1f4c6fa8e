//! The curves of the room's plots: how reports add to them, and what each plot shows of them.

use nearfar::ModelMethod;

use crate::protocol::{HeldOut, Point, Report, Worth, finding};

/// The fewest steps of an axis.
const FEWEST_STEPS: u64 = 20;

/// What is drawn of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curves {
    /// Training.
    pub points: Vec<Point>,
    /// Held out.
    pub held_out: Vec<HeldOut>,
}

impl Curves {
    /// Takes the points out of a report: they stand in the place of all from where it says.
    pub fn take(&mut self, report: &mut Report) {
        self.points.truncate(report.from);
        self.points.append(&mut report.points);
        self.held_out.truncate(report.held_out_from);
        self.held_out.append(&mut report.held_out);
    }
}

/// Which plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plot {
    /// In nats, of training and held out.
    Loss,
    /// The share answered right, of training and held out.
    Accuracy,
    /// w of every head.
    W,
    /// v of every head.
    V,
}

/// The last numbers of a plot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Last<'a> {
    /// There are none.
    Nothing,
    /// Of training, and held out once that was asked.
    Both(f32, Option<f32>),
    /// Of every head.
    Heads(&'a [f32]),
}

/// A line of a plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Step and value, with rising steps; a value that is not finite leaves a gap.
    pub points: Vec<(f64, f64)>,
    /// The head that it is of, from 0; of loss and accuracy none.
    pub head: Option<usize>,
    /// Whether it is of the training examples, beside that of the held-out ones.
    pub is_training: bool,
    /// Its width in CSS pixels.
    pub width: f64,
    /// How opaque it is, from 0 to 1.
    pub opacity: f64,
}

impl Plot {
    /// The lines of a run by a method; `shown` is the head that the room shows, from 0, or the last where there are fewer.
    pub fn lines(
        self,
        curves: &Curves,
        method: ModelMethod,
        worth: &[Worth],
        shown: usize,
    ) -> Vec<Line> {
        let Curves { points, held_out } = curves;
        if !self.is_of_heads() {
            let training = points.iter().map(|p| (p.step as f64, self.of_training(p).into()));
            let held_out = held_out.iter().map(|h| (h.step as f64, self.of_held_out(h).into()));
            let line = |points, is_training, width, opacity| Line {
                points,
                head: None,
                is_training,
                width,
                opacity,
            };
            return vec![
                line(training.collect(), true, 1.5, 0.85),
                line(held_out.collect(), false, 2.5, 1.0),
            ];
        }
        let heads = if self.is_of(method) { points.first().map_or(0, |p| p.w.len()) } else { 0 };
        let line = |head: usize| {
            let value = |p: &Point| Some((p.step as f64, (*self.of_heads(p).get(head)?).into()));
            Line {
                points: points.iter().filter_map(value).collect(),
                head: Some(head),
                is_training: false,
                width: if head == shown.min(heads - 1) { 3.0 } else { 1.5 },
                opacity: if is_faint(worth, head) { 0.4 } else { 1.0 },
            }
        };
        (0..heads).map(line).collect()
    }

    /// Whether it has a line for every head.
    pub fn is_of_heads(self) -> bool {
        matches!(self, Plot::W | Plot::V)
    }

    /// Whether runs of a method have what it shows. A method without distance has w, and a mapping without v
    /// has v, but they do nothing and stay.
    pub fn is_of(self, method: ModelMethod) -> bool {
        match self {
            Plot::Loss | Plot::Accuracy => true,
            Plot::W => method.knows_distance(),
            Plot::V => method.has_v(),
        }
    }

    /// Its numbers at a point, by head; of the others none.
    pub fn of_heads(self, point: &Point) -> &[f32] {
        match self {
            Plot::Loss | Plot::Accuracy => &[],
            Plot::W => &point.w,
            Plot::V => &point.v,
        }
    }

    /// Its number of training at a point.
    pub fn of_training(self, point: &Point) -> f32 {
        if self == Plot::Loss { point.loss } else { point.right }
    }

    /// Its number of the held-out examples.
    pub fn of_held_out(self, held_out: &HeldOut) -> f32 {
        if self == Plot::Loss { held_out.loss } else { held_out.right }
    }

    /// Its last numbers.
    pub fn last(self, curves: &Curves) -> Last<'_> {
        let Some(last) = curves.points.last() else { return Last::Nothing };
        if self.is_of_heads() {
            return Last::Heads(self.of_heads(last));
        }
        let held_out = curves.held_out.last().map(|held_out| self.of_held_out(held_out));
        Last::Both(self.of_training(last), held_out)
    }

    /// The lowest and the highest value of its axis, for all runs.
    pub fn range(self, runs: &[&Curves]) -> (f64, f64) {
        let mut range: (f64, f64) = match self {
            Plot::Accuracy => return (0.0, 1.02),
            Plot::Loss => (0.0, 0.8),
            Plot::W => (-0.5, 0.5),
            Plot::V => (-1.0, 1.0),
        };
        let mut see = |value: f32| {
            if value.is_finite() {
                range = (range.0.min(value.into()), range.1.max(value.into()));
            }
        };
        for Curves { points, held_out } in runs {
            if self == Plot::Loss {
                points.iter().for_each(|point| see(point.loss));
                held_out.iter().for_each(|held_out| see(held_out.loss));
            }
            points.iter().flat_map(|point| self.of_heads(point)).for_each(|&value| see(value));
        }
        let room = 0.04 * (range.1 - range.0);
        (range.0 - room, range.1 + room)
    }
}

/// The last step of the axis of runs that took `steps`.
pub fn last_step(steps: impl Iterator<Item = u64>) -> u64 {
    steps.fold(FEWEST_STEPS, u64::max)
}

/// Whether the line of a head is faint: its preference is not surely worth something. Before the held-out texts
/// were asked none is.
pub fn is_faint(worth: &[Worth], head: usize) -> bool {
    !worth.is_empty() && !worth.get(head).is_some_and(Worth::is_sure)
}

/// Whether w below 0 is near and above 0 far in every run that has w.
pub fn says_near(mut methods: impl Iterator<Item = ModelMethod>) -> bool {
    methods.all(|method| !method.knows_distance() || finding::sign_is_preference(method))
}

/// The largest of the numbers that bars show, without its sign; never 0.
pub fn largest_of(values: &[f32]) -> f32 {
    values.iter().fold(1e-9_f32, |most, value| most.max(value.abs()))
}

/// The length of the bar of a head's w or v, from -1 to 1: the pull is against the gradient. 0 where there is none.
pub fn pull_of(gradients: &[f32], head: usize) -> f32 {
    bar_of(-gradients.get(head).copied().unwrap_or(0.0), largest_of(gradients))
}

/// The length of a number's bar, from -1 to 1; 0 where that is no number.
pub fn bar_of(value: f32, largest: f32) -> f32 {
    let share = value / largest;
    if share.is_finite() { share.clamp(-1.0, 1.0) } else { 0.0 }
}
