//! Where trees come from, as texts: which sentences of several are listed, where a text is wrong, and what is said
//! when typing takes a tree away.

use std::sync::Arc;

use nearfar::picture::scale::format_count;
use nearfar::text::dependency::conllu::LONGEST_TEXT;
use nearfar::text::dependency::{DependencyTree, Parsed, parse};
use nearfar_texts::compare as texts;
use nearfar_texts::words::reason;

use crate::sentence::forms;

/// The most sentences that are listed at once; a search finds the others.
const MOST_LISTED: usize = 100;
/// A search is offered for more sentences than this.
pub const FEW: usize = 20;

/// How many texts hold what is looked for, in small letters or capitals, and the places of those that are listed.
pub fn found(texts: &[String], wanted: &str) -> (usize, Vec<usize>) {
    let wanted = wanted.to_lowercase();
    let found = texts.iter().enumerate().filter(|(_, text)| text.to_lowercase().contains(&wanted));
    let mut places: Vec<usize> = found.map(|(place, _)| place).collect();
    let count = places.len();
    places.truncate(MOST_LISTED);
    (count, places)
}

/// How many sentences were found, and whether all of them are listed.
pub fn count(found: usize) -> String {
    match found > MOST_LISTED {
        true => texts::offer_count_cut(found, MOST_LISTED),
        false => texts::offer_count(found, found),
    }
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

    /// The sentences as texts.
    pub fn texts(&self) -> Vec<String> {
        let sentences = self.sentences.iter().flat_map(|sentences| sentences.iter());
        sentences.map(DependencyTree::text).collect()
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

/// What comes of something that is done with sentences.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Done {
    /// Nothing but what is told.
    #[default]
    Nothing,
    /// The tree is this one now.
    Tree(DependencyTree),
    /// Sentences are offered ([`Desk::offer`]).
    Offer,
}

/// What is offered, pasted and told of where trees come from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Desk {
    /// What could not be read or written, or was done; empty for nothing.
    pub told: String,
    /// Whether that is an error.
    pub is_error: bool,
    /// What is offered.
    pub offer: Offer,
    /// What stands in the field for pasted text; it is kept when its dialog closes.
    pub pasted: String,
    /// Why that could not be read.
    pub problem: Option<String>,
    /// The sentence as it was typed last.
    typed: Option<Typed>,
}

impl Desk {
    /// Tells something.
    pub fn tell(&mut self, told: impl Into<String>, is_error: bool) {
        (self.told, self.is_error) = (told.into(), is_error);
    }

    /// The sentence has no tree any more.
    pub fn remove(&mut self, tree: &DependencyTree) -> Done {
        self.tell(texts::source_removed(), false);
        Done::Tree(DependencyTree::unparsed(&forms(tree)))
    }

    /// Of so many files the first is read, under the name that is returned; `None` where it is too large, which is told.
    pub fn first_of(&mut self, count: usize, file: String, bytes: f64) -> Option<String> {
        let name = if count > 1 { texts::source_first_file(file, count) } else { file };
        let problem = too_large(&name, bytes);
        if let Some(problem) = &problem {
            self.tell(problem, true);
        }
        problem.is_none().then_some(name)
    }

    /// The tree was copied, or could not be.
    pub fn copied(&mut self, is_copied: bool) {
        match is_copied {
            true => self.tell(texts::source_copied(), false),
            false => self.tell(texts::source_not_copied(), true),
        }
    }

    /// The sentence is typed as it is now: that this took a tree away is told, until there is one again.
    pub fn typed(&mut self, now: Typed) {
        let over = texts::source_typed_over();
        match self.typed.replace(now.clone()).and_then(|before| typed_over(&before, &now)) {
            Some(true) => self.tell(over, false),
            Some(false) if self.told == over => self.tell("", false),
            _ => {}
        }
    }

    /// The examples of the site are offered once they come.
    pub fn await_examples(&mut self) -> Done {
        self.offer = Offer { title: texts::source_examples().to_owned(), ..Offer::default() };
        Done::Offer
    }

    /// They came, or why they did not. What was offered in the meantime stays.
    pub fn examples_came(&mut self, read: Result<Parsed, String>) {
        if self.offer.is_coming() {
            self.offer = std::mem::take(&mut self.offer).came(read);
        }
    }

    /// The bytes of a file came, or why they did not. One sentence is taken, several are offered.
    pub fn came(&mut self, name: &str, bytes: Result<Vec<u8>, String>) -> Done {
        match bytes.and_then(read) {
            Ok(parsed) => self.take(name, parsed),
            Err(problem) => {
                self.tell(texts::source_not_read(name, problem), true);
                Done::Nothing
            }
        }
    }

    /// Reads what was pasted.
    ///
    /// # Errors
    /// The line, from 1, at which it is wrong; why is the problem that is shown.
    pub fn read_pasted(&mut self) -> Result<Done, usize> {
        match parse(&self.pasted) {
            Ok(parsed) => {
                self.problem = None;
                self.pasted.clear();
                Ok(self.take(texts::source_pasted(), parsed))
            }
            Err(error) => {
                let line = error.line;
                self.problem = Some(texts::source_not_read_pasted(error));
                Err(line)
            }
        }
    }

    /// Takes the offered sentence at a place.
    pub fn take_offered(&mut self, place: usize) -> Done {
        let Offer { title, notes, .. } = &self.offer;
        let Some(tree) = self.offer.at(place).cloned() else { return Done::Nothing };
        let said = shown(title, &tree, notes);
        self.tell(said, false);
        Done::Tree(tree)
    }

    fn take(&mut self, from: &str, parsed: Parsed) -> Done {
        match taken(from, parsed) {
            Some(Taken::One(tree, notes)) => {
                self.tell(shown(from, &tree, &notes), false);
                Done::Tree(tree)
            }
            Some(Taken::Several(offer)) => {
                // What went wrong with another file is over.
                self.tell("", false);
                self.offer = offer;
                Done::Offer
            }
            None => Done::Nothing,
        }
    }
}

/// Why a file of so many bytes is not read: it is too large.
pub fn too_large(name: &str, bytes: f64) -> Option<String> {
    let is_too_large = bytes > LONGEST_TEXT as f64;
    is_too_large
        .then(|| texts::source_too_large(name, format_count(bytes as u64), LONGEST_TEXT >> 20))
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
