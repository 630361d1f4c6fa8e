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
    #[error("`{found}` is no number of a token; after # only numbers are read: #101 7592 102")]
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
        return choice(Reading::Numbers, "the text begins with #: it is read as numbers of tokens");
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
        "no tokenizer was given: drop the model's tokenizer.json or vocab.txt, or type numbers of \
         tokens after a #, as in #101 7592 102",
    )
}

/// Tables of words are made longer, for speed: to a multiple of the first, by fewer rows than the second.
const ROUND: [(usize, usize); 2] = [(8, 128), (128, 1024)];

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
/// beyond them. A vocabulary of another size is another model's, but for a table that was made longer to a
/// round length, where both came together.
///
/// # Errors
/// Where it is another model's.
pub fn tokenizer_fits(
    pieces: usize,
    words: usize,
    came_together: bool,
) -> Result<usize, OtherTokenizer> {
    if words == 0 || pieces == words {
        return Ok(0);
    }
    let unused = words.saturating_sub(pieces);
    let is_padded = ROUND.iter().any(|(to, most)| words.is_multiple_of(*to) && unused < *most);
    if came_together && unused > 0 && is_padded {
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
        assert_eq!(tokenizer_fits(30_522, 30_528, true), Ok(6));
        // Phi's and Qwen2's, as they are published.
        assert_eq!(tokenizer_fits(50_295, 51_200, true), Ok(905));
        assert_eq!(tokenizer_fits(151_665, 151_936, true), Ok(271));
        assert!(tokenizer_fits(49_000, 51_200, true).is_err());
        assert!(tokenizer_fits(30_522, 30_528, false).is_err());
        assert!(tokenizer_fits(30_528, 30_522, true).is_err());
        assert!(tokenizer_fits(30_000, 30_528, true).is_err());
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
