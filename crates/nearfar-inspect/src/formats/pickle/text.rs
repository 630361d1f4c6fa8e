//! Escapes in the texts of protocol 0: those of Python 2's strings, and `\u` and `\U` in texts.

/// Which escapes there are, by the letter behind the backslash: digits that follow, in hexadecimal.
type Escapes = &'static [(char, usize)];

/// Of Python 2's strings; single letters besides.
pub(super) const STRING: Escapes = &[('x', 2)];
/// Of texts, where a backslash before anything else stands for itself.
pub(super) const UNICODE: Escapes = &[('u', 4), ('U', 8)];

/// A text with its escapes resolved.
///
/// # Errors
/// Where one is cut off, or names no character.
pub(super) fn unescape(escaped: &str, escapes: Escapes) -> Result<String, String> {
    let mut text = String::with_capacity(escaped.len());
    let mut rest = escaped;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        let mut behind = rest[at + 1..].chars();
        let letter = behind.next();
        rest = behind.as_str();
        let digits = escapes.iter().find(|(escape, _)| Some(*escape) == letter);
        match (digits, letter) {
            (Some(&(_, digits)), _) => {
                let number = rest.get(..digits).and_then(|code| u32::from_str_radix(code, 16).ok());
                let char = number.and_then(char::from_u32);
                text.push(char.ok_or("an escape in a text names no character")?);
                rest = rest.get(digits..).unwrap_or_default();
            }
            (None, Some(letter)) if escapes == STRING => match letter {
                'n' => text.push('\n'),
                't' => text.push('\t'),
                'r' => text.push('\r'),
                '\\' | '\'' | '"' => text.push(letter),
                other => text.extend(['\\', other]),
            },
            (None, letter) => {
                text.push('\\');
                text.extend(letter);
            }
        }
    }
    text.push_str(rest);
    Ok(text)
}
