//! Where trees come from, as texts: which sentences of several are listed, where a text is wrong, and what is said
//! when typing takes a tree away.

use std::sync::Arc;

use nearfar::text::dependency::conllu::LONGEST_TEXT;
use nearfar::text::dependency::{DependencyTree, Parsed, parse};
use nearfar_texts::compare as texts;
use nearfar_texts::words::reason;

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

/// What is said of a sentence in a list: what its comments say, else how long it is.
pub fn about(tree: &DependencyTree) -> String {
    let remarks = remarks(tree);
    if remarks.is_empty() { texts::offer_words(tree.words().len()) } else { remarks }
}

/// Sentences with their trees, one of which is to be chosen. Neither sentences nor a problem: they are on their way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Offer {
    /// What is written over them.
    pub title: String,
    /// What is offered.
    pub sentences: Option<Arc<Vec<DependencyTree>>>,
    /// Why nothing is.
    pub problem: Option<String>,
    /// What a reader left out, for whichever is chosen.
    pub notes: Vec<String>,
}

impl Offer {
    /// What came of what was on its way.
    pub fn came(self, read: Result<Parsed, String>) -> Offer {
        match read {
            Ok(parsed) => Offer { sentences: Some(Arc::new(parsed.sentences)), ..self },
            Err(problem) => Offer { problem: Some(problem), ..self },
        }
    }

    /// Whether it is on its way.
    pub fn is_coming(&self) -> bool {
        self.sentences.is_none() && self.problem.is_none()
    }

    /// The sentence at a place.
    pub fn at(&self, place: usize) -> Option<&DependencyTree> {
        self.sentences.as_ref()?.get(place)
    }
}

/// What becomes of sentences that were read.
#[derive(Clone, Debug, PartialEq)]
pub enum Taken {
    /// The only one is shown.
    One(DependencyTree, Vec<String>),
    /// Several are offered.
    Several(Offer),
}

/// One sentence is shown, with what the reader left out of it; several are offered. `from` is where they come from.
pub fn taken(from: &str, parsed: Parsed) -> Option<Taken> {
    let mut notes = parsed.notes.sentences();
    let mut sentences = parsed.sentences;
    if sentences.len() < 2 {
        return Some(Taken::One(sentences.pop()?, notes));
    }
    notes.iter_mut().for_each(|note| *note = texts::source_note_of_all(&note));
    let title = texts::source_several(from, sentences.len());
    let sentences = Some(Arc::new(sentences));
    Some(Taken::Several(Offer { title, sentences, problem: None, notes }))
}

/// What is said of a tree that is shown.
pub fn shown(from: &str, tree: &DependencyTree, notes: &[String]) -> String {
    let said = texts::source_shown(from, tree.words().len());
    notes.iter().fold(said, |said, note| format!("{said} {}", reason(note)))
}

/// Why a file of so many bytes is not read: it is too large.
pub fn too_large(name: &str, bytes: f64) -> Option<String> {
    let is_too_large = bytes > LONGEST_TEXT as f64;
    is_too_large.then(|| texts::source_too_large(name, bytes as u64, LONGEST_TEXT >> 20))
}

/// CoNLL-U from bytes.
///
/// # Errors
/// What is wrong with them, with the line.
pub fn read(bytes: Vec<u8>) -> Result<Parsed, String> {
    let text = text_of(bytes).map_err(texts::source_not_utf8)?;
    parse(&text).map_err(|error| error.to_string())
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
