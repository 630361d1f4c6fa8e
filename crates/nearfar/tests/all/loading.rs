//! How far word vectors and models are.

use nearfar::lab::Loading;
use nearfar::settings::ModelChoice;
use nearfar::text::Part;

#[test]
fn attention_is_shown_once_words_and_models_are_there_or_known_not_to_come() {
    let mut loading = Loading { models: vec![ModelChoice::Sst2Da], ..Loading::default() };
    assert!(!loading.is_ready(|| true));
    loading.first = true;
    assert!(loading.is_ready(|| true) && !loading.is_ready(|| false));
    loading.end(Part::Frequent, None);
    assert!(!loading.is_ready(|| false));
    loading.models.clear();
    assert!(loading.is_ready(|| false));
    let failed = Some("gone".to_owned());
    assert!(Loading { failed, ..Loading::default() }.is_ready(|| false));
}

#[test]
fn rare_words_are_asked_for_once_and_after_the_frequent_ones() {
    let (first, second) = (Part::Hashed(1), Part::Hashed(2));
    let mut loading = Loading { parts: vec![Part::Frequent, first], ..Loading::default() };
    assert_eq!(loading.missing(vec![first, second]), []);
    loading.end(Part::Frequent, None);
    assert_eq!(loading.missing(vec![first, second]), [second]);
    assert!(!loading.has_words());
    loading.end(first, None);
    assert!(loading.has_words());
    assert_eq!(loading.missing(vec![first, second]), [first, second]);
}

#[test]
fn what_arrives_moves_the_bar_forward_and_never_to_its_end() {
    let mut loading = Loading::default();
    assert!(!loading.arrive(Part::Hashed(1), 232_000));
    assert_eq!(loading.frequent, 0.0);
    assert!(loading.arrive(Part::Frequent, 116_000));
    assert_eq!(loading.frequent, 0.5);
    assert!(!loading.arrive(Part::Frequent, 58_000));
    assert_eq!(loading.frequent, 0.5);
    assert!(loading.arrive(Part::Frequent, 464_000));
    assert!(!loading.has_frequent() && loading.frequent > 0.9);
    loading.end(Part::Frequent, None);
    assert!(loading.has_frequent());
}

#[test]
fn a_part_that_does_not_come_is_told_and_not_taken_for_there() {
    let mut loading = Loading { parts: vec![Part::Frequent], ..Loading::default() };
    loading.end(Part::Frequent, Some("gone".to_owned()));
    assert_eq!((loading.failed.as_deref(), loading.has_frequent()), (Some("gone"), false));
    assert!(loading.has_words());
}
