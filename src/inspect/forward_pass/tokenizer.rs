//! The tokenizer that was given: it is read by a program of its own, and parts the sentence.

use leptos::prelude::*;
use nearfar_inspect::protocol::forward::Sentence;
use nearfar_inspect::protocol::tokens::{Token, TokenAnswer, TokenAsk};
use nearfar_inspect::room::files::Files;
use nearfar_inspect::room::pass::Given;
use nearfar_kit::{Message, Stays};
use web_sys::File;

use super::ForwardPass;
use crate::kit::{Answers, Client, Ended, Event};
use crate::opened::reader::TOKENIZER;

impl ForwardPass {
    /// Reads a tokenizer's file, with the program that is fetched for it.
    pub fn take_tokenizer(self, file: File) {
        self.refused.set(None);
        self.given.set(None);
        let name = file.name();
        let client = Client::start(TOKENIZER, move |event| match event {
            Event::Ended(Ended { why, is_final, .. }) => {
                self.busy.try_set(None);
                if is_final {
                    self.tokenizer.try_set_value(None);
                    self.given.try_set(None);
                    self.refused.try_set(Some(texts::inspect::tokenizer_gone(why)));
                } else {
                    self.problem.try_set(Some(texts::inspect::tokenizer_ended(why)));
                }
            }
            Event::Ready | Event::Said(_) => {}
        });
        let ask = TokenAsk::Load { name: name.clone() };
        let config = self.room.files.with_value(Files::tokenizer_config);
        let config = config.and_then(|config| config.file());
        let files: Vec<File> = std::iter::once(file).chain(config).collect();
        // The next worker, where this one ends, reads it anew.
        client.ask_for(Stays::Kept, ask.into_message(), &files, move |answer| {
            if let Some(answer) = answer.ok().and_then(TokenAnswer::read) {
                self.told(&name, answer);
            }
            Answers::Last
        });
        self.tokenizer.set_value(Some(client));
    }

    /// Goes on without it.
    pub fn drop_tokenizer(self) {
        self.room.tokenizer_file.set(None);
    }

    pub(super) fn forget_tokenizer(self) {
        self.tokenizer.set_value(None);
        self.given.set(None);
        self.refused.set(None);
    }

    /// Has the sentence parted, and runs what comes of it.
    pub(super) fn encode(self, text: String) {
        let ask = TokenAsk::Encode { text, most: self.most_tokens() };
        self.ask_tokenizer(ask, move |answer| {
            let name = self.given.with_untracked(|given| Some(given.as_ref()?.name.clone()));
            if let Ok(answer) = answer {
                self.told(&name.unwrap_or_default(), answer);
            }
        });
    }

    /// Has any text parted: its tokens, at most so many, and how many were left out; or why not.
    pub fn part(
        self,
        text: String,
        most: usize,
        then: impl FnOnce(Result<(Vec<Token>, usize), String>) + 'static,
    ) {
        self.ask_tokenizer(TokenAsk::Encode { text, most }, move |answer| {
            then(match answer {
                Ok(TokenAnswer::Encoded { tokens, cut, .. }) => Ok((tokens, cut)),
                Ok(TokenAnswer::Failed { message }) | Err(message) => Err(message),
                Ok(TokenAnswer::Loaded { .. }) => Err(texts::common::tokenizer_odd().to_owned()),
            });
        });
    }

    /// Asks the tokenizer, while there is one.
    fn ask_tokenizer(
        self,
        ask: TokenAsk,
        then: impl FnOnce(Result<TokenAnswer, String>) + 'static,
    ) {
        let read = |answer: Result<Message, &str>| match answer.map(TokenAnswer::read) {
            Ok(Some(answer)) => Ok(answer),
            Ok(None) => Err(texts::common::tokenizer_odd().to_owned()),
            Err(why) => Err(texts::inspect::tokenizer_gone(why)),
        };
        let mut then = Some(then);
        self.tokenizer.with_value(|client| {
            let Some(client) = client else { return };
            client.ask_for(Stays::Once, ask.into_message(), &[], move |answer| {
                if let Some(then) = then.take() {
                    then(read(answer));
                }
                Answers::Last
            });
        });
    }

    fn told(self, name: &str, answer: TokenAnswer) {
        match answer {
            TokenAnswer::Loaded { kind, words: pieces, notes } => {
                let words = self.room.report.with_untracked(|report| Some(report.as_ref()?.words));
                let came_together = self.room.files.with_value(Files::tokenizer_came_with_it);
                let words = words.unwrap_or(0);
                match Given::new(name, &kind, pieces, notes, words, came_together) {
                    Ok(given) => self.given.set(Some(given)),
                    Err(why) => {
                        self.tokenizer.set_value(None);
                        self.refused.set(Some(format!("{name}: {why}.")));
                    }
                }
            }
            TokenAnswer::Encoded { text, tokens, cut } => {
                if self.sentence.with_untracked(|sentence| *sentence == text) {
                    self.run_tokens(tokens, cut);
                }
            }
            TokenAnswer::Failed { message } => {
                self.busy.set(None);
                self.refused.set(Some(format!("{name}: {message}.")));
            }
        }
    }

    fn run_tokens(self, tokens: Vec<Token>, cut: usize) {
        self.remark.set(match cut {
            0 => String::new(),
            cut => texts::inspect::tokens_cut(tokens.len(), cut),
        });
        let ids = tokens.iter().map(|token| token.id).collect();
        self.send(Sentence::Ids(ids), tokens.into_iter().map(|token| token.text).collect());
    }
}
