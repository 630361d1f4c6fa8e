//! What is said of a curve of the Curves room: its name, what it does, places of the axis.

use nearfar::attention::{HeadParameters, Mapping};
use nearfar::curves::{Does, does, x_at};
use nearfar::picture::format_short;
use nearfar::settings::{Curve, CurveAxis};

use crate::curves as texts;

/// A curve by its mapping and numbers: "linear, k = 0.5, b = 1".
pub fn name(curve: Curve) -> String {
    let row = curve.mapping.row();
    let own = row.numbers.iter().map(|number| number.symbol).zip(curve.mapping.numbers());
    let v = curve.mapping.has_v().then_some(("v", curve.v));
    let numbers = own.chain(v).map(|(letter, x)| format!(", {letter} = {}", format_short(x)));
    row.label.to_lowercase() + &numbers.collect::<String>()
}

/// w of a head, and v where its mapping has one: "w = 0.5, v = 1".
pub fn numbers(mapping: Mapping, HeadParameters { w, v }: HeadParameters) -> String {
    let w = format!("w = {}", format_short(w));
    if mapping.has_v() { format!("{w}, v = {}", format_short(v)) } else { w }
}

/// What a head of Fig. 2 is called.
pub fn of_figure(head: HeadParameters) -> &'static str {
    match (head.w > 0.0, head.v > 0.0) {
        (true, false) => texts::matrices_far_mild(),
        (false, false) => texts::matrices_near_mild(),
        (true, true) => texts::matrices_far_strong(),
        (false, true) => texts::matrices_near_strong(),
    }
}

/// What a curve does.
pub fn doing(curve: Curve, axis: CurveAxis, w: f64) -> String {
    let number = format_short;
    match does(curve, axis, w) {
        Does::Near(one, five) => texts::does_near(number(one), number(five)),
        Does::Far(bound, one) => texts::does_far(number(bound), number(one)),
        Does::Weighted(bound, half) => texts::does_weighted(number(bound), number(half)),
        Does::Nothing => texts::does_nothing().to_owned(),
        Does::AtFive(five) => texts::does_at_five(number(five)),
        Does::AtZero(zero) => texts::does_at_zero(number(zero)),
    }
}

/// A place of the axis.
pub fn place(place: f64, axis: CurveAxis, w: f64) -> String {
    let at = format_short(place);
    match axis {
        CurveAxis::Tokens => texts::values_at_distance(at, format_short(x_at(place, axis, w))),
        CurveAxis::Weighted => texts::values_at_x(at),
    }
}

/// The names of the axes, x and y.
pub fn axes(axis: CurveAxis, w: f64, slopes: bool) -> [String; 2] {
    let in_tokens = axis == CurveAxis::Tokens;
    let x = match axis {
        CurveAxis::Tokens => texts::axis_distance(format_short(w)),
        CurveAxis::Weighted => texts::axis_weighted().to_owned(),
    };
    let y = match (in_tokens, slopes) {
        (false, false) => "f(x)",
        (false, true) => texts::axis_slope(),
        (true, false) => "f(w·R)",
        (true, true) => texts::axis_slope_per_token(),
    };
    [x, y.to_owned()]
}

/// The value that does not fit into the plot; empty where all do.
pub fn cut(hidden: Option<f64>) -> String {
    match hidden {
        None => String::new(),
        Some(value) if value < 0.0 => texts::plot_cut_at_bottom(format_short(value)),
        Some(value) => texts::plot_cut_at_top(format_short(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: Mapping = Mapping::Linear { slope: 0.5, intercept: 1.0 };
    const SIGMOID: Curve = Curve { mapping: Mapping::LearnableSigmoid, v: 1.0 };

    #[test]
    fn a_curve_has_its_numbers_behind_its_name_and_v_where_it_has_one() {
        assert_eq!(name(Curve { mapping: LINE, v: 3.0 }), "linear, k = 0.5, b = 1");
        assert_eq!(name(SIGMOID), "learnable sigmoid, v = 1");
        let head = HeadParameters { w: -0.25, v: 1.0 };
        assert_eq!(numbers(SIGMOID.mapping, head), "w = -0.25, v = 1".replace('-', "\u{2212}"));
        assert_eq!(numbers(LINE, HeadParameters { w: 2.0, v: 1.0 }), "w = 2");
    }

    #[test]
    fn the_four_heads_of_the_figure_have_four_names() {
        let heads = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
        let mut names = heads.map(|(w, v)| of_figure(HeadParameters { w, v })).to_vec();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 4);
    }

    #[test]
    fn what_a_curve_does_depends_on_the_axis_and_the_sign_of_w() {
        let tokens = |w| doing(SIGMOID, CurveAxis::Tokens, w);
        let said =
            [tokens(1.0), tokens(-1.0), tokens(0.0), doing(SIGMOID, CurveAxis::Weighted, 1.0)];
        for (at, one) in said.iter().enumerate() {
            assert!(said.iter().skip(at + 1).all(|other| other != one), "{one}");
        }
        assert_eq!(tokens(0.0), texts::does_nothing());
    }

    #[test]
    fn a_distance_says_its_x_as_well() {
        let distance = place(3.0, CurveAxis::Tokens, 2.0);
        assert!(distance.contains('3') && distance.contains('6'), "{distance}");
        assert_eq!(place(3.0, CurveAxis::Weighted, 2.0), texts::values_at_x("3"));
    }

    #[test]
    fn the_axes_are_those_of_values_or_of_slopes() {
        assert_eq!(axes(CurveAxis::Weighted, 1.0, false)[1], "f(x)");
        assert_eq!(axes(CurveAxis::Tokens, 1.0, false)[1], "f(w·R)");
        assert_eq!(axes(CurveAxis::Weighted, 1.0, true)[1], texts::axis_slope());
        assert!(axes(CurveAxis::Tokens, 0.5, true)[0].contains("0.5"));
    }

    #[test]
    fn what_does_not_fit_is_named_at_its_end() {
        assert_eq!(cut(None), "");
        assert_eq!(cut(Some(-7.0)), texts::plot_cut_at_bottom(format_short(-7.0)));
        assert_eq!(cut(Some(7.0)), texts::plot_cut_at_top("7"));
    }
}
