//! A tokenizer's file, then texts to part.

use js_sys::Uint8Array;
use nearfar_inspect::protocol::tokens::{PROTOCOL, Token, TokenAnswer, TokenAsk};
use nearfar_inspect::tokenizer::{self, FILE_BYTES, Tokenizer};
use nearfar_kit::envelope::Envelope;
use nearfar_workers::shell::{Page, Work, run};
use wasm_bindgen::JsValue;
use web_sys::{Blob, FileReaderSync};

struct Parting {
    page: Page,
    tokenizer: Option<Tokenizer>,
}

/// Listens.
pub fn start() {
    run(PROTOCOL, |page| Parting { page, tokenizer: None });
}

impl Work for Parting {
    fn receive(&mut self, envelope: Envelope) {
        let id = envelope.id;
        let answer = self.answer(envelope);
        let answer = answer.unwrap_or_else(|message| TokenAnswer::Failed { message });
        self.page.say(id, answer.into_message());
    }
}

impl Parting {
    fn answer(&mut self, envelope: Envelope) -> Result<TokenAnswer, String> {
        let files: Vec<Blob> = envelope.parts_of();
        let ask = envelope.into_message().and_then(TokenAsk::read);
        match ask.ok_or("the request is none of this version")? {
            TokenAsk::Load { name } => {
                let file = bytes(files.first().ok_or("the request brings no file")?)?;
                let config = files.get(1).map(bytes).transpose()?;
                let tokenizer = load(&name, &file, config.as_deref())?;
                let answer = TokenAnswer::Loaded {
                    kind: tokenizer.kind().to_owned(),
                    words: tokenizer.len(),
                    notes: tokenizer.notes().to_vec(),
                };
                self.tokenizer = Some(tokenizer);
                Ok(answer)
            }
            TokenAsk::Encode { text, most } => {
                let tokenizer = self.tokenizer.as_ref().ok_or("no tokenizer was given")?;
                let encoded = tokenizer.encode_at_most(&text, most);
                let (tokens, cut) = encoded.map_err(|error| error.to_string())?;
                let token = |token: tokenizer::Token| Token {
                    id: token.id,
                    text: token.text,
                    special: token.special,
                };
                Ok(TokenAnswer::Encoded {
                    text,
                    tokens: tokens.into_iter().map(token).collect(),
                    cut,
                })
            }
        }
    }
}

fn bytes(file: &Blob) -> Result<Vec<u8>, String> {
    if file.size() > FILE_BYTES as f64 {
        return Err(format!("the file has {} bytes; it is no tokenizer", file.size()));
    }
    let unreadable = |_: JsValue| "the file could not be read; choose it again".to_owned();
    let reader = FileReaderSync::new().map_err(unreadable)?;
    let buffer = reader.read_as_array_buffer(file).map_err(unreadable)?;
    Ok(Uint8Array::new(buffer.as_ref()).to_vec())
}

/// A tokenizer.json; or a vocab.txt, with the tokenizer_config.json that came with it.
fn load(name: &str, bytes: &[u8], config: Option<&[u8]>) -> Result<Tokenizer, String> {
    let tokenizer = if name.to_ascii_lowercase().ends_with(".txt") {
        let text = std::str::from_utf8(bytes).map_err(|_| "the vocabulary is not UTF-8")?;
        Tokenizer::from_vocab_beside(text, config)
    } else {
        Tokenizer::from_json(bytes)
    };
    tokenizer.map_err(|error| error.to_string())
}
