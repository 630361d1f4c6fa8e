//! What is shown of one method beside others.

use nearfar_compare::choices::{Part, Source};
use nearfar_compare::divergence::Divergences;
use nearfar_compare::grid::{
    has_fewer_heads, heads, is_distance_aware, is_over_file, menu_value, of_menu, own_columns,
    reads_tree, rows, shown_of, unknown_words,
};
use nearfar_compare::protocol::{Begun, FactsView, KnowsView, MethodView, Shown};

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

/// A comparison of these tokens by so many methods.
pub fn begun(tokens: &[&str], places: usize) -> Begun {
    let tokens = tokens.iter().map(|&token| token.to_owned()).collect();
    Begun { tokens, places, ..Begun::default() }
}

#[test]
fn heads_of_the_menu_count_from_1_and_their_mean_has_no_number() {
    assert_eq!([Shown::Head(0), Shown::Head(6), Shown::Mean].map(menu_value), ["1", "7", ""]);
    assert_eq!(["1", "7", ""].map(of_menu), [Shown::Head(0), Shown::Head(6), Shown::Mean]);
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
