//! Messages in and out. A message is an array: a text of JSON, then the tokenizer's file.

use std::cell::RefCell;

use js_sys::{Array, Uint8Array};
use nearfar_inspect::protocol::tokens::{PROTOCOL, Token, TokenAnswer, TokenAsk};
use nearfar_tokenizer::{FILE_BYTES, Tokenizer};
use wasm_bindgen::prelude::*;
use web_sys::{Blob, DedicatedWorkerGlobalScope, FileReaderSync, MessageEvent};

thread_local! {
    static TOKENIZER: RefCell<Option<Tokenizer>> = const { RefCell::new(None) };
}

/// Listens, and says so.
pub fn start() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let out = scope.clone();
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let answer = answer(&event.data());
        post(&out, &answer.unwrap_or_else(|message| TokenAnswer::Failed { message }));
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    post(&scope, &TokenAnswer::Hello { protocol: PROTOCOL.to_owned() });
}

fn post(scope: &DedicatedWorkerGlobalScope, answer: &TokenAnswer) {
    if let Ok(text) = serde_json::to_string(answer) {
        let _ = scope.post_message(&Array::of1(&text.into()));
    }
}

fn answer(message: &JsValue) -> Result<TokenAnswer, String> {
    let parts: &Array = message.dyn_ref().ok_or("the message is no array")?;
    let text = parts.get(0).as_string().ok_or("the message begins with no text")?;
    match serde_json::from_str(&text).map_err(|error| error.to_string())? {
        TokenAsk::Load { name } => {
            let tokenizer = load(&name, &parts.get(1).unchecked_into())?;
            let answer = TokenAnswer::Loaded {
                kind: tokenizer.kind().to_owned(),
                words: tokenizer.len(),
                notes: tokenizer.notes().to_vec(),
            };
            TOKENIZER.with_borrow_mut(|slot| *slot = Some(tokenizer));
            Ok(answer)
        }
        TokenAsk::Encode { text, most } => TOKENIZER.with_borrow(|tokenizer| {
            let tokenizer = tokenizer.as_ref().ok_or("no tokenizer was given")?;
            let tokens = tokenizer.encode(&text).map_err(|error| error.to_string())?;
            let cut = tokens.len().saturating_sub(most);
            let shown = tokens.into_iter().take(most);
            let tokens =
                shown.map(|token| Token { id: token.id, text: token.text, special: token.special });
            Ok(TokenAnswer::Encoded { text, tokens: tokens.collect(), cut })
        }),
    }
}

fn load(name: &str, file: &Blob) -> Result<Tokenizer, String> {
    if file.size() > FILE_BYTES as f64 {
        return Err(format!("the file has {} bytes; it is no tokenizer", file.size()));
    }
    let unreadable = |_: JsValue| "the file could not be read; choose it again".to_owned();
    let reader = FileReaderSync::new().map_err(unreadable)?;
    let buffer = reader.read_as_array_buffer(file).map_err(unreadable)?;
    let bytes = Uint8Array::new(buffer.as_ref()).to_vec();
    let tokenizer = if name.to_ascii_lowercase().ends_with(".txt") {
        let text = std::str::from_utf8(&bytes).map_err(|_| "the vocabulary is not UTF-8")?;
        Tokenizer::from_vocab(text)
    } else {
        Tokenizer::from_json(&bytes)
    };
    tokenizer.map_err(|error| error.to_string())
}
