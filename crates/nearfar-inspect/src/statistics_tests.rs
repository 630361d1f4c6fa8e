//! Statistics, histograms and slices of small tensors, worked out by hand.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::*;
use crate::tensor::{Dtype, Storage};

fn tensor(shape: &[u64], values: Vec<f64>) -> Tensor {
    Tensor {
        name: "x".to_owned(),
        dtype: Dtype::F64,
        type_name: "F64".to_owned(),
        shape: shape.to_vec(),
        bytes: values.len() as u64 * 8,
        shared: None,
        repeats: false,
        storage: Storage::Values(values.into()),
    }
}

fn of(values: &[f64]) -> Statistics {
    statistics(&tensor(&[values.len() as u64], values.to_vec()), &mut |_| true).unwrap().unwrap()
}

#[test]
fn figures_by_hand() {
    let found = of(&[1.0, 2.0, 3.0, 0.0, f64::NAN, f64::INFINITY, -f64::INFINITY]);
    assert_eq!((found.count, found.zeros, found.nan, found.infinite), (7, 1, 1, 2));
    assert_eq!((found.min, found.max, found.mean), (Some(0.0), Some(3.0), Some(1.5)));
    // (1.5² + 0.5² + 0.5² + 1.5²) / 4 = 1.25
    assert_eq!(found.deviation, Some(1.25_f64.sqrt()));
    assert_eq!((found.non_finite(), found.share_of_zeros()), (3, Some(1.0 / 7.0)));
}

#[test]
fn nothing_and_nothing_finite_have_no_mean() {
    let none = of(&[]);
    assert_eq!((none.min, none.mean, none.share_of_zeros()), (None, None, None));
    let found = of(&[f64::NAN, f64::NAN]);
    assert_eq!((found.min, found.mean, found.deviation, found.nan), (None, None, None, 2));
}

/// Numbers far from 0 in several chunks: sums of squares would give a deviation of 0 or NaN.
#[test]
fn a_small_deviation_beside_a_large_mean_is_kept() {
    let count = limits::CHUNK_BYTES / 8 * 2 + 10;
    let values: Vec<f64> = (0..count).map(|at| 1e9 + f64::from((at % 2) as u8)).collect();
    let found = of(&values);
    assert!((found.deviation.unwrap() - 0.5).abs() < 1e-9, "{found:?}");
    assert!((found.mean.unwrap() - (1e9 + 0.5)).abs() < 1e-6);
}

#[test]
fn a_pass_that_is_told_to_stop_stops() {
    let x = tensor(&[1_000_000], vec![1.0; 1_000_000]);
    let mut shares = Vec::new();
    let found = statistics(&x, &mut |share| {
        shares.push(share);
        shares.len() < 2
    });
    assert_eq!((found, shares.len()), (Ok(None), 2));
    assert!(shares[0] < shares[1] && shares[1] < 1.0);
}

#[test]
fn histograms_hold_every_finite_number() {
    let mut values: Vec<f64> = (0..=64).map(f64::from).collect();
    values.push(f64::NAN);
    let x = tensor(&[66], values.clone());
    let found = histogram(&x, &of(&values), &mut |_| true).unwrap().unwrap();
    assert_eq!((found.from, found.to, found.counts.len()), (0.0, 64.0, BINS));
    // Bars are 1 wide; 64 belongs to the last, with 63.
    assert!(found.counts[..63].iter().all(|&count| count == 1));
    assert_eq!(found.counts[63], 2);

    let same = tensor(&[3], vec![2.0; 3]);
    let found = histogram(&same, &of(&[2.0; 3]), &mut |_| true).unwrap().unwrap();
    assert_eq!((found.from, found.to, found.counts), (2.0, 2.0, vec![3]));

    let widest = [f64::MIN, 0.0, f64::MAX];
    let x = tensor(&[3], widest.to_vec());
    let found = histogram(&x, &of(&widest), &mut |_| true).unwrap().unwrap();
    assert_eq!((found.counts[0], found.counts[32], found.counts[63]), (1, 1, 1));
}

#[test]
fn slices_of_any_two_axes() {
    let x = tensor(&[2, 3, 4], (0..24).map(f64::from).collect());
    let whole = slice(&x, &SliceOf { start: vec![1, 0, 0], ..SliceOf::whole(&x.shape, 100) });
    let whole = whole.unwrap();
    assert_eq!((whole.rows, whole.columns, whole.steps), (3, 4, [1, 1]));
    assert_eq!(whole.values, (12..24).map(f64::from).collect::<Vec<_>>());

    let across = SliceOf {
        row_axis: Some(2),
        column_axis: Some(0),
        start: vec![0, 1, 2],
        size: [u64::MAX; 2],
        most: 100,
    };
    // Rows are axis 2 from 2, columns axis 0: 4 + 2, 4 + 2 + 12; 4 + 3, 4 + 3 + 12.
    assert_eq!(slice(&x, &across).unwrap().values, [6.0, 18.0, 7.0, 19.0]);

    let one = tensor(&[], vec![2.5]);
    assert_eq!(slice(&one, &SliceOf::whole(&[], 10)).unwrap().values, [2.5]);
    let row = tensor(&[3], vec![1.0, 2.0, 3.0]);
    let row = slice(&row, &SliceOf::whole(&[3], 10)).unwrap();
    assert_eq!((row.rows, row.columns), (1, 3));
}

#[test]
fn large_sides_are_thinned_evenly() {
    let x = tensor(&[5, 1_000], (0..5_000).map(f64::from).collect());
    let found = slice(&x, &SliceOf::whole(&x.shape, 4)).unwrap();
    // 5 rows by 2, 1,000 columns by 250.
    assert_eq!((found.rows, found.columns, found.steps), (3, 4, [2, 250]));
    assert_eq!(found.values[4..8], [2_000.0, 2_250.0, 2_500.0, 2_750.0]);
}

#[test]
fn slices_beyond_a_tensor_are_refused() {
    let x = tensor(&[2, 3], vec![0.0; 6]);
    let whole = SliceOf::whole(&x.shape, 10);
    let wrong = [
        SliceOf { start: vec![2, 0], ..whole.clone() },
        SliceOf { start: vec![0], ..whole.clone() },
        SliceOf { row_axis: Some(1), ..whole.clone() },
        SliceOf { row_axis: Some(9), ..whole },
    ];
    for of in wrong {
        assert!(matches!(slice(&x, &of), Err(InspectError::Tensor { .. })), "{of:?}");
    }
    let empty = tensor(&[0, 3], Vec::new());
    assert!(slice(&empty, &SliceOf::whole(&empty.shape, 10)).is_err());
}

#[test]
fn zooming_a_slice_stays_inside_the_tensor() {
    let shape = [3, 1000, 20];
    let whole = SliceOf::whole(&shape, 512);
    // Every second row is shown: 500 of 1000.
    let near = whole.zoomed(&shape, [500, 20], [2, 1], Some((499, 0)), 0.5);
    assert_eq!((near.start.clone(), near.size), (vec![0, 500, 0], [500, 10]));
    let middle = whole.zoomed(&shape, [500, 20], [2, 1], None, 0.5);
    assert_eq!((middle.start.clone(), middle.size), (vec![0, 250, 5], [500, 10]));
    // Never fewer than 8, never more than there are.
    let close = middle.zoomed(&shape, [500, 10], [1, 1], None, 0.001);
    assert_eq!(close.size, [8, 8]);
    let wide = middle.zoomed(&shape, [500, 10], [1, 1], None, 100.0);
    assert_eq!((wide.start, wide.size), (vec![0, 0, 0], [1000, 20]));
    assert_eq!(SliceOf { start: vec![2, 250, 5], ..middle }.widened().start, [2, 0, 0]);
    // A tensor of one axis has no rows to zoom.
    let row = SliceOf::whole(&[100], 512).zoomed(&[100], [1, 100], [1, 1], Some((0, 99)), 0.5);
    assert_eq!((row.start, row.size), (vec![50], [u64::MAX, 50]));
}

#[test]
fn a_cell_of_a_slice_has_an_index_on_every_axis() {
    let of = SliceOf {
        row_axis: Some(2),
        column_axis: Some(0),
        start: vec![1, 7, 10],
        size: [4, 4],
        most: 512,
    };
    assert_eq!(of.index_of((2, 3), [5, 1]), [4, 7, 20]);
}

#[test]
fn another_axis_is_shown_whole_and_the_one_that_had_it_changes_place() {
    let of = SliceOf { start: vec![1, 7, 10], size: [4, 4], ..SliceOf::whole(&[2, 9, 20], 512) };
    let rows = of.along(true, 0);
    assert_eq!((rows.row_axis, rows.column_axis), (Some(0), Some(2)));
    assert_eq!((rows.start, rows.size), (vec![0, 0, 0], [u64::MAX; 2]));
    // Axis 1 is that of the rows: they get the columns' axis.
    let columns = of.along(false, 1);
    assert_eq!((columns.row_axis, columns.column_axis), (Some(2), Some(1)));
    let rows = of.along(true, 2);
    assert_eq!((rows.row_axis, rows.column_axis), (Some(2), Some(1)));
}
