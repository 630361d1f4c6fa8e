//! The rules of texts: no sentence in a view, no key that no view uses.

use std::collections::BTreeSet;
use std::str::FromStr;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::texts;

/// Attributes whose words no user reads.
const NOT_READ: &[&str] = &[
    "autocomplete",
    "class",
    "d",
    "doc",
    "for",
    "id",
    "name",
    "pattern",
    "points",
    "rel",
    "role",
    // A sentence to begin with is what users type.
    "sentence",
    "sizes",
    "style",
    "transform",
    "type",
    "value",
    "viewBox",
];
/// Functions and macros that take names, selectors, or words for a developer.
const NOT_SHOWN: &[&str] = &[
    "append",
    "closest",
    "expect",
    "focus_first",
    "get",
    "includes",
    "matches",
    "query_selector",
    "query_selector_all",
    "scroll_to",
    "skip_into",
    "unreachable",
];
/// What a browser calls keys.
const KEYS: &[&str] = &[
    "ArrowDown",
    "ArrowLeft",
    "ArrowRight",
    "ArrowUp",
    "End",
    "Enter",
    "Escape",
    "Home",
    "PageDown",
    "PageUp",
    "Tab",
];

/// A sentence that stands where it should not.
#[derive(Debug, PartialEq, Eq)]
pub struct Found {
    /// From 1.
    pub line: usize,
    /// The sentence.
    pub text: String,
}

/// The sentences of a Rust source, tests aside.
///
/// # Errors
/// What the source has that is no Rust.
pub fn in_source(source: &str) -> Result<Vec<Found>, String> {
    let tokens = TokenStream::from_str(source).map_err(|error| error.to_string())?;
    let mut found = Vec::new();
    walk(tokens, "", &mut found);
    Ok(found)
}

/// `called` is the name of what the tokens are given to.
fn walk(tokens: TokenStream, called: &str, found: &mut Vec<Found>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut is_test = false;
    for (at, token) in tokens.iter().enumerate() {
        let before = tokens.get(..at).unwrap_or_default();
        match token {
            TokenTree::Group(group) => {
                let inner = group.stream();
                if group.delimiter() == Delimiter::Bracket && is_attribute(before) {
                    is_test |= inner.to_string().replace(' ', "") == "cfg(test)";
                    continue;
                }
                let is_skipped = is_test && group.delimiter() == Delimiter::Brace;
                if is_skipped {
                    is_test = false;
                } else {
                    walk(inner, &name_before(before), found);
                }
            }
            TokenTree::Literal(literal) => {
                let Some(text) = string(&literal.to_string()) else { continue };
                let name = attribute(before);
                let is_exempt = NOT_READ.contains(&name.as_str())
                    || name.starts_with("data-")
                    || NOT_SHOWN.contains(&called)
                    || KEYS.contains(&text.as_str());
                if !is_exempt && is_read(&text) {
                    found.push(Found { line: literal.span().start().line, text });
                }
            }
            _ => {}
        }
    }
}

/// Whether `#` or `#!` stands before.
fn is_attribute(before: &[TokenTree]) -> bool {
    let mut signs = before.iter().rev().map_while(|token| match token {
        TokenTree::Punct(sign) => Some(sign.as_char()),
        _ => None,
    });
    matches!((signs.next(), signs.next()), (Some('#'), _) | (Some('!'), Some('#')))
}

/// The function or macro whose arguments follow.
fn name_before(before: &[TokenTree]) -> String {
    let mut back = before.iter().rev();
    match back.next() {
        Some(TokenTree::Ident(name)) => name.to_string(),
        Some(TokenTree::Punct(sign)) if sign.as_char() == '!' => match back.next() {
            Some(TokenTree::Ident(name)) => name.to_string(),
            _ => String::new(),
        },
        _ => String::new(),
    }
}

/// `aria-label` where `aria-label =` stands before, or the name of a field.
fn attribute(before: &[TokenTree]) -> String {
    let Some((TokenTree::Punct(sign), rest)) = before.split_last() else { return String::new() };
    if !matches!(sign.as_char(), '=' | ':') {
        return String::new();
    }
    let mut name = Vec::new();
    let mut wants_name = true;
    for token in rest.iter().rev() {
        match token {
            TokenTree::Ident(ident) if wants_name => name.push(ident.to_string()),
            TokenTree::Punct(sign) if !wants_name && matches!(sign.as_char(), '-' | ':') => {
                name.push(sign.as_char().to_string());
            }
            _ => break,
        }
        wants_name = !wants_name;
    }
    name.reverse();
    name.concat()
}

/// What a string literal says; none for another literal.
fn string(literal: &str) -> Option<String> {
    let text = literal.trim_start_matches(['r', '#']).trim_end_matches('#');
    Some(text.strip_prefix('"')?.strip_suffix('"')?.to_owned())
}

/// Whether a person would read it: two words, or one that begins as a sentence does.
fn is_read(text: &str) -> bool {
    // What is put in is no word.
    let mut plain = String::new();
    let mut depth = 0_usize;
    for character in text.chars() {
        match character {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if depth == 0 => plain.push(character),
            _ => {}
        }
    }
    let is_word = |word: &str| {
        let word = word.trim_matches(|sign: char| ".,:;!?“”()…".contains(sign));
        word.chars().count() > 1
            && word.chars().all(|letter| letter.is_alphabetic() || letter == '’')
    };
    // “Undo”, and neither “NaN” nor “Wq”, which are names.
    let is_capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().is_some_and(char::is_uppercase)
            && letters.clone().count() > 1
            && letters.all(|letter| !letter.is_uppercase())
    };
    let words: Vec<&str> = plain.split_whitespace().collect();
    match words.as_slice() {
        [word] => is_word(word) && is_capital(word),
        words => words.windows(2).any(|pair| pair.iter().all(|word| is_word(word))),
    }
}

/// The keys of a resource that none of the sources uses, as `module::key`: by its function, by its name in a
/// literal (`"KEY"` for `KEY-about`, too), in index.html, or in another message.
///
/// # Errors
/// What the resource has that cannot be read.
pub fn unused(module: &str, resource: &str, sources: &[&str]) -> Result<Vec<String>, String> {
    let names: BTreeSet<String> =
        texts::messages(resource)?.into_iter().map(|message| message.name).collect();
    let is_called = |source: &str, name: &str| {
        source.match_indices(name).any(|(at, _)| {
            let before = source.get(..at).unwrap_or_default();
            let after = source.get(at + name.len()..).unwrap_or_default();
            let goes_on = |letter: char| letter.is_alphanumeric() || letter == '_';
            before.ends_with("::") && !after.starts_with(goes_on)
        })
    };
    let is_used = |name: &str| {
        let key = name.replace('_', "-");
        let in_page = format!("{{{{{module}.{key}");
        let literals =
            [format!("\"{key}\""), format!("\"{}\"", key.strip_suffix("-about").unwrap_or(&key))];
        resource.contains(&format!("{{ {key} }}"))
            || sources.iter().any(|source| {
                source.split(&in_page).skip(1).any(|after| after.starts_with([' ', '}']))
                    || literals.iter().any(|literal| source.contains(literal))
                    || is_called(source, name)
            })
    };
    Ok(names
        .into_iter()
        .filter(|name| !is_used(name))
        .map(|name| format!("{module}::{name}"))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(source: &str) -> Vec<usize> {
        in_source(source).expect("it is Rust").iter().map(|found| found.line).collect()
    }

    #[test]
    fn a_sentence_in_a_view_is_found() {
        let view = "fn a() {\n view! {\n <p class=\"not read\" title=\"Is read\">\n\"What a user reads.\" </p> }\n}";
        assert_eq!(lines(view), [3, 4]);
        assert_eq!(lines("fn a() { store.notify(\"The file is gone.\") }"), [1]);
        assert_eq!(lines("fn a() { format!(\"{count} of {all} tokens left\") }"), [1]);
        assert_eq!(lines("const A: &str = \"Undo\";"), [1]);
    }

    #[test]
    fn names_and_words_for_developers_are_none() {
        let none = "//! A doc comment.\nfn a() { b.expect(\"it is there\"); c(\"lab-title\"); d(\"{a} → {b}\"); }";
        assert_eq!(lines(none), []);
        assert_eq!(lines("view! { <g data-probe=\"one two\" class:a=b class=\"one two\" /> }"), []);
        assert_eq!(lines("#[cfg(test)] mod tests { const A: &str = \"Only a test.\"; }"), []);
    }

    #[test]
    fn a_key_without_a_use_is_found() {
        let resource = "title = Sentence\ntitle-long = The sentence\n";
        let unused = |source| unused("lab", resource, &[source]).expect("it can be read");
        assert_eq!(unused("texts::lab::title_long()"), ["lab::title"]);
        assert!(unused("texts::lab::title_long() texts::lab::title()").is_empty());
    }
}
