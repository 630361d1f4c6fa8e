//! The curves of the room: how reports add to them, and what each plot shows.

use nearfar::attention::{Adjustment, Mapping};
use nearfar::lab::Panel;
use nearfar::methods::MethodKind;
use nearfar::model::OwnMethod;
use nearfar::picture::curve::curve_style;
use nearfar::picture::palette::Theme;
use nearfar::picture::scale::format_digits;
use nearfar::picture::{format_exact, format_short};
use nearfar::{Method, ModelMethod};
use nearfar_training::protocol::{Each, HeldOut, Learned, Point, Report, Worth};
use nearfar_training::room::plots::{
    Curves, Plot, Seen, bar_of, colour_of, is_faint, largest_of, last_step, pull_of, rows_of,
    says_near,
};

fn point(step: u64, loss: f32, w: &[f32]) -> Point {
    Point { step, loss, right: 0.5, w: w.to_vec(), v: vec![1.5; w.len()] }
}

fn held_out(step: u64, loss: f32) -> HeldOut {
    HeldOut { step, loss, right: 0.75 }
}

fn curves(points: Vec<Point>, held_out: Vec<HeldOut>) -> Curves {
    Curves { points, held_out }
}

fn distance_aware(mapping: Mapping) -> ModelMethod {
    Method::DistanceAware { mapping, adjustment: Adjustment::EarlyMultiply }.into()
}

const LINEAR: Mapping = Mapping::Linear { slope: 1.0, intercept: 0.0 };

#[test]
fn a_report_adds_its_points_and_keeps_none() {
    let mut all = curves(vec![point(1, 0.7, &[])], vec![]);
    let mut report = Report {
        from: 1,
        points: vec![point(2, 0.6, &[])],
        held_out: vec![held_out(2, 0.65)],
        ..Report::default()
    };
    all.take(&mut report);
    assert_eq!(all.points.iter().map(|point| point.step).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(all.held_out, [held_out(2, 0.65)]);
    assert!(report.points.is_empty() && report.held_out.is_empty());
}

#[test]
fn a_report_replaces_the_points_from_where_it_says() {
    let before = (1..=4).map(|step| point(step, 0.7, &[])).collect();
    let mut all = curves(before, vec![held_out(2, 0.6), held_out(4, 0.5)]);
    // Points are thinned out: every second one stays.
    let points = vec![point(3, 0.7, &[])];
    all.take(&mut Report { from: 1, points, held_out_from: 1, ..Report::default() });
    assert_eq!(all.points.iter().map(|point| point.step).collect::<Vec<_>>(), [1, 3]);
    assert_eq!(all.held_out, [held_out(2, 0.6)]);
    // A rewound run has none.
    all.take(&mut Report::default());
    assert_eq!(all, Curves::default());
}

#[test]
fn a_plot_is_of_the_methods_that_have_what_it_shows() {
    let of = |method: ModelMethod| {
        [Plot::Loss, Plot::Accuracy, Plot::W, Plot::V].map(|plot| plot.is_of(method))
    };
    assert_eq!(of(Method::DISTANCE_AWARE.into()), [true; 4]);
    // A line has w and no v.
    assert_eq!(of(distance_aware(LINEAR)), [true, true, true, false]);
    assert_eq!(of(Method::VANILLA.into()), [true, true, false, false]);
    assert_eq!(of(OwnMethod::new(MethodKind::Alibi).unwrap().into()), [true, true, false, false]);
}

#[test]
fn the_last_numbers_are_said() {
    let none = Curves::default();
    assert_eq!(Plot::W.says(&none), Plot::Loss.says(&none));
    let one = curves(vec![point(1, 0.9, &[]), point(2, 0.6, &[0.25, 0.5])], vec![]);
    assert_eq!(Plot::Loss.says(&one), "training 0.6.");
    assert_eq!(Plot::W.says(&one), "heads from 1: 0.25, 0.5.");
    assert_eq!(Plot::V.says(&one), "heads from 1: 1.5, 1.5.");
    let asked = Curves { held_out: vec![held_out(1, 0.8), held_out(2, 0.7)], ..one };
    assert_eq!(Plot::Loss.says(&asked), "training 0.6, held out 0.7.");
    assert_eq!(Plot::Accuracy.says(&asked), "training 0.5, held out 0.75.");
}

fn seen(panel: Panel, method: ModelMethod) -> Seen {
    let curves = curves(vec![point(1, 0.7, &[0.0, 0.25])], vec![held_out(1, 0.6)]);
    Seen { panel, method, curves, worth: Vec::new(), step: 30 }
}

#[test]
fn heads_have_their_own_colours_in_one_run_and_the_runs_in_two() {
    let theme = Theme::Light;
    let [a, b] = [Panel::A, Panel::B].map(|panel| seen(panel, Method::DISTANCE_AWARE.into()));
    let colours = |plot: Plot, runs: &[Seen]| {
        let lines = plot.picture(runs, 0, theme).lines;
        lines.iter().map(|(_, style)| style.colour).collect::<Vec<_>>()
    };
    let [of_a, of_b] = [Panel::A, Panel::B].map(|panel| colour_of(panel, theme));
    assert_ne!(of_a, of_b);
    let heads = [0, 1].map(|head| curve_style(head, theme).colour);
    assert_eq!(colours(Plot::W, std::slice::from_ref(&a)), heads);
    assert_eq!(colours(Plot::W, &[a.clone(), b.clone()]), [of_a, of_a, of_b, of_b]);
    // The curve of training is dashed beside that of the held-out texts.
    let loss = Plot::Loss.picture(&[a, b], 0, theme);
    let dashed = loss.lines.iter().map(|(_, style)| !style.dash.is_empty()).collect::<Vec<_>>();
    assert_eq!(dashed, [true, false, true, false]);
    assert_eq!((loss.steps, loss.middle), (30, None));
}

#[test]
fn beside_the_middle_of_w_stands_what_it_means_where_all_runs_agree() {
    let middle = |method: ModelMethod| {
        let picture = Plot::W.picture(&[seen(Panel::A, method)], 0, Theme::Dark);
        picture.middle.map(|(value, far, near)| (value, far.is_empty(), near.is_empty()))
    };
    assert_eq!(middle(Method::DISTANCE_AWARE.into()), Some((0.0, false, false)));
    assert_eq!(middle(distance_aware(LINEAR)), Some((0.0, true, true)));
}

#[test]
fn loss_and_accuracy_have_a_line_of_training_and_one_of_the_held_out_examples() {
    let all = curves(vec![point(1, 0.75, &[]), point(2, 0.5, &[])], vec![held_out(2, 0.625)]);
    let [training, held_out] = &Plot::Loss.lines(&all, Method::VANILLA.into(), &[], 0)[..] else {
        panic!("two lines")
    };
    assert_eq!(training.points, [(1.0, 0.75), (2.0, 0.5)]);
    assert_eq!(held_out.points, [(2.0, 0.625)]);
    assert!(training.is_training && !held_out.is_training && held_out.width > training.width);
    let right = Plot::Accuracy.lines(&all, Method::VANILLA.into(), &[], 0);
    assert_eq!((right[0].points[1], right[1].points[0]), ((2.0, 0.5), (2.0, 0.75)));
    assert!(right.iter().all(|line| line.head.is_none()));
}

#[test]
fn w_has_a_line_for_every_head_of_a_method_that_has_w() {
    let all = curves(vec![point(1, 0.7, &[0.0, 0.25]), point(3, 0.6, &[-0.5, 0.5])], vec![]);
    let sure = Worth { mean: 0.3, low: 0.2, high: 0.4 };
    let worth = [sure, Worth { low: -0.1, ..sure }];
    let of = |method: ModelMethod, shown| Plot::W.lines(&all, method, &worth, shown);
    let lines = of(Method::DISTANCE_AWARE.into(), 0);
    assert_eq!(lines.iter().map(|line| line.head).collect::<Vec<_>>(), [Some(0), Some(1)]);
    assert_eq!(lines[0].points, [(1.0, 0.0), (3.0, -0.5)]);
    assert_eq!(lines[1].points, [(1.0, 0.25), (3.0, 0.5)]);
    // The shown head is the strongest line; what is not surely worth something is faint.
    assert!(lines[0].width > lines[1].width && lines[0].opacity > lines[1].opacity);
    let last = of(Method::DISTANCE_AWARE.into(), 7);
    assert!(last[1].width > last[0].width);
    assert!(of(Method::VANILLA.into(), 0).is_empty());
    assert!(Plot::V.lines(&all, distance_aware(LINEAR), &[], 0).is_empty());
    assert_eq!(Plot::V.lines(&all, Method::DISTANCE_AWARE.into(), &[], 0)[1].points[0], (1.0, 1.5));
    assert!(Plot::W.lines(&Curves::default(), Method::DISTANCE_AWARE.into(), &[], 0).is_empty());
}

#[test]
fn a_head_is_pulled_against_its_gradient_beside_the_largest() {
    assert_eq!([0, 1, 2].map(|head| pull_of(&[0.5, -0.25, 0.0], head)), [-1.0, 0.5, 0.0]);
    assert_eq!(pull_of(&[], 0), 0.0);
}

fn close((low, high): (f64, f64), wanted: (f64, f64)) {
    let is_close = |a: f64, b: f64| (a - b).abs() < 1e-6;
    assert!(is_close(low, wanted.0) && is_close(high, wanted.1), "{low} {high} {wanted:?}");
}

#[test]
fn axes_have_room_for_every_run_and_a_least_range() {
    let none = Curves::default();
    // 4 % of 0.8, of 1 and of 2 at both ends.
    close(Plot::Loss.range(&[&none]), (-0.032, 0.832));
    close(Plot::W.range(&[&none]), (-0.54, 0.54));
    close(Plot::V.range(&[&none]), (-1.08, 1.08));
    let a = curves(vec![point(1, 0.7, &[2.5, 0.0])], vec![held_out(1, 1.8)]);
    let b = curves(vec![point(1, 0.7, &[-1.5])], vec![]);
    // From -1.5 to 2.5; the loss of the held-out examples counts.
    close(Plot::W.range(&[&a, &b]), (-1.66, 2.66));
    close(Plot::Loss.range(&[&a, &b]), (-0.072, 1.872));
    // v of 1.5: from -1 to 1.5.
    close(Plot::V.range(&[&a]), (-1.1, 1.6));
    close(Plot::Accuracy.range(&[&a, &b]), (0.0, 1.02));
}

#[test]
fn numbers_beyond_what_can_be_drawn_leave_the_axis_as_it_is() {
    let all = curves(vec![point(1, f32::NAN, &[f32::INFINITY])], vec![held_out(1, f32::INFINITY)]);
    close(Plot::Loss.range(&[&all]), (-0.032, 0.832));
    close(Plot::W.range(&[&all]), (-0.54, 0.54));
}

#[test]
fn the_axis_of_steps_ends_with_the_longer_run_and_never_before_20() {
    assert_eq!(last_step([].into_iter()), 20);
    assert_eq!(last_step([3].into_iter()), 20);
    assert_eq!(last_step([30, 400].into_iter()), 400);
}

#[test]
fn heads_that_are_surely_worth_nothing_are_faint_once_that_is_known() {
    let sure = Worth { mean: 0.3, low: 0.2, high: 0.4 };
    let unsure = Worth { mean: 0.3, low: -0.1, high: 0.7 };
    assert!(!is_faint(&[], 0));
    assert!(!is_faint(&[sure, unsure], 0));
    assert!(is_faint(&[sure, unsure], 1));
    assert!(is_faint(&[sure], 1));
}

#[test]
fn near_and_far_are_written_beside_w_where_its_sign_says_so_in_every_run() {
    let near = |methods: &[ModelMethod]| says_near(methods.iter().copied());
    let da = ModelMethod::from(Method::DISTANCE_AWARE);
    assert!(near(&[da]));
    // A run without w says nothing against it.
    assert!(near(&[da, Method::VANILLA.into()]));
    // A line can be negative, and turns scores round.
    assert!(!near(&[da, distance_aware(LINEAR)]));
}

#[test]
fn bars_are_shares_of_the_largest_and_of_nothing_none() {
    let gradients = [0.5, -2.0, 1.0];
    assert_eq!(largest_of(&gradients), 2.0);
    assert_eq!(gradients.map(|value| bar_of(value, 2.0)), [0.25, -1.0, 0.5]);
    assert_eq!(bar_of(0.0, largest_of(&[0.0, 0.0])), 0.0);
    assert_eq!(bar_of(f32::INFINITY, largest_of(&[f32::INFINITY])), 0.0);
    assert_eq!(bar_of(f32::NAN, 1.0), 0.0);
}

#[test]
fn a_row_has_a_number_with_its_gradient_short_and_in_full() {
    let learned = |gradients: &[f32]| Learned {
        name: "w".to_owned(),
        each: Each::Head,
        together: 1,
        values: vec![0.25, -1.0],
        gradients: gradients.to_vec(),
    };
    let rows: Vec<_> = rows_of(&learned(&[0.000_5, -0.001])).collect();
    let [value, gradient] = &rows[0].cells;
    assert_eq!(value, &["0.25", "0.25"]);
    // Rounded as values are it would say only that it is small.
    assert_eq!(
        gradient,
        &[format_digits(f64::from(0.000_5_f32), 2), format_exact(0.000_5_f32.into())]
    );
    assert_ne!(gradient[0], format_short(0.000_5_f32.into()));
    assert_eq!([rows[0].bar, rows[1].bar], [0.5, -1.0]);
    // Before the first step there is no gradient.
    let rows: Vec<_> = rows_of(&learned(&[])).collect();
    assert_eq!((rows[1].cells[1].clone(), rows[1].bar), (["–".to_owned(), String::new()], 0.0));
}

#[test]
fn a_legend_names_heads_of_one_run_and_runs_where_there_are_two() {
    let both = [Panel::A, Panel::B];
    let words = |plot: Plot, runs: &[Panel]| {
        let legend = plot.legend(runs, 3, Theme::Light);
        legend.into_iter().map(|(style, words)| (style.dash_text(), words)).collect::<Vec<_>>()
    };
    let heads: Vec<String> =
        words(Plot::W, &both[..1]).into_iter().map(|(_, words)| words).collect();
    assert_eq!(heads, ["1", "2", "3"]);
    let style = Plot::V.legend(&both[..1], 3, Theme::Light)[2].0;
    assert_eq!(style, curve_style(2, Theme::Light));
    let runs = words(Plot::W, &both);
    assert!(runs.len() == 2 && runs[0].1.contains('A') && runs[1].1.contains('B'), "{runs:?}");
    let pair = |dash: &str, words: &str| (dash.to_owned(), words.to_owned());
    let of_one = [pair("3 3", "training"), pair("", "held out")];
    assert_eq!(words(Plot::Loss, &both[..1]), of_one);
    let of_both = words(Plot::Accuracy, &both);
    assert_eq!(of_both[..2], [pair("3 3", "A training"), pair("", "A held out")]);
    assert_eq!(of_both[3].1, "B held out");
    let colours =
        Plot::Loss.legend(&both, 3, Theme::Dark).into_iter().map(|(style, _)| style.colour);
    let [a, b] = both.map(|panel| colour_of(panel, Theme::Dark));
    assert_eq!(colours.collect::<Vec<_>>(), [a, a, b, b]);
}

#[test]
fn the_first_plot_says_what_it_will_show() {
    // Of a method without w it is the accuracy.
    let [w, accuracy] = [Plot::W, Plot::Accuracy].map(|plot| plot.waits().expect("a sentence"));
    assert!(w.contains('w') && accuracy.contains("held-out"), "{w} {accuracy}");
    assert_eq!([Plot::Loss, Plot::V].map(Plot::waits), [None, None]);
    let names = [Plot::Loss, Plot::Accuracy, Plot::W, Plot::V].map(Plot::name);
    assert_eq!(names, ["loss", "accuracy", "w", "v"]);
}
