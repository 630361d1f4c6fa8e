//! Intermediates as the lines of a chart.

use nearfar::picture::chart::Series;
use nearfar_compare::charts::{
    Plot, buckets, coefficients, of_every_query, of_positions, of_query, slopes_of_heads,
};
use nearfar_compare::protocol::{AxisView, RoleView, TermView, TermsView};
use nearfar_compare::terms::TermsOf;

const PAIR: &[AxisView] = &[AxisView::Query, AxisView::Key];

/// An intermediate: its name, its axes, how many rows and columns, its values.
type Named<'a> = (&'a str, &'a [AxisView], [usize; 2], &'a [f32]);

/// What is read of intermediates.
fn of<T>(terms: &[Named], read: impl Fn(TermsOf) -> T) -> T {
    let views = terms.iter().map(|&(name, axes, [rows, columns], _)| TermView {
        name: name.to_owned(),
        title: format!("{name} in words"),
        role: match name {
            "all" => Some(RoleView::Concatenated),
            "one" => Some(RoleView::Heads),
            _ => None,
        },
        ..super::pointing::term(axes, rows, columns, &[])
    });
    let view = TermsView { head: 1, terms: views.collect(), ..TermsView::default() };
    let values: Vec<Vec<f32>> = terms.iter().map(|(.., values)| values.to_vec()).collect();
    read(TermsOf { view: &view, values: &values })
}

fn ys(series: &Series) -> Vec<f64> {
    series.points.iter().map(|point| point.1).collect()
}

fn all_ys(plot: &Plot) -> Vec<Vec<f64>> {
    plot.series.iter().map(ys).collect()
}

#[test]
fn a_query_has_a_curve_by_offset_and_every_query_the_same_one_where_the_offset_alone_counts() {
    let scores: [f32; 9] = [3.0, 4.0, 5.0, 2.0, 3.0, 4.0, 1.0, 2.0, 3.0];
    let terms: [Named; 1] = [("a", PAIR, [3, 3], &scores)];
    let second = of(&terms, |terms| of_query(terms, "a", 1)).expect("a curve");
    assert_eq!(second.title, "a in words");
    // By distance, what stands before the query and what after it.
    assert_eq!(all_ys(&second), [[3.0, 2.0], [3.0, 4.0]]);
    assert_eq!(second.says, "Left and right differ by up to 2.");
    assert_eq!(second.name, "a in words by distance. Left and right differ by up to 2.");
    let every = of(&terms, |terms| of_every_query(terms, "a")).expect("a curve");
    assert_eq!(all_ys(&every), [[3.0, 2.0, 1.0], [3.0, 4.0, 5.0]]);
    assert_ne!(every.whose, second.whose);
    assert_eq!(of(&terms, |terms| of_query(terms, "b", 1)), None);
    assert_eq!(of(&terms, |terms| of_every_query(terms, "b")), None);
}

#[test]
fn positions_are_multiplied_with_that_of_the_query() {
    let axes: &[AxisView] = &[AxisView::Token, AxisView::Dimension];
    let table: [f32; 4] = [1.0, 0.0, 3.0, 2.0];
    let course =
        of(&[("p_table", axes, [2, 2], &table)], |terms| of_positions(terms, "p_table", 1));
    let course = course.expect("a curve");
    // (3, 2) with itself and with (1, 0); nothing stands after it.
    assert_eq!(all_ys(&course), [[13.0, 3.0]]);
    assert_eq!(course.says, "There is only one side.");
    assert!(course.title.contains("p_i · p_j"), "{}", course.title);
}

#[test]
fn the_sides_of_a_curve_lie_upon_each_other_where_both_are_lines() {
    let scores: [f32; 9] = [0.5, 0.3, 0.3, 0.2, 0.5, 0.3, 0.1, 0.2, 0.5];
    let styles = |query| {
        let found = of(&[("a", PAIR, [3, 3], &scores)], |terms| of_query(terms, "a", query));
        let series = found.expect("a curve").series;
        series.iter().map(|side| side.style).collect::<Vec<_>>()
    };
    assert_eq!(styles(1), [0, 1]);
    // The first query has nothing before it.
    assert_eq!(styles(0), [1]);
}

#[test]
fn coefficients_stand_beside_the_1_that_changes_nothing() {
    let rhat: [f32; 4] = [1.0, 0.25, 0.25, 1.0];
    let plot = of(&[("Rhat", PAIR, [2, 2], &rhat)], coefficients);
    assert!(plot.title.is_empty() && !plot.name.is_empty());
    let [one, own] = plot.series.try_into().expect("two");
    assert_eq!((ys(&one), ys(&own)), (vec![1.0, 1.0], vec![1.0, 0.25]));
    assert!(one.faint && !own.faint);
}

#[test]
fn the_slope_of_the_shown_head_lies_over_those_of_the_others() {
    let dimension: &[AxisView] = &[AxisView::Dimension];
    // Two heads side by side; m of two heads is 1/16 and 1/256.
    let terms: [Named; 3] = [
        ("all", &[AxisView::Token, AxisView::Dimension], [1, 4], &[0.0; 4]),
        ("one", &[AxisView::Token, AxisView::Dimension], [1, 2], &[0.0; 2]),
        ("slope", dimension, [1, 1], &[0.003_906_25]),
    ];
    let found = of(&terms, |terms| slopes_of_heads(terms, 3)).expect("lines");
    let lines: Vec<_> =
        found.series.iter().map(|line| (line.mark.as_str(), line.faint, ys(line))).collect();
    let first = ("1", true, vec![0.0, -0.0625, -0.125]);
    let second = ("2", false, vec![0.0, -0.003_906_25, -0.007_812_5]);
    assert_eq!(lines, [first, second]);
    assert!(found.says.contains("0.062, 0.004"), "{}", found.says);
    assert_eq!(of(&terms[..2], |terms| slopes_of_heads(terms, 3)), None);
}

#[test]
fn buckets_reach_as_far_as_the_sentence_or_to_the_last() {
    let biases: Vec<f32> = (0..32).map(|bucket| bucket as f32).collect();
    let dimension: &[AxisView] = &[AxisView::Label];
    let terms: [Named; 1] = [("bias_table", dimension, [1, 32], &biases)];
    let ends = |tokens, far| {
        let series = of(&terms, |terms| buckets(terms, tokens, far));
        (series[0].points[0].0, series[0].points.len())
    };
    assert_eq!(ends(3, false), (-8.0, 17));
    assert_eq!(ends(20, false), (-20.0, 41));
    assert_eq!(ends(3, true), (-140.0, 281));
    assert_eq!(ends(5000, false), (-140.0, 281));
}
