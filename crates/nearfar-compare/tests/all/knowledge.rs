//! The table of what each method knows and costs, in order.

use nearfar_compare::knowledge::{Column, grouped, in_pieces, shown, sorted, turn};
use nearfar_compare::protocol::{FactsView, KnowsView, MethodView, Why};

use crate::grid::method;

fn knows(place: usize, direction: KnowsView) -> MethodView {
    let facts = FactsView { direction, ..FactsView::default() };
    MethodView { facts, ..method(place, "da") }
}

#[test]
fn a_column_rises_then_falls_and_then_is_none() {
    let up = turn(None, Column::Time);
    assert_eq!(up, Some((Column::Time, false)));
    let down = turn(up, Column::Time);
    assert_eq!(down, Some((Column::Time, true)));
    assert_eq!(turn(down, Column::Time), None);
    // Another column begins to rise.
    assert_eq!(turn(down, Column::Method), Some((Column::Method, false)));
    let of_time = [up, down, None].map(|order| shown(order, Column::Time).0);
    assert_eq!(of_time, ["ascending", "descending", "none"]);
    assert_eq!(shown(up, Column::Method), ("none", ""));
}

#[test]
fn without_a_column_rows_stand_as_in_the_grid() {
    let methods = [method(2, "a"), method(0, "c"), method(1, "b")];
    assert_eq!(sorted(&methods, None), [0, 1, 2]);
    assert_eq!(sorted(&methods, Some((Column::Method, false))), [2, 1, 0]);
}

#[test]
fn what_is_known_stands_before_what_is_known_in_part_and_what_is_not() {
    let some = || "some".to_owned();
    let methods = [
        knows(0, KnowsView::No),
        knows(1, KnowsView::Unknown(some())),
        knows(2, KnowsView::Partly(some())),
        knows(3, KnowsView::Yes),
    ];
    assert_eq!(sorted(&methods, Some((Column::Direction, false))), [3, 2, 1, 0]);
    assert_eq!(sorted(&methods, Some((Column::Direction, true))), [0, 1, 2, 3]);
}

#[test]
fn rows_that_are_alike_stand_as_in_the_grid_up_and_down() {
    let methods = [knows(1, KnowsView::Yes), knows(0, KnowsView::Yes), knows(2, KnowsView::No)];
    assert_eq!(sorted(&methods, Some((Column::Direction, false))), [0, 1, 2]);
    assert_eq!(sorted(&methods, Some((Column::Direction, true))), [2, 0, 1]);
}

#[test]
fn a_method_that_did_not_run_stands_behind_the_slowest() {
    let timed = |place, milliseconds| MethodView { milliseconds, ..method(place, "da") };
    let failed = MethodView { problem: Some(Why::NoNumber), ..timed(0, 0.0) };
    let methods = [failed, timed(1, 9.0), timed(2, 0.5)];
    assert_eq!(sorted(&methods, Some((Column::Time, false))), [2, 1, 0]);
}

#[test]
fn numbers_are_grouped_by_three_with_a_minus() {
    let cases =
        [(0, "0"), (999, "999"), (1000, "1\u{202f}000"), (-1234567, "−1\u{202f}234\u{202f}567")];
    for (number, text) in cases {
        assert_eq!(grouped(number), text);
    }
}

#[test]
fn a_formula_breaks_before_its_words_and_nowhere_within() {
    assert_eq!(in_pieces("2h (w and v)"), ["2h", "(w and v)"]);
    assert_eq!(in_pieces("2 × (k + 1)"), ["2 × (k + 1)"]);
    assert_eq!(in_pieces("h; 2k"), ["h; ", "2k"]);
}
