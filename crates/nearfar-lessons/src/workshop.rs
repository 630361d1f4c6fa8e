//! A lesson while a teacher makes it: what it is called, its steps so far, and the step in the form.

use nearfar::settings::{Room, Settings};

use crate::draft::AskedError;
use crate::lesson::VERSION;
use crate::{Draft, Lesson, LessonError, StepList, Text};

/// Minutes, until a teacher says how many.
const MINUTES: &str = "10";

/// What is being made, as it is typed.
#[derive(Clone, Debug, PartialEq)]
pub struct Workshop {
    /// What the lesson is called.
    pub title: String,
    /// What a learner knows afterwards.
    pub goal: String,
    /// How long it takes, in minutes.
    pub minutes: String,
    /// Its steps.
    pub list: StepList,
    /// The step in the form.
    pub draft: Draft,
}

/// Why what was typed is no lesson, or no step of one.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NotMade {
    /// What is predicted or asked is no question.
    #[error(transparent)]
    Asked(#[from] AskedError),
    /// The lesson lacks something, or a step does.
    #[error(transparent)]
    Lesson(#[from] LessonError),
}

impl Default for Workshop {
    fn default() -> Workshop {
        Workshop {
            title: String::new(),
            goal: String::new(),
            minutes: MINUTES.to_owned(),
            list: StepList::default(),
            draft: Draft::default(),
        }
    }
}

impl Workshop {
    /// To go on with a lesson that was made before. `words` says the words of a text.
    pub fn of(lesson: Lesson, words: impl Fn(&Text) -> String) -> Workshop {
        Workshop {
            title: words(&lesson.title),
            goal: words(&lesson.goal),
            minutes: lesson.minutes.to_string(),
            list: StepList { steps: lesson.steps, ..StepList::default() },
            draft: Draft::default(),
        }
    }

    /// The lesson, without the step in the form; `language` is that of its words. It may lack something.
    pub fn lesson(&self, language: Option<String>) -> Lesson {
        Lesson {
            version: VERSION,
            title: Text::Plain(self.title.clone()),
            language,
            minutes: self.minutes.trim().parse().unwrap_or_default(),
            goal: Text::Plain(self.goal.clone()),
            steps: self.list.steps.clone(),
        }
    }

    /// Puts the step of the form among the others; it begins `here` unless it was said where. The form is then empty, and
    /// shows the same panels.
    ///
    /// # Errors
    /// Where it cannot be a step; nothing is changed then.
    pub fn add(&mut self, here: &Settings) -> Result<(), NotMade> {
        let steps = self.list.with(self.draft.step(here)?);
        let lesson = Lesson { steps, ..self.lesson(None) };
        // What the lesson itself lacks is said when it is saved.
        if let Err(error @ LessonError::Step { .. }) = lesson.check() {
            return Err(error.into());
        }
        self.list.steps = lesson.steps;
        let draft = std::mem::take(&mut self.draft).next();
        self.clear();
        self.draft = draft;
        Ok(())
    }

    /// Empties the form; the next step is a new one.
    pub fn clear(&mut self) {
        self.draft = Draft::default();
        self.list.place = None;
    }

    /// Takes the step at `place` into the form, and gives its room; `None` where there is none. What stands in the form
    /// comes back first.
    ///
    /// # Errors
    /// Where that cannot be a step; nothing is changed then.
    pub fn change(
        &mut self,
        place: usize,
        here: &Settings,
        words: impl Fn(&Text) -> String,
    ) -> Result<Option<Room>, NotMade> {
        let mut place = place;
        if !self.draft.is_blank() {
            let moved = self.list.place_after_adding(place);
            self.add(here)?;
            place = moved;
        }
        let Some(step) = self.list.take(place) else { return Ok(None) };
        self.draft = Draft::of(&step, words);
        Ok(Some(step.room()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::built_in;
    use crate::draft::{Asked, Shown};

    fn words(text: &Text) -> String {
        text.key_or_words().to_owned()
    }

    fn asks(title: &str, answer: &str) -> Draft {
        let mut draft = Draft::default();
        draft.title = title.to_owned();
        draft.question = Asked { prompt: "How many?".to_owned(), answer: answer.to_owned() };
        draft
    }

    /// A lesson that has its own words, and steps of these titles.
    fn workshop(titles: &str) -> Workshop {
        let mut made = Workshop { title: "T".to_owned(), ..Workshop::default() };
        for title in titles.chars() {
            made.draft = asks(&title.to_string(), "3");
            made.add(&Settings::default()).unwrap();
        }
        made
    }

    fn titles(made: &Workshop) -> String {
        made.list.steps.iter().map(|step| words(&step.title)).collect()
    }

    #[test]
    fn a_step_that_is_added_comes_last_and_leaves_its_panels() {
        let mut made = workshop("a");
        made.draft = asks("b", "3");
        made.draft.show("heads", Shown::Hidden);
        let here = Settings { room: Room::Curves, ..Settings::default() };
        made.add(&here).unwrap();
        assert_eq!((titles(&made).as_str(), made.list.steps[1].room()), ("ab", Room::Curves));
        assert!(made.draft.is_blank());
        assert_eq!(made.draft.panels.get("heads"), Some(&Shown::Hidden));
        made.clear();
        assert_eq!(made.draft, Draft::default());
    }

    #[test]
    fn what_cannot_be_a_step_changes_nothing() {
        let mut asks_nothing = Draft::default();
        asks_nothing.title = "b".to_owned();
        for (draft, why) in [
            (asks("b", "- near\n- far"), "of the choices one begins with *, not 0"),
            (asks_nothing, "step 2, “done”"),
            (asks("", "3"), "step 2, “title”"),
        ] {
            let mut made = workshop("a");
            made.draft = draft;
            let before = made.clone();
            let says = made.add(&Settings::default()).unwrap_err().to_string();
            assert!(says.contains(why), "{says}");
            assert_eq!(made.change(0, &Settings::default(), words).unwrap_err().to_string(), says);
            assert_eq!(made, before);
        }
        // What the lesson lacks is said when it is saved.
        let mut made = Workshop { draft: asks("a", "3"), ..Workshop::default() };
        made.add(&Settings::default()).unwrap();
        assert!(made.lesson(None).check().is_err());
    }

    #[test]
    fn a_step_that_is_changed_comes_back_to_its_place_before_another_is_taken() {
        let here = Settings::default();
        let mut made = workshop("abc");
        assert_eq!(made.change(0, &here, words), Ok(Some(Room::Lab)));
        assert_eq!((titles(&made).as_str(), made.draft.title.as_str()), ("bc", "a"));
        // Of b and c, c stands at 1; a is put back first.
        made.draft.title = "A".to_owned();
        assert_eq!(made.change(1, &here, words), Ok(Some(Room::Lab)));
        assert_eq!((titles(&made).as_str(), made.draft.title.as_str()), ("Ab", "c"));
        made.add(&here).unwrap();
        assert_eq!(titles(&made), "Abc");
        assert_eq!(made.change(7, &here, words), Ok(None));
        assert_eq!((titles(&made).as_str(), made.list.place), ("Abc", None));
    }

    #[test]
    fn every_built_in_lesson_is_gone_on_with() {
        for (_, lesson) in built_in::all() {
            let made = Workshop::of(lesson.clone(), words);
            let plain = |text: &Text| Text::Plain(words(text));
            let (title, goal) = (plain(&lesson.title), plain(&lesson.goal));
            assert_eq!(made.lesson(lesson.language.clone()), Lesson { title, goal, ..lesson });
        }
    }

    #[test]
    fn minutes_are_a_whole_number_or_none() {
        let of = |typed: &str| {
            Workshop { minutes: typed.to_owned(), ..Workshop::default() }.lesson(None).minutes
        };
        assert_eq!([" 15 ", "", "soon", "-3"].map(of), [15, 0, 0, 0]);
        assert_eq!(Workshop::default().lesson(None).minutes, 10);
    }
}
