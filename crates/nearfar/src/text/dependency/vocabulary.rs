//! The parts of speech and relations of Universal Dependencies, version 2 (de Marneffe et al. 2021). Fixed
//! lists; nothing else is accepted.

use std::fmt;
use std::sync::{Arc, LazyLock};

/// A universal part of speech (UPOS).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are the tags; `PartOfSpeech::ALL` says what each is")]
pub enum PartOfSpeech {
    Adj,
    Adp,
    Adv,
    Aux,
    Cconj,
    Det,
    Intj,
    Noun,
    Num,
    Part,
    Pron,
    Propn,
    Punct,
    Sconj,
    Sym,
    Verb,
    X,
}

impl PartOfSpeech {
    /// Every part of speech, its tag, and what it is.
    pub const ALL: [(PartOfSpeech, &'static str, &'static str); 17] = [
        (PartOfSpeech::Adj, "ADJ", "adjective"),
        (PartOfSpeech::Adp, "ADP", "preposition or postposition"),
        (PartOfSpeech::Adv, "ADV", "adverb"),
        (PartOfSpeech::Aux, "AUX", "auxiliary"),
        (PartOfSpeech::Cconj, "CCONJ", "coordinating conjunction"),
        (PartOfSpeech::Det, "DET", "determiner"),
        (PartOfSpeech::Intj, "INTJ", "interjection"),
        (PartOfSpeech::Noun, "NOUN", "noun"),
        (PartOfSpeech::Num, "NUM", "numeral"),
        (PartOfSpeech::Part, "PART", "particle"),
        (PartOfSpeech::Pron, "PRON", "pronoun"),
        (PartOfSpeech::Propn, "PROPN", "proper noun"),
        (PartOfSpeech::Punct, "PUNCT", "punctuation"),
        (PartOfSpeech::Sconj, "SCONJ", "subordinating conjunction"),
        (PartOfSpeech::Sym, "SYM", "symbol"),
        (PartOfSpeech::Verb, "VERB", "verb"),
        (PartOfSpeech::X, "X", "other, or not known"),
    ];

    /// Its place in [`PartOfSpeech::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }

    /// Its tag.
    pub fn tag(self) -> &'static str {
        Self::ALL[self.index()].1
    }

    /// The part of speech of a tag.
    pub fn from_tag(tag: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known, _)| *known == tag).map(|(part, ..)| *part)
    }
}

impl fmt::Display for PartOfSpeech {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

/// Every universal relation, and what it is.
pub const RELATIONS: [(&str, &str); 37] = [
    ("acl", "clause that modifies a noun"),
    ("advcl", "adverbial clause"),
    ("advmod", "adverb that modifies"),
    ("amod", "adjective that modifies"),
    ("appos", "apposition"),
    ("aux", "auxiliary"),
    ("case", "preposition or other case marker"),
    ("cc", "coordinating conjunction"),
    ("ccomp", "clausal complement"),
    ("clf", "classifier"),
    ("compound", "compound"),
    ("conj", "conjunct"),
    ("cop", "copula"),
    ("csubj", "clausal subject"),
    ("dep", "not specified"),
    ("det", "determiner"),
    ("discourse", "discourse element"),
    ("dislocated", "dislocated element"),
    ("expl", "expletive"),
    ("fixed", "fixed expression"),
    ("flat", "flat expression, as a name"),
    ("goeswith", "part of a word written apart"),
    ("iobj", "indirect object"),
    ("list", "list"),
    ("mark", "marker of a clause"),
    ("nmod", "noun that modifies a noun"),
    ("nsubj", "nominal subject"),
    ("nummod", "number that modifies"),
    ("obj", "object"),
    ("obl", "oblique nominal"),
    ("orphan", "orphan of an ellipsis"),
    ("parataxis", "parataxis"),
    ("punct", "punctuation"),
    ("reparandum", "repaired speech"),
    ("root", "is attached to ROOT"),
    ("vocative", "vocative"),
    ("xcomp", "open clausal complement"),
];

/// What a treebank says of every word beside its head: a label of a fixed vocabulary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WordLabel {
    /// One of [`PartOfSpeech::ALL`].
    #[default]
    PartOfSpeech,
    /// The universal relation to the head, one of [`RELATIONS`].
    Relation,
}

impl WordLabel {
    /// The vocabulary, in its order.
    pub fn names(self) -> Arc<[String]> {
        static PARTS_OF_SPEECH: LazyLock<Arc<[String]>> = LazyLock::new(|| {
            PartOfSpeech::ALL.iter().map(|(_, tag, _)| (*tag).to_owned()).collect()
        });
        static ALL_RELATIONS: LazyLock<Arc<[String]>> =
            LazyLock::new(|| RELATIONS.iter().map(|(name, _)| (*name).to_owned()).collect());
        match self {
            WordLabel::PartOfSpeech => PARTS_OF_SPEECH.clone(),
            WordLabel::Relation => ALL_RELATIONS.clone(),
        }
    }

    /// Which one a model answers whose classes have these names; parts of speech, where they are of no vocabulary.
    pub fn of_classes(classes: &[String]) -> Self {
        let relations = WordLabel::Relation.names();
        match classes.iter().all(|class| relations.contains(class)) {
            true => WordLabel::Relation,
            false => WordLabel::PartOfSpeech,
        }
    }
}

/// A relation between a word and its head, with a subtype or without: `nsubj`, `nsubj:pass`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Relation {
    index: usize,
    subtype: String,
}

/// Why a text is no relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelationError {
    /// It does not start with a universal relation.
    Unknown,
    /// What follows the colon is not small letters, at most [`LONGEST_SUBTYPE`].
    Subtype,
}

/// The most letters of a subtype, colons included. The longest in the treebanks have about ten.
pub const LONGEST_SUBTYPE: usize = 24;

/// The place of `dep` in [`RELATIONS`].
const DEP: usize = 14;
/// The place of `root` in [`RELATIONS`].
const ROOT: usize = 34;

impl Relation {
    /// `root`: on ROOT.
    pub const ROOT: Relation = Relation { index: ROOT, subtype: String::new() };
    /// `dep`: not specified.
    pub const UNSPECIFIED: Relation = Relation { index: DEP, subtype: String::new() };

    /// The relation of a text.
    ///
    /// # Errors
    /// Where the universal part is none of [`RELATIONS`], or the subtype is not of small letters.
    pub fn from_text(text: &str) -> Result<Self, RelationError> {
        let (universal, subtype) = text.split_once(':').unwrap_or((text, ""));
        let place = RELATIONS.iter().position(|(name, _)| *name == universal);
        let index = place.ok_or(RelationError::Unknown)?;
        let parts_are_letters = subtype
            .split(':')
            .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase()));
        let bare = !text.contains(':');
        if !bare && (!parts_are_letters || subtype.len() > LONGEST_SUBTYPE) {
            return Err(RelationError::Subtype);
        }
        Ok(Relation { index, subtype: subtype.to_owned() })
    }

    /// The place of the universal relation in [`RELATIONS`].
    pub fn index(&self) -> usize {
        self.index
    }

    /// The universal relation, without a subtype.
    pub fn universal(&self) -> &'static str {
        RELATIONS[self.index].0
    }

    /// Whether it is `root`.
    pub fn is_root(&self) -> bool {
        self.index == ROOT
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.universal())?;
        if self.subtype.is_empty() { Ok(()) } else { write!(f, ":{}", self.subtype) }
    }
}
