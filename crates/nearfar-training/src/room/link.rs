//! What a link restores of the room: one text, which the page keeps among its settings.

use form_urlencoded::{Serializer, byte_serialize, parse};
use nearfar::settings::{Choice, quoted};
use nearfar_texts::{labelled, train as texts};

use super::RunId;
use crate::parameters::HeadStart;
use crate::protocol::{Choices, WordStart};

/// The most bytes of a sentence as a link writes it: more than the words that the room reads, in any script. The page
/// takes [`nearfar::settings::MAX_ROOM_TEXT`] for the whole text.
const LONGEST_TEXT: usize = 4_000;

/// The start of a sentence that a link has room for.
fn fitting(typed: &str) -> &str {
    let mut room = LONGEST_TEXT;
    let end = typed.char_indices().find(|(at, letter)| {
        let letter = &typed[*at..at + letter.len_utf8()];
        let written = byte_serialize(letter.as_bytes()).map(str::len).sum::<usize>();
        match room.checked_sub(written) {
            Some(left) => room = left,
            None => return true,
        }
        false
    });
    end.map_or(typed, |(at, _)| &typed[..at])
}

/// How fast the runs go on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    /// As fast as can be.
    #[default]
    Full,
    /// So that single steps can be followed.
    Medium,
    /// So that every step can be read.
    Slow,
}

impl Speed {
    /// Steps a second; 0 is as many as can be.
    pub fn per_second(self) -> u32 {
        match self {
            Speed::Full => 0,
            Speed::Medium => 20,
            Speed::Slow => 2,
        }
    }
}

impl Choice for Speed {
    const ALL: &'static [(Self, &'static str)] =
        &[(Speed::Full, "full"), (Speed::Medium, "medium"), (Speed::Slow, "slow")];
}

labelled! {
    Speed {
        Full: texts::speed_full,
        Medium: texts::speed_medium,
        Slow: texts::speed_slow,
    }
    HeadStart {
        Zero: texts::start_zero,
        Normal: texts::start_normal,
    }
    WordStart {
        Spelling: texts::vectors_spelling,
        Shared: texts::vectors_shared,
    }
}

/// What a link restores.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Linked {
    /// The run.
    pub a: RunId,
    /// The run beside it.
    pub b: Option<RunId>,
    /// What was typed.
    pub texts: Option<[String; 2]>,
    /// The shown head, from 0, where somebody chose one.
    pub head: Option<usize>,
    /// How fast.
    pub speed: Speed,
}

/// What a link makes of the run beside the first.
#[derive(Clone, Debug, PartialEq)]
pub enum Beside {
    /// It stays as it is, or there is none as before.
    Stays,
    /// It ends.
    Ends,
    /// Another one.
    Becomes(RunId),
}

impl Linked {
    /// What differs from the default; empty where nothing does.
    pub fn to_text(&self) -> String {
        let mut text = Serializer::new(String::new());
        if self.a.choices != Choices::default() {
            text.append_pair("a", &self.a.choices.to_text());
        }
        if let Some(b) = &self.b {
            text.append_pair("b", &b.choices.to_text());
        }
        let numbers =
            [("a-run", self.a.number), ("b-run", self.b.as_ref().map_or(0, |b| b.number))];
        for (name, number) in numbers.into_iter().filter(|(_, number)| *number > 0) {
            text.append_pair(name, &number.to_string());
        }
        for (name, typed) in ["s", "s2"].into_iter().zip(self.texts.iter().flatten()) {
            text.append_pair(name, fitting(typed));
        }
        if let Some(head) = self.head {
            text.append_pair("head", &(head + 1).to_string());
        }
        if self.speed != Speed::Full {
            text.append_pair("speed", self.speed.name());
        }
        text.finish()
    }

    /// From a text, and what of it was not understood, in words: that is as in the default.
    pub fn from_text(text: &str) -> (Linked, Vec<String>) {
        let mut linked = Linked::default();
        let (mut problems, mut b_number, mut head) = (Vec::new(), 0, None);
        for (name, value) in parse(text.as_bytes()) {
            let mut number_of_run = || {
                let number = value.parse();
                number.unwrap_or_else(|_| {
                    problems.push(texts::link_no_run(&name, quoted(&value)));
                    0
                })
            };
            match name.as_ref() {
                "a-run" => linked.a.number = number_of_run(),
                "b-run" => b_number = number_of_run(),
                "a" | "b" => {
                    let (choices, wrong) = Choices::from_link(&value);
                    problems.extend(wrong);
                    match name.as_ref() {
                        "a" => linked.a.choices = choices,
                        _ => linked.b = Some(RunId { choices, number: 0 }),
                    }
                }
                "s" => linked.texts.get_or_insert_default()[0] = value.into_owned(),
                "s2" => linked.texts.get_or_insert_default()[1] = value.into_owned(),
                "head" => head = Some(value),
                "speed" => match Speed::from_name(&value) {
                    Ok(speed) => linked.speed = speed,
                    Err(_) => problems.push(texts::link_no_speed(quoted(&value))),
                },
                _ => problems.push(texts::link_no_choice(quoted(&name))),
            }
        }
        if let Some(b) = &mut linked.b {
            b.number = b_number;
        }
        // How many heads there are is known once all is read.
        let heads = [Some(&linked.a), linked.b.as_ref()].into_iter().flatten();
        let heads = heads.map(|run| run.choices.shown_heads()).max().unwrap_or(0);
        if let Some(head) = head {
            linked.head = head.parse().ok().filter(|head| (1..=heads).contains(head));
            if linked.head.is_none() {
                problems.push(texts::link_no_head(quoted(&head), heads));
            }
            linked.head = linked.head.map(|head| head - 1);
        }
        (linked, problems)
    }

    /// What to tell of a link's `problems`; nothing where there are none.
    pub fn says_odd(problems: &[String]) -> Vec<String> {
        let is_odd = !problems.is_empty();
        is_odd.then(|| texts::link_odd(problems.join(", "))).into_iter().collect()
    }

    /// What this link makes of the run beside the first, where `now` is what the room has.
    pub fn beside(self, now: &Linked) -> Beside {
        match self.b {
            None if now.b.is_some() => Beside::Ends,
            Some(run) if Some(&run) != now.b.as_ref() => Beside::Becomes(run),
            _ => Beside::Stays,
        }
    }

    /// The highest number of a run, where it was `before` until this link: of those that it names none is given again.
    pub fn last_number(&self, before: u32) -> u32 {
        before.max(self.a.number).max(self.b.as_ref().map_or(0, |b| b.number))
    }
}
