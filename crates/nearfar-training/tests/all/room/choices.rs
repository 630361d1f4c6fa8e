//! What the room's buttons and menus make of the choices, and where their controls are.

use nearfar::methods::MethodKind;
use nearfar::model::OwnMethod;
use nearfar::{Method, ModelMethod};
use nearfar_training::data::Generated;
use nearfar_training::parameters::HeadStart;
use nearfar_training::protocol::{Choices, FIELDS, Place, Task, WordStart};
use nearfar_training::room::{is_of_treebank, opens_in_lab};

fn method(name: &str) -> ModelMethod {
    let (choices, problems) = Choices::from_text(&format!("task=own;method={name}"));
    assert_eq!(problems, [""; 0]);
    choices.method
}

#[test]
fn another_task_keeps_what_was_chosen_of_the_attention() {
    let before = Choices {
        method: Method::VANILLA.into(),
        heads: 3,
        head_start: HeadStart::Normal,
        seed: 9,
        width: 64,
        learning_rate: 0.5,
        ..Choices::of(Task::Generated(Generated::Near))
    };
    let after = before.for_task(Task::BuiltIn);
    assert_eq!(after.method, Method::VANILLA.into());
    assert_eq!((after.heads, after.head_start, after.seed), (3, HeadStart::Normal, 9));
    // Sizes and rates are the new task's: words start from vectors of 100 numbers.
    assert_eq!((after.task, after.width, after.learning_rate), (Task::BuiltIn, 100, 0.002));
}

#[test]
fn shared_vectors_bring_their_width_and_take_it_with_them() {
    let mut choices = Choices { width: 64, ..Choices::default() };
    choices.start_words_from(WordStart::Shared);
    assert_eq!((choices.word_start(), choices.width), (WordStart::Shared, 100));
    choices.start_words_from(WordStart::Spelling);
    assert_eq!((choices.word_start(), choices.width), (WordStart::Spelling, 32));
}

#[test]
fn halving_the_rates_halves_both() {
    let mut choices =
        Choices { learning_rate: 0.02, head_learning_rate: 0.5, ..Choices::default() };
    choices.halve_rates();
    assert_eq!((choices.learning_rate, choices.head_learning_rate), (0.01, 0.25));
}

#[test]
fn as_many_heads_are_shown_as_there_are_but_two_directions_of_disan() {
    let of = |method| Choices { method, heads: 5, ..Choices::default() }.shown_heads();
    assert_eq!(of(Method::VANILLA.into()), 5);
    let own = |kind| OwnMethod::new(kind).unwrap().into();
    assert_eq!(of(own(MethodKind::Alibi)), 5);
    assert_eq!(of(own(MethodKind::Disan)), 2);
}

#[test]
fn every_number_of_the_table_has_its_place() {
    let at = |place: Place| {
        let fields = FIELDS.iter().filter(|field| field.place == place);
        fields.map(|field| field.name).collect::<Vec<_>>()
    };
    assert_eq!(at(Place::First), ["heads", "seed", "rate", "head-rate"]);
    let more = ["d", "width", "feed-forward", "pooling", "batch", "dropout", "longest"];
    assert_eq!(at(Place::More), more);
    assert_eq!(at(Place::Generated), ["examples", "shortest"]);
    assert_eq!(at(Place::Menu), ["method", "label", "start", "vectors"]);
}

#[test]
fn the_lab_opens_what_has_weights_between_words_and_no_tags() {
    assert!(opens_in_lab(Method::DISTANCE_AWARE.into(), false));
    assert!(opens_in_lab(method("t5"), false));
    assert!(!opens_in_lab(method("disan"), false));
    assert!(!opens_in_lab(Method::DISTANCE_AWARE.into(), true));
}

#[test]
fn labels_and_methods_of_a_treebank_stay_where_one_of_them_is_refused() {
    // Of a run that was refused it is not known what its file is.
    assert!(is_of_treebank(method("special-pos"), false));
    assert!(is_of_treebank(method("tree-distance(4)"), false));
    assert!(!is_of_treebank(Method::DISTANCE_AWARE.into(), false));
    assert!(is_of_treebank(Method::DISTANCE_AWARE.into(), true));
}
