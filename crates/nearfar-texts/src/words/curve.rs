//! What is said of a curve of the Curves room: its name, what it does, places of the axis.

use nearfar::attention::{HeadParameters, Mapping};
use nearfar::curves::{Coefficients, Does, Plot, does, x_at};
use nearfar::picture::scale::{Scale, format_number};
use nearfar::picture::{Cell, format_exact, format_short};
use nearfar::settings::{Curve, CurveAxis};

use crate::{Rich, curves as texts};

/// A curve by its mapping and numbers: "linear, k = 0.5, b = 1".
pub fn name(curve: Curve) -> String {
    let row = curve.mapping.row();
    let own = row.numbers.iter().map(|number| number.symbol).zip(curve.mapping.numbers());
    let v = curve.mapping.has_v().then_some(("v", curve.v));
    let numbers = own.chain(v).map(|(letter, x)| format!(", {letter} = {}", parameter(x)));
    row.label.to_lowercase() + &numbers.collect::<String>()
}

/// w of a head, and v where its mapping has one: "w = 0.5, v = 1".
pub fn numbers(mapping: Mapping, HeadParameters { w, v }: HeadParameters) -> String {
    let w = format!("w = {}", parameter(w));
    if mapping.has_v() { format!("{w}, v = {}", parameter(v)) } else { w }
}

/// A number that was chosen, behind "=": one near 0 has its power of ten, where a result is "< 0.001".
fn parameter(number: f64) -> String {
    let text = format_short(number);
    if text.contains(['<', '>']) { format_number(number) } else { text }
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
    let at = parameter(place);
    match axis {
        CurveAxis::Tokens => texts::values_at_distance(at, parameter(x_at(place, axis, w))),
        CurveAxis::Weighted => texts::values_at_x(at),
    }
}

/// The names of the axes, x and y.
pub fn axes(axis: CurveAxis, w: f64, slopes: bool) -> [String; 2] {
    let in_tokens = axis == CurveAxis::Tokens;
    let x = match axis {
        CurveAxis::Tokens => texts::axis_distance(parameter(w)),
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

/// The plot, for those who do not see it.
pub fn plot(curves: &[Curve], edited: Curve) -> String {
    let names: Vec<_> = curves.iter().map(|&curve| name(curve)).collect();
    texts::plot_name(curves.len(), names.join("; "), name(edited))
}

/// What one's own curve is worth where the read-out stands, or how it is asked.
pub fn read_out(plot: &Plot) -> String {
    let Some(at) = plot.marker else { return texts::plot_how().to_owned() };
    let value = format_short(plot.value(plot.edited, at));
    texts::plot_read(place(at, plot.axis, plot.w), value)
}

/// What stands between a function and its value: what is nearer to 0 than is written says so itself, as "< 0.001".
pub fn equals(value: f64) -> &'static str {
    if format_short(value).contains(['<', '>']) { " " } else { " = " }
}

/// The coefficient of a pair in a matrix.
pub fn of_pair(of: &Coefficients, (one, other): Cell) -> String {
    let apart = one.abs_diff(other);
    texts::matrices_pair(one + 1, other + 1, apart, format_short(of.at(apart)))
}

/// What the numbers of the common range count, and where it ends.
pub fn common_range(scale: Scale) -> String {
    let most = scale.most_of_coefficients().unwrap_or_default();
    texts::matrices_unit_common(format!("1/{most}"))
}

/// What would mend a requirement of the curve, or break it where it is met.
pub fn change(met: bool, mapping: Mapping) -> String {
    let label = mapping.row().label.to_lowercase();
    if met { texts::requirements_break(label) } else { texts::requirements_mend(label) }
}

/// What the room is for: of sliders for w and v, or of w alone.
pub fn lead(has_v: bool) -> Rich {
    if has_v { texts::lead() } else { texts::lead_without_v() }
}

/// Whether a requirement is met: a sign, and words.
pub fn verdict(met: bool) -> (&'static str, &'static str) {
    if met { ("✓", texts::requirements_met()) } else { ("✗", texts::requirements_not_met()) }
}

/// A matrix of coefficients, for those who do not see it.
pub fn of_matrix(of: &Coefficients) -> String {
    let diagonal: f64 = of.mapping.coefficient(of.head.w, of.head.v, 0);
    let [w, v, diagonal, farthest] =
        [of.head.w, of.head.v, diagonal, of.farthest()].map(format_short);
    let head = if of.mapping.has_v() { format!("w = {w}, v = {v}") } else { format!("w = {w}") };
    texts::matrices_name(head, of.tokens, diagonal, farthest)
}

/// Every digit of the coefficient of the first and the last token.
pub fn farthest_in_full(of: &Coefficients) -> String {
    match of.farthest() {
        value if value != 0.0 => format_exact(value),
        _ => texts::matrices_too_small().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use nearfar::picture::palette::Theme;

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
        let near_zero = HeadParameters { w: 1e-4, v: -2e-5 };
        assert!(!numbers(SIGMOID.mapping, near_zero).contains(['<', '>']));
        assert!(!place(0.5, CurveAxis::Tokens, 1e-4).contains('<'));
    }

    #[test]
    fn the_lead_speaks_of_v_where_there_is_one() {
        assert_ne!(lead(true), lead(false));
        assert_eq!([true, false].map(|met| verdict(met).0), ["✓", "✗"]);
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

    #[test]
    fn the_read_out_asks_for_a_place_and_says_what_the_own_curve_is_worth_there() {
        let plot = |marker| Plot {
            curves: Vec::new(),
            edited: Curve { mapping: LINE, v: 0.0 },
            axis: CurveAxis::Weighted,
            w: 1.0,
            slopes: false,
            axes: [String::new(), String::new()],
            theme: Theme::Light,
            size: (400.0, 300.0),
            marker,
        };
        assert_eq!(read_out(&plot(None)), texts::plot_how());
        // 0.5 · 3 + 1
        assert_eq!(read_out(&plot(Some(3.0))), texts::plot_read(texts::values_at_x("3"), "2.5"));
        let named = super::plot(&[SIGMOID], Curve { mapping: LINE, v: 0.0 });
        assert!(named.contains("learnable sigmoid, v = 1") && named.contains("linear"), "{named}");
        assert_eq!([2.5, 0.0, 1e-9].map(equals), [" = ", " = ", " "]);
    }

    #[test]
    fn a_requirement_is_broken_where_it_is_met_and_else_mended() {
        let said = [true, false].map(|met| change(met, SIGMOID.mapping));
        assert_eq!(said[0], texts::requirements_break("learnable sigmoid"));
        assert_eq!(said[1], texts::requirements_mend("learnable sigmoid"));
    }

    #[test]
    fn a_matrix_says_its_numbers_and_those_of_a_pair() {
        let head = HeadParameters { w: 2.0, v: 0.0 };
        let of = Coefficients { mapping: LINE, head, tokens: 4 };
        // f(2·2) and f(2·3)
        assert_eq!(of_pair(&of, (3, 1)), texts::matrices_pair(4_usize, 2_usize, 2_usize, "3"));
        // A line has no v, and f(0) is its intercept.
        assert_eq!(of_matrix(&of), texts::matrices_name("w = 2", 4_usize, "1", "4"));
        let sigmoid = Coefficients { mapping: Mapping::Sigmoid, ..of };
        assert!(of_matrix(&sigmoid).contains("0.5 on the diagonal"));
        let own = Coefficients { mapping: Mapping::LearnableSigmoid, ..of };
        assert!(of_matrix(&own).starts_with("Coefficients for w = 2, v = 0, 4 tokens: 1 on"));
        assert_eq!(farthest_in_full(&of), "4");
        let none = Coefficients { mapping: Mapping::Linear { slope: -1.0, intercept: 6.0 }, ..of };
        assert_eq!(farthest_in_full(&none), texts::matrices_too_small());
        // From an eighth of the weight to eight times.
        assert_eq!(common_range(Scale::COEFFICIENTS), texts::matrices_unit_common("1/8"));
    }
}
