//! What a learner has done so far, per lesson: what the browser keeps.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Lesson;
use crate::lesson::MOST_STEPS;

/// Lessons that are kept, at most; the oldest by name go first.
const MOST_LESSONS: usize = 50;
/// The longest answer that is kept, in bytes.
pub const MOST_ANSWER: usize = 2_000;
/// The longest name of a learner that is kept, in bytes.
pub const MOST_NAME: usize = 200;

/// All lessons.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    /// What the learner goes by in hand-ins.
    pub who: String,
    /// By a lesson's id.
    pub lessons: BTreeMap<String, Vec<StepProgress>>,
    /// The step at which one stood last, from 0, by a lesson's id.
    pub stood: BTreeMap<String, usize>,
}

/// One step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StepProgress {
    /// Whether its condition was met.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub met: bool,
    /// What was predicted, as it was typed; of a choice its place from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub predicted: Option<String>,
    /// What was answered, alike.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered: Option<String>,
}

/// How far a lesson is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoFar {
    /// Of each step, whether it is done.
    pub done: Vec<bool>,
    /// How many are begun and not done.
    pub begun: usize,
    /// With which step one goes on, from 0.
    pub next: usize,
    /// Whether anything was done, or one went on in it.
    pub has_begun: bool,
}

impl SoFar {
    /// How many steps are done.
    pub fn count(&self) -> usize {
        self.done.iter().filter(|is_done| **is_done).count()
    }
}

impl StepProgress {
    /// Whether all of a step is done: predicted, met, answered.
    pub fn is_done(&self, step: &crate::Step) -> bool {
        (step.done.is_none() || self.met)
            && (step.predict.is_none() || self.predicted.is_some())
            && (step.question.is_none() || self.answered.is_some())
    }
}

impl Progress {
    /// As the browser kept it; empty where it is damaged.
    pub fn parse(text: &str) -> Progress {
        let mut progress: Progress = serde_json::from_str(text).unwrap_or_default();
        while progress.lessons.len() > MOST_LESSONS {
            progress.lessons.pop_first();
        }
        while progress.stood.len() > MOST_LESSONS {
            progress.stood.pop_first();
        }
        progress.lessons.values_mut().for_each(|steps| steps.truncate(MOST_STEPS));
        progress
    }

    /// For the browser.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// A step of a lesson, from 0.
    pub fn step(&self, id: &str, step: usize) -> StepProgress {
        let steps = self.lessons.get(id);
        steps.and_then(|steps| steps.get(step)).cloned().unwrap_or_default()
    }

    /// The same, to be changed.
    pub fn step_mut(&mut self, id: &str, step: usize) -> &mut StepProgress {
        let steps = self.lessons.entry(id.to_owned()).or_default();
        let step = step.min(MOST_STEPS - 1);
        if steps.len() <= step {
            steps.resize(step + 1, StepProgress::default());
        }
        &mut steps[step]
    }

    /// How many steps of a lesson are done.
    pub fn done(&self, id: &str, lesson: &Lesson) -> usize {
        let steps = lesson.steps.iter().enumerate();
        steps.filter(|(place, step)| self.step(id, *place).is_done(step)).count()
    }

    /// How many steps of a lesson are begun and not done: a prediction is given, what is to be done is not.
    pub fn begun(&self, id: &str, lesson: &Lesson) -> usize {
        let steps = lesson.steps.iter().enumerate();
        let is_begun = |step: &StepProgress| *step != StepProgress::default();
        steps
            .filter(|(place, step)| {
                let so_far = self.step(id, *place);
                is_begun(&so_far) && !so_far.is_done(step)
            })
            .count()
    }

    /// How far a lesson is: all of these.
    pub fn so_far(&self, id: &str, lesson: &Lesson) -> SoFar {
        let steps = lesson.steps.iter().enumerate();
        SoFar {
            done: steps.map(|(place, step)| self.step(id, place).is_done(step)).collect(),
            begun: self.begun(id, lesson),
            next: self.next(id, lesson),
            has_begun: self.has_begun(id),
        }
    }

    /// One stands at a step, from 0.
    pub fn stand(&mut self, id: &str, step: usize) {
        self.stood.insert(id.to_owned(), step);
    }

    /// With which step one goes on, from 0: the first that is not done from the one at which one stood last, else
    /// from the beginning; the last where all are done.
    pub fn next(&self, id: &str, lesson: &Lesson) -> usize {
        let count = lesson.steps.len();
        let is_open = |&place: &usize| {
            lesson.steps.get(place).is_some_and(|step| !self.step(id, place).is_done(step))
        };
        let stood = self.stood.get(id).map_or(0, |&step| step.min(count));
        (stood..count)
            .find(is_open)
            .or_else(|| (0..stood).find(is_open))
            .unwrap_or(count.saturating_sub(1))
    }

    /// Whether anything of a lesson was done, or one went on in it.
    pub fn has_begun(&self, id: &str) -> bool {
        let steps = self.lessons.get(id);
        self.stood.get(id).is_some_and(|&step| step > 0)
            || steps.is_some_and(|steps| steps.iter().any(|step| *step != StepProgress::default()))
    }

    /// All of a lesson is to be done again.
    pub fn forget(&mut self, id: &str) {
        self.lessons.remove(id);
        self.stood.remove(id);
    }
}

/// An answer, no longer than is kept.
pub fn kept(text: &str, most: usize) -> String {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::built_in;

    #[test]
    fn what_was_done_is_kept() {
        let walk = built_in::lesson("walk").unwrap();
        let mut progress = Progress::default();
        assert_eq!((progress.done("walk", &walk), progress.next("walk", &walk)), (0, 0));
        assert!(!progress.has_begun("walk"));
        let first = progress.step_mut("walk", 0);
        first.met = true;
        first.predicted = Some("1".to_owned());
        progress.step_mut("walk", 2).met = true;
        let read = Progress::parse(&progress.to_text());
        assert_eq!(read, progress);
        // The third lacks its prediction.
        assert_eq!(read.begun("walk", &walk), 1);
        assert_eq!((read.done("walk", &walk), read.next("walk", &walk)), (1, 1));
        let so_far = read.so_far("walk", &walk);
        assert_eq!((so_far.count(), so_far.begun, so_far.next), (1, 1, 1));
        assert!(so_far.has_begun && so_far.done[0] && !so_far.done[2]);
        progress.forget("walk");
        assert!(!progress.has_begun("walk"));
    }

    #[test]
    fn one_goes_on_where_one_stood() {
        let walk = built_in::lesson("walk").unwrap();
        let mut progress = Progress::default();
        progress.stand("walk", 0);
        assert!(!progress.has_begun("walk"), "the first step was looked at, no more");
        progress.stand("walk", 4);
        assert!(progress.has_begun("walk"));
        let mut progress = Progress::parse(&progress.to_text());
        assert_eq!(progress.next("walk", &walk), 4, "steps that were skipped do not call back");
        let finish = |progress: &mut Progress, place| {
            *progress.step_mut("walk", place) = StepProgress {
                met: true,
                predicted: Some("1".to_owned()),
                answered: Some("1".to_owned()),
            };
        };
        finish(&mut progress, 4);
        assert_eq!(progress.next("walk", &walk), 5);
        for place in 5..walk.steps.len() {
            finish(&mut progress, place);
        }
        assert_eq!(progress.next("walk", &walk), 0, "the skipped ones are left");
        for place in 0..4 {
            finish(&mut progress, place);
        }
        assert_eq!(progress.next("walk", &walk), walk.steps.len() - 1);
        // A lesson that has become shorter.
        progress.stand("walk", 99);
        assert_eq!(progress.next("walk", &walk), walk.steps.len() - 1);
    }

    #[test]
    fn damaged_and_hostile_storage_is_borne() {
        assert_eq!(Progress::parse("{"), Progress::default());
        assert_eq!(Progress::parse("[1]"), Progress::default());
        let steps = vec!["{}"; 500].join(",");
        let read = Progress::parse(&format!(r#"{{"lessons": {{"a": [{steps}]}}}}"#));
        assert_eq!(read.lessons["a"].len(), MOST_STEPS);
        assert_eq!(kept("aé", 2), "a");
    }
}
