//! Exponents in a sentence: lessons are plain text, in which `e^v` and `e^(v − x)` are powers.

/// A part of a sentence, as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// On the line.
    Plain(&'a str),
    /// Raised, without its `^` and brackets.
    Exponent(&'a str),
}

/// The parts of a sentence. An exponent is what stands in brackets after `^`, or the letters, digits and signs; a `^`
/// with neither is plain.
pub fn parts(mut rest: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut from = 0;
    while let Some(at) = rest[from..].find('^').map(|at| from + at) {
        let after = &rest[at + 1..];
        let Some((inner, length)) = exponent(after) else {
            from = at + 1;
            continue;
        };
        if at > 0 {
            parts.push(Part::Plain(&rest[..at]));
        }
        parts.push(Part::Exponent(inner));
        (rest, from) = (&after[length..], 0);
    }
    if !rest.is_empty() {
        parts.push(Part::Plain(rest));
    }
    parts
}

/// The exponent that a text begins with, and how many bytes it takes.
fn exponent(text: &str) -> Option<(&str, usize)> {
    if text.starts_with('(') {
        let mut depth = 0_usize;
        for (at, letter) in text.char_indices() {
            match letter {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return (at > 1).then(|| (&text[1..at], at + 1));
            }
        }
        return None;
    }
    let sign = text.chars().next().filter(|sign| matches!(sign, '-' | '−'));
    let sign = sign.map_or(0, char::len_utf8);
    let rest = &text[sign..];
    let is_part = |(at, letter): (usize, char)| {
        let is_point =
            letter == '.' && rest[at + 1..].starts_with(|next: char| next.is_ascii_digit());
        letter.is_alphanumeric() || is_point
    };
    let length =
        rest.char_indices().find(|&found| !is_part(found)).map_or(rest.len(), |(at, _)| at);
    (length > 0).then(|| (&text[..sign + length], sign + length))
}

#[cfg(test)]
mod tests {
    use super::Part::{Exponent, Plain};
    use super::parts;

    #[test]
    fn powers_are_raised() {
        assert_eq!(
            parts("(1 + e^v) / (1 + e^(v − w·R)). At 0."),
            [
                Plain("(1 + e"),
                Exponent("v"),
                Plain(") / (1 + e"),
                Exponent("v − w·R"),
                Plain("). At 0.")
            ]
        );
        assert_eq!(parts("e^((a + b)·c)x"), [Plain("e"), Exponent("(a + b)·c"), Plain("x")]);
        assert_eq!(parts("e^−0.3."), [Plain("e"), Exponent("−0.3"), Plain(".")]);
        assert_eq!(parts("^2"), [Exponent("2")]);
    }

    #[test]
    fn what_is_no_power_stays_as_it_is() {
        for text in ["", "plain", "^", "a ^ b", "e^(v", "e^()", "e^)", "^^", "e^-", "é^", "^_^"] {
            let plain = if text.is_empty() { vec![] } else { vec![Plain(text)] };
            assert_eq!(parts(text), plain, "{text}");
        }
    }
}
