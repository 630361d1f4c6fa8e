//! Finished runs, a line of JSON each, found again by all their settings and the checksums of their
//! data.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use nearfar::attention::HeadParameters;
use nearfar::text::vectors::fnv1a;
use serde::{Deserialize, Serialize};

use crate::datasets::Loaded;
use crate::error::CommandError;
use crate::files;
use crate::plan::Plan;
use crate::scores::Scores;
use crate::session::Finished;

/// A finished run. Nothing in it depends on when, where and how fast it was run: the same run is the same
/// bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunLine {
    /// Every setting.
    pub plan: BTreeMap<String, String>,
    /// The checksums of its files.
    pub data: Vec<String>,
    /// The program that ran it.
    pub program: String,
    /// Examples to learn from.
    pub train_examples: usize,
    /// Examples that the epoch was chosen by.
    pub dev_examples: usize,
    /// The words of all texts of an example, mean over all examples, before any is cut.
    pub mean_words: f64,
    /// The number of classes.
    pub classes: usize,
    /// The epoch that was kept.
    pub best_epoch: usize,
    /// Its dev accuracy.
    pub dev_accuracy: f64,
    /// The true classes of the test examples, a character each.
    pub truth: String,
    /// The answers.
    pub predicted: String,
    /// w of the words' heads at the start.
    pub w_start: Vec<f64>,
    /// w as learned.
    pub w: Vec<f64>,
    /// v at the start.
    pub v_start: Vec<f64>,
    /// v as learned.
    pub v: Vec<f64>,
}

impl RunLine {
    /// Of a run that just ended.
    pub fn new(plan: &Plan, data: Vec<String>, loaded: &Loaded, finished: &Finished) -> RunLine {
        let entry = |key: &str| finished.trained.card.get(key).map_or("", String::as_str);
        let part = |pick: fn(&HeadParameters) -> f64, heads: &[HeadParameters]| {
            heads.iter().map(pick).collect::<Vec<f64>>()
        };
        let (start, now) = (&finished.trained.start, &finished.trained.model.words.heads);
        let test = finished.test.as_ref();
        let text = |classes: &[usize]| classes.iter().map(|&class| letter(class)).collect();
        RunLine {
            plan: plan.entries(),
            data,
            program: entry("program").to_owned(),
            train_examples: loaded.dataset.train.len(),
            dev_examples: loaded.dataset.dev.len(),
            mean_words: loaded.dataset.mean_words(),
            classes: loaded.dataset.classes.len(),
            best_epoch: entry("best_epoch").parse().unwrap_or_default(),
            dev_accuracy: entry("dev_accuracy").parse().unwrap_or_default(),
            truth: test.map(|scores| text(&scores.truth)).unwrap_or_default(),
            predicted: test.map(|scores| text(&scores.predicted)).unwrap_or_default(),
            w_start: part(|head| head.w, start),
            w: part(|head| head.w, now),
            v_start: part(|head| head.v, start),
            v: part(|head| head.v, now),
        }
    }

    /// As a line of JSON.
    pub fn to_line(&self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string(self)? + "\n")
    }

    /// The figures on the test examples.
    ///
    /// # Errors
    /// Where there are none.
    pub fn scores(&self) -> Result<Scores, CommandError> {
        Scores::of_answers(classes(&self.truth), classes(&self.predicted), self.classes)
    }
}

/// A class as a character: 0 to 9, a to z.
fn letter(class: usize) -> char {
    char::from_digit(class as u32, 36).unwrap_or('?')
}

/// The classes of characters.
pub fn classes(text: &str) -> Vec<usize> {
    let class = |c: char| c.to_digit(36).map_or(usize::MAX, |class| class as usize);
    text.chars().map(class).collect()
}

/// The checksums of a task's files.
pub fn data_of(loaded: &Loaded) -> Vec<String> {
    loaded.files.iter().map(|file| format!("{} {}", file.sha256, file.name)).collect()
}

/// The file of results.
pub struct Results {
    path: PathBuf,
    lines: Vec<RunLine>,
}

impl Results {
    /// Reads the file; one that is not there has no results.
    ///
    /// # Errors
    /// Where it cannot be read, or a line is no result.
    pub fn open(path: &Path) -> Result<Results, CommandError> {
        let text = match std::fs::read_to_string(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            other => {
                other.map_err(|source| CommandError::Read { path: path.to_owned(), source })?
            }
        };
        let mut lines = Vec::new();
        for (place, line) in text.lines().enumerate() {
            let read: Result<RunLine, _> = serde_json::from_str(line);
            let line = place + 1;
            lines.push(read.map_err(|error| CommandError::Results {
                path: path.to_owned(),
                line,
                why: error.to_string(),
            })?);
        }
        Ok(Results { path: path.to_owned(), lines })
    }

    /// No results, and no file.
    pub fn empty() -> Results {
        Results { path: PathBuf::new(), lines: Vec::new() }
    }

    /// The last result of a plan; on these data where they are given.
    pub fn find(&self, plan: &Plan, data: Option<&[String]>) -> Option<&RunLine> {
        let entries = plan.entries();
        let fits =
            |line: &&RunLine| line.plan == entries && data.is_none_or(|data| line.data == data);
        self.lines.iter().rev().find(fits)
    }

    /// Adds a result, to the file, too.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn add(&mut self, line: RunLine) -> Result<(), CommandError> {
        let failed = |source| CommandError::Write { path: self.path.clone(), source };
        let text = line.to_line().map_err(|error| failed(error.into()))?;
        let mut file = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(&self.path)
            .map_err(failed)?;
        // In one piece, so that two processes do not mix their lines.
        file.write_all(text.as_bytes()).map_err(failed)?;
        self.lines.push(line);
        Ok(())
    }

    /// Adds a result that lies elsewhere, here alone; [`Results::write`] writes it.
    pub fn take(&mut self, line: RunLine) {
        self.lines.push(line);
    }

    /// Writes the file anew, with all results.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn write(&self) -> Result<(), CommandError> {
        let failed = |source| CommandError::Write { path: self.path.clone(), source };
        let lines: Result<String, _> = self.lines.iter().map(RunLine::to_line).collect();
        files::write(&self.path, lines.map_err(|error| failed(error.into()))?.as_bytes())
    }

    /// Where the state of a run would be kept, as the name of its checkpoint.
    pub fn state_of(&self, plan: &Plan, data: &[String]) -> PathBuf {
        let key = format!("{:?} {data:?}", plan.entries());
        self.path.with_file_name(format!("run-{:016x}.safetensors", fnv1a(&key)))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A result of a plan with these answers.
    pub fn line(plan: &Plan, truth: &str, predicted: &str) -> RunLine {
        RunLine {
            plan: plan.entries(),
            data: vec!["0 file".to_owned()],
            program: "test".to_owned(),
            train_examples: 10,
            dev_examples: 5,
            mean_words: 7.5,
            classes: 2,
            best_epoch: 1,
            dev_accuracy: 0.5,
            truth: truth.to_owned(),
            predicted: predicted.to_owned(),
            w_start: vec![0.5, -0.5],
            w: vec![0.5, 0.25],
            v_start: vec![0.0, 0.0],
            v: vec![1.0, -1.0],
        }
    }

    #[test]
    fn a_result_is_found_by_its_settings_and_data() {
        let folder = std::env::temp_dir().join(format!("nearfar-results-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("results.jsonl");
        let mut results = Results::open(&path).unwrap();
        let plan = Plan::new("sst2", nearfar::Method::DISTANCE_AWARE, 1);
        results.add(line(&plan, "0101", "0111")).unwrap();
        let again = Results::open(&path).unwrap();
        assert_eq!(again.lines, results.lines);
        assert!(again.find(&plan, Some(&["0 file".to_owned()])).is_some());
        assert!(again.find(&plan, Some(&["1 file".to_owned()])).is_none());
        assert!(again.find(&Plan::new("sst2", plan.method, 2), None).is_none());
        assert_eq!(again.lines[0].scores().unwrap().confusion.accuracy(), 0.75);
        std::fs::write(&path, "{}\n").unwrap();
        let error = Results::open(&path).err().unwrap().to_string();
        assert!(error.contains("line 1"), "{error}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
