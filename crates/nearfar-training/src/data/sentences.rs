//! A document to its sentences, for hierarchical models: the sentence boundaries of UAX #29, with
//! limits. It knows no abbreviations: `Mr. Smith` is cut after `Mr.`

use nearfar::text::tokenize;
use unicode_segmentation::UnicodeSegmentation;

/// How much of a document is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SentenceLimits {
    /// The most sentences, 1 at least (0 counts as 1).
    pub sentences: usize,
    /// The most words (tokens) of a sentence, 1 at least (0 counts as 1).
    pub words: usize,
}

/// The sentences of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentences {
    /// In their order, none without a word. Empty only where the document has no word.
    pub sentences: Vec<String>,
    /// How many more there were.
    pub left_out: usize,
}

/// Cuts a document into sentences (Unicode Text Segmentation, UAX #29, section 5). A sentence of
/// more words than the limit goes on as another sentence, so that no word is lost there; what lies
/// beyond the limit of sentences is counted and left out. Pieces without a word, such as blank
/// lines, are no sentences.
pub fn split_sentences(document: &str, limits: SentenceLimits) -> Sentences {
    let words = limits.words.max(1);
    let mut sentences = Vec::new();
    let mut left_out = 0;
    for piece in document.split_sentence_bounds() {
        let tokens = tokenize(piece);
        for chunk in tokens.chunks(words) {
            if sentences.len() >= limits.sentences.max(1) {
                left_out += 1;
                continue;
            }
            if let (Some(first), Some(last)) = (chunk.first(), chunk.last())
                && let Some(text) = piece.get(first.range.start..last.range.end)
            {
                sentences.push(text.to_owned());
            }
        }
    }
    Sentences { sentences, left_out }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(document: &str, sentences: usize, words: usize) -> (Vec<String>, usize) {
        let found = split_sentences(document, SentenceLimits { sentences, words });
        (found.sentences, found.left_out)
    }

    #[test]
    fn sentences_end_where_a_reader_expects() {
        let document = "It works! Does it?  Yes: 3.5 stars, from the U.S. of course.\n\nBuy it";
        let expected =
            ["It works!", "Does it?", "Yes: 3.5 stars, from the U.S. of course.", "Buy it"];
        assert_eq!(split(document, 9, 99), (expected.map(str::to_owned).to_vec(), 0));
        assert_eq!(split("很好。不好。", 9, 99).0, ["很好。", "不好。"]);
    }

    #[test]
    fn limits_cut_and_count() {
        // "one two three ." are four tokens.
        let document = "One two three. Four five. Six.";
        let expected = ["One two three", ".", "Four five.", "Six."].map(str::to_owned);
        assert_eq!(split(document, 9, 3), (expected.to_vec(), 0));
        assert_eq!(split(document, 2, 3), (expected[..2].to_vec(), 2));
        assert_eq!(split(document, 0, 0), (vec!["One".to_owned()], 8));
    }

    #[test]
    fn nothing_but_space_has_no_sentences() {
        assert_eq!(split(" \n\u{200b}\n", 9, 9), (Vec::new(), 0));
    }
}
