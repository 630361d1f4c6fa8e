//! A study of laws, step by step: which sentence and which head is next, how far it is, how it ends.

use nearfar_inspect::laws::HeadReport;
use nearfar_inspect::room::study::{Doing, Next, Study};
use serde_json::json;

/// A head on which silencing its positions has this effect, in nats.
fn head(layer: usize, head: usize, silenced: Option<f64>) -> HeadReport {
    let interval = |value: f64| json!({ "value": value, "low": value, "high": value });
    let none = interval(0.0);
    let report = json!({
        "layer": layer,
        "head": head,
        "shares": { "back": none, "ahead": none, "itself": none, "first": none, "separators": none },
        "profile": { "from": 0, "pairs": [], "attention": [], "scores": [] },
        "positions": null,
        "silenced": silenced.map(interval),
        "silenced_fit": null,
        "laws": [],
        "best": null,
        "best_in": null,
        "distance_aware": null,
    });
    serde_json::from_value(report).expect("a report")
}

fn sentence(text: &str) -> Next {
    Next::Sentence(text.to_owned())
}

/// A study of three sentences and three heads, two in the first layer.
fn begun(most: usize) -> Study {
    let mut study = Study::default();
    study.begin("one\n\n  two \nthree\n", most);
    study.loaded(&[2, 1]);
    study
}

/// The same, with all heads to be measured next.
fn with_sentences() -> Study {
    let mut study = begun(2);
    for tokens in [20, 30] {
        assert!(matches!(study.next(2), Next::Sentence(_)));
        study.ran(Some(tokens));
    }
    study
}

#[test]
fn sentences_are_run_one_after_another_then_heads_are_measured() {
    let mut study = begun(48);
    assert_eq!(study.doing(), Some(Doing::Sentences(0, 3)));
    for (place, text) in ["one", "two", "three"].into_iter().enumerate() {
        assert_eq!(study.next(48), sentence(text));
        assert_eq!(study.doing(), Some(Doing::Sentences(place, 3)));
        study.ran(Some(20 + place));
    }
    assert_eq!(study.tokens(), [20, 21, 22]);
    for (done, place) in [(0, 0), (0, 1), (1, 0)].into_iter().enumerate() {
        assert_eq!(study.next(48), Next::Head(place));
        assert_eq!(study.doing(), Some(Doing::Heads(done, 3)));
        study.keep(head(place.0, place.1, None));
    }
    assert_eq!(study.next(48), Next::Means);
    assert_eq!(study.doing(), None);
}

#[test]
fn no_more_sentences_are_taken_than_are_wanted() {
    let mut study = begun(2);
    assert_eq!(study.doing(), Some(Doing::Sentences(0, 2)));
    study.ran(Some(20));
    study.ran(Some(20));
    assert_eq!(study.next(2), Next::Head((0, 0)));
}

#[test]
fn a_sentence_that_is_passed_over_makes_room_for_the_next() {
    let mut study = begun(2);
    study.ran(Some(20));
    study.ran(None);
    assert_eq!(study.next(2), sentence("three"));
    assert_eq!(study.doing(), Some(Doing::Sentences(1, 2)));
    study.ran(Some(30));
    assert_eq!(study.next(2), Next::Head((0, 0)));
    assert_eq!(study.tokens(), [20, 30]);
}

#[test]
fn a_sentence_that_waits_for_its_words_is_run_again() {
    let mut study = begun(48);
    assert_eq!(study.next(48), sentence("one"));
    assert_eq!(study.next(48), sentence("one"));
}

#[test]
fn fewer_than_two_sentences_are_too_few() {
    let mut study = begun(48);
    study.ran(None);
    study.ran(Some(20));
    study.ran(None);
    assert_eq!(study.next(48), Next::TooFew(1));
    let mut study = Study::default();
    study.begin(" \n\n", 48);
    assert_eq!(study.next(48), Next::TooFew(0));
}

#[test]
fn more_sentences_that_are_wanted_while_heads_are_measured_change_nothing() {
    let mut study = with_sentences();
    assert_eq!(study.next(2), Next::Head((0, 0)));
    study.keep(head(0, 0, None));
    assert_eq!(study.next(48), Next::Head((0, 1)));
}

#[test]
fn a_model_without_heads_is_finished_at_once() {
    let mut study = with_sentences();
    study.loaded(&[]);
    assert_eq!(study.next(2), Next::Means);
}

#[test]
fn a_study_that_is_stopped_among_heads_keeps_those_that_were_measured() {
    let mut study = with_sentences();
    let number = study.number();
    assert_eq!(study.next(2), Next::Head((0, 0)));
    study.keep(head(0, 0, None));
    assert_eq!(study.next(2), Next::Head((0, 1)));
    assert!(study.stop());
    assert_eq!((study.doing(), study.measured().len()), (None, 1));
    assert_eq!(study.tokens(), [20, 30]);
    // The head that was being measured is none of it any more.
    assert_ne!(study.number(), number);
}

#[test]
fn a_study_that_is_stopped_among_sentences_leaves_nothing() {
    let mut study = begun(48);
    study.ran(Some(20));
    let number = study.number();
    assert!(!study.stop());
    assert_eq!((study.doing(), study.tokens()), (None, &[] as &[usize]));
    assert_ne!(study.number(), number);
}

#[test]
fn another_study_is_told_from_the_last_one() {
    let mut study = begun(48);
    let number = study.number();
    study.begin("a\nb", 48);
    assert_ne!(study.number(), number);
    assert_eq!(study.next(48), sentence("a"));
}

#[test]
fn the_head_that_hangs_most_on_positions_is_looked_at_first() {
    let mut study = Study::default();
    assert_eq!(study.farthest(), (0, 0));
    study.keep(head(0, 0, None));
    study.keep(head(0, 1, Some(0.7)));
    study.keep(head(1, 0, Some(0.2)));
    assert_eq!(study.farthest(), (0, 1));
}
