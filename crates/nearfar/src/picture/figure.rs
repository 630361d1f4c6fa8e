//! Numbers for reading: at most three decimals, and every digit for who asks for them.

use super::scale::format_number;

/// What is nearer to 0 than this is no 0.001.
const LEAST: f64 = 0.0005;
/// From here on a number is written with a power of ten.
const MOST: f64 = 1e6;

/// A number with at most three decimals and about four digits: "0.038", "−1.5", "12.34", "2981". What
/// is not 0 and would be written so is "< 0.001", or "> −0.001"; very large ones are as
/// [`format_number`] writes them.
pub fn format_short(value: f64) -> String {
    let magnitude = value.abs();
    if !magnitude.is_finite() || magnitude >= MOST {
        return format_number(value);
    }
    if magnitude < LEAST {
        let text = if value > 0.0 { "<\u{a0}0.001" } else { ">\u{a0}\u{2212}0.001" };
        return if magnitude == 0.0 { "0" } else { text }.to_owned();
    }
    let decimals = match magnitude {
        0.0..10.0 => 3,
        10.0..100.0 => 2,
        100.0..1000.0 => 1,
        _ => 0,
    };
    let text = format!("{magnitude:.decimals$}");
    let text = match decimals {
        0 => &text,
        _ => text.trim_end_matches('0').trim_end_matches('.'),
    };
    if value < 0.0 { format!("\u{2212}{text}") } else { text.to_owned() }
}

/// The same for an amount that is read in a sentence, with its unit: "0.038 nats", "less than 0.001
/// nats", "0 nats".
pub fn format_amount(value: f64, unit: &str) -> String {
    if value > 0.0 && value < LEAST {
        return format!("less than 0.001 {unit}");
    }
    format!("{} {unit}", format_short(value))
}

/// Every digit; a number that is one of `f32`, in as few as name it. The minus is U+2212.
pub fn format_exact(value: f64) -> String {
    let narrow = value as f32;
    let text = if f64::from(narrow) == value { narrow.to_string() } else { value.to_string() };
    text.replace('-', "\u{2212}")
}

/// What a field for a number shows: at most three decimals, where those say what it is, else every digit.
pub fn format_field(value: f64) -> String {
    let rounded = (value * 1e3).round() / 1e3 + 0.0;
    format_exact(if rounded == 0.0 || value.abs() >= 1e9 { value } else { rounded })
}

/// So many of something: "1 row", "3 rows".
pub fn count_of(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_numbers_have_three_decimals_at_most() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (0.0384, "0.038"),
            (-1.5, "−1.5"),
            (-0.138_021_8, "−0.138"),
            (0.9996, "1"),
            (9.9996, "10"),
            (12.345, "12.35"),
            (99.996, "100"),
            (123.45, "123.5"),
            (2980.96, "2981"),
            (1000.0, "1000"),
            (5.1e-9, "<\u{a0}0.001"),
            (-5.1e-9, ">\u{a0}−0.001"),
            (0.0005, "0.001"),
            (1.5e9, "1.5e9"),
            (f64::INFINITY, "∞"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(format_short(value), text, "{value}");
        }
    }

    #[test]
    fn amounts_are_never_tiny_powers() {
        assert_eq!(format_amount(5.1e-9, "nats"), "less than 0.001 nats");
        assert_eq!(format_amount(0.0, "nats"), "0 nats");
        assert_eq!(format_amount(0.1234, "nats"), "0.123 nats");
    }

    #[test]
    fn every_digit_is_there_on_request() {
        assert_eq!(format_exact(f64::from(0.1_f32)), "0.1");
        assert_eq!(format_exact(-0.1), "−0.1");
        assert_eq!(format_exact(1.0 / 3.0), "0.3333333333333333");
    }

    #[test]
    fn a_field_has_three_decimals_unless_they_say_nothing() {
        for (value, text) in [
            (0.0, "0"),
            (1.0 / 3.0, "0.333"),
            (f64::from(-1.234_567_f32), "−1.235"),
            (2.0, "2"),
            (0.000_25, "0.00025"),
            (-0.000_25, "−0.00025"),
            (1_234_567_890.123_4, "1234567890.1234"),
        ] {
            assert_eq!(format_field(value), text, "{value}");
        }
    }

    #[test]
    fn one_is_one() {
        assert_eq!(count_of(1, "dimension", "dimensions"), "1 dimension");
        assert_eq!(count_of(0, "key", "keys"), "0 keys");
    }
}
