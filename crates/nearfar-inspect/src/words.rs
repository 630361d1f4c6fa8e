//! How a typed text becomes what a model reads: as token IDs, or by a tokenizer that fits the model.
//! Tokenizers themselves are in a package of their own.

/// Why token IDs could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdsError<'a> {
    /// A word is no number.
    NoNumber(&'a str),
    /// There is none.
    Nothing,
    /// There are more than are run.
    TooMany {
        /// How many there are.
        found: usize,
    },
}

/// Token IDs as they are typed: with or without `#`, parted by spaces or commas; at most so many.
///
/// # Errors
/// Where a word is no number, there is none, or there are more.
pub fn ids(text: &str, most: usize) -> Result<Vec<u32>, IdsError<'_>> {
    let words = text.split([' ', ',', '\n', '\t']).filter(|word| !word.is_empty());
    let number = |word: &'_ str| word.trim_start_matches('#').parse().ok();
    let mut ids = Vec::new();
    for word in words {
        ids.push(number(word).ok_or(IdsError::NoNumber(word))?);
    }
    match ids.len() {
        0 => Err(IdsError::Nothing),
        found if found > most => Err(IdsError::TooMany { found }),
        _ => Ok(ids),
    }
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
    "this tokenizer knows {pieces} tokens, but the model {words} words: it belongs to another model; drop the model’s own"
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tokenizer_belongs_to_its_model() {
        assert_eq!(tokenizer_fits(30_522, 30_522, false), Ok(0));
        assert_eq!(tokenizer_fits(30_522, 0, false), Ok(0));
        let why = tokenizer_fits(30_522, 50_257, true).expect_err("another model's").to_string();
        assert!(why.contains("30522 tokens") && why.contains("50257 words"), "{why}");
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
    fn numbers_of_tokens_are_read_with_or_without_a_mark() {
        assert_eq!(ids(" #101 7592, 102", 3), Ok(vec![101, 7592, 102]));
        assert_eq!(ids("1\t2\n3", 3), Ok(vec![1, 2, 3]));
        assert_eq!(ids("4294967295", 1), Ok(vec![u32::MAX]));
    }

    #[test]
    fn what_is_no_row_of_numbers_is_refused_with_the_reason() {
        assert_eq!(ids(" , ", 3), Err(IdsError::Nothing));
        assert_eq!(ids("1 cat 2", 3), Err(IdsError::NoNumber("cat")));
        assert_eq!(ids("#", 3), Err(IdsError::NoNumber("#")));
        assert_eq!(ids("-1", 3), Err(IdsError::NoNumber("-1")));
        assert_eq!(ids("4294967296", 3), Err(IdsError::NoNumber("4294967296")));
        assert_eq!(ids("1 2 3 4", 3), Err(IdsError::TooMany { found: 4 }));
    }
}
