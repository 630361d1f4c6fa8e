//! The table of tensors as the room has it: rows in sight, keys, columns, and the figures that are wanted.

use std::collections::HashSet;

use nearfar_inspect::protocol::TensorLine;
use nearfar_inspect::protocol::listing::{Key, Order, Row};
use nearfar_inspect::room::figures::{Asking, Figures, Question, is_said};
use nearfar_inspect::room::table::{
    Pressed, in_range, pressed, rows_that_exist, scrolled_to, toggle, wanted,
};
use nearfar_inspect::statistics::Statistics;

fn tensor(place: usize) -> Row {
    Row::Tensor { place, depth: 0, label: String::new() }
}

fn group(path: &str, is_open: bool) -> Row {
    let (path, label) = (path.to_owned(), String::new());
    Row::Group { path, label, depth: 0, is_open, tensors: 2, numbers: 2, bytes: 8 }
}

fn line(problem: Option<&str>) -> TensorLine {
    TensorLine {
        name: "a".to_owned(),
        type_name: "F32".to_owned(),
        shape: vec![1],
        bytes: 4,
        shared: None,
        problem: problem.map(str::to_owned),
    }
}

fn known() -> Result<Statistics, String> {
    Ok(Statistics { count: 1, ..Statistics::default() })
}

fn after(presses: &[Key]) -> (Key, bool) {
    let mut order = Order::default();
    presses.iter().for_each(|&key| order.press(key));
    (order.key, order.falling)
}

#[test]
fn a_column_of_numbers_falls_then_rises_then_the_file_orders_again() {
    assert_eq!(after(&[Key::Mean]), (Key::Mean, true));
    assert_eq!(after(&[Key::Mean; 2]), (Key::Mean, false));
    assert_eq!(after(&[Key::Mean; 3]), (Key::File, false));
}

#[test]
fn names_and_types_rise_first() {
    assert_eq!(after(&[Key::Name]), (Key::Name, false));
    assert_eq!(after(&[Key::Type; 2]), (Key::Type, true));
    assert_eq!(after(&[Key::Name; 3]), (Key::File, false));
}

#[test]
fn another_column_begins_anew() {
    assert_eq!(after(&[Key::Mean, Key::Mean, Key::Bytes]), (Key::Bytes, true));
}

#[test]
fn a_press_leaves_the_tree_and_begins_with_its_column() {
    let mut order = Order { key: Key::Mean, falling: true, tree: true, ..Order::default() };
    assert_eq!(order.falls_by(Key::Mean), None);
    assert!(!order.is_by_statistic());
    order.press(Key::Mean);
    assert_eq!(order, Order { key: Key::Mean, falling: true, ..Order::default() });
    assert_eq!(order.falls_by(Key::Mean), Some(true));
    assert!(order.is_by_statistic());
}

#[test]
fn an_order_by_bytes_needs_no_figures() {
    assert!(!Order { key: Key::Bytes, ..Order::default() }.is_by_statistic());
}

#[test]
fn rows_exist_in_steps_of_four_around_those_in_sight() {
    // 280 pixels are ten rows and two that are cut; eight more stand below: 20.
    assert_eq!(rows_that_exist(0.0, 280.0, 1_000), (0, 20));
    // Row 20 is the first: from 12, to 20 + 12 + 8.
    assert_eq!(rows_that_exist(560.0, 280.0, 1_000), (12, 40));
    // One row on: 13 and 41 in steps of four.
    assert_eq!(rows_that_exist(588.0, 280.0, 1_000), (12, 44));
}

#[test]
fn no_row_exists_beyond_the_last() {
    assert_eq!(rows_that_exist(0.0, 280.0, 5), (0, 5));
    assert_eq!(rows_that_exist(0.0, 280.0, 0), (0, 0));
    // A search left five of many, and the frame is not yet scrolled back.
    assert_eq!(rows_that_exist(28_000.0, 280.0, 5), (5, 5));
}

#[test]
fn rows_that_exist_know_their_places() {
    let rows = [tensor(7), group("a", true), tensor(3)];
    assert_eq!(in_range(&rows, (1, 3)), [(1, group("a", true)), (2, tensor(3))]);
    // Fewer rows are listed by now.
    assert_eq!(in_range(&rows, (2, 9)), []);
}

#[test]
fn figures_of_rows_that_exist_come_first_and_of_the_others_only_for_their_order() {
    let rows = [tensor(7), group("g.", true), tensor(3), tensor(5)];
    assert_eq!(wanted(&rows, (1, 3), false), [3]);
    assert_eq!(wanted(&rows, (1, 3), true), [3, 7, 5]);
    assert_eq!(wanted(&rows, (0, 4), true), [7, 3, 5]);
}

#[test]
fn arrows_go_row_by_row_and_stay_at_the_ends() {
    let rows = [tensor(0), tensor(1), tensor(2)];
    let go = |key, at| pressed(key, at, 280.0, &rows);
    assert_eq!(go("ArrowDown", 0), Some(Pressed::Go(1)));
    assert_eq!(go("ArrowDown", 2), Some(Pressed::Go(2)));
    assert_eq!(go("ArrowUp", 2), Some(Pressed::Go(1)));
    assert_eq!(go("ArrowUp", 0), Some(Pressed::Go(0)));
    assert_eq!(go("End", 0), Some(Pressed::Go(2)));
    assert_eq!(go("Home", 2), Some(Pressed::Go(0)));
}

#[test]
fn a_page_is_what_is_in_sight_but_for_two_rows_and_never_nothing() {
    let rows: Vec<Row> = (0..100).map(tensor).collect();
    assert_eq!(pressed("PageDown", 10, 280.0, &rows), Some(Pressed::Go(18)));
    assert_eq!(pressed("PageUp", 10, 280.0, &rows), Some(Pressed::Go(2)));
    assert_eq!(pressed("PageUp", 3, 280.0, &rows), Some(Pressed::Go(0)));
    assert_eq!(pressed("PageDown", 10, 20.0, &rows), Some(Pressed::Go(11)));
}

#[test]
fn right_opens_a_group_left_closes_it_and_enter_does_either() {
    let rows = [group("open.", true), group("closed.", false), tensor(0)];
    let key = |key, at| pressed(key, at, 280.0, &rows);
    let toggled = |path: &str| Some(Pressed::Toggle(path.to_owned()));
    assert_eq!(key("ArrowRight", 0), None);
    assert_eq!(key("ArrowLeft", 0), toggled("open."));
    assert_eq!(key("ArrowRight", 1), toggled("closed."));
    assert_eq!(key("ArrowLeft", 1), None);
    assert_eq!(key("Enter", 1), toggled("closed."));
    assert_eq!(key(" ", 0), toggled("open."));
    // A tensor has nothing to open, and letters are not the table's.
    assert_eq!(key("Enter", 2), None);
    assert_eq!(key("a", 0), None);
}

#[test]
fn a_table_without_rows_takes_keys_without_harm() {
    assert_eq!(pressed("ArrowDown", 0, 280.0, &[]), Some(Pressed::Go(0)));
    assert_eq!(pressed("Enter", 0, 280.0, &[]), None);
}

#[test]
fn the_frame_scrolls_only_where_the_row_is_out_of_sight() {
    // 312 pixels high: the head takes 28, four are the edge, 280 are left for ten rows.
    assert_eq!(scrolled_to(0, 0.0, 312.0), None);
    assert_eq!(scrolled_to(9, 0.0, 312.0), None);
    // Row 10 ends at 308: so much less 280.
    assert_eq!(scrolled_to(10, 0.0, 312.0), Some(28.0));
    assert_eq!(scrolled_to(3, 100.0, 312.0), Some(84.0));
}

#[test]
fn a_group_that_is_toggled_twice_is_as_it_was() {
    let mut closed = HashSet::new();
    toggle(&mut closed, "m.".to_owned());
    assert!(closed.contains("m."));
    toggle(&mut closed, "m.".to_owned());
    assert!(closed.is_empty());
}

#[test]
fn what_is_on_its_way_is_not_asked_for_again() {
    let mut figures = Figures::of(&[line(None), line(None), line(None)]);
    assert_eq!(figures.want(&[2, 0]), Some(vec![2, 0]));
    assert_eq!(figures.want(&[0]), None);
    assert_eq!(figures.want(&[0, 1]), Some(vec![0, 1]));
    // The worker dropped 2 for these.
    assert_eq!(figures.want(&[2]), Some(vec![2]));
}

#[test]
fn what_is_known_or_cannot_be_read_is_not_asked_for() {
    let mut figures = Figures::of(&[line(None), line(Some("cut off")), line(None)]);
    figures.keep(0, known());
    assert_eq!(figures.want(&[0, 1]), None);
    assert_eq!(figures.want(&[0, 1, 2]), Some(vec![2]));
    assert_eq!(figures.why_not(1), Some("cut off"));
}

#[test]
fn a_tensor_whose_figures_failed_says_why_and_is_left_alone() {
    let mut figures = Figures::of(&[line(None)]);
    assert_eq!(figures.want(&[0]), Some(vec![0]));
    figures.keep(0, Err("it ends early".to_owned()));
    assert_eq!((figures.get(0), figures.why_not(0)), (None, Some("it ends early")));
    figures.want_nothing();
    assert_eq!(figures.want(&[0]), None);
}

/// Figures of which these are asked for.
fn asked(places: &[usize]) -> Figures {
    let mut figures = Figures::of(&[line(None), line(None), line(None)]);
    assert_eq!(figures.want(places), Some(places.to_vec()));
    figures
}

#[test]
fn it_is_known_how_many_figures_are_still_to_be_found() {
    let mut figures = asked(&[2, 0]);
    assert_eq!(figures.finding(), Some((2, 2)));
    figures.keep(2, known());
    assert_eq!(figures.finding(), Some((1, 2)));
    figures.keep(0, Err("it ends early".to_owned()));
    assert_eq!(figures.finding(), Some((0, 2)));
    figures.want_nothing();
    assert_eq!(figures.finding(), None);
    // Nobody finds them until there is another worker.
    let mut figures = asked(&[1]);
    figures.worker_ended(None);
    assert_eq!(figures.finding(), None);
    figures.next_worker();
    assert_eq!(figures.finding(), Some((1, 1)));
}

#[test]
fn the_next_worker_is_asked_for_all_that_is_missing() {
    let mut figures = asked(&[2, 0]);
    figures.keep(2, known());
    figures.worker_ended(Some("it stopped"));
    assert_eq!(figures.next_worker(), Some(vec![0]));
    // It is at them.
    assert_eq!(figures.want(&[0]), None);
}

#[test]
fn what_is_wanted_while_no_worker_has_the_file_is_asked_of_the_next_one() {
    let mut figures = asked(&[0]);
    figures.worker_ended(Some("it stopped"));
    assert_eq!(figures.want(&[1, 2]), None);
    assert_eq!(figures.next_worker(), Some(vec![1, 2]));
}

#[test]
fn of_the_next_worker_nothing_is_asked_where_nothing_is_wanted() {
    let mut figures = asked(&[0]);
    figures.want_nothing();
    figures.worker_ended(Some("it stopped"));
    assert_eq!(figures.next_worker(), None);
    assert_eq!(figures.want(&[0]), Some(vec![0]));
}

#[test]
fn figures_that_two_workers_ended_with_say_why_and_are_left_alone() {
    let mut figures = asked(&[1, 2]);
    figures.worker_ended(Some("it stopped"));
    assert_eq!((figures.next_worker(), figures.why_not(1)), (Some(vec![1, 2]), None));
    figures.worker_ended(Some("it stopped again"));
    // A worker ends once.
    figures.worker_ended(Some("it stopped again"));
    assert_eq!(figures.why_not(1), Some("it stopped again"));
    assert_eq!(figures.next_worker(), Some(vec![2]));
}

#[test]
fn figures_that_the_user_stopped_are_asked_for_again() {
    let mut figures = asked(&[1]);
    for _ in 0..3 {
        figures.worker_ended(None);
        assert_eq!(figures.next_worker(), Some(vec![1]));
    }
}

#[test]
fn a_question_is_asked_again_of_the_next_worker_and_given_up_where_that_ends_too() {
    let mut question = Question::default();
    assert_eq!(question.worker(1), Asking::Ask);
    assert_eq!(question.worker(1), Asking::Nothing);
    assert_eq!(question.worker(2), Asking::Ask);
    assert_eq!(question.worker(3), Asking::GiveUp);
    assert_eq!(question.worker(4), Asking::Nothing);
}

#[test]
fn a_question_that_was_answered_is_not_asked_again() {
    let mut question = Question::default();
    assert_eq!(question.worker(1), Asking::Ask);
    question.answered();
    assert_eq!(question.worker(2), Asking::Nothing);
}

#[test]
fn figures_of_a_tensor_that_the_file_has_not_are_passed_over() {
    let mut figures = Figures::of(&[line(None)]);
    figures.keep(1, known());
    assert_eq!(figures.found(), [None]);
    assert_eq!(figures.want(&[1]), None);
}

#[test]
fn few_figures_are_found_without_a_word_unless_the_order_rests_on_them() {
    assert!(!is_said(60, false));
    assert!(is_said(61, false));
    assert!(is_said(1, true));
}
