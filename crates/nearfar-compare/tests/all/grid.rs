//! What of a comparison is shown.

use std::sync::Arc;

use nearfar_compare::choices::{Choices, Part, Source};
use nearfar_compare::divergence::Divergences;
use nearfar_compare::grid::{
    Stays, has_fewer_heads, heads, is_distance_aware, is_due, is_over_file, menu_value, of_menu,
    own_columns, place, put, put_weights, reads_tree, rows, same_range, shown, shown_of,
    unknown_words,
};
use nearfar_compare::protocol::{Begun, FactsView, KnowsView, MethodView, Shown, Why};

/// A method by its name and place, with four heads.
pub fn method(place: usize, name: &str) -> MethodView {
    MethodView {
        place,
        name: name.to_owned(),
        title: name.to_owned(),
        kind: name.to_owned(),
        trained: false,
        heads: 4,
        memory: 0,
        milliseconds: 1.0,
        facts: FactsView::default(),
        answer: None,
        problem: None,
    }
}

fn begun(tokens: &[&str], places: usize) -> Begun {
    let tokens = tokens.iter().map(|&token| token.to_owned()).collect();
    Begun { tokens, places, ..Begun::default() }
}

fn pair(a: &str, b: &str) -> Choices {
    Choices { pair: [a, b].map(str::to_owned), ..Choices::default() }
}

#[test]
fn a_and_b_are_where_the_chosen_methods_stand() {
    let methods = [method(0, "vanilla"), method(1, "rpr"), method(2, "da")];
    let choices = pair("da", "vanilla");
    assert_eq!([0, 1].map(|which| place(&methods, 3, &choices, which)), [Some(2), Some(0)]);
}

#[test]
fn what_is_not_in_the_grid_is_its_first_or_second_place_once_all_are_there() {
    let methods = [method(0, "vanilla"), method(1, "rpr")];
    let choices = pair("da", "xl");
    assert_eq!([0, 1].map(|which| place(&methods, 3, &choices, which)), [None, None]);
    assert_eq!([0, 1].map(|which| place(&methods, 2, &choices, which)), [Some(0), Some(1)]);
    // A grid of one has no second.
    assert_eq!(place(&methods[..1], 1, &choices, 1), None);
    assert_eq!(place(&[], 0, &choices, 0), None);
}

#[test]
fn heads_of_the_menu_count_from_1_and_their_mean_has_no_number() {
    assert_eq!([Shown::Head(0), Shown::Head(6), Shown::Mean].map(menu_value), ["1", "7", ""]);
    assert_eq!(["1", "7", ""].map(of_menu), [Shown::Head(0), Shown::Head(6), Shown::Mean]);
}

#[test]
fn a_head_that_no_method_has_is_the_last_one_that_there_is() {
    let methods = [MethodView { heads: 2, ..method(0, "disan") }, method(1, "da")];
    assert_eq!(shown(Shown::Head(7), &methods, 2), Shown::Head(3));
    assert_eq!(shown(Shown::Head(1), &methods, 2), Shown::Head(1));
    assert_eq!(shown(Shown::Mean, &methods, 2), Shown::Mean);
}

#[test]
fn a_head_stays_chosen_while_what_may_have_it_is_on_its_way() {
    let methods = [method(0, "da"), method(1, "rpr")];
    assert_eq!(shown(Shown::Head(7), &methods, 3), Shown::Head(7));
    let coming = MethodView { problem: Some(Why::Coming), ..method(2, "xl") };
    let methods = [method(0, "da"), method(1, "rpr"), coming];
    assert_eq!(shown(Shown::Head(7), &methods, 3), Shown::Head(7));
    assert_eq!(shown(Shown::Head(7), &[], 0), Shown::Head(7));
}

#[test]
fn a_method_with_fewer_heads_is_one_that_lacks_the_shown_one() {
    let two = MethodView { heads: 2, ..method(0, "disan") };
    assert!(has_fewer_heads(Shown::Head(2), &two));
    assert!(!has_fewer_heads(Shown::Head(1), &two));
    assert!(!has_fewer_heads(Shown::Mean, &two));
    // One that could not be computed has none.
    assert!(!has_fewer_heads(Shown::Head(2), &MethodView { heads: 0, ..two }));
}

#[test]
fn of_a_method_with_fewer_heads_the_last_is_shown() {
    let two = MethodView { heads: 2, ..method(0, "disan") };
    let of = |shown| shown_of(shown, &two);
    assert_eq!(of(Shown::Head(7)), Shown::Head(1));
    assert_eq!([of(Shown::Head(0)), of(Shown::Mean)], [Shown::Head(0), Shown::Mean]);
}

#[test]
fn only_the_da_transformer_has_w_and_v() {
    let is = ["da", "vanilla", "rpr", ""].map(|name| is_distance_aware(&method(0, name)));
    assert_eq!(is, [true, false, false, false]);
}

#[test]
fn as_many_heads_can_be_chosen_as_the_method_with_the_most_has() {
    let methods = [MethodView { heads: 2, ..method(0, "disan") }, method(1, "da")];
    assert_eq!(heads(Shown::Mean, &methods), 4);
    // The shown one is among them also before its method is there.
    assert_eq!(heads(Shown::Head(5), &methods), 6);
    assert_eq!(heads(Shown::Mean, &[]), 0);
}

#[test]
fn a_method_that_knows_syntax_reads_the_tree() {
    let knows = |syntax| {
        reads_tree(&MethodView {
            facts: FactsView { syntax, ..FactsView::default() },
            ..method(0, "da")
        })
    };
    assert!(!knows(KnowsView::No));
    assert!(knows(KnowsView::Yes));
    assert!(knows(KnowsView::Partly("in part".to_owned())));
}

#[test]
fn only_no_positions_over_a_file_is_the_file_alone() {
    let file = Source::File("minilm".to_owned());
    assert!(is_over_file(&method(0, "no-positions"), &file));
    assert!(!is_over_file(&method(0, "vanilla"), &file));
    assert!(!is_over_file(&method(0, "no-positions"), &Source::Seeded));
    let trained = MethodView { trained: true, ..method(0, "no-positions") };
    assert!(!is_over_file(&trained, &file));
}

#[test]
fn a_and_b_have_one_range_and_the_others_their_own_or_all_the_same() {
    let pair = [Some(2), Some(0)];
    assert_eq!(same_range(0, pair, true, 4), [2, 0]);
    assert_eq!(same_range(1, pair, true, 4), [1]);
    assert_eq!(same_range(1, pair, false, 4), [0, 1, 2, 3]);
    assert_eq!(same_range(2, [Some(2), None], true, 4), [2]);
}

#[test]
fn the_keys_of_an_earlier_segment_are_left_out() {
    // Two tokens behind a segment of one.
    let weights = [0.5, 0.25, 0.25, 0.1, 0.2, 0.7];
    assert_eq!(own_columns(&weights, 1, 2), [0.25, 0.25, 0.2, 0.7]);
    assert_eq!(own_columns(&weights[..4], 0, 2), [0.5, 0.25, 0.25, 0.1]);
    assert_eq!(own_columns(&weights, 0, 2), Vec::<f32>::new());
}

#[test]
fn the_rows_are_found_from_how_many_weights_there_are() {
    assert_eq!([rows(6, 1), rows(9, 0), rows(0, 3), rows(256 * 320, 64)], [2, 3, 0, 256]);
}

#[test]
fn pictures_stay_where_the_sentence_does() {
    let known = begun(&["I", "think"], 3);
    assert_eq!(Stays::after(&known, &known), Stays::All);
    assert_eq!(Stays::after(&known, &begun(&["I", "see"], 3)), Stays::Weights);
    let remembered = Begun { memory: vec!["So".to_owned()], ..known.clone() };
    assert_eq!(Stays::after(&known, &remembered), Stays::Weights);
    assert_eq!(Stays::after(&known, &begun(&["I"], 3)), Stays::Nothing);
    assert_eq!(Stays::after(&known, &begun(&["I", "think"], 4)), Stays::Nothing);
}

#[test]
fn pictures_of_a_long_sentence_do_not_wait_for_another_one() {
    let other = |count: usize| {
        let (mut a, b) = (vec!["a"; count], vec!["a"; count]);
        a[0] = "b";
        Stays::after(&begun(&a, 3), &begun(&b, 3))
    };
    assert_eq!([other(64), other(65)], [Stays::Weights, Stays::Nothing]);
}

#[test]
fn methods_and_weights_are_put_in_their_places() {
    let mut methods = vec![method(0, "da")];
    put(&mut methods, method(1, "rpr"));
    put(&mut methods, method(0, "xl"));
    let names: Vec<&str> = methods.iter().map(|method| method.name.as_str()).collect();
    assert_eq!(names, ["xl", "rpr"]);
    let mut weights = Vec::new();
    put_weights(&mut weights, 1, vec![1.0]);
    put_weights(&mut weights, 0, vec![0.5]);
    assert_eq!(weights, [Arc::new(vec![0.5]), Arc::new(vec![1.0])]);
}

#[test]
fn short_sentences_are_drawn_once_the_last_place_is_there() {
    let short = begun(&["I", "think"], 3);
    assert_eq!([0, 1, 2].map(|place| is_due(&short, place)), [false, false, true]);
    let long = begun(&["a"; 65], 3);
    assert_eq!([0, 1, 2].map(|place| is_due(&long, place)), [true, true, true]);
}

#[test]
fn a_word_without_a_vector_is_named_once() {
    let unknown = vec![true, false, true, true];
    let begun = Begun { unknown, ..begun(&["zyx", "the", "abc", "zyx"], 1) };
    assert_eq!(unknown_words(&begun), ["abc", "zyx"]);
}

#[test]
fn divergences_are_of_a_row_or_the_mean_of_those_that_are_numbers() {
    // Two places, two tokens: only the first and the second differ, in the second row alone.
    let rows = vec![0.0, 0.0, 0.0, 0.5, 0.0, 0.5, f32::NAN, 0.25];
    let found = Divergences::new(2, 2, rows);
    assert_eq!(found.between(0, 1, Some(1)), Some(0.5));
    assert_eq!(found.between(0, 1, None), Some(0.25));
    assert_eq!(found.between(1, 1, Some(0)), None);
    assert_eq!(found.between(1, 1, None), Some(0.25));
    assert_eq!(found.between(2, 1, None), None);
    assert_eq!(found.matrix(None), [0.0, 0.25, 0.25, 0.25]);
    assert!(found.matrix(Some(0))[3].is_nan());
}

#[test]
fn keys_go_round_the_tabs() {
    assert_eq!(Part::Methods.after_key("ArrowRight"), Some(Part::Knows));
    assert_eq!(Part::Methods.after_key("ArrowLeft"), Some(Part::Tree));
    assert_eq!(Part::Tree.after_key("ArrowRight"), Some(Part::Methods));
    assert_eq!(Part::Terms.after_key("ArrowLeft"), Some(Part::Knows));
    assert_eq!(Part::Terms.after_key("Home"), Some(Part::Methods));
    assert_eq!(Part::Terms.after_key("End"), Some(Part::Tree));
    assert_eq!(Part::Terms.after_key("Tab"), None);
}
