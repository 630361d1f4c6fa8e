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
    /// The choices of the run, and which run of these it is.
    pub a: (Choices, u32),
    /// The run beside it.
    pub b: Option<(Choices, u32)>,
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
        if self.a.0 != Choices::default() {
            text.append_pair("a", &self.a.0.to_text());
        }
        if let Some((b, _)) = &self.b {
            text.append_pair("b", &b.to_text());
        }
        let numbers = [("a-run", Some(&self.a)), ("b-run", self.b.as_ref())];
        for (name, number) in numbers.into_iter().filter_map(|(name, run)| Some((name, run?.1))) {
            if number > 0 {
                text.append_pair(name, &number.to_string());
            }
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
        let mut linked = Linked {
            a: (Choices::default(), 0),
            b: None,
            texts: None,
            head: None,
            speed: Speed::Full,
        };
        let mut problems = Vec::new();
        let mut numbers = [0; 2];
        for (name, value) in parse(text.as_bytes()) {
            match name.as_ref() {
                "a" | "b" => {
                    let (choices, wrong) = Choices::from_text(&value);
                    problems.extend(wrong.into_iter().map(texts::train::link_odd));
                    match name.as_ref() {
                        "a" => linked.a.0 = choices,
                        _ => linked.b = Some((choices, 0)),
                    }
                }
                "a-run" => numbers[0] = value.parse().unwrap_or_default(),
                "b-run" => numbers[1] = value.parse().unwrap_or_default(),
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
        linked.a.1 = numbers[0];
        if let Some(b) = &mut linked.b {
            b.1 = numbers[1];
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
