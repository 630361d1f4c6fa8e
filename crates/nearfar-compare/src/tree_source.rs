//! Where trees come from, as texts: which sentences of several are listed, where a text is wrong, and what is said
//! when typing takes a tree away.

use nearfar::text::dependency::DependencyTree;

/// The most sentences that are listed at once; a search finds the others.
pub const MOST_LISTED: usize = 100;
/// A search is offered for more sentences than this.
pub const FEW: usize = 20;

/// The places of the texts that hold what is looked for, in small letters or capitals.
pub fn found(texts: &[String], wanted: &str) -> Vec<usize> {
    let wanted = wanted.to_lowercase();
    let found = texts.iter().enumerate().filter(|(_, text)| text.to_lowercase().contains(&wanted));
    found.map(|(place, _)| place).collect()
}

/// What a sentence's comments say of it, beside its name and its text; empty where they say nothing.
pub fn remarks(tree: &DependencyTree) -> String {
    let comments = tree.comments().iter().map(String::as_str);
    comments.filter(|comment| !comment.contains('=')).collect::<Vec<_>>().join(" ")
}

/// The text of bytes in UTF-8.
///
/// # Errors
/// The line, from 1, of the first bytes that are none.
pub fn text_of(bytes: Vec<u8>) -> Result<String, usize> {
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let before = error.as_bytes().get(..valid).unwrap_or_default();
        1 + before.iter().filter(|byte| **byte == b'\n').count()
    })
}

/// Where a line, from 1, starts and ends in a text, in UTF-16 units, as the browser counts.
pub fn line_in_utf16(text: &str, line: usize) -> (u32, u32) {
    let length = |text: &str| text.encode_utf16().count() as u32;
    let mut from = 0;
    for (content, number) in text.split('\n').zip(1..) {
        let to = from + length(content);
        if number == line {
            return (from, to);
        }
        from = to + 1;
    }
    (0, 0)
}

/// A sentence as it is typed: whether it has no tree yet, and its words.
pub type Typed = (bool, Vec<String>);

/// Whether a change from `before` to `now` takes a tree away by typing (`true`), or brings another one after that
/// (`false`); `None` for any other.
pub fn typed_over(before: &Typed, now: &Typed) -> Option<bool> {
    match (before.0, now.0) {
        (false, true) if before.1 != now.1 => Some(true),
        (true, false) => Some(false),
        _ => None,
    }
}
