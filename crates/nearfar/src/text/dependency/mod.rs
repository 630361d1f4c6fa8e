//! The dependency tree of a sentence: one head, one relation and one part of speech for every word, as
//! read, as edited, or not there yet. Nothing here parses a sentence, and nothing is guessed.
//!
//! | file | what |
//! |---|---|
//! | [`vocabulary`] | the parts of speech and relations of Universal Dependencies |
//! | [`conllu`] | reading and writing CoNLL-U |
//! | [`edit`] | changing an arc or a label, or the reason why not |
//! | [`compact`] | the form for a link |
//!
//! Distances and ways in the tree are [`crate::methods::tree`]'s.

pub mod compact;
pub mod conllu;
pub mod edit;
pub mod vocabulary;

use std::ops::Range;

use crate::methods::tree::{Tree, TreeError};
use crate::methods::{Labels, Syntax};
use crate::text::token::{Token, tokenize};

pub use conllu::{ConlluError, Parsed, parse, write};
pub use edit::EditError;
pub use vocabulary::{PartOfSpeech, Relation, WordLabel};

/// Where a tree comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// No tree yet: every word is attached to its left neighbour.
    NoTreeYet,
    /// Begun from no tree, by editing it.
    Begun,
    /// Read as it is.
    Read,
    /// Read, then edited.
    Edited,
}

impl Origin {
    /// What a reader of the picture should know about it.
    pub fn label(self) -> &'static str {
        match self {
            Origin::NoTreeYet => "no tree yet: every word is attached to its left neighbour",
            Origin::Begun => {
                "edited from no tree: words that were not moved are attached to their left neighbour"
            }
            Origin::Read => "the tree as it was read",
            Origin::Edited => "the tree as it was read, edited",
        }
    }

    fn after_edit(self) -> Self {
        match self {
            Origin::NoTreeYet | Origin::Begun => Origin::Begun,
            Origin::Read | Origin::Edited => Origin::Edited,
        }
    }
}

/// One word of a tree: a syntactic word in the sense of Universal Dependencies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// As written.
    pub form: String,
    /// Its part of speech.
    pub part_of_speech: PartOfSpeech,
    /// The word it hangs on, from 1; 0 is ROOT.
    pub head: usize,
    /// Its relation to that word.
    pub relation: Relation,
    /// Columns of CoNLL-U that nothing is computed from: LEMMA, XPOS, FEATS and MISC, kept to be
    /// written back; `_` where there is none.
    pub other_columns: [String; 4],
}

impl Word {
    /// A word without the other columns.
    pub fn new(form: &str, part_of_speech: PartOfSpeech, head: usize, relation: Relation) -> Self {
        let other_columns = [(); 4].map(|()| "_".to_owned());
        Word { form: form.to_owned(), part_of_speech, head, relation, other_columns }
    }
}

/// Several words that are written as one: `don't` over `do` and `n't`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The words, from 0.
    pub words: Range<usize>,
    /// As written.
    pub form: String,
    /// MISC of its line, `_` where there is none.
    pub misc: String,
}

/// A tree over the words of a sentence. One word hangs on ROOT, none on itself by way of others; with no
/// word there is no such one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DependencyTree {
    words: Vec<Word>,
    spans: Vec<Span>,
    comments: Vec<String>,
    origin: Origin,
    tree: Tree,
}

/// Two arcs that cross, each by its dependent, from 1.
pub type Crossing = (usize, usize);

impl DependencyTree {
    /// From words whose heads and relations belong together.
    ///
    /// # Errors
    /// [`EditError`] where a head is out of range, several words or none hang on ROOT, words hang on
    /// each other in a cycle, or `root` is the relation of another word than the one on ROOT.
    pub fn new(words: Vec<Word>, origin: Origin) -> Result<Self, EditError> {
        let tree = check(&words)?;
        Ok(DependencyTree { words, spans: Vec::new(), comments: Vec::new(), origin, tree })
    }

    /// No tree yet: every word is attached to its left neighbour, the first on ROOT, with the part of speech `X`
    /// and the relation `dep`, which say that nothing is known.
    pub fn unparsed<S: AsRef<str>>(forms: &[S]) -> Self {
        let word = |(head, form): (usize, &S)| {
            let relation = if head == 0 { Relation::ROOT } else { Relation::UNSPECIFIED };
            Word::new(form.as_ref(), PartOfSpeech::X, head, relation)
        };
        let words: Vec<Word> = forms.iter().enumerate().map(word).collect();
        let origin = Origin::NoTreeYet;
        Self::new(words, origin).unwrap_or_else(|_| unreachable!("a chain from ROOT is a tree"))
    }

    /// The words, in order.
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// Words that are written as one.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// The comments before the sentence, without `#` and the spaces around.
    pub fn comments(&self) -> &[String] {
        &self.comments
    }

    /// The value of a comment `key = value`: `text`, `sent_id`.
    pub fn comment(&self, key: &str) -> Option<&str> {
        let values = self.comments.iter().filter_map(|comment| comment.split_once('='));
        values
            .map(|(known, value)| (known.trim(), value.trim()))
            .find(|(k, _)| *k == key)
            .map(|(_, v)| v)
    }

    /// Where the tree comes from.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// Its nodes: ROOT and a node for each word.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The word on ROOT, from 1; `None` where there is no word.
    pub fn root(&self) -> Option<usize> {
        self.words.iter().position(|word| word.head == 0).map(|place| place + 1)
    }

    /// The sentence as one text: words apart, but those that MISC or a span says are written together.
    pub fn text(&self) -> String {
        self.tokens_and_text().1
    }

    /// Each word as a token of [`DependencyTree::text`], to be looked up as a typed one would be. Words
    /// within a span share its bytes.
    pub fn tokens(&self) -> Vec<Token> {
        self.tokens_and_text().0
    }

    fn tokens_and_text(&self) -> (Vec<Token>, String) {
        let (mut tokens, mut text) = (Vec::with_capacity(self.words.len()), String::new());
        let mut at = 0;
        while let Some(word) = self.words.get(at) {
            let span = self.spans.iter().find(|span| span.words.start == at);
            let (form, words, misc) = match span {
                Some(span) => (&span.form, span.words.clone(), &span.misc),
                None => (&word.form, at..at + 1, &word.other_columns[3]),
            };
            let range = text.len()..text.len() + form.len();
            text.push_str(form);
            let words = words.start..words.end.clamp(at + 1, self.words.len());
            at = words.end;
            tokens.extend(self.words.get(words).unwrap_or_default().iter().map(|word| Token {
                text: word.form.clone(),
                word: looked_up(&word.form),
                range: range.clone(),
            }));
            if at < self.words.len() && !misc.split('|').any(|part| part == "SpaceAfter=No") {
                text.push(' ');
            }
        }
        (tokens, text)
    }

    /// The part of speech of every word, or its relation, among all of Universal Dependencies; subtypes
    /// (`nsubj:pass`) count as what they are subtypes of.
    pub fn labels(&self, label: WordLabel) -> Labels {
        let id = |word: &Word| match label {
            WordLabel::PartOfSpeech => word.part_of_speech.index(),
            WordLabel::Relation => word.relation.index(),
        };
        Labels { ids: self.words.iter().map(id).collect(), names: label.names() }
    }

    /// All that methods read of it.
    pub fn syntax(&self) -> Syntax {
        Syntax {
            tree: self.tree.clone(),
            parts_of_speech: self.labels(WordLabel::PartOfSpeech),
            relations: self.labels(WordLabel::Relation),
        }
    }

    /// The arcs that cross (the tree is not projective), each pair once, at most `limit` of them. ROOT
    /// stands before the first word.
    pub fn crossings(&self, limit: usize) -> Vec<Crossing> {
        let arc = |dependent: usize, word: &Word| {
            (dependent.min(word.head), dependent.max(word.head), dependent)
        };
        let arcs: Vec<_> =
            self.words.iter().enumerate().map(|(place, word)| arc(place + 1, word)).collect();
        let pairs = arcs.iter().enumerate().flat_map(|(place, first)| {
            arcs.iter().skip(place + 1).map(move |second| (first, second))
        });
        let cross = pairs.filter(|((a, b, _), (c, d, _))| {
            (a < c && c < b && b < d) || (c < a && a < d && d < b)
        });
        cross.map(|((.., first), (.., second))| (*first, *second)).take(limit).collect()
    }

    /// Whether no arcs cross.
    pub fn is_projective(&self) -> bool {
        self.crossings(1).is_empty()
    }
}

/// The word under which a form is looked up: as the tokenizer would, where it sees one token.
fn looked_up(form: &str) -> String {
    match tokenize(form).as_slice() {
        [token] => token.word.clone(),
        _ => form.to_lowercase(),
    }
}

/// A text in quotes, cut where it is too long for a message.
fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    let cut: String = text.chars().take(LONGEST).collect();
    if cut.len() < text.len() { format!("“{cut}…”") } else { format!("“{cut}”") }
}

/// That words make a tree with one word on ROOT, which alone has the relation `root`.
fn check(words: &[Word]) -> Result<Tree, EditError> {
    let mut root = None;
    for (word, node) in words.iter().zip(1..) {
        match (word.head, root) {
            (0, Some(root)) => return Err(EditError::SecondRoot { word: node, root }),
            (0, None) => root = Some(node),
            _ => {}
        }
        if (word.head == 0) != word.relation.is_root() {
            return Err(EditError::RootRelation { word: node, on_root: word.head == 0 });
        }
    }
    let heads: Vec<usize> = words.iter().map(|word| word.head).collect();
    Tree::of_tokens(&heads).map_err(|error| match error {
        TreeError::OutOfRange { node, found, .. } => {
            EditError::NoSuchHead { word: node, head: found, words: words.len() }
        }
        TreeError::Cycle { node } => EditError::Cycle { word: node, head: heads[node - 1] },
        // ROOT is added by `of_tokens`, and every word has a head.
        TreeError::Empty | TreeError::Root { .. } => unreachable!("ROOT is node 0"),
    })
}
