//! A lesson on paper: goal, minutes, and for each step what to predict, do and explain; the answers at its end.

use crate::lesson::{Lesson, Text};

/// A lesson on paper, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The lesson's title.
    pub title: String,
    /// Its goal.
    pub goal: String,
    /// How long it takes.
    pub minutes: u32,
    /// Its steps.
    pub steps: Vec<SheetStep>,
    /// What is right, by the step's number from 1.
    pub answers: Vec<(usize, String)>,
}

/// A step on paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetStep {
    /// Its title.
    pub title: String,
    /// What to predict, with its choices.
    pub predict: Option<(String, Vec<String>)>,
    /// What to do.
    pub task: Option<String>,
    /// What to answer, with its choices.
    pub question: Option<(String, Vec<String>)>,
    /// What was seen: for the sheet with answers.
    pub explain: Option<String>,
}

impl Sheet {
    /// Of a lesson. `say` turns texts into words.
    pub fn of(lesson: &Lesson, say: &dyn Fn(&Text) -> String) -> Sheet {
        use crate::question::{Answer, Question};
        let asked = |question: &Question| {
            let choices = match &question.answer {
                Answer::Choice { choices, .. } => choices.iter().map(say).collect(),
                Answer::Number { .. } | Answer::Text { .. } => Vec::new(),
            };
            (say(&question.prompt), choices)
        };
        let steps = lesson.steps.iter().map(|step| SheetStep {
            title: say(&step.title),
            predict: step.predict.as_ref().map(asked),
            task: step.task.as_ref().map(say),
            question: step.question.as_ref().map(asked),
            explain: step.explain.as_ref().map(say),
        });
        let answer = |question: &Question| {
            let right = question.right(say)?;
            let why = question.why.as_ref().map(say).filter(|why| !why.is_empty());
            Some(why.map_or(right.clone(), |why| format!("{right} ({why})")))
        };
        let answers = lesson.steps.iter().enumerate().flat_map(|(place, step)| {
            let both = step.predict.iter().chain(&step.question).filter_map(answer);
            both.map(move |answer| (place + 1, answer)).collect::<Vec<_>>()
        });
        Sheet {
            title: say(&lesson.title),
            goal: say(&lesson.goal),
            minutes: lesson.minutes,
            steps: steps.collect(),
            answers: answers.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::built_in;

    #[test]
    fn a_sheet_has_all_that_is_asked_and_its_answers_apart() {
        let say = |text: &Text| text.key_or_words().to_owned();
        for (name, lesson) in built_in::all() {
            let sheet = Sheet::of(&lesson, &say);
            assert_eq!(sheet.steps.len(), lesson.steps.len(), "{name}");
            let asked =
                lesson.steps.iter().flat_map(|step| step.predict.iter().chain(&step.question));
            assert_eq!(
                sheet.answers.len(),
                asked.filter(|asked| asked.right(&say).is_some()).count(),
                "{name}"
            );
            for step in &sheet.steps {
                assert!(step.task.is_some() || step.question.is_some(), "{name}: {}", step.title);
            }
        }
    }
}
