//! Tests of the figures against values worked out by hand.

use super::*;

#[track_caller]
fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found}, expected {expected}");
}

/// Ten examples of three classes. The matrix, rows true, columns predicted:
///
/// ```text
///   3 1 0
///   1 2 1
///   0 0 2
/// ```
const TRUTH: [usize; 10] = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2];
const PREDICTED: [usize; 10] = [0, 0, 0, 1, 0, 1, 1, 2, 2, 2];

#[test]
fn a_matrix_by_hand() {
    let confusion = Confusion::new(&TRUTH, &PREDICTED, 3).unwrap();
    assert_eq!(confusion.counts(), &ndarray::arr2(&[[3, 1, 0], [1, 2, 1], [0, 0, 2]]));
    assert_eq!(confusion.examples(), 10);
    close(confusion.accuracy(), 0.7);
    // Precision and recall: 3/4, 3/4; 2/3, 2/4; 2/3, 2/2.
    let scores = confusion.f_scores();
    close(scores[0].unwrap(), 0.75);
    close(scores[1].unwrap(), 4.0 / 7.0);
    close(scores[2].unwrap(), 0.8);
    close(confusion.macro_f(), (0.75 + 4.0 / 7.0 + 0.8) / 3.0);
}

#[test]
fn a_class_without_members_and_predictions_has_no_score() {
    // Class 2 has neither; class 3 a prediction and no member: 0.
    let confusion = Confusion::new(&[0, 0, 1], &[0, 3, 1], 4).unwrap();
    assert_eq!(confusion.f_scores(), [Some(2.0 / 3.0), Some(1.0), None, Some(0.0)]);
    close(confusion.macro_f(), (2.0 / 3.0 + 1.0) / 3.0);
    // Class 1 has a member and no prediction: 0.
    close(Confusion::new(&[0, 1], &[0, 0], 2).unwrap().macro_f(), (2.0 / 3.0) / 2.0);
}

#[test]
fn bad_lists_are_refused() {
    let refused = |truth: &[usize], predicted: &[usize], classes| {
        Confusion::new(truth, predicted, classes).unwrap_err()
    };
    assert_eq!(refused(&[], &[], 2), FiguresError::Empty);
    assert_eq!(refused(&[0], &[0, 1], 2), FiguresError::Lengths { found: 2, expected: 1 });
    let expected = FiguresError::Class { example: 1, found: 2, classes: 2 };
    assert_eq!(refused(&[0, 0], &[0, 2], 2), expected);
    assert_eq!(refused(&[0, 2], &[0, 0], 2), expected);
    assert_eq!(refused(&[0], &[0], 0), FiguresError::Classes { found: 0 });
    assert_eq!(bootstrap(&[0], &[0], 1, 0, 0), Err(FiguresError::Resamples));
    assert_eq!(paired_bootstrap(&[0], &[0], &[0], 1, 0, 0), Err(FiguresError::Resamples));
}

#[test]
fn quantiles_interpolate() {
    // Of 0, 1, 2, 3: place 0.025 * 3 = 0.075.
    close(quantile(&[0.0, 1.0, 2.0, 3.0], 0.025), 0.075);
    close(quantile(&[0.0, 10.0], 0.5), 5.0);
    close(quantile(&[4.0], 0.975), 4.0);
    let values: Vec<f64> = (0..=1000).rev().map(f64::from).collect();
    let interval = interval(values);
    close(interval.low, 25.0);
    close(interval.high, 975.0);
}

/// The accuracy of resamples is binomial: p ± 1.96 √(p (1 - p) / N).
#[test]
fn the_bootstrap_is_as_wide_as_the_binomial() {
    let truth = vec![0; 1000];
    let predicted: Vec<usize> = (0..1000).map(|example| usize::from(example >= 800)).collect();
    let found = bootstrap(&truth, &predicted, 2, 1, RESAMPLES).unwrap();
    let half = 1.96 * (0.8f64 * 0.2 / 1000.0).sqrt();
    assert!((found.accuracy.low - (0.8 - half)).abs() < 0.003, "{found:?}");
    assert!((found.accuracy.high - (0.8 + half)).abs() < 0.003, "{found:?}");
    // All of one class: F1 is 2a / (a + 1) for the accuracy a, 0 for the other class.
    let macro_f = |accuracy: f64| accuracy / (accuracy + 1.0);
    assert!((found.macro_f.low - macro_f(found.accuracy.low)).abs() < 1e-3, "{found:?}");

    assert_eq!(found, bootstrap(&truth, &predicted, 2, 1, RESAMPLES).unwrap());
    // Of few resamples: of many, other seeds can find the same quantiles of thousandths.
    let few = |seed| bootstrap(&truth, &predicted, 2, seed, 5).unwrap();
    assert_ne!(few(1), few(2));
    let sure = bootstrap(&truth, &truth, 2, 1, 10).unwrap();
    assert_eq!(sure.accuracy, Interval { low: 1.0, high: 1.0 });
    assert_eq!(sure.macro_f, Interval { low: 1.0, high: 1.0 });
}

/// Of ten groups that are right or wrong as a whole the accuracy is as unsure as of ten examples.
#[test]
fn groups_are_drawn_whole() {
    let truth = vec![0; 1000];
    let predicted: Vec<usize> = (0..1000).map(|example| usize::from(example >= 800)).collect();
    let of = |groups: &[usize]| bootstrap_of_groups(&truth, &predicted, groups, 2, 1, RESAMPLES);
    assert_eq!(of(&[1; 1000]), bootstrap(&truth, &predicted, 2, 1, RESAMPLES));
    let ten = of(&[100; 10]).unwrap();
    assert_eq!(ten, bootstrap(&[0; 10], &[0, 0, 0, 0, 0, 0, 0, 0, 1, 1], 2, 1, RESAMPLES).unwrap());
    // An empty group is drawn and changes nothing; a group too few or too many is refused.
    assert!(of(&[500, 0, 500]).is_ok());
    let refused = |found| Err(FiguresError::Groups { found, expected: 1000 });
    assert_eq!(of(&[100; 9]), refused(900));
    assert_eq!(of(&[100; 11]), refused(1100));
}

#[test]
fn seeds_by_hand() {
    assert_eq!(Summary::new(&[]), None);
    let one = Summary::new(&[0.8]).unwrap();
    assert_eq!(one, Summary { seeds: 1, mean: 0.8, deviation: None, interval: None });
    // 1, 2, 3: mean 2, deviation 1, t for two degrees of freedom 4.303.
    let three = Summary::new(&[1.0, 2.0, 3.0]).unwrap();
    close(three.mean, 2.0);
    close(three.deviation.unwrap(), 1.0);
    let interval = three.interval.unwrap();
    close(interval.high - 2.0, 4.303 / 3f64.sqrt());
    close(2.0 - interval.low, 4.303 / 3f64.sqrt());
}

#[test]
fn the_table_of_t_is_used_up_to_30_seeds() {
    let half_width = |n: usize| {
        // Half 0, half 2, or one more of them 1: mean 1.
        let mut figures: Vec<f64> = (0..n / 2).flat_map(|_| [0.0, 2.0]).collect();
        figures.extend((n % 2 == 1).then_some(1.0));
        let summary = Summary::new(&figures).unwrap();
        (summary.interval.unwrap().high - 1.0) * (n as f64).sqrt() / summary.deviation.unwrap()
    };
    close(half_width(2), 12.706);
    close(half_width(5), 2.776);
    close(half_width(30), 2.045);
    close(half_width(31), 1.96);
    assert!(T_QUANTILES.is_sorted_by(|a, b| a > b));
}

#[test]
fn a_paired_difference_by_hand() {
    // 100 examples: the first right on 0..90, the second on 0..80. Where they differ (10 examples)
    // the first is ahead: the difference of a resample is binomial(100, 0.1) / 100.
    let truth = vec![0; 100];
    let wrong_from = |start: usize| (0..100).map(|at| usize::from(at >= start)).collect::<Vec<_>>();
    let (first, second) = (wrong_from(90), wrong_from(80));
    let found = paired_bootstrap(&truth, &first, &second, 2, 3, RESAMPLES).unwrap();
    close(found.accuracy, 0.1);
    // Macro-F1 is a / (a + 1) here.
    close(found.macro_f, 0.9 / 1.9 - 0.8 / 1.8);
    let half = 1.96 * 0.03;
    assert!((found.accuracy_interval.low - (0.1 - half)).abs() <= 0.011, "{found:?}");
    assert!((found.accuracy_interval.high - (0.1 + half)).abs() <= 0.011, "{found:?}");
    assert!(found.first_ahead > 0.999, "{found:?}");
    let turned = paired_bootstrap(&truth, &second, &first, 2, 3, RESAMPLES).unwrap();
    close(turned.accuracy, -0.1);
    close(turned.accuracy_interval.low, -found.accuracy_interval.high);

    let same = paired_bootstrap(&truth, &first, &first, 2, 3, 100).unwrap();
    assert_eq!(same.accuracy_interval, Interval { low: 0.0, high: 0.0 });
    close(same.first_ahead, 0.5);
}
