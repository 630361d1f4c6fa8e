//! A treebank in CoNLL-U as a task: every word of a sentence is an example's text, its part of speech or its relation
//! the class, and all that methods read of the tree comes with it. The reader of the format is the library's.

use nearfar::ModelMethod;
use nearfar::model::Architecture;
use nearfar::text::dependency::conllu::{self, ConlluError, Parsed};
use nearfar::text::dependency::{DependencyTree, WordLabel};

use super::Labelled;

/// Why bytes are no treebank to learn from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreebankError {
    /// Bytes that are no text.
    #[error("line {line} is not UTF-8; save the file as UTF-8")]
    NotText {
        /// The line, from 1.
        line: usize,
    },
    /// A line that is none of the format, or a word without head, or without a label that it needs.
    #[error(transparent)]
    Conllu(#[from] ConlluError),
}

/// The sentences of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Treebank {
    /// One for each sentence.
    pub examples: Vec<Labelled>,
    /// What was left out, a sentence each.
    pub notes: Vec<String>,
}

/// What a model makes of the labels of the words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// What it learns: the classes are the names of this label.
    pub learned: WordLabel,
    /// What its method reads, if any.
    pub guide: Option<WordLabel>,
}

impl Reading {
    /// A method that learns a label.
    pub fn new(learned: WordLabel, method: ModelMethod) -> Reading {
        let guide = match method {
            ModelMethod::Own(own) => own.definition().guide,
            ModelMethod::Lab(_) | ModelMethod::Lines(_) => None,
        };
        Reading { learned, guide }
    }

    /// Of a model that has learned.
    pub fn of(architecture: &Architecture) -> Reading {
        Reading::new(WordLabel::of_classes(&architecture.classes), architecture.method)
    }
}

/// Whether a file is a treebank: by its name, or by a first line of ten columns that counts a word.
pub fn is_one(name: &str, bytes: &[u8]) -> bool {
    let first = bytes.split(|&byte| byte == b'\n').find(|line| !line.starts_with(b"#"));
    let columns = first.map_or(0, |line| line.split(|&byte| byte == b'\t').count());
    name.to_lowercase().ends_with(".conllu")
        || columns == 10 && first.is_some_and(|line| line.starts_with(b"1"))
}

/// Reads a treebank.
///
/// # Errors
/// The first thing that is wrong, with its line, and what to do.
pub fn parse(bytes: &[u8], reading: Reading) -> Result<Treebank, TreebankError> {
    let needs: Vec<WordLabel> = reading.guide.into_iter().chain([reading.learned]).collect();
    let parsed = sentences(bytes, &needs)?;
    let example = |sentence| example(sentence, reading.learned);
    Ok(Treebank {
        examples: parsed.sentences.iter().map(example).collect(),
        notes: parsed.notes.sentences(),
    })
}

/// The sentences as they stand there, no word without the labels of `needs`.
///
/// # Errors
/// As [`parse`].
pub fn sentences(bytes: &[u8], needs: &[WordLabel]) -> Result<Parsed, TreebankError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
        TreebankError::NotText { line: 1 + before.iter().filter(|&&byte| byte == b'\n').count() }
    })?;
    Ok(conllu::parse_treebank(text, needs)?)
}

/// A sentence as an example: the words as vectors know them.
fn example(sentence: &DependencyTree, learned: WordLabel) -> Labelled {
    Labelled {
        texts: sentence.tokens().into_iter().map(|token| token.word).collect(),
        labels: sentence.labels(learned).ids,
        syntax: Some(sentence.syntax()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: usize, form: &str, part: &str, head: usize, relation: &str) -> String {
        format!("{id}\t{form}\t_\t{part}\t_\t_\t{head}\t{relation}\t_\t_\n")
    }

    #[test]
    fn a_sentence_is_its_words_their_labels_and_its_tree() {
        let first = row(1, "Owls", "NOUN", 2, "nsubj")
            + &row(2, "see", "VERB", 0, "root")
            + &row(3, "well", "ADV", 2, "advmod");
        let text =
            format!("# text = Owls see well\n{first}\n{}\n", row(1, "Yes", "INTJ", 0, "root"));
        let found = parse(text.as_bytes(), Reading::default()).unwrap();
        assert_eq!(found.notes, Vec::<String>::new());
        let [owls, yes] = &*found.examples else { panic!("two sentences") };
        assert_eq!(owls.texts, ["owls", "see", "well"]);
        let named = |label: WordLabel, ids: &[usize]| -> Vec<String> {
            ids.iter().map(|&id| label.names()[id].clone()).collect()
        };
        let (parts, relations) = (["NOUN", "VERB", "ADV"], ["nsubj", "root", "advmod"]);
        assert_eq!(named(WordLabel::PartOfSpeech, &owls.labels), parts);
        let syntax = owls.syntax.as_ref().unwrap();
        assert_eq!(named(WordLabel::PartOfSpeech, &syntax.parts_of_speech.ids), parts);
        assert_eq!(named(WordLabel::Relation, &syntax.relations.ids), relations);
        let ways = syntax.tree.token_ways();
        assert_eq!((ways[[0, 1]].distance(), ways[[0, 2]].distance()), (1, 2));
        assert_eq!((yes.texts.len(), yes.labels.len()), (1, 1));
        let found = parse(text.as_bytes(), reading(WordLabel::Relation, None)).unwrap();
        assert_eq!(named(WordLabel::Relation, &found.examples[0].labels), relations);
    }

    #[test]
    fn a_treebank_is_told_by_its_name_or_its_columns() {
        let sentence = format!("# text = Yes\n{}", row(1, "Yes", "INTJ", 0, "root"));
        assert!(is_one("Pasted text", sentence.as_bytes()) && is_one("A.CoNLLU", b""));
        for other in ["1\ta text\n", "good\ta film\n", "# nothing\n", ""] {
            assert!(!is_one("mine.tsv", other.as_bytes()), "{other}");
        }
    }

    fn reading(learned: WordLabel, guide: Option<WordLabel>) -> Reading {
        Reading { learned, guide }
    }

    /// A label that is learned or read must stand there; another may be `_`.
    #[test]
    fn a_label_that_is_needed_is_named_with_its_line() {
        use WordLabel::{PartOfSpeech, Relation};
        let text = |part: &str, relation: &str| {
            row(1, "Owls", "NOUN", 2, "nsubj:pass") + &row(2, "see", part, 0, relation)
        };
        let found = |text: &str, reading| match parse(text.as_bytes(), reading) {
            Ok(treebank) => format!("{:?}", treebank.examples[0].labels),
            Err(error) => error.to_string(),
        };
        let nsubj_root = "[26, 34]";
        assert_eq!(found(&text("_", "root"), reading(Relation, None)), nsubj_root, "no subtype");
        let without_relation = text("VERB", "_");
        assert_eq!(found(&without_relation, reading(PartOfSpeech, None)), "[7, 15]");
        for reading in [reading(Relation, None), reading(PartOfSpeech, Some(Relation))] {
            let error = found(&without_relation, reading);
            let start =
                "line 2, column 8 (DEPREL): the relation is `_`, but it is what is learned or read";
            assert!(error.starts_with(start), "{error}");
        }
        let error = found(&text("_", "root"), reading(Relation, Some(PartOfSpeech)));
        assert!(error.starts_with("line 2, column 4 (UPOS): the part of speech is `_`"), "{error}");
        let other = row(1, "Owls", "NOUN", 2, "subject") + &row(2, "see", "VERB", 0, "root");
        let error = found(&other, reading(Relation, None));
        let start = "line 1, column 8 (DEPREL): “subject” is no relation of Universal Dependencies, such as nsubj";
        assert!(error.starts_with(start), "{error}");
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let good = row(1, "Owls", "NOUN", 2, "nsubj");
        let fails = |second: &str, line: &str, part: &str| {
            let text = format!("{good}{second}\n");
            let error = parse(text.as_bytes(), Reading::default()).unwrap_err().to_string();
            assert!(error.starts_with(line) && error.contains(part), "{error}");
        };
        fails(
            &row(2, "see", "_", 0, "root"),
            "line 2, column 4 (UPOS)",
            "it is what is learned or read",
        );
        fails(
            &row(2, "see", "VERB", 7, "dep"),
            "line 2, column 7 (HEAD)",
            "the sentence has 2 words",
        );
        fails(&row(2, "see", "VERB", 1, "dep"), "line 2, column 7 (HEAD)", "one must be the root");
        let root = row(2, "see", "VERB", 0, "root");
        let cycle = root.clone() + &row(3, "a", "X", 4, "dep") + &row(4, "b", "X", 3, "dep");
        fails(&cycle, "line ", "a cycle");
        let two = root + &row(3, "hear", "VERB", 0, "root");
        fails(&two, "line 3, column 7 (HEAD)", "a sentence has one root");
        fails("2\tsee\n", "line 2", "10 are needed");
        // Addresses in web text are long.
        let address = format!("http://{}", "a".repeat(500));
        let row = row(1, &address, "X", 0, "root");
        assert!(parse(row.as_bytes(), Reading::default()).is_ok());
        let error = parse(b"1\tOwls\n2\t\xff", Reading::default()).unwrap_err();
        assert_eq!(error, TreebankError::NotText { line: 2 });
        assert!(parse(b"", Reading::default()).is_err());
    }
}
