//! A curve as a small picture, with what one of the paper's requirements (section 3.2) is of: SVG whose colours are
//! the style sheet's.

use crate::attention::Mapping;
use crate::attention::requirements::{Found, Requirement};
use crate::settings::Curve;

/// Width and height, in CSS pixels, and the ends of x.
const SIZE: (f64, f64) = (180.0, 96.0);
const MOST_X: f64 = 8.0;
/// What is higher leaves the picture.
const TOP: f64 = 4.0;
/// What is drawn beyond its edges is cut there.
const FAR_OUT: f64 = 1e3;
/// Other slopes of a line that show it to be tunable.
const SLOPES: [f64; 2] = [-0.3, 0.3];
/// Other values of v that show a shape to be tunable.
const BESIDE: [f64; 2] = [-2.0, 2.0];

/// The curve from -8 to 8, and on it what the requirement is of; `check` is one of the curve's own
/// [`requirements`](crate::attention::requirements::requirements).
pub fn picture_of(curve: Curve, check: &Requirement) -> String {
    let Curve { mapping, v } = curve;
    let (width, height) = SIZE;
    let bottom = mapping.value(-MOST_X, v).clamp(-TOP, 0.0);
    let x_of = |x: f64| width * (x + MOST_X) / (2.0 * MOST_X);
    // A hair's breadth of room, so that lines at the ends are whole.
    let y_of = |y: f64| 2.0 + (height - 4.0) * (TOP - y.clamp(-FAR_OUT, FAR_OUT)) / (TOP - bottom);
    let path_of = |mapping: Mapping, class: &str, v: f64, [from, to]: [f64; 2]| {
        let steps = (4.0 * (to - from)) as usize;
        let points = (0..=steps).map(|step| {
            let x = from + (to - from) * step as f64 / steps as f64;
            format!("{:.1},{:.1}", x_of(x), y_of(mapping.value(x, v)))
        });
        let points: Vec<_> = points.collect();
        format!("<polyline class=\"{class}\" points=\"{}\"/>", points.join(" "))
    };
    let path = |class: &str, v: f64, from: f64, to: f64| path_of(mapping, class, v, [from, to]);
    let level = |y: f64| {
        let y = y_of(y);
        format!("<line class=\"level\" x1=\"0\" x2=\"{width}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>")
    };
    let whole = path("f", v, -MOST_X, MOST_X);
    let zero = x_of(0.0);
    let axis =
        format!("<line class=\"axis\" x1=\"{zero}\" x2=\"{zero}\" y1=\"0\" y2=\"{height}\"/>");
    let shown = match check.found {
        Found::AtZero(value) => {
            let y = y_of(value);
            level(1.0) + &whole + &format!("<circle cx=\"{zero}\" cy=\"{y:.1}\" r=\"5\"/>")
        }
        Found::FarBelow(_) => level(0.0) + &whole + &path("part", v, -MOST_X, -2.0),
        Found::FarAbove { value, grows } => {
            let bound = if grows { String::new() } else { level(value) };
            bound + &whole + &path("part", v, 2.0, MOST_X)
        }
        Found::Learned(ref letters) => {
            let ends = [-MOST_X, MOST_X];
            let beside = match mapping {
                _ if letters.is_empty() => Default::default(),
                Mapping::Linear { slope, intercept } => SLOPES.map(|by| {
                    path_of(Mapping::Linear { slope: slope + by, intercept }, "beside", v, ends)
                }),
                _ => BESIDE.map(|by| path_of(mapping, "beside", v + by, ends)),
            };
            beside.concat() + &whole
        }
        Found::Course { .. } => path("part", v, -MOST_X, MOST_X),
    };
    format!("<svg viewBox=\"0 0 {width} {height}\" aria-hidden=\"true\">{axis}{shown}</svg>")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attention::requirements::requirements;

    fn pictures(mapping: Mapping, v: f64) -> [String; 5] {
        requirements(mapping, v).map(|check| picture_of(Curve { mapping, v }, &check))
    }

    /// How many points each line of a class has.
    fn points(svg: &str, class: &str) -> Vec<usize> {
        let start = format!("<polyline class=\"{class}\" points=\"");
        let lines = svg.split(&start).skip(1);
        lines.map(|line| line.split('"').next().unwrap().split(' ').count()).collect()
    }

    #[test]
    fn each_requirement_of_the_learnable_sigmoid_is_drawn() {
        // x from -8 to 8 over 180 pixels, y from 4 at 2 to 0 at 94: f(0) = 1 stands at (90, 71).
        let [zero, below, above, learned, course] = pictures(Mapping::LearnableSigmoid, 0.0);
        for svg in [&zero, &below, &above, &learned, &course] {
            assert!(svg.starts_with(
                "<svg viewBox=\"0 0 180 96\" aria-hidden=\"true\"><line class=\"axis\" x1=\"90\" x2=\"90\" y1=\"0\" y2=\"96\"/>"
            ));
            assert!(svg.ends_with("</svg>") && !svg.contains("NaN"), "{svg}");
        }
        let level =
            |y: &str| format!("<line class=\"level\" x1=\"0\" x2=\"180\" y1=\"{y}\" y2=\"{y}\"/>");
        assert!(zero.contains(&level("71.0")));
        assert!(zero.contains("<circle cx=\"90\" cy=\"71.0\" r=\"5\"/>"));
        assert_eq!((points(&zero, "f"), points(&zero, "part")), (vec![65], vec![]));
        // f falls to 0 at the left, and grows to 1 + e^0 = 2 at the right.
        assert!(below.contains(&level("94.0")) && above.contains(&level("48.0")));
        // The part from -8 to -2, and that from 2 to 8, at four steps to 1.
        assert_eq!((points(&below, "part"), points(&above, "part")), (vec![25], vec![25]));
        assert_eq!((points(&learned, "beside"), points(&learned, "f")), (vec![65, 65], vec![65]));
        assert_eq!((points(&course, "part"), points(&course, "f")), (vec![65], vec![]));
    }

    #[test]
    fn a_line_falls_below_zero_and_has_no_bound() {
        // y from 4 at 2 to -4 at 94: f(0) = 1 stands at 36.5, and f(8) = 17 above the picture.
        let line = Mapping::Linear { slope: 2.0, intercept: 1.0 };
        let [zero, _, above, learned, _] = pictures(line, 0.0);
        assert!(zero.contains("cy=\"36.5\"") && zero.contains(" 180.0,-147.5\""), "{zero}");
        assert!(!above.contains("level"));
        // Beside it lines with a slope of 1.7 and 2.3: f(8) is 14.6 and 19.4.
        assert!(learned.contains(" 180.0,-119.9\"") && learned.contains(" 180.0,-175.1\""));
        // The exponent function leaves the picture far sooner than its line ends.
        let far = pictures(Mapping::Exponent, 0.0).concat();
        assert!(!far.contains("NaN") && !far.contains("inf"));
    }

    #[test]
    fn what_learns_nothing_has_nothing_beside_it() {
        let [_, _, _, learned, _] = pictures(Mapping::Sigmoid, 0.0);
        assert_eq!((points(&learned, "beside"), points(&learned, "f")), (vec![], vec![65]));
    }
}
