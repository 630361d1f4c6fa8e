//! A tree as a short text for a link: where it comes from, then one entry for each word. Only characters
//! that a link shows as they are stand between the words' own.
//!
//! `r_2.PRON.nsubj.I_0.VERB.root.think`: read; word 1 hangs on 2, is a pronoun, the subject, "I"; and so
//! on. `n_I_think` is "no tree yet". In words, `*` is `*a` and `_` is `*u`; in relations `:` is `-`. What
//! only CoNLL-U holds (lemmas, features, comments, spans) is left out.

use super::edit::EditError;
use super::vocabulary::{PartOfSpeech, Relation};
use super::{DependencyTree, Origin, Word, quoted};
use crate::text::token::MAX_TOKENS;

/// The most bytes of one word.
pub const LONGEST_WORD: usize = 256;

/// Why a text is no tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompactError {
    /// The first letter is none of `n`, `b`, `r`, `e`.
    #[error("the tree starts with {found}, not with n, b, r or e and an underscore")]
    Start {
        /// What it starts with.
        found: String,
    },
    /// An entry is not `HEAD.POS.relation.form`.
    #[error("word {word} of the tree, {found}, is not HEAD.POS.relation.form")]
    Entry {
        /// Which, from 1.
        word: usize,
        /// The entry.
        found: String,
    },
    /// A word is empty or too long.
    #[error("word {word} of the tree has {bytes} bytes; 1 to {LONGEST_WORD} are possible")]
    Length {
        /// Which, from 1.
        word: usize,
        /// How many.
        bytes: usize,
    },
    /// There are too many words.
    #[error("the tree has more than {MAX_TOKENS} words")]
    TooMany,
    /// The words are no tree.
    #[error(transparent)]
    Tree(#[from] EditError),
}

const ORIGINS: [(Origin, &str); 4] =
    [(Origin::NoTreeYet, "n"), (Origin::Begun, "b"), (Origin::Read, "r"), (Origin::Edited, "e")];

impl DependencyTree {
    /// The text for a link.
    pub fn to_compact(&self) -> String {
        let letter = ORIGINS.iter().find(|(origin, _)| *origin == self.origin);
        let mut text = letter.map_or("n", |(_, letter)| letter).to_owned();
        for word in &self.words {
            text.push('_');
            if self.origin != Origin::NoTreeYet {
                let relation = word.relation.to_string().replace(':', "-");
                text += &format!("{}.{}.{relation}.", word.head, word.part_of_speech);
            }
            text += &word.form.replace('*', "*a").replace('_', "*u");
        }
        text
    }

    /// The tree of a text of [`DependencyTree::to_compact`].
    ///
    /// # Errors
    /// [`CompactError`], which names the word.
    pub fn from_compact(text: &str) -> Result<Self, CompactError> {
        let mut entries = text.split('_');
        let first = entries.next().unwrap_or_default();
        let origin = ORIGINS.iter().find(|(_, letter)| *letter == first).map(|(origin, _)| *origin);
        let origin = origin.ok_or_else(|| CompactError::Start { found: quoted(first) })?;
        let mut words: Vec<Word> = Vec::new();
        for entry in entries {
            if words.len() == MAX_TOKENS {
                return Err(CompactError::TooMany);
            }
            let place = words.len() + 1;
            let bad = || CompactError::Entry { word: place, found: quoted(entry) };
            let (word, form) = if origin == Origin::NoTreeYet {
                let relation = if place == 1 { Relation::ROOT } else { Relation::UNSPECIFIED };
                (Word::new("", PartOfSpeech::X, place - 1, relation), entry)
            } else {
                let mut parts = entry.splitn(4, '.');
                let mut part = || parts.next().ok_or_else(bad);
                let head = part()?.parse().map_err(|_| bad())?;
                let part_of_speech = PartOfSpeech::from_tag(part()?).ok_or_else(bad)?;
                let relation =
                    Relation::from_text(&part()?.replace('-', ":")).map_err(|_| bad())?;
                (Word::new("", part_of_speech, head, relation), part()?)
            };
            let form = form.replace("*u", "_").replace("*a", "*");
            if form.is_empty() || form.len() > LONGEST_WORD {
                return Err(CompactError::Length { word: place, bytes: form.len() });
            }
            words.push(Word { form, ..word });
        }
        Ok(DependencyTree::new(words, origin)?)
    }
}
