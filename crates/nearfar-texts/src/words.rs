//! What w, v and the difference of A and B mean, in words made from numbers: the lines under the sliders
//! and beside the pictures. What they say is computed where it is defined.

use nearfar::attention::requirements::Found;
use nearfar::in_numbers::short;
use nearfar::lab::Contribution;
use nearfar::method::Method;
use nearfar::picture::scale::format_number;

use crate::{curves, lab};

/// Rows over more than this share of the words are almost even.
const EVEN_SHARE: f64 = 0.8;
/// The distance, in tokens, that the line of w speaks of, where the sentence has it.
const EXAMPLE_DISTANCE: usize = 3;

fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts + 0.0
}

/// A share in percent: whole, with a decimal below 10, and never 0 where it is more.
fn percent(share: f64) -> String {
    match 100.0 * share {
        percent if percent >= 10.0 => lab::w_percent(format_args!("{percent:.0}")),
        percent if percent >= 0.1 => lab::w_percent(rounded(percent, 10.0)),
        percent if percent > 0.0 => lab::w_percent_little().to_owned(),
        _ => lab::w_percent_none().to_owned(),
    }
}

fn times(factor: f64) -> String {
    if factor < 100.0 { format!("{factor:.1}") } else { format_number(factor) }
}

/// What w does to a word some places away, of a sentence of `tokens` tokens: "w = −1.7: a word 3 places
/// away keeps 4 % of its score". What knows no distance has no such line.
pub fn of_w(method: Method, w: f64, v: f64, tokens: usize) -> Option<String> {
    let Method::DistanceAware { mapping, adjustment } = method else { return None };
    let places = EXAMPLE_DISTANCE.min(tokens.saturating_sub(1)).max(1);
    let coefficient: f64 = mapping.coefficient(w, v, places);
    let (w, is_early) = (short(w), adjustment.is_early());
    Some(match (adjustment.multiplies(), coefficient) {
        (false, c) if is_early => lab::w_adds_to_score(places, w, short(c)),
        (false, c) => lab::w_adds_to_weight(places, w, short(c)),
        (true, 1.0) if is_early => lab::w_keeps_scores(w),
        (true, 1.0) => lab::w_keeps_weights(w),
        (true, c) if c < 0.0 && is_early => lab::w_turns_score(places, w, times(-c)),
        (true, c) if c < 0.0 => lab::w_turns_weight(places, w, times(-c)),
        (true, c) if c < 1.0 && is_early => lab::w_takes_from_score(places, w, percent(c)),
        (true, c) if c < 1.0 => lab::w_takes_from_weight(places, w, percent(c)),
        (true, c) => lab::w_lifts(places, w, times(c)),
    })
}

/// What v does, given w: how soon a near head lets go, or how much a far one lifts: "v = 0.7: far words
/// count up to 3.0 times". What has no v says so.
pub fn of_v(method: Method, w: f64, v: f64, tokens: usize) -> Option<String> {
    let Method::DistanceAware { mapping, .. } = method else { return None };
    if !mapping.has_v() {
        return Some(lab::v_none().to_owned());
    }
    let stands = mapping.landmarks(v)?;
    let says = short(v);
    Some(if w == 0.0 {
        lab::v_without_w(says)
    } else if w > 0.0 {
        lab::v_lifts(says, times(stands.bound))
    } else if stands.half_lost / w > tokens.max(1) as f64 {
        lab::v_takes_little(says)
    } else {
        match short(rounded(stands.half_lost / w, 10.0)) {
            one if one == "1" => lab::v_takes_half_at_one(says),
            places => lab::v_takes_half(says, places),
        }
    })
}

/// How even the rows of a head are, where that surprises: a near head whose scores are small looks everywhere
/// alike, since a score of 0 has its share, too. `effective` of `tokens` words, as many as an even attention
/// would spread over; computed where it can be said.
pub fn of_evenness(
    method: Method,
    w: f64,
    tokens: usize,
    effective: impl FnOnce() -> Option<f64>,
) -> Option<String> {
    let Method::DistanceAware { adjustment, .. } = method else { return None };
    let surprises = w < 0.0 && adjustment.is_early() && adjustment.multiplies();
    let effective = (surprises && tokens > 2).then(effective)??;
    let is_even = effective > EVEN_SHARE * tokens as f64;
    is_even.then(|| lab::rows_are_even(tokens, short(rounded(effective, 10.0))))
}

/// What two panels have in common, as far as their difference is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kinship {
    /// The same head of the same model on the same input: queries and keys are the same numbers.
    SameScores,
    /// The same head of the same model, but one of them sees positions too.
    SameHead,
    /// The same head of the same model, but w and v of layers before it are laid over in one of them.
    OtherLayers,
    /// Two heads of one model.
    SameModel,
    /// Two models.
    Strangers,
}

/// What A - B shows.
pub fn of_difference(a: Method, b: Method, kinship: Kinship, part: Contribution) -> &'static str {
    let clips = matches!(a, Method::DistanceAware { adjustment, .. } if adjustment.clips());
    match (kinship, part) {
        (Kinship::Strangers, _) => lab::apart_strangers(),
        (Kinship::SameModel, _) => lab::apart_heads(),
        (Kinship::OtherLayers, _) => lab::apart_layers(),
        (_, Contribution::Distance) => lab::apart_distance(),
        (_, Contribution::Clipping) if clips => lab::apart_clipping(),
        (_, Contribution::Clipping) => lab::apart_not_distance(),
        (Kinship::SameHead, _) => lab::apart_positions(),
        (Kinship::SameScores, _) if a == b => lab::apart_none(),
        (Kinship::SameScores, _) => match (a, b) {
            (Method::DistanceAware { .. }, Method::Vanilla { .. }) if clips => lab::apart_both(),
            (Method::DistanceAware { .. }, Method::Vanilla { .. }) => lab::apart_distance_alone(),
            _ => lab::apart_methods(),
        },
    }
}

/// What the paper asks of a mapping where this decides.
pub fn asked(found: &Found) -> &'static str {
    match found {
        Found::AtZero(_) => curves::asks_one_at_zero(),
        Found::FarBelow(_) => curves::asks_zero_below(),
        Found::FarAbove { .. } => curves::asks_bound(),
        Found::Learned(_) => curves::asks_learned(),
        Found::Course { .. } => curves::asks_one_way(),
    }
}

/// What decided whether a mapping meets a requirement.
pub fn of_requirement(found: &Found) -> String {
    match found {
        Found::AtZero(value) => format!("f(0) = {}", format_number(*value)),
        Found::FarBelow(value) => format!("f(−10⁹) = {}", format_number(*value)),
        Found::FarAbove { value, grows: true } => curves::found_growth(format_number(*value)),
        Found::FarAbove { value, grows: false } => curves::found_bound(format_number(*value)),
        Found::Learned(letters) => match letters[..] {
            [] => curves::found_nothing_learned().to_owned(),
            ["v"] => curves::found_v_learned().to_owned(),
            _ => curves::found_learned_in_paper(letters.join(", ")),
        },
        Found::Course { never_falls, never_rises } => match (never_falls, never_rises) {
            (true, true) => curves::found_constant(),
            (true, false) => curves::found_no_fall(),
            (false, true) => curves::found_no_rise(),
            (false, false) => curves::found_both_ways(),
        }
        .to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nearfar::attention::requirements::requirements;
    use nearfar::attention::{Adjustment, MAPPINGS, Mapping};

    const DA: Method = Method::DISTANCE_AWARE;

    #[test]
    fn w_and_v_in_words_by_hand() {
        // (1 + e^0) / (1 + e^3) = 0.0949
        assert_eq!(
            of_w(DA, -1.0, 0.0, 9).as_deref(),
            Some("w = −1: a word 3 places away keeps 9.5\u{a0}% of its score")
        );
        // (1 + e) / (1 + e^(1 - 6)) = 3.693
        assert_eq!(
            of_w(DA, 2.0, 1.0, 9).as_deref(),
            Some("w = 2: a word 3 places away counts 3.7 times")
        );
        assert_eq!(
            of_w(DA, 0.0, 1.0, 9).as_deref(),
            Some("w = 0: every word keeps its score, near or far")
        );
        assert_eq!(
            of_w(DA, -30.0, 0.0, 2).as_deref(),
            Some("w = −30: a word 1 place away keeps less than 0.1\u{a0}% of its score")
        );
        assert_eq!(
            of_v(DA, 2.0, 0.7, 9).as_deref(),
            Some("v = 0.7: far words count up to 3.0 times")
        );
        // Half of f(0) = 1 where e^(v - x) = 1 + 2 e^v: v = 0, x = -ln 3, R = 1.0986.
        assert_eq!(of_v(DA, -1.0, 0.0, 9).as_deref(), Some("v = 0: half is gone 1.1 places away"));
        assert_eq!(of_v(DA, -1.0986, 0.0, 9).as_deref(), Some("v = 0: half is gone 1 place away"));
        assert_eq!(of_v(DA, 0.0, 1.0, 9).as_deref(), Some("v = 1: no effect while w is 0"));
        // 1.1 / 0.01 = 110 places
        assert_eq!(
            of_v(DA, -0.01, 0.0, 9).as_deref(),
            Some("v = 0: less than half is lost anywhere in this sentence")
        );
        assert_eq!(of_w(Method::Vanilla { positions: true }, 1.0, 1.0, 9), None);
    }

    #[test]
    fn every_mapping_and_adjustment_has_words() {
        for row in &MAPPINGS {
            for adjustment in Adjustment::ALL {
                let method = Method::DistanceAware { mapping: row.mapping(), adjustment };
                for w in [-1000.0, -1.0, 0.0, 1.0, 1000.0] {
                    let (of_w, of_v) = (of_w(method, w, 1.0, 1), of_v(method, w, 1.0, 1));
                    for text in [of_w, of_v].into_iter().flatten() {
                        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_requirement_has_words() {
        let said = |mapping| requirements(mapping, 0.5).map(|one| of_requirement(&one.found));
        assert_eq!(
            said(Mapping::Linear { slope: 1.0, intercept: 1.0 }),
            [
                "f(0) = 1",
                "f(−10⁹) = −1e9",
                "f(10⁹) = 1e9, and still growing",
                "k, b: learned for every head in the paper, set by hand here",
                "never falls on [−40, 40], 8,001 samples",
            ]
        );
        let sigmoid = said(Mapping::LearnableSigmoid);
        assert_eq!(sigmoid[2], "f(10⁹) = 2.65, and no more beyond");
        assert_eq!(sigmoid[3], "learns v");
        let asks: Vec<_> = requirements(Mapping::Exponent, 0.0).map(|one| asked(&one.found)).into();
        assert_eq!(asks[3], "tunable: its shape can be learned");
    }
}
