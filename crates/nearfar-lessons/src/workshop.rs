//! A lesson while a teacher makes it: what it is called, its steps so far, and the step in the form. The browser keeps the
//! lesson, and each tab its form: tabs that make one lesson hear of each other, and one that opens another goes its own way.

use nearfar::settings::{Choice, Room, Settings};
use serde::{Deserialize, Serialize};

use crate::draft::AskedError;
use crate::lesson::VERSION;
use crate::{Draft, Lesson, LessonError, Step, StepList, Text};

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
    /// Why what was asked last could not be done.
    pub wrong: Option<NotMade>,
    /// When it was opened, in milliseconds of the day's clock, which tells it from the lessons of other tabs; 0 for one that
    /// was begun here.
    opened: f64,
}

/// A lesson as the browser keeps it, and when it was opened ([`Workshop::opened`]).
type Kept = (f64, Lesson);

/// The form as its tab keeps it: with the lesson, for the browser may keep that of another tab.
#[derive(Serialize, Deserialize)]
struct Form {
    of: Option<Kept>,
    room: String,
    draft: Draft,
    taken: Option<(usize, Step)>,
}

fn read_kept(kept: &str) -> Option<Kept> {
    let of_now = serde_json::from_str(kept).ok();
    // Older versions of the page kept the lesson alone.
    of_now.or_else(|| Some((0.0, serde_json::from_str(kept).ok()?)))
}

fn read_form(form: &str) -> Option<Form> {
    let of_now = serde_json::from_str(form).ok();
    // Older versions of the page kept it without the lesson.
    of_now.or_else(|| {
        let (room, draft, taken) = serde_json::from_str(form).ok()?;
        Some(Form { of: None, room, draft, taken })
    })
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
            wrong: None,
            opened: 0.0,
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

    /// To go on with what the browser and this tab kept ([`Workshop::kept`], [`Workshop::form`]), as far as it is not damaged;
    /// a lesson that has no words yet is one in `language`.
    pub fn of_kept(
        kept: &str,
        form: &str,
        language: &str,
        words: impl Fn(&Text) -> String,
    ) -> Workshop {
        let form = read_form(form);
        let of_tab = form.as_ref().and_then(|form| form.of.as_ref());
        // What other tabs did to the same lesson is newer than what this one has of it.
        let is_of_tab = |kept: &Kept| of_tab.is_none_or(|of_tab| of_tab.0 == kept.0);
        let kept = read_kept(kept).filter(is_of_tab).or_else(|| of_tab.cloned());
        let mut work = kept.map_or_else(Workshop::default, |(opened, lesson)| Workshop {
            opened,
            ..Workshop::of(lesson, words)
        });
        if work.title.is_empty() && work.goal.is_empty() && work.list.steps.is_empty() {
            work.language = Some(language.to_owned());
        }
        if let Some(form) = form {
            work.room = Room::from_name(&form.room).unwrap_or_default();
            work.draft = form.draft;
            work.list.take_again(form.taken);
        }
        work
    }

    /// The lesson as the browser keeps it for every tab.
    pub fn kept(&self) -> String {
        serde_json::to_string(&(self.opened, self.lesson())).unwrap_or_default()
    }

    /// The form as its tab keeps it.
    pub fn form(&self) -> String {
        let form = Form {
            of: Some((self.opened, self.lesson())),
            room: self.room.name().to_owned(),
            draft: self.draft.clone(),
            taken: self.list.taken.clone(),
        };
        serde_json::to_string(&form).unwrap_or_default()
    }

    /// Goes on with another lesson, `opened` in this tab then, in the room that is chosen.
    pub fn open(&mut self, lesson: Lesson, opened: f64, words: impl Fn(&Text) -> String) {
        *self = Workshop { room: self.room, opened, ..Workshop::of(lesson, words) };
    }

    /// Another tab kept its lesson as it is there. The same lesson is taken over, but for the step in the form, which stays
    /// with each tab: one that is changed here, and was changed or removed there, comes back as a new one. Whether anything
    /// is new.
    pub fn hear(&mut self, kept: &str, words: impl Fn(&Text) -> String) -> bool {
        let kept = read_kept(kept).filter(|(opened, _)| *opened == self.opened);
        let Some((opened, kept)) = kept.filter(|(_, lesson)| *lesson != self.lesson()) else {
            return false;
        };
        let mut there = Workshop::of(kept, words);
        there.list.take_again(self.list.taken.take());
        there.list.removed = self.list.removed.take();
        there.draft = std::mem::take(&mut self.draft);
        *self = Workshop { room: self.room, opened, ..there };
        true
    }

    /// Does something, and keeps why it could not be done, where it could not.
    pub fn attempt<T>(
        &mut self,
        act: impl FnOnce(&mut Workshop) -> Result<T, NotMade>,
    ) -> Option<T> {
        let (done, wrong) = match act(self) {
            Ok(done) => (Some(done), None),
            Err(wrong) => (None, Some(wrong)),
        };
        self.wrong = wrong;
        done
    }

    /// The settings of the page, `now`, in the room of the step: what a step keeps of them.
    fn here(&self, now: &Settings) -> Settings {
        Settings { room: self.room, ..now.for_later() }
    }

    /// A step begins in a room as the page stands now.
    pub fn begin_in(&mut self, room: Room, now: &Settings) {
        self.room = room;
        self.begin(now);
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
    fn what_cannot_be_done_is_said_until_something_else_is_asked() {
        let now = Settings::default();
        let mut made = workshop("a");
        made.begin_in(Room::Curves, &now);
        assert_eq!(
            (made.attempt(|made| made.end(&now)), made.wrong.clone()),
            (None, Some(NotMade::Same))
        );
        let link = made.attempt(|made| made.link());
        assert_eq!((link, made.wrong.clone()), (Some(made.lesson().to_link()), None));
        assert_eq!(made.draft.start.map(|start| start.room), Some(Room::Curves));
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
            (asks("b", "- near\n- far"), "one choice must begin with *, not 0"),
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
        made.open(built_in::lesson("walk").unwrap(), 1.0, words);
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
        // As older versions of the page kept it.
        let of = |kept: Option<&Lesson>| {
            Workshop::of_kept(&kept.map(Lesson::to_link).unwrap_or_default(), "", "de", words)
        };
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
            made.open(lesson, 1.0, words);
            assert_eq!(language(&made), own);
        }
    }

    #[test]
    fn two_tabs_make_one_lesson_and_each_has_its_own_step_in_the_form() {
        let here = Settings::default();
        let mut one = workshop("abc");
        let mut other = Workshop::of_kept(&one.kept(), "", "en", words);
        assert!(!other.hear(&one.kept(), words));
        // Here a step is written and another changed, there the lesson goes on.
        other.change(1, &here, words).unwrap();
        other.draft.title = "B".to_owned();
        other.room = Room::Curves;
        one.title = "New".to_owned();
        one.draft = asks("d", "3");
        one.add(&here).unwrap();
        one.list.move_up(1);
        assert!(other.hear(&one.kept(), words));
        assert_eq!((other.title.as_str(), other.draft.title.as_str()), ("New", "B"));
        assert_eq!((other.lesson(), other.room), (one.lesson(), Room::Curves));
        other.add(&here).unwrap();
        assert!(one.hear(&other.kept(), words));
        assert_eq!(titles(&one), "Bacd");
        // What is changed here was removed there: it is not lost.
        other.change(0, &here, words).unwrap();
        one.list.remove(0);
        assert!(other.hear(&one.kept(), words));
        other.add(&here).unwrap();
        assert_eq!(titles(&other), "acdB");
    }

    #[test]
    fn a_lesson_that_is_opened_in_one_tab_leaves_that_of_the_others() {
        let of = |kept: &Workshop, tab: &Workshop| {
            Workshop::of_kept(&kept.kept(), &tab.form(), "en", words)
        };
        let mut one = workshop("abc");
        let mut other = Workshop::of_kept(&one.kept(), "", "en", words);
        one.open(workshop("xy").lesson(), 1.0, words);
        let before = other.clone();
        assert!(!other.hear(&one.kept(), words) && other == before);
        other.title = "Mine".to_owned();
        let opened = one.clone();
        assert!(!one.hear(&other.kept(), words) && one == opened);
        // Whichever was kept last, each tab goes on with its own, and a new one with that.
        for kept in [&one, &other] {
            assert_eq!((&of(kept, &one), &of(kept, &other)), (&one, &other));
            assert_eq!(Workshop::of_kept(&kept.kept(), "", "en", words).lesson(), kept.lesson());
        }
        // Tabs that go on with the opened one make one lesson again.
        let mut third = Workshop::of_kept(&one.kept(), "", "en", words);
        third.title = "Third".to_owned();
        assert!(one.hear(&third.kept(), words) && !other.hear(&third.kept(), words));
        assert_eq!((one.title.as_str(), other.title.as_str()), ("Third", "Mine"));
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
        let reload = |made: &Workshop| Workshop::of_kept(&made.kept(), &made.form(), "en", words);
        assert_eq!(reload(&made), made);
        made.clear();
        made.change(1, &curves, words).unwrap();
        made.draft.title = "B".to_owned();
        let mut again = reload(&made);
        assert_eq!((titles(&again).as_str(), again.list.place()), ("ac", Some(1)));
        again.add(&curves).unwrap();
        assert_eq!(titles(&again), "aBc");
        // As an older version of the page kept it.
        let form = serde_json::to_string(&(made.room.name(), &made.draft, &made.list.taken));
        let older = Workshop::of_kept(&made.lesson().to_link(), &form.unwrap(), "en", words);
        assert_eq!(older, reload(&made));
        // And as one did whose forms had fewer fields.
        let fewer = r#"["curves", {"title": "typed"}, null]"#;
        assert_eq!(Workshop::of_kept("", fewer, "en", words).draft.title, "typed");
        // A form that is damaged is left.
        let kept = Workshop::of_kept(&again.kept(), "[1]", "en", words);
        assert_eq!((kept.lesson(), kept.draft), (again.lesson(), Draft::default()));
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
