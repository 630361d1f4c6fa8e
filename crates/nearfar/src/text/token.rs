//! Typed text to tokens, each with the bytes it came from: one pass, time linear in the input
//! whatever it holds. No vocabulary here, and no regular expressions (their tables are downloads).

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

/// The most tokens of which everything is kept: all heads of A and B at 512 x 512 are 67 MB.
pub const MAX_TOKENS: usize = 512;

/// The most tokens that the Lab takes. Of more than [`MAX_TOKENS`] one head is computed by rows, see
/// [`explore`](crate::explore).
pub const MAX_LONG_TOKENS: usize = 4_096;

/// The word of every number: `3`, `1,000`, `4.5`, `9/11`.
pub const NUMBER: &str = "<num>";

/// One token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// As typed, for display: `&input[range]`.
    pub text: String,
    /// Normalised, for look-up: lower case, plain quotes, `-lrb-` as `(`, numbers as [`NUMBER`],
    /// without soft hyphens and other invisible characters.
    pub word: String,
    /// Bytes in the input, on character boundaries.
    pub range: Range<usize>,
}

/// The tokens that are shown, and what was cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tokenized {
    /// At most the limit.
    pub tokens: Vec<Token>,
    /// `None`: the whole text is in `tokens`.
    pub cut: Option<Cut>,
}

/// What a limit left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Number of tokens in the whole text.
    pub total: usize,
    /// Byte at which the first token that was left out starts.
    pub first_left_out: usize,
}

/// The tokens of a text.
///
/// English is cut as the training data was: lower case, contractions as in the Penn Treebank
/// (`do|n't`, `it|'s`), initials (`u.s.`), compounds of `- & / .` kept (`half-baked`, `at&t`),
/// `...` and `--`, any other character alone; quotes of all kinds become `'` and `"`.
///
/// Every other script follows UAX #29 (Unicode Text Segmentation): words of alphabets, Hangul and
/// Katakana are one token, with their combining marks; an emoji, a flag or a joined emoji is one.
/// A Chinese ideograph, a Hiragana sign and a cluster of Thai, Lao, Khmer or Burmese are a token
/// each: nothing in the text marks their words, and to find them takes a dictionary of megabytes.
///
/// White space, control characters and invisible format characters (zero-width space, marks of
/// direction, byte order mark) are in no token, save where they stand inside a word. U+FFFD is a
/// token: it is visible, and the reader should see it.
pub fn tokenize(text: &str) -> Vec<Token> {
    Spans { text, at: 0 }.map(|range| token(text, range)).collect()
}

/// The first `most` tokens of a text, and what was cut.
pub fn tokenize_limited(text: &str, most: usize) -> Tokenized {
    let mut spans = Spans { text, at: 0 };
    let tokens: Vec<Token> = spans.by_ref().take(most).map(|range| token(text, range)).collect();
    let cut = spans
        .next()
        .map(|first| Cut { total: tokens.len() + 1 + spans.count(), first_left_out: first.start });
    Tokenized { tokens, cut }
}

fn token(text: &str, range: Range<usize>) -> Token {
    let typed = text.get(range.clone()).unwrap_or_default();
    Token { text: typed.to_owned(), word: normalised(typed), range }
}

/// The byte ranges of the tokens, in order.
struct Spans<'a> {
    text: &'a str,
    at: usize,
}

impl Iterator for Spans<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let start = self
            .text
            .get(self.at..)?
            .char_indices()
            .find(|&(_, c)| !is_blank(c))
            .map(|(offset, _)| self.at + offset)?;
        self.at = token_end(self.text, start);
        let visible = self.text.get(start..self.at)?.trim_end_matches(is_invisible);
        Some(start..start + visible.len())
    }
}

/// Where the token that starts at `start` ends. The order of the alternatives matters.
fn token_end(text: &str, start: usize) -> usize {
    negation(text, start)
        .or_else(|| clitic(text, start))
        .or_else(|| before_negation(text, start))
        .or_else(|| initials(text, start))
        .or_else(|| word(text, start))
        .or_else(|| dots_or_dash(text, start))
        .unwrap_or_else(|| symbol(text, start))
}

/// `n't`, not followed by more of a word.
fn negation(text: &str, at: usize) -> Option<usize> {
    let end = sequence(text, at, &['n', '\'', 't'])?;
    ends_word(text, end).then_some(end)
}

/// `'s 're 've 'll 'd 'm`, not followed by more of a word.
fn clitic(text: &str, at: usize) -> Option<usize> {
    let ('\'', at) = unit(text, at)? else {
        return None;
    };
    [&['s'][..], &['r', 'e'], &['v', 'e'], &['l', 'l'], &['d'], &['m']]
        .into_iter()
        .filter_map(|letters| sequence(text, at, letters))
        .find(|&end| ends_word(text, end))
}

/// The letters before `n't`: `do` of `don't`.
fn before_negation(text: &str, start: usize) -> Option<usize> {
    let mut last = start;
    let mut at = start;
    while let Some(('a'..='z', end)) = unit(text, at) {
        last = at;
        at = end;
    }
    (last > start && negation(text, last).is_some()).then_some(last)
}

/// Two or more single letters, each with its full stop: `u.s.`
fn initials(text: &str, start: usize) -> Option<usize> {
    let mut at = start;
    let mut letters = 0;
    while let Some(('a'..='z', stop)) = unit(text, at)
        && let Some(('.', end)) = unit(text, stop)
    {
        at = end;
        letters += 1;
    }
    (letters >= 2).then_some(at)
}

/// A word or number, with the compounds that `- & / .` make and without the commas of thousands.
fn word(text: &str, start: usize) -> Option<usize> {
    let (mut base, mut at) = unit(text, start)?;
    if !is_word_letter(base) {
        return None;
    }
    while let Some((c, end)) = unit(text, at) {
        if is_extending(c) {
            at = end;
        } else if continues(base, c) {
            (base, at) = (c, end);
        } else if c == ',' && base.is_ascii_digit() && thousands(text, end) {
            at = end;
        } else if let Some((next, after)) = unit(text, end)
            && (compounds(c, next) || inside_word(base, c, next))
        {
            (base, at) = (next, after);
        } else {
            break;
        }
    }
    Some(at)
}

fn dots_or_dash(text: &str, start: usize) -> Option<usize> {
    sequence(text, start, &['.', '.', '.']).or_else(|| sequence(text, start, &['-', '-']))
}

/// One character as a reader sees it: an extended grapheme cluster (UAX #29, section 3).
fn symbol(text: &str, start: usize) -> usize {
    let Some((_, end)) = unit(text, start) else {
        return text.len();
    };
    let length = text.get(start..).and_then(|rest| {
        let cluster = rest.graphemes(true).next()?;
        // A prepended sign (U+0600) takes even a space into its cluster.
        Some(cluster.find(char::is_whitespace).unwrap_or(cluster.len()))
    });
    end.max(start + length.unwrap_or_default())
}

/// The character at byte `at` of the cleaned text, and where its bytes end: lower case, quotes made
/// plain (two single ones are a double one), `-lrb-` and `-rrb-` as parentheses.
fn unit(text: &str, at: usize) -> Option<(char, usize)> {
    let c = char_at(text, at)?;
    let end = at + c.len_utf8();
    let next = || char_at(text, end);
    Some(match c {
        '\'' | '‘' | '’' => match next() {
            Some(second @ ('\'' | '‘' | '’')) => ('"', end + second.len_utf8()),
            _ => ('\'', end),
        },
        '`' if next() == Some('`') => ('"', end + 1),
        '“' | '”' => ('"', end),
        '-' => bracket(text, at).unwrap_or((c, end)),
        _ if c.is_ascii() => (c.to_ascii_lowercase(), end),
        _ => {
            let mut lower = c.to_lowercase();
            match (lower.next(), lower.next()) {
                (Some(single), None) => (single, end),
                // İ is two characters in lower case; the range stays that of the one typed.
                _ => (c, end),
            }
        }
    })
}

fn bracket(text: &str, at: usize) -> Option<(char, usize)> {
    let end = at + "-lrb-".len();
    let code = text.as_bytes().get(at..end)?;
    if code.eq_ignore_ascii_case(b"-lrb-") {
        return Some(('(', end));
    }
    // All left brackets are replaced before the right ones, and the two may share a hyphen.
    let left_follows = text
        .as_bytes()
        .get(end..end + "lrb-".len())
        .is_some_and(|code| code.eq_ignore_ascii_case(b"lrb-"));
    (code.eq_ignore_ascii_case(b"-rrb-") && !left_follows).then_some((')', end))
}

fn char_at(text: &str, at: usize) -> Option<char> {
    text.get(at..)?.chars().next()
}

/// Where `letters` end if they stand at `at`.
fn sequence(text: &str, at: usize, letters: &[char]) -> Option<usize> {
    letters.iter().try_fold(at, |at, &letter| {
        let (c, end) = unit(text, at)?;
        (c == letter).then_some(end)
    })
}

fn ends_word(text: &str, at: usize) -> bool {
    !char_at(text, at)
        .is_some_and(|c| c.is_alphanumeric() || c == '_' || is_extending(c) && !is_blank(c))
}

/// Three digits at `at`.
fn thousands(text: &str, at: usize) -> bool {
    text.as_bytes().get(at..at + 3).is_some_and(|digits| digits.iter().all(u8::is_ascii_digit))
}

/// A letter or digit of Latin-1. Like the expression that cut the training data, à to ÿ with ÷
/// among them; ß, which that expression leaves out, is added.
fn is_latin(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, 'À'..='Ö' | 'Ø'..='ÿ')
}

fn is_beyond_latin(c: char) -> bool {
    c > '\u{ff}'
}

/// Letters and digits that make words with their like: no ideographs, no Hiragana, no Thai.
fn is_word_letter(c: char) -> bool {
    is_latin(c) || is_beyond_latin(c) && c.is_alphanumeric() && is_unbroken(&[c, c])
}

/// Whether `c` goes on with a word whose last letter is `base`.
fn continues(base: char, c: char) -> bool {
    if is_latin(c) && is_latin(base) {
        return true;
    }
    (is_latin(c) || is_beyond_latin(c) && c.is_alphanumeric()) && is_unbroken(&[base, c])
}

/// Hyphen, ampersand, slash or full stop between two parts of a compound.
fn compounds(c: char, next: char) -> bool {
    matches!(c, '-' | '&' | '/' | '.') && is_word_letter(next)
}

/// A sign that UAX #29 keeps inside words and numbers of other scripts: the apostrophe of м'я, the
/// gershayim of צה״ל, the thousands of ١٬٢٣٤. The colon, there for Swedish, is not one.
fn inside_word(base: char, c: char, next: char) -> bool {
    is_beyond_latin(base)
        && is_beyond_latin(next)
        && next.is_alphanumeric()
        && !c.is_alphanumeric()
        && !c.is_whitespace()
        && !matches!(c, ':' | '：')
        && is_unbroken(&[base, c, next])
}

/// A combining mark, joiner or format character: never the start of a word (UAX #29, WB4).
fn is_extending(c: char) -> bool {
    !c.is_ascii() && !c.is_whitespace() && !is_latin(c) && is_unbroken(&['!', c])
}

/// Whether UAX #29 sees no boundary of words inside these characters, four at most.
fn is_unbroken(characters: &[char]) -> bool {
    let mut bytes = [0; 16];
    let mut length = 0;
    for c in characters {
        let Some(room) = bytes.get_mut(length..length + c.len_utf8()) else {
            return false;
        };
        length += c.encode_utf8(room).len();
    }
    bytes
        .get(..length)
        .and_then(|bytes| std::str::from_utf8(bytes).ok())
        .and_then(|text| text.split_word_bounds().next())
        .is_some_and(|first| first.len() == length)
}

/// In no token when it stands outside a word.
fn is_blank(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || is_invisible(c)
        || matches!(c,
            '\u{34f}' | '\u{180b}'..='\u{180f}' | '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// Soft hyphen, zero-width space, word joiner, marks of direction, byte order mark, annotation:
/// they change no word. Joiners and variation selectors do, and are not among them.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// The word of a token as typed.
fn normalised(typed: &str) -> String {
    // Of the whole token, not letter by letter: a final Σ is ς.
    let lower: String = typed.to_lowercase().chars().filter(|&c| !is_invisible(c)).collect();
    let mut word = String::with_capacity(lower.len());
    let mut at = 0;
    while let Some((c, end)) = unit(&lower, at) {
        let comma_of_thousands = c == ','
            && word.ends_with(|last: char| last.is_ascii_digit())
            && thousands(&lower, end);
        if !comma_of_thousands {
            word.push(c);
        }
        at = end;
    }
    if is_number(&word) {
        word.replace_range(.., NUMBER);
    }
    word
}

/// Digits of any script with `. , / -`, or the Arabic decimal and thousands signs, among them.
fn is_number(word: &str) -> bool {
    let digit =
        |c: char| c.is_ascii_digit() || is_beyond_latin(c) && c.is_numeric() && is_word_letter(c);
    word.chars().any(digit)
        && word
            .chars()
            .all(|c| digit(c) || matches!(c, '.' | ',' | '/' | '-' | '\u{66b}' | '\u{66c}'))
}
