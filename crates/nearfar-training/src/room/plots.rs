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

impl Plot {
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

/// The length of a number's bar, from -1 to 1; 0 where that is no number.
pub fn bar_of(value: f32, largest: f32) -> f32 {
    let share = value / largest;
    if share.is_finite() { share.clamp(-1.0, 1.0) } else { 0.0 }
}
