//! A step while a teacher writes it: the words of a form, and what becomes of them.

use std::collections::BTreeMap;

use nearfar::settings::url::{decode, encode, encode_all};
use nearfar::settings::{Choice, Settings, parse_number};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::question::{Answer, Question};
use crate::{Condition, Step, Text};

/// How far from a number an answer is still right, as a share of it.
const TOLERANCE: f64 = 0.05;

/// How a panel is seen in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shown {
    /// As in the room.
    #[default]
    AsItIs,
    /// Not at all.
    Hidden,
    /// With nothing but its like.
    Alone,
    /// As [`Shown::Alone`], once the prediction is given.
    Revealed,
}

/// In a form.
impl Choice for Shown {
    const ALL: &'static [(Self, &'static str)] = &[
        (Shown::AsItIs, "as-it-is"),
        (Shown::Hidden, "hidden"),
        (Shown::Alone, "alone"),
        (Shown::Revealed, "revealed"),
    ];
}

/// A question as it is typed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// What is asked; no question where it is empty.
    pub prompt: String,
    /// A number; words, each line of them right; or lines that begin with `-`, which are choices, the right
    /// one with `*`. Nothing, for an answer that a teacher reads.
    pub answer: String,
}

/// Why what was typed is no question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AskedError {
    /// An answer to nothing.
    #[error("there is an answer, but no question")]
    NoPrompt,
    /// None of the choices is right, or several are.
    #[error("one choice must begin with *, not {0}")]
    Right(usize),
    /// Choices and other lines.
    #[error("if one line begins with - or *, every line must")]
    Mixed,
}

impl Asked {
    /// The question; `None` where nothing is asked.
    ///
    /// # Errors
    /// Where it has no words, or its choices are not told apart.
    pub fn question(&self) -> Result<Option<Question>, AskedError> {
        let lines: Vec<&str> =
            self.answer.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        if self.prompt.trim().is_empty() {
            return if lines.is_empty() { Ok(None) } else { Err(AskedError::NoPrompt) };
        }
        let answer = Asked::read(&lines)?;
        Ok(Some(Question { prompt: self.prompt.trim().into(), answer, why: None }))
    }

    /// The same, where the form had the question `before`: an answer that is as it was is not read again, for words may
    /// look like a number or a choice; a number that is written otherwise keeps its tolerance.
    fn question_after(&self, before: &Option<Question>) -> Result<Option<Question>, AskedError> {
        let Some(before) = before else { return self.question() };
        let was = Asked::of(before, |text| text.key_or_words().to_owned());
        let Question { answer, why, .. } = before.clone();
        if self.answer == was.answer && !self.prompt.trim().is_empty() {
            return Ok(Some(Question { prompt: self.prompt.trim().into(), answer, why }));
        }
        let Some(mut now) = self.question()? else { return Ok(None) };
        if let (Answer::Number { answer: one, .. }, Answer::Number { answer: other, .. }) =
            (&now.answer, &answer)
            && one == other
        {
            now.answer = answer;
        }
        Ok(Some(Question { why, ..now }))
    }

    fn read(lines: &[&str]) -> Result<Answer, AskedError> {
        if let [line] = lines
            && let Ok(answer) = parse_number(line)
        {
            // In few digits: as JSON, which not every reader reads to the last one, it stays itself.
            let tolerance = format!("{:.4e}", answer.abs() * TOLERANCE).parse().unwrap_or_default();
            return Ok(Answer::Number { answer, tolerance });
        }
        let choice = |line: &&str| {
            let words = line.strip_prefix(['-', '*'])?.trim();
            Some((line.starts_with('*'), words.to_owned()))
        };
        let choices: Vec<(bool, String)> = lines.iter().filter_map(choice).collect();
        if choices.is_empty() {
            return Ok(Answer::Text {
                answers: lines.iter().map(|&line| line.to_owned()).collect(),
            });
        }
        if choices.len() != lines.len() {
            return Err(AskedError::Mixed);
        }
        let right: Vec<usize> = (1..)
            .zip(&choices)
            .filter(|(_, (is_right, _))| *is_right)
            .map(|(place, _)| place)
            .collect();
        let [answer] = right[..] else { return Err(AskedError::Right(right.len())) };
        let choices = choices.into_iter().map(|(_, words)| Text::Plain(words)).collect();
        Ok(Answer::Choice { choices, answer })
    }

    /// What was typed for a question. `words` says the words of a text.
    pub fn of(question: &Question, words: impl Fn(&Text) -> String) -> Asked {
        let answer = match &question.answer {
            Answer::Number { answer, .. } => answer.to_string(),
            Answer::Text { answers } => answers.join("\n"),
            Answer::Choice { choices, answer } => {
                let sign = |place| if place == *answer { '*' } else { '-' };
                let lines = (1..).zip(choices);
                let lines =
                    lines.map(|(place, choice)| format!("{} {}", sign(place), words(choice)));
                lines.collect::<Vec<_>>().join("\n")
            }
        };
        Asked { prompt: words(&question.prompt), answer }
    }
}

/// A step as it is typed. What an older version of the page kept of one may lack fields.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Draft {
    /// Its title.
    pub title: String,
    /// Two or three sentences.
    pub text: String,
    /// What is to be done.
    pub task: String,
    /// What was seen, said once it is done.
    pub explain: String,
    /// What is predicted before the figure is whole.
    pub predict: Asked,
    /// What is asked once it is done.
    pub question: Asked,
    /// How panels are seen, by their names; the others as they are.
    pub panels: BTreeMap<String, Shown>,
    /// The page's settings at its start, room included.
    #[serde(serialize_with = "write_start", deserialize_with = "read_start")]
    pub start: Option<Settings>,
    /// What completes it.
    pub done: Option<Condition>,
    /// The questions of the step that is changed, their choices in words: what a form does not show of them is kept.
    before: [Option<Question>; 2],
}

fn write_start<S: Serializer>(start: &Option<Settings>, to: S) -> Result<S::Ok, S::Error> {
    start.as_ref().map(encode_all).serialize(to)
}

fn read_start<'a, D: Deserializer<'a>>(from: D) -> Result<Option<Settings>, D::Error> {
    Ok(Option::<String>::deserialize(from)?.map(|start| decode(&start).0))
}

impl Draft {
    /// Whether nothing was written; how panels are seen may be that of the step before.
    pub fn is_blank(&self) -> bool {
        let mut words = self.clone();
        words.panels.clear();
        words == Draft::default()
    }

    /// A blank one that shows the same panels: mostly the next step does.
    #[must_use]
    pub fn next(self) -> Draft {
        Draft { panels: self.panels, ..Draft::default() }
    }

    /// How a panel is seen.
    pub fn shown(&self, panel: &str) -> Shown {
        self.panels.get(panel).copied().unwrap_or_default()
    }

    /// A panel is seen so.
    pub fn show(&mut self, panel: &str, shown: Shown) {
        self.panels.remove(panel);
        if shown != Shown::AsItIs {
            self.panels.insert(panel.to_owned(), shown);
        }
    }

    /// The step is done where the page stands `here`, and begins there unless it was said where; whether that
    /// can be told from its start.
    pub fn end(&mut self, here: &Settings) -> bool {
        let start = self.start.get_or_insert_with(|| here.clone());
        self.done = Condition::between(start, here);
        self.done.is_some()
    }

    /// The step, which begins `here` unless it was said where.
    ///
    /// # Errors
    /// Where what is predicted or asked is no question.
    pub fn step(&self, here: &Settings) -> Result<Step, AskedError> {
        let start = self.start.as_ref().unwrap_or(here);
        let optional =
            |words: &str| Some(words.trim()).filter(|words| !words.is_empty()).map(Text::from);
        let panels = |wanted: Shown| {
            let with = self.panels.iter().filter(|(_, shown)| **shown == wanted);
            with.map(|(name, _)| name.clone()).collect::<Vec<_>>()
        };
        let [predict, question] = &self.before;
        Ok(Step {
            title: self.title.trim().into(),
            text: self.text.trim().into(),
            room: start.room.name().to_owned(),
            settings: encode(start),
            only: panels(Shown::Alone),
            reveal: panels(Shown::Revealed),
            hide: panels(Shown::Hidden),
            predict: self.predict.question_after(predict)?,
            task: optional(&self.task),
            done: self.done.clone(),
            question: self.question.question_after(question)?,
            explain: optional(&self.explain),
        })
    }

    /// What was typed for a step. `words` says the words of a text.
    pub fn of(step: &Step, words: impl Fn(&Text) -> String) -> Draft {
        let optional = |text: &Option<Text>| text.as_ref().map(&words).unwrap_or_default();
        let asked = |question: &Option<Question>| {
            question.as_ref().map(|question| Asked::of(question, &words)).unwrap_or_default()
        };
        let panels = [
            (&step.only, Shown::Alone),
            (&step.reveal, Shown::Revealed),
            (&step.hide, Shown::Hidden),
        ];
        let panels = panels
            .into_iter()
            .flat_map(|(names, shown)| names.iter().map(move |name| (name.clone(), shown)));
        let (mut start, _) = decode(&step.settings);
        start.room = step.room();
        Draft {
            title: words(&step.title),
            text: words(&step.text),
            task: optional(&step.task),
            explain: optional(&step.explain),
            predict: asked(&step.predict),
            question: asked(&step.question),
            panels: panels.collect(),
            start: Some(start),
            done: step.done.clone(),
            before: [&step.predict, &step.question].map(|question| {
                let mut question = question.clone()?;
                if let Answer::Choice { choices, .. } = &mut question.answer {
                    choices.iter_mut().for_each(|choice| *choice = Text::Plain(words(choice)));
                }
                Some(question)
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::built_in;

    fn asked(prompt: &str, answer: &str) -> Asked {
        Asked { prompt: prompt.to_owned(), answer: answer.to_owned() }
    }

    #[test]
    fn an_answer_is_a_number_words_or_choices() {
        let answer = |text| asked("Why?", text).question().map(|found| found.unwrap().answer);
        assert_eq!(answer("-0.5"), Ok(Answer::Number { answer: -0.5, tolerance: 0.025 }));
        let words = Answer::Text { answers: vec!["far".to_owned(), "the far ones".to_owned()] };
        assert_eq!(answer("far\n\n the far ones"), Ok(words));
        assert_eq!(answer(""), Ok(Answer::Text { answers: Vec::new() }));
        let choices = ["nearer", "farther"].map(Text::from).to_vec();
        assert_eq!(answer("- nearer\n*farther"), Ok(Answer::Choice { choices, answer: 2 }));
        assert_eq!(answer("- nearer\n- farther"), Err(AskedError::Right(0)));
        assert_eq!(answer("* nearer\n* farther"), Err(AskedError::Right(2)));
        assert_eq!(answer("* nearer\nfarther"), Err(AskedError::Mixed));
        assert_eq!(asked(" ", "3").question(), Err(AskedError::NoPrompt));
        assert_eq!(asked("", " ").question(), Ok(None));
    }

    #[test]
    fn every_step_of_the_built_in_lessons_comes_back_from_a_form() {
        // As a teacher's own file has them: in words.
        let words = |text: &Text| text.key_or_words().to_owned();
        let plain = |text: &mut Text| *text = Text::Plain(words(text));
        let mut steps = 0;
        for (_, lesson) in built_in::all() {
            for step in lesson.steps {
                let mut typed = step.clone();
                let questions = typed.predict.iter_mut().chain(&mut typed.question);
                let mut texts: Vec<&mut Text> = vec![&mut typed.title, &mut typed.text];
                texts.extend(typed.task.iter_mut().chain(&mut typed.explain));
                for question in questions {
                    texts.push(&mut question.prompt);
                    if let Answer::Choice { choices, .. } = &mut question.answer {
                        texts.extend(choices);
                    }
                }
                texts.into_iter().for_each(plain);
                // Panels in any order, settings however they were written.
                let sorted = |mut step: Step| {
                    for names in [&mut step.only, &mut step.reveal, &mut step.hide] {
                        names.sort();
                    }
                    let settings = decode(&step.settings).0;
                    step.settings = encode(&Settings { room: step.room(), ..settings });
                    step
                };
                let again = Draft::of(&step, words).step(&Settings::default()).unwrap();
                assert_eq!(sorted(again), sorted(typed));
                steps += 1;
            }
        }
        assert!(steps > 20, "{steps}");
    }

    #[test]
    fn an_answer_that_is_as_it_was_is_not_read_again() {
        let words = |answers: &[&str]| Answer::Text {
            answers: answers.iter().map(|&answer| answer.to_owned()).collect(),
        };
        let choices = ["near\nby", "- far"].map(Text::from).to_vec();
        for answer in [
            words(&["1997"]),
            words(&["- one", "two"]),
            words(&["a\nb"]),
            Answer::Choice { choices, answer: 2 },
            Answer::Number { answer: 0.5, tolerance: 0.1 },
        ] {
            let question = Question { prompt: "?".into(), answer, why: Some("So".into()) };
            let (_, mut lesson) = built_in::all().swap_remove(0);
            let step = Step { question: Some(question.clone()), ..lesson.steps.swap_remove(0) };
            let mut draft = Draft::of(&step, |text| text.key_or_words().to_owned());
            draft.question.prompt = "When? ".to_owned();
            let again = draft.step(&Settings::default()).unwrap().question;
            assert_eq!(again, Some(Question { prompt: "When?".into(), ..question }));
            // Another answer is read; the reason stays.
            draft.question.answer = "2".to_owned();
            let other = draft.step(&Settings::default()).unwrap().question.unwrap();
            assert_eq!(other.answer, Answer::Number { answer: 2.0, tolerance: 0.1 });
            assert_eq!(other.why, Some("So".into()));
            draft.question = Asked::default();
            assert_eq!(draft.step(&Settings::default()).unwrap().question, None);
        }
        let known = Answer::Number { answer: 0.5, tolerance: 0.1 };
        let before = Some(Question { prompt: "?".into(), answer: known.clone(), why: None });
        let found = asked("?", "0.50").question_after(&before).unwrap().unwrap();
        assert_eq!(found.answer, known);
    }

    #[test]
    fn a_form_is_blank_until_something_is_written() {
        let mut draft = Draft::default();
        draft.show("heads", Shown::Hidden);
        assert!(draft.is_blank());
        draft.task = "Move w".to_owned();
        assert!(!draft.is_blank());
        // The next step shows the same panels, and has no words.
        let next = draft.next();
        assert!(next.is_blank());
        assert_eq!(next.panels, BTreeMap::from([("heads".to_owned(), Shown::Hidden)]));
        let mut draft = next;
        draft.show("heads", Shown::AsItIs);
        assert_eq!(draft, Draft::default());
    }

    #[test]
    fn a_step_ends_where_its_start_was_left() {
        let start = Settings::default();
        let mut draft = Draft::default();
        assert!(!draft.end(&start));
        assert_eq!((draft.start.as_ref(), draft.done.as_ref()), (Some(&start), None));
        let moved = Settings { sentence: "the cat sat".to_owned(), ..Settings::default() };
        assert!(draft.end(&moved));
        assert_eq!(draft.start, Some(start));
    }

    #[test]
    fn a_step_begins_here_unless_it_was_said_where() {
        let here = Settings { room: nearfar::settings::Room::Curves, ..Settings::default() };
        let draft = Draft { title: " A ".to_owned(), ..Draft::default() };
        let step = draft.step(&here).unwrap();
        assert_eq!((step.room.as_str(), step.title), ("curves", Text::from("A")));
        let draft = Draft { start: Some(Settings::default()), ..draft };
        assert_eq!(draft.step(&here).unwrap().room, "lab");
    }
}
