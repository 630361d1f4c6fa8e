//! What the Curves room decides.

use nearfar::attention::{HeadParameters, Mapping};
use nearfar::curves::{
    Coefficients, Does, Plot, change, changes, does, key, of_every_mapping, place_after_key,
    range_of, remove, snap, value_at,
};
use nearfar::picture::palette::Theme;
use nearfar::picture::scale::Scale;
use nearfar::settings::url::decode;
use nearfar::settings::{Curve, CurveAxis, Settings, Value};

const LINE: Mapping = Mapping::Linear { slope: 2.0, intercept: 1.0 };

fn curve(mapping: Mapping, v: f64) -> Curve {
    Curve { mapping, v }
}

#[test]
fn the_curve_that_is_edited_has_the_w_and_v_of_the_shown_head() {
    let mut settings = Settings { head: 3, ..Settings::default() };
    settings.set_w(3, -0.5);
    settings.set_v(3, 1.25);
    assert_eq!(settings.own_curve(), curve(Mapping::LearnableSigmoid, 1.25));
    assert_eq!(settings.head_w(), -0.5);
    settings.curve = LINE;
    assert_eq!(settings.own_curve(), curve(LINE, 0.0), "a line has no v");
    let other = Settings { head: 2, curve: Mapping::LearnableSigmoid, ..settings };
    assert_ne!(other.own_curve().v, 1.25);
}

#[test]
fn the_page_is_told_what_was_changed_of_the_shown_head() {
    let before = Settings { head: 2, ..Settings::default() };
    let told = |change: fn(&mut Settings)| {
        let mut after = before.clone();
        change(&mut after);
        changes(&before, &after)
    };
    assert_eq!(told(|now| now.set_w(2, -0.625)), [("w", Value::Text("3:-0.625".to_owned()))]);
    assert_eq!(told(|now| now.set_v(2, 4.125)), [("v", Value::Text("3:4.125".to_owned()))]);
    assert_eq!(told(|now| now.slopes = true), [("slopes", Value::Flag(true))]);
    // What the room does not show is not its own to change.
    assert!(told(|now| now.causal = true).is_empty() && told(|_| {}).is_empty());
}

#[test]
fn a_curve_is_taken_away_where_there_is_one() {
    let mut curves = vec![curve(LINE, 0.0), curve(Mapping::LearnableSigmoid, 1.0)];
    remove(&mut curves, 2);
    assert_eq!(curves.len(), 2);
    remove(&mut curves, 0);
    assert_eq!(curves, [curve(Mapping::LearnableSigmoid, 1.0)]);
}

#[test]
fn links_of_before_gave_the_curve_a_v_of_its_own() {
    let read = |link: &str| decode(link);
    let (settings, ignored) =
        read("room=curves&curve=learnable-sigmoid(0.7)&head=4&matrix=-1,0.5,12");
    assert_eq!((settings.curve, ignored.len()), (Mapping::LearnableSigmoid, 0));
    assert_eq!((settings.head_w(), settings.own_curve().v), (-1.0, 0.5));
    assert_eq!(settings.matrix_tokens, 12);
    assert_eq!(read("curve=linear(2,1)").0.curve, LINE);
    assert_eq!(read("curve=linear(2)").1.len(), 1, "a line has two numbers");
    assert_eq!(read("curve=cosine").1.len(), 1);
}

#[test]
fn a_number_out_of_range_is_told_its_own_range() {
    for (link, range) in [
        ("matrix=600", "600 is not between 1 and 512"),
        ("matrix=100000", "100000 is not between 1 and 512"),
        ("matrix=2000,0,12", "2000 is not between -1000 and 1000"),
    ] {
        let (settings, ignored) = decode(link);
        assert!(
            ignored.iter().any(|why| why.reason.to_string().contains(range)),
            "{link}: {ignored:?}"
        );
        assert_eq!(settings, Settings::default());
    }
}

#[test]
fn of_every_mapping_there_is_one_with_v_of_1_where_it_has_one() {
    let all = of_every_mapping();
    assert!(all.contains(&curve(Mapping::LearnableSigmoid, 1.0)), "{all:?}");
    assert!(all.contains(&curve(Mapping::Sigmoid, 0.0)), "{all:?}");
}

#[test]
fn distances_are_whole_tokens_and_x_is_any_number() {
    assert_eq!(snap(2.6, CurveAxis::Tokens), 3.0);
    assert_eq!(snap(-1.2, CurveAxis::Tokens), 0.0);
    assert_eq!(snap(6.7, CurveAxis::Tokens), 6.0);
    assert_eq!(snap(-1.2, CurveAxis::Weighted), -1.2);
}

#[test]
fn keys_move_the_read_out_within_the_axis() {
    let (tokens, x) = (CurveAxis::Tokens, CurveAxis::Weighted);
    assert_eq!((range_of(tokens), range_of(x)), ((0.0, 6.0), (-8.0, 8.0)));
    assert_eq!(place_after_key(3.0, tokens, "ArrowRight"), Some(4.0));
    assert_eq!(place_after_key(0.0, tokens, "ArrowLeft"), Some(0.0));
    assert_eq!(place_after_key(3.0, tokens, "End"), Some(6.0));
    assert_eq!(place_after_key(3.0, x, "ArrowLeft"), Some(2.75));
    assert_eq!(place_after_key(3.0, x, "Home"), Some(-8.0));
    assert_eq!(place_after_key(7.9, x, "ArrowRight"), Some(8.0));
    assert_eq!(place_after_key(3.0, x, "Tab"), None);
}

#[test]
fn the_opening_curve_falls_over_most_of_the_axis() {
    // Head 6 of the model that the page opens with.
    let opening = curve(Mapping::LearnableSigmoid, -0.138);
    let (_, last) = range_of(CurveAxis::Tokens);
    let at = |place| value_at(place, opening, false, CurveAxis::Tokens, -1.683);
    // What is under a hundredth looks flat: not before half of the axis, and at its end.
    assert!(at(last / 2.0) > 0.01 && at(last) < 0.01, "{} {}", at(last / 2.0), at(last));
}

#[test]
fn by_tokens_a_slope_is_of_the_weighted_distance() {
    // f(x) = 2x + 1 at x = -0.5 · 4 = -2, and its slope by x and by tokens.
    let at = |slopes, axis, place| value_at(place, curve(LINE, 0.0), slopes, axis, -0.5);
    assert_eq!(at(false, CurveAxis::Tokens, 4.0), -3.0);
    assert_eq!(at(true, CurveAxis::Tokens, 4.0), -1.0);
    assert_eq!(at(false, CurveAxis::Weighted, 4.0), 9.0);
    assert_eq!(at(true, CurveAxis::Weighted, 4.0), 2.0);
}

#[test]
fn what_a_curve_does_depends_on_its_bound_the_axis_and_the_sign_of_w() {
    let bounded = curve(Mapping::LearnableSigmoid, 0.0);
    let (tokens, x) = (CurveAxis::Tokens, CurveAxis::Weighted);
    // f(x; 0) = 2 / (1 + e⁻ˣ): bound 2. At x = -ln 3 it is 0.5, at x = ln 3 it is 1.5.
    let ln_3 = 3.0_f64.ln();
    let Does::Near(one, five) = does(bounded, tokens, -ln_3) else { panic!() };
    assert!((one - 0.5).abs() < 1e-12 && (five - 2.0 / 244.0).abs() < 1e-12, "{one} {five}");
    let Does::Far(bound, one) = does(bounded, tokens, ln_3) else { panic!() };
    assert!((bound - 2.0).abs() < 1e-12 && (one - 1.5).abs() < 1e-12, "{bound} {one}");
    assert!(
        matches!(does(bounded, x, 0.0), Does::Weighted(bound, _) if (bound - 2.0).abs() < 1e-12)
    );
    assert_eq!(does(bounded, tokens, 0.0), Does::Nothing);
    let line = curve(LINE, 0.0);
    assert_eq!(does(line, tokens, 0.5), Does::AtFive(6.0));
    assert_eq!(does(line, tokens, 0.0), Does::Nothing);
    assert_eq!(does(line, x, 0.5), Does::AtZero(1.0));
}

#[test]
fn a_requirement_is_broken_by_a_mapping_where_there_is_one_that_does_not_meet_it() {
    // The sigmoid is 1/2 at 0, and has nothing to learn. Every mapping is monotone, and there are five.
    assert_eq!(change(0, 1.0, true), Some(Mapping::Sigmoid));
    let can_be_broken = [1, 2, 3, 4, 5].map(|place| change(place, 1.0, true).is_some());
    assert_eq!(can_be_broken, [true, true, true, false, false]);
    // The paper's own mapping mends each.
    assert_eq!(change(0, 1.0, false), Some(Mapping::LearnableSigmoid));
}

#[test]
fn a_matrix_has_the_coefficient_of_each_distance_on_its_own_range_or_the_common_one() {
    let head = HeadParameters { w: -1.0, v: 1.0 };
    let of = |mapping| Coefficients { mapping, head, tokens: 3 };
    let near = of(Mapping::LearnableSigmoid);
    let common = Some(Scale::COEFFICIENTS);
    let drawn = near.drawn(common);
    assert_eq!((drawn.shape, drawn.scale), ([3, 3], Scale::COEFFICIENTS));
    for (i, j) in [(0_usize, 0), (2, 0), (1, 2)] {
        let expected = near.at(i.abs_diff(j)) as f32;
        assert!((drawn.value_at((i, j)).expect("a cell") - expected).abs() < 1e-6);
    }
    assert!((near.farthest() - near.at(2)).abs() < 1e-12);
    // Ten times less is as far as colours go.
    let own = Coefficients { tokens: 64, ..near }.drawn(None).scale;
    assert!(matches!(own, Scale::LogDiverging { factor, .. } if factor <= 10.0), "{own:?}");
    // Coefficients that are 0 are as far from 1 as colours go.
    let abrupt = Coefficients { head: HeadParameters { w: -1000.0, v: 1.0 }, ..near };
    assert_eq!(abrupt.at(1), 0.0);
    assert_eq!(abrupt.drawn(None).scale, Scale::LogDiverging { centre: 1.0, factor: 10.0 });
    // What can be negative has a range of its own, also where the others share one.
    for common in [None, common] {
        assert!(matches!(of(LINE).drawn(common).scale, Scale::Diverging { .. }));
    }
    assert!(near.has_own_range(false) && !near.has_own_range(true));
    // The common one holds all of them: 1 + e³ is 21.1, and what can be negative is not among them.
    let far = Coefficients { head: HeadParameters { w: 9.0, v: 3.0 }, ..near };
    let common = Coefficients::common_scale([near, far, of(LINE)].into_iter());
    assert_eq!(common, Scale::LogDiverging { centre: 1.0, factor: 32.0 });
    // A near head alone keeps 1/8 to 8, also where its coefficients end in 0.
    assert_eq!(Coefficients::common_scale([abrupt].into_iter()), Scale::COEFFICIENTS);
}

#[test]
fn the_plot_shows_where_ones_own_curve_levels_off() {
    let plot = Plot {
        curves: vec![curve(Mapping::LearnableSigmoid, 0.0), curve(LINE, 0.0)],
        edited: curve(Mapping::LearnableSigmoid, 3.0),
        axis: CurveAxis::Weighted,
        w: 1.0,
        slopes: false,
        axes: ["x", "f(x)"].map(str::to_owned),
        theme: Theme::Light,
        size: (640.0, 320.0),
        marker: None,
    };
    let bound = plot.value(plot.edited, 8.0);
    assert!(bound > 20.0 && plot.mapping().y_range.1 >= bound, "{bound}");
    plot.with(2.0, |drawn| {
        // The edited one lies on top, in a colour of its own.
        assert_eq!((drawn.curves.len(), drawn.emphasised), (3, Some(2)));
        assert!(
            drawn.curves[..2]
                .iter()
                .all(|other| other.style.colour != drawn.curves[2].style.colour)
        );
        assert_eq!((drawn.x_label, drawn.discrete, drawn.pixel_ratio), ("x", false, 2.0));
        assert_eq!(drawn.curves[1].at(1.0), Some(3.0));
    });
    // Beyond the slider's end it is cut off.
    let high = Plot { edited: curve(Mapping::LearnableSigmoid, 9.0), ..plot };
    assert!(high.mapping().y_range.1 < high.value(high.edited, 8.0));
}

#[test]
fn a_key_calls_a_curve_by_its_v_or_its_function() {
    let keys: Vec<String> = of_every_mapping().into_iter().map(key).collect();
    assert_eq!(keys[0], "v = 1");
    assert!(keys[1..].iter().all(|key| !key.contains('=') && !key.is_empty()), "{keys:?}");
}
