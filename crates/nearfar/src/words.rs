//! What w, v and the difference of A and B mean, in words made from numbers: the lines under the sliders
//! and beside the pictures. Texts only; what they say is computed where it is defined.

use crate::attention::Mapping;
use crate::lab::Contribution;
use crate::method::Method;
use crate::picture::scale::{format_digits, format_number};

/// Rows over more than this share of the words are almost even.
const EVEN_SHARE: f64 = 0.8;
/// The distance, in tokens, that the line of w speaks of, where the sentence has it.
const EXAMPLE_DISTANCE: usize = 3;

/// A number as a slider has it: at most two decimals, and none that say nothing.
pub fn short(value: f64) -> String {
    if value.abs() >= 100.0 { format_number(value) } else { format_number(rounded(value, 100.0)) }
}

fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts + 0.0
}

/// A share in percent: whole, with a decimal below 10, and never 0 where it is more.
fn percent(share: f64) -> String {
    match 100.0 * share {
        percent if percent >= 10.0 => format!("{percent:.0}\u{a0}%"),
        percent if percent >= 0.1 => format!("{}\u{a0}%", rounded(percent, 10.0)),
        percent if percent > 0.0 => "less than 0.1\u{a0}%".to_owned(),
        _ => "nothing".to_owned(),
    }
}

fn times(factor: f64) -> String {
    let factor = if factor < 100.0 { format!("{factor:.1}") } else { format_number(factor) };
    format!("{factor} times")
}

fn places(distance: f64) -> String {
    let text = short(rounded(distance, 10.0));
    if text == "1" { "1 place".to_owned() } else { format!("{text} places") }
}

/// What w does to a word some places away, of a sentence of `tokens` tokens: "w = −1.7: a word 3 places
/// away keeps 4 % of its score". What knows no distance has no such line.
pub fn of_w(method: Method, w: f64, v: f64, tokens: usize) -> Option<String> {
    let Method::DistanceAware { mapping, adjustment } = method else { return None };
    let distance = EXAMPLE_DISTANCE.min(tokens.saturating_sub(1)).max(1);
    let coefficient: f64 = mapping.coefficient(w, v, distance);
    let word = format!("a word {} away", places(distance as f64));
    let what = if adjustment.is_early() { "score" } else { "weight" };
    let says = if adjustment.multiplies() {
        match coefficient {
            1.0 => format!("every word keeps its {what}, near or far"),
            c if c < 0.0 => format!("the {what} of {word} turns to its opposite, {}", times(-c)),
            c if c < 1.0 => format!("{word} keeps {} of its {what}", percent(c)),
            c => format!("{word} counts {}", times(c)),
        }
    } else {
        format!("{word} has {} added to its {what}", short(coefficient))
    };
    Some(format!("w = {}: {says}", short(w)))
}

/// What v does, given w: how soon a near head lets go, or how much a far one lifts: "v = 0.7: far words
/// count up to 3.0 times". What has no v says so.
pub fn of_v(method: Method, w: f64, v: f64, tokens: usize) -> Option<String> {
    let Method::DistanceAware { mapping, .. } = method else { return None };
    if !mapping.has_v() {
        return Some("This mapping has no v.".to_owned());
    }
    let stands = mapping.landmarks(v)?;
    let says = if w == 0.0 {
        "no effect while w is 0".to_owned()
    } else if w < 0.0 && stands.half_lost / w > tokens.max(1) as f64 {
        "less than half is lost anywhere in this sentence".to_owned()
    } else if w < 0.0 {
        format!("half is gone {} away", places(stands.half_lost / w))
    } else {
        format!("far words count up to {}", times(stands.bound))
    };
    Some(format!("v = {}: {says}", short(v)))
}

/// How even the rows of a head are, where that surprises: a near head whose scores are small looks everywhere
/// alike, since a score of 0 has its share, too. `effective` of `tokens` words, as many as an even attention
/// would spread over.
pub fn of_evenness(method: Method, w: f64, effective: f64, tokens: usize) -> Option<String> {
    let Method::DistanceAware { adjustment, .. } = method else { return None };
    let is_even = tokens > 2 && effective > EVEN_SHARE * tokens as f64;
    (is_even && w < 0.0 && adjustment.is_early() && adjustment.multiplies()).then(|| {
        format!(
            "The rows are almost even, as over {} of {tokens} words: a near head takes from the scores of far words and adds nothing to near ones, and a score of 0 still has its share (e⁰ = 1).",
            short(rounded(effective, 10.0))
        )
    })
}

/// An operand, with enough digits that the line can be checked with a calculator.
pub fn operand(value: f64) -> String {
    format_digits(value, 6)
}

/// An operand behind a sign: a negative one stands in brackets.
pub fn signed(value: f64) -> String {
    if value < 0.0 { format!("({})", operand(value)) } else { operand(value) }
}

/// How a coefficient is computed from x = w·R and v, in numbers: `(1 + exp(1)) / (1 + exp(1 − (−3)))`.
pub fn of_coefficient(mapping: Mapping, x: f64, v: f64) -> String {
    let row = mapping.row();
    let value = |letter: &str| match letter {
        "x" => x,
        "v" => v,
        _ => {
            let mut own = row.numbers.iter().zip(mapping.numbers());
            own.find(|(own, _)| own.symbol == letter).map_or(f64::NAN, |(_, number)| number)
        }
    };
    let mut says = String::new();
    let mut rest = row.in_numbers;
    while let Some((before, (letter, after))) =
        rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    {
        says += before;
        let stands_alone = says.is_empty() || says.ends_with('(') || says.ends_with(", ");
        let number = value(letter);
        says += &if stands_alone { operand(number) } else { signed(number) };
        rest = after;
    }
    says + rest
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
pub fn of_difference(a: Method, b: Method, kinship: Kinship, part: Contribution) -> String {
    let clips = matches!(a, Method::DistanceAware { adjustment, .. } if adjustment.clips());
    match (kinship, part) {
        (Kinship::Strangers, _) => {
            "A − B compares two models that were trained apart: a head of one has nothing to do with the head of the same number in the other.".to_owned()
        }
        (Kinship::SameModel, _) => "A − B compares two heads of one model.".to_owned(),
        (Kinship::OtherLayers, _) => {
            "The same head, but the layers before it were moved in one of the two: A − B holds their part too.".to_owned()
        }
        (_, Contribution::Distance) => {
            "A minus A at w = 0: what distance does. Everything else is the same in both.".to_owned()
        }
        (_, Contribution::Clipping) if clips => {
            "A at w = 0 minus B: what clipping does, before distance.".to_owned()
        }
        (_, Contribution::Clipping) => "A at w = 0 minus B: what is not distance.".to_owned(),
        (Kinship::SameHead, _) => {
            "The same head, but B sees positions as well: A − B holds their part too.".to_owned()
        }
        (Kinship::SameScores, _) if a == b => "A and B attend alike: A − B is 0.".to_owned(),
        (Kinship::SameScores, _) => match (a, b) {
            (Method::DistanceAware { .. }, Method::Vanilla { .. }) if clips => {
                "Same head, same queries and keys: A − B is what clipping and distance do together.".to_owned()
            }
            (Method::DistanceAware { .. }, Method::Vanilla { .. }) => {
                "Same head, same queries and keys: A − B is what distance does.".to_owned()
            }
            _ => "Same head, same queries and keys: A − B is what the two methods do differently.".to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attention::{Adjustment, MAPPINGS};

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
        assert_eq!(of_v(DA, 0.0, 1.0, 9).as_deref(), Some("v = 1: no effect while w is 0"));
        // 1.1 / 0.01 = 110 places
        assert_eq!(
            of_v(DA, -0.01, 0.0, 9).as_deref(),
            Some("v = 0: less than half is lost anywhere in this sentence")
        );
        assert_eq!(of_w(Method::Vanilla { positions: true }, 1.0, 1.0, 9), None);
    }

    #[test]
    fn a_coefficient_in_numbers_by_hand() {
        let of = |mapping| of_coefficient(mapping, -2.5, -0.75);
        assert_eq!(of(Mapping::LearnableSigmoid), "(1 + exp(−0.75)) / (1 + exp(−0.75 − (−2.5)))");
        assert_eq!(of(Mapping::Sigmoid), "1 / (1 + exp(−(−2.5)))");
        assert_eq!(of(Mapping::Exponent), "exp(−2.5)");
        assert_eq!(of(Mapping::Linear { slope: -1.0, intercept: -2.0 }), "−1 · (−2.5) + (−2)");
        assert_eq!(of(Mapping::Clip { threshold: -3.0 }), "min(−2.5, −3)");
    }

    #[test]
    fn every_mapping_and_adjustment_has_words() {
        for row in &MAPPINGS {
            let mapping = row.mapping();
            let in_numbers = of_coefficient(mapping, -2.5, -0.75);
            assert!(
                !in_numbers.contains(['{', '}']) && !in_numbers.contains("NaN"),
                "{in_numbers}"
            );
            for adjustment in Adjustment::ALL {
                let method = Method::DistanceAware { mapping, adjustment };
                for w in [-1000.0, -1.0, 0.0, 1.0, 1000.0] {
                    let (of_w, of_v) = (of_w(method, w, 1.0, 1), of_v(method, w, 1.0, 1));
                    for text in [of_w, of_v].into_iter().flatten() {
                        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
                    }
                }
            }
        }
    }
}
