//! A sentence with marks: which words are strong, a formula, a key.

/// How a part of a sentence is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// `<b>`: strong.
    Strong,
    /// `<i>`: a formula.
    Formula,
    /// `<sup>`: an exponent within a formula.
    Exponent,
    /// `<sub>`: an index within a formula.
    Index,
    /// `<code>`: what is typed, or the name of a file.
    Code,
    /// `<kbd>`: a key.
    Key,
    /// `<slot>`: what the view makes of it, a link or a button say.
    Slot,
}

const MARKS: [(&str, Mark); 7] = [
    ("b", Mark::Strong),
    ("i", Mark::Formula),
    ("sup", Mark::Exponent),
    ("sub", Mark::Index),
    ("code", Mark::Code),
    ("kbd", Mark::Key),
    ("slot", Mark::Slot),
];

/// A sentence in parts, each with the marks it stands in, the outermost first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rich {
    parts: Vec<(Vec<Mark>, String)>,
    open: Vec<Mark>,
}

impl Rich {
    /// The parts, in order.
    pub fn parts(&self) -> &[(Vec<Mark>, String)] {
        &self.parts
    }

    /// What a library says, in which names stand between backticks: they are code. A backtick alone is that character.
    pub fn of_names(text: &str) -> Rich {
        let (mut rich, mut rest) = (Rich::default(), text);
        while let Some((before, named)) = rest.split_once('`')
            && let Some((name, after)) = named.split_once('`')
        {
            rich.push(before);
            rich.open.push(Mark::Code);
            rich.push(name);
            rich.open.pop();
            rest = after;
        }
        rich.push(rest);
        rich
    }

    /// A line of plain text, in which `e^v` and `e^(v − x)` are powers: an exponent is what stands in brackets after `^`, or
    /// the letters, digits and signs; a `^` with neither is that character.
    pub fn of_powers(text: &str) -> Rich {
        let (mut rich, mut rest) = (Rich::default(), text);
        while let Some((before, after)) = rest.split_once('^') {
            rich.push(before);
            let (inner, length) = exponent(after).unwrap_or_default();
            if length == 0 {
                rich.push("^");
            } else {
                rich.open.push(Mark::Exponent);
                rich.push(inner);
                rich.open.pop();
            }
            rest = &after[length..];
        }
        rich.push(rest);
        rich
    }

    /// The sentence without its marks.
    pub fn plain(&self) -> String {
        self.parts.iter().map(|(_, text)| text.as_str()).collect()
    }

    /// Text as it is.
    pub(crate) fn push(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        match self.parts.last_mut() {
            Some((marks, before)) if *marks == self.open => before.push_str(text),
            _ => self.parts.push((self.open.clone(), text.to_owned())),
        }
    }

    /// Text whose tags are marks.
    pub(crate) fn read(&mut self, text: &str) {
        let mut rest = text;
        while let Some((before, tag)) = rest.split_once('<') {
            self.push(before);
            let found = MARKS.iter().find_map(|&(name, mark)| {
                let (name_of, is_end) = match tag.strip_prefix('/') {
                    Some(tag) => (tag, true),
                    None => (tag, false),
                };
                let after = name_of.strip_prefix(name)?.strip_prefix('>')?;
                Some((mark, is_end, after))
            });
            rest = match found {
                Some((mark, false, after)) => {
                    self.open.push(mark);
                    after
                }
                Some((mark, true, after)) => {
                    if self.open.last() == Some(&mark) {
                        self.open.pop();
                    }
                    after
                }
                None => {
                    self.push("<");
                    tag
                }
            };
        }
        self.push(rest);
    }
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
    use super::*;

    #[test]
    fn powers_are_raised_and_what_is_none_stays_as_it_is() {
        let of = |text: &str| {
            let shown = |(marks, part): &(Vec<Mark>, String)| match marks[..] {
                [] => part.clone(),
                _ => format!("[{part}]"),
            };
            Rich::of_powers(text).parts().iter().map(shown).collect::<Vec<_>>().join("|")
        };
        let both = "(1 + e|[v]|) / (1 + e|[v − w·R]|). At 0.";
        assert_eq!(of("(1 + e^v) / (1 + e^(v − w·R)). At 0."), both);
        assert_eq!(of("e^((a + b)·c)x"), "e|[(a + b)·c]|x");
        assert_eq!(of("e^−0.3."), "e|[−0.3]|.");
        assert_eq!(of("^2"), "[2]");
        for text in ["", "plain", "^", "a ^ b", "e^(v", "e^()", "e^)", "^^", "e^-", "é^", "^_^"] {
            assert_eq!(of(text), text);
        }
    }

    #[test]
    fn names_between_backticks_are_code() {
        let of = |text: &str| Rich::of_names(text);
        let named = of("the entry `a<b>` is none; `c`");
        let expected: [(&[Mark], &str); 4] = [
            (&[], "the entry "),
            (&[Mark::Code], "a<b>"),
            (&[], " is none; "),
            (&[Mark::Code], "c"),
        ];
        let parts: Vec<_> =
            named.parts().iter().map(|(marks, text)| (marks.as_slice(), text.as_str())).collect();
        assert_eq!(parts, expected);
        assert_eq!([of("5 o`clock").plain(), of("").plain()], ["5 o`clock", ""]);
        assert_eq!(of("`a` and ` alone").plain(), "a and ` alone");
    }

    #[test]
    fn tags_are_marks_and_other_signs_are_text() {
        let mut rich = Rich::default();
        rich.read("never exceeds <i>1 + e<sup>v</sup></i>; <b>w < 0</b> is near");
        let expected: [(&[Mark], &str); 6] = [
            (&[], "never exceeds "),
            (&[Mark::Formula], "1 + e"),
            (&[Mark::Formula, Mark::Exponent], "v"),
            (&[], "; "),
            (&[Mark::Strong], "w < 0"),
            (&[], " is near"),
        ];
        let parts: Vec<_> =
            rich.parts().iter().map(|(marks, text)| (marks.as_slice(), text.as_str())).collect();
        assert_eq!(parts, expected);
        assert_eq!(rich.plain(), "never exceeds 1 + ev; w < 0 is near");
    }
}
