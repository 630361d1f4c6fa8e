//! The curves of the room's plots: how reports add to them, and what each plot shows of them.

use nearfar::ModelMethod;
use nearfar::lab::Panel;
use nearfar::picture::curve::{CurveStyle, curve_style};
use nearfar::picture::palette::{Rgb, Theme, method_colours};
use nearfar::picture::scale::format_digits;
use nearfar::picture::{format_exact, format_short};
use nearfar_texts::train as texts;

use crate::protocol::{HeldOut, Learned, Point, Report, Worth, finding};

/// The dashes of the training examples, beside the line of the held-out ones.
const OF_TRAINING: &[f64] = &[3.0, 3.0];
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

/// What plots show of a run.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Which of the two.
    pub panel: Panel,
    /// How its words attend.
    pub method: ModelMethod,
    /// What was drawn so far.
    pub curves: Curves,
    /// What its heads are worth.
    pub worth: Vec<Worth>,
    /// Its steps.
    pub step: u64,
}

/// What is drawn of a plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The lines, each in its style; later ones lie on top.
    pub lines: Vec<(Line, CurveStyle)>,
    /// The last step of its axis.
    pub steps: u64,
    /// Lowest and highest value.
    pub range: (f64, f64),
    /// A value with a stronger line, and what lies above and below it.
    pub middle: Option<(f64, &'static str, &'static str)>,
    /// Light or dark.
    pub theme: Theme,
}

/// The colour of a run.
pub fn colour_of(panel: Panel, theme: Theme) -> Rgb {
    let [a, b] = method_colours(theme);
    if panel == Panel::A { a } else { b }
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
                // On black a thin dashed line is hardly seen at less.
                opacity: if is_faint(worth, head) { 0.6 } else { 1.0 },
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

    /// Its last numbers, in a sentence.
    pub fn says(self, curves: &Curves) -> String {
        let Some(last) = curves.points.last() else { return texts::plot_nothing().to_owned() };
        let short = |number: f32| format_short(number.into());
        if self.is_of_heads() {
            let heads: Vec<String> = self.of_heads(last).iter().copied().map(short).collect();
            return texts::plot_heads(heads.join(", "));
        }
        let training = short(self.of_training(last));
        match curves.held_out.last() {
            Some(held_out) => texts::plot_both(training, short(self.of_held_out(held_out))),
            None => texts::plot_training(training),
        }
    }

    /// What stands over it.
    pub fn title(self) -> &'static str {
        match self {
            Plot::Loss => texts::plot_loss(),
            Plot::Accuracy => texts::plot_accuracy(),
            Plot::W => texts::plot_w(),
            Plot::V => texts::plot_v(),
        }
    }

    /// By which style sheets know it.
    pub fn name(self) -> &'static str {
        match self {
            Plot::Loss => "loss",
            Plot::Accuracy => "accuracy",
            Plot::W => "w",
            Plot::V => "v",
        }
    }

    /// What it will show once a run has a line, where it can be the first of those that are shown.
    pub fn waits(self) -> Option<&'static str> {
        match self {
            Plot::Accuracy => Some(texts::plot_accuracy_waits()),
            Plot::W => Some(texts::plot_w_waits()),
            Plot::Loss | Plot::V => None,
        }
    }

    /// What its lines are, each by its style and in words: of a single run with `heads` heads its heads by their numbers,
    /// where it has a line for each, else the runs.
    pub fn legend(self, runs: &[Panel], heads: usize, theme: Theme) -> Vec<(CurveStyle, String)> {
        if self.is_of_heads() && runs.len() == 1 {
            return (0..heads)
                .map(|head| (curve_style(head, theme), (head + 1).to_string()))
                .collect();
        }
        let of_run = |&panel: &Panel| {
            let style = |dash| CurveStyle { colour: colour_of(panel, theme), dash };
            if self.is_of_heads() {
                return vec![(style(&[]), texts::legend_run(panel.letter()))];
            }
            let named = |words: &str| match runs.len() {
                1 => words.to_owned(),
                _ => format!("{} {words}", panel.letter()),
            };
            vec![
                (style(OF_TRAINING), named(texts::training())),
                (style(&[]), named(texts::held_out())),
            ]
        };
        runs.iter().flat_map(of_run).collect()
    }

    /// All that it shows of runs; `shown` as in [`Plot::lines`]. Heads have their own styles where there is one run,
    /// else the colour of theirs.
    pub fn picture(self, runs: &[Seen], shown: usize, theme: Theme) -> Picture {
        let lines = runs.iter().flat_map(|run| {
            let colour = colour_of(run.panel, theme);
            let lines = self.lines(&run.curves, run.method, &run.worth, shown).into_iter();
            lines.map(move |line| {
                let style = match line.head {
                    Some(head) if runs.len() == 1 => curve_style(head, theme),
                    _ => CurveStyle {
                        colour,
                        dash: if line.is_training { OF_TRAINING } else { &[] },
                    },
                };
                (line, style)
            })
        });
        Picture {
            lines: lines.collect(),
            steps: last_step(runs.iter().map(|run| run.step)),
            range: self.range(&runs.iter().map(|run| &run.curves).collect::<Vec<_>>()),
            middle: match self {
                Plot::W if says_near(runs.iter().map(|run| run.method)) => {
                    Some((0.0, texts::plot_w_far(), texts::plot_w_near()))
                }
                Plot::W | Plot::V => Some((0.0, "", "")),
                Plot::Loss | Plot::Accuracy => None,
            },
            theme,
        }
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

/// A row of the table of what a method learns about positions.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnedRow {
    /// The number and the gradient of the last step, each short and in full; "–" and nothing before the first step.
    pub cells: [[String; 2]; 2],
    /// The length of the gradient's bar, from -1 to 1.
    pub bar: f32,
}

/// The rows of a tensor that is learned, one for each of its cells.
pub fn rows_of(learned: &Learned) -> impl Iterator<Item = LearnedRow> {
    let largest = largest_of(&learned.gradients);
    learned.values.iter().enumerate().map(move |(cell, &value)| {
        let gradient = learned.gradients.get(cell).copied();
        // Gradients are small: how small is what they say.
        let small = |gradient: f32| format_digits(gradient.into(), 2);
        let written = gradient.map(|gradient| [small(gradient), format_exact(gradient.into())]);
        let written = written.unwrap_or_else(|| ["–".to_owned(), String::new()]);
        LearnedRow {
            cells: [[format_short(value.into()), format_exact(value.into())], written],
            bar: bar_of(gradient.unwrap_or(0.0), largest),
        }
    })
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
