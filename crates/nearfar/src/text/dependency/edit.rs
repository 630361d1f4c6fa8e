//! Changing a tree: either the new tree, or the reason why it would be none. The old one is never touched.

use super::vocabulary::{PartOfSpeech, Relation};
use super::{DependencyTree, Word, check};

/// Why a change would leave no tree. Words are counted from 1, 0 is ROOT.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// There is no such word.
    #[error("there is no word {word}: the sentence has {words}")]
    NoSuchWord {
        /// Which.
        word: usize,
        /// How many there are.
        words: usize,
    },
    /// There is no such head.
    #[error(
        "word {word} cannot be attached to {head}: the sentence has {words} words, and 0 is ROOT"
    )]
    NoSuchHead {
        /// Which word.
        word: usize,
        /// The head.
        head: usize,
        /// How many words there are.
        words: usize,
    },
    /// A word would hang on itself.
    #[error(
        "word {word} cannot be attached to word {head}, which is attached to word {word}: that would be a cycle; \
         move word {head} first"
    )]
    Cycle {
        /// Which word.
        word: usize,
        /// The head.
        head: usize,
    },
    /// Two words would hang on ROOT.
    #[error(
        "word {word} cannot be attached to ROOT, since word {root} is: a sentence has one root; make word \
         {word} the root instead, and word {root} will be attached to it"
    )]
    SecondRoot {
        /// Which word.
        word: usize,
        /// The word on ROOT.
        root: usize,
    },
    /// The relation `root` belongs to the word on ROOT, and to no other.
    #[error(
        "word {word} {}; `root` is the relation of the one word on ROOT",
        if *.on_root { "is attached to ROOT, and its relation must be `root`" }
        else { "is not attached to ROOT, and its relation cannot be `root`" }
    )]
    RootRelation {
        /// Which word.
        word: usize,
        /// Whether it hangs on ROOT.
        on_root: bool,
    },
}

impl DependencyTree {
    fn word_at(&self, word: usize) -> Result<&Word, EditError> {
        let missing = EditError::NoSuchWord { word, words: self.words.len() };
        word.checked_sub(1).and_then(|place| self.words.get(place)).ok_or(missing)
    }

    fn changed(&self, word: usize, change: impl FnOnce(&mut Word)) -> Result<Self, EditError> {
        self.word_at(word)?;
        let mut words = self.words.clone();
        if let Some(word) = words.get_mut(word - 1) {
            change(word);
        }
        self.with_words(words)
    }

    fn with_words(&self, words: Vec<Word>) -> Result<Self, EditError> {
        let tree = check(&words)?;
        let (spans, comments) = (self.spans.clone(), self.comments.clone());
        Ok(DependencyTree { words, spans, comments, origin: self.origin.after_edit(), tree })
    }

    /// Hangs a word on another, both from 1. Its relation stays. Arcs may cross
    /// ([`DependencyTree::crossings`] reports them).
    ///
    /// # Errors
    /// Where there is no such word or head, the head hangs on the word, or the word would be a second
    /// one on ROOT.
    pub fn set_head(&self, word: usize, head: usize) -> Result<Self, EditError> {
        let old = self.word_at(word)?;
        if head > self.words.len() {
            return Err(EditError::NoSuchHead { word, head, words: self.words.len() });
        }
        if old.head == head {
            return Ok(self.clone());
        }
        if head == 0 {
            let root = self.root().unwrap_or(word);
            return Err(EditError::SecondRoot { word, root });
        }
        // Up from the head: whoever meets the word hangs on it.
        let mut above = std::iter::successors(Some(head), |&node| self.tree.parent(node));
        if above.any(|node| node == word) {
            return Err(EditError::Cycle { word, head });
        }
        self.changed(word, |word| word.head = head)
    }

    /// Makes a word the one on ROOT. The word that was there hangs on it, with the relation that the new
    /// root had.
    ///
    /// # Errors
    /// Where there is no such word.
    pub fn make_root(&self, word: usize) -> Result<Self, EditError> {
        let relation = self.word_at(word)?.relation.clone();
        let Some(old) = self.root().filter(|&old| old != word) else {
            return Ok(self.clone());
        };
        let mut words = self.words.clone();
        for (each, node) in words.iter_mut().zip(1..) {
            if node == word {
                (each.head, each.relation) = (0, Relation::ROOT);
            } else if node == old {
                (each.head, each.relation) = (word, relation.clone());
            }
        }
        self.with_words(words)
    }

    /// Gives a word another relation to its head.
    ///
    /// # Errors
    /// Where there is no such word, or `root` is given to a word that is not on ROOT, or taken from the
    /// one that is.
    pub fn set_relation(&self, word: usize, relation: Relation) -> Result<Self, EditError> {
        self.changed(word, |word| word.relation = relation)
    }

    /// Gives a word another part of speech.
    ///
    /// # Errors
    /// Where there is no such word.
    pub fn set_part_of_speech(&self, word: usize, part: PartOfSpeech) -> Result<Self, EditError> {
        self.changed(word, |word| word.part_of_speech = part)
    }
}
