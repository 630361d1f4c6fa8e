//! Heads as the room shows them: the order in a grid, the way of the arrow keys, the axes of w and v, and what the
//! knobs reach.

use nearfar::attention::HeadParameters;
use nearfar_inspect::protocol::forward::{LayerHeads, Stored};
use nearfar_inspect::room::grid::{
    Reach, arrow, axis, columns_of_one, head_name, in_order, places, step, ticks,
};
use nearfar_inspect::room::heads::first_head;

fn layer(w: &[f64], v: &[f64]) -> LayerHeads {
    let stored = |values: &[f64]| values.iter().copied().map(Stored).collect();
    LayerHeads { w: stored(w), v: stored(v), ..LayerHeads::default() }
}

#[test]
fn heads_stand_from_the_least_to_the_greatest_and_those_without_a_number_last() {
    let by = [vec![Some(2.0), None, Some(-1.0)], vec![Some(0.0), Some(0.0)]];
    assert_eq!(in_order(&[3, 2], &by), [vec![2, 0, 1], vec![0, 1]]);
}

#[test]
fn heads_without_numbers_stand_by_their_own() {
    assert_eq!(in_order(&[3, 2], &[]), [vec![0, 1, 2], vec![0, 1]]);
}

#[test]
fn arrows_follow_the_order_in_which_heads_stand() {
    let order = [vec![2, 0, 1], vec![0, 1, 2]];
    assert_eq!(step(&order, (0, 2), 0, 1), (0, 0));
    assert_eq!(step(&order, (0, 0), 0, -1), (0, 2));
    // Below the second of the first layer stands the second of the next.
    assert_eq!(step(&order, (0, 0), 1, 0), (1, 1));
}

#[test]
fn arrows_go_one_layer_or_one_column() {
    let order = [vec![0, 1], vec![0, 1]];
    let go = |key: &str, from| arrow(key).map(|(down, right)| step(&order, from, down, right));
    assert_eq!(go("ArrowDown", (0, 0)), Some((1, 0)));
    assert_eq!(go("ArrowRight", (0, 0)), Some((0, 1)));
    assert_eq!(go("ArrowUp", (1, 1)), Some((0, 1)));
    assert_eq!(go("ArrowLeft", (1, 1)), Some((1, 0)));
    assert_eq!(go("Tab", (1, 1)), None);
}

#[test]
fn heads_are_counted_layer_by_layer_and_called_from_one() {
    assert_eq!(places(&[1, 2]).collect::<Vec<_>>(), [(0, 0), (1, 0), (1, 1)]);
    assert_eq!(head_name((1, 0)), "Layer 2, head 1");
}

#[test]
fn arrows_end_at_the_edges() {
    let order = [vec![0, 1], vec![0, 1]];
    assert_eq!(step(&order, (0, 0), -1, 0), (0, 0));
    assert_eq!(step(&order, (0, 0), 0, -1), (0, 0));
    assert_eq!(step(&order, (1, 1), 1, 0), (1, 1));
    assert_eq!(step(&order, (1, 1), 0, 1), (1, 1));
}

#[test]
fn a_shorter_layer_ends_with_its_last_head() {
    let order = [vec![0, 1, 2, 3], vec![1, 0]];
    assert_eq!(step(&order, (0, 3), 1, 0), (1, 0));
}

#[test]
fn a_grid_without_heads_takes_keys_without_harm() {
    assert_eq!(step(&[], (0, 0), 1, 1), (0, 0));
}

#[test]
fn one_layer_wraps_into_even_rows_where_it_can() {
    let columns = [16, 12, 10, 14, 11, 0].map(columns_of_one);
    assert_eq!(columns, [8, 6, 5, 7, 8, 8]);
}

#[test]
fn an_axis_has_room_at_both_ends() {
    let near = |(low, high): (f64, f64), expected: (f64, f64)| {
        assert!((low - expected.0).abs() < 1e-12 && (high - expected.1).abs() < 1e-12);
    };
    // From -0.5 to 0.5 at least, and 0.08 of that more.
    near(axis([0.1, -0.2].into_iter()), (-0.58, 0.58));
    // 2.5 long: 0.2 more.
    near(axis([2.0].into_iter()), (-0.7, 2.2));
}

#[test]
fn zero_is_counted_where_no_end_stands_beside_it() {
    assert_eq!(ticks((-0.58, 0.58)), [-0.58, 0.0, 0.58]);
    // A tenth of 10 is 1: 0.6 is too near.
    assert_eq!(ticks((-0.6, 9.4)), [-0.6, 9.4]);
}

#[test]
fn knobs_move_a_head_its_layer_or_all() {
    let shape = [2, 3];
    assert_eq!(Reach::Head.places(&shape, (1, 2)), [(1, 2)]);
    assert_eq!(Reach::Layer.places(&shape, (1, 2)), [(1, 0), (1, 1), (1, 2)]);
    assert_eq!(Reach::All.places(&shape, (1, 2)), [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)]);
    // Before anything was run nothing is moved.
    assert_eq!(Reach::All.places(&[], (0, 0)), []);
}

#[test]
fn the_head_of_the_first_layer_that_is_nearest_stands_first() {
    assert_eq!(first_head(&[layer(&[0.5, -2.0, 1.0], &[]), layer(&[-9.0], &[])], None), 1);
    assert_eq!(first_head(&[], None), 0);
}

#[test]
fn a_head_has_w_and_v_where_both_are_numbers() {
    let heads = layer(&[1.0, f64::NAN, 3.0], &[0.5, 0.5, f64::INFINITY]);
    assert_eq!([0, 1, 2, 3].map(|head| heads.learned(head)), [Some((1.0, 0.5)), None, None, None]);
}

#[test]
fn v_is_zero_where_the_file_has_none() {
    let heads = layer(&[1.0], &[]);
    assert_eq!(heads.learned(0), Some((1.0, 0.0)));
    assert_eq!(heads.started(0), None);
}

#[test]
fn the_lab_is_told_all_heads_or_none() {
    let both = layer(&[1.0, 2.0], &[3.0, 4.0]).all_learned();
    let expected = [HeadParameters { w: 1.0, v: 3.0 }, HeadParameters { w: 2.0, v: 4.0 }];
    assert_eq!(both, expected);
    assert_eq!(layer(&[1.0, f64::NAN], &[]).all_learned(), []);
}
