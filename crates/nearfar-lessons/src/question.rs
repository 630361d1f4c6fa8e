//! What is predicted before something is shown, or asked after it, and whether an answer is right.

use nearfar::settings::parse_number;
use serde::{Deserialize, Serialize};

use crate::Text;
use crate::progress::{MOST_ANSWER, kept};

/// A question with its answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// What is asked.
    pub prompt: Text,
    /// How it is answered.
    #[serde(flatten)]
    pub answer: Answer,
    /// Why the answer is the answer; shown once one was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Text>,
}

/// How a question is answered, by its `kind`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Answer {
    /// By a number.
    Number {
        /// The right one.
        answer: f64,
        /// How far from it is still right.
        #[serde(default)]
        tolerance: f64,
    },
    /// By one of a few.
    Choice {
        /// What there is to choose, at least two.
        choices: Vec<Text>,
        /// The right one, from 1.
        answer: usize,
    },
    /// In words. Without accepted answers nothing is wrong: a teacher reads it.
    Text {
        /// Answers that are right, whatever their case and spaces.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        answers: Vec<String>,
    },
}

/// What an answer is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is right.
    Right,
    /// It is not.
    Wrong,
    /// Nobody but a reader can say.
    Open,
}

/// Why an answer cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Nothing was typed or chosen.
    #[error("there is no answer yet")]
    Empty,
    /// A number was asked for.
    #[error("a number is asked for")]
    Number,
}

impl Question {
    /// Whether an answer as it was typed is right; a choice is given by its place from 1.
    ///
    /// # Errors
    /// Where it is none: empty, or no number where one is asked for.
    pub fn judge(&self, given: &str) -> Result<Verdict, Refused> {
        let given = given.trim();
        if given.is_empty() {
            return Err(Refused::Empty);
        }
        let of = |is_right| if is_right { Verdict::Right } else { Verdict::Wrong };
        match &self.answer {
            Answer::Number { answer, tolerance } => {
                // 100 % are 1, and 100 where percent are asked for.
                let (given, is_percent) = match given.strip_suffix('%') {
                    Some(number) => (number, true),
                    None => (given, false),
                };
                // A part is a number, too: 3/4.
                let (above, below) = given.split_once('/').unwrap_or((given, "1"));
                let number_of = |text: &str| parse_number(text.trim()).map_err(|_| Refused::Number);
                let number = number_of(above)? / number_of(below)?;
                if !number.is_finite() {
                    return Err(Refused::Number);
                }
                // 0.1 + 0.2 is 0.3 for whoever wrote the lesson.
                let slack = tolerance + 1e-9 * answer.abs().max(1.0);
                let is_right = |number: f64| (number - answer).abs() <= slack;
                Ok(of(is_right(number) || is_percent && is_right(number / 100.0)))
            }
            Answer::Choice { choices, answer } => {
                let place: usize = given.parse().map_err(|_| Refused::Number)?;
                if !(1..=choices.len()).contains(&place) {
                    return Err(Refused::Number);
                }
                Ok(of(place == *answer))
            }
            Answer::Text { answers } if answers.is_empty() => Ok(Verdict::Open),
            Answer::Text { answers } => {
                Ok(of(answers.iter().any(|right| plain(right) == plain(given))))
            }
        }
    }

    /// An answer as it was typed, as it is kept.
    ///
    /// # Errors
    /// Where it is none.
    pub fn take(&self, given: &str) -> Result<String, Refused> {
        self.judge(given).map(|_| kept(given.trim(), MOST_ANSWER))
    }

    /// The right answer in words; none where there is no one answer. `say` turns texts into words.
    pub fn right(&self, say: &dyn Fn(&Text) -> String) -> Option<String> {
        match &self.answer {
            Answer::Number { answer, .. } => Some(answer.to_string()),
            Answer::Choice { choices, answer } => choices.get(answer.checked_sub(1)?).map(say),
            Answer::Text { answers } => answers.first().cloned(),
        }
    }

    /// An answer that was given, in words: of a choice what it says.
    pub fn in_words(&self, given: &str, say: &dyn Fn(&Text) -> String) -> String {
        match &self.answer {
            Answer::Choice { choices, .. } => {
                let place =
                    given.trim().parse::<usize>().ok().and_then(|place| place.checked_sub(1));
                place.and_then(|place| choices.get(place)).map_or_else(|| given.to_owned(), say)
            }
            _ => given.to_owned(),
        }
    }
}

fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(answer: Answer) -> Question {
        Question { prompt: Text::Plain("?".to_owned()), answer, why: None }
    }

    #[test]
    fn numbers_are_right_within_their_tolerance() {
        let asked = question(Answer::Number { answer: -3.0, tolerance: 0.05 });
        assert_eq!(asked.judge("-3"), Ok(Verdict::Right));
        assert_eq!(asked.judge(" \u{2212}3,05 "), Ok(Verdict::Right));
        assert_eq!(asked.judge("-6/2"), Ok(Verdict::Right));
        assert_eq!(asked.judge("-3.06"), Ok(Verdict::Wrong));
        assert_eq!(asked.judge("three"), Err(Refused::Number));
        assert_eq!(asked.judge("inf"), Err(Refused::Number));
        assert_eq!(asked.judge("3/0"), Err(Refused::Number));
        assert_eq!(asked.judge("3/"), Err(Refused::Number));
        assert_eq!(asked.judge("1/2/3"), Err(Refused::Number));
        assert_eq!(asked.judge("  "), Err(Refused::Empty));
        assert_eq!(asked.judge("-300 %"), Ok(Verdict::Right));
        assert_eq!(asked.judge("-3 %"), Ok(Verdict::Right));
        assert_eq!(asked.judge("-30%"), Ok(Verdict::Wrong));
        assert_eq!(asked.judge("%"), Err(Refused::Number));
    }

    #[test]
    fn choices_count_from_one_and_words_forgive_case() {
        let choices = vec![Text::Plain("yes".to_owned()), Text::Plain("no".to_owned())];
        let asked = question(Answer::Choice { choices, answer: 2 });
        assert_eq!(asked.judge("2"), Ok(Verdict::Right));
        assert_eq!(asked.judge("1"), Ok(Verdict::Wrong));
        assert_eq!(asked.judge("0"), Err(Refused::Number));
        assert_eq!(asked.judge("3"), Err(Refused::Number));
        let say = |text: &Text| text.key_or_words().to_owned();
        assert_eq!(asked.right(&say).as_deref(), Some("no"));
        assert_eq!(asked.in_words("1", &say), "yes");
        let words = question(Answer::Text { answers: vec!["the bound".to_owned()] });
        assert_eq!(words.judge(" The  Bound"), Ok(Verdict::Right));
        assert_eq!(words.judge("bound"), Ok(Verdict::Wrong));
        assert_eq!(question(Answer::Text { answers: vec![] }).judge("why"), Ok(Verdict::Open));
        // It is kept as it was typed, right or wrong, but for the spaces round it.
        assert_eq!(words.take(" The  Bound "), Ok("The  Bound".to_owned()));
        assert_eq!(words.take(" "), Err(Refused::Empty));
        assert_eq!(
            words.take(&"a".repeat(MOST_ANSWER + 1)).map(|kept| kept.len()),
            Ok(MOST_ANSWER)
        );
    }
}
