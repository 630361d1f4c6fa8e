//! The sentence with its tree and the choices, as the room has them and the page keeps them for links and undo: what
//! typing and another tree change, what of the page's is news to the room, and what the page is handed.

use std::sync::Arc;

use nearfar::settings::{DEFAULT_SENTENCE, Settings};
use nearfar::text::dependency::compact::CompactError;
use nearfar::text::dependency::{DependencyTree, Origin};
use nearfar::text::token::tokenize;
use nearfar_kit::Mirror;

use crate::choices::{Choices, Misread, OPENING};
use crate::protocol::{MOST_MEMORY, MOST_TOKENS, Setup};

/// A longer word is cut, in characters: a link takes 256 bytes.
const LONGEST_WORD: usize = 64;

/// What the page keeps.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// The sentence as typed.
    pub sentence: String,
    /// The choices as a text ([`Choices::to_text`]).
    pub choices: String,
    /// The seed.
    pub seed: u32,
}

/// What is typed and chosen in the room.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// The sentence as typed.
    pub sentence: String,
    /// The same with its tree.
    pub tree: Arc<DependencyTree>,
    /// The choices.
    pub choices: Choices,
    /// The seed, which the page has.
    pub seed: u32,
}

impl Default for Chosen {
    fn default() -> Self {
        let tree = Arc::new(DependencyTree::unparsed::<&str>(&[]));
        Chosen { sentence: String::new(), tree, choices: Choices::default(), seed: 0 }
    }
}

impl Chosen {
    /// Another sentence, as typed: it has no tree yet, but where its words are those of the tree, and stand apart alike.
    pub fn type_sentence(&mut self, sentence: String) {
        let is_parted_alike = sentence.split_whitespace().eq(self.sentence.split_whitespace());
        let has_tree = self.tree.origin() != Origin::NoTreeYet;
        if !is_of(&self.tree, &sentence) || has_tree && !is_parted_alike {
            self.tree = Arc::new(DependencyTree::unparsed(&words(&sentence)));
            self.choices.tree.clear();
            self.choices.cursor = None;
        }
        self.sentence = sentence;
    }

    /// Another tree: of this sentence, or one with a sentence of its own.
    pub fn set_tree(&mut self, tree: DependencyTree) {
        if forms(&self.tree) != forms(&tree) {
            // A link does not know which words are written as one.
            let is_joined = !tree.spans().is_empty();
            self.sentence = if is_joined { forms(&tree).join(" ") } else { tree.text() };
            self.choices.cursor = None;
        }
        // The opening sentence has a tree, where nothing else is said.
        let is_usual = tree.origin() == Origin::NoTreeYet && self.sentence != DEFAULT_SENTENCE;
        self.choices.tree = if is_usual { String::new() } else { tree.to_compact() };
        self.tree = Arc::new(tree);
    }

    /// How many tokens of the earlier segment stand before the last ones, which alone are used.
    pub fn memory_left_out(&self) -> usize {
        tokenize(&self.choices.memory).len().saturating_sub(MOST_MEMORY)
    }

    /// Whether the tree parts words that the sentence writes as one, and that have no tokens of their own.
    pub fn parts_words(&self) -> bool {
        let tokens = tokenize(&self.sentence);
        let written = ends(self.sentence.split_whitespace());
        let tokens = ends(tokens.iter().map(|token| token.text.as_str()));
        let words = ends(self.tree.words().iter().map(|word| word.form.as_str()));
        let has_tree = self.tree.origin() != Origin::NoTreeYet;
        has_tree && words.iter().any(|end| !written.contains(end) && !tokens.contains(end))
    }

    /// What is computed; `layer` is the key of what a model from a file made of the sentence, `files` are those of
    /// this project. `None` while the layer is not there.
    pub fn setup(&self, layer: Option<String>, files: &[String]) -> Option<Setup> {
        self.choices.setup(self.tree.to_compact(), self.seed, layer, files)
    }

    /// How many words of the sentence are beyond what is compared.
    pub fn left_out(&self) -> usize {
        let words = match self.tree.origin() {
            Origin::NoTreeYet => tokenize(&self.sentence).len(),
            _ => self.tree.words().len(),
        };
        words.saturating_sub(MOST_TOKENS)
    }
}

/// What the page has that the room has not.
#[derive(Clone, Debug, PartialEq)]
pub struct News {
    /// What is typed and chosen.
    pub chosen: Chosen,
    /// The choices that were not understood.
    pub misread: Vec<Misread>,
    /// Why the tree is not used.
    pub no_tree: Option<NoTree>,
}

/// What the page is handed.
#[derive(Clone, Debug, PartialEq)]
pub struct Handed {
    /// The sentence as typed.
    pub sentence: String,
    /// The choices as a text.
    pub choices: String,
    /// What the page had before.
    before: Option<Kept>,
}

/// Why the tree of a link is not used.
#[derive(Clone, Debug, PartialEq)]
pub enum NoTree {
    /// It is one of another sentence.
    OfOther,
    /// It is none.
    Refused(CompactError),
}

/// What the page is known to have.
#[derive(Clone, Debug)]
pub struct PageMirror {
    known: Mirror<Option<Kept>>,
    /// What the room begins with where nobody chose in it: what is in hand in the Lab.
    opening: Choices,
    /// Whether the page has the choices as a text that leaves to the Lab what was not chosen here.
    follows: bool,
}

impl Default for PageMirror {
    fn default() -> Self {
        PageMirror { known: Mirror::new(None), opening: Choices::default(), follows: true }
    }
}

impl PageMirror {
    /// The page has `now`, and in the Lab `lab`; `files` are those of this project. `None` where that is no news.
    pub fn learn(&mut self, now: Kept, lab: &Settings, files: &[String]) -> Option<News> {
        // What is in hand in the Lab, but for what was chosen here.
        self.opening = Choices::opening(lab, files);
        let (mut choices, mut misread) = Choices::from_text_of_lab(&now.choices, lab, files);
        self.follows = Choices::follows_lab(&now.choices);
        let written = if self.follows { choices.to_text() } else { now.choices };
        let Kept { sentence, seed, .. } = now;
        let known = Kept { sentence: sentence.clone(), choices: written, seed };
        if !self.known.learn(Some(known)) {
            return None;
        }
        let (tree, no_tree) = tree_of(&sentence, &choices.tree);
        let tokens = tree.words().len().min(MOST_TOKENS);
        misread.extend(choices.keep_cursor_within(tokens));
        let chosen = Chosen { sentence, tree: Arc::new(tree), choices, seed };
        Some(News { chosen, misread, no_tree })
    }

    /// What the page is handed; `None` where it has all that. A link that says whose numbers it means goes on meaning
    /// them, also where the Lab has the same.
    pub fn hand(&mut self, chosen: &Chosen) -> Option<Handed> {
        let Chosen { sentence, choices, seed, .. } = chosen;
        let before = self.known.known().clone();
        let now = Kept { sentence: sentence.clone(), choices: choices.to_text(), seed: *seed };
        let choices = match self.follows {
            true => choices.to_text_of_lab(&self.opening),
            false => now.choices.clone(),
        };
        let is_news = self.known.learn(Some(now));
        is_news.then(|| Handed { sentence: sentence.clone(), choices, before })
    }

    /// The page did not keep what it was handed, and has what it had before.
    pub fn lost(&mut self, handed: Handed) {
        self.known = Mirror::new(handed.before);
    }
}

/// The tree of a link, where it is one of this sentence, else none; and why it is not used.
fn tree_of(sentence: &str, compact: &str) -> (DependencyTree, Option<NoTree>) {
    let none = || DependencyTree::unparsed(&words(sentence));
    let compact = match compact {
        "" if sentence == DEFAULT_SENTENCE => OPENING,
        "" => return (none(), None),
        other => other,
    };
    match DependencyTree::from_compact(compact) {
        Ok(tree) if is_of(&tree, sentence) => (tree, None),
        Ok(_) => (none(), Some(NoTree::OfOther)),
        Err(error) => (none(), Some(NoTree::Refused(error))),
    }
}

/// Whether a tree is of this sentence, no space of which stands within a word: a tree may part more words than are
/// written apart. Where there is no tree yet, the words are those that are typed.
fn is_of(tree: &DependencyTree, sentence: &str) -> bool {
    if tree.origin() == Origin::NoTreeYet {
        return forms(tree) == words(sentence);
    }
    let bare = |text: &str| text.split_whitespace().collect::<String>();
    // A word of a treebank may have a space.
    let words = forms(tree).join(" ");
    let word_ends = ends(words.split_whitespace());
    bare(&words) == bare(sentence)
        && ends(sentence.split_whitespace()).iter().all(|end| word_ends.contains(end))
}

/// Where each word ends, in characters that are no space.
fn ends<'a>(words: impl Iterator<Item = &'a str>) -> Vec<usize> {
    let ends = words.scan(0, |end, word| {
        *end += word.chars().filter(|letter| !letter.is_whitespace()).count();
        Some(*end)
    });
    ends.collect()
}

/// The words of a sentence as they are typed.
fn words(sentence: &str) -> Vec<String> {
    // One more is kept: that is how the worker knows that some are left out.
    let tokens = tokenize(sentence).into_iter().take(MOST_TOKENS + 1);
    tokens.map(|token| token.text.chars().take(LONGEST_WORD).collect()).collect()
}

/// Whether a key types, with Control or Command or without: all do but those that undo, or do again.
pub fn types(key: &str, control: bool) -> bool {
    !(control && matches!(key, "z" | "Z" | "y" | "Y"))
}

/// Whether a tree of this origin only stands in for one that is not known.
pub fn is_stand_in(origin: Origin) -> bool {
    matches!(origin, Origin::NoTreeYet | Origin::Begun)
}

/// The words of a tree as written.
pub fn forms(tree: &DependencyTree) -> Vec<String> {
    tree.words().iter().map(|word| word.form.clone()).collect()
}
