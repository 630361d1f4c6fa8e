//! What follows from what the worker answers.

use nearfar_compare::choices::{Choices, Source};
use nearfar_compare::comparison::Step;
use nearfar_compare::layer::Files;
use nearfar_compare::protocol::{Answer, Noticed, Setup, Why};
use nearfar_compare::results::{Kind, Results};
use nearfar_compare::sentence::Chosen;

use crate::grid::{begun, method};

fn setup(source: Source) -> Option<Setup> {
    let choices = Choices { source, ..Choices::default() };
    choices.setup("r_0.X.root.Yes".to_owned(), 7, None, &[])
}

fn receive(results: &mut Results, kind: Kind, answer: Answer, numbers: Vec<Vec<f32>>) -> usize {
    let (files, chosen) = (Files::default(), Chosen::default());
    results.receive(kind, answer, numbers, (&files, &chosen), 30.0).len()
}

/// A comparison of two tokens that is whole, with terms of B and a change that one method notices.
fn whole() -> Results {
    let mut results = Results::default();
    let step = results.want(setup(Source::Seeded), false, 10.0);
    assert!(matches!(step, Step::Compare { clears: false, .. }));
    let noticed = Noticed { place: 0, amount: Some(0.5), tokens: 2 };
    let answers = [
        (Kind::Compare, Answer::Begun(begun(&["I", "think"], 1)), vec![]),
        (Kind::Compare, Answer::Method(Box::new(method(0, "da"))), vec![vec![0.5; 4]]),
        (Kind::Compare, Answer::Compared, vec![vec![0.0; 2]]),
        (Kind::TermsB, Answer::Terms(Box::default()), vec![vec![1.0]]),
        (Kind::Probe, Answer::Noticed(noticed), vec![vec![1.0; 4]]),
    ];
    for (kind, answer, numbers) in answers {
        assert_eq!(receive(&mut results, kind, answer, numbers), 0);
    }
    results
}

#[test]
fn each_answer_is_where_it_was_asked_for() {
    let results = whole();
    assert!(results.comparison.is_whole());
    assert_eq!(results.comparison.took(), 20.0);
    assert_eq!(*results.found.weights(0), [0.5; 4]);
    let [a, b] = &results.terms;
    assert!(a.is_none() && b.as_ref().is_some_and(|terms| terms.of().values == [[1.0_f32]]));
    assert_eq!(results.noticed.len(), 1);
    // The same numbers that came again are others: nobody reads all of them to know.
    assert!(*b == b.clone() && *b != whole().terms[1]);
}

#[test]
fn what_was_asked_of_other_words_or_numbers_goes_with_them() {
    let is_there = |results: &Results| {
        [results.terms[1].is_some(), !results.noticed.is_empty(), !results.found.methods.is_empty()]
    };
    // The same sentence again keeps all, another one only what is soon redrawn.
    let mut same = whole();
    receive(&mut same, Kind::Compare, Answer::Begun(begun(&["I", "think"], 1)), vec![]);
    assert_eq!(is_there(&same), [true; 3]);
    let mut other = whole();
    receive(&mut other, Kind::Compare, Answer::Begun(begun(&["I", "see"], 1)), vec![]);
    assert_eq!(is_there(&other), [false, false, true]);
    // Other numbers clear before they come, and so does a layer that is not there.
    let mut numbers = whole();
    let step = numbers.want(setup(Source::Each), false, 40.0);
    assert!(matches!(step, Step::Compare { clears: true, .. }));
    assert_eq!(is_there(&numbers), [false; 3]);
    let mut none = whole();
    assert_eq!(none.want(None, false, 40.0), Step::Clear);
    assert_eq!(is_there(&none), [false; 3]);
}

#[test]
fn what_fails_is_said_where_it_was_asked_for() {
    let mut results = whole();
    receive(&mut results, Kind::Probe, Answer::Failed(Why::NoWord), vec![]);
    let unasked = results.unasked.clone().expect("a reason");
    assert!(unasked.contains("here is no word to insert") && results.problem.is_none());
    results.probe();
    assert_eq!((results.unasked.as_ref(), results.noticed.len()), (None, 0));
    receive(&mut results, Kind::TermsA, Answer::Failed(Why::NothingToExplain), vec![]);
    assert_eq!(results.problem, None);
    receive(&mut results, Kind::Compare, Answer::Failed(Why::Empty), vec![]);
    assert!(results.problem.is_some() && results.comparison.is_whole());
    // It stands until something is compared again.
    results.compare(50.0);
    assert_eq!((results.problem.as_ref(), results.comparison.is_whole()), (None, false));
    results.ended("stopped", true);
    assert!(results.problem.is_some_and(|said| said.contains("stopped")));
}

#[test]
fn that_a_file_is_lost_is_said_as_long_as_nothing_else_is_chosen() {
    let mut results = whole();
    let pair = Choices::default().pair;
    assert_eq!(results.lost("vectors/a", "not there".to_owned(), &pair), []);
    results.compare(50.0);
    assert_eq!(results.problem.as_deref(), Some("not there"));
    results.want(setup(Source::Each), false, 60.0);
    assert_eq!(results.problem, None);
}
