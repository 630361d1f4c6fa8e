//! Figures of a classifier from predicted and true classes: accuracy, macro-averaged F1, and how
//! far chance carries them (resampled examples, repeated seeds). No model is run here.

use ndarray::Array2;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// How many resamples an interval is taken from, unless there is a reason for another number.
pub const RESAMPLES: usize = 2000;

/// The most classes: the counts of a resample stay small.
const MOST_CLASSES: usize = 4096;

/// The share of an interval: 95 %.
const CONFIDENCE: f64 = 0.95;

/// The 97.5 % quantiles of Student's t for 1 to 29 degrees of freedom.
const T_QUANTILES: [f64; 29] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045,
];

/// The same of the normal distribution, for more degrees of freedom.
const NORMAL_QUANTILE: f64 = 1.96;

/// Why there are no figures.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FiguresError {
    /// No examples.
    #[error("no examples, expected at least one")]
    Empty,
    /// Lists of different lengths.
    #[error("{found} predicted classes, expected {expected}, one for each true class")]
    Lengths {
        /// Predicted classes.
        found: usize,
        /// True classes.
        expected: usize,
    },
    /// A class that is none.
    #[error("example {example} has the class {found}, expected one below {classes}")]
    Class {
        /// Which example, from 0.
        example: usize,
        /// Its true or predicted class.
        found: usize,
        /// The number of classes.
        classes: usize,
    },
    /// No classes, or too many.
    #[error("{found} classes, expected 1 to {MOST_CLASSES}")]
    Classes {
        /// How many.
        found: usize,
    },
    /// No resamples.
    #[error("0 resamples, expected at least one ({RESAMPLES} are usual)")]
    Resamples,
    /// Groups that are not those of the examples.
    #[error("the groups have {found} examples, expected {expected}")]
    Groups {
        /// Examples of all groups.
        found: usize,
        /// Examples that there are.
        expected: usize,
    },
}

/// From where to where, both included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// How often each class was taken for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confusion {
    /// `[classes, classes]`: row the true class, column the predicted one. Not all 0.
    counts: Array2<usize>,
}

impl Confusion {
    /// Counts the examples of `classes` classes; `truth` and `predicted` are `[N]`, N at least 1.
    ///
    /// # Errors
    /// Where the lists are empty or differ in length, or a class is not below `classes`.
    pub fn new(
        truth: &[usize],
        predicted: &[usize],
        classes: usize,
    ) -> Result<Confusion, FiguresError> {
        let cells = cells(truth, predicted, classes)?;
        Ok(Confusion::of_cells(cells.into_iter(), classes))
    }

    fn of_cells(cells: impl Iterator<Item = usize>, classes: usize) -> Confusion {
        let mut counts = Array2::zeros((classes, classes));
        if let Some(flat) = counts.as_slice_mut() {
            count(cells, flat);
        }
        Confusion { counts }
    }

    /// `[classes, classes]`: row the true class, column the predicted one.
    pub fn counts(&self) -> &Array2<usize> {
        &self.counts
    }

    /// The number of examples.
    pub fn examples(&self) -> usize {
        self.counts.sum()
    }

    /// The share of examples whose class was predicted, 0 to 1.
    pub fn accuracy(&self) -> f64 {
        accuracy(self.counts.as_slice().unwrap_or_default(), self.counts.nrows())
    }

    /// F1 of each class, `[classes]`, 0 to 1: the harmonic mean of precision and recall,
    /// 2 right / (2 right + wrongly predicted + missed). 0 for a class that has members or
    /// predictions and none right. `None` for a class that has neither: it says nothing.
    pub fn f_scores(&self) -> Vec<Option<f64>> {
        f_scores(self.counts.as_slice().unwrap_or_default(), self.counts.nrows()).collect()
    }

    /// The mean of [`Confusion::f_scores`] over the classes that have one, 0 to 1.
    pub fn macro_f(&self) -> f64 {
        macro_f(self.counts.as_slice().unwrap_or_default(), self.counts.nrows())
    }
}

/// Accuracy and macro-averaged F1 with their 95 % intervals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bootstrap {
    /// Of the accuracy.
    pub accuracy: Interval,
    /// Of [`Confusion::macro_f`].
    pub macro_f: Interval,
}

/// How far the figures would move with other examples of the same kind: the percentile bootstrap
/// (Efron and Tibshirani 1993, section 13.3). Draws N of the N examples with replacement `resamples`
/// times ([`RESAMPLES`] is usual) and takes the quantiles 2.5 % and 97.5 %, interpolated linearly.
/// It says nothing about other seeds of training: see [`Summary`].
///
/// # Errors
/// As [`Confusion::new`], and where `resamples` is 0.
pub fn bootstrap(
    truth: &[usize],
    predicted: &[usize],
    classes: usize,
    seed: u64,
    resamples: usize,
) -> Result<Bootstrap, FiguresError> {
    bootstrap_of_groups(truth, predicted, &vec![1; truth.len()], classes, seed, resamples)
}

/// As [`bootstrap`], of examples that are not independent: groups of `groups` examples each, in order (the words
/// of every sentence), are drawn whole, as many as there are.
///
/// # Errors
/// As [`bootstrap`], and where the groups have more or fewer examples than there are.
pub fn bootstrap_of_groups(
    truth: &[usize],
    predicted: &[usize],
    groups: &[usize],
    classes: usize,
    seed: u64,
    resamples: usize,
) -> Result<Bootstrap, FiguresError> {
    let cells = cells(truth, predicted, classes)?;
    if resamples == 0 {
        return Err(FiguresError::Resamples);
    }
    let mut rest = cells.as_slice();
    let mut cells_of = Vec::with_capacity(groups.len());
    for &group in groups {
        let Some((first, others)) = rest.split_at_checked(group) else { break };
        cells_of.push(first);
        rest = others;
    }
    if cells_of.len() < groups.len() || !rest.is_empty() {
        let (found, expected) = (groups.iter().sum(), truth.len());
        return Err(FiguresError::Groups { found, expected });
    }
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut counts = vec![0; classes * classes];
    let (mut accuracies, mut macros) = (Vec::new(), Vec::new());
    for _ in 0..resamples {
        counts.fill(0);
        count(draw(&mut rng, &cells_of).flatten().copied(), &mut counts);
        accuracies.push(accuracy(&counts, classes));
        macros.push(macro_f(&counts, classes));
    }
    Ok(Bootstrap { accuracy: interval(accuracies), macro_f: interval(macros) })
}

/// Two classifiers on the same examples, the first minus the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Of the accuracy, -1 to 1.
    pub accuracy: f64,
    /// Its 95 % interval.
    pub accuracy_interval: Interval,
    /// Of the macro-averaged F1, -1 to 1.
    pub macro_f: f64,
    /// Its 95 % interval.
    pub macro_f_interval: Interval,
    /// The share of resamples in which the first has the higher accuracy, a tie counted as half.
    /// Near 0.5: the examples do not tell the two apart.
    pub first_ahead: f64,
}

/// The difference of two classifiers, with the paired bootstrap: each resample has the same
/// examples for both, so that examples hard for both cancel.
///
/// # Errors
/// As [`bootstrap`].
pub fn paired_bootstrap(
    truth: &[usize],
    first: &[usize],
    second: &[usize],
    classes: usize,
    seed: u64,
    resamples: usize,
) -> Result<Difference, FiguresError> {
    let first = cells(truth, first, classes)?;
    let second = cells(truth, second, classes)?;
    if resamples == 0 {
        return Err(FiguresError::Resamples);
    }
    let pairs: Vec<(usize, usize)> = first.iter().copied().zip(second.iter().copied()).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut one, mut other) = (vec![0; classes * classes], vec![0; classes * classes]);
    let (mut accuracies, mut macros, mut ahead) = (Vec::new(), Vec::new(), 0.0);
    for _ in 0..resamples {
        one.fill(0);
        other.fill(0);
        for (first, second) in draw(&mut rng, &pairs) {
            count(std::iter::once(first), &mut one);
            count(std::iter::once(second), &mut other);
        }
        let right = [&one, &other].map(|counts| right(counts, classes));
        ahead += match right[0].cmp(&right[1]) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        };
        accuracies.push(accuracy(&one, classes) - accuracy(&other, classes));
        macros.push(macro_f(&one, classes) - macro_f(&other, classes));
    }
    let [first, second] =
        [first, second].map(|cells| Confusion::of_cells(cells.into_iter(), classes));
    Ok(Difference {
        accuracy: first.accuracy() - second.accuracy(),
        accuracy_interval: interval(accuracies),
        macro_f: first.macro_f() - second.macro_f(),
        macro_f_interval: interval(macros),
        first_ahead: ahead / resamples as f64,
    })
}

/// A figure over several seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// The number of seeds, 1 at least.
    pub seeds: usize,
    /// Their mean.
    pub mean: f64,
    /// The sample standard deviation (divided by n - 1); `None` for one seed.
    pub deviation: Option<f64>,
    /// The 95 % interval of the mean, mean ± t s / √n with Student's t for n - 1 degrees of freedom
    /// up to 30 seeds and 1.96 beyond; `None` for one seed. It may reach beyond 0 or 1.
    pub interval: Option<Interval>,
}

impl Summary {
    /// Of the figures `[n]` of n seeds; `None` where there is none.
    pub fn new(figures: &[f64]) -> Option<Summary> {
        if figures.is_empty() {
            return None;
        }
        let n = figures.len() as f64;
        let mean = figures.iter().sum::<f64>() / n;
        let squares: f64 = figures.iter().map(|figure| (figure - mean).powi(2)).sum();
        let deviation = (figures.len() > 1).then(|| (squares / (n - 1.0)).sqrt());
        let interval = deviation.map(|deviation| {
            let t = T_QUANTILES.get(figures.len() - 2).copied().unwrap_or(NORMAL_QUANTILE);
            let half = t * deviation / n.sqrt();
            Interval { low: mean - half, high: mean + half }
        });
        Some(Summary { seeds: figures.len(), mean, deviation, interval })
    }
}

/// The cell of each example in a confusion matrix written row by row, `[N]`.
fn cells(truth: &[usize], predicted: &[usize], classes: usize) -> Result<Vec<usize>, FiguresError> {
    if !(1..=MOST_CLASSES).contains(&classes) {
        return Err(FiguresError::Classes { found: classes });
    }
    if truth.len() != predicted.len() {
        let (found, expected) = (predicted.len(), truth.len());
        return Err(FiguresError::Lengths { found, expected });
    }
    if truth.is_empty() {
        return Err(FiguresError::Empty);
    }
    let cell = |(example, (&truth, &predicted)): (usize, (&usize, &usize))| {
        let found = truth.max(predicted);
        if found >= classes {
            return Err(FiguresError::Class { example, found, classes });
        }
        Ok(truth * classes + predicted)
    };
    truth.iter().zip(predicted).enumerate().map(cell).collect()
}

fn count(cells: impl Iterator<Item = usize>, counts: &mut [usize]) {
    for cell in cells {
        if let Some(count) = counts.get_mut(cell) {
            *count += 1;
        }
    }
}

/// As many items as there are, with replacement.
fn draw<'a, T: Copy>(rng: &'a mut ChaCha8Rng, items: &'a [T]) -> impl Iterator<Item = T> + 'a {
    let count = items.len();
    (0..count).filter_map(move |_| items.get(rng.random_range(0..count)).copied())
}

fn right(counts: &[usize], classes: usize) -> usize {
    counts.iter().step_by(classes + 1).sum()
}

fn accuracy(counts: &[usize], classes: usize) -> f64 {
    right(counts, classes) as f64 / counts.iter().sum::<usize>().max(1) as f64
}

fn f_scores(counts: &[usize], classes: usize) -> impl Iterator<Item = Option<f64>> {
    let column = move |class: usize| counts.iter().skip(class).step_by(classes).sum::<usize>();
    counts.chunks(classes).enumerate().map(move |(class, row)| {
        let right = row.get(class).copied().unwrap_or(0);
        let members_and_predictions = row.iter().sum::<usize>() + column(class);
        (members_and_predictions > 0).then(|| (2 * right) as f64 / members_and_predictions as f64)
    })
}

fn macro_f(counts: &[usize], classes: usize) -> f64 {
    let (sum, defined) = f_scores(counts, classes)
        .flatten()
        .fold((0.0, 0), |(sum, defined), score| (sum + score, defined + 1));
    sum / f64::from(defined.max(1))
}

/// The central 95 % of the values.
fn interval(mut values: Vec<f64>) -> Interval {
    values.sort_unstable_by(f64::total_cmp);
    let tail = (1.0 - CONFIDENCE) / 2.0;
    Interval { low: quantile(&values, tail), high: quantile(&values, 1.0 - tail) }
}

/// The quantile of sorted values, with those on either side of it interpolated; 0 of none.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * sorted.len().saturating_sub(1) as f64;
    let below = sorted.get(place.floor() as usize).copied().unwrap_or(0.0);
    let above = sorted.get(place.ceil() as usize).copied().unwrap_or(below);
    below + (above - below) * place.fract()
}

#[cfg(test)]
#[path = "figures_tests.rs"]
mod tests;
