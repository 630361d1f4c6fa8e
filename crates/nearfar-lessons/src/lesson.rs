//! A lesson as a file: what it is made of, and how a stranger's bytes become one.

use nearfar::settings::{Choice, Room, url};
use serde::{Deserialize, Serialize};

use crate::Condition;
use crate::question::{Answer, Question};

/// The version of lessons that this program reads and writes.
pub const VERSION: u32 = 1;
/// The longest file, in bytes.
pub const MOST_BYTES: usize = 200_000;
/// The longest lesson that a link holds, in bytes of JSON.
pub const MOST_BYTES_OF_LINK: usize = nearfar::settings::MAX_LESSON;
/// Steps, at most.
pub const MOST_STEPS: usize = nearfar::settings::MAX_STEPS;
/// The longest text, in bytes.
pub const MOST_TEXT: usize = 4_000;
/// What there is to choose, at most.
pub const MOST_CHOICES: usize = 9;
/// Names of panels that a step shows or hides, at most.
pub const MOST_PANELS: usize = 80;
/// Minutes, at most.
pub const MOST_MINUTES: u32 = 600;

/// Words of a lesson: those of a built-in lesson stand among the page's texts, a teacher's are plain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Text {
    /// As they are.
    Plain(String),
    /// By their key among the page's texts on learning.
    Key {
        /// The key.
        key: String,
    },
}

impl Text {
    /// The words, or the key of words that are elsewhere.
    pub fn key_or_words(&self) -> &str {
        match self {
            Text::Plain(words) => words,
            Text::Key { key } => key,
        }
    }
}

impl From<&str> for Text {
    fn from(words: &str) -> Text {
        Text::Plain(words.to_owned())
    }
}

/// A lesson.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// [`VERSION`].
    #[serde(rename = "nearfar-lesson")]
    pub version: u32,
    /// What it is called.
    pub title: Text,
    /// The language of its texts, as BCP 47 names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// How long it takes.
    pub minutes: u32,
    /// What a learner knows afterwards.
    pub goal: Text,
    /// Its steps, in order.
    pub steps: Vec<Step>,
}

/// One figure and one thing to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Its title.
    pub title: Text,
    /// Two or three sentences.
    pub text: Text,
    /// The room whose figure it is.
    pub room: String,
    /// The page's settings at its start, as the fragment of a link.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub settings: String,
    /// The panels that are shown alone; none for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<String>,
    /// Panels that come to them once the prediction is given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reveal: Vec<String>,
    /// Controls that are hidden.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hide: Vec<String>,
    /// What is predicted before the figure is whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub predict: Option<Question>,
    /// What is to be done.
    #[serde(rename = "do", default, skip_serializing_if = "Option::is_none")]
    pub task: Option<Text>,
    /// What completes it; none where its questions do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done: Option<Condition>,
    /// What is asked once it is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
    /// What was seen, said once it is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explain: Option<Text>,
}

impl Step {
    /// The room that it is in.
    pub fn room(&self) -> Room {
        Room::from_name(&self.room).unwrap_or_default()
    }

    /// Whether panels wait for its prediction.
    pub fn hides_until_predicted(&self) -> bool {
        let before = self.shown(false);
        self.predict.is_some() && !before.is_empty() && before != self.shown(true)
    }

    /// The panels that are shown alone, once its prediction is `given` or before.
    pub fn shown(&self, given: bool) -> String {
        let revealed = self.reveal.iter().filter(|_| given || self.predict.is_none());
        let all: Vec<&str> = self.only.iter().chain(revealed).map(String::as_str).collect();
        all.join(" ")
    }
}

/// Why a file is no lesson.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LessonError {
    /// The browser does not read the file.
    #[error("{0}")]
    Unread(String),
    /// More bytes than a lesson has.
    #[error("it has {found} bytes; a lesson has at most {MOST_BYTES}")]
    Large {
        /// How many.
        found: usize,
    },
    /// No UTF-8.
    #[error("it is not a text: byte {at} is no UTF-8")]
    NotText {
        /// Where.
        at: usize,
    },
    /// No JSON, or not of this form.
    #[error("line {line}, column {column}: {why}")]
    Json {
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What was expected.
        why: String,
    },
    /// Another version.
    #[error("it is a lesson of version {found}; this page reads version {VERSION}")]
    Version {
        /// Which.
        found: u32,
    },
    /// A field of the lesson.
    #[error("“{field}”: {why}")]
    Field {
        /// Its name in the file.
        field: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// A field of a step.
    #[error("step {step}, “{field}”: {why}")]
    Step {
        /// From 1.
        step: usize,
        /// Its name in the file.
        field: &'static str,
        /// What is wrong with it.
        why: String,
    },
}

impl Lesson {
    /// The lesson in a file.
    ///
    /// # Errors
    /// Where it is none: what is wrong, and in which step and field.
    pub fn parse(bytes: &[u8]) -> Result<Lesson, LessonError> {
        if bytes.len() > MOST_BYTES {
            return Err(LessonError::Large { found: bytes.len() });
        }
        let text = std::str::from_utf8(bytes)
            .map_err(|error| LessonError::NotText { at: error.valid_up_to() + 1 })?;
        // Editors may put a mark before it.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lesson: Lesson = serde_json::from_str(text).map_err(|error| LessonError::Json {
            line: error.line(),
            column: error.column(),
            why: reason(&error.to_string()),
        })?;
        lesson.check()?;
        Ok(lesson)
    }

    /// As a file.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// As a link holds it.
    pub fn to_link(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// As the address of a page holds it; `None` where it is too long for that.
    pub fn short_link(&self) -> Option<String> {
        Some(self.to_link()).filter(|link| link.len() <= MOST_BYTES_OF_LINK)
    }

    /// A name for what a browser keeps of it: other words are another lesson.
    pub fn id(&self) -> String {
        // FNV-1a, 64 bits: no secret hangs on it.
        let hash = self.to_link().bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!("own-{hash:016x}")
    }

    /// That it can be shown.
    ///
    /// # Errors
    /// The first field that is wrong.
    pub fn check(&self) -> Result<(), LessonError> {
        if self.version != VERSION {
            return Err(LessonError::Version { found: self.version });
        }
        let field = |field| move |why| LessonError::Field { field, why };
        check_text(&self.title, false).map_err(field("title"))?;
        check_text(&self.goal, true).map_err(field("goal"))?;
        if self.minutes > MOST_MINUTES {
            let why = format!("{} is more than {MOST_MINUTES}", self.minutes);
            return Err(field("minutes")(why));
        }
        if let Some(language) = &self.language {
            let is_tag = (2..=35).contains(&language.len())
                && language.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
            let why = || "a language is a tag such as “en” or “zh-Hans”".to_owned();
            is_tag.then_some(()).ok_or_else(|| field("language")(why()))?;
        }
        if self.steps.is_empty() || self.steps.len() > MOST_STEPS {
            let why = format!("a lesson has 1 to {MOST_STEPS} steps, not {}", self.steps.len());
            return Err(field("steps")(why));
        }
        self.check_steps()
    }

    /// That each of its steps can be shown, whatever the lesson itself lacks.
    ///
    /// # Errors
    /// The first field of a step that is wrong.
    pub fn check_steps(&self) -> Result<(), LessonError> {
        (1..).zip(&self.steps).try_for_each(|(place, step)| {
            step.check().map_err(|(field, why)| LessonError::Step { step: place, field, why })
        })
    }
}

/// What serde says, without the place, which is said apart.
fn reason(text: &str) -> String {
    text.rsplit_once(" at line").map_or(text, |(reason, _)| reason).to_owned()
}

type Wrong = (&'static str, String);

impl Step {
    fn check(&self) -> Result<(), Wrong> {
        let of = |field| move |why| (field, why);
        check_text(&self.title, false).map_err(of("title"))?;
        check_text(&self.text, true).map_err(of("text"))?;
        self.task.iter().try_for_each(|text| check_text(text, false)).map_err(of("do"))?;
        self.explain.iter().try_for_each(|text| check_text(text, true)).map_err(of("explain"))?;
        let room = Room::from_name(&self.room).map_err(|error| ("room", error.to_string()))?;
        if room == Room::Learn {
            return Err(("room", "a step cannot be in the room Learn".to_owned()));
        }
        if self.settings.len() > MOST_BYTES_OF_LINK {
            return Err(("settings", format!("{} bytes are too long", self.settings.len())));
        }
        let (_, ignored) = url::decode(&self.settings);
        if let Some(part) = ignored.first() {
            return Err(("settings", format!("{}: {}", part.name, part.reason)));
        }
        for (field, names) in [("only", &self.only), ("reveal", &self.reveal), ("hide", &self.hide)]
        {
            check_panels(names).map_err(of(field))?;
        }
        if self.only.is_empty() && !self.reveal.is_empty() {
            return Err(("reveal", "“reveal” needs “only”, which is empty".to_owned()));
        }
        self.predict.iter().try_for_each(Question::check).map_err(of("predict"))?;
        self.question.iter().try_for_each(Question::check).map_err(of("question"))?;
        match &self.done {
            Some(done) => done.check().map_err(of("done")),
            None if self.predict.is_some() || self.question.is_some() => Ok(()),
            None => {
                Err(("done", "a step needs a condition, a prediction or a question".to_owned()))
            }
        }
    }
}

fn check_panels(names: &[String]) -> Result<(), String> {
    if names.len() > MOST_PANELS {
        return Err(format!("{} panels are more than {MOST_PANELS}", names.len()));
    }
    let (_, wrong) = nearfar::panels::named(&names.join(" "));
    match wrong.first() {
        None => Ok(()),
        Some(name) => Err(format!("“{}” is no panel", name.chars().take(40).collect::<String>())),
    }
}

impl Question {
    fn check(&self) -> Result<(), String> {
        check_text(&self.prompt, false)?;
        self.why.iter().try_for_each(|why| check_text(why, true))?;
        match &self.answer {
            Answer::Number { answer, tolerance } => {
                let is_fine = answer.is_finite() && tolerance.is_finite() && *tolerance >= 0.0;
                is_fine.then_some(()).ok_or_else(|| "its tolerance is below 0".to_owned())
            }
            Answer::Choice { choices, answer } => {
                if !(2..=MOST_CHOICES).contains(&choices.len()) {
                    return Err(format!(
                        "2 to {MOST_CHOICES} choices are needed, not {}",
                        choices.len()
                    ));
                }
                choices.iter().try_for_each(|choice| check_text(choice, false))?;
                let is_one = (1..=choices.len()).contains(answer);
                is_one.then_some(()).ok_or_else(|| {
                    format!("there is no choice {answer}; they count from 1 to {}", choices.len())
                })
            }
            Answer::Text { answers } => {
                let is_short = answers.len() <= MOST_CHOICES
                    && answers.iter().all(|answer| answer.len() <= MOST_TEXT);
                is_short.then_some(()).ok_or_else(|| "its answers are too long".to_owned())
            }
        }
    }
}

fn check_text(text: &Text, may_be_empty: bool) -> Result<(), String> {
    let words = text.key_or_words();
    if words.len() > MOST_TEXT {
        return Err(format!("{} bytes are too long; at most {MOST_TEXT} are shown", words.len()));
    }
    if words.trim().is_empty() && !may_be_empty {
        return Err("it is empty".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = r#"{
        "nearfar-lesson": 1, "title": "Near", "minutes": 3, "goal": "To know w.",
        "steps": [{"title": "w", "text": "", "room": "lab", "settings": "w=3:1",
                   "only": ["sliders"], "do": "Make w negative.", "done": {"w": {"head": 3, "to": -0.5}}}]
    }"#;

    fn changed(from: &str, to: &str) -> LessonError {
        let text = SMALL.replacen(from, to, 1);
        assert_ne!(text, SMALL, "{from}");
        Lesson::parse(text.as_bytes()).unwrap_err()
    }

    #[test]
    fn a_lesson_is_read_and_written_again() {
        let lesson = Lesson::parse(SMALL.as_bytes()).unwrap();
        assert_eq!(Lesson::parse(lesson.to_json().as_bytes()).unwrap(), lesson);
        assert_eq!(Lesson::parse(lesson.to_link().as_bytes()).unwrap(), lesson);
        assert_eq!(Lesson::parse(format!("\u{feff}{SMALL}").as_bytes()).unwrap(), lesson);
        let other = Lesson { minutes: 4, ..lesson.clone() };
        assert_ne!(other.id(), lesson.id());
    }

    #[test]
    fn a_long_lesson_is_in_no_address() {
        let lesson = Lesson::parse(SMALL.as_bytes()).unwrap();
        assert_eq!(lesson.short_link(), Some(lesson.to_link()));
        let room = MOST_BYTES_OF_LINK - lesson.to_link().len() + "To know w.".len();
        let of = |bytes: usize| Lesson { goal: Text::Plain("w".repeat(bytes)), ..lesson.clone() };
        assert!(of(room).short_link().is_some() && of(room + 1).short_link().is_none());
    }

    #[test]
    fn an_error_names_step_and_field() {
        for (from, to, says) in [
            (
                "\"nearfar-lesson\": 1",
                "\"nearfar-lesson\": 2",
                "it is a lesson of version 2; this page reads version 1",
            ),
            ("\"Near\"", "\" \"", "“title”: it is empty"),
            ("3, \"goal\"", "601, \"goal\"", "“minutes”: 601 is more than 600"),
            (
                "\"minutes\"",
                "\"language\": \"english!\", \"minutes\"",
                "“language”: a language is a tag such as “en” or “zh-Hans”",
            ),
            (
                "\"lab\"",
                "\"attic\"",
                "step 1, “room”: “attic” is not one of lab, curves, compare, train, inspect, learn",
            ),
            ("\"lab\"", "\"learn\"", "step 1, “room”: a step cannot be in the room Learn"),
            ("w=3:1", "w=3:x", "step 1, “settings”: “w”: “x” is not a number"),
            ("\"sliders\"", "\"slider\"", "step 1, “only”: “slider” is no panel"),
            ("\"to\": -0.5", "\"head\": 3", "line 4, column"),
            (
                "{\"w\": {\"head\": 3, \"to\": -0.5}}",
                "{\"all\": []}",
                "step 1, “done”: a list of conditions is empty",
            ),
            (
                ", \"done\": {\"w\": {\"head\": 3, \"to\": -0.5}}",
                "",
                "step 1, “done”: a step needs a condition, a prediction or a question",
            ),
            ("\"text\"", "\"colour\": 1, \"text\"", "unknown field `colour`"),
        ] {
            let found = changed(from, to).to_string();
            assert!(found.contains(says), "{found}\n{says}");
        }
    }

    #[test]
    fn questions_are_checked() {
        let asked = |question: &str| {
            changed("\"done\"", &format!("\"predict\": {question}, \"done\"")).to_string()
        };
        assert!(
            asked(r#"{"prompt": "?", "kind": "choice", "choices": ["a"], "answer": 1}"#)
                .contains("2 to 9 choices")
        );
        assert!(
            asked(r#"{"prompt": "?", "kind": "choice", "choices": ["a", "b"], "answer": 3}"#)
                .contains("there is no choice 3")
        );
        assert!(
            asked(r#"{"prompt": "", "kind": "text"}"#).contains("step 1, “predict”: it is empty")
        );
        assert!(
            asked(r#"{"prompt": "?", "kind": "number", "answer": 1, "tolerance": -1}"#)
                .contains("below 0")
        );
        assert!(asked(r#"{"prompt": "?", "kind": "riddle"}"#).contains("riddle"));
    }

    #[test]
    fn strangers_bytes_are_refused() {
        assert_eq!(
            Lesson::parse(&vec![b' '; MOST_BYTES + 1]),
            Err(LessonError::Large { found: MOST_BYTES + 1 })
        );
        assert_eq!(Lesson::parse(&[b'{', 0xff]), Err(LessonError::NotText { at: 2 }));
        assert!(matches!(Lesson::parse(b""), Err(LessonError::Json { .. })));
        let nested = "[".repeat(100_000);
        assert!(matches!(Lesson::parse(nested.as_bytes()), Err(LessonError::Json { .. })));
        let steps =
            vec![r#"{"title":"a","text":"","room":"lab","done":"predicted"}"#; MOST_STEPS + 1]
                .join(",");
        let many = format!(
            r#"{{"nearfar-lesson":1,"title":"a","minutes":1,"goal":"","steps":[{steps}]}}"#
        );
        assert_eq!(
            Lesson::parse(many.as_bytes()).unwrap_err().to_string(),
            "“steps”: a lesson has 1 to 40 steps, not 41"
        );
    }
}
