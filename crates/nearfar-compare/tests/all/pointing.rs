//! Where the room's cursor points in pictures of intermediates.

use nearfar_compare::curves::{LookUp, look_up, row_of_pair, row_of_query};
use nearfar_compare::pointing::{Follow, cursor_at, shown_pair, strongest_pair};
use nearfar_compare::protocol::{AxisView, MeasureView, RoleView, TermView, TermsView};
use nearfar_compare::terms::{TermMatrix, TermsOf};

pub fn term(axes: &[AxisView], rows: usize, columns: usize, names: &[&str]) -> TermView {
    TermView {
        name: "attn".to_owned(),
        title: String::new(),
        source: String::new(),
        axes: axes.to_vec(),
        rows,
        columns,
        whole: false,
        names: names.iter().map(|&name| name.to_owned()).collect(),
        role: Some(RoleView::Weights),
        measure: MeasureView::Amount,
    }
}

/// What is read of weights of two tokens behind a segment of `memory`.
fn of_weights<T>(memory: usize, weights: &[f32], read: impl Fn(TermsOf) -> T) -> T {
    let attn = term(&[AxisView::Query, AxisView::Key], 2, memory + 2, &[]);
    let view = TermsView { memory, terms: vec![attn], ..TermsView::default() };
    read(TermsOf { view: &view, values: &[weights.to_vec()] })
}

/// The strongest weight between two tokens is 0.4, of the second to the first.
const WEIGHTS: [f32; 4] = [0.7, 0.3, 0.4, 0.6];
/// The same behind a segment of one.
const BEHIND: [f32; 6] = [0.5, 0.3, 0.2, 0.1, 0.4, 0.5];

fn offsets() -> Follow {
    Follow::Offsets(vec![1, 0, -1])
}

#[test]
fn axes_say_how_the_cursor_moves() {
    let of = |axes: &[AxisView], names: &[&str]| Follow::of(&term(axes, 2, 3, names));
    assert_eq!(of(&[AxisView::Query, AxisView::Key], &[]), Follow::Pair);
    assert_eq!(of(&[AxisView::Query, AxisView::Offset], &["1", "0", "-1"]), offsets());
    assert_eq!(of(&[AxisView::Token, AxisView::Dimension], &[]), Follow::Query);
    assert_eq!(of(&[AxisView::Key, AxisView::Dimension], &[]), Follow::Key);
    assert_eq!(of(&[AxisView::Label, AxisView::Dimension], &[]), Follow::Here);
    assert_eq!(of(&[AxisView::Dimension], &[]), Follow::Here);
}

#[test]
fn a_pair_has_its_cell_by_query_key_or_offset() {
    let (pair, here) = (Some((1, 2)), Some((7, 5)));
    assert_eq!(Follow::Pair.cell(pair, here, 0), Some((1, 2)));
    assert_eq!(offsets().cell(pair, here, 0), Some((1, 2)));
    // One token of an earlier segment: the column 2 is the second token itself.
    assert_eq!(offsets().cell(pair, here, 1), Some((1, 1)));
    assert_eq!(offsets().cell(Some((1, 4)), here, 0), None);
    assert_eq!(Follow::Query.cell(pair, here, 0), Some((1, 5)));
    assert_eq!(Follow::Key.cell(pair, None, 0), Some((2, 0)));
    assert_eq!(Follow::Here.cell(None, here, 0), here);
    assert_eq!(Follow::Here.cell(pair, None, 0), Some((0, 0)));
    assert_eq!(Follow::Query.cell(None, here, 0), None);
}

#[test]
fn a_cell_has_its_pair_unless_its_key_is_outside_the_sentence() {
    let pair = (1, 2);
    assert_eq!(Follow::Pair.pair((0, 1), pair, 2, 0), Some((0, 1)));
    assert_eq!(offsets().pair((1, 0), pair, 2, 0), Some((1, 0)));
    assert_eq!(offsets().pair((0, 0), pair, 2, 0), None);
    assert_eq!(offsets().pair((1, 2), pair, 2, 0), None);
    // Before the sentence stands a token of the earlier segment.
    assert_eq!(offsets().pair((0, 0), pair, 2, 1), Some((0, 0)));
    assert_eq!(offsets().pair((1, 3), pair, 2, 0), None);
    assert_eq!(Follow::Query.pair((0, 5), pair, 2, 0), Some((0, 2)));
    assert_eq!(Follow::Key.pair((0, 5), pair, 2, 0), Some((1, 0)));
    assert_eq!(Follow::Here.pair((0, 5), pair, 2, 0), None);
}

#[test]
fn a_column_of_the_earlier_segment_is_remembered_at_the_query_itself() {
    assert_eq!(cursor_at((1, 3), 2), ((1, 1), None));
    assert_eq!(cursor_at((1, 0), 2), ((1, 1), Some(((1, 1), 0))));
}

#[test]
fn the_cursor_is_shown_with_the_column_that_it_remembers() {
    let shown = |cursor, remembered| {
        of_weights(1, &BEHIND, |terms| shown_pair(terms, cursor, remembered, Some((0, 1))))
    };
    assert_eq!(shown(Some((1, 1)), None), Some((1, 2)));
    assert_eq!(shown(Some((1, 1)), Some(((1, 1), 0))), Some((1, 0)));
    // The cursor went on since.
    assert_eq!(shown(Some((0, 0)), Some(((1, 1), 0))), Some((0, 1)));
}

#[test]
fn where_nobody_points_both_methods_show_one_pair() {
    let shown =
        |cursor, shared| of_weights(0, &WEIGHTS, |terms| shown_pair(terms, cursor, None, shared));
    assert_eq!(shown(None, Some((0, 1))), Some((0, 1)));
    // A cell that the sentence has not is none.
    assert_eq!(shown(Some((5, 5)), Some((0, 1))), Some((0, 1)));
    assert_eq!(shown(None, Some((5, 5))), Some((1, 0)));
}

#[test]
fn the_example_is_the_strongest_weight_between_two_tokens() {
    assert_eq!(of_weights(0, &WEIGHTS, strongest_pair), Some((1, 0)));
    // The segment's own weights are none between tokens of the sentence.
    assert_eq!(of_weights(1, &BEHIND, strongest_pair), Some((1, 0)));
    let none = [1.0, f32::NAN, f32::NAN, 1.0];
    assert_eq!(of_weights(0, &none, strongest_pair), Some((0, 0)));
}

#[test]
fn a_pair_is_looked_up_in_a_row_that_others_share() {
    let pairs = term(&[AxisView::Query, AxisView::Key], 2, 2, &[]);
    let ids = TermMatrix { term: &pairs, values: &[1.0, 2.0, 0.0, 1.0] };
    let biases = term(&[AxisView::Label], 1, 3, &["-1", "0", "1"]);
    let table = TermMatrix { term: &biases, values: &[0.0; 3] };
    let found = LookUp { row: 1, rows: 3, name: "0".to_owned(), pairs: 2, all: 4 };
    assert_eq!(look_up(ids, table, (1, 1)), Some(found));
    let vectors = term(&[AxisView::Label, AxisView::Dimension], 5, 2, &[]);
    let table = TermMatrix { term: &vectors, values: &[0.0; 10] };
    let found = LookUp { row: 2, rows: 5, name: String::new(), pairs: 1, all: 4 };
    assert_eq!(look_up(ids, table, (0, 1)), Some(found));
    assert_eq!(look_up(ids, table, (2, 0)), None);
}

#[test]
fn a_table_has_a_row_for_each_token_or_for_each_offset() {
    let of_tokens = term(&[AxisView::Token, AxisView::Dimension], 4, 2, &[]);
    let table = TermMatrix { term: &of_tokens, values: &[0.0; 8] };
    assert_eq!((row_of_query(table, 3), row_of_pair(table, (3, 1))), (3, Some(3)));
    // Offsets from -3 to 3, of which 0 is the row 3.
    let of_offsets = term(&[AxisView::Offset, AxisView::Dimension], 7, 2, &[]);
    let table = TermMatrix { term: &of_offsets, values: &[0.0; 14] };
    assert_eq!((row_of_query(table, 1), row_of_pair(table, (3, 1))), (3, Some(5)));
    assert_eq!(row_of_pair(table, (0, 4)), None);
}
