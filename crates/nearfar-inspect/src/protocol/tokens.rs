//! What a page and the worker that parts a sentence say to each other: lists of numbers and texts, since the page
//! carries no reader of JSON. What is no message, or does not fit together, is read as `None`.

use nearfar_kit::Message;

/// The version of these messages.
pub const PROTOCOL: &str = "nearfar-tokenizer/3";

/// What a page asks; the file of `Load` lies beside, then the tokenizer_config.json that came with it, if one did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenAsk {
    /// Reads a tokenizer. Answer: [`TokenAnswer::Loaded`].
    Load {
        /// The file's name: what ends in `.txt` is a vocabulary.
        name: String,
    },
    /// Parts a text. Answer: [`TokenAnswer::Encoded`].
    Encode {
        /// The text.
        text: String,
        /// The most tokens that are wanted.
        most: usize,
    },
}

/// What the worker answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenAnswer {
    /// A tokenizer was read.
    Loaded {
        /// Its model and how many pieces it knows.
        kind: String,
        /// How many pieces it knows.
        words: usize,
        /// What was assumed or switched off.
        notes: Vec<String>,
    },
    /// A text's tokens.
    Encoded {
        /// The text.
        text: String,
        /// Its tokens, special ones included.
        tokens: Vec<Token>,
        /// How many were left out, since there were more than wanted.
        cut: usize,
    },
    /// It could not be done.
    Failed {
        /// What, and what to do.
        message: String,
    },
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its row in the model's table of words.
    pub id: u32,
    /// As the vocabulary spells it.
    pub text: String,
    /// Whether the model's own rules added it.
    pub special: bool,
}

fn message(numbers: Vec<f64>, texts: Vec<String>) -> Message {
    Message { numbers, texts, arrays: Vec::new() }
}

/// A whole number that is not negative.
fn whole(number: f64) -> Option<usize> {
    let is_whole = number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number);
    is_whole.then_some(number as usize)
}

impl TokenAsk {
    /// As a message.
    pub fn into_message(self) -> Message {
        match self {
            TokenAsk::Load { name } => message(vec![0.0], vec![name]),
            TokenAsk::Encode { text, most } => message(vec![1.0, most as f64], vec![text]),
        }
    }

    /// From a message.
    pub fn read(message: Message) -> Option<TokenAsk> {
        let [text] = <[String; 1]>::try_from(message.texts).ok()?;
        match message.numbers[..] {
            [0.0] => Some(TokenAsk::Load { name: text }),
            [1.0, most] => Some(TokenAsk::Encode { text, most: whole(most)? }),
            _ => None,
        }
    }
}

/// A text's tokens, and how many were left out.
pub type Parted = (Vec<Token>, usize);

impl TokenAnswer {
    /// As a message.
    pub fn into_message(self) -> Message {
        match self {
            TokenAnswer::Loaded { kind, words, notes } => {
                message(vec![0.0, words as f64], [vec![kind], notes].concat())
            }
            TokenAnswer::Encoded { text, tokens, cut } => {
                let each =
                    |token: &Token| [f64::from(token.id), f64::from(u8::from(token.special))];
                let numbers = [1.0, cut as f64].into_iter().chain(tokens.iter().flat_map(each));
                let numbers = numbers.collect();
                let texts = tokens.into_iter().map(|token| token.text);
                message(numbers, std::iter::once(text).chain(texts).collect())
            }
            TokenAnswer::Failed { message: why } => message(vec![2.0], vec![why]),
        }
    }

    /// From a message.
    pub fn read(message: Message) -> Option<TokenAnswer> {
        let mut texts = message.texts.into_iter();
        let first = texts.next()?;
        match message.numbers[..] {
            [0.0, words] => {
                let words = whole(words)?;
                Some(TokenAnswer::Loaded { kind: first, words, notes: texts.collect() })
            }
            [1.0, cut, ref tokens @ ..] => {
                let (tokens, rest) = tokens.as_chunks::<2>();
                let fits = rest.is_empty() && tokens.len() == texts.len();
                let token = |(&[id, special], text): (&[f64; 2], String)| {
                    let id = u32::try_from(whole(id)?).ok()?;
                    Some(Token { id, text, special: special == 1.0 })
                };
                let tokens = tokens.iter().zip(texts).map(token).collect::<Option<_>>()?;
                fits.then_some(TokenAnswer::Encoded { text: first, tokens, cut: whole(cut)? })
            }
            [2.0] => Some(TokenAnswer::Failed { message: first }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_come_back_as_they_went_and_others_are_refused() {
        let asks = [
            TokenAsk::Load { name: "vocab.txt".to_owned() },
            TokenAsk::Encode { text: String::new(), most: 128 },
        ];
        for ask in asks {
            assert_eq!(TokenAsk::read(ask.clone().into_message()), Some(ask));
        }
        let token = |id, text: &str, special| Token { id, text: text.to_owned(), special };
        let notes = vec!["a note".to_owned(); 2];
        let encoded = TokenAnswer::Encoded {
            text: "near and far".to_owned(),
            tokens: vec![token(101, "[CLS]", true), token(u32::MAX, "near", false)],
            cut: 3,
        };
        let answers = [
            TokenAnswer::Loaded { kind: "BPE".to_owned(), words: 50_257, notes },
            TokenAnswer::Failed { message: "no text".to_owned() },
            encoded.clone(),
        ];
        for answer in answers {
            assert_eq!(TokenAnswer::read(answer.clone().into_message()), Some(answer));
        }
        let message = encoded.into_message();
        for place in 0..message.numbers.len() {
            for other in [f64::NAN, -1.0, 0.5] {
                let mut wrong = message.clone();
                wrong.numbers[place] = other;
                // Whether the model's rules added a token is yes or else no.
                let is_flag = place > 2 && place % 2 == 1;
                assert!(is_flag || TokenAnswer::read(wrong).is_none(), "{place} {other}");
            }
        }
        for cut in [1, 2, 3] {
            let mut wrong = message.clone();
            wrong.texts.truncate(3 - cut);
            assert_eq!(TokenAnswer::read(wrong), None);
        }
        assert_eq!(TokenAsk::read(message), None);
        assert_eq!(TokenAsk::read(Message::default()), None);
    }
}
