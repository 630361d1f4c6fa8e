//! A sentence with holes, and how they are filled.
//!
//! A pattern is text with `⟨0⟩` where argument 0 stands, and `⟨0¦one=…¦other=…⟩` where the text depends on
//! how many argument 0 is: a number's own case first, then its plural category, then `other`.

use std::fmt::{Display, Write as _};

use nearfar::picture::scale::format_count;

use crate::rich::Rich;

/// What an argument is.
pub enum Given<'a> {
    /// How many; written as [`format_count`] does.
    Count(usize),
    /// Any text, as it is.
    Text(&'a dyn Display),
}

/// The sentence.
pub fn plain(pattern: &str, given: &[Given]) -> String {
    let mut text = String::with_capacity(pattern.len() + 8 * given.len());
    fill(pattern, given, &mut |part, _| text.push_str(part));
    text
}

/// The sentence with its marks. What is given has none: a `<` of an argument is that character.
pub fn rich(pattern: &str, given: &[Given]) -> Rich {
    let mut rich = Rich::default();
    fill(pattern, given, &mut |part, is_given| {
        if is_given { rich.push(part) } else { rich.read(part) }
    });
    rich
}

/// Tells the parts of the sentence, and whether each was given.
fn fill(pattern: &str, given: &[Given], tell: &mut dyn FnMut(&str, bool)) {
    let mut rest = pattern;
    while let Some((before, hole)) = rest.split_once('⟨') {
        tell(before, false);
        let (hole, after) = hole.split_at(end(hole));
        rest = after.strip_prefix('⟩').unwrap_or(after);
        let (index, cases) = match hole.split_once('¦') {
            Some((index, cases)) => (index, Some(cases)),
            None => (hole, None),
        };
        let argument = index.parse::<usize>().ok().and_then(|index| given.get(index));
        match (argument, cases) {
            (Some(&Given::Count(count)), Some(cases)) => fill(case(cases, count), given, tell),
            (Some(&Given::Count(count)), None) => tell(&format_count(count as u64), true),
            (Some(Given::Text(text)), _) => {
                let mut written = String::new();
                let _ = write!(written, "{text}");
                if written.contains(is_right_to_left) {
                    written = format!("{ISOLATE}{written}{END_OF_ISOLATE}");
                }
                tell(&written, true);
            }
            (None, _) => {}
        }
    }
    tell(rest, false);
}

/// Between these two the order of characters is the text's own, and does not turn the numbers around it.
const ISOLATE: char = '\u{2068}';
const END_OF_ISOLATE: char = '\u{2069}';

/// Whether it is of a script that is written from right to left.
const fn is_right_to_left(character: char) -> bool {
    matches!(character, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// Where the hole ends that begins before this text.
fn end(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, character) in text.char_indices() {
        match character {
            '⟨' => depth += 1,
            '⟩' if depth == 0 => return at,
            '⟩' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// The text for so many.
fn case(cases: &str, count: usize) -> &str {
    let find = |wanted: &str| {
        let mut rest = cases;
        loop {
            let (one, after) = split_case(rest);
            if let Some((name, text)) = one.split_once('=')
                && name == wanted
            {
                return Some(text);
            }
            rest = after?;
        }
    };
    find(&count.to_string())
        .or_else(|| find(&plural_category(count)))
        .or_else(|| find("other"))
        .unwrap_or_default()
}

/// The first case and what is behind it. A hole within a case keeps its own bars.
fn split_case(cases: &str) -> (&str, Option<&str>) {
    let mut depth = 0_usize;
    for (at, character) in cases.char_indices() {
        match character {
            '⟨' => depth += 1,
            '⟩' => depth = depth.saturating_sub(1),
            '¦' if depth == 0 => return (&cases[..at], Some(&cases[at + '¦'.len_utf8()..])),
            _ => {}
        }
    }
    (cases, None)
}

#[cfg(target_arch = "wasm32")]
fn plural_category(count: usize) -> String {
    use js_sys::{Array, Intl, Object};
    thread_local! {
        static RULES: Intl::PluralRules =
            Intl::PluralRules::new(&Array::of1(&crate::language::shown().into()), &Object::new());
    }
    RULES.with(|rules| rules.select(count as f64).into())
}

#[cfg(not(target_arch = "wasm32"))]
fn plural_category(count: usize) -> String {
    use intl_pluralrules::{PluralRuleType, PluralRules};
    let language: unic_langid::LanguageIdentifier =
        crate::language::shown().parse().unwrap_or_default();
    let category = PluralRules::create(language, PluralRuleType::CARDINAL)
        .ok()
        .and_then(|rules| rules.select(count).ok());
    category.map_or_else(|| "other".into(), |category| format!("{category:?}").to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKENS: &str = "⟨1⟩: ⟨0¦0=no token¦one=⟨0⟩ token of ⟨1⟩¦other=⟨0⟩ tokens⟩.";

    #[test]
    fn a_number_takes_its_case_then_its_category() {
        let of = |count| plain(TOKENS, &[Given::Count(count), Given::Text(&"A")]);
        assert_eq!(of(0), "A: no token.");
        assert_eq!(of(1), "A: 1 token of A.");
        assert_eq!(of(12_345), "A: 12\u{202f}345 tokens.");
    }

    #[test]
    fn what_is_given_is_text_whatever_it_holds() {
        let given = [Given::Text(&"⟨0⟩ </b>")];
        assert_eq!(plain("“⟨0⟩” ends", &given), "“⟨0⟩ </b>” ends");
        assert_eq!(rich("a <b>⟨0⟩</b>", &given).plain(), "a ⟨0⟩ </b>");
    }

    #[test]
    fn what_runs_from_right_to_left_leaves_the_numbers_in_order() {
        let pair = "“⟨0⟩” (⟨1⟩) → “⟨2⟩”";
        let said =
            |word: &str| plain(pair, &[Given::Text(&word), Given::Count(1), Given::Text(&"cat")]);
        assert_eq!(said("כלב"), "“\u{2068}כלב\u{2069}” (1) → “cat”");
        assert_eq!(said("كلب"), "“\u{2068}كلب\u{2069}” (1) → “cat”");
        for word in ["dog", "犬", "개", "chien, élève", "7", "…"] {
            assert!(!said(word).contains(ISOLATE), "{word}");
        }
    }

    #[test]
    fn a_pattern_that_is_cut_off_is_no_panic() {
        for pattern in ["⟨", "⟨0", "⟨0¦", "⟨9⟩x", "⟨0¦one", "⟨0¦one=⟨0", "⟩"] {
            let _ = plain(pattern, &[Given::Count(1)]);
        }
    }
}
