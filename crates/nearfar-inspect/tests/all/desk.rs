//! The room's files and the worker that reads them: what is handed over when, and what is said meanwhile.

use nearfar_inspect::link::Named;
use nearfar_inspect::protocol::{Answer, Failure};
use nearfar_inspect::room::desk::{Desk, Effect, Notice, Offer};
use nearfar_inspect::room::files::Opening;

use crate::files::{Name, model};

type Effects = Vec<Effect<Name>>;

/// A worker that answers, and nothing open.
fn ready() -> Desk<Name> {
    let mut desk = Desk::default();
    assert_eq!(desk.worker_ready(), [Effect::Worker(true)]);
    desk
}

/// What is handed to the worker.
fn opening(effects: &Effects) -> Opening<Name> {
    match &effects[..] {
        [.., Effect::Open(opening)] => opening.clone(),
        other => panic!("{other:?}"),
    }
}

fn answered(desk: &mut Desk<Name>, effects: &Effects, name: &str) -> Effects {
    desk.answered(&opening(effects), Answer::Opened(Box::new(model(name))))
}

/// A model of the user's is open.
fn open() -> Desk<Name> {
    let mut desk = ready();
    let effects = desk.come(&[Name("m.npz")]);
    answered(&mut desk, &effects, "m.npz");
    desk
}

fn said(notices: &[Notice]) -> Vec<&str> {
    notices.iter().map(|notice| notice.says.as_str()).collect()
}

#[test]
fn files_wait_for_the_worker_and_are_shown_once_it_answers() {
    let mut desk = Desk::default();
    assert_eq!(desk.come(&[Name("m.npz")]), [Effect::BeginAnew]);
    assert_eq!(said(&desk.notices(false)), ["Opening m.npz …"]);
    let effects = desk.worker_ready();
    assert_eq!(effects[0], Effect::Worker(true));
    let progress = Answer::Progress { what: "reads".to_owned(), share: 0.5 };
    assert_eq!(desk.answered(&opening(&effects), progress), []);
    assert_eq!(desk.notices(false)[0].progress, Some(Some(0.5)));
    let shown = answered(&mut desk, &effects, "m.npz");
    assert!(
        matches!(&shown[..], [Effect::Show(of), Effect::Tokenizer(None), Effect::HasFiles] if of.name == "m.npz"),
        "{shown:?}"
    );
    assert_eq!(desk.notices(false), []);
}

#[test]
fn a_worker_that_ends_is_handed_what_is_open_again() {
    let mut desk = open();
    let lost = desk.worker_ended("stopped", true, false);
    assert!(matches!(&lost[..], [Effect::Worker(false), Effect::FiguresLost(Some(_))]));
    let [notice] = &desk.notices(true)[..] else { panic!("one notice") };
    assert_eq!(notice.offers, [Offer::TryLonger, Offer::ForgetEnded]);
    assert!(notice.says.starts_with(&desk.why_gone()) && desk.why_gone().contains("stopped"));
    let effects = desk.worker_ready();
    // Nobody is told that it is opened again.
    assert_eq!(desk.notices(false), []);
    assert_eq!(answered(&mut desk, &effects, "m.npz"), [Effect::FindLeft, Effect::HasFiles]);
    desk.accept(Offer::ForgetEnded);
    assert_eq!(desk.notices(true), []);
}

#[test]
fn what_ends_two_workers_is_closed() {
    let mut desk = open();
    desk.worker_ended("stopped", false, false);
    desk.worker_ready();
    let effects = desk.worker_ended("stopped", false, false);
    assert_eq!(effects[0], Effect::Close);
    let [notice] = &desk.notices(true)[..] else { panic!("one notice") };
    // More time would not help.
    assert_eq!(notice.offers, [Offer::ForgetEnded]);
}

#[test]
fn what_took_too_long_is_tried_again_with_more_time() {
    let mut desk = ready();
    desk.come(&[Name("m.npz")]);
    desk.worker_ended("was silent", true, false);
    assert_eq!(desk.accept(Offer::TryLonger), [Effect::Stretch(3.0), Effect::BeginAnew]);
    assert_eq!(desk.notices(true), []);
    assert_eq!(opening(&desk.worker_ready()).files, [Name("m.npz")]);
}

#[test]
fn a_worker_that_is_gone_for_good_is_a_problem() {
    let mut desk = open();
    desk.worker_ended("is of another version", false, true);
    assert_eq!(desk.notices(true)[0].offers, [Offer::ForgetProblem]);
}

#[test]
fn stopping_takes_away_what_is_on_its_way_and_keeps_what_is_open() {
    let mut desk = open();
    desk.come(&[Name("n.npz")]);
    let effects = desk.accept(Offer::Stop);
    assert_eq!(effects, [Effect::Worker(false), Effect::FiguresLost(None), Effect::Restart]);
    assert_eq!(desk.notices(false), []);
    assert_eq!(opening(&desk.worker_ready()).files, [Name("m.npz")]);
}

#[test]
fn a_refusal_names_its_file_and_what_stays_open() {
    let mut desk = open();
    let effects = desk.come(&[Name("n.npz")]);
    let refused = Failure { message: "it is cut".to_owned(), file: Some("n.npz".to_owned()) };
    assert_eq!(desk.answered(&opening(&effects), Answer::Failed(refused)), []);
    let [notice] = &desk.notices(true)[..] else { panic!("one notice") };
    assert_eq!(notice.file.as_deref(), Some("n.npz"));
    assert_eq!(notice.says, "It is cut. “m.npz” stays open.");
    // What comes next is what counts.
    desk.come(&[Name("o.npz")]);
    assert_eq!(desk.notices(true), []);
}

#[test]
fn what_waits_is_said_until_a_model_comes_or_nobody_waits() {
    let mut desk = ready();
    let effects = desk.come(&[Name("config.json")]);
    let waits = Answer::Waits { files: vec!["config.json".to_owned()], wanted: String::new() };
    assert_eq!(desk.answered(&opening(&effects), waits.clone()), []);
    assert_eq!(desk.notices(false)[0].offers, [Offer::ForgetWaiting]);
    assert_eq!(desk.accept(Offer::ForgetWaiting), []);
    assert_eq!(desk.notices(false), []);
    let effects = desk.come(&[Name("config.json")]);
    desk.answered(&opening(&effects), waits);
    let effects = desk.come(&[Name("m.npz")]);
    answered(&mut desk, &effects, "m.npz");
    assert_eq!(desk.notices(false), []);
}

#[test]
fn a_file_of_the_site_gives_way_and_only_what_was_asked_for_is_said_to_be_missing() {
    let mut desk = ready();
    let address = || "models/m.npz".to_owned();
    let gone = || Err("the server answered 404".to_owned());
    let first = desk.fetch(&address());
    // Another one is asked for meanwhile.
    let number = desk.fetch(&address());
    assert_eq!(desk.fetched(first, address(), false, Ok(Name("m.npz"))), []);
    assert_eq!(desk.fetched(number, address(), true, gone()), []);
    assert_eq!(desk.notices(true), []);
    desk.fetched(number, address(), false, gone());
    assert_eq!(desk.notices(true)[0].file.as_deref(), Some("models/m.npz"));
    let number = desk.fetch(&address());
    let effects = desk.fetched(number, address(), false, Ok(Name("m.npz")));
    assert_eq!(opening(&effects).files, [Name("m.npz")]);
    answered(&mut desk, &effects, "m.npz");
    assert_eq!(desk.files.named(), Named::Site(address()));
}

#[test]
fn a_tokenizer_of_the_open_model_opens_nothing() {
    let mut desk = open();
    let number = desk.fetch("models/tokenizer.json");
    let file = Ok(Name("tokenizer.json"));
    let effects = desk.fetched(number, "models/tokenizer.json".to_owned(), false, file);
    assert_eq!(effects, [Effect::Tokenizer(Some(Name("tokenizer.json")))]);
    assert_eq!(desk.busy, None);
}

#[test]
fn what_was_open_on_this_visit_comes_back() {
    let mut desk = open();
    let effects = desk.come(&[Name("n.npz")]);
    answered(&mut desk, &effects, "n.npz");
    let named = |name: &str| Named::Own(name.to_owned());
    assert_eq!(desk.come_back(&named("o.npz")), []);
    assert_eq!(opening(&desk.come_back(&named("m.npz"))).files, [Name("m.npz")]);
}
