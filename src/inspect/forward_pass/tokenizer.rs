//! The tokenizer that was given: it is read by a program of its own, and parts the sentence.

use leptos::prelude::*;
use nearfar_inspect::protocol::forward::Sentence;
use nearfar_inspect::protocol::tokens::{Parted, TokenAnswer, TokenAsk};
use nearfar_inspect::room::files::Files;
use nearfar_inspect::room::pass::Given;
use nearfar_kit::Stays;
use web_sys::File;

use super::ForwardPass;
use crate::kit::{Answers, Client, Ended, Event};
use crate::opened::reader::TOKENIZER;

impl ForwardPass {
    /// Reads a tokenizer's file in the place of the last one, with the program that is fetched for it; or goes on without
    /// one.
    pub fn take_tokenizer(self, file: Option<File>) {
        self.tokenizer.set_value(None);
        self.refused.set(None);
        self.given.set(None);
        let Some(file) = file else { return };
        let name = file.name();
        let client = Client::start(TOKENIZER, move |event| {
            let Event::Ended(Ended { why, is_final, .. }) = event else { return };
            if is_final {
                self.tokenizer.try_set_value(None);
                self.given.try_set(None);
                self.refused.try_set(Some(texts::inspect::tokenizer_gone(why)));
            } else {
                self.tell(texts::inspect::tokenizer_ended(why));
            }
        });
        let ask = TokenAsk::Load { name: name.clone() };
        let config = self.room.files.with_value(Files::tokenizer_config);
        let config = config.and_then(|config| config.file());
        let files: Vec<File> = std::iter::once(file).chain(config).collect();
        // The next worker, where this one ends, reads it anew.
        client.ask_for(Stays::Kept, ask.into_message(), &files, move |answer| {
            if let Some(answer) = answer.ok().and_then(TokenAnswer::read) {
                self.loaded(&name, answer);
            }
            Answers::Last
        });
        self.tokenizer.set_value(Some(client));
    }

    fn loaded(self, name: &str, answer: TokenAnswer) {
        let words = self.room.report.with_untracked(|report| Some(report.as_ref()?.words));
        let came_together = self.room.files.with_value(Files::tokenizer_came_with_it);
        match Given::read(name, answer, words.unwrap_or(0), came_together) {
            Ok(given) => self.given.set(Some(given)),
            Err(why) => {
                self.tokenizer.set_value(None);
                self.refuse(name, &why);
            }
        }
    }

    fn refuse(self, name: &str, why: &str) {
        self.refused.set(Some(format!("{name}: {why}.")));
    }

    /// Has the sentence parted, and runs what comes of it.
    pub(super) fn encode(self, text: String) {
        self.ask_tokenizer(text.clone(), self.most_tokens(), move |answer| match answer {
            Ok(Ok((tokens, cut))) if self.sentence.with_untracked(|now| *now == text) => {
                self.going.update(|going| going.parted(tokens.len(), cut));
                let ids = tokens.iter().map(|token| token.id).collect();
                self.send(Sentence::Ids(ids), tokens.into_iter().map(|token| token.text).collect());
            }
            Ok(Err(why)) => {
                let name = self.given.with_untracked(|given| Some(given.as_ref()?.name.clone()));
                self.refuse(&name.unwrap_or_default(), &why);
            }
            // Another sentence was typed meanwhile; or the worker ended, which is said.
            Ok(Ok(_)) | Err(_) => {}
        });
    }

    /// Asks the tokenizer, while there is one, to part a text into at most so many tokens: what came of it, or why there is
    /// no answer.
    pub fn ask_tokenizer(
        self,
        text: String,
        most: usize,
        then: impl Fn(Result<Result<Parted, String>, String>) + 'static,
    ) {
        self.tokenizer.with_value(|client| {
            let Some(client) = client else { return };
            let ask = TokenAsk::Encode { text, most }.into_message();
            client.ask_for(Stays::Once, ask, &[], move |answer| {
                then(match answer.map(TokenAnswer::read) {
                    Ok(Some(answer)) => Ok(answer.parted()),
                    Ok(None) => Err(texts::common::tokenizer_odd().to_owned()),
                    Err(why) => Err(texts::inspect::tokenizer_gone(why)),
                });
                Answers::Last
            });
        });
    }
}
