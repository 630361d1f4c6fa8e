//! The room's part of a link: one text, which the page keeps among its settings.

use form_urlencoded::{Serializer, parse};
use js_sys::{Function, Object};
use nearfar::settings::Choice;
use nearfar_training::protocol::Choices;
use wasm_bindgen::JsValue;

use super::state::Speed;
use crate::page;

/// The page's name for the text.
const SETTING: &str = "train";

/// The most bytes of a sentence in a link: the page takes 4,000 for the whole text.
const LONGEST_TEXT: usize = 1_000;

/// What a link restores.
#[derive(Clone, Debug, PartialEq)]
pub struct Linked {
    /// The run.
    pub a: Choices,
    /// The run beside it.
    pub b: Option<Choices>,
    /// What was typed.
    pub texts: Option<[String; 2]>,
    /// The shown head, from 0, where somebody chose one.
    pub head: Option<usize>,
    /// How fast.
    pub speed: Speed,
}

impl Linked {
    /// What differs from the default; empty where nothing does.
    pub fn to_text(&self) -> String {
        let mut text = Serializer::new(String::new());
        if self.a != Choices::default() {
            text.append_pair("a", &self.a.to_text());
        }
        if let Some(b) = &self.b {
            text.append_pair("b", &b.to_text());
        }
        for (name, typed) in ["s", "s2"].into_iter().zip(self.texts.iter().flatten()) {
            if typed.len() <= LONGEST_TEXT {
                text.append_pair(name, typed);
            }
        }
        if let Some(head) = self.head {
            text.append_pair("head", &(head + 1).to_string());
        }
        if self.speed != Speed::Full {
            text.append_pair("speed", self.speed.name());
        }
        text.finish()
    }

    /// From a text, and what of it was not understood.
    pub fn from_text(text: &str) -> (Linked, Vec<String>) {
        let mut linked =
            Linked { a: Choices::default(), b: None, texts: None, head: None, speed: Speed::Full };
        let mut problems = Vec::new();
        for (name, value) in parse(text.as_bytes()) {
            match name.as_ref() {
                "a" | "b" => {
                    let (choices, wrong) = Choices::from_text(&value);
                    problems.extend(wrong.into_iter().map(texts::train::link_odd));
                    if name == "a" { linked.a = choices } else { linked.b = Some(choices) }
                }
                "s" => linked.texts.get_or_insert_default()[0] = value.into_owned(),
                "s2" => linked.texts.get_or_insert_default()[1] = value.into_owned(),
                "head" => {
                    let head: Option<usize> = value.parse().ok();
                    linked.head = head.map(|head| head.clamp(1, 16) - 1);
                }
                "speed" => linked.speed = Speed::from_name(&value).unwrap_or(Speed::Full),
                _ => {}
            }
        }
        (linked, problems)
    }
}

/// The text that the page has now.
pub fn now() -> String {
    page::setting(SETTING)
}

/// The text among the page's settings.
pub fn of(settings: &JsValue) -> String {
    page::text_of(settings, SETTING)
}

/// Hands the page another text.
pub fn write(text: &str) {
    page::set_setting(SETTING, text);
}

/// The page's way to open a checkpoint in the Lab, where it has one.
pub fn opener() -> Option<(Object, Function)> {
    page::method("open")
}
