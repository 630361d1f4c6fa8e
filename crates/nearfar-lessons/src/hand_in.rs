//! What a learner predicted and answered, as one text or file; and many of them side by side.

use serde::{Deserialize, Serialize};

use crate::lesson::{Lesson, MOST_STEPS, Text};
use crate::progress::{MOST_ANSWER, MOST_NAME, Progress, kept};
use crate::question::{Question, Verdict};

/// What begins the line of a text that a program reads.
const MARK: &str = "nearfar-hand-in:";
/// The longest text that is read, in bytes: some hundred hand-ins.
const MOST_BYTES: usize = 4_000_000;
/// Hand-ins that are laid side by side, at most.
pub const MOST_BESIDE: usize = 200;

/// What one learner hands in of one lesson.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HandIn {
    /// The name that was typed; may be empty.
    pub who: String,
    /// The lesson's id.
    pub lesson: String,
    /// Its title, in the language in which it was taken.
    pub title: String,
    /// Its steps.
    pub steps: Vec<HandedStep>,
}

/// One step of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HandedStep {
    /// Its title.
    pub title: String,
    /// Whether all of it is done.
    pub done: bool,
    /// The prediction, where it asks for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub predicted: Option<Given>,
    /// The answer, where it asks for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answered: Option<Given>,
}

/// What was given to a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Given {
    /// In words; empty for nothing.
    pub given: String,
    /// Whether it is right; none where a reader must say, or nothing was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right: Option<bool>,
}

impl HandedStep {
    /// A dot, filled where all of it is done.
    pub fn mark(&self) -> &'static str {
        if self.done { "● " } else { "○ " }
    }

    /// What was predicted and answered, as far as it was asked.
    pub fn given(&self) -> impl Iterator<Item = &Given> {
        self.predicted.iter().chain(&self.answered)
    }
}

impl Given {
    /// Whether it is right, as a mark behind it.
    pub fn mark(&self) -> &'static str {
        match self.right {
            Some(true) => " ✓",
            Some(false) => " ✗",
            None => "",
        }
    }
}

fn given(question: &Question, answer: Option<&str>, say: &dyn Fn(&Text) -> String) -> Given {
    let answer = answer.unwrap_or_default();
    let right = match question.judge(answer) {
        Ok(Verdict::Right) => Some(true),
        Ok(Verdict::Wrong) => Some(false),
        Ok(Verdict::Open) | Err(_) => None,
    };
    Given { given: question.in_words(answer, say), right }
}

impl HandIn {
    /// What was done of a lesson. `say` turns texts into words.
    pub fn new(
        id: &str,
        lesson: &Lesson,
        progress: &Progress,
        say: &dyn Fn(&Text) -> String,
    ) -> HandIn {
        let steps = lesson.steps.iter().enumerate().map(|(place, step)| {
            let done = progress.step(id, place);
            let of = |question: &Option<Question>, answer: &Option<String>| {
                question.as_ref().map(|question| given(question, answer.as_deref(), say))
            };
            HandedStep {
                title: say(&step.title),
                done: done.is_done(step),
                predicted: of(&step.predict, &done.predicted),
                answered: of(&step.question, &done.answered),
            }
        });
        HandIn {
            who: progress.who.clone(),
            lesson: id.to_owned(),
            title: say(&lesson.title),
            steps: steps.collect(),
        }
    }

    /// As a text: lines for a person, and one at its end for [`HandIn::read`].
    pub fn to_text(&self) -> String {
        let mut text = format!("{}\n{}\n", self.title, self.who);
        for (place, step) in self.steps.iter().enumerate() {
            let mark = if step.done { '✓' } else { '–' };
            text += &format!("{}. {mark} {}\n", place + 1, step.title);
            for given in step.given() {
                let words = given.given.replace(['\n', '\r'], " ");
                let words = if words.is_empty() { "–" } else { &words };
                text += &format!("   {words}{}\n", given.mark());
            }
        }
        text + MARK + &serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    /// As a file.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// The name of that file: as many as a class hands in are told apart.
    pub fn file_name(&self) -> String {
        let words = [&self.title, &self.who]
            .into_iter()
            .flat_map(|words| words.split(|letter: char| !letter.is_alphanumeric()));
        let kept = words.filter(|word| !word.is_empty());
        format!("{}.json", std::iter::once("hand-in").chain(kept).collect::<Vec<_>>().join("-"))
    }

    /// Every hand-in of a text: of files, or of lines as [`HandIn::to_text`] writes them, however many
    /// stand in it; and how many were damaged.
    pub fn read(text: &str) -> (Vec<HandIn>, usize) {
        if text.len() > MOST_BYTES {
            return (Vec::new(), 1);
        }
        if let Ok(one) = serde_json::from_str::<HandIn>(text) {
            return (vec![one.limited()], 0);
        }
        let mut damaged = 0;
        let mut found = Vec::new();
        for line in text.lines() {
            let Some((_, json)) = line.split_once(MARK) else { continue };
            match serde_json::from_str::<HandIn>(json.trim()) {
                Ok(one) if found.len() < MOST_BESIDE => found.push(one.limited()),
                _ => damaged += 1,
            }
        }
        // A text in which there is nothing at all is damaged as a whole.
        let is_nothing = found.is_empty() && damaged == 0 && !text.trim().is_empty();
        (found, damaged + usize::from(is_nothing))
    }

    /// The same of a file, whose text is `None` where the browser did not read it: one in which nothing stands is damaged.
    pub fn read_file(text: Option<&str>) -> (Vec<HandIn>, usize) {
        let (found, damaged) = text.map(HandIn::read).unwrap_or_default();
        let is_nothing = found.is_empty() && damaged == 0;
        (found, damaged + usize::from(is_nothing))
    }

    /// No longer than what this page writes.
    fn limited(mut self) -> HandIn {
        self.who = kept(&self.who, MOST_NAME);
        self.title = kept(&self.title, MOST_NAME);
        self.steps.truncate(MOST_STEPS);
        for step in &mut self.steps {
            step.title = kept(&step.title, MOST_NAME);
            for given in step.predicted.iter_mut().chain(&mut step.answered) {
                given.given = kept(&given.given, MOST_ANSWER);
            }
        }
        self
    }

    /// Who handed it in, or a dash.
    pub fn name(&self) -> String {
        if self.who.is_empty() { "–".to_owned() } else { self.who.clone() }
    }

    /// How many steps are done.
    pub fn done(&self) -> usize {
        self.steps.iter().filter(|step| step.done).count()
    }
}

/// The hand-ins of one lesson, side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Beside {
    /// The lesson's id.
    pub lesson: String,
    /// Its title, as the first has it.
    pub title: String,
    /// The titles of its steps, as the longest has them.
    pub steps: Vec<String>,
    /// One a learner, by name.
    pub hand_ins: Vec<HandIn>,
    /// Per step, how many are done, and of what was given how many were right and how many wrong.
    pub counts: Vec<Counts>,
}

/// What became of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Learners who did it.
    pub done: usize,
    /// Predictions and answers that were right.
    pub right: usize,
    /// That were wrong.
    pub wrong: usize,
}

/// Hand-ins by lesson. A learner's later one of a lesson takes the place of an earlier one; who gave no name
/// stands alone.
pub fn lay_beside(hand_ins: Vec<HandIn>) -> Vec<Beside> {
    let mut lessons: Vec<Beside> = Vec::new();
    for one in hand_ins {
        let place = lessons.iter().position(|lesson| lesson.lesson == one.lesson);
        let place = place.unwrap_or_else(|| {
            lessons.push(Beside {
                lesson: one.lesson.clone(),
                title: one.title.clone(),
                steps: Vec::new(),
                hand_ins: Vec::new(),
                counts: Vec::new(),
            });
            lessons.len() - 1
        });
        let Some(lesson) = lessons.get_mut(place) else { continue };
        lesson.hand_ins.retain(|other| other.who.is_empty() || other.who != one.who);
        if one.steps.len() > lesson.steps.len() {
            lesson.steps = one.steps.iter().map(|step| step.title.clone()).collect();
        }
        lesson.hand_ins.push(one);
    }
    for lesson in &mut lessons {
        lesson.hand_ins.sort_by_key(|one| one.who.to_lowercase());
        let of_step = |place: usize| {
            let mut counts = Counts::default();
            for step in lesson.hand_ins.iter().filter_map(|one| one.steps.get(place)) {
                counts.done += usize::from(step.done);
                for given in step.given() {
                    counts.right += usize::from(given.right == Some(true));
                    counts.wrong += usize::from(given.right == Some(false));
                }
            }
            counts
        };
        lesson.counts = (0..lesson.steps.len()).map(of_step).collect();
    }
    lessons
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::built_in;

    fn say(text: &Text) -> String {
        text.key_or_words().to_owned()
    }

    fn hand_in(who: &str, predicted: &str) -> HandIn {
        let walk = built_in::lesson("walk").unwrap();
        let mut progress = Progress { who: who.to_owned(), ..Progress::default() };
        let first = progress.step_mut("walk", 0);
        first.met = true;
        first.predicted = Some(predicted.to_owned());
        HandIn::new("walk", &walk, &progress, &say)
    }

    #[test]
    fn a_hand_in_comes_back_from_text_and_from_file() {
        let one = hand_in("Ada \"L\"", "1");
        assert_eq!(one.done(), 1);
        assert_eq!(
            one.steps[0].predicted,
            Some(Given { given: "1".to_owned(), right: Some(true) })
        );
        let open = Given { given: "near".to_owned(), right: None };
        let wrong = Given { right: Some(false), ..open.clone() };
        assert_eq!(
            [one.steps[0].given().next().unwrap(), &wrong, &open].map(Given::mark),
            [" ✓", " ✗", ""]
        );
        assert_eq!([0, 1].map(|step| one.steps[step].mark()), ["● ", "○ "]);
        assert_eq!((one.name().as_str(), hand_in("", "1").name().as_str()), ("Ada \"L\"", "–"));
        assert_eq!(HandIn::read(&one.to_json()), (vec![one.clone()], 0));
        let two = hand_in("Bo", "10");
        let mail = format!("Hello,\n> {}\n\n{}", one.to_text(), two.to_text());
        assert_eq!(HandIn::read(&mail), (vec![one, two], 0));
    }

    #[test]
    fn a_file_is_named_by_lesson_and_learner() {
        let named = |title: &str, who: &str| {
            HandIn { title: title.to_owned(), ..hand_in(who, "1") }.file_name()
        };
        assert_eq!(named("A walk", "Ada \"L\""), "hand-in-A-walk-Ada-L.json");
        assert_eq!(named("../near & far", ""), "hand-in-near-far.json");
        assert_eq!(named("산책", "Jörg"), "hand-in-산책-Jörg.json");
        assert_eq!(named("", " "), "hand-in.json");
    }

    #[test]
    fn what_is_damaged_is_counted() {
        assert_eq!(HandIn::read(""), (vec![], 0));
        assert_eq!(HandIn::read("nothing here"), (vec![], 1));
        // A file that is chosen is not passed over in silence.
        for (file, count) in [(None, 1), (Some(""), 1), (Some(" \n"), 1), (Some("nothing here"), 1)]
        {
            assert_eq!(HandIn::read_file(file), (vec![], count), "{file:?}");
        }
        let one = hand_in("Ada", "1");
        assert_eq!(HandIn::read_file(Some(&one.to_json())), (vec![one], 0));
        assert_eq!(HandIn::read("nearfar-hand-in:{\"who\": 1}"), (vec![], 1));
        let cut = hand_in("Ada", "1").to_text().replace("\"}", "");
        assert_eq!(HandIn::read(&cut).1, 1);
    }

    #[test]
    fn twenty_stand_side_by_side() {
        let many: Vec<HandIn> = (0..20)
            .map(|n| hand_in(&format!("learner {n:02}"), if n % 4 == 0 { "10" } else { "1" }))
            .collect();
        let mut all = many.clone();
        // Handed in again, right this time.
        all.push(hand_in("learner 00", "1"));
        let beside = lay_beside(all);
        assert_eq!(beside.len(), 1);
        assert_eq!(beside[0].hand_ins.len(), 20);
        assert_eq!(beside[0].counts[0], Counts { done: 20, right: 16, wrong: 4 });
        assert_eq!(beside[0].counts[1], Counts::default());
        assert_eq!(beside[0].hand_ins[0].who, "learner 00");
        assert_eq!(beside[0].steps.len(), built_in::lesson("walk").unwrap().steps.len());
        // Who gives no name is nobody else.
        assert_eq!(lay_beside(vec![hand_in("", "1"), hand_in("", "2")])[0].hand_ins.len(), 2);
    }
}
