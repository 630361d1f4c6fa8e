//! A lesson while it is taken: where the one of a name is, what of a step is shown, and what in it is new.

use std::sync::Arc;

use nearfar::settings::url::decode;
use nearfar::settings::{Choice, FIELDS, Room, Settings, Value};

use crate::progress::StepProgress;
use crate::{Condition, Lesson, LessonError, Progress, Question, Seen, Step, Text, built_in};

/// How the name of a lesson ends that is a file of the page's site.
const FILE: &str = ".json";
/// As many lessons that were opened are kept.
const MOST_OPENED: usize = 6;

/// Settings that are not of what a step shows: the room, the lesson itself, the visitor's own, and how a link is shown.
const ROUND_IT: [&str; 12] = [
    "room",
    "lesson",
    "step",
    "theme",
    "lang",
    "colours",
    "embed",
    "only",
    "hide",
    "elsewhere",
    "w",
    "v",
];

/// What settings show, by name, as the page takes it: of w and v the heads alone that are not the model's own.
pub fn shown(settings: &Settings) -> Vec<(&'static str, Value)> {
    let fields = FIELDS.iter().filter(|field| !ROUND_IT.contains(&field.name));
    let mut shown: Vec<_> = fields
        .map(|field| match field.name {
            // The model's own come first, then what differs from them.
            "learned" => ("learned", Value::Flag(true)),
            name => (name, (field.get)(settings)),
        })
        .collect();
    for (name, heads, numbers) in
        [("w", &settings.altered.w, &settings.w), ("v", &settings.altered.v, &settings.v)]
    {
        let pairs =
            heads.iter().filter_map(|&head| Some(format!("{}:{}", head + 1, numbers.get(head)?)));
        let text = pairs.collect::<Vec<_>>().join(",");
        if !text.is_empty() {
            shown.push((name, Value::Text(text)));
        }
    }
    shown
}

/// Whether the page's settings, each by its name, are those of a link that holds a lesson's step and nothing else.
pub fn is_plain(now: impl Fn(&str) -> Option<Value>) -> bool {
    // By their texts: an empty list of JavaScript is nothing.
    let usual = Settings::default();
    let is_own = now("learned").is_some_and(|own| own == Value::Flag(true));
    let mut fields = FIELDS.iter().filter(|field| {
        let is_of_link = matches!(field.name, "files" | "only" | "hide");
        field.name != "learned" && (is_of_link || !ROUND_IT.contains(&field.name))
    });
    is_own
        && fields.all(|field| {
            now(field.name).is_some_and(|value| value.to_text() == (field.get)(&usual).to_text())
        })
}

/// A lesson that is taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Taken {
    /// Under what its progress is kept: its name, or that of its words.
    pub id: String,
    /// The lesson.
    pub lesson: Arc<Lesson>,
}

impl Taken {
    /// One that does not come with the page.
    pub fn own(lesson: Lesson) -> Taken {
        Taken { id: lesson.id(), lesson: Arc::new(lesson) }
    }

    /// A step, from 0, or the last where there are fewer, as it stands; `None` where there is none at all.
    pub fn standing(&self, place: usize, progress: &Progress) -> Option<Standing> {
        let place = place.min(self.lesson.steps.len().checked_sub(1)?);
        let (step, so_far) = (self.lesson.steps[place].clone(), progress.step(&self.id, place));
        Some(Standing { place, step, so_far })
    }

    /// What completes a step, from 0, where it has something to do.
    pub fn condition(&self, place: usize) -> Option<&Condition> {
        self.lesson.steps.get(place)?.done.as_ref()
    }

    /// What the page's settings become as a step, from 0, begins; nothing where there is no such step.
    pub fn start(&self, place: usize, progress: &Progress) -> Vec<(&'static str, Value)> {
        let Some(step) = self.lesson.steps.get(place) else { return Vec::new() };
        let mut settings = shown(&decode(&step.settings).0);
        let has_predicted = progress.step(&self.id, place).predicted.is_some();
        settings.extend([
            ("room", Value::Text(step.room.clone())),
            ("only", Value::Text(step.shown(has_predicted))),
            ("hide", Value::Text(step.hide.join(" "))),
        ]);
        settings
    }

    /// Looks whether a step, from 0, is done: `None` where it is not looked at.
    pub fn look(&self, place: usize, progress: &Progress, seen: &Seen) -> Option<Looked> {
        let step = self.lesson.steps.get(place)?;
        let so_far = progress.step(&self.id, place);
        let done = step.done.as_ref().filter(|_| so_far.is_looked_at(step, seen.settings.room))?;
        let seen = Seen { predicted: so_far.predicted.is_some(), ..*seen };
        let start = decode(&step.settings).0;
        Some(Looked {
            is_met: done.is_met(&seen),
            is_another_cell: done.is_another_cell(&seen, &start),
        })
    }
}

/// A step as it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Its place in the lesson, from 0.
    pub place: usize,
    /// The step.
    pub step: Step,
    /// What was done in it.
    pub so_far: StepProgress,
}

impl Standing {
    /// Whether all of it is done.
    pub fn is_done(&self) -> bool {
        self.so_far.is_done(&self.step)
    }

    /// Whether it waits for its prediction.
    pub fn waits(&self) -> bool {
        self.so_far.waits(&self.step)
    }

    /// How far the learner is.
    pub fn stage(&self) -> Stage {
        let has_predicted = self.so_far.predicted.is_some();
        Stage { place: self.place, has_predicted, is_done: self.is_done() }
    }
}

/// What of a step is shown below its text, in this order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Below {
    /// What is predicted, or was.
    pub predict: Option<Question>,
    /// What is to be done, once it is predicted.
    pub task: Option<Text>,
    /// Whether it still is.
    pub is_waited_for: bool,
    /// What is asked, once all else is done.
    pub question: Option<Question>,
    /// What was seen, once all is done.
    pub explain: Option<Text>,
}

impl Standing {
    /// What is shown below the text.
    pub fn below(&self) -> Below {
        let (step, so_far) = (&self.step, &self.so_far);
        let task = step.task.clone().filter(|_| !self.waits());
        Below {
            predict: step.predict.clone(),
            is_waited_for: task.is_some() && !so_far.met,
            task,
            question: step.question.clone().filter(|_| so_far.asks(step)),
            explain: step.explain.clone().filter(|_| self.is_done()),
        }
    }
}

/// What was found of a step's condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looked {
    /// Whether it is met.
    pub is_met: bool,
    /// Whether a cell is locked that is not the one that it asks for.
    pub is_another_cell: bool,
}

/// What the page's settings become as a lesson is left: what they were before it, in the Learn room.
pub fn after(before: &Settings) -> Vec<(&'static str, Value)> {
    let mut settings = shown(before);
    settings.extend(out());
    settings
}

/// What they become where what was before it cannot be shown any more: out of the lesson, in the Learn room.
pub fn out() -> Vec<(&'static str, Value)> {
    let mut settings: Vec<_> =
        ["lesson", "only", "hide"].map(|name| (name, Value::Text(String::new()))).into();
    settings.push(("room", Value::Text(Room::Learn.name().to_owned())));
    settings.push(("step", Value::Number(1.0)));
    settings
}

/// The lesson of a name in the settings.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// None is taken.
    Nothing,
    /// A file of the site, which is to be fetched.
    File,
    /// The lesson. The name is that of a built-in one, or all of the lesson.
    Lesson(Taken),
    /// The name is a lesson that is damaged.
    Damaged(LessonError),
    /// There is none of this name.
    Unknown,
}

/// Finds the lesson of a name.
pub fn find(name: &str) -> Found {
    if name.is_empty() {
        return Found::Nothing;
    }
    if name.trim_start().starts_with('{') {
        return match Lesson::parse(name.as_bytes()) {
            Ok(lesson) => Found::Lesson(Taken::own(lesson)),
            Err(error) => Found::Damaged(error),
        };
    }
    if name.ends_with(FILE) {
        return Found::File;
    }
    match built_in::lesson(name) {
        Some(lesson) => Found::Lesson(Taken { id: name.to_owned(), lesson: Arc::new(lesson) }),
        None => Found::Unknown,
    }
}

/// Of lessons that the browser kept, a list of links in JSON, those that still are lessons.
pub fn still_lessons(kept: &str) -> Vec<String> {
    let mut kept: Vec<String> = serde_json::from_str(kept).unwrap_or_default();
    // What another version kept may be none now.
    kept.retain(|link| Lesson::parse(link.as_bytes()).is_ok());
    kept.truncate(MOST_OPENED);
    kept
}

/// Puts a lesson that is taken before those that were opened; whether that changed them. One that comes with the page
/// is none of them.
pub fn open(opened: &mut Vec<String>, taken: &Taken) -> bool {
    let link = taken.lesson.to_link();
    if built_in::lesson(&taken.id).is_some() || opened.first() == Some(&link) {
        return false;
    }
    opened.retain(|known| *known != link);
    opened.insert(0, link);
    opened.truncate(MOST_OPENED);
    true
}

/// Under what the progress of the first lesson is kept that is not done: of those that were opened, else of
/// those that come with the page.
pub fn first_open(
    progress: &Progress,
    opened: &[String],
    shipped: &[(&'static str, Lesson)],
) -> Option<String> {
    let is_open = |id: &str, lesson: &Lesson| progress.done(id, lesson) < lesson.steps.len();
    let mut own = opened.iter().filter_map(|link| Lesson::parse(link.as_bytes()).ok());
    let own = own.find(|lesson| is_open(&lesson.id(), lesson)).map(|lesson| lesson.id());
    own.or_else(|| {
        let found = shipped.iter().find(|(name, lesson)| is_open(name, lesson));
        found.map(|(name, _)| (*name).to_owned())
    })
}

impl StepProgress {
    /// Whether the step waits for its prediction: what is guessed first is not done first.
    pub fn waits(&self, step: &Step) -> bool {
        step.predict.is_some() && self.predicted.is_none()
    }

    /// Whether its question is asked: once all else is done.
    pub fn asks(&self, step: &Step) -> bool {
        step.question.is_some() && !self.waits(step) && (self.met || step.done.is_none())
    }

    /// Whether its condition is looked at while a room is shown: elsewhere than in its own its figure is not
    /// seen. What was met once stays so.
    pub fn is_looked_at(&self, step: &Step, room: Room) -> bool {
        step.done.is_some() && !self.met && !self.waits(step) && room == step.room()
    }
}

/// How far a learner is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The step, from 0.
    pub place: usize,
    /// Whether its prediction is given.
    pub has_predicted: bool,
    /// Whether all of it is done.
    pub is_done: bool,
}

/// What of a step's text is new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum New {
    /// All of it, from its title on.
    Step,
    /// What is said to the prediction.
    Prediction,
    /// What is explained.
    Explanation,
}

impl Stage {
    /// What is new since `before`, and whether the learner went on there: not by the figure, at which they stay.
    /// `None` where nothing is.
    pub fn new_since(self, before: Option<Stage>) -> Option<(New, bool)> {
        let Some(before) = before else { return Some((New::Step, false)) };
        if before == self {
            return None;
        }
        let new = match before.place == self.place {
            true if self.is_done => New::Explanation,
            true if self.has_predicted => New::Prediction,
            _ => New::Step,
        };
        let goes_on = (before.place, before.has_predicted) != (self.place, self.has_predicted);
        Some((new, goes_on))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named<'a>(shown: &'a [(&'static str, Value)], name: &str) -> Option<&'a Value> {
        shown.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    #[test]
    fn what_a_step_shows_is_all_but_the_visitors_own() {
        let settings = nearfar::settings::url::decode(
            "sentence=a+b&head=3&w=3:-1.5,5:2&theme=dark&only=sliders&lesson=walk&room=curves",
        );
        let shown = shown(&settings.0);
        assert_eq!(named(&shown, "sentence"), Some(&Value::Text("a b".to_owned())));
        assert_eq!(named(&shown, "head"), Some(&Value::Number(3.0)));
        assert_eq!(named(&shown, "w"), Some(&Value::Text("3:-1.5,5:2".to_owned())));
        assert_eq!(named(&shown, "v"), None, "v is the model's own");
        assert_eq!(named(&shown, "learned"), Some(&Value::Flag(true)));
        for name in ["theme", "only", "lesson", "room", "lang"] {
            assert_eq!(named(&shown, name), None, "{name}");
        }
        // A model from a file is asked for by the file's name.
        let file = nearfar::settings::url::decode("model=opened&files=a.safetensors").0;
        let files = named(&super::shown(&file), "files").map(Value::to_text);
        assert_eq!(files.as_deref(), Some("a.safetensors"));
        // The numbers of heads come after what brings the model's own back.
        let place = |name| shown.iter().position(|(known, _)| *known == name);
        assert!(place("learned") < place("w"));
    }

    #[test]
    fn a_link_of_a_step_alone_is_plain() {
        let of = |link: &str| {
            let (settings, _) = nearfar::settings::url::decode(link);
            is_plain(|name| {
                let field = FIELDS.iter().find(|field| field.name == name)?;
                Some((field.get)(&settings))
            })
        };
        assert!(of("lesson=walk&step=3"));
        assert!(of("lesson=walk&step=3&theme=dark&lang=de&embed=1&room=curves"));
        for link in ["head=2", "sentence=a", "w=6:1", "only=sliders", "curves=exponent"] {
            assert!(!of(&format!("lesson=walk&{link}")), "{link}");
        }
        assert!(!is_plain(|_| None));
    }
    use crate::Question;
    use crate::question::Answer;

    fn lesson(title: &str) -> Lesson {
        let walk = built_in::lesson("walk").unwrap();
        Lesson { title: title.into(), ..walk }
    }

    fn question() -> Question {
        Question { prompt: "Why?".into(), answer: Answer::Text { answers: Vec::new() }, why: None }
    }

    /// A step with these parts, in the Curves room.
    fn step(predicts: bool, does: bool, asks: bool) -> Step {
        let walk = built_in::lesson("walk").unwrap();
        Step {
            room: "curves".to_owned(),
            predict: predicts.then(question),
            done: does.then(|| walk.steps.iter().find_map(|step| step.done.clone()).unwrap()),
            question: asks.then(question),
            ..walk.steps[0].clone()
        }
    }

    fn so_far(predicted: bool, met: bool) -> StepProgress {
        StepProgress { met, predicted: predicted.then(|| "1".to_owned()), answered: None }
    }

    #[test]
    fn a_name_is_a_built_in_lesson_a_file_or_all_of_a_lesson() {
        assert_eq!(find(""), Found::Nothing);
        assert_eq!(find("lessons/mine.json"), Found::File);
        assert_eq!(find("wolk"), Found::Unknown);
        let Found::Lesson(walk) = find("walk") else { panic!() };
        assert_eq!((walk.id.as_str(), walk.lesson.steps.is_empty()), ("walk", false));
        let own = lesson("Mine");
        for link in [own.to_link(), format!(" {}", own.to_link())] {
            assert_eq!(find(&link), Found::Lesson(Taken::own(own.clone())));
        }
        assert!(matches!(find("{"), Found::Damaged(LessonError::Json { line: 1, .. })));
    }

    #[test]
    fn lessons_that_were_opened_stand_with_the_last_first_and_once() {
        let named = |title: &str| Taken::own(lesson(title));
        let links = |titles: &str| -> Vec<String> {
            titles.chars().map(|title| lesson(&title.to_string()).to_link()).collect()
        };
        let mut opened = Vec::new();
        for title in ["a", "b", "c", "d", "e", "f", "g"] {
            assert!(open(&mut opened, &named(title)));
        }
        assert_eq!(opened, links("gfedcb"));
        assert!(open(&mut opened, &named("d")));
        assert_eq!(opened, links("dgfecb"));
        assert!(!open(&mut opened, &named("d")));
        let Found::Lesson(walk) = find("walk") else { panic!() };
        assert!(!open(&mut opened, &walk));
        assert_eq!(opened, links("dgfecb"));
    }

    #[test]
    fn a_step_stands_where_its_progress_has_it() {
        let taken = Taken::own(Lesson { steps: vec![step(true, true, false)], ..lesson("Mine") });
        let mut progress = Progress::default();
        let stands = |progress: &Progress| taken.standing(7, progress).unwrap();
        assert_eq!(stands(&progress).place, 0);
        assert!(stands(&progress).waits());
        *progress.step_mut(&taken.id, 0) = so_far(true, false);
        let stage = Stage { place: 0, has_predicted: true, is_done: false };
        assert_eq!((stands(&progress).waits(), stands(&progress).stage()), (false, stage));
        *progress.step_mut(&taken.id, 0) = so_far(true, true);
        assert!(stands(&progress).is_done());
        let empty = Taken::own(Lesson { steps: Vec::new(), ..lesson("Mine") });
        assert_eq!(empty.standing(0, &progress), None);
    }

    #[test]
    fn a_step_begins_with_its_own_settings_and_shows_more_once_its_prediction_is_given() {
        let Found::Lesson(walk) = find("walk") else { panic!() };
        let hides = |step: &Step| step.predict.is_some() && step.shown(false) != step.shown(true);
        let place = walk.lesson.steps.iter().position(hides).unwrap();
        let step = &walk.lesson.steps[place];
        let of = |progress: &Progress, name: &str| {
            let start = walk.start(place, progress);
            start.into_iter().rev().find(|(known, _)| *known == name).unwrap().1.to_text()
        };
        let mut progress = Progress::default();
        assert_eq!(of(&progress, "only"), step.shown(false));
        assert_eq!(of(&progress, "room"), step.room);
        assert_eq!(of(&progress, "hide"), step.hide.join(" "));
        assert_eq!(of(&progress, "sentence"), decode(&step.settings).0.sentence);
        progress.step_mut("walk", place).predicted = Some("1".to_owned());
        assert_eq!(of(&progress, "only"), step.shown(true));
        assert!(walk.start(walk.lesson.steps.len(), &progress).is_empty());
    }

    #[test]
    fn who_leaves_a_lesson_finds_the_settings_before_it_in_the_learn_room() {
        let before = Settings { sentence: "Cats sleep".to_owned(), ..Settings::default() };
        let after = after(&before);
        let of = |name| {
            let found = after.iter().rev().find(|(known, _): &&(&str, Value)| *known == name);
            found.map(|(_, value)| value.to_text())
        };
        let expected = [
            ("sentence", "Cats sleep"),
            ("lesson", ""),
            ("only", ""),
            ("hide", ""),
            ("room", "learn"),
            ("step", "1"),
        ];
        for (name, text) in expected {
            assert_eq!(of(name).as_deref(), Some(text), "{name}");
        }
    }

    #[test]
    fn a_step_is_looked_at_in_its_room_after_its_prediction_until_it_is_met() {
        let goal = Settings { causal: true, room: Room::Curves, ..Settings::default() };
        let done = Condition::Setting {
            name: "causal".to_owned(),
            is: Some(
                (FIELDS.iter().find(|field| field.name == "causal").unwrap().get)(&goal).to_text(),
            ),
            is_not: None,
        };
        let steps = vec![Step { done: Some(done), ..step(true, false, false) }];
        let taken = Taken::own(Lesson { steps, ..lesson("Mine") });
        let head = |_, _| None;
        let seen = |settings| Seen { settings, head: &head, runs: &[None, None], predicted: false };
        let mut progress = Progress::default();
        assert_eq!(taken.look(0, &progress, &seen(&goal)), None);
        progress.step_mut(&taken.id, 0).predicted = Some("1".to_owned());
        let looked = |is_met| Some(Looked { is_met, is_another_cell: false });
        assert_eq!(taken.look(0, &progress, &seen(&goal)), looked(true));
        let before = Settings { causal: false, ..goal.clone() };
        assert_eq!(taken.look(0, &progress, &seen(&before)), looked(false));
        let elsewhere = Settings { room: Room::Lab, ..goal.clone() };
        assert_eq!(taken.look(0, &progress, &seen(&elsewhere)), None);
        progress.step_mut(&taken.id, 0).met = true;
        assert_eq!(taken.look(0, &progress, &seen(&goal)), None);
        assert_eq!(taken.look(1, &progress, &seen(&goal)), None);
    }

    #[test]
    fn of_what_the_browser_kept_only_lessons_come_back() {
        let links: Vec<String> = (0..8).map(|place| lesson(&place.to_string()).to_link()).collect();
        let kept = [&["{".to_owned()], &links[..]].concat();
        assert_eq!(still_lessons(&serde_json::to_string(&kept).unwrap()), links[..6]);
        assert!(still_lessons("").is_empty());
    }

    #[test]
    fn the_first_lesson_that_is_not_done_is_ones_own_before_those_of_the_page() {
        let mut shipped = built_in::all();
        shipped.truncate(2);
        let mut progress = Progress::default();
        let own = lesson("Mine");
        let opened = [own.to_link()];
        assert_eq!(first_open(&progress, &[], &shipped), Some("not".to_owned()));
        assert_eq!(first_open(&progress, &opened, &shipped), Some(own.id()));
        let mut finish = |id: &str, lesson: &Lesson| {
            for place in 0..lesson.steps.len() {
                let given = Some("1".to_owned());
                let done = StepProgress { met: true, predicted: given.clone(), answered: given };
                *progress.step_mut(id, place) = done;
            }
        };
        finish(&own.id(), &own);
        finish("not", &shipped[0].1);
        assert_eq!(first_open(&progress, &opened, &shipped), Some("walk".to_owned()));
        assert_eq!(first_open(&progress, &opened, &shipped[..1]), None);
    }

    #[test]
    fn below_a_step_stands_what_comes_next() {
        let mut step = step(true, true, true);
        (step.task, step.explain) = (Some("Do.".into()), Some("Seen.".into()));
        let of = |so_far: StepProgress| {
            let Below { predict, task, is_waited_for, question, explain } =
                Standing { place: 0, step: step.clone(), so_far }.below();
            assert!(predict.is_some());
            (task.is_some(), is_waited_for, question.is_some(), explain.is_some())
        };
        assert_eq!(of(so_far(false, false)), (false, false, false, false));
        assert_eq!(of(so_far(true, false)), (true, true, false, false));
        assert_eq!(of(so_far(true, true)), (true, false, true, false));
        let answered = Some("1".to_owned());
        assert_eq!(of(StepProgress { answered, ..so_far(true, true) }), (true, false, true, true));
    }

    #[test]
    fn a_step_waits_for_its_prediction_before_anything_else() {
        let all = step(true, true, true);
        assert!(so_far(false, false).waits(&all) && !so_far(true, false).waits(&all));
        assert!(!so_far(false, false).waits(&step(false, true, true)));
        // Even where it was met before, which an older lesson may have kept.
        assert!(!so_far(false, true).asks(&all));
        assert!(!so_far(false, false).is_looked_at(&all, Room::Curves));
    }

    #[test]
    fn a_question_is_asked_once_the_step_is_done() {
        let all = step(true, true, true);
        assert!(!so_far(true, false).asks(&all) && so_far(true, true).asks(&all));
        // Where nothing is to be done it is asked at once.
        assert!(so_far(false, false).asks(&step(false, false, true)));
        assert!(!so_far(true, true).asks(&step(true, true, false)));
    }

    #[test]
    fn a_condition_is_looked_at_in_its_own_room_until_it_is_met() {
        let does = step(false, true, false);
        assert!(so_far(false, false).is_looked_at(&does, Room::Curves));
        assert!(!so_far(false, false).is_looked_at(&does, Room::Lab));
        assert!(!so_far(false, true).is_looked_at(&does, Room::Curves));
        assert!(!so_far(false, false).is_looked_at(&step(false, false, true), Room::Curves));
        assert!(does.done.as_ref().is_some_and(|done: &Condition| done.check().is_ok()));
    }

    #[test]
    fn what_is_new_of_a_step_is_its_title_then_what_comes_of_what_is_done() {
        let at = |place, has_predicted, is_done| Stage { place, has_predicted, is_done };
        assert_eq!(at(0, false, false).new_since(None), Some((New::Step, false)));
        let begun = Some(at(0, false, false));
        assert_eq!(at(0, false, false).new_since(begun), None);
        // A prediction is given in the strip; what the figure completes leaves the learner at it.
        assert_eq!(at(0, true, false).new_since(begun), Some((New::Prediction, true)));
        let predicted = Some(at(0, true, false));
        assert_eq!(at(0, true, true).new_since(predicted), Some((New::Explanation, false)));
        assert_eq!(at(0, true, true).new_since(begun), Some((New::Explanation, true)));
        // Another step begins at its title, done or not.
        assert_eq!(at(1, true, true).new_since(predicted), Some((New::Step, true)));
        // What was forgotten begins again.
        assert_eq!(at(0, false, false).new_since(predicted), Some((New::Step, true)));
    }
}
