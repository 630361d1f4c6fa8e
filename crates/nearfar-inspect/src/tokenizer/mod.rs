//! Tokenizers of strangers' models: a tokenizer.json or a vocab.txt, over the crate `tokenizers`.
//! A file is checked before that crate sees it, since some of its parts panic or grow without end
//! on files that were made to harm ([`check`]).

mod charsmap;
mod check;
mod vocabulary;

use serde_json::Value;

/// Bytes of a tokenizer.json or vocab.txt; the largest that are published have some 35 MB.
pub const FILE_BYTES: usize = 64 << 20;
/// Bytes of a text: far more than any model here attends over.
pub const TEXT_BYTES: usize = 20_000;
/// Tokens of a text.
pub const TOKENS: usize = 100_000;

/// Why a tokenizer was refused, or a text.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TokenizerError {
    /// The file is too long.
    #[error("the file has {found} bytes, but at most {limit} are read; it is no tokenizer")]
    TooLong {
        /// Bytes found.
        found: usize,
        /// Bytes that are read.
        limit: usize,
    },
    /// The file is no JSON.
    #[error(
        "line {line}, column {column}: {why}; give the tokenizer.json that is beside the model"
    )]
    Json {
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What the reader says.
        why: String,
    },
    /// A part of the file is not as it must be.
    #[error("{place}: {why}; the file is damaged, or made to harm")]
    Part {
        /// Which part: `post_processor.single`.
        place: String,
        /// What is wrong.
        why: String,
    },
    /// The library refuses the file.
    #[error("the tokenizer is not understood: {why}")]
    Library {
        /// What it says.
        why: String,
    },
    /// A vocab.txt without the words that every one has.
    #[error("the vocabulary has no entry `{missing}`, which a vocab.txt of WordPiece has")]
    Vocabulary {
        /// What is missing.
        missing: &'static str,
    },
    /// A text is longer than what is parted.
    #[error("the text has {found} {unit}, but at most {limit} are parted; type a shorter one")]
    Text {
        /// How many there are.
        found: usize,
        /// Of what.
        unit: &'static str,
        /// How many are parted.
        limit: usize,
    },
}

/// A token of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its row in the model's table of words.
    pub id: u32,
    /// As the vocabulary spells it: `##ing`, `Ġthe`.
    pub text: String,
    /// Where it begins in the text, in bytes.
    pub start: usize,
    /// Where it ends; equal to `start` where it stands for no text.
    pub end: usize,
    /// Whether the model's own rules added it ([CLS], [SEP]).
    pub special: bool,
}

/// A tokenizer.
pub struct Tokenizer {
    inner: tokenizers::Tokenizer,
    kind: String,
    notes: Vec<String>,
    /// Whether a text that is too long loses its beginning, as the file's own truncation has it.
    cuts_beginning: bool,
}

impl Tokenizer {
    /// From a tokenizer.json. Padding, truncation and dropout are switched off: a text is run as
    /// it is.
    ///
    /// # Errors
    /// Where the file is too long, no JSON, or not a tokenizer that can be trusted to run.
    pub fn from_json(bytes: &[u8]) -> Result<Tokenizer, TokenizerError> {
        if bytes.len() > FILE_BYTES {
            return Err(TokenizerError::TooLong { found: bytes.len(), limit: FILE_BYTES });
        }
        Tokenizer::from_value(json(bytes)?, Vec::new())
    }

    /// From a vocab.txt: one piece to a line, as BERT has it. What the file does not say is
    /// assumed, and stands in [`Tokenizer::notes`].
    ///
    /// # Errors
    /// Where it is too long or has no `[UNK]`, `[CLS]` or `[SEP]`.
    pub fn from_vocab(text: &str) -> Result<Tokenizer, TokenizerError> {
        Tokenizer::from_vocab_beside(text, None)
    }

    /// From a vocab.txt and the tokenizer_config.json that came with it: whether text is lower-cased, loses its
    /// accents, and has spaces put round Chinese characters (`do_lower_case`, `strip_accents`,
    /// `tokenize_chinese_chars`). What neither says is assumed, and stands in [`Tokenizer::notes`].
    ///
    /// # Errors
    /// As [`Tokenizer::from_vocab`]; where the configuration is no JSON.
    pub fn from_vocab_beside(
        text: &str,
        config: Option<&[u8]>,
    ) -> Result<Tokenizer, TokenizerError> {
        let longest = text.len().max(config.map_or(0, <[u8]>::len));
        if longest > FILE_BYTES {
            return Err(TokenizerError::TooLong { found: longest, limit: FILE_BYTES });
        }
        let config: Option<Value> = config.map(json).transpose()?;
        let (value, notes) = vocabulary::read(text, config.as_ref())?;
        Tokenizer::from_value(value, notes)
    }

    fn from_value(mut value: Value, mut notes: Vec<String>) -> Result<Tokenizer, TokenizerError> {
        let direction = value.get("truncation").and_then(|truncation| truncation.get("direction"));
        let cuts_beginning = direction.is_some_and(|direction| direction == "Left");
        notes.extend(check::check(&mut value)?);
        let kind = value.get("model").and_then(|model| model.get("type")).and_then(Value::as_str);
        let kind = kind.unwrap_or("unnamed").chars().take(40).collect();
        // From text, as the library's own reader is tested; some of its parts read no other form.
        let text = value.to_string();
        drop(value);
        let inner: tokenizers::Tokenizer = text.parse().map_err(|error: tokenizers::Error| {
            TokenizerError::Library { why: shortened(&error) }
        })?;
        Ok(Tokenizer { inner, kind, notes, cuts_beginning })
    }

    /// Its model: `WordPiece`, `BPE`, `Unigram`, `WordLevel`.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// What was assumed or switched off.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The number of words, added ones included.
    pub fn len(&self) -> usize {
        self.inner.get_vocab_size(true)
    }

    /// Whether it knows no word.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The text of a token's number.
    pub fn token(&self, id: u32) -> Option<String> {
        self.inner.id_to_token(id)
    }

    /// A text as the model reads it, special tokens included.
    ///
    /// # Errors
    /// Where the text is longer than [`TEXT_BYTES`], makes more than [`TOKENS`], or the library
    /// refuses it.
    pub fn encode(&self, text: &str) -> Result<Vec<Token>, TokenizerError> {
        let (found, limit) = (text.len(), TEXT_BYTES);
        if found > limit {
            return Err(TokenizerError::Text { found, unit: "bytes", limit });
        }
        let encoding = self
            .inner
            .encode(text, true)
            .map_err(|error| TokenizerError::Library { why: shortened(&error) })?;
        let (found, limit) = (encoding.len(), TOKENS);
        if found > limit {
            return Err(TokenizerError::Text { found, unit: "tokens", limit });
        }
        let pieces = encoding.get_ids().iter().zip(encoding.get_tokens());
        let places = encoding.get_offsets().iter().zip(encoding.get_special_tokens_mask());
        let mut tokens = Vec::with_capacity(found);
        for ((&id, piece), (&(start, end), &special)) in pieces.zip(places) {
            // What lies beyond the text or within a character would be a fault of the library's.
            let whole = start <= end && text.is_char_boundary(start) && text.is_char_boundary(end);
            let (start, end) = if whole { (start, end) } else { (0, 0) };
            tokens.push(Token { id, text: piece.clone(), start, end, special: special == 1 });
        }
        Ok(tokens)
    }

    /// A text as [`Tokenizer::encode`] gives it, in at most so many tokens, and how many were left out. They
    /// are left out of the text: a model looks for its special tokens (`[CLS]`, `[SEP]`, `</s>`) round it.
    ///
    /// # Errors
    /// As [`Tokenizer::encode`].
    pub fn encode_at_most(
        &self,
        text: &str,
        most: usize,
    ) -> Result<(Vec<Token>, usize), TokenizerError> {
        let mut tokens = self.encode(text)?;
        let cut = tokens.len().saturating_sub(most);
        let begin = tokens.iter().take_while(|token| token.special).count();
        let behind = tokens.iter().rev().take_while(|token| token.special).count();
        let end = tokens.len().saturating_sub(behind).max(begin);
        let of_text = cut.min(end - begin);
        let from = if self.cuts_beginning { begin } else { end - of_text };
        tokens.drain(from..from + of_text);
        // Fewer than the special tokens alone: a model of such a length has no use for any.
        tokens.truncate(most);
        Ok((tokens, cut))
    }
}

fn json(bytes: &[u8]) -> Result<Value, TokenizerError> {
    serde_json::from_slice(bytes).map_err(|error| TokenizerError::Json {
        line: error.line(),
        column: error.column(),
        why: error.to_string(),
    })
}

fn shortened(error: &impl std::fmt::Display) -> String {
    error.to_string().chars().take(300).collect()
}
