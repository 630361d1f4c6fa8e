//! What is left out of A, and what that does to the shown head: ReLU, distance, softmax.

use std::cmp::Ordering;

use nearfar::attention::Trace;
use nearfar::in_numbers::short;
use nearfar::lab::{Lab, Panel};
use nearfar::metrics::{self, Clipped, HeadFigures};
use nearfar::picture::format_short;
use nearfar::picture::pointing::Cell;
use nearfar::settings::Settings;

use super::{of_evenness, of_relu};
use crate::lab;

/// What is left out of A, and what that does to the shown head, in numbers; empty where its method knows no distance. The
/// example is of the locked cell, where that is one: ReLU's first step locks one, and speaks of the same pair.
pub fn of_left_out(lab: &Lab, settings: &Settings) -> String {
    let Settings { a: method, head, distance, competition, .. } = *settings;
    let Some((trace, head)) = lab.head_of(Panel::A, head) else { return String::new() };
    if !method.knows_distance() {
        return String::new();
    }
    let [below, cells] = metrics::zeroed(trace, head);
    let mut says = Vec::new();
    let w = trace.heads().get(head).map_or(0.0, |head| head.w);
    let effective = || HeadFigures::of(trace, head).map(|figures| figures.effective_tokens);
    if competition {
        says.extend(of_evenness(method, w, trace.tokens(), [below, cells], effective));
    }
    let meets = meets_relu(lab, trace, head, settings.cursor);
    if let Some(relu) = of_relu(method, meets, below, cells) {
        // What it does while it is on stands beside its step.
        says.extend((!method.clips()).then_some(relu));
    }
    if !distance {
        let has_own = trace.position_term().is_some() || trace.method().adds_positions();
        says.push(match has_own {
            true => lab::distance_is_off_own().to_owned(),
            false => lab::distance_is_off().to_owned(),
        });
    }
    if !competition {
        let sums = trace.weights_of(head).chunks(trace.tokens()).map(|row| row.iter().sum::<f32>());
        let (least, most) =
            sums.fold((f32::MAX, 0.0_f32), |(least, most), sum| (least.min(sum), most.max(sum)));
        let [least, most] = [least, most].map(|sum| format!("{sum:.2}"));
        let keys = match trace.mask().causal {
            true => lab::softmax_is_off_causal().to_owned(),
            false => trace.tokens().to_string(),
        };
        says.push(lab::softmax_is_off(keys, least, most));
    }
    says.join(" ")
}

/// What ReLU is there for in the shown head of A, while it is on; empty where there is none.
pub fn reason_of_relu(lab: &Lab, settings: &Settings) -> String {
    let Settings { a: method, head, .. } = *settings;
    if !method.clips() {
        return String::new();
    }
    let Some((trace, head)) = lab.head_of(Panel::A, head) else { return String::new() };
    let [below, cells] = metrics::zeroed(trace, head);
    let meets = meets_relu(lab, trace, head, settings.cursor);
    of_relu(method, meets, below, cells).unwrap_or_default()
}

/// The words, the score and the coefficient of [`metrics::below_zero`].
fn meets_relu<'a>(
    lab: &'a Lab,
    trace: &Trace<f32>,
    head: usize,
    locked: Option<Cell>,
) -> Option<([&'a str; 2], [f64; 2])> {
    let ((query, key), numbers) = metrics::below_zero(trace, head, locked)?;
    Some(([query, key].map(|word| lab.word(word)), numbers))
}

/// What ReLU, while it is on, makes of the score of the locked cell, where it is the one whose weight it changes most.
pub(super) fn with_relu(lab: &Lab, head: usize, locked: Option<Cell>) -> Option<String> {
    let (found, [_, coefficient], key) = watched(lab, head, locked)?;
    let query = lab.word(found.cell.0);
    let [score, factor] = [found.score, coefficient].map(short);
    Some(lab::claim_relu_try(query, key, score, factor))
}

/// What the coefficient makes of that cell's score without ReLU, in numbers; `None` as well where it moves none, or
/// is not for far words what it is for this one: above 1 and growing with distance, or below 1 and shrinking.
pub(super) fn without_relu(lab: &Lab, head: usize, locked: Option<Cell>) -> Option<String> {
    let (found, [nearest, coefficient], key) = watched(lab, head, locked)?;
    let product = short(found.score * coefficient);
    let (score, factor) = (short(found.score), short(coefficient));
    match (coefficient.total_cmp(&1.0), coefficient.total_cmp(&nearest)) {
        (Ordering::Greater, Ordering::Greater) => {
            let share = format_short(found.without);
            let falls = found.without < found.with;
            falls.then(|| lab::claim_relu_falls(score, factor, product, key, share))
        }
        (Ordering::Less, Ordering::Less) => Some(lab::claim_relu_rises(score, factor, product)),
        _ => None,
    }
}

/// What ReLU does to a head of A, with the coefficients at distance 0 and of the cell whose weight it changes most, and
/// that cell's key; `None` where another cell is locked, or none.
fn watched(lab: &Lab, head: usize, locked: Option<Cell>) -> Option<(Clipped, [f64; 2], &str)> {
    let (trace, of_trace) = lab.head_of(Panel::A, head)?;
    let coefficient = metrics::factor_of(trace, of_trace)?;
    let found = metrics::clipped(trace, of_trace, &coefficient)
        .filter(|found| Some(found.cell) == locked)?;
    let (query, key) = found.cell;
    let coefficients = [0, query.abs_diff(key)].map(coefficient);
    Some((found, coefficients, lab.tokens().get(key)?.text.as_str()))
}

#[cfg(test)]
mod tests {
    use super::super::sample::{self, PLAIN};
    use super::*;
    use nearfar::attention::{Adjustment, Mapping};
    use nearfar::method::Method;
    use nearfar::opened::LayerAnswer;

    /// One score is below 0, that of near and far, and no row is almost even.
    const ONE_BELOW: [[f32; 3]; 3] = [[4.0, 1.0, -1.0], [1.0, 4.0, 1.0], [1.0, 1.0, 4.0]];

    fn left_out(lab: &Lab, a: Method, head: usize, distance: bool, competition: bool) -> String {
        of_left_out(lab, &Settings { a, head, distance, competition, ..Settings::default() })
    }

    fn reason(lab: &Lab, a: Method, head: usize) -> String {
        reason_of_relu(lab, &Settings { a, head, ..Settings::default() })
    }

    fn lab_of(method: Method, w: f64, scores: [[f32; 3]; 3]) -> Lab {
        sample::lab(&sample::settings(method, w, 1.0), &sample::answer(scores))
    }

    #[test]
    fn what_relu_is_there_for_is_said_while_it_is_on() {
        let lab = lab_of(Method::DISTANCE_AWARE, -1.0, ONE_BELOW);
        let says = reason(&lab, Method::DISTANCE_AWARE, 0);
        assert!(says.starts_with("ReLU sets 1 of the 9 scores to 0."), "{says}");
        // (1 + e) / (1 + e^(1 + 2)) = 0.176, two tokens away.
        let example = "× 0.18 lifts “near” → “far” from −1 to −0.18.";
        assert!(says.ends_with(example), "{says}");
        assert_eq!(reason(&lab, Method::WITHOUT_RELU, 0), "");
        assert_eq!(reason(&lab, PLAIN, 0), "");
        assert_eq!(reason(&lab, Method::DISTANCE_AWARE, 1), "", "there is one head");
        // A head that is left as it is needs none said of what is left out.
        assert_eq!(left_out(&lab, Method::DISTANCE_AWARE, 0, true, true), "");
    }

    /// f(0) = 1, which changes nothing, f(1) = 0.44 and f(2) = 0.18, see below.
    #[test]
    fn the_reason_for_relu_is_that_of_the_locked_cell_or_of_the_largest_change() {
        let scores = [[-3.0, -1.0, -2.0], [1.0; 3], [1.0; 3]];
        let a = Method::DISTANCE_AWARE;
        let lab = lab_of(a, -1.0, scores);
        let says =
            |cursor| reason_of_relu(&lab, &Settings { a, cursor, head: 0, ..Settings::default() });
        for (cursor, key, [factor, score, product]) in [
            (None, "far", ["0.18", "−2", "−0.35"]),
            (Some((0, 0)), "far", ["0.18", "−2", "−0.35"]),
            (Some((0, 1)), "by", ["0.44", "−1", "−0.44"]),
            (Some((1, 0)), "far", ["0.18", "−2", "−0.35"]),
        ] {
            let example = format!("× {factor} lifts “near” → “{key}” from {score} to {product}.");
            assert!(says(cursor).contains(&example), "{cursor:?}: {}", says(cursor));
        }
        // At w = 0 distance changes none.
        let flat = lab_of(a, 0.0, scores);
        assert_eq!(reason(&flat, a, 0), lab::relu_alone("3", "9"));
    }

    /// f(1) = (1 + e) / (1 + e²) = 0.44, f(2) = (1 + e) / (1 + e³) = 0.18.
    #[test]
    fn what_goes_wrong_without_relu_has_an_example() {
        let scores = [[1.0, -1.0, -2.0], [1.0; 3], [-4.0, -1.0, 1.0]];
        let a = Method::WITHOUT_RELU;
        let lab = lab_of(a, -1.0, scores);
        let says =
            |cursor| of_left_out(&lab, &Settings { a, cursor, head: 0, ..Settings::default() });
        for (cursor, example) in [
            (Some((0, 1)), "“near” → “by”: −1 × 0.44 = −0.44."),
            (Some((0, 2)), "“near” → “far”: −2 × 0.18 = −0.35."),
            (Some((1, 0)), "“far” → “near”: −4 × 0.18 = −0.71."),
            (None, "“far” → “near”: −4 × 0.18 = −0.71."),
        ] {
            let says = says(cursor);
            assert!(
                says.starts_with("Without ReLU distance works backwards on the 4 of 9"),
                "{says}"
            );
            assert!(says.ends_with(example), "{says}");
        }
        // It is that of the cell which ReLU's first step locks.
        assert_eq!(lab.head_of_relu(), Some((0, (2, 0))));
    }

    #[test]
    fn what_is_left_out_is_said_in_turn() {
        let method = Method::DISTANCE_AWARE;
        let mut settings = sample::settings(method, -1.0, 1.0);
        (settings.distance, settings.competition) = (false, false);
        let mut answer = sample::answer([[0.0; 3]; 3]);
        let says = |answer: &LayerAnswer| {
            left_out(&sample::lab(&settings, answer), method, 0, false, false)
        };
        let plain = says(&answer);
        assert!(
            plain.starts_with("Without distance every coefficient is that of w = 0: "),
            "{plain}"
        );
        // σ(0 − ln 3) = 1/4, three times.
        assert!(plain.contains("σ(score − ln 3)"), "{plain}");
        assert!(plain.ends_with("row sums range from 0.75 to 0.75 instead of 1."), "{plain}");
        // A row of i keys has σ(0 − ln i): 1/2 of 1, and 3 times 1/4.
        answer.inputs.causal = true;
        let causal = says(&answer);
        assert!(causal.contains("σ(score − ln (keys in the row))"), "{causal}");
        assert!(causal.ends_with("row sums range from 0.50 to 0.75 instead of 1."), "{causal}");
        answer.inputs.causal = false;
        answer.inputs.bias = Some(ndarray::Array3::zeros((1, 3, 3)));
        let with_term = says(&answer);
        assert!(with_term.contains("the model’s own positions still count."));
        // What knows no distance has none to leave out.
        let lab = sample::lab(&settings, &answer);
        assert_eq!(left_out(&lab, PLAIN, 0, false, false), "");
    }

    #[test]
    fn rows_that_are_almost_even_are_said_to_be() {
        let lab = lab_of(Method::DISTANCE_AWARE, -1.0, [[-1.0; 3]; 3]);
        let says = left_out(&lab, Method::DISTANCE_AWARE, 0, true, true);
        assert!(says.contains("effectively 3 of 3 words"), "{says}");
        let unsaid = left_out(&lab, Method::DISTANCE_AWARE, 0, true, false);
        assert!(!unsaid.contains("effectively"), "without softmax rows are no shares: {unsaid}");
    }

    /// f(2) = (1 + e) / (1 + 1/e) = e. The row of near has 1/3 each with ReLU; without, e^-e = 0.066 of 2.066.
    const FAR_BELOW: [[f32; 3]; 3] = [[0.0, 0.0, -1.0], [0.0; 3], [0.0; 3]];

    #[test]
    fn a_score_below_0_is_0_by_relu_and_keeps_a_share() {
        let lab = lab_of(Method::DISTANCE_AWARE, 1.0, FAR_BELOW);
        assert_eq!(
            with_relu(&lab, 0, Some((0, 2))).as_deref(),
            Some(
                "“near” and “far” fit badly: −1. ReLU makes it 0, and 0 × 2.72 stays 0. Switch ReLU off:"
            )
        );
        assert_eq!(with_relu(&lab, 0, Some((0, 1))), None, "another cell is locked");
        assert_eq!(with_relu(&lab, 0, None), None);
        assert_eq!(with_relu(&lab, 1, Some((0, 2))), None, "there is one head");
    }

    #[test]
    fn a_score_below_0_goes_the_wrong_way_without_relu() {
        let said = |w| without_relu(&lab_of(Method::WITHOUT_RELU, w, FAR_BELOW), 0, Some((0, 2)));
        assert_eq!(
            said(1.0).as_deref(),
            Some(
                "Far words should gain, but −1 × 2.72 = −2.72: “far” falls to 0.032. Put ReLU back."
            )
        );
        // f(2) = (1 + e) / (1 + e³) = 0.18.
        assert_eq!(
            said(-1.0).as_deref(),
            Some("What should shrink far scores lifts this one: −1 × 0.18 = −0.18. Put ReLU back.")
        );
        assert_eq!(said(0.0), None, "at w = 0 every coefficient is 1");
        // 5 at distance 0, 3 at 2: above 1, and yet no far word is to gain.
        let falling = Method::DistanceAware {
            mapping: Mapping::Linear { slope: -1.0, intercept: 5.0 },
            adjustment: Adjustment::EarlyMultiplyWithoutRelu,
        };
        assert_eq!(without_relu(&lab_of(falling, 1.0, FAR_BELOW), 0, Some((0, 2))), None);
        let lab = lab_of(Method::WITHOUT_RELU, 1.0, FAR_BELOW);
        for locked in [Some((0, 1)), None] {
            assert_eq!(without_relu(&lab, 0, locked), None);
        }
    }
}
