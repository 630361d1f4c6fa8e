//! Numbers as lines of arithmetic show them: signs, brackets, as many digits as mean something. No words: what
//! w and v mean in words is a text.

use crate::attention::Mapping;
use crate::picture::scale::{format_digits, format_number};

/// A number as a slider has it: at most two decimals, and none that say nothing.
pub fn short(value: f64) -> String {
    if value.abs() >= 100.0 {
        format_number(value)
    } else {
        format_number((100.0 * value).round() / 100.0 + 0.0)
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attention::MAPPINGS;

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
    fn every_mapping_has_its_numbers() {
        for row in &MAPPINGS {
            let in_numbers = of_coefficient(row.mapping(), -2.5, -0.75);
            assert!(
                !in_numbers.contains(['{', '}']) && !in_numbers.contains("NaN"),
                "{in_numbers}"
            );
        }
    }
}
