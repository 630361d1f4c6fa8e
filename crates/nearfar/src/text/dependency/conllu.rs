//! CoNLL-U (universaldependencies.org/format): ten columns, apart by tabs, a line for each word, an empty
//! line after each sentence. Read as a stranger's text: sizes are capped, every error says where and what
//! to do. The enhanced dependencies of column 9 are not kept.

use super::compact::LONGEST_WORD;
use super::edit::EditError;
use super::vocabulary::{LONGEST_SUBTYPE, PartOfSpeech, Relation, RelationError, WordLabel};
use super::{DependencyTree, Origin, Span, Word, check, quoted};
use crate::text::token::MAX_TOKENS;

/// The most bytes that are read: some 10,000 sentences.
pub const LONGEST_TEXT: usize = 4 << 20;
/// The most sentences that are read, to choose one from.
pub const MOST_SENTENCES: usize = 10_000;
/// The most bytes of one column, and of one comment.
pub const LONGEST_COLUMN: usize = 1_000;
/// The column of the word itself, from 1.
const FORM: usize = 2;
/// The most comments of one sentence.
pub const MOST_COMMENTS: usize = 50;

/// The names of the columns, in order.
pub const COLUMNS: [&str; 10] =
    ["ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC"];

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The sentences, at least one.
    pub sentences: Vec<DependencyTree>,
    /// What was left out or taken otherwise than written.
    pub notes: Notes,
}

/// What a reader of CoNLL-U left out or took otherwise than it was written; how often each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// Empty nodes (`1.1`), which only enhanced dependencies use: left out.
    pub empty_nodes: usize,
    /// Enhanced dependencies in column 9: left out.
    pub enhanced: usize,
    /// Words that are written as one (`1-2`): the words are the tokens, the line is kept to be written
    /// back.
    pub spans: usize,
    /// A part of speech `_`: taken as `X`.
    pub no_part_of_speech: usize,
    /// A relation `_`: taken as `dep`.
    pub no_relation: usize,
    /// Lines with spaces in the place of tabs, ten columns all the same.
    pub spaces: usize,
}

impl Notes {
    /// What there is to say, one sentence each.
    pub fn sentences(&self) -> Vec<String> {
        let counted = [
            (
                self.empty_nodes,
                "empty nodes (such as 1.1) are left out: they belong to enhanced dependencies",
            ),
            (self.enhanced, "enhanced dependencies (DEPS) are left out"),
            (self.spans, "joined words (such as 1-2) are shown as the words that they join"),
            (self.no_part_of_speech, "words without a part of speech are taken as X"),
            (self.no_relation, "words without a relation are taken as dep"),
            (self.spaces, "lines have spaces in the place of tabs"),
        ];
        let some = counted.iter().filter(|(count, _)| *count > 0);
        some.map(|(count, what)| format!("{count} {what}")).collect()
    }
}

/// Why a text is no CoNLL-U, where, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}{}: {problem}", column_text(*.column))]
pub struct ConlluError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1 to 10; 0 where the whole line is meant.
    pub column: usize,
    /// What is wrong with it.
    pub problem: Problem,
}

fn column_text(column: usize) -> String {
    match column.checked_sub(1).and_then(|place| COLUMNS.get(place)) {
        Some(name) => format!(", column {column} ({name})"),
        None => String::new(),
    }
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// No word at all.
    #[error("there is no sentence; a line of ten columns for each word is needed")]
    Nothing,
    /// More bytes than are read.
    #[error("the text has {bytes} bytes; at most {LONGEST_TEXT} are read: paste fewer sentences")]
    TooLong {
        /// How many.
        bytes: usize,
    },
    /// More sentences than are read.
    #[error("there are more than {MOST_SENTENCES} sentences: paste fewer")]
    TooManySentences,
    /// More words than a sentence may have.
    #[error("the sentence has more than {MAX_TOKENS} words: paste a shorter one")]
    TooManyWords,
    /// More comments than a sentence may have.
    #[error("the sentence has more than {MOST_COMMENTS} comments: delete some")]
    TooManyComments,
    /// More bytes than a column may have.
    #[error("it has {bytes} bytes; at most {most} are read")]
    ColumnTooLong {
        /// How many.
        bytes: usize,
        /// How many it may have.
        most: usize,
    },
    /// Another number of columns than ten.
    #[error(
        "there are {found} columns, 10 are needed, with a tab between them; `_` stands for an empty one"
    )]
    Columns {
        /// How many there are.
        found: usize,
    },
    /// A column is empty.
    #[error("it is empty; write `_` where there is nothing")]
    Empty,
    /// An ID that is no number, range or empty node.
    #[error("{found} is no ID; words are numbered 1, 2, 3, joined words 1-2, empty nodes 1.1")]
    Id {
        /// What stands there.
        found: String,
    },
    /// Words are not numbered in order.
    #[error("the ID is {found}, but word {expected} comes next; number the words 1, 2, 3")]
    Order {
        /// What stands there.
        found: usize,
        /// What should.
        expected: usize,
    },
    /// A range of joined words that does not start at the next word, or is too short or too long.
    #[error(
        "the range {found} must start at word {next}, the next one, and end after it, within the sentence"
    )]
    Range {
        /// What stands there.
        found: String,
        /// The next word.
        next: usize,
    },
    /// An unknown part of speech.
    #[error(
        "{found} is no part of speech of Universal Dependencies, such as NOUN or VERB; `_` if unknown"
    )]
    PartOfSpeech {
        /// What stands there.
        found: String,
    },
    /// No part of speech, where one is needed.
    #[error(
        "the part of speech is `_`, but it is what is learned or read: write that of Universal Dependencies, such as \
         NOUN"
    )]
    NoPartOfSpeech,
    /// No relation, where one is needed.
    #[error(
        "the relation is `_`, but it is what is learned or read: write that of Universal Dependencies, such as nsubj"
    )]
    NoRelation,
    /// A head that is no number.
    #[error("{found} is no head; write the ID of the word that it is attached to, 0 for the root")]
    Head {
        /// What stands there.
        found: String,
    },
    /// An unknown relation.
    #[error("{found} is no relation of Universal Dependencies, such as nsubj or obj")]
    Relation {
        /// What stands there.
        found: String,
    },
    /// A subtype that is none.
    #[error(
        "the subtype of {found} must be small letters, at most {LONGEST_SUBTYPE}, as in nsubj:pass"
    )]
    Subtype {
        /// What stands there.
        found: String,
    },
    /// No word hangs on ROOT.
    #[error("no word of this sentence has the head 0; one must be the root")]
    NoRoot,
    /// The heads are no tree.
    #[error(transparent)]
    Tree(EditError),
}

/// The sentences of a text.
///
/// # Errors
/// The first thing that is wrong, with its line and column.
pub fn parse(text: &str) -> Result<Parsed, ConlluError> {
    if text.len() > LONGEST_TEXT {
        return Err(error(1, 0, Problem::TooLong { bytes: text.len() }));
    }
    let rules = Rules {
        most_sentences: MOST_SENTENCES,
        // A word must fit into a link.
        longest_word: LONGEST_WORD,
        needs: &[],
    };
    parse_by(text, rules)
}

/// The sentences of a treebank: as many as there are. Whoever asks sees to it that the text is of a size that fits
/// into memory several times. Every word needs the labels of `needs`; others may be `_`.
///
/// # Errors
/// As [`parse`], and where a word lacks a label that it needs.
pub fn parse_treebank(text: &str, needs: &[WordLabel]) -> Result<Parsed, ConlluError> {
    let rules = Rules { most_sentences: usize::MAX, longest_word: LONGEST_COLUMN, needs };
    parse_by(text, rules)
}

/// What differs between a text that is pasted and a treebank.
#[derive(Clone, Copy)]
struct Rules<'a> {
    most_sentences: usize,
    /// In bytes.
    longest_word: usize,
    /// The labels that no word may lack.
    needs: &'a [WordLabel],
}

fn parse_by(text: &str, rules: Rules) -> Result<Parsed, ConlluError> {
    let mut parsed = Parsed { sentences: Vec::new(), notes: Notes::default() };
    let mut reader = Reader::default();
    let mut last = 0;
    // A byte order mark is no part of the first line.
    let lines = text.strip_prefix('\u{feff}').unwrap_or(text).split('\n').zip(1..);
    for (content, line) in lines {
        last = line;
        let content = content.strip_suffix('\r').unwrap_or(content);
        if content.trim().is_empty() {
            parsed.take(&mut reader, line, rules)?;
        } else if let Some(comment) = content.strip_prefix('#') {
            reader.comment(comment.trim(), line)?;
        } else {
            reader.row(content, line, &mut parsed.notes, rules)?;
        }
    }
    parsed.take(&mut reader, last, rules)?;
    if parsed.sentences.is_empty() {
        return Err(error(last.max(1), 0, Problem::Nothing));
    }
    Ok(parsed)
}

impl Parsed {
    /// Ends the sentence that a reader holds, if there is one.
    fn take(&mut self, reader: &mut Reader, line: usize, rules: Rules) -> Result<(), ConlluError> {
        let Reader { words, lines, spans, comments } = std::mem::take(reader);
        if words.is_empty() {
            // Comments on their own, or several empty lines. A range without words is an error.
            return match spans.first() {
                Some(_) => Err(error(line, 1, Problem::Nothing)),
                None => Ok(()),
            };
        }
        if self.sentences.len() == rules.most_sentences {
            return Err(error(line, 0, Problem::TooManySentences));
        }
        let line_of = |word: usize| {
            word.checked_sub(1).and_then(|place| lines.get(place)).copied().unwrap_or(line)
        };
        if let Some(span) = spans.last().filter(|span| span.words.end > words.len()) {
            let found = format!("{}-{}", span.words.start + 1, span.words.end);
            let next = span.words.start + 1;
            return Err(error(line_of(next), 1, Problem::Range { found, next }));
        }
        let tree = check(&words).map_err(|reason| {
            let (word, column) = match &reason {
                EditError::RootRelation { word, .. } => (*word, 8),
                EditError::NoSuchWord { word, .. }
                | EditError::NoSuchHead { word, .. }
                | EditError::Cycle { word, .. }
                | EditError::SecondRoot { word, .. } => (*word, 7),
            };
            // Without a root, words must hang on each other in a cycle; the root is what is missing.
            let problem = match reason {
                EditError::Cycle { .. } if words.iter().all(|word| word.head != 0) => {
                    Problem::NoRoot
                }
                reason => Problem::Tree(reason),
            };
            error(line_of(word), column, problem)
        })?;
        self.sentences.push(DependencyTree { words, spans, comments, origin: Origin::Read, tree });
        Ok(())
    }
}

/// The sentence that is being read.
#[derive(Default)]
struct Reader {
    words: Vec<Word>,
    /// The line of each word.
    lines: Vec<usize>,
    spans: Vec<Span>,
    comments: Vec<String>,
}

impl Reader {
    fn comment(&mut self, comment: &str, line: usize) -> Result<(), ConlluError> {
        if comment.len() > LONGEST_COLUMN {
            let (bytes, most) = (comment.len(), LONGEST_COLUMN);
            return Err(error(line, 0, Problem::ColumnTooLong { bytes, most }));
        }
        if self.comments.len() == MOST_COMMENTS {
            return Err(error(line, 0, Problem::TooManyComments));
        }
        self.comments.push(comment.to_owned());
        Ok(())
    }

    fn row(
        &mut self,
        content: &str,
        line: usize,
        notes: &mut Notes,
        rules: Rules,
    ) -> Result<(), ConlluError> {
        let columns = columns_of(content, line, notes, rules)?;
        let [id, form, lemma, part, xpos, features, head, relation, enhanced, misc] = columns;
        let next = self.words.len() + 1;
        if let Some((before, index)) = id.split_once('.') {
            // An empty node, or an ID that is none.
            return match (number(before), number(index)) {
                (Some(_), Some(_)) => {
                    notes.empty_nodes += 1;
                    Ok(())
                }
                _ => Err(error(line, 1, Problem::Id { found: quoted(id) })),
            };
        }
        if let Some((first, last)) = id.split_once('-') {
            let (Some(first), Some(last)) = (number(first), number(last)) else {
                return Err(error(line, 1, Problem::Id { found: quoted(id) }));
            };
            let free = self.spans.last().is_none_or(|span| span.words.end < next);
            if first != next || last <= first || last > MAX_TOKENS || !free {
                return Err(error(line, 1, Problem::Range { found: quoted(id), next }));
            }
            notes.spans += 1;
            let words = first - 1..last;
            self.spans.push(Span { words, form: form.to_owned(), misc: misc.to_owned() });
            return Ok(());
        }
        let found = number(id).ok_or_else(|| error(line, 1, Problem::Id { found: quoted(id) }))?;
        if found != next {
            return Err(error(line, 1, Problem::Order { found, expected: next }));
        }
        if self.words.len() == MAX_TOKENS {
            return Err(error(line, 0, Problem::TooManyWords));
        }
        let part_of_speech = if part == "_" {
            if rules.needs.contains(&WordLabel::PartOfSpeech) {
                return Err(error(line, 4, Problem::NoPartOfSpeech));
            }
            notes.no_part_of_speech += 1;
            PartOfSpeech::X
        } else {
            let unknown = || error(line, 4, Problem::PartOfSpeech { found: quoted(part) });
            PartOfSpeech::from_tag(part).ok_or_else(unknown)?
        };
        let head =
            number(head).ok_or_else(|| error(line, 7, Problem::Head { found: quoted(head) }))?;
        let relation = if relation == "_" {
            if rules.needs.contains(&WordLabel::Relation) {
                return Err(error(line, 8, Problem::NoRelation));
            }
            notes.no_relation += 1;
            if head == 0 { Relation::ROOT } else { Relation::UNSPECIFIED }
        } else {
            Relation::from_text(relation).map_err(|reason| {
                let found = quoted(relation);
                error(
                    line,
                    8,
                    match reason {
                        RelationError::Unknown => Problem::Relation { found },
                        RelationError::Subtype => Problem::Subtype { found },
                    },
                )
            })?
        };
        if enhanced != "_" {
            notes.enhanced += 1;
        }
        let other_columns = [lemma, xpos, features, misc].map(str::to_owned);
        self.words.push(Word {
            form: form.to_owned(),
            part_of_speech,
            head,
            relation,
            other_columns,
        });
        self.lines.push(line);
        Ok(())
    }
}

/// The ten columns of a line.
fn columns_of<'a>(
    content: &'a str,
    line: usize,
    notes: &mut Notes,
    rules: Rules,
) -> Result<[&'a str; 10], ConlluError> {
    let mut columns = [""; 10];
    let mut found = 0;
    let mut fill = |parts: &mut dyn Iterator<Item = &'a str>| {
        for part in parts {
            if let Some(column) = columns.get_mut(found) {
                *column = part.trim();
            }
            found += 1;
        }
    };
    if content.contains('\t') {
        fill(&mut content.split('\t'));
    } else {
        // Editors and pages turn tabs into spaces.
        fill(&mut content.split_whitespace());
        notes.spaces += 1;
    }
    if found != columns.len() {
        return Err(error(line, 0, Problem::Columns { found }));
    }
    for (column, place) in columns.iter().zip(1..) {
        if column.is_empty() {
            return Err(error(line, place, Problem::Empty));
        }
        let most = if place == FORM { rules.longest_word } else { LONGEST_COLUMN };
        if column.len() > most {
            let bytes = column.len();
            return Err(error(line, place, Problem::ColumnTooLong { bytes, most }));
        }
    }
    Ok(columns)
}

/// Digits only: no sign, no space.
fn number(text: &str) -> Option<usize> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

fn error(line: usize, column: usize, problem: Problem) -> ConlluError {
    ConlluError { line, column, problem }
}

/// Sentences as CoNLL-U, to be read by [`parse`] as they are. A sentence without a tree is not written:
/// it has none.
pub fn write(sentences: &[DependencyTree]) -> String {
    let mut text = String::new();
    for sentence in sentences.iter().filter(|tree| tree.origin != Origin::NoTreeYet) {
        for comment in &sentence.comments {
            text += &format!("# {comment}\n");
        }
        for (word, place) in sentence.words.iter().zip(0..) {
            if let Some(span) = sentence.spans.iter().find(|span| span.words.start == place) {
                let (first, last) = (span.words.start + 1, span.words.end);
                let blanks = ["_"; 7].join("\t");
                text += &format!("{first}-{last}\t{}\t{blanks}\t{}\n", span.form, span.misc);
            }
            let [lemma, xpos, features, misc] =
                word.other_columns.each_ref().map(|text| column(text));
            text += &format!(
                "{}\t{}\t{lemma}\t{}\t{xpos}\t{features}\t{}\t{}\t_\t{misc}\n",
                place + 1,
                column(&word.form),
                word.part_of_speech,
                word.head,
                word.relation,
            );
        }
        text.push('\n');
    }
    text
}

/// A form as a column: it may hold spaces, but no tab and no line break, and is not empty.
fn column(form: &str) -> String {
    let plain: String = form.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let plain = plain.trim();
    if plain.is_empty() { "_".to_owned() } else { plain.to_owned() }
}
