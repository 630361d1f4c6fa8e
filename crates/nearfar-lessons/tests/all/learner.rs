//! A learner who takes lessons: what the page's settings and the learner do, and what the page does for it.

use nearfar::settings::url::decode;
use nearfar::settings::{FIELDS, Settings, Value};
use nearfar_lessons::learner::{Effect, Learner, NotTaken};
use nearfar_lessons::taking::Taken;
use nearfar_lessons::{Lesson, Seen, built_in};

/// The page's settings are those of a link.
fn hear(learner: &mut Learner, link: &str) -> Option<Vec<Effect>> {
    hear_settings(learner, &decode(link).0)
}

fn hear_settings(learner: &mut Learner, settings: &Settings) -> Option<Vec<Effect>> {
    learner.hear(&|name| {
        let field = FIELDS.iter().find(|field| field.name == name)?;
        Some((field.get)(settings))
    })
}

fn walk() -> Lesson {
    built_in::lesson("walk").unwrap()
}

fn named<'a>(effects: &'a [Effect], name: &str) -> Option<&'a Value> {
    let settings = effects.iter().find_map(|effect| match effect {
        Effect::Change(settings) | Effect::Join(settings) => Some(settings),
        _ => None,
    });
    settings?.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
}

#[test]
fn a_link_to_a_step_alone_begins_it_with_what_the_lesson_says() {
    let mut learner = Learner::default();
    assert_eq!(hear(&mut learner, "head=3"), None);
    let effects = hear(&mut learner, "lesson=walk&step=2").unwrap();
    assert!(matches!(&effects[..], [Effect::KeepProgress, Effect::Join(_)]), "{effects:?}");
    assert_eq!(named(&effects, "room"), Some(&Value::Text(walk().steps[1].room.clone())));
    assert_eq!(learner.now().map(|(taken, place)| (taken.id, place)), Some(("walk".to_owned(), 1)));
    assert_eq!(learner.progress.next("walk", &walk()), 1);
    // What is moved in it changes nothing of the learner, and another step is heard of.
    assert_eq!(hear(&mut learner, "lesson=walk&step=2&head=2"), None);
    assert_eq!(hear(&mut learner, "lesson=walk&step=3&head=2"), Some(vec![]));
    assert_eq!(learner.step, 2);
    // A step beyond the last is the last.
    hear(&mut learner, &format!("lesson=walk&step={}&head=2", walk().steps.len() + 3));
    assert_eq!(learner.now().map(|(_, place)| place), Some(walk().steps.len() - 1));
    assert_eq!(hear(&mut learner, ""), Some(vec![]));
    assert_eq!(learner.taken, None);
}

#[test]
fn what_is_no_lesson_says_why() {
    let mut learner = Learner::default();
    assert_eq!(hear(&mut learner, "lesson=wolk"), Some(vec![]));
    assert_eq!(learner.taken, Some(Err(NotTaken::Unknown("wolk".to_owned()))));
    hear(&mut learner, "lesson=%7B");
    assert!(matches!(learner.taken, Some(Err(NotTaken::Damaged(_)))), "{:?}", learner.taken);
    assert_eq!((learner.go(1), learner.answer("3".to_owned())), (None, None));
}

#[test]
fn a_lesson_in_a_file_is_fetched_and_taken_unless_another_was_chosen_meanwhile() {
    let mut learner = Learner::default();
    let fetch = Some(vec![Effect::Fetch("mine.json".to_owned())]);
    assert_eq!(hear(&mut learner, "lesson=mine.json&head=2"), fetch);
    assert_eq!(learner.taken, None);
    assert_eq!(learner.fetched("other.json".to_owned(), Err("gone".to_owned())), None);
    assert_eq!(learner.fetched("mine.json".to_owned(), Err("gone".to_owned())), Some(vec![]));
    let Some(Err(why)) = &learner.taken else { panic!("{:?}", learner.taken) };
    assert_eq!(why.to_string(), "mine.json: gone");
    let lesson = Lesson { title: "Mine".into(), ..walk() };
    let bytes = lesson.to_json().into_bytes();
    assert_eq!(learner.fetched("mine.json".to_owned(), Ok(bytes)), Some(vec![]));
    assert_eq!(learner.taken, Some(Ok(Taken::own(lesson.clone()))));
    // The page's settings are heard again: it stands among those that were opened.
    let kept = Some(vec![Effect::KeepOpened]);
    assert_eq!(hear(&mut learner, "lesson=mine.json&head=2"), kept);
    assert_eq!(learner.opened, [lesson.to_link()]);
    // Its next step is found by its address.
    let effects = learner.go(1).unwrap();
    assert_eq!(named(&effects, "lesson"), Some(&Value::Text("mine.json".to_owned())));
    assert_eq!(learner.forget_opened(&lesson.to_link()), kept);
    assert!(learner.opened.is_empty());
}

#[test]
fn a_lesson_that_is_begun_is_in_the_settings_with_the_start_of_its_step() {
    let mut learner = Learner::default();
    assert_eq!((learner.begin("wolk", 0), learner.begin("mine.json", 0)), (None, None));
    let effects = learner.begin("walk", 2).unwrap();
    assert!(matches!(&effects[..], [Effect::KeepProgress, Effect::Change(_)]), "{effects:?}");
    assert_eq!(named(&effects, "lesson"), Some(&Value::Text("walk".to_owned())));
    assert_eq!(named(&effects, "step"), Some(&Value::Number(3.0)));
    assert!(named(&effects, "only").is_some() && named(&effects, "room").is_some());
    // Who leaves it finds the settings of before, without a lesson.
    let (before, _) = decode("head=2&sentence=a+b");
    let left = learner.leave(&before).unwrap();
    assert_eq!(named(&left, "sentence"), Some(&Value::Text("a b".to_owned())));
    assert_eq!(named(&left, "lesson"), Some(&Value::Text(String::new())));
}

#[test]
fn whoever_leaves_a_lesson_leaves_it_whatever_the_page_refuses() {
    let mut learner = Learner::default();
    hear(&mut learner, "lesson=walk&step=2&head=2");
    // What was before is shown no more: a cell beyond the sentence.
    learner.leave(&decode("sentence=a+b&cursor=99,99").0).unwrap();
    let out = learner.refused("“cursor”: there are 2 tokens".to_owned()).unwrap();
    assert_eq!(named(&out, "lesson"), Some(&Value::Text(String::new())));
    assert_eq!(named(&out, "sentence"), None);
    assert!(matches!(learner.taken, Some(Ok(_))), "until the page has left it");
    assert_eq!(hear(&mut learner, "room=learn"), Some(vec![]));
    assert_eq!(learner.taken, None);
}

#[test]
fn a_step_that_the_page_refuses_says_why_and_can_be_left() {
    let mut learner = Learner::default();
    learner.begin("walk", 0).unwrap();
    assert_eq!(learner.refused("“cursor”: no".to_owned()), Some(vec![]));
    let refused = Some(Err(NotTaken::Refused("“cursor”: no".to_owned())));
    assert_eq!(learner.taken, refused);
    assert_eq!(hear(&mut learner, ""), None);
    learner.leave(&decode("").0).unwrap();
    assert_eq!(learner.taken, None);
    // Begun again, it says so again.
    learner.begin("walk", 0).unwrap();
    assert_eq!(learner.refused("“cursor”: no".to_owned()), Some(vec![]));
    assert_eq!(learner.taken, refused);
    // Another of its steps is shown.
    hear(&mut learner, "lesson=walk&step=2&head=2");
    assert!(matches!(learner.taken, Some(Ok(_))));
    learner.go(2).unwrap();
    learner.refused("“cursor”: no".to_owned());
    learner.begin("walk", 1).unwrap();
    assert!(matches!(learner.taken, Some(Ok(_))), "it stands where it stood");
}

#[test]
fn undo_of_what_a_prediction_showed_takes_the_prediction() {
    let place = walk().steps.iter().position(|step| step.hides_until_predicted()).unwrap();
    let step = &walk().steps[place];
    let link = |given: bool| {
        let only = step.shown(given).replace(' ', "+");
        format!("lesson=walk&step={}&head=2&only={only}", place + 1)
    };
    let mut learner = Learner::default();
    hear(&mut learner, &link(false));
    learner.predict("1".to_owned()).unwrap();
    assert_eq!(hear(&mut learner, &link(true)), None);
    assert!(learner.progress.step("walk", place).predicted.is_some());
    let kept = Some(vec![Effect::KeepProgress]);
    assert_eq!(hear(&mut learner, &link(false)), kept);
    assert_eq!(learner.progress.step("walk", place).predicted, None);
    // Redo brings it back.
    assert_eq!(hear(&mut learner, &link(true)), kept);
    assert_eq!(learner.progress.step("walk", place).predicted.as_deref(), Some("1"));
}

#[test]
fn a_prediction_that_was_given_elsewhere_shows_what_waited_for_it() {
    let place = walk().steps.iter().position(|step| step.hides_until_predicted()).unwrap();
    let shown = walk().steps[place].shown(true);
    let link = |only: &str| {
        format!("lesson=walk&step={}&head=2&only={}", place + 1, only.replace(' ', "+"))
    };
    let hidden = link(&walk().steps[place].shown(false));
    let reveals = Some(vec![Effect::Join(vec![("only", Value::Text(shown.clone()))])]);
    // In another tab.
    let mut other = Learner::default();
    hear(&mut other, &hidden);
    other.predict("1".to_owned()).unwrap();
    let mut learner = Learner::default();
    assert_eq!(hear(&mut learner, &hidden), Some(vec![]));
    assert_eq!(learner.heard_of_progress(&other.progress.to_text()), reveals);
    assert_eq!(hear(&mut learner, &link(&shown)), None);
    assert!(learner.progress.step("walk", place).predicted.is_some());
    // After the link was copied.
    let mut later = Learner::of_kept(&other.progress.to_text(), "");
    assert_eq!(hear(&mut later, &hidden), reveals);
    // Panels that somebody else chose stay.
    let mut chosen = Learner::of_kept(&other.progress.to_text(), "");
    assert_eq!(hear(&mut chosen, &link("lead")), Some(vec![]));
}

#[test]
fn a_lesson_that_another_tab_opened_stands_among_those_that_were_opened() {
    let named = |title: &str| Lesson { title: title.into(), ..walk() };
    let (mut one, mut other) = (Learner::default(), Learner::default());
    let take = |learner: &mut Learner, title: &str| {
        let lesson = named(title).to_link();
        hear_settings(learner, &Settings { lesson, head: 2, ..Settings::default() })
    };
    assert_eq!(take(&mut one, "A"), Some(vec![Effect::KeepOpened]));
    let kept = serde_json::to_string(&one.opened).unwrap();
    assert_eq!(other.heard_of_opened(&kept), Some(vec![]));
    assert_eq!(other.heard_of_opened(&kept), None);
    take(&mut other, "B");
    assert_eq!(other.opened, [named("B").to_link(), named("A").to_link()]);
}

#[test]
fn what_another_tab_did_is_taken_over() {
    let mut other = Learner::default();
    hear(&mut other, "lesson=walk&step=1&head=2");
    other.answer("3".to_owned());
    let mut learner = Learner::default();
    assert_eq!(learner.heard_of_progress(&other.progress.to_text()), Some(vec![]));
    assert_eq!(learner.progress, other.progress);
    assert_eq!(learner.heard_of_progress(&other.progress.to_text()), None);
}

#[test]
fn a_prediction_shows_what_waited_for_it_and_answers_are_kept() {
    let place = walk().steps.iter().position(|step| step.predict.is_some()).unwrap();
    let mut learner = Learner::default();
    hear(&mut learner, &format!("lesson=walk&step={}&head=2", place + 1));
    let effects = learner.predict("near".to_owned()).unwrap();
    let shown = walk().steps[place].shown(true);
    assert_eq!(named(&effects, "only"), Some(&Value::Text(shown)));
    assert_eq!(effects.first(), Some(&Effect::KeepProgress));
    assert_eq!(learner.answer("3".to_owned()), Some(vec![Effect::KeepProgress]));
    let step = learner.progress.step("walk", place);
    assert_eq!((step.predicted.as_deref(), step.answered.as_deref()), (Some("near"), Some("3")));
    // As the browser has it at the next visit.
    let next = Learner::of_kept(&learner.progress.to_text(), "no list");
    assert_eq!((next.progress, next.opened.len()), (learner.progress, 0));
}

/// Looks at a step of the walk while the page's settings are those of a link, and no head has numbers yet.
fn look(learner: &mut Learner, link: &str) -> Option<Vec<Effect>> {
    let (settings, _) = decode(link);
    learner.look(&Seen {
        settings: &settings,
        head: &|_, _| None,
        runs: &[None, None],
        predicted: false,
    })
}

#[test]
fn a_condition_that_was_met_stays_so() {
    let mut learner = Learner::default();
    let done = "lesson=walk&step=2&model=untrained&sentence=man+bites+dog";
    hear(&mut learner, done);
    assert_eq!(look(&mut learner, done), None, "it waits for its prediction");
    learner.predict("1".to_owned());
    assert_eq!(look(&mut learner, "sentence=dog+bites+man"), None);
    assert_eq!(look(&mut learner, &format!("{done}&room=curves")), None, "its room is not seen");
    assert_eq!(look(&mut learner, done), Some(vec![Effect::KeepProgress]));
    assert_eq!(look(&mut learner, "sentence=dog+bites+man"), None);
    assert!(learner.progress.step("walk", 1).met);
}

#[test]
fn a_cell_that_is_locked_and_not_asked_for_is_said_to_be_another() {
    let mut learner = Learner::default();
    hear(&mut learner, "lesson=walk&step=1&cursor=1,2");
    learner.predict("1".to_owned());
    assert_eq!(look(&mut learner, "cursor=1,2"), Some(vec![]));
    assert!(learner.is_another_cell);
    assert_eq!(look(&mut learner, "cursor=1,2"), None);
    assert_eq!(look(&mut learner, ""), Some(vec![]));
    assert!(!learner.is_another_cell);
}
