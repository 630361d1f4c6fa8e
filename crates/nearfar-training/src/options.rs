//! What a run can be told, and its form in a checkpoint's metadata.

use std::collections::BTreeMap;

use nearfar::settings::Choice;

use crate::parameters::HeadStart;

/// How the learning rates go on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Schedule {
    /// As they are.
    #[default]
    Constant,
    /// Down to 0 in a straight line over all steps.
    Linear,
}

/// How to train.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Seeds the start, the order of the examples and the dropout.
    pub seed: u64,
    /// How often every example is seen.
    pub epochs: usize,
    /// Examples in a step.
    pub batch: usize,
    /// The learning rate of Adam for everything but w and v, and what meets scores as they do.
    pub learning_rate: f64,
    /// That of w and v, of T5's biases and of KERPLE's penalties. A step of Adam is about as long as its rate, whatever the gradient: to turn a head
    /// from near to far, w has a hundred times the way of a weight to go.
    pub head_learning_rate: f64,
    /// How both go on.
    pub schedule: Schedule,
    /// The share of cells that are dropped, from 0 to below 1.
    pub dropout: f64,
    /// How w and v start.
    pub head_start: HeadStart,
    /// Whether the word vectors are trained, too.
    pub train_vectors: bool,
    /// The tokens of a text that are read; what is longer is cut.
    pub longest: usize,
    /// The texts of an example that are read (the sentences of a document).
    pub most_texts: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            seed: 1,
            epochs: 8,
            batch: 64,
            learning_rate: 1e-3,
            head_learning_rate: 3e-2,
            schedule: Schedule::Constant,
            dropout: 0.2,
            head_start: HeadStart::Normal,
            train_vectors: true,
            longest: 100,
            most_texts: 24,
        }
    }
}

/// An option that cannot be.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{name} is `{found}`, expected {expected}")]
pub struct OptionError {
    /// Its name.
    pub name: &'static str,
    /// What was found.
    pub found: String,
    /// What is possible.
    pub expected: &'static str,
}

impl Options {
    /// Every option with its value as text.
    pub fn entries(&self) -> Vec<(&'static str, String)> {
        let schedule = match self.schedule {
            Schedule::Constant => "constant",
            Schedule::Linear => "linear",
        };
        vec![
            ("seed", self.seed.to_string()),
            ("epochs", self.epochs.to_string()),
            ("batch", self.batch.to_string()),
            ("learning_rate", self.learning_rate.to_string()),
            ("head_learning_rate", self.head_learning_rate.to_string()),
            ("schedule", schedule.to_owned()),
            ("dropout", self.dropout.to_string()),
            ("head_start", self.head_start.name().to_owned()),
            ("train_vectors", self.train_vectors.to_string()),
            ("longest", self.longest.to_string()),
            ("most_texts", self.most_texts.to_string()),
        ]
    }

    /// From the entries of [`Options::entries`]; what is not among them is the default.
    ///
    /// # Errors
    /// Where an entry cannot be read or is out of range.
    pub fn from_entries(entries: &BTreeMap<String, String>) -> Result<Options, OptionError> {
        fn read<T: std::str::FromStr>(
            entries: &BTreeMap<String, String>,
            name: &'static str,
            expected: &'static str,
            slot: &mut T,
        ) -> Result<(), OptionError> {
            let Some(text) = entries.get(name) else { return Ok(()) };
            let error = || OptionError { name, found: text.clone(), expected };
            *slot = text.parse().map_err(|_| error())?;
            Ok(())
        }
        let mut options = Options::default();
        read(entries, "seed", "a whole number", &mut options.seed)?;
        read(entries, "epochs", "a whole number", &mut options.epochs)?;
        read(entries, "batch", "a whole number", &mut options.batch)?;
        read(entries, "learning_rate", "a number", &mut options.learning_rate)?;
        read(entries, "head_learning_rate", "a number", &mut options.head_learning_rate)?;
        read(entries, "dropout", "a number", &mut options.dropout)?;
        read(entries, "train_vectors", "true or false", &mut options.train_vectors)?;
        read(entries, "longest", "a whole number", &mut options.longest)?;
        read(entries, "most_texts", "a whole number", &mut options.most_texts)?;
        if let Some(found) = entries.get("head_start") {
            options.head_start = HeadStart::from_name(found).map_err(|_| OptionError {
                name: "head_start",
                found: found.clone(),
                expected: "normal or zero",
            })?;
        }
        options.schedule = match entries.get("schedule").map(String::as_str) {
            None | Some("constant") => Schedule::Constant,
            Some("linear") => Schedule::Linear,
            Some(other) => {
                let found = other.to_owned();
                return Err(OptionError {
                    name: "schedule",
                    found,
                    expected: "constant or linear",
                });
            }
        };
        options.check()?;
        Ok(options)
    }

    /// What the learning rates are multiplied by in a step (from 0) of `steps`.
    pub fn rate_factor(&self, step: u64, steps: u64) -> f64 {
        match self.schedule {
            Schedule::Constant => 1.0,
            Schedule::Linear => 1.0 - step as f64 / steps.max(1) as f64,
        }
    }

    /// That every option is possible.
    ///
    /// # Errors
    /// The first that is not.
    pub fn check(&self) -> Result<(), OptionError> {
        let hold = |holds: bool, name, found: String, expected| {
            if holds { Ok(()) } else { Err(OptionError { name, found, expected }) }
        };
        let rate = |rate: f64| rate.is_finite() && (0.0..=10.0).contains(&rate);
        let (epochs, batch) = (self.epochs, self.batch);
        hold((1..=100_000).contains(&epochs), "epochs", epochs.to_string(), "1 to 100\u{202f}000")?;
        hold((1..=4_096).contains(&batch), "batch", batch.to_string(), "1 to 4\u{202f}096")?;
        let (own, heads) = (self.learning_rate, self.head_learning_rate);
        hold(rate(own), "learning_rate", own.to_string(), "0 to 10")?;
        hold(rate(heads), "head_learning_rate", heads.to_string(), "0 to 10")?;
        let dropout = self.dropout;
        hold((0.0..=0.9).contains(&dropout), "dropout", dropout.to_string(), "0 to 0.9")?;
        let (longest, most) = (self.longest, self.most_texts);
        hold((1..=2_048).contains(&longest), "longest", longest.to_string(), "1 to 2\u{202f}048")?;
        hold((1..=1_024).contains(&most), "most_texts", most.to_string(), "1 to 1\u{202f}024")
    }
}
