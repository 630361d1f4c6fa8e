//! How a typed text becomes what a model reads: by its tokenizer, as numbers of tokens that the
//! user types, or by the page's own words. Tokenizers themselves are in a package of their own.

use crate::recognise::{Family, Report};

/// The width of the page's own word vectors.
pub const OWN_WIDTH: usize = nearfar::text::DIMENSION;
/// Numbers that are read from a text.
const NUMBERS: usize = 4_096;

/// How a text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Reading {
    /// By the tokenizer that was given together with the model.
    Tokenizer,
    /// As numbers of tokens: `#101 7592 102`.
    Numbers,
    /// By the page's own words and their vectors.
    OwnWords,
    /// Not at all.
    Impossible,
}

/// How a text is read, and why, in words for the page.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Choice {
    /// How.
    pub reading: Reading,
    /// Why, and what would change it.
    pub why: String,
}

/// Why numbers of tokens could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumbersError {
    /// A word is no number.
    #[error("`{found}` is no token ID; after # only IDs are read: #101 7592 102")]
    NoNumber {
        /// The word, cut short.
        found: String,
    },
    /// A number is beyond the table of words.
    #[error("the model knows {words} words, numbered from 0: it has no word {found}")]
    Unknown {
        /// The number.
        found: u32,
        /// V.
        words: usize,
    },
    /// There are too many.
    #[error("more than {limit} numbers")]
    TooMany {
        /// How many are read.
        limit: usize,
    },
}

/// How a text would be read for a model.
pub fn reading(report: &Report, has_tokenizer: bool, text: &str) -> Choice {
    let choice = |reading, why: &str| Choice { reading, why: why.to_owned() };
    if report.family == Family::Nearfar {
        return choice(Reading::OwnWords, "the model was trained on the page's own words");
    }
    if report.words == 0 {
        return choice(Reading::Impossible, "the model has no table of words");
    }
    if text.trim_start().starts_with('#') {
        return choice(Reading::Numbers, "the text begins with #: it is read as token IDs");
    }
    if has_tokenizer {
        return choice(Reading::Tokenizer, "the tokenizer that was given with the model");
    }
    let width = report.part(crate::recognise::Role::EmbeddingProjectionWeight).is_none();
    if width && report.width == OWN_WIDTH {
        return choice(
            Reading::OwnWords,
            "no tokenizer was given: the page's own word vectors, which are as wide as the \
             model's, stand in for its words; its answer to them means little",
        );
    }
    choice(
        Reading::Impossible,
        "no tokenizer was given: drop the model's tokenizer.json or vocab.txt, or type token \
         IDs after a #, as in #101 7592 102",
    )
}

/// Tables of words are made longer, for speed: to a multiple of the first, by fewer rows than the second.
const ROUND: [(usize, usize); 2] = [(8, 128), (128, 1024)];
/// A table of any length has fewer rows than these beyond its tokenizer's pieces: BERT's two vocabularies are
/// 1,526 apart.
const MOST_UNUSED: usize = 1024;

/// Whether a table has so few rows beyond so many pieces that it may be the same model's: at most an eighth of
/// them and 64 more.
fn is_longer(unused: usize, pieces: usize) -> bool {
    unused < MOST_UNUSED && unused <= pieces / 8 + 64
}

/// A tokenizer of another model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this tokenizer knows {pieces} pieces, but the model {words} words: it belongs to another model; drop the model’s own"
)]
pub struct OtherTokenizer {
    /// How many pieces it knows.
    pub pieces: usize,
    /// How many words the model has.
    pub words: usize,
}

/// Whether a tokenizer of so many pieces belongs to a model of so many words; how many rows the model's table has
/// beyond them. Such rows are no proof that it is another model's: tables are made longer, most often to a round
/// length. Where both came together any length is believed, within reason; where they did not, a round one.
///
/// # Errors
/// Where it is another model's: it knows more pieces than the model has words, or far fewer.
pub fn tokenizer_fits(
    pieces: usize,
    words: usize,
    came_together: bool,
) -> Result<usize, OtherTokenizer> {
    if words == 0 || pieces == words {
        return Ok(0);
    }
    let unused = words.saturating_sub(pieces);
    let is_round = ROUND.iter().any(|(to, most)| words.is_multiple_of(*to) && unused < *most);
    if unused > 0 && is_longer(unused, pieces) && (came_together || is_round) {
        return Ok(unused);
    }
    Err(OtherTokenizer { pieces, words })
}

/// The numbers of a text such as `#101 7592, 102`, each below `words`.
///
/// # Errors
/// Where a word is no number, or none of the model's, or there are more than 4,096.
pub fn numbers(text: &str, words: usize) -> Result<Vec<u32>, NumbersError> {
    let text = text.trim_start().trim_start_matches('#');
    let parts = text.split(|c: char| c.is_whitespace() || c == ',').filter(|part| !part.is_empty());
    let mut numbers = Vec::new();
    for part in parts {
        if numbers.len() == NUMBERS {
            return Err(NumbersError::TooMany { limit: NUMBERS });
        }
        let number = part
            .parse::<u32>()
            .map_err(|_| NumbersError::NoNumber { found: part.chars().take(20).collect() })?;
        if number as usize >= words {
            return Err(NumbersError::Unknown { found: number, words });
        }
        numbers.push(number);
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tokenizer_belongs_to_its_model() {
        assert_eq!(tokenizer_fits(30_522, 30_522, false), Ok(0));
        assert_eq!(tokenizer_fits(30_522, 0, false), Ok(0));
        let why = tokenizer_fits(30_522, 50_257, true).expect_err("another model's").to_string();
        assert!(why.contains("30522 pieces") && why.contains("50257 words"), "{why}");
        // Pieces and rows as they are published: Phi, Qwen2, DeBERTa-v3, XLM-R, T5, Llama, GPT-J, RoBERTa.
        for (pieces, words) in [
            (50_295, 51_200),
            (151_665, 151_936),
            (128_001, 128_100),
            (250_002, 250_002),
            (32_100, 32_128),
            (32_000, 32_000),
            (50_257, 50_400),
            (50_265, 50_265),
        ] {
            assert_eq!(tokenizer_fits(pieces, words, true), Ok(words - pieces), "{pieces} {words}");
        }
        // Any number of rows, round or not.
        for words in [401, 404, 408, 410, 416, 420, 424, 448, 514] {
            assert_eq!(tokenizer_fits(400, words, true), Ok(words - 400), "{words}");
        }
        // Another model's: BERT's beside GPT-2's, Llama's beside XLM-R's, cased beside uncased, and more pieces
        // than rows.
        for (pieces, words) in [
            (30_522, 50_257),
            (50_257, 30_522),
            (32_000, 250_002),
            (28_996, 30_522),
            (49_000, 51_200),
            (30_528, 30_522),
            (401, 400),
            (400, 515),
        ] {
            assert!(tokenizer_fits(pieces, words, true).is_err(), "{pieces} {words}");
        }
        // One that came alone is believed where the table's length is round.
        assert_eq!(tokenizer_fits(30_522, 30_528, false), Ok(6));
        assert_eq!(tokenizer_fits(32_100, 32_128, false), Ok(28));
        assert!(tokenizer_fits(400, 410, false).is_err());
    }

    #[test]
    fn numbers_of_tokens() {
        assert_eq!(numbers(" #101 7592, 102", 30_000), Ok(vec![101, 7592, 102]));
        assert_eq!(numbers("#", 10), Ok(vec![]));
        let unknown = NumbersError::Unknown { found: 10, words: 10 };
        assert_eq!(numbers("#9 10", 10), Err(unknown));
        let found = "x".repeat(20);
        assert_eq!(numbers(&"x".repeat(99), 10), Err(NumbersError::NoNumber { found }));
        let many = "1 ".repeat(NUMBERS + 1);
        assert_eq!(numbers(&many, 10), Err(NumbersError::TooMany { limit: NUMBERS }));
        assert!(numbers("#-1", 10).is_err());
        assert!(numbers("#4294967296", usize::MAX).is_err());
    }
}
