//! A lesson while a teacher makes it: what it is called, its steps so far, and the step in the form.

use nearfar::settings::{Choice, Room, Settings};

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
    /// The language of its words, as BCP 47 names it.
    pub language: Option<String>,
    /// Its steps.
    pub list: StepList,
    /// The step in the form.
    pub draft: Draft,
    /// Its room.
    pub room: Room,
}

/// Why what was typed is no lesson, or no step of one.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NotMade {
    /// The minutes are none.
    #[error("“minutes”: “{0}” is no whole number")]
    Minutes(String),
    /// What is predicted or asked is no question.
    #[error(transparent)]
    Asked(#[from] AskedError),
    /// The lesson lacks something, or a step does.
    #[error(transparent)]
    Lesson(#[from] LessonError),
    /// A step ends as it begins.
    #[error("nothing changes")]
    Same,
    /// It is longer than a link holds.
    #[error("it is longer than a link holds")]
    Long,
}

impl Default for Workshop {
    fn default() -> Workshop {
        Workshop {
            title: String::new(),
            goal: String::new(),
            minutes: MINUTES.to_owned(),
            language: None,
            list: StepList::default(),
            draft: Draft::default(),
            room: Room::default(),
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
            language: lesson.language,
            list: StepList { steps: lesson.steps, ..StepList::default() },
            ..Workshop::default()
        }
    }

    /// To go on with what the browser kept; a lesson that has no words yet is one in `language`.
    pub fn of_kept(
        kept: Option<Lesson>,
        language: &str,
        words: impl Fn(&Text) -> String,
    ) -> Workshop {
        let mut work = kept.map_or_else(Workshop::default, |lesson| Workshop::of(lesson, words));
        if work.title.is_empty() && work.goal.is_empty() && work.list.steps.is_empty() {
            work.language = Some(language.to_owned());
        }
        work
    }

    /// Goes on with another lesson, in the room that is chosen.
    pub fn open(&mut self, lesson: Lesson, words: impl Fn(&Text) -> String) {
        *self = Workshop { room: self.room, ..Workshop::of(lesson, words) };
    }

    /// Another tab kept the lesson as it is there: it is one lesson, whose step in the form stays with each tab. A step that
    /// is changed here, and was changed or removed there, comes back as a new one. Whether anything is new.
    pub fn hear(&mut self, kept: Lesson, words: impl Fn(&Text) -> String) -> bool {
        if kept == self.lesson() {
            return false;
        }
        let mut there = Workshop::of(kept, words);
        there.list.take_again(self.list.taken.take());
        there.list.removed = self.list.removed.take();
        there.draft = std::mem::take(&mut self.draft);
        *self = Workshop { room: self.room, ..there };
        true
    }

    /// The form as its tab keeps it, for [`Workshop::fill`].
    pub fn form(&self) -> String {
        serde_json::to_string(&(self.room.name(), &self.draft, &self.list.taken))
            .unwrap_or_default()
    }

    /// Goes on with a form that was kept beside the lesson; not where it is damaged.
    pub fn fill(&mut self, kept: &str) {
        let kept: Result<(String, Draft, _), _> = serde_json::from_str(kept);
        let Ok((room, draft, taken)) = kept else { return };
        self.room = Room::from_name(&room).unwrap_or_default();
        self.draft = draft;
        self.list.take_again(taken);
    }

    /// The settings of the page, `now`, in the room of the step: what a step keeps of them.
    fn here(&self, now: &Settings) -> Settings {
        Settings { room: self.room, ..now.for_later() }
    }

    /// The step begins where the page stands now.
    pub fn begin(&mut self, now: &Settings) {
        self.draft.start = Some(self.here(now));
    }

    /// The step is done where the page stands now.
    ///
    /// # Errors
    /// Where that cannot be told from its start.
    pub fn end(&mut self, now: &Settings) -> Result<(), NotMade> {
        let here = self.here(now);
        self.draft.end(&here).then_some(()).ok_or(NotMade::Same)
    }

    /// The lesson, a step that is changed in the form as it was before. It may lack something.
    pub fn lesson(&self) -> Lesson {
        Lesson {
            version: VERSION,
            title: Text::Plain(self.title.clone()),
            language: self.language.clone(),
            minutes: self.minutes.trim().parse().unwrap_or_default(),
            goal: Text::Plain(self.goal.clone()),
            steps: self.list.whole(),
        }
    }

    /// The lesson, which lacks nothing.
    ///
    /// # Errors
    /// What it lacks.
    pub fn finished(&self) -> Result<Lesson, NotMade> {
        let minutes = self.minutes.trim();
        if !minutes.is_empty() && minutes.parse::<u32>().is_err() {
            return Err(NotMade::Minutes(minutes.to_owned()));
        }
        let lesson = self.lesson();
        lesson.check()?;
        Ok(lesson)
    }

    /// The lesson as a link holds it.
    ///
    /// # Errors
    /// What it lacks, or that it is too long.
    pub fn link(&self) -> Result<String, NotMade> {
        self.finished()?.short_link().ok_or(NotMade::Long)
    }

    /// Puts the step of the form among the others; it begins where the page stands `now` unless it was said where. The
    /// form is then empty, and shows the same panels.
    ///
    /// # Errors
    /// Where it cannot be a step; nothing is changed then.
    pub fn add(&mut self, now: &Settings) -> Result<(), NotMade> {
        // It begins in its room, also where that was chosen after the place.
        let mut draft = self.draft.clone();
        draft.start = draft.start.map(|start| Settings { room: self.room, ..start });
        let steps = self.list.with(draft.step(&self.here(now))?);
        let lesson = Lesson { steps, ..self.lesson() };
        // What the lesson itself lacks is said when it is saved.
        lesson.check_steps()?;
        self.list = StepList { steps: lesson.steps, taken: None, ..self.list.clone() };
        let draft = std::mem::take(&mut self.draft).next();
        self.clear();
        self.draft = draft;
        Ok(())
    }

    /// Empties the form; the next step is a new one. A step that was being changed comes back as it was.
    pub fn clear(&mut self) {
        self.draft = Draft::default();
        self.list.put_back();
    }

    /// Takes the step at `place` and its room into the form, where there is one. What stands in the form comes back first.
    ///
    /// # Errors
    /// Where that cannot be a step; nothing is changed then.
    pub fn change(
        &mut self,
        place: usize,
        now: &Settings,
        words: impl Fn(&Text) -> String,
    ) -> Result<(), NotMade> {
        let mut place = place;
        if !self.draft.is_blank() {
            let moved = self.list.place_after_adding(place);
            self.add(now)?;
            place = moved;
        }
        if let Some(step) = self.list.take(place) {
            self.draft = Draft::of(&step, words);
            self.room = step.room();
        }
        Ok(())
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
        made.room = Room::Curves;
        made.add(&Settings { embed: true, ..Settings::default() }).unwrap();
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
        assert!(made.finished().is_err());
        made.draft = asks("", "3");
        let says = made.add(&Settings::default()).unwrap_err().to_string();
        assert!(says.contains("step 2, “title”"), "{says}");
    }

    #[test]
    fn a_step_that_is_changed_comes_back_to_its_place_before_another_is_taken() {
        let here = Settings::default();
        let mut made = workshop("abc");
        made.room = Room::Curves;
        assert_eq!((made.change(0, &here, words), made.room), (Ok(()), Room::Lab));
        assert_eq!((titles(&made).as_str(), made.draft.title.as_str()), ("bc", "a"));
        // Nothing of the lesson is lost meanwhile.
        assert_eq!(made.lesson().steps.len(), 3);
        // Of b and c, c stands at 1; a is put back first.
        made.draft.title = "A".to_owned();
        assert_eq!(made.change(1, &here, words), Ok(()));
        assert_eq!((titles(&made).as_str(), made.draft.title.as_str()), ("Ab", "c"));
        made.add(&here).unwrap();
        assert_eq!(titles(&made), "Abc");
        assert_eq!(made.change(0, &here, words), Ok(()));
        made.draft.title = "x".to_owned();
        made.clear();
        assert_eq!(titles(&made), "Abc", "it comes back as it was");
        assert_eq!(made.change(7, &here, words), Ok(()));
        assert_eq!((titles(&made).as_str(), made.list.place()), ("Abc", None));
    }

    #[test]
    fn a_step_begins_and_ends_where_the_page_stands_in_its_own_room() {
        let mut made = Workshop { room: Room::Curves, ..workshop("a") };
        let now = Settings { embed: true, ..Settings::default() };
        made.begin(&now);
        let start = Settings { room: Room::Curves, ..Settings::default() };
        assert_eq!(made.draft.start, Some(start));
        assert_eq!(made.end(&now), Err(NotMade::Same));
        assert_eq!(made.end(&Settings { head: 1, ..now }), Ok(()));
        // The room that is chosen afterwards is that of the step.
        let mut late = Workshop { draft: asks("b", "3"), ..made.clone() };
        (late.draft.start, late.room) = (made.draft.start.clone(), Room::Compare);
        late.add(&Settings::default()).unwrap();
        assert_eq!(late.list.steps[1].room(), Room::Compare);
        // Another lesson is opened, and the room that was chosen stays.
        made.open(built_in::lesson("walk").unwrap(), words);
        assert_eq!((made.room, made.draft), (Room::Curves, Draft::default()));
    }

    #[test]
    fn every_built_in_lesson_is_gone_on_with() {
        for (_, lesson) in built_in::all() {
            let made = Workshop::of(lesson.clone(), words);
            let plain = |text: &Text| Text::Plain(words(text));
            let (title, goal) = (plain(&lesson.title), plain(&lesson.goal));
            assert_eq!(made.lesson(), Lesson { title, goal, ..lesson });
        }
    }

    #[test]
    fn a_lesson_keeps_its_language_and_a_new_one_has_the_pages() {
        let of = |kept: Option<&Lesson>| Workshop::of_kept(kept.cloned(), "de", words);
        let language = |made: &Workshop| made.lesson().language;
        let german = Some("de".to_owned());
        assert_eq!(language(&of(None)), german);
        // Nothing was written before the page had another language.
        let blank = Workshop { language: Some("en".to_owned()), ..Workshop::default() };
        assert_eq!(language(&of(Some(&blank.lesson()))), german);
        for own in [None, Some("ko".to_owned())] {
            let lesson = Lesson { language: own.clone(), ..workshop("a").lesson() };
            let mut made = of(Some(&lesson));
            assert_eq!(language(&made), own);
            made.open(lesson, words);
            assert_eq!(language(&made), own);
        }
    }

    #[test]
    fn two_tabs_make_one_lesson_and_each_has_its_own_step_in_the_form() {
        let here = Settings::default();
        let kept =
            |made: &Workshop| -> Lesson { serde_json::from_str(&made.lesson().to_link()).unwrap() };
        let mut one = workshop("abc");
        let mut other = Workshop::of_kept(Some(kept(&one)), "en", words);
        assert!(!other.hear(kept(&one), words));
        // Here a step is written and another changed, there the lesson goes on.
        other.change(1, &here, words).unwrap();
        other.draft.title = "B".to_owned();
        other.room = Room::Curves;
        one.title = "New".to_owned();
        one.draft = asks("d", "3");
        one.add(&here).unwrap();
        one.list.move_up(1);
        assert!(other.hear(kept(&one), words));
        assert_eq!((other.title.as_str(), other.draft.title.as_str()), ("New", "B"));
        assert_eq!((other.lesson(), other.room), (one.lesson(), Room::Curves));
        other.add(&here).unwrap();
        assert!(one.hear(kept(&other), words));
        assert_eq!(titles(&one), "Bacd");
        // What is changed here was removed there: it is not lost.
        other.change(0, &here, words).unwrap();
        one.list.remove(0);
        assert!(other.hear(kept(&one), words));
        other.add(&here).unwrap();
        assert_eq!(titles(&other), "acdB");
    }

    #[test]
    fn what_is_typed_of_a_step_is_there_after_a_reload() {
        let mut made = workshop("abc");
        made.room = Room::Curves;
        let curves = Settings { sentence: "a b c".to_owned(), head: 2, ..Settings::default() };
        made.begin(&curves);
        made.draft.title = "typed".to_owned();
        made.draft.question.answer = "- near".to_owned();
        made.draft.show("heads", Shown::Hidden);
        let reload = |made: &Workshop| {
            let lesson = serde_json::from_str(&made.lesson().to_link()).unwrap();
            let mut again = Workshop::of_kept(Some(lesson), "en", words);
            again.fill(&made.form());
            again
        };
        assert_eq!(reload(&made), made);
        made.clear();
        made.change(1, &curves, words).unwrap();
        made.draft.title = "B".to_owned();
        let mut again = reload(&made);
        assert_eq!((titles(&again).as_str(), again.list.place()), ("ac", Some(1)));
        again.add(&curves).unwrap();
        assert_eq!(titles(&again), "aBc");
        let before = again.clone();
        again.fill("[1]");
        assert_eq!(again, before);
    }

    #[test]
    fn minutes_are_a_whole_number_or_none() {
        let of = |typed: &str| Workshop { minutes: typed.to_owned(), ..workshop("a") }.finished();
        assert_eq!([" 15 ", ""].map(|typed| of(typed).unwrap().minutes), [15, 0]);
        for typed in ["soon", "-3", "7.5"] {
            assert_eq!(of(typed), Err(NotMade::Minutes(typed.to_owned())));
        }
        let made = workshop("a");
        assert_eq!(made.finished().unwrap().minutes, 10);
        assert_eq!(made.link(), Ok(made.lesson().to_link()));
        let long = "w".repeat(crate::lesson::MOST_TEXT);
        let steps: String = "a".repeat(10);
        let mut made = workshop(&steps);
        made.list.steps.iter_mut().for_each(|step| step.text = long.as_str().into());
        assert_eq!(made.link(), Err(NotMade::Long));
    }
}
