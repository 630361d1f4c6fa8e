//! What a page and the worker that trains say to each other, as plain data: a message is a text of
//! JSON and, beside it, bytes that are handed over as they are.
//!
//! - [`choices`]: what a run can be told, one table of fields
//! - here: requests and answers
//! - [`finding`]: what a report means, in words
//!
//! A cached old worker can meet a new page, so every message names its [`PROTOCOL`].

pub mod choices;
pub mod finding;

pub use choices::{Choices, FIELDS, Field, Place, Task, WordStart, differences};

pub use nearfar::model::Each;
use serde::{Deserialize, Serialize};

use crate::figures::Summary;

/// The version of these messages; page and worker must have the same.
pub const PROTOCOL: &str = "nearfar-train/7";

/// The most tokens of a sentence that is looked at: more cannot be told apart in the room's picture.
pub const MOST_TOKENS: usize = 64;

/// What a page asks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Ask {
    /// A run at its start. Bytes: the labelled file where the task is one, and then any files of
    /// word vectors. Answer: [`Answer::Started`].
    Start {
        /// The choices in their text form.
        choices: String,
        /// Whether the first bytes are a labelled file.
        has_file: bool,
        /// The name of that file.
        file_name: String,
    },
    /// Whether a run could learn from a labelled file of the user's own, the bytes: the run that there is stays as it is.
    /// Answer: [`Answer::Checked`].
    Check {
        /// The choices in their text form; the task need not be that of a file.
        choices: String,
        /// The name of the file.
        file_name: String,
    },
    /// Go on with at most so many steps a second (0: as fast as can be), and report now and then.
    Play {
        /// Steps a second.
        per_second: u32,
    },
    /// Stop. Answer: [`Answer::Report`].
    Pause,
    /// So many steps, and a report.
    Step {
        /// How many.
        steps: u32,
    },
    /// Back to the same start. Answer: [`Answer::Report`] with all points.
    Rewind,
    /// The sentence whose attention comes with every report from now on; one now.
    Look(Look),
    /// Everything that is needed to go on later. Answer: [`Answer::Saved`], bytes: the state.
    Save,
    /// Goes on from a state, the bytes. Answer: [`Answer::Report`] with all points.
    Restore {
        /// The points that were kept with it.
        kept: Kept,
    },
    /// The model as a checkpoint. Answer: [`Answer::Checkpoint`], bytes: the file.
    Export,
    /// Starts from a trained model, the bytes. Answer: [`Answer::Report`].
    StartFrom,
}

/// What to look at.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Look {
    /// The texts, as many as the task has.
    pub texts: Vec<String>,
    /// Whose attention is shown, from 0.
    pub text: usize,
    /// The head that is shown, from 0.
    pub head: usize,
    /// Whether a token sees only itself and those before it: here, not in training.
    pub causal: bool,
}

/// What the worker answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// A run stands at its start.
    Started(Box<Overview>),
    /// A run could learn from the file.
    Checked,
    /// How far it is. Bytes: the weights of [`Looked`], if there are any.
    Report(Box<Report>),
    /// Bytes: the state.
    Saved {
        /// The points that belong to it.
        kept: Kept,
        /// Its steps.
        step: u64,
    },
    /// Bytes: the file.
    Checkpoint {
        /// A name for it.
        name: String,
    },
    /// It could not be done; the run, if there is one, is as it was.
    Failed(Failure),
}

/// Why something could not be done.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Failure {
    /// In a sentence.
    pub message: String,
    /// What is wrong in detail: the bad rows of a file.
    pub details: Vec<String>,
    /// Whether the worker stopped for good.
    pub fatal: bool,
    /// Whether the run went beyond what numbers can hold: a smaller learning rate may help.
    #[serde(default)]
    pub diverged: bool,
}

impl Failure {
    /// From a text whose first line is the message and whose other lines are the details.
    pub fn new(text: impl ToString) -> Failure {
        let text = text.to_string();
        let mut lines = text.lines().map(|line| line.trim().to_owned());
        Failure {
            message: lines.next().unwrap_or_default(),
            details: lines.collect(),
            fatal: false,
            diverged: false,
        }
    }
}

/// What a run is made of.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Overview {
    /// The names of the classes.
    pub classes: Vec<String>,
    /// Training examples.
    pub train: usize,
    /// Held-out examples.
    pub held_out: usize,
    /// Different words.
    pub words: usize,
    /// Numbers that are trained, without word vectors: only those that the method has.
    pub parameters: usize,
    /// Steps in which every training example is seen once.
    pub steps_per_epoch: u64,
    /// Texts of an example, 1 or 2.
    pub texts: usize,
    /// The rows that are held out of a file without a split of its own, counted from 1 among its rows;
    /// else empty.
    pub held_out_rows: Vec<usize>,
    /// Some examples: the texts, and the answer: a class, or the label of every word.
    pub examples: Vec<(Vec<String>, String)>,
    /// Whether the file is a treebank: every word has a class, and sentences have trees.
    pub treebank: bool,
    /// What was done to the data that the user should know.
    pub notes: Vec<String>,
    /// How often each class occurs in the held-out examples, so that accuracies can be judged.
    pub largest_class: f64,
}

/// A point of the curves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// After this step.
    pub step: u64,
    /// Mean loss since the point before, in nats.
    pub loss: f32,
    /// Share of training examples answered right since the point before, each before its step.
    pub right: f32,
    /// w of every head.
    pub w: Vec<f32>,
    /// v of every head.
    pub v: Vec<f32>,
}

/// What the held-out examples say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HeldOut {
    /// After this step.
    pub step: u64,
    /// Mean loss, in nats.
    pub loss: f32,
    /// Share answered right.
    pub right: f32,
}

/// What a head's preference is worth: how much the held-out loss grows where its w is set to 0, in nats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Worth {
    /// The mean over the texts.
    pub mean: f32,
    /// The lower end of its 95 % interval, …
    pub low: f32,
    /// … and the upper one: what other texts of the same kind could have said, not other seeds.
    pub high: f32,
}

impl Worth {
    /// From what the loss of each text grows by, `[N]`: their mean and its 95 % interval by Student's t
    /// ([`Summary`]; the differences are paired, so that texts hard for both cancel). Of one text the
    /// interval is everything.
    pub fn of(grown: &[f64]) -> Worth {
        let Some(summary) = Summary::new(grown) else { return Worth::default() };
        let (low, high) = match summary.interval {
            Some(interval) => (interval.low as f32, interval.high as f32),
            None => (f32::MIN, f32::MAX),
        };
        Worth { mean: summary.mean as f32, low, high }
    }

    /// Whether the interval lies above 0 as it is shown, in thousandths of a nat.
    pub fn is_sure(&self) -> bool {
        (f64::from(self.low) * 1000.0).round() >= 1.0
    }
}

/// What the preferences of several heads are worth together: how much the held-out loss grows where w of all
/// of them is set to 0. Heads that do the same work stand in for each other, so that each alone may be worth
/// nothing. `None` for fewer than two heads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Together {
    /// The heads whose coefficient falls with distance.
    pub near: Option<Worth>,
    /// The heads whose coefficient grows with distance.
    pub far: Option<Worth>,
}

/// The points of a run, to be kept with its state.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// Steps between points.
    pub stride: u64,
    /// The points, at most some hundred.
    pub points: Vec<Point>,
    /// The held-out examples' points.
    pub held_out: Vec<HeldOut>,
    /// See [`Report::worth`]. What an earlier version kept has none.
    #[serde(default)]
    pub worth: Vec<Worth>,
    /// See [`Report::together`].
    #[serde(default)]
    pub together: Together,
    /// See [`Report::worth_texts`].
    #[serde(default)]
    pub worth_texts: usize,
}

/// How far a run is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Steps taken.
    pub step: u64,
    /// The epoch of the next step, from 1.
    pub epoch: u64,
    /// Whether its start is that of a file. What an earlier version says has none.
    #[serde(default)]
    pub from_file: bool,
    /// Whether it goes on by itself.
    pub playing: bool,
    /// Milliseconds that a step takes, by the shell's clock.
    pub step_ms: f32,
    /// w of every head now.
    pub w: Vec<f32>,
    /// v of every head now.
    pub v: Vec<f32>,
    /// dL/dw of the last step; empty before the first.
    pub w_gradient: Vec<f32>,
    /// dL/dv of the last step.
    pub v_gradient: Vec<f32>,
    /// What the method learns about positions, w and v too, a table for each of its tensors.
    pub learned: Vec<Learned>,
    /// What each head's preference is worth. Empty until it is known.
    pub worth: Vec<Worth>,
    /// What the near heads and the far heads are worth together.
    pub together: Together,
    /// On how many held-out texts both rest; 0 for a method without w.
    pub worth_texts: usize,
    /// Loss of the last step; `None` before the first.
    pub loss: Option<f32>,
    /// The page drops its points from here on, and takes `points` instead.
    pub from: usize,
    /// New points.
    pub points: Vec<Point>,
    /// As `from`, for the held-out points.
    pub held_out_from: usize,
    /// New held-out points.
    pub held_out: Vec<HeldOut>,
    /// The sentence that is looked at.
    pub looked: Option<Looked>,
}

impl Report {
    /// Whether its numbers are those that the seed drew: no step, and no start from a file.
    pub fn is_untrained(&self) -> bool {
        self.step == 0 && !self.from_file
    }

    /// Whether it is untrained, and all that it learns about positions starts at 0.
    pub fn learns_from_zero(&self) -> bool {
        let mut values = self.learned.iter().flat_map(|one| &one.values);
        self.is_untrained() && values.all(|&value| value == 0.0)
    }
}

/// One tensor that a method learns about positions, cell by cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Learned {
    /// Its name, the last part of that in checkpoints: `w`, `u`, `tab_K`, `bias_table`.
    pub name: String,
    /// What a cell is of.
    #[serde(with = "EachForm")]
    pub each: Each,
    /// How many numbers of the tensor a cell stands for: 1, and the cell is the number itself; else it is
    /// the root mean square of so many.
    pub together: usize,
    /// The cells now.
    pub values: Vec<f32>,
    /// The same of dL/d of the last step; empty before the first.
    pub gradients: Vec<f32>,
}

/// How a kind of cell is sent.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Each")]
enum EachForm {
    Head,
    Offset,
    Bucket,
    Feature,
    Whole,
}

/// What the model makes of the sentence that is looked at.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Looked {
    /// The tokens of the shown text as typed.
    pub tokens: Vec<String>,
    /// Whether the training texts hold each token.
    pub known: Vec<bool>,
    /// How many tokens at the end of the texts are not read: a model reads a bounded number of each.
    #[serde(default)]
    pub left_out: usize,
    /// The head whose weights come beside.
    pub head: usize,
    /// The probability of each class; none where every word has one.
    pub probabilities: Vec<f32>,
    /// What is answered of every word, and what the treebank says of it, where it has the sentence.
    pub tags: Vec<(usize, Option<usize>)>,
    /// How far each head looks on average, in tokens: Σ A |i - j| / N of a row's share.
    pub reach: Vec<f32>,
    /// Why there is nothing to see.
    pub problem: Option<String>,
}
