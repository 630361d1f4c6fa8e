//! A treebank in CoNLL-U as a task: every word of a sentence is an example's text, its part of speech the class,
//! and the dependency tree comes with it. The reader of the format is the library's.

use nearfar::text::dependency::conllu::{self, ConlluError, Parsed};
use nearfar::text::dependency::{DependencyTree, PartOfSpeech};

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
    /// A line that is none of the format, or a word without head or part of speech.
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

/// The classes of every treebank, in the order of their labels.
pub fn classes() -> Vec<String> {
    PartOfSpeech::ALL.iter().map(|(_, tag, _)| (*tag).to_owned()).collect()
}

/// Reads a treebank.
///
/// # Errors
/// The first thing that is wrong, with its line, and what to do.
pub fn parse(bytes: &[u8]) -> Result<Treebank, TreebankError> {
    let parsed = sentences(bytes, true)?;
    Ok(Treebank {
        examples: parsed.sentences.iter().map(example).collect(),
        notes: parsed.notes.sentences(),
    })
}

/// The sentences as they stand there; without `needs_part_of_speech` to be looked at alone.
///
/// # Errors
/// As [`parse`].
pub fn sentences(bytes: &[u8], needs_part_of_speech: bool) -> Result<Parsed, TreebankError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
        TreebankError::NotText { line: 1 + before.iter().filter(|&&byte| byte == b'\n').count() }
    })?;
    Ok(conllu::parse_treebank(text, needs_part_of_speech)?)
}

/// A sentence as an example: the words as vectors know them.
pub fn example(sentence: &DependencyTree) -> Labelled {
    Labelled {
        texts: sentence.tokens().into_iter().map(|token| token.word).collect(),
        labels: sentence.parts_of_speech().ids,
        tree: Some(sentence.tree().clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: usize, form: &str, part: &str, head: usize, relation: &str) -> String {
        format!("{id}\t{form}\t_\t{part}\t_\t_\t{head}\t{relation}\t_\t_\n")
    }

    #[test]
    fn a_sentence_is_its_words_their_parts_of_speech_and_its_tree() {
        let first = row(1, "Owls", "NOUN", 2, "nsubj")
            + &row(2, "see", "VERB", 0, "root")
            + &row(3, "well", "ADV", 2, "advmod");
        let text =
            format!("# text = Owls see well\n{first}\n{}\n", row(1, "Yes", "INTJ", 0, "root"));
        let found = parse(text.as_bytes()).unwrap();
        assert_eq!(found.notes, Vec::<String>::new());
        let [owls, yes] = &*found.examples else { panic!("two sentences") };
        assert_eq!(owls.texts, ["owls", "see", "well"]);
        let names = classes();
        let tags: Vec<&str> = owls.labels.iter().map(|&label| names[label].as_str()).collect();
        assert_eq!(tags, ["NOUN", "VERB", "ADV"]);
        let ways = owls.tree.as_ref().unwrap().token_ways();
        assert_eq!((ways[[0, 1]].distance(), ways[[0, 2]].distance()), (1, 2));
        assert_eq!((yes.texts.len(), yes.labels.len()), (1, 1));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let good = row(1, "Owls", "NOUN", 2, "nsubj");
        let fails = |second: &str, line: &str, part: &str| {
            let error = parse(format!("{good}{second}\n").as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(line) && error.contains(part), "{error}");
        };
        fails(&row(2, "see", "_", 0, "root"), "line 2, column 4 (UPOS)", "it is what is learned");
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
        assert!(parse(row(1, &address, "X", 0, "root").as_bytes()).is_ok());
        let error = parse(b"1\tOwls\n2\t\xff").unwrap_err();
        assert_eq!(error, TreebankError::NotText { line: 2 });
        assert!(parse(b"").is_err());
    }
}
